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
from brelan.house.base.rules_digest import rules_digests
from brelan.house.testing import HouseProcess
from brelan.school import problems as school

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
    # how strong somebody is thought to be begins with the bots' ladder, which is measured anew
    judged = where.endswith(("/rating", "/margin")) and isinstance(now, type(kept))
    return [] if kept == now or judged else [f"{where}: {kept!r} has become {now!r}"]


def comparable(kept, now):
    """A table then and now. Nobody has moved; but the house has noted who is away, put clocks on, and cleared a result
    away that nobody looks at: the moves before that are as they were.
    """
    before, after = kept["state"], now["state"]
    if "error" in after:
        return kept, now
    assert after["seq"] >= before["seq"]
    if before.get("result"):
        then, since = ([str(move) for move in Record.parse(one["record"]).moves] for one in (kept, now))
        assert since[: len(then)] == then, before["id"]
        return [{"talk": one["talk"], "seats": one["state"]["seats"]} for one in (kept, now)]
    if (
        kept["record"] != now["record"]
    ):  # under rules that play an earlier version on: the same moves, their own heading
        then, since = (Record.parse(one["record"]) for one in (kept, now))
        assert since.version > then.version and list(since.moves) == list(then.moves) and since.salts == then.salts
        now = {**now, "record": kept["record"]}
    return {**kept, "state": {**before, "seq": after["seq"]}}, now


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_it_opens_plays_on_and_has_lost_nothing(folder, tmp_path):
    kept = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    same = {game for game, version in kept["rules"].items() if version in rules_digests(brelan.game(game))}
    states = {table: seen["state"] for table, seen in kept["told"]["Katy"]["tables"].items()}
    known = {table for table, state in states.items() if state["game"] in same}
    with contextlib.closing(sqlite3.connect(tmp_path / "house.db")) as database:
        database.executescript((folder / "house.sql").read_text(encoding="utf-8"))
    with HouseProcess(tmp_path, *FLAGS) as house:
        people = people_at(house.url, kept["tokens"])
        nothing_is_lost(people, kept, known)
        the_passport_is_good(house, kept)
        plays_on(people, kept, known)
    assert house.failed_bots() == []


def under_older_rules(kept, now):
    """A table of a game whose rules have changed: what is over can be read, nothing else can be played on."""
    if kept["state"]["status"] == "over":
        return {"record": kept["record"], "state": {"payoff": kept["state"]["payoff"]}}, now
    return {"state": {"error": "old-rules"}}, now


def nothing_is_lost(people, kept, known):
    tables, lying = list(kept["tables"].values()), kept["tables"]["a result"]
    if lying in known:
        play_on(people, lying, lucky(0), lambda state: not state["result"])  # the house clears it away by itself
    now = told(people, tables, kept["evening"])
    for name, then in kept["told"].items():
        for table in tables:
            before, after = then["tables"][table], now[name]["tables"].pop(table)
            before, after = (comparable if table in known else under_older_rules)(before, after)
            assert lost(before, after, f"{name}: {table}") == []
        del then["tables"]
        for game, solved in then[
            "problems"
        ].items():  # one that was wrong is gone; what was solved of the others is not
            there = school.collection(brelan.game(game))
            then["problems"][game] = [one for one in solved if one["id"] in there]
        assert lost(then, now[name], name) == []
    katy = people["Katy"]
    if kept["tables"]["over"] in known:
        assert lost(kept["review"], katy.ask(f"/tables/{kept['tables']['over']}/review")) == []
    for what, table in kept["tables"].items():
        if what.startswith("over") and table in known:
            record = Record.parse(katy.ask(f"/tables/{table}/record"))
            state = katy.ask(f"/tables/{table}")
            assert list(record.replay().payoff) == state["payoff"] and "Fair" in str(record.verify())


def the_passport_is_good(house, kept):
    answer = httpx.post(f"{house.url}/passport/enter", json={"passport": kept["passport"]["secret"]})
    assert list(answer.cookies.values()) == [kept["tokens"][kept["passport"]["of"]]]


def plays_on(people, kept, known):
    """Every table to its end, by legal moves at random; then it is among its people's games, and the evening's."""
    luck, tables = lucky(1), kept["tables"]
    katy, leo = people["Katy"], people["Léo"]
    if tables["a free seat"] in known:
        seats = katy.ask(f"/tables/{tables['a free seat']}")["seats"]
        leo.do(f"/tables/{tables['a free seat']}/sit", seat=[seat["kind"] for seat in seats].index("open"))
        for guest in (katy, leo):
            guest.do(f"/tables/{tables['a rematch, waiting']}/ready")
    for what, table in tables.items():
        if table in known:
            state = play_on(people, table, luck)
            assert state["status"] == "over" and len(state["payoff"]) == len(state["seats"]), what
            assert "Fair" in katy.ask(f"/tables/{table}/verify")["said"], what
    until = time.monotonic() + PATIENCE  # endings are written down after the last move, one by one
    while missing := known - {row["table"] for row in katy.ask("/mine")}:
        assert time.monotonic() < until, missing
        time.sleep(0.02)
    if tables["the evening's 2"] in known:
        rows = katy.ask(f"/evenings/{kept['evening']}")["standings"]
        assert [row["games"] for row in rows] == [2, 2, 2] and sum(row["points"] for row in rows) == 180
        katy.press(f"/e/{kept['evening']}/round", after="2")
        assert len(katy.ask(f"/evenings/{kept['evening']}")["rounds"]) == 3
