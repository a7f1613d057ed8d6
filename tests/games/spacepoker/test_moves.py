"""The notation and the codes: one place puts them together, one takes them apart."""

import pytest

from brelan.games.spacepoker.moves import amounts_among, code, words
from brelan.games.spacepoker.rules.ships import pack_sizes
from brelan.games.spacepoker.rules.state import (
    DEAL,
    DRAW,
    DROP,
    EXCHANGE,
    EXCHANGED,
    KINDS,
    SHOW,
    STAKE,
    decode,
    encode,
)


@pytest.mark.parametrize(
    ("text", "kind", "what"),
    [
        ("drop", DROP, 0),
        ("stay", STAKE, 0),
        ("stake 300", STAKE, 300),
        ("exchange none", EXCHANGE, 0),
        ("exchange 1 1 3", EXCHANGE, pack_sizes([1, 1, 3])),
        ("exchange 7 7 7", EXCHANGE, pack_sizes([7, 7, 7])),
        ("exchange 2 ships", EXCHANGED, 2),
        ("deal ?", DEAL, 0),
        ("deal 7", DEAL, 7),
        ("draw 1", DRAW, 1),
        ("show 7 7 7 7 7", SHOW, pack_sizes([7] * 5)),
    ],
)
def test_words_and_codes_agree(text, kind, what):
    assert code(text) == encode(kind, what) and words(encode(kind, what)) == text
    assert decode(encode(kind, what)) == (kind, what)


def test_what_is_no_move_has_neither_words_nor_code():
    assert not any(words(number) for number in (-3, 1, 99, 401, 999, 1001 + 0o777, 2000, 3008, 4000, 10000, 10**6))
    assert not any(map(code, ("", "stake", "stake 0", "stake 301", "exchange 8", "deal 8", "show 1 2")))
    assert len(KINDS) == len(set(KINDS))


def test_ships_may_be_named_in_any_order_and_amounts_are_read_from_words():
    assert code("exchange 3 1 1") == code("exchange 1 1 3")
    assert amounts_among(["stay", "stake 2", "stake 5", "drop"]) == [0, 2, 5]
