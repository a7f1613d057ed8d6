"""The ships: hands as counts by size, the seven combinations (SPA-10), and which of two hands is better (SPA-11).

Sizes are written 1 to 7 (the larger, the stronger). A hand is counted in a row of seven: `counts[size - 1]`.
"""

from collections.abc import Iterable
from itertools import combinations, pairwise

import numpy as np

from ....kernel import inner_kernel, kernel
from ....words import N_

SHIPS = 35
SIZES = (5, 7)  # by fleet: 5x7, 7x5
COPIES = (7, 5)

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
RANK = 8**5  # strength(…) // RANK is the combination


# A hand is packed three bits a ship, the smallest lowest. Its *pattern* says which neighbours are alike (bit i: ships i
# and i + 1), and that decides all but the sizes: the combination, which ships compare in what order, and which sets of
# ships differ. A ship is named by its place, the bit it begins at; at NO_SHIP there is none.
HAND, PATTERNS, NO_SHIP = 5, 16, 15


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
    """Every different set of up to three ships: of those alike, the first ones."""
    after = {b: a for group in groups for a, b in pairwise(group)}
    sets = (chosen for n in range(4) for chosen in combinations(range(HAND), n))
    return [chosen for chosen in sets if all(after.get(i, i) in chosen for i in chosen)]


def _places(ships: Iterable[int], room: int) -> list[int]:
    """Where those ships begin, filled up with NO_SHIP."""
    return ([3 * i for i in ships] + room * [NO_SHIP])[:room]


_GROUPS = [_groups(pattern) for pattern in range(PATTERNS)]
_MADE = np.array([_made(groups) for groups in _GROUPS])
_COMPARED = np.array([[_places(_compared(groups, kickers), HAND) for groups in _GROUPS] for kickers in (False, True)])
_HOW_MANY = np.array([len(_choices(groups)) for groups in _GROUPS])
_CHOICES = np.array([[_places(chosen, 3) for chosen in (*_choices(groups), *26 * [()])][:26] for groups in _GROUPS])


@inner_kernel
def pack(counts):
    """Up to five ships as one number, three bits each, the smallest lowest."""
    code, end = 0, 0
    for i in range(7):
        many = 3 * int(counts[i])
        code += ((i + 1) * (0o11111 & ((1 << many) - 1))) << end
        end += many
    return code


@inner_kernel
def _pattern(hand):
    differ = hand ^ (hand >> 3)
    alike = 0
    for i in range(HAND - 1):
        alike += (differ >> 3 * i & 7 == 0) << i
    return alike


@inner_kernel
def strength_packed(hand, kickers):
    """A number that is larger for the better hand and equal for hands that only a draw decides (SPA-11, `kickers`)."""
    pattern = _pattern(hand)
    code = _MADE[pattern]
    for k in range(HAND):
        code = code * 8 + (hand >> _COMPARED[int(kickers), pattern, k] & 7)
    return code


@kernel
def strength(counts, kickers):
    """The strength of five ships counted by size."""
    return strength_packed(pack(counts), kickers)


@kernel
def combination(counts):
    """The combination five ships make: always one of the seven."""
    return strength(counts, False) // RANK


@inner_kernel
def choices(hand):
    """In how many ways up to three ships of a packed hand can be chosen."""
    return _HOW_MANY[_pattern(hand)]


@inner_kernel
def choice(hand, k):
    """The k-th choice of `choices`, packed."""
    pattern = _pattern(hand)
    code = 0
    for i in range(3):
        code += (hand >> _CHOICES[pattern, k, i] & 7) << 3 * i
    return code


@kernel
def pack_three(a, b, c):
    """Up to three sizes in ascending order (0: none, and the zeros first) as `pack` writes them."""
    code = 0
    for size in (c, b, a):
        if size:
            code = code * 8 + size
    return code


def unpack(code: int) -> list[int]:
    """The sizes in a packed number, smallest first."""
    sizes = []
    while code:
        sizes.append(code & 7)
        code >>= 3
    return sizes
