"""The drawing of Pépètes: the duel arena, everybody's notes and bet cards, and the memo.

480 wide, so that it reads on a phone.
"""

from typing import Any

from ....contract import View
from ....drawing import (
    BLACK,
    BLUE,
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
    WOOD,
    WOOD_DARK,
    die6,
    group,
    picture,
    shortened,
    tag,
)
from ....drawing import text as label
from ....words import Say
from ..rules.combinations import BEST_FIRST, BONUS, DIGIT, FULL, NAMES, SAME_3, SUITE_3
from ..rules.state import BLACK_DIE, FIRST_RED, THROWS
from .telling import describe, duel_number

WIDTH, ARENA_TOP, ARENA_HEIGHT, CARD_HEIGHT, MEMO_HEIGHT = 480, 44, 262, 92, 104
NOTE_COLOURS = {50: "#7b4b94", 20: "#2b5c97", 10: "#a8322d", 5: "#3d7a4f", 1: "#8a6a24"}
MOST_NOTES = 14  # drawn; the sum stands beside them
GHOST = "#12352a"
WON, LOST = "#2f7d4b", RED


def svg(view: View, say: Say) -> str:
    rows = (view["players"] + 1) // 2
    height = ARENA_TOP + ARENA_HEIGHT + 8 + rows * (CARD_HEIGHT + 8) + MEMO_HEIGHT + 10
    title = _title(view, say)
    body = tag("rect", width=WIDTH, height=height, rx=14, fill=FELT)
    body += label(16, 29, title, 19, "start", PAPER, serif=True) + _track(view, say)
    body += group(_arena(view, say), 10, ARENA_TOP)
    for seat in range(view["players"]):
        body += group(
            _player(view, seat, say),
            10 + 232 * (seat % 2),
            ARENA_TOP + ARENA_HEIGHT + 8 + (CARD_HEIGHT + 8) * (seat // 2),
            data_key=f"seat-{seat}",
        )
    body += group(_memo(view, say), 10, height - MEMO_HEIGHT - 8)
    return picture(WIDTH, height, "Pépètes · " + title, describe(view, say), body)


def _title(view: View, say: Say) -> str:
    if view["over"]:
        return say("The game is over")
    title = say("Duel {number}", number=duel_number(view))
    return title + " · " + say("round {round}", round=view["round"]) if view["round"] else title


def _track(view: View, say: Say) -> str:
    """The six throws of a round: done, at hand, to come."""
    if not view["round"]:
        return ""
    body = ""
    for at, name in enumerate(THROWS):
        colour = RED if at % 2 else BLUE
        now, done = at == view["step"], at < view["step"]
        disc = tag(
            "circle",
            r=15,
            fill=FELT_DARK if done else colour,
            stroke=BRASS if now else FELT_EDGE,
            stroke_width=3 if now else 1,
        )
        body += group(
            disc + label(0, 5, say(name), 13, fill="#8fa79c" if done else IVORY, font_weight="bold"), 276 + 35 * at, 23
        )
    return body


# --- the arena


def _arena(view: View, say: Say) -> str:
    body = tag("rect", width=460, height=ARENA_HEIGHT, rx=26, fill=WOOD, stroke=WOOD_DARK, stroke_width=3)
    body += tag(
        "rect", x=10, y=10, width=440, height=ARENA_HEIGHT - 20, rx=18, fill=FELT_DARK, stroke=FELT_EDGE, stroke_width=2
    )
    dice = view["dice"]
    if dice["attacker"] < 0:
        return body + _waiting(view, say)
    body += tag(
        "line",
        x1=26,
        x2=434,
        y1=146,
        y2=146,
        stroke=FELT,
        stroke_width=2,
        stroke_dasharray="2 7",
        stroke_linecap="round",
    )
    return body + _attack(view, say) + _defence(view, say)


def _waiting(view: View, say: Say) -> str:
    """Before the first throw of the game: who is to duel."""
    if view["attacker"] < 0:
        return label(230, 136, say("Dice are thrown for the duel"), 20, fill=PAPER_SHADE, serif=True)
    names = [shortened(view["names"][view[role]], 14) for role in ("attacker", "defender")]
    if view["phase"] == "lead":
        return label(
            230, 120, say("{one} against {other}", one=names[0], other=names[1]), 24, fill=PAPER, serif=True
        ) + label(230, 156, say("a die each: the higher attacks"), 17, fill=PAPER_SHADE)
    waiting = (
        "".join(_blank(x, 82, BLUE) for x in (58, 134, 210, 286))
        + _blank(399, 82, BLACK)
        + _blank(58, 206, RED)
        + _blank(134, 206, RED)
    )
    return group(waiting, opacity=0.4) + label(
        230, 152, say("{name} attacks", name=names[0]), 24, fill=PAPER, serif=True
    )


def _blank(x: float, y: float, colour: str, **attributes: Any) -> str:
    """A die that has not been thrown."""
    body = tag("rect", x=-26, y=-26, width=52, height=52, rx=10, fill=colour, stroke="#000", stroke_opacity=0.35)
    return group(
        body + tag("rect", x=-24, y=-24, width=48, height=20, rx=8, fill="#fff", opacity=0.16), x, y, **attributes
    )


def _die(x: float, y: float, face: int, flying: bool, body: str, pip: str, key: str, **attributes: Any) -> str:
    """A die in play, in the air, or (a negative face) knocked out: a ghost with a line through it."""
    if face < 0:
        ghost = tag(
            "rect",
            x=-26,
            y=-26,
            width=52,
            height=52,
            rx=10,
            fill=GHOST,
            stroke="#2e5a4a",
            stroke_dasharray="4 4",
            stroke_width=1.5,
        )
        ghost += label(0, 9, str(-face), 26, fill="#4f7a6a", serif=True) + tag(
            "line", x1=-17, y1=17, x2=17, y2=-17, stroke=RED, stroke_width=4, stroke_linecap="round"
        )
        return group(ghost, x, y, data_key=key, data_face=face)
    return die6(
        x, y, 0 if flying else face, 52, body, pip, data_key=key, data_face=face, data_tumble=True, **attributes
    )


def _attack(view: View, say: Say) -> str:
    dice = view["dice"]
    own_turn = bool(view["moves"]) and view["phase"] == "duel" and not dice["settled"]
    body = _who(view, dice["attacker"], say("attacks") if not dice["settled"] else say("attacked"), 34, BLUE)
    worth = _worth(view, say)
    body += label(434, 34, worth, 16, "end", BRASS if dice["combination"] else PAPER_SHADE, serif=True)
    for die, face in enumerate(dice["blue"]):
        press: dict[str, Any] = {}
        if own_turn and face > 0 and len(view["moves"]) > 1:
            target, words = (
                (f"face-{face}", say("Announce {face}", face=face))
                if view["step"] % 2
                else (f"blue-{die + 1}", say("Throw the blue {face} again", face=face))
            )
            press = {"role": "button", "tabindex": 0, "data_for": target, "aria_label": words}
        body += _die(58 + 76 * die, 92, face, die in dice["flying"], BLUE, IVORY, f"blue-{die}", **press)
    body += tag("rect", x=364, y=58, width=70, height=68, rx=12, fill="none", stroke=BRASS_DARK, stroke_width=1.5)
    return body + _die(399, 92, dice["black"], BLACK_DIE in dice["flying"], BLACK, IVORY, "black")


def _worth(view: View, say: Say) -> str:
    dice = view["dice"]
    if not dice["score"]:
        return ""
    made = NAMES[dice["combination"]]
    return f"{say(made)} +{dice['bonus']} → {dice['score']}" if dice["combination"] else str(dice["score"])


def _who(view: View, seat: int, does: str, y: float, colour: str) -> str:
    dot = tag("circle", cx=32, cy=y - 5, r=6, fill=colour, stroke=IVORY)
    return dot + label(46, y, f"{shortened(view['names'][seat], 13)} {does}", 17, "start", PAPER)


def _defence(view: View, say: Say) -> str:
    dice = view["dice"]
    body = _who(view, dice["defender"], say("defends") if not dice["settled"] else say("defended"), 176, RED)
    own_turn = bool(view["moves"]) and view["phase"] == "duel" and view["step"] % 2 == 1 and len(view["moves"]) > 1
    for die, face in enumerate(dice["red"]):
        press: dict[str, Any] = {}
        if own_turn and face >= 0:
            press = {
                "role": "button",
                "tabindex": 0,
                "data_for": f"red-{die + 1}",
                "aria_label": say("Throw red die {die}", die=die + 1),
            }
        x = 58 + 76 * die
        flying = die + FIRST_RED in dice["flying"]
        if face == 0 and not flying:  # never thrown: it lies in the hand, showing nothing
            body += _blank(x, 216, RED, data_key=f"red-{die}", data_face=0, **press)
        else:
            body += _die(x, 216, face, flying, RED, IVORY, f"red-{die}", **press)
    if view["barred"] and not dice["settled"]:
        body += label(186, 222, say("may not defend: a 1 was left"), 15, "start", PAPER_SHADE)
    elif dice["announced"]:
        body += label(186, 206, say("announced"), 15, "start", PAPER_SHADE)
        for at, face in enumerate(dice["announced"]):
            body += die6(202 + 38 * at, 230, face, 28, PAPER, INK)
    lost = say.count("{n} point lost", "{n} points lost", dice["lost"])
    return body + label(434, 222, lost, 17, "end", "#f0b5a8" if dice["lost"] else "#8fa79c", serif=True)


# --- the players


def _player(view: View, seat: int, say: Say) -> str:
    acting, out = seat == view["mover"], view["out"][seat]
    body = tag(
        "rect",
        width=228,
        height=CARD_HEIGHT,
        rx=10,
        fill=PAPER if acting else PAPER_SHADE,
        opacity=0.45 if out else None,
    )
    wins = view["over"] and view["money"][seat] == max(view["money"])
    if acting or wins:
        body += tag("rect", width=228, height=CARD_HEIGHT, rx=10, fill="none", stroke=BRASS, stroke_width=4)
    if seat in (view["attacker"], view["defender"]):
        body += tag(
            "circle",
            cx=15,
            cy=20,
            r=6,
            fill=BLUE
            if seat == view["attacker"] and view["phase"] != "lead"
            else RED
            if view["phase"] != "lead"
            else BRASS,
        )
    body += label(
        26,
        26,
        shortened(view["names"][seat], 12),
        17,
        "start",
        INK_SOFT if out else INK,
        font_weight="bold" if acting else None,
    )
    if out:
        return body + label(216, 26, say("out"), 16, "end", INK_SOFT, serif=True)
    body += label(216, 30, say.number(view["money"][seat]), 26, "end", INK, serif=True)
    body += _notes(view["notes"][seat], bool(view["bets"][seat]) or bool(view["rolls"][seat]))
    duels = say.count("{n} duel", "{n} duels", view["fought"][seat])
    body += label(
        14,
        84,
        say("wins") if wins else say("ruined") if seat == view["ruined"] else duels,
        13,
        "start",
        RED if seat == view["ruined"] else INK_SOFT,
    )
    if view["rolls"][seat]:
        body += die6(
            196,
            62,
            view["rolls"][seat],
            38,
            IVORY,
            INK,
            data_key=f"roll-{seat}",
            data_face=view["rolls"][seat],
            data_tumble=True,
        )
    elif view["bets"][seat]:
        for at, bet in enumerate(view["bets"][seat]):
            body += _bet_card(bet, 136 + 43 * at, 38, f"bet-{seat}-{at}", say)
    elif seat == view["bettor"] and view["phase"] == "bets":
        body += label(216, 76, say("is betting…"), 14, "end", INK_SOFT)
    return body


def _notes(pieces: list[int], narrow: bool) -> str:
    """Banknotes, fanned out."""
    width, pieces = 78 if narrow else 160, pieces[:MOST_NOTES]
    step = min(37.0, width / max(1, len(pieces) - 1)) if len(pieces) > 1 else 0
    body = ""
    for at, value in enumerate(pieces):
        note = tag("rect", width=34, height=22, rx=2.5, fill=NOTE_COLOURS[value], stroke=PAPER, stroke_width=1.2)
        note += tag("rect", x=3, y=3, width=28, height=16, rx=2, fill="none", stroke=PAPER, stroke_opacity=0.5)
        covered = step < 34 and at < len(pieces) - 1  # the value stands where it can be read
        words = label(
            2 if covered else 17,
            16,
            str(value),
            10 if covered else 13,
            "start" if covered else "middle",
            PAPER,
            serif=True,
        )
        body += group(note + words, 14 + step * at, 42)
    return body


def _bet_card(bet: View, x: float, y: float, key: str, say: Say) -> str:
    """A bet card: face down, one's own (seen at the corner), or turned over, won or lost; its stake under it."""
    down = bet["card"] < 0
    edge = BRASS_DARK if bet["won"] is None else WON if bet["won"] else LOST
    body = tag(
        "rect",
        width=36,
        height=44,
        rx=4,
        fill=WOOD if down else IVORY,
        stroke=edge,
        stroke_width=2 if bet["won"] is None else 3,
    )
    if down:
        body += tag("path", d="M7 8 29 36M29 8 7 36", stroke=BRASS, stroke_width=1.5, opacity=0.7) + tag(
            "circle", cx=18, cy=22, r=6, fill=BRASS
        )
    else:
        above, large = card_face(bet["card"], say)
        body += (label(18, 14, above, 10, fill=INK_SOFT) if above else "") + label(
            18, 33 if above else 28, large, 18 if len(large) < 3 else 13, fill=INK, serif=True
        )
    if bet["mine"]:
        body += tag("circle", cx=4, cy=4, r=5, fill=BRASS)
    body += tag("circle", cx=31, cy=38, r=10, fill=BRASS, stroke=BRASS_DARK) + label(
        31, 42, str(bet["stake"] or "?"), 11, fill=INK, font_weight="bold"
    )
    return group(body, x, y, data_key=key, data_face=bet["card"], data_flip=True)


def card_face(card: int, say: Say) -> tuple[str, str]:
    """The small word and the large sign of a bet card."""
    if card > DIGIT:
        return "", str(card - DIGIT)
    if card == FULL:
        return "", say("full")
    return (say("alike"), str(card - SAME_3 + 3)) if card >= SAME_3 else (say("suite"), str(card - SUITE_3 + 3))


# --- the memo (PEP-03)


def _memo(view: View, say: Say) -> str:
    body = tag("rect", width=460, height=MEMO_HEIGHT, rx=8, fill=PAPER) + tag(
        "rect", width=6, height=MEMO_HEIGHT, rx=3, fill=BRASS
    )
    for at, card in enumerate(BEST_FIRST):
        x, y = 20 + 146 * (at % 3), 24 + 22 * (at // 3)
        body += label(x, y, say(NAMES[card]), 13.5, "start", INK) + label(
            x + 137, y, f"+{BONUS[card]}", 14, "end", BRASS_DARK, font_weight="bold"
        )
    words = []
    if view["ranges"]:
        low, high, bad_low, bad_high, prize = view["ranges"]
        words.append(say.colon(_range(low, high), f"+{prize}"))
        words.append(say.colon(_range(bad_low, bad_high), f"−{prize}"))
    if view["options"]["target"]:
        words.append(say("target {target}", target=view["options"]["target"]))
    if view["finishing"] and not view["over"]:
        words.append(say("last duels, until all have fought as often"))
    elif view["time_up"] and not view["over"]:
        words.append(say("time is up"))
    if view["options"]["duels"]:
        words.append(say.count("{n} duel at most", "{n} duels at most", view["options"]["duels"]))
    return body + label(20, 93, " · ".join(words), 13.5, "start", INK_SOFT)


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"
