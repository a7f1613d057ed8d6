"""The rules of Dodéka (DOD-01 … DOD-14): the struct, and the functions on it."""

from collections.abc import Mapping

import numpy as np

from ...kernel import CHANCE, OVER, TIME, kernel
from ...options import Value, number
from ...words import N_, Sentence

MOST_PARTIES = 100

STATE = np.dtype(
    (
        np.record,
        [
            ("players", np.int8),
            # the options
            ("parties", np.int8),
            ("minutes", np.int16),
            ("target", np.int16),
            # the match
            ("partie", np.int8),  # parties finished
            ("time_up", np.int8),
            ("over", np.int8),  # an index into ENDINGS
            ("totals", np.int32, 6),
            ("winners", np.int8, MOST_PARTIES),  # the grid (DOD-13): who was paid, by whom, how much
            ("losers", np.int8, MOST_PARTIES),
            ("paid", np.int32, MOST_PARTIES),
            # the partie
            ("starter", np.int8),
            ("scores", np.int32, 6),
            ("order", np.int8, 6),  # 1 for the first pairtraiz of the partie, 2 for the second …; 0: none
            ("contest", np.int8, 6),  # the places a seat still plays for: FIRST | LAST
            ("playoff", np.int8),
            ("winner", np.int8),  # −1 until decided
            ("loser", np.int8),
            # the turn
            ("turn", np.int8),
            ("throws", np.int8),  # thrown so far this turn; 0: the dice lie as the last player left them
            ("pending", np.int8),  # the dice in the air, one bit each
            ("thrown", np.int8),  # the dice of the last throw: the others were kept
            ("dice", np.int8, 3),
            ("last", np.int8),  # who threw the dice that lie there; −1: nobody yet
        ],
    )
)

OPTIONS = (
    number("parties", "Parties in a match (0: until time is up)", 0, MOST_PARTIES, default=3),
    number("minutes", "Minutes after which no new partie starts (0: no limit)", 0, 600, default=0),
    number("target", "Points that end a partie", 100, 5000, default=700, step=10),
)
OPEN = True  # nothing is ever hidden
MAX_MOVES = 8
MAX_CHANCE = 12
ENDINGS = ("", N_("all parties are played"), N_("time is up"))

STOP = 0  # codes 1 to 7 throw the dice of that bit mask; DIE + face is a die coming to rest
DIE = 10
FIRST, LAST = 1, 2

# DOD-04, best line first. A pairtraiz adds no points: it wins the partie.
PAIRTRAIZ, BRELAN, TREIZE, SUITE, PAIRE, SUM_OVER_29, SUM_20_29, SUM_10_19, SUM_UNDER_10 = range(9)
LINES = (
    N_("pairtraiz"),
    N_("brelan"),
    N_("treize"),
    N_("suite"),
    N_("paire"),
    N_("sum over 29"),
    N_("sum 20 to 29"),
    N_("sum 10 to 19"),
    N_("sum under 10"),
)
POINTS = (0, 500, 250, 100, 40, 30, 20, 10, 0)


def check(options: Mapping[str, Value]) -> Sentence | None:
    """DOD-11: a match ends by parties or by time."""
    if options["parties"] == 0 and options["minutes"] == 0:
        return Sentence("Option parties is 0 (until time is up), so option minutes must be at least 1.")
    return None


def time_limit(options: Mapping[str, Value]) -> int:
    """DOD-11: the minutes after which the partie being played is the last."""
    return int(options["minutes"])


@kernel
def line(a, b, c):
    """The best line three dice make (DOD-04)."""
    total = a + b + c
    low, high = min(a, b, c), max(a, b, c)
    if low == high:
        return BRELAN
    if a in (b, c) or b == c:
        return PAIRTRAIZ if total == 13 else PAIRE
    if total == 13:
        return TREIZE
    if high - low == 2:
        return SUITE
    if total > 29:
        return SUM_OVER_29
    if total >= 20:
        return SUM_20_29
    return SUM_10_19 if total >= 10 else SUM_UNDER_10


@kernel
def start(s):
    s.last = -1
    _start_partie(s, 0)


@kernel
def mover(s):
    if s.over:
        return OVER
    if s.pending:
        return CHANCE
    return int(s.turn)


@kernel
def legal(s, out):
    if s.throws == 0:  # DOD-03: the first throw is of all three dice
        out[0] = 7
        return 1
    for mask in range(8):  # STOP, then every choice of dice
        out[mask] = mask
    return 8


@kernel
def chance(s, out, weights):
    for face in range(1, 13):
        out[face - 1] = DIE + face
        weights[face - 1] = 1
    return 12


@kernel
def play(s, move):
    if move == TIME:
        s.time_up = 1
    elif move >= DIE:
        pending = int(s.pending)
        for die in range(3):
            if pending >> die & 1:
                s.dice[die] = move - DIE
                s.pending = pending & ~(1 << die)
                break
        if s.pending == 0 and s.throws == 3:  # "à fond": nothing left to decide
            _end_turn(s)
    elif move == STOP:
        _end_turn(s)
    else:
        s.throws = int(s.throws) + 1
        s.pending = move
        s.thrown = move
        s.last = s.turn
        for die in range(3):
            if move >> die & 1:
                s.dice[die] = 0


@kernel
def payoff(s, out):
    for seat in range(int(s.players)):
        out[seat] = s.totals[seat]


@kernel
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = s.scores[seat]


@kernel
def ending(s):
    return int(s.over)


@kernel
def clock(s):
    """Whether the referee may call time (DOD-11)."""
    return s.minutes > 0 and s.time_up == 0


@kernel
def sound(s):
    """DOD-13: the totals always sum to zero."""
    total = 0
    for seat in range(6):
        total += s.totals[seat]
    return total == 0


@kernel
def _start_partie(s, starter):
    s.starter = starter
    s.turn = starter
    s.throws = 0
    s.playoff = 0
    s.winner = -1
    s.loser = -1
    for seat in range(int(s.players)):
        s.scores[seat] = 0
        s.order[seat] = 0
        s.contest[seat] = FIRST | LAST


@kernel
def _end_turn(s):
    score_turn(s, line(int(s.dice[0]), int(s.dice[1]), int(s.dice[2])))


@kernel
def score_turn(s, made):
    """The dice score once (DOD-04), and the next seat of the tour takes them (DOD-05).

    The solver plays whole turns with this.
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
def ahead(s, a, b):
    """Whether seat a ranks before seat b (DOD-08)."""
    if s.order[a] and s.order[b]:
        return s.order[a] < s.order[b]
    if s.order[a] or s.order[b]:
        return s.order[a] > 0
    return s.scores[a] > s.scores[b]


@kernel
def _extreme(s, group, seat, top):
    """Whether nobody of the group ranks before the seat (top), or the seat before nobody."""
    for other in range(int(s.players)):
        if s.contest[other] & group and (ahead(s, other, seat) if top else ahead(s, seat, other)):
            return False
    return True


@kernel
def _count(s, group, top):
    """How many share the top (or the bottom) of the group, and one of them."""
    many, one = 0, -1
    for seat in range(int(s.players)):
        if s.contest[seat] & group and _extreme(s, group, seat, top):
            many += 1
            one = seat
    return many, one


@kernel
def _end_tour(s):
    n = int(s.players)
    if not s.playoff:
        ended = False
        for seat in range(n):
            ended = ended or s.scores[seat] >= s.target or s.order[seat] > 0
        if not ended:  # DOD-06
            s.turn = s.starter
            return
    everybody = False
    for seat in range(n):
        everybody = everybody or s.contest[seat] == FIRST | LAST
    if everybody and (s.playoff or _count(s, FIRST, True)[0] == n):
        _settle_everybody(s)
    else:
        _settle_groups(s)
    s.playoff = 1
    if s.winner >= 0 and s.loser >= 0:
        _end_partie(s)
    else:
        _pass_on(s, 0)


@kernel
def _settle_everybody(s):
    """DOD-10, all tied: one group; whoever stands alone on top or at the bottom takes that place and withdraws."""
    top, first = _count(s, FIRST, True)
    bottom, last = _count(s, LAST, False)
    if s.winner < 0 and top == 1:
        s.winner = first
        s.contest[first] = 0
    if s.loser < 0 and bottom == 1:
        s.loser = last
        s.contest[last] = 0


@kernel
def _settle_groups(s):
    """DOD-10: those tied for first go on among themselves, those tied for last too; the others have withdrawn."""
    n = int(s.players)
    contest = np.zeros(6, np.int64)
    for group in (FIRST, LAST):
        many, one = _count(s, group, group == FIRST)
        if many == 1:
            if group == FIRST:
                s.winner = one
            else:
                s.loser = one
        elif many > 1:
            for seat in range(n):
                if s.contest[seat] & group and _extreme(s, group, seat, group == FIRST):
                    contest[seat] = group
    for seat in range(n):
        s.contest[seat] = contest[seat]


@kernel
def _end_partie(s):
    """DOD-09: the loser pays the winner the loser's own score; DOD-12: the loser starts the next partie."""
    row, winner, loser = int(s.partie), int(s.winner), int(s.loser)
    paid = int(s.scores[loser])
    s.winners[row] = winner
    s.losers[row] = loser
    s.paid[row] = paid
    s.totals[winner] += paid
    s.totals[loser] -= paid
    s.partie = row + 1
    limit = int(s.parties) if s.parties else MOST_PARTIES
    if row + 1 >= limit:
        s.over = 1
    elif s.time_up:
        s.over = 2
    else:
        _start_partie(s, loser)
