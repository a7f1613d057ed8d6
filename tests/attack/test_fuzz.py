"""Requests at random, from nearly right to rubbish: none of them makes the house say 500, and the tables stay sound."""

import asyncio
import json
import logging
import random
from urllib.parse import quote_from_bytes, urlencode

import pytest

from brelan.house.http.guests import new_token

from ..house.conftest import read
from .inside import hall_of, laid, open_inside

GAMES = ("dodeka", "pepetes")
ODD = [
    "", "²", "١", "é", "\x00", "\x1b[2J", "\u3164", "\u202e", "'; DROP TABLE entries; --", "<script>",
    "../../etc/passwd", "[", "]", "{}", "%", "%00", "null", "NaN", "-1", "0", "1", "2", "1e999", "9" * 400, "true", " ",
    "\n", "a" * 500, "🎲" * 50,
]  # fmt: skip
MOVES = ["throw 1 2 3", "stop", "throw 1", "keep", "zzz", "time", "next", "die 12", "bet 1 2", "replay", "drop"]
CALLS = ["sit", "ready", "leave", "fill", "autopilot", "moves", "back", "nudge", "rematch", "record", "verify"]
CALLS += ["events", "drawings", "drawing", ""]
FIELDS = ["seq", "moves", "key", "seat", "name", "salt", "level", "away", "game", "seats", "options", "pace", "public"]


class Stranger:
    """Somebody who sends whatever comes to mind."""

    def __init__(self, seed, tables, tokens):
        self.rng = random.Random(seed)
        self.tables, self.tokens = tables, tokens

    def one(self, choices):
        return self.rng.choice(choices)

    def value(self, depth=0):
        rng = self.rng
        kind = rng.randrange(9)
        if kind == 0:
            return rng.choice([None, True, False, 0, -1, 1, 2, 2**31, 2**63, -(2**64), 1.5, 1e300])
        if kind == 1 and depth < 3:
            return [self.value(depth + 1) for _ in range(rng.randrange(5))]
        if kind == 2 and depth < 3:
            return {self.one(FIELDS + ODD[:8]): self.value(depth + 1) for _ in range(rng.randrange(5))}
        if kind == 3:
            return self.one(MOVES)
        if kind == 4:
            return rng.randrange(-2, 40)
        return self.one(ODD)

    def path(self):
        rng = self.rng
        table = self.one([*self.tables, "nosuchtabl", self.one(ODD)])
        game = self.one([*GAMES, "chess", self.one(ODD)])
        call = self.one([*CALLS, self.one(ODD)])
        return rng.choice(
            [
                f"/api/v1/tables/{table}/{call}".rstrip("/"),
                f"/api/v1/tables/{table}/{call}".rstrip("/"),
                f"/api/v1/tables/{table}",
                "/api/v1/tables",
                "/api/v1/guests",
                f"/api/v1/games/{game}",
                f"/t/{table}",
                f"/t/{table}/replay",
                f"/t/{table}/replay/{self.one(ODD)}",
                f"/open/{game}",
                f"/play/{game}",
                f"/soon/{game}",
                f"/rules/{game}",
                f"/language/{self.one(['fr', 'en', *ODD])}",
                f"/picture/{game}.{self.one(['fr', *ODD])}.svg",
                f"/static/{self.one(ODD)}/{self.one(['house.css', *ODD])}",
                "/" + self.one(ODD),
                self.one(["/", "/tables", "/api", "/api/openapi.json", "/favicon.ico"]),
            ]
        )

    def query(self):
        if self.rng.random() < 0.6:
            return b""
        if self.rng.random() < 0.2:
            return quote_from_bytes(self.rng.randbytes(20)).encode()
        names = ["after", "seat", "lang", "name", "back", self.one(FIELDS)]
        return urlencode([(self.one(names), self.one(ODD)) for _ in range(self.rng.randrange(1, 4))]).encode()

    def headers(self):
        rng = self.rng
        found = []
        if rng.random() < 0.7:
            found.append((b"authorization", b"Bearer " + self.one([*self.tokens, self.one(ODD)]).encode()))
        if rng.random() < 0.2:
            found.append(
                (b"cookie", f"brelan-8012={self.one([*self.tokens, *ODD])}; brelan-lang={self.one(ODD)}".encode())
            )
        if rng.random() < 0.4:
            origins = ["http://localhost", "http://[", "null", "https://evil.example", self.one(ODD)]
            found.append((b"origin", self.one(origins).encode()))
        if rng.random() < 0.2:
            found.append((b"last-event-id", self.one(ODD).encode("latin-1", "replace")))
        if rng.random() < 0.2:
            found.append((b"accept-language", self.one(["fr", "en", "de", *ODD]).encode()))
        if rng.random() < 0.1:
            found.append((b"accept-encoding", self.one(["gzip", *ODD]).encode()))
        if rng.random() < 0.05:
            found.append((self.one(ODD[:8]).encode("latin-1", "replace") or b"x", rng.randbytes(30)))
        return found

    def body(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.1:
            return rng.randbytes(rng.randrange(80)), b"application/json"
        if kind < 0.25:
            fields = [(self.one(["players", "pace", "name", "seat-0", "seat-1", "public", *FIELDS]), self.one(ODD))]
            fields += [("option-" + self.one(FIELDS), self.one(ODD)) for _ in range(rng.randrange(4))]
            if rng.random() < 0.1:
                fields *= 150
            return urlencode(fields).encode(), b"application/x-www-form-urlencoded"
        if kind < 0.4:
            seats = [{"who": self.one(["me", "open", "bot", *ODD[:4]]), "level": self.one(["", "novice", "x"])}]
            options = {self.one(["target", "parties", *FIELDS]): self.value()} if rng.random() < 0.5 else {}
            wanted = {"game": self.one([*GAMES, "x"]), "seats": seats * rng.randrange(4), "options": options}
            return json.dumps(wanted).encode(), b"application/json"
        if kind < 0.6:
            wanted = {"seq": self.rng.randrange(60), "moves": [self.one(MOVES) for _ in range(rng.randrange(4))]}
            return json.dumps(wanted).encode(), b"application/json"
        return json.dumps(
            {self.one(FIELDS): self.value() for _ in range(rng.randrange(6))}
        ).encode(), b"application/json"

    def request(self):
        rng = self.rng
        method = rng.choice(
            ["GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "X"]
        )
        body, kind = self.body() if method in ("POST", "PUT", "PATCH") else (b"", b"")
        headers = self.headers()
        if body or rng.random() < 0.1:
            length = rng.choice([str(len(body)), str(len(body)), str(len(body)), self.one(ODD), "9" * 30])
            headers += [(b"content-length", length.encode("latin-1", "replace")), (b"content-type", kind)]
        host = b"localhost" if rng.random() < 0.97 else self.one(ODD).encode("latin-1", "replace")
        return method, self.path(), {"query": self.query(), "headers": headers, "body": body, "host": host}


async def attack(folder, many, seed):
    async with open_inside(folder, most_tables=10**6) as inside:
        tokens = [new_token() for _ in range(4)]
        tables = [(await laid(inside, tokens=(tokens[0], tokens[1])))[0] for _ in range(3)]
        hall = hall_of(inside)
        stranger = Stranger(seed, tables, tokens)
        statuses: dict[int, int] = {}
        for number in range(many):
            method, path, rest = stranger.request()
            answer = await inside.ask(method, path, **rest)
            statuses[answer.status] = statuses.get(answer.status, 0) + 1
            assert answer.status < 500, (seed, number, method, path, rest, answer.body[:300])
            if answer.status >= 400 and path.startswith("/api/") and method != "HEAD":
                assert answer.json()["detail"], (method, path)
            if answer.status == 201 and b'"id"' in answer.body and len(tables) < 30:
                tables.append(answer.json()["id"])
            if len(hall.tables) > 200:
                hall.tables.clear()
        for name in tables:  # and what the log says is what the tables are
            live = hall.tables.get(name)
            if live is None:
                continue
            await read(live)  # what lies there would be cleared away at any moment
            if live.mover >= 0 and live.seats[live.mover].bot:
                continue
            before = live.seq, live.state.copy() if live.state is not None else None
            del hall.tables[name]
            again = await hall.table(name)
            assert (again.seq, again.state) == before
        return statuses


def fuzz(folder, many, seed, caplog):
    with caplog.at_level(logging.ERROR):
        statuses = asyncio.run(attack(folder, many, seed))
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert statuses.get(200, 0) > many / 50 and statuses.get(422, 0) > many / 50, statuses  # it reaches both ends


def test_no_request_at_random_is_a_500(tmp_path, caplog, many):
    fuzz(tmp_path, many(4_000, 20_000), 1, caplog)


@pytest.mark.slow
def test_nor_are_many_more(tmp_path, caplog):
    for seed in range(2, 12):
        (tmp_path / str(seed)).mkdir()
        fuzz(tmp_path / str(seed), 20_000, seed, caplog)
