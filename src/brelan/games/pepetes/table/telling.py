"""Words about a position of Pépètes."""

from ....contract import View
from ....words import Say
from ..moves import card_name
from ..rules.combinations import NAMES


def standing(view: View, say: Say) -> str:
    """What the dice on the table are worth, or brought: "17, with a suite of 4 (+3)"."""
    dice = view["dice"]
    if not dice["score"]:
        return ""
    if not dice["combination"]:
        return say.count("{n} point", "{n} points", dice["score"])
    made = NAMES[dice["combination"]]
    return say(
        "{score} points with {combination} (+{bonus})", score=dice["score"], combination=say(made), bonus=dice["bonus"]
    )


def bets_of(view: View, seat: int, say: Say) -> str:
    """A seat's bets as far as they are known: "full 3 ✓, a card face down 1"."""
    words = []
    for bet in view["bets"][seat]:
        card = card_name(bet["card"], say) if bet["card"] > 0 else say("a card face down")
        result = "" if bet["won"] is None else " ✓" if bet["won"] else " ✗"
        words.append(f"{card} {bet['stake'] or ''}".rstrip() + result)
    return ", ".join(words)


def why_pass(view: View, say: Say) -> str:
    """Why a duellist can only pass (PEP-10, PEP-12)."""
    if view["barred"] and view["step"] % 2:
        return say("You kept a 1 in your attack: you may not defend in this round.")
    if not any(face > 0 for face in view["dice"]["blue"]):
        return say("No blue die is left in play: you can only pass.")
    return say("You have no red die left: you can only pass.")


def what_others_do(view: View, say: Say) -> str:
    """For who has nothing to decide now."""
    if view["mover"] < 0:
        if view["phase"] == "pick":
            return say("Dice are thrown for the next duel.")
        return (
            say("The two duellists throw for the attack.") if view["phase"] == "lead" else say("The dice are rolling.")
        )
    name = view["names"][view["mover"]]
    if view["phase"] == "bets":
        return say("{name} is betting, in secret.", name=name)
    if view["phase"] == "gifts":
        return say(
            "{name} may give to {ruined}, who has nothing left.", name=name, ruined=view["names"][view["ruined"]]
        )
    return say("{name} is to defend.", name=name) if view["step"] % 2 else say("{name} is to attack.", name=name)


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    parts, dice = [], view["dice"]
    if dice["attacker"] >= 0:
        blue = say.list([str(face) for face in dice["blue"] if face > 0]) or say("none")
        parts.append(
            say(
                "{name} attacks with blue {blue}, black {black}.",
                name=view["names"][dice["attacker"]],
                blue=blue,
                black=dice["black"],
            )
        )
        red = say.list([str(face) if face else say("not thrown") for face in dice["red"] if face >= 0]) or say("none")
        parts.append(
            say(
                "{name} defends with red {red}; points lost: {lost}.",
                name=view["names"][dice["defender"]],
                red=red,
                lost=dice["lost"],
            )
        )
    for name, money, out in zip(view["names"], view["money"], view["out"], strict=True):
        parts.append(
            say("{name} is out.", name=name)
            if out
            else say.count("{name}: {n} pépète.", "{name}: {n} pépètes.", money, name=name)
        )
    return " ".join(parts)
