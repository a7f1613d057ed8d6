"""How the expert and the master bet (PEP-14): which cards, and how much."""

from ....engine.kernel import kernel
from ..rules.combinations import CARDS, DIGIT, NONE, SAME_5
from ..rules.state import MOST, card_move, stake_move
from .staking import best_bet
from .strategy import hand_of, kind_of, profile_of, red_of, solution_of

EXPERT_SHARE = 0.5  # of the stake at which money grows fastest
SUREST = 0.97  # no bet is surer: others may play otherwise than we think


@kernel
def odds_of(s, tables, card, wary):
    """The exact chance that a bet on the card wins if the duellists play well; if `wary`, by the more cautious of two
    opinions of how they play.
    """
    kind, hand, black, red = kind_of(s), hand_of(s, tables), int(s.black) - 1, red_of(s)
    last = tables.odds.shape[0] - 1
    chance = float(tables.odds[last, kind, hand, black, red, card])
    if wary and tables.spites > 1:
        chance = min(
            chance, float(tables.odds[profile_of(solution_of(s, tables), tables.spites), kind, hand, black, red, card])
        )
    return chance


@kernel
def best_card(s, tables, first, last, other, wary):
    """The likeliest card from `first` to `last` but `other`, and its chance."""
    best, chance = NONE, 0.0
    for card in range(first, last + 1):
        if card != other:
            here = odds_of(s, tables, card, wary)
            if here > chance:
                best, chance = card, here
    return best, chance


@kernel
def growth_stake(chance, money, share):
    """The stake of an even bet at which money grows fastest in the long run, (2p − 1) of it, or a share of that; never
    the last pépète.
    """
    stake = int((2 * min(chance, SUREST) - 1) * share * money)
    return max(1, min(stake, money - 1, MOST))


@kernel
def expert_bet(s, tables):
    """A combination if it beats even money, and the surest digit."""
    question, money = int(s.question), int(s.money[int(s.bettor)])
    if question & 1:
        return _stake(s, tables, EXPERT_SHARE, False)
    if question == 2:
        return card_move(_digit(s, tables, False))
    card, chance = best_card(s, tables, 1, SAME_5, NONE, False)
    return card_move(card if chance > 0.5 and money > 2 else NONE)


@kernel
def _digit(s, tables, wary):
    """The second bet: the surest digit, if it beats even money and can be paid."""
    seat = int(s.bettor)
    card, chance = best_card(s, tables, DIGIT + 1, CARDS - 1, int(s.card[2 * seat]), wary)
    return card if chance > 0.5 and s.money[seat] > s.stake[2 * seat] else NONE


@kernel
def _stake(s, tables, share, wary):
    """The stake on the card just chosen, a pépète left for a digit."""
    seat, question = int(s.bettor), int(s.question)
    card = int(s.card[2 * seat + question // 2])
    if card == NONE:
        return stake_move(0)
    if card > DIGIT:
        return stake_move(1)
    left = int(s.money[seat]) - (int(s.stake[2 * seat]) if question == 3 else 0)
    return stake_move(growth_stake(odds_of(s, tables, card, wary), max(1, left - 1), share))


@kernel
def master_bet(s, tables):
    """The bet with which it comes first most often (`staking.py`), and the digit of the black die."""
    seat, question = int(s.bettor), int(s.question)
    black = DIGIT + int(s.black)
    left = int(s.money[seat]) - (int(s.stake[2 * seat]) if question >= 2 else 0)
    if question & 1:
        card = int(s.card[2 * seat + question // 2])
        if card == NONE or card > DIGIT:
            return stake_move(0 if card == NONE else 1)
        return stake_move(min(left, int(best_bet(s, tables, card)[1])))
    if question == 2 and s.card[2 * seat] != black:
        return card_move(black if left > 0 else NONE)
    return card_move(best_bet(s, tables, NONE)[0] if left > 0 else NONE)
