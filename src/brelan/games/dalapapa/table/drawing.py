"""The drawing of a table of Dalapapa: the players, the board that pans and zooms, and the dominoes of the seat that
looks.
"""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any

from ....draw.drawing import (
    BRASS,
    BRASS_DARK,
    FELT,
    FELT_DARK,
    INK,
    IVORY,
    PAPER,
    PAPER_SHADE,
    RED,
    SEAT_COLOURS,
    by_room,
    fitted,
    group,
    picture,
    tag,
    width_of,
)
from ....draw.drawing import text as label
from ....model.contract import View
from ....model.words import Say
from ..moves import FACE_LETTERS, foretold, mark_words
from ..rules.grid import half_cells, size
from ..rules.state import OPENING_DOMINOES, PLAQUE
from ..rules.tiles import CELLS, RIM, half_turned
from .telling import describe, mark_label

WIDTH, BOARD_HEIGHT = 720, 620  # the board's window; in a narrow window the drawing is as wide
SIDE, COLUMN = 330, 310  # what lies left and right of the board, and what is drawn of it
PLAYER, FACE = 126, 92  # how high a player's card and a domino of the hand are
ROW_FACE = 85  # narrow: as high, where the four faces of two dominoes lie in one row
HAND_ROW = 84  # wide: a domino of the hand, both faces side by side
STOCK = 130  # how high the sack and the tokens of the reserve are
SMALL = 21.5  # the smallest writing: 11 px on a phone
BACK = "#6d5a86"  # of a domino nobody may see
GHOST, REFUSED = 0.3, 0.75  # how much is seen of a domino where it might lie, and where it may not
UNIT = 40.0  # a square of the board, before it is fitted to the window
# Apart by light as well as by hue, so that no kind of colour-blindness confuses two; and each has a texture of its own.
COLOURS = ("#2a5a94", "#b8483c", "#e8b13c", "#f5ecd7")
SHADES = ("#5f8cc4", "#8c2f26", "#b57f16", "#cdbf9f")
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
BEYOND = ((-1, 0), (0, -1), (1, 0), (0, 1))  # the square beyond each side of one
# The corners at the ends of the left, upper, right and lower side of a square.
ENDS = ((3, 0), (0, 1), (1, 2), (2, 3))
PALE_SEATS = (2, 3)  # beige and orange: written on in ink


@lru_cache(maxsize=8)
def patterns(colours: Sequence[str] = COLOURS, shades: Sequence[str] = SHADES) -> str:
    """Blue is lined, red dotted, yellow hatched, cream plain with a fine grain."""
    marks = (
        f'<path d="M-2 2L2 -2M0 10L10 0M8 12L12 8" stroke="{shades[0]}" stroke-width="2.2"/>',
        f'<circle cx="3" cy="3" r="1.7" fill="{shades[1]}"/><circle cx="8" cy="8" r="1.7" fill="{shades[1]}"/>',
        f'<path d="M0 5H10M5 0V10" stroke="{shades[2]}" stroke-width="1.3"/>',
        f'<path d="M4 5H6" stroke="{shades[3]}" stroke-width="1.2"/>',
    )
    return "".join(
        tag(
            "pattern",
            f'<rect width="10" height="10" fill="{colours[k]}"/>' + marks[k],
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


def domino(colours: Sequence[int], turn: int, x: float, y: float, unit: float = UNIT, **attributes: Any) -> str:
    """A domino as it lies, its left or upper square at (x, y)."""
    return tag("g", _domino(tuple(colours), turn, x, y, unit), **attributes)


@lru_cache(maxsize=1024)
def _domino(colours: tuple[int, ...], turn: int, x: float, y: float, unit: float) -> str:
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
    return body + frame


def outline(halves: list[list[int]], unit: float = UNIT) -> str:
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
    owner, path = land["owner"], outline(land["halves"])
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
        number = tag("rect", x=-UNIT * 0.36, y=-UNIT * 0.66, width=UNIT * 0.72, height=UNIT * 0.36, rx=4, fill=PAPER)
        number += label(0, -UNIT * 0.38, f"n° {land['territory']}", UNIT * 0.28, fill=INK)
        disc += tag("g", number, visibility="hidden", class_="when-near")
    return tag(
        "g", body + group(disc, middle_x * UNIT, middle_y * UNIT), data_key=f"territory-{land['territory']}", **press
    )


def spot_id(at: int) -> str:
    """The control of a placement, numbered as in the view."""
    return f"spot-{at}"


def lay_name(spot: dict[str, Any]) -> str:
    """A domino with the face that lies up: "30b"."""
    return f"{spot['domino']}{spot['face']}"


def _lies(view: View) -> str:
    """Each way a domino of the hand can lie, drawn once: spots and hand use it."""
    drawn = ""
    for card in view["hands"][view["seat"]]:
        for letter, face in zip(FACE_LETTERS, card["faces"], strict=False):
            for turn in range(4):
                colours = list(half_turned(tuple(face))) if turn & 2 else face
                drawn += tag("g", domino(colours, turn, 0, 0), id=f"lies-{card['domino']}{letter}-{turn}")
    return drawn


def _ghosts(view: View, say: Say) -> str:
    """A ghost and a ring, with what it brings, where the chosen domino fits; the domino itself where it is tried.

    A place at which it fits two ways round has one ring: pressed again, the domino turns. Ghosts cover each other, so
    all rings lie above all of them.
    """
    places: dict[tuple[Any, ...], list[int]] = {}
    for at, spot in enumerate(view["placements"]):
        places.setdefault((lay_name(spot), spot["x"], spot["y"], spot["turn"] & 1), []).append(at)
    first = lay_name(most_promising(view)) if view["placements"] else ""
    ghosts: dict[str, str] = {}
    rings = ""
    for (name, *_), ways in places.items():
        spot = max((view["placements"][at] for at in ways), key=lambda one: sum(one["closes"]))
        lies = f"#lies-{name}-{spot['turn']}"
        ghosts[name] = ghosts.get(name, "") + tag("use", href=lies, x=spot["x"] * UNIT, y=spot["y"] * UNIT)
        rings += _ring(view, spot, ways, first, say)
    drawn = ""
    for name, body in ghosts.items():
        shown = _hidden(name == first)
        drawn += tag("g", body, data_needs=f"lay={name}", opacity=GHOST, pointer_events="none", **shown)
    return drawn + rings + "".join(_tried(view, at, spot) for at, spot in enumerate(view["placements"]))


def _hidden(shown: bool) -> dict[str, Any]:
    """What only the page's script may show is hidden in a drawing that stands alone."""
    return {} if shown else {"visibility": "hidden", "class_": "when-chosen"}


def _ring(view: View, spot: dict[str, Any], ways: list[int], first: str, say: Say) -> str:
    width, height = size(spot["turn"])
    name, told = lay_name(spot), foretold(spot["connections"], spot["tokens"], spot["closes"], say)
    words = say("Place {name} here: {told}", name=name, told=told) if told else say("Place {name} here", name=name)
    cx, cy = (spot["x"] + width / 2) * UNIT, (spot["y"] + height / 2) * UNIT
    fill, ink = (RED, IVORY) if spot["tokens"] < 0 else (BRASS, INK) if spot["tokens"] > 0 else (PAPER, INK)
    body = tag("title", escape(words)) + tag("circle", cx=cx, cy=cy, r=UNIT * 0.42, fill="#000", opacity=0)
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
    return tag(
        "g",
        body,
        data_for=" ".join(map(spot_id, ways)),
        data_needs=f"lay={name}",
        role="button",
        tabindex=0,
        aria_label=words,
        **_hidden(name == first),
    )


def _tried(view: View, at: int, spot: dict[str, Any]) -> str:
    """The domino where it would lie, and what it would close."""
    width, height = size(spot["turn"])
    x, y = spot["x"] * UNIT, spot["y"] * UNIT
    body = tag("use", href=f"#lies-{lay_name(spot)}-{spot['turn']}", x=x, y=y)
    body += tag(
        "rect", x=x, y=y, width=width * UNIT, height=height * UNIT, rx=3, fill="none", stroke=BRASS, stroke_width=3
    )
    for halves in spot["halves"]:
        body += tag(
            "path",
            d=outline(halves),
            fill="none",
            stroke=SEAT_COLOURS[view["seat"]],
            stroke_width=UNIT * 0.12,
            stroke_linecap="round",
            stroke_dasharray="1 6",
        )
    return tag("g", body, data_needs=f"spot={at}", pointer_events="none", **_hidden(False))


def most_promising(view: View) -> dict[str, Any]:
    """The placement that brings most: how the hand lies at first."""

    def brings(what: dict[str, Any]) -> tuple[int, int, int]:
        return sum(what["closes"]), what["tokens"], what["connections"]

    return max(view["placements"], key=brings)


def _board(view: View, say: Say) -> str:
    """The board, fitted to its window."""
    drawn = ""
    for number, laid in enumerate(view["dominoes"], 1):
        drawn += _laid(laid["domino"], tuple(laid["colours"]), laid["turn"], laid["x"], laid["y"])
        if number == len(view["dominoes"]) and number > OPENING_DOMINOES:
            drawn += _last_laid(laid)
    drawn += "".join(_territory(view, land, say) for land in view["territories"])
    drawn += _ghosts(view, say)
    drawn += "".join(_refused(view, lies) for lies in view.get("refused", []))
    inner = tag("g", tag("g", drawn, transform=_fitted(view)), data_view=True)
    window = tag("clipPath", tag("rect", width=WIDTH, height=BOARD_HEIGHT), id="dal-window")
    ground = tag("rect", width=WIDTH, height=BOARD_HEIGHT, rx=10, fill=FELT_DARK)
    return window + tag("g", ground + inner, clip_path="url(#dal-window)")


def _fitted(view: View) -> str:
    """Moves and scales the board so that its dominoes and the legal spots fill the window."""
    spots = [(one["x"], one["y"], *size(one["turn"])) for one in _on_the_board(view)]
    spots = spots or [(0, 0, *size(0))]
    left, top = min(x for x, _, _, _ in spots), min(y for _, y, _, _ in spots)
    right, bottom = max(x + width for x, _, width, _ in spots), max(y + height for _, y, _, height in spots)
    scale = min((WIDTH - 40) / ((right - left) * UNIT), (BOARD_HEIGHT - 40) / ((bottom - top) * UNIT), 1.9)
    dx = WIDTH / 2 - scale * UNIT * (left + right) / 2
    dy = BOARD_HEIGHT / 2 - scale * UNIT * (top + bottom) / 2
    return f"translate({dx:.2f} {dy:.2f}) scale({scale:.4f})"


def _on_the_board(view: View) -> list[dict[str, Any]]:
    """Everything that lies there, may lie there, or is shown not to."""
    return [*view["dominoes"], *view["placements"], *view.get("refused", [])]


def _refused(view: View, lies: dict[str, Any]) -> str:
    """A domino where it may not lie, and a cross on every edge at which colours differ."""
    turn, x, y, (width, height) = lies["turn"], lies["x"], lies["y"], size(lies["turn"])
    colour_at = {
        half: laid["colours"][cell]
        for laid in view["dominoes"]
        for cell in range(CELLS)
        for half in half_cells(laid["x"], laid["y"], laid["turn"], cell)
    }
    body = domino(lies["colours"], turn, x, y, opacity=REFUSED) + tag(
        "rect", x=x * UNIT, y=y * UNIT, width=width * UNIT, height=height * UNIT, rx=3, fill="none",
        stroke=RED, stroke_width=4, stroke_dasharray="7 5",
    )  # fmt: skip
    for cell in range(RIM):
        tx, ty, side = half_cells(x, y, turn, cell)[0]
        dx, dy = BEYOND[side]
        theirs = colour_at.get((tx + dx, ty + dy, (side + 2) % 4))
        if theirs is not None and theirs != lies["colours"][cell]:
            body += group(_cross(), (tx + 0.5 + dx / 2) * UNIT, (ty + 0.5 + dy / 2) * UNIT, class_="cross")
    return tag("g", body, data_key=f"refused-{lies['domino']}")


def _cross() -> str:
    arm = UNIT * 0.1
    strokes = f"M{-arm:g} {-arm:g}L{arm:g} {arm:g}M{-arm:g} {arm:g}L{arm:g} {-arm:g}"
    disc = tag("circle", r=UNIT * 0.24, fill=RED, stroke=IVORY, stroke_width=2)
    return disc + tag("path", d=strokes, stroke=IVORY, stroke_width=3.5, stroke_linecap="round")


@lru_cache(maxsize=4096)  # most of the board lies as it lay
def _laid(number: int, colours: tuple[int, ...], turn: int, x: int, y: int) -> str:
    """A domino on the board, and its shadow."""
    width, height = size(turn)
    shadow = tag("rect", x=x * UNIT + 2, y=y * UNIT + 3, width=UNIT * width, height=UNIT * height, rx=3, opacity=0.3)
    return tag(
        "g",
        shadow + domino(colours, turn, x, y),
        data_key=f"domino-{number}",
        data_sound="card",
    )


def _last_laid(laid: dict[str, Any]) -> str:
    """A white frame round the domino laid last."""
    x, y, (width, height) = laid["x"], laid["y"], size(laid["turn"])
    return tag(
        "rect", x=x * UNIT - 1, y=y * UNIT - 1, width=width * UNIT + 2, height=height * UNIT + 2, rx=4, fill="none",
        stroke="#fff", stroke_width=2.5,
    )  # fmt: skip


# --- the players


def _players(view: View, say: Say) -> str:
    """One card a seat: name, points, tokens, markers left, dominoes held, the plaque."""
    n = view["players"]
    tall_width = (WIDTH - 12 * (n + 1)) / n
    drawn = ""
    for seat in range(n):
        tall = f"translate({12 + seat * (tall_width + 12):g} 10)"
        card = tag("g", _player(view, seat, tall_width, say), data_key=f"seat-{seat}")
        drawn += group(card, 10, 10 + seat * (PLAYER + 8), data_tall=tall)
    return drawn


def _player(view: View, seat: int, tall_width: float, say: Say) -> str:
    acting = seat == view["turn"] and not view["over"]
    wide = COLUMN
    back = tag(
        "rect",
        width=wide,
        height=PLAYER,
        rx=9,
        fill=PAPER if acting else PAPER_SHADE,
        stroke=BRASS if acting else None,
        stroke_width=4,
    )
    drawn = tag("g", back, data_tall=f"scale({tall_width / wide:.4g} 1)")
    drawn += tag("circle", cx=22, cy=26, r=12, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1)
    points = label(-12, 38, str(view["scores"][seat]), 32, "end", INK, serif=True, data_count=f"score-{seat}")
    if view["deals"] > 1:  # the large number adds up all deals
        points += label(-12, 70, say("this deal {n}", n=view["deal_scores"][seat]), SMALL, "end", INK)
    taken = 40 + 12 + 8 + width_of(str(view["scores"][seat]), 32)
    weight = "bold" if acting else None
    drawn += by_room(
        *(
            label(
                40,
                34,
                fitted(view["names"][seat], room - taken, SMALL, acting),
                SMALL,
                "start",
                INK,
                font_weight=weight,
            )
            for room in (wide, tall_width)
        )
    )
    if view["plaque"] == seat:
        points += tag("rect", x=-54, y=84, width=44, height=30, rx=4, fill=BRASS, stroke=BRASS_DARK)
        points += label(-32, 106, f"+{PLAQUE}", SMALL, fill=INK, font_weight="bold")
    drawn += tag("g", points, transform=f"translate({wide} 0)", data_tall=f"translate({tall_width:g} 0)")
    drawn += _token(22, 62) + label(38, 70, str(view["tokens"][seat]), SMALL, "start", INK)
    drawn += _marker(88, 62, seat) + label(102, 70, str(view["markers"][seat]), SMALL, "start", INK)
    for k, card in enumerate(view["hands"][seat]):  # dominoes held: backs, or both faces once they are shown
        x = 12 + 48 * k
        if not card["domino"]:
            drawn += tag("rect", x=x, y=82, width=44, height=22, rx=3, fill=BACK, stroke=INK)
        for row, face in enumerate(card["faces"] if card["domino"] else ()):
            drawn += group(domino(face, 0, 0, 0, 22), x, 76 + 24 * row)
    return drawn


def _token(x: float, y: float) -> str:
    return tag("circle", cx=x, cy=y, r=10, fill=BRASS, stroke=BRASS_DARK, stroke_width=2)


def _marker(x: float, y: float, seat: int, edge: str = INK) -> str:
    return tag("circle", cx=x, cy=y, r=8, fill=SEAT_COLOURS[seat], stroke=edge, stroke_width=1 if edge == INK else 1.5)


# --- the hand, both faces of every domino


def _hand(view: View, tall_y: int, say: Say) -> str:
    """The dominoes of the seat that looks; while placing, a face is pressed, or dragged onto the board."""
    if view["seat"] < 0:
        return ""
    hand = [card for card in view["hands"][view["seat"]] if card["domino"]]
    drawn = ""
    for k, card in enumerate(hand):
        for row, letter in enumerate(FACE_LETTERS[: len(card["faces"])]):
            name = f"{card['domino']}{letter}"
            wide = f"translate({(COLUMN / 2 + 3) * row:g} {HAND_ROW * k}) scale({(COLUMN - 6) / 4 / FACE:.4g})"
            x, y, scale = _place_in_hand(k, row, len(hand), len(card["faces"]))
            tall = f"translate({x:g} {tall_y + y:g}) scale({scale:.4g})"
            drawn += tag("g", _face(card, name, bool(view["placements"]), say), transform=wide, data_tall=tall)
    return drawn


def _place_in_hand(k: int, row: int, held: int, faces: int) -> tuple[float, float, float]:
    """Where a face lies in a narrow window, and how large: two dominoes in one row, three in two."""
    if held > 2:
        return WIDTH / held * (k + 0.5) - FACE, (FACE + 12) * row, 1.0
    return 8 + (2 * ROW_FACE + 8) * (faces * k + row), 0, ROW_FACE / FACE


def _tall_hand(held: int, faces: int) -> int:
    """How high the hand is in a narrow window."""
    return 0 if not held else (FACE + 12) * faces if held > 2 else ROW_FACE + 10


def _face(card: dict[str, Any], name: str, placing: bool, say: Say) -> str:
    body = tag("use", href=f"#lies-{name}-0", transform=f"scale({FACE / UNIT:g})")
    body += tag("rect", x=4, y=4, width=66, height=34, rx=6, fill=FELT_DARK, opacity=0.85)
    body += label(37, 30, name, 26, fill=PAPER)
    press: dict[str, Any] = {}
    if placing:
        words = say("Choose domino {number}, face {face}", number=card["domino"], face=name[-1])
        press = {"data_for": f"lay-{name}", "data_drag": True, "role": "button", "tabindex": 0, "aria_label": words}
        body += tag(
            "rect", width=2 * FACE, height=FACE, rx=6, fill="none", stroke=IVORY, stroke_width=6,
            data_needs=f"lay={name}", **_hidden(False),
        )  # fmt: skip
    return tag("g", body, **press)


# --- what is left, and the legend


def _status(view: View, height: float, say: Say) -> str:
    """What is left in bag and reserve: in words, and where there is room as a sack and its tokens."""
    told = say("bag {bag} · reserve {reserve}", bag=view["bag"], reserve=view["reserve"])
    drawn = tag("rect", width=COLUMN, height=height, rx=9, fill=FELT_DARK)
    lines = [label(12, 26, told, SMALL, "start", PAPER_SHADE)]
    if view["last_turns"] and not view["over"]:
        lines.append(label(0, 26, say("Last turns"), SMALL, "start", BRASS, serif=True, font_weight="bold"))
    if view["deals"] > 1:
        deal = say("deal {number} of {of}", number=view["deal"], of=view["deals"])
        lines.append(label(0, 26, deal, SMALL, "start", PAPER_SHADE))
    words = lines[0]
    for at, line in enumerate(lines[1:]):
        tall = f"translate({WIDTH - 170 - 190 * at} 0)"
        words += tag("g", line, transform=f"translate(12 {26 * (at + 1)})", data_tall=tall)
    room = height - 26 * len(lines) - 24
    if room > STOCK / 2:
        scale = min(1.3, room / STOCK)
        stock = group(_sack(view["bag"]), 0, 0) + group(_heap(view["reserve"]), 108, 8)
        place = f"translate({(COLUMN - 214 * scale) / 2:.4g} {height - 12 - (room + STOCK * scale) / 2:.4g})"
        drawn += tag("g", stock, transform=f"{place} scale({scale:.4g})")
    return by_room(drawn, "") + words


def _sack(bag: int) -> str:
    """The bag and how many dominoes are in it."""
    body = tag("path", d="M14 122C-6 92 8 50 34 34L66 34C92 50 106 92 86 122Z", fill=BACK, stroke=INK, stroke_width=2)
    body += tag("path", d="M34 34C26 24 24 14 30 6L70 6C76 14 74 24 66 34Z", fill=BACK, stroke=INK, stroke_width=2)
    body += tag("path", d="M32 34H68", stroke=BRASS, stroke_width=5, stroke_linecap="round")
    return body + label(50, 94, str(bag), 36, fill=IVORY, serif=True)


def _heap(reserve: int) -> str:
    """The tokens of the reserve."""
    return "".join(_token(12 + 16 * (at % 6), 106 - 24 * (at // 6)) for at in range(reserve))


@lru_cache(maxsize=64)
def _legend(seat: int, height: float, tall_y: int, say: Say) -> str:
    """What the rings and badges mean; wide, its rows fill this height."""
    ring = {"r": 17, "stroke": INK, "stroke_width": 1.5}
    signs = (
        (tag("circle", fill=RED, **ring) + label(0, 8, "−1", SMALL, fill=IVORY), say("costs a token")),
        (tag("circle", fill=PAPER, **ring) + label(0, 8, "0", SMALL, fill=INK), say("is free")),
        (tag("circle", fill=BRASS, **ring) + label(0, 8, "+1", SMALL, fill=INK), say("brings a token")),
        (
            tag("circle", r=17, fill=SEAT_COLOURS[seat], stroke=IVORY, stroke_width=1.5)
            + label(0, 8, "3", SMALL, fill=_ink_on(seat)),
            say("closes 3 cells"),
        ),
        (_token(0, 0), say("tokens")),
        (_marker(0, 0, seat, IVORY), say("markers left")),
    )
    drawn = ""
    row_height = height / len(signs)
    larger = min(1.25, (COLUMN - 16) / (42 + max(width_of(words, SMALL) for _, words in signs)))
    for at, (sign, words) in enumerate(signs):
        row = group(sign, 20, 16) + label(42, 23, words, SMALL, "start", PAPER_SHADE)
        middle = f"translate(6 {row_height / 2 - 16 * larger - 3:.4g}) scale({larger:.4g})"
        row = tag("g", row, transform=middle, data_tall="translate(0 0)")
        back = by_room(tag("rect", width=COLUMN, height=row_height - 6, rx=6, fill=FELT_DARK), "")
        tall = f"translate({(4, 228, 440)[at % 3]} {tall_y + 36 * (at // 3)})"
        drawn += tag("g", back + row, transform=f"translate(0 {row_height * at:.4g})", data_tall=tall)
    return drawn


def svg(view: View, say: Say) -> str:
    """Wide: players left, the board in the middle, hand and legend right. Narrow: one under the other."""
    seat = view["seat"]
    own = len([card for card in view["hands"][seat] if card["domino"]]) if seat >= 0 else 0
    faces = max((len(card["faces"]) for card in view["hands"][seat]), default=0) if own else 0
    tall_hand = PLAYER + 18
    tall_legend = tall_hand + _tall_hand(own, faces)  # narrow: between hand and board, in sight
    tall_board = tall_legend + 76
    body = tag("defs", patterns() + (_lies(view) if own else ""))
    body += tag("rect", width="100%", height="100%", rx=14, fill=FELT) + _players(view, say)
    body += group(_board(view, say), SIDE, 10, data_tall=f"translate(0 {tall_board})")
    down = f"translate(0 {tall_board + BOARD_HEIGHT + 2})"
    stock = (PLAYER + 8) * view["players"]  # under the players
    body += group(_status(view, BOARD_HEIGHT - stock, say), 10, 10 + stock, data_tall=down)
    held = HAND_ROW * own
    legend = _legend(max(seat, 0), BOARD_HEIGHT + 6 - held, tall_legend, say)
    right = _hand(view, tall_hand, say) + group(legend, 0, held, data_tall="translate(0 0)", class_="memo")
    body += group(right, SIDE + WIDTH + 10, 10, data_tall="translate(0 0)")
    tall = WIDTH, tall_board + BOARD_HEIGHT + 40
    return picture(2 * SIDE + WIDTH, BOARD_HEIGHT + 20, "Dalapapa 72", describe(view, say), body, tall=tall)
