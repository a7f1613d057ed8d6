"""The drawing of a table of Dalapapa: the players, the board that pans and zooms, and the dominoes of the seat that
looks.
"""

from html import escape
from typing import Any

from ....contract import View
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
    shortened,
    tag,
)
from ....drawing import text as label
from ....words import Say
from ..moves import FACE_LETTERS, foretold, mark_words, place_words
from ..rules.grid import half_cells, size
from ..rules.state import OPENING_DOMINOES, PLAQUE
from ..rules.tiles import CELLS, half_turned
from .telling import describe, mark_label

WIDTH, HEIGHT = 720, 952
TOP, BOARD_HEIGHT = 132, 580  # the board's window, as wide as the drawing
UNIT = 40.0  # a square of the board, before it is fitted to the window
# Apart by light as well as by hue, so that no kind of colour-blindness confuses two; and each has a texture of its own.
COLOURS = ("#2a5a94", "#b8483c", "#e8b13c", "#f5ecd7")
SHADES = ("#5f8cc4", "#8c2f26", "#b57f16", "#cdbf9f")
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
# The corners at the ends of the left, upper, right and lower side of a square.
ENDS = ((3, 0), (0, 1), (1, 2), (2, 3))
PALE_SEATS = (2, 3)  # beige and orange: written on in ink
LONGEST_NAME = {2: 18, 3: 11, 4: 8}  # letters on a card, by how many play
CARD = 168  # a domino of the hand, and the knobs beside it


def patterns() -> str:
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


def _ink_on(seat: int) -> str:
    """What is legible on a seat's colour, or on a marker nobody has put (−1)."""
    return INK if seat < 0 or seat in PALE_SEATS else IVORY


def domino(colours: list[int], turn: int, x: float, y: float, unit: float = UNIT, **attributes: Any) -> str:
    """A domino as it lies, its left or upper square at (x, y)."""
    paths: dict[int, str] = {}
    for cell in range(CELLS):
        for tx, ty, side in half_cells(0, 0, turn, cell):
            paths[colours[cell]] = paths.get(colours[cell], "") + _triangle(x + tx, y + ty, side, unit)
    body = "".join(tag("path", d=path, fill=f"url(#dal-{colour})") for colour, path in sorted(paths.items()))
    width, height = size(turn)
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
    ink = _ink_on(owner)
    disc = tag(
        "circle",
        r=UNIT * 0.25,
        fill=colour,
        stroke=ink,
        stroke_width=1.6,
        stroke_dasharray=None if owner >= 0 else "4 3",
    )
    disc += label(0, UNIT * 0.11, str(land["cells"]), UNIT * 0.31, fill=ink, font_weight="bold")
    move = mark_words(land["territory"])
    press: dict[str, Any] = {}
    if move in view["moves"]:
        shape = "".join(_triangle(x, y, side, UNIT) for x, y, side in land["halves"])
        body = tag("path", d=shape, fill=BRASS, opacity=0.55) + body
        words = mark_label(land, say)
        press = {"data_move": move, "role": "button", "tabindex": 0, "aria_label": words}
        body = tag("title", escape(words)) + body
    return tag(
        "g", body + group(disc, middle_x * UNIT, middle_y * UNIT), data_key=f"territory-{land['territory']}", **press
    )


def _ghost(view: View, spot: dict[str, Any], turn: int, say: Say) -> str:
    """A legal spot of one domino as it lies: an outline, and a ring with what it brings."""
    width, height = size(turn)
    x, y = spot["x"] * UNIT, spot["y"] * UNIT
    name, told = f"{spot['domino']}{spot['face']}", foretold(spot["connections"], spot["tokens"], spot["closes"], say)
    words = say("Place {name} here: {told}", name=name, told=told) if told else say("Place {name} here", name=name)
    body = tag("title", escape(words))
    body += tag(
        "rect", x=x + 2, y=y + 2, width=width * UNIT - 4, height=height * UNIT - 4, rx=5, fill=PAPER, fill_opacity=0.1,
        stroke=PAPER, stroke_opacity=0.75, stroke_dasharray="5 4", stroke_width=1.5,
    )  # fmt: skip
    for halves in spot["halves"]:
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
    fill, ink = (RED, IVORY) if spot["tokens"] < 0 else (BRASS, INK) if spot["tokens"] > 0 else (PAPER, INK)
    body += tag("circle", cx=cx, cy=cy, r=UNIT * 0.3, fill=fill, stroke=INK, stroke_width=1.5)
    worth = say.number(spot["tokens"], sign=True) if spot["tokens"] else "·" if not spot["connections"] else "0"
    body += label(cx, cy + UNIT * 0.12, worth, UNIT * 0.34, fill=ink, font_weight="bold")
    if spot["closes"]:
        body += tag(
            "circle",
            cx=cx + UNIT * 0.34,
            cy=cy - UNIT * 0.26,
            r=UNIT * 0.21,
            fill=SEAT_COLOURS[view["seat"]],
            stroke=IVORY,
            stroke_width=1.5,
        )
        cells, ink = str(sum(spot["closes"])), _ink_on(view["seat"])
        body += label(cx + UNIT * 0.34, cy - UNIT * 0.16, cells, UNIT * 0.27, fill=ink, font_weight="bold")
    move = place_words(spot["domino"], spot["face"], spot["turn"], spot["x"], spot["y"])
    needs = f"domino={spot['domino']} face={spot['face']} turn={turn}"
    return tag("g", body, data_move=move, data_needs=needs, role="button", tabindex=0, aria_label=words)


def _ghosts(view: View, say: Say) -> str:
    """Every legal spot.

    A face that looks the same after a half turn has its spots both ways round: the hand may lie either way.
    """
    drawn = ""
    ways = {(spot["domino"], spot["face"], spot["turn"]) for spot in view["placements"]}
    for spot in view["placements"]:
        drawn += _ghost(view, spot, spot["turn"], say)
        card = next(card for card in view["hands"][view["seat"]] if card["domino"] == spot["domino"])
        face = tuple(card["faces"][FACE_LETTERS.index(spot["face"])])
        if face == half_turned(face) and (spot["domino"], spot["face"], spot["turn"] ^ 2) not in ways:
            drawn += _ghost(view, spot, spot["turn"] ^ 2, say)
    return drawn


def _board(view: View, say: Say) -> str:
    """The board, fitted to its window."""
    drawn = ""
    for number, laid in enumerate(view["dominoes"], 1):
        drawn += _laid(laid)
        if number == len(view["dominoes"]) and number > OPENING_DOMINOES:
            drawn += _last_laid(laid)
    drawn += "".join(_territory(view, land, say) for land in view["territories"])
    drawn += _ghosts(view, say)
    inner = tag("g", tag("g", drawn, transform=_fitted(view)), data_view=True)
    window = tag("clipPath", tag("rect", x=0, y=TOP, width=WIDTH, height=BOARD_HEIGHT), id="dal-window")
    ground = tag("rect", x=0, y=TOP, width=WIDTH, height=BOARD_HEIGHT, fill=FELT_DARK)
    edge = tag("path", d=f"M0 {TOP}H{WIDTH}M0 {TOP + BOARD_HEIGHT}H{WIDTH}", stroke=FELT_EDGE, stroke_width=3)
    return window + tag("g", ground + inner, clip_path="url(#dal-window)") + edge


def _fitted(view: View) -> str:
    """Moves and scales the board so that its dominoes and the legal spots fill the window."""
    spots = [(one["x"], one["y"], *size(one["turn"])) for one in view["dominoes"] + view["placements"]]
    spots = spots or [(0, 0, *size(0))]
    left, top = min(x for x, _, _, _ in spots), min(y for _, y, _, _ in spots)
    right, bottom = max(x + width for x, _, width, _ in spots), max(y + height for _, y, _, height in spots)
    scale = min((WIDTH - 40) / ((right - left) * UNIT), (BOARD_HEIGHT - 40) / ((bottom - top) * UNIT), 1.9)
    dx = WIDTH / 2 - scale * UNIT * (left + right) / 2
    dy = TOP + BOARD_HEIGHT / 2 - scale * UNIT * (top + bottom) / 2
    return f"translate({dx:.2f} {dy:.2f}) scale({scale:.4f})"


def _laid(laid: dict[str, Any]) -> str:
    """A domino on the board, and its shadow."""
    x, y, (width, height) = laid["x"], laid["y"], size(laid["turn"])
    shadow = tag("rect", x=x * UNIT + 2, y=y * UNIT + 3, width=UNIT * width, height=UNIT * height, rx=3, opacity=0.3)
    return tag("g", shadow + domino(laid["colours"], laid["turn"], x, y), data_key=f"domino-{laid['domino']}")


def _last_laid(laid: dict[str, Any]) -> str:
    """A white frame round the domino laid last."""
    x, y, (width, height) = laid["x"], laid["y"], size(laid["turn"])
    return tag(
        "rect", x=x * UNIT - 1, y=y * UNIT - 1, width=width * UNIT + 2, height=height * UNIT + 2, rx=4, fill="none",
        stroke="#fff", stroke_width=2.5,
    )  # fmt: skip


def _players(view: View, say: Say) -> str:
    """One card a seat: name, points, tokens, markers left, dominoes held, the plaque."""
    n = view["players"]
    width = (WIDTH - 12 * (n + 1)) / n
    drawn = ""
    for seat, name in enumerate(view["names"]):
        acting = seat == view["turn"] and not view["over"]
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
            shortened(name, LONGEST_NAME[n]),
            22,
            "start",
            INK,
            font_weight="bold" if acting else None,
        )
        card += label(
            width - 14,
            80 if n > 2 else 38,
            str(view["scores"][seat]),
            32,
            "end",
            INK,
            serif=True,
            data_count=f"score-{seat}",
        )
        if view["plaque"] == seat:
            card += tag(
                "rect", x=width - 48, y=84 if n > 2 else 50, width=36, height=22, rx=4, fill=BRASS, stroke=BRASS_DARK
            )
            card += label(width - 30, 101 if n > 2 else 67, f"+{PLAQUE}", 18, fill=INK, font_weight="bold")
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
    each = WIDTH / max(3, len(hand) + (1 if placing else 0))
    for k, card in enumerate(hand):
        if card["domino"]:
            drawn += group(_card(card, placing, say), each * (k + 0.5), y + 128)
    if placing:
        drawn += group(_handles(len(hand[0]["faces"]) > 1, say), each * (len(hand) + 0.5), y + 128)
    return drawn


def _card(card: dict[str, Any], placing: bool, say: Say) -> str:
    """One domino of the hand; while placing, every way it can lie, of which one shows."""
    unit = 74.0
    back = tag(
        "rect",
        x=-CARD // 2,
        y=-CARD // 2,
        width=CARD,
        height=CARD,
        rx=12,
        fill=FELT_DARK,
        stroke=BRASS if placing else FELT_EDGE,
        stroke_width=2,
    )
    drawn = ""
    for letter, face in zip(FACE_LETTERS, card["faces"] if placing else card["faces"][:1], strict=False):
        for turn in range(4 if placing else 1):
            colours = list(half_turned(tuple(face))) if turn & 2 else face
            width, height = size(turn)
            needs = f"face={letter} turn={turn}" if placing else None
            drawn += tag("g", domino(colours, turn, -width / 2, -height / 2, unit), data_needs=needs)
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
            x=-CARD // 2,
            y=-CARD // 2,
            width=CARD,
            height=CARD,
            rx=12,
            fill="none",
            stroke=IVORY,
            stroke_width=5,
            data_needs=f"domino={card['domino']}",
        )
    return tag("g", back + drawn, **press)


def _handles(reversible: bool, say: Say) -> str:
    """Turn and flip."""
    drawn = ""
    rows = [("turn", "↻", say("Turn"))] + ([("face", "⇅", say("Flip"))] if reversible else [])
    for k, (name, sign, words) in enumerate(rows):
        top = -82 + 88 * k
        knob = tag("rect", x=-CARD // 2, y=top, width=CARD, height=74, rx=12, fill=PAPER, stroke=BRASS, stroke_width=2)
        knob += label(-60, top + 50, sign, 34, fill=INK)
        knob += label(18, top + 46, words, 26 if len(words) < 8 else 22, fill=INK)
        drawn += tag("g", knob, data_next=name, role="button", tabindex=0, aria_label=words)
    return drawn


def svg(view: View, say: Say) -> str:
    ground = tag("rect", width=WIDTH, height=HEIGHT, rx=14, fill=FELT)
    body = tag("defs", patterns()) + ground + _players(view, say) + _board(view, say) + _hand(view, say)
    return picture(WIDTH, HEIGHT, "Dalapapa 72", describe(view, say), body)
