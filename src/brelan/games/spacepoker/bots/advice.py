"""What the master thinks of each move: heads-up the solved strategy, else exact odds for an exchange and estimated
chances of the match for a stake.
"""

from typing import TYPE_CHECKING

from ....model.contract import Advice
from ....model.words import N_, Say
from ..moves import exchange_words, words
from ..rules.pile import many_given
from ..rules.ships import COMBINATIONS, SIZES, pack_sizes, sizes_of
from ..rules.state import DROP, DROPPED, EXCHANGING, IN
from ..solve.odds import Exchange, chance_given, exchanges
from .full_table import A_SECOND, UNHURRIED, Weighed, weighed
from .heads_up import is_exact, is_solved
from .lookups import Tables, hand_of, question, tables_for
from .solved_advice import Choice, exchange_choices, stake_choices

if TYPE_CHECKING:
    from ....play.state import State

LEAST_TOLD = 0.005  # combinations less likely than that are not listed


def advise(view: "State", say: Say, patience: float = 1.0) -> list[Advice]:
    s, exchanging = view.struct, int(view.struct.phase) == EXCHANGING
    tables = tables_for(view.options, view.players, int(A_SECOND * UNHURRIED * patience), solved=True)
    if is_solved(s, tables):
        return _solved_exchange(view, tables, say) if exchanging else _solved_stake(view, tables, say)
    return _advise_exchange(view, tables, say) if exchanging else _advise_stake(view, tables, say)


def _solved_exchange(view: "State", tables: Tables, say: Say) -> list[Advice]:
    s, asked, exact = view.struct, question(view.options), bool(is_exact(view.struct, tables))
    made = {
        pack_sizes(row.given): row for row in exchanges(sizes_of(s.ships[int(s.turn)]), asked.fleet, asked.kickers, 1)
    }
    advice = []
    for place, choice in enumerate(exchange_choices(s, view.options, tables)):
        row = made[choice.move]
        told = _as_the_master(choice, exact, say)
        text, move, worth = (
            say.parts([*told, ", ".join(_likely(row, say))]),
            exchange_words(row.given),
            choice.cost or 0.0,
        )
        error = 0.0 if exact else None
        advice.append(Advice(move, -worth, text, best=place == 0, error=error, brief=_so_often(choice, say)))
    return advice


def _solved_stake(view: "State", tables: Tables, say: Say) -> list[Advice]:
    advice, exact = [], bool(is_exact(view.struct, tables))
    for place, choice in enumerate(stake_choices(view.struct, view.options, tables)):
        told, worth = _as_the_master(choice, exact, say), choice.cost or 0.0
        text = say.parts(told)
        advice.append(
            Advice(
                words(choice.move),
                -worth,
                text,
                best=place == 0,
                error=0.0 if exact else None,
                brief=_so_often(choice, say),
            )
        )
    return advice


def _so_often(choice: Choice, say: Say) -> str:
    return say("it does so {chance} of the time", chance=say.percent(choice.share, 0))


def _as_the_master(choice: Choice, exact: bool, say: Say) -> list[str]:
    share = say("the master does so {chance} of the time", chance=say.percent(choice.share, 0))
    if choice.cost is None:
        return [share]
    lost = round(choice.cost, 3)
    if not lost:
        free = N_("costs nothing against the master (exact)")
        return [share, say(free if exact else N_("costs nothing against the master (estimated)"))]
    costs = N_("costs {chance} of the match against the master (exact)")
    told = costs if exact else N_("costs {chance} of the match against the master (estimated)")
    return [share, say(told, chance=say.percent(lost))]


def _advise_exchange(view: "State", tables: Tables, say: Say) -> list[Advice]:
    """How often each exchange wins, were everybody to stay in: estimated, given how many the others exchanged."""
    advice = []
    for place, row in enumerate(weighed(view, tables)):
        assert row.exchange is not None
        brief = say(
            "wins {chance} ± {error} of the time, if everybody stays in (estimated)",
            chance=say.percent(row.worth),
            error=say.percent(row.error),
        )
        text, unit = say.colon(brief, ", ".join(_likely(row.exchange, say))), N_("share of showdowns")
        advice.append(
            Advice(words(row.move), row.worth, text, best=place == 0, error=row.error, unit=unit, brief=brief)
        )
    return advice


def _likely(exchange: Exchange, say: Say) -> list[str]:
    """The combinations it may well make, the best first."""
    each = list(zip(COMBINATIONS, exchange.combinations, strict=True))
    return [f"{say(name)} {say.percent(chance)}" for name, chance in reversed(each) if chance >= LEAST_TOLD]


def _advise_stake(view: "State", tables: Tables, say: Say) -> list[Advice]:
    beats = _beats(view, tables)
    advice = []
    for place, row in enumerate(weighed(view, tables)):
        text = brief = _estimated(row, say)
        if row.move != DROP and beats is not None:
            told = N_("this hand beats everybody still in {chance} of the time, by what they exchanged (exact)")
            text = say.parts([brief, say(told, chance=say.percent(beats, 0))])
        advice.append(Advice(words(row.move), row.worth, text, best=place == 0, error=row.error, brief=brief))
    return advice


def _estimated(row: Weighed, say: Say) -> str:
    """The chance of the match, and how far that may be off where it may be off at all."""
    chance, error = say.percent(row.worth), round(row.error, 3)
    if not error:
        return say("{chance} of the match (estimated)", chance=chance)
    return say("{chance} ± {error} of the match (estimated)", chance=chance, error=say.percent(error))


def _beats(view: "State", tables: Tables) -> float | None:
    """The exact chance to beat everybody still in, by how many ships each exchanged; None where it is not counted."""
    s, asked = view.struct, question(view.options)
    seat = int(s.turn)
    load = [int(n) for n in s.ships[seat][: SIZES[asked.fleet]]]
    for size in s.given[seat]:
        if size:
            load[int(size) - 1] += 1
    staying, gone = (
        [int(many_given(s, other)) for other in range(int(s.players)) if other != seat and s.inside[other] == inside]
        for inside in (IN, DROPPED)
    )
    mine = int(tables.hand_class[hand_of(s, seat, tables)])
    return chance_given(asked.fleet, asked.kickers, tuple(load), mine, staying, gone)
