"""The web application: pages, the JSON interface, static files, and how errors are told."""

import asyncio
import contextlib
import functools
import logging
import re
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from .. import __version__
from ..model.errors import BrelanError, GameOver, NotYourTurn
from ..model.words import Say
from .base.config import Config
from .base.errors import CannotStore, Failed, InDoubt, Misunderstood, NotFound, Refused, Stale, WrongMethod
from .base.memory import freeze_loaded
from .base.words import speak
from .hall.hall import Hall
from .hall.keeping import keep_tidy
from .http import api, watch
from .http.middleware import WENT_WRONG, Guard
from .pages import evening_pages, learn, offline, problems, review_pages, standings, web
from .services.bot_workers import BotWorkers
from .services.warmup import warm_up
from .store.clock_start import open_clock
from .store.store import Doubt, Store, StoreError

logger = logging.getLogger("brelan.house")
SETTLED = 2.0  # seconds after which a house has loaded what it needs, and its first page is out


def make(config: Config, store: Store, warm: bool = False, workers: int | None = None) -> Any:
    """The whole house as one ASGI application."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(open_clock, store.engine)
        hall = app.state.hall = Hall(store, config, BotWorkers(workers))
        await hall.club.open()
        guard.share_with(hall)
        hall.in_background(hall.keep_time())
        if warm:
            hall.in_background(warm_up(hall.wanted))
            hall.in_background(hall.bot_workers.start())
        hall.in_background(hall.wake_lively())
        hall.in_background(keep_tidy(hall, config.keep_days))
        asyncio.get_running_loop().call_later(SETTLED, freeze_loaded)  # it takes as long as drawing the first page
        yield
        hall.bot_workers.close()
        await hall.close()
        await asyncio.to_thread(store.close)

    app = FastAPI(
        title="Brelan",
        version=__version__,
        description="The house's JSON interface: open a table, sit down, play, follow. "
        "Programs send a bearer token from POST /api/v1/guests.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.config = config
    interface = (api.router, evening_pages.api_router, review_pages.api_router, standings.api_router)
    shown = (web, watch, learn, offline, review_pages, standings, evening_pages)
    for router in (*interface, *(module.router for module in shown), problems.api_router, problems.router):
        app.include_router(router)
    for kind in (BrelanError, HTTPException, RequestValidationError, Exception):
        app.add_exception_handler(kind, _error_response)
    guard = Guard(Shortcut(app), config)
    return guard


class Shortcut:
    """Takes moves and streams past the framework's layers, to `api.play`, `api.entries` and `api.drawings`.

    It pays: `bench/house.py`, moves a second of the server's own time, medians of seven runs with and without it in
    turn: 2,689 and 1,734 over the JSON stream, 1,153 and 914 drawn; a stream takes 8 kB instead of 19. (The framework's
    plain routes for these three, put before the others: 2,187 and 1,011 moves.)
    """

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def begin_closing(self) -> None:
        hall: Hall | None = getattr(self.app.state, "hall", None)
        if hall is not None:
            hall.begin_closing()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = _SHORT.fullmatch(scope["path"]) if scope["type"] == "http" else None
        wanted = (scope["method"], match[2]) if match else None
        answer: Any = self.app
        if match and wanted in (("POST", "moves"), ("GET", "events"), ("GET", "drawings")):
            scope["app"], scope["path_params"] = self.app, {"name": match[1]}
            if match[2] == "moves":
                answer = await self._play(scope, receive, match[1])
            else:
                answer = await self._answer(Request(scope, receive), match[1], match[2])
        await answer(scope, receive, send)

    async def _play(self, scope: Scope, receive: Receive, name: str) -> Any:
        try:
            wanted = api.Moves.model_validate_json(await _body(receive))
            body = await api.played(self.app.state.hall, api.known(scope["brelan"]), name, wanted)
        except (ValidationError, BrelanError) as error:
            return await self._refuse(Request(scope, receive), error)
        return functools.partial(_send_json, body)

    async def _answer(self, request: Request, name: str, what: str) -> Any:
        try:
            after = request.query_params.get("after")
            if after is not None and not re.fullmatch(r"-?[0-9]{1,9}", after):
                return self.app  # which says what is wrong with it
            lang, pace = request.query_params.get("lang", ""), request.query_params.get("pace", "")
            if what == "events":
                return await api.entries(request, name, int(after or 0), pace)
            stamp = request.query_params.get("stamp", "")
            return await api.drawings(request, name, int(after or -1), lang, pace, stamp)
        except BrelanError as error:
            return await self._refuse(request, error)

    async def _refuse(self, request: Request, error: ValidationError | BrelanError) -> Response:
        if isinstance(error, ValidationError):
            problems = [{**wrong, "loc": ("body", *wrong["loc"])} for wrong in error.errors(include_url=False)]
            return await _error_response(request, RequestValidationError(problems))
        return await _error_response(request, error)


async def _send_json(body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


_SHORT = re.compile(r"/api/v1/tables/([a-z0-9]{1,16})/(moves|events|drawings)")


async def _error_response(request: Request, error: Exception) -> Response:
    """Every bad request is answered with a sentence, its id, and the right status."""
    visit = api.visit(request)
    kind, status, sentence = _told(error, speak(visit.lang))
    if status >= 500:
        logger.warning("%s %r: %d, %s", request.method, request.url.path[:200], status, error)
    if not request.url.path.startswith("/api/"):
        return web.error_page(request, status, sentence)
    if isinstance(error, Stale):
        name = str(request.path_params.get("name", ""))
        table = None
        with contextlib.suppress(BrelanError):
            table = await api.hall(request).table(name)
        return api.stale_answer(table, error, visit.guest, sentence)
    return JSONResponse({"error": kind, "detail": sentence}, status_code=status)


def _told(error: Exception, say: Say) -> tuple[str, int, str]:
    """What went wrong: its stable id, the status, and the sentence."""
    if isinstance(error, Refused):
        return error.id, error.status, error.said(say.lang)
    if isinstance(error, Doubt):
        sentence = say("The house does not know whether that was stored, and looks it up. Try again in a moment.")
        return InDoubt.id, InDoubt.status, sentence
    if isinstance(error, StoreError):
        sentence = say("The house cannot store anything just now: nothing has changed. Try again in a moment.")
        return CannotStore.id, CannotStore.status, sentence
    if isinstance(error, BrelanError):
        return error.id, 409 if isinstance(error, (NotYourTurn, GameOver)) else 422, error.said(say.lang)
    if isinstance(error, RequestValidationError):
        problems = [f"{'.'.join(str(part) for part in e['loc'][1:])}: {e['msg']}" for e in error.errors()[:3]]
        sentence = say("The house did not understand that: {problems}.", problems="; ".join(problems)[:300])
        return Misunderstood.id, Misunderstood.status, sentence
    if isinstance(error, HTTPException):
        if error.status_code == NotFound.status:
            return NotFound.id, NotFound.status, say("There is nothing at this address.")
        if error.status_code == WrongMethod.status:
            return WrongMethod.id, WrongMethod.status, say("This address does not take such a request.")
        if error.status_code == 400:
            return Misunderstood.id, 400, say("The house did not understand that: {problems}.", problems="JSON")
        return Misunderstood.id, error.status_code, str(error.detail)
    return Failed.id, Failed.status, say(WENT_WRONG)
