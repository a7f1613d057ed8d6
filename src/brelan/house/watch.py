"""What whoever keeps a house looks at: is it alive, may it be sent visitors, how busy is it.

`/healthz` says that the process answers, `/readyz` that it can store and hear what others store, `/metrics` has the
numbers in Prometheus' format. The numbers are for those who are on the same network and come straight, not through the
web server in front.
"""

import ipaddress
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CollectorRegistry, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from ..words import N_
from .errors import NotFound

if TYPE_CHECKING:
    from .hall import Hall

router = APIRouter(include_in_schema=False)
PATIENCE = 3.0  # seconds the store has to answer a question
_QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)


class Numbers(Collector):
    """What a house counts. Counters that are kept elsewhere are read when somebody asks."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)
        self.stored = self._histogram("stored_seconds", "From a change to its being stored.", _QUICK)
        self.thought = self._histogram("bot_seconds", "From a bot's turn to its move.", _SLOW)
        self.followed = self._histogram(
            "followed_seconds", "From a change with another server to its being shown here.", _QUICK
        )

    def _histogram(self, name: str, text: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(f"brelan_{name}", text, buckets=buckets, registry=self.registry)

    def collect(self) -> Iterable[Metric]:
        hall, store = self._hall, self._hall.store
        queue = hall.bot_workers.queue
        counts = hall.counts()
        yield _gauge("tables_awake", "Tables in memory.", counts["tables"])
        yield _gauge("tables_driven", "Tables whose bots and clocks this server looks after.", counts["driven"])
        yield _gauge("streams", "Streams that are open.", counts["streams"])
        yield _gauge("servers", "Servers of this house that are open, this one included.", 1 + len(hall.club.live))
        yield _gauge("listening", "Whether this server hears the others.", int(hall.club.listening))
        yield _gauge("bots_waiting", "Bots that wait for a worker.", queue.waiting)
        yield _counter("moves", "Moves stored by this server, those of chance included.", hall.moves)
        yield _counter("bot_failures", "Moves that a bot failed to find.", hall.bot_workers.failures)
        yield _counter("store_batches", "Transactions of the store.", store.committer.groups)
        yield _counter("store_jobs", "Changes stored in them.", store.committer.jobs)
        yield _counter("store_failures", "Transactions that did not succeed.", store.committer.failures)

    def describe(self) -> Iterator[Metric]:
        return iter(())


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"brelan_{name}", text, value=value)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(f"brelan_{name}", text, value=value)


@router.get("/healthz")
async def healthz() -> Response:
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """Whether visitors may be sent here."""
    problem = await _problem(request.app.state.hall)
    return PlainTextResponse(problem or "ready\n", 503 if problem else 200)


async def _problem(hall: "Hall") -> str:
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
