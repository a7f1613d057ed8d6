"""What a seat may not know: other hands until they are shown, what others gave and drew, and the pile (SPA-03, SPA-04,
SPA-10).

A random completion (`redeal`) thinks of places for ships: those each seat kept, those it gave (in the order they went
under the pile), and the top of the pile as it lay after the deal. Every later draw points to one of these places, so
whoever gave a ship that somebody drew again later, or drew one that somebody gave, knows it: at five players the pile
can come to the ships put under it.
"""

import numpy as np

from ....kernel import below, kernel
from .state import (
    DEAL,
    DEALING,
    DRAWING,
    EXCHANGE,
    EXCHANGED,
    EXCHANGING,
    OUT,
    copies,
    from_opener,
    pile_size,
    put_under,
    queue_slot,
    sizes,
)


@kernel
def hide(s, seat):
    for other in range(5):
        if other == seat:
            continue
        for i in range(3):
            s.given[other, i] = s.drawn[other, i] = 0
        if not s.shown[other]:
            for i in range(7):
                s.ships[other, i] = 0
    s.top = 0


@kernel
def seen(s, move, seat):
    if seat == s.turn:
        return move
    if s.phase == DEALING or s.phase == DRAWING:
        return DEAL
    if s.phase == EXCHANGING and move > EXCHANGE:
        packed, n = move - EXCHANGE, 0
        while packed:
            packed >>= 3
            n += 1
        return EXCHANGED + n
    return move


# The places: KEPT + 5 × seat + k, GAVE + 3 × seat + k, TOP + k.
_KEPT, _GAVE, _TOP, _PLACES = 0, 25, 40, 80


@kernel
def _place_of_draw(s, index):
    """The place of the index-th ship that comes off the pile after the deal."""
    top = pile_size(s)
    if index < top:
        return _TOP + index
    seat, which = queue_slot(s, index - top)
    return _GAVE + 3 * seat + which


@kernel
def _hand_places(s, seat, out):
    """The places of the ships a seat holds: those kept, then those drawn. Answers how many of each."""
    if s.phase == DEALING:
        kept = int(s.dealt) // _dealt_seats(s)
        if (int(s.dealt) % _dealt_seats(s)) > _rank(s, seat):
            kept += 1
    else:
        kept = 5 - max(0, int(s.exchanged[seat]) - 1)
    for k in range(kept):
        out[k] = _KEPT + 5 * seat + k
    first = 0  # ships drawn by those who exchanged before
    for place in range(int(s.players)):
        other = from_opener(s, place)
        if other == seat:
            break
        first += max(0, int(s.exchanged[other]) - 1)
    drawn = max(0, int(s.exchanged[seat]) - 1)
    if s.phase == DRAWING and s.turn == seat:
        drawn -= int(s.pending)
    for k in range(drawn):
        out[kept + k] = _place_of_draw(s, first + k)
    return kept, drawn


@kernel
def _dealt_seats(s):
    n = 0
    for seat in range(5):
        n += s.inside[seat] != OUT
    return max(1, n)


@kernel
def _rank(s, seat):
    """How many seats are dealt to before this one."""
    n = 0
    for place in range(int(s.players)):
        other = from_opener(s, place)
        if other == seat:
            break
        n += s.inside[other] != OUT
    return n


@kernel
def _take(rest, low, high, rng):
    """Takes a random ship of sizes low … high out of `rest`; 0 if there is none."""
    total = 0
    for size in range(low, high + 1):
        total += rest[size - 1]
    if total == 0:
        return 0
    at = below(rng, total)
    for size in range(low, high + 1):
        at -= rest[size - 1]
        if at < 0:
            rest[size - 1] -= 1
            return size
    return 0


@kernel
def _fill_known(s, seat, place, hand, rest):
    """Puts what the seat knows for certain in its place: its own ships and the lots drawn in the open."""
    if seat >= 0 and s.inside[seat] != OUT:
        kept, drawn = _hand_places(s, seat, hand)
        left = np.zeros(7, np.int64)
        for i in range(7):
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
        for k in range(max(0, int(s.exchanged[seat]) - 1)):
            place[_GAVE + 3 * seat + k] = s.given[seat, k]
    exchanged = put_under(s)
    for t in range(int(s.ties)):
        place[_place_of_draw(s, exchanged + t)] = s.tie_ships[t]
    for p in range(_PLACES):
        if place[p]:
            rest[place[p] - 1] -= 1


@kernel
def _fill_shown(s, seat, place, hand, rest, rng):
    """A hand that was shown, its ships in random places of that hand; False if they do not fit what is known."""
    left = np.zeros(7, np.int64)
    for i in range(7):
        left[i] = s.ships[seat, i]
    kept, drawn = _hand_places(s, seat, hand)
    for k in range(kept + drawn):
        if place[hand[k]]:
            left[place[hand[k]] - 1] -= 1
            if left[place[hand[k]] - 1] < 0:
                return False
    for k in range(kept + drawn):
        if place[hand[k]] == 0:
            size = _take(left, 1, 7, rng)
            place[hand[k]] = size
            rest[size - 1] -= 1
            if rest[size - 1] < 0:
                return False
    return True


@kernel
def _fill_given(s, seat, place, rest, rng):
    """What a seat gave, smallest first, round those of it that are known; False if that cannot be."""
    n = max(0, int(s.exchanged[seat]) - 1)
    base = _GAVE + 3 * seat
    known = 0
    for k in range(n):
        known += place[base + k] > 0
    for k in range(n):
        low, high = 1, 7
        if known:
            if k > 0:
                low = place[base + k - 1]
            for later in range(n - 1, k, -1):
                if place[base + later]:
                    high = place[base + later]
        if place[base + k] == 0:
            place[base + k] = _take(rest, low, high, rng)
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
                    place[hand[k]] = _take(rest, 1, 7, rng)
                    if place[hand[k]] == 0:
                        return False
    return True


@kernel
def redeal(s, seat, rng):
    if s.over:
        return
    place = np.zeros(_PLACES, np.int64)
    hand = np.zeros(8, np.int64)
    rest = np.zeros(7, np.int64)
    done = False
    while not done:  # every attempt may come upon the truth, so this ends
        place[:] = 0
        rest[:] = 0
        rest[: sizes(s)] = copies(s)
        done = _complete(s, seat, place, hand, rest, rng)
    for other in range(int(s.players)):
        if other == seat or s.inside[other] == OUT:
            continue
        kept, drawn = _hand_places(s, other, hand)
        for i in range(7):
            s.ships[other, i] = 0
        for k in range(kept + drawn):
            s.ships[other, place[hand[k]] - 1] += 1
        for k in range(drawn):
            s.drawn[other, k] = place[hand[kept + k]]
        for k in range(max(0, int(s.exchanged[other]) - 1)):
            s.given[other, k] = place[_GAVE + 3 * other + k]
    top = 0
    for i in range(7):
        left = int(rest[i])
        if s.shuffled:
            left = copies(s) if i < sizes(s) else 0
            left -= int(s.under[i])
            for other in range(int(s.players)):
                left -= int(s.ships[other, i])
        top += left << 8 * i
    s.top = top
