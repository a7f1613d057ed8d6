"""The players of Dodéka, against the exact solution and against each other."""

import numba
import numpy as np
import pytest

import brelan
from brelan.arena.simulate import simulate
from brelan.games.dodeka.bots import ready, tables
from brelan.games.dodeka.bots.master import is_exact, master_worth, rollout_worth
from brelan.games.dodeka.rules.lines import LINES, PAIRE, PAIRTRAIZ, SUM_UNDER_10, TREIZE
from brelan.games.dodeka.solve.partie import solution
from brelan.kernel import stream

from .positions import position

DODEKA = brelan.game("dodeka")


@pytest.mark.parametrize("players", [2, 3])
def test_the_master_against_itself_gets_what_the_solution_predicts(players):
    solved = solution(players, 200)
    result = simulate(DODEKA, ["master"] * players, 40_000, seed=3, options={"parties": 1, "target": 200})
    for mean, predicted in zip(result.by_seat(), solved.at_start(), strict=True):
        assert abs(mean.mean - predicted) < 3 * mean.margin / 2.5758


def test_the_strategy_of_the_text_falls_out():
    """DOD-14: a sure loser wants few points; and only the first is paid, so a leader lets a poor last grow."""
    solved = solution(3, 200)
    known = tables(("master",), 3, {"target": 200})
    worth = np.zeros((9, 1))
    # Seat 0 threw a pairtraiz, seat 1 stands at 190, seat 2 at 0 acts last: it can only lose or throw a pairtraiz
    # itself.
    master_worth(position([100, 190, 0], 2, order=(0,)), stream(1), known.solved, known.regular.ends, worth)
    by_line = dict(zip(LINES, worth[:, 0], strict=True))
    assert by_line["sum under 10"] == 0 and by_line["paire"] == -40 and by_line["suite"] == -100
    assert by_line["pairtraiz"] == 0 and by_line["treize"] == 0  # 250 passes seat 1
    # Seat 2 leads with 170 and acts last; the poorest has nothing. Ending the partie wins nothing, waiting is worth
    # something.
    master_worth(position([60, 0, 170], 2), stream(1), known.solved, known.regular.ends, worth)
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
    master_worth(struct, stream(1), known.solved, known.regular.ends, exact)
    rollout_worth(struct, stream(1), known.regular.ends, rolled)
    certain = [made for made in range(9) if made not in (PAIRTRAIZ, TREIZE)]
    assert exact[certain, 0] == pytest.approx(rolled[certain, 0], abs=1e-9)


def test_beyond_the_exact_solution_nothing_has_to_be_solved():
    assert not is_exact(2, {"target": 710}) and not is_exact(4, {"target": 200})
    assert ready("master", 6, {"target": 700}) and tables(("master",), 6, {"target": 700}).solved.tens == 0


def test_the_result_does_not_depend_on_the_number_of_threads():
    one, two = (simulate(DODEKA, ["novice", "regular", "random"], 500, seed=4, processes=p) for p in (1, 3))
    assert (one.payoffs == two.payoffs).all() and (one.lengths == two.lengths).all()


def test_tables_are_of_the_same_types_whatever_is_in_them():
    """Otherwise all that takes them would be compiled twice."""
    known, empty = (tables(levels, 2, {"target": 200}) for levels in (("master",), ("novice",)))
    assert known.solved.tens == 20 and empty.solved.tens == 0
    assert numba.typeof(known) == numba.typeof(empty)
