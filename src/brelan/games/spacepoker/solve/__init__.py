"""Exact answers about SpacePoker: how often each combination comes, every exchange of a hand, and the heads-up hand in
equilibrium.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ....errors import BrelanError
from ....words import N_, Say
from ..rules.ships import COMBINATIONS, SIZES
from . import strategies as library
from .equilibrium import Question
from .odds import Exchange, combination_of, dealt_counts, exchanges, model
from .response import exploitability

KEYS = ("pair", "two_pairs", "three", "full", "four", "five", "different")  # weakest first
FLEETS = ("5x7", "7x5")
Progress = Callable[[int, int, str], None]


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--hand", help="every exchange of these five ships, such as 1-1-2-4-5")
    parser.add_argument(
        "--opponents", type=int, choices=(1, 2, 3, 4), default=1, help="how many others stay in (with --hand)"
    )
    parser.add_argument("--fleet", choices=FLEETS, default="5x7", help="five sizes of seven ships, or seven of five")
    parser.add_argument("--kickers", action="store_true", help="the ships outside the combination compare too")
    parser.add_argument(
        "--equilibrium", action="store_true", help="solve the heads-up hand and measure how far it is from perfect"
    )
    parser.add_argument(
        "--stack",
        type=int,
        help="points each player can stake (with --equilibrium; default: all of 5, 10, 20, 40 and 60)",
    )
    parser.add_argument("--ante", type=int, default=1, help="points each pays first (with --equilibrium)")
    parser.add_argument(
        "--closing", choices=("lap", "called"), default="lap", help="when a hand ends (with --equilibrium)"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to solve each stack (with --equilibrium)")


def answer(args: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    fleet = FLEETS.index(args.fleet)
    found: dict[str, Any] = {
        "fleet": args.fleet,
        "kickers": bool(args.kickers),
        "dealt": dict(zip(KEYS, dealt_counts(fleet), strict=True)),
    }
    if args.hand is not None:
        progress(0, 1, "exchanges")
        rows = exchanges(_ships(args.hand, fleet), fleet, bool(args.kickers), args.opponents)
        found["hand"], found["exchanges"] = args.hand, [_as_data(row) for row in rows]
    elif args.equilibrium:
        found["equilibrium"] = _equilibrium(args, fleet, progress)
    else:
        found["final"] = final_odds(fleet, bool(args.kickers))
    return found


def final_odds(fleet: int, kickers: bool) -> dict[str, float]:
    """How often each combination is held once the exchange is made as the regular bot makes it."""
    from .deals import classes

    known, ranks, kinds = model(fleet, kickers), classes(fleet, kickers), combination_of(fleet)
    overall = known.many @ known.given_many
    kind_of_class = {int(rank): int(kind) for rank, kind in zip(ranks, kinds, strict=True)}
    totals = [0.0] * 7
    for rank, chance in enumerate(overall):
        totals[kind_of_class[rank]] += float(chance)
    return dict(zip(KEYS, totals, strict=True))


def _as_data(row: Exchange) -> dict[str, Any]:
    return {
        "given": list(row.given),
        "combinations": dict(zip(KEYS, row.combinations, strict=True)),
        "wins": list(row.wins),
    }


def _ships(text: str, fleet: int) -> list[int]:
    parts = text.replace(",", "-").replace(" ", "-").split("-")
    ships = [int(part) if part in ("1", "2", "3", "4", "5", "6", "7") else 0 for part in parts]
    if len(ships) != 5 or not all(1 <= size <= SIZES[fleet] for size in ships):
        raise BrelanError(
            N_("--hand takes five ships of sizes 1 to {largest}, such as 1-1-2-4-5, not {text}."),
            largest=SIZES[fleet],
            text=repr(text),
        )
    return ships


def _equilibrium(args: argparse.Namespace, fleet: int, progress: Progress) -> list[dict[str, Any]]:
    if not 0 <= args.ante <= 6:
        raise BrelanError(N_("--ante takes 0 to 6 points, not {given}."), given=args.ante)
    if args.stack is not None and not 1 <= args.stack <= 120:
        raise BrelanError(N_("--stack takes 1 to 120 points, not {given}."), given=args.stack)
    if args.seconds <= 0:
        raise BrelanError(N_("--seconds takes a number above 0."))
    asked = Question(60, max(1, args.ante), 1 if args.closing == "called" else 0, bool(args.kickers), fleet)
    rows = []
    for question in [replace(asked, stack=args.stack)] if args.stack else library.all_stacks(asked):
        solved = library.solved(question, args.seconds, progress)
        loss = exploitability(solved)
        row: dict[str, Any] = {"stack": question.stack, "ante": question.ante, "closing": args.closing}
        rows.append(
            row
            | {
                "exploitability": loss.points,
                "best_response": [loss.opener, loss.second],
                "worth_to_opener": (loss.opener - loss.second) / 2,
            }
        )
    return rows


def report(answer: dict[str, Any], say: Say) -> str:
    rows = [say("Of the 324,632 hands of five ships ({fleet}):", fleet=answer["fleet"])]
    after = say("after the exchange:")
    for key, words in reversed(list(zip(KEYS, COMBINATIONS, strict=True))):
        row = f"  {say(words):<24} {say.number(answer['dealt'][key]):>9}"
        rows.append(row + (f"   {after} {say.percent(answer['final'][key]):>7}" if "final" in answer else ""))
    if "exchanges" in answer:
        rows += ["", say("What {hand} can become; best exchange first:", hand=answer["hand"])]
        for one in answer["exchanges"]:
            given = " ".join(map(str, one["given"])) or say("none")
            likely = [
                f"{say(COMBINATIONS[k])} {say.percent(one['combinations'][KEYS[k]])}"
                for k in range(6, -1, -1)
                if one["combinations"][KEYS[k]] > 5e-4
            ]
            wins = " / ".join(say.percent(chance) for chance in one["wins"])
            rows.append("  " + say("give {given}: wins {chance}", given=given, chance=wins))
            rows.append(f"      {', '.join(likely)}")
    for row in answer.get("equilibrium", []):
        rows.append("")
        rows.append(
            say(
                "Stack {stack}, ante {ante}, closing {closing}:",
                stack=row["stack"],
                ante=row["ante"],
                closing=row["closing"],
            )
        )
        rows.append(
            "  " + say("a perfect opponent gains {points} points a hand", points=say.number(row["exploitability"], 4))
        )
        rows.append(
            "  "
            + say("to open is worth {points} points a hand", points=say.number(row["worth_to_opener"], 3, sign=True))
        )
    return "\n".join(rows)
