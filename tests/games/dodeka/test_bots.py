"""The players of Dodéka, against the exact solution and against each other."""

import re

import numba
import numpy as np
import pytest

import brelan
from brelan.arena.simulate import simulate
from brelan.engine.kernel import stream
from brelan.games.dodeka.bots import ready, tables
from brelan.games.dodeka.bots.master import master_worth, rollout_worth
from brelan.games.dodeka.rules.lines import LINES, PAIRE, PAIRTRAIZ, SUM_UNDER_10, TREIZE
from brelan.games.dodeka.rules.state import STATE
from brelan.games.dodeka.solve.outlook import can_tell, is_exact
from brelan.games.dodeka.solve.partie import solution

from .positions import position

DODEKA = brelan.game("dodeka")


@pytest.mark.parametrize("players", [2, 3])
def test_the_master_against_itself_gets_what_the_solution_predicts(players, many):
    solved = solution(players, 200)
    result = simulate(DODEKA, ["master"] * players, many(8_000, 40_000), seed=3, options={"parties": 1, "target": 200})
    for mean, predicted in zip(result.by_seat(), solved.at_start(), strict=True):
        assert abs(mean.mean - predicted) < 3 * mean.margin / 2.5758


def test_the_strategy_of_the_text_falls_out():
    """DOD-14: a sure loser wants few points; and only the first is paid, so a leader lets a poor last grow."""
    solved = solution(3, 200)
    known = tables(("master",), 3, {"target": 200})
    worth = np.zeros((9, 1))
    # Seat 0 threw a pairtraiz, seat 1 stands at 190, seat 2 at 0 acts last: it can only lose or throw a pairtraiz
    # itself.
    master_worth(
        position([100, 190, 0], 2, order=(0,)), stream(1), known.solved, known.tours, known.regular.ends, worth
    )
    by_line = dict(zip(LINES, worth[:, 0], strict=True))
    assert by_line["sum under 10"] == 0 and by_line["paire"] == -40 and by_line["suite"] == -100
    assert by_line["pairtraiz"] == 0 and by_line["treize"] == 0  # 250 passes seat 1
    # Seat 2 leads with 170 and acts last; the poorest has nothing. Ending the partie wins nothing, waiting is worth
    # something.
    master_worth(position([60, 0, 170], 2), stream(1), known.solved, known.tours, known.regular.ends, worth)
    assert worth[PAIRE, 0] == 0 and worth[SUM_UNDER_10, 0] > 5
    assert solved.at_start()[0] < solved.at_start()[2]  # who acts last knows most


def test_the_advice_gives_exact_values_and_odds():
    state = DODEKA.new(players=2, chance="manual", target=200, parties=1)
    for move in ("throw 1 2 3", "die 3", "die 3", "die 9"):
        state.play(move)
    advice = DODEKA.bot("master").advise(state.view_state(0))
    assert {each.move for each in advice} == set(state.moves())
    assert sum(each.best for each in advice) == 1 and advice[0].best
    assert advice[0].value == pytest.approx(max(each.value for each in advice), abs=1e-9)
    keep_pair = next(each for each in advice if each.move == "throw 3")
    assert "pairtraiz" in keep_pair.text and "%" in keep_pair.text
    assert DODEKA.bot("master").choose(state.view_state(0)) == advice[0].move


def test_the_rollout_agrees_with_the_exact_solution_on_what_is_certain():
    """Last seat of a last tour: the partie ends with this turn, so rollout and solution must say the same."""
    known = tables(("master",), 3, {"target": 200})
    exact, rolled = np.zeros((9, 1)), np.zeros((9, 1))
    struct = position([240, 40, 90], 2)
    master_worth(struct, stream(1), known.solved, known.tours, known.regular.ends, exact)
    rollout_worth(struct, stream(1), known.regular.ends, rolled)
    certain = [made for made in range(9) if made not in (PAIRTRAIZ, TREIZE)]
    assert exact[certain, 0] == pytest.approx(rolled[certain, 0], abs=1e-9)


def test_what_is_exact_what_is_estimated_and_what_takes_rollouts():
    assert is_exact(3, 700) and not is_exact(2, 710) and not is_exact(4, 200)
    assert can_tell(4, 200) and can_tell(4, 700) and not can_tell(5, 700) and not can_tell(4, 710)
    for players, target, known in ((4, 700, 70), (5, 700, 0), (6, 700, 0), (4, 710, 0), (5, 200, 0)):
        assert ready("master", players, {"target": target})
        found = tables(("master",), players, {"target": target})
        assert found.solved.tens == 0 and found.tours.tens == known


@pytest.mark.parametrize(("players", "target", "told"), [(2, 200, "(exact)"), (4, 700, "±"), (6, 700, "±")])
def test_advice_names_unit_kind_places_and_what_the_last_owes(players, target, told):
    state = DODEKA.new(players=players, chance="manual", target=target, parties=1)
    for move in ("throw 1 2 3", "die 4", "die 8", "die 1"):
        state.play(move)
    state._buf.view(STATE)[0]["scores"][1:players] = target - 10  # all others are about to end it
    advice = DODEKA.bot("master").advise(state.view_state(0))
    stop = next(each for each in advice if each.move == "stop")
    assert "treize, 250" in stop.text and stop.text.find("; last, you would owe your own 250") > 0
    for each in advice:
        assert "points of the match" in each.text and told in each.text
        assert "first" in each.text and "last" in each.text and "(estimated)" in each.text
    assert all(state.names[seat] in advice[0].text for seat in range(1, players))
    french = DODEKA.bot("master").advise(state.view_state(0), "fr")
    assert any("dernier, vous devriez vos propres 250" in each.text for each in french)
    assert all(re.search("points? du match", each.text) for each in french)


def test_the_result_does_not_depend_on_the_number_of_threads():
    one, two = (simulate(DODEKA, ["novice", "regular", "random"], 500, seed=4, processes=p) for p in (1, 3))
    assert (one.payoffs == two.payoffs).all() and (one.lengths == two.lengths).all()


def test_tables_are_of_the_same_types_whatever_is_in_them():
    """Otherwise all that takes them would be compiled twice."""
    known, empty = (tables(levels, 2, {"target": 200}) for levels in (("master",), ("novice",)))
    assert known.solved.tens == 20 and empty.solved.tens == 0
    assert numba.typeof(known) == numba.typeof(empty)
