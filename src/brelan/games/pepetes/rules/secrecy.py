"""Who knows what of the bets (PEP-14, PEP-16): the rest of Pépètes lies open."""

from ....engine.kernel import TIME, below, kernel
from .bets import may_bet
from .combinations import CARDS, DIGIT, NONE
from .state import BETS, CARD_HIDDEN, CHOOSING, FACE_DOWN, MOST, NO_BETS, STAKE_HIDDEN, TELLING, TURNED, TURNING


@kernel
def _stakes_known(s, seat):
    """Whether everybody knows the seat's stakes (PEP-16)."""
    laid = int(s.laid)
    return laid >= FACE_DOWN or (laid == TELLING and seat < s.bettor)


@kernel
def _cards_known(s, seat):
    """Whether everybody knows the seat's cards (PEP-15)."""
    laid = int(s.laid)
    return laid == TURNED or (laid == TURNING and seat < s.bettor)


@kernel
def hide(s, seat):
    """The others' cards until they are turned over, their stakes until all have chosen."""
    for other in range(int(s.players)):
        if other == seat:
            continue
        for at in range(2 * other, 2 * other + 2):
            if not _cards_known(s, other):
                s.card[at] = NONE
            if not _stakes_known(s, other):
                s.stake[at] = 0


@kernel
def seen(s, move, seat):
    """Another's bet is one code, whatever it is."""
    if move == TIME or s.phase != BETS or seat == s.bettor:
        return move
    return STAKE_HIDDEN if int(s.question) & 1 else CARD_HIDDEN


@kernel
def redeal(s, seat, rng):
    """Other bettors' hidden choices, drawn evenly among what they may have chosen."""
    laid = int(s.laid)
    if laid == NO_BETS or laid == TURNED:
        return
    for other in range(int(s.players)):
        if other == seat or not may_bet(s, other):
            continue
        if laid == CHOOSING:
            answers = 4 if other < s.bettor else int(s.question) if other == s.bettor else 0
            _draw_bets(s, other, answers, rng)
        elif not _stakes_known(s, other):
            _draw_bets(s, other, 4, rng)
        elif not _cards_known(s, other):
            _draw_cards(s, other, rng)


@kernel
def _draw_bets(s, seat, answers, rng):
    """The first `answers` of a bettor's four answers."""
    left = int(s.money[seat])
    for bet in range(2):
        at = 2 * seat + bet
        if answers > 2 * bet:
            card = below(rng, CARDS) if left else NONE
            if bet and card == s.card[at - 1]:
                card = NONE
            s.card[at] = card
        if answers > 2 * bet + 1:
            card = int(s.card[at])
            s.stake[at] = 0 if card == NONE else 1 if card > DIGIT else 1 + below(rng, min(left, MOST))
            left -= int(s.stake[at])


@kernel
def _draw_cards(s, seat, rng):
    """Two different cards that go with the stakes: a digit takes exactly 1."""
    for bet in range(2):
        at = 2 * seat + bet
        stake = int(s.stake[at])
        card = NONE
        while stake and (card == NONE or (bet and card == s.card[at - 1])):
            card = 1 + below(rng, CARDS - 1 if stake == 1 else DIGIT)
        s.card[at] = card
