"""The grids for any number of players, against the exact solution, brute force, and long rollouts."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from brelan.engine.kernel import compiled
from brelan.games.dodeka.rules.partie import score_turn
from brelan.games.dodeka.rules.state import STATE
from brelan.games.dodeka.solve.grids import PLANS, SHORT, STORE, filled, known_tours, nodes_of, packed, unpacked
from brelan.games.dodeka.solve.outlook import MEAN_ERROR, before_the_throw, outlook
from brelan.games.dodeka.solve.partie import solution
from brelan.games.dodeka.solve.positions import copy_partie, index
from brelan.games.dodeka.solve.tours import FIRSTS, LASTS, MONEY, expect, new_desk
from brelan.games.dodeka.solve.turn import LEFT, NOTHING, solved_turn

from .positions import position

expected = compiled(expect)
BENCH = Path(__file__).parents[3] / "bench" / "dodeka_tours.py"


def at_700(scores, seat=0):
    struct = position(scores, seat)
    struct["target"] = 700
    return struct


def test_three_players_by_a_grid_are_near_the_exact_solution():
    """On positions nobody looked at when the nodes were chosen."""
    solved, grid = solution(3, 200), known_tours(3, 200)
    desk, rng, errors = new_desk(grid, 0), np.random.default_rng(17), []
    for _ in range(60):
        struct = position([int(x) * 10 for x in rng.integers(0, 20, 3)], int(rng.integers(3)))
        expected(struct, grid, desk)
        errors.append(np.abs(desk.found[:3] - solved.values[index(struct, 20)]))
    assert np.mean(errors) < 1.0 and np.max(errors) < 12.0
    assert len(nodes_of(3, 200)) < 20  # and most scores are no nodes


@pytest.mark.parametrize("players", [4])
def test_what_all_seats_may_expect_adds_up(players):
    rng = np.random.default_rng(5)
    for seat in range(players):
        expected, error = before_the_throw(at_700([int(x) * 10 for x in rng.integers(0, 69, players)], seat))
        assert expected[MONEY].sum() == pytest.approx(0, abs=0.1)
        assert expected[FIRSTS].sum() == pytest.approx(1, abs=0.002)
        assert expected[LASTS].sum() == pytest.approx(1, abs=0.002)
        assert error == MEAN_ERROR[players]


def brute_force(struct, seat):
    """What each line is worth to the seat when one more is to act in a last tour: that one's turn is solved exactly."""
    worth = []
    for made in range(9):
        after = np.zeros(1, STATE)
        copy_partie(struct, after[0])
        score_turn(after[0], made)
        mover, ends = int(after[0]["turn"]), np.zeros((9, 2))
        for last in range(9):
            end = np.zeros(1, STATE)
            copy_partie(after[0], end[0])
            score_turn(end[0], last)
            assert end[0]["over"], "the position is chosen so that nobody can be tied"
            ends[last] = end[0]["totals"][mover], end[0]["totals"][seat]
        worth.append(solved_turn(ends).keeps[LEFT, 1, NOTHING])
    return worth


@pytest.mark.parametrize("scores", [[790, 331, 122, 97], [790, 331, 97, 122]])
def test_a_last_tour_of_four_is_nearly_exact(scores):
    """Scores that no line makes equal, so that there is no playoff; two are still to act, and some hundred points are
    at stake.
    """
    struct = at_700(scores, 2)
    truth, told = brute_force(struct, 2), outlook(struct).worth[:, MONEY, 2]
    assert np.ptp(truth) > 200
    assert np.abs(told - truth).max() < 3.0 and np.abs(told - truth).mean() < 1.0


def test_the_last_to_act_knows_who_pays_whom():
    """Four players, the last to act: what each line pays is certain, and so are the places."""
    worth = outlook(at_700([720, 300, 110, 40], 3)).worth
    assert worth[4, MONEY].tolist() == [80, 0, 0, -80]  # a paire: 80 is still last, and owes itself
    assert worth[2, MONEY].tolist() == [110, 0, -110, 0]  # a treize passes the third
    assert worth[4, LASTS].tolist() == [0, 0, 0, 1] and worth[0, FIRSTS].tolist() == [0, 0, 0, 1]


def test_values_are_kept_in_whole_numbers_and_come_back():
    grid = known_tours(4, 700)
    again = unpacked(packed(grid), 4)
    assert np.abs(again - grid.values)[:, :4].max() < 0.06 and np.abs(again - grid.values)[:, 4:].max() < 2e-4


def test_a_grid_is_the_same_however_many_threads_fill_it():
    plans = STORE.find(PLANS)
    one, two = (filled(3, 100, plans, threads=threads) for threads in (1, 2))
    assert (one.values == two.values).all() and len(one.values) == (1 + sum(s < 100 for s in SHORT[3])) ** 3


@pytest.mark.slow
@pytest.mark.parametrize(("players", "positions", "games"), [(4, 60, 60)])
def test_long_rollouts_of_the_master_agree(players, positions, games):
    """Fresh positions played out by the rules as the master plays; luck taken out as bench/dodeka_tours.py says."""
    run = [sys.executable, str(BENCH), "check", "--players", str(players), "--positions", str(positions)]
    told = subprocess.run([*run, "--games", str(games), "--seed", "2917"], capture_output=True, text=True, check=True)
    errors = [float(found) for found in re.findall(r"all seats: mean error ([\d.]+)", told.stdout)]
    assert errors and errors[-1] < 1.5 * MEAN_ERROR[players]
