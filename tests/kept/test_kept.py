"""What an earlier version kept: it opens with the house as it is, nothing of it is lost, and it is played on."""

import contextlib
import json
import sqlite3
import time
from pathlib import Path

import httpx
import pytest

import brelan
from brelan import Record
from brelan.house.testing import HouseProcess

from .people import PATIENCE, lucky, people_at, play_on, told

FOLDERS = sorted(file.parent for file in Path(__file__).parent.glob("*/house.sql"))
FLAGS = ["--bot-pause", "0", "--rate", "2000", "--workers", "1"]


def lost(kept, now, where=""):
    """What was told then and is not told now. What is told beside it is no loss: later houses tell more."""
    if isinstance(kept, dict) and isinstance(now, dict):
        return [
            each
            for key, value in kept.items()
            for each in (lost(value, now[key], f"{where}/{key}") if key in now else [f"{where}/{key} is gone"])
        ]
    if isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        return [each for n, pair in enumerate(zip(kept, now, strict=True)) for each in lost(*pair, f"{where}/{n}")]
    return [] if kept == now else [f"{where}: {kept!r} has become {now!r}"]


def comparable(kept, now):
    """A table then and now. Nobody has moved; but the house has noted who is away, put clocks on, and cleared a result
    away that nobody looks at: the moves before that are as they were.
    """
    before, after = kept["state"], now["state"]
    assert after["seq"] >= before["seq"]
    if before.get("result"):
        then, since = ([str(move) for move in Record.parse(one["record"]).moves] for one in (kept, now))
        assert since[: len(then)] == then, before["id"]
        return [{"talk": one["talk"], "seats": one["state"]["seats"]} for one in (kept, now)]
    return {**kept, "state": {**before, "seq": after["seq"]}}, now


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_it_opens_plays_on_and_has_lost_nothing(folder, tmp_path):
    kept = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    with contextlib.closing(sqlite3.connect(tmp_path / "house.db")) as database:
        database.executescript((folder / "house.sql").read_text(encoding="utf-8"))
    with HouseProcess(tmp_path, *FLAGS) as house:
        people = people_at(house.url, kept["tokens"])
        nothing_is_lost(people, kept)
        the_passport_is_good(house, kept)
        plays_on(people, kept)
    assert house.failed_bots() == []


def nothing_is_lost(people, kept):
    tables = list(kept["tables"].values())
    lying = kept["tables"]["a result"]
    play_on(people, lying, lucky(0), lambda state: not state["result"])  # the house clears it away by itself
    now = told(people, tables, kept["evening"])
    for name, then in kept["told"].items():
        for table in tables:
            before, after = comparable(then["tables"].pop(table), now[name]["tables"].pop(table))
            assert lost(before, after, f"{name}: {table}") == []
        assert lost(then, now[name], name) == []
    katy = people["Katy"]
    assert lost(kept["review"], katy.ask(f"/tables/{kept['tables']['over']}/review")) == []
    for what, table in kept["tables"].items():
        if what.startswith("over"):
            record = Record.parse(katy.ask(f"/tables/{table}/record"))
            state = katy.ask(f"/tables/{table}")
            assert list(record.replay().payoff) == state["payoff"] and "Fair" in str(record.verify())


def the_passport_is_good(house, kept):
    answer = httpx.post(f"{house.url}/passport/enter", json={"passport": kept["passport"]["secret"]})
    assert list(answer.cookies.values()) == [kept["tokens"][kept["passport"]["of"]]]


def plays_on(people, kept):
    """Every table to its end, by legal moves at random; then it is among everybody's games, and counts for the evening."""
    luck, tables = lucky(1), kept["tables"]
    katy, leo = people["Katy"], people["Léo"]
    free = katy.ask(f"/tables/{tables['a free seat']}")["seats"]
    leo.do(f"/tables/{tables['a free seat']}/sit", seat=[seat["kind"] for seat in free].index("open"))
    for guest in (katy, leo):
        guest.do(f"/tables/{tables['a rematch, waiting']}/ready")
    for what, table in tables.items():
        state = play_on(people, table, luck)
        assert state["status"] == "over" and len(state["payoff"]) == len(state["seats"]), what
        assert "Fair" in katy.ask(f"/tables/{table}/verify")["said"], what
    until = time.monotonic() + PATIENCE  # endings are written down after the last move, one by one
    while missing := set(tables.values()) - {row["table"] for row in katy.ask("/mine")}:
        assert time.monotonic() < until, missing
        time.sleep(0.02)
    assert {row["game"] for row in katy.ask("/mine")} == set(brelan.games())
    rows = katy.ask(f"/evenings/{kept['evening']}")["standings"]
    assert [row["games"] for row in rows] == [2, 2, 2] and sum(row["points"] for row in rows) == 180
    katy.press(f"/e/{kept['evening']}/round", after="2")
    assert len(katy.ask(f"/evenings/{kept['evening']}")["rounds"]) == 3
