"""What a position is worth: each seat's chance to win the match.

All hands known, the hand is played on many times, heads-up as the solved master plays it, else as the expert does, and
what the match then stands at is looked up (`standing.py`). What a move is worth to its seat is reckoned over deals it
could imagine: a stake heads-up against the master's own plan, and with more players over deals that make the others'
stakes plausible.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....engine.kernel import compiled, copy_record, kernel, stream
from ....model.contract import USUAL, Look, Scale, Weighed, Worth
from ....model.words import N_
from ....play.worth import rolled, weighed
from ..rules import MAX_CHANCE
from ..rules.state import EXCHANGE, EXCHANGING, SETTLED, STATE, encode
from .full_table import SEED
from .heads_up import is_exact, is_solved
from .lookups import Tables, tables_for
from .master import CANDIDATES, candidates, deal_like, play_out, stock_pile
from .solved_advice import exchange_mix, stake_choices
from .standing import reckoned

if TYPE_CHECKING:
    from ....play.state import State

SCALE = Scale(N_("of the match"), marks=(0.01, 0.03, 0.08), chance=True, noun=N_("chances to win the match"))
HANDS = 600  # played on from a position
DEALS = 400  # that a seat imagines
MIXED = 0.05  # what the solved master does so often costs nothing: its moves are worth the same to it
SAMPLES = 60  # the master's own, where it must think


def judge(state: "State", look: Look = USUAL) -> Worth:
    s, known = state.struct, _known(state)
    if state.over or int(s.phase) == SETTLED:
        won = np.zeros(state.players, np.int64)
        state.game.drivers.payoff(state._buf, won)
        return Worth(tuple(reckoned(s, won[None], known)[0].tolist()))
    level = "master" if is_solved(s, known) else "expert"
    return rolled(state, level, HANDS, until_next=True, look=look, reckons=lambda ends: reckoned(s, ends, known))


def weigh(view: "State", moves: Sequence[int]) -> list[Weighed]:
    s, known = view.struct, _known(view)
    solved = is_solved(s, known)

    def reckons(ends: np.ndarray) -> np.ndarray:
        return reckoned(s, ends, known)

    if int(s.phase) == EXCHANGING:
        if not solved:
            return weighed(view, moves, "expert", DEALS, until_next=True, reckons=reckons)
        mix = {int(encode(EXCHANGE, given)): share for given, share in exchange_mix(s, view.options, known).items()}
        mixed = [code for code, share in mix.items() if share >= MIXED]
        rows = weighed(view, moves, "master", DEALS, until_next=True, likely=mixed, reckons=reckons)
        best = max((row for row in rows if row.move in mixed), key=lambda row: row.value, default=None)
        return rows if best is None else [_no_better(row, best, row.move in mixed) for row in rows]
    if solved:
        choices = stake_choices(s, view.options, known, moves)
        if all(one.cost is not None for one in choices):
            sure = is_exact(s, known)  # then what the master often does costs nothing
            return [Weighed(one.move, 0.0 if sure and one.share >= MIXED else -(one.cost or 0.0)) for one in choices]
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
    """What each move makes of the seat's chance of the match, over plausible deals played out."""
    table, dealt = np.zeros(1, STATE), np.zeros(1, STATE)
    out, weights = np.zeros(MAX_CHANCE, np.int64), np.zeros(MAX_CHANCE, np.int64)
    for sample in range(gains.shape[1]):
        copy_record(dealt[0], s)
        deal_like(s, dealt[0], seat, rng, tables)
        stock_pile(dealt[0])
        for k in range(len(moves)):
            copy_record(table[0], dealt[0])
            gains[k, sample] = play_out(table[0], seat, moves[k], rng, tables, out, weights)


_dealt_gains: Any = compiled(_gains)  # as Python calls it
