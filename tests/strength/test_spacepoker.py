"""How strong the master of SpacePoker is heads-up: against simple strategies meant to beat it, and against the other
levels. Fixed seeds; intervals are of the mean over deals that are played twice, with seats swapped.
"""

import pytest

import brelan

from .ladder import Row, mean_and_error, measured

GAME = brelan.game("spacepoker")
HANDS = 200_000


def margin(one, other, hands=HANDS, seed=7, **options):
    """The mean gain of the first in points a hand, and its standard error."""
    row = Row(one, other, hands, options={"ante": 1, "hands": 1, **options})
    return mean_and_error(measured("spacepoker", row, seed).points)


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
