"""What people see of SpacePoker: hands, planets, the stakes in the middle, and the ranking on the table's edge."""

import json
from html import escape
from itertools import combinations
from typing import Any

from ....drawing import BRASS, FELT, FELT_DARK, FELT_EDGE, PAPER, PAPER_SHADE, WOOD, WOOD_DARK, group, picture, tag
from ....drawing import text as label
from ....words import N_, Say
from ..moves import counts_row, named
from ..rules.ships import COMBINATIONS, strength
from ..rules.state import DEALING, DRAWING, DRAWING_LOTS, DROPPED, EXCHANGING, IN, OUT, SHOWING, STAKING
from .drawing import NAMES, card, card_back, planet_row, plate, short

View = dict[str, Any]
PHASES = {
    DEALING: "deal",
    EXCHANGING: "exchange",
    DRAWING: "exchange",
    STAKING: "stakes",
    SHOWING: "showdown",
    DRAWING_LOTS: "draw",
}
WIDTH = 480
PATTERNS = ("2", "2 + 2", "3", "3 + 2", "4", "5", "1 1 1 1 1")  # by combination, weakest first


def _sizes(counts: Any) -> list[int]:
    return [size for size in range(1, 8) for _ in range(int(counts[size - 1]))]


def view(s: Any, seat: int) -> View:
    """The table as the seat sees it; the record is blanked already."""
    n = int(s.players)
    hands = [_sizes(s.ships[other]) if other == seat or s.shown[other] else [] for other in range(n)]
    dealt = [0] * n
    if not s.over:
        dealt = [_held(s, other) for other in range(n)]
    own = seat >= 0 and not s.over
    return {
        "hand": int(s.played) + (not s.over),
        "phase": "over" if s.over else PHASES[int(s.phase)],
        "opener": int(s.opener),
        "turn": -1 if s.over else int(s.turn),
        "lap": int(s.lap),
        "inside": [("out", "in", "dropped")[int(x)] for x in s.inside[:n]],
        "planets": [[int(x) for x in row] for row in s.planets[:n]],
        "points": [int(sum((i + 1) * int(x) for i, x in enumerate(row))) for row in s.planets[:n]],
        "pot": [int(x) for x in s.pot],
        "staked": [[int(x) for x in row] for row in s.staked[:n]],
        "stakes": [int(x) for x in s.stakes[:n]],
        "highest": int(s.highest),
        "raises": [int(x) for x in s.raises[:n]],
        "exchanged": [int(x) - 1 if x else None for x in s.exchanged[:n]],
        "cards": dealt,
        "hands": hands,
        "given": [int(x) for x in s.given[seat] if x] if own else [],
        "drawn": [int(x) for x in s.drawn[seat] if x] if own else [],
        "shown": [bool(x) for x in s.shown[:n]],
        "draws": [int(x) for x in s.draws[:n]],
        "tied": [bool(x) for x in s.tied[:n]],
        "last": _last(s),
        "over": bool(s.over),
    }


def _held(s: Any, seat: int) -> int:
    """How many ships lie before a seat: public."""
    if s.inside[seat] == OUT:
        return 0
    if s.phase == DEALING:
        n = sum(1 for other in range(int(s.players)) if s.inside[other] != OUT)
        before = sum(
            1
            for p in range((seat - int(s.opener)) % int(s.players))
            if s.inside[(int(s.opener) + p) % int(s.players)] != OUT
        )
        return int(s.dealt) // n + (int(s.dealt) % n > before)
    return 5 - (int(s.pending) if s.phase == DRAWING and s.turn == seat else 0)


def _last(s: Any) -> View | None:
    """How the hand before ended."""
    if s.played == 0 or s.last_winner < 0:
        return None
    n = int(s.players)
    return {
        "winner": int(s.last_winner),
        "points": int(s.last_points),
        "inside": [("out", "in", "dropped")[int(x)] for x in s.last_inside[:n]],
        "hands": [_sizes(s.last_ships[seat]) for seat in range(n)],
        "draws": [int(x) for x in s.last_draws[:n]],
    }


# --- the drawing


def _status(view: View, seat: int, say: Say) -> str:
    if view["over"]:
        return ""
    if view["inside"][seat] == "out":
        return say("sits out") if any(view["planets"][seat]) else say("out of planets")
    if view["inside"][seat] == "dropped":
        return say("has dropped out")
    many = view["exchanged"][seat]
    if many is None:
        return ""
    return say.count("exchanged {n} ship", "exchanged {n} ships", many) if many else say("exchanged none")


def _hand(view: View, seat: int, x: float, y: float, width: float, say: Say) -> str:
    """The cards before a seat: faces where the viewer may see them, backs elsewhere."""
    faces, step = view["hands"][seat], width * 1.06
    drawn = ""
    for k in range(view["cards"][seat]):
        key = {"data_key": f"ship-{seat}-{k}", "data_flip": True, "data_face": faces[k] if k < len(faces) else 0}
        faded = {"opacity": 0.45} if view["inside"][seat] == "dropped" else {}
        drawn += (
            card(x + k * step, y, faces[k], say, width, **key, **faded)
            if k < len(faces)
            else card_back(x + k * step, y, width, **key, **faded)
        )
    return drawn


def _header(view: View, seat: int, y: float, say: Say) -> str:
    """A seat's name, what it does, and its wealth."""
    marks = " ●" if seat == view["opener"] and not view["over"] else ""
    name = label(16, y + 19, short(view["names"][seat], 16) + marks, 16, "start", PAPER, font_weight="bold")
    status = label(230, y + 19, _status(view, seat, say), 13, "middle", BRASS)
    return (
        name
        + status
        + label(
            WIDTH - 16, y + 19, say.count("{n} point", "{n} points", view["points"][seat]), 15, "end", PAPER, serif=True
        )
    )


def _opponent(view: View, seat: int, y: float, say: Say) -> str:
    faded = view["inside"][seat] != "in"
    height = 74 if view["cards"][seat] or any(view["planets"][seat]) else 30
    body = plate(6, y, WIDTH - 12, height, seat == view["mover"], faded) + _header(view, seat, y, say)
    body += _hand(view, seat, 16, y + 28, 28, say)
    body += planet_row(182, y + 42, view["planets"][seat], 280)
    return tag("g", body, data_key=f"seat-{seat}")


def _middle(view: View, y: float, height: float, say: Say) -> str:
    """The stakes, the antes, the lap."""
    body = tag(
        "rect", x=10, y=y, width=WIDTH - 20, height=height, rx=26, fill=FELT_DARK, stroke=FELT_EDGE, stroke_width=2
    )
    total = sum(view["stakes"]) + sum((i + 1) * n for i, n in enumerate(view["pot"]))
    words = [say("Hand {hand}", hand=view["hand"])]
    if view["lap"]:
        words.append(say("lap {lap}", lap=view["lap"]))
    words.append(say.count("pot: {n} point", "pot: {n} points", total))
    body += label(WIDTH / 2, y + 20, " · ".join(words), 14, fill=PAPER_SHADE, serif=True)
    rows = [
        (view["names"][seat], view["staked"][seat], view["stakes"][seat])
        for seat in range(view["players"])
        if any(view["staked"][seat])
    ]
    if any(view["pot"]):
        rows.insert(0, (say("antes"), view["pot"], sum((i + 1) * n for i, n in enumerate(view["pot"]))))
    if not rows:
        return body + _last_words(view, y + 34, say) + _pile(view, y + height / 2 + 16)
    for at, (name, row, points) in enumerate(rows):
        line = y + 42 + at * 29
        body += label(26, line + 5, short(name, 11), 13, "start", PAPER_SHADE)
        body += planet_row(122, line, row, 280, 8.5)
        body += label(WIDTH - 26, line + 6, say.number(points), 17, "end", BRASS, serif=True, font_weight="bold")
    return body


def _pile(view: View, y: float) -> str:
    """The pile, while nothing is staked yet."""
    return "" if view["over"] else "".join(card_back(WIDTH / 2 - 22 + 2 * k, y - 28 - 2 * k, 40) for k in range(4))


def last_words(view: View, say: Say) -> str:
    """How the hand before ended, in a sentence."""
    last = view["last"]
    if not last:
        return ""
    name = view["names"][last["winner"]]
    faces = last["hands"][last["winner"]]
    if not faces:
        return say("{name} took {n} unseen.", name=name, n=last["points"])
    made = named(faces, bool(view["options"]["kickers"]), say)
    if any(last["draws"]):
        return say("{name} took {n} on the draw: {made}.", name=name, n=last["points"], made=made)
    return say("{name} took {n}: {made}.", name=name, n=last["points"], made=made)


def _last_words(view: View, y: float, say: Say) -> str:
    words = last_words(view, say)
    return label(WIDTH / 2, y + 4, words, 15, fill=PAPER) if words else ""


def _lots(view: View, y: float, say: Say) -> str:
    """Ships drawn for the pot (SPA-12)."""
    drawn, x = "", 40.0
    for seat in range(view["players"]):
        if view["tied"][seat] or view["draws"][seat]:
            drawn += label(x + 20, y + 12, short(view["names"][seat], 9), 12, fill=PAPER)
            drawn += card(x, y + 18, view["draws"][seat], say, 40) if view["draws"][seat] else card_back(x, y + 18, 40)
            x += 84
    return drawn


def _own(view: View, seat: int, y: float, say: Say) -> str:
    """The viewer's own place: five large cards and the planets."""
    body = plate(6, y, WIDTH - 12, 212, seat == view["mover"], view["inside"][seat] != "in") + _header(
        view, seat, y, say
    )
    choosing = view["phase"] == "exchange" and bool(view["moves"])
    faces, fresh = view["hands"][seat], list(view["drawn"])
    for k, size in enumerate(faces):
        pressed: dict[str, Any] = {}
        if choosing:
            words = say("Give the {name}, size {size}", name=say(NAMES[size - 1]), size=size)
            pressed = {"role": "button", "tabindex": 0, "data_for": f"ship-{k + 1}", "aria_label": words}
        faded = {"opacity": 0.45} if view["inside"][seat] == "dropped" else {}
        x = 18 + k * 90
        body += card(
            x, y + 28, size, say, data_key=f"ship-{seat}-{k}", data_flip=True, data_face=size, **pressed, **faded
        )
        if size in fresh and view["phase"] != "exchange":
            fresh.remove(size)
            body += tag("circle", cx=x + 72, cy=y + 40, r=4, fill=BRASS)  # came in the exchange
    if len(faces) == 5:
        made = named(faces, bool(view["options"]["kickers"]), say)
        body += label(WIDTH / 2, y + 166, made, 15, fill=PAPER, serif=True)
    return tag("g", body + planet_row(20, y + 186, view["planets"][seat], WIDTH - 40, 9.5), data_key=f"seat-{seat}")


def _ranking(view: View, seat: int, y: float, say: Say) -> str:
    """SPA-10 on the table's edge, best first; the viewer's own combination stands out."""
    body = tag("rect", x=0, y=y, width=WIDTH, height=96, fill=WOOD) + tag(
        "rect", x=0, y=y, width=WIDTH, height=3, fill=WOOD_DARK
    )
    faces = view["hands"][seat] if seat >= 0 else []
    mine = strength(counts_row([faces.count(size) for size in range(1, 8)]), False) >> 15 if len(faces) == 5 else -1
    for place, made in enumerate(range(6, -1, -1)):
        x, line = (14, y + 22 + place * 20) if place < 4 else (248, y + 22 + (place - 4) * 20)
        own = made == mine
        body += label(x, line, f"{place + 1}", 13, "start", BRASS, serif=True)
        body += label(
            x + 16,
            line,
            say(COMBINATIONS[made]),
            13,
            "start",
            BRASS if own else PAPER,
            font_weight="bold" if own else None,
        )
        body += label(x + 218, line, PATTERNS[made], 12, "end", BRASS if own else PAPER_SHADE)
    return body


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    parts = []
    seat = view["seat"]
    if seat >= 0 and view["hands"][seat]:
        ships = say.list([f"{say(NAMES[size - 1])} {size}" for size in view["hands"][seat]])
        parts.append(say("Your ships: {ships}.", ships=ships))
    for other, name in enumerate(view["names"]):
        status = _status(view, other, say)
        parts.append(
            say(
                "{name}: {points} points, stake {stake}",
                name=name,
                points=view["points"][other],
                stake=view["stakes"][other],
            )
            + (f", {status}." if status else ".")
        )
    return " ".join([*parts, last_words(view, say)]).strip()


def svg(view: View, say: Say) -> str:
    n, seat = view["players"], view["seat"]
    others = [(seat + k) % n for k in range(1, n)] if seat >= 0 else list(range(n))
    y, body = 8.0, ""
    for other in others:
        body += _opponent(view, other, y, say)
        y += 80 if view["cards"][other] or any(view["planets"][other]) else 36
    middle = 60.0 + 29 * n
    body += _middle(view, y, middle, say)
    if view["phase"] == "draw":
        body += group(_lots(view, 0, say), 200, y + 36)
    y += middle + 8
    if seat >= 0:
        body += _own(view, seat, y, say)
        y += 220
    body += _ranking(view, seat, y, say)
    height = int(y + 96)
    title = say("SpacePoker, hand {hand}", hand=view["hand"])
    ground = tag("rect", width=WIDTH, height=height, fill=FELT)
    return picture(WIDTH, height, title, describe(view, say), ground + body)


# --- the controls


def controls(view: View, say: Say) -> str:
    if not view["moves"]:
        return ""
    return _exchange_form(view, say) if view["phase"] == "exchange" else _stake_form(view, say)


def _exchange_form(view: View, say: Say) -> str:
    """Press up to three ships, then the button."""
    faces, parts = view["hands"][view["seat"]], ""
    for k, size in enumerate(faces, 1):
        box = tag("input", type="checkbox", name="ship", value=k, id=f"ship-{k}", class_="for-drawing")
        parts += tag(
            "label",
            box + escape(say("give the {name} ({size})", name=say(NAMES[size - 1]), size=size)),
            for_=f"ship-{k}",
        )
    legal = {}
    for many in range(4):
        for chosen in combinations(range(1, 6), many):
            key = " ".join(f"ship={k}" for k in chosen)
            move = "exchange " + (" ".join(str(faces[k - 1]) for k in chosen) or "none")
            legal[key] = [
                move,
                say.count("Exchange {n} ship", "Exchange {n} ships", many) if many else say("Keep all five"),
            ]
    send = tag(
        "button",
        escape(legal[""][1]),
        type="submit",
        class_="primary",
        data_legal=json.dumps(legal, ensure_ascii=False),
    )
    return tag("form", tag("div", parts, class_="parts") + send, class_="controls")


def _amounts(view: View) -> list[int]:
    return [0 if move == "stay" else int(move.split()[1]) for move in view["moves"] if move != "drop"]


def _stake_form(view: View, say: Say) -> str:
    """Align, raise by an amount that can be paid, or drop."""
    seat = view["seat"]
    mine, need = view["stakes"][seat], view["highest"] - view["stakes"][seat]
    amounts, buttons = _amounts(view), ""
    if view["highest"] and need in amounts:
        words = say.count("Align: {n} point", "Align: {n} points", need) if need else say("Stay put")
        move = f"stake {need}" if need else "stay"
        buttons += tag("button", escape(words), type="button", class_="primary", data_move=move)
    more = [amount for amount in amounts if amount > need or not view["highest"]]
    if more:
        first = not view["highest"]
        each = [
            say.count("{n} point", "{n} points", a) if first else say("to {total} (+{n})", total=mine + a, n=a)
            for a in more
        ]
        choices = "".join(tag("option", escape(words), value=amount) for words, amount in zip(each, more, strict=True))
        name = say("Your stake") if first else say("Raise")
        part = tag("label", escape(name) + " " + tag("select", choices, name="amount"))
        send = tag(
            "button",
            escape(say("Stake") if first else say("Raise")),
            type="button",
            class_="primary" if first else None,
            data_move="stake {amount}",
        )
        buttons += tag("span", part, class_="parts") + send
    ask = say("Really drop out? What you staked stays in the pot.") if view["stakes"][seat] else None
    buttons += tag("button", escape(say("Drop out")), type="button", class_="quiet", data_move="drop", data_confirm=ask)
    return tag("form", buttons, class_="controls")


WAITING = {
    "deal": N_("The ships are being dealt."),
    "exchange": N_("Ships come off the pile."),
    "showdown": N_("The ships are turned up."),
    "draw": N_("Equal fleets: the largest ship drawn takes the pot."),
}


def hint(view: View, say: Say) -> str:
    if view["over"]:
        return say("The game is over: the richest in planets wins.")
    if not view["moves"]:
        if view["mover"] < 0:
            words = WAITING[view["phase"]]
            return say(words)
        name = view["names"][view["mover"]]
        return (
            say("{name} chooses ships to exchange.", name=name)
            if view["phase"] == "exchange"
            else say("{name} is to stake.", name=name)
        )
    if view["phase"] == "exchange":
        return say(
            "Choose up to three ships to exchange; others see how many, not which. Five different ships are the "
            "best fleet."
        )
    need = view["highest"] - view["stakes"][view["seat"]]
    if not view["highest"]:
        return say("Open with at least 1 point, or drop out. A high stake on a poor fleet is a bluff.")
    if not need:
        return say("You are at the highest stake: stay put, or raise.")
    if need not in _amounts(view):
        return say("Your planets cannot make {n} exactly: stake more, or drop out.", n=need)
    return say.count("Align with {n} point, raise, or drop out.", "Align with {n} points, raise, or drop out.", need)


# --- the terminal


def text(view: View, say: Say) -> str:
    total = sum(view["stakes"]) + sum((i + 1) * n for i, n in enumerate(view["pot"]))
    rows = [
        say("SpacePoker, hand {hand}", hand=view["hand"])
        + " · "
        + say.count("pot: {n} point", "pot: {n} points", total)
    ]
    for seat, name in enumerate(view["names"]):
        marks = ("▶" if seat == view["mover"] else " ") + ("●" if seat == view["opener"] else " ")
        ships = " ".join(map(str, view["hands"][seat])) or " ".join("?" * view["cards"][seat])
        planets = " ".join(f"{n}×{value + 1}" for value, n in enumerate(view["planets"][seat]) if n)
        stake = say("stake {stake}", stake=view["stakes"][seat])
        rows.append(
            f"{marks} {short(name, 14):<14} [{ships:<9}] {view['points'][seat]:>3}  {stake:<9} "
            f"{short(_status(view, seat, say), 24)}"
        )
        rows.append(f"     {planets}")
    if view["phase"] == "draw":
        rows.append("   " + say("drawn: {ships}", ships=" ".join(str(x) if x else "·" for x in view["draws"])))
    words = last_words(view, say)
    return "\n".join(rows + ([f"   {short(words, 74)}"] if words else []))


__all__ = ["DROPPED", "IN", "controls", "hint", "svg", "text", "view"]
