"""The press: pages written in Typst, set by it, and everything in them either text or vector.

Words go into the source as string literals and nothing else, drawings beside it by name: nobody's name at a table can
be read as a command.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..draw.cutouts import Drawing
from ..draw.drawing import tag
from ..model.errors import BrelanError
from ..model.words import N_
from .formats import Format

typst: Any
try:
    import typst
except ModuleNotFoundError:  # the extra `print` is not installed: see `can_print`
    typst = None

HERE = Path(__file__).parent
FONT = "Libertinus Serif"  # which Typst carries: nothing is looked for on the system


def can_print() -> bool:
    """Whether what printing needs, the extra `brelan[print]`, is installed here.

    Examples:
        >>> from brelan.paper import can_print
        >>> can_print()
        True
    """
    return typst is not None


def must_print() -> None:
    if typst is None:
        raise BrelanError(
            N_("Printing needs a package that is not installed here (typst): pip install 'brelan[print]'")
        )


def quoted(words: str) -> str:
    """Words as a string of Typst."""
    plain = "".join(letter for letter in words if letter.isprintable() or letter in "\u00a0\u202f")
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written(words: str) -> str:
    """Words as content of Typst."""
    return "#" + quoted(words) + ";"


def millimetres(size: float) -> str:
    return f"{size:.3f}mm"


class Document:
    """What is being written: source, and the drawings it names."""

    def __init__(self, title: str, lang: str, paper: Format) -> None:
        self.paper = paper
        self._drawings: dict[str, str] = {}
        self._source = [
            (HERE / "sheets.typ").read_text(encoding="utf-8"),
            f"#show: workshop.with(title: {quoted(title)}, lang: {quoted(lang)}, "
            f"width: {millimetres(paper.width)}, height: {millimetres(paper.height)})",
        ]

    def add(self, source: str) -> None:
        self._source.append(source)

    def svg(self, svg: str) -> str:
        """The name a drawing goes by in the source."""
        plain = re.sub(r'font-family="[^"]*"', f'font-family="{FONT}"', svg)
        return self._drawings.setdefault(plain, f"d{len(self._drawings)}")

    def drawing(self, drawing: Drawing) -> str:
        """A drawing of the workshop's, as code of Typst."""
        box = drawing.box or (0, 0, drawing.width, drawing.height)
        inside = (tag("defs", drawing.defs) if drawing.defs else "") + drawing.content
        svg = tag("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=" ".join(f"{n:g}" for n in box),
                  width=f"{drawing.width:g}mm", height=f"{drawing.height:g}mm")  # fmt: skip
        return f"drawn({quoted(self.svg(svg))}, {millimetres(drawing.width)}, {millimetres(drawing.height)})"

    def fitted(self, svg: str, wide: float, tall: float) -> str:
        """A game's own drawing, as large as so many millimetres allow, as code of Typst."""
        box = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)
        assert box is not None, "a drawing without a viewBox"
        width, height = float(box[1]), float(box[2])
        scale = min(wide / width, tall / height)
        return f"drawn({quoted(self.svg(svg))}, {millimetres(width * scale)}, {millimetres(height * scale)})"

    def _set(self, kind: str, **how: Any) -> Any:
        must_print()
        inputs = {name: svg for svg, name in self._drawings.items()}
        source = "\n".join(self._source).encode()
        return typst.compile(source, format=kind, sys_inputs=inputs, ignore_system_fonts=True, **how)

    def pdf(self) -> bytes:
        found: bytes = self._set("pdf")
        return found

    def pictures(self, dots: float = 60) -> Sequence[bytes]:
        """Every page as a PNG, so many dots an inch: to look at."""
        found = self._set("png", ppi=dots)
        return found if isinstance(found, list) else [found]
