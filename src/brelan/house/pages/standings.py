"""Standings: who is how strong at which game, as a page, as data, and on the command line."""

import asyncio
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ...model.errors import BrelanError
from ...model.words import Say
from ...play import catalogue
from ..base.config import Config
from ..base.words import level_word, speak
from ..hall.hall import Hall
from ..hall.keeping import opened
from ..http.api import facts, hall, new_router, visit
from ..store.schema import tables
from ..table.ratings import BOT, PLACED, Book, Skill, is_bot
from ..table.results import kept, result_of
from .web import page

router = APIRouter(include_in_schema=False)
api_router = new_router()
MOST = 200  # rows of a page
WIDTH, HEIGHT = 160, 14  # of a bar that shows how sure a rating is
WIDEST = 600.0  # points either side of the middle that a bar shows


def row(place: int, who: str, skill: Skill, own: str) -> dict[str, Any]:
    """One line of the standings, as plain data: nobody's identity is in it."""
    return {
        "place": place,
        "name": skill.name if not is_bot(who) else "",
        "level": who.removeprefix(BOT) if is_bot(who) else "",
        "rating": round(skill.rating),
        "margin": round(skill.margin),
        "games": skill.games,
        "you": bool(own) and who == own,
    }


def listed(book: Book, own: str) -> dict[str, Any]:
    placed = [row(number + 1, who, skill, own) for number, (who, skill) in enumerate(book.order())]
    shown = placed[:MOST] + [one for one in placed[MOST:] if one["you"]]
    new = [row(0, who, skill, own) for who, skill in book.new()]
    return {"games": book.games, "placed": shown, "new": new[:MOST], "needed": PLACED}


@api_router.get("/standings/{name}")
async def standings_data(request: Request, name: str) -> dict[str, Any]:
    """A game's standings: ratings on the scale of chess with 99% margins; who has played too few games has no place."""
    game = hall(request).known(name)
    return {"game": game.name, **listed(await hall(request).books.of(game), visit(request).guest)}


@router.get("/standings", response_class=HTMLResponse)
async def all_standings(request: Request) -> Response:
    return await standings_page(request, catalogue.games()[0])


@router.get("/standings/{name}", response_class=HTMLResponse)
async def standings_page(request: Request, name: str) -> Response:
    guest = visit(request).welcome()
    game, lang = hall(request).known(name), visit(request).lang
    say = speak(lang, game)
    found = listed(await hall(request).books.of(game), guest)
    for one in found["placed"]:
        one["level"] = level_word(one["level"], say) if one["level"] else ""
        one["bar"] = bar(one["rating"], one["margin"])
    return page(
        request,
        "standings.html",
        say=say,
        game=facts(game, lang),
        games=[facts(catalogue.game(each), lang) for each in catalogue.games()],
        counted=found.pop("games"),
        **found,
    )


def bar(rating: float, margin: float) -> str:
    """Where somebody stands, and how sure that is."""

    def x(points: float) -> float:
        return WIDTH / 2 + max(-WIDEST, min(WIDEST, points - 1500)) * (WIDTH / 2 - 5) / WIDEST

    low, high = x(rating - margin), x(rating + margin)
    return (
        f'<svg class="sure" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"><line x1="0" x2="{WIDTH}" y1="7" y2="7"/>'
        f'<rect x="{low:.1f}" y="4" width="{max(1.0, high - low):.1f}" height="6" rx="3"/>'
        f'<circle cx="{x(rating):.1f}" cy="7" r="4.5"/></svg>'
    )


# --- on the command line


def standings(data: str, name: str, rebuild: bool) -> list[dict[str, Any]]:
    """The standings of a place where games are kept, of one game or of all; with `rebuild`, from rows made anew from
    the logs of all finished games.
    """
    chosen = [catalogue.game(name)] if name else [catalogue.game(each) for each in catalogue.games()]
    with opened(data) as store:

        async def work() -> list[dict[str, Any]]:
            hall = Hall(store, Config())
            if rebuild:
                await _rebuild(hall)
            return [{"game": game.name, **listed(await hall.books.of(game), "")} for game in chosen]

        return asyncio.run(work())


async def _rebuild(hall: Hall) -> None:
    """Every row of the results again, from the logs. A game whose rules are no longer known keeps the one it has."""
    query = sa.select(tables.c.id).where(tables.c.status == "over")
    names = await hall.store.ask(lambda connection: list(connection.execute(query).scalars()))
    for name in names:
        stored = await hall.store.load(name)
        assert stored is not None
        try:
            table = await hall.laid_again(stored[0], await hall.known_rules(stored[0]), stored[1])
        except BrelanError:
            continue
        assert table.state is not None
        await hall.store.note(*kept(result_of(table.head, table.known)))


def sentences(found: list[dict[str, Any]], say: Say) -> list[str]:
    """The same for people."""
    lines = []
    for each in found:
        title = catalogue.game(each["game"]).title
        lines.append(f"{title}: " + say.count("one game counted", "{n} games counted", each["games"]))
        for one in each["placed"]:
            name = one["name"] or say("bot, {level}", level=level_word(one["level"], say))
            lines.append(f"{one['place']:>4}. {name}  {one['rating']} ± {one['margin']}  ({one['games']})")
    return lines
