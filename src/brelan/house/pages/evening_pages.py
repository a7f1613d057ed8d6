"""An evening on the page: opening it, joining, the tables of each round, standings, the poster; and as data."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ...model.errors import BrelanError
from ...model.names import visible
from ...model.words import Say
from ...paper import can_print
from ...play import catalogue
from ...play.catalogue import Game
from ..base.words import speak
from ..hall import rounds
from ..http.api import facts, hall, name_of, new_router, visit
from ..services import evenings, posters
from ..services.evenings import WIN, Evening, Laid, Place
from ..services.pairing import sizes
from ..services.previews import tags
from .web import PACES, chosen_options, form_of, option_fields, pace_words, page, presets_offered, shared, small, zipped

router = APIRouter(include_in_schema=False)
api_router = new_router()
DAY = 86400  # seconds a move may take at most


@router.get("/evening", response_class=HTMLResponse)
async def any_evening(request: Request) -> Response:
    return RedirectResponse(f"/evening/{catalogue.games()[0]}", 303)


@router.get("/evening/{name}", response_class=HTMLResponse)
async def evening_form(request: Request, name: str) -> Response:
    return await _form_page(request, await hall(request).game(name), {}, "")


async def _form_page(request: Request, game: Game, given: dict[str, str], problem: str) -> Response:
    guest, lang = visit(request).welcome(), visit(request).lang
    say = speak(lang, game)
    return page(
        request,
        "evening_open.html",
        422 if problem else 200,
        say=say,
        game=facts(game, lang),
        games=[facts(catalogue.game(each), lang) for each in catalogue.games()],
        seat_range=list(game.seats),
        options=option_fields(game, given, say),
        presets=presets_offered(game, given, say),
        paces=[(pace, pace_words(pace, say)) for pace in PACES],
        given=given,
        name=given.get("name") or await hall(request).store.guest_name(guest),
        problem=problem,
    )


@router.post("/evening/{name}", response_class=HTMLResponse)
async def open_evening(request: Request, name: str) -> Response:
    game = await hall(request).game(name)
    guest, lang = visit(request).welcome(), visit(request).lang
    form = form_of(await request.body())
    try:
        title = visible(form.get("title", ""))[: evenings.TITLE_LIMIT].strip()
        evening = await evenings.opened_by(
            hall(request).store,
            guest,
            title=title or speak(lang, game)("An evening of {game}", game=game.title),
            game=game.name,
            options=game.complete_options(chosen_options(game, form)),
            wish=small(form.get("wish", "")) or game.best_seats,
            pace=min(small(form.get("pace", "")), DAY),
            rated=form.get("rated") == "yes",
            lang=lang,
        )
        if form.get("plays") == "yes":
            own = await name_of(request, form.get("name", ""))
            await evenings.join(hall(request).store, evening.id, guest, own)
    except BrelanError as error:
        return await _form_page(request, game, form, error.said(lang))
    return RedirectResponse(f"/e/{evening.id}", 303)


# --- the evening itself


@router.get("/e/{name}", response_class=HTMLResponse)
async def evening_page(request: Request, name: str) -> Response:
    guest, lang = visit(request).welcome(), visit(request).lang
    store = hall(request).store
    evening = await evenings.found(store, name)
    await rounds.lay(hall(request), evening)  # what a server that died may have left
    game = hall(request).known(evening.game)
    say = speak(lang, game)
    last = evening.rounds[-1] if evening.rounds else ()
    status = await evenings.statuses(store, [laid.id for laid in last])
    rows = await _standings(request, evening)
    own, mine = evening.people.get(guest), evening.table_of(guest)
    going = mine if mine is not None and status.get(mine.id) != "over" else None
    link = shared(request, f"/e/{evening.id}", say)
    seats = sum(bots for _, bots in sizes(len(evening.here), game.seats, evening.wish)) if evening.here else 0
    return page(
        request,
        "evening.html",
        say=say,
        game=facts(game, lang),
        evening=evening,
        host=guest == evening.host,
        here=own.name if own is not None and own.here else "",
        was=own is not None,
        name=await store.guest_name(guest),
        table={"id": going.id, "names": names_at(evening, going, say, guest)} if going is not None else None,
        played=mine is not None and going is None,
        playing=sum(status.get(laid.id) != "over" for laid in last),
        tables=[
            {"id": laid.id, "names": names_at(evening, laid, say), "status": status.get(laid.id, "waiting")}
            for laid in last
        ],
        bots=seats,
        rows=[_row(evening, one, guest, say) for one in rows],
        winners=_winners(rows, say),
        link=link,
        win=WIN,
        can_print=can_print(),
        preview=tags(link.url, *_invitation(request, evening)[1:3]),
    )


def names_at(evening: Evening, laid: Laid, say: Say, but: str = "") -> str:
    names = [evening.people[guest].name for guest in laid.people if guest != but]
    if laid.bots:
        names.append(say.count("a bot", "{n} bots", laid.bots))
    return say.list(names)


def _row(evening: Evening, one: Place, guest: str, say: Say) -> dict[str, Any]:
    return {
        **one._asdict(),
        "guest": "",
        "points": say.number(one.points, 0 if one.points % 1 == 0 else 1),
        "you": one.guest == guest,
        "out": not evening.people[one.guest].here,
        "number": list(evening.people).index(one.guest),
    }


def _winners(rows: list[Place], say: Say) -> str:
    first = [one.name for one in rows if one.place == 1 and one.games]
    if not first:
        return say("No game was finished.")
    return say("{names} has won the evening.", names=first[0]) if len(first) == 1 else say(
        "{names} share the evening.", names=say.list(first)
    )  # fmt: skip


async def _standings(request: Request, evening: Evening) -> list[Place]:
    return evenings.standings(evening, await evenings.results_of(hall(request).store, evening.tables))


@router.post("/e/{name}/join")
async def join(request: Request, name: str) -> Response:
    guest = visit(request).welcome()
    own = await name_of(request, form_of(await request.body()).get("name", ""))
    await evenings.join(hall(request).store, name, guest, own)
    return RedirectResponse(f"/e/{name}", 303)


@router.post("/e/{name}/pause")
async def pause(request: Request, name: str) -> Response:
    number = form_of(await request.body()).get("number")
    await evenings.pause(
        hall(request).store, name, visit(request).welcome(), small(number) if number is not None else None
    )
    return RedirectResponse(f"/e/{name}", 303)


@router.post("/e/{name}/round")
async def next_round(request: Request, name: str) -> Response:
    form = form_of(await request.body())
    guest = visit(request).welcome()
    evening = await rounds.next_round(
        hall(request), name, guest, small(form.get("after", "")), form.get("anyway") == "yes"
    )
    own = evening.table_of(guest)  # the host is taken there as everybody is
    return RedirectResponse(f"/t/{own.id}" if own is not None else f"/e/{name}", 303)


@router.post("/e/{name}/close")
async def close(request: Request, name: str) -> Response:
    await evenings.close(hall(request).store, name, visit(request).welcome())
    return RedirectResponse(f"/e/{name}", 303)


# --- what is drawn of it


async def _poster(request: Request, name: str) -> tuple[Any, Evening]:
    evening = await evenings.found(hall(request).store, name)
    game = hall(request).known(evening.game)
    rows = await _standings(request, evening)
    say = speak(visit(request).lang, game)
    return await asyncio.to_thread(posters.poster, evening, game, rows, say), evening


@router.get("/e/{name}/poster.svg")
async def poster_picture(request: Request, name: str) -> Response:
    drawing, evening = await _poster(request, name)
    return zipped(request, posters.as_svg(drawing, evening.title).encode(), "image/svg+xml")


@router.get("/e/{name}/poster.pdf")
async def poster_page(request: Request, name: str) -> Response:
    drawing, evening = await _poster(request, name)
    pdf = await asyncio.to_thread(posters.as_pdf, drawing, evening.title, visit(request).lang)
    headers = {"content-disposition": f'inline; filename="brelan-{evening.id}.pdf"'}
    return Response(pdf, headers=headers, media_type="application/pdf")


def _invitation(request: Request, evening: Evening) -> tuple[Game, str, str, str]:
    """What a link to it shows: nobody's place and nobody's cards."""
    game = hall(request).known(evening.game)
    lang = visit(request).lang_or(evening.lang)
    say = speak(lang, game)
    many = len(evening.people)
    there = say.count("One person is there.", "{n} people are there.", many) if many else say("Be the first.")
    return game, evening.title, there, lang


@router.get("/e/{name}/preview.png")
async def evening_preview(request: Request, name: str) -> Response:
    evening = await evenings.found(hall(request).store, name)
    return await hall(request).cards.answer(*_invitation(request, evening))


# --- for programs


@api_router.get("/evenings/{name}")
async def evening_data(request: Request, name: str) -> dict[str, Any]:
    """An evening: its people, the tables of each round, how everybody stands."""
    evening = await evenings.found(hall(request).store, name)
    guest = visit(request).guest
    say = speak(visit(request).lang)
    mine = evening.table_of(guest)
    return {
        "id": evening.id,
        "title": evening.title,
        "game": evening.game,
        "over": evening.over,
        "host": bool(guest) and guest == evening.host,
        "people": [{"name": one.name, "here": one.here} for one in evening.people.values()],
        "rounds": [
            [
                {"table": laid.id, "names": [evening.people[one].name for one in laid.people], "bots": laid.bots}
                for laid in tables
            ]
            for tables in evening.rounds
        ],
        "table": mine.id if mine is not None else None,
        "standings": [
            {key: value for key, value in _row(evening, one, guest, say).items() if key not in ("guest", "number")}
            | {"points": one.points}
            for one in await _standings(request, evening)
        ],
    }
