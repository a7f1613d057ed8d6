"""The controls: buttons for marks and the end of a turn, the parts of a placement (docs/page.md)."""

from html import escape
from typing import Any

from ....contract import View
from ....drawing import tag
from ....words import Say
from ..moves import FACE_LETTERS, code
from ..rules.state import marked_land
from .telling import mark_label


def controls(view: View, say: Say) -> str:
    if not view["moves"]:
        return ""
    if view["placements"]:
        return _placing(view, say)
    buttons = ""
    for move in view["moves"]:
        kind = "primary" if move in ("pass", "show", "end") else "quiet"
        buttons += tag("button", escape(_label(view, move, say)), type="button", class_=kind, data_move=move)
    return tag("form", buttons, class_="controls")


def _label(view: View, move: str, say: Say) -> str:
    if move == "pass":
        return say("Show your dominoes and pass")
    if move == "show":
        return say("Show the three dominoes and draw others")
    if move == "replay":
        return say("Play again (2 tokens)")
    if move == "end":
        return say("End the turn")
    return mark_label(view["territories"][marked_land(code(move))], say)


def _placing(view: View, say: Say) -> str:
    """The parts of a placement: which domino, which face up, how it is turned.

    The ghosts on the board are the moves.
    """
    hand = view["hands"][view["seat"]]
    faces = FACE_LETTERS[: len(hand[0]["faces"])]
    first = _most_promising(view)
    parts = (
        ("domino", [(card["domino"], say("domino {number}", number=card["domino"])) for card in hand]),
        ("face", [(face, say("face {face}", face=face)) for face in faces]),
        ("turn", [(turn, say.count("{n} quarter turn", "{n} quarter turns", turn)) for turn in range(4)]),
    )
    rows = "".join(_choices(name, choices, first[name]) for name, choices in parts)
    buttons = tag("button", escape(say("Turn")), type="button", class_="quiet", data_next="turn")
    if len(faces) > 1:
        buttons += tag("button", escape(say("Flip")), type="button", class_="quiet", data_next="face")
    legend = tag(
        "p", escape(say("Choose a domino, turn or flip it, then press one of the rings on the board.")), class_="legend"
    )
    return tag("form", rows + buttons + legend, class_="controls")


def _choices(name: str, choices: list[tuple[Any, str]], chosen: Any) -> str:
    """One part of a placement: the drawing presses these."""
    row = ""
    for value, words in choices:
        ident = f"{name}-{value}"
        box = tag(
            "input", type="radio", name=name, value=value, id=ident, class_="for-drawing", checked=value == chosen
        )
        row += tag("label", box + escape(words), for_=ident)
    return tag("div", row, class_="parts")


def _most_promising(view: View) -> dict[str, Any]:
    """How the hand lies at first: as in the placement that brings most."""

    def brings(what: dict[str, Any]) -> tuple[int, int, int]:
        return sum(what["closes"]), what["tokens"], what["connections"]

    return max(view["placements"], key=brings)
