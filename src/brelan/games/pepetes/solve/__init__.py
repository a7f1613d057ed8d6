"""Exact answers about Pépètes: what a round and a duel are worth, the best decision in every position, and how likely
every bet is to win.
"""

import argparse
from typing import Any

import numpy as np

from ....model.contract import Progress
from ....model.errors import BrelanError
from ....model.words import N_, Say
from ..moves import card_name, card_words
from ..rules.combinations import CARDS, DIGIT, NONE
from ..rules.state import BLUE_DICE
from .bets import before_a1, round_chances
from .duel import A2, A3, ATTACKS, BARRED, D1, D2, D3, DEFENDS, FIRST, SECOND, entry_parts, solved
from .hands import BOTH_FRESH, dice_of_tally, table_of_hands
from .position import Position

STEPS = {"D1": D1, "A2": A2, "D2": D2, "A3": A3, "D3": D3}
ROUNDS = {"1": FIRST, "2": SECOND, "barred": BARRED}
ROUND_NAMES = {"1": N_("first round"), "2": N_("second round"), "barred": N_("second round, defender barred")}
RED_WORDS = ("none", "the one that shows 1", "one that shows no 1", "both")  # by what is thrown of two


def named(row: np.ndarray) -> dict[str, Any]:
    """A row of chances under the names of the cards."""
    contains = {card_words(card): float(row[card]) for card in range(1, CARDS)}
    counted = {card_words(card): float(row[CARDS + card]) for card in range(DIGIT + 1)}
    return {"contains": contains, "counted": counted}


def decision(kind: int, step: int, at: Position, spite: float = 1.0) -> dict[str, Any]:
    """The best decision in a position, and what both duellists can expect of the rest of the duel."""
    solution = solved(spite)
    where = (kind, step, at.hand, at.black, at.red)
    attacker, defender = float(solution.attacker[where]), float(solution.defender[where])
    found: dict[str, Any] = {"attacker": attacker, "defender": defender, "value": attacker - defender}
    if step in (A2, A3):
        kept = dice_of_tally(int(table_of_hands().tally[solution.keep[where]]))
        thrown = at.blue.copy()
        for face in kept:
            thrown.remove(face)
        found["throw"] = thrown
    else:
        dice, announced = entry_parts(int(solution.entry[where]))
        found["announce"] = [face for face in range(1, 7) if announced >> face & 1]
        found["red"] = RED_WORDS[dice] if len(at.red_faces) == 2 or not dice else "1"
    return found


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--after",
        metavar="POSITION",
        help=say("the odds of every bet after A1 and D1, such as 'blue 2 3 3 6 black 5' or 'blue 2 6 black 5 red 4'"),
    )
    parser.add_argument(
        "--round",
        choices=tuple(ROUNDS),
        default="1",
        help=say("the duel's first round, its second, or a second whose defender is barred by a 1"),
    )
    parser.add_argument(
        "--step",
        choices=tuple(STEPS),
        default="A2",
        help=say("whose throw it is in --after (A2: bets have just been laid)"),
    )
    parser.add_argument(
        "--attacker",
        choices=("best", "stand"),
        default="best",
        help=say("how the attacker plays: as well as can be, or never throwing again"),
    )
    parser.add_argument(
        "--defender",
        choices=("best", "never"),
        default="best",
        help=say("how the defender plays: as well as can be, or never entering"),
    )
    parser.add_argument(
        "--spite",
        type=float,
        default=1.0,
        help=say("what the other's money weighs against one's own (1: money difference, as with two players)"),
    )


def answer(args: argparse.Namespace, progress: Progress | None = None) -> dict[str, Any]:
    shown = progress or (lambda *_: None)
    if not 0 <= args.spite <= 10:
        raise BrelanError(N_("--spite takes a number from 0 to 10, not {given}."), given=args.spite)
    at = Position.parse(args.after) if args.after else None
    shown(0, 2, "duel")
    solution = solved(args.spite)
    start = solution.start
    shown(1, 2, "bets")
    table = round_chances(ROUNDS[args.round], args.attacker, args.defender, args.spite)
    found: dict[str, Any] = {
        "round_value_without_ones": float(start[SECOND, ATTACKS] - start[SECOND, DEFENDS]),
        "undefended_value": float(start[BARRED, ATTACKS]),
        "duel_value": float(start[FIRST, ATTACKS] - start[FIRST, DEFENDS]),
        "round": args.round,
        "attacker": args.attacker,
        "defender": args.defender,
        "spite": args.spite,
        "expected": {
            "second_round": {"attacker": float(start[SECOND, ATTACKS]), "defender": float(start[SECOND, DEFENDS])},
            "duel": {"attacker": float(start[FIRST, ATTACKS]), "defender": float(start[FIRST, DEFENDS])},
        },
        "bets_before_a1": named(before_a1(table_of_hands(), table)),
    }
    if at is not None:
        step = STEPS[args.step]
        found["after"] = {"position": str(at), "step": args.step, "bets": named(table[step, at.hand, at.black, at.red])}
        found["after"]["best"] = decision(ROUNDS[args.round], step, at, args.spite)
        if (
            len(at.blue) == BLUE_DICE and at.red == BOTH_FRESH and step == A2
        ):  # nothing has left: the defender may still be to play D1
            found["after"]["before_d1"] = {
                "bets": named(table[D1, at.hand, at.black, at.red]),
                "best": decision(ROUNDS[args.round], D1, at, args.spite),
            }
    shown(2, 2, "bets")
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
    nothing, chance = say("no combination"), say.percent(bets["counted"][card_words(NONE)], 2)
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
