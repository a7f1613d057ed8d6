"""4D from the printer: dice to fold of the right handedness, the race track, the mat seen corner-on."""

from typing import Any

from ...draw.cutouts import Board, Cell, Deck, Drawing, Nets, Note, Piece, ScoreSheet, Sheet
from ...draw.drawing import BRASS, BRASS_DARK, INK, INK_SOFT, IVORY, IVORY_SHADE, PAPER, PAPER_SHADE, WOOD, group, tag
from ...draw.drawing import text as label
from ...draw.nets import DOWN, EAST, NORTH, SOUTH, UP, WEST, Net, cube, points_of
from ...model.words import N_, Say
from .moves import PLACE_WORDS, TIP_WORDS
from .rules.geometry import FAR, PLUS_X, PLUS_Y
from .rules.geometry import UP as UPPER
from .rules.lines import BASE, BRELAN, CARRE, DOUBLE_PAIRE, LINES, PAIRE, SUITE, TRIO
from .rules.square import after_tip
from .rules.state import PLACES, TIPS
from .table.drawing import die_body, face_pips, padlock, small_square, tip_arrows
from .table.telling import DIE_NAMES, TIP_LABELS

EDGE, FLAP = 22.0, 7.0  # millimetres
PAWN = 15.0
STEP = 18.0  # a square of the track
# 4D-01: one of the 24 ways a die lies gives all its faces, so the net has the handedness of the rules.
LIES = 0
VALUES = {
    UP: UPPER[LIES],
    DOWN: 7 - UPPER[LIES],
    EAST: PLUS_X[LIES],
    WEST: 7 - PLUS_X[LIES],
    NORTH: PLUS_Y[LIES],
    SOUTH: 7 - PLUS_Y[LIES],
}
SHOWN = (3, 4, 2, 5)  # near, left, far, right: the text's figure


# What makes each line, and what is added to its points.
_WHAT = {
    SUITE: N_("four in a row; add the highest"),
    CARRE: N_("four equal; add their value"),
    DOUBLE_PAIRE: N_("two pairs; add the higher"),
    BRELAN: N_("three equal; add their value"),
    TRIO: N_("three in a row; add the highest"),
    PAIRE: N_("two equal; add their value"),
}


def sheets(say: Say) -> list[Sheet]:
    outside = say("The printed side outside.")
    pawns = tuple(Piece(_pawn(seat), name=f"pawn {seat}") for seat in range(2))
    return [
        Nets(say("The four dice"), (die_drawing(),) * PLACES, outside),
        Nets(say("A fifth die, for the variant"), (die_drawing(),), outside),
        Deck(say("Two pawns for the track"), pawns, PAWN, PAWN),
        Board(say("The race track"), _track(), say("Beyond 100, go round again.")),
        Board(
            say("The mat"), _mat(say), say("Push the four dice together in the middle. It is the same from both sides.")
        ),
    ]


def dice_net() -> Net:
    return cube(EDGE, FLAP)


def die_drawing() -> Drawing:
    net = dice_net()

    def face(at: int) -> str:
        x, y = net.middle(at)
        body = tag("polygon", points=points_of(net.faces[at]), fill=IVORY)
        right, up = VALUES[net.beyond(at, (1, 0))], VALUES[net.beyond(at, (0, -1))]
        marks = face_pips(VALUES[at], right, up)
        return body + tag("g", marks, transform=f"translate({x:.3f} {y:.3f}) scale({EDGE:g} {-EDGE:g})")

    x, y, width, height = net.box
    return Drawing(net.drawn(face), width + 2, height + 2, (x - 1, y - 1, width + 2, height + 2))


def _pawn(seat: int) -> str:
    half = PAWN / 2
    shape = (
        tag("circle", cx=half, cy=half, r=6, fill=BRASS, stroke=BRASS_DARK, stroke_width=1)
        if seat == 0
        else tag("rect", x=2, y=2, width=11, height=11, rx=1.4, fill=PAPER, stroke=INK, stroke_width=1)
    )
    return shape + label(half, half + 2.3, str(seat + 1), 6.5, fill=INK, serif=True, font_weight="bold")


def _track() -> Drawing:
    """A hundred squares that wind upward, ten in a row."""
    drawn = ""
    for at in range(1, 101):
        row, column = divmod(at - 1, 10)
        x = STEP * (column if row % 2 == 0 else 9 - column)
        y = STEP * (9 - row)
        fill = BRASS if at == 100 else PAPER_SHADE if at % 10 == 0 else PAPER if at % 2 else "#fff"
        drawn += tag("rect", x=x, y=y, width=STEP, height=STEP, fill=fill, stroke=INK_SOFT, stroke_width=0.3)
        size = 7.5 if at % 10 == 0 else 5
        bold = "bold" if at % 10 == 0 else None
        drawn += label(x + STEP / 2, y + STEP / 2 + size * 0.34, str(at), size, fill=INK, serif=True, font_weight=bold)
    for row in range(9):  # where the way turns
        x, y = (10 * STEP if row % 2 == 0 else 0), STEP * (9 - row)
        way = 1 if row % 2 == 0 else -1
        drawn += tag(
            "path", d=f"M{x + way * 0.8} {y + 6}q{way * 5} -6 0 -12", fill="none", stroke=WOOD, stroke_width=0.9
        )
    drawn += tag("rect", x=0, y=10 * STEP + 3, width=2 * STEP, height=STEP, fill=PAPER_SHADE, stroke=INK_SOFT,
                 stroke_width=0.3)  # fmt: skip
    drawn += label(STEP, 10.5 * STEP + 5.4, "0", 8, fill=INK, serif=True, font_weight="bold")
    return Drawing(drawn, 188, 202, (-4, -1, 188, 202))


def _moved(tip: int) -> dict[str, Any]:
    """What a tip moves, as the rules have it: a die that lies otherwise after it."""
    after = getattr(after_tip, "py_func", after_tip)  # nothing is compiled for a drawing
    return {"tip": TIP_WORDS[tip], "moved": [after(LIES, place, tip) != LIES for place in range(PLACES)]}


def _tip(tip: int, edge: float) -> str:
    moved = _moved(tip)
    return small_square(list(SHOWN), moved["moved"], edge) + tip_arrows(moved, edge)


def _mat(say: Say) -> Drawing:
    """The square in the middle, seen corner-on by both players; the six tips before each."""
    half = EDGE * 2**0.5 + 2.0  # from the middle to a corner of the four places
    place = half / 2
    square = EDGE + 1.4
    spots = {"near": (0.0, place), "left": (-place, 0.0), "far": (0.0, -place), "right": (place, 0.0)}
    drawn = tag("path", d=f"M0 {-half - 3}L{half + 3} 0L0 {half + 3}L{-half - 3} 0Z", fill=PAPER, stroke=WOOD,
                stroke_width=1.2, stroke_linejoin="round")  # fmt: skip
    for x, y in spots.values():
        drawn += tag(
            "rect", x=-square / 2, y=-square / 2, width=square, height=square, fill=IVORY_SHADE, stroke=INK_SOFT,
            stroke_width=0.3, transform=f"translate({x:.2f} {y:.2f}) rotate(45)",
        )  # fmt: skip
    side = _side(say, half)
    drawn += side + tag("g", side, transform="rotate(180)")
    return Drawing(drawn, 190, 232, (-95, -116, 190, 232))


def _side(say: Say, half: float) -> str:
    """What one player has before them: where near, left and right are, that far is locked, and the six tips."""
    near, left, far, right = (say(name) for name in DIE_NAMES)
    words = label(0, half + 17, near, 4.6, fill=INK, serif=True)
    words += label(-half + 8, half / 2 + 10, left, 4.6, "end", INK, serif=True)
    words += label(half - 8, half / 2 + 10, right, 4.6, "start", INK, serif=True)
    words += label(
        0, half + 22.5, say("locked for you: {die}, beyond the middle", die=far), 3.8, fill=INK_SOFT, serif=True
    )
    cards = ""
    for tip in range(TIPS):
        x = -95 + 190 / TIPS * (tip + 0.5)
        square = tag("g", _tip(tip, 23), transform="scale(.3)")
        name = label(0, 16.4, say(TIP_LABELS[tip]), 3.4, fill=INK, serif=True)
        frame = tag("rect", x=-15, y=-13, width=30, height=32, rx=2, fill="none", stroke=PAPER_SHADE, stroke_width=0.6)
        cards += group(frame + group(square, 0, -1) + name, x, 92)
    lock = group(padlock(5.5), 0, -half - 9)
    return words + cards + lock


# --- memo, figures, scores


def memo(say: Say) -> list[Note]:
    lines = tuple((say(LINES[made]), say(what), f"{BASE[made]} + …") for made, what in _WHAT.items())
    tips: tuple[tuple[Cell, ...], ...] = tuple(
        tuple(cell for tip in (row, row + 1) for cell in (_tip_drawing(tip), say(TIP_LABELS[tip]))) for row in (0, 2, 4)
    )
    return [
        Note(say("The lines, best first"), rows=lines),
        Note(say("The six tips"), rows=tips),
        Note(
            say("On your turn"),
            (
                say("1. Tip one or two dice outward, a quarter turn."),
                say("2. Score the four upper faces: the line worth most."),
                say("3. Turn the square: choose which die the other player finds locked."),
                say("Opposite faces sum to 7."),
            ),
        ),
    ]


def _tip_drawing(tip: int) -> Drawing:
    return Drawing(_tip(tip, 23), 14, 14, (-40, -40, 80, 80))


def figures(say: Say) -> dict[int, Drawing]:
    """The square corner-on, as the text's figure has it: the 2 at the far corner is locked."""
    drawn = ""
    for place, (x, y) in {"far": (0, -54), "left": (-80, 0), "right": (80, 0), "near": (0, 54)}.items():
        at = PLACE_WORDS.index(place)
        lies = UPPER.index(SHOWN[at])
        faces = {"up": SHOWN[at], "left": 7 - PLUS_X[lies], "right": 7 - PLUS_Y[lies]}
        drawn += group(die_body(faces, at == FAR), x, y)
    drawn += group(padlock(22), 0, -118)
    tips = "".join(group(_tip(tip, 26), 45 + 92 * (tip % 3), 48 + 100 * (tip // 3)) for tip in range(TIPS))
    return {
        1: Drawing(drawn, 44, 39.8, (-145, -138, 290, 262)),
        3: Drawing(tips, 53, 37.9, (0, 0, 274, 196)),
    }


def score_sheet(say: Say) -> ScoreSheet:
    return ScoreSheet(say("Score sheet"), 24, say("turn"), say("Points after every turn: the first to 100 wins."))
