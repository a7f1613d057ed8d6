"""What people see of Pépètes: the view (plain data), and its words.

The drawing is in `drawing.py`, what can be pressed in `buttons.py`, the score sheet in `scoresheet.py`; `telling.py`
has the words about a position that several of them need.
"""

import textwrap
from functools import lru_cache
from typing import Any

from ....engine.fields import plain
from ....model.contract import View
from ....model.words import Say
from ..rules.bank import prime_ranges
from ..rules.combinations import BEST_FIRST, BONUS, NAMES, combination, score, wins
from ..rules.duel import remaining
from ..rules.state import (
    ALL_FIVE,
    BETS,
    BLACK_DIE,
    CARDS_TURN,
    CHOOSING,
    DUEL,
    DUEL_SETTLED,
    FACE_DOWN,
    FIRST_RED,
    GIFTS,
    LEAD,
    NO_BETS,
    PICK,
    RED_DICE,
    ROUND_PAID,
    STAKES,
    STARTING_MONEY,
    THROWS,
    TURNED,
)
from .buttons import controls
from .drawing import NOTE_COLOURS, svg
from .painting import cover
from .refusing import why_not
from .scoresheet import sheet
from .telling import bets_of, duel_number, standing, story, what_others_do, why_pass

__all__ = ["controls", "cover", "goal", "hint", "notes", "sheet", "story", "svg", "text", "view", "why_not"]

PHASES = {
    PICK: "pick",
    LEAD: "lead",
    DUEL: "duel",
    BETS: "bets",
    STAKES: "stakes",
    CARDS_TURN: "cards",
    GIFTS: "gifts",
    ROUND_PAID: "round paid",
    DUEL_SETTLED: "duel settled",
}
LYING = (PICK, LEAD, GIFTS, ROUND_PAID, DUEL_SETTLED)  # the dice lie there from the round before
WIDTH, NAME_WIDTH = 78, 18  # columns of a terminal


def notes(money: int) -> list[int]:
    """PEP-02: everybody keeps the ten 1s and the 5 they began with as far as the money goes, to bet and to pay with;
    what is above them in the fewest notes.
    """
    pieces = []
    small = [5] * (money >= 5)
    small += [1] * min(money - sum(small), STARTING_MONEY - 5)
    money -= sum(small)
    for value in NOTE_COLOURS:  # PEP-02, the largest first
        pieces += [value] * (money // value)
        money %= value
    return sorted(pieces + small, reverse=True)


def view(s: Any, seat: int) -> View:
    """The whole table as the seat knows it: `s` is already blanked."""
    s = plain(s)
    n = int(s.players)
    return {
        "phase": "over" if s.over else PHASES[int(s.phase)],
        "money": [int(x) for x in s.money[:n]],
        "notes": [notes(int(x)) for x in s.money[:n]],
        "bank": int(s.bank),
        "fought": [int(x) for x in s.fought[:n]],
        "duel_gains": [int(s.money[seat]) - int(s.at_first[seat]) if any(s.at_first) else 0 for seat in range(n)],
        "out": [bool(x) for x in s.out[:n]],
        "played": int(s.played),
        "finishing": int(s.finish),
        "time_up": bool(s.time_up),
        "over": bool(s.over),
        "rolling": [other for other in range(n) if int(s.rolling) >> other & 1],
        "rolls": [int(x) for x in s.roll[:n]],
        "attacker": int(s.attacker),
        "defender": int(s.defender),
        "round": int(s.tour),
        "step": int(s.step),
        "barred": bool(s.barred),
        "dice": _dice(s),
        "bets": [_bets(s, other, seat) for other in range(n)],
        "bettor": int(s.bettor) if s.phase in (BETS, STAKES, CARDS_TURN) and not s.over else -1,
        "question": int(s.question),
        "laid": int(s.laid),
        "ruined": int(s.ruined) if s.phase == GIFTS else -1,
        "ranges": _ranges(s),
    }


def _dice(s: Any) -> View:
    """The dice on the table, and whose they are: this round's, or until A1 those of the round before."""
    flying = int(s.pending)
    whole = s.thrown_by >= 0 and not flying & ALL_FIVE
    made, points = _worth(remaining(s)) if whole else (0, 0)
    at_a1 = s.phase == DUEL and s.step == 0 and not flying
    return {
        "attacker": int(s.thrown_by),
        "defender": int(s.faced_by),
        "blue": [int(x) for x in s.blue],
        "black": int(s.black),
        "red": [int(x) for x in s.red],
        "flying": [die for die in range(FIRST_RED + RED_DICE) if flying >> die & 1],
        "announced": [face for face in range(1, 7) if int(s.announced) >> face & 1],
        "entered": [die + 1 for die in range(RED_DICE) if int(s.entered) >> die & 1],
        "lost": int(s.lost),
        "settled": bool(s.thrown_by >= 0 and (s.over or s.phase in LYING or at_a1)),
        "combination": made,
        "bonus": BONUS[made],
        "score": points,
    }


@lru_cache(maxsize=4096)
def _worth(tally: int) -> tuple[int, int]:
    """What the dice make, and their score."""
    return int(combination(tally)), int(score(tally))


def _bets(s: Any, other: int, seat: int) -> list[View]:
    """The bets of one seat: what is known of them. A card of −1 lies face down."""
    laid = int(s.laid)
    if laid == NO_BETS or (laid == CHOOSING and other != seat):
        return []
    shown = []
    for at in (2 * other, 2 * other + 1):
        card, stake = int(s.card[at]), int(s.stake[at])
        if card or stake:
            won = bool(wins(remaining(s), card, s.bets == 1)) if laid == TURNED else None
            mine = other == seat and laid <= FACE_DOWN
            shown.append({"card": card or -1, "stake": stake, "won": won, "mine": mine})
    return shown


def _ranges(s: Any) -> list[int]:
    """Bonus from – to, malus from – to, prime; empty if there are none (PEP-21)."""
    return list(prime_ranges(int(s.prime), int(s.bonus), int(s.malus))) if s.prime else []


# --- words


def goal(view: View, say: Say) -> str:
    """PEP-20."""
    target = view["options"]["target"]
    if not target:
        return say("The richest at the end wins")
    return say("The game ends at {target} pépètes: the richest wins", target=target)


def hint(view: View, say: Say) -> str:
    """One or two sentences on the decision at hand, or on what is going on."""
    if view["over"]:
        return say("The game is over: the richest wins.")
    if not view["moves"]:
        return what_others_do(view, say)
    phase, step = view["phase"], view["step"]
    if phase == "bets":
        return say(
            "Bet on what the attacker will have left at the end of the round: up to two cards. "
            "A digit takes 1 pépète, a combination as many as you like. A bet that wins pays its stake once more."
        )
    if phase == "gifts":
        return say(
            "{name} has no pépètes left and leaves the game unless somebody gives. You may give any amount, "
            "keeping at least 1.",
            name=view["names"][view["ruined"]],
        )
    if step == 0:
        return say("You attack: throw your five dice. The black one then stays as it falls.")
    if len(view["moves"]) == 1:
        return why_pass(view, say)
    left = 3 - step // 2
    if step % 2:
        return say.count(
            "Announce faces of blue dice and throw red dice, or pass. A hit removes all blue dice of that face; a "
            "miss costs what it shows. {n} throw left.",
            "Announce faces of blue dice and throw red dice, or pass. A hit removes all blue dice of that face; a "
            "miss costs what it shows. {n} throws left.",
            left,
        )
    return say.count(
        "Press the blue dice to throw again, or pass: {n} throw left.",
        "Press the blue dice to throw again, or pass: {n} throws left.",
        left,
    )


def text(view: View, say: Say) -> str:
    """The table for a terminal."""
    title = say("Pépètes, duel {number}", number=duel_number(view))
    if view["round"]:
        title += ", " + say("round {round}", round=view["round"]) + f", {THROWS[min(view['step'], len(THROWS) - 1)]}"
    rows = [title]
    for seat, name in enumerate(view["names"]):
        mark = "▶" if seat == view["mover"] else " "
        state = say("out") if view["out"][seat] else say.count("{n} duel", "{n} duels", view["fought"][seat])
        roll = "  " + say("die {face}", face=view["rolls"][seat]) if view["rolls"][seat] else ""
        money, bets = say.number(view["money"][seat]), bets_of(view, seat, say)
        rows.append(f"{mark} {name[:NAME_WIDTH]:<{NAME_WIDTH}} {money:>5} ₱  {state}{roll}  {bets}".rstrip()[:WIDTH])
    rows += _dice_rows(view, say)
    memo = ", ".join(f"{say(NAMES[card])} {BONUS[card]}" for card in BEST_FIRST)
    rows += [say("Memo:"), *textwrap.wrap(memo, WIDTH - 2, initial_indent="  ", subsequent_indent="  ")]
    return "\n".join(row[:WIDTH] for row in rows)


def _dice_rows(view: View, say: Say) -> list[str]:
    dice, names = view["dice"], view["names"]
    if dice["attacker"] < 0:
        return []

    def shown(face: int, flying: bool) -> str:
        return "[?]" if flying else f" {-face}×" if face < 0 else f"[{face or '-'}]"

    blue = " ".join(shown(face, die in dice["flying"]) for die, face in enumerate(dice["blue"]))
    red = " ".join(shown(face, die + FIRST_RED in dice["flying"]) for die, face in enumerate(dice["red"]))
    announced = (
        say("announced {faces}", faces=say.list([str(face) for face in dice["announced"]])) if dice["announced"] else ""
    )
    blue, black = (
        say("blue {dice}", dice=blue),
        say("black {die}", die=shown(dice["black"], BLACK_DIE in dice["flying"])),
    )
    rows = [f"  {names[dice['attacker']][:NAME_WIDTH]:<{NAME_WIDTH}} {blue}  {black}  {standing(view, say)}"]
    lost = say.count("{n} point lost", "{n} points lost", dice["lost"])
    red = say("red {dice}", dice=red)
    rows.append(f"  {names[dice['defender']][:NAME_WIDTH]:<{NAME_WIDTH}} {red}  {lost}  {announced}".rstrip())
    return rows
