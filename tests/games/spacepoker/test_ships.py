"""The combinations (SPA-10, SPA-11): all hands counted, and who beats whom."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from brelan.games.spacepoker.rules.ships import (
    COMBINATIONS,
    DIFFERENT,
    FIVE,
    FOUR,
    FULL,
    PAIR,
    RANK,
    THREE,
    TWO_PAIRS,
    all_but_smallest,
    combination,
    counts_of,
    how_many,
    pack,
    pack_sizes,
    sizes_of,
    smallest,
    strength,
    unpack,
)
from brelan.games.spacepoker.solve.odds import dealt_counts


def row(text):
    sizes = [int(size) for size in text.split()]
    return np.array([sizes.count(size) for size in range(1, 8)], np.int8)


def made(text):
    """The combination by its definition, written a second time."""
    groups = sorted((text.split().count(size) for size in set(text.split())), reverse=True)
    return {(1,): DIFFERENT, (5,): FIVE, (4, 1): FOUR, (3, 2): FULL, (3, 1): THREE, (2, 2): TWO_PAIRS, (2, 1): PAIR}[
        tuple(groups[:2] if groups[0] > 1 else [1])
    ]


@pytest.mark.parametrize(("sizes", "copies", "fleet"), [(5, 7, 0), (7, 5, 1)])
def test_every_hand_of_35_ships_counted_one_by_one(sizes, copies, fleet):
    """SPA-01, SPA-10."""
    deck = [1 + card // copies for card in range(35)]
    counts, kinds = [0] * 7, {}
    for hand in combinations(deck, 5):  # all 324,632
        if hand not in kinds:
            text = " ".join(map(str, hand))
            kinds[hand] = combination(row(text))
            assert kinds[hand] == made(text)
        counts[kinds[hand]] += 1
    wanted = (
        [144060, 92610, 51450, 14700, 4900, 105, 16807] if fleet == 0 else [175000, 52500, 26250, 4200, 1050, 7, 65625]
    )
    assert counts == wanted == dealt_counts(fleet)
    assert sum(counts) == comb(35, 5)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("1 2 3 4 5", "5 5 5 5 5"),  # a suite astronomique beats everything
        ("1 1 1 1 1", "5 5 5 5 4"),
        ("1 1 1 1 2", "5 5 5 4 4"),
        ("1 1 1 2 2", "5 5 5 4 3"),
        ("1 1 1 2 3", "5 5 4 4 3"),
        ("1 1 2 2 3", "5 5 4 3 2"),
        ("2 2 2 2 1", "1 1 1 1 5"),
        ("2 2 2 1 1", "1 1 1 5 5"),  # the three decide first
        ("2 2 2 4 4", "2 2 2 3 3"),
        ("5 5 1 1 2", "4 4 3 3 5"),  # the larger pair first
        ("5 5 2 2 1", "5 5 1 1 4"),
        ("3 4 5 6 7", "2 4 5 6 7"),  # a suite compares all five, from the largest down
        ("1 2 3 4 7", "2 3 4 5 6"),
    ],
)
def test_who_beats_whom(better, worse):
    """SPA-10, SPA-11."""
    assert strength(row(better), False) > strength(row(worse), False)


def test_ships_outside_the_combination_count_only_with_kickers():
    """SPA-11."""
    assert strength(row("3 3 1 2 4"), False) == strength(row("3 3 1 2 5"), False)
    assert strength(row("3 3 1 2 4"), True) < strength(row("3 3 1 2 5"), True)
    assert strength(row("3 3 3 3 1"), True) < strength(row("3 3 3 3 2"), True)
    assert strength(row("3 3 2 2 1"), True) < strength(row("3 3 2 2 4"), True)
    assert strength(row("4 4 1 2 3"), True) > strength(row("3 3 1 2 5"), True)


def test_strength_names_the_combination():
    assert COMBINATIONS[strength(row("2 2 2 4 4"), False) // RANK] == "full spatial"
    assert COMBINATIONS[strength(row("1 2 3 4 5"), False) // RANK] == "suite astronomique"


@pytest.mark.parametrize("sizes", [[], [4], [1, 1, 7], [2, 2, 3, 3, 3], [1, 2, 3, 4, 5]])
def test_packed_ships_are_the_same_ships(sizes):
    packed = pack_sizes(sizes)
    assert packed == pack(counts_of(sizes)) and unpack(packed) == sizes == sizes_of(counts_of(sizes))
    assert how_many(packed) == len(sizes) and (not sizes or smallest(packed) == sizes[0])
    assert unpack(int(all_but_smallest(packed))) == sizes[1:]
