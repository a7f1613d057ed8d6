"""Exact answers about a position of Dalapapa: which dominoes still fit where, and which territories can still be
closed.

A seat knows the board, its own dominoes and those shown; all others are *unseen*, in the bag or in a hand. Each unseen
domino is as likely as any other to be the next one drawn, so a chance is a count of dominoes over the number unseen.

What a place asks only ever grows: a square no unseen or held domino can cover now will never be covered, and a group
with an open end on such a square can never be closed.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ....errors import BrelanError
from ....kernel import kernel
from ....record import Record
from ....state import State
from ....words import N_, Say
from ..bots.policy import unpack
from ..foresee import colours, triangles
from ..moves import parts
from ..rules import ALL, BAG, MAX_MOVES, NONE, ONE, SHOWN, UNKNOWN
from ..rules.board import CELLS, MAX_RIM, OPEN, ROOTS, TAKEN, TOUCH, WORK, find, join, placements, ring
from ..rules.tiles import DOMINOES, classic, half_turned, two_tone
from ..table import COLOUR_NAMES

Progress = Callable[..., None]


@kernel
def survey(s, wanted, covers, closes):
    """For each wanted domino: which squares of the rim it can cover, and which groups one placement of it closes."""
    out = np.empty(MAX_MOVES, np.int64)
    work = np.empty(WORK, np.int64)
    for domino in range(DOMINOES):
        if not wanted[domino]:
            continue
        n = placements(s, domino, NONE, ONE, ALL, out)
        for i in range(n):
            domino, face, turn, x, y = unpack(out[i])
            for k in range(2):
                at = int(s.square[ring(x + k * (1 - (turn & 1)), y + k * (turn & 1))])
                if at:
                    covers[at - 1, domino] = 1
            met = join(s, domino, face, turn, x, y, work)
            for k in range(met):
                if work[OPEN + work[ROOTS + k]] == 0:
                    closes[work[TOUCH + k], domino] = 1


class Group(NamedTuple):
    """Cells of one colour that hang together and are not closed yet."""

    colour: int
    cells: int  # the whole ones
    ends: tuple[tuple[int, int, int], ...]  # its open half-cells: square and side
    closers: tuple[int, ...]  # unseen dominoes one placement of which closes it, numbered from 1
    held: tuple[int, ...]  # the same among the seat's own
    dead: bool  # can never be closed


class Survey(NamedTuple):
    """What a seat can know of the dominoes to come."""

    unseen: tuple[int, ...]  # numbered from 1
    fits: dict[
        tuple[int, int], tuple[int, ...]
    ]  # for each free square that touches a domino, the unseen ones that can cover it
    groups: tuple[Group, ...]


def unseen_dominoes(s: Any) -> list[int]:
    """The dominoes a seat has not seen, on a record blanked for it."""
    return [domino for domino in range(DOMINOES) if s.where[domino] == BAG]


def look(s: Any, seat: int) -> Survey:
    """The survey of a record blanked for the seat (−1: a spectator)."""
    unseen = unseen_dominoes(s)
    mine = [int(n) - 1 for n in s.hand[seat] if n and n != UNKNOWN] if seat >= 0 else []
    others = [domino for domino in range(DOMINOES) if s.where[domino] == SHOWN and domino not in mine]
    covers, closes = np.zeros((MAX_RIM, DOMINOES), np.uint8), np.zeros((CELLS, DOMINOES), np.uint8)
    wanted = np.zeros(DOMINOES, np.bool_)
    wanted[[*unseen, *mine, *others]] = True
    survey(s, wanted, covers, closes)
    rim = {(int(s.rim_x[k]), int(s.rim_y[k])): k for k in range(int(s.rim))}
    fits = {place: tuple(domino + 1 for domino in unseen if covers[k, domino]) for place, k in rim.items()}
    groups = _open_groups(s)
    found = []
    for root, (colour, ends) in groups.items():
        facing = [rim[x + (side == 2) - (side == 0), y + (side == 3) - (side == 1)] for x, y, side in ends]
        closers = tuple(domino + 1 for domino in unseen if closes[root, domino])
        held = tuple(domino + 1 for domino in mine if closes[root, domino])
        cells = (int(s.halves[root]) - len(ends)) // 2
        found.append(Group(colour, cells, tuple(ends), closers, held, any(not covers[k].any() for k in facing)))
    found.sort(key=lambda group: (group.dead, -len(group.closers), -group.cells, group.ends))
    return Survey(tuple(domino + 1 for domino in unseen), fits, tuple(found))


def _open_groups(s: Any) -> dict[int, tuple[int, list[tuple[int, int, int]]]]:
    """By root: the colour and the open half-cells of each group that is not closed."""
    groups: dict[int, tuple[int, list[tuple[int, int, int]]]] = {}
    for k in range(int(s.laid)):
        face, turn = divmod(int(s.laid_how[k]), 4)
        x, y = int(s.laid_x[k]), int(s.laid_y[k])
        shown = colours(int(s.tiles), int(s.laid_domino[k]), face, turn)
        for cell in range(7):
            root = int(find(s.parent, 7 * k + cell))
            if s.open[root] == 0:
                continue
            _, ends = groups.setdefault(root, (shown[cell], []))
            halves = triangles(x, y, turn, cell)
            if len(halves) == 1:
                hx, hy, side = halves[0]
                if s.square[ring(hx + (side == 2) - (side == 0), hy + (side == 3) - (side == 1))] < TAKEN:
                    ends.append(halves[0])
    return groups


def chance_to_fit(s: Any, x: int, y: int, upright: bool | None = None) -> tuple[int, int]:
    """How many unseen dominoes can cover the free square (x, y) — lying flat from it, or upright from it, if that is
    asked — and how many are unseen.
    """
    unseen = unseen_dominoes(s)
    out = np.zeros(MAX_MOVES, np.int64)
    fitting = 0
    for domino in unseen:
        n = int(placements(s, domino, NONE, ONE, ALL, out))
        for code in out[:n].tolist():
            _, _, turn, px, py = parts(code)
            squares = ((px, py), (px + 1 - (turn & 1), py + (turn & 1)))
            if (x, y) in squares if upright is None else ((px, py) == (x, y) and bool(turn & 1) == upright):
                fitting += 1
                break
    return fitting, len(unseen)


# --- the command


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "record", nargs="?", help="a file with a record of Dalapapa; without one, facts about the sets of dominoes"
    )
    parser.add_argument("--after", type=int, metavar="N", help="the position after the first N moves of the record")
    parser.add_argument("--seat", type=int, help="what this seat can know; without it, a spectator")
    parser.add_argument(
        "--gap", metavar="X,Y", help="the chance that the next domino drawn can cover this square, such as --gap=3,-1"
    )


def answer(args: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    if args.record is None:
        return {"sets": [_set_facts("classic", classic()), _set_facts("two-tone", two_tone())]}
    state = _position(args.record, args.after)
    seat = -1 if args.seat is None else args.seat
    view = state.view_state(seat)
    if not view.struct.laid:
        raise BrelanError(N_("No domino is laid yet in this position: ask with a larger --after."))
    seen = look(view.struct, seat)
    total = max(1, len(seen.unseen))
    places = [
        {"x": x, "y": y, "fit": len(dominoes), "chance": len(dominoes) / total}
        for (x, y), dominoes in sorted(seen.fits.items())
    ]
    if args.gap is not None:
        gap = _gap(args.gap)
        places = [place for place in places if (place["x"], place["y"]) == gap]
        if not places:
            raise BrelanError(
                N_("The square {x},{y} is no gap: a gap is a free square that touches a domino."), x=gap[0], y=gap[1]
            )
    return {
        "seat": seat,
        "moves": len(state.log),
        "unseen": len(seen.unseen),
        "gaps": places,
        "territories": [
            {
                "colour": group.colour,
                "cells": group.cells,
                "ends": [list(end) for end in group.ends],
                "closers": list(group.closers),
                "held": list(group.held),
                "chance": len(group.closers) / total,
                "dead": group.dead,
            }
            for group in seen.groups
        ],
    }


def _position(file: str, after: int | None) -> State:
    try:
        record = Record.parse(Path(file).read_text())
    except OSError as error:
        raise BrelanError(N_("The record {file} cannot be read: {why}."), file=repr(file), why=error.strerror) from None
    if record.game != "dalapapa":
        raise BrelanError(N_("This is a record of {game}; the question is about dalapapa."), game=record.game)
    if after is not None and not 0 <= after <= len(record.moves):
        raise BrelanError(N_("The record holds {n} moves: --after takes a number from 0 to that."), n=len(record.moves))
    return record.replay(after)


def _gap(text: str) -> tuple[int, int]:
    try:
        x, y = (int(part) for part in text.split(","))
    except ValueError:
        raise BrelanError(
            N_("--gap takes two whole numbers, such as --gap=3,-1, not {text}."), text=repr(text)
        ) from None
    return x, y


def _set_facts(name: str, dominoes: list[tuple[tuple[int, ...], ...]]) -> dict[str, Any]:
    faces = {min(face, half_turned(face)) for domino in dominoes for face in domino}
    halves = [
        sum((face[:6].count(colour) + 2 * (face[6] == colour)) for domino in dominoes for face in domino)
        for colour in range(4)
    ]
    return {
        "set": name,
        "dominoes": len(dominoes),
        "faces": len(faces),
        "half_cells": halves,
        "symmetric": sum(half_turned(face) == face for face in faces),
    }


def report(answer: dict[str, Any], say: Say) -> str:
    if "sets" in answer:
        return "\n".join(_set_words(facts, say) for facts in answer["sets"])
    total = answer["unseen"]
    rows = [
        say.count("{n} domino is unseen.", "{n} dominoes are unseen.", total),
        "",
        say("The next domino drawn can cover the free square"),
    ]
    for place in answer["gaps"]:
        rows.append(
            f"  {place['x']:>4} {place['y']:>4}   {place['fit']:>2} / {total}   {say.percent(place['chance']):>8}"
        )
    rows += ["", say("Open territories (cells counted as if closed), and the unseen dominoes that close each at once")]
    for group in answer["territories"]:
        x, y, _ = group["ends"][0]
        size = group["cells"] + len(group["ends"])
        name = COLOUR_NAMES[group["colour"]]
        colour = say(name)
        what = say.count(
            "{colour}, {n} cell, near {x} {y}", "{colour}, {n} cells, near {x} {y}", size, colour=colour, x=x, y=y
        )
        if group["dead"]:
            rows.append(f"  {what:<36} " + say("can never be closed"))
        else:
            own = say.list([str(n) for n in group["held"]])
            held = " · " + say("you hold {dominoes}", dominoes=own) if own else ""
            rows.append(f"  {what:<36} {len(group['closers']):>2} / {total}   {say.percent(group['chance']):>8}{held}")
    return "\n".join(rows)


def _set_words(facts: dict[str, Any], say: Say) -> str:
    halves = ", ".join(
        f"{say(name)} {count}" for name, count in zip(COLOUR_NAMES, facts["half_cells"], strict=True) if count
    )
    return say(
        "{name}: {dominoes} dominoes, {faces} different faces ({symmetric} look the same after a half turn); "
        "half-cells: {halves}.",
        name=facts["set"],
        dominoes=facts["dominoes"],
        faces=facts["faces"],
        symmetric=facts["symmetric"],
        halves=halves,
    )
