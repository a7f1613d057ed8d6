"""The players of SpacePoker.

- `novice` keeps what matches and plays its cards: every combination has its price, and it never bluffs.
- `regular` makes the exchange with the best exact odds and stakes by pot odds against exact odds.
- `expert` reads how many ships the others exchanged and what they staked, and bluffs as often as raises can be
  believed.
- `master` plays the solved match between two, or the solved hand, and thinks over plausible deals with three players
  and more.

All of them play for the match: they know what it asks for whatever is held (`match.py`).

Sparring partners for tests are in `sparring.py`.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from ....engine.kernel import inner_kernel, kernel, stream
from ....model.contract import Progress
from ....model.options import Value
from ..rules.compiling import wide
from ..rules.lap import seats_dealt
from ..rules.state import EXCHANGE, EXCHANGING, STAKE, encode
from .advice import advise
from .expert import expert_intends
from .full_table import A_SECOND, SEED, UNHURRIED
from .heads_up import is_solved, solved_gives
from .intentions import nearest_move
from .lookups import Tables, hand_of, tables_for
from .master import THOROUGH, best_gives, master_intends
from .match import NO_STAKE, as_the_match_asks, decides_all, unanswerable
from .novice import novice_gives, novice_intends
from .regular import regular_intends
from .sparring import LOCK, NAMES, NO_RULE, by_rule, rule_of, sparring_gives, sparring_intends
from .worth import SCALE, judge, weigh

if TYPE_CHECKING:
    from ....play.state import State

__all__ = [
    "LEVELS",
    "SCALE",
    "SPARRING",
    "UNAIDED",
    "Tables",
    "advise",
    "choose",
    "judge",
    "tables",
    "think",
    "weigh",
]

LEVELS = ("novice", "regular", "expert", "master")
SPARRING = NAMES
NOVICE, REGULAR, EXPERT, MASTER = range(len(LEVELS))
UNAIDED = LEVELS[:REGULAR]  # the others look up exact odds
SAMPLES = 60  # deals the master thinks over in a simulation; at the table, as many as its seconds allow


def tables(
    levels: Collection[str], players: int, options: Mapping[str, Value], progress: Progress | None = None
) -> Tables:
    """What these levels need.

    The master takes what is solved and never waits: `brelan solve spacepoker` solves more.
    """
    return tables_for(options, players, SAMPLES, solved="master" in levels)


def think(view: "State", level: str, rng: Any, seconds: float = UNHURRIED) -> int:
    """The master with three players and more takes its time; otherwise everybody answers at once."""
    known = tables((level,), view.players, view.options)
    if level == LEVELS[MASTER] and not is_solved(view.struct, known) and not decides_all(view.struct):
        known, rng = known._replace(samples=max(SAMPLES, int(A_SECOND * seconds))), stream(SEED)
    return int(view.game.drivers.choose(view._buf, LEVELS.index(level), rng, known))


@kernel
def choose(level, s, rng, tables):
    seat = wide(s.turn)
    rule, beneath = rule_of(level - MASTER - 1) if level > MASTER else (NO_RULE, 0)
    playing = level if rule == NO_RULE else NOVICE if beneath == 0 else EXPERT if beneath == 1 else MASTER
    if s.phase == EXCHANGING:
        return encode(EXCHANGE, _gives(playing, s, seat, rng, tables))
    lock = unanswerable(s, seat) if level <= MASTER or rule == LOCK else NO_STAKE
    if lock != NO_STAKE:
        return encode(STAKE, lock)
    intended = _intends(playing, s, seat, rng, tables)
    if level <= MASTER:  # sparring partners keep to their rule
        intended = as_the_match_asks(s, seat, intended)
    elif rule != NO_RULE:
        intended = by_rule(rule, s, seat, tables, intended)
    return nearest_move(s, seat, intended)


@inner_kernel  # handing on all tables would be felt: every array is counted
def _gives(level, s, seat, rng, tables):
    """The ships it exchanges, packed."""
    if level == NOVICE:
        return novice_gives(s.ships[seat])
    if level == MASTER and is_solved(s, tables):
        return solved_gives(s, seat, rng, tables)
    if level == MASTER and tables.samples >= THOROUGH:
        return best_gives(s, seat, rng, tables)
    best = int(tables.exchange[seats_dealt(s) - 2, hand_of(s, seat, tables)])
    return best if level <= MASTER else sparring_gives(level - MASTER - 1, s, seat, tables, best)


@inner_kernel
def _intends(level, s, seat, rng, tables):
    """What it means to do with its planets (`intentions.py`)."""
    if level == NOVICE:
        return novice_intends(s, seat, rng)
    if level == REGULAR:
        return regular_intends(s, seat, tables)
    if level == EXPERT:
        return expert_intends(s, seat, rng, tables)
    if level == MASTER:
        return master_intends(s, seat, rng, tables)
    return sparring_intends(level - MASTER - 1, s, seat, rng, tables)
