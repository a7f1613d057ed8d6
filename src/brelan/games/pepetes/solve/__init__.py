"""Exact answers about Pépètes: what a round and a duel are worth, the best decision in every position, and how likely
every bet is to win.
"""

import argparse
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ...errors import BrelanError
from ...words import N_, Say
from .combinations import CARDS, DIGIT, one
from .exact import (
    A2,
    A3,
    BARRED,
    BOTH_FRESH,
    D1,
    D2,
    D3,
    FIRST,
    RED_STATE,
    SECOND,
    Hands,
    Solution,
    before_a1,
    chances,
    hands,
    key,
    solve_duel,
)
from .moves import card_name, card_words

STEPS = {"D1": D1, "A2": A2, "D2": D2, "A3": A3, "D3": D3}
ROUNDS = {"1": FIRST, "2": SECOND, "barred": BARRED}
ROUND_NAMES = {"1": N_("first round"), "2": N_("second round"), "barred": N_("second round, defender barred")}
Progress = Callable[[int, int, str], None]


@functools.cache
def table_of_hands() -> Hands:
    return hands()


@functools.lru_cache(maxsize=8)
def solved(spite: float = 1.0) -> Solution:
    """The duel under money difference, or with less spite on both sides."""
    return solve_duel(table_of_hands(), spite, spite)


@functools.lru_cache(maxsize=16)
def round_chances(kind: int, attacker: str = "best", defender: str = "best", spite: float = 1.0) -> np.ndarray:
    """How likely each bet is to win, at every position of one kind of round.

    `attacker` is best or stand, `defender` best or never.
    """
    solution, h = solved(spite), table_of_hands()
    keep, entry = solution.keep[kind], solution.entry[kind]
    if attacker == "stand":
        keep = np.broadcast_to(np.arange(len(h.tally), dtype=np.int16)[None, :, None, None], keep.shape).copy()
    if defender == "never":
        entry = np.zeros_like(entry)
    return chances(h, keep, entry)


def named(row: np.ndarray) -> dict[str, Any]:
    """A row of chances under the names of the cards."""
    contains = {card_words(card): float(row[card]) for card in range(1, CARDS)}
    counted = {card_words(card): float(row[CARDS + card]) for card in range(DIGIT + 1)}
    return {"contains": contains, "counted": counted}


class Position:
    """A position of a round: the blue dice in play, the black die, the red dice in hand (0: never thrown)."""

    def __init__(self, blue: list[int], black: int, red: list[int]) -> None:
        h = table_of_hands()
        self.blue, self.black_face, self.red_faces = sorted(blue), black, sorted(red)
        self.hand = int(h.rank[key(sum(one(face) for face in blue))])
        self.black = black - 1
        self.red = RED_STATE[red.count(1)][len(red) - red.count(1)]

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Reads "blue 2 3 3 6 black 5", with "red 4 ?" after it if the red dice are not both in hand and unthrown."""
        found: dict[str, list[int]] = {}
        colour = ""
        for word in text.lower().replace(",", " ").split():
            if word in ("blue", "black", "red") and word not in found:
                colour, found[word] = word, []
            elif colour and (word in "123456" or (word in "?-0" and colour == "red")) and len(word) == 1:
                found[colour].append(int(word) if word in "123456" else 0)
            elif not (word == "none" and colour and not found[colour]):
                raise BrelanError(_HOW_TO_WRITE, text=repr(text))
        if (
            len(found.get("black", ())) != 1
            or "blue" not in found
            or len(found["blue"]) > 4
            or len(found.get("red", ())) > 2
        ):
            raise BrelanError(_HOW_TO_WRITE, text=repr(text))
        if "red" not in found and len(found["blue"]) < 4:
            raise BrelanError(
                N_(
                    "In {text} blue dice are missing, so a red die has left too: say which are in hand, such as "
                    "'red ?' or 'red 4' or 'red none'."
                ),
                text=repr(text),
            )
        return cls(found["blue"], found["black"][0], found.get("red", [0, 0]))

    def __str__(self) -> str:
        red = " ".join(str(face) if face else "?" for face in self.red_faces) or "none"
        return f"blue {' '.join(map(str, self.blue)) or 'none'} black {self.black_face} red {red}"


_HOW_TO_WRITE = N_(
    "A position reads 'blue 2 3 3 6 black 5', with 'red 4 ?' for red dice that show a 4 and were never thrown; "
    "{text} does not."
)


def decision(kind: int, step: int, at: Position, spite: float = 1.0) -> dict[str, Any]:
    """The best decision in a position, and what both duellists can expect of the rest of the duel."""
    solution, h = solved(spite), table_of_hands()
    where = (kind, step, at.hand, at.black, at.red)
    attacker, defender = float(solution.attacker[where]), float(solution.defender[where])
    found: dict[str, Any] = {"attacker": attacker, "defender": defender, "value": attacker - defender}
    if step in (A2, A3):
        kept = _dice(int(h.tally[solution.keep[where]]))
        thrown = at.blue.copy()
        for face in kept:
            thrown.remove(face)
        found["throw"] = thrown
    else:
        dice, announced = divmod(int(solution.entry[where]), 128)
        found["announce"] = [face for face in range(1, 7) if announced >> face & 1]
        found["red"] = (
            ["none", "the one that shows 1", "one that shows no 1", "both"][dice]
            if len(at.red_faces) == 2
            else ["none", "1", "1"][dice]
        )
    return found


def _dice(tally: int) -> list[int]:
    return [face for face in range(1, 7) for _ in range(tally >> 3 * face & 7)]


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--after",
        metavar="POSITION",
        help="the odds of every bet after A1 and D1, such as 'blue 2 3 3 6 black 5' or 'blue 2 6 black 5 red 4'",
    )
    parser.add_argument(
        "--round",
        choices=tuple(ROUNDS),
        default="1",
        help="the duel's first round, its second, or a second whose defender is barred by a 1",
    )
    parser.add_argument(
        "--step", choices=tuple(STEPS), default="A2", help="whose throw it is in --after (A2: bets have just been laid)"
    )
    parser.add_argument(
        "--attacker",
        choices=("best", "stand"),
        default="best",
        help="how the attacker plays: as well as can be, or never throwing again",
    )
    parser.add_argument(
        "--defender",
        choices=("best", "never"),
        default="best",
        help="how the defender plays: as well as can be, or never entering",
    )
    parser.add_argument(
        "--spite",
        type=float,
        default=1.0,
        help="what the other's money weighs against one's own (1: money difference, as with two players)",
    )


def answer(args: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    if not 0 <= args.spite <= 10:
        raise BrelanError(N_("--spite takes a number from 0 to 10, not {given}."), given=args.spite)
    at = Position.parse(args.after) if args.after else None
    progress(0, 2, "duel")
    solution = solved(args.spite)
    start = solution.start
    progress(1, 2, "bets")
    table = round_chances(ROUNDS[args.round], args.attacker, args.defender, args.spite)
    found: dict[str, Any] = {
        "round_value_without_ones": float(start[SECOND, 0] - start[SECOND, 1]),
        "undefended_value": float(start[BARRED, 0]),
        "duel_value": float(start[FIRST, 0] - start[FIRST, 1]),
        "round": args.round,
        "attacker": args.attacker,
        "defender": args.defender,
        "spite": args.spite,
        "expected": {
            "second_round": {"attacker": float(start[SECOND, 0]), "defender": float(start[SECOND, 1])},
            "duel": {"attacker": float(start[FIRST, 0]), "defender": float(start[FIRST, 1])},
        },
        "bets_before_a1": named(before_a1(table_of_hands(), table)),
    }
    if at is not None:
        step = STEPS[args.step]
        found["after"] = {"position": str(at), "step": args.step, "bets": named(table[step, at.hand, at.black, at.red])}
        found["after"]["best"] = decision(ROUNDS[args.round], step, at, args.spite)
        if (
            len(at.blue) == 4 and at.red == BOTH_FRESH and step == A2
        ):  # nothing has left: the defender may still be to play D1
            found["after"]["before_d1"] = {
                "bets": named(table[D1, at.hand, at.black, at.red]),
                "best": decision(ROUNDS[args.round], D1, at, args.spite),
            }
    progress(2, 2, "bets")
    return found


def report(answer: dict[str, Any], say: Say) -> str:
    rows = [say("A duel, both playing as well as can be (money difference, attacker's side):")]
    for label, name in (
        (say("one round, had a 1 left over no effect"), "round_value_without_ones"),
        (say("one round nobody defends"), "undefended_value"),
        (say("the whole duel"), "duel_value"),
    ):
        rows.append(f"  {label:<44} {say.number(answer[name], 4):>9}")
    which = ROUND_NAMES[answer["round"]]
    rows += ["", say("Chance that a bet wins, before A1 ({round}):", round=say(which))]
    rows += _bet_rows(answer["bets_before_a1"], say)
    if "after" in answer:
        after = answer["after"]
        rows += ["", say("At {step}, {position}:", step=after["step"], position=after["position"])]
        rows += [*_bet_rows(after["bets"], say), "  " + _decision_words(after["best"], say)]
        if "before_d1" in after:
            rows += ["", say("The same dice, if the defender is still to play D1:")]
            rows += [
                *_bet_rows(after["before_d1"]["bets"], say),
                "  " + _decision_words(after["before_d1"]["best"], say),
            ]
    return "\n".join(rows)


def _bet_rows(bets: dict[str, dict[str, float]], say: Say) -> list[str]:
    rows = []
    for card in range(1, CARDS):
        name = card_words(card)
        counted = (
            "   " + say("counted {chance}", chance=f"{say.percent(bets['counted'][name], 2):>8}")
            if card <= DIGIT
            else ""
        )
        rows.append(f"  {card_name(card, say):<16} {say.percent(bets['contains'][name], 2):>8}{counted}")
    nothing, chance = say("no combination"), say.percent(bets["counted"][card_words(0)], 2)
    rows.append(f"  {nothing:<16} {'':>8}   " + say("counted {chance}", chance=f"{chance:>8}"))
    return rows


def _decision_words(best: dict[str, Any], say: Say) -> str:
    value = say.number(best["value"], 3, sign=True)
    if "throw" in best:
        if not best["throw"]:
            return say("Best: pass. Value {value}.", value=value)
        return say(
            "Best: throw {dice} again. Value {value}.",
            dice=say.list([str(face) for face in best["throw"]]),
            value=value,
        )
    if not best["announce"]:
        return say("Best: pass. Value {value}.", value=value)
    faces = say.list([str(face) for face in best["announce"]])
    both = best["red"] == "both"
    return (
        (say("Best: announce {faces} with both red dice. Value {value}.", faces=faces, value=value))
        if both
        else (say("Best: announce {faces} with one red die. Value {value}.", faces=faces, value=value))
    )
