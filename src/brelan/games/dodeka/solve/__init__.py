"""Exact answers about Dodéka: a turn under any values of the nine lines, the odds of each, and a whole partie."""

import argparse
from typing import Any

from ....contract import Progress
from ....errors import BrelanError
from ....words import N_, Say
from ..rules.lines import BRELAN, LINE_COUNT, LINES, PAIRTRAIZ, POINTS, SUITE, TREIZE
from ..rules.state import DICE, FACES
from .partie import EXACT_SEATS, EXACT_TARGET, solution
from .turn import LEFT, best_chance, line_counts, turn_odds, turn_value

LINE_KEYS = ("pairtraiz", "brelan", "treize", "suite", "paire", "sum_over_29", "sum_20_29", "sum_10_19", "sum_under_10")
CHANCES = (  # the best chance of what is always told: its key, its words, its lines
    ("max_p_pairtraiz", N_("a pairtraiz"), (PAIRTRAIZ,)),
    ("max_p_brelan", N_("a brelan"), (BRELAN,)),
    ("max_p_suite", N_("a suite"), (SUITE,)),
    ("max_p_treize_or_pairtraiz", N_("a treize or a pairtraiz"), (TREIZE, PAIRTRAIZ)),
)
LARGEST_WORTH = 1e9


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--players", type=int, choices=EXACT_SEATS, help=say("the value of each seat of a whole partie")
    )
    parser.add_argument(
        "--target",
        type=int,
        default=EXACT_TARGET,
        help=say("the partie's target, up to {most}", most=EXACT_TARGET),
    )
    parser.add_argument("--dice", help=say("odds from these dice, such as 3-3-9 (with --left)"))
    parser.add_argument("--left", type=int, choices=range(LEFT + 1), default=LEFT, help=say("throws left after --dice"))
    parser.add_argument("--worth", help=say("nine values of the lines, best line first, separated by commas"))


def answer(args: argparse.Namespace, progress: Progress | None = None) -> dict[str, Any]:
    worth = _worth(args.worth)
    value, odds = turn_odds(worth, _dice(args.dice), args.left)
    found: dict[str, Any] = {
        "line_counts": dict(zip(LINE_KEYS, line_counts(), strict=True)),
        "max_expected_points": turn_value(POINTS),
        **{key: best_chance(*lines) for key, _, lines in CHANCES},
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
    if len(worth) != LINE_COUNT or not all(abs(value) <= LARGEST_WORTH for value in worth):
        raise BrelanError(N_("--worth takes nine numbers separated by commas, for {lines}."), lines=", ".join(LINES))
    return worth


def _dice(text: str | None) -> list[int] | None:
    if text is None:
        return None
    faces = [int(part) if part.isascii() and part.isdigit() else 0 for part in text.replace(",", "-").split("-")]
    if len(faces) != DICE or not all(1 <= face <= FACES for face in faces):
        raise BrelanError(N_("--dice takes three faces from 1 to 12, such as 3-3-9, not {text}."), text=repr(text))
    return faces


def report(answer: dict[str, Any], say: Say) -> str:
    parts = [_throws_rows(answer, say), _best_rows(answer, say), _turn_rows(answer["turn"], say)]
    if "values" in answer:
        parts.append(_partie_rows(answer, say))
    return "\n\n".join("\n".join(rows) for rows in parts)


def _throws_rows(answer: dict[str, Any], say: Say) -> list[str]:
    counts = answer["line_counts"]
    return [
        say("Of the 1,728 throws of three dice:"),
        *(f"  {say(words):<16} {counts[key]:>5}" for key, words in zip(LINE_KEYS, LINES, strict=True)),
    ]


def _best_rows(answer: dict[str, Any], say: Say) -> list[str]:
    return [
        say("One turn, played as well as can be (exact):"),
        "  " + say("most expected points: {points}", points=say.number(answer["max_expected_points"], 3)),
        *(
            "  " + say("best chance of {line}: {chance}", line=say(words), chance=say.percent(answer[key], 3))
            for key, words, _ in CHANCES
        ),
    ]


def _turn_rows(turn: dict[str, Any], say: Say) -> list[str]:
    odds = turn["odds"]
    return [
        say("Playing for the most points, the turn ends on:")
        if turn["dice"] is None
        else say("From {dice}, the turn ends on:", dice=turn["dice"]),
        *(f"  {say(words):<16} {say.percent(odds[key], 2):>8}" for key, words in zip(LINE_KEYS, LINES, strict=True)),
        "  " + say("expected: {value} points (exact)", value=say.number(turn["value"], 3)),
    ]


def _partie_rows(answer: dict[str, Any], say: Say) -> list[str]:
    return [
        say(
            "A whole partie to {target} between perfect players is worth, in points paid, from the starter on (exact):",
            target=answer["target"],
        ),
        *(
            "  " + say("player {seat}", seat=seat + 1) + f"  {say.number(value, 4, sign=True):>9}"
            for seat, value in enumerate(answer["values"])
        ),
    ]
