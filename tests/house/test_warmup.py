"""While the rules are being compiled: nobody waits before an empty page, and what is wanted comes first."""

import asyncio
import contextlib

import httpx

import brelan
from brelan.house import hall as halls
from brelan.house import warmup
from brelan.house.app import make
from brelan.house.config import Config
from brelan.house.store import Store

from .conftest import open_hall


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


def test_a_game_that_is_not_ready_has_a_page_of_its_own_and_then_begins(tmp_path, monkeypatch):
    monkeypatch.setattr(halls, "PATIENCE", 0.05)

    async def work():
        async with visitor(make(Config(bot_pause=0), Store(tmp_path / "house.db"))) as (client, hall):
            hall.announce(("dodeka",))
            waiting = await client.post("/play/dodeka")
            assert (
                waiting.url.path == "/soon/dodeka"
                and 'http-equiv="refresh"' in waiting.text
                and "being laid" in waiting.text
            )
            assert "being laid" in (await client.get("/open/dodeka")).text
            assert hall.wanted == {"dodeka"}
            hall.loaded("dodeka")
            ready = (await client.get("/soon/dodeka")).text
            assert "soon.js" in ready and 'action="/play/dodeka"' in ready and "refresh" not in ready
            assert (await client.post("/play/dodeka")).url.path.startswith("/t/")
            assert (await client.get("/soon/chess")).status_code == 404

    asyncio.run(work())


def test_what_somebody_waits_for_is_compiled_first(tmp_path, monkeypatch, capsys):
    """With a compiler that only says what it is told to do."""
    script = tmp_path / "told.py"
    script.write_text(
        "import sys\nfor line in sys.stdin:\n"
        f"    open({str(tmp_path / 'told')!r}, 'a').write(line)\n"
        "    print('{\"seconds\": 0.0, \"problem\": \"' + ('no rules' if 'pepetes' in line else '') + '\"}', "
        "flush=True)\n"
    )
    begin = asyncio.create_subprocess_exec
    monkeypatch.setattr(
        warmup.asyncio, "create_subprocess_exec", lambda python, *_, **pipes: begin(python, str(script), **pipes)
    )
    monkeypatch.setattr(warmup, "exercise", lambda game: None)

    async def work():
        async with open_hall(tmp_path) as hall:
            hall.wanted.add("spacepoker")
            await warmup.warm_up(hall)
            assert await hall.is_ready("4d")
            assert hall.failed == {"pepetes": "no rules"}

    asyncio.run(work())
    told = (tmp_path / "told").read_text().split("\n")
    games = len(brelan.games())
    assert told[0] == "rules spacepoker" and told[1] == "rules 4d" and told[games] == "bots spacepoker"
    assert len(told) == 2 * games + 1
    assert "Pépètes: no rules" in capsys.readouterr().err
