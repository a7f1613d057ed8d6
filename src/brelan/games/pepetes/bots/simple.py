"""The novice and the regular: rules of thumb, nothing looked up but the regular's attack."""

from ....engine.kernel import below, kernel, uniform
from ..rules.combinations import CARDS, DIGIT, NONE, SAME_5, holds
from ..rules.duel import blue_faces, red_in_hand, remaining
from ..rules.state import BLUE_DICE, BOTH_RED, MOST, PASS, aim_move, card_move, stake_move


@kernel
def novice_throw(s, rng):
    """Keeps pairs and high dice."""
    mask = 0
    for die in range(BLUE_DICE):
        face = int(s.blue[die])
        if face <= 0:
            continue
        alike = 1 if s.black == face else 0
        for other in range(BLUE_DICE):
            if other != die and s.blue[other] == face:
                alike += 1
        if alike == 0 and face < 4 and uniform(rng) < 0.8:
            mask |= 1 << die
    return mask


@kernel
def novice_entry(s, rng):
    """Enters every other time, with what is in hand, against any face."""
    dice, faces = red_in_hand(s), blue_faces(s)
    if s.barred or dice == 0 or faces == 0 or uniform(rng) < 0.4:
        return PASS
    face = 1 + below(rng, 6)
    while not faces >> face & 1:
        face = 1 + below(rng, 6)
    return aim_move(dice, 1 << face)


@kernel
def regular_entry(s):
    """Throws all red dice at the face whose blue dice are worth most, two faces where one alone is worth little."""
    dice = red_in_hand(s)
    if s.barred or dice == 0 or blue_faces(s) == 0:
        return PASS
    first, second, most, next_most = 0, 0, 0, 0
    for face in range(1, 7):
        worth = 0
        for die in range(BLUE_DICE):
            if s.blue[die] == face:
                worth = worth * 2 + face
        if worth > most:
            first, second, most, next_most = face, first, worth, most
        elif worth > next_most:
            second, next_most = face, worth
    if most < 5:
        return PASS
    if dice == BOTH_RED and second and next_most >= 4:
        return aim_move(BOTH_RED, 1 << first | 1 << second)
    return aim_move(1 if dice & 1 else 2, 1 << first)


@kernel
def modest_bet(s, rng, novice):
    """A little on what lies on the table: the black die's face, or a combination that is there already."""
    seat, question = int(s.bettor), int(s.question)
    left = int(s.money[seat])
    if question == 0:
        if novice:
            return card_move(1 + below(rng, CARDS - 1) if uniform(rng) < 0.6 else NONE)
        return card_move(DIGIT + int(s.black))
    if question == 2:
        left -= int(s.stake[2 * seat])
        card = NONE
        tally = remaining(s)
        for other in range(1, SAME_5 + 1):
            if holds(tally, other) and other != s.card[2 * seat]:
                card = other
        return card_move(card if left > 2 else NONE)
    card = int(s.card[2 * seat + question // 2])
    if card == NONE:
        return stake_move(0)
    if card > DIGIT:
        return stake_move(1)
    left -= int(s.stake[2 * seat]) if question == 3 else 0
    return stake_move(max(1, min(left // 4, MOST)))
