"""After the game: its review, the position to play on from, records from elsewhere, and *Mes parties*."""

import asyncio
import logging
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from ...model.errors import BrelanError
from ...model.words import N_, Say
from ...play import catalogue
from ...play.state import State
from ...play.worth import followed
from ...school import report
from ...school.graph import MARK_WORDS, graph
from ...school.review import Decision, Review
from ..base.errors import NotFound, NotOver, NotReady, Refused
from ..base.ids import is_id
from ..base.seats import Seat, middle_level
from ..base.words import level_word, speak
from ..http.api import facts, hall, known_guest, name_of, new_router, visit
from ..services import archive
from ..services.bot_workers import LONGEST
from ..services.evenings import evenings_of
from ..services.past import Ending
from ..services.reviews import Going, whole_game
from ..table.tables import Table
from .web import SCRIPT_WORDS, kept, page

router = APIRouter(include_in_schema=False)
api_router = new_router()
logger = logging.getLogger("brelan.house")


# --- a review


async def table_state(request: Request, name: str) -> tuple[Table, State]:
    """A finished table and its game: of a running one nobody is told more than at the table."""
    table = await hall(request).table_or_ending(name)
    if isinstance(table, Ending):
        raise NotOver(N_("This game was played under older rules: it cannot be reviewed any more."))
    if table.status != "over":
        raise NotOver(N_("The review comes when the game is over."))
    return table, table.begun()


async def brought_state(request: Request, name: str) -> tuple[State, str, str]:
    """The game of a record from elsewhere, who brought it, and the record."""
    row = await hall(request).store.review(name) if is_id(name) else None
    if row is None or not row.guest:
        raise NotFound(N_("There is nothing at this address."))
    return await asyncio.to_thread(whole_game, row.record), row.guest, row.record


@router.get("/t/{name}/review", response_class=HTMLResponse)
async def review_page(request: Request, name: str) -> Response:
    guest = visit(request).welcome()
    table, state = await table_state(request, name)
    found = await hall(request).reviews.ask(name, state)
    return await _page(request, found, state, f"/t/{name}", table.seat_of(guest), f"/t/{name}/from")


@router.get("/r/{name}", response_class=HTMLResponse)
async def brought_page(request: Request, name: str) -> Response:
    visit(request).welcome()
    state, guest, record = await brought_state(request, name)
    found = await hall(request).reviews.ask(name, state, guest, record)
    return await _page(request, found, state, f"/r/{name}", -1, f"/r/{name}/from")


async def _page(request: Request, found: Review | Going, state: State, address: str, own: int, again: str) -> Response:
    lang = visit(request).lang
    say = speak(lang, state.game)
    review = found if isinstance(found, Review) else None
    return page(
        request,
        "review.html",
        say=say,
        game=facts(state.game, lang),
        address=address,
        again=again,
        own=own,
        moves=len(state.log),
        review=review,
        going=None if review else found,
        told=await asyncio.to_thread(_told, review, state, own, say) if review else {},
        words={key: say(text) for key, text in SCRIPT_WORDS.items()},
    )


def _told(review: Review, state: State, own: int, say: Say) -> dict[str, Any]:
    """What the page says of a review. Runs in a thread."""
    scale = state.game.bots.SCALE
    marks = [_mark(review, review.decisions[at], state, say) for at in review.marks[: report.EXPLAINED]]
    return {
        "graph": graph(review, say),
        "unit": scale.says(say),
        "kind": say("exact") if review.exact else say("estimated"),
        "cards": [_card(review, seat, state, say) for seat in range(len(review.names))],
        "rows": [
            (
                say(word),
                [
                    scale.number((-1 if part == "loss" else 1) * getattr(seat, part), say, sign=True)
                    for seat in review.seats
                ],
            )
            for part, word in report.PARTS
            if part not in ("hidden", "rest") or any(abs(getattr(seat, part)) > 1e-9 for seat in review.seats)
        ],
        "errors": ["± " + scale.number(seat.error, say) for seat in review.seats if seat.error],
        "marks": marks,
        "more": max(0, len(review.marks) - len(marks)),
        "first": _drawn(state, own, say),
    }


def _card(review: Review, number: int, state: State, say: Say) -> dict[str, Any]:
    scale, seat = state.game.bots.SCALE, review.seats[number]
    best, worst = report.best_and_worst(review, number)
    losses = report.bots_losses(review)
    level = report.level_played(review, seat)
    return {
        "name": seat.name,
        "luck": scale.number(seat.luck + seat.hidden, say, sign=True),
        "skill": scale.number(-seat.loss, say, sign=True),
        "result": scale.number(seat.result, say, sign=True),
        "level": level_word(level, say) if level else "",
        "said": report.level_line(review, seat, say, scale),
        "losses": [(level_word(one, say), report.fine(scale, loss, say)) for one, loss in losses.items()],
        "best": _mark(review, best, state, say) if best else None,
        "worst": _mark(review, worst, state, say) if worst else None,
    }


def _mark(review: Review, one: Decision, state: State, say: Say) -> dict[str, Any]:
    scale = state.game.bots.SCALE
    loss = say.percent(one.loss, scale.digits) if scale.chance else say.number(one.loss, scale.digits)
    return {
        "number": one.number,
        "seat": one.seat,
        "name": review.names[one.seat],
        "kind": one.mark,
        "mark": say(MARK_WORDS[one.mark]) if one.mark else "",
        "loss": f"−{loss} {scale.reckoned(say, one.loss, scale.digits)}",
        "move": report.told_move(state, one, one.move, say.lang),
        "best": report.told_move(state, one, one.best, say.lang),
    }


def _drawn(state: State, seat: int, say: Say) -> str:
    view = state.view(seat)
    view["moves"] = []  # nothing can be played in the past
    return str(state.game.table.svg(view, say))


def _position(state: State, review: Review, number: int, own: int, say: Say) -> dict[str, Any]:
    """A position after so many moves and, where that was a choice, what the better one would have led to: through the
    eyes of whoever chose. Runs in a thread.
    """
    one = review.decision_at(number)
    eyes = one.seat if one is not None else own
    found: dict[str, Any] = {"html": _drawn(state.after(number), eyes, say), "better": "", "said": "", "eyes": eyes}
    if one is not None and one.best != one.move:
        before = state.after(number - 1)
        found["better"] = _drawn(followed(before, before.parse(one.best)), eyes, say)
        told = _mark(review, one, state, say)
        found["said"] = say(
            "{name} {move}; better: {best} ({loss})",
            name=told["name"], move=told["move"], best=told["best"], loss=told["loss"],
        )  # fmt: skip
        found["marked"] = bool(one.mark)
    return found


async def _known(request: Request, name: str) -> Review:
    found = await hall(request).reviews.found(name)
    if found is None:
        raise NotFound(N_("There is nothing at this address."))
    return found


@router.get("/t/{name}/review/{number}")
async def table_position(request: Request, name: str, number: int) -> Response:
    table, state = await table_state(request, name)
    return await _at(request, name, state, number, table.seat_of(visit(request).guest))


@router.get("/r/{name}/review/{number}")
async def brought_position(request: Request, name: str, number: int) -> Response:
    return await _at(request, name, (await brought_state(request, name))[0], number, -1)


async def _at(request: Request, name: str, state: State, number: int, own: int) -> Response:
    review, say = await _known(request, name), speak(visit(request).lang, state.game)
    number = max(0, min(number, len(state.log)))
    return JSONResponse(await asyncio.to_thread(_position, state, review, number, own, say))


@router.get("/t/{name}/review/{number}/why")
async def table_why(request: Request, name: str, number: int) -> Response:
    return await _why(request, name, (await table_state(request, name))[1], number)


@router.get("/r/{name}/review/{number}/why")
async def brought_why(request: Request, name: str, number: int) -> Response:
    return await _why(request, name, (await brought_state(request, name))[0], number)


async def _why(request: Request, name: str, state: State, number: int) -> Response:
    """What the master says of the better move and of the one that was played."""
    one = (await _known(request, name)).decision_at(number)
    if one is None:
        raise NotFound(N_("There is nothing at this address."))
    lang = visit(request).lang
    view = (await asyncio.to_thread(state.after, number - 1)).view_state(one.seat)
    try:
        workers = hall(request).bot_workers
        advice = await workers.advise(view, lang, f"review {name}", patience=LONGEST, person=False)
    except Refused:
        raise
    except Exception as error:
        logger.warning("The review of %s: no advice: %r", name, error)
        raise NotReady(N_("The master has no answer just now. Try again.")) from None
    return JSONResponse({"why": report.reasons(one, advice, speak(lang, state.game))})


@router.post("/t/{name}/from/{moves}")
async def play_from_here(request: Request, name: str, moves: int) -> Response:
    """*Rejouer d'ici*: a table from that position, against the same bots."""
    table, _ = await table_state(request, name)
    guest = visit(request).welcome()
    new = await hall(request).replay_from(table, guest, await name_of(request, ""), moves)
    return RedirectResponse(f"/t/{new.id}", 303)


@router.post("/r/{name}/from/{moves}")
async def play_brought_from_here(request: Request, name: str, moves: int) -> Response:
    """The same from a record from elsewhere, in the seat to move: who played there is not known to be a bot, so regular
    ones play.
    """
    state, _, _ = await brought_state(request, name)
    guest = visit(request).welcome()
    seats = [Seat("bot", level=middle_level(state.game.bots.LEVELS)) for _ in state.names]
    new = await hall(request).play_from(state, moves, name, guest, await name_of(request, ""), seats)
    return RedirectResponse(f"/t/{new.id}", 303)


@api_router.get("/tables/{name}/review")
async def review_data(request: Request, name: str) -> dict[str, Any]:
    """The review of a finished game: `status` is `running`, with `done` of `total` steps and what it `waits` for before
    it begins, or `done`, with `review`.
    """
    _, state = await table_state(request, name)
    return _answer(await hall(request).reviews.ask(name, state), visit(request).lang)


@api_router.get("/reviews/{name}")
async def brought_data(request: Request, name: str) -> dict[str, Any]:
    """The same for a record from elsewhere."""
    state, guest, record = await brought_state(request, name)
    return _answer(await hall(request).reviews.ask(name, state, guest, record), visit(request).lang)


@api_router.post("/reviews", status_code=201)
async def bring(request: Request) -> dict[str, str]:
    """Brings the record of a finished game from elsewhere, as the body of the request; answers where its review is."""
    guest = known_guest(request)
    text = (await request.body()).decode("utf-8", "replace")
    name = await hall(request).reviews.bring(guest, text)
    return {"review": name, "page": f"/r/{name}"}


def _answer(found: Review | Going, lang: str) -> dict[str, Any]:
    if isinstance(found, Review):
        return {"status": "done", "review": found.data()}
    waits = found.waits.said(lang) if found.waits else ""
    return {"status": "running", "done": found.done, "total": found.total, "waits": waits}


# --- Mes parties


@router.get("/mine", response_class=HTMLResponse)
async def my_games(request: Request) -> Response:
    guest = visit(request).welcome()
    lang = visit(request).lang
    say = speak(lang)
    played = await archive.played(hall(request).store, guest)
    by_game = []
    for name in catalogue.games():
        own = [one for one in played if one.game == name]
        if own:
            game = catalogue.game(name)
            skill = (await hall(request).books.of(game)).skills.get(guest)
            by_game.append(archive.told(game, own, skill, speak(lang, game)))
    brought = [archive.brought_row(row, say) for row in await hall(request).store.brought(guest)]
    met = [
        {"id": one.id, "title": one.title, "date": archive.date(one.opened)[:10]}
        for one in await evenings_of(hall(request).store, guest)
    ]
    return kept(page(request, "mine.html", games=by_game, many=len(played), brought=brought, evenings=met))


@router.get("/mine.csv")
async def my_table(request: Request) -> Response:
    played = await archive.played(hall(request).store, visit(request).welcome())
    headers = {"content-disposition": 'attachment; filename="brelan.csv"'}
    return PlainTextResponse("\ufeff" + archive.table(played), headers=headers, media_type="text/csv; charset=utf-8")


@router.get("/mine.zip")
async def my_records(request: Request) -> Response:
    rows = await hall(request).store.own_games(visit(request).welcome())
    body = await asyncio.to_thread(archive.zipped, rows)
    headers = {"content-disposition": 'attachment; filename="brelan-records.zip"'}
    return Response(body, headers=headers, media_type="application/zip")


@router.post("/mine/review")
async def review_all(request: Request) -> Response:
    """Has the games looked over that have not been."""
    here = hall(request)
    for one in await archive.played(here.store, visit(request).welcome()):
        if one.review is None:
            try:
                await here.reviews.ask(one.table, (await here.table(one.table)).begun())
            except BrelanError:
                continue  # under older rules, or too many at once: they can be asked for one by one
    return RedirectResponse("/mine", 303)


@api_router.get("/mine")
async def mine(request: Request) -> list[dict[str, Any]]:
    """Your finished games, the last one first: dates, opponents, results and, once reviewed, luck and losses."""
    return [one.data() for one in await archive.played(hall(request).store, known_guest(request))]
