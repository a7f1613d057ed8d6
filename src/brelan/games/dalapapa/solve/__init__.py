"""Exact answers about a position of a record (`survey.py`) and the sets of dominoes (`tile_sets.py`); and what games
with each set are like, measured (`measuring.py`).
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....draw.drawing import group, picture, tag
from ....model.contract import Progress
from ....model.errors import BrelanError
from ....model.words import LANGUAGES, N_, Say
from ....play.catalogue import game as find_game
from ....play.record import Record
from ..rules.tiles import COLOUR_NAMES, DOMINOES, SETS
from .measuring import LEVEL, measured
from .survey import look
from .tile_sets import drawn_in_letters, set_facts

if TYPE_CHECKING:
    from ....play.state import State

GAMES = 40  # with each set and number of players
ACROSS, MARGIN, GAP = 8, 6, 4  # dominoes in a row of the picture; millimetres


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
    parser.add_argument(
        "--set",
        dest="tiles",
        choices=SETS,
        help=say("the dominoes of a set, drawn in letters, and what games with each set are like, measured"),
    )
    parser.add_argument("--games", type=int, default=GAMES, help=say("games measured with each set, --set only"))
    parser.add_argument("--level", default=LEVEL, help=say("the bots that play them"))
    parser.add_argument("--picture", metavar="FILE", help=say("draws the set into a file, an SVG"))


def answer(args: argparse.Namespace, progress: Progress | None = None) -> dict[str, Any]:
    if args.tiles is not None:
        return _about_set(args, progress)
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


def _about_set(args: argparse.Namespace, progress: Progress | None) -> dict[str, Any]:
    game = find_game("dalapapa")
    if args.games < 1:
        raise BrelanError(N_("--games takes a whole number from 1 on, not {n}."), n=args.games)
    if args.level not in game.bots.LEVELS:
        raise BrelanError(
            N_("There is no bot called {level}: {levels}."), level=repr(args.level), levels=", ".join(game.bots.LEVELS)
        )
    if args.picture:
        _draw(args.tiles, args.picture)
    return {
        "set": args.tiles,
        "level": args.level,
        "facts": set_facts(),
        "letters": drawn_in_letters(SETS.index(args.tiles)),
        "measured": measured(args.level, args.games, 1, progress),
    }


def _draw(tiles: str, file: str) -> None:
    """All dominoes of a set, both faces one above the other, as they are printed."""
    game = find_game("dalapapa")
    deck: Any = game.paper.sheets(game.say(LANGUAGES[0]))[SETS.index(tiles)]
    drawn = tag("defs", deck.defs) + tag("rect", width="100%", height="100%", fill="#fffdf6")
    for at, piece in enumerate(deck.pieces):
        x, y = MARGIN + at % ACROSS * (deck.width + GAP), MARGIN + at // ACROSS * (2 * deck.height + 2 * GAP)
        drawn += group(piece.front, x, y) + group(piece.back, x, y + deck.height + 1)
    wide = 2 * MARGIN + ACROSS * (deck.width + GAP)
    high = 2 * MARGIN + DOMINOES // ACROSS * (2 * deck.height + 2 * GAP)
    svg = picture(int(wide), int(high), "Dalapapa 72", tiles, drawn)
    try:
        Path(file).write_text(svg, encoding="utf-8")
    except OSError as error:
        raise BrelanError(
            N_("The picture {file} cannot be written: {why}."), file=repr(file), why=error.strerror
        ) from None


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
    if "set" in answer:
        return _set_report(answer, say)
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


def _set_report(answer: dict[str, Any], say: Say) -> str:
    facts = next(facts for facts in answer["facts"] if facts["set"] == answer["set"])
    rows = [_set_words(facts, say), "", *answer["letters"], ""]
    games = answer["measured"][0]["games"]
    rows += [
        say(
            "Games of {level} bots, {n} with each set and number of players (± one standard error):",
            level=answer["level"],
            n=games,
        ),
        "",
        _row(
            say("set"),
            say("players"),
            say("wins by seat"),
            say("laid"),
            say("turns"),
            say("territories"),
            say("cells each"),
            say("of one cell"),
            say("tokens won"),
            say("points"),
            say("by plaque"),
        ),
    ]
    for one in answer["measured"]:
        wins = " ".join(say.percent(share, 0) for share in one["wins"]) + f" ± {say.percent(one['error'], 1)}"
        numbers = [say.number(one[name], 1) for name in ("laid", "turns", "territories")]
        size, single = say.number(one["size"], 2), say.percent(one["single"], 0)
        rest = [say.number(one["tokens"], 1), say.number(one["points"], 1), say.percent(one["plaque"], 0)]
        rows.append(_row(one["set"], str(one["players"]), wins, *numbers, size, single, *rest))
    return "\n".join(rows)


def _row(*cells: str) -> str:
    widths = (9, 8, 27, 7, 7, 12, 11, 12, 11, 8, 10)
    return "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


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
