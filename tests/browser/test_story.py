"""A game is told on the page: results lie there until they are read, and focus never goes to nowhere."""

import pytest

from .access import check_access
from .test_play import name_of, new_table

pytestmark = pytest.mark.browser
NOVICE = {"who": "bot", "level": "novice"}
FOCUS = "() => document.activeElement.dataset.do || document.activeElement.className || document.activeElement.tagName"


def is_mine(page):
    page.wait_for_selector('#table[data-mine="yes"]', timeout=60000)


def to_a_result(page):
    """A hand of SpacePoker is settled: the visitor drops out as soon as they may."""
    for _ in range(8):
        page.wait_for_selector('#table[data-mine="yes"], #table[data-result]', timeout=60000)
        if page.get_attribute("#table", "data-result"):
            return
        turn = page.get_attribute("#table", "data-turn")
        drop = page.locator("[data-move=drop]")
        if drop.count():
            drop.first.click()
            if page.locator("dialog[open] .primary").count():
                page.click("dialog[open] .primary")
        else:
            page.locator("[data-legal]").first.press("Enter")
        page.wait_for_function("t => document.getElementById('table').dataset.turn !== t", arg=turn, timeout=15000)
    raise AssertionError("no hand was settled")


def at_a_result(visitor, pace="slow", **more):
    page = visitor(new_table("spacepoker", NOVICE, quick=False, hands=3, ante=1), pace=pace, **more)
    page.wait_for_selector(".is-playing")
    to_a_result(page)
    return page


def gone_on(page):
    page.wait_for_selector("#table:not([data-result])", timeout=20000)
    is_mine(page)
    held = page.evaluate("() => document.getElementById('table').contains(document.activeElement)")
    assert held, "focus went to nowhere: " + page.evaluate(FOCUS)
    assert page.evaluate("() => !!document.activeElement.closest('.control-box')"), page.evaluate(FOCUS)


@pytest.mark.parametrize("key", ["Enter", " ", "Escape"])
def test_a_result_is_seen_and_a_key_goes_on(visitor, key, shot):
    page = at_a_result(visitor, lang="fr")
    assert page.evaluate(FOCUS) == "continue"
    told = page.inner_text(".settled .whose")
    assert told and page.inner_text(".log li >> nth=0").startswith(told), "the first sentence is the heading"
    assert page.locator(".felt > .gain.is-up").count() == 1, "how much the winner won stands at the seat"
    if key == "Enter":
        shot(page, "spacepoker-result-1280-fr")
        check_access(page)
    page.keyboard.press(key)
    gone_on(page)


def test_a_tap_on_the_cloth_goes_on(visitor, shot):
    page = at_a_result(visitor, width=390, height=844, has_touch=True)
    shot(page, "spacepoker-result-390")
    page.locator(".felt").tap()
    gone_on(page)


def test_a_result_outlives_a_reload_and_waits_for_the_reader_of_a_tab_alone(visitor):
    page = at_a_result(visitor)
    seq, told = page.get_attribute("#table", "data-seq"), page.inner_text(".settled .whose")
    page.reload()
    assert page.get_attribute("#table", "data-result") == "yes"
    assert page.get_attribute("#table", "data-seq") == seq
    assert page.inner_text(".settled .whose") == told
    assert page.evaluate(FOCUS) == "continue"
    page.click("[data-do=continue]")
    gone_on(page)


def test_one_of_two_has_read_and_waits_for_the_other(visitor, house):
    katy = visitor(new_table("spacepoker", {"who": "open"}, quick=False, hands=3, ante=1), pace="slow")
    leo = visitor("/t/" + name_of(katy), pace="slow")
    leo.click("[data-do=sit]")
    leo.fill("dialog input", "Léo")
    leo.click("dialog .primary")
    for page in (katy, leo):
        page.wait_for_selector(".is-playing")
    for _ in range(8):
        if katy.get_attribute("#table", "data-result"):
            break
        page = katy if katy.get_attribute("#table", "data-mine") else leo
        turn = page.get_attribute("#table", "data-turn")
        is_mine(page)
        if page.locator("[data-move=drop]").count():
            page.locator("[data-move=drop]").first.click()
            if page.locator("dialog[open] .primary").count():
                page.click("dialog[open] .primary")
        else:
            page.locator("[data-legal]").first.press("Enter")
        for each in (katy, leo):
            each.wait_for_function("t => document.getElementById('table').dataset.turn !== t", arg=turn, timeout=15000)
    katy.click("[data-do=continue]")
    katy.wait_for_function("() => document.querySelector('[data-do=continue]').textContent.startsWith('Waiting')")
    assert katy.get_attribute("#table", "data-result") and leo.get_attribute("#table", "data-result")
    leo.keyboard.press("Enter")
    for page in (katy, leo):
        page.wait_for_selector("#table:not([data-result])", timeout=4000)


def test_4d_shows_the_tip_before_the_turn_and_what_to_press_next(visitor, shot):
    """The scene in between is drawn first: the cloth is drawn anew, where an ordinary change moves what lies on it."""
    page = visitor(new_table("4d", NOVICE), lang="fr", moving=True, pace="slow")
    is_mine(page)
    seen = """() => { const felt = document.querySelector('.felt'); self.drawn = [];
      new MutationObserver(() => self.drawn.push(felt.innerHTML)).observe(felt, { childList: true }); }"""
    for _ in range(2):  # the opening, then a turn
        is_mine(page)
        page.evaluate(seen)
        turn = page.get_attribute("#table", "data-turn")
        if page.locator(".control-box [data-move]").count():
            page.locator(".control-box [data-move]").first.click()
        else:
            page.locator('svg [data-step="1"].is-next').first.click()
            assert page.locator('svg [data-step="2"].is-next').count() >= 3, "what to press next pulses"
            page.locator('svg [data-step="2"].is-next').first.click()
            shot(page, "4d-steps-1280-fr")
            page.locator("[data-legal]").first.click()
        page.wait_for_function("t => document.getElementById('table').dataset.turn !== t", arg=turn, timeout=15000)
    page.wait_for_function("() => self.drawn.length >= 1", timeout=15000)
    assert page.locator("[data-tumble]").count() == 0


WATCH = """() => { self.moved = []; const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const die = this.closest('[data-tumble]');
    self.moved.push({ die: die && die !== this ? die.dataset.key : '', gain: this.matches('.gain'),
      thrown: this.matches('[data-tumble]') ? this.dataset.key : '', hidden: frames[0].opacity === 0 });
    return animate.call(this, frames, options); }; }"""


def throw_and_stop(page):
    """One turn of Dodéka: the first throw, and what it brings."""
    is_mine(page)
    page.evaluate(WATCH)
    for move in ("throw 1 2 3", "stop"):
        turn = page.get_attribute("#table", "data-turn")
        page.locator(f'[data-move="{move}"]').first.click()
        page.wait_for_function("t => document.getElementById('table').dataset.turn !== t", arg=turn, timeout=15000)
        if move != "stop":
            is_mine(page)
    page.wait_for_selector(".log li.is-beat")
    return page.evaluate("moved")


def test_dice_hide_their_face_until_they_land_and_gains_travel(visitor):
    page = visitor(new_table("dodeka", NOVICE, quick=False, parties=1, target=5000), moving=True)
    moved = throw_and_stop(page)
    dice = {f"die-{die}" for die in (1, 2, 3)}
    assert {one["thrown"] for one in moved} >= dice, "a first throw rolls too"
    assert {one["die"] for one in moved if one["hidden"]} >= dice
    # What a turn brought travels when its line is told, which on a busy machine is later than the next turn.
    travelled = "() => self.moved.some(one => one.gain) || /nothing/.test(document.querySelector('.log').textContent)"
    page.wait_for_function(travelled, timeout=15000)


def test_less_motion_takes_the_movement_and_leaves_the_results(visitor):
    page = visitor(new_table("dodeka", NOVICE, quick=False, parties=1, target=5000), reduced_motion="reduce")
    assert throw_and_stop(page) == []
    told = page.locator(".log li.is-beat").first.inner_text()
    assert told and page.locator(".seat .score").count() == 2
