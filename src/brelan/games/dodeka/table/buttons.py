"""The controls of Dodéka: press the dice to keep, then the button; keeping all three is stopping.

Nothing is thrown again until something is chosen; dice set aside before stay aside unless they are pressed.
"""

import json
from functools import lru_cache

from ....draw.drawing import escape, tag
from ....model.contract import View
from ....model.words import Say
from ..moves import dice_words, line_words, thrown_dice, words
from ..rules.state import DICE, STOP, THROW_ALL


def keep_id(die: int) -> str:
    """The control that keeps a die: the drawn one presses it."""
    return f"keep-{die}"


def controls(view: View, say: Say) -> str:
    if not view["moves"]:
        return ""
    if view["throws"] == 0:
        throw = escape(say("Throw the dice"))
        button = tag("button", throw, type="button", class_="primary", data_move=words(THROW_ALL))
        return tag("form", button, class_="controls")
    parts = ""
    for die, face in enumerate(view["dice"], 1):
        parts += _keeping(die, face, die in view["kept"], say)
    sending = _sending(tuple(view["dice"]), view["line"], say)
    return tag("form", tag("div", parts, class_="parts") + sending, class_="controls")


@lru_cache(maxsize=4096)
def _sending(faces: tuple[int, ...], made: int, say: Say) -> str:
    """The buttons under dice that lie like this and make this line."""
    stop_words = say("Stop: {line}", line=line_words(made, say))
    legal = {**_throws(faces, say), _kept(STOP): [words(STOP), stop_words]}
    all_three = legal.pop(_kept(THROW_ALL))[1]
    ask = escape(say("Choose the dice to keep"))
    send = tag("button", ask, type="submit", class_="primary", data_legal=json.dumps(legal, ensure_ascii=False))
    stop = tag("button", escape(stop_words), type="button", class_="quiet", data_move=words(STOP))
    again = tag("button", escape(all_three), type="button", class_="quiet", data_move=words(THROW_ALL))
    return send + stop + again


@lru_cache(maxsize=256)
def _keeping(die: int, face: int, aside: bool, say: Say) -> str:
    at = keep_id(die)
    box = tag("input", type="checkbox", name="keep", value=die, id=at, class_="for-drawing", checked=aside)
    return tag("label", box + escape(say("keep die {die} ({face})", die=die, face=face)), for_=at)


def _kept(throw: int) -> str:
    """The choice of dice that leads to this throw."""
    thrown = thrown_dice(throw)
    return " ".join(f"keep={die}" for die in range(1, DICE + 1) if die not in thrown)


def _throws(faces: tuple[int, ...], say: Say) -> dict[str, list[str]]:
    """For each choice of dice to keep, short of all: the move, and what the button says."""
    legal = {}
    for throw in range(THROW_ALL, STOP, -1):
        if throw == THROW_ALL:
            told = say("Throw all three again")
        else:
            told = say("Throw {dice} again", dice=dice_words([faces[die - 1] for die in thrown_dice(throw)], say))
        legal[_kept(throw)] = [words(throw), told]
    return legal
