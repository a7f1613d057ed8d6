"""Somebody at the page who knows no game: reads what it offers, as docs/page.md says, and does one of the things."""

import random
import time

import httpx

FIND = """() => {
  const table = document.getElementById('table');
  const visible = (el) => !el.closest('.unneeded') && !el.disabled
    && el.getAttribute('aria-disabled') !== 'true' && el.getClientRects().length > 0;
  document.querySelectorAll('[data-t]').forEach((el) => el.removeAttribute('data-t'));
  let n = 0;
  const mark = (el) => {
    if (!el.hasAttribute('data-t')) el.setAttribute('data-t', ++n);
    return Number(el.getAttribute('data-t'));
  };
  const sends = [], parts = [], legal = [];
  for (const el of table.querySelectorAll('[data-move]')) if (visible(el)) sends.push(mark(el));
  for (const el of table.querySelectorAll('button[data-legal]')) {
    const form = el.form;
    const inputs = [...form.elements].filter((x) => x.name && !x.disabled && x.tagName !== 'BUTTON').map((x) => {
      const things = [...table.querySelectorAll('[data-for]')];
      const thing = things.find((y) => y.dataset.for.split(' ').includes(x.id) && (visible(y) || y.dataset.needs));
      const options = x.options ? [...x.options].map((o) => o.value) : [];
      return {
        name: x.name, value: x.value, type: x.type, checked: x.checked, at: mark(x),
        thing: thing ? mark(thing) : 0, needs: thing?.dataset.needs || '', options,
      };
    });
    legal.push({ at: mark(el), keys: Object.keys(JSON.parse(el.dataset.legal)), inputs });
  }
  for (const el of table.querySelectorAll('[data-for], [data-next]')) if (visible(el)) parts.push(mark(el));
  return { sends, parts, legal };
}"""


NOW = """() => {
  const table = document.getElementById('table');
  return [table.dataset.status, Number(table.dataset.seq), !!table.querySelector('.seat.is-bot.is-mover')];
}"""


class DrawnAnew(Exception):
    """What was looked at is no longer on the page: look again."""


class Player:
    """Plays on one page, with the mouse or with the keyboard alone."""

    def __init__(self, page, seed=1, keyboard=False):
        self.page, self.keyboard, self.rng = page, keyboard, random.Random(seed)

    def status(self):
        return self.page.eval_on_selector("#table", "el => [el.dataset.status, el.dataset.mine || '', el.dataset.turn]")

    def tagged(self, at):
        """The thing that FIND gave this number; a table that was drawn anew meanwhile (a friend came back) has none."""
        thing = self.page.locator(f"[data-t='{at}']")
        if not thing.count():
            raise DrawnAnew
        return thing

    def press(self, at, key="Enter"):
        thing = self.tagged(at)
        if self.keyboard:
            assert thing.evaluate("el => el.tabIndex") >= 0, "not to be reached with the keyboard"
            thing.focus()
            self.page.keyboard.press(key)
        else:
            try:
                thing.click(timeout=1500)
            except Exception:  # the middle of what it spans may be bare cloth: press one of its pieces
                self.tagged(at).locator(
                    "xpath=.//*[self::*[local-name()='circle' or local-name()='rect' or local-name()='path']]"
                ).last.click(timeout=5000, force=True)
        dialog = self.page.locator("dialog[open] .primary")
        if dialog.count():
            dialog.click()

    def set_part(self, part, wanted):
        """Brings one control to a value, by the drawn thing where there is one."""
        if part["type"] in ("checkbox", "radio"):
            if part["checked"] == wanted:
                return
            for need in part["needs"].split():
                self.meet(need)
            if part["thing"]:
                self.press_until(part["thing"], part["at"], wanted)
            elif self.keyboard:
                self.press(part["at"], " ")
            else:  # what it stands for is not drawn yet: another part has to be chosen first
                self.tagged(part["at"]).evaluate("el => el.click()")
        elif part["options"]:
            self.tagged(part["at"]).select_option(wanted)
        else:
            self.tagged(part["at"]).fill(wanted)

    def press_until(self, thing, control, wanted):
        """Presses a drawn thing until its control is as wanted; one that stands for several goes through them."""
        for _ in range(6):
            self.press(thing, self.rng.choice(["Enter", " "]))
            if self.tagged(control).is_checked() == wanted:
                return
        raise AssertionError("a drawn thing does not press its control")

    def meet(self, need):
        """Chooses what has to be chosen before something shows: `lay=30b`."""
        name, value = need.split("=")
        control = self.page.locator(f'#table input[name="{name}"][value="{value}"]')
        if not control.is_checked():
            thing = self.page.locator(f'#table svg [data-for~="{control.get_attribute("id")}"]').first
            if self.keyboard:
                thing.focus()
                self.page.keyboard.press("Enter")
            else:
                thing.click()
        assert control.is_checked()

    def choose(self, button):
        """Puts one of the button's listed choices together and presses it."""
        key = self.rng.choice(button["keys"]).split(" ")
        for part in button["inputs"]:
            wanted = f"{part['name']}={part['value']}" in key
            if part["type"] == "radio" and not wanted:
                continue
            if part["type"] not in ("checkbox", "radio"):
                wanted = next(word.split("=", 1)[1] for word in key if word.startswith(part["name"] + "="))
            self.set_part(part, wanted)
        self.press(button["at"])

    def act(self):
        """Makes one move, whatever it is; a press while a scene is shown would only skip it."""
        self.page.wait_for_function("() => !document.documentElement.dataset.scene")
        _, _, turn = self.status()
        for _ in range(40):
            found = self.page.evaluate(FIND)
            choices = [("legal", one) for one in found["legal"] if one["keys"]] + [
                ("send", one) for one in found["sends"]
            ]
            if found["parts"] and (not choices or self.rng.random() < 0.3):
                choices = [("part", one) for one in found["parts"]]
            assert choices, "the page offers nothing to do: " + self.page.inner_html("#table .side")
            kind, what = self.rng.choice(choices)
            try:
                if kind == "legal":
                    self.choose(what)
                else:
                    self.press(what)
            except DrawnAnew:
                if self.status()[2] != turn:
                    return
                continue
            if kind == "part":  # it may have pressed a button that plays
                sent = self.page.evaluate(
                    "t => { const el = document.getElementById('table'); "
                    "return el.hasAttribute('aria-busy') || el.dataset.turn !== t }",
                    turn,
                )
            if kind != "part" or sent:
                self.page.wait_for_function(
                    "t => document.getElementById('table').dataset.turn !== t", arg=turn, timeout=15000
                )
                return
        raise AssertionError("no move could be put together")

    def until_a_bot_has_moved(self, wait=60):
        """Plays on until it is a bot's turn and the bot has moved; answers how long the bot took."""
        since, seq, until = 0.0, 0, time.monotonic() + wait
        while time.monotonic() < until:
            status, now, bots_turn = self.page.evaluate(NOW)
            if since and now > seq:
                return time.monotonic() - since
            assert status != "over", "the game was over before a bot had moved"
            if bots_turn and not since:
                since, seq = time.monotonic(), now
            elif not since and self.page.locator("#table[data-mine=yes]").count():
                self.page.wait_for_selector("#table [data-move]:not([aria-disabled=true]), #table button[data-legal]")
                self.act()
            elif not since and self.page.locator("#table [data-do=continue]:visible").count():
                self.page.locator("#table [data-do=continue]:visible").first.click()
            time.sleep(0.01)
        raise AssertionError("no bot has moved")

    def play(self, most=400):
        """Plays until the game is over; answers how many moves it made."""
        made = 0
        while made < most:
            self.page.wait_for_function(
                "() => { const t = document.getElementById('table').dataset; return t.mine || t.status === 'over' }",
                timeout=60000,
            )
            if self.status()[0] == "over":
                return made
            self.act()
            made += 1
        raise AssertionError("the game did not end")


def program(page, url):
    """The house's JSON interface, in the name of whoever is at that page."""
    tokens = [one["value"] for one in page.context.cookies() if one["name"].startswith("brelan-")]
    token = next(one for one in tokens if len(one) == 43)
    return httpx.Client(base_url=f"{url}/api/v1/tables", headers={"authorization": f"Bearer {token}"}, timeout=30)


def play_out(pages, url):
    """The games at these people's tables, played to their end by programs in their names, while the pages look on."""
    tables = {}
    for page in pages:
        hand, table = program(page, url), page.url.split("/t/")[1].split("?")[0]
        tables.setdefault(table, {})[hand.get(f"/{table}").json()["you"]] = hand
    for table, seats in tables.items():
        for _ in range(2000):
            now = next(iter(seats.values())).get(f"/{table}").json()
            if now["status"] == "over":
                break
            if now["result"]:
                for hand in seats.values():
                    hand.post(f"/{table}/continue", json={}).raise_for_status()
            else:
                mine = seats[now["mover"]].get(f"/{table}").json()
                move = "stop" if "stop" in mine["moves"] else mine["moves"][0]
                played = {"seq": mine["seq"], "moves": [move]}
                seats[now["mover"]].post(f"/{table}/moves", json=played).raise_for_status()
        assert now["status"] == "over", "the game did not end"
        for hand in seats.values():
            hand.close()
