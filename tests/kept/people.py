"""People at a house, by its HTTP interface alone: what they are told of everything, and how they play on."""

import random
import re
import time

import httpx

import brelan

NAMES = ("Katy", "Léo", "Zoé", "Somebody")  # the last one only looks on
PATIENCE = 60.0  # seconds in which a table's bots have moved, on a busy machine


class Guest(httpx.Client):
    """A guest with a token of their own."""

    def __init__(self, url, token):
        super().__init__(base_url=url, headers={"authorization": f"Bearer {token}"}, timeout=60)

    def ask(self, path):
        answer = self.get("/api/v1" + path)
        return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text

    def do(self, path, **body):
        """What the house answers; it must grant it."""
        answer = self.post("/api/v1" + path, json=body)
        assert answer.is_success, f"{path} {body}: {answer.text}"
        return answer.json()

    def press(self, path, **form):
        """A form of a page; answers where it leads."""
        answer = self.post(path, data=form)
        assert answer.status_code == 303, f"{path} {form}: {answer.status_code}"
        return answer.headers["location"]


def people_at(url, tokens):
    return {name: Guest(url, token) for name, token in tokens.items()}


# --- what is told


def told(people, tables, evening):
    """All that each of these guests is told, as plain data."""
    return {name: _told_to(guest, tables, evening) for name, guest in people.items()}


def _told_to(guest, tables, evening):
    return {
        "tables": {name: _table(guest, name) for name in tables},
        "own": {row["id"]: row["names"] for row in guest.ask("/tables")["own"]},
        "evening": guest.ask(f"/evenings/{evening}"),
        "problems": {
            game: [row for row in guest.ask(f"/problems/{game}")["problems"] if row["tries"] or row["solved"]]
            for game in brelan.games()
        },
        "lessons": {game: _lessons(guest, game) for game in brelan.games()},
        "mine": guest.ask("/mine"),
        "standings": {game: guest.ask(f"/standings/{game}") for game in brelan.games()},
    }


def _table(guest, name):
    state = guest.ask(f"/tables/{name}")
    if "error" in state:
        return {"state": state}
    for seat in state.get("seats", ()):
        del seat["here"]  # who looks just now
    found = {"state": state, "record": guest.ask(f"/tables/{name}/record"), "talk": guest.ask(f"/tables/{name}/talk")}
    if state["status"] == "over":
        found["verify"] = guest.ask(f"/tables/{name}/verify")
    return found


def _lessons(guest, game):
    """The numbers of the lessons the course's page shows as done."""
    items = re.findall(r"<li>.*?</li>", guest.get(f"/learn/{game}", headers={"accept-language": "en"}).text)
    return [int(re.search(rf"/learn/{game}/(\d+)", item)[1]) for item in items if 'class="badge"' in item]


# --- playing on


def seated(people, table):
    """Who of these guests plays on which seat, by its number."""
    seats = {guest.ask(f"/tables/{table}")["you"]: guest for guest in people.values()}
    return {number: guest for number, guest in seats.items() if number is not None}


def play_on(people, table, luck, enough=lambda state: False):
    """Has the guests at a table make legal moves at random until it is over, or what lies there is enough."""
    seats = seated(people, table)
    guest, until = next(iter(seats.values())), time.monotonic() + PATIENCE
    while True:
        state = guest.ask(f"/tables/{table}")
        if state["status"] != "playing" or (enough(state) and (state["result"] or _waits_for(seats, state))):
            return state
        if not _waits_for(seats, state):
            assert time.monotonic() < until, f"{state['game']}: nobody moves on seat {state['mover']}"
            time.sleep(0.01)
        elif state["you"] != state["mover"]:
            guest = seats[state["mover"]]
        else:
            guest.do(f"/tables/{table}/moves", seq=state["seq"], moves=[luck.choice(state["moves"])])
            until = time.monotonic() + PATIENCE


def _waits_for(seats, state):
    """Whether one of the guests is to move."""
    return state["mover"] in seats and not state["seats"][state["mover"]]["away"] and not state["result"]


def lucky(number):
    """Choices that are the same each time."""
    return random.Random(number)
