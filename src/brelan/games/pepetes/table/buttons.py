"""The controls of Pépètes: ordinary form parts, and the moves they make up (docs/page.md)."""

import json
from html import escape
from typing import Any

from ....draw.drawing import tag
from ....model.contract import View
from ....model.words import Say
from ..moves import card_name, card_words
from ..rules.combinations import CARDS, DIGIT
from .drawing import NOTE_COLOURS


def _button(words: str, move: str, kind: str = "primary", **attributes: Any) -> str:
    return tag("button", escape(words), type="button", class_=kind, data_move=move, **attributes)


def _input(**attributes: Any) -> str:
    return tag("input", **attributes)


def _box(name: str, value: int, id: str, words: str) -> str:
    return tag(
        "label", _input(type="checkbox", name=name, value=value, id=id, class_="for-drawing") + escape(words), for_=id
    )


def controls(view: View, say: Say) -> str:
    """What the seat to act can press; nothing for everybody else."""
    if not view["moves"]:
        return ""
    if view["phase"] == "bets":
        body = _bets(view, say)
    elif view["phase"] == "gifts":
        body = _gift(view, say)
    elif view["moves"] == ["throw all"]:
        body = _button(say("Throw the five dice"), "throw all")
    elif view["moves"] == ["pass"]:
        body = _button(say("Pass"), "pass")
    else:
        body = _entry(view, say) if view["step"] % 2 else _throw(view, say)
    return tag("form", body, class_="controls")


def _sender(legal: dict[str, list[str]], idle: str) -> str:
    """The button that sends the choice; `idle` is what it says while there is none to send."""
    return tag(
        "button", escape(idle), type="submit", class_="primary", data_legal=json.dumps(legal, ensure_ascii=False)
    )


def _throw(view: View, say: Say) -> str:
    """A2 and A3: the blue dice to throw again."""
    blue = view["dice"]["blue"]
    parts = ""
    for die, face in enumerate(blue, 1):
        if face > 0:
            parts += _box("die", die, f"blue-{die}", say("throw the blue {face} again", face=face))
    legal = {}
    for move in view["moves"]:
        dice = move.split()[1:]
        if dice:
            faces = [str(blue[int(die) - 1]) for die in dice]
            legal[" ".join(f"die={die}" for die in dice)] = [move, say("Throw {faces} again", faces=say.list(faces))]
    return (
        tag("div", parts, class_="parts")
        + _sender(legal, say("Choose blue dice"))
        + _button(say("Pass"), "pass", "quiet")
    )


def _entry(view: View, say: Say) -> str:
    """D1, D2, D3: the red dice to throw and the faces to announce."""
    dice = view["dice"]
    parts = ""
    for face in sorted({face for face in dice["blue"] if face > 0}):
        parts += _box("face", face, f"face-{face}", say("announce {face}", face=face))
    for die, face in enumerate(dice["red"], 1):
        if face >= 0:
            words = (
                say("throw red die {die} (it shows {face})", die=die, face=face)
                if face
                else say("throw red die {die}", die=die)
            )
            parts += _box("red", die, f"red-{die}", words)
    legal = {}
    for move in view["moves"]:
        if move == "pass":
            continue
        announced, thrown = (part.split() for part in move.removeprefix("aim ").split(" with "))
        key = " ".join([f"face={face}" for face in announced] + [f"red={die}" for die in thrown])
        label = say.count(
            "Announce {faces}, throw {n} die",
            "Announce {faces}, throw {n} dice",
            len(thrown),
            faces=say.list(announced),
        )
        legal[key] = [move, label]
    return (
        tag("div", parts, class_="parts")
        + _sender(legal, say("Choose faces and red dice"))
        + _button(say("Pass"), "pass", "quiet")
    )


def _bets(view: View, say: Say) -> str:
    """The four answers at once: two bets, each nothing, a digit (always 1) or a combination with its stake."""
    if view["question"]:
        return _one_answer(view, say)
    money = view["money"][view["seat"]]
    body = ""
    for bet, title in ((1, say("First bet")), (2, say("Second bet"))):
        body += tag("fieldset", tag("legend", escape(title)) + _bet(bet, money, say))
    for first in ("none", "digit", "combination"):
        for second in ("none", "digit", "combination"):
            moves = "; ".join((_answers(1, first), _answers(2, second)))
            label = say("No bet") if first == second == "none" else say("Lay the bets face down")
            body += _button(label, moves, data_needs=f"kind1={first} kind2={second}")
    return body


def _answers(bet: int, kind: str) -> str:
    if kind == "none":
        return "card none; stake none"
    return f"card {{digit{bet}}}; stake 1" if kind == "digit" else f"card {{combination{bet}}}; stake {{stake{bet}}}"


def _bet(bet: int, money: int, say: Say) -> str:
    kinds = ""
    for kind, words in (
        ("none", say("nothing")),
        ("digit", say("digit (1)")),
        ("combination", say("combination")),
    ):
        box = _input(type="radio", name=f"kind{bet}", value=kind, id=f"kind{bet}-{kind}", checked=kind == "none")
        kinds += tag("label", box + escape(words), for_=f"kind{bet}-{kind}")
    digits = _tiles(f"digit{bet}", range(DIGIT + 6, DIGIT, -1), say)
    combinations = _tiles(f"combination{bet}", range(1, DIGIT + 1), say)
    number = _input(type="number", name=f"stake{bet}", min=1, max=money, value=1, inputmode="numeric")
    stake = tag("label", escape(say("stake")) + " " + number) + _notes(f"stake{bet}", money, say)
    return (
        tag("div", kinds, class_="parts")
        + tag("div", digits, class_="parts", data_needs=f"kind{bet}=digit")
        + tag("div", combinations, class_="parts", data_needs=f"kind{bet}=combination")
        + tag("div", stake, class_="parts", data_needs=f"kind{bet}=combination")
    )


def _tiles(name: str, cards: range, say: Say) -> str:
    """Bet cards, of which one is laid."""
    drawn = ""
    for card in cards:
        ident, words = f"{name}-{card}", escape(card_name(card, say))
        box = _input(type="radio", name=name, value=card_words(card), id=ident, checked=card == cards[0])
        drawn += tag("label", box + words, for_=ident, class_="tile")
    return drawn


def _notes(stake: str, money: int, say: Say) -> str:
    """Notes one lays on a stake: each press adds one."""
    return "".join(
        tag(
            "button",
            str(value),
            type="button",
            class_="banknote",
            data_add=f"{stake} {value} {money // value}",
            aria_label=say("Add a note of {value}", value=value),
        )
        for value in sorted(NOTE_COLOURS)
        if value <= money
    )


def _one_answer(view: View, say: Say) -> str:
    """A bettor who answers one question at a time."""
    if view["question"] % 2 == 0:
        names = {f"card {card_words(card)}": card_name(card, say) for card in range(CARDS)}
        return "".join(_button(names[move], move, "quiet") for move in view["moves"])
    if len(view["moves"]) == 1:
        return _button(
            say("Nothing at stake") if view["moves"][0] == "stake none" else say("Stake 1"), view["moves"][0]
        )
    amount = _input(type="number", name="amount", min=1, max=len(view["moves"]), value=1, inputmode="numeric")
    return tag("label", escape(say("stake")) + " " + amount) + _button(say("Stake it"), "stake {amount}")


def _gift(view: View, say: Say) -> str:
    name = view["names"][view["ruined"]]
    nothing = _button(say("Give nothing"), "give none", "quiet")
    amount = _input(type="number", name="amount", min=1, max=len(view["moves"]) - 1, value=1, inputmode="numeric")
    return (
        tag("label", escape(say("pépètes for {name}", name=name)) + " " + amount)
        + _button(say("Give"), "give {amount}")
        + nothing
    )
