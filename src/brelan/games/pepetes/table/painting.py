"""The cover of Pépètes: an attack, a defence, and what is at stake."""

from ....draw.drawing import BLACK, BLUE, FELT, IVORY, PAPER, RED, WOOD, WOOD_DARK, die6, picture, tag
from ....draw.drawing import text as label
from ....model.words import Say
from .drawing import NOTE_COLOURS


def cover(say: Say) -> str:
    """The picture the house hangs beside the game's name."""
    ground = tag("rect", width="100%", height="100%", fill=FELT)
    ground += tag("rect", x=-20, y=214, width=440, height=110, fill=WOOD) + tag(
        "rect", x=-20, y=214, width=440, height=5, fill=WOOD_DARK
    )
    notes = "".join(_note(value, 76 + 62 * at, 256, -14 + 7 * at) for at, value in enumerate((1, 5, 10, 20, 50)))
    dice = ""
    for x, y, turn, face, body in (
        (70, 84, -12, 5, BLUE),
        (146, 62, 6, 5, BLUE),
        (222, 78, -4, 5, BLUE),
        (296, 58, 14, 2, BLUE),
        (346, 130, -8, 2, BLACK),
        (128, 154, 18, 3, RED),
        (206, 164, -16, 5, RED),
    ):
        dice += tag("g", die6(0, 0, face, 58, body, IVORY), transform=f"translate({x} {y}) rotate({turn})")
    return picture(400, 300, "Pépètes", say("Blue, black and red dice, and banknotes."), ground + notes + dice)


def _note(value: int, x: float, y: float, turn: float) -> str:
    note = tag(
        "rect", x=-52, y=-32, width=104, height=64, rx=6, fill=NOTE_COLOURS[value], stroke=PAPER, stroke_width=2.5
    )
    note += tag("rect", x=-44, y=-24, width=88, height=48, rx=4, fill="none", stroke=PAPER, stroke_opacity=0.6)
    note += label(0, 14, str(value), 40, fill=PAPER, serif=True, font_weight="bold")
    return tag("g", note, transform=f"translate({x} {y}) rotate({turn})")
