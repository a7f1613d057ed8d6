"""Pictures of the answers, as SVG by plain string building."""

from collections.abc import Sequence
from typing import Any

from ....draw.drawing import BRASS_DARK, FELT, INK, INK_SOFT, PAPER, PAPER_SHADE, RED, picture, tag, text
from ....model.words import Say
from ..rules.square import BOARDS

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 380, 70, 24, 66, 56
COLOURS = (FELT, RED, BRASS_DARK)

Series = tuple[str, Sequence[tuple[float, float]]]


def _scale(low: float, high: float, start: float, end: float, value: float) -> float:
    return start + (end - start) * (value - low) / (high - low or 1)


def _ticks(low: float, high: float) -> list[float]:
    """Four to ten round numbers between the two."""
    step = next(s * 10.0**e for e in range(-4, 5) for s in (1, 2, 5) if (high - low) / (s * 10.0**e) <= 8)
    first = int(low / step) * step
    return [round(first + i * step, 6) for i in range(12) if low - 1e-9 <= first + i * step <= high + 1e-9]


def _legend(names: Sequence[str]) -> str:
    """The names of the lines, under each other at the right, where the lines leave room."""
    middle = (TOP + HEIGHT - BOTTOM) / 2
    drawn = ""
    for row, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
        y = middle + 22 * row
        drawn += text(WIDTH - RIGHT - 40, y, name, 14, "end", INK)
        drawn += tag(
            "line", x1=WIDTH - RIGHT - 32, x2=WIDTH - RIGHT - 4, y1=y - 5, y2=y - 5, stroke=colour, stroke_width=3
        )
    return drawn


def chart(
    title: str, across: str, up: str, series: Sequence[Series], low: float, high: float, percent: bool = True
) -> str:
    """Lines over a number: each series has a name and its points, in shares of 1 if `percent`."""
    xs = [x for _, points in series for x, _ in points]
    x_low, x_high = min(xs), max(xs)
    drawn = tag("rect", width=WIDTH, height=HEIGHT, rx=14, fill=PAPER)
    drawn += text(LEFT, 30, title, 18, "start", INK, serif=True)
    for tick in _ticks(low, high):
        y = _scale(low, high, HEIGHT - BOTTOM, TOP, tick)
        words = f"{100 * tick:.10g} %" if percent else f"{tick:.10g}"
        drawn += tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, stroke=PAPER_SHADE, stroke_width=1.5) + text(
            LEFT - 8, y + 4, words, 13, "end", INK_SOFT
        )
    for tick in _ticks(x_low, x_high):
        x = _scale(x_low, x_high, LEFT, WIDTH - RIGHT, tick)
        drawn += text(x, HEIGHT - BOTTOM + 20, f"{tick:.10g}", 13, "middle", INK_SOFT)
    drawn += text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, across, 14, "middle", INK)
    drawn += text(LEFT, 50, up, 13, "start", INK_SOFT)
    drawn += _legend([name for name, _ in series])
    for (_, points), colour in zip(series, COLOURS, strict=False):
        places = [
            (
                _scale(x_low, x_high, LEFT, WIDTH - RIGHT, x),
                _scale(low, high, HEIGHT - BOTTOM, TOP, min(high, max(low, y))),
            )
            for x, y in points
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        drawn += tag("polyline", points=line, fill="none", stroke=colour, stroke_width=2.5, stroke_linejoin="round")
    return picture(WIDTH, HEIGHT, title, f"{title}. {across}; {up}.", drawn)


def by_target(found: dict[str, Any], say: Say) -> str:
    """How often the first mover wins, by target."""
    rows = found["by_target"]
    mover = [(row["target"], row["mover_wins"] / BOARDS) for row in rows]
    setter = [(row["target"], row["setter_losses"] / BOARDS) for row in rows]
    low = min(share for _, share in mover + setter)
    title = say("How often the first to tip wins, both playing perfectly")
    series = [(say("square turned at random"), mover), (say("square turned by the other player"), setter)]
    return chart(title, say("points to reach"), say("share of the 331,776 boards"), series, low - 0.05 * (1 - low), 1.0)


def by_handicap(found: dict[str, Any], say: Say) -> str:
    """How often seat 0 wins and loses, by its handicap."""
    rows = found["handicaps"]
    series = [
        (say("who turns it first wins"), [(row["handicap"], row["setter_wins"] / BOARDS) for row in rows]),
        (say("who turns it first loses"), [(row["handicap"], row["setter_losses"] / BOARDS) for row in rows]),
    ]
    title = say("Points given to who turns the square first, and who wins a game to {target}", target=found["target"])
    return chart(title, say("handicap in points"), say("share of the 331,776 boards"), series, 0.0, 1.0)
