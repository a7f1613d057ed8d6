"""Sparring partners: simple strategies somebody might think of to beat the master with. Only tests ask for them.

Some are a row of numbers (STYLES): what it gives, how it opens, when and by how much it raises, when it aligns. Others
keep one rule that needs no thought (RULES), and play as a bot does where it says nothing (BENEATH).
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel, uniform
from ..rules.ships import MOST_GIVEN
from ..rules.state import DROPS
from ..solve.stake_tree import OPENER, SECOND
from .heads_up import is_solved, place_in_hand, solved_intends
from .intentions import EVERYTHING
from .lookups import chance_exact, hand_of, pot_reckoned
from .match import hands_to_come, points_before

BEST, NONE, THREE = 0, 1, 2  # ships given: the best odds, none, the three smallest
LEAST, ALL = 0.0, 99.0  # sizes: one point, everything; else shares of the pot
ANY, NEVER = 0.0, 2.0  # chances to win


class Style(NamedTuple):
    """How a sparring partner plays. A chance is that to beat the other, were stakes to mean nothing."""

    gives: int  # as second; as opener it makes the best exchange
    opens_with: float  # a chance: below it drops instead
    opens_by: float  # a size
    raises_with: float  # a chance
    bluffs: float  # how often it raises all the same
    raises_by: float  # a size
    raises: int  # at most so many times
    aligns_with: float  # a chance; below it drops, unless the price is small
    price: float  # of the pot: it always aligns for less


STYLES = {
    "caller": Style(BEST, ANY, LEAST, NEVER, 0, LEAST, 0, ANY, 1),
    "raiser": Style(BEST, ANY, 1.0, ANY, 1, 1.0, 200, ANY, 1),
    "creeper": Style(THREE, ANY, LEAST, ANY, 1, LEAST, 200, ANY, 1),  # as second gives three, raises by one, again
    "prober": Style(THREE, 0.3, 1.5, ANY, 1, LEAST, 1, 0.45, 0.1),  # the same once, and then plays its hand
    "inch": Style(BEST, 0.2, LEAST, 0.5, 0.3, LEAST, 200, 0.4, 0.15),
    "climber": Style(BEST, 0.3, LEAST, 0.6, 0.1, 0.1, 200, 0.45, 0.1),
    "stand pat": Style(NONE, ANY, 1.0, ANY, 1, 0.5, 2, 0.6, 0),  # keeps all, as if it had everything
    "tight": Style(BEST, 0.75, 1.0, 0.85, 0, 1.0, 3, 0.7, 0),
    "loose": Style(BEST, ANY, 0.5, 0.65, 0.1, 0.5, 3, 0.3, 0.3),
    "half pot": Style(BEST, 0.35, 0.5, 0.6, 0.15, 0.5, 4, 0.45, 0.1),
    "two pots": Style(BEST, 0.4, 2.0, 0.7, 0.15, 2.0, 2, 0.55, 0),
    "all or nothing": Style(BEST, 0.8, ALL, 0.8, 0, ALL, 1, 0.8, 0),
    "bold": Style(BEST, ANY, ALL, ANY, 0.2, ALL, 1, 0.75, 0),
    "trapper": Style(BEST, 0.3, LEAST, 0.85, 0, ALL, 1, 0.45, 0.1),
    "bluffer": Style(BEST, ANY, 1.5, 0.8, 0.4, 1.5, 2, 0.6, 0),
    "shadow": Style(THREE, ANY, LEAST, ANY, 1, LEAST, 1, ANY, 1),  # the same once, and else plays as the master does
    "long shadow": Style(THREE, ANY, LEAST, ANY, 1, LEAST, 4, ANY, 1),  # … four times
    "odd sizes": Style(BEST, 0.3, 0.37, 0.6, 0.15, 0.17, 6, 0.45, 0.1),
    "nut": Style(BEST, 0.93, ALL, 0.93, 0, ALL, 1, 0.9, 0),  # waits for the best, and then stakes all
    "bully": Style(BEST, ANY, ALL, ANY, 1, 2.0, 200, 0.3, 0.3),
    "squeeze": Style(BEST, 0.5, LEAST, 0.55, 0.3, 3.0, 1, 0.5, 0.1),  # a small stake, and over others' a large one
}
# The stake that nobody can answer; to wait for a good hand; for the last; and, once ahead of all, for the end.
RULES = LOCK, SIT, LAST, AHEAD_DROPS = range(4)
RULE_NAMES = ("lock", "sit", "last", "ahead drops")
BENEATH = ("novice", "expert", "master")
NO_RULE = -1
GOOD = 0.8  # a chance to win
NAMES = (*STYLES, *(f"{rule} over {level}" for rule in RULE_NAMES for level in BENEATH))
SHADOWS = NAMES.index("shadow"), NAMES.index("long shadow")
_ROWS = np.array(list(STYLES.values()))


@kernel
def sparring_gives(style, s, seat, tables, best):
    """The ships given, packed."""
    gives = _ROWS[style, 0]
    if gives == BEST or place_in_hand(s, seat) == OPENER:
        return best
    if gives == NONE:
        return 0
    low = tables.first_act[hand_of(s, seat, tables)]
    high = tables.first_act[hand_of(s, seat, tables) + 1]
    for act in range(low, high):  # acts are listed by number given, then from the smallest ships
        if int(tables.act_given[act]) >= 1 << 3 * (MOST_GIVEN - 1):
            return int(tables.act_given[act])
    return best


@kernel
def rule_of(partner):
    """Which rule a sparring partner keeps, and which of BENEATH it is otherwise; NO_RULE if it has a style."""
    number = partner - len(_ROWS)
    return (number // len(BENEATH), number % len(BENEATH)) if number >= 0 else (NO_RULE, 0)


@kernel
def by_rule(rule, s, seat, tables, intended):
    """What is intended by a rule (all but the lock's), or beneath it."""
    if rule == SIT and chance_exact(s, seat, tables) < GOOD:
        return DROPS
    if rule == LAST and hands_to_come(s) != 0:
        return DROPS
    if rule == AHEAD_DROPS:
        ahead = True
        for other in range(int(s.players)):
            ahead = ahead and (other == seat or points_before(s, seat) > points_before(s, other))
        return DROPS if ahead else intended
    return intended


@kernel
def _size(s, share, need):
    """A size as points to raise by."""
    if share == ALL:
        return EVERYTHING
    return max(1, int(share * (pot_reckoned(s) + need) + 0.5))


@kernel
def sparring_intends(style, s, seat, rng, tables):
    row = _ROWS[style]
    if (style == SHADOWS[0] or style == SHADOWS[1]) and is_solved(s, tables):
        second = place_in_hand(s, seat) == SECOND
        return 1 if second and s.raises[seat] < row[6] else solved_intends(s, seat, rng, tables)
    chance = chance_exact(s, seat, tables)
    if s.highest == 0:
        return _size(s, row[2], 0) if chance >= row[1] else DROPS
    need = int(s.highest) - int(s.stakes[seat])
    if s.raises[seat] < row[6] and (chance >= row[3] or uniform(rng) < row[4]):
        return _size(s, row[5], need)
    return 0 if chance >= row[7] or need <= row[8] * pot_reckoned(s) else DROPS
