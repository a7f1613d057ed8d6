"""The nine lines three dice can make, and what each brings (DOD-04)."""

from ....engine.kernel import kernel
from ....model.words import N_

# Best line first: `line` answers an index into LINES and POINTS. A pairtraiz adds no points: it wins the partie.
PAIRTRAIZ, BRELAN, TREIZE, SUITE, PAIRE, SUM_OVER_29, SUM_20_29, SUM_10_19, SUM_UNDER_10 = range(9)
LINES = (
    N_("pairtraiz"),
    N_("brelan"),
    N_("treize"),
    N_("suite"),
    N_("paire"),
    N_("sum over 29"),
    N_("sum 20 to 29"),
    N_("sum 10 to 19"),
    N_("sum under 10"),
)
POINTS = (0, 500, 250, 100, 40, 30, 20, 10, 0)
LINE_COUNT = len(LINES)


@kernel
def line(a, b, c):
    """The best line three dice make."""
    total = a + b + c
    low, high = min(a, b, c), max(a, b, c)
    if low == high:
        return BRELAN
    if a in (b, c) or b == c:
        return PAIRTRAIZ if total == 13 else PAIRE
    if total == 13:
        return TREIZE
    if high - low == 2:
        return SUITE
    if total > 29:
        return SUM_OVER_29
    if total >= 20:
        return SUM_20_29
    return SUM_10_19 if total >= 10 else SUM_UNDER_10
