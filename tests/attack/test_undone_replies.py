"""A take-back shows nothing that is then undone: in games with secrets the bots' replies stay."""

import asyncio

import pytest

import brelan
from brelan.house.base.errors import Refused
from brelan.house.base.seats import Seat
from brelan.house.table.takeback import moves_to_take_back

from ..house.conftest import open_hall, person, table_of


@pytest.mark.parametrize("name", brelan.games())
def test_alone_against_bots_nobody_undoes_a_reply_in_a_game_with_secrets(tmp_path, name):
    """Stake, see the raise, undo: a bot's reply is what it holds, told."""

    async def work():
        async with open_hall(tmp_path) as hall:
            hall.closing.set()  # no bot moves by itself: the test plays for them
            one = brelan.game(name)
            host = person()
            seats = [Seat("bot", level="novice")] * (one.best_seats - 1)
            replies = undoable = 0
            while replies <= 3:  # a game may be short
                table = await table_of(hall, host, *seats, name=name)
                for step in range(60):
                    if table.status == "over":
                        break
                    seat, codes = table.mover, table.state.legal()
                    await table.bot_move(seat, table.seq, codes[step % len(codes)]) if seat else await table.play(
                        host.guest, table.seq, [table.state.game.words(codes[step % len(codes)])], None
                    )
                    if table.whos[-1] > 0 and 0 in table.whos:
                        replies += 1
                        undoable += bool(moves_to_take_back(table, 0))
                        if not one.rules.OPEN:
                            with pytest.raises(Refused, match="no longer"):
                                await table.take_back(host.guest, table.seq, None)
            assert one.rules.OPEN or undoable == 0

    asyncio.run(work())


def test_in_an_open_game_replies_are_undone_as_ever(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            hall.closing.set()
            host = person()
            table = await table_of(hall, host, Seat("bot", level="novice"), name="4d")
            await table.play(host.guest, table.seq, [table.state.moves()[0]], None)
            await table.bot_move(1, table.seq, table.state.legal()[0])
            assert moves_to_take_back(table, 0) == 2

    asyncio.run(work())
