"""Dalapapa from the printer: the dominoes of every tile set, 24 tokens, markers in four shapes, the plaque."""

import math
from collections.abc import Callable

from ...draw.cutouts import Deck, Drawing, Note, Piece, ScoreSheet, Sheet
from ...draw.drawing import BRASS, BRASS_DARK, INK, IVORY, PAPER_SHADE, SEAT_COLOURS, WOOD, group, tag
from ...draw.drawing import text as label
from ...model.words import Say
from .rules.grid import half_cells
from .rules.state import FREE, GRAND, HELD, MARKERS, MOST_SEATS, PLAQUE, REPLAY_PRICE, TILE_SETS, TOKENS
from .rules.tiles import BL, BR, COLOUR_NAMES, TL, TR, Face, L, R, sets
from .table.drawing import PALE_SEATS, UNIT, domino, outline, patterns

SQUARE = 30.0  # millimetres: half a domino
TOKEN = 22.0
# For printers without colours: from dark to light in even steps, and textures that stand out from their ground.
COLOURS = ("#22497c", "#d4705f", "#ecbb4c", "#f7f0de")
SHADES = ("#c3d4ea", "#6e1710", "#9a6a10", "#cdbf9f")
PATTERNS = patterns(COLOURS, SHADES)
# Markers each seat may need: as many as in the smallest game it plays in (DAL-07).
MARKERS_OF = tuple(MARKERS[max(0, seat - 1)] for seat in range(MOST_SEATS))


def sheets(say: Say) -> list[Sheet]:
    found: list[Sheet] = []
    for number, dominoes in enumerate(sets()):
        title = say("Dominoes: {set}", set=say(TILE_SETS[number]))
        pieces = tuple(
            Piece(_lying(faces[0]), _lying(faces[1]) if len(faces) > 1 else _plain_back(), f"domino {at}")
            for at, faces in enumerate(dominoes, 1)
        )
        note = say("One set is enough to play.") if number else ""
        found.append(Deck(title, pieces, 2 * SQUARE, SQUARE, PATTERNS + _WINDOW, note=note))
    tokens = tuple(Piece(_token(), name="token") for _ in range(TOKENS))
    markers = tuple(Piece(marker(seat), name=f"marker {seat}") for seat in range(MOST_SEATS) for _ in _each(seat))
    found.append(Deck(say("Tokens"), tokens, TOKEN, TOKEN))
    found.append(Deck(say("Markers"), markers, TOKEN, TOKEN))
    found.append(Deck(say("The plaque"), (Piece(_plaque(), name="plaque"),), 2 * TOKEN, TOKEN))
    return found


def _each(seat: int) -> range:
    return range(MARKERS_OF[seat])


def _lying(face: Face) -> str:
    return tag("g", domino(list(face), 0, 0, 0), transform=f"scale({SQUARE / UNIT:g})")


_WINDOW = tag("clipPath", tag("rect", x=2, y=2, width=56, height=26), id="dal-back")


def _plain_back() -> str:
    """The back of a domino that has one face: the same for all."""
    ground = tag("rect", width=60, height=30, fill=PAPER_SHADE)
    lines = "".join(f"M{x} 0L{x + 30} 30M{x + 30} 0L{x} 30" for x in range(-30, 60, 6))
    frame = tag("rect", x=2, y=2, width=56, height=26, fill="none", stroke=WOOD, stroke_width=0.6)
    lattice = tag("path", d=lines, stroke=WOOD, stroke_width=0.3, fill="none", clip_path="url(#dal-back)")
    return ground + lattice + frame


def _token() -> str:
    half = TOKEN / 2
    disc = tag("circle", cx=half, cy=half, r=9.4, fill=BRASS, stroke=BRASS_DARK, stroke_width=0.9)
    ring = tag("circle", cx=half, cy=half, r=6.6, fill="none", stroke=BRASS_DARK, stroke_width=0.5)
    return disc + ring + tag("path", d="M11 7.2L14.8 11L11 14.8L7.2 11Z", fill=BRASS_DARK)


def _disc() -> str:
    return tag("circle", r=8.6)


def _square() -> str:
    return tag("rect", x=-7.6, y=-7.6, width=15.2, height=15.2, rx=1)


def _triangle() -> str:
    return tag("path", d="M0 -9.2L9.4 7.6L-9.4 7.6Z", stroke_linejoin="round")


def _hexagon() -> str:
    corners = [(9.2 * math.cos(math.pi * k / 3), 9.2 * math.sin(math.pi * k / 3)) for k in range(6)]
    return tag("polygon", points=" ".join(f"{x:.2f},{y:.2f}" for x, y in corners))


SHAPES: tuple[Callable[[], str], ...] = (_disc, _square, _triangle, _hexagon)  # by seat: colours fade, shapes do not


def marker(seat: int) -> str:
    """A seat's marker: its colour, and a shape of its own for printers without colours."""
    ink = INK if seat in PALE_SEATS else IVORY
    shape = tag("g", SHAPES[seat](), fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=0.5)
    inner = tag("g", SHAPES[seat](), fill="none", stroke=ink, stroke_width=0.9, transform="scale(.72)")
    return group(shape + inner, TOKEN / 2, TOKEN / 2)


def _plaque() -> str:
    plate = tag("rect", x=1.5, y=1.5, width=41, height=19, rx=3, fill=BRASS, stroke=BRASS_DARK, stroke_width=1.2)
    line = tag("rect", x=3.4, y=3.4, width=37.2, height=15.2, rx=2, fill="none", stroke=INK, stroke_width=0.4)
    return plate + line + label(22, 15.8, str(PLAQUE), 14, fill=INK, serif=True, font_weight="bold")


# --- memo, figures, scores


def memo(say: Say) -> list[Note]:
    seats = ", ".join(f"{players} : {many}" if say.lang == "fr" else f"{players}: {many}"
                      for players, many in enumerate(MARKERS, 2))  # fmt: skip
    return [
        Note(
            say("On your turn"),
            (
                say("1. Lay one of your {n} dominoes, colour against colour.", n=HELD),
                say("2. Mark closed territories, if you like: they never change again."),
                say("3. Pay {n} tokens, draw and play again; or draw and end your turn.", n=REPLAY_PRICE),
            ),
        ),
        Note(
            say("Connections"),
            rows=(
                ("1", say("pay 1 token")),
                (str(FREE), say("free")),
                (say("3 and more"), say("take 1 token for each beyond {n}", n=FREE)),
            ),
        ),
        Note(
            say("No token, and nothing with two connections?"),
            (say("Show your dominoes, pass, take 1 token: your turn is over."),),
        ),
        Note(say("Markers each, by players"), (seats,)),
        Note(
            say("The end"),
            (
                say("Who places their last marker takes the plaque; the others have one more turn each."),
                say("One point for each cell of your marked territories, {n} for the plaque.", n=PLAQUE),
            ),
        ),
        Note(
            say("The four colours"),
            rows=tuple((_swatch(colour), say(name)) for colour, name in enumerate(COLOUR_NAMES)),
        ),
    ]


def _swatch(colour: int) -> Drawing:
    diamond = tag("path", d="M20 0L40 20L20 40L0 20Z", fill=f"url(#dal-{colour})", stroke=INK, stroke_width=1.2)
    return Drawing(diamond, 8, 8, (-1, -1, 42, 42), PATTERNS)


def figures(say: Say) -> dict[int, Drawing]:
    """A domino's two faces; a connection, and the territory of one cell it closes."""
    faces = sets()[GRAND][0]
    shown = "".join(domino(list(face), 0, at * 2.4, 0) for at, face in enumerate(faces))
    first, second = _closing_pair()
    halves = [list(half) for half in (*half_cells(0, 0, 0, R), *half_cells(2, 0, 0, L))]
    laid = domino(list(first), 0, 0, 0) + domino(list(second), 0, 2, 0)
    path = outline(halves)
    edge = tag("path", d=path, fill="none", stroke=INK, stroke_width=6, stroke_linecap="round")
    edge += tag("path", d=path, fill="none", stroke=SEAT_COLOURS[3], stroke_width=3.4, stroke_linecap="round")
    disc = tag("circle", cx=80, cy=20, r=9, fill=SEAT_COLOURS[3], stroke=INK, stroke_width=1.4)
    closed = laid + edge + disc + label(80, 24, "1", 11, fill=INK, font_weight="bold")
    return {
        1: Drawing(shown, 76, 18, (-2, -2, 4.4 * UNIT + 4, UNIT + 4), PATTERNS),
        2: Drawing(laid, 70, 18, (-2, -2, 4 * UNIT + 4, UNIT + 4), PATTERNS),
        3: Drawing(closed, 70, 18, (-2, -2, 4 * UNIT + 4, UNIT + 4), PATTERNS),
    }


def _closing_pair() -> tuple[Face, Face]:
    """Two faces that make, end to end, one whole cell with other colours all round."""
    every = [face for faces in sets()[0] for face in faces]
    return next(
        (one, other)
        for one in every
        for other in every
        if one[R] == other[L] and one[R] not in (one[TR], one[BR], other[TL], other[BL])
    )


def score_sheet(say: Say) -> ScoreSheet:
    return ScoreSheet(
        say("Score sheet"),
        12,
        say("deal"),
        say("Cells of your marked territories, and {n} for the plaque.", n=PLAQUE),
        summed=True,
    )
