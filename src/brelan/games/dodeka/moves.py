"""The notation of Dodéka: `throw 1 3` rethrows dice 1 and 3, `stop` scores, `die 7` is a die coming to rest."""

from typing import Any

from ...words import Say
from .rules import DIE, LINES, POINTS, STOP, line

_THROWS = {mask: "throw " + " ".join(str(die + 1) for die in range(3) if mask >> die & 1) for mask in range(1, 8)}
_WORDS = {STOP: "stop", **_THROWS, **{DIE + face: f"die {face}" for face in range(1, 13)}}
_CODES = {words: code for code, words in _WORDS.items()}


def words(code: int) -> str:
    """The move in words, or "" if it is no move of this game."""
    return _WORDS.get(code, "")


def code(words: str) -> int | None:
    """The move's code, or None if these words are no move of this game."""
    verb, *dice = words.split(" ")
    if verb == "throw" and len(set(dice)) == len(dice):
        words = " ".join([verb, *sorted(dice)])
    return _CODES.get(words)


def tell(s: Any, code: int, say: Say) -> str:
    """The move about to be played on `s`, for people."""
    if code >= DIE:
        return say("a {face} comes up", face=code - DIE)
    if code == STOP:
        made = line(*map(int, s.dice))
        return say("stops: {line}", line=say(LINES[made]) + (f", {POINTS[made]}" if made else ""))
    dice = [str(die + 1) for die in range(3) if code >> die & 1]
    if len(dice) == 3:
        return say("throws all three dice")
    return say.count("throws die {dice} again", "throws dice {dice} again", len(dice), dice=say.list(dice))
