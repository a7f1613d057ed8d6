"""Exact answers about Dodéka: a turn under any values of the nine lines, the odds of each, and a whole partie."""

import argparse
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from ....errors import BrelanError
from ....words import N_, Say
from ..rules.lines import BRELAN, LINES, PAIRTRAIZ, POINTS, SUITE, TREIZE, line
from .partie import EXACT_TARGET, Progress, solution
from .turn import KEEPS, NODE_OF, induct, room

LINE_KEYS = ("pairtraiz", "brelan", "treize", "suite", "paire", "sum_over_29", "sum_20_29", "sum_10_19", "sum_under_10")


def line_counts() -> list[int]:
    """How many of the 1,728 throws make each line."""
    counts = [0] * 9
    for dice in product(range(1, 13), repeat=3):
        counts[line(*dice)] += 1
    return counts


def turn_value(worth: Sequence[float]) -> float:
    """The best expected result of a turn, before its first throw, if the nine lines are worth this."""
    best, means, chosen = room(1)
    induct(np.array(worth, float).reshape(9, 1), 0, 2, best, means, chosen)
    return float(means[2, 0, 0])


def turn_odds(worth: Sequence[float], dice: Sequence[int] | None = None, left: int = 2) -> tuple[float, list[float]]:
    """The value of playing for these worths and the odds of ending on each line: from the start of a turn, or from dice
    with `left` throws left.
    """
    columns = np.zeros((9, 10))
    columns[:, 0], columns[:, 1:] = worth, np.eye(9)
    best, means, chosen = room(10)
    induct(columns, 0, 2 if dice is None else left, best, means, chosen)
    row = means[2, :, 0] if dice is None else best[left, :, NODE_OF[tuple(dice)] - KEEPS]
    return float(row[0]), [float(x) for x in row[1:]]


def best_chance(*lines: int) -> float:
    """The best probability of ending a turn on one of these lines."""
    return turn_value([1.0 if made in lines else 0.0 for made in range(9)])


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--players", type=int, choices=(2, 3), help="the value of each seat of a whole partie")
    parser.add_argument("--target", type=int, default=EXACT_TARGET, help=f"the partie's target, up to {EXACT_TARGET}")
    parser.add_argument("--dice", help="odds from these dice, such as 3-3-9 (with --left)")
    parser.add_argument("--left", type=int, choices=(0, 1, 2), default=2, help="throws left after --dice")
    parser.add_argument("--worth", help="nine values of the lines, best line first, separated by commas")


def answer(args: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    worth = _worth(args.worth)
    value, odds = turn_odds(worth, _dice(args.dice), args.left)
    found: dict[str, Any] = {
        "line_counts": dict(zip(LINE_KEYS, line_counts(), strict=True)),
        "max_expected_points": turn_value(POINTS),
        "max_p_pairtraiz": best_chance(PAIRTRAIZ),
        "max_p_brelan": best_chance(BRELAN),
        "max_p_suite": best_chance(SUITE),
        "max_p_treize_or_pairtraiz": best_chance(TREIZE, PAIRTRAIZ),
        "turn": {
            "dice": args.dice,
            "left": args.left,
            "worth": list(worth),
            "value": value,
            "odds": dict(zip(LINE_KEYS, odds, strict=True)),
        },
    }
    if args.players:
        solved = solution(args.players, args.target, progress)
        found["players"], found["target"], found["values"] = args.players, args.target, solved.at_start()
    return found


def _worth(text: str | None) -> tuple[float, ...]:
    if text is None:
        return tuple(map(float, POINTS))
    try:
        worth = tuple(float(part) for part in text.split(","))
    except ValueError:
        worth = ()
    if len(worth) != 9 or not all(abs(value) <= 1e9 for value in worth):
        raise BrelanError(N_("--worth takes nine numbers separated by commas, for {lines}."), lines=", ".join(LINES))
    return worth


def _dice(text: str | None) -> list[int] | None:
    if text is None:
        return None
    faces = [int(part) if part.isascii() and part.isdigit() else 0 for part in text.replace(",", "-").split("-")]
    if len(faces) != 3 or not all(1 <= face <= 12 for face in faces):
        raise BrelanError(N_("--dice takes three faces from 1 to 12, such as 3-3-9, not {text}."), text=repr(text))
    return faces


def report(answer: dict[str, Any], say: Say) -> str:
    turn = answer["turn"]
    rows = [say("Of the 1,728 throws of three dice:")]
    rows += [f"  {say(words):<16} {answer['line_counts'][key]:>5}" for key, words in zip(LINE_KEYS, LINES, strict=True)]
    rows += ["", say("One turn, played as well as can be:")]
    rows.append("  " + say("most expected points: {points}", points=say.number(answer["max_expected_points"], 3)))
    for key, words in (
        ("max_p_pairtraiz", say("a pairtraiz")),
        ("max_p_brelan", say("a brelan")),
        ("max_p_suite", say("a suite")),
        ("max_p_treize_or_pairtraiz", say("a treize or a pairtraiz")),
    ):
        rows.append("  " + say("best chance of {line}: {chance}", line=words, chance=say.percent(answer[key], 3)))
    rows += [
        "",
        say("Playing for the most points, the turn ends on:")
        if turn["dice"] is None
        else say("From {dice}, the turn ends on:", dice=turn["dice"]),
    ]
    rows += [
        f"  {say(words):<16} {say.percent(turn['odds'][key], 2):>8}"
        for key, words in zip(LINE_KEYS, LINES, strict=True)
    ]
    rows.append("  " + say("value: {value}", value=say.number(turn["value"], 3)))
    if "values" in answer:
        rows += [
            "",
            say(
                "A whole partie to {target} between perfect players is worth, from the starter on:",
                target=answer["target"],
            ),
        ]
        rows += [
            "  " + say("seat {seat}", seat=seat) + f"  {say.number(value, 4, sign=True):>9}"
            for seat, value in enumerate(answer["values"])
        ]
    return "\n".join(rows)
