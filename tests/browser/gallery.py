"""Tables of any kind of position, without a house: the house's own page over a game played at random in this process.

Six long-named people at one table would take six browsers; here a page is a picture of a table, and pressing on it
goes nowhere.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import brelan
from brelan.house import web
from brelan.house.config import Config
from brelan.house.seats import Seat
from brelan.house.tables import Head, Table, Viewer
from brelan.house.words import speak

ADDRESS = "http://gallery.test"
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
        table.seats = [Seat("guest", f"g{n}", names[n], salt="") for n in range(players)]
        table.status = "over" if state.over else "playing"
        table.state, table.whos, table.seq = state, [0] * len(state.log), 1 + len(state.log)
        table.news = max(1, len(state.log) - before + 1)
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


def serve(page: Any) -> Any:
    """Lets a page be shown: answers a function that shows one position."""
    shown = SimpleNamespace(html="")

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path.startswith("/static/"):
            name = path.rsplit("/", 1)[1]
            kind = (
                "text/css" if name.endswith("css") else "image/svg+xml" if name.endswith("svg") else "text/javascript"
            )
            route.fulfill(body=web.static().files[name], content_type=kind)
        elif path.startswith("/t/"):
            route.fulfill(body=shown.html, content_type="text/html; charset=utf-8")
        else:  # a table at which nothing happens
            route.fulfill(body="event: beat\ndata: 0\n\n", content_type="text/event-stream")

    page.route(ADDRESS + "/**", answer)

    def show(position: Position, lang: str = "en", names: tuple[str, ...] = LONG) -> None:
        shown.html = position.html(lang, names)
        page.goto(ADDRESS + "/t/gallery0", wait_until="load")
        page.wait_for_function("() => document.querySelector('svg[data-tall]')?.classList.contains('arranged') ?? true")

    return show


def resize(page: Any, width: int, height: int) -> None:
    """Another window: done once the page has arranged its drawing for it, which it does before it is painted."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
