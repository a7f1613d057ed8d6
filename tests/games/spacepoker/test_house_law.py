"""The law of preset `house` (SPA-05a, SPA-08, SPA-09a, SPA-15): its worked examples, and what must always hold."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brelan.arena.simulate import simulate
from brelan.dev.testing import play_through
from brelan.engine.kernel import stream
from brelan.games.spacepoker.rules import sound
from brelan.games.spacepoker.rules.changing import NO_CHANGE, asked, can_make, change_for, make_change
from brelan.games.spacepoker.rules.planets import EACH, VALUES, can_pay, points, worth
from brelan.games.spacepoker.rules.stakes import can_reach, legal_stakes, poorest
from brelan.games.spacepoker.rules.state import DROP, EXCHANGING, IN, SETTLED, SHOWING, STAKE, STAKING, ante_of_hand
from brelan.model.errors import OptionError

from .helpers import GAME, HOUSE, PAIRS, at_stakes, deal, hand, keep_all, new, row, show_all, stakes_of
from .search_change import NAMES, search

WRONG = ("unchangeable", "cannot_align", "beyond", "short_antes", "unsound")  # what is never met


def total(state):
    """Every planet there is, by value."""
    s = state.struct
    return [int(s.pot[i] + s.planets[:, i].sum() + s.staked[:, i].sum()) for i in range(VALUES)]


# --- the worked examples


def test_spa_05a_first_worked_example_the_limit_is_the_poorest_players_reach():
    rich, poor, middle = [50, 10, 3, 1, 1, 2], row(6, 5, 4), [30, 10, 3, 2, 0, 0]
    assert [worth(r) for r in (rich, poor, middle)] == [50 + 20 + 9 + 4 + 5 + 12, 15, 30 + 20 + 9 + 8]
    rich, middle = [48, *rich[1:]], middle  # 98, 15 and 67 before antes of 3
    state = at_stakes(3, rich, poor, middle)
    assert state.scores == (95, 12, 64) and points(state.struct.pot) == 9
    assert stakes_of(state) == list(range(1, 13))  # A opens
    state.play("stake 5")
    assert stakes_of(state) == list(range(5, 13))
    state.play("stake 5")
    assert state.scores[1] == 7 and stakes_of(state) == list(range(5, 13))  # C may bring his stake to 12
    state.play("stake 8")
    assert stakes_of(state) == list(range(3, 8))
    state.play("stake 3")
    assert stakes_of(state) == list(range(3, 8))
    state.play("drop")  # B: from now on C's reach is the limit
    state.play("stay")
    assert not show_all(state) and state.struct.last_winner == 2


def test_spa_05a_when_the_poorest_drops_the_next_poorest_counts():
    state = at_stakes(3, [48, 10, 3, 1, 1, 2], row(6, 5, 4), [30, 10, 3, 2, 0, 0])
    state.play("stake 5")
    state.play("drop")
    assert stakes_of(state) == list(range(5, 65))
    state.play("stake 64")
    assert stakes_of(state) == [59] and state.struct.highest == 64  # SPA-08: nobody can raise


def test_spa_09a_second_worked_example_the_pot_cannot_change_but_a_player_can():
    state = hand(4, row(4, 4, 2, 3), row(6))
    s = state.struct
    assert list(s.pot) == row(4, 4)  # A's 4 and B's
    assert list(s.planets[1]) == row(2) and list(s.planets[0]) == row(6, 3)
    assert list(s.paid[:2]) == [4, 4]


def test_spa_15_third_worked_example_all_or_nothing_for_the_whole_pot():
    state = hand(4, row(6, 6, 6, 4), row(2, 1), row(5, 5, 4))
    assert list(state.struct.paid[:3]) == [4, 3, 4] and list(state.struct.inside[:3]) == [IN, IN, IN]
    deal(state, PAIRS[0], PAIRS[4], PAIRS[1])
    assert state.struct.phase == EXCHANGING and state.mover == 0
    keep_all(state)
    assert state.struct.phase == SHOWING and state.struct.highest == 0  # SPA-08: no stakes
    assert not show_all(state)
    assert state.struct.last_winner == 1 and state.scores[1] == 11 and list(state.struct.last_stakes[:3]) == [4, 3, 4]


def test_spa_05a_fourth_worked_example_one_point_is_all_that_can_be_staked():
    state = at_stakes(4, [83, 8, 6, 2, 0, 0][:6], row(5))
    assert state.scores[1] == 1 and points(state.struct.pot) == 8
    assert stakes_of(state) == [1]
    state.play("stake 1")
    assert stakes_of(state) == [1]


# --- one rule at a time


def test_spa_09a_whom_one_changes_with_and_for_what():
    """The pot, then the stakes of the others, one's own, then the others; the fewest planets, the largest first."""
    state = new(3, **HOUSE)
    s = state.struct
    s["pot"], s["staked"], s["planets"] = 0, 0, 0
    assert [asked(s, 1, place) for place in range(6)] == [
        (-1, False),
        (0, True),
        (2, True),
        (1, True),
        (0, False),
        (2, False),
    ]
    s.planets[1] = row(6, 6)
    assert change_for(s, 1, 1)[0] == NO_CHANGE and not can_make(s, 1, 1)
    for place, (rows, seat) in enumerate([(s.planets, 2), (s.planets, 0), (s.staked, 1), (s.staked, 2), (s.staked, 0)]):
        rows[seat] = row(5, 1, 2, 3)
        assert change_for(s, 1, 1)[:2] == (6, 5 - place)
    s["pot"] = row(1, 1, 4, 2, 3)
    assert change_for(s, 1, 1)[:2] == (6, 0)
    make_change(s, 1, 7)  # one 6 is laid down, the other changed for 3, 2 and 1: fewer than 4, 1 and 1? as many, but …
    assert list(s.planets[1]) == row(6, 4, 1, 1) and list(s.pot) == row(6, 2, 3)  # … 4 is larger


def test_spa_09a_a_set_that_makes_what_is_missing_is_found_though_the_largest_planets_first_would_miss_it():
    state = new(2, **HOUSE)
    s = state.struct
    s["pot"], s["planets"] = row(3, 2, 2, 1), 0
    s.planets[0] = row(5)
    make_change(s, 0, 4)  # 3 and 1 would leave no 1
    assert list(s.planets[0]) == row(2, 2, 1)


def test_spa_09a_the_smallest_planet_left_is_changed_and_the_next_larger_one_if_it_cannot_be():
    state = new(2, **HOUSE)
    s = state.struct
    s["pot"], s["staked"], s["planets"] = row(4, 1), 0, 0
    s.planets[0] = row(4, 5, 5, 6)
    assert change_for(s, 0, 1)[:2] == (5, 0)  # nobody has anything for the 4
    s.planets[1] = row(3, 1)
    assert change_for(s, 0, 1)[:2] == (4, 3)


def test_spa_09a_an_amount_nobody_can_change_is_not_open_and_an_ante_is_the_largest_smaller_one():
    state = at_stakes(2, row(6, 6), row(5, 5, 2))
    assert list(state.struct.paid[:2]) == [0, 2] and list(state.struct.inside[:2]) == [IN, IN]
    assert stakes_of(state) == [6]  # of 10: B has 5 and 5, the pot a 2
    state.play("drop")
    assert state.struct.last_winner == 1 and list(state.struct.last_stakes[:2]) == [0, 2]


def test_spa_09a_without_change_an_amount_is_open_if_everybody_still_in_can_make_it():
    state = at_stakes(1, row(6, 6, 4, 2), row(5, 4, 2), rise=0, change="no", ante=0)
    assert stakes_of(state) == [2, 4, 6]
    state.play("stake 2")
    assert stakes_of(state) == [2, 6]  # to 4, which it has, A could not follow with 6, 6 and 4
    state = at_stakes(1, row(6, 6, 6), row(5, 5), rise=0, change="no", ante=0)
    assert state.struct.phase == SHOWING  # SPA-08: no amount fits both


def test_spa_15_the_ante_rises_to_sixty():
    state = new(2, **HOUSE | {"ante": 6, "rise": 2, "hands": 200})
    s = state.struct
    rising = []
    for played in range(24):
        s["played"] = played
        rising.append(ante_of_hand(s))
    assert rising == [min(60, 6 * (1 + played // 2)) for played in range(24)] and rising[-1] == 60
    s["phase"], s["played"] = SETTLED, 2  # the second hand lies there
    assert ante_of_hand(s) == 6


def test_options_that_contradict_each_other_are_refused():
    for options, said in (
        ({"change": "yes"}, "Option change wants option reach to be even"),
        ({"reach": "even", "change": "yes", "win": "cards"}, "count by their number"),
        ({"rise": 1}, "Option rise wants an ante"),
    ):
        with pytest.raises(OptionError, match=said):
            GAME.new(**options)
    GAME.new(reach="even", win="cards", ante=1, rise=1)


# --- what always holds


def check(state):
    s = state.struct
    assert sound(s)
    if state.over or s.phase != STAKING:
        return
    seat, least = state.mover, int(s.highest) - int(s.stakes[state.mover])
    open_now = stakes_of(state)
    limit = min(can_reach(s, other) for other in range(state.players) if s.inside[other] == IN)
    assert limit == can_reach(s, poorest(s))
    assert open_now == list(
        range(max(least, int(s.highest == 0)), limit - int(s.stakes[seat]) + 1)
    )  # every one, to the limit
    assert open_now and (least in open_now or not s.highest)  # whoever is to act can align


HOUSE_TABLES = st.fixed_dictionaries(
    {
        "hands": st.sampled_from([0, 3, 10]),
        "ante": st.sampled_from([1, 1, 2, 6]),
        "rise": st.sampled_from([1, 2, 5]),
        "closing": st.sampled_from(["lap", "called"]),
    }
)


@settings(max_examples=20)  # whole games; `test_the_law_holds_in_long_play` plays many more
@given(players=st.integers(2, 5), options=HOUSE_TABLES, seed=st.integers(0, 2**32))
def test_spa_05a_under_house_everybody_can_align_with_every_amount_up_to_the_limit(players, options, seed):
    rng = random.Random(seed)
    state = new(players, **HOUSE | options)
    for at in play_through(state, rng, cap=100):
        check(at)


ROWS = st.lists(st.lists(st.integers(0, 4), min_size=VALUES, max_size=VALUES), min_size=4, max_size=4)


@given(rows=ROWS, amount=st.integers(1, 60))
def test_spa_09a_change_conserves_every_card_and_everybodys_points(rows, amount):
    state = new(2, **HOUSE)
    s = state.struct
    s["planets"][:2], s["pot"], s["staked"][0] = rows[:2], rows[2], rows[3]
    before, held = total(state), [points(s.planets[0]), points(s.planets[1]), points(s.pot), points(s.staked[0])]
    if amount > held[0] or not can_make(s, 0, amount):
        return
    exact = can_pay(s.planets[0], amount)
    as_it_was = s.planets[0].tolist()
    make_change(s, 0, amount)
    assert total(state) == before and can_pay(s.planets[0], amount)
    assert [points(s.planets[0]), points(s.planets[1]), points(s.pot), points(s.staked[0])] == held
    lost = [i + 1 for i in range(VALUES) for _ in range(as_it_was[i] - int(s.planets[0, i]))]
    assert len(lost) == (0 if exact else 1)  # one at a time


@given(rows=ROWS)
def test_spa_09a_open_amounts_are_those_that_can_be_made(rows):
    """`legal` finds them another way than one by one."""
    state = new(2, **HOUSE)
    s = state.struct
    s["phase"], s["turn"], s["pot"], s["staked"] = STAKING, 0, rows[2], 0
    s["planets"][:2] = rows[:2]
    s["inside"][:2] = IN
    limit = min(points(s.planets[0]), points(s.planets[1]))
    out = [0] * 302
    n = legal_stakes(s, out)
    assert out[n - 1] == DROP
    assert [code - STAKE for code in out[: n - 1]] == [a for a in range(1, limit + 1) if can_make(s, 0, a)]


def test_spa_14_under_house_a_game_without_an_end_to_its_hands_ends_by_ruin(many):
    rng = random.Random(5)
    for turn in range(many(8, 80)):
        state = new(GAME.seats[turn % 4], **HOUSE | {"hands": 0, "rise": 1 + turn % 2})
        for _ in play_through(state, rng, cap=20_000):
            pass
        assert state.over and state.outcome.reason == "one player holds every planet"


def test_spa_01_a_game_begins_with_planets_that_make_every_amount():
    assert all(can_pay(EACH, amount) for amount in range(61))


# --- in long play


def searched(players, games, seed, **options):
    """What so many games of the house come upon, by name."""
    laid = np.zeros(3, GAME.rules.STATE).view(np.recarray)
    values = GAME.complete_options(HOUSE | options)
    laid[0] = GAME.laid(players, values).view(GAME.rules.STATE)[0]
    found = np.zeros(len(NAMES), np.int64)
    search(laid, games, stream(seed), found)
    return dict(zip(NAMES, map(int, found), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.seats)
def test_spa_05a_08_09a_15_the_law_of_the_house_holds_in_long_play(players):
    """Whoever is to act can align, with every amount up to the limit open; every ante is paid, or all there is. Nobody
    unable to change a planet is ever met.
    """
    total = dict.fromkeys(NAMES, 0)
    for ante in (1, 2, 3, 5, 6):
        for hands, rise in ((10, 1), (0, 2)):
            closing = "lap" if ante % 2 else "called"
            found = searched(players, 100_000, ante, ante=ante, hands=hands, rise=rise, closing=closing)
            total = {name: total[name] + found[name] for name in NAMES}
    assert not any(total[name] for name in WRONG), total
    assert total["moves"] > 50_000_000 and total["changes"] > 10_000 and total["all_in"] > 10_000, total


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["house", "last-planet"])
@pytest.mark.parametrize("level", ["novice", "expert"])
def test_no_seat_is_better_than_another_under_house(preset, level):
    """Within two points of even; the standard error is 0.35 at most."""
    for players in GAME.seats:
        result = simulate(GAME, [level] * players, 20_000, 11, GAME.preset(preset))
        best = result.payoffs == result.payoffs.max(axis=1, keepdims=True)
        shares = (best / best.sum(axis=1, keepdims=True)).mean(axis=0)
        assert np.abs(shares - 1 / players).max() < 0.02, shares
