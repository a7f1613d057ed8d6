"""The drawing of Dodéka: the tray and its dice, a row for each player, the match grid, the memo of the nine lines.

It has two arrangements: things lie side by side, and in a narrow window one under the other, as their `data_tall` says.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from ....draw.drawing import (
    BRASS,
    BRASS_DARK,
    FELT,
    INK,
    PAPER,
    PAPER_SHADE,
    RED,
    by_room,
    fitted,
    group,
    picture,
    tag,
)
from ....draw.drawing import text as label
from ....model.contract import View
from ....model.words import Say
from ..moves import line_words
from ..rules.lines import LINES, PAIRTRAIZ, POINTS, SUM_10_19, SUM_20_29, SUM_OVER_29, SUM_UNDER_10, TREIZE
from .buttons import keep_id
from .pieces import die12, empty_tray, stack
from .scoresheet import ROWS_SHOWN, amounts
from .telling import describe, title

WIDTH, HEIGHT = 850, 440
TRAY_X, TRAY_Y = 478, 190  # in the middle
SPOTS = ((-62, 34), (0, -46), (62, 34))  # where the dice come to rest
KEPT_SPOTS = ((-64, 86), (0, 86), (64, 86))  # kept dice are set apart, on the near edge
DIE, KEPT_DIE = 44, 31  # radii
PANEL_X, PANEL_WIDTH = 10, 290  # the players and the grid, left of the tray
GRID_TOP, GRID_ROW = 26, 22  # the names, and each row under them
MEMO_X, MEMO_WIDTH, MEMO_ROW = 650, 146, 37  # the memo, right of the tray
MEMO_SCALE, TALL_MEMO_SCALE, TALL_MEMO_ROW = 1.31, 0.92, 26  # narrow: beside a smaller tray, so that both are in sight
TALL_WIDTH, TALL_TOP, TALL_ROW = 400, 310, 42  # narrow: the players lie under the tray, two in a row
TALL_GRID = 1.1  # narrow: how much larger the grid is
GROUND = tag("rect", width="100%", height="100%", rx=14, fill=FELT)


def svg(view: View, say: Say) -> str:
    shown = min(ROWS_SHOWN, len(view["grid"]))
    body = GROUND + _tray(view, say) + _players(view, say) + _grid(view, say) + _captions(view, say)
    body += _memo(-1 if view["line"] is None else view["line"], say)
    tall_height = _tall_grid_y(view["players"]) + round(TALL_GRID * _grid_height(shown)) + 8
    return picture(WIDTH, HEIGHT, title(view, say), describe(view, say), body, tall=(TALL_WIDTH, tall_height))


def _tray(view: View, say: Say) -> str:
    kept, throws, to_choose = view["kept"], view["throws"], bool(view["moves"]) and view["throws"] > 0
    parts = [_die(die, face, die in kept, throws, to_choose, say) for die, face in enumerate(view["dice"], 1)]
    return group(empty_tray() + "".join(parts), TRAY_X, TRAY_Y, data_tall="translate(128 138) scale(.78)")


@lru_cache(maxsize=4096)
def _die(die: int, face: int, kept: bool, throws: int, to_choose: bool, say: Say) -> str:
    x, y = (KEPT_SPOTS if kept else SPOTS)[die - 1]
    key: dict[str, Any] = {"data_key": f"die-{die}", "data_tumble": True, "data_face": f"{face}"}
    if throws and not kept:
        key["data_thrown"] = throws
    if to_choose:
        words = say("Keep die {die}: {face}", die=die, face=face)
        key |= {"role": "button", "tabindex": 0, "data_for": keep_id(die), "aria_label": words}
    return die12(x, y, face, KEPT_DIE if kept else DIE, **key)


def _captions(view: View, say: Say) -> str:
    """Under the tray: the line that lies there, and where the match stands."""
    status = [title(view, say)]
    if view["playoff"]:
        status.append(say("playoff"))
    if view["time_up"]:
        status.append(say("time is up"))
    whose = view["names"][view["thrower"]] if view["throws"] == 0 and view["thrower"] >= 0 else ""
    return _captions_of(" · ".join(status), -1 if view["line"] is None else view["line"], whose, say)


@lru_cache(maxsize=4096)
def _captions_of(status: str, made: int, whose: str, say: Say) -> str:
    under = label(TRAY_X, 424, status, 18, fill=PAPER_SHADE)
    line = _line_caption(made, whose, say) if made >= 0 else ""
    return tag("g", line + under, data_tall=f"translate({TALL_WIDTH / 2 - TRAY_X:g} -122)")


def _line_caption(made: int, whose: str, say: Say) -> str:
    words = line_words(made, say)
    if whose:
        words = say("{name}: {line}", name=fitted(whose, 120, 23), line=words)
    colour = BRASS if made <= TREIZE else PAPER  # the rare ones shine
    return label(TRAY_X, 390, words, 23, fill=colour, serif=True)


# --- the players


class _Player(NamedTuple):
    """All that a player's row shows."""

    seat: int
    name: str
    acting: bool
    pale: bool
    pairtraiz: int
    score: int
    starts: bool


def _row_height(players: int) -> float:
    return min(60.0, 300 / players)


def _row_room(players: int) -> float:
    """Wide, the rows share their column."""
    return min(120.0, 300 / players)


def _players(view: View, say: Say) -> str:
    height, room = _row_height(view["players"]), _row_room(view["players"])
    rows = ""
    for seat, name in enumerate(view["names"]):
        player = _Player(
            seat,
            name,
            acting=seat == view["mover"],
            pale=not (view["playing"][seat] or view["over"]),
            pairtraiz=view["pairtraiz"][seat],
            score=view["scores"][seat],
            starts=seat == view["starter"],
        )
        rows += _player_row(player, height, room, say)
    return group(rows, PANEL_X, 0, data_tall="translate(0 0)")


@lru_cache(maxsize=4096)  # most throws change nobody's row
def _player_row(player: _Player, height: float, room: float, say: Say) -> str:
    more, middle = (room - height) / 2, (height - 6) / 2
    row = _row_backs(player.acting, player.pale, height, room)
    row += _row_name(player.name, player.acting, player.starts, player.pairtraiz, middle, say)
    row += group(stack(player.score), 28, middle + 14)
    if player.starts:  # DOD-05: the starter is visibly marked
        row += tag("circle", cx=26, cy=middle - 8, r=11, fill=BRASS, stroke=BRASS_DARK)
        row += label(26, middle - 2, "1", 18.5, fill=INK, serif=True, font_weight="bold")
    high = middle + (1 if player.pairtraiz else 8)
    row += label(280, high, say.number(player.score), 27, "end", INK, serif=True, data_count=f"score-{player.seat}")
    tall_row, tall_column = divmod(player.seat, 2)
    tall_x, tall_y = 8 + 196 * tall_column, TALL_TOP + TALL_ROW * tall_row
    wide = f"translate(0 {10 + player.seat * room + more:g})"
    tall = f"translate({tall_x} {tall_y}) scale(.648)"
    return tag("g", tag("g", row, data_key=f"seat-{player.seat}"), transform=wide, data_tall=tall)


@lru_cache(maxsize=64)
def _row_backs(acting: bool, pale: bool, height: float, room: float) -> str:
    wide = _row_back(acting, pale, (height - room) / 2, room - 6)
    return by_room(wide, _row_back(acting, pale, 0, height - 6))


def _row_back(acting: bool, pale: bool, y: float, height: float) -> str:
    colour, opacity = PAPER if acting else PAPER_SHADE, 0.6 if pale else 1
    back = tag("rect", x=0, y=y, width=PANEL_WIDTH, height=height, rx=8, fill=colour, opacity=opacity)
    if acting:
        back += tag("rect", x=0, y=y, width=6, height=height, rx=3, fill=BRASS)
    return back


@lru_cache(maxsize=4096)
def _row_name(name: str, acting: bool, starts: bool, pairtraiz: int, middle: float, say: Say) -> str:
    x = 42 if starts else 18
    shown = fitted(name, 202 - x, 20, acting)
    words = label(x, middle - 1, shown, 20, "start", INK, font_weight="bold" if acting else None)
    if pairtraiz:  # under the score
        crown = say("pairtraiz") + f" {pairtraiz}"
        words += label(280, middle + 19, crown, 18.5, "end", RED, serif=True)
    return words


# --- the match grid (DOD-13)


def _grid_height(rows: int) -> int:
    return GRID_TOP + GRID_ROW * (rows + 1)


def _tall_grid_y(players: int) -> int:
    """Where the grid lies in a narrow window: under the rows of players, two in each."""
    return TALL_TOP + TALL_ROW * ((players + 1) // 2) + 2


def _grid(view: View, say: Say) -> str:
    """The last parties, one row each, and the totals."""
    grid = view["grid"]
    shown = tuple(tuple(amounts(payment, view["players"])) for payment in grid[-ROWS_SHOWN:])
    return _grid_of(tuple(view["names"]), shown, len(grid) - len(shown) + 1, tuple(view["totals"]), say)


@lru_cache(maxsize=1024)  # it changes once a partie
def _grid_of(
    names: tuple[str, ...], rows: tuple[tuple[int, ...], ...], number: int, totals: tuple[int, ...], say: Say
) -> str:
    n = len(names)
    room, size = (PANEL_WIDTH - 26) / n, 16 if n < 5 else 12.5
    columns = [24 + room * (seat + 0.5) for seat in range(n)]
    drawn = tag("rect", x=0, y=0, width=PANEL_WIDTH, height=_grid_height(len(rows)), rx=6, fill=PAPER)
    for x, name in zip(columns, names, strict=True):
        drawn += label(x, 18, fitted(name, room - 3, 13), 13, fill=INK)
    y = 40
    for at, row in enumerate(rows):
        drawn += label(10, y, str(number + at), size, "start", INK)
        for x, amount in zip(columns, row, strict=True):
            drawn += label(x, y, say.number(amount, sign=bool(amount)), size, fill=RED if amount < 0 else INK)
        y += GRID_ROW
    drawn += tag("line", x1=6, x2=284, y1=y - 16, y2=y - 16, stroke=BRASS_DARK) + label(10, y, "Σ", 15, "start", INK)
    for x, total in zip(columns, totals, strict=True):
        colour = RED if total < 0 else INK
        drawn += label(x, y, say.number(total, sign=bool(total)), size, fill=colour, font_weight="bold")
    tall = f"translate(40 {_tall_grid_y(n)}) scale({TALL_GRID})"
    return group(drawn, PANEL_X, min(318, 22 + n * _row_room(n)), data_tall=tall)


# --- the memo (DOD-04)

# Short enough to stand beside the tray on a phone.
MEMO_SUMS = {SUM_OVER_29: "30 +", SUM_20_29: "20–29", SUM_10_19: "10–19", SUM_UNDER_10: "0–9"}


@lru_cache(maxsize=64)
def _memo(lying: int, say: Say) -> str:
    """The nine lines and what each brings; the one that lies there is lit."""
    rows = ""
    for made, points in enumerate(POINTS):
        lit = made == lying
        worth = say("wins") if made == PAIRTRAIZ else say.number(points)
        name = say("sum {range}", range=MEMO_SUMS[made]) if made in MEMO_SUMS else say(LINES[made])
        row = tag("rect", width=MEMO_WIDTH, height=24, rx=5, fill=BRASS if lit else PAPER_SHADE)
        weight = "bold" if lit else None
        row += label(7, 17, name, 13, "start", INK, font_weight=weight)
        row += label(MEMO_WIDTH - 7, 17, worth, 14, "end", INK, serif=True, font_weight="bold")
        tall = f"translate(262 {6 + TALL_MEMO_ROW * made}) scale({TALL_MEMO_SCALE})"
        wide = f"translate(0 {MEMO_ROW * made}) scale({MEMO_SCALE})"
        rows += tag("g", row, transform=wide, data_tall=tall)
    return tag("g", group(rows, MEMO_X, 22, data_tall="translate(0 0)"), class_="memo")
