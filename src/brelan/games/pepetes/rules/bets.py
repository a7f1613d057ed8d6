"""The bets of those who look on (PEP-14 … PEP-16): chosen in secret after D1, turned over at the end of the round."""

from ....engine.kernel import kernel
from .bank import from_bank
from .combinations import CARDS, DIGIT, NONE, wins
from .state import (
    BETS,
    CARDS_TURN,
    CHOOSING,
    DUEL,
    FACE_DOWN,
    MOST,
    NO_BETS,
    SEATS,
    STAKES,
    TELLING,
    TURNED,
    TURNING,
    card_move,
    card_of,
    stake_move,
    stake_of,
    tell_move,
    turn_move,
)


@kernel
def clear_bets(s):
    """Takes the last round's cards off the table."""
    s.laid = NO_BETS
    for at in range(2 * SEATS):
        s.card[at] = NONE
        s.stake[at] = 0


@kernel
def may_bet(s, seat):
    """Whoever is still in and not in the duel."""
    return not s.out[seat] and seat != s.attacker and seat != s.defender


@kernel
def _next_bettor(s, seat):
    """Makes the first bettor from this seat on the one whose bets are at hand; False (and none) if there is none."""
    for other in range(seat, int(s.players)):
        if may_bet(s, other):
            s.bettor = other
            return True
    s.bettor = 0
    return False


@kernel
def ask_for_bets(s):
    """After D1, if there is anybody to ask."""
    if _next_bettor(s, 0):
        s.phase = BETS
        s.laid = CHOOSING
        s.question = 0


@kernel
def stake_limits(s):
    """PEP-14: the least and the most the bettor may stake on the card just chosen."""
    seat, bet = int(s.bettor), int(s.question) // 2
    card = int(s.card[2 * seat + bet])
    if card == NONE:
        return 0, 0
    if card > DIGIT:
        return 1, 1
    return 1, min(int(s.money[seat]) - (int(s.stake[2 * seat]) if bet else 0), MOST)


@kernel
def bets_allowed(s, out):
    """PEP-14: a card, its stake, another card, its stake."""
    seat, question = int(s.bettor), int(s.question)
    left = int(s.money[seat])
    if question >= 2:
        left -= int(s.stake[2 * seat])
    if question & 1:
        low, high = stake_limits(s)
        for amount in range(low, high + 1):
            out[amount - low] = stake_move(amount)
        return high - low + 1
    out[0] = card_move(NONE)
    n = 1
    if left > 0:
        first = int(s.card[2 * seat]) if question else NONE
        for card in range(1, CARDS):
            if card != first:
                out[n] = card_move(card)
                n += 1
    return n


@kernel
def bet(s, move):
    """One of the four answers of a bettor; once all have chosen, their stakes are told (PEP-16)."""
    question = int(s.question)
    at = 2 * int(s.bettor) + question // 2
    if question & 1:
        s.stake[at] = stake_of(move)
    else:
        s.card[at] = card_of(move)
    if question < 3:
        s.question = question + 1
        return
    s.question = 0
    if not _next_bettor(s, int(s.bettor) + 1):
        s.phase = STAKES
        s.laid = TELLING
        _next_bettor(s, 0)


@kernel
def turn_cards(s):
    """After D3 (PEP-15), if anybody could bet."""
    if _next_bettor(s, 0):
        s.phase = CARDS_TURN
        s.laid = TURNING


@kernel
def referee_says(s):
    """The move by which one bettor's stakes are told, or the cards turned over: there is no other."""
    at = 2 * int(s.bettor)
    if s.phase == STAKES:
        return tell_move(int(s.stake[at]), int(s.stake[at + 1]))
    return turn_move(int(s.card[at]), int(s.card[at + 1]))


@kernel
def referee_said(s):
    """On to the next bettor; after the last, back to the duel."""
    if _next_bettor(s, int(s.bettor) + 1):
        return
    s.laid = FACE_DOWN if s.phase == STAKES else TURNED
    s.phase = DUEL


@kernel
def pay_bets(s, tally):
    """PEP-15: a won bet brings its stake once more, a lost one costs it; `tally` holds the attacker's dice."""
    for at in range(2 * int(s.players)):
        if s.card[at] != NONE:
            stake = int(s.stake[at])
            from_bank(s, at // 2, stake if wins(tally, int(s.card[at]), s.bets == 1) else -stake)
