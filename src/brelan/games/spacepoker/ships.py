"""The ships: hands as counts by size, the seven combinations (SPA-10), and which of two hands is better (SPA-11).

Sizes are written 1 to 7 (the larger, the stronger). A hand is counted in a row of seven: `counts[size - 1]`.
"""

from ...kernel import kernel
from ...words import N_

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


@kernel
def combination(counts):
    """The combination five ships make: always one of the seven."""
    most, pairs = 0, 0
    for i in range(7):
        n = int(counts[i])
        most = max(most, n)
        if n == 2:
            pairs += 1
    if most == 1:
        return DIFFERENT
    if most == 2:
        return TWO_PAIRS if pairs == 2 else PAIR
    if most == 3:
        return FULL if pairs == 1 else THREE
    return FOUR if most == 4 else FIVE


@kernel
def strength(counts, kickers):
    """A number that is larger for the better hand and equal for hands that only a draw decides (SPA-11, `kickers`)."""
    made = combination(counts)
    code, digits = made, 0
    for alike in range(5, 0, -1):
        if alike == 1 and made != DIFFERENT and not kickers:
            break  # only the ships that make the combination compare
        for i in range(6, -1, -1):
            if int(counts[i]) == alike:
                code = code * 8 + i + 1
                digits += 1
    return code << 3 * (5 - digits)


@kernel
def pack(counts):
    """Up to five ships as one number, three bits each, the smallest lowest."""
    code, shift = 0, 0
    for i in range(7):
        for _ in range(int(counts[i])):
            code += (i + 1) << shift
            shift += 3
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
