"""Every bot of every game plays legal moves, given only what its seat may know."""

import random

import pytest

import brelan
from brelan.dev import testing


@pytest.mark.parametrize("name", brelan.games())
def test_every_bot_plays_legal_moves(name):
    testing.check_bots(brelan.game(name), random.Random(3))
