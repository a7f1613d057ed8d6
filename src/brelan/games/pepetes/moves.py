"""The notation of Pépètes.

`throw all` is A1, `throw 1 3` throws the first and third blue die again, `aim 5 6 with 1 2` announces 5 and 6 and
throws both red dice, `pass` passes. `card suite 4`, `stake 5`, `card none`, `stake none` are a bettor's four answers;
`give 2` and `give none` answer a ruined player. Chance and the referee: `blue 4`, `black 2`, `red 6`, `die 3` (for a
duel or for the attack), `stakes 5 none`, `cards suite 4, digit 6`.
"""

import re
from typing import Any

from ...model.words import Say
from .rules.combinations import CARDS, DIGIT, NAMES, NONE
from .rules.state import (
    AIM,
    BLACK,
    BLUE,
    BLUE_DICE,
    BOTH_RED,
    CARD,
    CARD_HIDDEN,
    DIE,
    GIVE,
    MOST,
    PASS,
    RED,
    STAKE,
    STAKE_HIDDEN,
    TELL,
    THROW_ALL,
    aim_move,
    aim_parts,
    card_move,
    card_of,
    die_move,
    gift_move,
    gift_of,
    stake_move,
    stake_of,
    stakes_told,
    tell_move,
    thrown_again,
    turn_move,
)

_CARD_WORDS = [
    "none",
    "full",
    "suite 3",
    "suite 4",
    "suite 5",
    "same 3",
    "same 4",
    "same 5",
    *(f"digit {face}" for face in range(1, 7)),
]


def _listed(mask: int, first: int = 1) -> str:
    """The numbers of the bits set, the lowest bit being `first`."""
    return " ".join(str(at + first) for at in range(mask.bit_length()) if mask >> at & 1)


def _without_amounts() -> dict[int, str]:
    """All moves but those with an amount."""
    table = {PASS: "pass", THROW_ALL: "throw all", CARD_HIDDEN: "card hidden", STAKE_HIDDEN: "stake hidden"}
    table |= {mask: f"throw {_listed(mask)}" for mask in range(1, 1 << BLUE_DICE)}
    for dice in range(1, BOTH_RED + 1):
        faces = [1 << a for a in range(1, 7)]
        if dice == BOTH_RED:
            faces += [1 << a | 1 << b for a in range(1, 7) for b in range(a + 1, 7)]
        table |= {aim_move(dice, mask): f"aim {_listed(mask, 0)} with {_listed(dice)}" for mask in faces}
    table |= {card_move(card): f"card {name}" for card, name in enumerate(_CARD_WORDS)}
    for colour, name in ((DIE, "die"), (BLUE, "blue"), (BLACK, "black"), (RED, "red")):
        table |= {die_move(colour, face): f"{name} {face}" for face in range(1, 7)}
    for a in range(CARDS):
        table |= {
            turn_move(a, b): f"cards {_CARD_WORDS[a]}, {_CARD_WORDS[b]}" for b in range(CARDS) if a != b or a == NONE
        }
    return table


_WORDS = _without_amounts()
_CODES = {words: code for code, words in _WORDS.items()}


def _amount(number: int) -> str:
    return str(number) if number else "none"


def words(code: int) -> str:
    """The move in words, or "" if it is no move of this game."""
    if code in _WORDS:
        return _WORDS[code]
    if STAKE <= code <= STAKE + MOST:
        return f"stake {_amount(stake_of(code))}"
    if GIVE <= code <= GIVE + MOST:
        return f"give {_amount(gift_of(code))}"
    if TELL <= code <= tell_move(MOST, MOST):
        first, second = stakes_told(code)
        return f"stakes {_amount(first)} {_amount(second)}" if second <= MOST else ""
    return ""


def _number(text: str) -> int:
    return 0 if text == "none" else int(text)


def code(words: str) -> int | None:
    """The move's code, or None if these words are no move of this game. Dice and faces may be named in any order."""
    match = re.fullmatch(r"(stake|give) (none|[1-9][0-9]{0,4})", words, re.ASCII)
    if match:
        amount = _number(match[2])
        if amount > MOST:
            return None
        return int(stake_move(amount) if match[1] == "stake" else gift_move(amount))
    match = re.fullmatch(r"stakes (none|[1-9][0-9]{0,4}) (none|[1-9][0-9]{0,4})", words, re.ASCII)
    if match:
        first, second = _number(match[1]), _number(match[2])
        return int(tell_move(first, second)) if max(first, second) <= MOST else None
    match = re.fullmatch(r"aim ([1-6](?: [1-6])?) with ([12](?: [12])?)", words, re.ASCII)
    if match:
        words = f"aim {' '.join(sorted(match[1].split()))} with {' '.join(sorted(match[2].split()))}"
    elif re.fullmatch(r"throw [1-4]( [1-4])*", words, re.ASCII):
        words = "throw " + " ".join(sorted(words.split()[1:]))
    return _CODES.get(words)


def card_name(card: int, say: Say) -> str:
    """A bet card as people say it."""
    return say("the digit {face}", face=card - DIGIT) if card > DIGIT else say(NAMES[card])


def card_words(card: int) -> str:
    """A bet card as the notation writes it."""
    return _CARD_WORDS[card]


_HEARD = {"lance": "throw", "lancer": "throw", "relance": "throw", "relancer": "throw", "tout": "all", "tous": "all"}
_HEARD |= {"vise": "aim", "viser": "aim", "annonce": "aim", "avec": "with", "passe": "pass", "passer": "pass"}
_HEARD |= {"carte": "card", "chiffre": "digit", "identiques": "same", "mise": "stake", "miser": "stake"}
_HEARD |= {"donne": "give", "donner": "give", "rien": "none", "aucune": "none", "aucun": "none", "straight": "suite"}
_BLUE = [str(die) for die in range(1, BLUE_DICE + 1)]


def heard(words: str) -> str:
    """What a person typed, put into the notation: "passe", "mise 5", "vise 5 6 avec 1 2", "garde 1" (which throws the
    other blue dice).
    """
    verb, *rest = words.split(" ")
    if verb in ("garde", "garder", "keep") and set(rest) <= set(_BLUE):
        others = [die for die in _BLUE if die not in rest]
        return " ".join(["throw", *others]) if others else "pass"
    return " ".join(_HEARD.get(word, word) for word in words.split(" ") if word not in ("et", "and"))


def tell(s: Any, code: int, say: Say) -> str:
    """The move about to be played on `s`, for people."""
    if code == PASS:
        return say("passes")
    if code == THROW_ALL:
        return say("throws all five dice")
    if code < THROW_ALL:
        return _tell_throw(s, code, say)
    if AIM <= code < CARD:
        dice, faces = aim_parts(code)
        return say.count(
            "announces {faces} and throws {n} red die",
            "announces {faces} and throws {n} red dice",
            dice.bit_count(),
            faces=say.list(_listed(faces, 0).split()),
        )
    if code in (CARD_HIDDEN, STAKE_HIDDEN):
        return say("chooses a bet in secret") if code == CARD_HIDDEN else say("sets a stake in secret")
    if CARD <= code < CARD + CARDS:
        card = card_of(code)
        return say("makes no bet") if card == NONE else say("bets on {card}", card=card_name(card, say))
    return _tell_amount(s, code, say)


def _tell_throw(s: Any, code: int, say: Say) -> str:
    dice = thrown_again(code)
    faces = [str(int(s.blue[die])) for die in range(BLUE_DICE) if dice >> die & 1]
    return say.count(
        "throws the blue {faces} again", "throws the blue {faces} again", len(faces), faces=say.list(faces)
    )


def _tell_amount(s: Any, code: int, say: Say) -> str:
    if code >= GIVE:
        gift = gift_of(code)
        if gift == 0:
            return say("gives nothing")
        return say.count("gives {n} pépète to {name}", "gives {n} pépètes to {name}", gift, name=f"@{int(s.ruined)}")
    stake = stake_of(code)
    if stake == 0:
        return say("stakes nothing")
    return say.count("stakes {n} pépète", "stakes {n} pépètes", stake)
