"""How strong the master of SpacePoker is heads-up: against simple strategies meant to beat it, and against the other
levels. Fixed seeds; intervals are of the mean over deals that are played twice, with seats swapped.
"""

import numpy as np
import pytest

import brelan

GAME = brelan.game("spacepoker")
NAMES = GAME.bots.LEVELS + GAME.bots.SPARRING
HANDS = 200_000


def margin(one, other, hands=HANDS, seed=7, **options):
    """The mean gain of the first in points a hand, and its standard error."""
    values = GAME.complete_options({"ante": 1, "hands": 1, **options})
    levels = np.array([NAMES.index(one), NAMES.index(other)])
    payoffs, lengths = np.zeros((hands, 2), np.int64), np.zeros(hands, np.int64)
    out, weights = np.zeros(400, np.int64), np.zeros(400, np.int64)
    tables = GAME.bots.tables((one, other), 2, values)
    GAME.drivers.play_games(
        GAME.laid(2, values), 0, hands, seed, levels, True, 10_000, out, weights, tables, payoffs, lengths
    )
    assert (lengths >= 0).all() and (payoffs.sum(axis=1) == 0).all()
    gains = (payoffs[0::2, 0] + payoffs[1::2, 1]) / 2
    return gains.mean(), gains.std() / len(gains) ** 0.5


def test_there_are_a_dozen_sparring_partners_and_the_two_who_beat_it_before():
    assert len(GAME.bots.SPARRING) >= 14 and {"creeper", "prober"} <= set(GAME.bots.SPARRING)


@pytest.mark.slow
@pytest.mark.parametrize("other", GAME.bots.SPARRING)
@pytest.mark.parametrize("closing", ["lap", "called"])
def test_no_sparring_partner_gains_on_the_master(closing, other):
    gain, error = margin("master", other, closing=closing)
    assert gain > -2 * error


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"kickers": True}, {"fleet": "7x5"}, {"ante": 3}, {"ante": 0}])
@pytest.mark.parametrize("other", ["creeper", "prober", "bluffer", "tight", "expert"])
def test_nor_at_other_tables(other, options):
    gain, error = margin("master", other, HANDS // 4, **options)
    assert gain > -2 * error


@pytest.mark.slow
@pytest.mark.parametrize("closing", ["lap", "called"])
def test_the_master_beats_every_other_level(closing):
    for level in ("novice", "regular", "expert"):
        gain, error = margin("master", level, closing=closing)
        assert gain > 4 * error


@pytest.mark.slow
@pytest.mark.parametrize("closing", ["lap", "called"])
@pytest.mark.parametrize(("better", "worse"), [("regular", "novice"), ("expert", "regular")])
def test_the_ladder_below_it(better, worse, closing):
    gain, error = margin(better, worse, HANDS // 4, closing=closing)
    assert gain > 2.6 * error
