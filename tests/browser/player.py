"""Somebody at the page who knows no game: reads what it offers, as docs/page.md says, and does one of the things."""

import random
import time

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
      const thing = things.find((y) => y.dataset.for.split(' ')[0] === x.id && visible(y));
      const options = x.options ? [...x.options].map((o) => o.value) : [];
      return {
        name: x.name, value: x.value, type: x.type, checked: x.checked, at: mark(x),
        thing: thing ? mark(thing) : 0, options,
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


class Player:
    """Plays on one page, with the mouse or with the keyboard alone."""

    def __init__(self, page, seed=1, keyboard=False):
        self.page, self.keyboard, self.rng = page, keyboard, random.Random(seed)

    def status(self):
        return self.page.eval_on_selector("#table", "el => [el.dataset.status, el.dataset.mine || '', el.dataset.turn]")

    def press(self, at, key="Enter"):
        thing = self.page.locator(f"[data-t='{at}']")
        if self.keyboard:
            assert thing.evaluate("el => el.tabIndex") >= 0, "not to be reached with the keyboard"
            thing.focus()
            self.page.keyboard.press(key)
        else:
            try:
                thing.click(timeout=1500)
            except Exception:  # the middle of what it spans may be bare cloth: press one of its pieces
                thing.locator(
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
            if part["thing"] and not self.keyboard:
                self.press(part["thing"])
            elif part["thing"]:
                self.press(part["thing"], self.rng.choice(["Enter", " "]))
            elif self.keyboard:
                self.press(part["at"], " ")
            else:
                self.page.locator(f"[data-t='{part['at']}']").check(force=True) if wanted else self.page.locator(
                    f"[data-t='{part['at']}']"
                ).uncheck(force=True)
        elif part["options"]:
            self.page.locator(f"[data-t='{part['at']}']").select_option(wanted)
        else:
            self.page.locator(f"[data-t='{part['at']}']").fill(wanted)

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
            if kind == "legal":
                self.choose(what)
            else:
                self.press(what)
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
