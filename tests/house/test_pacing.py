"""Results lie on the table until they are read: in a house of its own process, and after it was killed."""

import asyncio
import contextlib
import json
import threading
import time

import pytest

from brelan.house.store.store import StoreError
from brelan.house.table import joining, pacing
from brelan.house.testing import HouseProcess

from .conftest import Guest, open_hall, person, table_of
from .test_http import events, new_table


def two(guest):
    """Two programs at a table of SpacePoker, and the table's name."""
    katy, leo = guest(), guest()
    name = new_table(katy, "spacepoker", options={"hands": 3})["id"]
    leo.post(f"/tables/{name}/sit", json={"seat": 1, "name": "Léo"})
    return katy, leo, name


def to_a_result(players, name):
    """Plays until a hand is settled: whoever can drops out. Answers the seq at which the result was laid."""
    for _ in range(12):
        state = players[0].table(name)
        mover = players[state["mover"]]
        moves = mover.table(name)["moves"]
        answer = mover.play(name, "drop" if "drop" in moves else moves[0], seq=state["seq"])
        assert answer.status_code == 200, answer.text
        if "drop" in moves:
            return answer.json()["seq"]
    raise AssertionError("nobody could drop out")


@contextlib.contextmanager
def looking(client, name, pace, after=0):
    """Somebody looks at the table, by a stream; what they are told is in the list."""
    told, ready = [], threading.Event()

    def listen():
        request = own.stream("GET", f"/tables/{name}/events", params={"after": after, "pace": pace})
        with contextlib.suppress(Exception), request as stream:  # it is cut off when the test is over
            for line in stream.iter_lines():
                if line.startswith("data: {"):
                    told.append((time.monotonic(), json.loads(line[6:])))
                    ready.set()

    own = Guest(str(client.base_url).removesuffix("/api/v1/"))
    own.headers["authorization"] = client.headers["authorization"]
    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    assert ready.wait(20)
    yield told
    own.close()


def wait_for(true, seconds=30.0):
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)
    return found


def when_cleared(told, laid):
    """When the move `next` after that seq was told, if it was."""
    return next((at for at, entry in told if entry["seq"] > laid and entry.get("move") == "next"), None)


def test_nobody_looks_and_the_game_goes_on_at_once(guest):
    katy, leo, name = two(guest)
    laid = to_a_result((katy, leo), name)
    told = events(katy, name, after=laid, until=lambda entry: entry.get("move") == "next")
    assert told[0] == {"seq": laid + 1, "kind": "move", "who": "chance", "move": "next", "mover": None}
    wait_for(lambda: not katy.table(name)["result"])


def test_a_result_is_held_by_the_slowest_wish_of_those_who_look(guest):
    katy, leo, name = two(guest)
    with looking(katy, name, "none"), looking(leo, name, "quick") as told:
        laid = to_a_result((katy, leo), name)
        began = wait_for(lambda: next((at for at, entry in told if entry["seq"] == laid), None))
        state = katy.table(name)
        assert state["result"] and state["mover"] is None and state["moves"] == []
        cleared = wait_for(lambda: when_cleared(told, laid))
        assert cleared - began > 0.8 * pacing.HOLDS["quick"]


def test_all_who_look_have_pressed_continue(guest):
    katy, leo, name = two(guest)
    with looking(katy, name, "slow"), looking(leo, name, "slow") as told:
        laid = to_a_result((katy, leo), name)
        assert katy.post(f"/tables/{name}/continue").json()["seq"] == laid
        assert katy.table(name)["result"], "one of two has read it"
        assert leo.post(f"/tables/{name}/continue").json()["seq"] > laid
        assert not katy.table(name)["result"]
        assert wait_for(lambda: when_cleared(told, laid))
        assert guest().post(f"/tables/{name}/continue").status_code == 403


def test_who_has_read_a_result_need_not_read_it_again(tmp_path):
    """Somebody hands over to a bot while it lies there: that is no new result."""

    async def work():
        async with open_hall(tmp_path) as hall:
            katy, leo, zoe = person(), person("Léo"), person("Zoé")
            table = await table_of(hall, katy, leo, zoe, parties=5, target=100)
            for one in (katy, leo, zoe):
                table.presence.watchers[Looker(one.guest)] = None
            while not table.at_result:
                guest = table.seats[table.mover].guest
                await table.play(guest, table.seq, ["stop" if "stop" in table.state.moves() else "throw 1 2 3"], None)
            laid, news = table.seq, table.news
            await pacing.carry_on(table, katy.guest)
            await joining.autopilot(table, zoe.guest, True)
            assert table.presence.read_by == {0} and table.news == news and table.at_result
            await pacing.carry_on(table, leo.guest)
            assert table.answers_from > laid and not table.presence.read_by

    asyncio.run(work())


class Looker:
    looks = True

    def __init__(self, guest):
        self.guest = guest

    def poke(self):
        pass

    beat = poke


def test_a_result_cannot_be_taken_back_nor_played_over(guest):
    katy, leo, name = two(guest)
    with looking(katy, name, "slow"):
        laid = to_a_result((katy, leo), name)
        for player in (katy, leo):
            assert player.post(f"/tables/{name}/back", json={"seq": laid}).status_code == 409
            assert player.play(name, "next", seq=laid).status_code == 409
        assert katy.table(name)["seq"] == laid


def test_a_reload_neither_shortens_nor_loses_a_result(guest):
    katy, leo, name = two(guest)
    with looking(katy, name, "slow"):
        laid = to_a_result((katy, leo), name)
    time.sleep(0.5)  # the page is being loaded anew
    with looking(katy, name, "slow", after=laid - 1):
        state = katy.table(name)
        assert state["result"] and state["seq"] == laid


def test_a_house_that_is_killed_at_a_result_goes_on(tmp_path):
    with HouseProcess(tmp_path, "--bot-pause", "0", "--workers", "1") as house:
        katy, leo, name = two(lambda: Guest(house.url))
        with looking(katy, name, "slow"):
            laid = to_a_result((katy, leo), name)
            assert katy.table(name)["result"]
            house.kill()
        house.start()
        wait_for(lambda: katy.table(name)["seq"] > laid)
        state = katy.table(name)
        assert not state["result"] and state["mover"] is not None


def test_a_result_that_could_not_be_stored_is_cleared_later(tmp_path, monkeypatch):
    """And one result may lead to another: the same watch goes on."""

    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players, name="spacepoker", hands=3)
            real, refused = hall.store.append, []

            async def append(name, entries, *statements):
                if not refused and any(entry.code == pacing.NEXT for entry in entries):
                    refused.append(name)
                    raise StoreError("The store is full.")
                return await real(name, entries, *statements)

            monkeypatch.setattr(hall.store, "append", append)
            while not table.at_result:
                moves = table.state.moves()
                move = "drop" if "drop" in moves else moves[0]
                await table.play(players[table.mover].guest, table.seq, [move], None)
            async with asyncio.timeout(20):
                while table.at_result:
                    await asyncio.sleep(0.05)
            assert refused

    asyncio.run(work())


@pytest.mark.parametrize("pace", ["", "hurry"])
def test_a_program_that_names_no_pace_holds_nothing_up(guest, pace):
    katy, leo, name = two(guest)
    with looking(katy, name, pace) as told:
        laid = to_a_result((katy, leo), name)
        wait_for(lambda: when_cleared(told, laid))
        entries = [entry for _, entry in told]
        assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
