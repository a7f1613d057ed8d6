"""The players of SpacePoker.

- `novice` keeps what matches and plays its cards: every combination has its price, and it never bluffs.
- `regular` makes the exchange with the best exact odds and stakes by pot odds against exact odds.
- `expert` reads how many ships the others exchanged and what they staked, and bluffs as often as raises can be
  believed.
- `master` plays an equilibrium heads-up, and thinks over plausible deals with three players and more (`master.py`).

Sparring partners for tests: `caller` aligns with everything, `raiser` raises by the pot whatever it holds.
"""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ....contract import Advice
from ....kernel import kernel, stream
from ....options import Value
from ....words import Say
from ..rules.ships import COMBINATIONS, SIZES, pack_three, unpack
from ..rules.state import CALLED, DROP, EXCHANGE, EXCHANGING, LAP, seats_dealt
from ..solve.deals import MOST, classes, deals
from ..solve.equilibrium import Question
from ..solve.odds import act_worth, best_acts, exchanges, model
from ..solve.strategies import _shelve, shelf
from .master import CANDIDATES, LEAST, master_means, search, solved_exchange, solved_shares
from .thinking import (
    LEVELS_READ,
    Tables,
    chance_exact,
    expert_means,
    hand_of,
    novice_means,
    pot_reckoned,
    put,
    regular_means,
)

if TYPE_CHECKING:
    from ....state import State

LEVELS = ("novice", "regular", "expert", "master")
SPARRING = ("caller", "raiser")
NOVICE, REGULAR, EXPERT, MASTER, CALLER, RAISER = range(6)
SAMPLES = 60  # deals the master thinks over in a simulation …
SAMPLES_ADVICE = 1500  # … and when asked for advice
STYLE = (0.4, 1.0, 0.3)  # the expert's, see Tables


def _ranks(fleet: int, kickers: bool) -> np.ndarray:
    """The share of all final hands below each class."""
    known = model(fleet, kickers)
    overall = known.many @ known.given_many
    return np.asarray(np.cumsum(overall) - overall / 2)


def _reads(fleet: int, kickers: bool) -> np.ndarray:
    """The chance to beat a hand by what its holder exchanged and how much its stakes say: the stronger hands count for
    more.
    """
    known = model(fleet, kickers)
    overall, rank = known.many @ known.given_many, _ranks(fleet, kickers)
    tables = np.zeros((MOST + 1, LEVELS_READ, len(rank)), np.float32)
    for many in range(MOST + 1):
        for level in range(LEVELS_READ):
            weight = known.given_many[many] * (LEAST + (1 - LEAST) * rank**level)
            if weight.sum() == 0:
                weight = overall
            weight = weight / weight.sum()
            tables[many, level] = np.cumsum(weight) - weight / 2
    return tables


@lru_cache(maxsize=4)
def _odds_tables(fleet: int, kickers: bool) -> dict[str, np.ndarray]:
    known, ranks, chosen = deals(fleet), classes(fleet, kickers), model(fleet, kickers)
    base = known.copies + 1
    powers = base ** np.arange(known.sizes)
    size = base ** SIZES[fleet]
    hand_index, load_index = np.zeros(size, np.int16), np.zeros(size, np.int16)
    hand_index[known.hands @ powers] = np.arange(known.hands_count)
    loads = np.concatenate(known.loads)
    load_index[loads @ powers] = np.arange(len(loads))
    beats = np.concatenate([chosen.beats(many) for many in range(MOST + 1)]).astype(np.float32)
    best = []
    for rivals in range(1, 5):
        states = [chosen.beats(m)[known.state_load[m], ranks[known.state_hand[m]]] ** rivals for m in range(MOST + 1)]
        best.append(EXCHANGE + known.act_given[best_acts(known, act_worth(fleet, kickers, states))])
    return {
        "hand_index": hand_index,
        "load_index": load_index,
        "hand_class": ranks.astype(np.int64),
        "beats": beats,
        "reads": _reads(fleet, kickers),
        "ranks": _ranks(fleet, kickers),
        "exchange": np.array(best),
        "first_act": known.first_act,
        "act_code": known.act_given,
    }


def question(options: Mapping[str, Value]) -> Question:
    """The heads-up hand the master would like solved for these options."""
    fleet = ("5x7", "7x5").index(str(options["fleet"]))
    closing = CALLED if options["closing"] == "called" else LAP
    return Question(
        60, max(1, int(options["ante"])), closing, bool(options["kickers"]), fleet, int(options["max_raises"])
    )


def tables(
    levels: Collection[str],
    players: int,
    options: Mapping[str, Value],
    progress: Callable[[int, int, str], None] | None = None,
    samples: int = SAMPLES,
) -> Tables:
    """What these levels need.

    The master takes what is solved and never waits: `brelan solve spacepoker` solves more.
    """
    asked = question(options)
    held = shelf(asked) if "master" in levels else _shelve([], 1.0)
    odds = _odds_tables(asked.fleet, asked.kickers)
    return Tables(base=deals(asked.fleet).copies + 1, shelf=held, samples=samples, style=np.array(STYLE), **odds)


@kernel
def choose(level, s, rng, tables):
    seat = 0 + int(s.turn)  # a wide integer, as Python passes: what is below is compiled only once
    if s.phase == EXCHANGING:
        return _choose_exchange(level, s, seat, rng, tables)
    means = 0  # the caller
    if level == NOVICE:
        means = novice_means(s, seat, rng)
    elif level == REGULAR:
        means = regular_means(s, seat, tables)
    elif level == EXPERT:
        means = expert_means(s, seat, rng, tables)
    elif level == MASTER:
        means = master_means(s, seat, rng, tables)
    elif level == RAISER:
        means = max(1, pot_reckoned(s))
    return put(s, seat, means)


@kernel
def _choose_exchange(level, s, seat, rng, tables):
    if level == NOVICE:
        return _keep_matches(s.ships[seat])
    if level == MASTER and seats_dealt(s) == 2 and len(tables.shelf.stacks) > 0:
        return solved_exchange(s, seat, rng, tables)
    return int(tables.exchange[seats_dealt(s) - 2, hand_of(s, seat, tables)])


@kernel
def _keep_matches(counts):
    """Gives the ships that match no other, the smallest first, three at most; five different are kept."""
    singles = np.zeros(7, np.int64)
    n = 0
    for i in range(7):
        if int(counts[i]) == 1:
            singles[n] = i + 1
            n += 1
    if n == 5 or n == 0:
        return EXCHANGE
    if n == 1:
        return EXCHANGE + pack_three(0, 0, singles[0])
    if n == 2:
        return EXCHANGE + pack_three(0, singles[0], singles[1])
    return EXCHANGE + pack_three(singles[0], singles[1], singles[2])


# --- advice


def advise(view: "State", say: Say) -> list[Advice]:
    """What the master thinks of each move: exact odds for an exchange, points of this hand for a stake."""
    return _advise_exchange(view, say) if int(view.struct.phase) == EXCHANGING else _advise_stake(view, say)


def _advise_exchange(view: "State", say: Say) -> list[Advice]:
    s, options = view.struct, view.options
    asked = question(options)
    seat = int(s.turn)
    sizes = [size for size in range(1, 8) for _ in range(int(s.ships[seat][size - 1]))]
    rivals = seats_dealt(s) - 1
    found = exchanges(sizes, asked.fleet, asked.kickers, min(rivals, 2))
    advice = []
    for place, one in enumerate(found):
        words = "exchange " + (" ".join(map(str, one.given)) or "none")
        likely = [
            f"{say(COMBINATIONS[made])} {say.percent(one.combinations[made])}"
            for made in range(6, -1, -1)
            if one.combinations[made] >= 0.005
        ]
        win = one.wins[-1] if rivals <= 2 else one.wins[-1] ** (rivals / 2)
        text = say(
            "wins {chance} of showdowns: {combinations}", chance=say.percent(win), combinations=", ".join(likely)
        )
        advice.append(Advice(words, win, text, best=place == 0))
    return advice


def _advise_stake(view: "State", say: Say) -> list[Advice]:
    s = view.struct
    seat = int(s.turn)
    known = tables(("master",), view.players, view.options)
    means, moves, worth = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES)
    n = search(s, seat, stream(1), known, SAMPLES_ADVICE, means, moves, worth)
    chance = float(chance_exact(s, seat, known))
    shares = np.zeros(8, np.int64)
    node = -1
    if seats_dealt(s) == 2 and len(known.shelf.stacks):
        node = solved_shares(s, seat, known, shares)[1]
    advice = []
    order = sorted(range(n), key=lambda k: -worth[k])
    for place, k in enumerate(order):
        text = say("about {points} points this hand", points=say.number(float(worth[k]), 1, sign=True))
        if moves[k] == DROP and node >= 0 and shares.sum():
            text += "; " + say(
                "the master drops here {chance} of the time", chance=say.percent(float(shares[0] / shares.sum()), 0)
            )
        elif moves[k] != DROP:
            text += "; " + say("you beat everybody still in {chance} of the time", chance=say.percent(chance, 0))
        advice.append(Advice(view.game.moves.words(int(moves[k])), float(worth[k]), text, best=place == 0))
    return advice


__all__ = ["LEVELS", "SPARRING", "advise", "choose", "tables", "unpack"]
