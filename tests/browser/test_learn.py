"""Lessons in the browser: every one is read to its end by pressing; one by hand, with a wrong move first."""

import pytest

import brelan
from brelan.model.words import LANGUAGES
from brelan.school.lessons import lesson_numbers

# Reads a lesson to its end, making its moves with the controls of the table, whatever the game.
WALK = r"""async () => {
  const table = () => document.getElementById('table');
  const until = async (ready) => {
    for (let n = 0; !ready(); n += 1) {
      if (n > 1000) throw new Error('nothing happens: ' + table().innerText.slice(0, 300));
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const set = (part, on) => {
    if (part.checked !== on) { part.checked = on; part.dispatchEvent(new Event('change', { bubbles: true })); }
  };
  const filled = (button, words) => {  // "stake {amount}": its parts are set so that it sends these words
    const names = [...button.dataset.move.matchAll(/\{([\w-]+)\}/g)].map((found) => found[1]);
    const found = words.match(new RegExp('^' + button.dataset.move.replace(/\{[\w-]+\}/g, '(.*)') + '$'));
    if (!found || !names.length) return false;
    for (const need of (button.dataset.needs || '').split(' ').filter(Boolean)) {
      const [name, value] = need.split('=');
      set([...button.form.elements[name]].find((part) => part.value === value), true);
    }
    for (const [at, name] of names.entries()) {
      const part = button.form.elements[name];
      if (part.length) set([...part].find((one) => one.value === found[at + 1]), true);
      else { part.value = found[at + 1]; part.dispatchEvent(new Event('input', { bubbles: true })); }
    }
    return true;
  };
  const press = (words) => {
    const sends = [...table().querySelectorAll('button[data-move]')];
    const plain = sends.find((button) => button.dataset.move === words);
    const whole = plain || sends.find((button) => filled(button, words));
    if (whole) { whole.click(); return true; }
    for (const button of table().querySelectorAll('button[data-legal]')) {
      const entry = Object.entries(JSON.parse(button.dataset.legal)).find(([, found]) => found[0] === words);
      if (!entry) continue;
      const parts = entry[0].split(' ');
      for (const part of button.form.elements) {
        if (['checkbox', 'radio'].includes(part.type)) set(part, parts.includes(`${part.name}=${part.value}`));
      }
      button.click();
      return true;
    }
    return false;
  };
  for (let n = 0; n < 40 && !table().dataset.last; n += 1) {
    const { step, waits } = table().dataset, moves = waits ? JSON.parse(table().dataset.solution) : [];
    if (!waits) {
      document.querySelector('[data-do=next]').click();
      await until(() => table().dataset.step !== step);
    } else if (press(moves.join('; '))) await until(() => !table().dataset.waits);
    else for (const move of moves) {
      const before = table().innerHTML;
      if (!press(move)) throw new Error('nothing plays ' + move);
      await until(() => table().innerHTML !== before);
      await new Promise((done) => setTimeout(done, 20));
    }
  }
  return document.querySelectorAll('.verdict.is-wrong').length;
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_lesson_comes_to_its_end(visitor, house, lang, many):
    """Each game's in one language at least, on a phone in French: only the words are others."""
    page = visitor("/passport", lang=lang, width=390 if lang == "fr" else 1280)
    games = brelan.games()
    for name in many(games[LANGUAGES.index(lang) :: len(LANGUAGES)], games):
        numbers = lesson_numbers(brelan.game(name))
        for number in numbers:
            page.goto(f"{house.url}/learn/{name}/{number}")
            assert page.evaluate(WALK) == 0 and page.locator(".actions .primary").count() == 1, (name, number)
            page.wait_for_selector("#table[data-kept]")
        page.goto(f"{house.url}/learn/{name}")
        assert page.locator(".lessons .badge").count() == len(numbers), "what is done is kept"


def test_a_lesson_by_hand_then_a_first_game_against_novices(visitor, house):
    page = visitor("/learn/dodeka/1", reduced_motion="reduce")
    page.get_by_role("button", name="Throw the dice").click()
    page.locator("[data-do=next]").click()
    page.get_by_role("button", name="Stop: sum 10 to 19, 10").click()
    assert "Two more throws are free" in page.locator(".verdict.is-wrong").inner_text()
    page.locator(".felt [data-key=die-1]").click()
    page.locator(".felt [data-key=die-2]").click()
    page.get_by_role("button", name="Throw the 9 again").click()
    page.locator(".verdict.is-right").wait_for()
    page.goto(f"{house.url}/learn/dodeka/4?step=5")
    page.get_by_role("button", name="Play a first game, against novices").click()
    page.locator("#table[data-mine]").wait_for()
    address = page.url.replace("/t/", "/api/v1/tables/")
    seats = page.evaluate("(address) => fetch(address).then((answer) => answer.json())", address)["seats"]
    assert {seat["level"] for seat in seats if seat["kind"] == "bot"} == {"novice"}
    assert page.locator("#offer").count() == 0, "who has had a lesson needs no offer"
    page.locator("#rulesbutton").click()
    page.locator("#drawer .is-about").wait_for()
    assert "Throw the three dice" in page.locator("#drawer .is-about").inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Throw the dice").click()
    page.locator("#remark button").wait_for()
    with page.expect_response(lambda answer: answer.request.method == "POST" and "/remarks/" in answer.url) as read:
        page.locator("#remark button").click()
    with page.expect_response("**/remarks/*?since=*") as asked:  # the page asks for the next one as soon as it stands
        page.reload()
    number = int(read.value.url.rsplit("/", 1)[1])
    assert asked.value.json().get("number") != number, "a remark put away never comes again"


def test_lessons_are_offered_to_who_opens_a_game_for_the_first_time(visitor, house):
    page = visitor("/", lang="fr")
    assert page.get_by_role("link", name="Apprendre").count() == len(brelan.games())
    page.locator("form[action='/play/4d'] button").click()
    page.locator("#declined").wait_for()
    page.wait_for_load_state("load")  # its script listens
    with page.expect_response("**/no-thanks"):
        page.locator("#declined").click()
    page.reload()
    assert page.locator("#offer").count() == 0
