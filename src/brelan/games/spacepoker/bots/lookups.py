"""What the bots of SpacePoker look up: exact odds, the best exchanges, what a stake says about a hand, solved hands."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ....engine.kernel import inner_kernel, kernel
from ....model.options import Value
from ..rules.lap import seats_dealt
from ..rules.pile import many_given
from ..rules.ships import LARGEST, MOST_GIVEN
from ..rules.stakes import pot_points
from ..rules.state import CLOSINGS, FLEETS, IN, MOST_PLAYERS, ante_of_hand
from ..solve.deals import EXCHANGES, classes, deals
from ..solve.equilibrium import Question
from ..solve.odds import model, regular_acts
from ..solve.solved_match import SolvedMatch, found, match_of
from .solved_hands import SolvedHands, hands_of, nearest_solved, nothing_solved

CLAIMS = 5  # how strong a hand a player's stake claims: 0 nothing … 4 a great deal
LEAST = 0.12  # how often a stake is made with nothing at all, as the expert reads it
# By claim, how often masters among masters make it with nothing, and how steeply oftener with a better hand (the power
# of its rank). Fitted to matches by the rules of the house (`bench/spacepoker_fit.py`).
MADE_WITH_NOTHING = np.array([1.0, 0.3, 0.08, 0.03, 0.02])
STEEPNESS = np.array([0.0, 12.0, 12.0, 12.0, 10.0])


class Tables(NamedTuple):
    """What the bots look up."""

    base: int  # keys of hands and loads are written in this base
    hand_index: np.ndarray  # [key]
    load_index: np.ndarray  # [key]
    hand_class: np.ndarray  # [hand]
    beats: np.ndarray  # [load, class]: the exact chance to beat one other hand
    reads: np.ndarray  # [number the other exchanged, claim, class]: the same, against what that player has shown
    ranks: np.ndarray  # [class]: the share of final hands below it
    exchange: np.ndarray  # [opponents − 1, hand]: the ships to give, packed
    first_act: np.ndarray  # [hand]: the master's exchanges …
    act_given: np.ndarray  # [act]: … the ships given, packed …
    solved: SolvedHands  # … and the solved hands
    samples: int  # how many deals the master thinks over with three players and more


# --- making them


def question(options: Mapping[str, Value]) -> Question:
    """The heads-up hand the master would like solved for these options."""
    return Question(
        stack=int(options["stack"]),
        ante=max(1, int(options["ante"])),
        closing=CLOSINGS.index(str(options["closing"])),
        kickers=bool(options["kickers"]),
        fleet=FLEETS.index(str(options["fleet"])),
    )


def solved_match(options: Mapping[str, Value], players: int) -> SolvedMatch | None:
    """The match of these options, where it is solved."""
    match = match_of(options, players)
    return None if match is None else found(match)


def tables_for(options: Mapping[str, Value], players: int, samples: int, solved: bool) -> Tables:
    """The tables of these options; the solved hands only if asked for."""
    asked, whole = question(options), solved_match(options, players)
    held = nothing_solved(asked) if not solved else hands_of(whole) if whole and whole.plans else nearest_solved(asked)
    return Tables(solved=held, samples=samples, **_odds_tables(asked.fleet, asked.kickers))


@lru_cache(maxsize=4)
def _odds_tables(fleet: int, kickers: bool) -> dict[str, Any]:
    known, ranks, chosen = deals(fleet), classes(fleet, kickers), model(fleet, kickers)
    base = known.copies + 1
    loads = np.concatenate(known.loads)
    return {
        "base": base,
        "hand_index": _index(known.hands, base),
        "load_index": _index(loads, base),
        "hand_class": ranks.astype(np.int64),
        "beats": np.concatenate([chosen.beats(many) for many in EXCHANGES]).astype(np.float32),
        "reads": _reads(fleet, kickers),
        "ranks": _ranks(fleet, kickers),
        "exchange": np.array([_best_exchanges(fleet, kickers, rivals) for rivals in range(1, MOST_PLAYERS)]),
        "first_act": known.first_act,
        "act_given": known.act_given,
    }


def _index(rows: np.ndarray, base: int) -> np.ndarray:
    """[key]: which of the rows of counts has it (`key_of`)."""
    sizes = rows.shape[1]
    index = np.zeros(base**sizes, np.int16)
    index[rows @ base ** np.arange(sizes)] = np.arange(len(rows))
    return index


def _best_exchanges(fleet: int, kickers: bool, rivals: int) -> np.ndarray:
    """[hand]: the ships to give for the best chance to beat so many others."""
    return np.asarray(deals(fleet).act_given[regular_acts(fleet, kickers, rivals)])


def _ranks(fleet: int, kickers: bool) -> np.ndarray:
    """The share of all final hands below each class."""
    overall = model(fleet, kickers).overall
    return np.asarray(np.cumsum(overall) - overall / 2)


def _reads(fleet: int, kickers: bool) -> np.ndarray:
    """The chance to beat a hand by what its holder exchanged and how much its stakes claim: the stronger hands count
    for more.
    """
    known, rank = model(fleet, kickers), _ranks(fleet, kickers)
    tables = np.zeros((len(EXCHANGES), CLAIMS, len(rank)), np.float32)
    for many in EXCHANGES:
        for claimed in range(CLAIMS):
            weight = known.given_many[many] * (LEAST + (1 - LEAST) * rank**claimed)
            if weight.sum() == 0:
                weight = known.overall
            weight = weight / weight.sum()
            tables[many, claimed] = np.cumsum(weight) - weight / 2
    return tables


# --- looking up


@kernel
def key_of(counts, base):
    """Counts by size as one number."""
    key = 0
    for i in range(LARGEST - 1, -1, -1):
        key = key * base + int(counts[i])
    return key


@inner_kernel  # handing on all tables would be felt: every array is counted
def hand_at(counts, tables):
    """The number of a hand."""
    return int(tables.hand_index[key_of(counts, tables.base)])


@inner_kernel
def hand_of(s, seat, tables):
    """The number of the hand a seat holds."""
    return hand_at(s.ships[seat], tables)


@kernel
def load_of(s, seat, tables):
    """The number of all the ships the seat has seen: those it holds and those it gave."""
    counts = np.zeros(LARGEST, np.int64)
    for i in range(LARGEST):
        counts[i] = s.ships[seat, i]
    for k in range(MOST_GIVEN):
        if s.given[seat, k]:
            counts[int(s.given[seat, k]) - 1] += 1
    return int(tables.load_index[key_of(counts, tables.base)])


@kernel
def blind_points(s):
    """The points the pot started with; at ante 0 bots reckon as if each player had put one in."""
    return seats_dealt(s) * max(1, int(ante_of_hand(s)))


@kernel
def pot_reckoned(s):
    """The pot, with the points reckoned at ante 0."""
    return pot_points(s) + (blind_points(s) if s.ante == 0 else 0)


@kernel
def rivals_in(s, seat):
    """How many others are still in."""
    n = 0
    for other in range(int(s.players)):
        n += other != seat and s.inside[other] == IN
    return n


@kernel
def claim(s, seat):
    """How strong the seat's stake says it is: by its size against the pot the hand started with, less if it only
    aligned.
    """
    put = int(s.stakes[seat]) / blind_points(s)
    if put == 0:
        return 0
    claimed = 1 if put <= 0.5 else 2 if put <= 2 else 3 if put <= 6 else 4
    return claimed if s.raises[seat] > 0 or claimed == 1 else claimed - 1


@kernel
def chance_exact(s, seat, tables):
    """The chance to beat everybody still in, were their stakes to mean nothing."""
    one = tables.beats[load_of(s, seat, tables), tables.hand_class[hand_of(s, seat, tables)]]
    chance = 1.0
    for other in range(int(s.players)):
        if other != seat and s.inside[other] == IN:
            chance *= one
    return chance


@kernel
def chance_read(s, seat, tables, extra):
    """The same, by how many ships each exchanged and what each staked; `extra` is added to the claims of those who
    would answer a raise.
    """
    mine = tables.hand_class[hand_of(s, seat, tables)]
    chance = 1.0
    for other in range(int(s.players)):
        if other != seat and s.inside[other] == IN:
            claimed = min(CLAIMS - 1, claim(s, other) + extra)
            chance *= tables.reads[many_given(s, other), claimed, mine]
    return chance
