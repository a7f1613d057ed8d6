"""Answers about Dodéka: a turn under any values of the nine lines, the odds of each, and a whole partie or any position
of one, in points and in places.
"""

import argparse
from typing import Any

import numpy as np

from ....model.contract import Progress
from ....model.errors import BrelanError
from ....model.words import N_, Say
from ..rules.lines import BRELAN, LINE_COUNT, LINES, PAIRTRAIZ, POINTS, SUITE, TREIZE, line
from ..rules.state import DICE, FACES, LEAST_TARGET, MOST_SEATS, STOP, TEN, THROW_ALL, throws_die
from .outlook import before_the_throw, can_tell, expectations, outlook, played_for
from .partie import EXACT_TARGET
from .positions import new_partie
from .tours import FIRSTS, LASTS, MONEY
from .turn import (
    LEFT,
    best_chance,
    chosen_move,
    hand_of,
    kept_node,
    line_counts,
    solved_turn,
    turn_odds,
    turn_value,
    with_odds,
)

LINE_KEYS = ("pairtraiz", "brelan", "treize", "suite", "paire", "sum_over_29", "sum_20_29", "sum_10_19", "sum_under_10")
CHANCES = (  # the best chance of what is always told: its key, its words, its lines
    ("max_p_pairtraiz", N_("a pairtraiz"), (PAIRTRAIZ,)),
    ("max_p_brelan", N_("a brelan"), (BRELAN,)),
    ("max_p_suite", N_("a suite"), (SUITE,)),
    ("max_p_treize_or_pairtraiz", N_("a treize or a pairtraiz"), (TREIZE, PAIRTRAIZ)),
)
LARGEST_WORTH = 1e9
LIKELY = 0.0005  # odds below are not told
FEARED = 0.005  # nor is what the last would owe, where this is the chance to be last


FEWEST_SEATS = 2
SEATS = tuple(range(FEWEST_SEATS, MOST_SEATS + 1))


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--players", type=int, choices=SEATS, help=say("the value of each seat of a whole partie"))
    parser.add_argument(
        "--target",
        type=int,
        default=EXACT_TARGET,
        help=say("the partie's target, up to {most}", most=EXACT_TARGET),
    )
    parser.add_argument(
        "--scores", help=say("a position instead: the points of each player, from the starter on, such as 250,400,100")
    )
    parser.add_argument(
        "--mover", type=int, help=say("the player to act, with --scores (1: who started, as without it)")
    )
    parser.add_argument("--dice", help=say('which faces of these dice to keep, and why, such as "4 8 1" (with --left)'))
    parser.add_argument(
        "--left", type=int, choices=range(LEFT + 1), help=say("throws left after --dice, {most} if not told", most=LEFT)
    )
    parser.add_argument("--worth", help=say("nine values of the lines, best line first, separated by commas"))


def answer(args: argparse.Namespace, progress: Progress | None = None) -> dict[str, Any]:
    worth, dice, left = _worth(args.worth), _dice(args.dice), LEFT if args.left is None else args.left
    if dice is None and args.left is not None:
        raise BrelanError(N_("--left says how many throws are left after --dice: give --dice too, such as “4 8 1”."))
    value, odds = turn_odds(worth, dice, left)
    found: dict[str, Any] = {
        "line_counts": dict(zip(LINE_KEYS, line_counts(), strict=True)),
        "max_expected_points": turn_value(POINTS),
        **{key: best_chance(*lines) for key, _, lines in CHANCES},
        "turn": {
            "dice": args.dice,
            "left": left,
            "worth": list(worth),
            "value": value,
            "odds": dict(zip(LINE_KEYS, odds, strict=True)),
        },
    }
    position = _position(args)
    if position is not None:
        expected, error = before_the_throw(position[0], progress)
        found["players"], found["target"] = int(position[0].players), args.target
        found["scores"], found["seat"] = _scores(args.scores), int(position[0].turn)
        found["values"], found["error"] = list(map(float, expected[MONEY])), error
        found["first"], found["last"] = list(map(float, expected[FIRSTS])), list(map(float, expected[LASTS]))
    if dice is not None:
        found["turn"]["choices"] = _choices(worth, dice, left, None if args.worth else position, progress)
    return found


def _position(args: argparse.Namespace) -> np.ndarray | None:
    """An array of the struct that is asked about, if one is."""
    scores = _scores(args.scores)
    if scores is None and args.mover is not None:
        raise BrelanError(N_("--mover says who is to act: give --scores too, such as 250,400,100."))
    if scores is None and not args.players:
        return None
    players, seat = len(scores) if scores else args.players, 0 if args.mover is None else args.mover - 1
    if args.players not in (None, players):
        raise BrelanError(N_("--scores tells the points of every player: {players} of them."), players=args.players)
    if not LEAST_TARGET <= args.target <= EXACT_TARGET or args.target % TEN or not can_tell(players, args.target):
        raise BrelanError(
            N_(
                "A partie is solved exactly for 2 or 3 players and estimated for 4, with targets from 100 to {most} in "
                "tens, not for {players} players to {target}."
            ),
            most=EXACT_TARGET,
            players=players,
            target=args.target,
        )
    if not 0 <= seat < players:
        raise BrelanError(N_("--mover is a player from 1 to {last}."), last=players)
    structs: np.ndarray = new_partie(players, args.target // TEN).view(np.recarray)
    structs[0].turn = seat
    for at, score in enumerate(scores or ()):
        acted = at < seat
        if not acted and score >= args.target:
            raise BrelanError(
                N_("Player {player} has reached {target} and is still to act: the partie would be over."),
                player=at + 1,
                target=args.target,
            )
        structs[0].scores[at] = score
    return structs


def _scores(text: str | None) -> list[int] | None:
    if text is None:
        return None
    scores = [int(part) if part.isascii() and part.isdigit() else -1 for part in text.replace(",", " ").split()]
    if len(scores) not in SEATS or not all(0 <= score < 10 * EXACT_TARGET and score % TEN == 0 for score in scores):
        raise BrelanError(
            N_("--scores takes the points of 2 to 6 players in tens, such as 250,400,100, not {text}."), text=repr(text)
        )
    return scores


def _choices(
    worth: tuple[float, ...], dice: list[int], left: int, position: np.ndarray | None, progress: Progress | None
) -> list[dict[str, Any]]:
    """What can be kept of these dice, best first, as the master weighs it; each with what comes of it."""
    hand, players, seat = hand_of(*dice), 0, 0
    if position is None:
        turn = solved_turn(with_odds(worth), left)
    else:
        players, seat = int(position[0].players), int(position[0].turn)
        turn = played_for(outlook(position[0], progress).worth, seat, left)
    throws = {kept_node(*dice, throw): throw for throw in range(THROW_ALL, STOP, -1)} if left else {}
    rows = [(STOP, turn.hands[0, :, hand])]
    rows += [(throw, turn.keeps[left - 1, :, node]) for node, throw in throws.items()]
    best = STOP
    if left:  # equal faces make equal choices: the same one of them is named
        best = throws.get(kept_node(*dice, chosen_move(*dice, left, turn)), STOP)
    found = []
    for throw, row in rows:
        kept = [face for die, face in enumerate(dice) if not throws_die(throw, die)]
        choice: dict[str, Any] = {"keep": kept, "value": float(row[0]), "best": throw == best}
        odds = row[1:]
        if position is not None:
            expected, odds = expectations(row, players)
            choice["first"], choice["last"] = float(expected[FIRSTS, seat]), float(expected[LASTS, seat])
            choice["owed"] = int(position[0].scores[seat]) + (POINTS[line(*dice)] if len(kept) == DICE else 0)
        choice["odds"] = dict(zip(LINE_KEYS, map(float, odds), strict=True))
        found.append(choice)
    return sorted(found, key=lambda choice: (not choice["best"], -choice["value"]))


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
    parts = text.replace(",", " ").replace("-", " ").split()
    faces = [int(part) if part.isascii() and part.isdigit() else 0 for part in parts]
    if len(faces) != DICE or not all(1 <= face <= FACES for face in faces):
        raise BrelanError(N_("--dice takes three faces from 1 to 12, such as “4 8 1”, not {text}."), text=repr(text))
    return faces


def report(answer: dict[str, Any], say: Say) -> str:
    turn = answer["turn"]
    if turn["dice"] is None:
        parts = [_throws_rows(answer, say), _best_rows(answer, say), _turn_rows(turn, say)]
    else:
        parts = [_keep_rows(answer, say)]
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
        say("Playing for the most points, the turn ends on:"),
        *(f"  {say(words):<16} {say.percent(odds[key], 2):>8}" for key, words in zip(LINE_KEYS, LINES, strict=True)),
        "  " + say("expected: {value} points (exact)", value=say.number(turn["value"], 3)),
    ]


def _keep_rows(answer: dict[str, Any], say: Say) -> list[str]:
    """Which faces to keep, then what comes of each choice."""
    turn = answer["turn"]
    best = turn["choices"][0]
    dice = " ".join(map(str, _dice(turn["dice"]) or ()))
    if len(best["keep"]) == DICE:
        said = say("With {dice}: stop, and keep all three.", dice=dice)
    elif best["keep"]:
        kept = say.list(list(map(str, best["keep"])))
        said = say.count(
            "With {dice} and {n} throw left: keep {kept} and throw the rest.",
            "With {dice} and {n} throws left: keep {kept} and throw the rest.",
            turn["left"],
            dice=dice,
            kept=kept,
        )
    else:
        said = say.count(
            "With {dice} and {n} throw left: throw all three.",
            "With {dice} and {n} throws left: throw all three.",
            turn["left"],
            dice=dice,
        )
    if len(turn["choices"]) > 1:
        lead = best["value"] - max(choice["value"] for choice in turn["choices"][1:])
        said += " " + say("Anything else is worth {points} points less.", points=say.number(lead, 1))
    return [said, *(_choice_row(choice, answer, say) for choice in turn["choices"])]


def _choice_row(choice: dict[str, Any], answer: dict[str, Any], say: Say) -> str:
    kept = " ".join(map(str, choice["keep"]))
    name = say("stop") if len(choice["keep"]) == DICE else say("keep {kept}", kept=kept) if kept else say("keep none")
    likely = [at for at in range(LINE_COUNT) if choice["odds"][LINE_KEYS[at]] >= LIKELY]
    lines = ", ".join(f"{say(LINES[at])} {say.percent(choice['odds'][LINE_KEYS[at]])}" for at in likely)
    if "first" not in choice:
        worth = say("{points} points this turn (exact)", points=say.number(choice["value"], 1, sign=True))
        return f"  {name:<14} {worth}: {lines}"
    parts = [_points_words(choice["value"], answer["error"], say), _places_words(choice["first"], choice["last"], say)]
    if choice["last"] >= FEARED:
        if len(choice["keep"]) == DICE:
            parts.append(say("last, you would owe your own {score}", score=choice["owed"]))
        else:
            parts.append(say("last, you would owe your own {score} or more", score=choice["owed"]))
    return f"  {name:<14} {'; '.join(parts)}: {lines}"


def _points_words(points: float, error: float, say: Say, digits: int = 1) -> str:
    if error == 0.0:
        return say("{points} points of the match (exact)", points=say.number(points, digits, sign=True))
    return say(
        "{points} ± {error} points of the match (estimated)",
        points=say.number(points, 1, sign=True),
        error=say.number(error, 1),
    )


def _places_words(first: float, last: float, say: Say) -> str:
    return say(
        "first {first}, between {between}, last {last} (estimated)",
        first=say.percent(first),
        between=say.percent(max(0.0, 1.0 - first - last)),
        last=say.percent(last),
    )


def _partie_rows(answer: dict[str, Any], say: Say) -> list[str]:
    if answer["scores"]:
        said = say(
            "A partie to {target} at {scores}, player {seat} about to throw, is worth, from the starter on:",
            target=answer["target"],
            scores="-".join(map(str, answer["scores"])),
            seat=answer["seat"] + 1,
        )
    else:
        said = say(
            "A whole partie to {target} between the best players is worth, from the starter on:",
            target=answer["target"],
        )
    return [
        said,
        *(
            "  "
            + say("player {seat}", seat=seat + 1)
            + f"  {_points_words(value, answer['error'], say, 4)}; "
            + _places_words(answer["first"][seat], answer["last"][seat], say)
            for seat, value in enumerate(answer["values"])
        ),
    ]
