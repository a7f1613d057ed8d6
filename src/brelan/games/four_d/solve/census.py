"""Counts over all boards, from the solved tables: who wins, the handicap that makes it fair, the hardest wins."""

from typing import Any

import numpy as np

from ....engine.kernel import compiled, kernel
from ..rules.geometry import LEFT_SIDE, UP
from ..rules.square import BOARDS, die_at
from ..rules.state import PLACES
from .boards import all_boards
from .distances import Distances, distance
from .perfect import keep_most, outcome, win_most
from .solver import Solved

EXAMPLES = 5  # boards shown of those that were looked for


@compiled
def count_boards(solved, turn, mover_need, setter_need, counts):
    """Over all boards: wins, losses, draws of the player to move; then those of seat 0, who turns the square first
    (4D-03).
    """
    results = np.empty(BOARDS, np.int8)
    for b in range(BOARDS):
        results[b] = outcome(solved, b, mover_need, setter_need)
        counts[_column(results[b])] += 1
    for b in range(BOARDS):
        best = -1
        for k in range(PLACES):
            best = max(best, -results[turn[k, b]])
        counts[3 + _column(best)] += 1


@kernel
def _column(result):
    """Wins, losses, draws."""
    return 0 if result > 0 else 1 if result < 0 else 2


@compiled
def margins(solved, turn, target, winning, keeping):
    """For every board as seat 0 finds it: the most seat 0 may need and win (and not lose) against a seat 1 who needs
    the target.
    """
    for b in range(BOARDS):
        best_win, best_keep = 0, 0
        for k in range(PLACES):
            left = turn[k, b]
            while best_win < target and keep_most(solved, left, best_win + 1) < target:
                best_win += 1
            while best_keep < target and win_most(solved, left, best_keep + 1) < target:
                best_keep += 1
        winning[b] = best_win
        keeping[b] = best_keep


@compiled
def win_lengths(solved, distances, target, other, turns):
    """The distance of every board the mover wins at the start, when seat 0 needs `other`; 0 for the others."""
    for b in range(BOARDS):
        turns[b] = distance(distances, b, target, other) if outcome(solved, b, target, other) > 0 else 0


def board_words(board: int) -> str:
    """A board as people can lay it: upper face and left side of near, left, far, right."""
    return " ".join(f"{UP[o]}/{LEFT_SIDE[o]}" for o in (int(die_at(board, place)) for place in range(PLACES)))


def counts_at(solved: Solved, pairs: bool, target: int, handicap: int) -> dict[str, int]:
    """Wins, losses and draws over all boards, of the first mover and of the player who turns the square first."""
    counts = np.zeros(6, np.int64)
    count_boards(solved, all_boards(pairs).turn, target, target - handicap, counts)
    names = [f"{who}_{what}" for who in ("mover", "setter") for what in ("wins", "losses", "draws")]
    return dict(zip(names, counts.tolist(), strict=True))


def positions(solved: Solved, target: int) -> dict[str, int]:
    """All positions with needs from 1 to the target: won, drawn and lost for the player to move."""
    won = drawn = 0
    for o in range(1, target + 1):
        most = np.clip(solved.win[o].astype(np.int64) + o, 0, target)
        span = slice(solved.drawn_at[o], solved.drawn_at[o + 1])
        kept = np.minimum(most[solved.drawn_board[span]] + solved.drawn_more[span], target)
        won += int(most.sum())
        drawn += int((kept - most[solved.drawn_board[span]]).sum())
    total = BOARDS * target**2
    return {"all": total, "won": won, "drawn": drawn, "lost": total - won - drawn}


def fairest(solved: Solved, pairs: bool, target: int) -> dict[str, Any]:
    """The handicap under which seat 0 wins as nearly as possible as many boards as it loses; and the boards that hang
    by a point without one.
    """
    winning, keeping = np.zeros(BOARDS, np.int16), np.zeros(BOARDS, np.int16)
    margins(solved, all_boards(pairs).turn, target, winning, keeping)
    rows = []
    for handicap in range(target):
        wins = int((winning >= target - handicap).sum())
        kept = int((keeping >= target - handicap).sum())
        rows.append(
            {"handicap": handicap, "setter_wins": wins, "setter_losses": BOARDS - kept, "setter_draws": kept - wins}
        )
        if wins == BOARDS:  # and so at every greater one
            break
    best = min(rows, key=lambda row: abs(row["setter_wins"] - row["setter_losses"]))
    drawn = (winning < target) & (keeping >= target)
    hang = np.flatnonzero(drawn if drawn.any() else winning == target - 1)
    return {
        "handicaps": rows,
        "fairest_handicap": best["handicap"],
        "fairest_boards": {
            "what": "drawn" if drawn.any() else "one_point",
            "count": len(hang),
            "examples": [board_words(int(b)) for b in hang[:EXAMPLES]],
        },
        "median_handicap": int(target - np.median(winning)),
    }


def hardest(solved: Solved, distances: Distances, target: int, handicap: int = 0) -> dict[str, Any]:
    """The boards the first mover wins, but only after the most turns."""
    turns = np.zeros(BOARDS, np.int16)
    win_lengths(solved, distances, target, target - handicap, turns)
    most = int(turns.max())
    boards_of = [int((turns == d).sum()) for d in range(most + 1)]
    return {
        "turns": most,
        "count": boards_of[most],
        "examples": [board_words(int(b)) for b in np.flatnonzero(turns == most)[:EXAMPLES]],
        "by_turns": [{"turns": d, "boards": boards_of[d]} for d in range(1, most + 1)],
    }
