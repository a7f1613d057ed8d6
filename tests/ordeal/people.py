"""The guests: people at pages and programs, who do what people do, and some of what they should not."""

import asyncio
import contextlib
import hashlib
import json
import random
import re
from typing import Any
from urllib.parse import urlencode

from brelan.house.http.guests import identity
from brelan.house.table.tables import _own
from brelan.play import catalogue
from brelan.play.fairness import salt_hash

from .net import Answer, NoAnswer, ask, line

SHORT: dict[str, Any] = {  # games that end soon, by what is drawn
    "dodeka": lambda rng: {"parties": 1, "target": rng.choice((100, 150))},
    "4d": lambda rng: {"target": 10},
    "pepetes": lambda rng: {"duels": rng.choice((1, 2, 3)), "minutes": rng.choice((0, 0, 1))},
    "spacepoker": lambda rng: {"hands": rng.choice((1, 2, 3))},
    "dalapapa": lambda rng: {"tiles": rng.choice(("classic", "two-tone")), "open_hands": rng.random() < 0.3},
}
RIGHT = {200, 201, 202, 303}
TRIES = 40
PATIENCE = 2.0  # seconds after which somebody looks though nothing has come


class Guest:
    """Somebody with a token. A page comes with a cookie and promises its salts, a program with a bearer token."""

    def __init__(self, world: Any, number: int) -> None:
        self.world, self.name = world, f"Guest {number}"
        self.rng = random.Random(world.rng.getrandbits(60))
        self.is_page = self.rng.random() < 0.5
        self.client = f"10.0.{number // 200}.{number % 200 + 1}"
        self.token, self.identity = "", ""
        self.at = world.processes[number % len(world.processes)]
        self.keys = 0
        self.playing: dict[str, asyncio.Task[None]] = {}
        self.news: dict[str, asyncio.Event] = {}
        self.known: dict[str, int] = {}  # by table, the last seq seen
        self.away = False  # has closed the page for a while

    # --- asking

    def headers(self) -> dict[str, str]:
        if not self.token:
            return {}
        if self.is_page:
            return {"cookie": f"brelan-8012={self.token}; brelan-lang=fr", "origin": "http://localhost"}
        return {"authorization": f"Bearer {self.token}"}

    def elsewhere(self) -> None:
        """The address leads to another server."""
        self.at = self.rng.choice(self.world.processes)

    async def ask(self, method: str, path: str, body: Any = None, form: Any = None) -> Answer:
        """Asks once. NoAnswer if nobody answers, or who answers cannot do it just now."""
        headers, sent = self.headers(), b""
        if body is not None:
            headers, sent = {**headers, "content-type": "application/json"}, json.dumps(body).encode()
        elif form is not None:
            headers = {**headers, "content-type": "application/x-www-form-urlencoded"}
            sent = urlencode(form).encode()
        self.at = self.world.current(self.at)
        try:
            answer = await ask(self.at, method, path, headers, sent, self.client)
        except NoAnswer:
            self.elsewhere()
            raise
        if answer.status == 500:
            self.world.checks.bad("500", f"{method} {re.sub(r'/[a-z0-9]{10}', '/…', path)}", answer.body[:200])
        if answer.status in (429, 500, 503):
            await asyncio.sleep(0.3)
            raise NoAnswer
        return answer

    async def insist(self, method: str, path: str, body: Any = None, form: Any = None) -> Answer:
        """Asks until somebody answers: the same request, perhaps with another server."""
        for _ in range(TRIES):
            try:
                return await self.ask(method, path, body, form)
            except NoAnswer:
                await asyncio.sleep(self.rng.uniform(0.05, 0.8))
        raise NoAnswer

    async def arrive(self) -> None:
        self.token = (await self.insist("POST", "/api/v1/guests")).json()["token"]
        self.identity = identity(self.token)

    # --- a table

    async def look(self, table: str) -> dict[str, Any]:
        answer = await self.ask("GET", f"/api/v1/tables/{table}?seq={self.known.get(table, 0)}")
        if answer.status != 200:
            raise NoAnswer
        state: dict[str, Any] = answer.json()
        if state.get("seq", 0) < self.known.get(table, 0) and self.world.shared:
            self.world.checks.bad("older than known", table, state["seq"], self.known[table])
        self.known[table] = max(self.known.get(table, 0), state.get("seq", 0))
        return state

    async def open(self, game: str) -> str:
        """Opens a table; answers its name, or "" if it could not be opened."""
        seats = catalogue.game(game).seats
        many = self.rng.randint(seats[0], min(seats[-1], 4))
        levels = catalogue.game(game).bots.LEVELS[:2]
        people = 1 if self.rng.random() < 0.25 else self.rng.randint(2, many) if many > 2 else 2
        chosen = [{"who": "me"}, *[{"who": "open"}] * (people - 1)]
        chosen += [{"who": "bot", "level": self.rng.choice(levels)}] * (many - len(chosen))
        self.rng.shuffle(chosen)
        talks = self.rng.random() < 0.5
        wanted = {
            "game": game,
            "seats": chosen,
            "options": SHORT[game](self.rng),
            "name": self.name,
            "public": not talks,
            "talk": talks,
            "pace": self.rng.choice((0, 10, 20)),
            "salted": self.rng.random() < 0.3,
            "draws_seats": self.rng.random() < 0.5,
        }
        try:
            answer = await self.ask("POST", "/api/v1/tables", wanted)
        except NoAnswer:
            return ""
        return str(answer.json()["id"]) if answer.status == 201 else ""

    def join(self, table: str) -> None:
        """Plays there until it is over, following a stream meanwhile."""
        if table not in self.playing:
            self.playing[table] = self.world.spawn(self._play(table))

    async def _play(self, table: str) -> None:
        following = self.world.spawn(self._follow(table))
        try:
            while True:
                await self._news(table)
                if self.away and not self.world.is_calm:
                    continue
                try:
                    state = await self.look(table)
                    if state["status"] == "over":
                        await self._after(table, state)
                        return
                    await self._act(table, state)
                except NoAnswer:
                    continue
        finally:
            following.cancel()

    async def _news(self, table: str) -> None:
        """Until something has come by the stream, or nothing has for a while; then it takes people a moment."""
        news = self.news.setdefault(table, asyncio.Event())
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(news.wait(), self.rng.expovariate(1 / PATIENCE))
        news.clear()
        await asyncio.sleep(self.rng.expovariate(1 / (0.1 if self.world.is_calm else 0.5)))

    async def _act(self, table: str, state: dict[str, Any]) -> None:
        me, rng = state["you"], self.rng
        free = [number for number, seat in enumerate(state["seats"]) if seat["kind"] == "open"]
        if state["status"] == "waiting":
            await self._wait(table, state)
        elif free and state["host"] and self.world.is_calm:  # freed in mid-game, and nobody has come
            await self._post(table, "fill", {"seat": free[0], "level": "novice"})
        elif me is None:
            if free:
                await self._post(table, "sit", {"seat": rng.choice(free), "name": self.name})
        elif state["seats"][me]["away"]:
            if self.world.is_calm or rng.random() < 0.5:
                await self._post(table, "autopilot", {"away": False})
        elif state["result"]:
            await self._post(table, "continue")
        elif state["mover"] == me:
            await self._move(table, state)
        elif not self.world.is_calm:
            await self._meanwhile(table, state)

    async def _wait(self, table: str, state: dict[str, Any]) -> None:
        me, rng = state["you"], self.rng
        free = [number for number, seat in enumerate(state["seats"]) if seat["kind"] == "open"]
        if me is None:
            if free:
                salted = rng.random() < 0.3
                await self._post(table, "sit", {"seat": rng.choice(free), "name": self.name, "salted": salted})
            return
        seat = state["seats"][me]
        if rng.random() < 0.02 and not self.world.is_calm:
            await self._post(table, "leave")
        elif state["asked"] and seat["hash"]:
            if self.world.is_calm or rng.random() < 0.6:  # else it is called off after a while
                await self._post(table, "ready", {"salt": self._salt(table, state)})
        elif not seat["ready"]:
            if rng.random() < 0.8:
                await self._post(table, "ready", {"hash": salt_hash(table, me, self._salt(table, state))})
            else:
                await self._post(table, "ready", {})
        if state["host"] and free and (self.world.is_calm or rng.random() < 0.1):
            await self._post(table, "fill", {"seat": rng.choice(free), "level": "novice"})

    def _salt(self, table: str, state: dict[str, Any]) -> str:
        """The guest's own for this start: told again, it is the same."""
        return hashlib.sha256(f"{self.token} {table} {state['commitment']}".encode()).hexdigest()

    async def _move(self, table: str, state: dict[str, Any]) -> None:
        rng, seq = self.rng, state["seq"]
        if not state["moves"]:
            return
        wild = not self.world.is_calm
        if wild and rng.random() < 0.03:
            await self._post(table, "back", {"seq": seq, "key": self._key()})
            return
        if wild and rng.random() < 0.02:
            await self._post(table, "advice")
            return
        if wild and rng.random() < 0.02:
            await self._post(table, "moves", {"seq": seq, "moves": ["dance"]})
            return
        body = {"seq": seq, "moves": [rng.choice(state["moves"])], "key": self._key()}
        if wild and rng.random() < 0.03:
            body["seq"] = max(0, seq - rng.randint(1, 5))
        if wild and rng.random() < 0.03:
            body["moves"] *= 2
        first = self.insist("POST", f"/api/v1/tables/{table}/moves", body)
        if wild and rng.random() < 0.05:  # pressed twice
            answers = await asyncio.gather(
                first, self.insist("POST", f"/api/v1/tables/{table}/moves", body), return_exceptions=True
            )
        else:
            answers = await asyncio.gather(first, return_exceptions=True)
        for answer in answers:
            if isinstance(answer, NoAnswer):
                continue
            if isinstance(answer, BaseException):
                raise answer
            if answer.status == 200:
                self._acked(table, body["key"], answer.json()["seq"])

    def _acked(self, table: str, key: str, seq: int) -> None:
        own = _own(self.identity, key)
        if self.world.acked.setdefault((table, own), seq) != seq:
            self.world.checks.bad("two answers", table, key, seq)
        self.known[table] = max(self.known.get(table, 0), seq)
        self.world.moves += 1
        self.world.note("acked", table, key, seq)

    def _key(self) -> str:
        self.keys += 1
        return f"{self.name} {self.keys}"

    async def _meanwhile(self, table: str, state: dict[str, Any]) -> None:
        rng, chance = self.rng, self.rng.random()
        others = [number for number in range(len(state["seats"])) if number != state["you"]]
        if chance < 0.04:
            await self._post(table, "nudge")
        elif chance < 0.10:
            await self._post(table, "say", {"reaction": rng.choice(("smile", "wow", "heart"))})
        elif chance < 0.12 and state["talk"]:
            await self._post(table, "say", {"text": f"Bonjour {rng.randint(1, 99)} !"})
        elif chance < 0.14:
            await self._post(table, "autopilot", {"away": True})
        elif chance < 0.15:
            await self._post(table, "leave")
        elif chance < 0.19 and state["host"]:
            await self._post(table, "fill", {"seat": rng.choice(others), "level": rng.choice(("novice", ""))})
        elif chance < 0.22:
            await self.ask("GET", f"/api/v1/tables/{table}/record")
        elif chance < 0.24:
            await self._post(table, "moves", {"seq": state["seq"], "moves": ["stop"], "key": self._key()})

    async def _after(self, table: str, state: dict[str, Any]) -> None:
        """The game is over: what it was is asked for, perhaps it is played again."""
        answer = await self.ask("GET", f"/api/v1/tables/{table}/verify")
        if answer.status != 200 or answer.json()["checked"] == 0:
            self.world.checks.bad("cannot be verified", table, answer.status, answer.body[:200])
        await self.ask("GET", f"/api/v1/tables/{table}/record")
        again = self.world.happens("rematch") and not self.world.is_calm and self.rng.random() < 0.5
        if state["you"] is not None and again:
            answer = await self._post(table, "rematch")
            if answer.status in RIGHT:
                self.join(answer.json()["table"])

    async def _post(self, table: str, what: str, body: Any = None) -> Answer:
        answer = await self.ask("POST", f"/api/v1/tables/{table}/{what}", body)
        self.world.note(what, table, self.name, answer.status)
        return answer

    # --- following

    async def _follow(self, table: str) -> None:
        """A stream, taken up again wherever it breaks off."""
        sent = 0
        while True:
            if self.away and not self.world.is_calm:
                await asyncio.sleep(0.5)
                continue
            self.at = self.world.current(self.at)
            pace = self.rng.choice(("slow", "normal", "quick", "none"))
            stream = Reader(self, table, sent)
            what = "drawings?lang=fr&" if self.is_page else "events?"
            path = f"/api/v1/tables/{table}/{what}after={sent}&pace={pace}"
            one = line(self.at, "GET", path, self.headers(), b"", self.client, stream.heard)
            lasts = self.rng.expovariate(1 / 20)
            try:
                await asyncio.wait_for(asyncio.shield(one.ended), lasts)
            except (TimeoutError, NoAnswer):
                pass
            finally:
                one.hang_up()
            sent = stream.last
            if self.rng.random() < 0.3:
                self.elsewhere()
            await asyncio.sleep(self.rng.expovariate(1 / 0.3))

    # --- an evening, a passport

    async def hold_evening(self, others: "list[Guest]") -> None:
        game = self.rng.choice(("dodeka", "4d"))
        options = {f"option-{name}": str(value) for name, value in SHORT[game](self.rng).items()}
        form = {"title": "Soirée", "name": self.name, "plays": "yes", "rated": "yes", "wish": "2", "pace": "20"}
        answer = await self.insist("POST", f"/evening/{game}", form={**form, **options})
        place = dict(answer.headers).get(b"location", b"").decode()
        if answer.status != 303:  # the store could not be reached: the form comes again, and says so
            self.world.note("no evening", answer.status)
            return
        for one in others:
            await one.insist("POST", f"{place}/join", form={"name": one.name})
        for number in range(2):
            answer = await self.insist("POST", f"{place}/round", form={"after": str(number), "anyway": "yes"})
            self.world.note("round", place, answer.status)
            for one in (self, *others):
                await one.find_tables()
            await asyncio.sleep(self.rng.uniform(5, 15))
        await self.insist("POST", f"{place}/close", form={})

    async def find_tables(self) -> None:
        for row in (await self.insist("GET", "/api/v1/tables")).json()["own"]:
            if row["status"] != "over":
                self.join(row["id"])

    async def travel(self) -> None:
        """Another browser becomes the same guest."""
        answer = await self.insist("POST", "/passport", form={})
        found = re.search(r"/passport#([A-Za-z0-9_-]{43})", answer.body.decode())
        if found is None:
            return  # the answer was lost on its way, and the passport made: another is asked for later
        other = Guest(self.world, 900)
        other.is_page, other.rng = True, self.rng
        answer = await other.insist("POST", "/passport/enter", body={"passport": found[1]})
        if answer.status == 200 and answer.cookie("brelan-8012") != self.token:
            self.world.checks.bad("another guest's passport", self.name)


class Reader:
    """What comes in by one stream: every entry once and in order, and none that its reader may not know."""

    def __init__(self, guest: Guest, table: str, sent: int) -> None:
        self.guest, self.table, self.last = guest, table, sent
        self._rest = b""

    def heard(self, body: bytes) -> None:
        *blocks, self._rest = (self._rest + body).split(b"\n\n")
        for block in blocks:
            if block.startswith(b"id: "):
                self.guest.news.setdefault(self.table, asyncio.Event()).set()
                self._event(*block.split(b"\n")[:2])

    def _event(self, number: bytes, data: bytes) -> None:
        seq, checks = int(number[4:]), self.guest.world.checks
        if self.guest.is_page:
            self.last = seq
            return
        if seq != self.last + 1:
            checks.bad("a stream skips", self.table, self.last, seq)
        self.last = seq
        checks.told(self.guest, self.table, json.loads(data[6:]))
