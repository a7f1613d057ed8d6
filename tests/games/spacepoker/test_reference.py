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


def side_by_side(players, options, rng):
    """Plays one game in both; answers how many moves it took."""
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
        if "drop" in odds and rng.random() < 0.6:  # or a game soon has nothing left to stake
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
