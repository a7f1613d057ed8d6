"""Records read as plain Python say what NumPy says."""

import numpy as np
import pytest

import brelan
from brelan.engine.fields import arrays, plain


@pytest.mark.parametrize("name", brelan.games())
def test_every_field_of_every_game_is_read_as_numpy_reads_it(name):
    state = brelan.game(name).new(seed=7)
    for _ in range(12):
        state.apply(state.legal()[-1])
    struct = state.struct
    read, as_arrays = plain(struct), arrays(struct)
    for field in struct.dtype.names:
        assert getattr(read, field) == struct[field].tolist(), field
        assert np.array_equal(getattr(as_arrays, field), struct[field]), field
    read.players = 99  # a copy: the record does not change with it
    assert struct.players == state.players and plain(struct).players == state.players


def test_fields_of_any_shape_and_kind():
    kinds = [("deep", np.int16, (2, 3, 2)), ("pair", [("x", np.int8), ("y", np.int8)], 2), ("far", ">i4"), ("yes", "?")]
    record = np.zeros(1, np.dtype((np.record, kinds)))[0]
    record["deep"] = np.arange(12).reshape(2, 3, 2) - 6
    record["pair"][1] = (3, -4)
    record["far"], record["yes"] = 70_000, True
    read = plain(record)
    assert read.deep == record["deep"].tolist() and read.pair == [(0, 0), (3, -4)]
    assert read.far == 70_000 and read.yes is True
