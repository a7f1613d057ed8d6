"""Defects put in on purpose, to see that the checkers find them: each replaces one thing in one world's house."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from brelan.house.cluster import club
from brelan.house.http import streams
from brelan.house.store import committer
from brelan.house.store.store import Entry, told_entries

from . import faults, servers
from .loop import PROCESS

SELDOM = 0.02


@contextlib.contextmanager
def _replaced(thing: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(thing, name)
    setattr(thing, name, value)
    try:
        yield
    finally:
        setattr(thing, name, before)


def lost(world: Any) -> Any:
    """A move is acknowledged that was never stored."""
    put = servers.SimulatedStore._put

    def put_or_lose(store: Any, job: Any) -> None:
        if job.rows and job.rows[0][2] == "move" and world.check_rng.random() < SELDOM:
            store._later(0.005, committer.tell, [(job, None)])
        else:
            put(store, job)

    return _replaced(servers.SimulatedStore, "_put", put_or_lose)


def _rows_changed(world: Any, change: Callable[[tuple[Any, ...]], list[tuple[Any, ...]]]) -> Any:
    commit = committer.Committer._commit

    def changed(one: Any, group: Any) -> Any:
        for job in group:
            if job.rows and job.rows[-1][2] == "move" and world.check_rng.random() < SELDOM:
                job.rows[-1:] = change(job.rows[-1])
        return commit(one, group)

    return _replaced(committer.Committer, "_commit", changed)


def doubled(world: Any) -> Any:
    """A move is stored twice."""
    return _rows_changed(world, lambda row: [row, (row[0], row[1] + 1, *row[2:6], None, row[7])])


def hole(world: Any) -> Any:
    """A number is left out."""
    return _rows_changed(world, lambda row: [(row[0], row[1] + 1, *row[2:])])


def forged(world: Any) -> Any:
    """Somebody who may connect to the database says what was never stored."""
    deliver = faults.deliver

    def forge(one: Any, payload: str) -> None:
        deliver(one, payload)
        going = [(name, log) for name, log in one.checks.logs.items() if log.state is not None and log.state.mover >= 0]
        if going and one.check_rng.random() < SELDOM:
            name, log = one.check_rng.choice(going)
            entry = Entry(log.seq + 1, "move", log.state.mover, log.state.legal()[0], {}, None, 1.7e9)
            deliver(one, "ffffffff\n" + told_entries(name, [entry]))

    return _replaced(faults, "deliver", forge)


def skipping(world: Any) -> Any:
    """A stream leaves something out."""
    written = streams.Entries._written

    def skip(stream: Any, told: Any) -> bytes:
        if len(told) > 1 and world.check_rng.random() < SELDOM:
            told = [*told[:-2], told[-1]]
        return written(stream, told)

    return _replaced(streams.Entries, "_written", skip)


def twice(world: Any) -> Any:
    """Every server drives the bots of all tables it has."""
    return _replaced(club.Club, "drives", lambda one, table: PROCESS.get() is not None)


PLANTS: dict[str, Callable[[Any], Any]] = {one.__name__: one for one in (lost, doubled, hole, forged, skipping, twice)}
