"""What all tests share."""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

from brelan.house.testing import HouseProcess

from .commands import SELDOM, House

# A first call may compile, and these machines are busy. `make test` tries the same examples each time, so that it says
# something of the change it is run for; `make test-all` looks for new ones.
settings.register_profile("house", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("house")

HouseProcess.popen = House

# The files that take longest, longest first: begun last, one would go on alone while the other cores are idle.
LONG = (
    "browser/test_evening.py",
    "browser/test_people.py",
    "browser/test_films.py",
    "browser/test_offline.py",
    "browser/test_servers.py",
    "browser/test_play.py",
    "browser/test_pages.py",
    "house/test_killed_servers.py",
    "house/test_postgres.py",
    "kept/test_kept.py",
    "games/four_d/test_4d_solver.py",
    "house/test_upgrade.py",
    "attack/test_lost_answers.py",
    "school/test_review.py",
    "test_follow.py",
    "paper/test_kits.py",
    "house/test_pacing.py",
    "core/test_cache.py",
    "arena/test_cluster.py",
    "games/spacepoker/test_equilibrium.py",
    "attack/test_door.py",
    "attack/test_command_line.py",
    "test_advice.py",
    "test_cli.py",
    "games/four_d/test_4d_bots.py",
    "house/test_club.py",
    "games/dalapapa/test_bots.py",
    "games/pepetes/test_bots.py",
)


# What is loaded while tests are found stays: looking for garbage in it, again and again, is a good part of the work.
# So is looking for it as often as Python would.
gc.disable()


def pytest_collection_finish():
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()


@pytest.fixture
def many():
    """How many are tried: `many(few, all)`. Few are enough to fail in `make test`; `make test-all` tries all."""
    searching = settings.get_current_profile_name() == "search"
    return lambda few, all_of_them: all_of_them if searching else few


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items):
    for item in items:
        if "many" in item.fixturenames:
            item.add_marker("sampled")
    place = {Path(__file__).parent / name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.path, len(LONG)))
