"""The position in words: what a seat has done, how the hand before ended, and the whole table for a screen reader."""

from ....contract import View
from ....words import Say
from ..moves import named
from ..rules.planets import worth
from ..rules.ships import NAMES


def pot_of(view: View) -> int:
    """The points that lie on the table: antes and stakes."""
    return sum(view["stakes"]) + worth(view["pot"])


def status(view: View, seat: int, say: Say) -> str:
    """What a seat has come to in this hand."""
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


def last_words(view: View, say: Say) -> str:
    """How the hand before ended, in a sentence."""
    last = view["last"]
    if not last:
        return ""
    name = view["names"][last["winner"]]
    faces = last["hands"][last["winner"]]
    if not faces:
        return say("{name} took {n} unseen.", name=name, n=last["points"])
    made = named(faces, say)
    if any(last["draws"]):
        return say("{name} took {n} on the draw: {made}.", name=name, n=last["points"], made=made)
    return say("{name} took {n}: {made}.", name=name, n=last["points"], made=made)


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    parts, seat = [], view["seat"]
    if seat >= 0 and view["hands"][seat]:
        ships = say.list([f"{say(NAMES[size - 1])} {size}" for size in view["hands"][seat]])
        parts.append(say("Your ships: {ships}.", ships=ships))
    for other, name in enumerate(view["names"]):
        done = status(view, other, say)
        parts.append(
            say(
                "{name}: {points} points, stake {stake}",
                name=name,
                points=view["points"][other],
                stake=view["stakes"][other],
            )
            + (f", {done}." if done else ".")
        )
    return " ".join([*parts, last_words(view, say)]).strip()
