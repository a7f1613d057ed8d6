"""Exact answers about 4D: who wins, at every target; the handicap that makes it fair; the fairest boards; the hardest
wins.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from ....errors import BrelanError
from ....kernel import kernel
from ....words import N_, Say, speaker
from ..rules.geometry import PLUS_X, UP
from . import boards as _boards
from . import on_disk as store
from . import plots
from .boards import BOARDS, die_at
from .distances import NEAR, distance
from .perfect import keep_most, outcome, win_most
from .solver import LARGEST, Progress, Solved

FIRST_TARGET = 10
EXAMPLES = 5
HERE = Path(__file__).parents[1]  # the catalogue is the game's


@kernel
def census(solved, turn, mover_need, setter_need, counts):
    """Over all boards: wins, losses, draws of the player to move; then those of seat 0, who turns the square first
    (4D-03).
    """
    results = np.empty(BOARDS, np.int8)
    for b in range(BOARDS):
        results[b] = outcome(solved, b, mover_need, setter_need)
        counts[_column(results[b])] += 1
    for b in range(BOARDS):
        best = -1
        for k in range(4):
            best = max(best, -results[turn[k, b]])
        counts[3 + _column(best)] += 1


@kernel
def _column(result):
    return 0 if result > 0 else 1 if result < 0 else 2


@kernel
def margins(solved, turn, target, winning, keeping):
    """For every board as seat 0 finds it: the most seat 0 may need and win (and not lose) against a seat 1 who needs
    the target.
    """
    for b in range(BOARDS):
        best_win, best_keep = 0, 0
        for k in range(4):
            left = turn[k, b]
            while best_win < target and keep_most(solved, left, best_win + 1) < target:
                best_win += 1
            while best_keep < target and win_most(solved, left, best_keep + 1) < target:
                best_keep += 1
        winning[b] = best_win
        keeping[b] = best_keep


@kernel
def longest(solved, near, target, turns):
    """The distance of every board the mover wins at the start scores, 0 for the others."""
    for b in range(BOARDS):
        turns[b] = distance(near, b, target, target) if outcome(solved, b, target, target) > 0 else 0


def board_words(board: int) -> str:
    """A board as people can lay it: upper face and left side of near, left, far, right."""
    return " ".join(f"{UP[o]}/{7 - PLUS_X[o]}" for o in (int(die_at(board, place)) for place in range(4)))


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--target", type=int, default=100, help=f"points to reach, {FIRST_TARGET} to {LARGEST}")
    parser.add_argument("--pairs", choices=("yes", "no"), default="yes", help="whether a paire scores")
    parser.add_argument(
        "--turn", choices=("strict", "free"), default="strict", help="whether the square must really turn"
    )
    parser.add_argument("--handicap", type=int, default=0, help="points given to seat 0 at the start")
    parser.add_argument("--by-target", action="store_true", help="the same counts at each target from 10 on")
    parser.add_argument(
        "--fairest", action="store_true", help="the handicap that makes the opening fairest, and the fairest boards"
    )
    parser.add_argument("--hardest", action="store_true", help=f"the longest forced wins (targets up to {NEAR})")
    parser.add_argument(
        "--bounds", action="store_true", help="how many turns any forced win takes at most, at each target"
    )
    parser.add_argument("--plot", metavar="FILE", help="draw the counts at each target as SVG")
    parser.add_argument("--plot-handicap", metavar="FILE", help="draw the counts at each handicap as SVG")


def answer(args: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    """Plain data; what takes longer only if it is asked for."""
    target, pairs, free = args.target, args.pairs == "yes", args.turn == "free"
    if not FIRST_TARGET <= target <= LARGEST:
        raise BrelanError(
            N_("--target takes a whole number from {low} to {high}, not {given}."),
            low=FIRST_TARGET,
            high=LARGEST,
            given=target,
        )
    if not 0 <= args.handicap < target:
        raise BrelanError(
            N_("--handicap takes a whole number from 0 to {high}, not {given}."), high=target - 1, given=args.handicap
        )
    if args.hardest and target > NEAR:
        raise BrelanError(
            N_("The hardest boards are known for targets up to {near}: give --target {near} or less."), near=NEAR
        )
    solved = store.ensure_solved(target, pairs, free, progress)
    found = {"target": target, "pairs": pairs, "turn": args.turn, "handicap": args.handicap, "boards": BOARDS}
    found.update(counts_at(solved, pairs, target, args.handicap))
    found["positions"] = positions(solved, target)
    if args.by_target or args.plot:
        found["by_target"] = [{"target": t, **counts_at(solved, pairs, t, 0)} for t in range(FIRST_TARGET, target + 1)]
    if args.fairest or args.plot_handicap:
        found.update(fairest(solved, pairs, target))
    if args.hardest:
        found["hardest"] = hardest(solved, pairs, free, target, progress)
    if args.bounds:
        bound = store.ensure_distances(target, pairs, free, progress).bound
        found["bounds"] = [
            {"target": t, "turns": int(bound[t, t])} for t in range(FIRST_TARGET, min(target, len(bound) - 1) + 1)
        ]
    say = speaker(getattr(args, "lang", "en"), HERE)
    _draw(args.plot, lambda: plot_targets(found, say))
    _draw(args.plot_handicap, lambda: plot_handicaps(found, say))
    return found


def counts_at(solved: Solved, pairs: bool, target: int, handicap: int) -> dict[str, int]:
    """Wins, losses and draws over all boards, of the first mover and of the player who turns the square first."""
    counts = np.zeros(6, np.int64)
    census(solved, _boards.boards(pairs).turn, target, target - handicap, counts)
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
    margins(solved, _boards.boards(pairs).turn, target, winning, keeping)
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


def hardest(solved: Solved, pairs: bool, free: bool, target: int, progress: Progress = None) -> dict[str, Any]:
    """The boards the first mover wins, but only after the most turns."""
    near = store.ensure_distances(NEAR, pairs, free, progress)
    turns = np.zeros(BOARDS, np.int16)
    longest(solved, near, target, turns)
    most = int(turns.max())
    boards_of = [int((turns == d).sum()) for d in range(most + 1)]
    return {
        "turns": most,
        "count": boards_of[most],
        "examples": [board_words(int(b)) for b in np.flatnonzero(turns == most)[:EXAMPLES]],
        "by_turns": [{"turns": d, "boards": boards_of[d]} for d in range(1, most + 1)],
    }


def _draw(file: str | None, made: Any) -> None:
    if file:
        try:
            Path(file).write_text(made() + "\n", encoding="utf-8")
        except OSError as error:
            raise BrelanError(
                N_("The picture cannot be written to {file}: {why}."), file=file, why=error.strerror or error
            ) from None


def plot_targets(found: dict[str, Any], say: Say) -> str:
    """How often the first mover wins, by target."""
    rows = found["by_target"]
    mover = [(row["target"], row["mover_wins"] / BOARDS) for row in rows]
    setter = [(row["target"], row["setter_losses"] / BOARDS) for row in rows]
    low = min(share for _, share in mover + setter)
    title = say("How often the first to tip wins, both playing perfectly")
    series = [(say("square turned at random"), mover), (say("square turned by the other player"), setter)]
    return plots.chart(
        title, say("points to reach"), say("share of the 331,776 boards"), series, low - 0.05 * (1 - low), 1.0
    )


def plot_handicaps(found: dict[str, Any], say: Say) -> str:
    """How often seat 0 wins and loses, by its handicap."""
    rows = found["handicaps"]
    series = [
        (say("seat 0 wins"), [(row["handicap"], row["setter_wins"] / BOARDS) for row in rows]),
        (say("seat 0 loses"), [(row["handicap"], row["setter_losses"] / BOARDS) for row in rows]),
    ]
    title = say("Points given to seat 0, and who wins a game to {target}", target=found["target"])
    return plots.chart(title, say("handicap in points"), say("share of the 331,776 boards"), series, 0.0, 1.0)


def report(answer: dict[str, Any], say: Say) -> str:
    """The answers, told."""
    rows = [
        say("4D to {target} points, both players perfect, on all 331,776 boards:", target=answer["target"]),
        "  " + _counts(say("the first to tip, on the board as it lies"), answer, "mover", say),
        "  " + _counts(say("seat 0, who turns the square before that"), answer, "setter", say),
    ]
    counted = {key: say.number(value) for key, value in answer["positions"].items()}
    rows.append(say("Of {all} positions the player to move wins {won}, draws {drawn} and loses {lost}.", **counted))
    if "by_target" in answer:
        rows += ["", say("The first to tip wins, by points to reach:"), *_bars(answer["by_target"], say)]
    if "fairest_handicap" in answer:
        rows += ["", *_fairest_rows(answer, say)]
    if "hardest" in answer:
        hard = answer["hardest"]
        rows += [
            "",
            say.count(
                "The longest forced win takes {n} turn:", "The longest forced win takes {n} turns:", hard["turns"]
            ),
        ]
        rows += [f"  {row['turns']:>3}  {say.number(row['boards']):>9}" for row in hard["by_turns"]]
        rows += [
            say("The hardest boards (upper face/left side of near, left, far, right):"),
            *("  " + one for one in hard["examples"]),
        ]
    if "bounds" in answer:
        rows += ["", say("Turns any forced win takes at most, by points to reach:")]
        rows += [f"  {row['target']:>3}  {row['turns']:>3}" for row in answer["bounds"] if row["target"] % 10 == 0]
    return "\n".join(rows)


def _counts(who: str, answer: dict[str, Any], key: str, say: Say) -> str:
    return say(
        "{who}: wins {wins}, loses {losses}, draws {draws}",
        who=who,
        wins=say.number(answer[key + "_wins"]),
        losses=say.number(answer[key + "_losses"]),
        draws=say.number(answer[key + "_draws"]),
    )


def _bars(rows: list[dict[str, int]], say: Say) -> list[str]:
    """One bar every five targets: the square turned by the other player, which costs the first mover a little."""
    drawn = []
    for row in rows:
        if row["target"] % 5 == 0:
            share = row["setter_losses"] / BOARDS
            drawn.append(
                f"  {row['target']:>3}  {say.percent(row['mover_wins'] / BOARDS, 2):>9} {say.percent(share, 2):>9} "
                f" {'█' * round(40 * share)}"
            )
    return drawn


def _fairest_rows(answer: dict[str, Any], say: Say) -> list[str]:
    handicap = answer["fairest_handicap"]
    share = say.percent(answer["handicaps"][handicap]["setter_wins"] / BOARDS)
    points = say.count("{n} point", "{n} points", handicap)
    rows = [
        say(
            "The fairest handicap for seat 0 is {points}: it then wins {share} of the boards.",
            points=points,
            share=share,
        )
    ]
    fair = answer["fairest_boards"]
    many = say.count("{n} board", "{n} boards", fair["count"])
    if fair["what"] == "drawn":
        rows.append(say("Drawn without a handicap: {boards}, such as", boards=many))
    else:
        rows.append(say("A single point more would win it for seat 0 on {boards}, such as", boards=many))
    return rows + ["  " + one for one in fair["examples"]]
