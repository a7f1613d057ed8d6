"""What the master thinks of each move: exact odds for an exchange, points of this hand for a stake."""

from typing import TYPE_CHECKING

import numpy as np

from ....contract import Advice
from ....kernel import stream
from ....words import Say
from ..moves import exchange_words, words
from ..rules.lap import seats_dealt
from ..rules.ships import COMBINATIONS, sizes_of
from ..rules.state import DROP, EXCHANGING
from ..solve.odds import Exchange, exchanges
from .heads_up import BEYOND, MOST_ACTIONS, is_solved, solved_shares
from .lookups import Tables, chance_exact, question, tables_for
from .master import CANDIDATES, search

if TYPE_CHECKING:
    from ....state import State

SAMPLES = 1500  # deals thought over
LEAST_TOLD = 0.005  # combinations less likely than that are not listed
COUNTED = 2  # opponents whose hands are counted exactly: more are continued from these, or it would take long


def advise(view: "State", say: Say) -> list[Advice]:
    return _advise_exchange(view, say) if int(view.struct.phase) == EXCHANGING else _advise_stake(view, say)


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


def _advise_stake(view: "State", say: Say) -> list[Advice]:
    s = view.struct
    seat = int(s.turn)
    tables = tables_for(view.options, SAMPLES, solved=True)
    intents, moves, worth = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES)
    n = search(s, seat, stream(1), tables, SAMPLES, intents, moves, worth)
    drops, beats = _share_dropped(s, seat, tables), float(chance_exact(s, seat, tables))
    advice = []
    for place, k in enumerate(sorted(range(n), key=lambda k: -worth[k])):
        text = say("about {points} points this hand", points=say.number(float(worth[k]), 1, sign=True))
        if moves[k] != DROP:
            text += "; " + say("you beat everybody still in {chance} of the time", chance=say.percent(beats, 0))
        elif drops is not None:
            text += "; " + say("the master drops here {chance} of the time", chance=say.percent(drops, 0))
        advice.append(Advice(words(int(moves[k])), float(worth[k]), text, best=place == 0))
    return advice


def _share_dropped(s: np.record, seat: int, tables: Tables) -> float | None:
    """How often the solved hand drops here; None where nothing is solved."""
    if not is_solved(s, tables):
        return None
    shares = np.zeros(MOST_ACTIONS, np.int64)
    node = solved_shares(s, seat, tables, shares)[1]
    return float(shares[0] / shares.sum()) if node != BEYOND and shares.sum() else None
