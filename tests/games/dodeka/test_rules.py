"""The rules of Dodéka, by their ids, through the public interface with chance played by hand."""

from collections import Counter
from itertools import product

import pytest

import brelan
from brelan.games.dodeka.rules.lines import (
    BRELAN,
    PAIRE,
    PAIRTRAIZ,
    SUITE,
    SUM_10_19,
    SUM_20_29,
    SUM_OVER_29,
    SUM_UNDER_10,
    TREIZE,
    line,
)
from brelan.games.dodeka.solve.turn import line_counts

DODEKA = brelan.game("dodeka")

# dice that make a line at once, for tests that only care about the points
DICE = {
    0: "1 2 4",
    10: "1 2 8",
    20: "3 8 10",
    30: "8 10 12",
    40: "1 1 5",
    100: "3 4 5",
    250: "1 4 8",
    500: "7 7 7",
    "pairtraiz": "3 3 7",
}


def throw(state, move, faces):
    """A throw and the faces that come up."""
    state.play(move)
    for face in str(faces).split():
        state.play(f"die {face}")


def turn(state, points):
    """A whole turn that stops on the first throw with these points."""
    throw(state, "throw 1 2 3", DICE[points])
    state.play("stop")
    cleared(state)


def cleared(state):
    """Clears away a result: most tests look at what comes after it."""
    while state.at_result:
        state.play("next")


def tour(state, *points):
    for each in points:
        turn(state, each)


def new(players=3, **options):
    return DODEKA.new(players=players, chance="manual", **options)


def independent_line(dice):
    """DOD-04 read again, another way."""
    a, b, c = sorted(dice)
    kinds = len(set(dice))
    if kinds == 1:
        return BRELAN
    if kinds == 2:
        return PAIRTRAIZ if (a, b, c) in {(1, 1, 11), (2, 2, 9), (3, 3, 7), (4, 4, 5), (3, 5, 5), (1, 6, 6)} else PAIRE
    if a + b + c == 13:
        return TREIZE
    if (b, c) == (a + 1, a + 2):
        return SUITE
    total = a + b + c
    return SUM_UNDER_10 if total < 10 else SUM_10_19 if total < 20 else SUM_20_29 if total < 30 else SUM_OVER_29


def test_dod_04_the_line_of_every_throw():
    assert all(line(*dice) == independent_line(dice) for dice in product(range(1, 13), repeat=3))


def test_dod_04_the_counts_of_the_nine_lines():
    assert line_counts() == [18, 12, 48, 60, 378, 30, 600, 552, 30]
    assert sum(line_counts()) == 1728


def test_the_worked_turns():
    """DOD-03, DOD-04: Katy keeps 2 and 3, then 3 and 3: paire, 40. Kévin: sum 27, 20. Christelle stops: treize, 250."""
    state = new()
    throw(state, "throw 1 2 3", "2 3 9")
    throw(state, "throw 3", "3")
    throw(state, "throw 1", "9")
    assert state.scores == (40, 0, 0)  # the third throw scores by itself
    assert state.mover == 1
    throw(state, "throw 1 2 3", "4 9 11")
    throw(state, "throw 1 2 3", "2 7 8")
    throw(state, "throw 1", "12")
    assert state.scores == (40, 20, 0)
    throw(state, "throw 1 2 3", "1 4 8")
    state.play("stop")
    assert state.scores == (40, 20, 250)


def worked_partie(**options):
    """The text's example: five tours, then Katy 40, and two pairtraiz."""
    state = new(**options)
    tour(state, 40, 20, 250)
    tour(state, 10, 100, 40)
    tour(state, 40, 40, 10)
    tour(state, 20, 10, 40)
    tour(state, 500, 100, 40)
    assert state.scores == (610, 270, 380)
    turn(state, 40)
    turn(state, "pairtraiz")
    assert not state.over  # DOD-07: those still to act in the tour do
    assert state.mover == 2
    throw(state, "throw 1 2 3", "3 3 10")
    throw(state, "throw 3", "7")  # hunting a brelan of 3
    state.play("stop")
    return state


def test_dod_07_09_the_worked_partie():
    state = worked_partie(parties=1)
    assert state.over
    assert state.payoff == (-650, 650, 0)
    assert state.outcome.winners == (1,)
    assert state.outcome.reason == "all parties are played"


def test_dod_12_the_loser_starts_the_next_partie():
    state = worked_partie(parties=3)
    cleared(state)
    assert state.mover == 0  # Katy
    assert state.scores == (0, 0, 0)
    assert state.view()["totals"] == [-650, 650, 0]
    assert state.view()["starter"] == 0
    state = new(parties=2)
    tour(state, "pairtraiz", 40, 100)
    assert state.mover == 1 and state.view()["totals"] == [40, -40, 0]


def test_dod_13_the_grid_of_payments_sums_to_zero():
    state = DODEKA.new(players=4, seed=11, parties=6, target=200)
    while not state.over:
        state.apply(state.legal()[0])
    grid = state.view()["grid"]
    assert len(grid) == 6 and sum(state.payoff) == 0
    by_seat = [0] * 4
    for winner, loser, paid in grid:
        assert winner != loser and paid >= 0
        by_seat[winner] += paid
        by_seat[loser] -= paid
    assert tuple(by_seat) == state.payoff == tuple(state.view()["totals"])


def test_dod_03_any_dice_may_be_thrown_again_and_the_first_throw_is_of_all():
    state = new()
    assert state.moves() == ["throw 1 2 3"]
    throw(state, "throw 1 2 3", "2 3 9")
    assert set(state.moves()) == {
        "stop",
        "throw 1",
        "throw 2",
        "throw 3",
        "throw 1 2",
        "throw 1 3",
        "throw 2 3",
        "throw 1 2 3",
    }
    throw(state, "throw 3", "4")
    assert "throw 1 2" in state.moves()  # a die kept before may be taken up again


def test_dod_05_06_the_partie_ends_at_the_end_of_a_tour():
    state = new(target=100, parties=1)
    turn(state, 100)
    assert not state.over
    turn(state, 40)
    turn(state, 250)
    assert state.payoff == (0, -40, 40)


def test_dod_08_pairtraiz_first_in_the_order_thrown_then_points():
    state = new(players=4, parties=1)
    tour(state, 500, "pairtraiz", 40, "pairtraiz")
    assert state.payoff == (0, 40, -40, 0)


def test_when_everybody_has_a_pairtraiz_the_last_to_throw_one_loses():
    state = new(parties=1)
    tour(state, 40, 100, 250)
    tour(state, "pairtraiz", "pairtraiz", "pairtraiz")
    assert state.payoff == (250, 0, -250)


def test_dod_10_a_tie_for_first_is_played_off_among_the_tied():
    state = new(parties=1, target=100)
    tour(state, 100, 40, 100)
    assert state.mover == 0 and state.view()["playing"] == [True, False, True]
    tour(state, 40, 40)  # seats 0 and 2: still tied
    assert state.scores == (140, 40, 140) and not state.over
    tour(state, 10, 20)
    assert state.payoff == (0, -40, 40)


def test_dod_10_a_tie_for_last_is_played_off_and_a_pairtraiz_there_only_saves():
    state = new(parties=1, target=100)
    tour(state, 100, 40, 40)
    assert state.mover == 1 and state.view()["playing"] == [False, True, True]
    tour(state, 20, "pairtraiz")
    assert state.payoff == (60, -60, 0)  # what the loser pays is their score at the very end; seat 2 is saved, not paid


def test_dod_10_nobody_passes_an_outsider():
    state = new(parties=1, target=100)
    tour(state, 100, 40, 40)
    tour(state, 500, 250)  # both are now above seat 0, and it changes nothing
    assert state.payoff == (290, 0, -290)


def test_dod_10_both_places_tied_play_in_the_same_tours():
    state = new(players=4, parties=1, target=100)
    tour(state, 100, 40, 100, 40)
    assert state.view()["playing"] == [True] * 4
    tour(state, 40, 20, 10, 20)  # first place is decided, last is not
    assert state.view()["playing"] == [False, True, False, True]
    tour(state, 10, 20)
    assert state.payoff == (70, -70, 0, 0)


def test_dod_10_everybody_tied_is_one_group():
    state = new(parties=1, target=100)
    tour(state, 100, 100, 100)
    tour(state, 40, 10, 10)  # seat 0 stands alone on top and withdraws
    assert state.view()["playing"] == [False, True, True]
    tour(state, 10, 0)
    assert state.payoff == (110, 0, -110)
    state = new(parties=1, target=100)
    tour(state, 100, 100, 100)
    tour(state, 40, 40, 10)  # seat 2 stands alone at the bottom
    assert state.view()["playing"] == [True, True, False]
    tour(state, 0, "pairtraiz")
    assert state.payoff == (0, 110, -110)


def test_dod_10_everybody_tied_four_players_the_others_go_on():
    state = new(players=4, parties=1, target=100)
    tour(state, 100, 100, 100, 100)
    tour(state, 100, 40, 10, 10)  # seat 0 is first; seats 1, 2 and 3 are still one group
    assert state.view()["playing"] == [False, True, True, True]
    tour(state, 0, 40, 100)  # 140, 150, 210: seat 1 has fallen to the bottom
    assert state.payoff == (140, -140, 0, 0)


def test_dod_11_no_new_partie_starts_once_time_is_up():
    state = new(players=2, parties=5, minutes=10, target=100)
    turn(state, 100)
    state.play("time")
    with pytest.raises(brelan.IllegalMove):
        state.play("time")  # legal once
    assert not state.over
    turn(state, 40)
    assert state.over and state.outcome.reason == "time is up"
    assert state.payoff == (40, -40)


def test_time_needs_a_time_limit():
    with pytest.raises(brelan.IllegalMove):
        new().play("time")
    assert DODEKA.rules.time_limit(new().options) == 0
    assert DODEKA.rules.time_limit(new(minutes=10).options) == 10


@pytest.mark.parametrize(
    "options",
    [
        {"parties": 0},
        {"target": 705},
        {"target": 90},
        {"parties": 101},
        {"minutes": -1},
        {"targets": 700},
        {"parties": "three"},
    ],
)
def test_options_are_validated(options):
    with pytest.raises(brelan.OptionError) as error:
        new(**options)
    assert next(iter(options)) in str(error.value)


def test_at_most_a_hundred_parties_when_only_time_ends_the_match():
    state = new(players=2, parties=0, minutes=600, target=100)
    while not state.over:
        tour(state, 100, 0)
        if state.view()["starter"] == 1 and not state.over:
            tour(state, 0, 100)
    assert len(state.view()["grid"]) == 100


def test_random_throws_come_as_often_as_the_rules_say():
    """10,000 first throws of automatic chance, by line (four standard deviations)."""
    state = DODEKA.new(players=2, seed=5, parties=100, target=5000)
    seen = Counter()
    while sum(seen.values()) < 10_000:
        if state.over:
            state = DODEKA.new(players=2, seed=len(seen) + sum(seen.values()), parties=100, target=5000)
        state.play("throw 1 2 3")
        seen[line(*map(int, state.struct["dice"]))] += 1
        state.play("stop")
    for made, count in enumerate(line_counts()):
        expected = 10_000 * count / 1728
        assert abs(seen[made] - expected) < 4 * expected**0.5 + 1


def test_a_partie_lies_on_the_table_until_next():
    """DOD-09: scores, dice and the payment stay in sight; then the loser starts (DOD-12)."""
    state = new(2, target=100)
    turn(state, 100)
    throw(state, "throw 1 2 3", DICE[40])
    state.play("stop")
    assert state.at_result and state.moves() == ["next"]
    view = state.view(None)
    assert view["scores"] == [100, 40] and view["totals"] == [40, -40] and view["partie"] == 1
    assert view["dice"] == [1, 1, 5] and state.scores == (100, 40) and state.totals == (40, -40)
    state.play("next")
    assert state.mover == 1 and state.scores == (0, 0) and state.view(None)["partie"] == 2


def test_a_tie_to_be_played_off_lies_there_too():
    """DOD-10."""
    state = new(3, target=100)
    turn(state, 100)
    turn(state, 100)
    throw(state, "throw 1 2 3", DICE[10])
    state.play("stop")
    assert state.at_result and state.view(None)["playing"] == [True, True, False]
    state.play("next")
    assert state.mover == 0 and state.view(None)["playoff"]


def test_time_called_over_a_result_ends_the_match_there():
    """DOD-11: no new partie starts, and what was settled last stays in sight."""
    state = new(2, target=100, parties=5, minutes=10)
    turn(state, 100)
    throw(state, "throw 1 2 3", DICE[40])
    state.play("stop")
    state.play("time")
    assert state.over and state.scores == (100, 40) and state.payoff == (40, -40)
