"""Many games at once: the same as one by one, the same whatever the threads, and nothing illegal."""

import json
import subprocess
import sys

import numpy as np
import pytest

import brelan
from brelan.envs.batch import Batch

STEPS = {"dalapapa": 40}  # of the larger games fewer


@pytest.mark.parametrize("name", brelan.games())
def test_a_row_is_a_game(name):
    """Each row, played on as a `State`, has the same mask, observation, mover and payoff."""
    batch = Batch(name, 3, seed=5)
    mirrors = [batch.state(row) for row in range(3)]
    for _ in range(STEPS.get(name, 150)):
        for row, state in enumerate(mirrors):
            assert state.mover == batch.movers[row]
            assert (state.mask() == batch.masks[row]).all()
            assert (state.observation() == batch.observations[row]).all()
        actions = batch.sample()
        befores = [batch.state(row) for row in range(3)]
        batch.step(actions)
        for row, (state, before) in enumerate(zip(mirrors, befores, strict=True)):
            assert state == before
            state.act(int(actions[row]))  # chance is left to the caller, who takes what came in the batch
            mirrors[row] = batch.state(row)
            if state.over:
                assert batch.done[row] and tuple(batch.rewards[row]) == state.payoff
            elif not batch.done[row]:  # (a game may also end with the chance move that follows)
                assert not batch.rewards[row].any()
                assert state.mover in (brelan.CHANCE, batch.movers[row])


@pytest.mark.parametrize("name", ["dodeka", "4d"])
def test_rewards_are_payoffs(name):
    """Without `autoreset` a finished game lies there: its reward was its payoff, and nothing more comes of it."""
    batch = Batch(name, 6, players=2, seed=2, options=brelan.game(name).quick, autoreset=False)
    paid = np.zeros((6, 2))
    for _ in range(2000):
        batch.step(np.where(batch.movers >= 0, batch.sample(), 0))
        paid += batch.rewards
        if batch.done.all():
            break
    assert batch.done.all() and (batch.movers == brelan.OVER).all() and not batch.masks.any()
    for row in range(6):
        state = batch.state(row)
        assert state.over and tuple(paid[row]) == state.payoff
    before = batch.rows.copy()
    batch.step(np.zeros(6, np.int64))
    assert (batch.rows == before).all() and batch.done.all() and not batch.rewards.any()
    batch.reset(rows=[1, 4])
    assert batch.done.tolist() == [True, False, True, True, False, True]
    assert (batch.movers >= 0).tolist() == [False, True, False, False, True, False]


@pytest.mark.parametrize("opponents", [None, "novice", "random"])
@pytest.mark.parametrize("name", brelan.games())
def test_the_number_of_threads_changes_nothing(name, opponents):
    told = []
    for threads in (1, 3):
        batch = Batch(name, 7, seed=11, threads=threads, opponents=opponents)
        seen = []
        for _ in range(8):
            batch.step(batch.sample())
            seen += [batch.rows.tobytes(), batch.masks.tobytes(), batch.observations.tobytes(), batch.movers.tobytes()]
            seen += [batch.rewards.tobytes(), batch.done.tobytes()]
        batch.close()
        told.append(seen)
    assert told[0] == told[1]


def test_a_row_depends_on_its_own_number_alone():
    """The first rows of a larger batch are a smaller one."""
    small, large = Batch("dodeka", 3, players=2, seed=4), Batch("dodeka", 9, players=2, seed=4)
    for _ in range(30):
        actions = large.sample()
        large.step(actions)
        small.step(actions[:3])
        assert (small.rows == large.rows[:3]).all()


@pytest.mark.parametrize("name", brelan.games())
def test_against_bots_only_your_seat_is_asked(name):
    batch = Batch(name, 4, players=2, seed=3, opponents="novice", options=brelan.game(name).quick)
    assert batch.seats.tolist() == [0, 1, 0, 1]
    for _ in range(12):
        assert batch.movers.tolist() == [0, 1, 0, 1]
        batch.step(batch.sample())
    fixed = Batch(name, 2, players=2, seed=3, opponents=["random", None], options=brelan.game(name).quick)
    assert fixed.movers.tolist() == [1, 1] and fixed.seats.tolist() == [1, 1]


def test_columns_are_no_copies():
    batch = Batch("dodeka", 5, players=2, seed=1)
    assert np.shares_memory(batch.records["scores"], batch.rows)
    assert batch.rows.itemsize * batch.rows.shape[1] < 100 < brelan.game("dodeka").rules.STATE.itemsize
    batch.step([7] * 5)
    assert (batch.records["dice"] > 0).all() and (batch.feature("dice").sum(axis=(1, 2)) == 3).all()
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = 1
    with pytest.raises(brelan.BrelanError, match="Dodéka has no feature 'hand'; there are dice, throws"):
        batch.feature("hand")


def test_what_is_wrong_is_said_and_nothing_is_played():
    batch = Batch("dodeka", 3, players=2, seed=1)
    before = batch.rows.copy()
    for actions in ([7, 7], [7.0, 7.0, 7.0], [True, True, True], "777"):
        with pytest.raises(brelan.BrelanError, match="3 whole numbers, one action a row"):
            batch.step(actions)
    for wrong in (0, 8, -1, -2, 2**40):
        with pytest.raises(brelan.IllegalMove, match=f"Action {wrong} stands for no legal move in row 1"):
            batch.step([7, wrong, 7])
    assert (batch.rows == before).all()
    for spoilt, told in (
        ({"n": 0}, "n is a whole number above 0"),
        ({"threads": 0}, "threads is a whole number above 0"),
        ({"opponents": "wizard"}, "no Dodéka bot 'wizard'"),
        ({"opponents": ["novice", "novice"]}, "None for those that are yours"),
        ({"opponents": ["novice"]}, "each of the 2 seats"),
        ({"options": {"target": 7}}, "Option target"),
        ({"seed": "x"}, "seed is a whole number"),
    ):
        with pytest.raises(brelan.BrelanError, match=told):
            Batch(**{"game": "dodeka", "n": 2, "players": 2, **spoilt})


def test_chance_is_fair():
    """A chi-square test of the first dice of 3,000 games, far out in its tail."""
    batch = Batch("dodeka", 3000, players=2, seed=8)
    batch.step(np.full(3000, 7))
    dice = batch.records["dice"].astype(int)
    for die in range(3):
        counts = np.bincount(dice[:, die], minlength=13)[1:]
        assert ((counts - 250) ** 2 / 250).sum() < 50
    pairs = np.bincount((dice[:, 0] - 1) * 12 + dice[:, 1] - 1, minlength=144)
    assert ((pairs - 3000 / 144) ** 2 / (3000 / 144)).sum() < 143 + 8 * (2 * 143) ** 0.5


@pytest.mark.parametrize("module", ["brelan", "brelan.cli", "brelan.arena", "brelan.house.app"])
def test_nothing_of_it_is_imported_otherwise(module):
    code = f"import sys, {module}; print([name for name in sys.modules if name.startswith('brelan.envs')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_bench_measures_batches():
    done = subprocess.run(
        [sys.executable, "-m", "brelan", "bench", "dodeka", "--envs", "--seconds", "0.1", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = json.loads(done.stdout)
    assert [row["game"] for row in rows[:2]] == ["dodeka", "dodeka"] and rows[-1]["game"] == "pgx"
    assert all(row["value"] > 0 for row in rows[:2])
