"""Tables of an earlier version of the rules are played on, where today's rules play it as it was."""

import asyncio
import json
import sqlite3

import pytest

from brelan import Record, game
from brelan.house.base.errors import OldRules
from brelan.house.base.rules_digest import options_of, rules_digests
from brelan.house.hall import keeping
from brelan.play.conduct import kept

from ..games.spacepoker.test_versions import RECORDS
from .conftest import open_hall, person, read, table_of

GAME = game("spacepoker")
SINCE = ("reach", "change", "rise")  # options of version 4


def put_back(folder, table, version, digest):
    """Makes a stored table what a house of that version stored."""
    with sqlite3.connect(folder / "house.db") as connection:
        (options,) = connection.execute("SELECT options FROM tables WHERE id = ?", [table]).fetchone()
        had = {name: value for name, value in json.loads(options).items() if name not in SINCE}
        connection.execute(
            "UPDATE tables SET version = ?, digest = ?, options = ? WHERE id = ?",
            [version, digest, json.dumps(had), table],
        )


async def play(table, moves):
    for _ in range(moves):
        await read(table)
        if table.status == "over":
            return
        if table.mover >= 0:
            legal = table.state.moves()
            move = legal[-1] if len(table.state.log) % 3 == 0 else legal[0]
            await table.play(table.seats[table.mover].guest, table.seq, [move], None)


@pytest.mark.parametrize("digest", ["", rules_digests(GAME)[3]])
def test_a_table_of_version_3_is_played_on_to_its_end_in_a_house_of_version_4(tmp_path, digest):
    async def begun():
        async with open_hall(tmp_path) as hall:
            table = await table_of(hall, person(), person("Léo"), name="spacepoker", hands=4, ante=2)
            await play(table, 12)
            return table.id, table.state.tobytes()

    async def played_on(name, before):
        async with open_hall(tmp_path) as hall:
            table = await hall.table(name)
            assert table.state.tobytes() == before and table.status == "playing"
            await play(table, 500)
            assert table.status == "over"
            return str(table.record(None))

    async def looked_at(name):
        async with open_hall(tmp_path) as hall:
            table = await hall.table(name)  # not 410: its record, its review and its end are there
            return str(table.record(None))

    name, before = asyncio.run(begun())
    put_back(tmp_path, name, 3, digest)
    record = asyncio.run(played_on(name, before))
    assert "reach=open change=no rise=0" in record and asyncio.run(looked_at(name)) == record
    Record.parse(record).verify()
    with sqlite3.connect(tmp_path / "house.db") as connection:
        assert connection.execute("SELECT version, digest FROM tables").fetchone() == (3, digest)


@pytest.mark.parametrize(("version", "digest"), [(2, ""), (3, "3 otherwise"), (4, rules_digests(GAME)[3])])
def test_a_table_of_rules_that_played_otherwise_is_not(tmp_path, version, digest):
    async def work():
        async with open_hall(tmp_path) as hall:
            name = (await table_of(hall, person(), person("Léo"), name="spacepoker")).id
        put_back(tmp_path, name, version, digest)
        async with open_hall(tmp_path) as hall:
            with pytest.raises(OldRules):
                await hall.table(name)

    asyncio.run(work())


def test_what_was_kept_of_version_3_is_what_it_did():
    """Its digest as the house of its time wrote it, beside every table."""
    assert list(rules_digests(GAME)) == [4, 3] and kept(GAME).version == GAME.version
    assert rules_digests(GAME)[3] == "3 8c101909ff3bf6c7598249f6376be3136b10686656e20b7f15347dc519e68d38"[:64]
    had = {"hands": 10, "ante": 1, "stack": 60}
    assert {**had, "reach": "open", "change": False, "rise": 0}.items() <= options_of(GAME, 3, had).items()
    assert options_of(GAME, 4, had) == had


def test_records_of_earlier_rules_are_imported_where_today_tells_the_same(tmp_path):
    """A record of version 1 lacks the referee's `next`: a table cannot be made of it."""
    told = []
    number = keeping.import_records(str(tmp_path), RECORDS, told.append)
    versions = [Record.parse(file.read_text()).version for file in RECORDS]
    assert number == sum(version > 1 for version in versions) and len(told) == versions.count(1)
