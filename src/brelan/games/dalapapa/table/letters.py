"""The board and the dominoes in letters, for a terminal."""

from ....contract import View
from ....words import Say
from ..rules.grid import DOWN, LEFT, RIGHT, UP, half_cells
from ..rules.tiles import CELLS, COLOUR_NAMES, RIM, C

WIDEST = 25  # squares a terminal can show side by side


def _initials(say: Say) -> str:
    """The initials of the colours."""
    return say("bryc")


def face_letters(face: list[int], say: Say) -> str:
    """A face: its rim clockwise from the left end, then its centre."""
    letters = _initials(say)
    return "".join(letters[colour] for colour in face[:RIM]) + "·" + letters[face[C]]


def board_rows(view: View, say: Say) -> list[str]:
    """Each square is three letters wide and three high: the colours of its upper, left, right and lower half-cell."""
    letters = _initials(say)
    squares: dict[tuple[int, int], list[str]] = {}
    for laid in view["dominoes"]:
        for cell in range(CELLS):
            for x, y, side in half_cells(laid["x"], laid["y"], laid["turn"], cell):
                squares.setdefault((x, y), ["?"] * 4)[side] = letters[laid["colours"][cell]]
    if not squares:
        return []
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    right, bottom = max(x for x, _ in squares), max(y for _, y in squares)
    rows = []
    if right - left >= WIDEST:  # the part round the last domino
        left = min(max(left, view["dominoes"][-1]["x"] - WIDEST // 2), right - WIDEST + 1)
        right = left + WIDEST - 1
        rows.append(say("(columns {left} to {right} of the board)", left=left, right=right))
    legend = ", ".join(f"{letter} {say(name)}" for letter, name in zip(letters, COLOUR_NAMES, strict=True))
    rows.append(f"  {legend}; " + say("first square at left {x}, top {y}", x=left, y=top))
    blank = [" "] * 4
    for y in range(top, bottom + 1):
        row = [squares.get((x, y), blank) for x in range(left, right + 1)]
        rows.append("  " + "".join(f" {square[UP]} " for square in row).rstrip())
        rows.append("  " + "".join(f"{square[LEFT]} {square[RIGHT]}" for square in row).rstrip())
        rows.append("  " + "".join(f" {square[DOWN]} " for square in row).rstrip())
    return rows
