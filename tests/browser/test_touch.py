"""Hands at the table: a double tap plays once, what is chosen stays visibly chosen, advice is lit and played."""

import pytest

import brelan
from brelan.house import render, web
from brelan.house.tables import Viewer

from .gallery import Position, serve
from .test_play import open_table


def sit(visitor, game, **more):
    """Alone against bots, on the page people find."""
    page = visitor("/", calm=True, **more)
    page.locator(f'form[action="/play/{game}"] button').first.click()
    page.wait_for_selector("#table.is-playing.is-mine", timeout=60000)
    return page


def calm(page):
    page.wait_for_function("() => !document.querySelector('.control-box .primary[aria-disabled=true]')")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_double_tap_never_plays_twice(visitor, width):
    page = sit(visitor, "dodeka", width=width, height=844, has_touch=width == 390)
    turn = page.get_attribute("#table", "data-turn")
    calm(page)
    page.locator(".control-box .primary").dblclick()
    page.wait_for_function("t => document.getElementById('table').dataset.turn !== t", arg=turn)
    dice = page.locator("svg [data-for^=keep-]")
    dice.first.click()
    turn = page.get_attribute("#table", "data-turn")
    calm(page)
    page.locator(".control-box .primary").dblclick()
    page.wait_for_function("t => document.getElementById('table').dataset.turn !== t", arg=turn)
    page.wait_for_timeout(200)  # a second press would have been sent by now
    assert page.evaluate("() => document.querySelectorAll('svg [data-for^=keep-]').length") == 3, (
        "thrown twice, not thrice"
    )
    assert dice.first.get_attribute("aria-pressed") == "true", "a die set aside stays aside"


def test_nothing_is_thrown_again_until_dice_are_chosen(visitor):
    page = sit(visitor, "dodeka")
    calm(page)
    page.locator(".control-box .primary").click()
    page.wait_for_selector("svg [data-for=keep-1]")
    assert page.locator(".control-box .primary").is_disabled()
    page.locator("svg [data-for=keep-2]").click()
    assert page.locator(".control-box .primary").inner_text() == "Throw dice 1 and 3 again"


def test_what_is_chosen_stays_lit_under_the_pointer(visitor):
    page = sit(visitor, "dodeka")
    calm(page)
    page.locator(".control-box .primary").click()
    die = page.locator("svg [data-for=keep-1]")
    die.click()
    die.hover()
    light = die.evaluate("el => getComputedStyle(el).filter")
    assert light.count("drop-shadow") == 2, light
    assert die.locator(".chosen").count() == 1, "a mark beside the colour"
    die.click()
    assert die.locator(".chosen").count() == 0


def test_advice_is_one_sentence_lit_on_the_board_and_played(visitor):
    """At a short game of two, which is solved in no time."""
    brelan.game("dodeka").hurry()  # advice waits until all is compiled
    page = visitor("/", calm=True)
    open_table(page, "dodeka", {"who": "bot", "level": "novice"})
    page.wait_for_selector("#table.is-playing.is-mine", timeout=60000)
    calm(page)
    page.locator(".control-box .primary").click()
    page.wait_for_selector("svg [data-for=keep-1]")
    turn = page.get_attribute("#table", "data-turn")
    page.get_by_role("button", name="Advice").click()
    page.wait_for_selector(".advised", timeout=300000)
    assert page.inner_text(".advised").startswith("The master ")
    assert page.locator(".is-advised").count() >= 1, "drawn on the board"
    page.get_by_text("All moves, best first").click()
    assert page.locator(".advice li").count() == 8 and page.locator(".advice li .bar").count() == 8
    page.get_by_role("button", name="Play this move").click()
    page.wait_for_function("t => document.getElementById('table').dataset.turn !== t", arg=turn)


ROLLED = """async ([motion, about]) => {
  const { capture, move } = await import(motion), root = document.getElementById('table');
  const rolled = () => document.getAnimations().map((one) => one.effect.target.dataset?.key).filter(Boolean);
  const before = capture(root);
  root.dataset.about = about;
  move(root, before);
  const again = rolled();
  root.dataset.turn = 'later';
  move(root, before);
  return [again, [...new Set(rolled())]];
}"""


def test_a_die_thrown_again_rolls_though_it_lands_as_it_lay(chromium):
    """Pépètes: the throw's scene names the dice in the air; each of them rolls, once, whatever it shows then."""
    state = brelan.game("pepetes").new(players=2, seed=3)
    state.plays_chance(False)

    def land():
        while state.mover == brelan.CHANCE:
            state.apply(state.draw_chance())

    land()
    state.play("throw all")
    land()
    state.play("pass")
    state.play("throw 2 3")
    at = len(state.log)
    land()
    position = Position("thrown again", state, state.mover)
    table = position.table(before=len(state.log) - at + 1)
    about = " ".join(key for scene in render.news(table, Viewer(0, "en", host=False)) for key in scene.about)
    assert about.split() == ["blue-1", "blue-2"], "those that were thrown are lit, and no other"
    assert "The dice are rolling" not in render.fragment(table, Viewer(0, "en", host=False)).split('class="log"')[1]
    context = chromium.new_context()
    page = context.new_page()
    serve(page)(position)
    page.emulate_media(reduced_motion="no-preference")
    again, rolled = page.evaluate(ROLLED, [web.static().address("motion.js"), about])
    page.unroute_all(behavior="ignoreErrors")
    context.close()
    assert (again, rolled) == ([], ["blue-1", "blue-2"])
