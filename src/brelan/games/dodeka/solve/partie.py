"""A whole partie of Dodéka, solved: the subgame-perfect value of every seat in every position, for 2 and 3 players.

A position is the scores, who is to act, and who has thrown a pairtraiz in this tour; seats are numbered from the
starter. Each mover maximises what they themselves are paid. Turns are scored by the rules themselves
(`rules.score_turn` on a struct of one partie): this module knows no rule.

Order of work. A tour that must be the last (somebody has reached the target, or thrown a pairtraiz) never comes back:
those positions are solved first, last seat first. All others are solved outward from high scores, level by level of the
sum of scores: points only lead to higher levels, and a tour in which everybody scores 0 leads back to its own start, a
loop that is iterated until nothing moves by 1e-10 (its weight is the chance of such a tour: small).

With three players the solution is not unique; where a mover is indifferent within 1e-9 they stop if stopping is among
the best, otherwise keep the most dice, then the lowest.

Playoffs (DOD-10) are solved by the same induction over their tours, not approximated:
- a tie for first of two with the last place decided is a race for a fixed prize, so it does not depend on the scores;
- a tie for last of two, and a tie of everybody, go on at higher and higher scores. They are tabulated for every tied
  score up to PLAYOFF_TOP above the target and closed there by the value at the top: getting there takes so many ties in
  a row that this moves nothing by 1e-12.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from ....errors import BrelanError
from ....kernel import kernel
from ....paths import cache_folder
from ....sources import digest as sources_digest
from ....words import N_
from ..rules.partie import score_turn
from ..rules.state import FIRST, LAST, STATE
from .turn import induct, room

EXACT_TARGET = 700  # the largest target solved exactly
BEYOND = 50  # the most tens one turn adds
PLAYOFF_TOP = 400  # tens above the target up to which tied scores are tabulated
SETTLED = 1e-10

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Solution:
    """All values of one partie: `values[index, seat]`, and those of the playoffs."""

    players: int
    target: int
    values: np.ndarray
    ties: np.ndarray  # [everybody tied | first pair | last pair …, tied score in tens, seat]

    def at_start(self) -> list[float]:
        """What each seat may expect of a partie, seat 0 being the starter."""
        return [float(x) for x in self.values[0]]


# --- where a position lies in the array


@kernel
def _size(n, target, to_act, flags):
    size = 1
    for seat in range(n):
        size *= target + BEYOND if seat < to_act and not flags >> seat & 1 else target
    return size


@kernel
def _offset(n, target, to_act, flags):
    """Positions stand in blocks: by seat to act, then by pairtraiz already thrown this tour (a bit mask of the seats
    before it).
    """
    at = 0
    for seat in range(to_act):
        for mask in range(1 << seat):
            at += _size(n, target, seat, mask)
    for mask in range(flags):
        at += _size(n, target, to_act, mask)
    return at


@kernel
def index(s, target):
    """The place of a struct between two turns of a partie that is not in playoffs. `target` in tens."""
    n, starter = int(s.players), int(s.starter)
    to_act = (int(s.turn) - starter) % n
    flags, at = 0, 0
    for position in range(to_act):
        if s.order[(starter + position) % n]:
            flags |= 1 << position
    for position in range(n):
        size = target + BEYOND if position < to_act and not flags >> position & 1 else target
        at = at * size + int(s.scores[(starter + position) % n]) // 10
    return _offset(n, target, to_act, flags) + at


# --- what a struct is worth

# rows of `ties`: everybody tied; then for a pair of positions (0, 1), (0, 2), (1, 2): tied for first (a share of the
# prize), tied for last
ALL_TIED, FIRST_PAIR, LAST_PAIR = 0, 1, 4
TIE_ROWS = 7


@kernel
def _pair(one, two):
    return one + two - 1


@kernel
def lookup(s, values, ties, target, out):
    """What each seat is paid from here: from the grid, if the partie is over; else from the tables.

    True if the tables know this struct.
    """
    n, starter = int(s.players), int(s.starter)
    if s.over:
        for seat in range(n):
            out[seat] = s.totals[seat]
        return True
    if not s.playoff:
        at = index(s, target)
        for position in range(n):
            out[(starter + position) % n] = values[at, position]
        return True
    one = two = -1
    group = 0
    for position in range(n):
        seat = (starter + position) % n
        if s.contest[seat]:
            group = int(s.contest[seat])
            if one < 0:
                one = position
            else:
                two = position
    if group == FIRST | LAST and s.winner >= 0:  # everybody was tied, and first place is taken
        group = LAST
    elif group == FIRST | LAST and s.loser >= 0:
        group = FIRST
    first, second = (starter + one) % n, (starter + two) % n
    if int(s.turn) != first or s.order[first] or s.order[second] or s.scores[first] != s.scores[second]:
        return False  # in the middle of a tour of the playoff
    tens = min(int(s.scores[first]) // 10, ties.shape[1] - 1)
    for seat in range(n):
        out[seat] = 0.0
    if group == FIRST | LAST:
        for position in range(n):
            out[(starter + position) % n] = ties[ALL_TIED, tens, position]
    elif group == FIRST:
        prize, share = float(s.scores[s.loser]), ties[FIRST_PAIR + _pair(one, two), 0, 0]
        out[first], out[second], out[int(s.loser)] = prize * share, prize * (1.0 - share), -prize
    else:
        row = LAST_PAIR + _pair(one, two)
        out[first], out[second] = ties[row, tens, 0], ties[row, tens, 1]
        out[int(s.winner)] = -out[first] - out[second]
    return True


@kernel
def copy_partie(source, target):
    """Copies what a partie is made of, as a match of that partie alone."""
    target.players = source.players
    target.parties = 1
    target.partie = 0
    target.over = 0
    target.target = source.target
    target.starter = source.starter
    target.playoff = source.playoff
    target.winner = source.winner
    target.loser = source.loser
    target.turn = source.turn
    for seat in range(int(source.players)):
        target.totals[seat] = 0
        target.scores[seat] = source.scores[seat]
        target.order[seat] = source.order[seat]
        target.contest[seat] = source.contest[seat]


@kernel
def evaluate(s, values, ties, target, out, worth, spare, floor, best, means, chosen):
    """What each seat is paid if the seat to act starts its turn now and everybody plays on by the tables.

    A turn leads to structs the tables know, except in the middle of a playoff's tour: there the next seat's turn is
    evaluated first. Numba cannot cache a function that calls itself, so the depth is counted by hand: `spare[d]` is the
    struct after the turn at depth d, `worth[d]` what its nine lines are worth. Nothing below `floor` is touched.
    """
    n = int(s.players)
    made = np.zeros(len(spare), np.int64)
    depth = floor
    while True:
        here = s if depth == floor else spare[depth - 1]
        if made[depth] == 9:
            induct(worth[depth, :, :n], int(here.turn), 2, best, means, chosen)
            for seat in range(n):
                out[seat] = means[2, seat, 0]
            if depth == floor:
                return
            depth -= 1
        else:
            copy_partie(here, spare[depth])
            score_turn(spare[depth], made[depth])
            if not lookup(spare[depth], values, ties, target, out):
                depth += 1
                made[depth] = 0
                continue
        for seat in range(n):
            worth[depth, made[depth], seat] = out[seat]
        made[depth] += 1


@kernel
def line_worths(s, values, ties, target, worth, spare, best, means, chosen):
    """worth[0, line, seat]: what each seat is paid after the seat to act ends its turn on each line."""
    n = int(s.players)
    out = np.zeros(n)
    for made in range(9):
        copy_partie(s, spare[0])
        score_turn(spare[0], made)
        if not lookup(spare[0], values, ties, target, out):
            evaluate(spare[0], values, ties, target, out, worth, spare, 1, best, means, chosen)
        for seat in range(n):
            worth[0, made, seat] = out[seat]


# --- solving


@kernel
def _position(s, n, target, to_act, flags, at):
    """Writes position number `at` of a block into the struct; says whether its tour must be the last."""
    s.turn = to_act
    finishing = flags != 0
    order = 0
    for seat in range(n - 1, -1, -1):
        size = target + BEYOND if seat < to_act and not flags >> seat & 1 else target
        tens = at % size
        at //= size
        s.scores[seat] = tens * 10
        finishing = finishing or tens >= target
    for seat in range(n):
        s.order[seat] = 0
        if flags >> seat & 1:
            order += 1
            s.order[seat] = order
    return finishing


@kernel
def _fresh(n, target):
    """A struct of a match of one partie, nothing played; and spare ones."""
    made = np.zeros(5, STATE)
    s = made[4]
    s.players = n
    s.parties = 1
    s.target = target * 10
    s.winner = -1
    s.loser = -1
    for seat in range(n):
        s.contest[seat] = FIRST | LAST
    return made


@kernel
def solve_finishing(n, target, to_act, flags, first, last, values, ties, best, means, chosen):
    """Solves the positions first … last − 1 of one block whose tour must be the last."""
    structs = _fresh(n, target)
    s, worth, out = structs[4], np.zeros((4, 9, n)), np.zeros(n)
    offset = _offset(n, target, to_act, flags)
    for at in range(first, last):
        if _position(s, n, target, to_act, flags, at):
            evaluate(s, values, ties, target, out, worth, structs, 0, best, means, chosen)
            for seat in range(n):
                values[offset + at, seat] = out[seat]


@kernel
def solve_level(n, target, starts, values, ties, best, means, chosen):
    """Solves the open positions with the given scores (numbers in the first block), all seats to act."""
    structs = _fresh(n, target)
    s, worth, out = structs[4], np.zeros((4, 9, n)), np.zeros(n)
    worst = 0
    for start in starts:
        for turns in range(200):
            moved = 0.0
            for to_act in range(n - 1, -1, -1):
                _position(s, n, target, 0, 0, start)
                s.turn = to_act
                at = index(s, target)
                evaluate(s, values, ties, target, out, worth, structs, 0, best, means, chosen)
                for seat in range(n):
                    moved = max(moved, abs(values[at, seat] - out[seat]))
                    values[at, seat] = out[seat]
            if turns > 0 and moved < SETTLED:
                worst = max(worst, turns)
                break
    return worst


@kernel
def solve_playoffs(n, target, values, ties, best, means, chosen):
    """Fills `ties`: the race for first, then ties for last and of everybody, from the highest tied score down."""
    structs = _fresh(n, target)
    s, worth, out = structs[4], np.zeros((4, 9, n)), np.zeros(n)
    s.playoff = 1
    for one in range(n):
        for two in range(one + 1, n):
            if n == 2:
                continue
            other = 3 - one - two
            for group in (FIRST, LAST):
                row = (FIRST_PAIR if group == FIRST else LAST_PAIR) + _pair(one, two)
                for seat in range(n):
                    s.contest[seat] = group if seat != other else 0
                s.winner = other if group == LAST else -1
                s.loser = other if group == FIRST else -1
                top = 1 if group == FIRST else ties.shape[1]
                for tens in range(top - 1, -1, -1):
                    for seat in range(n):
                        s.scores[seat] = tens * 10
                    if group == FIRST:
                        s.scores[other] = 10  # any prize will do: the race does not depend on it
                    s.turn = one
                    if tens + 1 < top:
                        ties[row, tens] = ties[row, tens + 1]
                    for _ in range(100):
                        evaluate(s, values, ties, target, out, worth, structs, 0, best, means, chosen)
                        unit = 10.0 if group == FIRST else 1.0
                        moved = max(
                            abs(ties[row, tens, 0] - out[one] / unit), abs(ties[row, tens, 1] - out[two] / unit)
                        )
                        ties[row, tens, 0] = out[one] / unit
                        ties[row, tens, 1] = out[two] / unit
                        if moved < SETTLED:
                            break
    s.winner = -1
    s.loser = -1
    for seat in range(n):
        s.contest[seat] = FIRST | LAST
    s.turn = 0
    for tens in range(ties.shape[1] - 1, target - 1, -1):
        if tens + 1 < ties.shape[1]:
            ties[ALL_TIED, tens] = ties[ALL_TIED, tens + 1]
        for _ in range(100):
            for seat in range(n):
                s.scores[seat] = tens * 10
            evaluate(s, values, ties, target, out, worth, structs, 0, best, means, chosen)
            moved = 0.0
            for seat in range(n):
                moved = max(moved, abs(ties[ALL_TIED, tens, seat] - out[seat]))
                ties[ALL_TIED, tens, seat] = out[seat]
            if moved < SETTLED:
                break


def solve_partie(players: int, target: int = EXACT_TARGET, progress: Progress | None = None) -> Solution:
    """Solves a partie from nothing, on all cores."""
    if players not in (2, 3) or not 100 <= target <= EXACT_TARGET or target % 10:
        raise BrelanError(
            N_(
                "A partie is solved exactly for 2 or 3 players and targets from 100 to {most} in tens, not "
                "{players} players to {target}."
            ),
            most=EXACT_TARGET,
            players=players,
            target=target,
        )
    n, tens = players, target // 10
    blocks = [(to_act, flags) for to_act in range(n) for flags in range(1 << to_act)]
    values = np.zeros((_offset(n, tens, n, 0), n))
    ties = np.zeros((TIE_ROWS, tens + PLAYOFF_TOP, 3))
    total, done = len(values), 0
    threads = os.cpu_count() or 1
    rooms = [room(n) for _ in range(threads)]
    solve_playoffs(n, tens, values, ties, *rooms[0])
    with ThreadPoolExecutor(threads) as pool:

        def share(work: Callable[..., object], parts: list[tuple[object, ...]]) -> None:
            for future in [pool.submit(work, *part, values, ties, *rooms[k]) for k, part in enumerate(parts)]:
                future.result()

        for to_act, flags in reversed(blocks):
            size = _size(n, tens, to_act, flags)
            step = max(1, min(size, 40_000) // threads)
            for first in range(0, size if to_act else 0, step * threads):
                cuts = [min(size, first + step * k) for k in range(threads + 1)]
                share(solve_finishing, [(n, tens, to_act, flags, cuts[k], cuts[k + 1]) for k in range(threads)])
                done += cuts[-1] - cuts[0]
                if progress:
                    progress(min(done, total), total, "")
        sums = np.indices((tens,) * n).sum(axis=0).ravel()
        by_level = np.argsort(-sums, kind="stable")
        bounds = np.searchsorted(-sums[by_level], -np.arange(n * (tens - 1), -2, -1))
        for level in range(len(bounds) - 1):
            starts = by_level[bounds[level] : bounds[level + 1]]
            share(solve_level, [(n, tens, starts[k::threads]) for k in range(threads)])
            done += len(starts)
            if progress:
                progress(min(done, total), total, "")
    return Solution(players, target, values, ties)


def _file(players: int, target: int) -> Path:
    return cache_folder("solved", "dodeka") / f"partie-{players}-{target}-{sources_digest(__name__)}"


def is_solved(players: int, target: int) -> bool:
    """Whether the solution lies on disk already."""
    return _file(players, target).with_suffix(".values.npy").exists()


@lru_cache(maxsize=4)
def solution(players: int, target: int, progress: Progress | None = None) -> Solution:
    """The solution of a partie: from the cache folder, or solved and stored there."""
    file = _file(players, target)
    values_file, ties_file = file.with_suffix(".values.npy"), file.with_suffix(".ties.npy")
    if not values_file.exists():
        solved = solve_partie(players, target, progress)
        for old in file.parent.glob(f"partie-{players}-{target}-*"):
            old.unlink(missing_ok=True)
        np.save(ties_file, solved.ties)
        partial = values_file.with_suffix(".part.npy")
        np.save(partial, solved.values)
        partial.rename(values_file)
    return Solution(players, target, np.load(values_file, mmap_mode="c"), np.load(ties_file))
