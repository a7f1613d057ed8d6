"""Positions that tests ask about."""

import brelan
from brelan.games.dodeka.rules.state import STATE


def position(scores, seat=0, order=()):
    """A struct between two turns, seat 0 the starter, with this much scored."""
    state = brelan.game("dodeka").new(players=len(scores), chance="manual", target=200, parties=1)
    struct = state._buf.view(STATE)[0]
    struct["scores"][: len(scores)] = scores
    struct["turn"] = seat
    for at, thrower in enumerate(order):
        struct["order"][thrower] = at + 1
    return struct
