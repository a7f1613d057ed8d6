"""SpacePoker's things, drawn: seven ships whose size is their rank, their cards, and the planets."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ....draw.drawing import BRASS, INK_SOFT, IVORY, PAPER, PAPER_SHADE, group, tag
from ....draw.drawing import text as label
from ....model.words import Say
from ..rules.planets import VALUES
from ..rules.ships import NAMES

COLOURS = ("#5d6f3c", "#2b5c97", "#7b4b94", "#a8322d", "#1d6a6a", "#a8641c", "#3a3f6b")
PLANETS = ("#9c8f7a", "#6f97b8", "#c9803f", "#8f5f9e", "#4f8a5b", "#b8433d")  # by value, 1 to 6
REACH = 58  # what can be pressed is so large at least: 44 px on a phone
LONG_NAME = 10  # letters of the usual size: a longer one is narrowed
NIGHT, NIGHT_EDGE = "#1c2440", "#0f1428"
_SHADOW = tag("rect", x=2, y=3, width=84, height=118, rx=9, fill="#000", opacity=0.3)


def _path(d: str, fill: str, **attributes: Any) -> str:
    return tag("path", d=d, fill=fill, **attributes)


def _dot(x: float, y: float, r: float, fill: str) -> str:
    return tag("circle", cx=x, cy=y, r=r, fill=fill)


def _probe(c: str) -> str:
    legs = _path("M-6 5 L-15 17 M6 5 L15 17 M0 -8 L0 -19", "none", stroke=c, stroke_width=2.4, stroke_linecap="round")
    return legs + _dot(0, 0, 10, c) + _dot(0, -19, 3, c) + _dot(-3, -3, 3, IVORY)


def _shuttle(c: str) -> str:
    hull = _path(
        "M0 -27 C7 -20 8 -8 8 2 L23 17 L23 22 L8 18 L6 25 L-6 25 L-8 18 L-23 22 L-23 17 L-8 2 C-8 -8 -7 -20 0 -27Z", c
    )
    return (
        hull
        + _path("M-4 -14 Q0 -20 4 -14 L3.4 -9 L-3.4 -9Z", IVORY)
        + _path("M0 0 L0 20", "none", stroke=IVORY, stroke_width=1.6)
    )


def _saucer(c: str) -> str:
    dome = _path("M-15 -3 C-15 -23 15 -23 15 -3Z", c, opacity=0.7)
    hull = _path("M-35 2 C-26 -7 26 -7 35 2 C26 14 -26 14 -35 2Z", c)
    legs = _path("M-14 9 L-20 21 M14 9 L20 21", "none", stroke=c, stroke_width=2.6, stroke_linecap="round")
    return legs + dome + hull + "".join(_dot(x, 3, 2.6, IVORY) for x in (-20, -7, 7, 20))


def _rocket(c: str) -> str:
    flame = _path("M-6 30 Q0 52 6 30Z", BRASS)
    fins = _path("M-10 8 L-25 32 L-9 26Z M10 8 L25 32 L9 26Z", c, opacity=0.75)
    hull = _path("M0 -44 C15 -27 15 4 9 30 L-9 30 C-15 4 -15 -27 0 -44Z", c)
    return (
        flame
        + fins
        + hull
        + _dot(0, -14, 6, IVORY)
        + _dot(0, -14, 3.6, c)
        + _path("M-10 12 L10 12", "none", stroke=IVORY, stroke_width=2)
    )


def _cruiser(c: str) -> str:
    wings = _path("M-8 -14 L-45 22 L-45 38 L-13 28 L13 28 L45 38 L45 22 L8 -14Z", c, opacity=0.78)
    guns = _path("M-40 25 L-40 4 M40 25 L40 4", "none", stroke=c, stroke_width=3.4, stroke_linecap="round")
    hull = _path("M0 -48 L11 -20 L12 34 L6 44 L-6 44 L-12 34 L-11 -20Z", c)
    return (
        guns
        + wings
        + hull
        + _path("M-5 -22 L0 -34 L5 -22 L4 -14 L-4 -14Z", IVORY)
        + _path("M-30 25 L-14 12 M30 25 L14 12", "none", stroke=IVORY)
    )


def _station(c: str) -> str:
    ring = tag("circle", r=38, fill="none", stroke=c, stroke_width=11)
    spokes = _path("M0 -34 L0 34 M-29 17 L29 -17 M-29 -17 L29 17", "none", stroke=c, stroke_width=4)
    lights = "".join(_dot(x, y, 2.4, IVORY) for x, y in ((0, -38), (33, -19), (33, 19), (0, 38), (-33, 19), (-33, -19)))
    return ring + spokes + _dot(0, 0, 13, c) + _dot(0, 0, 5, IVORY) + lights


def _mothership(c: str) -> str:
    body = _path(
        "M0 -50 L15 -34 L20 -8 L48 12 L50 32 L28 40 L22 52 L-22 52 L-28 40 L-50 32 L-48 12 L-20 -8 L-15 -34Z", c
    )
    deck = _path(
        "M-9 -30 L9 -30 M-12 -20 L12 -20 M-40 20 L-20 14 M40 20 L20 14", "none", stroke=IVORY, stroke_width=1.8
    )
    bay = _path("M-13 38 L-10 4 L10 4 L13 38Z", IVORY, opacity=0.9) + _path("M-8 34 L-6 10 L6 10 L8 34Z", c)
    return body + deck + bay


_SHAPES = (_probe, _shuttle, _saucer, _rocket, _cruiser, _station, _mothership)


def ship(size: int, colour: str | None = None) -> str:
    """A ship round (0, 0), at most 100 across; larger ships are drawn larger."""
    return _SHAPES[size - 1](colour or COLOURS[size - 1])


def card(x: float, y: float, size: int, say: Say, width: float = 84, **attributes: Any) -> str:
    """A ship card, its upper left corner at (x, y), 84 × 118 before scaling."""
    scale = width / 84
    body = _SHADOW + face(size, say if width >= 60 else None)
    return tag(
        "g",
        tag("g", body, transform=f"scale({scale:g})") if scale != 1 else body,
        transform=f"translate({x:g} {y:g})",
        **attributes,
    )


@lru_cache(maxsize=64)
def face(size: int, say: Say | None, letters: float = 14.5) -> str:
    """The face of a ship card, 84 × 118, with its name where it can be read."""
    colour = COLOURS[size - 1]
    body = tag("rect", width=84, height=118, rx=9, fill=PAPER, stroke=PAPER_SHADE)
    body += tag("rect", x=5, y=5, width=74, height=108, rx=6, fill="none", stroke=colour, stroke_opacity=0.4)
    if say is None:  # a small card: its size stands large under the ship
        body += group(tag("g", ship(size), transform="scale(.66)"), 42, 42)
        return body + label(42, 110, str(size), 43, "middle", colour, serif=True, font_weight="bold")
    body += group(tag("g", ship(size), transform="scale(.76)"), 42, 58)
    body += label(10, 24, str(size), 21, "start", colour, serif=True, font_weight="bold")
    name = say(NAMES[size - 1])
    fit = {"textLength": 76, "lengthAdjust": "spacingAndGlyphs"} if len(name) * letters > LONG_NAME * 14.5 else {}
    return body + label(42, 109, name, letters, fill=INK_SOFT, **fit)


def card_back(x: float, y: float, width: float = 84, **attributes: Any) -> str:
    """A card face down."""
    scale = width / 84
    body = _SHADOW + back()
    return tag("g", tag("g", body, transform=f"scale({scale:g})"), transform=f"translate({x:g} {y:g})", **attributes)


@lru_cache(maxsize=1)
def back() -> str:
    """The back of a ship card, 84 × 118."""
    body = tag("rect", width=84, height=118, rx=9, fill=PAPER)
    body += tag("rect", x=5, y=5, width=74, height=108, rx=6, fill=NIGHT, stroke=NIGHT_EDGE)
    body += "".join(
        _dot(px, py, r, IVORY)
        for px, py, r in ((20, 24, 1.6), (62, 20, 2), (30, 92, 1.8), (64, 84, 1.4), (18, 62, 1.2), (68, 52, 1.4))
    )
    return (
        body
        + _dot(42, 60, 15, BRASS)
        + _path("M17 66 C28 76 60 66 68 50", "none", stroke=PAPER, stroke_width=3, stroke_linecap="round")
    )


def planet(x: float, y: float, value: int, radius: float = 13, covered: bool = False) -> str:
    """A planet: a disc with its value, which is not written where the next disc covers it."""
    return group(_disc(value, radius, covered), x, y)


@lru_cache(maxsize=64)
def _disc(value: int, radius: float, covered: bool) -> str:
    disc = tag("circle", r=radius, fill=PLANETS[value - 1], stroke=PAPER, stroke_width=1.2)
    shine = tag(
        "ellipse", cx=-radius * 0.3, cy=-radius * 0.4, rx=radius * 0.4, ry=radius * 0.25, fill="#fff", opacity=0.35
    )
    words = "" if covered else label(0, radius * 0.38, str(value), radius * 1.13, fill="#fff", font_weight="bold")
    return disc + shine + words


def planet_row(x: float, y: float, row: Sequence[int], width: float, radius: float = 13, say: Say | None = None) -> str:
    """The planets of a row from the largest value down, overlapping as much as the width asks; how many of each stands
    under them. With `say` the planets of a value can be pressed, to
    push one of them.
    """
    return _planet_row(x, y, tuple(row), width, radius, say)


@lru_cache(maxsize=4096)  # most moves leave most planets where they are
def _planet_row(x: float, y: float, row: tuple[int, ...], width: float, radius: float, say: Say | None) -> str:
    many = sum(row)
    if not many:
        return ""
    kinds = sum(1 for n in row if n)
    gap = REACH if say else 2 * radius + 2
    step = min(radius, (width - kinds * gap) / max(1, many - kinds)) if many > kinds else 0
    drawn, at = "", x + radius
    for value in range(VALUES, 0, -1):
        n = row[value - 1]
        if not n:
            continue
        first = at
        discs = "".join(planet(at + step * k, y, value, radius, k < n - 1) for k in range(n))
        at += step * (n - 1)
        if n > 1:
            discs += label((first + at) / 2, y + radius + 13, f"×{n}", 14.2, fill=PAPER_SHADE)
        if say:
            reach = tag(
                "rect", x=first - radius - 1, y=y - 20, width=at - first + gap, height=56, fill="#000", opacity=0
            )
            pressed = {"data_add": f"amount {value} {n}", "aria_label": say("Push a planet of {value}", value=value)}
            discs = tag("g", reach + discs, role="button", tabindex=0, **pressed)
        drawn += discs
        at += gap
    return drawn


def plate(x: float, y: float, width: float, height: float, acting: bool, faded: bool) -> str:
    """The ground a player's things lie on."""
    edge = tag("rect", x=x, y=y, width=5, height=height, rx=2.5, fill=BRASS) if acting else ""
    return (
        tag(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            rx=8,
            fill="#000",
            opacity=0.32 if acting else 0.12 if faded else 0.2,
        )
        + edge
    )
