"""Paying in planets (SPA-09): exact amounts only, the fewest cards, the largest first."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from brelan.games.spacepoker.rules.planets import (
    EACH,
    MOST_POINTS,
    amounts,
    can_pay,
    cards,
    change,
    move_planets,
    points,
    unbroken,
    worth,
)

ROWS = st.tuples(*[st.integers(0, most) for most in (4, 3, 3, 2, 2, 2)])


def slowly(row, amount):
    """All ways to pay, tried one by one: the fewest cards, then the most of the largest."""
    ways = [
        way for way in product(*(range(n + 1) for n in row)) if sum((i + 1) * n for i, n in enumerate(way)) == amount
    ]
    return min(ways, key=lambda way: (sum(way), [-n for n in reversed(way)]), default=None)


@settings(max_examples=150)
@given(ROWS, st.integers(0, 50))
def test_the_planets_used_are_the_fewest_and_the_largest(row, amount):
    """SPA-09."""
    held = np.array(row, np.int8)
    wanted = slowly(row, amount)
    assert bool(can_pay(held, amount)) == (wanted is not None)
    if wanted is not None:
        used = np.zeros(6, np.int64)
        change(held, amount, used)
        assert tuple(used.tolist()) == wanted
        pot = np.zeros(6, np.int8)
        assert move_planets(held, pot, amount) and tuple(pot.tolist()) == wanted
        assert tuple((held + pot).tolist()) == row


@settings(max_examples=150)
@given(ROWS)
def test_every_amount_that_can_be_made_is_found(row):
    """SPA-09."""
    held = np.array(row, np.int8)
    out = np.zeros(MOST_POINTS + 2, np.int64)
    total = amounts(held, out)
    assert total == points(held) == worth(row)
    sums = {sum((i + 1) * n for i, n in enumerate(way)) for way in product(*(range(n + 1) for n in row))}
    assert {amount for amount in range(total + 1) if out[amount]} == sums
    upto = max(n for n in range(total + 1) if all(m in sums for m in range(n + 1)))
    run, whole = unbroken(held)
    assert run <= upto and whole == (run == total)


def test_greed_alone_does_not_pay():
    """SPA-09."""
    held, pot = np.array([0, 0, 2, 1, 0, 1], np.int8), np.zeros(6, np.int8)
    assert move_planets(held, pot, 7) and pot.tolist() == [0, 0, 1, 1, 0, 0]  # 4 + 3: a 6 would leave 1 to pay
    assert not move_planets(held, pot, 2) and held.tolist() == [0, 0, 1, 0, 0, 1]


def test_everybody_starts_with_25_planets_worth_60():
    """SPA-01."""
    assert cards(np.array(EACH)) == 25 and points(np.array(EACH)) == 60
