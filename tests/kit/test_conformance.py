"""The conformance kit, run on every game that is found. `make test` runs this folder with bounds checks compiled in."""

import pytest

import brelan
from brelan.dev import testing


@pytest.mark.parametrize("name", brelan.games())
def test_the_game_conforms(name, many):
    testing.conform(brelan.game(name), seed=1, every=many(100, 40))
