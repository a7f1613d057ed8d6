"""Why a move may not be played, in the game's terms."""

from collections.abc import Sequence
from typing import Any

from ....model.words import Sentence
from ..rules.combinations import DIGIT, NONE
from ..rules.duel import blue_faces, blue_in_play, red_in_hand
from ..rules.state import (
    AIM,
    BETS,
    BLUE_DICE,
    CARD,
    CARD_HIDDEN,
    GIFTS,
    GIVE,
    PASS,
    STAKE,
    TELL,
    THROW_ALL,
    aim_parts,
    card_of,
    gift_of,
    stake_of,
    thrown_again,
)


def why_not(s: Any, code: int, names: Sequence[str]) -> Sentence | None:
    """None if it may, or if it is no move of a seat."""
    throw, card, stake, gift = (
        0 <= code < CARD,
        CARD <= code < CARD_HIDDEN,
        STAKE <= code < GIVE,
        GIVE <= code < TELL,
    )
    if not (throw or card or stake or gift):
        return None
    if s.phase == BETS:
        return _not_this_bet(s, code, card, stake)
    if s.phase == GIFTS:
        return _not_this_gift(s, code, gift)
    if not throw:
        return Sentence("it is time to throw, not to bet or to give")
    if s.step & 1:
        return _not_this_entry(s, code)
    return _not_this_throw(s, code)


def _not_this_throw(s: Any, code: int) -> Sentence | None:
    """The attacker's (PEP-06, PEP-07, PEP-10)."""
    if s.step == 0:
        return Sentence("the attack begins with a throw of all five dice") if code != THROW_ALL else None
    if code == PASS:
        return None
    if code == THROW_ALL:
        return Sentence("all five dice are thrown once, at the beginning of the round")
    if code >= AIM:
        return Sentence("red dice are the defender's: the attacker throws blue dice again, or passes")
    gone = thrown_again(code) & ~int(blue_in_play(s))
    for die in range(BLUE_DICE):
        if gone >> die & 1:
            return Sentence("blue die {number} is knocked out", number=die + 1)
    return None


def _not_this_entry(s: Any, code: int) -> Sentence | None:
    """The defender's (PEP-08, PEP-12)."""
    if code == PASS:
        return None
    if code < AIM:
        return Sentence("blue dice are the attacker's: the defender announces faces and throws red dice, or passes")
    if s.barred:
        return Sentence("a 1 was left after the attack: who attacked so may only pass in this round")
    dice, faces = aim_parts(code)
    if dice & ~int(red_in_hand(s)):
        return Sentence("a red die that hit is gone for this round")
    showing = int(blue_faces(s))
    for face in range(1, 7):
        if faces >> face & 1 and not showing >> face & 1:
            return Sentence("no blue die shows {face}", face=face)
    if faces.bit_count() > dice.bit_count():
        return Sentence("no more faces can be announced than red dice are thrown")
    return None


def _not_this_bet(s: Any, code: int, card: bool, stake: bool) -> Sentence | None:
    """PEP-14: a card, its stake, another card, its stake."""
    seat, question = int(s.bettor), int(s.question)
    left = int(s.money[seat]) - (int(s.stake[2 * seat]) if question >= 2 else 0)
    if question & 1:
        if not stake:
            return Sentence("a stake is asked for")
        return _not_this_stake(int(s.card[2 * seat + question // 2]), stake_of(code), left)
    if not card:
        return Sentence("a bet card is asked for")
    chosen = card_of(code)
    if chosen == NONE:
        return None
    if left == 0:
        return Sentence("there is nothing left to stake")
    if question and chosen == s.card[2 * seat]:
        return Sentence("the second bet is on another card than the first")
    return None


def _not_this_stake(card: int, amount: int, left: int) -> Sentence | None:
    if card == NONE:
        return Sentence("without a card nothing is staked") if amount else None
    if amount == 0:
        return Sentence("a bet is worth at least 1 pépète")
    if card > DIGIT and amount > 1:
        return Sentence("a bet on a digit is always of 1 pépète")
    if amount > left:
        return Sentence("only {left} can be staked", left=left)
    return None


def _not_this_gift(s: Any, code: int, gift: bool) -> Sentence | None:
    if not gift:
        return Sentence("a ruined player asks for a gift: give something, or nothing")
    most = int(s.money[int(s.giver)]) - 1
    if gift_of(code) > most:
        return Sentence("a giver keeps at least 1 pépète: {most} at most can be given", most=most)
    return None
