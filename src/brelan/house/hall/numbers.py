"""What a house counts, for whoever keeps it: `/metrics` has it in Prometheus' format."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from .hall import Hall

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
