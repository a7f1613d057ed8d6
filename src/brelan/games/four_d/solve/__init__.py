"""Exact answers about 4D: who wins, at every target; the handicap that makes it fair; the fairest boards; the hardest
wins.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ....model.contract import Progress
from ....model.errors import BrelanError
from ....model.words import N_, Say, speaker
from ..rules.square import BOARDS
from .census import counts_at, fairest, hardest, positions
from .distances import EXACT
from .on_disk import ensure_distances, ensure_solved
from .one_board import retold, told
from .plots import by_handicap, by_target
from .solver import LARGEST

__all__ = ["answer", "arguments", "report"]

FIRST_TARGET = 10
GAME_FOLDER = Path(__file__).parents[1]  # where the catalogue is


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """What can be asked."""
    reach = say("points to reach, {low} to {high}", low=FIRST_TARGET, high=LARGEST)
    parser.add_argument("--target", type=int, default=100, help=reach)
    parser.add_argument("--pairs", choices=("yes", "no"), default="yes", help=say("whether a paire scores"))
    turning = say("whether the square must really turn")
    parser.add_argument("--turn", choices=("strict", "free"), default="strict", help=turning)
    parser.add_argument("--handicap", type=int, default=0, help=say("points given to who turns the square first"))
    lying = say("one position: the four dice near, left, far, right as upper face/left side, “5/3 4/6 3/2 1/2”")
    parser.add_argument("--board", help=lying)
    parser.add_argument(
        "--needs", help=say("with --board: points the player to move and the other still need, “40,37”")
    )
    each = say("the same counts at each target from {low} on", low=FIRST_TARGET)
    parser.add_argument("--by-target", action="store_true", help=each)
    fair = say("the handicap that makes the opening fairest, and the fairest boards")
    parser.add_argument("--fairest", action="store_true", help=fair)
    hard = say("the longest forced wins (targets up to {most})", most=EXACT)
    parser.add_argument("--hardest", action="store_true", help=hard)
    bounds = say("how many turns any forced win takes at most, at each target")
    parser.add_argument("--bounds", action="store_true", help=bounds)
    file = say("FILE")
    parser.add_argument("--plot", metavar=file, help=say("draw the counts at each target as SVG"))
    parser.add_argument("--plot-handicap", metavar=file, help=say("draw the counts at each handicap as SVG"))


def answer(args: argparse.Namespace, progress: Progress | None = None) -> dict[str, Any]:
    """Plain data; what takes longer only if it is asked for."""
    _check(args)
    target, pairs, free = args.target, args.pairs == "yes", args.turn == "free"
    if args.board is not None:
        needs = args.needs or f"{target},{target - args.handicap}"
        return {"pairs": pairs, "turn": args.turn, "position": told(args.board, needs, pairs, free, progress)}
    solved = ensure_solved(target, pairs, free, progress)
    found = {"target": target, "pairs": pairs, "turn": args.turn, "handicap": args.handicap, "boards": BOARDS}
    found.update(counts_at(solved, pairs, target, args.handicap))
    found["positions"] = positions(solved, target)
    if args.by_target or args.plot:
        found["by_target"] = [
            {"target": t, **counts_at(solved, pairs, t, args.handicap)}
            for t in range(max(FIRST_TARGET, args.handicap + 1), target + 1)
        ]
    if args.fairest or args.plot_handicap:
        found.update(fairest(solved, pairs, target))
    if args.hardest:
        found["hardest"] = hardest(solved, ensure_distances(EXACT, pairs, free, progress), target, args.handicap)
    if args.bounds:
        bound = ensure_distances(target, pairs, free, progress).bound
        found["bounds"] = [
            {"target": t, "turns": int(bound[t, t - args.handicap])}
            for t in range(max(FIRST_TARGET, args.handicap + 1), min(target, len(bound) - 1) + 1)
        ]
    say = speaker(getattr(args, "lang", "en"), GAME_FOLDER)
    _draw(args.plot, lambda: by_target(found, say))
    _draw(args.plot_handicap, lambda: by_handicap(found, say))
    return found


def _check(args: argparse.Namespace) -> None:
    """Refuses what cannot be answered."""
    if not FIRST_TARGET <= args.target <= LARGEST:
        raise BrelanError(
            N_("--target takes a whole number from {low} to {high}, not {given}."),
            low=FIRST_TARGET,
            high=LARGEST,
            given=args.target,
        )
    if not 0 <= args.handicap < args.target:
        raise BrelanError(
            N_("--handicap takes a whole number from 0 to {high}, not {given}."),
            high=args.target - 1,
            given=args.handicap,
        )
    if args.needs is not None and args.board is None:
        raise BrelanError(N_("--needs goes with --board: say which board lies there."))
    if args.hardest and args.target > EXACT:
        raise BrelanError(
            N_("The hardest boards are known for targets up to {most}: give --target {most} or less."), most=EXACT
        )


def _draw(file: str | None, drawn: Callable[[], str]) -> None:
    if file:
        try:
            Path(file).write_text(drawn() + "\n", encoding="utf-8")
        except OSError as error:
            raise BrelanError(
                N_("The picture cannot be written to {file}: {why}."), file=file, why=error.strerror or error
            ) from None


def report(answer: Any, say: Say) -> str:
    """The answers, told."""
    if "position" in answer:
        return "\n".join(retold(answer["position"], answer["pairs"], answer["turn"] == "free", say))
    rows = [
        say("4D to {target} points, both players perfect, on all 331,776 boards (exact):", target=answer["target"]),
        *([_handicap(answer["handicap"], say)] if answer["handicap"] else []),
        "  " + _counts(say("the first to tip, on the board as it lies"), answer, "mover", say),
        "  " + _counts(say("the other player, who turns the square before that"), answer, "setter", say),
    ]
    counted = {key: say.number(value) for key, value in answer["positions"].items()}
    rows.append(say("Of {all} positions the player to move wins {won}, draws {drawn} and loses {lost}.", **counted))
    if "by_target" in answer:
        rows += [
            "",
            say("The first to tip wins, by points to reach: the square as it lies, and turned by the other player"),
            *_bars(answer["by_target"], say),
        ]
    if "fairest_handicap" in answer:
        rows += ["", *_fairest_rows(answer, say)]
    if "hardest" in answer:
        rows += ["", *_hardest_rows(answer["hardest"], say)]
    if "bounds" in answer:
        rows += ["", say("Turns any forced win takes at most, by points to reach:")]
        heads = (say("target"), say("turns"))
        rows.append(f"  {heads[0]:>9}  {heads[1]:>9}")
        rows += [f"  {row['target']:>9}  {row['turns']:>9}" for row in answer["bounds"] if row["target"] % 10 == 0]
    return "\n".join(rows)


def _counts(who: str, answer: dict[str, Any], key: str, say: Say) -> str:
    return say(
        "{who}: wins {wins}, loses {losses}, draws {draws}",
        who=who,
        wins=say.number(answer[key + "_wins"]),
        losses=say.number(answer[key + "_losses"]),
        draws=say.number(answer[key + "_draws"]),
    )


def _handicap(handicap: int, say: Say) -> str:
    return "  " + say.count(
        "(who turns the square first begins with {n} point)",
        "(who turns the square first begins with {n} points)",
        handicap,
    )


def _bars(rows: list[dict[str, int]], say: Say) -> list[str]:
    """One bar every five targets: the square turned by the other player, which costs the first mover a little."""
    heads = (say("target"), say("as it lies"), say("turned"))
    wide = [max(len(head), 9) for head in heads]
    drawn = ["  " + "  ".join(f"{head:>{width}}" for head, width in zip(heads, wide, strict=True))]
    for row in rows:
        if row["target"] % 5 == 0 or len(rows) < 5:
            share = row["setter_losses"] / BOARDS
            cells = (str(row["target"]), say.percent(row["mover_wins"] / BOARDS, 2), say.percent(share, 2))
            listed = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, wide, strict=True))
            drawn.append(f"  {listed}  {'█' * round(40 * share)}")
    drawn.append(
        "  "
        + say(
            "as it lies: on the board as it was thrown; turned: once the other player has turned the square (the bar)"
        )
    )
    return drawn


def _fairest_rows(answer: dict[str, Any], say: Say) -> list[str]:
    handicap = answer["fairest_handicap"]
    share = say.percent(answer["handicaps"][handicap]["setter_wins"] / BOARDS)
    points = say.count("{n} point", "{n} points", handicap)
    rows = [
        say(
            "The fairest handicap for who turns the square first is {points}, and then wins {share} of the boards.",
            points=points,
            share=share,
        )
    ]
    fair = answer["fairest_boards"]
    many = say.count("{n} board", "{n} boards", fair["count"])
    if fair["what"] == "drawn":
        rows.append(say("Drawn without a handicap: {boards}, such as", boards=many))
    else:
        rows.append(
            say("A single point more would win it for who turns the square first on {boards}, such as", boards=many)
        )
    return rows + ["  " + board for board in fair["examples"]]


def _hardest_rows(hard: dict[str, Any], say: Say) -> list[str]:
    longest = say.count(
        "The longest forced win takes {n} turn:", "The longest forced win takes {n} turns:", hard["turns"]
    )
    turns, boards = say("turns"), say("boards")
    return [
        longest,
        f"  {turns:>9}  {boards:>9}",
        *(f"  {row['turns']:>9}  {say.number(row['boards']):>9}" for row in hard["by_turns"]),
        say("The hardest boards (upper face/left side of near, left, far, right):"),
        *("  " + board for board in hard["examples"]),
    ]
