"""What people see of Dalapapa: the table as plain data, the hints, and the table for a terminal."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....engine.fields import arrays
from ....model.contract import Piece, View
from ....model.words import Say
from ..foresee import foresee
from ..moves import FACE_LETTERS
from ..rules import legal
from ..rules.board import laid_cells, laid_dominoes
from ..rules.grid import half_cells
from ..rules.state import MAX_MOVES, OPENING, PLACE, PLACING, PLAQUE, SETTLED, UNKNOWN, Placement, placement
from ..rules.tiles import SETS, lying, sets
from .buttons import controls
from .drawing import svg
from .letters import board_rows, face_pieces, placement_rows
from .painting import cover
from .refusing import why_not
from .telling import story

__all__ = ["coloured", "controls", "cover", "goal", "hint", "story", "svg", "text", "view", "why_not"]

PHASES = ("drawing", "opening", "dealing", "placing", "marking", "drawing", "drawing", "showing", "settled")
NAME_WIDTH, WIDTH = 18, 78  # letters of a name and of a row, in a terminal


def view(s: Any, seat: int) -> View:
    """All that the seat may see.

    Dominoes are numbered from 1; squares are counted right and down from the first domino.
    """
    s = arrays(s)
    players, tiles, cells = int(s.players), int(s.tiles), list(laid_cells(s))
    return {
        "phase": PHASES[int(s.phase)],
        "turn": int(s.turn),
        "dominoes": [
            {**_where(placed), "colours": lying(tiles, placed.domino, placed.face, placed.turn)}
            for placed in laid_dominoes(s)
        ],
        "territories": _territories(s, cells),
        "hands": [[_card(tiles, int(n)) for n in s.hand[other] if n] for other in range(players)],
        "bag": int(s.bag),
        "tokens": [int(n) for n in s.tokens[:players]],
        "reserve": int(s.reserve),
        "markers": [int(n) for n in s.markers[:players]],
        "plaque": int(s.plaque) - 1,
        "scores": [int(n) + int(m) for n, m in zip(s.totals[:players], s.scores[:players], strict=True)],
        "deal": int(s.dealt) + int(not s.over and s.phase != SETTLED),
        "deals": int(s.deals),
        "deal_scores": [int(n) for n in s.scores[:players]],
        "last_turns": int(s.last_turns),
        "placements": _placements(s, seat, cells),
        "over": bool(s.over),
    }


def _where(placed: Placement) -> dict[str, Any]:
    """How a domino lies."""
    return {
        "domino": placed.domino + 1,
        "face": FACE_LETTERS[placed.face],
        "turn": placed.turn,
        "x": placed.x,
        "y": placed.y,
    }


def _card(tiles: int, number: int) -> dict[str, Any]:
    """A domino in a hand; number 0 if it is out of sight."""
    if number == UNKNOWN:
        return {"domino": 0, "faces": []}
    return {"domino": number, "faces": [list(face) for face in sets()[tiles][number - 1]]}


def _territories(s: Any, cells: Sequence[tuple[int, Placement, int]]) -> list[dict[str, Any]]:
    """The closed territories in the order they closed: cells, owner (−1: nobody), and their half-cells."""
    found: list[dict[str, Any]] = [
        {"territory": land + 1, "cells": int(s.land_cells[land]), "owner": int(s.land_owner[land]) - 1, "halves": []}
        for land in range(int(s.lands))
    ]
    land_of = {int(s.land_cell[land]): land for land in range(int(s.lands))}
    for root, placed, cell in cells:
        if root in land_of:
            found[land_of[root]]["halves"] += map(list, half_cells(placed.x, placed.y, placed.turn, cell))
    return found


def _placements(s: Any, seat: int, cells: Sequence[tuple[int, Placement, int]]) -> list[dict[str, Any]]:
    """What each legal placement would bring, for the seat to act."""
    if s.over or seat < 0 or int(s.turn) != seat or int(s.phase) not in (OPENING, PLACING):
        return []
    out = np.zeros(MAX_MOVES, np.int64)
    found = []
    for code in out[: int(legal(s, out))].tolist():
        if code < PLACE:
            return []
        what = foresee(s, code, cells)
        found.append(
            {
                **_where(placement(code)),
                "connections": what.connections,
                "tokens": what.tokens,
                "closes": list(what.closes),
                "halves": [[list(half) for half in group] for group in what.halves],
            }
        )
    return found


def refused(view: View, code: int) -> View:
    """The view with a domino where it may not lie, instead of where it may; a move that lays none shows nothing."""
    if code < PLACE:
        return view
    placed = placement(code)
    tiles = SETS.index(view["options"]["tiles"])
    lies = {**_where(placed), "colours": lying(tiles, placed.domino, placed.face, placed.turn)}
    return {**view, "placements": [], "refused": [*view.get("refused", []), lies]}


def goal(view: View, say: Say) -> str:
    """DAL-12, DAL-14."""
    if view["deals"] > 1:
        return say(
            "{deals} deals, added: a point for each cell you mark, {plaque} for the first without a marker",
            deals=view["deals"],
            plaque=PLAQUE,
        )
    return say("A point for each cell you mark, {plaque} for the first without a marker", plaque=PLAQUE)


def hint(view: View, say: Say) -> str:
    if view["over"]:
        return say("The game is over: one point a cell of the territories you marked, and 5 for the plaque.")
    if view["phase"] == "settled":
        return say("The deal is over: its results are added, and the next player deals.")
    if view["phase"] == "showing":
        return say("Dominoes are shown to all.")
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


def coloured(view: View, say: Say) -> list[list[Piece]]:
    bag, reserve = say("bag"), say("reserve")
    head = f"Dalapapa 72 · {bag} {view['bag']} · {reserve} {view['reserve']}"
    if view["deals"] > 1:
        head += " · " + say("deal {number} of {of}", number=view["deal"], of=view["deals"])
    rows: list[list[Piece]] = [[(head, "")]]
    rows += [[(row, "")] for row in _player_rows(view, say)]
    rows += board_rows(view, say)
    for land in view["territories"]:
        if land["owner"] < 0:
            free = say.count(
                "territory {land}: {n} cell, unmarked",
                "territory {land}: {n} cells, unmarked",
                land["cells"],
                land=land["territory"],
            )
            rows.append([("  " + free, "")])
    for name, hand in zip(view["names"], view["hands"], strict=True):
        for card in hand:
            if card["domino"]:
                row: list[Piece] = [("  " + say.colon(name[:NAME_WIDTH], f"{card['domino']:>2}"), "")]
                for letter, face in zip(FACE_LETTERS, card["faces"], strict=False):
                    row += [("  " + say.colon(letter, ""), ""), *face_pieces(face, say)]
                rows.append(row)
    return rows + placement_rows(view, say)


def text(view: View, say: Say) -> str:
    return "\n".join("".join(piece for piece, _ in row).rstrip()[:WIDTH] for row in coloured(view, say))


def _player_rows(view: View, say: Say) -> list[str]:
    """What each player has, in a terminal."""
    tokens, markers, points = say("tokens"), say("markers"), say("points")
    rows = []
    for seat, name in enumerate(view["names"]):
        mark = "▶" if seat == view["mover"] else " "
        plaque = f" +{PLAQUE}" if view["plaque"] == seat else ""
        stock = (
            f"{tokens} {view['tokens'][seat]} · {markers} {view['markers'][seat]} · {points} "
            f"{view['scores'][seat]}{plaque}"
        )
        if view["deals"] > 1:
            stock += " · " + say("this deal {n}", n=view["deal_scores"][seat])
        rows.append(f"{mark} {name[:NAME_WIDTH]:<{NAME_WIDTH}} {stock}")
    return rows
