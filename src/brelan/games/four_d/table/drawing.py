"""Dice drawn in three dimensions: the square corner-on, as its player sees it, and small previews of upper faces.

A die is a body: the pips of its six faces keep their places on it, so that a tipped die looks like the same die tipped.
"""

from typing import Any

from ....drawing import BRASS, BRASS_DARK, FELT_EDGE, INK, group, tag, text

SIZE = 74.0  # the edge of a die
PITCH = 1.3  # from die to die, in edges: a little apart, so that the inner sides can be guessed
ACROSS, ALONG, TALL = (
    0.84,
    0.56,
    0.66,
)  # the view: a step of x or y goes this far across and up the picture; an edge stands this tall

# Upper face, the side on the viewer's left, the side on the right.
SHADES = (("#fdf9ef", "#d9ccae", "#c3b48f"), ("#cfd3c4", "#a3a994", "#8e957f"))  # free, locked

Point = tuple[float, float]
_AXIS = {
    1: (0, 1),
    2: (1, 1),
    3: (2, 1),
    4: (2, -1),
    5: (1, -1),
    6: (0, -1),
}  # the body's axis a face lies on, and on which side
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}


def pips(face: int, plus_u: int, plus_v: int, reach: float = 0.26, radius: float = 0.088, fill: str = INK) -> str:
    """The pips of a face of edge 1 round (0, 0). `plus_u` and `plus_v` are the faces that lie toward +u and +v."""
    (u_axis, u_sign), (v_axis, v_sign) = _AXIS[plus_u], _AXIS[plus_v]
    drawn = []
    for first, second in _PIPS[face]:
        along = dict(zip([axis for axis in range(3) if axis != _AXIS[face][0]], (first, second), strict=True))
        u, v = along[u_axis] * u_sign * reach, along[v_axis] * v_sign * reach
        drawn.append(f'<circle cx="{u:g}" cy="{v:g}" r="{radius:g}" fill="{fill}"/>')
    return "".join(drawn)


def _side(middle: Point, u: Point, v: Point, fill: str, marks: str) -> str:
    """A face as a sheared square: `u` and `v` are where its two edges go in the picture."""
    square = (
        f'<rect x="-.5" y="-.5" width="1" height="1" rx=".1" fill="{fill}" stroke="{INK}" stroke-opacity=".4" '
        f'stroke-width=".018"/>'
    )
    matrix = " ".join(f"{value:.2f}" for value in (*u, *v, *middle))
    return f'<g transform="matrix({matrix})">{square}{marks}</g>'


def die(faces: dict[str, int], locked: bool = False, size: float = SIZE) -> str:
    """A die round (0, 0), the middle of its upper face. `faces`: up, left (−x), right (−y)."""
    x, y, z = (ACROSS * size, -ALONG * size), (-ACROSS * size, -ALONG * size), (0.0, -TALL * size)
    top, left, right = SHADES[locked]
    plus_x, plus_y, up = 7 - faces["left"], 7 - faces["right"], faces["up"]
    left_middle = (-x[0] / 2 - z[0] / 2, -x[1] / 2 - z[1] / 2)
    right_middle = (-y[0] / 2 - z[0] / 2, -y[1] / 2 - z[1] / 2)
    body = _hull(x, y, z, right)
    return (
        body
        + _side(left_middle, y, z, left, pips(faces["left"], plus_y, up))
        + _side(right_middle, x, z, right, pips(faces["right"], plus_x, up))
        + _side((0, 0), x, y, top, pips(up, plus_x, plus_y, reach=0.27, radius=0.095))
    )


def die_face_on(faces: dict[str, int], size: float = SIZE) -> str:
    """The fifth die, seen face-on: its upper face, its front, and its right side. (0, 0) is the middle of the front."""
    x, y, z = (0.92 * size, 0.0), (0.42 * size, -0.4 * size), (0.0, -0.86 * size)
    top, front, side = SHADES[0]
    body = _outline(
        [(-x[0] - z[0], -x[1] - z[1]), (x[0] - z[0], x[1] - z[1])],
        [(x[0] + z[0], x[1] + z[1]), (-x[0] + z[0], z[1])],
        y,
        side,
    )
    up_middle = (y[0] / 2 + z[0] / 2, y[1] / 2 + z[1] / 2)
    right_middle = (x[0] / 2 + y[0] / 2, x[1] / 2 + y[1] / 2)
    return (
        body
        + _side((0, 0), x, z, front, pips(faces["front"], faces["right"], faces["up"]))
        + _side(right_middle, y, z, side, pips(faces["right"], faces["back"], faces["up"]))
        + _side(up_middle, x, y, top, pips(faces["up"], faces["right"], faces["back"]))
    )


def _outline(low: list[Point], high: list[Point], back: Point, fill: str) -> str:
    """What stands behind the faces of a die seen face-on."""
    (left_low, right_low), (right_high, left_high) = [[(px / 2, py / 2) for px, py in pair] for pair in (low, high)]
    corners = [
        left_low,
        right_low,
        *((px + back[0], py + back[1]) for px, py in (right_low, right_high, left_high)),
        left_high,
    ]
    points = " ".join(f"{px * 0.98:.1f},{py * 0.98:.1f}" for px, py in corners)
    return f'<polygon points="{points}" fill="{fill}" stroke="{fill}" stroke-width="2" stroke-linejoin="round"/>'


def _hull(x: Point, y: Point, z: Point, fill: str) -> str:
    """The outline behind the three faces, so that no felt shows between their rounded corners."""
    corners = [
        (-x[0] - y[0], -x[1] - y[1]),
        (x[0] - y[0], x[1] - y[1]),
        (x[0] + y[0], x[1] + y[1]),
        (y[0] - x[0], y[1] - x[1]),
    ]
    low = [(corners[i][0] / 2 - z[0], corners[i][1] / 2 - z[1]) for i in (3, 0, 1)]
    high = [(corners[i][0] / 2, corners[i][1] / 2) for i in (1, 2, 3)]
    points = " ".join(f"{px * 0.97:.1f},{py * 0.97:.1f}" for px, py in (*low, *high))
    return f'<polygon points="{points}" fill="{fill}" stroke="{fill}" stroke-width="2" stroke-linejoin="round"/>'


def place(where: str) -> Point:
    """The middle of the upper face of the die at a place, round the middle of the square."""
    x, y = {"near": (0, 0), "right": (1, 0), "left": (0, 1), "far": (1, 1)}[where]
    step = SIZE * PITCH
    return (x - y) * ACROSS * step, -(x + y - 1) * ALONG * step


def shadow() -> str:
    """The shadow of the four dice on the felt."""
    reach = SIZE * (1 + PITCH) / 2
    across, along, down = ACROSS * 2 * reach, ALONG * 2 * reach, TALL * SIZE
    points = f"{-across:.1f},{down:.1f} 0,{down + along:.1f} {across:.1f},{down:.1f} 0,{down - along:.1f}"
    edge = {"stroke": FELT_EDGE, "stroke_width": 14, "stroke_linejoin": "round"}
    return tag("polygon", points=points, transform="translate(5 10)", fill=FELT_EDGE, opacity=0.55, **edge)


def padlock(size: float) -> str:
    """A small brass padlock round (0, 0)."""
    bow = f'<path d="M-.28 -.05v-.28a.28 .28 0 0 1 .56 0v.28" fill="none" stroke="{BRASS_DARK}" stroke-width=".15"/>'
    case = (
        f'<rect x="-.44" y="-.1" width=".88" height=".64" rx=".12" fill="{BRASS}" stroke="{BRASS_DARK}" '
        f'stroke-width=".07"/>'
    )
    hole = (
        f'<circle cx="0" cy=".16" r=".1" fill="{INK}"/><rect x="-.045" y=".18" width=".09" height=".2" fill="{INK}"/>'
    )
    return f'<g transform="scale({size:g})">{bow}{case}{hole}</g>'


def small_square(faces: list[int], moved: list[bool], edge: float = 25) -> str:
    """Four upper faces (near, left, far, right) seen from above as a diamond; the dice a tip moves are outlined."""
    half = edge * 0.7071 + 1.5
    spots = ((0, half), (-half, 0), (0, -half), (half, 0))
    drawn = []
    for (x, y), face, bold in zip(spots, faces, moved, strict=True):
        fill, edge_colour, line = (SHADES[0][0], BRASS, 0.12) if bold else ("#d8d3c0", INK, 0.03)
        square = tag(
            "rect", x=-0.5, y=-0.5, width=1, height=1, rx=0.16, fill=fill, stroke=edge_colour, stroke_width=line
        )
        marks = "".join(f'<circle cx="{u * 0.27:g}" cy="{v * 0.27:g}" r=".1" fill="{INK}"/>' for u, v in _PIPS[face])
        drawn.append(
            (bold, f'<g transform="translate({x:.1f} {y:.1f}) rotate(-45) scale({edge:g})">{square}{marks}</g>')
        )
    return "".join(one for _, one in sorted(drawn, key=lambda pair: pair[0]))


def label(x: float, y: float, words: str, **attributes: Any) -> str:
    """A line of small print on the felt."""
    return text(x, y, words, **{"size": 15, "fill": "#e9e2cd", **attributes})


def keyed(content: str, x: float, y: float, key: str, face: str, **attributes: Any) -> str:
    """A thing with an identity, so that it moves (and tumbles) instead of blinking."""
    return group(content, x, y, data_key=key, data_face=face, data_tumble=True, **attributes)
