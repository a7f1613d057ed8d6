"""A request of several moves tells nothing of the chance its moves would have brought."""

import asyncio
from dataclasses import replace

import pytest

import brelan
from brelan.model.errors import BrelanError

from ..house.conftest import open_hall, person, read, table_of

FIXED = "Only the last move of a request may lead to a throw, a draw or a result."


async def answer(table, guest, *moves):
    try:
        await table.play(guest, table.seq, list(moves), None)
    except BrelanError as error:
        return getattr(error, "status", 422), str(error)
    return 200, ""


@pytest.mark.parametrize("name", brelan.games())
def test_nothing_after_chance_is_judged_in_the_same_request(tmp_path, name):
    """`["replay", "zzz"]` named the domino one would draw, `["drop", "zzz"]` the next hand."""

    async def work():
        async with open_hall(tmp_path) as hall:
            one = brelan.game(name)
            players = [person(f"p{n}") for n in range(one.best_seats)]
            table = await table_of(hall, *players, name=name)
            tried = 0
            for step in range(40):
                if table.status == "over":
                    break
                guest, moves = players[table.mover].guest, table.state.moves()
                for move in moves[:: max(1, len(moves) // 3)]:
                    twin = table.state.copy()
                    twin.play(move)
                    if twin.mover != brelan.CHANCE:
                        continue
                    tried += 1
                    before = table.seq, table.state.copy()
                    for second in ("zzz", moves[0], moves[-1], "time", "next"):
                        assert await answer(table, guest, move, second) == (422, FIXED)
                    assert await answer(table, guest, move, "zzz", "zzz") == (422, FIXED)
                    assert (table.seq, table.state) == before
                await table.play(guest, table.seq, [moves[(5 * step) % len(moves)]], None)
                await read(table)
            assert tried > 3 or name == "4d"  # where there is no chance after the start

    asyncio.run(work())


def test_the_bets_of_pepetes_are_still_one_request(tmp_path):
    """Card and stake on both rounds: only the last of the four leads to chance."""

    async def work():
        async with open_hall(tmp_path) as hall:
            players = [person(f"p{n}") for n in range(4)]
            table = await table_of(hall, *players, name="pepetes")
            for _ in range(200):
                guest = players[table.mover].guest
                twin, together = table.state.copy(), []
                while twin.mover == table.mover and len(together) < 4:
                    together.append(twin.moves()[-1])
                    twin.play(together[-1])
                if len(together) == 4:
                    assert {word.split()[0] for word in together} == {"card", "stake"}
                    assert await answer(table, guest, *together) == (200, "")
                    return
                assert await answer(table, guest, together[0]) == (200, "")
                await read(table)
            raise AssertionError("nobody was to bet")

    asyncio.run(work())


@pytest.mark.parametrize("name", [name for name in brelan.games() if not brelan.game(name).rules.OPEN])
def test_no_two_moves_sound_out_a_secret(tmp_path, name):
    """Whether a second move is allowed depends on nothing the seat could not know: where it would, both are refused."""

    async def work():
        async with open_hall(tmp_path) as hall:
            one = brelan.game(name)
            players = [person(f"p{n}") for n in range(one.best_seats)]
            table = await table_of(hall, *players, name=name)
            for step in range(30):
                if table.status == "over":
                    break
                seat, real, moves = table.mover, table.state, table.state.moves()
                move = moves[(7 * step) % len(moves)]
                told = set()
                for world in [real, *(real.view_state(seat).redealt(guess) for guess in range(20, 24))]:
                    world = world.copy()
                    world.names, world._log = real.names, real._log[:]
                    world.source, world._key = real.source, real._key
                    known, table.known = table.known, replace(table.known, state=world)
                    told.add(await answer(table, players[seat].guest, move, "zzz"))
                    table.known = known
                assert len(told) == 1, (move, told)
                await table.play(players[seat].guest, table.seq, [move], None)
                await read(table)

    asyncio.run(work())
