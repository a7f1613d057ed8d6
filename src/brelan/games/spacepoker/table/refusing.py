"""Why a move may not be played, in the game's terms."""

from collections.abc import Sequence
from typing import Any

from ....model.words import Sentence
from ..rules.changing import can_make
from ..rules.planets import can_pay, points
from ..rules.ships import unpack
from ..rules.stakes import can_add, may_raise, poorest
from ..rules.state import DROP, EVEN, EXCHANGE, EXCHANGING, IN, STAKE, decode


def why_not(s: Any, code: int, names: Sequence[str]) -> Sentence | None:
    """None if it may, or if it is no move of a seat."""
    kind, what = decode(code)
    if kind not in (DROP, STAKE, EXCHANGE):
        return None
    if s.phase == EXCHANGING:
        return _not_this_exchange(s, kind, what)
    if kind == EXCHANGE:
        return Sentence("ships are exchanged once, before the stakes")
    return _not_this_stake(s, what, names) if kind == STAKE else None


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


def _not_this_stake(s: Any, amount: int, names: Sequence[str]) -> Sentence | None:
    """SPA-05 to SPA-09a."""
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
    if s.reach == EVEN and amount > can_add(s, seat):
        most, name = int(can_add(s, seat)), names[int(poorest(s))]
        return Sentence("no more than {most}: {name} could not align", most=most, name=name)
    if not can_make(s, seat, amount):
        if s.change:
            return Sentence("nobody can change a planet so that it makes {amount}", amount=amount)
        return Sentence("the planets left do not make {amount} exactly", amount=amount)
    return _nobody_left_behind(s, seat, amount, names) if s.reach == EVEN and not s.change else None


def _nobody_left_behind(s: Any, seat: int, amount: int, names: Sequence[str]) -> Sentence | None:
    """SPA-09a: without change everybody still in must be able to make it exactly."""
    for other in range(int(s.players)):
        due = int(s.stakes[seat]) + amount - int(s.stakes[other])
        if other != seat and s.inside[other] == IN and not can_pay(s.planets[other], due):
            return Sentence("{name} could not align: nothing makes {due} exactly", name=names[other], due=due)
    return None
