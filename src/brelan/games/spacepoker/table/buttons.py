"""The controls of SpacePoker: ships to give, points to stake."""

import json
from itertools import combinations

from ....draw.drawing import escape, shortened, tag
from ....model.contract import View
from ....model.words import Say
from ..moves import amounts_among, exchange_words, stake_words
from ..rules.ships import HAND, MOST_GIVEN, NAMES
from .telling import pot_of


def controls(view: View, say: Say) -> str:
    if not view["moves"]:
        return ""
    return _exchange_form(view, say) if view["phase"] == "exchange" else _stake_form(view, say)


def _exchange_form(view: View, say: Say) -> str:
    """Press up to three ships, then the button."""
    faces, parts = view["hands"][view["seat"]], ""
    for k, size in enumerate(faces, 1):
        box = tag("input", type="checkbox", name="ship", value=k, id=f"ship-{k}", class_="for-drawing")
        parts += tag(
            "label",
            box + escape(say("give the {name} ({size})", name=say(NAMES[size - 1]), size=size)),
            for_=f"ship-{k}",
        )
    legal = {}
    for many in range(MOST_GIVEN + 1):
        told = say.count("Exchange {n} ship", "Exchange {n} ships", many) if many else say("Keep all five")
        for chosen in combinations(range(1, HAND + 1), many):
            key = " ".join(f"ship={k}" for k in chosen)
            legal[key] = [exchange_words(faces[k - 1] for k in chosen), told]
    send = tag(
        "button",
        escape(legal[""][1]),
        type="submit",
        class_="primary",
        data_legal=json.dumps(legal, ensure_ascii=False),
    )
    return tag("form", tag("div", parts, class_="parts") + send, class_="controls")


def _stake_form(view: View, say: Say) -> str:
    """Align; raise by a press, by pushing planets, or by an amount; or drop."""
    seat = view["seat"]
    need, amounts = view["highest"] - view["stakes"][seat], amounts_among(view["moves"])
    buttons = _align_button(need, say) if view["highest"] and need in amounts else ""
    more = [amount for amount in amounts if amount > need or not view["highest"]]
    if more:
        buttons += _quick_buttons(view, need, more, say) + _amount_part(view, more, say)
    ask = say("Really drop out? What you staked stays in the pot.") if view["stakes"][seat] else None
    buttons += tag("button", escape(say("Drop out")), type="button", class_="quiet", data_move="drop", data_confirm=ask)
    return tag("form", buttons, class_="controls")


def _align_button(need: int, say: Say) -> str:
    words = say.count("Align: {n} point", "Align: {n} points", need) if need else say("Stay put")
    return tag("button", escape(words), type="button", class_="primary", data_move=stake_words(need))


def _quick_buttons(view: View, need: int, amounts: list[int], say: Say) -> str:
    """One more, half the pot, everything: those that can be paid, each once."""
    half = need + (pot_of(view) + need + 1) // 2
    below = [amount for amount in amounts if amount <= half]
    wanted = {}
    if below:
        wanted[below[-1]] = say("Half the pot: {n}", n=below[-1])
    if need + 1 in amounts:
        one = say.count("{n} point", "{n} points", 1)
        wanted[need + 1] = say("+1: {n}", n=need + 1) if view["highest"] else one
    wanted[amounts[-1]] = _all_words(view, amounts[-1], say)
    drawn = ""
    for amount in sorted(wanted):
        everything = amount == amounts[-1]
        sure = say("Really stake all you have?") if everything and amount == view["points"][view["seat"]] else None
        move = stake_words(amount)
        drawn += tag("button", escape(wanted[amount]), type="button", data_move=move, data_confirm=sure)
    return drawn


def _all_words(view: View, amount: int, say: Say) -> str:
    """Everything one has, or all that whoever can reach least could answer (SPA-05a)."""
    limit = view["limit"]
    if limit and limit["seat"] != view["seat"] and limit["stake"] == view["stakes"][view["seat"]] + amount:
        return say("All {name} can answer: {n}", name=shortened(view["names"][limit["seat"]], 14), n=amount)
    return say("All: {n}", n=amount) if amount == view["points"][view["seat"]] else say("At most: {n}", n=amount)


def _amount_part(view: View, amounts: list[int], say: Say) -> str:
    """Any amount, typed or pushed together from one's planets, and the button that sends it."""
    first = not view["highest"]
    number = tag(
        "input", type="number", name="amount", value=amounts[0], min=amounts[0], max=amounts[-1], inputmode="numeric"
    )
    part = tag("label", escape(say("Push planets, or type points")) + " " + number)
    send = tag(
        "button",
        escape(say("Stake") if first else say("Raise")),
        type="button",
        class_="primary" if first else None,
        data_move="stake {amount}",
    )
    return tag("span", part, class_="parts") + send
