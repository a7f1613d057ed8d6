"""The rules against a second, independent referee: the same moves with the same odds at every step, and the same
planets at the end.
"""

import random

import pytest

from brelan.dev.testing import random_options

from .helpers import GAME
from .reference import referee


def planets(state):
    """What each seat owns, in points."""
    return [sum(value * n for value, n in enumerate(row, 1)) for row in state.struct.planets[: state.players].tolist()]


def side_by_side(players, options, rng, ahead=0.6):
    """Plays one game in both; answers how many moves it took. Where one may drop, one stakes the least that often."""
    state = GAME.new(players=players, chance="manual", **options)
    second = referee(players, **{option.name: state.options[option.name] for option in GAME.rules.OPTIONS})
    asked = next(second)
    while not state.over:
        who, odds = asked
        ours = (
            {GAME.words(code): weight for code, weight in state.odds()}
            if state.mover < 0
            else dict.fromkeys(state.moves(), 1)
        )
        assert (state.mover, ours) == (who, odds)
        move = rng.choice(sorted(odds))
        if "drop" in odds and rng.random() < ahead:  # or a game soon has nothing left to stake
            move = min(odds, key=lambda words: (words == "drop", len(words), words))
        state.play(move)
        try:
            asked = second.send(move)
        except StopIteration as end:
            assert state.over and tuple(end.value) == tuple(planets(state))
            return len(state.log)
    raise AssertionError("the second referee plays on")


@pytest.mark.parametrize("players", GAME.seats)
def test_the_second_referee_agrees(players):
    rng = random.Random(players)
    moves = 0
    for _ in range(40):
        options = random_options(GAME, rng) | {"hands": rng.randrange(1, 7)}
        moves += side_by_side(players, options, rng)
    assert moves > 500


HOUSE = {"reach": "even", "change": True, "ante": 1, "rise": 1, "first": "rotate"}


@pytest.mark.parametrize("players", GAME.seats)
def test_spa_05a_09a_15_the_second_referee_agrees_on_the_law_of_the_house(players, many):
    """And on stakes that are even without change, where planets are few."""
    rng = random.Random(100 + players)
    for _ in range(many(12, 300)):
        raised = HOUSE | {"ante": rng.choice([1, 1, 4, 6]), "rise": rng.choice([1, 2]), "hands": rng.choice([0, 10])}
        side_by_side(players, GAME.complete_options(raised), rng, ahead=rng.choice([0.6, 0.9]))
        even = {
            "reach": "even",
            "ante": rng.choice([0, 1, 3]),
            "rise": 0,
            "hands": 8,
            "closing": rng.choice(["lap", "called"]),
        }
        side_by_side(players, GAME.complete_options(even), rng, ahead=0.5)
