"""A new version comes in while people play: servers of two versions on one database, each in a process of its own."""

import threading
from pathlib import Path

import httpx
import psycopg

from brelan.house.base.words import speak
from brelan.house.http import status
from brelan.house.store.schema import SCHEMA
from brelan.house.testing import HouseProcess

from ..commands import COMPILER, PACKAGES, House, run_script
from .conftest import Guest

SCRIPT = Path(__file__).parent / "other_version.py"
LONG = {"parties": 100, "target": 5000}
FLAGS = ["--bot-pause", "0", "--rate", "2000", "--workers", "1", "--public-url", "http://localhost/"]


class Other(House):
    """What is another version has to be so before it is loaded: only what others wrote is there before."""

    loaded = f"""{COMPILER}{PACKAGES}
import fastapi, jinja2, markdown_it, openskill.models, platformdirs, prometheus_client, psycopg, segno, yaml
import sqlalchemy.dialects.postgresql.psycopg, starlette.middleware.gzip, uvicorn.protocols.http.httptools_impl
"""


def house_of(version, url, folder):
    house = HouseProcess(folder / version, *FLAGS, "--other", version, script=SCRIPT, data=url)
    house.popen = Other
    return house


def follow(guest, path, told):
    """A stream, in a thread of its own; `told` gets each entry's number, and at its end how it ended."""

    def listen():
        try:
            with guest.stream("GET", path) as stream:
                for line in stream.iter_lines():
                    if line.startswith("id: "):
                        told.append(int(line[4:]))
                told.append("ended")
        except httpx.HTTPError as error:
            told.append(error)

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    return thread


def test_a_version_with_other_rules_comes_in_while_people_play(url, tmp_path):
    with house_of("nothing", url, tmp_path) as old, house_of("rules", url, tmp_path) as new:
        katy, leo = Guest(old.url), Guest(old.url)
        there = [httpx.Client(base_url=new.url, headers=one.headers, timeout=30) for one in (katy, leo)]
        seats = [{"who": "me"}, {"who": "open"}]
        dodeka, pepetes = (
            katy.post("/tables", json={"game": game, "seats": seats, "options": options}).json()["id"]
            for game, options in (("dodeka", LONG), ("pepetes", {}))
        )
        for table in (dodeka, pepetes):
            assert leo.post(f"/tables/{table}/sit", json={"seat": 1, "name": "Léo"}).status_code == 200
        told = []
        thread = follow(katy, f"/tables/{pepetes}/events?after=0", told)

        def play(server, table, key):
            """A move by whoever is to move; answers who it was and what was sent."""
            for one in (katy, leo):
                state = one.get(f"{server.url}/api/v1/tables/{table}").json()
                if state["mover"] == state["you"]:
                    sent = {"seq": state["seq"], "moves": state["moves"][:1], "key": key}
                    answer = one.post(f"{server.url}/api/v1/tables/{table}/moves", json=sent)
                    assert answer.status_code == 200, answer.text
                    return one, sent, answer.json()["seq"]
            raise AssertionError("nobody is to move")

        # the same rules: any server plays on; what was answered by one is answered by the other, and played once
        one, sent, seq = play(old, pepetes, "first")
        again = one.post(f"{new.url}/api/v1/tables/{pepetes}/moves", json=sent)
        assert (again.status_code, again.json()["seq"]) == (200, seq)
        play(new, pepetes, "second")
        # other rules: the new one says who plays the table, in a sentence; so does the old one of a new table
        play(old, dodeka, "third")
        for path in (f"/api/v1/tables/{dodeka}", f"/api/v1/tables/{dodeka}/events", f"/t/{dodeka}"):
            answer = there[0].get(path, headers={"accept-language": "fr"})
            assert answer.status_code == 503 and "un autre serveur" in answer.text, path
        own = Guest(new.url)
        table = own.post("/tables", json={"game": "dodeka", "options": LONG}).json()["id"]
        assert httpx.get(f"{old.url}/api/v1/tables/{table}", headers=own.headers).json()["error"] == "not-here"
        found = status.facts(url)
        assert {"versions": ["with other nothing"], "tables": 1} in found["rules"]
        assert any("other nothing know: 1." in line for line in status.sentences(found, speak("en")))
        assert "under older rules" not in there[0].get("/tables").text, "somebody can play on"
        # the old one is stopped: its streams end, and go on with the new one where they were
        old.stop()
        thread.join(10)
        assert told[-1] == "ended", told[-1]
        play(new, pepetes, "fourth")
        before = told.pop()
        with there[0].stream("GET", f"/api/v1/tables/{pepetes}/events?after={told[-1]}") as stream:
            last = there[0].get(f"/api/v1/tables/{pepetes}").json()["seq"]
            for line in stream.iter_lines():
                told += [int(line[4:])] if line.startswith("id: ") else []
                if told[-1] >= last:
                    break
        assert before == "ended" and told == list(range(1, told[-1] + 1)), "each entry once, and none is missing"
        # and nobody is left who knows the old rules: that too is a sentence
        for path in (f"/api/v1/tables/{dodeka}", f"/t/{dodeka}"):
            answer = there[1].get(path)
            assert answer.status_code == 410 and "older rules" in answer.text, path
        assert there[1].get("/tables").text.count("under older rules") == 1
        assert {"versions": [], "tables": 1} in status.facts(url)["rules"]
    with psycopg.connect(url) as connection:
        keys = connection.execute("SELECT count(*), count(DISTINCT key) FROM entries WHERE key IS NOT NULL").fetchone()
    assert keys == (4, 4)


def refused(version, url, lang):
    """What a server says that does not open."""
    words = ["--other", version, "--no-browser", "--no-warm", "--port", "0", "--data", url]
    env = {"LANGUAGE": lang, "LC_ALL": lang, "LANG": lang}
    done = run_script(SCRIPT.read_text(encoding="utf-8"), *words, env=env)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    return done.stderr


def test_a_version_that_changes_the_schema_comes_in_when_the_others_have_gone(url, tmp_path):
    with house_of("nothing", url, tmp_path) as old:
        katy = Guest(old.url)
        table = katy.post("/tables", json={"game": "dodeka", "seats": [{"who": "me"}, {"who": "open"}]}).json()["id"]
        said = refused("schema", url, "fr_FR.UTF-8")
        assert said.count("arrêtez-les tous, puis démarrez celui-ci.") == 1, said
        assert katy.table(table)["status"] == "waiting", "the old one goes on"
    with house_of("schema", url, tmp_path) as new:
        found = httpx.get(f"{new.url}/api/v1/tables/{table}", headers=katy.headers).json()
        assert (found["status"], found["you"]) == ("waiting", 0)
        assert "open them with that one" in refused("nothing", url, "en_GB.UTF-8")
        assert status.facts(url)["schema"] == SCHEMA + 1


def test_an_answer_is_no_failure_of_a_server():
    """A table that only other servers know is answered with 503. If nginx took that for a failure, it would ask that
    server nothing for a while, and whoever has an old table open would close the house to everybody.
    """
    text = (Path(__file__).parents[2] / "docs" / "club" / "nginx.conf").read_text()
    (line,) = [line for line in text.splitlines() if line.strip().startswith("proxy_next_upstream ")]
    assert "http_503" not in line and "error_page 503 = @others;" in text
