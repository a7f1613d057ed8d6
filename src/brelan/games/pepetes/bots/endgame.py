"""How near the end is, and what follows from it: the last duel, who is ahead, and when a gift pays."""

from ....engine.kernel import kernel
from ..rules.match import equal_enough, is_last, players_in, why_to_end

AVERAGE_ATTACK = 22  # what an attacker brings home, about


@kernel
def _equal_after(s, present):
    """Whether these players will have fought equally often once the duel under way is over (PEP-20)."""
    attacker, defender, more = int(s.attacker), int(s.defender), 1 - int(s.duel_over)
    s.fought[attacker] += more
    s.fought[defender] += more
    equal = equal_enough(s, present)
    s.fought[attacker] -= more
    s.fought[defender] -= more
    return equal


@kernel
def equal_after(s):
    """The same of all who are still in."""
    return _equal_after(s, players_in(s))


@kernel
def last_duel(s):
    """Whether the game ends with this duel, as far as can be seen."""
    if is_last(s, int(s.played) + 1):
        return True
    return why_to_end(s) > 0 and _equal_after(s, players_in(s))


@kernel
def gap(s, seat):
    """How far the richest of the others is ahead of the seat, the attacker's dice counted as far as they lie."""
    most = 0
    for other in range(int(s.players)):
        if other != seat and not s.out[other]:
            most = max(most, int(s.money[other]) + (AVERAGE_ATTACK if other == s.attacker else 0))
    return most - int(s.money[seat])


@kernel
def gift_pays(s):
    """Whether saving the ruined player with 1 pépète pays: the game is to end, it would end at once without them, it
    goes on with them, and the giver is not ahead. Then the gift buys catch-up duels, and with them a chance.
    """
    giver, ruined = int(s.giver), int(s.ruined)
    if s.money[ruined] > 0:  # somebody has given already
        return False
    ahead = True
    for seat in range(int(s.players)):
        if seat != giver and s.money[seat] >= s.money[giver]:
            ahead = False
    if ahead or not why_to_end(s) or is_last(s, int(s.played) + 1 - int(s.duel_over)):
        return False
    present = players_in(s)
    return _equal_after(s, present & ~(1 << ruined)) and not _equal_after(s, present)
