"""Exact answers: about a position of a record (`survey.py`), or about the sets of dominoes (`tile_sets.py`)."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....contract import Progress
from ....errors import BrelanError
from ....record import Record
from ....words import N_, Say
from ..rules.tiles import COLOUR_NAMES
from .survey import look
from .tile_sets import set_facts

if TYPE_CHECKING:
    from ....state import State


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "record",
        nargs="?",
        help=say("a file with a record of Dalapapa; without one, facts about the sets of dominoes"),
    )
    parser.add_argument(
        "--after", type=int, metavar="N", help=say("the position after the first N moves of the record")
    )
    parser.add_argument("--seat", type=int, help=say("what this seat can know; without it, a spectator"))
    parser.add_argument(
        "--gap",
        metavar="X,Y",
        help=say("the chance that the next domino drawn can cover this square, such as --gap=3,-1"),
    )


def answer(args: argparse.Namespace, progress: Progress | None = None) -> dict[str, Any]:
    if args.record is None:
        return {"sets": set_facts()}
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


def _position(file: str, after: int | None) -> "State":
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


def report(answer: dict[str, Any], say: Say) -> str:
    if "sets" in answer:
        return "\n".join(_set_words(facts, say) for facts in answer["sets"])
    total = answer["unseen"]
    rows = [
        say.count("{n} domino is unseen.", "{n} dominoes are unseen.", total),
        "",
        say("The next domino drawn can cover the free square (exact: every unseen domino is as likely)"),
    ]
    for place in answer["gaps"]:
        rows.append(
            f"  {place['x']:>4} {place['y']:>4}   {place['fit']:>2} / {total}   {say.percent(place['chance']):>8}"
        )
    rows += ["", say("Open territories (cells counted as if closed), and the unseen dominoes that close each at once")]
    rows += [_group_words(group, total, say) for group in answer["territories"]]
    return "\n".join(rows)


def _group_words(group: dict[str, Any], total: int, say: Say) -> str:
    """A territory that is open still, and the chance that the next domino drawn closes it."""
    x, y, _ = group["ends"][0]
    name = COLOUR_NAMES[group["colour"]]
    what = say.count(
        "{colour}, {n} cell, near {x} {y}",
        "{colour}, {n} cells, near {x} {y}",
        group["cells"] + len(group["ends"]),
        colour=say(name),
        x=x,
        y=y,
    )
    if group["dead"]:
        return f"  {what:<36} " + say("can never be closed")
    own = say.list([str(n) for n in group["held"]])
    held = " · " + say("you hold {dominoes}", dominoes=own) if own else ""
    return f"  {what:<36} {len(group['closers']):>2} / {total}   {say.percent(group['chance']):>8}{held}"


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
