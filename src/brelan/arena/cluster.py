"""The same work on a cluster that exists already: blocks of games on the workers of a Dask scheduler. Needs the extra
`cluster`.

    brelan simulate dodeka --games 100000000 --cluster tcp://scheduler:8786
    brelan tournament spacepoker --cluster local:4

A block brings with it all that it depends on, and game number g depends on the seed and on g alone: results are the
same as on one machine, whatever the blocks, the workers, and whoever is lost in the middle. Before anything is played
every worker must have the same sources, and one worker of each host compiles while the others wait.
"""

import functools
import hashlib
import logging
import platform
import signal
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, NamedTuple

import distributed
import numba
import numpy as np
from distributed.comm.core import CommClosedError

from ..engine.sources import PACKAGE
from ..model.errors import BrelanError
from ..model.words import N_

PATIENCE = 15  # seconds to find the scheduler, and for a first worker to be there
AHEAD, LEAST_AHEAD = 4, 16  # parts handed out for each hand, and at least: the next lies there when one is done
LOCAL = "local:"
LOOK = 1.0  # seconds without a result after which the workers are counted
NOT_COMPARED = ("house", "paper", "terminal")  # rooms no block is ever played in
Client = distributed.Client


class ClusterError(BrelanError):
    """The cluster cannot do this, and why.

    Examples:
        >>> from brelan.arena import cluster
        >>> with cluster.opened("nowhere") as crew:
        ...     pass
        Traceback (most recent call last):
            ...
        brelan.arena.cluster.ClusterError: A cluster is tcp://HOST:PORT or local:N with N workers, not 'nowhere'.
    """


class Origin(NamedTuple):
    """What a worker plays with: it must be the same everywhere."""

    sources: str
    versions: tuple[tuple[str, str], ...]


@functools.cache
def origin() -> Origin:
    """Of this process: a hash of the sources, of the tables and words that come with them, and what compiles them."""
    total = hashlib.sha256()
    files = (file for kind in ("*.py", "*.npz", "*.po") for file in PACKAGE.rglob(kind))
    for file in sorted(files):
        name = file.relative_to(PACKAGE)
        if name.parts[0] not in NOT_COMPARED:
            total.update(name.as_posix().encode() + b"\0" + file.read_bytes())
    versions = ("Python", platform.python_version()), ("NumPy", np.__version__), ("Numba", numba.__version__)
    return Origin(total.hexdigest()[:20], versions)


def _own_origin() -> Origin:
    """The same of the worker that is asked."""
    return origin()


def _here() -> str:
    """The worker this runs on."""
    return str(distributed.get_worker().address)


def _differs(worker: str, found: Origin, wanted: Origin) -> ClusterError | None:
    if found.sources != wanted.sources:
        return ClusterError(
            N_(
                "Worker {worker} has other sources of Brelan ({theirs}) than this machine ({ours}): "
                "install the same there, and start it again."
            ),
            worker=worker,
            theirs=found.sources[:8],
            ours=wanted.sources[:8],
        )
    for (name, theirs), (_, ours) in zip(found.versions, wanted.versions, strict=True):
        if theirs != ours:
            return ClusterError(
                N_("Worker {worker} has {name} {theirs}, this machine has {ours}: install the same there."),
                worker=worker,
                name=name,
                theirs=theirs,
                ours=ours,
            )
    return None


def _guarded(wanted: Origin, work: Callable[[Any], Any], part: Any) -> Any:
    """A part, on a worker that has been looked at: it may have come later than the others."""
    wrong = _differs(_here(), origin(), wanted)
    if wrong:
        raise wrong
    return work(part)


def _log(wrong: BrelanError) -> None:
    logging.getLogger(__name__).warning("%s", wrong)


@contextmanager
def opened(where: "str | Client | Cluster", tell: Callable[[BrelanError], None] = _log) -> Iterator["Cluster"]:
    """A crew on that cluster: the address of a scheduler, `local:N` for N workers of this machine, or a Dask client of
    your own, which stays open. What its owner should know while it waits is told: by default it is logged.

    Examples:
        >>> from brelan.arena import cluster, simulate
        >>> with cluster.opened("local:2") as crew:  # doctest: +SKIP
        ...     simulate("dodeka", ["expert", "regular"], games=1_000_000, cluster=crew)
    """
    if isinstance(where, Cluster):
        yield where
        return
    if isinstance(where, Client):
        yield Cluster(where, tell)
        return
    with _connected(where) as client:
        yield Cluster(client, tell)


@contextmanager
def _connected(where: str) -> Iterator[Client]:
    many = where.removeprefix(LOCAL)
    local = where.startswith(LOCAL) and many.isascii() and many.isdigit() and 0 < int(many) < 1000
    if not local and "://" not in where:
        raise ClusterError(
            N_("A cluster is tcp://HOST:PORT or local:N with N workers, not {where}."), where=repr(where)
        )
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in our own words
    if local:
        with _processes(int(many)) as workers, Client(workers, set_as_default=False) as client:
            yield client
        return
    try:
        client = Client(where, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise ClusterError(
            N_("No scheduler answers at {where}: start one with `dask scheduler`."), where=where
        ) from None
    with client:
        yield client


def _processes(many: int) -> Any:
    """Workers on this machine. Ctrl+C is for this process alone: they and the thread that starts them are born with it
    blocked, and one that comes meanwhile is not lost.
    """
    resource_tracker.ensure_running()  # started later, it would let signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return distributed.LocalCluster(
            n_workers=many, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Cluster:
    """A crew of Dask workers.

    Examples:
        >>> from brelan.arena import cluster
        >>> with cluster.opened("local:2") as crew:  # doctest: +SKIP
        ...     crew.hands, [found for _, found in crew.each(abs, [-1, -2])]
        (2, [1, 2])
    """

    def __init__(self, client: Client, tell: Callable[[BrelanError], None] = _log) -> None:
        self.client = client
        """Dask's own."""
        self._tell = tell
        self._checked = False

    def workers(self) -> dict[str, Any]:
        """What the scheduler knows of its workers, by their addresses. It is asked here: what the client has heard is
        replaced every few seconds by an answer without them.
        """
        scheduler: Any = self.client.scheduler
        found: dict[str, Any] = self.client.sync(scheduler.identity, n_workers=-1)["workers"]
        return found

    @property
    def hands(self) -> int:
        """How many parts are done at once."""
        return max(1, sum(int(worker["nthreads"]) for worker in self.workers().values()))

    def check(self) -> None:
        """Waits for a worker, and looks whether all have the same sources."""
        if self._checked:
            return
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ClusterError(
                N_("The cluster has no workers: start some with `dask worker {where}`."),
                where=self._address(),
            ) from None
        has = "__import__('importlib.util').util.find_spec('brelan') is not None"  # asked without any module of ours
        for worker, found in self.client.run(eval, has, on_error="return").items():
            if found is not True:
                raise ClusterError(N_("Worker {worker} has no Brelan: install the same there."), worker=worker)
        for worker, found in sorted(self.client.run(_own_origin, on_error="return").items()):
            wrong = _differs(worker, found, origin()) if isinstance(found, Origin) else _odd(worker, found)
            if wrong:
                raise wrong
        self._checked = True

    def one_a_host(self) -> list[str]:
        """A worker of every host."""
        hosts: dict[str, str] = {}
        for address, worker in sorted(self.workers().items()):
            hosts.setdefault(str(worker["host"]), address)
        return list(hosts.values())

    def get_ready(self, prepare: Callable[[], Any]) -> list[Any]:
        """Runs `prepare` on one worker of each host, so that the others find its compiled code and solved tables; what
        it answers must be the same on all, or one is named.
        """
        self.check()
        first = self.one_a_host()

        def submitted(at: int) -> Any:
            return self.client.submit(_guarded, origin(), _call, prepare, workers=[first[at]], pure=False)

        answers = [answer for _, answer in sorted(self._collected(submitted, len(first)))]
        (common, _), *_ = Counter(map(repr, answers)).most_common(1)
        for worker, answer in zip(first, answers, strict=True):
            if repr(answer) != common:
                raise ClusterError(
                    N_(
                        "Worker {worker} looks up other tables than the other hosts do: empty the cache folder there "
                        "(brelan/solved), so that they are solved anew."
                    ),
                    worker=worker,
                )
        return answers

    def each(self, work: Callable[[Any], Any], parts: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        """`work(part)` for every part, as (its number, its result), in the order they are finished.

        Whatever ends this early, an error or Ctrl+C, takes back what has not begun.
        """
        self.check()
        guarded, many = functools.partial(_guarded, origin(), work), len(parts)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Sending large graph")
            yield from self._collected(lambda at: self.client.submit(guarded, parts[at], pure=False), many)

    def _collected(self, submitted: Callable[[int], Any], many: int) -> Iterator[tuple[int, Any]]:
        """Results as they come; only so many parts are handed out at a time that no worker waits for one."""
        number: dict[str, int] = {}
        waiting = distributed.as_completed(loop=self.client.loop)
        futures: set[Any] = set()
        try:
            ahead = max(LEAST_AHEAD, AHEAD * self.hands)
            for at in range(many):
                future = submitted(at)
                futures.add(future)
                number[future.key] = at
                waiting.add(future)
                if len(futures) < ahead and at + 1 < many:
                    continue
                while futures and (len(futures) >= ahead or at + 1 == many):
                    done = self._next(waiting)
                    futures.remove(done)
                    yield number.pop(done.key), done.result()
        except distributed.scheduler.KilledWorker as killed:
            raise ClusterError(
                N_("Several workers in a row died at the same part of the work; the last was {worker}."),
                worker=str(getattr(killed.last_worker, "address", killed.last_worker)),
            ) from None
        except (distributed.CancelledError, CommClosedError, OSError):
            raise ClusterError(N_("The cluster's scheduler was lost.")) from None
        finally:
            with suppress(Exception):  # it may be gone
                self.client.cancel(list(futures), force=True)

    def _next(self, waiting: Any) -> Any:
        """The next part that is done. That nobody is left to do any is told once: others may come."""
        told, look = False, time.monotonic() + LOOK
        while not waiting.has_ready():
            with waiting.thread_condition:
                waiting.thread_condition.wait(0.1)
            if time.monotonic() < look:
                continue
            alone, look = not self.workers(), time.monotonic() + LOOK
            if alone and not told:
                self._tell(
                    ClusterError(
                        N_(
                            "The cluster has lost all its workers; the work goes on as soon as one is there "
                            "(`dask worker {where}`). Ctrl+C ends it."
                        ),
                        where=self._address(),
                    )
                )
            told = alone
        return next(waiting)

    def _address(self) -> str:
        """Where workers find the scheduler."""
        return str(self.client.scheduler_info()["address"])

    def bring(self, file: Path) -> None:
        """Lets workers import a script of yours by its name."""
        self.client.upload_file(str(file))


def _call(prepare: Callable[[], Any]) -> Any:
    return prepare()


def _odd(worker: str, found: Any) -> ClusterError:
    return ClusterError(N_("Worker {worker} cannot load Brelan: {why}"), worker=worker, why=str(found))
