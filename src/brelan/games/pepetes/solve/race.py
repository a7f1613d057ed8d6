"""Two players: playing to win, not for money.

With two players a game to a target is a race, and near its end a pépète more is not always worth the same. How likely
each is to win, from any purses, follows from what a round brings when both play for money difference (`duel.py`): a
fixed point, found by iteration. The master then plays each round for that chance: the round is solved anew from the
position at hand, points lost so far included, with the chance of winning the game as what its end is worth. Exact for
the round; beyond it, both are taken to go on playing for money difference.
"""

import functools
from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, kernel
from ..rules.bank import prime_for, prime_ranges
from ..rules.combinations import score, single
from ..rules.state import BLUE_DICE, PRIMES
from .duel import (
    A2,
    A3,
    BARRED,
    D1,
    D3,
    END,
    FIRST,
    NO_ROUND,
    SECOND,
    entry_code,
    entry_parts,
    following,
    solved,
)
from .hands import BOTH, BOTH_FRESH, HANDS, ONES, OTHERS, REDS, SIZES, dice_in_hand, outcome, table_of_hands

MOST_SCORE, MOST_LOST = 41, 37  # more than a round can bring (five 6s: 40) and cost (six 6s: 36)
FARTHEST = 120  # the largest target solved; above it, only the last so many pépètes are looked at
BEYOND = 100  # purses may pass the target by so much
CLOSE_CHANCES = 1e-6  # chances nearer than that are equal
MOST_ROUNDS, STEADY = 60, 1e-7  # of the iteration: it ends once no chance changes by more


class Chances(NamedTuple):
    """The chance of the first-named to win the game, by both purses: between duels, and for the attacker before a
    second round.
    """

    after: np.ndarray
    second: np.ndarray
    barred: np.ndarray
    target: int  # 0: nothing is solved


def not_solved() -> Chances:
    """What stands there where nobody plays for them."""
    empty = np.zeros((1, 1))
    return Chances(empty, empty, empty, 0)


# --- what a round brings


@compiled
def _results(h, keep, entry, joint):
    """The joint chances of the attacker's score, the points lost and what follows (`following`, from SECOND on)."""
    for black in range(6):
        here = np.zeros((HANDS, REDS, MOST_LOST))
        for hand in range(HANDS):
            if h.size[hand] == BLUE_DICE:
                here[hand, BOTH_FRESH, 0] = h.odds[hand] / 6
        for step in range(D1, END):
            after = np.zeros((HANDS, REDS, MOST_LOST))
            for hand in range(HANDS):
                for red in range(REDS):
                    for lost in range(MOST_LOST):
                        mass = here[hand, red, lost]
                        if mass > 0:
                            if step == A2 or step == A3:
                                kept = keep[step, hand, black, red]
                                dice = h.size[hand] - h.size[kept]
                                for thrown in range(SIZES[dice], SIZES[dice + 1]):
                                    after[h.join[kept, thrown], red, lost] += mass * h.odds[thrown]
                            else:
                                _spread(h, entry[step, hand, black, red], hand, red, lost, mass, after)
            here = after
        for hand in range(HANDS):
            tally = h.tally[hand] + single(black + 1)
            for red in range(REDS):
                follows = following(tally, red) - SECOND
                for lost in range(MOST_LOST):
                    joint[score(tally), lost, follows] += here[hand, red, lost]


@kernel
def _spread(h, decision, hand, red, lost, mass, after):
    """A defender's decision, with all its outcomes."""
    dice, announced = entry_parts(decision)
    if dice == 0:
        after[hand, red, lost] += mass
        return
    for at in range(h.many_outcomes[red, dice, announced]):
        hits, left, more = outcome(h, red, dice, announced, at)
        after[h.without[hand, hits], left, lost + more] += mass * h.odds_of_outcomes[red, dice, announced, at]


@functools.cache
def results(kind: int) -> np.ndarray:
    """What a round of that kind brings when both play for money difference."""
    solution = solved()
    joint = np.zeros((MOST_SCORE, MOST_LOST, 3))
    _results(table_of_hands(), solution.keep[kind], solution.entry[kind], joint)
    return joint


# --- the chance of winning the game


@kernel
def _end_of_duel(after, target, primes, a, d):
    """The chance of the purse `a` against `d` at the end of a duel; bonus and malus, ruin and the target looked at in
    that order (PEP-20).
    """
    a, d = a + primes[a], d + primes[d]
    if a == 0 or d == 0:
        return 0.5 if a == d else 1.0 if d == 0 else 0.0
    if a >= target or d >= target:
        return 1.0 if a > d else 0.0 if a < d else 0.5
    return after[a, d]


@kernel
def _all(joint, points, lost):
    """Whatever follows."""
    return joint[points, lost, 0] + joint[points, lost, 1] + joint[points, lost, 2]


@compiled
def _iterate(first, second, barred, target, primes, race, ended, defended, undefended):
    """One round of the iteration; answers the largest change."""
    size = ended.shape[0]
    for a in range(size):
        for d in range(size):
            ended[a, d] = _end_of_duel(race, target, primes, a, d)
    for a in range(1, target):
        for d in range(1, size):
            if d >= target + MOST_SCORE:
                continue
            chance, alone = 0.0, 0.0
            for points in range(1, MOST_SCORE):
                alone += _all(barred, points, 0) * ended[a + points, d]
                for lost in range(MOST_LOST):
                    p = _all(second, points, lost)
                    if p > 0:
                        chance += p * (ended[a + points, d - lost] if lost < d else 1.0)
            defended[a, d], undefended[a, d] = chance, alone
    change = 0.0
    lead = np.zeros((target, target))
    for a in range(1, target):
        for d in range(1, target):
            for points in range(1, MOST_SCORE):
                for lost in range(MOST_LOST):
                    left = d - lost
                    for follows in range(SECOND, NO_ROUND + 1):
                        p = first[points, lost, follows - SECOND]
                        if p > 0:
                            if left <= 0:
                                lead[a, d] += p
                            elif follows == NO_ROUND:
                                lead[a, d] += p * ended[a + points, left]
                            else:
                                barred_too = follows == BARRED
                                lead[a, d] += p * (
                                    1 - (undefended[left, a + points] if barred_too else defended[left, a + points])
                                )
    for a in range(1, target):
        for d in range(1, target):
            chance = (lead[a, d] + 1 - lead[d, a]) / 2  # PEP-04: who attacks first is thrown for
            change = max(change, abs(chance - race[a, d]))
            race[a, d] = chance
    return change


@functools.lru_cache(maxsize=8)
def winning(target: int, prime: str, bonus: int, malus: int) -> Chances:
    """The chances of a game of two to this target."""
    solved_target = min(target, FARTHEST)
    size = solved_target + BEYOND
    ranges = prime_ranges(PRIMES.index(prime), bonus, malus)
    primes = np.zeros(size, np.int64)
    for money in range(size):
        paid = prime_for(money + target - solved_target, ranges)
        primes[money] = max(-money, min(paid, size - 1 - money))  # the table ends at both ends
    race = np.full((size, size), 0.5)
    tables = np.zeros((size, size)), np.zeros((size, size)), np.zeros((size, size))
    for _ in range(MOST_ROUNDS):
        if _iterate(results(FIRST), results(SECOND), results(BARRED), solved_target, primes, race, *tables) < STEADY:
            break
    return Chances(*tables, solved_target)


# --- a round played to win


@kernel
def _worth(win, kind, tally, red, points, lost, a, d):
    """The attacker's chance to win the game if the round ends so."""
    left = d - lost
    if left <= 0:
        return 1.0
    follows = following(tally, red) if kind == FIRST else NO_ROUND
    if follows == NO_ROUND:
        return win.after[a + points, left]
    return 1 - (win.barred[left, a + points] if follows == BARRED else win.second[left, a + points])


@kernel
def _in_reach(red, now):
    """Whether these red dice can be what is left of those in hand now."""
    return ONES[red] + OTHERS[red] <= ONES[now] + OTHERS[now]


@kernel
def _solve_rest(h, win, kind, step, black, red_now, lost_now, a, d, value):
    """Fills `value` with the attacker's chances after `step`, by hand, red state and points lost since now."""
    for hand in range(HANDS):
        tally = h.tally[hand] + single(black + 1)
        points = score(tally)
        for red in range(REDS):
            if _in_reach(red, red_now):
                for lost in range(MOST_LOST):
                    value[hand, red, lost] = _worth(win, kind, tally, red, points, lost_now + lost, a, d)
    thrown = np.zeros((HANDS, 5))
    after = np.zeros((HANDS, REDS, MOST_LOST))
    for back in range(D3, step, -1):
        most = 12 * ((back + 1) // 2 - (step + 1) // 2)  # what the defender's throws from now up to this step can cost
        for red in range(REDS):
            if _in_reach(red, red_now):
                for hand in range(HANDS):
                    for lost in range(MOST_LOST):
                        after[hand, red, lost] = value[hand, red, lost]
        for red in range(REDS):
            if not _in_reach(red, red_now):
                continue
            for lost in range(most + 1):
                if back == A2 or back == A3:
                    _best_throws(h, after[:, red, lost], thrown, value[:, red, lost])
                elif kind != BARRED:
                    for hand in range(HANDS):
                        value[hand, red, lost] = best_entry(h, after, hand, red, lost)[0]


@kernel
def _best_throws(h, after, thrown, value):
    """The attacker's best, for every hand."""
    for kept in range(HANDS):
        for dice in range(5 - h.size[kept]):
            mean = 0.0
            for new in range(SIZES[dice], SIZES[dice + 1]):
                mean += h.odds[new] * after[h.join[kept, new]]
            thrown[kept, dice] = mean
    for hand in range(HANDS):
        best = thrown[hand, 0]
        for at in range(1, h.many_parts[hand]):
            kept = h.parts[hand, at]
            best = max(best, thrown[kept, h.size[hand] - h.size[kept]])
        value[hand] = best


@kernel
def entry_chance(h, after, hand, red, lost, dice, announced):
    """The attacker's chance once the defender throws."""
    mean = 0.0
    for at in range(h.many_outcomes[red, dice, announced]):
        hits, left, more = outcome(h, red, dice, announced, at)
        mean += h.odds_of_outcomes[red, dice, announced, at] * after[h.without[hand, hits], left, lost + more]
    return mean


@kernel
def best_entry(h, after, hand, red, lost):
    """The defender's best: the attacker's chance, and what is thrown and announced."""
    best, decision = after[hand, red, lost], 0
    faces = h.faces[hand]
    for dice in range(1, BOTH + 1):
        if not dice_in_hand(red, dice):
            continue
        for low in range(1, 7):
            for high in range(low, 7 if dice == BOTH else low + 1):
                announced = 1 << low | 1 << high
                if faces & announced == announced:
                    chance = entry_chance(h, after, hand, red, lost, dice, announced)
                    if chance < best - CLOSE_CHANCES:
                        best, decision = chance, entry_code(dice, announced)
    return best, decision


@kernel
def keep_chance(h, after, kept, dice, red):
    """The attacker's chance once so many dice are thrown beside those kept."""
    mean = 0.0
    for new in range(SIZES[dice], SIZES[dice + 1]):
        mean += h.odds[new] * after[h.join[kept, new], red, 0]
    return mean


@kernel
def best_keep(h, after, hand, red, usual):
    """The hand the attacker keeps to win: the usual one unless another is better."""
    best, kept = -1.0, usual
    for turn in range(h.many_parts[hand] + 1):  # the usual one first
        part = usual if turn == 0 else h.parts[hand, turn - 1]
        mean = keep_chance(h, after, part, h.size[hand] - h.size[part], red)
        if mean > best + CLOSE_CHANCES:
            best, kept = mean, part
    return kept


@kernel
def chances_after(s, h, win, kind, hand, red):
    """The attacker's chances to win the game after the decision at hand, and whether they are known: the tables must
    reach so far.
    """
    shift = int(s.target) - win.target  # how far each is from the target is what counts
    a, d = int(s.money[int(s.attacker)]) - shift, int(s.money[int(s.defender)]) - shift
    value = np.zeros((HANDS, REDS, MOST_LOST))
    if (
        win.target == 0
        or s.duels
        or s.time_up
        or a < 1
        or d < 1
        or a >= win.target
        or d >= win.target + MOST_SCORE
        or (s.tour == 1 and d >= win.target)
    ):
        return value, False
    _solve_rest(h, win, kind, int(s.step) - 1, int(s.black) - 1, red, int(s.lost), a, d, value)
    return value, True
