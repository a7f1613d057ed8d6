"""The board and the dominoes in letters, for a terminal: in colour where it has colours, and as clear without."""

from ....model.contract import Piece, View
from ....model.words import Say
from ..moves import foretold
from ..rules.grid import DOWN, LEFT, RIGHT, UP, half_cells, squares
from ..rules.tiles import CELLS, COLOUR_NAMES, RIM, C

WIDEST = 17  # squares a terminal can show side by side
MOST_LISTED = 15  # placements with what they bring
FEW = 21  # fewer moves are listed by letter, each with what it brings
INKS = ("white on #2a5a94", "white on #b8483c", "black on #e8b13c", "black on #f5ecd7")  # as the drawing's
RULE = "dim"
Rows = list[list[Piece]]
Square = tuple[int, int]


def _initials(say: Say) -> str:
    """The initials of the colours."""
    return say("bryc")


def face_pieces(face: list[int], say: Say) -> list[Piece]:
    """A face: its rim clockwise from the left end, then its centre."""
    letters = _initials(say)
    shown = [(letters[colour], INKS[colour]) for colour in face]
    return [*shown[:RIM], ("·", ""), shown[C]]


def board_rows(view: View, say: Say) -> Rows:
    """Each square is three letters wide and three high, with the colours of its upper, left, right and lower half-cell;
    lines part the dominoes. A closed territory is in capitals, or bears the number of who marked it.
    """
    halves, dominoes = _halves(view, say), _dominoes(view)
    spots = {(found["x"], found["y"]) for found in view["placements"]}
    everything = [*dominoes, *spots]
    if not dominoes:
        return []
    left, top = min(x for x, _ in everything), min(y for _, y in everything)
    right, bottom = max(x for x, _ in everything), max(y for _, y in everything)
    rows: Rows = []
    if right - left >= WIDEST:  # the part round the last domino
        left = min(max(left, view["dominoes"][-1]["x"] - WIDEST // 2), right - WIDEST + 1)
        right = left + WIDEST - 1
        rows.append([(say("(columns {left} to {right} of the board)", left=left, right=right), RULE)])
    rows.append([("     " + "".join(f"{x:>3} " for x in range(left, right + 1)).rstrip(), RULE)])
    for y in range(top, bottom + 1):
        line = range(left, right + 1)
        rows.append([("     ", ""), *(piece for x in line for piece in _above(dominoes, x, y)), _corner()])
        for height in range(3):
            row: list[Piece] = [(f"{y:>4} " if height == 1 else "     ", RULE)]
            for x in line:
                row += [_beside(dominoes, x, y), *_inside(halves.get((x, y)), (x, y) in spots, height)]
            rows.append([*row, _beside(dominoes, right + 1, y)])
    rows.append([("     ", ""), *(piece for x in line for piece in _above(dominoes, x, bottom + 1)), _corner()])
    return [*rows, *_legend(view, say)]


def _dominoes(view: View) -> dict[Square, int]:
    """Which domino covers a square."""
    return {
        square: number
        for number, laid in enumerate(view["dominoes"])
        for square in squares(laid["x"], laid["y"], laid["turn"])
    }


def _halves(view: View, say: Say) -> dict[Square, list[Piece]]:
    """By square, its four half-cells."""
    letters = _initials(say)
    found: dict[Square, list[Piece]] = {}
    for laid in view["dominoes"]:
        for cell in range(CELLS):
            for x, y, side in half_cells(laid["x"], laid["y"], laid["turn"], cell):
                colour = laid["colours"][cell]
                found.setdefault((x, y), [("?", "")] * 4)[side] = letters[colour], INKS[colour]
    for land in view["territories"]:
        for x, y, side in land["halves"]:
            letter, ink = found[x, y][side]
            found[x, y][side] = (letter.upper() if land["owner"] < 0 else str(land["owner"] + 1)), "bold " + ink
    return found


def _inside(square: list[Piece] | None, spot: bool, height: int) -> list[Piece]:
    """One of the three lines of a square; a free one where a domino can begin has a ring."""
    if square is None:
        return [(" ○ " if spot and height == 1 else "   ", RULE)]
    if height == 1:
        return [square[LEFT], (" ", ""), square[RIGHT]]
    return [(" ", ""), square[UP if height == 0 else DOWN], (" ", "")]


def _corner() -> Piece:
    return " ", ""


def _above(dominoes: dict[Square, int], x: int, y: int) -> list[Piece]:
    """The line over a square: between two dominoes, or at the edge of one."""
    parted = dominoes.get((x, y)) != dominoes.get((x, y - 1))
    return [(" ", ""), ("───" if parted else "   ", RULE)]


def _beside(dominoes: dict[Square, int], x: int, y: int) -> Piece:
    """The line left of a square."""
    return "│" if dominoes.get((x, y)) != dominoes.get((x - 1, y)) else " ", RULE


def _legend(view: View, say: Say) -> Rows:
    """The letters of the colours and the numbers of the players."""
    named = zip(_initials(say), INKS, COLOUR_NAMES, strict=True)
    row: list[Piece] = [("  ", "")]
    for letter, ink, name in named:
        row += [(letter, ink), (f" {say(name)}  ", "")]
    row.append((say("capitals: closed, not yet marked"), RULE))
    owners = sorted({land["owner"] for land in view["territories"] if land["owner"] >= 0})
    if not owners:
        return [row]
    marked = "  ".join(f"{seat + 1} {view['names'][seat][:12]}" for seat in owners)
    return [row, [("  " + say.colon(say("marked"), marked), "")]]


def placement_rows(view: View, say: Say) -> Rows:
    """The placements that bring most, numbered, with what to type."""
    found = list(zip(view["moves"], view["placements"], strict=False))
    if len(found) <= FEW:
        return []
    best = sorted(found, key=lambda pair: (-sum(pair[1]["closes"]), -pair[1]["tokens"], -pair[1]["connections"]))
    rows: Rows = []
    for number, (words, what) in enumerate(best[:MOST_LISTED], 1):
        told = foretold(what["connections"], what["tokens"], what["closes"], say)
        rows.append([(f"  {number:>2}. ", RULE), (f"{words:<24} {told}"[:70], "")])
    if len(found) > MOST_LISTED:
        rows.append([("      " + say("… and {n} more", n=len(found) - MOST_LISTED), RULE)])
    return rows
