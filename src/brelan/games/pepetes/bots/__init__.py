"""The players of Pépètes.

- `novice` keeps high dice and pairs, throws red dice at random, and bets a little on what is on the table.
- `regular` attacks for the most points, strikes at the dice worth most, and bets on the black die and on combinations
  already there.
- `expert` attacks and defends by the exact solution under money difference, and bets where the exact odds beat even
  money.
- `master` plays two players' games to win (`solve/race.py`), and with more bets for the chance to come first
  (`staking.py`); it gives only where the gift pays (`gift_pays`). Duels against the bets of others were tried too: a
  table of masters who spoil each other's bets loses to whoever hardly bets.

Sparring partners for tests are in `sparring.py`.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from ....engine.kernel import kernel, stream
from ....model.contract import Advice, Progress
from ....model.options import Value
from ....model.words import Say
from ..rules.state import BETS, GIFTS, THROW_ALL, gift_move
from ..solve.duel import BARRED
from ..solve.race import winning
from .advice import weighed
from .betting import expert_bet, master_bet
from .duelling import solved_entry, solved_throw
from .endgame import gift_pays
from .simple import modest_bet, novice_entry, novice_throw, regular_entry
from .sparring import NAMES, sparring_bet, sparring_solution
from .strategy import Tables, kind_of, money_difference, solution_of, strategies
from .worth import SCALE, judge, weigh

if TYPE_CHECKING:
    from ....play.state import State

__all__ = ["LEVELS", "SCALE", "SPARRING", "UNAIDED", "Tables", "advise", "choose", "judge", "tables", "weigh"]

LEVELS = ("novice", "regular", "expert", "master")
SPARRING = NAMES
NOVICE, REGULAR, EXPERT, MASTER = range(4)
UNAIDED = LEVELS[:REGULAR]  # the others look up solved duels


def tables(
    levels: Collection[str], players: int, options: Mapping[str, Value], progress: Progress | None = None
) -> Tables:
    """Money difference is enough for all but the master, who plays two players' games to win, and others by everybody's
    purse.
    """
    found = strategies(players > 2 and "master" in levels, options["bets"] == "counted")
    if players == 2 and "master" in levels and options["target"]:
        return found._replace(
            win=winning(int(options["target"]), str(options["prime"]), int(options["bonus"]), int(options["malus"]))
        )
    return found


@kernel
def choose(level, s, rng, tables):
    if s.phase == BETS:
        if level == NOVICE or level == REGULAR:
            return modest_bet(s, rng, level == NOVICE)
        if level > MASTER:
            return sparring_bet(level - MASTER - 1, s, rng, tables)
        return expert_bet(s, tables) if level == EXPERT else master_bet(s, tables)
    if s.phase == GIFTS:
        return gift_move(1 if level == MASTER and gift_pays(s) else 0)
    step = int(s.step)
    if step == 0:
        return THROW_ALL
    if level == NOVICE:
        return novice_entry(s, rng) if step & 1 else novice_throw(s, rng)
    solution = money_difference(tables)
    if level == MASTER:
        solution = solution_of(s, tables)
    elif level > MASTER:
        solution = sparring_solution(level - MASTER - 1, s, tables)
    to_win = level == MASTER and tables.win.target > 0
    if step & 1:
        return regular_entry(s) if level == REGULAR else solved_entry(s, tables, solution, to_win)
    return solved_throw(s, tables, solution, BARRED if level == REGULAR else kind_of(s), to_win)


def advise(view: "State", say: Say, patience: float = 1.0) -> list[Advice]:
    """What the master thinks of each legal move, best first."""
    found = tables(("master",), view.players, view.options)
    chosen = int(view.game.drivers.choose(view._buf, MASTER, stream(0), found))
    return weighed(view, found, chosen, say)
