"""Why a move may not be played, in the game's terms."""

from typing import Any

from ....model.words import Sentence
from ..rules.planets import can_pay, points
from ..rules.ships import unpack
from ..rules.stakes import may_raise
from ..rules.state import DROP, EXCHANGE, EXCHANGING, STAKE, decode


def why_not(s: Any, code: int) -> Sentence | None:
    """None if it may, or if it is no move of a seat."""
    kind, what = decode(code)
    if kind not in (DROP, STAKE, EXCHANGE):
        return None
    if s.phase == EXCHANGING:
        return _not_this_exchange(s, kind, what)
    if kind == EXCHANGE:
        return Sentence("ships are exchanged once, before the stakes")
    return _not_this_stake(s, what) if kind == STAKE else None


def _not_this_exchange(s: Any, kind: int, given: int) -> Sentence | None:
    """SPA-04."""
    if kind != EXCHANGE:
        return Sentence("ships are exchanged first: up to three, or none")
    sizes = unpack(given)
    for size in sizes:
        have = int(s.ships[int(s.turn), size - 1])
        if have == 0:
            return Sentence("there is no ship of size {size} in this hand", size=size)
        if sizes.count(size) > have:
            return Sentence("only {have} of size {size} in this hand", have=have, size=size)
    return None


def _not_this_stake(s: Any, amount: int) -> Sentence | None:
    """SPA-05 to SPA-09."""
    seat = int(s.turn)
    row, need = s.planets[seat], int(s.highest) - int(s.stakes[seat])
    if s.highest == 0 and amount == 0:
        return Sentence("the first to stake puts down at least 1")
    if amount < need:
        return Sentence("it takes {need} to stay in", need=need)
    if amount > points(row):
        return Sentence("no more than {have} is left to stake", have=int(points(row)))
    if amount > need and not may_raise(s, seat):
        return Sentence("no raise is left in this hand")
    if not can_pay(row, amount):
        return Sentence("the planets left do not make {amount} exactly", amount=amount)
    return None
