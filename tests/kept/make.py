"""Makes a folder as this version of the house keeps it: `python -m tests.kept.make 0.1`, by hand, once a version.

A house in a process of its own is played at by three guests over HTTP, closed, and its database written to
`tests/kept/<version>/house.sql`; beside it, in `told.json`, the guests' tokens, the passport, and all that each guest
was told just before it closed. `test_kept.py` opens every such folder with the house as it is. A folder that is there
is never made anew: what it holds can only have been made by the version it is named after.
"""

import argparse
import contextlib
import json
import re
import sqlite3
import tempfile
import time
from pathlib import Path

import httpx

import brelan
from brelan.house.testing import HouseProcess
from brelan.play.fairness import salt_hash

from .people import NAMES, lucky, people_at, play_on, seated, told

HERE = Path(__file__).parent
FLAGS = ["--bot-pause", "0", "--rate", "2000", "--workers", "1"]
ME, FREE, BOT = {"who": "me"}, {"who": "open"}, {"who": "bot", "level": "novice"}
DAY = 86400
SOLVED = {"Katy": {"dodeka": 2, "pepetes": 1}, "Léo": {"dodeka": 1, "spacepoker": 1}}


def opened(katy, leo, game, seats, options, **settings):
    """A table at which Katy and Léo play."""
    table = katy.do("/tables", game=game, seats=seats, options=options, name="Katy", **settings)["id"]
    salted = bool(settings.get("salted"))
    leo.do(f"/tables/{table}/sit", seat=1, name="Léo", salted=salted)
    if salted:
        salts = {0: (katy, "katy-adds-this-to-the-seed"), 1: (leo, "leo-adds-this-to-the-seed")}
        for number, (guest, salt) in salts.items():
            guest.do(f"/tables/{table}/ready", hash=salt_hash(table, number, salt))
        for guest, salt in salts.values():
            guest.do(f"/tables/{table}/ready", salt=salt)
    return table


def after(moves):
    """Enough is when the table has come to this number in its log, and nothing happens by itself."""
    return lambda state: state["seq"] >= moves and not state["result"]


def running(people, luck):
    """A table of each game in the midst of it, each with something of its own, and what that is."""
    katy, leo = people["Katy"], people["Léo"]
    tables = {}
    tables["a salted start, a pace"] = table = opened(
        katy, leo, "4d", [ME, FREE], {"target": 60}, pace=DAY, salted=True
    )
    play_on(people, table, luck, after(20))
    tables["hands, talk"] = table = opened(katy, leo, "dalapapa", [ME, FREE, BOT], {"tiles": "classic"}, talk=True)
    play_on(people, table, luck, after(20))
    katy.do(f"/tables/{table}/say", text="Qui a le double ? <Moi !>")
    leo.do(f"/tables/{table}/say", phrase="thinking")
    katy.do(f"/tables/{table}/say", reaction="laugh")
    tables["a bot plays on for somebody"] = table = opened(
        katy, leo, "dodeka", [ME, FREE, BOT], {"parties": 1, "target": 500}, public=True
    )
    play_on(people, table, luck, after(20))
    leo.do(f"/tables/{table}/autopilot", away=True)
    tables["seats drawn"] = table = opened(
        katy, leo, "spacepoker", [ME, FREE, BOT], {"hands": 3, "ante": 1}, draws_seats=True
    )
    play_on(people, table, luck, after(25))
    return tables


def with_a_result(people, luck):
    """A table at which somebody looks at a result, who reads slowly."""
    table = opened(people["Katy"], people["Léo"], "pepetes", [ME, FREE, BOT, BOT], {"target": 30})
    play_on(people, table, luck, after(20))

    def lies(state):
        people["Katy"].get(f"/api/v1/tables/{table}/drawing", params={"pace": "slow"})
        return bool(state["result"])

    assert play_on(people, table, luck, lies)["result"]
    return table


def evening(people, luck):
    """An evening with a round that is over and one that is played; answers its name, and its tables."""
    katy = people["Katy"]
    facts = {"option-parties": "1", "option-target": "100", "wish": "3", "rated": "yes", "title": "Chez Katy, à l’aube"}
    name = katy.press("/evening/dodeka", plays="yes", name="Katy", **facts).rpartition("/")[2]
    for other in ("Léo", "Zoé"):
        people[other].press(f"/e/{name}/join", name=other)
    for number in (0, 1):
        katy.press(f"/e/{name}/round", after=str(number))
        for laid in katy.ask(f"/evenings/{name}")["rounds"][number]:
            for guest in seated(people, laid["table"]).values():
                guest.do(f"/tables/{laid['table']}/ready")
            play_on(people, laid["table"], luck, after(12) if number else after(DAY))
    return name, [laid["table"] for tables in katy.ask(f"/evenings/{name}")["rounds"] for laid in tables]


def take_back(people, table, luck):
    """Plays on until a move can be taken back, and takes it back."""
    while True:
        state = play_on(people, table, luck, after(10))
        guest = seated(people, table)[state["mover"]]
        move = luck.choice(guest.ask(f"/tables/{table}")["moves"])
        seq = guest.do(f"/tables/{table}/moves", seq=state["seq"], moves=[move])["seq"]
        if guest.post(f"/api/v1/tables/{table}/back", json={"seq": seq}).is_success:
            return


def finished(people, luck):
    """A game to its end, with a move taken back, its review, and the table of a rematch, at which nobody sits yet."""
    katy, leo = people["Katy"], people["Léo"]
    table = opened(katy, leo, "dodeka", [ME, FREE, BOT], {"parties": 1, "target": 200})
    play_on(people, table, luck)
    four = opened(katy, leo, "4d", [ME, FREE], {"target": 10})
    take_back(people, four, luck)
    play_on(people, four, luck)
    while katy.ask(f"/tables/{table}/review")["status"] != "done":
        time.sleep(0.2)
    rematch = katy.do(f"/tables/{table}/rematch")["table"]
    return table, four, rematch


def learn(people):
    """Problems solved, one tried in vain, one given up; a lesson done."""
    for name, games in SOLVED.items():
        guest = people[name]
        for game, many in games.items():
            rows = guest.ask(f"/problems/{game}")["problems"]
            for row in rows[:many]:
                path = f"/problems/{game}/{row['id']}"
                moves = guest.ask(path)["moves"]
                assert any(guest.do(path, moves=[move])["done"] for move in moves), path
            guest.do(f"/problems/{game}/{rows[-1]['id']}/solution")
    katy = people["Katy"]
    for number in (1, 2):
        assert katy.post(f"/learn/dodeka/{number}/done").is_success


def passport_of(guest):
    return re.search(r"/passport#([A-Za-z0-9_-]+)", guest.post("/passport").text)[1]


def made(url):
    """Plays at a house, and answers what is to be kept beside its database."""
    tokens = {name: httpx.post(f"{url}/api/v1/guests").json()["token"] for name in NAMES}
    people, luck = people_at(url, tokens), lucky(33)
    tables = running(people, luck)
    tables["over"], tables["over, a move taken back"], tables["a rematch, waiting"] = finished(people, luck)
    name, laid = evening(people, luck)
    tables |= {f"the evening's {number}": table for number, table in enumerate(laid, 1)}
    tables["a free seat"] = people["Katy"].do(
        "/tables", game="dodeka", seats=[ME, BOT, FREE], options={"parties": 1, "target": 100}
    )["id"]
    learn(people)
    secret = passport_of(people["Katy"])
    review = people["Katy"].ask(f"/tables/{tables['over']}/review")
    tables["a result"] = with_a_result(people, luck)  # which does not lie there for long
    kept = {
        "rules": {game: brelan.game(game).version for game in brelan.games()},
        "tokens": tokens,
        "passport": {"of": "Katy", "secret": secret},
        "tables": tables,
        "evening": name,
        "review": review,
        "told": told(people, list(tables.values())[::-1], name),
    }
    states = {what: kept["told"]["Katy"]["tables"][table]["state"] for what, table in tables.items()}
    assert states["a result"]["result"], "the result was cleared away: try again"
    playing = {state["game"] for state in states.values() if state["status"] == "playing"}
    assert playing == set(brelan.games()), "one of the games is over already: try again"
    return kept


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", help="the folder's name")
    folder = HERE / parser.parse_args().version
    if folder.exists():
        raise SystemExit(f"{folder.name} is there already: it is never made anew.")
    with tempfile.TemporaryDirectory() as place:
        with HouseProcess(Path(place), *FLAGS) as house:
            kept = made(house.url)
        assert not house.failed_bots()
        with contextlib.closing(sqlite3.connect(Path(place) / "house.db")) as database:
            lines = list(database.iterdump())
    folder.mkdir()
    (folder / "house.sql").write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = json.dumps(kept, ensure_ascii=False, sort_keys=True, indent=1)
    (folder / "told.json").write_text(text + "\n", encoding="utf-8")
    for file in sorted(folder.iterdir()):
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
