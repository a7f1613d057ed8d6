"""The JSON interface: for the page's own script, for other clients and for bots.

`docs/house-api.md` shows it in use.
"""

import json
import logging
import re
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, Field

from ...model.words import LANGUAGES, N_, Say
from ...play import catalogue
from ...play.catalogue import Game
from ..base.errors import NoAdvice, NoSuchBot, NoToken, NotOver, NotReady, NotYours, OneSeatOnly, Refused, Stale
from ..base.seats import Seat
from ..base.words import speak
from ..hall.hall import Hall
from ..table import fair_start, joining, pacing, talk
from ..table.results import why_unrated
from ..table.tables import Table, Viewer
from . import render
from .guests import Visit, clean_name, identity, new_token
from .streams import Drawings, Entries

logger = logging.getLogger("brelan.house")


class Problem(BaseModel):
    """Why a request was not granted: a stable id for programs, a sentence for people."""

    error: str
    detail: str


def new_router(tag: str = "house") -> APIRouter:
    """A part of the JSON interface: each module has its own, and the application includes them."""
    refused = {"model": Problem, "description": "Not granted: docs/house-api.md lists the ids."}
    return APIRouter(prefix="/api/v1", tags=[tag], responses={"4XX": refused, "5XX": refused})


router = new_router()

Text = Annotated[str, Field(max_length=400)]
Key = Annotated[str | None, Field(max_length=80, pattern=r"^[^\x00]*$")]  # PostgreSQL keeps no such character


class NewSeat(BaseModel):
    """Who shall sit there: yourself, anybody, or a bot of a level."""

    who: Annotated[str, Field(pattern="^(me|open|bot)$")] = "open"
    level: Text = ""


class NewTable(BaseModel):
    """A table to open. With no seats named, you sit down against regular bots."""

    game: Text
    seats: list[NewSeat] | None = Field(default=None, max_length=12)
    options: dict[str, int | str | bool] = {}
    preset: Text = Field(default="", description="A way to play offered by name; `options` go before it.")
    name: Text = ""
    public: bool = False
    advice: bool = True
    pace: Annotated[int, Field(ge=0, le=86400)] = 0
    rated: bool = Field(default=True, description="Whether the game counts for the ratings, if people play it.")
    talk: bool = Field(default=False, description="Whether people may write to each other freely; not at a public one.")
    salted: bool = Field(default=False, description="Whether you, a program, will add a salt to the seed.")
    draws_seats: bool | None = Field(
        default=None,
        description="Whether who sits where is drawn when all are here; by default where no seats are named.",
    )


class Sitting(BaseModel):
    seat: int
    name: Text = ""
    salted: bool = Field(
        default=False,
        description="Whether you will add a salt to the seed; else a program adds nothing, and is ready at once.",
    )


class Ready(BaseModel):
    """First the hash of your salt, then, once all hashes are in, the salt; neither: you add nothing to the seed."""

    hash: Text = ""
    salt: Text = ""


class Filling(BaseModel):
    seat: int
    level: Text = ""


class Away(BaseModel):
    away: bool


class Moves(BaseModel):
    """Consecutive moves of your seat, in words, played all or none."""

    seq: int = Field(
        description="The seq of the state they answer; 409 with the current state if the game has moved on."
    )
    moves: list[Text] = Field(max_length=40)
    key: Key = Field(
        default=None, description="Any text of your own: a request repeated with the same key is played once."
    )


class Talk(BaseModel):
    """One of the three: a reaction or a ready phrase by its name, or, where the host allows it, a text."""

    reaction: Text = ""
    phrase: Text = ""
    text: Text = ""


class Back(BaseModel):
    seq: int
    key: Key = None


class Answer(BaseModel):
    seq: int


class Asked(Answer):
    hashes: list[str] | None = Field(
        description="Once all hashes are in: what each seat promised. Keep it, then show your salt."
    )


def visit(request: Request) -> Visit:
    return request.scope["brelan"]  # type: ignore[no-any-return]


def hall(request: Request) -> Hall:
    return request.app.state.hall  # type: ignore[no-any-return]


def known_guest(request: Request) -> str:
    return known(visit(request))


def known(one: Visit) -> str:
    """The guest who is asking; whoever is none yet is refused."""
    if not one.guest:
        raise NoToken(N_("Who are you? Open the house's page first, or get a token from POST /api/v1/guests."))
    return one.guest


async def name_of(request: Request, given: str) -> str:
    """The guest's name: the one given, which is remembered, or the one remembered."""
    guest, name = known_guest(request), clean_name(given)
    store = hall(request).store
    if name:
        await store.set_guest_name(guest, name)
        return name
    return await store.guest_name(guest) or speak(visit(request).lang)("Guest")


@router.get("/games")
async def list_games(request: Request) -> list[dict[str, Any]]:
    """The games of the house."""
    lang = visit(request).lang
    return [facts(catalogue.game(name), lang) for name in catalogue.games()]


def facts(game: Game, lang: str) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "seats": [game.seats[0], game.seats[-1]],
        "best_seats": game.best_seats,
        "age": game.age,
        "minutes": game.minutes,
        "blurb": game.say(lang)(game.blurb),
    }


def row_facts(row: Any) -> dict[str, Any]:
    """A table's row of the store, as lists show it."""
    seats = json.loads(row.seats)
    title = catalogue.game(row.game).title if row.game in catalogue.games() else row.game
    return {
        "id": row.id,
        "game": row.game,
        "title": title,
        "status": row.status,
        "public": bool(row.public),
        "names": [seat["name"] for seat in seats if seat["name"]],
        "free": sum(seat["kind"] == "open" for seat in seats),
        "players": row.players,
        "rated": bool(json.loads(row.settings).get("rated")),
        "created": row.created,
        "touched": row.touched,
    }


def listed(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Rows of the store as lists show them; a damaged one is left out, and told to the log."""
    found = []
    for row in rows:
        try:
            found.append(row_facts(row))
        except Exception as error:
            logger.warning("The row of table %s is damaged: %r", row.id, error)
    return found


@router.get("/games/{name}")
async def one_game(request: Request, name: str) -> dict[str, Any]:
    """A game's options, presets and bots."""
    game = await hall(request).game(name)
    lang = visit(request).lang
    say = game.say(lang)
    defaults = game.complete_options({})
    options = [
        {"name": o.name, "label": say(o.label), "takes": o.takes().said(say), "default": defaults[o.name]}
        for o in game.options
    ]
    return {**facts(game, lang), "options": options, "presets": presets(game, say), "bots": list(game.bots.LEVELS)}


def presets(game: Game, say: Say) -> list[dict[str, Any]]:
    """The ways to play a game that are offered by name; the first is recommended."""
    return [
        {
            "name": preset.name,
            "title": say(preset.title),
            "about": say(preset.told),
            "options": game.complete_options(preset.options),
        }
        for preset in game.presets.values()
    ]


@router.post("/guests", status_code=201)
async def new_guest(request: Request, name: str = "") -> dict[str, str]:
    """A token for a program: send it as `Authorization: Bearer …`. It is yours alone; the house keeps only its hash."""
    token = new_token()
    cleaned = clean_name(name)
    if cleaned:
        await hall(request).store.set_guest_name(identity(token), cleaned)
    return {"token": token}


@router.post("/tables", status_code=201)
async def new_table(request: Request, wanted: NewTable) -> dict[str, Any]:
    """Opens a table."""
    game = await hall(request).game(wanted.game)
    chosen = (
        wanted.seats
        if wanted.seats is not None
        else [NewSeat(who="me"), *[NewSeat(who="bot", level="regular")] * (game.best_seats - 1)]
    )
    guest = known_guest(request)
    ready = visit(request).bearer and not wanted.salted
    seats = await make_seats(request, game, [(seat.who, seat.level) for seat in chosen], wanted.name, ready)
    draws_seats = wanted.seats is None if wanted.draws_seats is None else wanted.draws_seats
    table = await hall(request).open(
        game,
        guest,
        seats,
        {**(game.preset(wanted.preset) if wanted.preset else {}), **wanted.options},
        wanted.public,
        wanted.advice,
        wanted.pace,
        draws_seats,
        rated=wanted.rated,
        lang=visit(request).lang,
        talk=wanted.talk,
    )
    return state_of(table, guest)


async def make_seats(
    request: Request, game: Game, chosen: Sequence[tuple[str, str]], name: str, ready: bool = False
) -> list[Seat]:
    """Seats as asked for. A program is ready at once; a browser first sees the commitment and adds its salt."""
    seats: list[Seat] = []
    for who, level in chosen:
        if who == "me":
            if any(seat.kind == "guest" for seat in seats):
                raise OneSeatOnly(N_("You can sit on one seat only."))
            seats.append(Seat("guest", known_guest(request), await name_of(request, name), salt="" if ready else None))
        elif who == "bot":
            level = level or "regular"
            if level not in game.bots.LEVELS:
                raise NoSuchBot(
                    N_("There is no bot “{level}”; there are {levels}."),
                    level=level[:40],
                    levels=", ".join(game.bots.LEVELS),
                )
            seats.append(Seat("bot", level=level))
        else:
            seats.append(Seat())
    return seats


def state_of(table: Table, guest: str) -> dict[str, Any]:
    """A table as the guest may know it."""
    table.greet(guest)
    seat = table.seat_of(guest)
    state, head = table.state, table.head
    return {
        "id": table.id,
        "game": table.game.name,
        "status": table.status,
        "seq": table.seq,
        "you": seat if seat >= 0 else None,
        "host": guest == head.host,
        "seats": [
            {
                "kind": s.kind,
                "name": s.name,
                "level": s.level,
                "away": s.away,
                "by": s.by,
                "ready": s.ready,
                "hash": s.hash,
                "here": s.guest in table.presence.shown if s.guest and table.company else None,
            }
            for s in table.seats
        ],
        "mover": table.mover if table.mover >= 0 else None,
        "result": table.at_result,
        "options": head.options,
        "pace": head.pace,
        "commitment": head.source.commitment,
        "salts": list(state.salts) if state is not None else [],
        "asked": table.status == "waiting" and bool(table.asked),
        "voids": table.voids,
        "draws_seats": head.draws_seats,
        "rated": not why_unrated(table.head, table.known),
        "talk": head.talk,
        "drawn": list(table.drawn),
        "scores": list(state.scores) if state is not None else [],
        "payoff": list(state.payoff or ()) if state is not None else [],
        "moves": state.moves() if state is not None and seat >= 0 and table.mover == seat else [],
        "view": state.view(seat) if state is not None else None,
        "rematch": table.rematch or None,
    }


@router.get("/tables")
async def list_tables(request: Request) -> dict[str, list[dict[str, Any]]]:
    """Public tables, and your own."""
    store = hall(request).store
    guest = visit(request).guest
    own = await store.own_tables(guest) if guest else []
    return {"public": listed(await store.public_tables()), "own": listed(own)}


@router.get("/tables/{name}")
async def state(request: Request, name: str, seq: int = 0) -> dict[str, Any]:
    """The table as you see it, with your legal moves. `seq`: what you know of already, perhaps from another server of
    the house; the answer is never older.
    """
    found = await hall(request).table_or_ending(name, seq)
    if isinstance(found, Table):
        return state_of(found, visit(request).guest)
    return {"id": found.id, "game": found.game, "status": "over", "names": found.names, "payoff": found.payoff}


@router.post("/tables/{name}/sit")
async def sit(request: Request, name: str, wanted: Sitting) -> Answer:
    """Takes a free seat. The game begins when all seats are filled."""
    table = await hall(request).table(name)
    salt = "" if visit(request).bearer and not wanted.salted else None
    return Answer(
        seq=await joining.sit(table, known_guest(request), wanted.seat, await name_of(request, wanted.name), salt)
    )


@router.post("/tables/{name}/ready")
async def ready(request: Request, name: str, wanted: Ready) -> Asked:
    """Adds a salt to the seed, once the commitment is known: its hash first, the salt when all hashes are in."""
    table, guest = await hall(request).table(name), known_guest(request)
    if wanted.hash:
        seq = await fair_start.promise(table, guest, wanted.hash)
    elif wanted.salt:
        seq = await fair_start.show(table, guest, wanted.salt)
    else:
        seq = await fair_start.add_nothing(table, guest)
    return Asked(seq=seq, hashes=[seat.hash for seat in table.seats] if table.asked else None)


@router.post("/tables/{name}/leave")
async def leave(request: Request, name: str) -> Answer:
    """Gives the seat up; in a running game a bot plays on."""
    return Answer(seq=await joining.leave(await hall(request).table(name), known_guest(request)))


@router.post("/tables/{name}/fill")
async def fill(request: Request, name: str, wanted: Filling) -> Answer:
    """The host seats a bot, or frees the seat (no level).

    In a running game a guest keeps the seat, with a bot playing on; with secrets no seat is freed.
    """
    table = await hall(request).table(name)
    bot = hall(request).bot_name([seat.name for seat in table.seats])
    return Answer(seq=await joining.fill(table, known_guest(request), wanted.seat, wanted.level, bot))


@router.post("/tables/{name}/autopilot")
async def autopilot(request: Request, name: str, wanted: Away) -> Answer:
    """Lets a bot play on for you, or takes over again."""
    return Answer(seq=await joining.autopilot(await hall(request).table(name), known_guest(request), wanted.away))


@router.post(
    "/tables/{name}/moves",
    response_model=Answer,
    responses={409: {"description": "The game has moved on; the current state comes with the answer."}},
)
async def play(request: Request, name: str, wanted: Moves) -> Response:
    """Plays."""
    return Response(await played(hall(request), known_guest(request), name, wanted), media_type="application/json")


async def played(here: Hall, guest: str, name: str, wanted: Moves) -> bytes:
    """What `play` answers: the one call that is made a thousand times a second."""
    table = await here.table(name, wanted.seq)
    return b'{"seq":%d}' % await table.play(guest, wanted.seq, wanted.moves, wanted.key)


@router.post("/tables/{name}/back")
async def back(request: Request, name: str, wanted: Back) -> Answer:
    """Takes your last move back, while nothing has come of it."""
    table = await hall(request).table(name, wanted.seq)
    return Answer(seq=await table.take_back(known_guest(request), wanted.seq, wanted.key))


@router.post("/tables/{name}/nudge")
async def nudge(request: Request, name: str) -> Answer:
    """Reminds whoever is to move."""
    return Answer(seq=await (await hall(request).table(name)).nudge(known_guest(request)))


@router.post("/tables/{name}/say")
async def say_something(request: Request, name: str, wanted: Talk) -> dict[str, int]:
    """Says something to the table; answers its number. You need a seat, and somebody else to hear it."""
    table = await hall(request).table(name)
    given = [(kind, text) for kind, text in wanted.model_dump().items() if text]
    kind, body = given[0] if len(given) == 1 else ("phrase", "")
    return {"number": await talk.speak_up(table, hall(request).store, known_guest(request), kind, body)}


@router.get("/tables/{name}/talk")
async def what_was_said(request: Request, name: str, after: int = 0) -> list[dict[str, Any]]:
    """What was said at the table after that number, in your language: the last 300 lines are kept."""
    table = await hall(request).table(name)
    say = speak(visit(request).lang)
    return [
        {
            "number": line.number,
            "seat": table.seat_of(line.guest) if table.seat_of(line.guest) >= 0 else None,
            "name": line.name,
            "kind": line.kind,
            "body": line.body,
            "said": line.words(say),
            "at": line.at,
        }
        for line in table.talk
        if line.number > after
    ]


@router.post("/tables/{name}/continue")
async def carry_on(request: Request, name: str) -> Answer:
    """You have seen the result that lies on the table; once all who look have, the game goes on."""
    return Answer(seq=await pacing.carry_on(await hall(request).table(name), known_guest(request)))


@router.post("/tables/{name}/rematch")
async def rematch(request: Request, name: str) -> dict[str, str]:
    """A new table with the same people."""
    return {"table": await hall(request).rematch(await hall(request).table(name), known_guest(request))}


@router.post("/tables/{name}/advice")
async def advice(request: Request, name: str) -> dict[str, Any]:
    """What the master thinks of each of your legal moves, best first: its `value` counts in `unit`."""
    table = await hall(request).table(name)
    seat = table.seat_of(known_guest(request))
    if not table.head.advice:
        raise NoAdvice(N_("This table plays without advice."))
    if table.state is None or seat < 0 or table.mover != seat:
        raise NotYours(N_("Advice is for whoever is to move."))
    await table.ask_master(known_guest(request))
    seq, before, lang = table.seq, table.state, visit(request).lang
    try:
        found = await hall(request).bot_workers.advise(before.view_state(seat), lang, table.id)
    except Refused:
        raise
    except Exception as error:
        logger.warning("Table %s: no advice: %r", table.id, error)
        raise NotReady(N_("The master has no answer just now. Try again.")) from None
    rows = [
        {
            "move": a.move,
            "words": before.tell(before.parse(a.move), seat, lang),
            "value": a.value,
            "unit": before.game.say(lang)(a.unit) if a.unit else before.game.bots.SCALE.says(before.game.say(lang)),
            "text": a.text,
            "brief": a.brief or a.text,
            "best": a.best,
        }
        for a in found
    ]
    return {"seq": seq, "advice": rows}


@router.get("/tables/{name}/record", response_class=PlainTextResponse)
async def get_record(request: Request, name: str) -> PlainTextResponse:
    """The record: all of it once the game is over, before that what you saw."""
    found = await hall(request).table_or_ending(name)
    if isinstance(found, Table):
        seat = found.seat_of(visit(request).guest)
        text = await hall(request).past.ask(found, ("record", seat), lambda table: str(table.record(seat)))
        title = found.game.name
    else:
        text, title = found.record, "brelan"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{title}-{name}.record"'})


@router.get("/tables/{name}/verify")
async def verify(request: Request, name: str) -> dict[str, Any]:
    """Recomputes every throw, deal and draw from the revealed seed."""
    table = await hall(request).table(name)
    if table.status != "over" or table.state is None:
        raise NotOver(N_("The seed is revealed when the game is over."))
    if table.head.origin:
        raise NotYours(N_("This game began from a position of another: its seed vouches for nothing before that."))
    source = table.head.source
    assert source.seed is not None
    verdict = await hall(request).past.ask(table, "verify", _verified)
    return {
        "said": verdict.said(visit(request).lang),
        "commitment": source.commitment,
        "seed": source.seed.hex(),
        "salts": list(verdict.salts),
        "voids": verdict.voids,
        "checked": verdict.checked,
    }


def _verified(table: Table) -> Any:
    """Runs in a thread; raises with the first move that is not what the seed gives."""
    return table.record(None).verify()


def _last_seen(request: Request, after: int) -> int:
    given = request.headers.get("last-event-id", "")
    return int(given) if re.fullmatch(r"[0-9]{1,9}", given) else after


@router.get(
    "/tables/{name}/events", response_class=PlainTextResponse, responses={200: {"content": {"text/event-stream": {}}}}
)
async def entries(request: Request, name: str, after: int = 0, pace: str = "") -> Any:
    """Every entry of the table's log after `after`, as server-sent events, as you may see them.

    With a `pace` (slow, normal, quick, none) a person looks on: results stay on the table for them.
    """
    here = hall(request)
    sent = _last_seen(request, after)
    table = await here.table(name, sent)
    pacing.wish(table, visit(request).guest, pace)
    return Entries(
        table,
        visit(request).guest,
        sent,
        here.render_queue,
        here.closing,
        lambda: here.store.load(name),
        pace in pacing.HOLDS,
    )


@router.get("/tables/{name}/drawings", include_in_schema=False)
async def drawings(
    request: Request, name: str, after: int = -1, lang: str = "", pace: str = "", stamp: str = ""
) -> Any:
    """The page's own stream; `pace` is how long its reader wants to see results, `after` and `stamp` what it shows."""
    here = hall(request)
    sent = _last_seen(request, after)
    table = await here.table(name, sent)
    pacing.wish(table, visit(request).guest, pace)
    return Drawings(
        table,
        visit(request).guest,
        lang if lang in LANGUAGES else visit(request).lang,
        sent,
        here.render_queue,
        here.closing,
        stamp,
    )


@router.get("/tables/{name}/drawing", include_in_schema=False)
async def drawing(request: Request, name: str, after: int = -1, lang: str = "", pace: str = "", stamp: str = "") -> Any:
    """The same, asked for: for tabs without a stream."""
    table = await hall(request).table(name, after)
    pacing.wish(table, visit(request).guest, pace)
    pacing.asked(table, visit(request).guest)
    if table.seq == after and table.stamp == stamp:
        return JSONResponse(None)
    tongue = lang if lang in LANGUAGES else visit(request).lang
    viewer = table.viewer(visit(request).guest, tongue)
    return PlainTextResponse(render.payload(table, viewer), media_type="application/json")


@router.get("/tables/{name}/turn", include_in_schema=False)
async def turn(request: Request, name: str) -> dict[str, Any]:
    """Whether it is your turn: for a page nobody looks at, which is not taken to be there."""
    table = await hall(request).table(name)
    viewer = Viewer(table.seat_of(visit(request).guest), visit(request).lang, host=False)
    mine = table.status == "playing" and viewer.seat >= 0 and table.mover == viewer.seat
    away = mine and table.seats[viewer.seat].away
    return {"mine": mine and not away, "title": render.title(table, viewer, speak(viewer.lang, table.game))}


def stale_answer(table: Table | None, error: Stale, guest: str, said: str) -> JSONResponse:
    body: dict[str, Any] = {"error": error.id, "detail": said}
    if table is not None:
        body["state"] = state_of(table, guest)
    return JSONResponse(body, status_code=error.status)
