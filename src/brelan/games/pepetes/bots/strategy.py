"""What the bots look up: duels solved for several spites, and the odds of every bet under them.

How much of an opponent's loss is one's own gain depends on who they are. If a seat's chance of winning grows with its
money as exp(money / SPREAD), shared out among all, then seat i weighs seat j's money against its own as p(j) / (1 −
p(i)): 1 with two players, 1 / (n − 1) among n equals, more against the leader, little against the last. That is the
spite a master plays a duel with.
"""

import functools
from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ..rules.combinations import CARDS, DIGIT
from ..rules.duel import blue_tally
from ..rules.state import RED_DICE
from ..solve.bets import chances
from ..solve.duel import A2, BARRED, FIRST, SECOND, Solution, solve_duel
from ..solve.hands import HANDS, RED_STATE, REDS, Hands, key, table_of_hands
from ..solve.outcomes import Outcomes, outcomes, shares
from ..solve.race import Chances, not_solved
from .first_place import no_strengths, strengths

SPITES = (0.0, 0.42, 0.54, 0.7, 0.85, 1.0)  # below 0.4 a defender never enters
PROFILES = (0, 2, 5)  # of these the odds of bets are kept
SPREAD = 16.0
ENTERS = 0.4  # below this spite a defender never enters
BASES = (0.0, 0.54)  # the spites of both for which the ends of rounds are kept: below ENTERS, and from it on


class Tables(NamedTuple):
    """By solution (the first attacker's spite, then the other's; the last is money difference), then as in
    `solve.duel.Solution`.
    """

    spites: int  # how many there are for each side
    hands: Hands
    win: Chances  # with two players, what the master plays for
    keep: np.ndarray
    entry: np.ndarray
    odds: np.ndarray  # at A2, by profile, kind of round, hand, black, red state and card
    known: Outcomes  # how a round can end, and for the master with three and more players (else one empty row) …
    shares: np.ndarray  # … the chances of that at A2, by slot (`slot_of`), hand, black and red state
    strength: np.ndarray  # … and what purses are worth (`first_place.py`)


@functools.lru_cache(maxsize=4)
def strategies(many: bool, counted: bool) -> Tables:
    """For money difference alone, or for every pair of spites; bets by what dice hold or by what counted."""
    h = table_of_hands()
    spites = SPITES if many else SPITES[-1:]
    keeps, entries, odds = [], [], []
    for at, first in enumerate(spites):
        for beside, second in enumerate(spites):
            solution = solve_duel(h, first, second)
            keeps.append(solution.keep)
            entries.append(solution.entry)
            if not many or (at in PROFILES and beside in PROFILES):
                odds.append(np.stack([_odds(solution, kind, counted) for kind in (FIRST, SECOND, BARRED)]))
    known = outcomes(counted)
    ends = _all_shares(h, known) if many else np.zeros((1, 1, 1, 1, 1), np.float32)
    strength = strengths() if many else no_strengths()
    return Tables(
        len(spites), h, not_solved(), np.stack(keeps), np.stack(entries), np.stack(odds), known, ends, strength
    )


def _all_shares(h: Hands, known: Outcomes) -> np.ndarray:
    """How rounds end as they lie at A2, when bets are laid, by slot."""
    table = np.zeros((2 * len(BASES) + 1, HANDS, 6, REDS, known.many + 1), np.float32)
    for at, weight in enumerate(BASES):
        solution = solve_duel(h, weight, weight)
        for kind in (FIRST, SECOND):
            table[2 * at + kind] = shares(h, known, solution.keep[kind], solution.entry[kind])[0]
    table[-1] = shares(h, known, solution.keep[BARRED], solution.entry[BARRED])[0]
    return table


def _odds(solution: Solution, kind: int, counted: bool) -> np.ndarray:
    """The chances of the cards at A2 of that kind of round, under the option in force."""
    table = chances(table_of_hands(), solution.keep[kind], solution.entry[kind], A2)[A2]
    cards: np.ndarray = table[..., :CARDS].astype(np.float32)
    if counted:
        cards[..., 1 : DIGIT + 1] = table[..., CARDS + 1 : CARDS + DIGIT + 1]
    return cards


@kernel
def slot_of(s, tables):
    """Which of `Tables.shares` fits the round: whether the defender has reason to enter, and the kind of round."""
    if s.barred:
        return tables.shares.shape[0] - 1
    enters = spite(s, int(s.defender), int(s.attacker)) >= ENTERS
    return (2 if enters else 0) + (FIRST if s.tour == 1 else SECOND)


@kernel
def nearest(spite, spites):
    """The index of the solved spite nearest to this one."""
    if spites == 1:
        return 0
    best = 0
    for at in range(len(SPITES)):
        if abs(SPITES[at] - spite) < abs(SPITES[best] - spite):
            best = at
    return best


@kernel
def spite(s, seat, other):
    """What the other's money weighs against the seat's own. Only the others are added up, measured from the richest of
    them: with any purses the sum is at least 1.
    """
    top = 0
    for any_seat in range(int(s.players)):
        if any_seat != seat:
            top = max(top, int(s.money[any_seat]))
    rest = 0.0
    for any_seat in range(int(s.players)):
        if any_seat != seat and not s.out[any_seat]:
            rest += np.exp((int(s.money[any_seat]) - top) / SPREAD)
    return np.exp((int(s.money[other]) - top) / SPREAD) / rest


@kernel
def money_difference(tables):
    """The solution in which both weigh the other's money as their own: the last."""
    return tables.spites * tables.spites - 1


@kernel
def solution_of(s, tables):
    """The solution that fits the duel: by the spite of who attacked first and of who did not."""
    first, second = (int(s.attacker), int(s.defender)) if s.tour == 1 else (int(s.defender), int(s.attacker))
    many = tables.spites
    return nearest(spite(s, first, second), many) * many + nearest(spite(s, second, first), many)


@kernel
def profile_of(solution, spites):
    """The kept odds nearest to a solution."""
    if spites == 1:
        return 0
    first, second = solution // spites, solution % spites
    row = 0 if first == 0 else 1 if first < 4 else 2
    column = 0 if second == 0 else 1 if second < 4 else 2
    return row * len(PROFILES) + column


@kernel
def hand_of(s, tables):
    """The hand of the blue dice in play."""
    return int(tables.hands.rank[key(blue_tally(s))])


@kernel
def red_of(s):
    """How the red dice lie."""
    ones, others = 0, 0
    for die in range(RED_DICE):
        face = int(s.red[die])
        if face == 1:
            ones += 1
        elif face >= 0:
            others += 1
    return RED_STATE[ones][others]


@kernel
def kind_of(s):
    """The kind of round: the first, the second, or a second nobody may defend."""
    return FIRST if s.tour == 1 else BARRED if s.barred else SECOND


@kernel
def step_of(s):
    """The throw at hand as the solvers count: from D1 on."""
    return int(s.step) - 1
