"""The table of SpacePoker, drawn: players and their planets, the stakes in the middle, the ranking on the edge."""

from functools import lru_cache
from typing import Any

from ....draw.drawing import (
    BRASS,
    FELT,
    FELT_DARK,
    FELT_EDGE,
    INK,
    PAPER,
    PAPER_SHADE,
    WOOD,
    by_room,
    fitted,
    group,
    picture,
    shortened,
    tag,
    width_of,
    wrapped,
)
from ....draw.drawing import text as label
from ....model.contract import View
from ....model.words import Say
from ..moves import named
from ..rules.planets import worth
from ..rules.ships import COMBINATIONS, HAND, NAMES, combination, counts_of
from .pieces import card, card_back, planet, planet_row, plate, ship
from .telling import describe, is_all_in, last_words, pot_of, status

WIDTH = 480  # of a player's place, of the middle, and of the whole in a narrow window
MEMO_X, MEMO_WIDTH, MEMO_ROW = 2 * WIDTH + 4, 250, 52  # rows at least so high
STAKE_ROW = 42  # planets, and how many of each under them
STRIP = 36  # antes to come, or a planet being changed
TALL_MEMO_ROW = 24  # narrow: name and ships beside each other
SMALL_CARD, CARD_SHAPE = 28, 118 / 84  # how wide a card of the others is at least; how high for its width
# A hand of each combination, weakest first, and how many of its ships make it.
EXAMPLES = (
    ((4, 4, 1, 2, 5), 2),
    ((4, 4, 2, 2, 5), 4),
    ((4, 4, 4, 1, 2), 3),
    ((4, 4, 4, 2, 2), 5),
    ((2, 2, 2, 2, 5), 4),
    ((4, 4, 4, 4, 4), 5),
    ((1, 2, 3, 4, 5), 5),
)
FADED = 0.45  # the cards of who dropped out


def _hand(view: View, seat: int, x: float, y: float, width: float, say: Say) -> str:
    """The cards before a seat: faces where the viewer may see them, backs elsewhere."""
    faces, step = view["hands"][seat], width * 1.06
    drawn = ""
    for k in range(view["cards"][seat]):
        key = {"data_key": f"ship-{seat}-{k}", "data_flip": True, "data_face": faces[k] if k < len(faces) else 0}
        faded = {"opacity": FADED} if view["inside"][seat] == "dropped" else {}
        drawn += (
            card(x + k * step, y, faces[k], say, width, **key, **faded)
            if k < len(faces)
            else card_back(x + k * step, y, width, **key, **faded)
        )
    return drawn


def _header(view: View, seat: int, y: float, say: Say) -> str:
    """A seat's name, what it does, and its wealth."""
    marks = " ●" if seat == view["opener"] and view["phase"] != "settled" else ""
    wealth = say.count("{n} point", "{n} points", view["points"][seat])
    if is_all_in(view, seat):
        wealth = say("all in (va-tout)")
    doing = fitted(status(view, seat, say), 200, 14.5)
    left = WIDTH - 16 - width_of(wealth, 15)  # where the wealth begins, and what it leaves
    middle = left - 10 - width_of(doing, 14.5) / 2
    room = left - 16 - 12 - (width_of(doing, 14.5) + 10 if doing else 0) - width_of(marks, 16)
    name = fitted(view["names"][seat], room, 16, bold=True) + marks
    header = label(16, y + 19, name, 16, "start", PAPER, font_weight="bold")
    header += label(middle, y + 19, doing, 14.5, "middle", BRASS) if doing else ""
    return header + label(WIDTH - 16, y + 19, wealth, 15, "end", PAPER, serif=True)


def _opponent(view: View, seat: int, wide_height: float, tall_height: int, say: Say) -> str:
    """Another's place. Wide, it is as high as its share of the column: the cards as large as that allows, the planets
    under them, or beside them where it is low; narrow, the planets lie beside small cards.
    """
    faded, acting = view["inside"][seat] != "in", seat == view["mover"]
    body = by_room(*(plate(6, 0, WIDTH - 12, height, acting, faded) for height in (wide_height, tall_height)))
    body += _header(view, seat, 0, say)
    width = min(84.0, (wide_height - 84) / CARD_SHAPE)
    under = width >= SMALL_CARD
    free = wide_height - 28 - (width * CARD_SHAPE + 52 if under else 46)  # what is left over: above, between, below
    top, scale = (28 + free / 3, width / SMALL_CARD) if under else (28 + free / 2, 1)
    cards = f"translate(16 {top:.4g}) scale({scale:.4g})"
    body += tag("g", _hand(view, seat, 0, 0, SMALL_CARD, say), transform=cards, data_tall="translate(16 28)")
    x, y, room = (20, wide_height - 36 - free / 3, WIDTH - 40) if under else (182, 42 + free / 2, 280)
    planets = planet_row(x, y, view["planets"][seat], room), planet_row(182, 42, view["planets"][seat], 280)
    return tag("g", body + by_room(*planets), data_key=f"seat-{seat}")


def _others(view: View, seats: list[int], height: float, say: Say) -> tuple[str, int]:
    """The others' places, filling the left column; and how high they are in a narrow window."""
    has = {seat: bool(view["cards"][seat] or any(view["planets"][seat])) for seat in seats}
    share = (height - 36 * (len(seats) - sum(has.values()))) / max(1, sum(has.values()))
    drawn, wide_y, tall_y = "", 8.0, 8
    for seat in seats:
        wide, tall = (share, 80) if has[seat] else (36, 36)
        place = _opponent(view, seat, wide - 6, tall - 6, say)
        drawn += group(place, 0, wide_y, data_tall=f"translate(0 {tall_y})")
        wide_y, tall_y = wide_y + wide, tall_y + tall
    return drawn, tall_y


def _middle(view: View, y: float, height: float, say: Say) -> str:
    """The stakes, the antes, the lap."""
    body = tag(
        "rect", x=10, y=y, width=WIDTH - 20, height=height, rx=26, fill=FELT_DARK, stroke=FELT_EDGE, stroke_width=2
    )
    words = [say("Hand {hand}", hand=view["hand"])]
    if view["phase"] != "settled":
        if view["lap"]:
            words.append(say("lap {lap}", lap=view["lap"]))
        words.append(say.count("pot: {n} point", "pot: {n} points", pot_of(view)))
    if view["limit"]:
        name = shortened(view["names"][view["limit"]["seat"]], 12)
        words.append(say("at most {stake} ({name})", stake=view["limit"]["stake"], name=name))
    body += label(WIDTH / 2, y + 20, " · ".join(words), 15, fill=PAPER_SHADE, serif=True)
    rows = [
        (view["names"][seat], view["staked"][seat], view["stakes"][seat])
        for seat in range(view["players"])
        if any(view["staked"][seat])
    ]
    if any(view["pot"]):
        rows.append((say("antes"), view["pot"], worth(view["pot"])))
    if _has_strip(view):
        body += _strip(view, y + 44, say)
        y, height = y + STRIP, height - STRIP
    if view["phase"] == "settled":
        return body + _settled(view, y + 34, say)
    if not rows:
        return body + _last_words(view, y + 34, say) + _pile(y + height / 2 + 16)
    for at, (name, row, points) in enumerate(rows):
        line = y + 42 + at * STAKE_ROW
        body += label(26, line + 5, fitted(name, 80, 14.5), 14.5, "start", PAPER_SHADE)
        body += planet_row(122, line, row, 280)
        body += label(WIDTH - 26, line + 6, say.number(points), 17, "end", BRASS, serif=True, font_weight="bold")
    if view["phase"] == "exchange":
        body += _pile(y + (height + 42 + len(rows) * STAKE_ROW) / 2)
    return body


def _has_strip(view: View) -> bool:
    """Whether a line is kept for antes that rise and planets that are changed."""
    return bool(view["antes"] or view["options"]["change"])


def _strip(view: View, y: float, say: Say) -> str:
    """The planet that is being changed (SPA-09a); else the ante of this hand and those to come (SPA-15)."""
    if view["change"]:
        return _change(view, y, say)
    antes = view["antes"]
    if not antes:
        return ""
    body = label(26, y + 5, say("ante"), 14.5, "start", PAPER_SHADE)
    for at, ante in enumerate(antes):
        x, now = 140 + 46.0 * at, at == 0
        body += tag("circle", cx=x, cy=y, r=14, fill=BRASS if now else "none", stroke=BRASS, stroke_width=1.5)
        body += label(x, y + 5, say.number(ante), 14.5, fill=INK if now else PAPER, font_weight="bold" if now else None)
    return tag("g", body, data_key="antes")


def _change(view: View, y: float, say: Say) -> str:
    """Who gives which planet for which."""
    changed = view["change"]
    body = label(26, y + 5, fitted(view["names"][changed["seat"]], 130, 14.5), 14.5, "start", BRASS, font_weight="bold")
    body += planet(182, y, changed["gives"], 13) + label(212, y + 6, "⇄", 20, fill=BRASS)
    for at, value in enumerate(changed["gets"]):
        body += planet(242 + 30.0 * at, y, value, 13)
    other = say("the pot") if changed["with"] < 0 else view["names"][changed["with"]]
    if changed["with"] == changed["seat"]:
        other = say("the own stake")
    return body + label(WIDTH - 26, y + 5, fitted(other, 76, 14.5), 14.5, "end", PAPER_SHADE)


def _settled(view: View, y: float, say: Say) -> str:
    """What the hand came to: a sentence, the pot as it was taken, and what each has won or lost by the hand."""
    body = _last_words(view, y, say)
    y += 19 * body.count("<text") - 19 * bool(body)
    for at, seat in enumerate(seat for seat in range(view["players"]) if view["last"]["net"][seat]):
        net = view["last"]["net"][seat]
        line = y + 32 + 24 * at
        won = net > 0
        body += label(60, line, fitted(view["names"][seat], 170, 15), 15, "start", PAPER if won else PAPER_SHADE)
        body += label(
            WIDTH - 60,
            line,
            say("{points} (net {net})", points=view["last"]["points"], net=say.number(net, sign=True))
            if seat == view["last"]["winner"]
            else say.number(net, sign=True),
            18 if won else 15,
            "end",
            BRASS if won else PAPER_SHADE,
            serif=True,
            font_weight="bold" if won else None,
            data_key=f"net-{seat}",
        )
    return body


def _pile(y: float) -> str:
    """The pile, while nothing is staked yet."""
    return "".join(card_back(WIDTH / 2 - 22 + 2 * k, y - 28 - 2 * k, 40) for k in range(4))


def _last_words(view: View, y: float, say: Say) -> str:
    words = last_words(view, say)
    lines = wrapped(words, WIDTH - 48, 15) if words else []
    return "".join(label(WIDTH / 2, y + 4 + 19 * at, line, 15, fill=PAPER) for at, line in enumerate(lines))


def _lots(view: View, y: float, say: Say) -> str:
    """Ships drawn for the pot (SPA-12)."""
    drawn, x = "", 40.0
    for seat in range(view["players"]):
        if view["tied"][seat] or view["draws"][seat]:
            drawn += label(x + 20, y + 12, fitted(view["names"][seat], 80, 14.5), 14.5, fill=PAPER)
            drawn += card(x, y + 18, view["draws"][seat], say, 40) if view["draws"][seat] else card_back(x, y + 18, 40)
            x += 84
    return drawn


def _own(view: View, seat: int, y: float, say: Say) -> str:
    """The viewer's own place: five large cards and the planets."""
    body = plate(6, y, WIDTH - 12, 224, seat == view["mover"], view["inside"][seat] != "in") + _header(
        view, seat, y, say
    )
    choosing = view["phase"] == "exchange" and bool(view["moves"])
    faces, fresh = view["hands"][seat], list(view["drawn"])
    for k, size in enumerate(faces):
        pressed: dict[str, Any] = {}
        if choosing:
            words = say("Give the {name}, size {size}", name=say(NAMES[size - 1]), size=size)
            pressed = {"role": "button", "tabindex": 0, "data_for": f"ship-{k + 1}", "aria_label": words}
        faded = {"opacity": FADED} if view["inside"][seat] == "dropped" else {}
        x = 18 + k * 90
        body += card(
            x, y + 28, size, say, data_key=f"ship-{seat}-{k}", data_flip=True, data_face=size, **pressed, **faded
        )
        if size in fresh and view["phase"] != "exchange":
            fresh.remove(size)
            body += tag("circle", cx=x + 72, cy=y + 40, r=4, fill=BRASS)  # came in the exchange
    if len(faces) == HAND:
        made = named(faces, say)
        body += label(WIDTH / 2, y + 166, made, 15, fill=PAPER, serif=True)
    staking = view["phase"] == "stakes" and bool(view["moves"])
    planets = planet_row(20, y + 190, view["planets"][seat], WIDTH - 40, say=say if staking else None)
    return tag("g", body + planets, data_key=f"seat-{seat}", class_="gains-inside")  # the memo stands beside it


def _memo(view: View, seat: int, height: float, tall_y: float, say: Say) -> str:
    """SPA-10, best first, each with five small ships; the viewer's own combination stands out."""
    faces = view["hands"][seat] if seat >= 0 else []
    mine = combination(counts_of(faces)) if len(faces) == HAND else -1
    return group(
        _memo_rows(mine, height / len(EXAMPLES), tall_y, say), MEMO_X, 8, data_tall="translate(0 0)", class_="memo"
    )


@lru_cache(maxsize=256)
def _memo_rows(mine: int, high: float, tall_y: float, say: Say) -> str:
    rows, larger = "", min(1.25, high / MEMO_ROW)
    for place, made in enumerate(range(len(EXAMPLES) - 1, -1, -1)):
        sizes, part = EXAMPLES[made]
        own = made == mine
        back = tag("rect", width=MEMO_WIDTH - 10, height=high - 5, rx=6, fill=BRASS if own else WOOD)
        ink = INK if own else PAPER
        name = label(
            8, 18, f"{place + 1}. {say(COMBINATIONS[made])}", 15, "start", ink, font_weight="bold" if own else None
        )
        ships = ""
        for at, size in enumerate(sizes):
            small = tag("g", ship(size, ink), transform="scale(.24)")
            ships += group(small, 24 + 40 * at, 0, opacity=None if at < part else 0.35)
        name = tag("g", name, transform=f"translate(0 {(high - MEMO_ROW) * 0.3:.4g})", data_tall="translate(0 -2)")
        lies = f"translate({-12 * (larger - 1):.4g} {high * 0.65:.4g}) scale({larger:.4g})"
        ships = tag("g", ships, transform=lies, data_tall="translate(258 12) scale(.85)")
        tall = f"translate(6 {tall_y + TALL_MEMO_ROW * place:g})"
        wide = tag(
            "g",
            back,
            data_tall=f"scale({(WIDTH - 12) / (MEMO_WIDTH - 10):.4g} {(TALL_MEMO_ROW - 3) / (high - 5):.4g})",
        )
        rows += tag("g", wide + name + ships, transform=f"translate(0 {high * place:.4g})", data_tall=tall)
    return rows


def svg(view: View, say: Say) -> str:
    """Wide: the others left, the middle and the own place beside them, the memo right.

    Narrow, one under the other: the own place, the memo, so that it is always in sight, the stakes, the others.
    """
    n, seat = view["players"], view["seat"]
    others = [(seat + k) % n for k in range(1, n)] if seat >= 0 else list(range(n))
    middle = 50.0 + STAKE_ROW * (n + bool(view["options"]["ante"])) + STRIP * _has_strip(view)
    if seat < 0:  # with no place of one's own under it, it fills its column
        middle = max(middle, MEMO_ROW * len(EXAMPLES) - 8.0)
    play = _middle(view, 0, middle, say)
    if view["phase"] == "draw":
        play += group(_lots(view, 0, say), 200, 36)
    own, memo = (232 if seat >= 0 else 0), TALL_MEMO_ROW * len(EXAMPLES) + 8
    height = max(middle + own + 16, MEMO_ROW * len(EXAMPLES) + 3, 80 * len(others))
    places, tall_others = _others(view, others, height, say)
    body = tag("g", places, data_tall=f"translate(0 {own + memo + middle + 4:g})")
    body += group(play, WIDTH, 8, data_tall=f"translate(0 {own + memo:g})")
    if seat >= 0:
        body += group(_own(view, seat, 0, say), WIDTH, 16 + middle, data_tall="translate(0 4)")
    body += _memo(view, seat, height, own + 4, say)
    tall = WIDTH, int(own + memo + middle + 8 + tall_others + 4)
    title = say("SpacePoker, hand {hand}", hand=view["hand"])
    ground = tag("rect", width="100%", height="100%", fill=FELT)
    return picture(2 * WIDTH + MEMO_WIDTH, int(height) + 10, title, describe(view, say), ground + body, tall=tall)
