"""What a match asks for, whatever is held: when to drop, when never to, and the stake that nobody can answer."""

from ....engine.kernel import kernel
from ..rules.planets import can_pay, points
from ..rules.results import wealth
from ..rules.stakes import can_reach, may_raise, pot_points
from ..rules.state import DROPS, EVEN, IN, OPEN, ante_before

NO_STAKE = -1
ENDLESS = -1  # hands to come, where the match goes to the last planet


@kernel
def hands_to_come(s):
    """How many hands there are after the one that is played."""
    return max(0, int(s.hands) - int(s.played) - 1) if s.hands else ENDLESS


@kernel
def antes_to_come(s):
    """All the antes a seat will owe after this hand, if it lasts."""
    total = 0
    for later in range(1, hands_to_come(s) + 1):
        total += ante_before(s, int(s.played) + later)
    return total


@kernel
def safe(s, seat):
    """Whether the seat has won the match: dropping this hand and every hand still to come, it stays ahead of all, were
    one other to win everything that others can lose.
    """
    if s.hands == 0:
        return False
    left, kept = hands_to_come(s), wealth(s, s.planets[seat]) - antes_to_come(s)
    theirs, gone = 0, 0  # all that others have, on the table too, and what of it cannot move any more in this hand
    for other in range(int(s.players)):
        theirs += int(wealth(s, s.staked[other]))
        if other != seat:
            theirs += int(wealth(s, s.planets[other]))
            if s.inside[other] != IN:
                if kept <= wealth(s, s.planets[other]):
                    return False
                gone += int(wealth(s, s.planets[other]))
    theirs += int(wealth(s, s.pot)) + antes_to_come(s)
    return kept > (theirs - gone if left == 0 else theirs)


@kernel
def lost_if_dropped(s, seat):
    """Whether to drop loses the match for certain, whoever wins this hand: another is ahead after the last; or, with
    `reach open`, gets ahead of a seat that nobody was ahead of, and can stake more than it from then on, hand after
    hand (`unanswerable`).
    """
    last = hands_to_come(s) == 0
    if s.win or not (last or s.reach == OPEN):
        return False
    mine = points(s.planets[seat])
    for winner in range(int(s.players)):
        if winner != seat and s.inside[winner] == IN:
            theirs, most, gone = points(s.planets[winner]) + pot_points(s), 0, 0
            for other in range(int(s.players)):
                if other != winner:
                    most = max(most, points(s.planets[other]))
                    if s.inside[other] != IN:
                        gone = max(gone, points(s.planets[other]))
            if last and max(theirs, gone) <= mine:
                return False
            if not last and (theirs <= most or points_before(s, winner) > points_before(s, seat)):
                return False
    return True


@kernel
def points_before(s, seat):
    """A seat's points before this hand's ante and stakes."""
    return points(s.planets[seat]) + int(s.stakes[seat]) + int(s.paid[seat])


@kernel
def richest_rival(s, seat):
    """The highest stake any other player still in could come to."""
    most = 0
    for other in range(int(s.players)):
        if other != seat and s.inside[other] == IN:
            most = max(most, int(can_reach(s, other)))
    return most


@kernel
def unanswerable(s, seat):
    """The least a seat can add that brings its stake above all that any rival still in could reach: they must drop
    (SPA-08), and the pot is its own at no risk. NO_STAKE if there is none; with `reach even` there never is.
    """
    most = richest_rival(s, seat)
    if s.reach == EVEN or can_reach(s, seat) <= most or not may_raise(s, seat):
        return NO_STAKE
    for amount in range(most + 1 - int(s.stakes[seat]), points(s.planets[seat]) + 1):
        if can_pay(s.planets[seat], amount):
            return amount
    return NO_STAKE


@kernel
def decides_all(s):
    """Whether two are level and may stake without limit: whoever gets ahead has won (`unanswerable`), by how much does
    not matter.
    """
    return s.reach == OPEN and not s.win and s.players == 2 and points_before(s, 0) == points_before(s, 1)


@kernel
def as_the_match_asks(s, seat, intended):
    """What a bot intends, unless the match knows better."""
    if safe(s, seat):
        return DROPS
    return 0 if intended == DROPS and lost_if_dropped(s, seat) else intended
