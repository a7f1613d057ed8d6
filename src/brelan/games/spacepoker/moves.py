"""The notation of SpacePoker: `exchange 1 1 3` gives three ships, `stake 4` adds four points, `deal 3` is a ship coming
off the pile.

What others see of a secret move is written `deal ?` and `exchange 2 ships`.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any

from ...model.words import Say
from .rules.planets import MOST_POINTS
from .rules.ships import COMBINATIONS, HAND, LARGEST, MOST_GIVEN, combination, counts_of, pack_sizes, unpack
from .rules.state import DEAL, DRAW, DROP, EXCHANGE, EXCHANGED, SHOW, STAKE, decode, encode

SIZES = range(1, LARGEST + 1)


def stake_words(amount: int) -> str:
    """To add that many points."""
    return f"stake {amount}" if amount else "stay"


def exchange_words(sizes: Iterable[int]) -> str:
    """To give these ships."""
    return "exchange " + (" ".join(map(str, sizes)) or "none")


def _exchanged_words(many: int) -> str:
    return f"exchange {many} ship" + ("s" if many > 1 else "")


def _words_by_kind() -> dict[int, dict[int, str]]:
    """Of each kind of move: what it may say, and its words then."""
    hands = combinations_with_replacement(SIZES, HAND)
    given = [sizes for many in range(MOST_GIVEN + 1) for sizes in combinations_with_replacement(SIZES, many)]
    return {
        DROP: {0: "drop"},
        STAKE: {amount: stake_words(amount) for amount in range(MOST_POINTS + 1)},
        EXCHANGE: {pack_sizes(sizes): exchange_words(sizes) for sizes in given},
        EXCHANGED: {many: _exchanged_words(many) for many in range(1, MOST_GIVEN + 1)},
        DEAL: {0: "deal ?"} | {size: f"deal {size}" for size in SIZES},
        DRAW: {size: f"draw {size}" for size in SIZES},
        SHOW: {pack_sizes(sizes): "show " + " ".join(map(str, sizes)) for sizes in hands},
    }


_WORDS = _words_by_kind()
_MOVES = {words: (kind, what) for kind, each in _WORDS.items() for what, words in each.items()}


def words(code: int) -> str:
    """The move in words, or "" if it is no move of this game."""
    kind, what = decode(code)
    return _WORDS[kind].get(what, "")


def code(words: str) -> int | None:
    """The move's code, or None if these words are no move of this game. Ships may be named in any order."""
    verb, *rest = words.split(" ")
    if verb in ("exchange", "show") and all(len(word) == 1 and word in "1234567" for word in rest):
        words = " ".join([verb, *sorted(rest)])
    move = _MOVES.get(words)
    return int(encode(*move)) if move else None


def amounts_among(moves: Iterable[str]) -> list[int]:
    """The points that may be added, of legal moves in words."""
    return [what for kind, what in (_MOVES[words] for words in moves) if kind == STAKE]


def named(sizes: Iterable[int], say: Say) -> str:
    """The combination of five ships, for people."""
    return say(COMBINATIONS[combination(counts_of(sizes))])


_HEARD = {"échange": "exchange", "echange": "exchange", "échanger": "exchange", "echanger": "exchange"}
_HEARD |= {"rien": "none", "aucun": "none", "mise": "stake", "miser": "stake", "reste": "stay", "rester": "stay"}
_HEARD |= {"abandonne": "drop", "abandonner": "drop", "passe": "drop", "passer": "drop", "fold": "drop"}
_HEARD |= {"check": "stay", "bet": "stake", "montre": "show", "montrer": "show"}


def heard(words: str) -> str:
    """What a person typed, put into the notation: "échange 1 3", "mise 4", "passe" (who passes drops out)."""
    said = " ".join(_HEARD.get(word, word) for word in words.split(" "))
    return "exchange none" if said == "exchange" else said


def tell(s: Any, code: int, say: Say) -> str:
    """The move about to be played on `s`, for people."""
    kind, what = decode(code)
    if kind == DROP:
        return say("drops out")
    if kind == STAKE:
        return _tell_stake(s, what, say)
    if kind == EXCHANGE:
        ships = [str(size) for size in unpack(what)]
        return say("exchanges {ships}", ships=say.list(ships)) if ships else say("keeps all five ships")
    return say.count("exchanges one ship", "exchanges {n} ships", what)  # somebody else's: how many, not which


def _tell_stake(s: Any, amount: int, say: Say) -> str:
    total = int(s.stakes[int(s.turn)]) + amount
    if amount == 0:
        return say("stays put")
    if s.highest == 0:
        return say.count("stakes {n} point", "stakes {n} points", amount)
    if total == s.highest:
        return say.count("aligns with {n} point", "aligns with {n} points", amount)
    return say("raises to {total}", total=total)
