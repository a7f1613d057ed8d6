"""A house closes quietly and quickly, and one that cannot open says why in a sentence."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

import httpx
import pytest

from brelan.house.store.schema import SCHEMA
from brelan.house.store.store import Store
from brelan.house.testing import HouseProcess

from ..commands import run
from ..house.conftest import Guest


def test_a_house_under_load_closes_quietly(tmp_path):
    """It waited two seconds for its streams, cancelled them, and wrote a traceback for each."""
    with HouseProcess(tmp_path, "--rate", "100000", "--bot-pause", "0", "--workers", "1") as house:
        katy, leo = Guest(house.url), Guest(house.url)
        wanted = {
            "game": "dodeka",
            "seats": [{"who": "me"}, {"who": "open"}],
            "options": {"parties": 100, "target": 5000},
        }
        name = katy.post("/tables", json=wanted).json()["id"]
        leo.post(f"/tables/{name}/sit", json={"seat": 1})
        lines = []
        for kind in ["events", "drawings"] * 20:  # half of them never read
            line = socket.create_connection(("127.0.0.1", house.port))
            line.sendall(f"GET /api/v1/tables/{name}/{kind}?after=0 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            lines.append(line)
        half = socket.create_connection(("127.0.0.1", house.port))
        half.sendall(b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{")
        seen = threading.Event()

        def play(client, seat):
            try:
                while True:
                    state = client.table(name)
                    if state["mover"] == seat:
                        client.play(name, "stop" if "stop" in state["moves"] else state["moves"][-1], seq=state["seq"])
                        seen.set()
            except (httpx.HTTPError, json.JSONDecodeError, KeyError):
                pass

        players = [threading.Thread(target=play, args=given) for given in ((katy, 0), (leo, 1))]
        for player in players:
            player.start()
        assert seen.wait(60)
        time.sleep(0.5)
        house.process.send_signal(signal.SIGTERM)
        house.process.wait(30)
        for player in players:
            player.join(30)
        lines[1].settimeout(10)  # a stream ends properly: with its last chunk
        said = b""
        while part := lines[1].recv(65536):
            said += part
        assert said.endswith(b"0\r\n\r\n")
        log = (tmp_path / "log.txt").read_text()
        assert "Traceback" not in log and "Error" not in log and "Cancel" not in log, log[-2000:]


def opened(*words):
    return run("--no-browser", "--port", "0", *words)


def is_a_sentence(done, words, code=2):
    assert done.returncode == code
    assert words in done.stderr and done.stderr.strip().endswith(".")
    assert "Traceback" not in done.stderr


def test_a_file_as_data_is_a_sentence(tmp_path):
    file = tmp_path / "games"
    file.write_text("mine")
    is_a_sentence(opened("--data", str(file)), "Games cannot be kept in")
    assert file.read_text() == "mine"


@pytest.mark.skipif(not os.path.exists("/proc/self"), reason="a folder nobody can write to, root neither")
def test_a_folder_that_cannot_be_written_is_a_sentence():
    is_a_sentence(opened("--data", "/proc/self"), "Games cannot be kept in")


def test_no_space_is_a_sentence(tmp_path):
    resource = pytest.importorskip("resource")

    def no_space():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    done = subprocess.run(
        [sys.executable, "-m", "brelan.house", "--no-browser", "--no-warm", "--port", "0", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "LANG": "C.UTF-8"},
        preexec_fn=no_space,
    )
    is_a_sentence(done, "The house cannot open its store", code=1)


def test_what_is_no_database_is_a_sentence_and_left_alone(tmp_path):
    (tmp_path / "house.db").write_text("This is my diary. " * 100)
    is_a_sentence(opened("--data", str(tmp_path)), "The house cannot open its store")
    assert (tmp_path / "house.db").read_text().startswith("This is my diary.")


def schema_of(file):
    with sqlite3.connect(file) as connection:
        return connection.execute("SELECT schema FROM house").fetchone()[0]


# The database as the first Brelan made it, before schemas were numbered.
FIRST = """
CREATE TABLE guests (id VARCHAR(64) NOT NULL, name VARCHAR(60) NOT NULL, seen FLOAT NOT NULL, PRIMARY KEY (id));
CREATE TABLE tables (id VARCHAR(16) NOT NULL, game VARCHAR(40) NOT NULL, version INTEGER NOT NULL, players INTEGER
  NOT NULL, options TEXT NOT NULL, settings TEXT NOT NULL, host VARCHAR(64) NOT NULL, seed VARCHAR(64) NOT NULL,
  created FLOAT NOT NULL, status VARCHAR(10) NOT NULL, public BOOLEAN NOT NULL, lively BOOLEAN NOT NULL,
  touched FLOAT NOT NULL, seats TEXT NOT NULL, PRIMARY KEY (id));
CREATE TABLE sitting (guest VARCHAR(64) NOT NULL, table_id VARCHAR(16) NOT NULL, PRIMARY KEY (guest, table_id));
CREATE TABLE entries (table_id VARCHAR(16) NOT NULL, seq INTEGER NOT NULL, kind VARCHAR(10) NOT NULL, who INTEGER
  NOT NULL, code BIGINT NOT NULL, body TEXT NOT NULL, "key" VARCHAR(80), at FLOAT NOT NULL, PRIMARY KEY
  (table_id, seq), UNIQUE (table_id, "key")) WITHOUT ROWID;
INSERT INTO guests VALUES ('abc', 'Katy', 1.0);
INSERT INTO entries VALUES ('t', 2, 'move', 0, 7, '', 'key', 1.7), ('t', 1, 'start', -1, 0, '{}', NULL, 0.1);
"""
KILLED = "CREATE TABLE entries_anew (seq INTEGER);"  # a house was killed as it wrote the log anew


@pytest.mark.parametrize("before", [FIRST, FIRST + KILLED], ids=["as it was", "killed at it"])
def test_the_first_schema_is_brought_up_to_date(tmp_path, before):
    with sqlite3.connect(tmp_path / "house.db") as connection:
        connection.executescript(before)
    with HouseProcess(tmp_path) as house:
        assert Guest(house.url).get("/tables").status_code == 200
    assert schema_of(tmp_path / "house.db") == SCHEMA
    with sqlite3.connect(tmp_path / "house.db") as connection:
        assert connection.execute("SELECT name FROM guests WHERE id = 'abc'").fetchone() == ("Katy",)
        assert connection.execute("SELECT count(*) FROM endings").fetchone() == (0,)
        log = connection.execute("SELECT * FROM entries WHERE table_id = 't' ORDER BY seq").fetchall()
        assert log == [("t", 1, "start", -1, 0, "{}", None, 0.1), ("t", 2, "move", 0, 7, "", "key", 1.7)]
        again = "INSERT INTO entries VALUES ('t', {seq}, 'move', 0, 7, '', {key}, 1.7)"
        for seq, key in ((1, "NULL"), (3, "'key'")):  # what is there once stays so
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(again.format(seq=seq, key=key))
        connection.execute(again.format(seq=3, key="NULL"))


def test_a_schema_nobody_knows_is_a_sentence_and_left_alone(tmp_path):
    file = tmp_path / "house.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(FIRST.replace(" lively BOOLEAN NOT NULL,", ""))
    is_a_sentence(opened("--data", str(tmp_path)), "is not as any Brelan this one knows kept it")
    with sqlite3.connect(file) as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert names == {"guests", "tables", "sitting", "entries"}


def test_a_newer_schema_is_a_sentence(tmp_path):
    Store(tmp_path / "house.db").close()
    with sqlite3.connect(tmp_path / "house.db") as connection:
        connection.execute("UPDATE house SET schema = 99")
    is_a_sentence(opened("--data", str(tmp_path)), "kept by a newer Brelan")
    assert schema_of(tmp_path / "house.db") == 99
