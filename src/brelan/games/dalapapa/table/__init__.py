"""What people see of Dalapapa: the board as plain data, the controls, the hints, and the table for a terminal.

`picture.py` draws it.
"""

from html import escape
from typing import Any

import numpy as np

from ....drawing import tag
from ....words import N_, Say
from ..foresee import colours, foresee, triangles
from ..moves import parts
from ..rules import MAX_MOVES, OPENING, PLACING, PLAQUE, UNKNOWN, legal
from ..rules.board import CELLS, DOWN, LEFT, PLACE, RIGHT, UP
from ..rules.tiles import sets
from .drawing import svg as svg  # the drawing, where the core looks for it

View = dict[str, Any]
COLOUR_NAMES = (N_("blue"), N_("red"), N_("yellow"), N_("cream"))
WIDEST = 25  # squares a terminal can show side by side


def view(s: Any, seat: int) -> View:
    """All that the seat may see.

    Dominoes are numbered from 1; squares are counted right and down from the first domino.
    """
    players, tiles = int(s.players), int(s.tiles)
    dominoes = []
    for k in range(int(s.laid)):
        face, turn = divmod(int(s.laid_how[k]), 4)
        number, x, y = int(s.laid_domino[k]), int(s.laid_x[k]), int(s.laid_y[k])
        dominoes.append(
            {
                "domino": number + 1,
                "face": "ab"[face],
                "turn": turn,
                "x": x,
                "y": y,
                "colours": colours(tiles, number, face, turn),
            }
        )
    return {
        "phase": ("drawing", "opening", "dealing", "placing", "marking", "drawing", "drawing")[int(s.phase)],
        "turn": int(s.turn),
        "dominoes": dominoes,
        "territories": _territories(s, dominoes),
        "hands": [[_card(tiles, int(n)) for n in s.hand[other] if n] for other in range(players)],
        "bag": int(s.bag),
        "tokens": [int(n) for n in s.tokens[:players]],
        "reserve": int(s.reserve),
        "markers": [int(n) for n in s.markers[:players]],
        "plaque": int(s.plaque) - 1,
        "scores": [int(n) for n in s.scores[:players]],
        "last_turns": int(s.last_turns),
        "placements": _placements(s, seat),
        "over": bool(s.over),
    }


def _card(tiles: int, number: int) -> dict[str, Any]:
    """A domino in a hand; number 0 if it is out of sight."""
    if number == UNKNOWN:
        return {"domino": 0, "faces": []}
    return {"domino": number, "faces": [list(face) for face in sets()[tiles][number - 1]]}


def _territories(s: Any, dominoes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The closed territories in the order they closed: cells, owner (−1: nobody), and their half-cells."""
    land_of = {int(s.land_cell[k]): k for k in range(int(s.lands))}
    found = [
        {"territory": k + 1, "cells": int(s.land_cells[k]), "owner": int(s.land_owner[k]) - 1, "halves": []}
        for k in range(int(s.lands))
    ]
    parent = s.parent[: min(CELLS, 7 * len(dominoes))].tolist()
    for k, one in enumerate(dominoes):
        for cell in range(7):
            root = 7 * k + cell
            while parent[root] != root:
                root = parent[root]
            if root in land_of:
                found[land_of[root]]["halves"] += [
                    list(half) for half in triangles(one["x"], one["y"], one["turn"], cell)
                ]  # type: ignore[operator]
    return found


def _placements(s: Any, seat: int) -> list[dict[str, Any]]:
    """What each legal placement would bring, for the seat to act."""
    if s.over or seat < 0 or int(s.turn) != seat or int(s.phase) not in (OPENING, PLACING):
        return []
    out = np.zeros(MAX_MOVES, np.int64)
    found = []
    for code in out[: int(legal(s, out))].tolist():
        if code < PLACE:
            return []
        domino, face, turn, x, y = parts(code)
        what = foresee(s, code)
        found.append(
            {
                "domino": domino + 1,
                "face": "ab"[face],
                "turn": turn,
                "x": x,
                "y": y,
                "connections": what.connections,
                "tokens": what.tokens,
                "closes": list(what.closes),
                "halves": [[list(half) for half in group] for group in what.halves],
            }
        )
    return found


# --- the controls


def controls(view: View, say: Say) -> str:
    if not view["moves"]:
        return ""
    if view["placements"]:
        return _placing(view, say)
    buttons = ""
    for move in view["moves"]:
        kind = "primary" if move in ("pass", "show", "end") else "quiet"
        buttons += tag("button", escape(_button(view, move, say)), type="button", class_=kind, data_move=move)
    return tag("form", buttons, class_="controls")


def _button(view: View, move: str, say: Say) -> str:
    if move == "pass":
        return say("Show your dominoes and pass")
    if move == "show":
        return say("Show the three dominoes and draw others")
    if move == "replay":
        return say("Play again (2 tokens)")
    if move == "end":
        return say("End the turn")
    land = view["territories"][int(move.split()[1]) - 1]
    return say.count(
        "Mark territory {land}: {n} point", "Mark territory {land}: {n} points", land["cells"], land=land["territory"]
    )


def _placing(view: View, say: Say) -> str:
    """The parts of a placement: which domino, which face up, how it is turned.

    The ghosts on the board are the moves.
    """
    hand = view["hands"][view["seat"]]
    faces = "ab" if view["options"]["tiles"] == "classic" else "a"
    first = _first(view)
    sets_of = (
        ("domino", [(card["domino"], say("domino {number}", number=card["domino"])) for card in hand]),
        ("face", [(face, say("face {face}", face=face)) for face in faces]),
        ("turn", [(turn, say.count("{n} quarter turn", "{n} quarter turns", turn)) for turn in range(4)]),
    )
    rows = ""
    for name, choices in sets_of:
        row = ""
        for value, words in choices:
            ident = f"{name}-{value}"
            box = tag(
                "input",
                type="radio",
                name=name,
                value=value,
                id=ident,
                class_="for-drawing",
                checked=value == first[name],
            )
            row += tag("label", box + escape(words), for_=ident)
        rows += tag("div", row, class_="parts")
    buttons = tag("button", escape(say("Turn")), type="button", class_="quiet", data_next="turn")
    if len(faces) > 1:
        buttons += tag("button", escape(say("Flip")), type="button", class_="quiet", data_next="face")
    legend = tag(
        "p", escape(say("Choose a domino, turn or flip it, then press one of the rings on the board.")), class_="legend"
    )
    return tag("form", rows + buttons + legend, class_="controls")


def _first(view: View) -> dict[str, Any]:
    """How the hand lies at first: as in the placement that brings most."""
    return max(view["placements"], key=lambda one: (sum(one["closes"]), one["tokens"], one["connections"]))  # type: ignore[no-any-return]


def hint(view: View, say: Say) -> str:
    if view["over"]:
        return say("The game is over: one point a cell of the territories you marked, and 5 for the plaque.")
    if view["mover"] < 0:
        return say("A domino is being drawn.")
    if not view["moves"]:
        return say("{name} is to play.", name=view["names"][view["mover"]])
    if view["moves"] == ["pass"]:
        return say("You have no domino you can place and pay for: show your hand, pass, and take a token.")
    if view["moves"] == ["show"]:
        return say("These three dominoes cannot be laid together: show them, and draw three others.")
    if view["phase"] == "opening":
        return say("You deal: lay your three dominoes as you wish. Half-cells that meet must have the same colour.")
    if view["phase"] == "placing":
        return say("Place a domino: one connection costs a token, two are free, each one more brings a token.")
    return say("Put markers on closed territories if you wish, then end your turn, or play again for 2 tokens.")


# --- the terminal


def text(view: View, say: Say) -> str:
    bag, reserve = say("bag"), say("reserve")
    tokens, markers, points = say("tokens"), say("markers"), say("points")
    rows = [f"Dalapapa 72 · {bag} {view['bag']} · {reserve} {view['reserve']}"]
    for seat, name in enumerate(view["names"]):
        mark = "▶" if seat == view["mover"] else " "
        plaque = f" +{PLAQUE}" if view["plaque"] == seat else ""
        stock = (
            f"{tokens} {view['tokens'][seat]} · {markers} {view['markers'][seat]} · {points} "
            f"{view['scores'][seat]}{plaque}"
        )
        rows.append(f"{mark} {name[:18]:<18} {stock}")
    rows += _board_rows(view, say)
    for land in view["territories"]:
        if land["owner"] < 0:
            rows.append(
                "  "
                + say.count(
                    "territory {land}: {n} cell, unmarked",
                    "territory {land}: {n} cells, unmarked",
                    land["cells"],
                    land=land["territory"],
                )
            )
    for seat, hand in enumerate(view["hands"]):
        for card in hand:
            if card["domino"]:
                faces = "  ".join(f"{'ab'[k]}: {_letters(face, say)}" for k, face in enumerate(card["faces"]))
                rows.append(f"  {view['names'][seat][:18]}: {card['domino']:>2}  {faces}"[:78])
    return "\n".join(rows)


def _letters(face: list[int], say: Say) -> str:
    letters = say("bryc")  # the initials of the colours
    return "".join(letters[colour] for colour in face[:6]) + "·" + letters[face[6]]


def _board_rows(view: View, say: Say) -> list[str]:
    """Each square is three letters wide and three high: the colours of its upper, left, right and lower half-cell."""
    letters = say("bryc")
    cells: dict[tuple[int, int], list[str]] = {}
    for one in view["dominoes"]:
        for cell in range(7):
            for x, y, side in triangles(one["x"], one["y"], one["turn"], cell):
                cells.setdefault((x, y), ["?"] * 4)[side] = letters[one["colours"][cell]]
    if not cells:
        return []
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    right, bottom = max(x for x, _ in cells), max(y for _, y in cells)
    rows = []
    if right - left >= WIDEST:  # the part round the last domino
        left = min(max(left, view["dominoes"][-1]["x"] - WIDEST // 2), right - WIDEST + 1)
        right = left + WIDEST - 1
        rows.append(say("(columns {left} to {right} of the board)", left=left, right=right))
    legend = ", ".join(f"{letter} {say(name)}" for letter, name in zip(letters, COLOUR_NAMES, strict=True))
    rows.append(f"  {legend}; " + say("first square at left {x}, top {y}", x=left, y=top))
    blank = [" "] * 4
    for y in range(top, bottom + 1):
        squares = [cells.get((x, y), blank) for x in range(left, right + 1)]
        rows.append("  " + "".join(f" {square[UP]} " for square in squares).rstrip())
        rows.append("  " + "".join(f"{square[LEFT]} {square[RIGHT]}" for square in squares).rstrip())
        rows.append("  " + "".join(f" {square[DOWN]} " for square in squares).rstrip())
    return rows
