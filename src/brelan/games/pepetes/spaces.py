"""Pépètes in numbers: throws, aims, cards, stakes and gifts in one numbering, and what a seat observes."""

import math
from collections.abc import Mapping

import numpy as np

from ...engine.kernel import kernel
from ...model.contract import Bounds, Feature
from ...model.options import Value
from .rules.bets import stake_limits
from .rules.combinations import CARDS
from .rules.match import most_given
from .rules.state import (
    AIM,
    BETS,
    BLUE_DICE,
    BOTH_RED,
    CARD,
    GIFTS,
    GIVE,
    RED_DICE,
    STAKE,
    THROW_ALL,
    aim_move,
    card_move,
    card_of,
    gift_move,
    gift_of,
    stake_move,
    stake_of,
)

MOST_NUMBERED = 200  # pépètes: amounts up to this have a number each, and one more stands for the most allowed
LEFT_OUT = (
    "Stakes and gifts above 200 pépètes but below the most the seat may put down (the most itself has a number: “all”)."
)

FACES = 6
_ONE = [1 << face for face in range(1, FACES + 1)]
_TWO = [one | other for one in _ONE for other in _ONE if one < other]
_FACES_WITH = {dice: _ONE + _TWO if dice == BOTH_RED else _ONE for dice in range(1, BOTH_RED + 1)}
_AIMS = [int(aim_move(dice, faces)) for dice, each in _FACES_WITH.items() for faces in each]
_AIM_CODES = np.array(_AIMS, np.int16)
_AIM_NUMBERS = np.zeros(AIM * (BOTH_RED + 1), np.int16)
for _number, _code in enumerate(_AIMS):
    _AIM_NUMBERS[_code] = _number

_AIMED = THROW_ALL + 1  # before it: pass, and the blue dice thrown again, as their codes; then all five
_CARDS = _AIMED + len(_AIMS)
_STAKES = _CARDS + CARDS
_GIFTS = _STAKES + MOST_NUMBERED + 2
_ALL = MOST_NUMBERED + 1


def n_actions(players: int, options: Mapping[str, Value]) -> int:
    """The same in every game."""
    return _GIFTS + MOST_NUMBERED + 2


@kernel
def _amount_number(amount, most):
    """The number of an amount; −1 for one left out."""
    if amount <= MOST_NUMBERED:
        return amount
    return _ALL if amount == most else -1


@kernel
def action_of(s, code):
    if code <= THROW_ALL:
        return code
    if code < CARD:
        return _AIMED + int(_AIM_NUMBERS[code])
    if code < STAKE:
        return _CARDS + card_of(code)
    if code < GIVE:
        number = _amount_number(stake_of(code), stake_limits(s)[1])
        return _STAKES + number if number >= 0 else -1
    number = _amount_number(gift_of(code), most_given(s))
    return _GIFTS + number if number >= 0 else -1


@kernel
def code_of(s, action):
    if action <= THROW_ALL:
        return action
    if action < _CARDS:
        return int(_AIM_CODES[action - _AIMED])
    if action < _STAKES:
        return card_move(action - _CARDS)
    if action < _GIFTS:
        amount = action - _STAKES
        return stake_move(stake_limits(s)[1] if amount == _ALL else amount)
    amount = action - _GIFTS
    return gift_move(most_given(s) if amount == _ALL else amount)


PHASES, STEPS, QUESTIONS, LAID = 9, 7, 4, 6
_WEALTHY, _MOST_LOST, _MANY = 500, 36, 50
OBSERVATION = (
    Feature(
        "phase",
        (PHASES,),
        0,
        1,
        "1 at what goes on: who duels, who attacks, the duel, bets, stakes told, cards turned, gifts, round "
        "paid, duel settled",
    ),
    Feature("step", (STEPS,), 0, 1, "1 at the throw of the round: A1, D1, A2, D2, A3, D3, over"),
    Feature("second", (1,), 0, 1, "the second round of the duel"),
    Feature("barred", (1,), 0, 1, "the defender may only pass in this round"),
    Feature("blue", (BLUE_DICE, FACES), 0, 1, "1 at the face of each blue die in play"),
    Feature("gone", (BLUE_DICE, FACES), 0, 1, "1 at the face of each blue die knocked out"),
    Feature("black", (FACES,), 0, 1, "1 at the face of the black die"),
    Feature("red", (RED_DICE, FACES), 0, 1, "1 at the face each red die in hand last showed"),
    Feature("spent", (RED_DICE,), 0, 1, "the red die is gone with a hit"),
    Feature("announced", (FACES,), 0, 1, "the faces announced with the last entry"),
    Feature("lost", (1,), 0, 1, "points the defender has lost this round / 36"),
    Feature(
        "laid",
        (LAID,),
        0,
        1,
        "1 at how the bets lie: none, being chosen, stakes being told, face down, being turned over, turned over",
    ),
    Feature("question", (QUESTIONS,), 0, 1, "1 at what the bettor is asked: card, stake, card, stake"),
    Feature("cards", (2, CARDS), 0, 1, "1 at each of the observer's own bet cards, of which the first is none"),
    Feature("target", (1,), 0, 1, "pépètes that end the game / 500; 0: none"),
    Feature("duels", (1,), 0, 1, "the share of the duels still to be fought; 0 without an agreed number"),
    Feature("finish", (1,), 0, 1, "the game is to end once everybody has fought as often"),
    Feature("money", (), 0, 1, "pépètes / 500, at most 1", by_seat=True),
    Feature("purse", (), 0, 1, "pépètes / 50, at most 1: the same, finer where most games are played", by_seat=True),
    Feature("stakes", (2,), 0, 1, "stakes / 50, at most 1: one's own, and those told", by_seat=True),
    Feature("attacks", (), 0, 1, "attacks", by_seat=True),
    Feature("defends", (), 0, 1, "defends", by_seat=True),
    Feature("out", (), 0, 1, "has left the game", by_seat=True),
    Feature("fought", (), 0, 1, "duels fought / 50, at most 1", by_seat=True),
    Feature("asked", (), 0, 1, "is asked for a bet or for a gift", by_seat=True),
    Feature("ruined", (), 0, 1, "is ruined, and gifts are asked for", by_seat=True),
)
_STEP = PHASES
_ROUND = _STEP + STEPS
_BLUE = _ROUND + 2
_GONE = _BLUE + BLUE_DICE * FACES
_BLACK = _GONE + BLUE_DICE * FACES
_RED = _BLACK + FACES
_SPENT = _RED + RED_DICE * FACES
_ANNOUNCED = _SPENT + RED_DICE
_LOST = _ANNOUNCED + FACES
_LAID = _LOST + 1
_QUESTION = _LAID + LAID
_OWN = _QUESTION + QUESTIONS
_MATCH = _OWN + 2 * CARDS
_BY_SEAT = _MATCH + 3
_PURSE = 50


@kernel
def observe(s, seat, out):
    phase = int(s.phase)
    out[phase] = 1
    out[_STEP + int(s.step)] = 1
    out[_ROUND] = 1 if s.tour == 2 else 0
    out[_ROUND + 1] = s.barred
    _observe_dice(s, out)
    out[_LAID + int(s.laid)] = 1
    if phase == BETS:
        out[_QUESTION + int(s.question)] = 1
    for bet in range(2):
        out[_OWN + CARDS * bet + int(s.card[2 * seat + bet])] = 1
    out[_MATCH] = int(s.target) / _WEALTHY
    if s.duels:
        out[_MATCH + 1] = max(0.0, 1 - int(s.played) / int(s.duels))
    out[_MATCH + 2] = 1 if s.finish else 0
    n = int(s.players)
    other = seat
    for place in range(n):
        at = _BY_SEAT + place
        money = int(s.money[other])
        out[at] = min(money / _WEALTHY, 1.0)
        out[at + n] = min(money / _PURSE, 1.0)
        out[_BY_SEAT + 2 * n + 2 * place] = min(int(s.stake[2 * other]) / _PURSE, 1.0)
        out[_BY_SEAT + 2 * n + 2 * place + 1] = min(int(s.stake[2 * other + 1]) / _PURSE, 1.0)
        at += 4 * n
        out[at] = 1 if s.attacker == other else 0
        out[at + n] = 1 if s.defender == other else 0
        out[at + 2 * n] = s.out[other]
        out[at + 3 * n] = min(int(s.fought[other]) / _MANY, 1.0)
        asked = (phase == BETS and s.bettor == other) or (phase == GIFTS and s.giver == other)
        out[at + 4 * n] = 1 if asked else 0
        out[at + 5 * n] = 1 if phase == GIFTS and s.ruined == other else 0
        other = other + 1 if other + 1 < n else 0


@kernel
def _observe_dice(s, out):
    for die in range(BLUE_DICE):
        face = int(s.blue[die])
        if face > 0:
            out[_BLUE + FACES * die + face - 1] = 1
        elif face < 0:
            out[_GONE + FACES * die - face - 1] = 1
    black = int(s.black)
    if black > 0:
        out[_BLACK + black - 1] = 1
    for die in range(RED_DICE):
        face = int(s.red[die])
        if face > 0:
            out[_RED + FACES * die + face - 1] = 1
        out[_SPENT + die] = 1 if face < 0 else 0
    announced = int(s.announced)
    for face in range(FACES):
        out[_ANNOUNCED + face] = announced >> (face + 1) & 1
    out[_LOST] = min(int(s.lost) / _MOST_LOST, 1.0)


def bounds(players: int, options: Mapping[str, Value]) -> Bounds:
    """Money comes from the bank without end; a tie for the attack may be thrown off for ever."""
    return Bounds(0, math.inf, False, None)
