"""A game's rulebook set for print: its own Markdown as Typst, with the positions it lays and the drawings its `paper`
gives to the sections.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from markdown_it.tree import SyntaxTreeNode

from ..draw.cutouts import Drawing
from ..play.catalogue import Game
from ..school.blocks import Position
from ..school.rulebooks import caption, markdown
from ..school.rulebooks import rulebook as read
from .press import Document, quoted, written

SMALL, LARGE = (25.0, 25.0), (76.0, 48.0)  # millimetres: a part of a drawing, a whole one

_BEFORE = re.compile(r" ([:;!?»%])")


def typeset(words: str, lang: str) -> str:
    """Words as a printer sets them: curled apostrophes, and in French the spaces that no line breaks at."""
    words = words.replace("'", "’")
    if lang == "fr":
        words = _BEFORE.sub("\u00a0\\1", words).replace("« ", "«\u00a0")
    return words


def rulebook(game: Game, lang: str, document: Document) -> str:
    """The rulebook as content of Typst, its title left out; the drawing of a section stands at its end."""
    book = read(game, lang)
    if not book.text:
        return "#" + quoted(game.say(lang)(game.blurb)) + ";"
    root = SyntaxTreeNode(markdown().parse(book.text))
    return Setter(lang, document, game.paper.figures(game.say(lang)), book.positions).book(root)


class Setter:
    """Writes a tree of Markdown as Typst."""

    def __init__(
        self, lang: str, document: Document, figures: Mapping[int, Drawing], positions: Iterable[Position] = ()
    ) -> None:
        self.lang, self.document, self.figures = lang, document, figures
        self.positions = iter(positions)

    def book(self, root: SyntaxTreeNode) -> str:
        found, section = [], 0
        pictures: list[str] = []
        for node in root.children:
            if node.type == "fence":
                pictures.append(self._picture(next(self.positions)))
                continue
            found += _side_by_side(pictures)
            pictures = []
            if node.type == "heading" and node.tag == "h1":
                continue
            if node.type == "heading" and node.tag == "h2":
                found.append(self._figure(section))
                section += 1
            found.append(self._block(node))
        return "\n".join([*found, *_side_by_side(pictures), self._figure(section)])

    def _picture(self, position: Position) -> str:
        """A position, and what is said of it."""
        words = written(typeset(caption(position, self.lang), self.lang))
        drawn = self.document.fitted(position.svg(self.lang), *SMALL if position.frame else LARGE)
        return f"#align(center)[#{drawn}\\ #text(7.5pt, fill: soft)[{words}]]"

    def _figure(self, section: int) -> str:
        drawing = self.figures.get(section)
        return f"#figure-in-text({self.document.drawing(drawing)})" if drawing else ""

    def _block(self, node: SyntaxTreeNode) -> str:
        inside = node.children
        if node.type == "heading":
            return f"#heading(level: {node.tag[1]})[{self._inline(inside[0])}]"
        if node.type == "paragraph":
            return f"#par[{self._inline(inside[0])}]" if not node.hidden else self._inline(inside[0])
        if node.type in ("bullet_list", "ordered_list"):
            start = f"start: {node.attrs['start']}, " if "start" in node.attrs else ""
            kind = "list" if node.type == "bullet_list" else "enum"
            items = ", ".join("[" + "\n".join(self._block(child) for child in item.children) + "]" for item in inside)
            return f"#{kind}({start}{items})"
        if node.type == "table":
            return self._table(node)
        if node.type in ("blockquote", "list_item"):
            return "\n".join(self._block(child) for child in inside)
        if node.type == "html_block":  # which decisions a paragraph is about: for the page alone
            return ""
        raise ValueError(f"The rulebook holds {node.type}, which nobody has set for print yet.")

    def _table(self, node: SyntaxTreeNode) -> str:
        rows = [row for part in node.children for row in part.children]
        width = len(rows[0].children)
        cells = []
        for number, row in enumerate(rows):
            for cell in row.children:
                words = self._inline(cell.children[0]) if cell.children else ""
                cells.append(f"[#strong[{words}]]" if number == 0 and words else f"[{words}]")
        if all(cell == "[]" for cell in cells[:width]):
            cells = cells[width:]  # a table without a head
        columns = ", ".join(f"{share}fr" for share in _shares(rows))
        return f"#table(columns: ({columns},), {', '.join(cells)})"

    def _inline(self, node: SyntaxTreeNode) -> str:
        if node.type == "text":
            return "#" + quoted(typeset(node.content, self.lang)) + ";"
        if node.type in ("softbreak", "hardbreak"):
            return '#" ";'
        if node.type == "code_inline":
            return f"#emph[#{quoted(node.content)};]"
        inside = "".join(self._inline(child) for child in node.children)
        if node.type in ("em", "strong"):
            return f"#{'emph' if node.type == 'em' else 'strong'}[{inside}]"
        if node.type in ("inline", "link"):
            return inside
        raise ValueError(f"The rulebook holds {node.type}, which nobody has set for print yet.")


def _side_by_side(pictures: Sequence[str]) -> list[str]:
    """Small pictures three in a row, large ones under each other."""
    if not pictures:
        return []
    columns = 3 if len(pictures) > 2 else 1
    cells = ", ".join(f"[{picture}]" for picture in pictures)
    return [f"#grid(columns: (1fr,) * {columns}, gutter: 2.5mm, {cells})"]


def _shares(rows: list[SyntaxTreeNode]) -> list[int]:
    """How wide the columns of a table are: as their longest cell, up to a line; never narrower than a word."""
    texts = [[cell.children[0].content if cell.children else "" for cell in row.children] for row in rows]
    return [
        max(5, min(20, max(len(text) for text in column)), *(len(word) + 4 for text in column for word in text.split()))
        for column in zip(*texts, strict=True)
    ]
