"""The drawing of a table of Dalapapa: the players, the board that pans and zooms, and the dominoes of the seat that
looks.
"""

from html import escape
from typing import Any

from ....drawing import (
    BRASS,
    BRASS_DARK,
    FELT,
    FELT_DARK,
    FELT_EDGE,
    INK,
    INK_SOFT,
    IVORY,
    PAPER,
    PAPER_SHADE,
    RED,
    SEAT_COLOURS,
    group,
    picture,
    tag,
)
from ....drawing import text as label
from ....words import Say
from ..foresee import foretold, triangles

View = dict[str, Any]
WIDTH, HEIGHT = 720, 952
TOP, BOARD_HEIGHT = 132, 580  # the board's window, as wide as the drawing
UNIT = 40.0  # a square of the board, before it is fitted to the window
# Apart by light as well as by hue, so that no kind of colour-blindness confuses two; and each has a texture of its own.
COLOURS = ("#2a5a94", "#b8483c", "#e8b13c", "#f5ecd7")
SHADES = ("#5f8cc4", "#8c2f26", "#b57f16", "#cdbf9f")
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
# The corners at the ends of the left, upper, right and lower side of a square.
ENDS = ((3, 0), (0, 1), (1, 2), (2, 3))


def _patterns() -> str:
    """Blue is lined, red dotted, yellow hatched, cream plain with a fine grain."""
    marks = (
        f'<path d="M-2 2L2 -2M0 10L10 0M8 12L12 8" stroke="{SHADES[0]}" stroke-width="2.2"/>',
        f'<circle cx="3" cy="3" r="1.7" fill="{SHADES[1]}"/><circle cx="8" cy="8" r="1.7" fill="{SHADES[1]}"/>',
        f'<path d="M0 5H10M5 0V10" stroke="{SHADES[2]}" stroke-width="1.3"/>',
        f'<path d="M4 5H6" stroke="{SHADES[3]}" stroke-width="1.2"/>',
    )
    return "".join(
        tag(
            "pattern",
            f'<rect width="10" height="10" fill="{COLOURS[k]}"/>' + marks[k],
            id=f"dal-{k}",
            width=10,
            height=10,
            patternUnits="userSpaceOnUse",
        )
        for k in range(4)
    )


def _triangle(x: float, y: float, side: int, unit: float) -> str:
    """A half-cell as a path: the two ends of its side of the square, and the centre."""
    (ax, ay), (bx, by) = (CORNERS[end] for end in ENDS[side])
    return (
        f"M{(x + ax) * unit:g} {(y + ay) * unit:g}L{(x + bx) * unit:g} {(y + by) * unit:g}L{(x + 0.5) * unit:g} "
        f"{(y + 0.5) * unit:g}Z"
    )


def domino(colours: list[int], turn: int, x: float, y: float, unit: float = UNIT, **attributes: Any) -> str:
    """A domino as it lies, its left or upper square at (x, y)."""
    paths: dict[int, str] = {}
    for cell in range(7):
        for tx, ty, side in triangles(0, 0, turn, cell):
            paths[colours[cell]] = paths.get(colours[cell], "") + _triangle(x + tx, y + ty, side, unit)
    body = "".join(tag("path", d=path, fill=f"url(#dal-{colour})") for colour, path in sorted(paths.items()))
    upright = turn & 1
    width, height = (1, 2) if upright else (2, 1)
    frame = tag(
        "rect",
        x=x * unit,
        y=y * unit,
        width=width * unit,
        height=height * unit,
        rx=unit * 0.06,
        fill="none",
        stroke=INK,
        stroke_width=unit * 0.035,
    )
    return tag("g", body + frame, **attributes)


def _outline(halves: list[list[int]], unit: float = UNIT) -> str:
    """The border of a territory: the half diagonals between a half-cell of it and one that is not."""
    inside = {tuple(half) for half in halves}
    path = ""
    for x, y, side in sorted(inside):
        for other, corner in (((side - 1) % 4, ENDS[side][0]), ((side + 1) % 4, ENDS[side][1])):
            if (x, y, other) not in inside:
                cx, cy = CORNERS[corner]
                path += f"M{(x + cx) * unit:g} {(y + cy) * unit:g}L{(x + 0.5) * unit:g} {(y + 0.5) * unit:g}"
    return path


def _middle(halves: list[list[int]]) -> tuple[float, float]:
    """Where the marker of a territory stands: the middle of the cell nearest its centre of mass."""
    cells = [(x + (0, 0.5, 1, 0.5)[side], y + (0.5, 0, 0.5, 1)[side]) for x, y, side in halves]
    mx, my = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    return min(cells, key=lambda cell: ((cell[0] - mx) ** 2 + (cell[1] - my) ** 2, cell))


def _territory(view: View, land: dict[str, Any], say: Say) -> str:
    owner, path = land["owner"], _outline(land["halves"])
    middle_x, middle_y = _middle(land["halves"])
    colour = IVORY if owner < 0 else SEAT_COLOURS[owner]
    body = tag("path", d=path, fill="none", stroke=INK, stroke_width=UNIT * 0.15, stroke_linecap="round")
    body += tag("path", d=path, fill="none", stroke=colour, stroke_width=UNIT * 0.085, stroke_linecap="round")
    ink = INK if owner in (-1, 2, 3) else IVORY
    disc = tag(
        "circle",
        r=UNIT * 0.25,
        fill=colour,
        stroke=INK if owner in (-1, 2, 3) else IVORY,
        stroke_width=1.6,
        stroke_dasharray=None if owner >= 0 else "4 3",
    )
    disc += label(0, UNIT * 0.11, str(land["cells"]), UNIT * 0.31, fill=ink, font_weight="bold")
    move = f"mark {land['territory']}"
    press: dict[str, Any] = {}
    if move in view["moves"]:
        shape = "".join(_triangle(x, y, side, UNIT) for x, y, side in land["halves"])
        body = tag("path", d=shape, fill=BRASS, opacity=0.55) + body
        words = say.count(
            "Mark territory {land}: {n} point",
            "Mark territory {land}: {n} points",
            land["cells"],
            land=land["territory"],
        )
        press = {"data_move": move, "role": "button", "tabindex": 0, "aria_label": words}
        body = tag("title", escape(words)) + body
    return tag(
        "g", body + group(disc, middle_x * UNIT, middle_y * UNIT), data_key=f"territory-{land['territory']}", **press
    )


def _ghost(view: View, one: dict[str, Any], turn: int, say: Say) -> str:
    """A legal spot of one domino as it lies: an outline, and a ring with what it brings."""
    width, height = (1, 2) if turn & 1 else (2, 1)
    x, y = one["x"] * UNIT, one["y"] * UNIT
    words = say("Place {name} here", name=f"{one['domino']}{one['face']}")
    told = foretold(one, say)
    if told:
        words += f": {told}" if say.lang == "en" else f" : {told}"
    body = tag("title", escape(words))
    body += tag(
        "rect", x=x + 2, y=y + 2, width=width * UNIT - 4, height=height * UNIT - 4, rx=5, fill=PAPER, fill_opacity=0.1,
        stroke=PAPER, stroke_opacity=0.75, stroke_dasharray="5 4", stroke_width=1.5,
    )  # fmt: skip
    for halves in one["halves"]:
        body += tag(
            "path",
            d=_outline(halves),
            fill="none",
            stroke=BRASS,
            stroke_width=UNIT * 0.12,
            stroke_linecap="round",
            stroke_dasharray="1 6",
        )
    cx, cy = x + width * UNIT / 2, y + height * UNIT / 2
    fill, ink = (RED, IVORY) if one["tokens"] < 0 else (BRASS, INK) if one["tokens"] > 0 else (PAPER, INK)
    body += tag("circle", cx=cx, cy=cy, r=UNIT * 0.3, fill=fill, stroke=INK, stroke_width=1.5)
    worth = say.number(one["tokens"], sign=True) if one["tokens"] else "·" if not one["connections"] else "0"
    body += label(cx, cy + UNIT * 0.12, worth, UNIT * 0.34, fill=ink, font_weight="bold")
    if one["closes"]:
        body += tag(
            "circle",
            cx=cx + UNIT * 0.34,
            cy=cy - UNIT * 0.26,
            r=UNIT * 0.21,
            fill=SEAT_COLOURS[view["seat"]],
            stroke=IVORY,
            stroke_width=1.5,
        )
        ink = INK if view["seat"] in (2, 3) else IVORY
        body += label(
            cx + UNIT * 0.34, cy - UNIT * 0.16, str(sum(one["closes"])), UNIT * 0.27, fill=ink, font_weight="bold"
        )
    move = f"place {one['domino']}{one['face']} {one['turn']} at {one['x']} {one['y']}"
    needs = f"domino={one['domino']} face={one['face']} turn={turn}"
    return tag("g", body, data_move=move, data_needs=needs, role="button", tabindex=0, aria_label=words)


def _ghosts(view: View, say: Say) -> str:
    """Every legal spot.

    A face that looks the same after a half turn has its spots both ways round: the hand may lie either way.
    """
    drawn = ""
    ways = {(one["domino"], one["face"], one["turn"]) for one in view["placements"]}
    for one in view["placements"]:
        drawn += _ghost(view, one, one["turn"], say)
        card = next(card for card in view["hands"][view["seat"]] if card["domino"] == one["domino"])
        face = card["faces"]["ab".index(one["face"])]
        if face[0:3] == face[3:6] and (one["domino"], one["face"], one["turn"] ^ 2) not in ways:
            drawn += _ghost(view, one, one["turn"] ^ 2, say)
    return drawn


def _board(view: View, say: Say) -> str:
    """The board, fitted to its window."""
    spots = [(one["x"], one["y"], one["turn"]) for one in view["dominoes"] + view["placements"]] or [(0, 0, 0)]
    left, top = min(x for x, _, _ in spots), min(y for _, y, _ in spots)
    right = max(x + (1 if turn & 1 else 2) for x, _, turn in spots)
    bottom = max(y + (2 if turn & 1 else 1) for _, y, turn in spots)
    scale = min((WIDTH - 40) / ((right - left) * UNIT), (BOARD_HEIGHT - 40) / ((bottom - top) * UNIT), 1.9)
    dx = WIDTH / 2 - scale * UNIT * (left + right) / 2
    dy = TOP + BOARD_HEIGHT / 2 - scale * UNIT * (top + bottom) / 2
    drawn = ""
    for at, one in enumerate(view["dominoes"]):
        shadow = tag(
            "rect",
            x=one["x"] * UNIT + 2,
            y=one["y"] * UNIT + 3,
            width=UNIT * (1 if one["turn"] & 1 else 2),
            height=UNIT * (2 if one["turn"] & 1 else 1),
            rx=3,
            opacity=0.3,
        )
        drawn += tag(
            "g", shadow + domino(one["colours"], one["turn"], one["x"], one["y"]), data_key=f"domino-{one['domino']}"
        )
        if at == len(view["dominoes"]) - 1 and at >= 3:
            wide, high = (1, 2) if one["turn"] & 1 else (2, 1)
            drawn += tag(
                "rect",
                x=one["x"] * UNIT - 1,
                y=one["y"] * UNIT - 1,
                width=wide * UNIT + 2,
                height=high * UNIT + 2,
                rx=4,
                fill="none",
                stroke="#fff",
                stroke_width=2.5,
            )
    drawn += "".join(_territory(view, land, say) for land in view["territories"])
    drawn += _ghosts(view, say)
    inner = tag("g", tag("g", drawn, transform=f"translate({dx:.2f} {dy:.2f}) scale({scale:.4f})"), data_view=True)
    window = tag("clipPath", tag("rect", x=0, y=TOP, width=WIDTH, height=BOARD_HEIGHT), id="dal-window")
    ground = tag("rect", x=0, y=TOP, width=WIDTH, height=BOARD_HEIGHT, fill=FELT_DARK)
    edge = tag("path", d=f"M0 {TOP}H{WIDTH}M0 {TOP + BOARD_HEIGHT}H{WIDTH}", stroke=FELT_EDGE, stroke_width=3)
    return window + tag("g", ground + inner, clip_path="url(#dal-window)") + edge


def _players(view: View, say: Say) -> str:
    """One card a seat: name, points, tokens, markers left, dominoes held, the plaque."""
    n = view["players"]
    width = (WIDTH - 12 * (n + 1)) / n
    drawn = ""
    for seat, name in enumerate(view["names"]):
        acting = seat == view["turn"] and not view["over"]
        most = {2: 18, 3: 11, 4: 8}[n]
        card = tag(
            "rect",
            width=width,
            height=108,
            rx=9,
            fill=PAPER if acting else PAPER_SHADE,
            opacity=1 if acting else 0.88,
            stroke=BRASS if acting else None,
            stroke_width=4,
        )
        card += tag("circle", cx=24, cy=27, r=12, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1)
        card += label(
            44,
            34,
            name if len(name) <= most else name[: most - 1] + "…",
            22,
            "start",
            INK,
            font_weight="bold" if acting else None,
        )
        card += label(width - 14, 80 if n > 2 else 38, str(view["scores"][seat]), 32, "end", INK, serif=True)
        if view["plaque"] == seat:
            card += tag(
                "rect", x=width - 48, y=84 if n > 2 else 50, width=36, height=22, rx=4, fill=BRASS, stroke=BRASS_DARK
            )
            card += label(width - 30, 101 if n > 2 else 67, "+5", 18, fill=INK, font_weight="bold")
        card += _stock(view, seat, n, say)
        drawn += group(card, 12 + seat * (width + 12), 12, data_key=f"seat-{seat}")
    return drawn


def _stock(view: View, seat: int, n: int, say: Say) -> str:
    """Tokens as brass discs, markers left as pegs, each with its number."""
    tokens, markers = view["tokens"][seat], view["markers"][seat]
    drawn = tag("circle", cx=24, cy=64, r=10, fill=BRASS, stroke=BRASS_DARK, stroke_width=2) + label(
        42, 72, str(tokens), 22, "start", INK
    )
    drawn += tag("circle", cx=24, cy=92, r=7, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1) + label(
        42, 99, str(markers), 20, "start", INK
    )
    if n == 2:
        drawn += label(76, 71, say.count("token", "tokens", tokens), 18, "start", INK_SOFT)
        drawn += label(76, 98, say.count("marker left", "markers left", markers), 18, "start", INK_SOFT)
    for k, card in enumerate(view["hands"][seat]):  # dominoes held: backs, or numbers once shown
        x = (176 if n == 2 else 74) + 26 * k + (60 if n == 2 else 0)
        drawn += tag(
            "rect", x=x, y=56, width=20, height=40, rx=3, fill="#6d5a86" if not card["domino"] else IVORY, stroke=INK
        )
        if card["domino"]:
            drawn += label(x + 10, 81, str(card["domino"]), 13, fill=INK)
    return drawn


def _hand(view: View, say: Say) -> str:
    """The dominoes of the seat that looks, as they lie now; or what is left, for a spectator."""
    y = TOP + BOARD_HEIGHT
    bag, reserve = say("bag"), say("reserve")
    drawn = label(WIDTH - 18, y + 34, f"{bag} {view['bag']}   ·   {reserve} {view['reserve']}", 21, "end", PAPER_SHADE)
    if view["last_turns"] and not view["over"]:
        drawn += label(18, y + 34, say("Last turns"), 24, "start", BRASS, serif=True)
    if view["seat"] < 0:
        return drawn
    hand = view["hands"][view["seat"]]
    placing = bool(view["placements"])
    room = WIDTH / max(3, len(hand) + (1 if placing else 0))
    for k, card in enumerate(hand):
        if card["domino"]:
            drawn += group(_card(view, card, placing, say), room * (k + 0.5), y + 128)
    if placing:
        drawn += group(_handles(view, say), room * (len(hand) + 0.5), y + 128)
    return drawn


def _card(view: View, card: dict[str, Any], placing: bool, say: Say) -> str:
    """One domino of the hand; while placing, every way it can lie, of which one shows."""
    unit = 74.0
    back = tag(
        "rect",
        x=-84,
        y=-84,
        width=168,
        height=168,
        rx=12,
        fill=FELT_DARK,
        stroke=BRASS if placing else FELT_EDGE,
        stroke_width=2,
    )
    drawn = ""
    for k, face in enumerate(card["faces"]):
        for turn in range(4 if placing else 1):
            if not placing and k:
                continue
            colours = [*face[3:6], *face[0:3], face[6]] if turn & 2 else list(face)
            x, y = (-0.5, -1.0) if turn & 1 else (-1.0, -0.5)
            needs = f"face={'ab'[k]} turn={turn}" if placing else None
            drawn += tag("g", domino(colours, turn, x, y, unit), data_needs=needs)
    drawn += label(0, 104, f"{card['domino']}", 20, fill=PAPER)
    press: dict[str, Any] = {}
    if placing:
        press = {
            "data_for": f"domino-{card['domino']}",
            "role": "button",
            "tabindex": 0,
            "aria_label": say("Choose domino {number}", number=card["domino"]),
        }
        drawn += tag(
            "rect",
            x=-84,
            y=-84,
            width=168,
            height=168,
            rx=12,
            fill="none",
            stroke=IVORY,
            stroke_width=5,
            data_needs=f"domino={card['domino']}",
        )
    return tag("g", back + drawn, **press)


def _handles(view: View, say: Say) -> str:
    """Turn and flip."""
    drawn = ""
    rows = [("turn", "↻", say("Turn"))] + (
        [("face", "⇅", say("Flip"))] if view["options"]["tiles"] == "classic" else []
    )
    for k, (name, sign, words) in enumerate(rows):
        knob = tag("rect", x=-84, y=-82 + 88 * k, width=168, height=74, rx=12, fill=PAPER, stroke=BRASS, stroke_width=2)
        knob += label(-60, -32 + 88 * k, sign, 34, fill=INK) + label(
            18, -36 + 88 * k, words, 26 if len(words) < 8 else 22, fill=INK
        )
        drawn += tag("g", knob, data_next=name, role="button", tabindex=0, aria_label=words)
    return drawn


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    said = [say.count("{n} domino on the board.", "{n} dominoes on the board.", len(view["dominoes"]))]
    free = [str(land["cells"]) for land in view["territories"] if land["owner"] < 0]
    if free:
        said.append(say("Closed and unmarked: {cells} cells.", cells=say.list(free)))
    for seat, name in enumerate(view["names"]):
        said.append(
            say(
                "{name}: {score} points, tokens {tokens}, markers {markers}.",
                name=name,
                score=view["scores"][seat],
                tokens=view["tokens"][seat],
                markers=view["markers"][seat],
            )
        )
    return " ".join(said)


def svg(view: View, say: Say) -> str:
    ground = tag("rect", width=WIDTH, height=HEIGHT, rx=14, fill=FELT)
    body = tag("defs", _patterns()) + ground + _players(view, say) + _board(view, say) + _hand(view, say)
    return picture(WIDTH, HEIGHT, "Dalapapa 72", describe(view, say), body)
