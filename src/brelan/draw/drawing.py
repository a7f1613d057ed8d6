"""What the games' drawings share: tags by plain string building, the house's colours, dice with pips, text.

Colours are presentation attributes, never `style`: the page's security policy forbids that, and a notebook shows the
same picture.
"""

import html
import re
from functools import lru_cache
from typing import Any

# The house: a club room in the evening. Felt, paper, brass, ink.
FELT, FELT_DARK, FELT_EDGE = "#1f4d3a", "#173b2c", "#0f2a1f"
PAPER, PAPER_SHADE, INK, INK_SOFT = "#f6efdf", "#e4d8bd", "#22201c", "#5f584b"
BRASS, BRASS_DARK, WOOD, WOOD_DARK = "#d1a54a", "#8a6a24", "#7a4d2b", "#4f3019"
IVORY, IVORY_SHADE, RED, BLUE, BLACK = "#fbf7ec", "#d9cfb8", "#a8322d", "#2b5c97", "#262626"
SEAT_COLOURS = (
    "#26231f",
    "#8a5a33",
    "#d9c39a",
    "#d9772b",
    "#3d6fa5",
    "#7b4b94",
)  # black, brown, beige, orange, blue, plum
SERIF = "Georgia, 'Iowan Old Style', 'Times New Roman', serif"
SANS = "system-ui, 'Segoe UI', Roboto, sans-serif"


_VOID = frozenset(("br", "hr", "img", "input"))  # HTML elements that are never closed
_special = re.compile("[&<>\"']").search


def escape(words: str) -> str:
    """Words as HTML and SVG write them. Most hold nothing special, and looking is quicker than replacing."""
    return html.escape(words) if _special(words) else words


def shortened(name: str, most: int) -> str:
    """A name cut to fit, with an ellipsis."""
    return name if len(name) <= most else name[: most - 1] + "…"


# How wide letters are, in parts of their size: those of the widest fonts a page may fall back to.
_WIDTHS = {
    **dict.fromkeys("iIjl.,:;'’|! ", 0.36),
    **dict.fromkeys("frt()[]-–*", 0.43),
    **dict.fromkeys("mwMW@%—…&", 1.0),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZÀÂÄÇÈÉÊËÎÏÔÖÙÛÜ", 0.73),
}
_BOLD = 1.13


def width_of(words: str, size: float, bold: bool = False) -> float:
    """How wide words are at most, in whatever font they are shown.

    >>> round(width_of("Ana", 10), 1)
    20.1
    """
    return size * (_BOLD if bold else 1) * sum(_WIDTHS.get(one, 0.64) for one in words)


@lru_cache(maxsize=4096)
def fitted(name: str, room: float, size: float, bold: bool = False) -> str:
    """A name cut so that it fits into this room at this size, with an ellipsis.

    >>> fitted("Marie-Antoinette de la Tour", 120, 16), fitted("Ana", 120, 16)
    ('Marie-Antoi…', 'Ana')
    """
    most = len(name)
    if width_of(name, size, bold) <= room:
        return name
    while most > 1 and width_of(name[:most] + "…", size, bold) > room:
        most -= 1
    return name[:most].rstrip(" -") + "…"


def wrapped(words: str, room: float, size: float) -> list[str]:
    """Words in lines that fit into this room.

    >>> wrapped("Ana takes the whole pot", 100, 12)
    ['Ana takes', 'the whole pot']
    """
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width_of(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def by_room(wide: str, tall: str) -> str:
    """What is shown in the wide arrangement, and what in the narrow one; a drawing that stands alone is wide."""
    if wide == tall:
        return wide
    return tag("g", wide, data_only="wide") + tag("g", tall, data_only="tall", display="none")


class _Names(dict[str, str]):
    """Attributes as they are written: `data_key` is ` data-key="`."""

    def __missing__(self, key: str) -> str:
        written = self[key] = " " + key.rstrip("_").replace("_", "-") + '="'
        return written


_names = _Names()


def _attributes(attributes: dict[str, Any]) -> str:
    written = ""
    for key, value in attributes.items():
        kind = type(value)
        if kind is str:
            written += _names[key] + (html.escape(value) if _special(value) else value) + '"'
        elif kind is int:
            written += f'{_names[key]}{value}"'
        elif value is True:
            written += _names[key] + '"'  # an SVG file is XML, which knows no bare attribute
        elif isinstance(value, float):
            written += _names[key] + _short(value) + '"'
        elif value is not None and value is not False:
            written += _names[key] + escape(str(value)) + '"'
    return written


@lru_cache(maxsize=4096)
def _short(value: float) -> str:
    return f"{value:z.2f}".rstrip("0").rstrip(".")


def tag(name: str, content: str = "", /, **attributes: Any) -> str:
    """An element.

    `_` in an attribute's name is written `-` (a trailing one is dropped: `class_`); None and False leave it out; True
    writes it empty.
    """
    if name in _VOID:
        return f"<{name}{_attributes(attributes)}>"
    return f"<{name}{_attributes(attributes)}>{content}</{name}>"


@lru_cache(maxsize=4096, typed=True)  # the same words stand in the same places from one drawing to the next
def text(
    x: float,
    y: float,
    words: str,
    size: float = 14,
    anchor: str = "middle",
    fill: str = INK,
    serif: bool = False,
    **attributes: Any,
) -> str:
    """Words at a place (the baseline's y)."""
    place = (
        f'x="{_short(x)}" y="{_short(y)}" font-size="{_short(size)}" text-anchor="{anchor}" fill="{fill}" '
        f'font-family="{_FAMILIES[serif]}"'
    )
    return f"<text {place}{_attributes(attributes) if attributes else ''}>{escape(words)}</text>"


_FAMILIES = html.escape(SANS), html.escape(SERIF)


def group(content: str, x: float = 0, y: float = 0, **attributes: Any) -> str:
    """A group moved to (x, y). `data_key` names the thing, so that the page moves it instead of blinking."""
    return tag("g", content, transform=f"translate({x:g} {y:g})" if x or y else None, **attributes)


def picture(
    width: int,
    height: int,
    title: str,
    description: str,
    content: str,
    tall: tuple[int, int] | None = None,
    named: int = 0,
) -> str:
    """A whole drawing, with what a screen reader says of it.

    `tall`: its size in a narrow window, where things lie as their `data_tall` says. `named`: how much of its top then
    only names the players, which the page leaves out where it names them itself.
    """
    head = tag("title", escape(title)) + tag("desc", escape(description))
    narrow = f"0 0 {tall[0]} {tall[1]}" if tall else None
    beside = f"0 {named} {tall[0]} {tall[1] - named}" if tall and named else None
    return tag(
        "svg",
        head + content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        class_="table-drawing",
        data_tall=narrow,
        data_listed=beside,
    )


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def pips(face: int, reach: float, radius: float, fill: str) -> str:
    """The pips of a six-sided die's face, round (0, 0)."""
    return "".join(
        f'<circle cx="{x * reach:g}" cy="{y * reach:g}" r="{radius:g}" fill="{fill}"/>' for x, y in _PIPS.get(face, ())
    )


@lru_cache(maxsize=1024, typed=True)
def die6(x: float, y: float, face: int, size: float = 44, body: str = IVORY, pip: str = INK, **attributes: Any) -> str:
    """A six-sided die seen from above, its middle at (x, y). Face 0: the die has not come to rest."""
    half = size / 2
    shadow = (
        f'<rect x="{-half + 2:g}" y="{-half + 3:g}" width="{size:g}" height="{size:g}" rx="{size / 5:g}" '
        f'fill="#000" opacity=".28"/>'
    )
    square = (
        f'<rect x="{-half:g}" y="{-half:g}" width="{size:g}" height="{size:g}" rx="{size / 5:g}" fill="{body}" '
        f'stroke="#000" stroke-opacity=".35"/>'
    )
    light = (
        f'<rect x="{-half + 2:g}" y="{-half + 2:g}" width="{size - 4:g}" height="{size * 0.4:g}" rx="{size / 6:g}" '
        f'fill="#fff" opacity=".22"/>'
    )
    marks = pips(face, size * 0.27, size * 0.085, pip) if face else text(0, size * 0.18, "?", size * 0.5, fill=pip)
    return group(shadow + square + light + marks, x, y, **attributes)
