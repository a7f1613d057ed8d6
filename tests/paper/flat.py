"""A drawing taken apart: every element where it really lies on the paper, transforms worked out."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)
SVG = "{http://www.w3.org/2000/svg}"


class Element(NamedTuple):
    name: str
    attributes: dict[str, str]
    matrix: Matrix
    text: str
    classes: tuple[str, ...]  # its own and those of what it lies in

    def at(self, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f

    def number(self, name: str) -> float:
        return float(self.attributes.get(name, 0))

    def corners(self) -> list[tuple[float, float]]:
        """The points of a path of straight lines, or of a polygon."""
        if self.name == "polygon":
            pairs = [tuple(map(float, pair.split(","))) for pair in self.attributes["points"].split()]
            return [self.at(x, y) for x, y in pairs]
        return [
            self.at(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) (\S+?)(?=[MLZ]|$)", self.attributes["d"])
        ]


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    g, h, i, j, k, l = n  # noqa: E741
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f


def matrix_of(transform: str) -> Matrix:
    found = SAME
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        v = [float(part) for part in re.split(r"[ ,]+", inside.strip())]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
        elif name == "scale":
            step = (v[0], 0, 0, v[-1], 0, 0)
        elif name == "rotate":
            c, s = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
            step = (c, s, -s, c, 0, 0)
            if len(v) > 1:
                step = _times(_times((1, 0, 0, 1, v[1], v[2]), step), (1, 0, 0, 1, -v[1], -v[2]))
        elif name == "matrix":
            step = tuple(v)  # type: ignore[assignment]
        else:
            raise AssertionError(name)
        found = _times(found, step)
    return found


def flat(svg: str) -> list[Element]:
    """Every element of a whole drawing (not of its patterns)."""
    return list(_walk(ElementTree.fromstring(svg), SAME, ()))


def _walk(node: ElementTree.Element, matrix: Matrix, classes: tuple[str, ...]) -> Iterator[Element]:
    name = node.tag.removeprefix(SVG)
    if name == "defs":
        return
    here = _times(matrix, matrix_of(node.get("transform", "")))
    classes = (*classes, *node.get("class", "").split())
    yield Element(name, dict(node.attrib), here, "".join(node.itertext()), classes)
    for child in node:
        yield from _walk(child, here, classes)


def inside(point: tuple[float, float], shape: list[tuple[float, float]]) -> bool:
    """Whether a point lies in a convex polygon."""
    x, y = point
    signs = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True)
    ]
    return all(sign > 0 for sign in signs) or all(sign < 0 for sign in signs)
