"""Where throws, deals and draws come from, and how anyone can check them.

A game has one 256-bit *seed*. Its SHA-256, the *commitment*, is published before the first move. Players may then add
*salts* (any text), so that not even whoever drew the seed can have chosen the dice. The game's key is

    key = SHA-256( "brelan key" ‖ seed ‖ for each seat in order: its salt's length in UTF-8 as 4 bytes, then its bytes )

where a seat without a salt counts as an empty one, and where nobody salted nothing follows the seed,

and the chance move that is number `index` of the game's list of moves (counted from 0, every move counts) is

    x = HMAC-SHA-256( key, index as 8 bytes ‖ attempt as 4 bytes ), read as a whole number      (all numbers big-endian)

with attempt 0, 1, 2, … until x < 2²⁵⁶ − (2²⁵⁶ mod total), where `total` is the sum of the integer weights of the
possible outcomes; the outcome is the one into which x mod total falls, in the order the rules list them. No outcome is
favoured by even one part in 2²⁵⁶.

Where nobody chooses who sits where, that is drawn too, before the first move. Players then wait on *chairs*, and
"seat" above and below means a chair. The seats are filled in order: number `seat` is drawn by the same construction,
with `seat` as the index and the key SHA-256( "brelan seats" ‖ key ), among the chairs still waiting, in their order.

Whoever knows the seed and adds a salt last could try salts until the dice please them. So at a house's table salts are
*promised* before any is shown: each browser first sends the hash

    SHA-256( "brelan salt" ‖ the table's name ‖ seat as 4 bytes ‖ the salt )

(name and salt in UTF-8, each after its length in bytes as 4 bytes)

and the salt itself once all hashes are in. The record names the table and the salts by seat, so that everybody can
compute the hashes again. `docs/house.md` says what this proves and what it does not.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from ..model.errors import BrelanError
from ..model.words import N_

SALT_LIMIT = 200  # characters
SALT_LEAST = 22  # characters that can hold 16 random bytes


@dataclass(frozen=True)
class Source:
    """Where a game's chance comes from: the commitment, and the seed where it is known.

    `number` is the small integer the seed was expanded from, if it was.

    Examples:
        >>> source = Source.reproducible(7)
        >>> source.number, len(source.seed), source == Source.reproducible(7)
        (7, 32, True)
        >>> Source.revealed(source.seed).commitment == source.commitment
        True
        >>> Source.secret() == Source.secret(), source.by_seat
        (False, True)
    """

    commitment: str
    seed: bytes | None = None
    number: int | None = None
    by_seat: bool = True  # False in games kept in a record of format 1, whose salts are nobody's in particular

    @classmethod
    def secret(cls) -> "Source":
        """A fresh seed from the system's secure source."""
        return cls.revealed(secrets.token_bytes(32))

    @classmethod
    def revealed(cls, seed: bytes) -> "Source":
        """A seed with its commitment."""
        return cls(hashlib.sha256(seed).hexdigest(), seed)

    @classmethod
    def reproducible(cls, number: int) -> "Source":
        """The seed a small integer stands for: anybody can make it again, so it is not secret."""
        seed = hashlib.sha256(b"brelan seed %d" % number).digest()
        return cls(hashlib.sha256(seed).hexdigest(), seed, number)


def game_key(seed: bytes, salts: Sequence[str] = ()) -> bytes:
    """The key all chance moves of a game are derived from."""
    digest = hashlib.sha256(b"brelan key" + seed)
    for salt in salts:
        if len(salt) > SALT_LIMIT or not salt.isprintable():
            raise BrelanError(N_("A salt is printable text of at most {most} characters."), most=SALT_LIMIT)
        data = salt.encode()
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()


def drawn_seats(key: bytes, players: int) -> tuple[int, ...]:
    """Who sits where, drawn: for each seat in order, the chair its player waited on."""
    waiting, own = list(range(players)), hashlib.sha256(b"brelan seats" + key).digest()
    return tuple(waiting.pop(draw(own, seat, [1] * len(waiting))) for seat in range(players))


def salt_hash(table: str, seat: int, salt: str) -> str:
    """What a seat sends before it shows its salt."""
    name, data = table.encode(), salt.encode()
    framed = [len(name).to_bytes(4, "big"), name, seat.to_bytes(4, "big"), len(data).to_bytes(4, "big"), data]
    return hashlib.sha256(b"brelan salt" + b"".join(framed)).hexdigest()


def draw(key: bytes, index: int, weights: Sequence[int]) -> int:
    """Which outcome the chance move number `index` has, given the integer weights of the outcomes."""
    total = sum(weights)
    limit = 2**256 - 2**256 % total
    attempt = 0
    while True:
        block = hmac.digest(key, index.to_bytes(8, "big") + attempt.to_bytes(4, "big"), "sha256")
        x = int.from_bytes(block, "big")
        if x < limit:
            break
        attempt += 1
    at = x % total
    for outcome, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return outcome
    raise AssertionError("weights sum to their total")
