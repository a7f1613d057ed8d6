"""Tables of any kind of position, without a house: the house's own page over a game played at random in this process.

Six long-named people at one table would take six browsers; here a page is a picture of a table, and pressing on it
goes nowhere.
"""

import random
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import brelan
from brelan.house.base.config import Config
from brelan.house.base.seats import Seat
from brelan.house.base.words import speak
from brelan.house.pages import web
from brelan.house.table.tables import Head, Table, Viewer

LONG = (
    "Marie-Antoinette de la Tour",
    "Jean-Barthélemy Courtemanche",
    "Wilhelmina Wagenknecht",
    "Maximilien de Robespierre",
    "Grand-mère Marguerite-Marie",
    "MMMMMMMMMMMMMMMMMMMMMMMMMMMM",
)
SHORT = ("Ana", "Bo", "Cléo", "Dov", "Eve", "Fay")


@dataclass
class Position:
    """A position of a game, and what kind of one it is."""

    kind: str
    state: brelan.State
    seat: int  # whose eyes

    def table(self, names: tuple[str, ...] = LONG, before: int = 1) -> Table:
        """A table at which it lies; the last `before` moves are its news."""
        state, players = self.state, self.state.players
        head = Head("gallery0", state.game, players, state.options, "", state.source, 0.0)
        table = Table(head, None, lambda _: None)  # type: ignore[arg-type]  # nothing is stored
        made = len(state.log)
        table.known = replace(
            table.known,
            seats=tuple(Seat("guest", f"g{n}", names[n], salt="") for n in range(players)),
            status="over" if state.over else "playing",
            state=state,
            whos=array("b", [0] * made),
            seq=1 + made,
            news=max(1, made - before + 1),
        )
        return table

    def html(self, lang: str, names: tuple[str, ...] = LONG) -> str:
        """The page of that table."""
        table, say = self.table(names), speak(lang, self.state.game)
        viewer = Viewer(self.seat, lang, host=False)
        alone = {
            "share_url": "",
            "share_hint": "",
            "preview": "",
            "qr": "",
            "name": "",
            "now": 0,
            "first_game": {"offer": False, "remarks": False},
        }
        given = {**web.at_table(table, viewer, say), **alone}
        return web.written("table.html", say, lang, "/t/gallery0", Config(), **given)


def kind_of(state: brelan.State) -> str:
    """What can be done here: the first words of the legal moves, and what they are put together from."""
    if state.over:
        return "over"
    if state.at_result:
        return "result"
    verbs = {words.split()[0] for words in state.moves()}
    parts = set(re.findall(r'name="([a-z]+)', state.game.table.controls(state.view(state.mover), state.game.say("en"))))
    return "-".join([*sorted(verbs), *sorted(parts)])[:60]


@cache
def positions(
    name: str, players: int, seed: int = 1, games: int = 3, most: int = 250, **options: Any
) -> list[Position]:
    """One position of each kind, the one with most to draw: as its player sees it, and as another does."""
    found: dict[str, tuple[int, Position]] = {}
    for number in range(games):
        rng = random.Random(100 * seed + number)
        for state in _played(name, players, rng, most, options):
            kind, acting = kind_of(state), max(state.mover, 0)
            eyes = {kind: acting} if state.over or state.at_result else {kind: acting, "others": (acting + 1) % players}
            for seen_as, seat in eyes.items():
                weight = len(state.svg(seat))
                if weight > found.get(seen_as, (0,))[0]:
                    found[seen_as] = weight, Position(seen_as, state.copy(), seat)
    return [position for _, position in found.values()]


def _played(name: str, players: int, rng: random.Random, most: int, options: dict[str, Any]) -> Iterator[brelan.State]:
    """The states of a game played at random, each after its throws and deals; a result lies there before `next`."""
    game = brelan.game(name)
    chosen = {**game.recommended, **options}
    state = game.new(players=players, seed=rng.randrange(1 << 30), names=list(LONG[:players]), **chosen)
    state.plays_chance(False)
    for _ in range(most):
        while state.mover == brelan.CHANCE and not state.at_result:
            state.apply(state.draw_chance())
        yield state
        if state.over:
            return
        state.play("next" if state.at_result else rng.choice(state.moves()))


class Room:
    """Where positions are shown, at an address of its own: a browser that knows the scripts does not ask again."""

    def __init__(self) -> None:
        room = self

        class Answer(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"  # the connection is used again

            def do_GET(self) -> None:
                body, kind = room.answer(self.path)
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(body)))
                self.send_header("cache-control", "immutable, max-age=3600" if "static" in self.path else "no-store")
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self) -> None:
                self.do_GET()

            def log_message(self, *_: Any) -> None:
                """Nobody reads it."""

        self.html = ""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def answer(self, path: str) -> tuple[bytes, str]:
        if path.startswith("/static/"):
            name = path.rsplit("/", 1)[1]
            kinds = {"css": "text/css", "svg": "image/svg+xml", "js": "text/javascript"}
            return web.static().files[name], kinds.get(name.rsplit(".", 1)[1], "image/png")
        if path.startswith("/api/"):  # a table at which nothing happens
            return b"event: beat\ndata: 0\n\n", "text/event-stream"
        shown = self.html if path.startswith("/t/") else "<!doctype html>"  # the door: nothing hangs there
        return shown.encode(), "text/html; charset=utf-8"

    def show(self, page: Any, position: Position, lang: str = "en", names: tuple[str, ...] = LONG) -> None:
        self.html = position.html(lang, names)
        page.goto(self.url + "/t/gallery0", wait_until="load")
        page.wait_for_function("() => document.querySelector('svg[data-tall]')?.classList.contains('arranged') ?? true")

    def __enter__(self) -> "Room":
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()


def resize(page: Any, width: int, height: int) -> None:
    """Another window: done once the page has arranged its drawing for it, which it does before it is painted."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
