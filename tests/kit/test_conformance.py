"""The conformance kit, run on every game that is found. `make test` runs this folder with bounds checks compiled in."""

import pytest

import brelan
from brelan import testing


@pytest.mark.parametrize("name", brelan.games())
def test_the_game_conforms(name):
    testing.conform(brelan.game(name), seed=1)
