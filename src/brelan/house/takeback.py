"""Taking a move back: when it is fair."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tables import Table

GUESSES = 8  # how often a take-back imagines what the player did not know


def moves_to_take_back(table: "Table", seat: int) -> int:
    """How many moves a take-back by this seat would undo; 0: it cannot.

    Its last move, if nobody has moved since and it brought nothing to light; at a solo table with the bots' replies.
    """
    if seat < 0 or table.state is None or table.status != "playing" or table.seats[seat].away:
        return 0
    last = len(table.whos) - 1
    while last >= 0 and table.whos[last] != seat:
        who = table.whos[last]
        if not table.solo or who < 0:
            return 0
        last -= 1
    if last < 0:
        return 0
    many = len(table.whos) - last
    return many if table.game.rules.OPEN or not _revealed(table, seat, last) else 0


def _revealed(table: "Table", seat: int, first: int) -> bool:
    """Whether the moves from `first` on told the seat something: whether, in other worlds it thought possible, it would
    see something else.
    """
    assert table.state is not None
    codes = table.state.log
    knew, knows = table.state.after(first).view_state(seat), table.state.view_state(seat)
    for guess in range(GUESSES):
        world = knew.redealt(guess)
        try:
            for code in codes[first:]:
                world.apply(code)
        except Exception:  # impossible there: so it was news
            return True
        if world.view_state(seat) != knows:
            return True
    return False
