"""What people see of Dodéka: the tray, the dice, the chips, the scores and the match grid."""

from typing import Any

from ....draw.drawing import shortened
from ....engine.fields import plain
from ....model.contract import View
from ....model.words import Say
from ..moves import line_words, thrown_dice
from ..rules.lines import line
from ..rules.state import DICE, MOST_THROWS
from .buttons import controls
from .drawing import svg
from .painting import cover
from .refusing import why_not
from .scoresheet import ROWS_SHOWN, sheet
from .telling import story, title

__all__ = ["controls", "cover", "goal", "hint", "sheet", "story", "svg", "text", "view", "why_not"]


def view(s: Any, seat: int) -> View:
    """The whole table: nothing is hidden in Dodéka."""
    s = plain(s)
    n = s.players
    made = line(*s.dice) if all(s.dice) else None
    thrown = thrown_dice(s.thrown)
    paid = bool(s.lying) and s.winner >= 0 and s.loser >= 0  # the partie is over, and lies there
    return {
        "partie": s.partie + (not paid),
        "starter": s.starter,
        "throws": s.throws,
        "dice": s.dice,
        "kept": [die for die in range(1, DICE + 1) if s.throws > 1 and die not in thrown],
        "thrower": s.last,
        "line": None if made is None else int(made),
        "scores": s.scores[:n],
        "pairtraiz": s.order[:n],
        "playing": [bool(places) for places in s.contest[:n]],
        "playoff": bool(s.playoff) and not paid,
        "settled": bool(s.lying),
        "totals": s.totals[:n],
        "grid": [list(row) for row in zip(s.winners[: s.partie], s.losers, s.paid, strict=False)],
        "time_up": bool(s.time_up),
        "over": bool(s.over),
    }


def goal(view: View, say: Say) -> str:
    """DOD-06, DOD-09."""
    return say("First to {target}: the last one pays the winner their own points", target=view["options"]["target"])


def hint(view: View, say: Say) -> str:
    if view["over"]:
        return say("The match is over: the highest total wins.")
    if not view["moves"]:
        if view["mover"] < 0:
            return say("The result lies on the table.") if view["settled"] else say("The dice are rolling.")
        return say("{name} is to play.", name=view["names"][view["mover"]])
    if view["throws"] == 0:
        return say("Throw the three dice. You may then throw again, twice, any dice you like.")
    return say.count(
        "Keep the dice you like and throw the others: {n} throw left. Or stop and score.",
        "Keep the dice you like and throw the others: {n} throws left. Or stop and score.",
        MOST_THROWS - view["throws"],
    )


def text(view: View, say: Say) -> str:
    heading = title(view, say) + (" · " + say("playoff") if view["playoff"] else "")
    return "\n".join([heading, *_score_rows(view, say), *_grid_rows(view, say), *_dice_rows(view, say)])


def _score_rows(view: View, say: Say) -> list[str]:
    """The scores, one line a seat."""
    rows = []
    for seat, name in enumerate(view["names"]):
        marks = ("▶" if seat == view["mover"] else " ") + ("●" if seat == view["starter"] else " ")
        score, total = say.number(view["scores"][seat]), say.number(view["totals"][seat], sign=True)
        crown = "  " + say("pairtraiz") + f" {view['pairtraiz'][seat]}" if view["pairtraiz"][seat] else ""
        rows.append(f"{marks} {shortened(name, 20):<20} {score:>7}   Σ {total:>7}{crown}")
    return rows


def _grid_rows(view: View, say: Say) -> list[str]:
    """The match grid, the last parties of it."""
    rows = []
    for number, (winner, loser, paid) in list(enumerate(view["grid"], 1))[-ROWS_SHOWN:]:
        told = say(
            "partie {number}: {loser} pays {paid} to {winner}",
            number=number,
            loser=view["names"][loser],
            winner=view["names"][winner],
            paid=paid,
        )
        rows.append("   " + told)
    return rows


def _dice_rows(view: View, say: Say) -> list[str]:
    """The dice in their frames, and what they make."""
    if view["thrower"] < 0:
        return []
    faces = [f"{face:>2}" if face else " ?" for face in view["dice"]]
    made = "" if view["line"] is None else "  " + line_words(view["line"], say)
    throws = "  " + say("throw {n} of 3", n=view["throws"]) if view["throws"] else ""
    return [
        "     1      2      3",
        "  " + " ".join("┌────┐" for _ in faces),
        "  " + " ".join(f"│ {face} │" for face in faces) + made,
        "  " + " ".join("└────┘" for _ in faces) + throws,
    ]
