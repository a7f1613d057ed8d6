"""What whoever keeps a house looks at: is it alive, may it be sent visitors, how busy is it.

`/healthz` says that the process answers, `/readyz` that it can store and hear what others store, `/metrics` has the
numbers in Prometheus' format. The numbers are for those who are on the same network and come straight, not through the
web server in front.
"""

import ipaddress
import time
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from ...model.words import N_
from ..base.errors import NotFound
from ..hall.hall import Hall

router = APIRouter(include_in_schema=False)
PATIENCE = 3.0  # seconds the store has to answer a question


@router.get("/healthz")
async def healthz() -> Response:
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """Whether visitors may be sent here."""
    problem = await _problem(request.app.state.hall)
    return PlainTextResponse(problem or "ready\n", 503 if problem else 200)


async def _problem(hall: Hall) -> str:
    if hall.closing.is_set():
        return "closing\n"
    if not hall.club.listening:
        return "the other servers cannot be heard\n"
    if not hall.club.alive:
        return "the other servers take this one for gone\n"
    before = time.monotonic()
    try:
        await hall.store.answers(PATIENCE)
    except Exception:
        return f"the store does not answer ({time.monotonic() - before:.1f} s)\n"
    return ""


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    if not _is_near(request):
        raise NotFound(N_("There is nothing at this address."))
    return Response(generate_latest(request.app.state.hall.numbers.registry), media_type=CONTENT_TYPE_LATEST)


def _is_near(request: Request) -> bool:
    """Whether somebody of this network asks, and not a visitor through the web server in front."""
    forwarded: Any = request.headers.get("x-forwarded-for") or request.headers.get("forwarded")
    try:
        return not forwarded and ipaddress.ip_address(request.client.host if request.client else "").is_private
    except ValueError:
        return not forwarded  # a Unix socket
