"""The tables of an evening's rounds: everybody seated, sizes as the game allows, bots only where they must, new faces
first.
"""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brelan.house.services.pairing import cost, paired, past_of, sizes

SEATS = [range(2, 3), range(2, 5), range(2, 6), range(2, 7), range(3, 6)]


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 30), st.sampled_from(SEATS), st.integers(2, 6), st.integers(1, 4), st.integers(0, 99))
def test_everybody_has_one_seat_and_bots_only_where_people_do_not_suffice(many, seats, wish, rounds, seed):
    people, played = [f"p{number}" for number in range(many)], []
    for number in range(rounds):
        tables = paired(people, seats, wish, past_of(played), seed + number)
        assert sorted(one for table, _ in tables for one in table) == sorted(people)
        assert all(table and len(table) + bots in seats for table, bots in tables)
        filled = sum(bots for _, bots in tables)
        if any(many // k >= min(seats) and -(-many // k) <= max(seats) for k in range(1, many + 1)):
            assert filled == 0
        else:
            assert filled < min(seats), "no more than fill up one table"
        played.append(tables)
    again = paired(people, seats, wish, past_of(played[:-1]), seed + rounds - 1)
    assert again == played[-1], "the same question has the same answer"


@pytest.mark.parametrize(("wish", "rounds"), [(2, 5), (3, 3), (4, 3)])
def test_twelve_people_do_not_meet_again_while_there_are_new_faces(wish, rounds):
    people, played = [f"p{number}" for number in range(12)], []
    for number in range(rounds):
        played.append(paired(people, range(2, 7), wish, past_of(played), number))
    met = Counter(frozenset(pair) for tables in played for table, _ in tables for pair in combinations(table, 2))
    assert max(met.values()) <= (1 if wish < 4 else 2)
    if wish < 4:
        assert len(met) == rounds * 12 * (wish - 1) // 2


def test_the_bot_goes_round():
    """Five people at a game for two: each round somebody else plays the bot."""
    people, played = list("ABCDE"), []
    for number in range(5):
        played.append(paired(people, range(2, 3), 2, past_of(played), number))
    alone = Counter(one for tables in played for table, bots in tables if bots for one in table)
    assert sorted(alone.values()) == [1] * 5


def test_tables_are_as_large_as_wished_for():
    assert [count for count, _ in sizes(12, range(2, 7), 4)] == [4, 4, 4]
    assert [count for count, _ in sizes(13, range(2, 7), 4)] == [5, 4, 4]
    assert [count for count, _ in sizes(7, range(2, 7), 6)] == [7 // 2 + 1, 3]
    assert cost([["A", "B"]], [0], past_of([])) == 0
