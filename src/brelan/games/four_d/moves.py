"""The notation of 4D.

`near-left lock-right` tips the near die to the left and turns the square so that the opponent finds the right die
locked. The six tips are `near-left`, `near-right`, `left`, `right`, `both-left` (near and left together) and
`both-right`. A winning move is the tip alone; the opening turn is a lock alone (`lock-far`). A fifth die's tip stands
between: `left fifth-away lock-far`. `die 5 3` is a die coming to rest with 5 up and 3 on the side the player sees on
the left.
"""

from typing import Any

from ...words import N_, Say
from .rules import DIE, LINES, NONE, NOTHING, OPENING, TURN_CODE, result_of
from .rules.geometry import PLUS_X, UP

TIPS = ("near-left", "near-right", "left", "right", "both-left", "both-right")
FIFTHS = ("fifth-toward", "fifth-away", "fifth-left", "fifth-right")
LOCKS = ("lock-near", "lock-left", "lock-far", "lock-right")

TIP_SENTENCES = (
    N_("tips the near die to the left"),
    N_("tips the near die to the right"),
    N_("tips the left die"),
    N_("tips the right die"),
    N_("tips the two dice on the left"),
    N_("tips the two dice on the right"),
)
FIFTH_SENTENCES = (
    N_("and the fifth toward"),
    N_("and the fifth away"),
    N_("and the fifth to the left"),
    N_("and the fifth to the right"),
)
LOCK_SENTENCES = (
    N_("locks the near die"),
    N_("locks the left die"),
    N_("locks the far die"),
    N_("locks the right die"),
)


def parts(code: int) -> tuple[int, int, int]:
    """The tip, the fifth die's tip and the lock of a turn's code; NONE for what it has not."""
    code -= TURN_CODE
    return code // 25, code // 5 % 5, code % 5


def _turn_words() -> dict[int, str]:
    words = {}
    for tip, tip_word in enumerate(TIPS):
        for fifth, fifth_word in enumerate((*FIFTHS, "")):
            for lock, lock_word in enumerate((*LOCKS, "")):
                words[TURN_CODE + 25 * tip + 5 * fifth + lock] = " ".join(
                    filter(None, (tip_word, fifth_word, lock_word))
                )
    return words


_WORDS = {
    **{OPENING + lock: word for lock, word in enumerate(LOCKS)},
    **{DIE + o: f"die {UP[o]} {7 - PLUS_X[o]}" for o in range(24)},
    **_turn_words(),
}
_CODES = {words: code for code, words in _WORDS.items()}


def words(code: int) -> str:
    """The move in words, or "" if it is no move of this game."""
    return _WORDS.get(code, "")


def code(words: str) -> int | None:
    """The move's code, or None if these words are no move of this game."""
    return _CODES.get(words)


def line_words(made: int, points: int, say: Say) -> str:
    """A line and its points: "trio, 11 points"."""
    if made == NOTHING:
        return say("nothing")
    return say("{line}, {points}", line=say(LINES[made]), points=say.count("{n} point", "{n} points", points))


def tell(s: Any, code: int, say: Say) -> str:
    """The move about to be played on `s`, for people."""
    if code < DIE:
        return say("turns the square: {lock}", lock=say(LOCK_SENTENCES[code - OPENING]))
    if code < TURN_CODE:
        return say(
            "a die comes to rest: {up} up, {left} on its left side", up=UP[code - DIE], left=7 - PLUS_X[code - DIE]
        )
    tip, fifth, lock = parts(code)
    points, made = result_of(s, tip, fifth)
    tipped = say(TIP_SENTENCES[tip]) + (" " + say(FIFTH_SENTENCES[fifth]) if fifth != NONE else "")
    scored = line_words(made, points, say)
    if lock == NONE:
        return say("{tips}: {scored}, and wins", tips=tipped, scored=scored)
    return say("{tips}: {scored}; {locks}", tips=tipped, scored=scored, locks=say(LOCK_SENTENCES[lock]))
