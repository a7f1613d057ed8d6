"""How the master duels with three players and more once bets are laid: for its own chance to come first.

Each decision from A2 on is weighed by what every outcome of the round leaves in all purses (`first_place.py`), those of
the bettors too: their stakes lie open (PEP-16), and a stake above 1 is taken to lie on the combination that is
likeliest as the dice lie, a stake of 1 on the black die's digit. After the decision both duellists are taken to play on
as solved (`Tables.shares`).
"""

import numpy as np

from ....kernel import kernel
from ..rules.bets import may_bet
from ..rules.state import FACE_DOWN, SEATS
from ..solve.duel import A2, D2, END, entry_code
from ..solve.hands import BOTH, HANDS, SIZES, dice_in_hand, outcome
from .first_place import ATTACK, DECIDED, end_is_near, expectations, left_in, scale_of, stage_of, strength
from .staking import card_odds
from .strategy import hand_of, red_of, slot_of, step_of

MOST_LOST = 37  # more than a round can cost
CLOSE = 1e-7


@kernel
def may_spoil(s, tables):
    """Whether decisions are weighed so: with three players and more, once bets are laid."""
    return tables.shares.shape[1] > 1 and s.laid == FACE_DOWN and s.step >= A2 + 1


@kernel
def _worth_of_ends(s, tables, seat, likeliest, worth):
    """Writes, by points lost and outcome, the seat's chance to come first."""
    black = int(s.black) - 1
    plus = np.zeros(SEATS, np.int64)
    second = expectations(s, plus)
    near, equal = end_is_near(s)
    scale, left = scale_of(s), left_in(s)
    attacker, defender = int(s.attacker), int(s.defender)
    target = int(s.target) if s.target else 1 << 30
    purses = np.zeros(SEATS, np.int64)
    most = 0 if s.barred else 24 if step_of(s) <= D2 else 12  # what the defender can still lose
    for end in range(tables.known.many):
        won = int(tables.known.cards[black, end]) >> likeliest & 1
        ending = near
        for other in range(int(s.players)):
            purses[other] = int(s.money[other])
            if may_bet(s, other):
                for at in range(2 * other, 2 * other + 2):
                    stake = int(s.stake[at])
                    purses[other] += stake if stake == 1 or won else -stake
        purses[attacker] += int(tables.known.score[black, end])
        for other in range(int(s.players)):
            if other != defender and purses[other] >= target:
                ending = True
        for lost in range(int(s.lost), min(MOST_LOST, int(s.lost) + most + 1)):
            purses[defender] = max(0, int(s.money[defender]) - lost)
            over = ending or purses[defender] + (ATTACK if second else 0) >= target
            worth[lost, end] = _first(s, tables, seat, purses, plus, stage_of(over, equal, second), scale, left)


@kernel
def _first(s, tables, seat, purses, plus, stage, scale, left):
    """The seat's chance to come first with these purses."""
    if stage == DECIDED:
        most, many = 0, 0
        for other in range(int(s.players)):
            if purses[other] > most:
                most, many = purses[other], 0
            if purses[other] == most:
                many += 1
        return 1.0 / many if purses[seat] == most else 0.0
    total, own = 0.0, 0.0
    for other in range(int(s.players)):
        if not s.out[other]:
            here = strength(tables.strength[left, stage], purses[other], plus[other], scale)
            total += here
            if other == seat:
                own = here
    return own / total if own > 0 else 0.0


@kernel
def _here(tables, slot, step, hand, black, red, lost, worth):
    """What a position before this step (A2 … END) is worth, so many points lost."""
    many = tables.known.many
    if step == END:
        return worth[min(lost, MOST_LOST - 1), tables.known.of[black, hand]]
    row = tables.shares[slot, step - A2, hand, black, red]
    losing = worth[min(int(lost + row[many] + 0.5), MOST_LOST - 1)]
    mean = 0.0
    for end in range(many):
        mean += row[end] * losing[end]
    return mean


@kernel
def look_at_ends(s, tables, seat):
    """What every end of the round is worth to the seat, by points lost and outcome."""
    odds = np.zeros(8)
    row = tables.shares[slot_of(s, tables), step_of(s) - A2, hand_of(s, tables), int(s.black) - 1, red_of(s)]
    likeliest = card_odds(tables, int(s.black) - 1, row, odds)
    worth = np.zeros((MOST_LOST, tables.known.many))
    _worth_of_ends(s, tables, seat, likeliest, worth)
    return worth


@kernel
def kept_worth(s, tables, worth, kept, dice):
    """The attacker's chance once so many dice are thrown beside those kept."""
    h, step, black, red, slot = tables.hands, step_of(s) + 1, int(s.black) - 1, red_of(s), slot_of(s, tables)
    mean = 0.0
    for new in range(SIZES[dice], SIZES[dice + 1]):
        mean += h.odds[new] * _here(tables, slot, step, h.join[kept, new], black, red, int(s.lost), worth)
    return mean


@kernel
def entry_worth(s, tables, worth, dice, announced):
    """The defender's chance once red dice are thrown at the faces announced; no dice: a pass."""
    h, step, black, red, slot = tables.hands, step_of(s) + 1, int(s.black) - 1, red_of(s), slot_of(s, tables)
    hand, lost = hand_of(s, tables), int(s.lost)
    if dice == 0:
        return _here(tables, slot, step, hand, black, red, lost, worth)
    mean = 0.0
    for at in range(h.many_outcomes[red, dice, announced]):
        hits, left, more = outcome(h, red, dice, announced, at)
        here = _here(tables, slot, step, h.without[hand, hits], black, left, lost + more, worth)
        mean += h.odds_of_outcomes[red, dice, announced, at] * here
    return mean


@kernel
def best_kept(s, tables, usual):
    """The hand the attacker keeps: the usual one unless another is better."""
    h, hand, black, red = tables.hands, hand_of(s, tables), int(s.black) - 1, red_of(s)
    slot, step, lost = slot_of(s, tables), step_of(s) + 1, int(s.lost)
    worth = look_at_ends(s, tables, int(s.attacker))
    value, known = np.zeros(HANDS), np.zeros(HANDS, np.bool_)
    best, kept = -1.0, usual
    for turn in range(h.many_parts[hand] + 1):  # the usual one first
        part = usual if turn == 0 else h.parts[hand, turn - 1]
        dice = h.size[hand] - h.size[part]
        mean = 0.0
        for new in range(SIZES[dice], SIZES[dice + 1]):
            after = h.join[part, new]
            if not known[after]:
                known[after] = True
                value[after] = _here(tables, slot, step, after, black, red, lost, worth)
            mean += h.odds[new] * value[after]
        if mean > best + CLOSE:
            best, kept = mean, part
    return kept


@kernel
def best_spoiling(s, tables):
    """What the defender throws and announces (`entry_code`); 0 for a pass."""
    red, faces = red_of(s), tables.hands.faces[hand_of(s, tables)]
    worth = look_at_ends(s, tables, int(s.defender))
    best, decision = entry_worth(s, tables, worth, 0, 0), 0
    for dice in range(1, BOTH + 1):
        if not dice_in_hand(red, dice):
            continue
        for low in range(1, 7):
            for high in range(low, 7 if dice == BOTH else low + 1):
                announced = 1 << low | 1 << high
                if faces & announced == announced:
                    chance = entry_worth(s, tables, worth, dice, announced)
                    if chance > best + CLOSE:
                        best, decision = chance, entry_code(dice, announced)
    return decision
