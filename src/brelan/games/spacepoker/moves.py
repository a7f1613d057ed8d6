"""The notation of SpacePoker: `exchange 1 1 3` gives three ships, `stake 4` adds four points, `deal 3` is a ship coming
off the pile.

What others see of a secret move is written `deal ?` and `exchange 2 ships`.
"""

from itertools import combinations_with_replacement
from typing import Any

from ...words import Say
from .rules.planets import MOST_POINTS
from .rules.ships import COMBINATIONS, RANK, pack, strength, unpack
from .rules.state import DEAL, DRAW, DROP, EXCHANGE, EXCHANGED, SHOW, STAKE


def _packed(sizes: tuple[int, ...]) -> int:
    return sum(size << 3 * place for place, size in enumerate(sizes))


def _all_words() -> dict[int, str]:
    table = {DROP: "drop", STAKE: "stay", EXCHANGE: "exchange none", DEAL: "deal ?"}
    table.update({STAKE + n: f"stake {n}" for n in range(1, MOST_POINTS + 1)})
    for many in (1, 2, 3):
        table[EXCHANGED + many] = f"exchange {many} ship" + ("s" if many > 1 else "")
        table.update(
            {
                EXCHANGE + _packed(sizes): "exchange " + " ".join(map(str, sizes))
                for sizes in combinations_with_replacement(range(1, 8), many)
            }
        )
    for size in range(1, 8):
        table[DEAL + size], table[DRAW + size] = f"deal {size}", f"draw {size}"
    table.update(
        {
            SHOW + _packed(sizes): "show " + " ".join(map(str, sizes))
            for sizes in combinations_with_replacement(range(1, 8), 5)
        }
    )
    return table


_WORDS = _all_words()
_CODES = {words: code for code, words in _WORDS.items()}


def words(code: int) -> str:
    """The move in words, or "" if it is no move of this game."""
    return _WORDS.get(code, "")


def code(words: str) -> int | None:
    """The move's code, or None if these words are no move of this game. Ships may be named in any order."""
    verb, *rest = words.split(" ")
    if verb in ("exchange", "show") and all(len(word) == 1 and word in "1234567" for word in rest):
        words = " ".join([verb, *sorted(rest)])
    return _CODES.get(words)


def named(sizes: list[int], kickers: bool, say: Say) -> str:
    """The combination of five ships, for people."""
    counts = [sizes.count(size) for size in range(1, 8)]
    return say(COMBINATIONS[strength(counts_row(counts), kickers) // RANK])


def counts_row(counts: list[int]) -> Any:
    """Counts by size as the row that kernels take."""
    import numpy as np

    return np.array(counts, np.int8)


def tell(s: Any, code: int, say: Say) -> str:
    """The move about to be played on `s`, for people."""
    whom = f"@{int(s.turn)}"  # for whom a card comes, who shows
    if code == DROP:
        return say("drops out")
    if code < EXCHANGE:
        return _tell_stake(s, code - STAKE, say)
    if code < EXCHANGED:
        sizes = unpack(code - EXCHANGE)
        return (
            say("exchanges {ships}", ships=say.list([str(size) for size in sizes]))
            if sizes
            else say("keeps all five ships")
        )
    if code < DEAL:
        return say.count("exchanges one ship", "exchanges {n} ships", code - EXCHANGED)
    if code < DRAW:
        return (
            say("{name} gets a ship of size {size}", name=whom, size=code - DEAL)
            if code > DEAL
            else say("{name} gets a ship", name=whom)
        )
    if code < SHOW:
        return say("{name} draws a ship of size {size} for the pot", name=whom, size=code - DRAW)
    sizes = unpack(code - SHOW)
    return say(
        "{name} shows {ships}: {combination}",
        name=whom,
        ships=" ".join(map(str, sizes)),
        combination=named(sizes, bool(s.kickers), say),
    )


def _tell_stake(s: Any, amount: int, say: Say) -> str:
    seat = int(s.turn)
    total = int(s.stakes[seat]) + amount
    if amount == 0:
        return say("stays put")
    if s.highest == 0:
        return say.count("stakes {n} point", "stakes {n} points", amount)
    if total == s.highest:
        return say.count("aligns with {n} point", "aligns with {n} points", amount)
    return say("raises to {total}", total=total)


__all__ = ["code", "named", "pack", "tell", "words"]
