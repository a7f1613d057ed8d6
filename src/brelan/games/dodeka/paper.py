"""Dodéka from the printer: three dodecahedra and the pentagonal tray to fold, chips, the nine lines."""

import math
from collections.abc import Callable

from ...draw.cutouts import Deck, Drawing, Nets, Note, Piece, ScoreSheet, Sheet
from ...draw.drawing import FELT_DARK, INK, INK_SOFT, IVORY, IVORY_SHADE, PAPER, WOOD, group, tag
from ...draw.drawing import text as label
from ...draw.nets import Net, dodecahedron, points_of, tray
from ...model.words import Say
from . import SEATS
from .moves import line_words
from .rules.lines import LINES, PAIRTRAIZ, POINTS
from .rules.state import DICE
from .table.pieces import SIDES, chip, die12, number

EDGE, FLAP = 15.5, 5.0  # millimetres
CHIP = 24.0
# In the fewest chips (DOD-02) nobody ever has more than these before them, up to 1490 points.
CHIPS_EACH = {500: 2, 100: 4, 50: 1, 10: 4}
# Face 0 of the net and the five round it; opposite faces sum to 13 (DOD-01), and small and great ones lie mixed.
NUMBERS = (1, 11, 3, 9, 5, 7)
FACES = (*NUMBERS, *(13 - face for face in NUMBERS))
# Three dice that make each line, best first.
EXAMPLES = ((5, 5, 3), (7, 7, 7), (1, 4, 8), (9, 10, 11), (8, 8, 2), (12, 11, 7), (12, 7, 4), (9, 5, 2), (4, 3, 1))


def sheets(say: Say) -> list[Sheet]:
    die = dice_net()
    chips = tuple(
        Piece(_chip(value), name=f"chip {value}") for value, each in CHIPS_EACH.items() for _ in range(each * SEATS[1])
    )
    starter = Piece(_starter(), name="starter")
    return [
        Nets(say("The three dice"), (_flat(die, _die_face),) * DICE, say("The printed side outside.")),
        Nets(say("The tray"), (_flat(tray_net(), _tray_face),), say("The printed side inside: walls go up.")),
        Deck(say("Chips"), chips, CHIP, CHIP),
        Deck(say("The starter's mark"), (starter,), CHIP, CHIP),
    ]


def dice_net() -> Net:
    return dodecahedron(EDGE, FLAP)


def tray_net() -> Net:
    return tray(SIDES, across=69, wall=27, lean=18, depth=12)


def _flat(net: Net, face: Callable[[Net, int], str]) -> Drawing:
    """A net as a drawing, a little space round it."""
    x, y, width, height = net.box
    box = (x - 1, y - 1, width + 2, height + 2)
    return Drawing(net.drawn(lambda at: face(net, at)), box[2], box[3], box)


def _die_face(net: Net, at: int) -> str:
    """A face of a die, its number upright toward the face's first corner."""
    shape = net.faces[at]
    (x, y), (cx, cy) = net.middle(at), shape[0]
    lean = math.degrees(math.atan2(cx - x, y - cy))
    digits = tag("g", number(FACES[at], EDGE * 0.62), transform=f"translate({x:.2f} {y:.2f}) rotate({lean:.2f})")
    return tag("polygon", points=points_of(shape), fill=IVORY) + digits


def _tray_face(net: Net, at: int) -> str:
    shape = tag("polygon", points=points_of(net.faces[at]), fill=IVORY_SHADE if at else PAPER)
    if at:
        return shape
    x, y = net.middle(0)
    inner = [(x + (px - x) * 0.86, y + (py - y) * 0.86) for px, py in net.faces[0]]
    ring = tag("polygon", points=points_of(inner), fill="none", stroke=FELT_DARK, stroke_width=0.8)
    return shape + ring + label(x, y + 5, "Dodéka", 15, fill=WOOD, serif=True)


def _chip(value: int) -> str:
    disc = tag("g", chip(value), transform="scale(.95)")
    middle = tag("circle", r=6, fill=PAPER)
    words = label(0, 2, str(value), 5.6 if value < 100 else 4.8, fill=INK, serif=True, font_weight="bold")
    return group(disc + middle + words, CHIP / 2, CHIP / 2)


def _starter() -> str:
    """DOD-05: who starts is visibly marked."""
    disc = tag("circle", r=10.4, fill=INK) + tag("circle", r=8.6, fill="none", stroke=PAPER, stroke_width=0.6)
    return group(disc + label(0, 4.4, "1", 13, fill=PAPER, serif=True, font_weight="bold"), CHIP / 2, CHIP / 2)


# --- memo, figures, scores


def memo(say: Say) -> list[Note]:
    rows = tuple(
        (_dice(EXAMPLES[made]), say(LINES[made]), say("wins the partie") if made == PAIRTRAIZ else f"{points}")
        for made, points in enumerate(POINTS)
    )
    return [
        Note(say("The nine lines, best first"), rows=rows),
        Note(
            say("On your turn"),
            (
                say("Throw three dice; twice more, throw again any you like. Then they score once."),
                say("Pairtraiz: 1-1-11, 2-2-9, 3-3-7, 4-4-5, 5-5-3, 6-6-1."),
            ),
        ),
        Note(
            say("The end of a partie"),
            (
                say("After the tour in which somebody has 700 points or a pairtraiz."),
                say("The last pays the first as many points as the last has. The loser starts the next partie."),
            ),
        ),
    ]


def _dice(faces: tuple[int, ...]) -> Drawing:
    return Drawing(
        "".join(die12(20 + 42 * k, 19, face, 18) for k, face in enumerate(faces)), 27.6, 9, (0, -1, 124, 40.5)
    )


def figures(say: Say) -> dict[int, Drawing]:
    thrown = "".join(die12(30 + 64 * k, 30, face, 27) for k, face in enumerate(EXAMPLES[0]))
    words = label(94, 76, line_words(PAIRTRAIZ, say), 13, fill=INK_SOFT, serif=True)
    return {1: Drawing(thrown + words, 46, 20, (0, 0, 188, 82))}


def score_sheet(say: Say) -> ScoreSheet:
    return ScoreSheet(
        say("The match grid"),
        20,
        say("partie"),
        say("One row a partie: the first is paid by the last. Rows sum to 0."),
        summed=True,
    )
