"""The drawing of Pépètes: the duel arena, everybody's notes and bet cards, and the memo.

It has two arrangements: players left, the arena in the middle and the memo right; in a narrow window, 480 wide, one
under the other, as their `data_tall` says.
"""

from functools import lru_cache
from typing import Any

from ....draw.drawing import (
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
    fitted,
    group,
    picture,
    tag,
)
from ....draw.drawing import text as label
from ....model.contract import View
from ....model.words import Say
from ..rules.combinations import BEST_FIRST, BONUS, DIGIT, FULL, NAMES, SAME_3, SUITE_3
from ..rules.state import BLACK_DIE, FIRST_RED, THROWS
from .telling import describe, duel_number

WIDTH = 480  # in a narrow window
ARENA_TOP, ARENA_WIDTH, ARENA_HEIGHT = 44, 460, 262
STATUS = 28  # the line under the arena
LARGER = 1.5  # side by side with the players, the arena is drawn so much larger
PLAYER_WIDTH, CARD_HEIGHT = 232, 92  # of a player's place, with a gap beside and under it
MEMO_WIDTH, MEMO_ROW = 220, 46
TALL_MEMO_COLUMNS, TALL_MEMO_ROW = 3, 24
SMALL = 14.2  # the smallest writing: 11 px on a phone
REACH = 58  # what can be pressed is so large at least: 44 px on a phone
NOTE_COLOURS = {50: "#7b4b94", 20: "#2b5c97", 10: "#a8322d", 5: "#3d7a4f", 1: "#8a6a24"}
PILE = 4  # notes of one kind that are drawn as a pile
MOST_NOTES = 14  # drawn; the sum stands beside them
GHOST = "#12352a"
WON, LOST = "#2f7d4b", RED


def svg(view: View, say: Say) -> str:
    players = view["players"]
    left = 10 + PLAYER_WIDTH
    memo = 6 + TALL_MEMO_ROW * -(-len(BEST_FIRST) // TALL_MEMO_COLUMNS)  # narrow: on top, whatever covers the rest
    title = _title(view, say)
    body = tag("rect", width="100%", height="100%", rx=14, fill=FELT)
    play = label(6, 29, title, 19, "start", PAPER, serif=True) + (_track(view["step"], say) if view["round"] else "")
    play += group(_arena(view, say), 0, ARENA_TOP) + _status(view, say)
    body += tag("g", play, transform=f"translate({left} 0) scale({LARGER})", data_tall=f"translate(10 {memo})")
    high = ARENA_TOP + ARENA_HEIGHT + STATUS
    tall_players = memo + high
    for seat in range(players):
        place = tag("g", _player(view, seat, say), data_key=f"seat-{seat}")
        tall = f"translate({10 + PLAYER_WIDTH * (seat % 2)} {tall_players + (CARD_HEIGHT + 8) * (seat // 2)})"
        body += group(place, 10, 10 + (CARD_HEIGHT + 8) * seat, data_tall=tall)
    memo_x = left + round(LARGER * ARENA_WIDTH) + 8
    body += group(_memo(6, say), memo_x, 10, data_tall="translate(0 0)", class_="memo")
    tall_size = WIDTH, tall_players + (CARD_HEIGHT + 8) * ((players + 1) // 2) + 4
    width, height = memo_x + MEMO_WIDTH + 10, max(round(LARGER * high), 10 + players * (CARD_HEIGHT + 8)) + 4
    return picture(width, height, "Pépètes · " + title, describe(view, say), body, tall=tall_size)


def _title(view: View, say: Say) -> str:
    if view["over"]:
        return say("The game is over")
    title = say("Duel {number}", number=duel_number(view))
    return title + " · " + say("round {round}", round=view["round"]) if view["round"] else title


@lru_cache(maxsize=64)
def _track(step: int, say: Say) -> str:
    """The six throws of a round: done, at hand, to come."""
    body = ""
    for at, name in enumerate(THROWS):
        colour = RED if at % 2 else BLUE
        now, done = at == step, at < step
        disc = tag(
            "circle",
            r=15,
            fill=FELT_DARK if done else colour,
            stroke=BRASS if now else FELT_EDGE,
            stroke_width=3 if now else 1,
        )
        body += group(
            disc + label(0, 5, say(name), SMALL, fill="#8fa79c" if done else IVORY, font_weight="bold"),
            266 + 35 * at,
            23,
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
    names = [fitted(view["names"][view[role]], 150, 24) for role in ("attacker", "defender")]
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
        230,
        152,
        _does(view, view["attacker"], say("{name} attacks", name=names[0]), say("You attack"), say),
        24,
        fill=PAPER,
        serif=True,
    )


@lru_cache(maxsize=256, typed=True)
def _blank(x: float, y: float, colour: str, **attributes: Any) -> str:
    """A die that has not been thrown."""
    body = _reach() if "data_for" in attributes else ""
    body += tag("rect", x=-26, y=-26, width=52, height=52, rx=10, fill=colour, stroke="#000", stroke_opacity=0.35)
    return group(
        body + tag("rect", x=-24, y=-24, width=48, height=20, rx=8, fill="#fff", opacity=0.16), x, y, **attributes
    )


@lru_cache(maxsize=4096, typed=True)
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
        return group(ghost, x, y, data_key=key, data_face=face, data_gone=True)
    die = die6(
        0, 0, 0 if flying else face, 52, body, pip, data_key=key, data_face=face, data_tumble=True, data_thrown="told"
    )
    return group((_reach() if attributes else "") + die, x, y, **attributes)


def _reach() -> str:
    """What can be pressed round a die."""
    return tag("rect", x=-REACH / 2, y=-REACH / 2, width=REACH, height=REACH, fill="#000", opacity=0)


def _attack(view: View, say: Say) -> str:
    dice = view["dice"]
    own_turn = bool(view["moves"]) and view["phase"] == "duel" and not dice["settled"]
    does, own = (say("attacks"), say("You attack")) if not dice["settled"] else (say("attacked"), say("You attacked"))
    body = _who(view, dice["attacker"], does, own, 34, BLUE, say)
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


def _who(view: View, seat: int, does: str, own: str, y: float, colour: str, say: Say) -> str:
    dot = tag("circle", cx=32, cy=y - 5, r=6, fill=colour, stroke=IVORY)
    words = _does(view, seat, f"{fitted(view['names'][seat], 126, 17)} {does}", own, say)
    return dot + label(46, y, words, 17, "start", PAPER)


def _does(view: View, seat: int, words: str, own: str, say: Say) -> str:
    """What a seat does; in problems and lessons the reader's own seat is called "You"."""
    return own if view["names"][seat] == say("You") else words


def _defence(view: View, say: Say) -> str:
    dice = view["dice"]
    does, own = (say("defends"), say("You defend")) if not dice["settled"] else (say("defended"), say("You defended"))
    body = _who(view, dice["defender"], does, own, 176, RED, say)
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
        body += label(186, 196, say("may not defend: a 1 was left"), 15, "start", PAPER_SHADE)
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
        fitted(view["names"][seat], 148, 17, acting),
        17,
        "start",
        INK_SOFT if out else INK,
        font_weight="bold" if acting else None,
    )
    if out:
        return body + label(216, 26, say("out"), 16, "end", INK_SOFT, serif=True)
    body += label(216, 30, say.number(view["money"][seat]), 26, "end", INK, serif=True, data_count=f"purse-{seat}")
    body += _notes(tuple(view["notes"][seat]), bool(view["bets"][seat]) or bool(view["rolls"][seat]))
    duels = say.count("{n} duel", "{n} duels", view["fought"][seat])
    body += label(
        14,
        84,
        say("wins") if wins else say("ruined") if seat == view["ruined"] else duels,
        SMALL,
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
        body += label(216, 76, say("is betting…"), SMALL, "end", INK_SOFT)
    return body


def note_paper(value: int) -> str:
    """A banknote before its value is written on it, 34 × 22."""
    return tag("rect", width=34, height=22, rx=2.5, fill=NOTE_COLOURS[value], stroke=PAPER, stroke_width=1.2) + tag(
        "rect", x=3, y=3, width=28, height=16, rx=2, fill="none", stroke=PAPER, stroke_opacity=0.5
    )


@lru_cache(maxsize=1024)
def _notes(pieces: tuple[int, ...], narrow: bool) -> str:
    """Banknotes, fanned out; many of one kind lie in a pile."""
    piles = [(value, pieces.count(value)) for value in dict.fromkeys(pieces)]
    shown = [one for value, many in piles for one in ([(value, many)] if many >= PILE else [(value, 1)] * many)]
    width, shown = 78 if narrow else 160, shown[:MOST_NOTES]
    step = min(37.0, width / max(1, len(shown) - 1)) if len(shown) > 1 else 0
    body = ""
    for at, (value, many) in enumerate(shown):
        note = note_paper(value)
        covered = step < 34 and at < len(shown) - 1  # the value stands where it can be read
        words = label(
            2 if covered else 17,
            16,
            f"{many}×{value}" if many > 1 else str(value),
            SMALL,
            "start" if covered else "middle",
            PAPER,
            serif=True,
        )
        under = "".join(
            tag("rect", x=2 * below, y=-2 * below, width=34, height=22, rx=2.5, fill=NOTE_COLOURS[value], stroke=PAPER)
            for below in (2, 1)
        )
        body += group((under if many > 1 else "") + note + words, 14 + step * at, 42)
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
    body += bet_back() if down else bet_sign(bet["card"], say)
    if bet["mine"]:
        body += tag("circle", cx=4, cy=4, r=5, fill=BRASS)
    body += tag("circle", cx=31, cy=38, r=12, fill=BRASS, stroke=BRASS_DARK) + label(
        31, 43, str(bet["stake"] or "?"), SMALL, fill=INK, font_weight="bold"
    )
    return group(body, x, y, data_key=key, data_face=bet["card"], data_flip=True)


def bet_back() -> str:
    """What is on the back of a bet card, 36 × 44."""
    return tag("path", d="M7 8 29 36M29 8 7 36", stroke=BRASS, stroke_width=1.5, opacity=0.7) + tag(
        "circle", cx=18, cy=22, r=6, fill=BRASS
    )


def bet_sign(card: int, say: Say, letters: float = SMALL) -> str:
    """What is on the face of a bet card, 36 × 44; letters of the screen's size are squeezed to fit."""
    above, large = card_face(card, say)
    fit = {"textLength": 32, "lengthAdjust": "spacingAndGlyphs"} if letters == SMALL else {}
    return (label(18, 14, above, letters, fill=INK_SOFT, **fit) if above else "") + label(
        18, 33 if above else 28, large, 18 if len(large) < 3 else SMALL, fill=INK, serif=True
    )


def card_face(card: int, say: Say) -> tuple[str, str]:
    """The small word and the large sign of a bet card."""
    if card > DIGIT:
        return "", str(card - DIGIT)
    if card == FULL:
        return "", say("full")
    return (say("alike"), str(card - SAME_3 + 3)) if card >= SAME_3 else (say("suite"), str(card - SUITE_3 + 3))


# --- the memo (PEP-03), and what else the game stands at


@lru_cache(maxsize=64)
def _memo(tall_y: int, say: Say) -> str:
    """What each combination brings, best first."""
    body = ""
    for at, card in enumerate(BEST_FIRST):
        row = tag("rect", width=MEMO_WIDTH, height=MEMO_ROW - 4, rx=5, fill=PAPER)
        row = tag("g", row, data_tall=f"scale({153 / MEMO_WIDTH:.4g} {(TALL_MEMO_ROW - 3) / (MEMO_ROW - 4):.4g})")
        words = label(8, 0, say(NAMES[card]), SMALL, "start", INK)
        row += tag("g", words, transform="translate(4 27) scale(1.3)", data_tall="translate(-4 16)")
        worth = label(0, 0, f"+{BONUS[card]}", SMALL, "end", BRASS_DARK, font_weight="bold")
        row += tag("g", worth, transform=f"translate({MEMO_WIDTH - 10} 27) scale(1.3)", data_tall="translate(150 16)")
        across, down = at % TALL_MEMO_COLUMNS, at // TALL_MEMO_COLUMNS
        tall = f"translate({6 + 157 * across} {tall_y + TALL_MEMO_ROW * down})"
        body += tag("g", row, transform=f"translate(0 {MEMO_ROW * at})", data_tall=tall)
    return body


def _status(view: View, say: Say) -> str:
    """Under the arena: the prize and the fine, the target, what is about to end."""
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
    return label(6, ARENA_TOP + ARENA_HEIGHT + 19, " · ".join(words), SMALL, "start", PAPER_SHADE)


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"
