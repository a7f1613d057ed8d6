"""Exact answers about SpacePoker: how often each combination comes, every exchange of a hand, and the heads-up hand in
equilibrium.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....engine.crew import at_work
from ....model.contract import Progress
from ....model.errors import BrelanError
from ....model.words import N_, Say
from ..rules.planets import EACH_POINTS
from ..rules.ships import COMBINATIONS, HAND, SIZES
from ..rules.state import CLOSINGS, FLEETS
from .chart import svg
from .equilibrium import Question, Strategy
from .odds import MOST_EXACT, Exchange, dealt_counts, exchanges, final_odds
from .response import exploitability, first_hand, free_exploitability
from .stake_tree import PLACES
from .strategies import STACKS, all_stacks, found, played_as, solve_all, solved, stacks_found

KEYS = ("pair", "two_pairs", "three", "full", "four", "five", "different")  # the combinations, weakest first
MOST_ANTE, MOST_STACK = 6, 120
LOCALE = Path(__file__).parent.parent / "locale"
LEAST_TOLD = 5e-4  # combinations less likely than that are not listed


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    add = parser.add_argument
    add("--hand", help=say("every exchange of these five ships, such as 1-1-2-4-5"))
    add(
        "--opponents",
        type=int,
        choices=(1, 2, 3, 4),
        default=1,
        help=say("how many others stay in (with --hand)"),
    )
    add("--fleet", choices=FLEETS[:2], default="5x7", help=say("five sizes of seven ships, or seven of five"))
    add("--kickers", action="store_true", help=say("the ships outside the combination compare too"))
    add(
        "--equilibrium",
        action="store_true",
        help=say("solve the heads-up hand and measure how far it is from perfect"),
    )
    add(
        "--stack",
        type=int,
        help=say("points each player can stake (with --equilibrium; default: all that are solved)"),
    )
    add("--ante", type=int, default=1, help=say("points each pays first (with --equilibrium)"))
    add("--closing", choices=CLOSINGS, default="lap", help=say("when a hand ends (with --equilibrium)"))
    add("--chart", help=say("draws the solved hand into this file, as SVG (with --equilibrium and --stack)"))
    add("--seconds", type=float, default=60.0, help=say("how long to solve each stack (with --equilibrium)"))


def answer(args: argparse.Namespace, progress: Progress | None = None) -> dict[str, Any]:
    fleet, kickers = FLEETS.index(args.fleet), bool(args.kickers)
    found: dict[str, Any] = {"fleet": args.fleet, "kickers": kickers, "dealt": _by_key(dealt_counts(fleet))}
    if args.hand is not None:
        if progress:
            progress(0, 1, "exchanges")
        rows = exchanges(_ships(args.hand, fleet), fleet, kickers, args.opponents)
        found["hand"], found["exchanges"] = args.hand, [_as_data(row) for row in rows]
    elif args.equilibrium:
        found["equilibrium"] = _equilibrium(args, fleet, progress)
    else:
        found["final"] = _by_key(final_odds(fleet, kickers))
    return found


def _by_key(values: Any) -> dict[str, Any]:
    return dict(zip(KEYS, values, strict=True))


def _as_data(row: Exchange) -> dict[str, Any]:
    return {"given": list(row.given), "combinations": _by_key(row.combinations), "wins": list(row.wins)}


def _ships(text: str, fleet: int) -> list[int]:
    parts = text.replace(",", "-").replace(" ", "-").split("-")
    ships = [int(part) if len(part) == 1 and part in "1234567" else 0 for part in parts]
    if len(ships) != HAND or not all(1 <= size <= SIZES[fleet] for size in ships):
        raise BrelanError(
            N_("--hand takes five ships of sizes 1 to {largest}, such as 1-1-2-4-5, not {text}."),
            largest=SIZES[fleet],
            text=repr(text),
        )
    return ships


def _equilibrium(args: argparse.Namespace, fleet: int, progress: Progress | None) -> list[dict[str, Any]]:
    if not 0 <= args.ante <= MOST_ANTE:
        raise BrelanError(N_("--ante takes 0 to 6 points, not {given}."), given=args.ante)
    if args.stack is not None and not 1 <= args.stack <= MOST_STACK:
        raise BrelanError(N_("--stack takes 1 to 120 points, not {given}."), given=args.stack)
    if args.seconds <= 0:
        raise BrelanError(N_("--seconds takes a number above 0."))
    asked = Question(EACH_POINTS, max(1, args.ante), CLOSINGS.index(args.closing), bool(args.kickers), fleet)
    rows = []
    questions, crew = [replace(asked, stack=args.stack)] if args.stack else all_stacks(asked), at_work()
    if crew is not None:
        solve_all(crew, questions, args.seconds, progress)
    for question in questions:
        strategy = _played(question, args.seconds, progress)
        if args.chart:
            Path(args.chart).write_text(svg(strategy, Say(getattr(args, "lang", "en"), LOCALE)), encoding="utf-8")
        loss, free = exploitability(strategy), free_exploitability(strategy, question.stack, question.ante)
        planets = first_hand(strategy, question.ante) if question.stack >= EACH_POINTS - question.ante else None
        rows.append(
            {
                "stack": question.stack,
                "ante": question.ante,
                "closing": args.closing,
                "exploitability": loss.points,
                "best_response": [loss.opener, loss.second],
                "worth_to_opener": (loss.opener - loss.second) / 2,
                "free_exploitability": free.points,
                "free_best_response": [free.opener, free.second],
                "planets_exploitability": planets and planets.points,
            }
        )
    return rows


def _played(question: Question, seconds: float, progress: Progress | None) -> Strategy:
    """What the master plays by with such a stack: solved for it, or from the nearest one that is."""
    near = stacks_found(question) if found(question) is None else []
    if near and question.stack < STACKS[-1]:
        opener, second = (played_as(near, place, question.stack) for place in PLACES)
        return opener, second
    return solved(question, seconds, progress)


def report(answer: dict[str, Any], say: Say) -> str:
    rows = [say("Of the 324,632 hands of five ships ({fleet}):", fleet=answer["fleet"])]
    after = say("after the exchange:")
    for key, words in reversed(list(zip(KEYS, COMBINATIONS, strict=True))):
        row = f"  {say(words):<24} {say.number(answer['dealt'][key]):>9}"
        rows.append(row + (f"   {after} {say.percent(answer['final'][key]):>7}" if "final" in answer else ""))
    if "exchanges" in answer:
        rows += ["", say("What {hand} can become; best exchange first:", hand=answer["hand"])]
        rows.append(_company(len(answer["exchanges"][0]["wins"]), say))
        for exchange in answer["exchanges"]:
            rows += _exchange_told(exchange, say)
    for solved_hand in answer.get("equilibrium", []):
        rows += ["", *_equilibrium_told(solved_hand, say)]
    return "\n".join(rows)


def _company(most: int, say: Say) -> str:
    """Against whom the odds hold, and whether they are exact."""
    text = say.count(
        "Chances to win against one player who exchanges as the regular bot does and stays in (exact).",
        "Chances to win against 1 to {n} players who exchange as the regular bot does and all stay in (exact).",
        min(most, MOST_EXACT),
    )
    return text + (" " + say("Against 4 it is estimated, continued from 2 and 3.") if most > MOST_EXACT else "")


def _exchange_told(exchange: dict[str, Any], say: Say) -> Iterator[str]:
    given = " ".join(map(str, exchange["given"])) or say("none")
    wins = " / ".join(say.percent(chance) for chance in exchange["wins"])
    yield "  " + say("give {given}: wins {chance}", given=given, chance=wins)
    chances = exchange["combinations"]
    likely = [
        f"{say(words)} {say.percent(chances[key])}"
        for key, words in reversed(list(zip(KEYS, COMBINATIONS, strict=True)))
        if chances[key] > LEAST_TOLD
    ]
    yield f"      {', '.join(likely)}"


def _equilibrium_told(row: dict[str, Any], say: Say) -> Iterator[str]:
    yield say(
        "Stack {stack}, ante {ante}, closing {closing}:", stack=row["stack"], ante=row["ante"], closing=row["closing"]
    )
    lost, opening = say.number(row["exploitability"], 4), say.number(row["worth_to_opener"], 3, sign=True)
    free = say.number(row["free_exploitability"], 4)
    yield "  " + say("a perfect opponent gains at most {points} points a hand, whatever it stakes (exact)", points=free)
    if row["planets_exploitability"] is not None:
        planets = say.number(row["planets_exploitability"], 4)
        yield "  " + say(
            "in the first hand, paying with its planets: at most {points} points a hand (exact)", points=planets
        )
    yield "  " + say("with the stakes of the solved tree alone: {points} points a hand (exact)", points=lost)
    yield "  " + say("to open is worth {points} ± {error} points a hand, in that tree", points=opening, error=lost)
