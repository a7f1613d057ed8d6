"""Perfect play to the end: the forty turns without a point and the third occurrence of a position, against brute force
with both in the state.
"""

import functools

import numba
import numpy as np
import pytest

import brelan
from brelan.engine.kernel import compiled
from brelan.games.four_d.bots import Tables, advice
from brelan.games.four_d.rules import legal, play
from brelan.games.four_d.rules.square import BOARDS
from brelan.games.four_d.rules.state import ENDINGS, MAX_MOVES, NO_POINT, QUIET, REPEATED
from brelan.games.four_d.solve import on_disk, perfect, repeated
from brelan.games.four_d.solve.boards import all_boards, presented
from brelan.games.four_d.solve.one_board import lay
from brelan.games.four_d.solve.solver import solve
from brelan.model.words import speaker

from . import reference

GAME = brelan.game("4d")
SAY = speaker("en", GAME.folder)


@functools.partial(compiled, part=perfect.__name__)  # what is kept compiled is as new as the what reads the tables
def claims(solved, table, seen, m, o, step, out):
    """What the tables say of every `step`-th board, whatever the turns without a point; others after each turn."""
    for quiet in range(QUIET):
        for b in range(quiet % step, BOARDS, step):
            out[quiet, b] = -perfect.result_left(solved, table, seen, b, m, o, QUIET - 1 - quiet)


def agree(target, pairs, free, step=1):
    """Every board (or every `step`-th), all needs that can come up, every count of quiet turns; answers how many
    positions it changes.
    """
    solved, table, seen = solve(target + 1, pairs, free), all_boards(pairs), presented(pairs, free)
    found = np.zeros((QUIET, BOARDS), np.int8)
    changed = 0
    for m, o, status in reference.counted(target, *reference.tables(pairs, not free)):
        claims(solved, table, seen, m, o, step, found)
        for quiet in range(QUIET):
            some = np.s_[quiet, quiet % step :: step]
            assert np.array_equal(found[some], status[some]), (m, o, quiet)
        changed += int((status != status[0]).sum())
    return changed


def test_the_count_of_quiet_turns_agrees_with_brute_force(many):
    assert agree(5, False, False, many(7, 1)) > 10_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "pairs", "free"), [(10, False, False), (20, False, False), (14, False, True), (12, True, False)]
)
def test_it_agrees_at_larger_targets(target, pairs, free):
    agree(target, pairs, free)


# --- repetition: without paires, and with needs of 7 at most, any line wins; so a whole game is a walk among boards


@pytest.fixture(scope="module")
def short():
    """The tables of a game without paires to 7, the moves of brute force, and the boards no tip of which scores."""
    solved = solve(8, False, False)
    scored, following = reference.tables(False, True)
    return (
        Tables(all_boards(False), presented(False, False), solved, on_disk.no_distances(), True, 0),
        following,
        ~(scored > 0).any(axis=0),
    )


@numba.njit
def by_force(left, quiet, came, following, dull, budget):
    """What a scoreless turn is worth to the player who then finds `left`, by brute force: the turns without a point and
    how often every position came are in the state (`came[parity, board]`).
    """
    parity = (quiet + 1) % 2
    if came[parity, left] == 2 or quiet + 1 == reference.QUIET:
        return 0
    if not dull[left]:
        return 1
    budget[0] -= 1
    if budget[0] < 0:
        return 0
    came[parity, left] += 1
    best = -1
    for t in range(6):
        for k in range(following.shape[1]):
            if best < 1:
                best = max(best, -by_force(following[t, k, left], quiet + 1, came, following, dull, budget))
    came[parity, left] -= 1
    return best


def every_move(s, moves, came, short):
    """Brute force on every move: its result for the mover; None if the tree is too large."""
    tables, following, dull = short
    budget = np.array([30_000])
    found = {
        move: -by_force(int(perfect.after_move(s, move, tables.boards)[0]), int(s.quiet), came, following, dull, budget)
        for move in moves
    }
    return None if budget[0] < 0 else found


def walks(short, rng, back, starts, quiet=0):
    """Positions in games in which both players score nothing, and come back to where they were as often as `back` says,
    but to no third occurrence if they can help it: the moves there, and how often each position came. So many games
    begin, after so many turns without a point, through positions that never come back.
    """
    tables, _, dull = short
    out = np.zeros(MAX_MOVES, np.int64)
    for start in rng.permutation(np.flatnonzero(dull))[:starts].tolist():
        s = lay([start // 24**power % 24 for power in (3, 2, 1, 0)], (7, 7), False, False)
        came = np.zeros((2, BOARDS), np.int8)
        came[quiet % 2, start] = 1
        s.past[:quiet], s.past[quiet], s.quiet = -1 - np.arange(quiet), start, quiet
        while not s.over:
            moves = out[: legal(s, out)].tolist()
            boards = [int(perfect.after_move(s, move, tables.boards)[0]) for move in moves]
            yield s, moves, came
            parity = (int(s.quiet) + 1) % 2
            ways = [at for at, board in enumerate(boards) if dull[board]]
            ways = [at for at in ways if came[parity, boards[at]] < 2] or ways
            known = [at for at in ways if came[parity, boards[at]] == 1]
            if not ways:
                break
            at = rng.choice(known if known and rng.random() < back else ways)
            play(s, moves[at])
            came[parity, boards[at]] += 1


def test_repetition_agrees_with_brute_force(short):
    """Every move of positions in games where some have come twice: result and reason."""
    tables = short[0]
    looked = matters = 0
    reasons = set()
    for s, moves, came in walks(short, np.random.default_rng(5), 0.7, starts=150):
        rest = repeated.Barred(*repeated.barred_here(s, tables.solved, tables.boards, tables.seen))
        assert (len(rest.mine) > 0) == bool((came == 2).any())
        results = every_move(s, moves, came, short) if len(rest.mine) else None
        if not results:
            continue
        looked += 1
        for move, result in results.items():
            worth = perfect.worth(s, move, tables.solved, tables.distances, tables.boards, tables.seen, rest)
            assert result == (1 if worth > perfect.WON // 2 else -1 if worth < perfect.LOST // 2 else 0)
            value, text, _ = advice._told(s, move, tables, rest, SAY)
            assert value == result
            left, _, ended = perfect.after_move(s, move, tables.boards)
            time = QUIET - 2 - int(s.quiet)
            if ended:
                said = {REPEATED: "third time", NO_POINT: "forty turns"}[int(ended)]
                assert text.startswith("Draws at once") and said in text and said in ENDINGS[int(ended)]
            elif result == 0 and perfect.result_left(tables.solved, tables.boards, tables.seen, left, 7, 7, time):
                matters += 1
                assert "third time" in text
            reasons |= {text} if result == 0 else set()
    print(looked, "positions,", matters, "moves that a third occurrence alone makes a draw:", reasons)
    assert looked >= 20 and matters >= 3 and len(reasons) >= 3


def test_the_master_keeps_what_it_has_when_forty_turns_come_near(short, many):
    """In late positions the move it plays is worth what the best is."""
    tables = short[0]
    late = close = 0
    for s, moves, came in walks(short, np.random.default_rng(11), 0.1, many(40, 150), quiet=30):
        results = every_move(s, moves, came, short) if int(s.quiet) >= 24 else None
        if results:
            rest = repeated.Barred(*repeated.barred_here(s, tables.solved, tables.boards, tables.seen))
            known = tables.solved, tables.distances, tables.boards, tables.seen, rest
            assert results[int(perfect.best_move(s, np.array(moves), len(moves), *known))] == max(results.values())
            late += 1
            close += len(set(results.values())) > 1
    print(late, "late positions, in", close, "of them moves differ")
    assert late >= 100 and close >= 20
