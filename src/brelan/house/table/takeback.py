"""Taking a move back: when it is fair."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...model.referee import NEXT
from ...play.state import State

if TYPE_CHECKING:
    from .tables import Table

GUESSES = 8  # how often a take-back imagines what the player did not know


def moves_to_take_back(table: "Table", seat: int) -> int:
    """How many moves a take-back by this seat would undo; 0: it cannot.

    Its last move, if nobody has moved since and it brought nothing to light; at a solo table of an open game with the
    bots' replies. In a game with secrets a reply is news too: whoever could undo it would play on with what it told.
    """
    if seat < 0 or table.state is None or table.status != "playing" or table.seats[seat].away or table.at_result:
        return 0  # what is settled stays settled
    is_open = table.game.rules.OPEN
    last = len(table.whos) - 1
    while last >= 0 and table.whos[last] != seat:
        who = table.whos[last]
        if not table.solo or who < 0 or not is_open or table.state.log[last] == NEXT:
            return 0
        last -= 1
    if last < 0:
        return 0
    many = len(table.whos) - last
    if is_open:
        return many
    return 0 if tells(table.state.after(last), table.state.log[last:], table.state, seat) else many


def tells(before: State, codes: Sequence[int], after: State, seat: int) -> bool:
    """Whether these moves told the seat something: whether, in other worlds it thought possible, it would see something
    else.
    """
    if before.game.rules.OPEN:
        return False
    knew, knows = before.view_state(seat), after.view_state(seat)
    for guess in range(GUESSES):
        world = knew.redealt(guess)
        try:
            for code in codes:
                world.apply(code)
        except Exception:  # impossible there: so it was news
            return True
        if world.view_state(seat) != knows:
            return True
    return False
