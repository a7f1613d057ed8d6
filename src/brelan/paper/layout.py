"""Where pieces lie on the paper: sheets laid out as pages, each one drawing in millimetres.

A piece with a back is printed twice: either side of a fold across the middle of the page, or on both sides of a sheet.
Both come to the same: what is behind a point of the front, and which way up (`behind`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..draw.cutouts import Board, Deck, Drawing, Nets, Sheet
from ..draw.drawing import INK, INK_SOFT, RED, SERIF, escape, tag
from ..draw.drawing import text as label
from ..model.words import Say
from .formats import BAND, GAP, MARGIN, RULER, Format

CUT = 0.25  # width of a line
PAST = 1.6  # millimetres a cutting line goes past the pieces
CAPTION = 7.0  # room for the words over pieces
APART = 3.0  # between nets, and between blocks of pieces


@dataclass(frozen=True)
class Page:
    """One side of a sheet of paper."""

    svg: str
    holds: tuple[int, ...]  # which of the game's sheets lie on it, from 0
    back: bool = False  # whether it is the back of the page before it


def lay(sheets: Sequence[Sheet], title: str, paper: Format, duplex: str, say: Say) -> list[Page]:
    """All sheets of a game as pages: `duplex` is "" for fold and glue, else the edge the printer turns."""
    pages: list[Page] = []
    flow = _Flow(title, paper, say)
    for number, sheet in enumerate(sheets):
        if isinstance(sheet, Deck) and sheet.two_sided:
            pages += flow.done() + _two_sided(sheet, number, title, paper, duplex, say)
        elif isinstance(sheet, Board):
            pages += [*flow.done(), _board(sheet, number, title, paper, say)]
        else:
            flow.add(sheet, number)
    return pages + flow.done()


def behind(x: float, y: float, width: float, height: float, paper: Format, duplex: str) -> tuple[float, float, int]:
    """Where the back of a piece is printed whose front's upper left corner is at (x, y), and how far it is turned
    round its middle, so that it stands upright for somebody who turns the piece over sideways.
    """
    if duplex == "long":
        return paper.width - x - width, y, 0
    return x, paper.height - y - height, 180


def put(content: str, x: float, y: float, width: float = 0, height: float = 0, turn: int = 0) -> str:
    """A piece moved to (x, y), turned round its middle."""
    turned = f" rotate({turn} {width / 2:g} {height / 2:g})" if turn else ""
    return tag("g", content, transform=f"translate({x:.3f} {y:.3f}){turned}", class_="piece")


def placed(drawing: Drawing, x: float, y: float, scale: float = 1.0) -> str:
    """A drawing with its upper left corner at (x, y)."""
    left, top, width, height = drawing.box or (0, 0, drawing.width, drawing.height)
    grown = scale * drawing.width / width, scale * drawing.height / height
    how = f"translate({x:.3f} {y:.3f}) scale({grown[0]:.5f} {grown[1]:.5f}) translate({-left:.3f} {-top:.3f})"
    return tag("g", drawing.content, transform=how, class_="piece")


# --- pages


def page_svg(paper: Format, content: str, defs: str = "") -> str:
    size = f"0 0 {paper.width:g} {paper.height:g}"
    inside = (tag("defs", defs) if defs else "") + content
    return tag("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=size, width=f"{paper.width:g}mm",
               height=f"{paper.height:g}mm")  # fmt: skip


def furniture(title: str, words: str, paper: Format, say: Say, folded: bool = False) -> str:
    """What stands on every sheet: its name above; below, a ruler and how to read the lines."""
    top = label(MARGIN + 3, MARGIN + 4, title, 4.4, "start", INK, serif=True, font_weight="bold")
    top += label(paper.width - MARGIN - 3, MARGIN + 4, words, 3.8, "end", INK_SOFT, serif=True)
    x, y = MARGIN + 3, paper.height - MARGIN - 3
    ticks = "".join(
        f"M{x + k:g} {y:g}V{y - (2.6 if k % 50 == 0 else 2 if k % 10 == 0 else 1.4 if k % 5 == 0 else 0.8):g}"
        for k in range(int(RULER) + 1)
    )
    ruler = tag("path", d=f"M{x:g} {y:g}h{RULER:g}", stroke=INK, stroke_width=0.3, fill="none", class_="ruler")
    ruler += tag("path", d=ticks, stroke=INK, stroke_width=0.15, fill="none")
    ruler += label(x + RULER + 2, y, say("5 cm, if printed at 100%"), 3.2, "start", INK_SOFT, serif=True)
    key = say("black: cut · red: fold") if folded else say("black: cut")
    return top + ruler + label(paper.width - MARGIN - 3, y, key, 3.2, "end", INK_SOFT, serif=True)


def cutting_lines(left: float, top: float, width: float, height: float, rows: Sequence[int]) -> str:
    """The lines round pieces in a grid, `rows` of so many each: neighbours share theirs."""
    lines = ""
    for row in range(len(rows) + 1):
        across = max(rows[max(0, row - 1) : row + 1])
        lines += f"M{left - PAST:.3f} {top + row * height:.3f}H{left + across * width + PAST:.3f}"
    for column in range(max(rows) + 1):
        deep = sum(1 for many in rows if many >= max(1, column))
        lines += f"M{left + column * width:.3f} {top - PAST:.3f}V{top + deep * height + PAST:.3f}"
    return tag("path", d=lines, stroke=INK, stroke_width=CUT, fill="none", class_="cut")


def _columns(paper: Format, deck: Deck) -> int:
    """How many pieces lie side by side, their cutting lines included."""
    return int((paper.width - 2 * MARGIN - 2 * PAST) / deck.width + 1e-9)


def counted(number: int, say: Say) -> str:
    return say.count("{n} piece", "{n} pieces", number)


# --- pieces with two sides


def _two_sided(deck: Deck, number: int, title: str, paper: Format, duplex: str, say: Say) -> list[Page]:
    room = paper.height - 2 * BAND if duplex else paper.height / 2 - BAND - GAP
    columns = _columns(paper, deck)
    most = columns * int(room / deck.height + 1e-9)
    most = min(most, deck.most) if deck.most else most
    pages = []
    parts = [deck.pieces[at : at + most] for at in range(0, len(deck.pieces), most)]
    for at, pieces in enumerate(parts, 1):
        rows = [len(pieces[k : k + columns]) for k in range(0, len(pieces), columns)]
        left = (paper.width - columns * deck.width) / 2
        tall = len(rows) * deck.height
        top = (paper.height - tall) / 2 if duplex else paper.height / 2 - GAP - tall
        fronts = backs = ""
        for k, piece in enumerate(pieces):
            row, column = divmod(k, columns)
            x, y = left + column * deck.width, top + row * deck.height
            fronts += put(piece.front, x, y)
            if piece.back:
                bx, by, turn = behind(x, y, deck.width, deck.height, paper, duplex)
                backs += put(piece.back, bx, by, deck.width, deck.height, turn)
        words = counted(len(pieces), say) + (f" · {at}/{len(parts)}" if len(parts) > 1 else "")
        face = tag("g", fronts, class_="fronts") + cutting_lines(left, top, deck.width, deck.height, rows)
        face += furniture(f"{title} · {deck.title}", words, paper, say, folded=not duplex)
        if deck.note:
            face += label(MARGIN + 3, BAND - 1.4, deck.note, 3.2, "start", INK_SOFT, serif=True)
        reverse = tag("g", backs, class_="backs")
        if duplex:
            pages += [Page(page_svg(paper, face, deck.defs), (number,))]
            pages += [Page(page_svg(paper, reverse, deck.defs), (number,), back=True)]
        else:
            pages += [Page(page_svg(paper, face + reverse + _fold(paper, say), deck.defs), (number,))]
    return pages


def _fold(paper: Format, say: Say) -> str:
    y = paper.height / 2
    line = tag("path", d=f"M{MARGIN:g} {y:g}H{paper.width - MARGIN:g}", stroke=RED, stroke_width=0.4, fill="none",
               stroke_dasharray="4 1.6", class_="fold")  # fmt: skip
    return line + label(paper.width - MARGIN - 3, y - 0.8, say("fold"), 2.8, "end", RED, serif=True)


# --- boards


def _board(board: Board, number: int, title: str, paper: Format, say: Say) -> Page:
    drawing = board.drawing
    wide, tall = paper.width - 2 * MARGIN, paper.height - 2 * BAND
    scale = min(1.0, wide / drawing.width, tall / drawing.height)
    x = (paper.width - scale * drawing.width) / 2
    y = (paper.height - scale * drawing.height) / 2
    content = placed(drawing, x, y, scale) + furniture(f"{title} · {board.title}", board.note, paper, say)
    return Page(page_svg(paper, content, drawing.defs), (number,))


# --- everything else flows down the page


class _Flow:
    """Pieces with one side and nets, block after block, as many on a page as find room."""

    def __init__(self, title: str, paper: Format, say: Say) -> None:
        self.title, self.paper, self.say = title, paper, say
        self.pages: list[Page] = []
        self._begin()

    def _begin(self) -> None:
        self.content, self.defs, self.y, self.folded = "", "", BAND, False
        self.holds: list[int] = []

    def done(self) -> list[Page]:
        """The pages so far; what comes next begins a new one."""
        self._turn()
        pages, self.pages = self.pages, []
        return pages

    def _turn(self) -> None:
        if self.holds:
            words = furniture(self.title, "", self.paper, self.say, self.folded)
            self.pages.append(Page(page_svg(self.paper, self.content + words, self.defs), tuple(self.holds)))
        self._begin()

    def _room(self) -> float:
        return self.paper.height - BAND - self.y

    def _open(self, sheet: Deck | Nets, number: int, count: int) -> None:
        """Writes what follows."""
        words = f"{sheet.title} · {counted(count, self.say)}"
        start = tag("tspan", escape(words), font_weight="bold")
        rest = tag("tspan", " " + escape(sheet.note), fill=INK_SOFT) if sheet.note else ""
        self.content += tag("text", start + rest, x=MARGIN + 3, y=self.y + 4.6, font_size=3.8, fill=INK,
                            font_family=SERIF)  # fmt: skip
        self.y += CAPTION
        self.holds.append(number)
        defs = sheet.defs if isinstance(sheet, Deck) else "".join(dict.fromkeys(net.defs for net in sheet.nets))
        if defs not in self.defs:
            self.defs += defs

    def add(self, sheet: Deck | Nets, number: int) -> None:
        if isinstance(sheet, Deck):
            self._deck(sheet, number)
        else:
            self._nets(sheet, number)
        self.y += APART

    def _deck(self, deck: Deck, number: int) -> None:
        columns = _columns(self.paper, deck)
        pieces = list(deck.pieces)
        while pieces:
            fits = int((self._room() - CAPTION) / deck.height + 1e-9)
            needed = -(-len(pieces) // columns)
            if fits < min(needed, 2):  # a row alone at the foot of a page helps nobody
                if not self.holds:
                    raise ValueError(f"{deck.title}: a piece is larger than the paper.")
                self._turn()
                continue
            laid, pieces = pieces[: fits * columns], pieces[fits * columns :]
            self._open(deck, number, len(laid))
            rows = [len(laid[k : k + columns]) for k in range(0, len(laid), columns)]
            left = (self.paper.width - min(columns, rows[0]) * deck.width) / 2
            for k, piece in enumerate(laid):
                row, column = divmod(k, columns)
                self.content += put(piece.front, left + column * deck.width, self.y + row * deck.height)
            self.content += cutting_lines(left, self.y, deck.width, deck.height, rows)
            self.y += len(rows) * deck.height
            if pieces:
                self._turn()

    def _nets(self, sheet: Nets, number: int) -> None:
        self.folded = True
        wide = self.paper.width - 2 * MARGIN
        waiting = list(sheet.nets)
        while waiting:
            if self._room() - CAPTION < waiting[0].height and self.holds:
                self._turn()
                self.folded = True
            laid, at = "", self.y
            self.y += CAPTION
            count = 0
            while waiting and (self._room() >= waiting[0].height or not count):
                row = _shelf(waiting, wide)
                x = (self.paper.width - sum(net.width for net in row) - APART * (len(row) - 1)) / 2
                for net in row:
                    laid += placed(net, x, self.y)
                    x += net.width + APART
                self.y += max(net.height for net in row) + APART
                waiting, count = waiting[len(row) :], count + len(row)
            after, self.y = self.y, at
            self._open(sheet, number, count)
            self.content, self.y = self.content + laid, after - APART
            if waiting:
                self._turn()
                self.folded = True


def _shelf(nets: Sequence[Drawing], wide: float) -> list[Drawing]:
    """As many nets as lie side by side."""
    row: list[Drawing] = []
    for net in nets:
        if row and sum(n.width + APART for n in row) + net.width > wide:
            break
        row.append(net)
    return row
