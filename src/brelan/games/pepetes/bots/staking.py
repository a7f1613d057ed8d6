"""How the master bets with three players and more (PEP-14): for the chance to come first, both bets together.

The digit of the black die is a sure win of 1 and always taken. Beside it every combination is weighed with every stake
of a ladder: what each outcome of the round (`solve/outcomes.py`) leaves in all purses, and what that is worth
(`first_place.py`). The others who look on are taken to lay nearly all they have on the likeliest combination, the more
surely the likelier it is; what they lay is not known yet.
"""

import numpy as np

from ....engine.kernel import kernel
from ..rules.bets import may_bet
from ..rules.combinations import NONE, SAME_5
from ..rules.state import MOST, SEATS
from .first_place import ATTACK, DECIDED, end_is_near, expectations, left_in, scale_of, stage_of, strength
from .strategy import hand_of, red_of, slot_of

RUNGS = 16  # stakes tried on a combination, from the least to all
ALL_TRIED = 64  # with no more than that, every stake is tried
RARE = 0.05  # combinations less likely than that are not looked at
SHY, BOLD, MOSTLY = 0.35, 0.6, 0.9  # others bet on the likeliest: never below SHY, as often as MOSTLY from BOLD on


@kernel
def card_odds(tables, black, row, odds):
    """Writes the chance of each combination; answers the likeliest."""
    for card in range(SAME_5 + 1):
        odds[card] = 0.0
    for at in range(tables.known.many):
        share = row[at]
        if share > 0:
            won = tables.known.cards[black, at]
            for card in range(1, SAME_5 + 1):
                if won >> card & 1:
                    odds[card] += share
    likeliest = 1
    for card in range(2, SAME_5 + 1):
        if odds[card] > odds[likeliest]:
            likeliest = card
    return likeliest


@kernel
def boldness(chance):
    """How surely another bettor bets on the likeliest combination."""
    return MOSTLY * min(1.0, max(0.0, (chance - SHY) / (BOLD - SHY)))


@kernel
def bet_row(s, tables):
    """How the round can end from where it lies, at A2."""
    return tables.shares[slot_of(s, tables), hand_of(s, tables), int(s.black) - 1, red_of(s)]


@kernel
def weigh_bets(s, tables, odds, cards, stakes, worth):
    """Writes the chance to come first with each of these bets (a card, its stake) beside the black die's digit, and the
    odds of the cards.
    """
    seat, black = int(s.bettor), int(s.black) - 1
    row = bet_row(s, tables)
    likeliest = card_odds(tables, black, row, odds)
    bold = boldness(odds[likeliest])
    plus = np.zeros(SEATS, np.int64)
    second = expectations(s, plus)
    near, equal = end_is_near(s)
    scale, left = scale_of(s), left_in(s)
    attacker, defender = int(s.attacker), int(s.defender)
    target = int(s.target) if s.target else 1 << 30
    lost = int(int(s.lost) + row[tables.known.many] + 0.5)
    defended = int(s.money[defender]) - min(lost, int(s.money[defender]))
    reached = defended + (ATTACK if second else 0) >= target
    money = int(s.money[seat])
    for at in range(len(cards)):
        worth[at] = 0.0
    others = np.zeros((SEATS, 3))  # of bettors: the purse if they stay away, if they bet, how surely they do
    rest = np.zeros(DECIDED)
    for end in range(tables.known.many):
        share = float(row[end])
        if share < 1e-5:
            continue
        paid = int(s.money[attacker]) + int(tables.known.score[black, end])
        won = int(tables.known.cards[black, end])
        ending = near or reached or paid >= target
        for stage in range(DECIDED):
            rest[stage] = strength(tables.strength[left, stage], paid, plus[attacker], scale)
            rest[stage] += strength(tables.strength[left, stage], defended, plus[defender], scale)
        for other in range(int(s.players)):
            if other == seat or not may_bet(s, other):
                continue
            purse = int(s.money[other])
            stays, bets = purse + 1, 2 * purse if won >> likeliest & 1 else 2
            others[other, 0], others[other, 1], others[other, 2] = stays, bets, bold
            ending = ending or stays >= target or (bold > 0.5 and bets >= target)
            for stage in range(DECIDED):
                table = tables.strength[left, stage]
                rest[stage] += (1 - bold) * strength(table, stays, plus[other], scale)
                rest[stage] += bold * strength(table, bets, plus[other], scale)
        for at in range(len(cards)):
            stake = stakes[at]
            mine = money + 1 + (stake if won >> cards[at] & 1 else -stake)
            stage = stage_of(ending or mine >= target, equal, second)
            if stage == DECIDED:
                worth[at] += share * _richest(s, seat, mine, paid, defended, others)
            else:
                own = strength(tables.strength[left, stage], mine, plus[seat], scale)
                if own > 0:
                    worth[at] += share * own / (own + rest[stage])


@kernel
def _below(purse, mine):
    """The share of a win against a purse."""
    return 1.0 if purse < mine else 0.5 if purse == mine else 0.0


@kernel
def _richest(s, seat, mine, paid, defended, others):
    """The chance to be the richest at the end of the game; others' bets are taken to be independent."""
    chance = _below(paid, mine) * _below(defended, mine)
    if chance == 0:
        return 0.0
    for other in range(int(s.players)):
        if other != seat and may_bet(s, other):
            bold = others[other, 2]
            chance *= (1 - bold) * _below(others[other, 0], mine) + bold * _below(others[other, 1], mine)
    return chance


@kernel
def ladder(most):
    """The stakes tried, if so much can be staked."""
    if most <= ALL_TRIED:
        return np.arange(1, most + 1)
    stakes = np.zeros(RUNGS, np.int64)
    for rung in range(RUNGS):
        stakes[rung] = max(1, most * (rung + 1) // RUNGS)
    return stakes


@kernel
def best_bet(s, tables, only):
    """The combination and the stake with which the seat comes first most often, NONE and 0 for none; or the best stake
    on the combination `only`. A pépète stays for the black die's digit.
    """
    most = min(int(s.money[int(s.bettor)]) - 1, MOST)
    if most < 1:
        return only, 0 if only == NONE else 1, 0.0
    odds = np.zeros(SAME_5 + 1)
    card_odds(tables, int(s.black) - 1, bet_row(s, tables), odds)
    rungs = ladder(most)
    cards = np.zeros(1 + SAME_5 * len(rungs), np.int64)
    stakes = np.zeros(1 + SAME_5 * len(rungs), np.int64)
    many = 1 if only == NONE else 0  # no bet is the first
    for card in range(1, SAME_5 + 1):
        if card == only or (only == NONE and odds[card] >= RARE):
            for stake in rungs:
                cards[many], stakes[many] = card, stake
                many += 1
    worth = np.zeros(many)
    weigh_bets(s, tables, odds, cards[:many], stakes[:many], worth)
    best = 0
    for at in range(1, many):
        if worth[at] > worth[best] + 1e-9:
            best = at
    return cards[best], stakes[best], worth[best]


@kernel
def digit_worth(s, tables, gained):
    """The chance to come first if the seat gains so much and bets on no combination."""
    cards, stakes, worth = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1)
    stakes[0] = 1 - gained  # a lost stake: `weigh_bets` adds the black die's digit, which is no part of this
    weigh_bets(s, tables, np.zeros(SAME_5 + 1), cards, stakes, worth)
    return worth[0]
