"""The notation of Dodéka: `throw 1 3` rethrows dice 1 and 3, `stop` scores, `die 7` is a die coming to rest."""

from functools import cache
from typing import Any

from ...model.words import Say
from .rules.lines import LINES, PAIRTRAIZ, POINTS, line
from .rules.state import DICE, FACES, STOP, THROW_ALL, rest_of, throws_die


@cache
def thrown_dice(throw: int) -> tuple[int, ...]:
    """The dice of a throw, numbered from 1 as people do."""
    return tuple(die + 1 for die in range(DICE) if throws_die(throw, die))


_THROWS = {throw: " ".join(["throw", *map(str, thrown_dice(throw))]) for throw in range(STOP + 1, THROW_ALL + 1)}
_RESTS = {rest_of(face): f"die {face}" for face in range(1, FACES + 1)}
_WORDS = {STOP: "stop", **_THROWS, **_RESTS}
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


_VERBS = {"lance": "throw", "lancer": "throw", "relance": "throw", "relancer": "throw", "keep": "keep"}
_VERBS |= {"garde": "keep", "garder": "keep", "arrête": "stop", "arrete": "stop", "arrêter": "stop", "arreter": "stop"}


def heard(words: str) -> str:
    """What a person typed, put into the notation: "relance 1 3", "garde 1" (which throws the others), "arrête"."""
    verb, *rest = words.split(" ")
    verb, dice = _VERBS.get(verb, verb), [die for die in rest if die not in ("et", "and", "dé", "dés", "tout")]
    if verb == "keep" and set(dice) <= set("123"):
        others = [die for die in "123" if die not in dice]
        return " ".join(["throw", *others]) if others else "stop"
    if verb == "throw" and not dice:
        dice = list("123")
    return " ".join([verb, *dice])


def tell(s: Any, code: int, say: Say) -> str:
    """The move about to be played on `s`, for people."""
    if code == STOP:
        return say("stops: {line}", line=line_words(line(*map(int, s.dice)), say))
    if code == THROW_ALL:
        return say("throws all three dice")
    thrown = thrown_dice(code)
    faces = say.list([str(int(face)) for die, face in enumerate(s.dice, 1) if die not in thrown])
    dice = dice_words([int(s.dice[die - 1]) for die in thrown], say)
    return say("keeps {faces}, throws {dice} again", dice=dice, faces=faces)


def dice_words(faces: list[int], say: Say) -> str:
    """One die or two by what they show, which is all there is to see of them: "the 2 and the 11", "both 3s"."""
    if len(set(faces)) < len(faces):
        return say("both {face}s", face=faces[0])
    return say.list([say("the {face}", face=face) for face in faces])


def line_words(made: int, say: Say) -> str:
    """A line with what it brings: "treize, 250"."""
    return say(LINES[made]) + (f", {POINTS[made]}" if made != PAIRTRAIZ else "")
