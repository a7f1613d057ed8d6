"""What a placement would bring, before it is played: for the table, for sentences and for advice."""

from typing import Any, NamedTuple

import numpy as np

from .board import HALVES, OPEN, WORK, join
from .moves import parts
from .rules import OPENING


class Foreseen(NamedTuple):
    """Connections, tokens won (or −1 paid), the cells of each territory it closes."""

    connections: int
    tokens: int
    closes: tuple[int, ...]


def foresee(s: Any, code: int) -> Foreseen:
    """What the placement of that code would do on the board of `s`."""
    work = np.zeros(WORK, np.int64)
    met = int(join(s, *parts(code), work))
    closes = tuple(int(work[HALVES + group]) // 2 for group in range(7) if work[HALVES + group] and not work[OPEN + group])
    tokens = 0 if s.phase == OPENING else min(met - 2, int(s.reserve))
    return Foreseen(met, tokens, closes)
