"""What a seat may not know: other hands until they are shown, what others gave and drew, and the pile (SPA-03, SPA-04,
SPA-10).

A random completion (`redeal`) thinks of places for ships: those each seat kept, those it gave (in the order they went
under the pile), and the top of the pile as it lay after the deal. Every later draw points to one of these places, so
whoever gave a ship that somebody drew again later, or drew one that somebody gave, knows it: at five players the pile
can come to the ships put under it.
"""

import numpy as np

from ....engine.kernel import kernel
from .lap import dealt_to, from_opener
from .pile import giver, in_no_hand, many_given, piled, put_under, take_random, undealt
from .ships import HAND, LARGEST, MOST_GIVEN, SHIPS, how_many
from .state import (
    DEAL,
    DEALING,
    DRAWING,
    EXCHANGE,
    EXCHANGED,
    EXCHANGING,
    MOST_PLAYERS,
    OUT,
    copies,
    encode,
    said,
    sizes,
)


@kernel
def hide(s, seat):
    for other in range(MOST_PLAYERS):
        if other == seat:
            continue
        for i in range(MOST_GIVEN):
            s.given[other, i] = s.drawn[other, i] = 0
        if not s.shown[other]:
            for i in range(LARGEST):
                s.ships[other, i] = 0
    s.top = 0


@kernel
def seen(s, move, seat):
    if seat == s.turn:
        return move
    if s.phase == DEALING or s.phase == DRAWING:
        return DEAL
    if s.phase == EXCHANGING and move > EXCHANGE:
        return encode(EXCHANGED, how_many(said(EXCHANGE, move)))
    return move


# The places: of the ships each seat kept, of those it gave, and of the top of the pile.
_GAVE = MOST_PLAYERS * HAND
_TOP = _GAVE + MOST_PLAYERS * MOST_GIVEN
_PLACES = _TOP + SHIPS


@kernel
def _kept_place(seat, k):
    return HAND * seat + k


@kernel
def _gave_place(seat, k):
    return _GAVE + MOST_GIVEN * seat + k


@kernel
def _place_of_draw(s, index):
    """The place of the index-th ship that comes off the pile after the deal."""
    top = undealt(s)
    if index < top:
        return _TOP + index
    seat, which = giver(s, index - top)
    return _gave_place(seat, which)


@kernel
def _hand_places(s, seat, out):
    """The places of the ships a seat holds: those kept, then those drawn. Answers how many of each."""
    given = many_given(s, seat)
    kept = dealt_to(s, seat) - given
    for k in range(kept):
        out[k] = _kept_place(seat, k)
    first = 0  # ships drawn by those who exchanged before
    for place in range(int(s.players)):
        other = from_opener(s, place)
        if other == seat:
            break
        first += many_given(s, other)
    drawn = given - int(s.pending) if s.phase == DRAWING and s.turn == seat else given
    for k in range(drawn):
        out[kept + k] = _place_of_draw(s, first + k)
    return kept, drawn


@kernel
def _fill_known(s, seat, place, hand, rest):
    """Puts what the seat knows for certain in its place: its own ships and the lots drawn in the open."""
    if seat >= 0 and s.inside[seat] != OUT:
        kept, drawn = _hand_places(s, seat, hand)
        left = np.zeros(LARGEST, np.int64)
        for i in range(LARGEST):
            left[i] = s.ships[seat, i]
        for k in range(drawn):
            place[hand[kept + k]] = s.drawn[seat, k]
            left[int(s.drawn[seat, k]) - 1] -= 1
        for k in range(kept):
            size = 1
            while left[size - 1] == 0:
                size += 1
            left[size - 1] -= 1
            place[hand[k]] = size
        for k in range(many_given(s, seat)):
            place[_gave_place(seat, k)] = s.given[seat, k]
    exchanged = put_under(s)
    for t in range(int(s.ties)):
        place[_place_of_draw(s, exchanged + t)] = s.tie_ships[t]
    for p in range(_PLACES):
        if place[p]:
            rest[place[p] - 1] -= 1


@kernel
def _fill_shown(s, seat, place, hand, rest, rng):
    """A hand that was shown, its ships in random places of that hand; False if they do not fit what is known."""
    left = np.zeros(LARGEST, np.int64)
    for i in range(LARGEST):
        left[i] = s.ships[seat, i]
    kept, drawn = _hand_places(s, seat, hand)
    for k in range(kept + drawn):
        if place[hand[k]]:
            left[place[hand[k]] - 1] -= 1
            if left[place[hand[k]] - 1] < 0:
                return False
    for k in range(kept + drawn):
        if place[hand[k]] == 0:
            size = take_random(left, 1, LARGEST, rng)
            place[hand[k]] = size
            rest[size - 1] -= 1
            if rest[size - 1] < 0:
                return False
    return True


@kernel
def _fill_given(s, seat, place, rest, rng):
    """What a seat gave, smallest first, round those of it that are known; False if that cannot be."""
    n = many_given(s, seat)
    base = _gave_place(seat, 0)
    known = 0
    for k in range(n):
        known += place[base + k] > 0
    for k in range(n):
        low, high = 1, LARGEST
        if known:
            if k > 0:
                low = place[base + k - 1]
            for later in range(n - 1, k, -1):
                if place[base + later]:
                    high = place[base + later]
        if place[base + k] == 0:
            place[base + k] = take_random(rest, low, high, rng)
        if place[base + k] < low or place[base + k] > high or place[base + k] == 0:
            return False
    for k in range(1, n):
        for j in range(k, 0, -1):
            if place[base + j] < place[base + j - 1]:
                place[base + j], place[base + j - 1] = place[base + j - 1], place[base + j]
    return True


@kernel
def _complete(s, seat, place, hand, rest, rng):
    """One attempt to fill every place; False if it ran into a contradiction."""
    _fill_known(s, seat, place, hand, rest)
    for other in range(int(s.players)):
        if other != seat and s.shown[other] and not _fill_shown(s, other, place, hand, rest, rng):
            return False
    for other in range(int(s.players)):
        if other != seat and not _fill_given(s, other, place, rest, rng):
            return False
    for other in range(int(s.players)):
        if other != seat and s.inside[other] != OUT:
            kept, drawn = _hand_places(s, other, hand)
            for k in range(kept + drawn):
                if place[hand[k]] == 0:
                    place[hand[k]] = take_random(rest, 1, LARGEST, rng)
                    if place[hand[k]] == 0:
                        return False
    return True


@kernel
def _hand_out(s, seat, place, hand):
    """What lies in a seat's places becomes what it holds, drew and gave."""
    kept, drawn = _hand_places(s, seat, hand)
    for i in range(LARGEST):
        s.ships[seat, i] = 0
    for k in range(kept + drawn):
        s.ships[seat, place[hand[k]] - 1] += 1
    for k in range(drawn):
        s.drawn[seat, k] = place[hand[kept + k]]
    for k in range(many_given(s, seat)):
        s.given[seat, k] = place[_gave_place(seat, k)]


@kernel
def redeal(s, seat, rng):
    if s.over:
        return
    place = np.zeros(_PLACES, np.int64)
    hand = np.zeros(HAND + MOST_GIVEN, np.int64)
    rest = np.zeros(LARGEST, np.int64)
    done = False
    while not done:  # every attempt may come upon the truth, so this ends
        place[:] = 0
        rest[:] = 0
        rest[: sizes(s)] = copies(s)
        done = _complete(s, seat, place, hand, rest, rng)
    for other in range(int(s.players)):
        if other != seat and s.inside[other] != OUT:
            _hand_out(s, other, place, hand)
    top = 0
    for i in range(LARGEST):
        left = in_no_hand(s, i) - int(s.under[i]) if s.shuffled else int(rest[i])
        top += piled(left, i)
    s.top = top
