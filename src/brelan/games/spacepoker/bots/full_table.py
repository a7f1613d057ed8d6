"""The master's thoughts with three players and more, move by move: what `master.py` chooses from.

At the table its deals come from a stream of their own, so that the same position is always judged the same, and what
is advised is what it does.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....engine.kernel import compiled, stream
from ..rules.ships import pack_sizes, sizes_of
from ..rules.state import EXCHANGE, EXCHANGING, encode
from ..solve.odds import Exchange, exchanges
from .lookups import Tables, hand_of, question
from .master import CANDIDATES, deals_for, sampled_wins, search

if TYPE_CHECKING:
    from ....play.state import State

dealt_wins, searched = compiled(sampled_wins), compiled(search)  # as Python calls them
SEED = 1  # of its deals
A_SECOND = 8000  # deals thought over
UNHURRIED = 1.0  # seconds it takes


class Weighed(NamedTuple):
    """A move, what it is worth on average (a share of showdowns, or points of this hand), and the standard error."""

    move: int
    worth: float
    error: float
    exchange: Exchange | None = None


def weighed(view: "State", tables: Tables) -> list[Weighed]:
    """What the seat to act may do, best first."""
    rows = _exchanges(view, tables) if int(view.struct.phase) == EXCHANGING else _stakes(view, tables)
    return sorted(rows, key=lambda row: -row.worth)


def _exchanges(view: "State", tables: Tables) -> list[Weighed]:
    """How often each exchange takes the pot, were everybody to stay in, given how many the others exchanged."""
    s, asked = view.struct, question(view.options)
    seat, deals = int(s.turn), int(deals_for(tables.samples))
    told = {pack_sizes(row.given): row for row in exchanges(sizes_of(s.ships[seat]), asked.fleet, asked.kickers, 1)}
    hand = int(hand_of(s, seat, tables))
    gives = tables.act_given[tables.first_act[hand] : tables.first_act[hand + 1]]
    wins = np.zeros(len(gives))
    dealt_wins(s, seat, stream(SEED), tables, gives, deals, wins)
    errors = (wins * (1 - wins) / deals) ** 0.5
    return [
        Weighed(int(encode(EXCHANGE, int(given))), float(win), float(error), told[int(given)])
        for given, win, error in zip(gives, wins, errors, strict=True)
    ]


def _stakes(view: "State", tables: Tables) -> list[Weighed]:
    """What each stake brings in this hand, over plausible deals played out."""
    s, samples = view.struct, tables.samples
    intents, moves = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES, np.int64)
    worth, squares = np.zeros(CANDIDATES), np.zeros(CANDIDATES)
    n = searched(s, int(s.turn), stream(SEED), tables, samples, intents, moves, worth, squares)
    return [
        Weighed(int(moves[k]), float(worth[k]), float((max(0.0, squares[k] - worth[k] ** 2) / samples) ** 0.5))
        for k in range(n)
    ]
