"""The cover of 4D: the square corner-on, one die just tipping."""

from ....draw.drawing import BRASS, FELT, FELT_EDGE, group, picture, tag
from ....model.words import Say
from .drawing import die_body, place, shadow

FACES = {
    "far": {"up": 6, "left": 2, "right": 3},
    "left": {"up": 5, "left": 1, "right": 4},
    "right": {"up": 4, "left": 1, "right": 2},
    "near": {"up": 3, "left": 6, "right": 5},
}


def cover(say: Say) -> str:
    """The picture the house hangs beside the game's name."""
    ground = tag("rect", width="100%", height="100%", fill=FELT)
    ground += tag("circle", cx=200, cy=150, r=190, fill="none", stroke=FELT_EDGE, stroke_width=46, opacity=0.35)
    dice = shadow() + "".join(group(die_body(FACES[where], where == "far"), *place(where)) for where in FACES)
    arrow = tag(
        "path",
        d="M300 236 A150 116 0 0 1 210 276 M226 266 L208 277 L224 286",
        fill="none",
        stroke=BRASS,
        stroke_width=6,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    square = tag("g", dice, transform="translate(200 112) scale(.98)")
    return picture(
        400,
        300,
        "4D",
        say("Four dice in a square, seen from a corner: 6, 5, 4 and 3, a suite."),
        ground + square + arrow,
    )
