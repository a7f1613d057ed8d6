"""What people see of Dodéka: the pentagonal tray, the dice, the chips, the scores and the match grid."""

import json
import math
from functools import lru_cache
from html import escape
from typing import Any

from ....drawing import (
    BRASS,
    BRASS_DARK,
    FELT,
    FELT_DARK,
    FELT_EDGE,
    INK,
    IVORY,
    IVORY_SHADE,
    PAPER,
    PAPER_SHADE,
    RED,
    WOOD,
    WOOD_DARK,
    group,
    picture,
    tag,
)
from ....drawing import text as label
from ....fields import plain
from ....words import Say
from ..moves import line_words
from ..rules.lines import line

View = dict[str, Any]
CHIPS = ((500, "#7a3b8f"), (100, "#a8322d"), (50, "#2b5c97"), (10, "#3d7a4f"))  # DOD-02
TALL_TOP, TALL_ROW = 406, 42  # where the players lie in the tall arrangement, which is 400 wide
ROWS_SHOWN = 3  # parties of the grid that are drawn; all of them stand in the view


def view(record: Any, seat: int) -> View:
    """The whole table: nothing is hidden in Dodéka."""
    s = plain(record)
    n = s.players
    made = line(*s.dice) if all(s.dice) else None
    return {
        "partie": s.partie + (not s.over),
        "starter": s.starter,
        "throws": s.throws,
        "dice": s.dice,
        "kept": [die + 1 for die in range(3) if s.throws > 1 and not s.thrown >> die & 1],
        "thrower": s.last,
        "line": None if made is None else int(made),
        "scores": s.scores[:n],
        "pairtraiz": s.order[:n],
        "playing": [bool(x) for x in s.contest[:n]],
        "playoff": bool(s.playoff) and not s.over,
        "totals": s.totals[:n],
        "grid": [list(row) for row in zip(s.winners[: s.partie], s.losers, s.paid, strict=False)],
        "time_up": bool(s.time_up),
        "over": bool(s.over),
    }


def chips(score: int) -> list[int]:
    """A score in the fewest chips (DOD-02)."""
    pieces = []
    for value, _ in CHIPS:
        pieces += [value] * (score // value)
        score %= value
    return pieces


# --- the drawing


def _ring(radius: float, turn: float, corners: int = 5) -> list[tuple[float, float]]:
    angles = [math.pi * (2 * k / corners + turn) for k in range(corners)]
    return [(radius * math.sin(a), -radius * math.cos(a)) for a in angles]


def _polygon(points: list[tuple[float, float]], **attributes: Any) -> str:
    return tag("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), **attributes)


@lru_cache(maxsize=1024)
def _die12(x: float, y: float, face: int, radius: float, **attributes: Any) -> str:
    """A twelve-sided die from above: the upper face and the five around it, each in its own light."""
    inner, outer = _ring(radius * 0.6, 0), _ring(radius, 0)
    shades = ("#fffdf6", IVORY_SHADE, "#c9bda2", "#cdc2a9", "#f1ead9")
    parts = [tag("ellipse", cx=3, cy=radius * 0.5, rx=radius * 0.98, ry=radius * 0.72, fill="#000", opacity=0.3)]
    corners = _ring(radius, 0.2)
    for k in range(5):
        facet = [inner[k], outer[k], corners[k], outer[(k + 1) % 5], inner[(k + 1) % 5]]
        parts.append(_polygon(facet, fill=shades[k], stroke="#8d8269", stroke_width=0.8, stroke_linejoin="round"))
    parts.append(_polygon(inner, fill=IVORY, stroke="#8d8269", stroke_width=0.8, stroke_linejoin="round"))
    if face:
        size = radius * 0.66
        parts.append(label(0, size * 0.35, str(face), size, fill=INK, serif=True, font_weight="bold"))
        if face in (6, 9):  # DOD-01
            parts.append(tag("rect", x=-size * 0.3, y=size * 0.46, width=size * 0.6, height=size * 0.09, fill=INK))
    return group("".join(parts), x, y, **attributes)


@lru_cache(maxsize=1)
def _empty_tray() -> str:
    rim, felt = _ring(168, 0), _ring(148, 0)
    shadow = _polygon([(x, y + 5) for x, y in rim], fill="#000", opacity=0.35)
    wood = _polygon(rim, fill=WOOD, stroke=WOOD_DARK, stroke_width=3, stroke_linejoin="round")
    return shadow + wood + _polygon(felt, fill=FELT_DARK, stroke=FELT_EDGE, stroke_width=3, stroke_linejoin="round")


def _tray(view: View, say: Say) -> str:
    parts = [_empty_tray()]
    mine = bool(view["moves"]) and view["throws"] > 0
    spots = ((-62, 34), (0, -46), (62, 34))
    kept_spots = ((-54, 88), (0, 88), (54, 88))  # kept dice are set apart, on the near edge
    for die, face in enumerate(view["dice"]):
        kept = die + 1 in view["kept"]
        x, y = kept_spots[die] if kept else spots[die]
        pressed = (
            {
                "role": "button",
                "tabindex": 0,
                "data_for": f"keep-{die + 1}",
                "aria_label": say("Keep die {die}: {face}", die=die + 1, face=face),
            }
            if mine
            else {}
        )
        parts.append(
            _die12(
                x,
                y,
                face,
                26 if kept else 44,
                data_key=f"die-{die + 1}",
                data_tumble=True,
                data_face=f"{face}",
                **pressed,
            )
        )
    return group("".join(parts), 172, 190, data_tall="translate(200 186) scale(1.06)")


def _caption(view: View, say: Say) -> str:
    if view["line"] is None:
        return ""
    words = line_words(view["line"], say)
    if view["throws"] == 0 and view["thrower"] >= 0:
        words = (
            f"{_short(view['names'][view['thrower']], 12)} : {words}"
            if say.lang == "fr"
            else f"{_short(view['names'][view['thrower']], 12)}: {words}"
        )
    colour = BRASS if view["line"] in (0, 1, 2) else PAPER
    return label(172, 388, words, 25, fill=colour, serif=True)


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


@lru_cache(maxsize=4096)
def _stack(score: int, x: float, y: float) -> str:
    colours = dict(CHIPS)
    pieces = chips(score)
    step = min(15.0, 120 / max(1, len(pieces)))
    discs = ""
    for at, value in enumerate(pieces):
        disc = tag("circle", r=11, fill=colours[value], stroke=PAPER, stroke_width=1.5) + tag(
            "circle", r=7, fill="none", stroke=PAPER, stroke_dasharray="3 2.5"
        )
        discs += group(disc, x + at * step, y)
    return discs


def _row_height(players: int) -> float:
    return min(60.0, 300 / players)


def _players(view: View, say: Say) -> str:
    rows, height = "", _row_height(view["players"])
    for seat, name in enumerate(view["names"]):
        pale = not (view["playing"][seat] or view["over"])
        rows += _player(
            seat,
            height,
            name,
            seat == view["mover"],
            pale,
            view["pairtraiz"][seat],
            view["scores"][seat],
            seat == view["starter"],
            say,
        )
    return group(rows, 340, 0, data_tall="translate(0 0)")


@lru_cache(maxsize=4096)  # most throws change nobody's row
def _player(
    seat: int, height: float, name: str, acting: bool, pale: bool, pairtraiz: int, score: int, starts: bool, say: Say
) -> str:
    y = 10 + seat * height
    back = tag(
        "rect",
        x=0,
        y=y,
        width=290,
        height=height - 6,
        rx=8,
        fill=PAPER if acting else PAPER_SHADE,
        opacity=0.6 if pale else 1,
    )
    if acting:
        back += tag("rect", x=0, y=y, width=6, height=height - 6, rx=3, fill=BRASS)
    crown = " " + say("pairtraiz") + f" {pairtraiz}" if pairtraiz else ""
    middle = y + (height - 6) / 2
    words = label(
        18, middle - 1, _short(name, 11 if crown else 17), 20, "start", INK, font_weight="bold" if acting else None
    )
    words += label(18 + 11 * min(len(name) + 1, 12), middle - 1, crown, 16, "start", RED, serif=True) if crown else ""
    words += group(_stack(score, 0, 0), 28, middle + 14)
    if starts:  # DOD-05: the starter is visibly marked
        words += tag("circle", cx=212, cy=middle, r=10, fill=BRASS, stroke=BRASS_DARK) + label(
            212, middle + 5, "1", 14, fill=INK, serif=True, font_weight="bold"
        )
    shown = label(280, middle + 8, say.number(score), 27, "end", INK, serif=True)
    column, row = seat % 2, seat // 2
    tall = f"translate({8 + 196 * column} {TALL_TOP + TALL_ROW * row}) scale(.648) translate(0 {-y:g})"
    return tag("g", tag("g", back + words + shown, data_key=f"seat-{seat}"), data_tall=tall)


def _grid(view: View, say: Say) -> str:
    """DOD-13: one row a partie, and the totals."""
    shown = tuple(tuple(row) for row in view["grid"][-ROWS_SHOWN:])
    return _grid_of(tuple(view["names"]), shown, len(view["grid"]) - len(shown), tuple(view["totals"]), say)


@lru_cache(maxsize=1024)  # it changes once a partie
def _grid_of(
    names: tuple[str, ...], shown: tuple[tuple[int, ...], ...], first: int, totals: tuple[int, ...], say: Say
) -> str:
    n = len(names)
    width = 290 / (n + 1)
    rows = tag("rect", x=0, y=0, width=290, height=26 + 22 * (len(shown) + 1), rx=6, fill=PAPER)
    for seat, name in enumerate(names):
        rows += label(width * (seat + 1.5), 18, _short(name, 16 - 3 * n if n < 5 else 4), 15, fill=INK)
    for at, (winner, loser, paid) in enumerate(shown):
        y = 40 + 22 * at
        rows += label(10, y, str(first + at + 1), 16, "start", INK)
        for seat in range(n):
            amount = paid if seat == winner else -paid if seat == loser else 0
            rows += label(
                width * (seat + 1.5), y, say.number(amount, sign=bool(amount)), 16, fill=RED if amount < 0 else INK
            )
    y = 40 + 22 * len(shown)
    rows += tag("line", x1=6, x2=284, y1=y - 16, y2=y - 16, stroke=BRASS_DARK) + label(10, y, "Σ", 15, "start", INK)
    for seat, total in enumerate(totals):
        rows += label(
            width * (seat + 1.5),
            y,
            say.number(total, sign=bool(total)),
            17,
            fill=RED if total < 0 else INK,
            font_weight="bold",
        )
    return group(rows, 340, min(318, 22 + n * _row_height(n)), data_tall=f"translate(40 {_tall_grid(n)}) scale(1.1)")


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    faces = say.list([str(face) if face else say("in the air") for face in view["dice"]])
    parts = [say("Dice: {faces}.", faces=faces)] if view["thrower"] >= 0 else []
    if view["line"] is not None:
        parts.append(say("Line: {line}.", line=line_words(view["line"], say)))
    for name, score, total in zip(view["names"], view["scores"], view["totals"], strict=True):
        parts.append(
            say(
                "{name}: {score} points, match total {total}.",
                name=name,
                score=say.number(score),
                total=say.number(total),
            )
        )
    return " ".join(parts)


def _tall_grid(players: int) -> int:
    """Where the match grid lies in the tall arrangement: under the rows of players, two in each."""
    return TALL_TOP + TALL_ROW * ((players + 1) // 2) + 2


def svg(view: View, say: Say) -> str:
    ground = tag("rect", width="100%", height="100%", rx=14, fill=FELT)
    body = ground + _tray(view, say) + _players(view, say) + _grid(view, say)
    title = say("Dodéka, partie {partie}", partie=view["partie"])
    status = (
        title
        + (" · " + say("playoff") if view["playoff"] else "")
        + (" · " + say("time is up") if view["time_up"] else "")
    )
    body += tag("g", _caption(view, say) + label(172, 424, status, 18, fill=PAPER_SHADE), data_tall="translate(28 -31)")
    height = _tall_grid(view["players"]) + round(1.1 * (26 + 22 * (1 + min(ROWS_SHOWN, len(view["grid"]))))) + 8
    return picture(640, 440, title, describe(view, say), body, tall=(400, height))


# --- the controls


def controls(view: View, say: Say) -> str:
    """Press the dice to keep, then the button; keeping all three is stopping."""
    if not view["moves"]:
        return ""
    if view["throws"] == 0:
        return tag(
            "form",
            tag("button", escape(say("Throw the dice")), type="button", class_="primary", data_move="throw 1 2 3"),
            class_="controls",
        )
    parts = ""
    for die, face in enumerate(view["dice"], 1):
        box = tag("input", type="checkbox", name="keep", value=die, id=f"keep-{die}", class_="for-drawing")
        parts += tag("label", box + escape(say("keep die {die} ({face})", die=die, face=face)), for_=f"keep-{die}")
    stop_words = say("Stop: {line}", line=line_words(view["line"], say))
    legal = {**_throws_again(say), "keep=1 keep=2 keep=3": ["stop", stop_words]}
    send = tag(
        "button",
        escape(legal[""][1]),
        type="submit",
        class_="primary",
        data_legal=json.dumps(legal, ensure_ascii=False),
    )
    stop = tag("button", escape(stop_words), type="button", class_="quiet", data_move="stop")
    return tag("form", tag("div", parts, class_="parts") + send + stop, class_="controls")


@lru_cache(maxsize=8)
def _throws_again(say: Say) -> dict[str, list[str]]:
    """For each choice of dice to keep, short of all: the move, and what the button says."""
    legal = {}
    for mask in range(7):
        kept = [str(die) for die in (1, 2, 3) if mask >> die - 1 & 1]
        thrown = [str(die) for die in (1, 2, 3) if str(die) not in kept]
        if len(thrown) == 3:
            words = say("Throw all three again")
        else:
            words = say.count("Throw die {dice} again", "Throw dice {dice} again", len(thrown), dice=say.list(thrown))
        legal[" ".join(f"keep={die}" for die in kept)] = ["throw " + " ".join(thrown), words]
    return legal


def hint(view: View, say: Say) -> str:
    if view["over"]:
        return say("The match is over: the highest total wins.")
    if not view["moves"]:
        return (
            say("{name} is to play.", name=view["names"][view["mover"]])
            if view["mover"] >= 0
            else say("The dice are rolling.")
        )
    if view["throws"] == 0:
        return say("Throw the three dice. You may then throw again, twice, any dice you like.")
    left = 3 - view["throws"]
    return say.count(
        "Keep the dice you like and throw the others: {n} throw left. Or stop and score.",
        "Keep the dice you like and throw the others: {n} throws left. Or stop and score.",
        left,
    )


def _score_rows(view: View, say: Say) -> list[str]:
    """The scores, one line a seat."""
    rows = []
    for seat, name in enumerate(view["names"]):
        marks = ("▶" if seat == view["mover"] else " ") + ("●" if seat == view["starter"] else " ")
        crown = "  " + say("pairtraiz") + f" {view['pairtraiz'][seat]}" if view["pairtraiz"][seat] else ""
        rows.append(
            f"{marks} {_short(name, 20):<20} {say.number(view['scores'][seat]):>7}   Σ "
            f"{say.number(view['totals'][seat], sign=True):>7}{crown}"
        )
    return rows


def _grid_rows(view: View, say: Say) -> list[str]:
    """The match grid, the last parties of it."""
    rows = []
    for number, (winner, loser, paid) in list(enumerate(view["grid"], 1))[-ROWS_SHOWN:]:
        names = view["names"]
        rows.append(
            "   "
            + say(
                "partie {number}: {loser} pays {winner} {paid}",
                number=number,
                loser=names[loser],
                winner=names[winner],
                paid=paid,
            )
        )
    return rows


def text(view: View, say: Say) -> str:
    rows = [say("Dodéka, partie {partie}", partie=view["partie"]) + (" · " + say("playoff") if view["playoff"] else "")]
    rows += _score_rows(view, say) + _grid_rows(view, say)
    if view["thrower"] >= 0:
        faces = [f"{face:>2}" if face else " ?" for face in view["dice"]]
        rows += [
            "     1      2      3",
            "  " + " ".join("┌────┐" for _ in faces),
            "  " + " ".join(f"│ {face} │" for face in faces),
            "  " + " ".join("└────┘" for _ in faces),
        ]
        if view["line"] is not None:
            rows[-2] += f"  {line_words(view['line'], say)}"
        if view["throws"]:
            rows[-1] += "  " + say("throw {n} of 3", n=view["throws"])
    return "\n".join(rows)


def sheet(views: list[View], say: Say) -> str:
    """The match grid (DOD-13), all of it: one row a partie, and the totals."""
    last = views[-1]
    head = tag("th", "") + "".join(tag("th", escape(name), scope="col") for name in last["names"])
    rows = ""
    for number, (winner, loser, paid) in enumerate(last["grid"], 1):
        amounts = [paid if seat == winner else -paid if seat == loser else 0 for seat in range(last["players"])]
        rows += _sheet_row(str(number), amounts, say)
    return tag("table", tag("thead", tag("tr", head)) + tag("tbody", rows + _sheet_row("Σ", last["totals"], say)))


def _sheet_row(title: str, amounts: list[int], say: Say) -> str:
    cells = "".join(tag("td", say.number(amount, sign=bool(amount))) for amount in amounts)
    return tag("tr", tag("th", title, scope="row") + cells)
