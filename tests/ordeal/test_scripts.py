"""What the ordeal has found, once shrunk: scripts of events in a world without any other, which stay for ever."""

import asyncio

from . import faults
from .people import Guest
from .world import Settings, World, load


async def arrive(world, many):
    world.guests = [Guest(world, number) for number in range(many)]
    for guest in world.guests:
        guest.is_page = False
        await guest.arrive()
    return world.guests


async def a_game(host, other, game, **wanted):
    """A running table of two."""
    seats = [{"who": "me"}, {"who": "open"}]
    answer = await host.insist("POST", "/api/v1/tables", {"game": game, "seats": seats, **wanted})
    table = answer.json()["id"]
    await other.insist("POST", f"/api/v1/tables/{table}/sit", {"seat": 1, "name": other.name})
    return table


async def moves(table, many, *guests):
    for _ in range(many):
        for guest in guests:
            state = await guest.look(table)
            if state["mover"] == state["you"] is not None:
                body = {"seq": state["seq"], "moves": state["moves"][:1]}
                assert (await guest.insist("POST", f"/api/v1/tables/{table}/moves", body)).status == 200
                break


async def restart(world):
    world.processes[0].kill()
    await faults.reopen(world, world.processes[0])


def run(script, servers=1):
    """The script, in a world where nothing else happens; what the checkers have found."""
    load()
    world = World(7, Settings(servers=servers, seconds=0.0))
    world.drawn_share = 1.0
    checks = world.run(script).checks
    assert checks.done > 10, "nothing was compared"
    return checks.problems


def test_who_sits_down_where_it_is_to_move_and_a_killed_server():
    """Seed 2 of 904af72: live 60.0 s, read back 57.8; and moves told with the name of who sat there later."""

    async def script(world):
        host, other, third = await arrive(world, 3)
        table = await a_game(host, other, "4d", pace=60, options={"target": 300})
        await moves(table, 5, host, other)
        following = [world.spawn(guest._follow(table)) for guest in (host, third)]
        await host.insist("POST", f"/api/v1/tables/{table}/fill", {"seat": 1, "level": ""})
        await asyncio.sleep(2.2)
        await third.insist("POST", f"/api/v1/tables/{table}/sit", {"seat": 1, "name": "Zoé"})
        await moves(table, 2, host, third)
        await restart(world)
        await moves(table, 2, host, third)
        await asyncio.sleep(2)
        for stream in following:
            stream.cancel()

    assert run(script) == []


def test_two_servers_one_of_which_wakes_what_the_other_has_played():
    """Seed 1 of 904af72: a woken table took all it remembers for the last change."""

    async def script(world):
        host, other = await arrive(world, 2)
        host.at, other.at = world.processes
        table = await a_game(host, other, "dalapapa", options={"tiles": "two-tone"})
        following = [world.spawn(guest._follow(table)) for guest in (host, other)]
        await moves(table, 6, host, other)
        await restart(world)
        await asyncio.sleep(1)
        await moves(table, 6, host, other)
        await asyncio.sleep(2)
        for stream in following:
            stream.cancel()

    assert run(script, servers=2) == []
