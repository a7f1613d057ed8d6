"""The ships: hands as counts by size, the seven combinations (SPA-10), and which of two hands is better (SPA-11).

Sizes are written 1 to 7 (the larger, the stronger). A hand is counted in a row of seven: `counts[size - 1]`. Packed,
up to five ships are one number, three bits each, the smallest lowest.
"""

from collections.abc import Iterable
from itertools import combinations, pairwise

import numpy as np

from ....engine.kernel import kernel
from ....model.words import N_
from .compiling import at_every_move

SIZES = (5, 7, 2)  # by fleet: 5x7, 7x5 (SPA-01), and 2x17, small enough to be solved whole by others
COPIES = (7, 5, 17)
FLEET_SHIPS = tuple(sizes * copies for sizes, copies in zip(SIZES, COPIES, strict=True))
SHIPS = max(FLEET_SHIPS)
LARGEST = 7
HAND = 5  # ships in a hand (SPA-03) …
MOST_GIVEN = 3  # … of which so many may be exchanged (SPA-04)
NAMES = (N_("probe"), N_("shuttle"), N_("saucer"), N_("rocket"), N_("cruiser"), N_("station"), N_("mothership"))

PAIR, TWO_PAIRS, THREE, FULL, FOUR, FIVE, DIFFERENT = range(7)  # weakest first
COMBINATIONS = (
    N_("paire sidérale"),
    N_("paires sidérales"),
    N_("brelan intergalactique"),
    N_("full spatial"),
    N_("carré de navettes"),
    N_("suite escadrille"),
    N_("suite astronomique"),
)
_BITS, _MASK, _EACH_SHIP = 3, 7, 0o11111  # of a packed ship, and a one for each of five
RANK = 1 << _BITS * HAND  # strength(…) // RANK is the combination


@at_every_move
def pack(counts):
    """Ships counted by size, packed."""
    code, end = 0, 0
    for i in range(LARGEST):
        many = _BITS * int(counts[i])
        code += ((i + 1) * (_EACH_SHIP & ((1 << many) - 1))) << end
        end += many
    return code


@at_every_move
def smallest(packed):
    return packed & _MASK


@at_every_move
def all_but_smallest(packed):
    return packed >> _BITS


@kernel
def how_many(packed):
    """The number of ships packed."""
    n = 0
    while packed:
        packed = all_but_smallest(packed)
        n += 1
    return n


def pack_sizes(sizes: Iterable[int]) -> int:
    """Sizes, the smallest first, packed."""
    return sum(size << _BITS * place for place, size in enumerate(sizes))


def unpack(packed: int) -> list[int]:
    """The sizes packed, smallest first."""
    sizes = []
    while packed:
        sizes.append(packed & _MASK)
        packed >>= _BITS
    return sizes


def sizes_of(counts: Iterable[int]) -> list[int]:
    """The sizes counted, smallest first."""
    return [size for size, n in enumerate(counts, 1) for _ in range(int(n))]


def counts_of(sizes: Iterable[int]) -> np.ndarray:
    """Sizes counted, as the row that kernels take."""
    counts = np.zeros(LARGEST, np.int8)
    for size in sizes:
        counts[size - 1] += 1
    return counts


# A packed hand's *pattern* says which neighbours are alike (bit i: ships i and i + 1), and that decides all but the
# sizes: the combination, which ships compare in what order, and which sets of ships differ. So small tables, made from
# the rules, answer for every hand. A ship is named there by the bit it begins at; at NO_SHIP there is none.
PATTERNS, NO_SHIP = 1 << HAND - 1, _BITS * HAND


def _groups(pattern: int) -> list[list[int]]:
    """The ships that are alike, the smallest first."""
    groups = [[0]]
    for i in range(1, HAND):
        if pattern >> (i - 1) & 1:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def _made(groups: list[list[int]]) -> int:
    alike = sorted(map(len, groups), reverse=True)
    return ([2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1], [5], [1, 1, 1, 1, 1]).index(alike)


def _compared(groups: list[list[int]], kickers: bool) -> list[int]:
    """SPA-11: one ship of each group that compares, first the most alike, then the larger."""
    counting = [g for g in groups if kickers or len(g) > 1] or groups  # all different: all of them make the combination
    return [g[0] for g in sorted(counting, key=lambda g: (len(g), g[0]), reverse=True)]


def _choices(groups: list[list[int]]) -> list[tuple[int, ...]]:
    """SPA-04: every different set of up to three ships; of those alike, the first ones."""
    after = {b: a for group in groups for a, b in pairwise(group)}
    sets = (chosen for n in range(MOST_GIVEN + 1) for chosen in combinations(range(HAND), n))
    return [chosen for chosen in sets if all(after.get(i, i) in chosen for i in chosen)]


def _places(ships: Iterable[int], most: int) -> list[int]:
    """Where those ships begin, filled up with NO_SHIP."""
    return ([_BITS * i for i in ships] + most * [NO_SHIP])[:most]


_GROUPS = [_groups(pattern) for pattern in range(PATTERNS)]
_MADE = np.array([_made(groups) for groups in _GROUPS])
_COMPARED = np.array([[_places(_compared(groups, kickers), HAND) for groups in _GROUPS] for kickers in (False, True)])
_HOW_MANY = np.array([len(_choices(groups)) for groups in _GROUPS])
_MOST = max(_HOW_MANY)
_CHOICES = np.array(
    [[_places(chosen, MOST_GIVEN) for chosen in (*_choices(groups), *_MOST * [()])][:_MOST] for groups in _GROUPS]
)


@at_every_move
def _pattern(hand):
    differ = hand ^ (hand >> _BITS)
    alike = 0
    for i in range(HAND - 1):
        alike += (differ >> _BITS * i & _MASK == 0) << i
    return alike


@kernel
def strength(counts, kickers):
    """A number that is larger for the better hand and equal for hands that only a draw decides (SPA-11, `kickers`)."""
    hand = pack(counts)
    pattern = _pattern(hand)
    code = _MADE[pattern]
    for k in range(HAND):
        code = (code << _BITS) + (hand >> _COMPARED[int(kickers), pattern, k] & _MASK)
    return code


@kernel
def combination(counts):
    """The combination five ships make: always one of the seven."""
    return strength(counts, False) // RANK


@at_every_move
def choices(hand):
    """In how many ways up to three ships of a packed hand can be chosen."""
    return _HOW_MANY[_pattern(hand)]


@at_every_move
def choice(hand, k):
    """The k-th choice of `choices`, packed."""
    pattern = _pattern(hand)
    code = 0
    for i in range(MOST_GIVEN):
        code += (hand >> _CHOICES[pattern, k, i] & _MASK) << _BITS * i
    return code
