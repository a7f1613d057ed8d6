"""The cover of Dalapapa: dominoes out of the bag, markers and tokens beside them."""

from ....draw.drawing import BRASS, BRASS_DARK, FELT, INK, SEAT_COLOURS, picture, tag
from ....model.words import Say
from ..rules.state import GRAND
from ..rules.tiles import lying
from .drawing import domino, patterns

# Dominoes of the grand set: number, face; where the middle lies, and how far round.
SCATTERED = (
    (3, 0, 106, 84, -14),
    (20, 1, 268, 66, 11),
    (30, 0, 90, 198, 8),
    (41, 1, 330, 176, -64),
    (55, 0, 204, 148, -5),
    (68, 1, 236, 242, 13),
)
UNIT = 72


def cover(say: Say) -> str:
    """The picture the house hangs beside the game's name."""
    drawn = tag("defs", patterns()) + tag("rect", width="100%", height="100%", fill=FELT)
    for number, face, x, y, turn in SCATTERED:
        shadow = tag("rect", x=-UNIT + 3, y=-UNIT / 2 + 5, width=2 * UNIT, height=UNIT, rx=5, opacity=0.35)
        body = shadow + domino(lying(GRAND, number, face, 0), 0, -1, -0.5, UNIT)
        drawn += tag("g", body, transform=f"translate({x} {y}) rotate({turn})")
    for at, colour in enumerate(SEAT_COLOURS[:4]):
        drawn += tag("circle", cx=34 + 30 * at, cy=268 + 5 * (at % 2), r=13, fill=colour, stroke=INK, stroke_width=2)
    for x, y in ((360, 262), (338, 276), (372, 284)):
        drawn += tag("circle", cx=x, cy=y, r=15, fill=BRASS, stroke=BRASS_DARK, stroke_width=3)
    return picture(400, 300, "Dalapapa 72", say("Dominoes of coloured triangles, markers and tokens."), drawn)
