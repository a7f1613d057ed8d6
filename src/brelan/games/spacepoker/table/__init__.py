"""What people see of SpacePoker: hands, planets, the stakes in the middle, and the ranking on the table's edge."""

from ....draw.drawing import shortened
from ....model.contract import View
from ....model.words import N_, Say
from ..moves import amounts_among
from .buttons import controls
from .drawing import svg
from .painting import cover
from .position import view
from .refusing import why_not
from .telling import last_words, pot_of, status, story

__all__ = ["controls", "cover", "goal", "hint", "story", "svg", "text", "view", "why_not"]

WAITING = {
    "deal": N_("The ships are being dealt."),
    "exchange": N_("Ships come off the pile."),
    "showdown": N_("The ships are turned up."),
    "draw": N_("Equal fleets: the largest ship drawn takes the pot."),
    "settled": N_("The hand is settled."),
}


def goal(view: View, say: Say) -> str:
    """SPA-14."""
    hands = view["options"]["hands"]
    if not hands:
        return say("Win every planet")
    return say.count("{n} hand: the richest in planets wins", "{n} hands: the richest in planets wins", hands)


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
        return say(
            "Nobody stakes more than you. The hand ends once the lap is round and all are equal: stay put, or raise."
        )
    if need not in amounts_among(view["moves"]):
        return say("Your planets cannot make {n} exactly: stake more, or drop out.", n=need)
    return say.count("Align with {n} point, raise, or drop out.", "Align with {n} points, raise, or drop out.", need)


def _house_rows(view: View, say: Say) -> list[str]:
    """The limit of the stakes, and the antes to come."""
    rows, limit, antes = [], view["limit"], view["antes"]
    if limit:
        name = shortened(view["names"][limit["seat"]], 14)
        rows.append("   " + say("at most {stake} ({name})", stake=limit["stake"], name=name))
    if antes:
        rows.append("   " + say.colon(say("antes"), " ".join([f"[{antes[0]}]", *map(str, antes[1:])])))
    return rows


def text(view: View, say: Say) -> str:
    rows = [
        say("SpacePoker, hand {hand}", hand=view["hand"])
        + " · "
        + say.count("pot: {n} point", "pot: {n} points", pot_of(view))
    ]
    for seat, name in enumerate(view["names"]):
        marks = ("▶" if seat == view["mover"] else " ") + ("●" if seat == view["opener"] else " ")
        ships = " ".join(map(str, view["hands"][seat])) or " ".join("?" * view["cards"][seat])
        planets = " ".join(f"{n}×{value + 1}" for value, n in enumerate(view["planets"][seat]) if n)
        stake = say("stake {stake}", stake=view["stakes"][seat])
        rows.append(
            f"{marks} {shortened(name, 14):<14} [{ships:<9}] {view['points'][seat]:>3}  {stake:<9} "
            f"{shortened(status(view, seat, say), 24)}"
        )
        rows.append(f"     {planets}")
    rows += _house_rows(view, say)
    if view["phase"] == "draw":
        rows.append("   " + say("drawn: {ships}", ships=" ".join(str(x) if x else "·" for x in view["draws"])))
    words = last_words(view, say)
    return "\n".join(rows + ([f"   {shortened(words, 74)}"] if words else []))
