"""What the master thinks of each move: heads-up the solved strategy, else exact odds for an exchange and estimated
points of this hand for a stake.
"""

from typing import TYPE_CHECKING

import numpy as np

from ....contract import Advice
from ....kernel import stream
from ....words import Say
from ..moves import exchange_words, words
from ..rules.lap import seats_dealt
from ..rules.ships import COMBINATIONS, pack_sizes, sizes_of
from ..rules.state import DROP, EXCHANGING
from ..solve.odds import Exchange, exchanges
from .heads_up import is_solved
from .lookups import Tables, chance_exact, question, tables_for
from .master import CANDIDATES, search
from .solved_advice import Choice, exchange_choices, stake_choices

if TYPE_CHECKING:
    from ....state import State

SAMPLES = 1500  # deals thought over
LEAST_TOLD = 0.005  # combinations less likely than that are not listed
COUNTED = 2  # opponents whose hands are counted exactly: more are continued from these, or it would take long


def advise(view: "State", say: Say) -> list[Advice]:
    s, exchanging = view.struct, int(view.struct.phase) == EXCHANGING
    tables = tables_for(view.options, SAMPLES, solved=True)
    if is_solved(s, tables):
        return _solved_exchange(view, tables, say) if exchanging else _solved_stake(view, tables, say)
    return _advise_exchange(view, say) if exchanging else _advise_stake(view, tables, say)


def _solved_exchange(view: "State", tables: Tables, say: Say) -> list[Advice]:
    s, asked = view.struct, question(view.options)
    made = {
        pack_sizes(row.given): row for row in exchanges(sizes_of(s.ships[int(s.turn)]), asked.fleet, asked.kickers, 1)
    }
    advice = []
    for place, choice in enumerate(exchange_choices(s, view.options, tables)):
        row = made[choice.move]
        text = _as_the_master(choice, say) + "; " + ", ".join(_likely(row, say))
        advice.append(Advice(exchange_words(row.given), -(choice.cost or 0.0), text, best=place == 0))
    return advice


def _solved_stake(view: "State", tables: Tables, say: Say) -> list[Advice]:
    choices = stake_choices(view.struct, view.options, tables)
    return [
        Advice(words(choice.move), -(choice.cost or 0.0), _as_the_master(choice, say), best=place == 0)
        for place, choice in enumerate(choices)
    ]


def _as_the_master(choice: Choice, say: Say) -> str:
    share = say("the master does so {chance} of the time", chance=say.percent(choice.share, 0))
    if choice.cost is None:
        return share
    lost = round(choice.cost, 2)
    cost = (
        say("costs {points} points against the master (exact)", points=say.number(lost, 2))
        if lost
        else say("costs nothing against the master (exact)")
    )
    return share + "; " + cost


def _advise_exchange(view: "State", say: Say) -> list[Advice]:
    s, asked = view.struct, question(view.options)
    rivals = seats_dealt(s) - 1
    counted = min(rivals, COUNTED)
    found = exchanges(sizes_of(s.ships[int(s.turn)]), asked.fleet, asked.kickers, counted)
    advice = []
    for place, exchange in enumerate(found):
        win = exchange.wins[-1] if rivals <= COUNTED else exchange.wins[-1] ** (rivals / COUNTED)
        text = say(
            "wins {chance} of showdowns: {combinations}",
            chance=say.percent(win),
            combinations=", ".join(_likely(exchange, say)),
        )
        advice.append(Advice(exchange_words(exchange.given), win, text, best=place == 0))
    return advice


def _likely(exchange: Exchange, say: Say) -> list[str]:
    """The combinations it may well make, the best first."""
    each = list(zip(COMBINATIONS, exchange.combinations, strict=True))
    return [f"{say(name)} {say.percent(chance)}" for name, chance in reversed(each) if chance >= LEAST_TOLD]


def _advise_stake(view: "State", tables: Tables, say: Say) -> list[Advice]:
    s = view.struct
    seat = int(s.turn)
    intents, moves, worth = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES)
    n = search(s, seat, stream(1), tables, SAMPLES, intents, moves, worth)
    beats = float(chance_exact(s, seat, tables))
    advice = []
    for place, k in enumerate(sorted(range(n), key=lambda k: -worth[k])):
        text = say("about {points} points this hand", points=say.number(float(worth[k]), 1, sign=True))
        if moves[k] != DROP:
            text += "; " + say("you beat everybody still in {chance} of the time", chance=say.percent(beats, 0))
        advice.append(Advice(words(int(moves[k])), float(worth[k]), text, best=place == 0))
    return advice
