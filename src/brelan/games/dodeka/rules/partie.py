"""A partie (DOD-05 … DOD-10): turns that score, tours, the end, and the payment."""

from ....engine.kernel import kernel
from .lines import PAIRTRAIZ, POINTS
from .places import decide_places
from .state import ALL_PLAYED, FIRST, LAST, MOST_PARTIES, TIME_IS_UP


@kernel
def start_partie(s, starter):
    s.starter = starter
    s.turn = starter
    s.throws = 0
    s.playoff = 0
    s.winner = -1
    s.loser = -1
    s.lying = 0
    for seat in range(int(s.players)):
        s.scores[seat] = 0
        s.order[seat] = 0
        s.contest[seat] = FIRST | LAST


@kernel
def score_turn(s, made):
    """A turn ends on this line: it scores once (DOD-04), and the next seat of the tour takes the dice (DOD-05).

    The solver and the bots play whole turns with this.
    """
    seat = int(s.turn)
    s.scores[seat] += POINTS[made]
    if made == PAIRTRAIZ and s.order[seat] == 0:
        thrown = 0
        for other in range(int(s.players)):
            thrown = max(thrown, int(s.order[other]))
        s.order[seat] = thrown + 1
    s.throws = 0
    if not _pass_on(s, (seat - int(s.starter)) % int(s.players) + 1):
        _end_tour(s)


@kernel
def _pass_on(s, position):
    """Gives the turn to the first seat still playing at this position of the tour or after it; False when the tour is
    over.
    """
    n = int(s.players)
    for place in range(position, n):
        seat = (int(s.starter) + place) % n
        if s.contest[seat]:
            s.turn = seat
            return True
    return False


@kernel
def _end_tour(s):
    if not s.playoff and not _is_last_tour(s):
        s.turn = s.starter
        return
    decide_places(s)
    s.lying = 1
    if is_decided(s):
        _end_partie(s)
    else:
        _pass_on(s, 0)


@kernel
def is_decided(s):
    """Whether first and last of the partie are known."""
    return s.winner >= 0 and s.loser >= 0


@kernel
def _is_last_tour(s):
    """DOD-06: whether somebody has reached the target or thrown a pairtraiz."""
    for seat in range(int(s.players)):
        if s.scores[seat] >= s.target or s.order[seat] > 0:
            return True
    return False


@kernel
def _end_partie(s):
    """DOD-09: the loser pays the winner the loser's own score. It lies there until `next`, or for good."""
    row, winner, loser = int(s.partie), int(s.winner), int(s.loser)
    paid = int(s.scores[loser])
    kept = min(row, len(s.paid) - 1)  # a batch keeps no grid (`spaces.ROW`)
    s.winners[kept] = winner
    s.losers[kept] = loser
    s.paid[kept] = paid
    s.totals[winner] += paid
    s.totals[loser] -= paid
    s.partie = row + 1
    limit = int(s.parties) if s.parties else MOST_PARTIES
    if row + 1 >= limit:
        s.over = ALL_PLAYED
    elif s.time_up:  # DOD-11
        s.over = TIME_IS_UP


@kernel
def clear_result(s):
    """`next`: the playoff begins, or the next partie, which the loser starts (DOD-12)."""
    if is_decided(s):
        start_partie(s, int(s.loser))
    s.lying = 0
