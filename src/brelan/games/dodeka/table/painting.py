"""The cover of Dodéka: a pairtraiz in the tray, and what it earned."""

from ....draw.drawing import FELT, FELT_DARK, group, picture, tag
from ....model.words import Say
from .pieces import die12, empty_tray, stack


def cover(say: Say) -> str:
    """The picture the house hangs beside the game's name."""
    ground = tag("rect", width="100%", height="100%", fill=FELT)
    ground += tag("ellipse", cx=200, cy=290, rx=260, ry=70, fill=FELT_DARK, opacity=0.6)
    dice = die12(2, -52, 6, 56) + die12(-70, 30, 6, 56) + die12(68, 38, 1, 56)
    tray = tag("g", empty_tray() + dice, transform="translate(170 158) scale(.84)")
    chips = tag("g", stack(700), transform="translate(310 262) scale(1.5)") + group(stack(60), 330, 226)
    return picture(
        400, 300, "Dodéka", say("Three dodecahedra in their tray: 6, 6 and 1, a pairtraiz."), ground + tray + chips
    )
