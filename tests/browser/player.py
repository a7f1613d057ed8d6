"""Somebody at the page who knows no game: reads what it offers, as docs/page.md says, and does one of the things."""

import random
import time

import httpx

import brelan

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
  return { sends, parts, legal, turn: table.dataset.turn };
}"""

# Each crossing to the browser costs more than what is asked there, and the table may be drawn anew between two of them:
# what belongs together is asked at once, and what is waited for is waited for in the page.
UNTIL = """const until = (ready, what, seconds) => new Promise((done, fail) => {
  const look = () => {
    const found = ready();
    if (found) { watcher.disconnect(); clearTimeout(timer); done(found); }
  };
  const watcher = new MutationObserver(look);
  const timer = setTimeout(() => { watcher.disconnect(); fail(new Error(what)); }, seconds * 1000);
  watcher.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
  look();
});"""
MINE = f"""seconds => {{ {UNTIL}
  const table = () => document.getElementById('table').dataset;
  return until(() => (table().mine || table().status === 'over') && table(), 'it is never my turn', seconds)
    .then((now) => now.status);
}}"""
# A press while a scene is shown would only skip it, and one before the house has answered would do nothing.
OFFERED = f"""() => {{ {UNTIL}
  const ready = () => !document.documentElement.dataset.scene && !document.querySelector('#table[aria-busy]');
  return until(ready, 'nothing can be pressed', 30).then({FIND});
}}"""
PLAYED = f"""turn => {{ {UNTIL}
  return until(() => document.getElementById('table').dataset.turn !== turn, 'nothing was played', 15).then(() => true);
}}"""

# Where a thing can be pressed: in its middle, or where that is bare cloth or covered, on one of its pieces.
AIM = """at => {
  const thing = document.querySelector(`[data-t="${at}"]`);
  if (!thing) return null;
  const pieces = [thing, ...[...thing.querySelectorAll('circle, rect, path, use, text')].reverse()];
  for (const block of ['nearest', 'center', 'start', 'end']) {
    thing.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    for (const piece of pieces) {
      const box = piece.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
      if (thing.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return [];
}"""
FOCUS = """at => {
  const thing = document.querySelector(`[data-t="${at}"]`);
  thing?.focus();
  return thing && thing.tabIndex >= 0;
}"""
CLICK = """at => {
  const control = document.querySelector(`[data-t="${at}"]`);
  control?.click();
  return control && true;
}"""
PRESSED = """at => {
  const table = document.getElementById('table'), control = document.querySelector(`[data-t="${at}"]`);
  const asked = document.querySelector('dialog[open] .primary');
  asked?.setAttribute('data-t', 'asked');
  return {
    asked: !!asked, turn: table.dataset.turn, busy: table.hasAttribute('aria-busy'), checked: control?.checked ?? null,
  };
}"""
# The thing that stands for a part that has to be chosen before something else shows: `lay=30b`. 0 when it is chosen.
NEEDED = """([name, value]) => {
  const find = (what) => document.querySelector(`#table ${what}`);
  const control = find(`input[name="${name}"][value="${value}"]`);
  const thing = control && find(`svg [data-for~="${control.id}"]`);
  if (!thing) return null;
  if (!thing.hasAttribute('data-t')) thing.setAttribute('data-t', `need-${control.id}`);
  return control.checked ? 0 : thing.getAttribute('data-t');
}"""


NOW = """() => {
  const table = document.getElementById('table'), { status, seq, seat, mine } = table.dataset;
  return [status, Number(seq), Number(seat), !!mine, !!table.querySelector('[data-do=continue]')?.checkVisibility()];
}"""
RECORD = """() => {
  const { table } = document.getElementById("table").dataset;
  return fetch(`/api/v1/tables/${table}/record`).then((answer) => answer.text());
}"""


class DrawnAnew(Exception):
    """What was looked at is no longer on the page (a friend came back, say): look again."""


def still_there(answer):
    if answer is None:
        raise DrawnAnew
    return answer


class Player:
    """Plays on one page: with the mouse, on a touch screen with a finger, or with the keyboard alone."""

    def __init__(self, page, seed=1, keyboard=False):
        self.page, self.keyboard, self.rng = page, keyboard, random.Random(seed)
        self.touch = page.evaluate("navigator.maxTouchPoints > 0")

    def status(self):
        return self.page.eval_on_selector("#table", "el => [el.dataset.status, el.dataset.mine || '', el.dataset.turn]")

    def press(self, at, key="Enter", control=0):
        """Presses what FIND gave this number; answers what became of the table, and of a control."""
        if self.keyboard:
            assert still_there(self.page.evaluate(FOCUS, at)), "not to be reached with the keyboard"
            self.page.keyboard.press(key)
        else:
            where = still_there(self.page.evaluate(AIM, at))
            assert where, "something lies over it: " + self.page.inner_html(f"[data-t='{at}']")
            press = self.page.touchscreen.tap if self.touch else self.page.mouse.click
            press(*where)
        after = self.page.evaluate(PRESSED, control)
        return self.press("asked", key, control) if after["asked"] else after

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
                click = (
                    "at => { const el = document.querySelector(`[data-t='${at}']`); el?.click(); return el && true; }"
                )
                still_there(self.page.evaluate(click, part["at"]))
        else:
            self.write(part, wanted)

    def write(self, part, wanted):
        control = self.page.locator(f"[data-t='{part['at']}']")
        try:
            if part["options"]:
                control.select_option(wanted, timeout=5000)
            else:
                control.fill(wanted, timeout=5000)
        except Exception:
            if control.count():
                raise
            raise DrawnAnew from None

    def press_until(self, thing, control, wanted):
        """Presses a drawn thing until its control is as wanted; one that stands for several goes through them."""
        for _ in range(6):
            if still_there(self.press(thing, self.rng.choice(["Enter", " "]), control)["checked"]) == wanted:
                return
        raise AssertionError("a drawn thing does not press its control")

    def meet(self, need):
        """Chooses what has to be chosen before something shows: `lay=30b`."""
        part = need.split("=")
        if thing := still_there(self.page.evaluate(NEEDED, part)):
            self.press(thing)
            assert still_there(self.page.evaluate(NEEDED, part)) == 0, f"{need} cannot be chosen"

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
        """Makes one move, whatever it is."""
        turn = None
        for _ in range(40):
            found = self.page.evaluate(OFFERED)
            turn = turn or found["turn"]
            if found["turn"] != turn:  # a press was lost from sight when the table was drawn anew, and has played
                return
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
                    break
                after = self.press(what)
            except DrawnAnew:
                continue
            if kind == "send" or after["busy"] or after["turn"] != turn:  # a part may have pressed a button that plays
                break
        else:
            raise AssertionError("no move could be put together")
        self.page.evaluate(PLAYED, turn)

    def until_a_bot_has_moved(self, wait=60):
        """Plays on until a bot has moved, by the record: it may take no time; answers how long it took."""
        since, seen, until = time.monotonic(), -1, time.monotonic() + wait
        while time.monotonic() < until:
            status, seq, seat, mine, onward = self.page.evaluate(NOW)
            if seq != seen:
                seen, record = seq, brelan.Record.parse(self.page.evaluate(RECORD))
                if any(move.who not in (seat, brelan.CHANCE) for move in record.moves):
                    return time.monotonic() - since
            assert status != "over", "the game was over before a bot had moved"
            if mine:
                self.act()
                since = time.monotonic()
            elif onward:
                self.page.locator("#table [data-do=continue]:visible").first.click()
            else:
                time.sleep(0.01)
        raise AssertionError("no bot has moved")

    def play(self, most=400):
        """Plays until the game is over; answers how many moves it made."""
        for made in range(most):
            if self.page.evaluate(MINE, 60) == "over":
                return made
            self.act()
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
                mine = now if now["you"] == now["mover"] else seats[now["mover"]].get(f"/{table}").json()
                move = "stop" if "stop" in mine["moves"] else mine["moves"][0]
                played = {"seq": mine["seq"], "moves": [move]}
                seats[now["mover"]].post(f"/{table}/moves", json=played).raise_for_status()
        assert now["status"] == "over", "the game did not end"
        for hand in seats.values():
            hand.close()
