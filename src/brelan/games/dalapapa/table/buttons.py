"""The controls: buttons for marks and the end of a turn, the parts of a placement (docs/page.md)."""

import json
from html import escape
from typing import Any

from ....draw.drawing import tag
from ....model.contract import View
from ....model.words import Say
from ..moves import FACE_LETTERS, code, foretold, lay_label, place_words
from ..rules.state import marked_land
from .drawing import lay_name, most_promising, spot_id
from .telling import mark_label


def controls(view: View, say: Say) -> str:
    if not view["moves"]:
        return ""
    if view["placements"]:
        return _placing(view, say)
    marks = sum(move.startswith("mark") for move in view["moves"])
    buttons = ""
    for move in view["moves"]:
        kind = "primary" if move in ("pass", "show") or (move == "end" and not marks) else "quiet"
        words, told = _label(view, move, say), None
        if move == "end" and marks:  # the quiet way out while something can be marked
            words = say("End without marking ({n} free)", n=marks)
        elif move.startswith("mark"):  # tapped on the board; a small button for whom its cells are too small
            land = view["territories"][marked_land(code(move))]
            kind, told = "quiet small", words
            words = say("No. {land}: +{n}", land=land["territory"], n=land["cells"])
        buttons += tag("button", escape(words), type="button", class_=kind, data_move=move, aria_label=told, title=told)
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
    """Which face lies up, and where: the drawing presses both; the button lays what is tried on the board."""
    hand = view["hands"][view["seat"]]
    first = lay_name(most_promising(view))
    faces = [f"{card['domino']}{letter}" for card in hand for letter in FACE_LETTERS[: len(card["faces"])]]
    lays = "".join(
        _radio("lay", name, f"lay-{name}", say("domino {number}", number=name), name == first) for name in faces
    )
    spots, legal = "", {}
    for at, spot in enumerate(view["placements"]):
        move = place_words(spot["domino"], spot["face"], spot["turn"], spot["x"], spot["y"])
        spots += _radio("spot", at, spot_id(at), lay_label(spot, view["dominoes"], say), False)
        told = foretold(spot["connections"], spot["tokens"], spot["closes"], say)
        words = say("Lay it here: {told}", told=told) if told else say("Lay it here")
        legal[f"spot={at}"] = [move, words]
    ask = escape(say("Choose a place on the board"))
    send = tag("button", ask, type="submit", class_="primary", data_legal=json.dumps(legal, ensure_ascii=False))
    legend = say(
        "Press a face of a domino, then a ring on the board, or drag it there; press the ring again to turn it."
    )
    choose = tag("form", tag("div", lays, class_="parts"), class_="controls drawn")
    lay = tag("div", spots, class_="parts") + send + tag("p", escape(legend), class_="legend how")
    return choose + tag("form", lay, class_="controls")


def _radio(name: str, value: Any, ident: str, words: str, chosen: bool) -> str:
    """One part of a placement: the drawing presses it."""
    box = tag("input", type="radio", name=name, value=value, id=ident, class_="for-drawing", checked=chosen)
    return tag("label", box + escape(words), for_=ident)
