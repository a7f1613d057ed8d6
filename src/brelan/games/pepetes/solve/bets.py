"""How likely every bet is to win, at every position of a round played by given decisions."""

import functools

import numpy as np

from ....engine.kernel import compiled, kernel
from ..rules.combinations import CARDS, DIGIT, combination, single, wins
from ..rules.state import BLUE_DICE
from .duel import A2, A3, D1, D3, END, entry_parts, solved
from .hands import BOTH_FRESH, HANDS, REDS, SIZES, Hands, outcome, table_of_hands

OUTCOMES = CARDS + DIGIT + 1  # what bets can be on: each card by `contains`, then each combination by `counted`


@kernel
def _chances_at_the_end(h, chances):
    for hand in range(HANDS):
        for black in range(6):
            tally = h.tally[hand] + single(black + 1)
            for red in range(REDS):
                for card in range(1, CARDS):
                    chances[END, hand, black, red, card] = 1.0 if wins(tally, card, False) else 0.0
                for card in range(DIGIT + 1):
                    chances[END, hand, black, red, CARDS + card] = 1.0 if combination(tally) == card else 0.0


@kernel
def _add(here, odds, there):
    for card in range(OUTCOMES):
        here[card] += odds * there[card]


@compiled
def _chances(h, keep, entry, chances, since):
    """Backwards through a round played by these decisions."""
    _chances_at_the_end(h, chances)
    for step in range(D3, since - 1, -1):
        after = chances[step + 1]
        for hand in range(HANDS):
            for black in range(6):
                for red in range(REDS):
                    here = chances[step, hand, black, red]
                    if step == A2 or step == A3:
                        kept = keep[step, hand, black, red]
                        dice = h.size[hand] - h.size[kept]
                        for thrown in range(SIZES[dice], SIZES[dice + 1]):
                            _add(here, h.odds[thrown], after[h.join[kept, thrown], black, red])
                    else:
                        dice, announced = entry_parts(entry[step, hand, black, red])
                        if dice == 0:
                            _add(here, 1.0, after[hand, black, red])
                        for at in range(h.many_outcomes[red, dice, announced]):
                            hits, left, _ = outcome(h, red, dice, announced, at)
                            _add(
                                here,
                                h.odds_of_outcomes[red, dice, announced, at],
                                after[h.without[hand, hits], black, left],
                            )


def chances(h: Hands, keep: np.ndarray, entry: np.ndarray, since: int = D1) -> np.ndarray:
    """Of one round played by these decisions, by step (from `since` on), hand, black and red state: the chance of each
    card (from 1) under `contains`, then from CARDS on the chance that nothing, a full … five alike is what counts.
    """
    table = np.zeros((6, HANDS, 6, REDS, OUTCOMES))
    _chances(h, keep, entry, table, since)
    return table


def before_a1(h: Hands, table: np.ndarray) -> np.ndarray:
    """The chances before the attacker's first throw, from those before D1."""
    weights = np.where(h.size == BLUE_DICE, h.odds, 0)[:, None] / 6
    return np.asarray((weights[:, :, None] * table[D1, :, :, BOTH_FRESH]).sum(axis=(0, 1)))


@functools.lru_cache(maxsize=16)
def round_chances(kind: int, attacker: str = "best", defender: str = "best", spite: float = 1.0) -> np.ndarray:
    """How likely each bet is to win, at every position of one kind of round.

    `attacker` is best or stand, `defender` best or never.
    """
    solution, h = solved(spite), table_of_hands()
    keep, entry = solution.keep[kind], solution.entry[kind]
    if attacker == "stand":
        keep = np.broadcast_to(np.arange(len(h.tally), dtype=np.int16)[None, :, None, None], keep.shape).copy()
    if defender == "never":
        entry = np.zeros_like(entry)
    return chances(h, keep, entry)
