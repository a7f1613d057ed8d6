"""The bank: it does not run out (PEP-02), and pays or takes the bonus and the malus (PEP-21)."""

from ....engine.kernel import kernel
from .state import PRIMES

# By `prime`: bonus from – to, malus from – to, pépètes. The custom numbers are the table's own.
_RANGES = ((0, 0, 0, 0, 0), (22, 24, 34, 36, 7), (30, 32, 48, 50, 7), (0, 0, 0, 0, 10))
_CUSTOM = PRIMES.index("custom")


@kernel
def from_bank(s, seat, amount):
    """The bank pays the seat, or takes (a negative amount)."""
    s.money[seat] += amount
    s.bank -= amount


@kernel
def prime_ranges(prime, bonus, malus):
    """PEP-21 under these options (`prime` an index into PRIMES): bonus from – to, malus from – to, pépètes."""
    low, high, bad_low, bad_high, prize = _RANGES[prime]
    if prime == _CUSTOM:
        return bonus, bonus, malus, malus, prize
    return low, high, bad_low, bad_high, prize


@kernel
def prime_for(money, ranges):
    """What the bank pays a player with so much money at the end of a duel; negative: what it takes, as far as the money
    goes.
    """
    low, high, bad_low, bad_high, prize = ranges
    if low <= money <= high:
        return prize
    return -min(prize, money) if bad_low <= money <= bad_high else 0
