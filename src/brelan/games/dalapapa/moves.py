"""The notation of Dalapapa: `place 17b 2 at 3 -4`, `mark 5`, `replay`, `end`, `pass`, `show`; chance's `draw 17`, and
the referee's `show 1 2 71`, after `pass` and `show`.

Dominoes are numbered from 1, face a or b; a turn is 0 to 3 quarter turns clockwise; the place is the left or upper
square of the domino, counted right and down from the first domino's. Territories are numbered in the order they closed.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...model.words import N_, Say
from .foresee import foresee
from .rules.board import laid_dominoes
from .rules.state import (
    DRAW,
    DRAW_UNSEEN,
    END,
    MARK,
    MAX_LANDS,
    MOST_HELD,
    PASS,
    PLACE,
    REPLAY,
    REVEAL,
    SHOW,
    draw_code,
    drawn_domino,
    mark_code,
    marked_land,
    place_code,
    placement,
    reveal_code,
    revealed,
)
from .rules.tiles import DOMINOES

FACE_LETTERS = "ab"
_PLAIN = {END: "end", REPLAY: "replay", PASS: "pass", SHOW: "show", DRAW_UNSEEN: "draw"}
_CODES = {words: code for code, words in _PLAIN.items()}
_FARTHEST = 2 * DOMINOES
_NUMBER = r"(0|-?[1-9][0-9]{0,2})"
_PLACEMENT = re.compile(rf"place ([1-9][0-9]?)([{FACE_LETTERS}]) ([0-3]) at {_NUMBER} {_NUMBER}", re.ASCII)
_SHOWN = re.compile(r"show( [1-9][0-9]?)( [1-9][0-9]?)?( [1-9][0-9]?)?", re.ASCII)
_COUNTED = re.compile(r"(mark|draw) ([1-9][0-9]{0,2})", re.ASCII)


def words(code: int) -> str:
    """The move in words, or "" if it is no move of this game."""
    if code in _PLAIN:
        return _PLAIN[code]
    if MARK < code <= MARK + MAX_LANDS:
        return mark_words(marked_land(code) + 1)
    if DRAW <= code < DRAW_UNSEEN:
        return f"draw {drawn_domino(code) + 1}"
    if REVEAL <= code < PLACE:
        return _reveal_words(code)
    if PLACE <= code < 2 * PLACE:
        domino, face, turn, x, y = placement(code)
        if domino < DOMINOES and abs(x) <= _FARTHEST and abs(y) <= _FARTHEST:
            return place_words(domino + 1, FACE_LETTERS[face], turn, x, y)
    return ""


def _reveal_words(code: int) -> str:
    numbers = revealed(code)
    shown = [number for number in numbers if number]
    if not shown or code != _reveal(shown):
        return ""
    return "show " + " ".join(map(str, shown))


def _reveal(shown: list[int]) -> int | None:
    """The code of dominoes shown, from 1 in rising order."""
    if not shown[0] > 0 or shown != sorted(set(shown)) or shown[-1] > DOMINOES:
        return None
    return int(reveal_code(*shown, *[0] * (MOST_HELD - len(shown))))


def mark_words(territory: int) -> str:
    """The move that marks a territory, numbered from 1."""
    return f"mark {territory}"


def place_words(domino: int, face: str, turn: int, x: int, y: int) -> str:
    """The move that lays a domino, numbered from 1."""
    return f"place {domino}{face} {turn} at {x} {y}"


def code(words: str) -> int | None:
    """The move's code, or None if these words are no move of this game."""
    if words in _CODES:
        return _CODES[words]
    if match := _SHOWN.fullmatch(words):
        return _reveal([int(part) for part in match.groups() if part])
    if match := _COUNTED.fullmatch(words):
        number = int(match[2])
        if match[1] == "mark":
            return int(mark_code(number - 1)) if number <= MAX_LANDS else None
        return int(draw_code(number - 1)) if number <= DOMINOES else None
    if match := _PLACEMENT.fullmatch(words):
        domino, x, y = int(match[1]), int(match[4]), int(match[5])
        if domino <= DOMINOES and abs(x) <= _FARTHEST and abs(y) <= _FARTHEST:
            return int(place_code(domino - 1, FACE_LETTERS.index(match[2]), int(match[3]), x, y))
    return None


_HEARD = {"poser": "place", "pose": "place", "place": "place", "marquer": "mark", "marque": "mark", "rejouer": "replay"}
_HEARD |= {"rejoue": "replay", "finir": "end", "fin": "end", "passe": "pass", "passer": "pass", "montre": "show"}
_HEARD |= {"montrer": "show", "en": "at", "à": "at"}


def heard(words: str) -> str:
    """What a person typed, put into the notation: "poser 30b" is the beginning of several placements."""
    return " ".join(_HEARD.get(word, word) for word in words.split(" "))


def tell(s: Any, code: int, say: Say) -> str:
    """The move about to be played on `s`, for people."""
    if code >= PLACE:
        return _tell_placement(s, code, say)
    if code > MARK:
        land = marked_land(code)
        return say.count(
            "marks territory {land}: {n} cell",
            "marks territory {land}: {n} cells",
            int(s.land_cells[land]),
            land=land + 1,
        )
    if code == REPLAY:
        return say("pays 2 tokens to play again")
    if code == END:
        return say("ends the turn")
    if code == SHOW:
        return say("shows three dominoes that cannot be laid")
    shown = [str(int(domino)) for domino in s.hand[int(s.turn)] if 0 < domino <= DOMINOES]
    if not shown:  # a spectator of a pass about to be played does not know the hand yet
        return say("cannot place a domino, shows the hand and passes")
    return say("cannot place {dominoes}, shows the hand and passes", dominoes=say.list(shown))


# Where on the board, by rows and columns.
_WHERE = (
    (N_("at the upper left"), N_("at the top"), N_("at the upper right")),
    (N_("on the left"), N_("in the middle"), N_("on the right")),
    (N_("at the lower left"), N_("at the bottom"), N_("at the lower right")),
)


def _where(laid: Iterable[tuple[int, int]], x: int, y: int) -> str:
    """In which part of the board a domino lies, among those laid before it."""
    columns, rows = zip(*laid, strict=True)
    return _WHERE[_third(y, rows)][_third(x, columns)]


def _third(at: int, laid: Sequence[int]) -> int:
    """In which third of what is laid something lies: 0, 1 or 2."""
    low, high = min(laid), max(laid)
    return min(2, max(0, 3 * (at - low) // (high - low + 1)))


def _tell_placement(s: Any, code: int, say: Say) -> str:
    placed, what = placement(code), foresee(s, code)
    name = f"{placed.domino + 1}{FACE_LETTERS[placed.face]}"
    if what.connections == 0:
        return say("lays the first domino, {name}", name=name)
    told = say.count(
        "places {name} {where} ({x}, {y}): {n} connection",
        "places {name} {where} ({x}, {y}): {n} connections",
        what.connections,
        name=name,
        where=say(_where(((one.x, one.y) for one in laid_dominoes(s)), placed.x, placed.y)),
        x=say.number(placed.x),
        y=say.number(placed.y),
    )
    if what.tokens < 0:
        told += say(", pays 1 token")
    elif what.tokens > 0:
        told += say.count(", takes {n} token", ", takes {n} tokens", what.tokens)
    if what.closes:
        cells = say.list([say.number(n) for n in what.closes])
        told += say.count(
            ", closes a territory of {cells}", ", closes territories of {cells}", len(what.closes), cells=cells
        )
    return told


_TURNED = ("", N_("turned to the right"), N_("upside down"), N_("turned to the left"))  # by quarter turns clockwise


def lay_label(spot: Mapping[str, Any], laid: Sequence[Mapping[str, Any]], say: Say) -> str:
    """A place where a domino may be laid, apart from every other: for who cannot see the board.

    `spot` is one of the view's placements, `laid` are the view's dominoes.
    """
    told = [say("Lay {name} here", name=f"{spot['domino']}{spot['face']}")]
    if laid:
        where = say(_where(((one["x"], one["y"]) for one in laid), spot["x"], spot["y"]))
        x, y = say.number(spot["x"]), say.number(spot["y"])
        told.append(say("{where} ({x}, {y})", where=where, x=x, y=y))
    if turned := _TURNED[spot["turn"]]:
        told.append(say(turned))
    brings = foretold(spot["connections"], spot["tokens"], spot["closes"], say)
    return say.colon(", ".join(told), brings) if brings else ", ".join(told)


def foretold(connections: int, tokens: int, closes: Sequence[int], say: Say) -> str:
    """What a placement would bring, in a few words; `closes` are the cells of the territories it closes."""
    told = [say.count("{n} connection", "{n} connections", connections)] if connections else []
    if tokens < 0:
        told.append(say("pays 1 token"))
    elif tokens > 0:
        told.append(say.count("brings {n} token", "brings {n} tokens", tokens))
    if closes:
        told.append(say.count("closes {n} cell", "closes {n} cells", sum(closes)))
    return ", ".join(told)
