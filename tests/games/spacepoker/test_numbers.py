"""SpacePoker in numbers: what the law of the house adds to what a seat observes."""

import random

import numpy as np
import pytest

from brelan.dev.testing import play_through

from .helpers import GAME, HOUSE, at_stakes, hand, new, row


def features(state, seat):
    """An observation, by the names of its features."""
    found, at, numbers = {}, 0, state.observation(seat)
    for part in GAME.spaces.OBSERVATION:
        size = int(np.prod(part.shape)) * (state.players if part.by_seat else 1)
        found[part.name] = numbers[at : at + size]
        at += size
    assert at == len(numbers)
    return found


def test_spa_15_this_hands_ante_and_those_to_come():
    seen = features(hand(8, row(6, 5, 4), row(6, 5, 4)), 0)
    assert seen["ante"] * 60 == pytest.approx([8]) and seen["antes"] * 60 == pytest.approx([9, 10, 0, 0])
    seen = features(new(2, ante=3), 0)
    assert seen["ante"] * 60 == pytest.approx([3]) and seen["antes"] * 60 == pytest.approx([3, 3, 3, 3])


def test_spa_05a_how_much_may_be_added_and_what_each_paid():
    state = at_stakes(3, [48, 10, 3, 1, 1, 2], row(6, 5, 4), [30, 10, 3, 2, 0, 0])
    everything = 60 * 3
    assert features(state, 0)["limit"] * everything == pytest.approx([12])
    state.play("stake 5")
    assert features(state, 0)["limit"] * everything == pytest.approx([7])
    assert features(state, 1)["limit"] * everything == pytest.approx([12])
    state.play("drop")
    assert features(state, 1)["limit"] == [0] and features(state, 2)["limit"] * everything == pytest.approx([64])
    state = hand(4, row(6, 6, 6, 4), row(2, 1), row(5, 5, 4))
    assert features(state, 1)["paid"] * 60 == pytest.approx([3, 4, 4])
    assert features(new(2), 0)["limit"] == [0]


def test_all_of_it_stays_within_its_bounds_to_the_end_of_long_games():
    """With an ante that has risen as far as it can."""
    rng = random.Random(3)
    for players in (2, 5):
        state = new(players, **HOUSE | {"hands": 0, "ante": 6, "rise": 1})
        for at in play_through(state, rng, cap=800):
            for part in GAME.spaces.OBSERVATION:
                numbers = features(at, 0)[part.name]
                assert (numbers >= part.low).all() and (numbers <= part.high).all(), part.name
