"""The material of Dodéka, drawn: the pentagonal tray, the twelve-sided dice (DOD-01), the chips (DOD-02)."""

import math
from functools import lru_cache
from typing import Any

from ....draw.drawing import FELT_DARK, FELT_EDGE, INK, IVORY, IVORY_SHADE, PAPER, WOOD, WOOD_DARK, group, tag
from ....draw.drawing import text as label

SIDES = 5  # of the tray, and of a face
CHIPS = {500: "#7a3b8f", 100: "#a8322d", 50: "#2b5c97", 10: "#3d7a4f"}  # colours by value, the largest first
UNDERLINED = (6, 9)  # which of the two lies there?
FACET_EDGE = "#8d8269"
FACETS = ("#fffdf6", IVORY_SHADE, "#c9bda2", "#cdc2a9", "#f1ead9")  # the light on the five around the upper face


def _ring(radius: float, turn: float = 0) -> list[tuple[float, float]]:
    """The corners of a pentagon, turned by this part of a half turn."""
    angles = [math.pi * (2 * k / SIDES + turn) for k in range(SIDES)]
    return [(radius * math.sin(a), -radius * math.cos(a)) for a in angles]


def _polygon(points: list[tuple[float, float]], **attributes: Any) -> str:
    return tag("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), **attributes)


@lru_cache(maxsize=1)
def empty_tray() -> str:
    rim, felt = _ring(168), _ring(148)
    shadow = _polygon([(x, y + 5) for x, y in rim], fill="#000", opacity=0.35)
    wood = _polygon(rim, fill=WOOD, stroke=WOOD_DARK, stroke_width=3, stroke_linejoin="round")
    return shadow + wood + _polygon(felt, fill=FELT_DARK, stroke=FELT_EDGE, stroke_width=3, stroke_linejoin="round")


def die12(x: float, y: float, face: int, radius: float, **attributes: Any) -> str:
    """A twelve-sided die from above: the upper face and the five around it, each in its own light."""
    edge = {"stroke": FACET_EDGE, "stroke_width": 0.8, "stroke_linejoin": "round"}
    inner, outer, corners = _ring(radius * 0.6), _ring(radius), _ring(radius, 1 / SIDES)
    parts = [tag("ellipse", cx=3, cy=radius * 0.5, rx=radius * 0.98, ry=radius * 0.72, fill="#000", opacity=0.3)]
    for k, shade in enumerate(FACETS):
        after = (k + 1) % SIDES
        facet = [inner[k], outer[k], corners[k], outer[after], inner[after]]
        parts.append(_polygon(facet, fill=shade, **edge))
    parts.append(_polygon(inner, fill=IVORY, **edge))
    if face:
        parts.append(number(face, radius * 0.66))
    return group("".join(parts), x, y, **attributes)


def number(face: int, size: float) -> str:
    """The number on a face, round (0, 0); 6 and 9 are underlined (DOD-01)."""
    words = label(0, size * 0.35, str(face), size, fill=INK, serif=True, font_weight="bold")
    if face in UNDERLINED:
        words += tag("rect", x=-size * 0.3, y=size * 0.46, width=size * 0.6, height=size * 0.09, fill=INK)
    return words


def chips(score: int) -> list[int]:
    """A score in the fewest chips (DOD-02)."""
    pieces = []
    for value in CHIPS:
        pieces += [value] * (score // value)
        score %= value
    return pieces


@lru_cache(maxsize=4096)
def stack(score: int) -> str:
    """A score in chips, side by side, closer together where there are many."""
    pieces = chips(score)
    step = min(15.0, 120 / max(1, len(pieces)))
    discs = ""
    for at, value in enumerate(pieces):
        discs += group(chip(value), at * step)
    return discs


def chip(value: int) -> str:
    """A chip round (0, 0), 22 across."""
    disc = tag("circle", r=11, fill=CHIPS[value], stroke=PAPER, stroke_width=1.5)
    return disc + tag("circle", r=7, fill="none", stroke=PAPER, stroke_dasharray="3 2.5")
