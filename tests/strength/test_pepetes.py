"""How strong the master of Pépètes is: alone against tables of masters, simple strategies meant to beat it win no more
than their share; the other levels lose to it. Fixed seeds; as many games in a row as there are seats share their dice,
the seats moving round, and intervals are of the mean over such groups.
"""

import pytest

import brelan

from .ladder import Row, mean_and_error, measured

GAME = brelan.game("pepetes")
SPARRING = GAME.bots.SPARRING
GAMES = 20_000
ALLOWED = 0.015  # above an even share


def share(one, others, players, games=GAMES, seed=7, **options):
    """How often the first comes first at a table of the others (a shared first place counts in part), and the standard
    error.
    """
    row = Row(one, others, games - games % players, players, options)
    return mean_and_error(measured("pepetes", row, seed).wins)


def test_there_are_a_dozen_sparring_partners_and_those_who_beat_it_before():
    assert len(SPARRING) >= 15
    assert {"all but one above 50", "all but one above 40", "three times the growth"} <= set(SPARRING)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("one", SPARRING)
def test_no_sparring_partner_takes_more_than_its_share_from_masters(one, players):
    won, error = share(one, "master", players)
    assert won - 2 * error < 1 / players + ALLOWED


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_master_takes_more_than_its_share_from_every_other_level(players):
    for level in ("novice", "regular", "expert"):
        won, error = share("master", level, players, GAMES // 4)
        assert won - 4 * error > 1 / players


@pytest.mark.slow
def test_with_two_the_expert_has_the_worse_of_it():
    won, error = share("expert", "master", 2, 2000)
    assert won + 2 * error < 0.5
