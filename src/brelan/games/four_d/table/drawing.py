"""The drawing of 4D: the race, the square corner-on as its player sees it, what each tip would make, and the memo.

It has two arrangements: the square left, tips and memo right; in a narrow window, 480 wide, one under the other.

A die is a body: the pips of its six faces keep their places on it, so that a tipped die looks like the same die tipped.
"""

import math
from functools import lru_cache
from typing import Any

from ....draw.drawing import (
    BRASS,
    BRASS_DARK,
    FELT,
    FELT_DARK,
    FELT_EDGE,
    INK,
    PAPER,
    by_room,
    escape,
    fitted,
    group,
    picture,
    tag,
    text,
)
from ....model.contract import View
from ....model.words import Say
from ..moves import line_words
from ..rules.lines import BASE, FIVE, FULL, LINES, NOTHING, QUINTE
from .telling import FIFTH_ARROWS, FIFTH_LABELS, TIP_LABELS, die_name, die_told, fifth_told, table_told

WIDTH, TRACKS, SQUARE, PREVIEWS = 480, 104, 330, 268  # the width; how tall the race, the square and the tips are
MEMO_ROW = 28
LARGER = 1.2  # side by side, the race and the square are drawn so much larger
SMALL = 14.2  # the smallest writing: 11 px on a phone
WITH_FIFTH = (QUINTE, FIVE, FULL)  # lines of five dice
SMALL_PRINT = 316  # where a line of small print lies under the square
CARD_WORDS = 82  # where the words of a tip begin, right of its small square

SIZE = 74.0  # the edge of a die
TIP_STEPS = 6  # pictures of a die on its way over its edge
PITCH = 1.3  # from die to die, in edges: a little apart, so that the inner sides can be guessed
# The view: a step of x or y goes this far across and up the picture; an edge stands this tall.
ACROSS, ALONG, TALL = 0.84, 0.56, 0.66

# Upper face, the side on the viewer's left, the side on the right.
SHADES = (("#fdf9ef", "#d9ccae", "#c3b48f"), ("#cfd3c4", "#a3a994", "#8e957f"))  # free, locked

Point = tuple[float, float]
# The body's axis a face lies on, and on which side.
_AXIS = {1: (0, 1), 2: (1, 1), 3: (2, 1), 4: (2, -1), 5: (1, -1), 6: (0, -1)}
# Where a face's pips lie along the body's two other axes; seen from above, 3 and 6 lie otherwise than the house's.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}


def svg(view: View, say: Say) -> str:
    """The race, the square, what each tip would make, and the memo."""
    lines = tuple(line for line in range(NOTHING) if view["fifth"] or line not in WITH_FIFTH)
    memo = MEMO_ROW * -(-len(lines) // 2)
    left, high = round(LARGER * WIDTH), round(LARGER * (TRACKS + SQUARE))
    drawn = tag("g", _race(view), transform=f"scale({LARGER})", data_tall="scale(1)")
    place = f"translate(0 {LARGER * TRACKS:g}) scale({LARGER})"
    drawn += tag("g", _square(view, say), transform=place, data_tall=f"translate(0 {TRACKS + memo + 10})")
    tall_tips = TRACKS + memo + SQUARE + 4
    if view["previews"]:
        drawn += group(_cards(view, say), left, 14, data_tall=f"translate(0 {tall_tips})")
    tips = 0 if view["stage"] == "over" else PREVIEWS  # what lies under them stays where it is while one plays
    sight = {"data_tall": f"translate(0 {TRACKS})", "class_": "memo"}  # narrow: on top, always in sight
    drawn += group(_memo(lines, (high - 30 - tips) / -(-len(lines) // 2), say), left, 24 + tips, **sight)
    felt = tag("rect", width="100%", height="100%", rx=18, fill=FELT)
    told, tall = (say("The table of 4D"), table_told(view, say)), (WIDTH, tall_tips + tips + 4)
    return picture(left + WIDTH, high, *told, felt + drawn, tall=tall, named=TRACKS - 8)


@lru_cache(maxsize=16)
def _memo(lines: tuple[int, ...], high: float, say: Say) -> str:
    """What each line brings, best first (4D-05, 4D-09); wide, rows are so high."""
    drawn, high = "", max(MEMO_ROW, min(2.4 * MEMO_ROW, high))
    for at, line in enumerate(lines):
        across, width = 16 + (WIDTH - 32) / 2 * (at & 1), (WIDTH - 32) / 2 - 8
        row = by_room(*(tag("rect", width=width, height=room - 4, rx=6, fill=FELT_DARK) for room in (high, MEMO_ROW)))
        words = text(0, 0, say(LINES[line]), SMALL, "start", PAPER)
        worth = text(0, 0, say("{base} + its face", base=BASE[line]), SMALL, "end", BRASS, serif=True)
        above, below, larger = (
            (high / 2 - 8, high / 2 + 16, 1.25) if high > 2 * MEMO_ROW else (high / 2 + 3,) * 2 + (1,)
        )
        for written, x, y in ((words, 10, above), (worth, width - 10, below)):
            wide = f"translate({x:g} {y:.4g}) scale({larger})"
            row += tag("g", written, transform=wide, data_tall=f"translate({x:g} 17)")
        tall = f"translate({across:g} {MEMO_ROW * (at >> 1)})"
        drawn += group(row, across, high * (at >> 1), data_tall=tall)
    return drawn


# --- the race


def _race(view: View) -> str:
    """The scores as a race to the target."""
    return "".join(_track(view, seat, 34 + 38 * seat) for seat in range(2))


def _track(view: View, seat: int, y: int) -> str:
    """One player's name, points and way to the target."""
    left, right = 24, WIDTH - 24
    span = right - left
    score, target, gained = view["scores"][seat], view["target"], view["gained"]
    full = span * min(score, target) / target
    active = view["stage"] in ("play", "open") and view["mover"] == seat
    name = ("▸ " if active else "") + fitted(view["names"][seat], 250, 16, bold=True)
    weight = "bold" if active else None
    drawn = text(left, y, name, 16, "start", BRASS if active else PAPER, font_weight=weight, data_sign=f"seat-{seat}")
    drawn += text(right, y, f"{score} / {target}", 16, "end", PAPER, serif=True)
    if view["gainer"] == seat and gained:  # a turn without points has nothing to show
        drawn += text(right - 92, y, f"+{gained}", 16, "end", BRASS)
    drawn += tag("rect", x=left, y=y + 6, width=span, height=9, rx=4.5, fill=FELT_EDGE)
    return drawn + tag(
        "rect",
        x=left,
        y=y + 6,
        width=max(full, 0.01),
        height=9,
        rx=min(4.5, full / 2),
        fill=BRASS if seat == 0 else PAPER,
        data_key=f"race-{seat}",
    )


# --- the square


def _square(view: View, say: Say) -> str:
    """The four dice, corner-on; the fifth beside them; a line of small print."""
    dice = {die["place"]: die for die in view["dice"]}
    choosable = {move.rsplit("lock-", 1)[1] for move in view["moves"] if "lock-" in move}
    drawn = shadow() if dice else ""
    for where in ("far", "left", "right", "near"):
        if where in dice:
            tipping = view.get("tipping", {}).get(where)  # in a scene: what tips, and which way
            drawn += _die_group(dice[where], where in choosable, view["stage"] == "open", say, tipping)
    if "far" in dice:
        drawn += _unfolded(dice["far"], say)
    drawn = group(drawn, WIDTH / 2 - (62 if view["fifth"] else 0), 128)
    if view["fifth"]:
        drawn += _fifth_group(view["fifth"], say)
    return drawn + _small_print(view, say)


def _small_print(view: View, say: Say) -> str:
    """What the moment is, under the square."""
    middle = WIDTH / 2
    if view["stage"] == "throw":
        return _label(middle, SMALL_PRINT if view["dice"] else 170, say("The dice are being thrown."))
    if view["stage"] == "open":
        return _label(middle, SMALL_PRINT, say("The opening turn: which die will be locked?"))
    drawn = ""
    if view["quiet"]:
        told = say.count(
            "{n} turn without a point (40 make a draw)", "{n} turns without a point (40 make a draw)", view["quiet"]
        )
        if view["seen_before"]:
            told = say("Seen twice: a third time makes a draw") + " · " + told
        drawn = _label(middle, SMALL_PRINT - 18, told, size=SMALL, data_key="quiet")
    if view["moves"] and view["stage"] == "play":
        drawn += _label(middle, SMALL_PRINT, say("① Tip   ② Lock"), fill=BRASS, data_key="steps")
    return drawn


def _unfolded(die: View, say: Say) -> str:
    """The two sides of the far die, which the dice in front of it hide, as small faces beside it."""
    drawn = ""
    for side, toward in (("left", -1), ("right", 1)):
        fill = SHADES[die["locked"]][1 if side == "left" else 2]
        square = tag("rect", x=-0.5, y=-0.5, width=1, height=1, rx=0.16, fill=fill, stroke=INK, stroke_width=0.03)
        told = say("the far die, its left side: {n}") if side == "left" else say("the far die, its right side: {n}")
        x, y = toward * 104, -76
        line = f'<path d="M{toward * 66} {y + 14}L{x - toward * 18} {y}" stroke="{PAPER}" stroke-opacity=".35"/>'
        title = tag("title", escape(told.format(n=die[side])))
        drawn += line + f'<g transform="translate({x} {y}) scale(30)">{title}{square}{_flat_pips(die[side])}</g>'
    return drawn


def _fifth_group(die: dict[str, int], say: Say) -> str:
    """The fifth die and its name."""
    title = tag("title", escape(fifth_told(die, say)))
    drawn = _keyed(title + _die_face_on(die), WIDTH - 92, 230, "die-5", f"{die['up']}{die['front']}")
    return drawn + _label(WIDTH - 84, 294, say("fifth die"))


def _die_group(die: View, choosable: bool, opening: bool, say: Say, tipping: list[int] | None = None) -> str:
    """One die: pressed, it is the one to lock; at the opening that is the whole move."""
    x, y = place(die["place"])
    title = die_told(die, say) + (" · " + say("locked") if die["locked"] else "")
    content = tag("title", escape(title)) + (
        _tip_frames(die["up"], die["left"], die["right"], *tipping) if tipping else die_body(die, die["locked"])
    )
    if die["locked"]:
        content += group(padlock(24), 0, 108 if die["place"] == "near" else -66)
    pressed = {}
    if choosable:
        pressed = {
            "data_move" if opening else "data_for": f"lock-{die['place']}",
            "role": "button",
            "tabindex": 0,
            "aria_label": say("lock {die}", die=die_name(die["place"], say)) + ". " + title,
            "data_step": None if opening else 2,
        }
    return _keyed(content, x, y, f"die-{die['id']}", f"{die['up']}{die['left']}", **pressed)


# --- the tips


def _cards(view: View, say: Say) -> str:
    """The six tips: the four faces each would show, and its points."""
    drawn = ""
    for index, preview in enumerate(view["previews"]):
        column, row = (index & 1), index >> 1
        drawn += _card(preview, index, 16 + (WIDTH - 32) / 2 * column, 4 + 84 * row, say, bool(view["moves"]))
    return drawn


def _card(preview: View, index: int, x: float, y: float, say: Say, mine: bool) -> str:
    results = preview["results"]
    winning = any(result["wins"] for result in results)
    back = tag(
        "rect",
        width=(WIDTH - 32) / 2 - 8,
        height=78,
        rx=10,
        fill=BRASS_DARK if winning else FELT_DARK,
        stroke=BRASS if winning else FELT_EDGE,
        stroke_width=1.5,
    )
    square = group(small_square(preview["faces"], preview["moved"], 23) + tip_arrows(preview, 23), 42, 39)
    name = say(TIP_LABELS[index])
    content = text(CARD_WORDS, 27, name, SMALL, "start", PAPER)
    if len(results) == 1:
        content += _one_result(results[0], winning, say)
        told = line_words(LINES.index(results[0]["line"]), results[0]["points"], say)
    else:
        content += _results_by_way(results, winning)
        told = ", ".join(f"{say(FIFTH_LABELS[way])} {result['points']}" for way, result in enumerate(results))
    aria = say.colon(name, told) + (" · " + say("wins") if winning else "")
    pressed = {"data_for": f"tip-{preview['tip']}", "role": "button", "tabindex": 0, "aria_label": aria} if mine else {}
    if mine:
        pressed["data_step"] = 1
    return group(tag("title", escape(aria)) + back + square + content, x, y, data_key=f"tip-{index}", **pressed)


def _one_result(result: View, winning: bool, say: Say) -> str:
    """Points and line."""
    points, line = result["points"], result["line"]
    drawn = text(CARD_WORDS, 58, str(points), 26, "start", BRASS if points and not winning else PAPER, serif=True)
    return drawn + text(CARD_WORDS + (36 if points > 9 else 22), 57, say(line), SMALL, "start", PAPER)


def _results_by_way(results: list[View], winning: bool) -> str:
    """The points for each way of tipping the fifth die."""
    colour = PAPER if winning else BRASS
    return "".join(
        text(CARD_WORDS + 34 * way, 56, f"{FIFTH_ARROWS[way]}{result['points']}", SMALL, "start", colour)
        for way, result in enumerate(results)
    )


# --- dice, in three dimensions


@lru_cache(maxsize=1024)
def face_pips(face: int, plus_u: int, plus_v: int, reach: float = 0.26, radius: float = 0.088, fill: str = INK) -> str:
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


def die_body(faces: dict[str, int], locked: bool = False, size: float = SIZE) -> str:
    """A die round (0, 0), the middle of its upper face. `faces`: up, left (−x), right (−y)."""
    return _die_body(faces["up"], faces["left"], faces["right"], locked, size)


@lru_cache(maxsize=256)  # a die lies in one of 24 ways
def _die_body(up: int, left_face: int, right_face: int, locked: bool, size: float) -> str:
    x, y, z = (ACROSS * size, -ALONG * size), (-ACROSS * size, -ALONG * size), (0.0, -TALL * size)
    top, left, right = SHADES[locked]
    plus_x, plus_y = 7 - left_face, 7 - right_face
    left_middle = (-x[0] / 2 - z[0] / 2, -x[1] / 2 - z[1] / 2)
    right_middle = (-y[0] / 2 - z[0] / 2, -y[1] / 2 - z[1] / 2)
    body = _hull(x, y, z, right)
    return (
        body
        + _side(left_middle, y, z, left, face_pips(left_face, plus_y, up))
        + _side(right_middle, x, z, right, face_pips(right_face, plus_x, up))
        + _side((0, 0), x, y, top, face_pips(up, plus_x, plus_y, reach=0.27, radius=0.095))
    )


@lru_cache(maxsize=256)
def _tip_frames(up: int, left: int, right: int, axis: int, way: int) -> str:
    """A die on its way over its edge, drawn as it stands at each step; the page shows one after another, ending with
    the die at rest, its faces so.
    """
    plus = (7 - left, 7 - right, up)
    steps = [
        f'<g data-frame="{step}" visibility="hidden">{_die_tipping(plus, axis, way, step / TIP_STEPS)}</g>'
        for step in range(TIP_STEPS)
    ]
    return "".join(steps) + f'<g data-frame="{TIP_STEPS}">{_die_body(up, left, right, False, SIZE)}</g>'


def _die_tipping(plus: tuple[int, int, int], axis: int, way: int, part: float, size: float = SIZE) -> str:
    """A die so far on its way over its edge toward ±x (axis 0) or ±y (axis 1): the faces turned to the viewer. `plus`
    are those that lie toward +x, +y and up at rest.
    """
    left = (part - 1) * math.pi / 2  # what is left of the quarter turn
    cos, sin = math.cos(left), -way * math.sin(left)
    body = [[float(row == column) for column in range(3)] for row in range(3)]
    body[axis] = [cos * (column == axis) + sin * (column == 2) for column in range(3)]
    body[2] = [cos * (column == 2) - sin * (column == axis) for column in range(3)]
    high = (abs(sin) + cos - 1) / 2 - 0.5  # its middle, over its upper face at rest
    drawn = ""
    for across, along, out in ((1, 2, 0), (0, 2, 1), (0, 1, 2)):
        for toward in (-1, 1):
            normal = [toward * value for value in body[out]]
            if -normal[0] - normal[1] + 2 * ALONG / TALL * normal[2] <= 0.01:  # turned away from the viewer
                continue
            shade = SHADES[0][0 if normal[2] > 0.7 else 1 if normal[0] < normal[1] else 2]
            number = plus[out] if toward > 0 else 7 - plus[out]
            middle = [value / 2 + (high if column == 2 else 0) for column, value in enumerate(normal)]
            centre, u, v = (_seen(point, size) for point in (middle, body[across], body[along]))
            drawn += _side(centre, u, v, shade, face_pips(number, plus[across], plus[along]))
    return drawn


def _seen(point: list[float], size: float) -> Point:
    """Where a point of the square's frame, in edges, lies in the picture."""
    x, y, z = point
    return (x - y) * ACROSS * size, -((x + y) * ALONG + z * TALL) * size


def _die_face_on(faces: dict[str, int], size: float = SIZE) -> str:
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
        + _side((0, 0), x, z, front, face_pips(faces["front"], faces["right"], faces["up"]))
        + _side(right_middle, y, z, side, face_pips(faces["right"], faces["back"], faces["up"]))
        + _side(up_middle, x, y, top, face_pips(faces["up"], faces["right"], faces["back"]))
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


@lru_cache(maxsize=1)
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
        die = f'<g transform="translate({x:.1f} {y:.1f}) rotate(-45) scale({edge:g})">{_from_above(face, bold)}</g>'
        drawn.append((bold, die))
    return "".join(die for _, die in sorted(drawn, key=lambda pair: pair[0]))


@lru_cache(maxsize=16)
def _from_above(face: int, bold: bool) -> str:
    fill, edge_colour, line = (SHADES[0][0], BRASS, 0.12) if bold else ("#d8d3c0", INK, 0.03)
    square = tag("rect", x=-0.5, y=-0.5, width=1, height=1, rx=0.16, fill=fill, stroke=edge_colour, stroke_width=line)
    return square + _flat_pips(face)


@lru_cache(maxsize=8)
def _flat_pips(face: int) -> str:
    """The pips of a face of edge 1, seen straight."""
    return "".join(f'<circle cx="{u * 0.27:g}" cy="{v * 0.27:g}" r=".1" fill="{INK}"/>' for u, v in _PIPS[face])


def tip_arrows(preview: View, edge: float) -> str:
    """Where the dice of a tip go: over their lower edge, to the left or to the right."""
    half = edge * 0.7071 + 1.5
    spots = ((0, half), (-half, 0), (0, -half), (half, 0))
    way = -1 if preview["tip"].endswith("left") else 1
    drawn = ""
    for (x, y), moved in zip(spots, preview["moved"], strict=True):
        if moved:
            head = f"M{way * 9} 3v6h{way * -6}"
            path = f'<path d="M0 0L{way * 9} 9{head}" fill="none" stroke="{BRASS}" stroke-width="2.4"/>'
            drawn += f'<g transform="translate({x + way * 7:.1f} {y + 7:.1f})" stroke-linecap="round">{path}</g>'
    return drawn


def _label(x: float, y: float, words: str, **attributes: Any) -> str:
    """A line of small print on the felt."""
    return text(x, y, words, **{"size": 15, "fill": "#e9e2cd", **attributes})


def _keyed(content: str, x: float, y: float, key: str, face: str, **attributes: Any) -> str:
    """A thing with an identity, so that it moves instead of blinking: dice are never thrown here, they tip."""
    return group(content, x, y, data_key=key, data_face=face, data_tip=True, **attributes)
