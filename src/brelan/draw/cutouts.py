"""Things to print: what a game's `paper` gives, measured in millimetres.

A game says what its things are and how they look; where they lie on the paper, the lines to cut and to fold along and
the words round them are the workshop's (`brelan.paper`).

Examples:
    >>> from brelan.draw.cutouts import Board, Deck, Drawing, Nets, Note, Piece, ScoreSheet
    >>> dot = Drawing('<circle cx="5" cy="5" r="4"/>', width=20, height=20, box=(0, 0, 10, 10), defs="")
    >>> dot.content, dot.width, dot.height, dot.box, dot.defs
    ('<circle cx="5" cy="5" r="4"/>', 20, 20, (0, 0, 10, 10), '')
    >>> card = Piece('<rect width="40" height="60"/>', back="", name="card")
    >>> card.front, card.back, card.name
    ('<rect width="40" height="60"/>', '', 'card')
    >>> deck = Deck("Cards", (card,) * 12, width=40, height=60, defs="", most=0, note="Twelve are enough.")
    >>> deck.title, len(deck.pieces), deck.width, deck.height, deck.defs, deck.most, deck.note, deck.two_sided
    ('Cards', 12, 40, 60, '', 0, 'Twelve are enough.', False)
    >>> dice = Nets("Dice", (dot, dot), note="")
    >>> dice.title, len(dice.nets), dice.note
    ('Dice', 2, '')
    >>> mat = Board("A mat", dot, note="")
    >>> mat.title, mat.drawing is dot, mat.note
    ('A mat', True, '')
    >>> part = Note("Your turn", lines=("Throw.",), rows=(("three alike", "5"),))
    >>> part.title, part.lines, part.rows
    ('Your turn', ('Throw.',), (('three alike', '5'),))
    >>> paper = ScoreSheet("Scores", rows=20, row="duel", note="", summed=True)
    >>> paper.title, paper.rows, paper.row, paper.note, paper.summed
    ('Scores', 20, 'duel', '', True)
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Drawing:
    """A drawing and the size it is printed at."""

    content: str  # SVG elements
    width: float  # in millimetres
    height: float
    box: tuple[float, float, float, float] | None = None  # what of its plane is shown; None: (0, 0) to its size
    defs: str = ""  # patterns it fills with, by their ids


@dataclass(frozen=True)
class Piece:
    """A card, a domino, a token: what is on its front and, where it has one, on its back.

    Both are drawn from (0, 0), the upper left corner, to the size of their deck, upright as somebody sees them who
    holds the piece and turns it over sideways.
    """

    front: str
    back: str = ""
    name: str = ""  # what it is: two pieces of one name look the same


@dataclass(frozen=True)
class Deck:
    """Pieces of one size, cut apart along straight lines."""

    title: str
    pieces: tuple[Piece, ...]
    width: float  # of a piece, in millimetres
    height: float
    defs: str = ""
    most: int = 0  # pieces on a sheet; 0: as many as find room
    note: str = ""  # a sentence on the sheet

    @property
    def two_sided(self) -> bool:
        """Whether it has backs."""
        return any(piece.back for piece in self.pieces)


@dataclass(frozen=True)
class Nets:
    """Things to cut out, fold and glue, each a drawing; as many on a sheet as find room."""

    title: str
    nets: tuple[Drawing, ...]
    note: str = ""


@dataclass(frozen=True)
class Board:
    """A drawing that has a sheet to itself: a mat, a track, a grid to write on. It is printed as large as the paper
    allows, and no larger than it says.
    """

    title: str
    drawing: Drawing
    note: str = ""


Sheet = Deck | Nets | Board
Cell = str | Drawing


@dataclass(frozen=True)
class Note:
    """One part of a memo: a heading, lines of text, and a table whose cells are words or drawings."""

    title: str
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()


@dataclass(frozen=True)
class ScoreSheet:
    """A sheet to write on: a column for each player, and a row for each round."""

    title: str
    rows: int
    row: str  # what a row is: "duel"
    note: str = ""
    summed: bool = False  # whether a last row adds the others up
