"""While games are being compiled they are played already; what is played is compiled first, and a killed compiler is
started again.
"""

import asyncio
import contextlib

import httpx
import pytest

import brelan
from brelan.house.app import make
from brelan.house.base.config import Config
from brelan.house.base.errors import NotReady
from brelan.house.base.seats import Seat
from brelan.house.http.render import fragment
from brelan.house.services import warmup
from brelan.house.services.bot_workers import BotWorkers
from brelan.house.store.store import Store
from brelan.house.table.tables import Viewer
from brelan.play import readiness

from .conftest import open_hall, person, table_of


@contextlib.asynccontextmanager
async def visitor(house):
    """A browser at a house in this process, and the house's hall."""
    inner = house
    while not hasattr(inner, "state"):
        inner = inner.app
    async with inner.router.lifespan_context(inner):
        transport = httpx.ASGITransport(house, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(
            transport=transport,
            base_url="http://localhost",
            headers={"origin": "http://localhost"},
            follow_redirects=True,
        ) as client:
            yield client, inner.state.hall


@pytest.fixture
def cold(monkeypatch):
    """Nothing is compiled, as far as the house can see."""
    monkeypatch.setattr(readiness, "is_ready", lambda package, part: False)
    for name in brelan.games():
        game = brelan.game(name)
        monkeypatch.setattr(game, "_ready", set())
        monkeypatch.setattr(game, "_loaded", set())
        monkeypatch.setattr(game, "_next_look", {})


def test_a_game_begins_at_once_and_says_that_its_bots_are_warming_up(cold, tmp_path):
    async def work():
        async with visitor(make(Config(bot_pause=0), Store(tmp_path / "house.db"))) as (client, hall):
            laid = await client.post("/play/pepetes")
            assert laid.url.path.startswith("/t/") and hall.wanted == {"pepetes"}
            bot = Seat("bot", level="regular", name="Ada")
            for name, warms in (("pepetes", True), ("dodeka", False)):  # a regular of Dodéka needs no warming up
                table = await table_of(hall, person(), bot, name=name)
                assert ("s’échauffent" in fragment(table, Viewer(0, "fr", False))) == warms
            view = brelan.game("dodeka").new(seed=1).view_state(0)
            with pytest.raises(NotReady, match="warming up"):
                await BotWorkers(1).advise(view, "en")

    asyncio.run(work())


def test_until_it_is_warm_a_bot_is_played_by_one_that_can_do_without(cold):
    for name in brelan.games():
        game = brelan.game(name)
        stand_in = game.stand_in(game.bots.LEVELS[-1])
        assert stand_in in {*game.bots.UNAIDED, *game.bots.AT_ONCE}
        assert game.stand_in(game.bots.LEVELS[0]) == game.bots.LEVELS[0]
    assert brelan.game("dodeka").stand_in("master") == "expert"
    assert brelan.game("spacepoker").stand_in("expert") == "novice"


COMPILER = """
import os, pathlib, signal, sys, time
here, name = pathlib.Path({folder!r}), sys.argv[-1]
with (here / "told").open("a") as told:
    told.write(name + "\\n")
if name == "pepetes" and (here / "told").read_text().split().count(name) == 1:
    os.kill(os.getpid(), signal.SIGKILL)
if name == "4d":
    sys.exit("no rules")
(here / name).touch()
"""


def test_what_is_played_is_compiled_first_and_a_killed_compiler_is_started_again(tmp_path, monkeypatch, caplog):
    """With a compiler that only says what it is told to do, is killed once for one game, and never manages another."""
    script = tmp_path / "compiler.py"
    script.write_text(COMPILER.format(folder=str(tmp_path)))
    begin = asyncio.create_subprocess_exec
    monkeypatch.setattr(
        warmup.asyncio,
        "create_subprocess_exec",
        lambda python, *words, **pipes: begin(python, str(script), *words, **pipes),
    )
    monkeypatch.setattr(warmup, "PAUSE", 0.01)
    monkeypatch.setattr(warmup, "HEAD_START", 0.0)
    monkeypatch.setattr(warmup, "_idle_cores", lambda own: 1)
    monkeypatch.setattr(brelan.play.catalogue.Game, "is_ready", lambda game, part: (tmp_path / game.name).exists())
    monkeypatch.setattr(brelan.play.catalogue.Game, "is_loaded", lambda game, part: False)

    async def work():
        async with open_hall(tmp_path) as hall:
            hall.wanted.add("spacepoker")
            await warmup.warm_up(hall.wanted)

    asyncio.run(work())
    told = (tmp_path / "told").read_text().split()
    assert told[0] == "spacepoker" and told[1] == "4d"
    assert told.count("pepetes") == 2 and told.count("dodeka") == 1
    assert told.count("4d") == warmup.TRIES
    assert "no rules" in caplog.text and "4d could not be compiled" in caplog.text


def test_a_house_that_can_keep_nothing_compiles_nothing(tmp_path, monkeypatch, caplog):
    """Its games are played by plain functions, and no machine works for minutes in vain."""
    started = []
    monkeypatch.setattr(warmup.asyncio, "create_subprocess_exec", lambda *words, **pipes: started.append(words))
    monkeypatch.setattr(warmup, "HEAD_START", 0.0)
    monkeypatch.setattr(warmup, "can_keep", lambda: False)
    monkeypatch.setattr(brelan.play.catalogue.Game, "is_ready", lambda game, part: False)

    async def work():
        async with open_hall(tmp_path) as hall:
            await warmup.warm_up(hall.wanted)

    asyncio.run(work())
    assert not started and caplog.text.count(readiness.NOT_KEPT) == 1


def test_a_compiler_that_cannot_be_started_ends_no_warming_up(tmp_path, monkeypatch, caplog):
    async def refuse(*_words, **_pipes):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(warmup.asyncio, "create_subprocess_exec", refuse)
    monkeypatch.setattr(warmup, "PAUSE", 0.01)
    monkeypatch.setattr(warmup, "HEAD_START", 0.0)
    monkeypatch.setattr(brelan.play.catalogue.Game, "is_ready", lambda game, part: False)

    async def work():
        async with open_hall(tmp_path) as hall:
            await warmup.warm_up(hall.wanted)

    asyncio.run(work())
    for name in brelan.games():
        assert f"{name} could not be compiled" in caplog.text
    assert caplog.text.count("could not be started") == warmup.TRIES * len(brelan.games())
    assert "never retrieved" not in caplog.text


def test_as_many_compilers_run_as_there_are_idle_cores(monkeypatch):
    monkeypatch.setattr(warmup.os, "cpu_count", lambda: 4)
    for load, own, room in ((0.2, 0, 4), (2.1, 0, 2), (4.0, 2, 2), (9.0, 1, 1)):
        monkeypatch.setattr(warmup.os, "getloadavg", lambda load=load: (load, 0.0, 0.0))
        assert warmup._idle_cores(own) == room
