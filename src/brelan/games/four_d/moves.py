"""The notation of 4D.

`near-left lock-right` tips the near die to the left and turns the square so that the opponent finds the right die
locked. The six tips are `near-left`, `near-right`, `left`, `right`, `both-left` (near and left together) and
`both-right`. A winning move is the tip alone; the opening turn is a lock alone (`lock-far`). A fifth die's tip stands
between: `left fifth-away lock-far`. `die 5 3` is a die coming to rest with 5 up and 3 on the side the player sees on
the left.
"""

import functools
from typing import Any

from ...model.words import N_, Say
from .rules.geometry import LEFT_SIDE, ORIENTATIONS, UP
from .rules.lines import LINES, NOTHING
from .rules.square import result_of
from .rules.state import NO_TIP, NONE, decode, encode, encode_throw

TIP_WORDS = ("near-left", "near-right", "left", "right", "both-left", "both-right")
FIFTH_WORDS = ("fifth-toward", "fifth-away", "fifth-left", "fifth-right")
PLACE_WORDS = ("near", "left", "far", "right")
LOCK_WORDS = tuple(f"lock-{place}" for place in PLACE_WORDS)

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


@functools.cache
def _notation() -> dict[int, str]:
    """Every move of the game, by its code."""
    throws = {int(encode_throw(o)): f"die {UP[o]} {LEFT_SIDE[o]}" for o in range(ORIENTATIONS)}
    openings = {int(encode(NO_TIP, NONE, lock)): word for lock, word in enumerate(LOCK_WORDS)}
    turns = {
        int(encode(tip, fifth, lock)): " ".join(filter(None, (tip_word, fifth_word, lock_word)))
        for tip, tip_word in enumerate(TIP_WORDS)
        for fifth, fifth_word in enumerate((*FIFTH_WORDS, ""))
        for lock, lock_word in enumerate((*LOCK_WORDS, ""))
    }
    return throws | openings | turns


@functools.cache
def _codes() -> dict[str, int]:
    return {words: code for code, words in _notation().items()}


def words(code: int) -> str:
    """The move in words, or "" if it is no move of this game."""
    return _notation().get(code, "")


def code(words: str) -> int | None:
    """The move's code, or None if these words are no move of this game."""
    return _codes().get(words)


_PLACES = {"proche": "near", "près": "near", "gauche": "left", "droite": "right", "droit": "right", "loin": "far"}
_PLACES |= {"lointain": "far", "deux": "both", "cinquième": "fifth", "vers": "toward", "avant": "away"}
_PLACES |= {"verrouille": "lock", "verrouiller": "lock", "verrou": "lock"}


def heard(words: str) -> str:
    """What a person typed, put into the notation: "proche-gauche verrouille-loin" is `near-left lock-far`; what is
    locked may stand apart from its verb.
    """
    parts = ["-".join(_PLACES.get(part, part) for part in word.split("-")) for word in words.split(" ")]
    parts = [part for part in parts if part not in ("bascule", "basculer", "tip", "le", "la", "les", "dé")]
    return " ".join(parts).replace("lock ", "lock-")


def line_words(made: int, points: int, say: Say) -> str:
    """A line and its points: "trio, 11 points"."""
    if made == NOTHING:
        return say("nothing")
    return say("{line}, {points}", line=say(LINES[made]), points=say.count("{n} point", "{n} points", points))


def tell(s: Any, code: int, say: Say) -> str:
    """The move about to be played on `s`, for people."""
    tip, fifth, lock = decode(code)
    if tip == NO_TIP:
        return say("turns the square: {lock}", lock=say(LOCK_SENTENCES[lock]))
    points, made = result_of(s, tip, fifth)
    tipped = say(TIP_SENTENCES[tip]) + (" " + say(FIFTH_SENTENCES[fifth]) if fifth != NONE else "")
    scored = line_words(made, points, say)
    if lock == NONE:
        return say("{tips}: {scored}, and wins", tips=tipped, scored=scored)
    return say("{tips}: {scored}; {locks}", tips=tipped, scored=scored, locks=say(LOCK_SENTENCES[lock]))
