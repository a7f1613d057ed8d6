"""Houses for the tests: one in a process of its own for everybody, and a live hall in this process."""

import asyncio
import contextlib
import math
import time
from dataclasses import replace

import httpx
import pytest

from brelan import game
from brelan.house.base import clock
from brelan.house.base.config import Config
from brelan.house.base.seats import Seat
from brelan.house.hall.hall import Hall
from brelan.house.http.guests import identity, new_token
from brelan.house.services.bot_workers import FAILED, BotWorkers
from brelan.house.store.store import Store
from brelan.house.table import pacing
from brelan.house.testing import HouseProcess

from .postgres import running


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with HouseProcess(
        tmp_path_factory.mktemp("house"), "--bot-pause", "0", "--rate", "2000", "--workers", "1"
    ) as process:
        yield process
        assert process.failed_bots() == []


@pytest.fixture(autouse=True)
def bots_do_not_fail(request, caplog):
    """A bot that fails is hidden behind the novice at the table, never in a test, unless that is what it is about."""
    yield
    failed = [entry.getMessage() for entry in caplog.get_records("call") if entry.msg == FAILED]
    assert request.node.get_closest_marker("bots_may_fail") or not failed


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL for whoever needs one."""
    with running() as server:
        yield server


@pytest.fixture
def url(postgres):
    """A database nobody has used."""
    return postgres.new_database()


class Elsewhere:
    """Stands for a data folder whose database lies elsewhere."""

    def __init__(self, url):
        self.url = url

    def __truediv__(self, _):
        return self.url


class Guest(httpx.Client):
    """A program at the house's JSON interface."""

    def __init__(self, url):
        super().__init__(base_url=url + "/api/v1", timeout=30)
        self.headers["authorization"] = "Bearer " + self.post("/guests").json()["token"]

    def table(self, name):
        return self.get(f"/tables/{name}").json()

    def play(self, name, *moves, seq=None, key=None):
        seq = self.table(name)["seq"] if seq is None else seq
        return self.post(f"/tables/{name}/moves", json={"seq": seq, "moves": moves, "key": key})


@pytest.fixture
def guest(house):
    return lambda: Guest(house.url)


class Threaded(BotWorkers):
    """Bots think in a thread: to start a worker for every hall would be most of the work. The house in a process of its
    own has real ones.
    """

    async def _ask(self, function, *arguments):
        return await asyncio.to_thread(function, *arguments)


@contextlib.asynccontextmanager
async def open_hall(folder, **settings):
    store = Store(folder / "house.db")
    hall = Hall(store, Config(bot_pause=0, **settings), Threaded())
    await hall.club.open()
    try:
        yield hall
    finally:
        await hall.close()
        await asyncio.to_thread(store.close)


def person(name="Katy", salt=""):
    return Seat("guest", identity(new_token()), name, salt=salt)


async def table_of(hall, *seats, name="dodeka", **options):
    """A running table of these seats; the first guest is its host."""
    return await hall.open(game(name), seats[0].guest, list(seats), options)


@pytest.fixture
def clock_put_back():
    """For tests that set the house's clock: it goes by the machine's again."""
    yield
    clock._clock.set(time.time())


def long_ago(table, **seconds):
    """As if so many seconds more had passed: `long_ago(table, moved=40)`."""
    table.known = replace(table.known, **{name: getattr(table, name) - more for name, more in seconds.items()})


def silent(table):
    """As if nobody had asked for anything for long."""
    for signs in table.presence.signs.values():
        signs.asked = signs.polled = -math.inf


async def read(table):
    """Everybody has seen the result that lies on the table."""
    while table.at_result:
        await pacing.clear(table, table.answers_from)
