"""What a position is worth: the points of planets each seat has won or lost once the hand at hand is over.

All hands known, the hand is played on many times: heads-up as the solved master plays it, else as the expert does. What
a move is worth to its seat is reckoned over deals it could imagine: a stake heads-up exactly, against the master's own
plan, and with more players over deals that make the others' stakes plausible.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....contract import USUAL, Look, Scale, Weighed, Worth
from ....kernel import compiled, copy_record, kernel, stream
from ....words import N_
from ....worth import rolled, weighed
from ..rules import MAX_CHANCE
from ..rules.planets import points
from ..rules.state import EXCHANGE, EXCHANGING, SETTLED, STATE, encode
from .full_table import SEED
from .heads_up import is_solved
from .lookups import Tables, tables_for
from .master import CANDIDATES, candidates, deal_like, play_out, stock_pile
from .solved_advice import exchange_mix, stake_choices

if TYPE_CHECKING:
    from ....state import State

SCALE = Scale(N_("points"), marks=(0.5, 2.0, 5.0), one=N_("point"))
HANDS = 600  # played on from a position
DEALS = 400  # that a seat imagines
MIXED = 0.05  # what the solved master does so often costs nothing: its moves are worth the same to it
SAMPLES = 60  # the master's own, where it must think


def judge(state: "State", look: Look = USUAL) -> Worth:
    s = state.struct
    if state.over or int(s.phase) == SETTLED:
        won = np.zeros(state.players, np.int64)
        state.game.drivers.payoff(state._buf, won)
        return Worth(tuple(float(x) for x in won), part=int(s.played) - 1)
    level = "master" if is_solved(s, _known(state)) else "expert"
    return rolled(state, level, HANDS, until_next=True, part=int(s.played), look=look)


def weigh(view: "State", moves: Sequence[int]) -> list[Weighed]:
    s, known = view.struct, _known(view)
    solved = is_solved(s, known)
    if int(s.phase) == EXCHANGING:
        if not solved:
            return weighed(view, moves, "expert", DEALS, until_next=True)
        mix = {int(encode(EXCHANGE, given)): share for given, share in exchange_mix(s, view.options, known).items()}
        mixed = [code for code, share in mix.items() if share >= MIXED]
        rows = weighed(view, moves, "master", DEALS, until_next=True, likely=mixed)
        best = max((row for row in rows if row.move in mixed), key=lambda row: row.value, default=None)
        return rows if best is None else [_no_better(row, best, row.move in mixed) for row in rows]
    if solved:
        choices = stake_choices(s, view.options, known, moves)
        if all(one.cost is not None for one in choices):
            return [Weighed(one.move, 0.0 if one.share >= MIXED else -(one.cost or 0.0)) for one in choices]
    intents, found = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES, np.int64)
    n = int(candidates(s, int(s.turn), intents, found))
    codes = [*dict.fromkeys([*found[:n].tolist(), *moves])]
    gains = np.zeros((len(codes), DEALS))
    _dealt_gains(s, int(s.turn), stream(SEED), known, np.array(codes, np.int64), gains)
    best = gains[int(gains.mean(axis=1).argmax())]
    return [
        Weighed(code, float(own.mean()), float((best - own).std() / DEALS**0.5))
        for code, own in zip(codes, gains, strict=True)
    ]


def _no_better(row: Weighed, best: Weighed, mixed: bool) -> Weighed:
    """What the solved master does is as good as any: by chance alone another looks better."""
    return Weighed(row.move, best.value if mixed else min(row.value, best.value), row.error, row.seats)


def _known(state: "State") -> Tables:
    return tables_for(state.options, state.players, SAMPLES, solved=True)


@kernel
def _gains(s, seat, rng, tables, moves, gains):
    """What each move brings the seat in this hand, over plausible deals played out."""
    table, dealt = np.zeros(1, STATE), np.zeros(1, STATE)
    out, weights = np.zeros(MAX_CHANCE, np.int64), np.zeros(MAX_CHANCE, np.int64)
    before = points(s.planets[seat])
    for sample in range(gains.shape[1]):
        copy_record(dealt[0], s)
        deal_like(s, dealt[0], seat, rng, tables)
        stock_pile(dealt[0])
        for k in range(len(moves)):
            copy_record(table[0], dealt[0])
            gains[k, sample] = play_out(table[0], seat, moves[k], rng, tables, out, weights) - before


_dealt_gains: Any = compiled(_gains)  # as Python calls it
