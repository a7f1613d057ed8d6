"""Hands at the table: a double tap plays once, what is chosen stays visibly chosen, advice is lit and played."""

import re

import pytest

import brelan
from brelan.house.http import render
from brelan.house.pages import web
from brelan.house.table.tables import Viewer

from .gallery import Position, positions
from .test_play import new_table


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
    told = page.locator(".control-box .primary").inner_text()
    assert re.fullmatch(r"Throw (both \d+s|the \d+ and the \d+) again", told)


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
    page = visitor(new_table("dodeka", {"who": "bot", "level": "novice"}), calm=True)
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


def test_a_die_thrown_again_rolls_though_it_lands_as_it_lay(gallery):
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
    page, show = gallery(reduced_motion="reduce")
    show(position)
    page.emulate_media(reduced_motion="no-preference")
    again, rolled = page.evaluate(ROLLED, [web.static().address("motion.js"), about])
    assert (again, rolled) == ([], ["blue-1", "blue-2"])


# A house that has not answered yet: a second press comes before the first has done anything.
SENT = """() => { self.sent = []; const real = fetch;
  self.fetch = (address, more) => (address.endsWith('/moves') ? (self.sent.push(JSON.parse(more.body).moves),
    new Promise(() => {})) : real(address, more)); }"""


def _dalapapa(verb: str) -> Position:
    """A position of a game of two in which one may do that."""
    return next(one for one in positions("dalapapa", 2, games=1, most=90) if verb in one.kind.split("-"))


@pytest.mark.parametrize("name", ["4d", "pepetes", "spacepoker"])
def test_a_double_tap_sends_one_move(gallery, name):
    """In the other games too, wherever one press plays."""
    (page, show), tried = gallery(width=390, height=844, has_touch=True), 0
    for position in positions(name, brelan.game(name).seats[-1], games=2, most=160):
        if position.kind in ("over", "result", "others"):
            continue
        show(position)
        button = page.locator(".control-box [data-move]:not([data-confirm]):visible")
        if button.count():
            page.evaluate(SENT)
            calm(page)
            button.first.dblclick()
            page.wait_for_function("() => sent.length")
            assert page.evaluate("sent.length") == 1, position.kind
            tried += 1
    assert tried


def _shown(page, what):
    return page.locator(f"{what}:not(.unneeded)").evaluate_all(
        "all => all.filter((el) => getComputedStyle(el).visibility === 'visible').length"
    )


def test_a_domino_is_tried_turned_dragged_and_laid(gallery):
    """Dalapapa: a ghost lies wherever the chosen face fits; a tap tries it, another turns it, the button lays it."""
    position = _dalapapa("place")
    view = position.state.view(position.seat)
    page, show = gallery(width=1440, height=900)
    show(position)
    page.evaluate(SENT)
    ways = {}
    for at, spot in enumerate(view["placements"]):
        face = f"{spot['domino']}{spot['face']}"
        ways.setdefault((face, spot["x"], spot["y"], spot["turn"] & 1), []).append(at)
    face = next(iter(ways))[0]
    page.locator(f'svg [data-for="lay-{face}"]').click()
    places = [place for place in ways if place[0] == face]
    ghosts = _shown(page, f'.felt [data-needs="lay={face}"][opacity] use')
    assert ghosts == len(places), "the domino itself lies as a ghost on every place"
    spots = ways[places[0]]
    ring = page.locator(f'svg [data-for~="spot-{spots[0]}"] circle').nth(1)
    button = page.locator(".control-box .primary")
    assert button.is_disabled()
    ring.click()
    assert page.locator(f"#spot-{spots[0]}").is_checked() and _shown(page, f'.felt [data-needs="spot={spots[0]}"]') == 1
    ring.click()
    assert page.locator(f"#spot-{spots[1 % len(spots)]}").is_checked(), "pressed again, it turns"
    dragged = next(place for place in ways if place[0] != face)
    page.locator(f'svg [data-for="lay-{dragged[0]}"] use').hover()
    page.mouse.down()
    page.mouse.move(700, 300, steps=4)  # chosen as soon as it moves: its places show
    at = page.locator(f'svg [data-for~="spot-{ways[dragged][0]}"] circle').nth(1).bounding_box()
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2, steps=4)
    page.mouse.up()
    assert page.locator(f"#spot-{ways[dragged][0]}").is_checked(), "dropped on a place, it is tried there"
    assert page.evaluate("sent") == [], "nothing is laid until it is confirmed"
    button.dblclick()
    page.wait_for_function("() => sent.length")
    assert page.evaluate("sent.length") == 1


def test_a_territory_is_numbered_on_hover_and_focus(gallery):
    position = _dalapapa("mark")
    page, show = gallery(width=1440, height=900)
    show(position)
    page.evaluate(SENT)
    assert _shown(page, ".when-near") == 0
    land = page.locator('.felt [data-move^="mark "]').first
    page.keyboard.press("Tab")
    land.focus()
    assert _shown(page, ".when-near") == 1
    page.locator(".whose").click()
    land.locator("circle").hover()
    assert _shown(page, ".when-near") == 1
    quiet = page.locator('.control-box [data-move="end"]')
    assert "quiet" in quiet.get_attribute("class") and quiet.inner_text().startswith("End without marking (")
    land.locator("circle").click()
    page.wait_for_function("() => sent.length")
    assert page.evaluate("sent")[0] == [land.get_attribute("data-move")]
