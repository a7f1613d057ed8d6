"""A die tips over its edge on the page: drawn as the body it is, from where it lay to where it lies."""

import random
import re
from collections import Counter

import pytest

import brelan
from brelan.dev import testing
from brelan.games.four_d.rules.geometry import ORIENTATIONS, TIP_LEFT, TIP_RIGHT
from brelan.games.four_d.table.drawing import TIP_STEPS, _die_tipping, die_body
from brelan.games.four_d.table.position import _die
from brelan.play import story

WAYS = {  # axis, way: what tipping so does
    (0, -1): TIP_LEFT,
    (1, -1): TIP_RIGHT,
    (0, 1): [TIP_LEFT.index(o) for o in range(ORIENTATIONS)],
    (1, 1): [TIP_RIGHT.index(o) for o in range(ORIENTATIONS)],
}


def faces(drawn):
    """The numbers of pips on the faces that are seen, with where the middle of each lies."""
    found = re.findall(r'<g transform="matrix\(([^)]*)\)">(.*?)</g>', drawn)
    return Counter((marks.count("<circle"), *(round(float(x)) for x in matrix.split()[4:])) for matrix, marks in found)


def tipping(die, axis, way, part):
    return _die_tipping((7 - die["left"], 7 - die["right"], die["up"]), axis, way, part)


@pytest.mark.parametrize("way", WAYS)
def test_it_starts_where_it_lay_and_ends_where_it_lies(way):
    for old, new in enumerate(WAYS[way]):
        assert faces(tipping(_die(new), *way, 0.0)) == faces(die_body(_die(old)))
        assert faces(tipping(_die(new), *way, 1.0)) == faces(die_body(_die(new)))


def test_every_reader_sees_the_tipped_dice_tip():
    state, rng = brelan.game("4d").new(players=2, target=40, chance="manual"), random.Random(2)
    scenes = 0
    while not state.over:
        before, code = state.copy(), testing.random_code(state, rng)
        state.apply(code)
        for seat in (None, 0, 1):
            then = {die["id"]: die for die in before.view(seat)["dice"]}
            for scene in story.scenes(before, code, state, seat):
                if scene.view is None:
                    continue
                scenes += 1
                drawn = state.game.table.svg(scene.view, state.game.say("en"))
                moved = {die["place"]: die for die in scene.view["dice"] if die["up"] != then[die["id"]]["up"]}
                assert set(scene.view["tipping"]) == set(moved) and moved
                assert drawn.count(f'data-frame="{TIP_STEPS}"') == len(moved)
                for place, die in moved.items():
                    first = faces(tipping(die, *scene.view["tipping"][place], 0.0))
                    assert first == faces(die_body(then[die["id"]])), "it tips from as it lay before this reader"
    assert scenes > 10
