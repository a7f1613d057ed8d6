"""On a fresh machine, with nothing compiled and no compiler: every game is laid at once, and its bots move."""

import subprocess

import pytest

import brelan
from brelan.house.testing import HouseProcess

from .player import Player


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """A house with an empty cache, and that cache."""
    folder = tmp_path_factory.mktemp("fresh")
    house = HouseProcess(folder / "data", "--bot-pause", "0", "--rate", "500", "--workers", "1", cache=folder / "cache")
    house.popen = subprocess.Popen  # with nothing loaded either
    with house:
        yield house, folder / "cache"


@pytest.mark.parametrize("name", brelan.games())
def test_a_newcomer_plays_at_once(fresh, visitor, name):
    house, cache = fresh
    page = visitor(url=house.url, lang="fr")
    page.click(f"form[action='/play/{name}'] button")
    page.wait_for_selector("#table[data-status=playing] .felt svg")
    warming = page.locator("text=s’échauffent").count()
    assert warming == (name in ("pepetes", "spacepoker"))  # of the others the regulars need nothing compiled
    Player(page, seed=2).until_a_bot_has_moved()
    assert not list(cache.rglob("*.nbi")), "something was compiled"
