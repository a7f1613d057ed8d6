"""Sparring partners: simple ways to bet that somebody might think of to beat the master with. Only tests ask for them.

Each is a row of numbers (STYLES): from which chance on it bets on a combination, how much, and how it duels.
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import below, kernel
from ..rules.combinations import DIGIT, NONE, SAME_5
from ..rules.state import MOST, card_move, stake_move
from .betting import best_card, growth_stake, odds_of
from .strategy import money_difference, solution_of

NEVER = 2.0
BY_PURSE, BY_GROWTH, EVERYTHING = 0, 1, 2  # `size` multiplies all but one, or the growth stake; or all
ANYBODY, BEHIND, AHEAD = 0, 1, 2  # who bets on combinations
LIKELIEST, NEXT, TWO, ANY = 0, 1, 2, 3  # on which: the likeliest, the next, both, any that is likely enough
WEIGHED, HAWK, DOVE = 0, 1, 2  # duels: by everybody's purse, for money difference, never entering


class Style(NamedTuple):
    """How a sparring partner plays. Chances are exact if the duellists play for money difference."""

    threshold: float  # the least chance of a combination it bets on
    size: float
    measure: int
    who: int
    which: int
    digit: int  # whether it bets on the black die's digit too
    duels: int


STYLES = {
    "all but one above 50": Style(0.5, 1, BY_PURSE, ANYBODY, LIKELIEST, 1, WEIGHED),
    "all but one above 40": Style(0.4, 1, BY_PURSE, ANYBODY, LIKELIEST, 1, WEIGHED),
    "all but one above 30": Style(0.3, 1, BY_PURSE, ANYBODY, LIKELIEST, 1, WEIGHED),
    "all but one above 60": Style(0.6, 1, BY_PURSE, ANYBODY, LIKELIEST, 1, WEIGHED),
    "all but one above 75": Style(0.75, 1, BY_PURSE, ANYBODY, LIKELIEST, 1, WEIGHED),
    "all but one always": Style(0.0, 1, BY_PURSE, ANYBODY, LIKELIEST, 1, WEIGHED),
    "everything": Style(0.5, 1, EVERYTHING, ANYBODY, LIKELIEST, 0, WEIGHED),
    "growth": Style(0.5, 1, BY_GROWTH, ANYBODY, LIKELIEST, 1, WEIGHED),
    "twice the growth": Style(0.5, 2, BY_GROWTH, ANYBODY, LIKELIEST, 1, WEIGHED),
    "three times the growth": Style(0.5, 3, BY_GROWTH, ANYBODY, LIKELIEST, 1, WEIGHED),
    "half": Style(0.4, 0.5, BY_PURSE, ANYBODY, LIKELIEST, 1, WEIGHED),
    "a quarter": Style(0.4, 0.25, BY_PURSE, ANYBODY, LIKELIEST, 1, WEIGHED),
    "digits only": Style(NEVER, 0, BY_PURSE, ANYBODY, LIKELIEST, 1, WEIGHED),
    "catching up": Style(0.4, 1, BY_PURSE, BEHIND, LIKELIEST, 1, WEIGHED),
    "pressing on": Style(0.4, 1, BY_PURSE, AHEAD, LIKELIEST, 1, WEIGHED),
    "second best": Style(0.4, 1, BY_PURSE, ANYBODY, NEXT, 1, WEIGHED),
    "two cards": Style(0.4, 1, BY_PURSE, ANYBODY, TWO, 0, WEIGHED),
    "hard to guess": Style(0.4, 1, BY_PURSE, ANYBODY, ANY, 1, WEIGHED),
    "hawk": Style(0.45, 1, BY_PURSE, ANYBODY, LIKELIEST, 1, HAWK),
    "dove": Style(0.45, 1, BY_PURSE, ANYBODY, LIKELIEST, 1, DOVE),
}
NAMES = tuple(STYLES)
_ROWS = np.array(list(STYLES.values()))


@kernel
def sparring_solution(style, s, tables):
    """The solution it duels by."""
    duels = _ROWS[style, 6]
    return solution_of(s, tables) if duels == WEIGHED else money_difference(tables) if duels == HAWK else 0


@kernel
def _bets(style, s, seat):
    """Whether it bets on a combination at all."""
    who = _ROWS[style, 3]
    ahead = True
    for other in range(int(s.players)):
        if other != seat and s.money[other] > s.money[seat]:
            ahead = False
    return who == ANYBODY or (who == AHEAD) == ahead


@kernel
def _chosen(style, s, rng, tables, other):
    """The combination it bets on."""
    threshold, which = _ROWS[style, 0], _ROWS[style, 4]
    card, chance = best_card(s, tables, 1, SAME_5, other, False)
    if which == NEXT and other == NONE:
        card, chance = best_card(s, tables, 1, SAME_5, card, False)
    if which == ANY:
        for _ in range(20):
            any_card = 1 + below(rng, SAME_5)
            if odds_of(s, tables, any_card, False) > threshold:
                return any_card
    return card if chance > threshold else NONE


@kernel
def sparring_bet(style, s, rng, tables):
    seat, question = int(s.bettor), int(s.question)
    row, money = _ROWS[style], int(s.money[seat])
    first = int(s.card[2 * seat])
    if question == 0:
        return card_move(_chosen(style, s, rng, tables, NONE) if money > 1 and _bets(style, s, seat) else NONE)
    left = money - (int(s.stake[2 * seat]) if question > 1 else 0)
    if question == 2:
        if row[4] == TWO and first != NONE and left > 1:
            return card_move(_chosen(style, s, rng, tables, first))
        return card_move(DIGIT + int(s.black) if row[5] and left > 0 else NONE)
    card = int(s.card[2 * seat + question // 2])
    if card == NONE or card > DIGIT:
        return stake_move(0 if card == NONE else 1)
    if row[2] == BY_GROWTH:
        return stake_move(min(growth_stake(odds_of(s, tables, card, False), left - 1, row[1]), left, MOST))
    if row[2] == EVERYTHING:
        return stake_move(min(left, MOST))
    share = 0.5 if row[4] == TWO and question == 1 else row[1]
    return stake_move(max(1, min(int(share * (left - 1)), MOST)))
