"""Who is first and who is last of a partie (DOD-08), and how ties are played off (DOD-10).

A seat's `contest` says which of the two places it still plays for: both at first, one in a playoff, none once its own
is decided.
"""

import numpy as np

from ....engine.kernel import kernel
from .state import FIRST, LAST, MOST_SEATS


@kernel
def _ahead(s, a, b):
    """Whether seat a ranks before seat b: a pairtraiz first, in the order thrown, then points."""
    if s.order[a] and s.order[b]:
        return s.order[a] < s.order[b]
    if s.order[a] or s.order[b]:
        return s.order[a] > 0
    return s.scores[a] > s.scores[b]


@kernel
def _holds(s, place, seat):
    """Whether the seat stands at this place, alone or tied, among those who play for it."""
    for other in range(int(s.players)):
        if s.contest[other] & place and (_ahead(s, other, seat) if place == FIRST else _ahead(s, seat, other)):
            return False
    return True


@kernel
def _holders(s, place):
    """How many stand at this place, and one of them."""
    many, one = 0, -1
    for seat in range(int(s.players)):
        if s.contest[seat] & place and _holds(s, place, seat):
            many += 1
            one = seat
    return many, one


@kernel
def decide_places(s):
    """At the end of a partie's last tour, and of each tour of its playoffs: who is first, who is last, who goes on."""
    one_group = False
    for seat in range(int(s.players)):
        one_group = one_group or s.contest[seat] == FIRST | LAST
    if one_group and (s.playoff or _holders(s, FIRST)[0] == s.players):
        _decide_in_one_group(s)
    else:
        _decide_in_two_groups(s)
    s.playoff = 1


@kernel
def _decide_in_one_group(s):
    """Everybody is tied: whoever stands alone on top or at the bottom takes that place and withdraws."""
    top, first = _holders(s, FIRST)
    bottom, last = _holders(s, LAST)
    if s.winner < 0 and top == 1:
        s.winner = first
        s.contest[first] = 0
    if s.loser < 0 and bottom == 1:
        s.loser = last
        s.contest[last] = 0


@kernel
def _decide_in_two_groups(s):
    """Those tied for first go on among themselves, those tied for last too; the others have withdrawn."""
    n = int(s.players)
    contest = np.zeros(MOST_SEATS, np.int64)
    for place in (FIRST, LAST):
        many, one = _holders(s, place)
        if many == 1:
            if place == FIRST:
                s.winner = one
            else:
                s.loser = one
        elif many > 1:
            for seat in range(n):
                if s.contest[seat] & place and _holds(s, place, seat):
                    contest[seat] = place
    for seat in range(n):
        s.contest[seat] = contest[seat]
