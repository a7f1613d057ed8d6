"""Hands for long work: whoever takes its parts, one by one, on this machine or on others.

What falls into parts asks `at_work()`. Without a crew it shares its parts among this machine's threads, as ever; with
one it hands them over. A part brings with it all that it is made from, so that nothing depends on who does it, in which
order, or how often: a hand that is lost in the middle costs that part again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, NamedTuple, Protocol
from uuid import uuid4

import numpy as np


class Crew(Protocol):
    """Who takes parts of the work."""

    @property
    def hands(self) -> int:
        """How many parts are done at once."""
        ...

    def each(self, work: Callable[[Any], Any], parts: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        """Does `work(part)` for every part, and gives (its number, what came of it) as they are finished, in any
        order. `work` stands in a module, so that others can import it.
        """
        ...

    def get_ready(self, prepare: Callable[[], Any]) -> Any:
        """Runs `prepare` once on each machine before anything else, so that its hands find compiled what they need."""
        ...


_CREW: ContextVar[Crew | None] = ContextVar("crew", default=None)


def at_work() -> Crew | None:
    """The crew that was called for the work at hand."""
    return _CREW.get()


@contextmanager
def called(crew: Crew | None) -> Iterator[None]:
    """All that is done inside may hand parts to this crew."""
    token = _CREW.set(crew)
    try:
        yield
    finally:
        _CREW.reset(token)


# --- tables that are filled layer by layer


Rows = Any  # numbers of rows, or a slice of them
Fill = Callable[[np.ndarray, Any], Rows]  # fills some rows of the table, from those of earlier layers; answers which
News = list[tuple[Rows, np.ndarray]]  # rows that were filled, and what is in them


class _Behind(NamedTuple):
    """A hand's own copy of the table lacks layers: it has so many."""

    layers: int


class _Copy:
    """A hand's own copy of a table, and how many layers are in it."""

    def __init__(self, shape: tuple[int, ...], kind: str) -> None:
        self.table, self.layers, self.lock = np.zeros(shape, kind), 0, Lock()


_COPIES: dict[str, _Copy] = {}
_ONE_COPY = Lock()


def _copy_of(key: str, shape: tuple[int, ...], kind: str) -> _Copy:
    """Its own copy, begun if it has none: of one table at a time."""
    with _ONE_COPY:
        if key not in _COPIES:
            _COPIES.clear()
            _COPIES[key] = _Copy(shape, kind)
        return _COPIES[key]


@dataclass(frozen=True)
class _Layer:
    """What every hand must know to fill a part of a layer."""

    fill: Fill
    key: str
    shape: tuple[int, ...]
    kind: str
    first: int  # the layer the news begin with
    news: News  # a layer each

    def __call__(self, part: Any) -> Any:
        own = _copy_of(self.key, self.shape, self.kind)
        with own.lock:
            if own.layers < self.first:
                return _Behind(own.layers)
            for rows, values in self.news[own.layers - self.first :]:
                own.table[rows] = values
            own.layers = max(own.layers, self.first + len(self.news))
        rows = self.fill(own.table, part)
        return rows, own.table[rows]


def fill_in_layers(crew: Crew, fill: Fill, layers: Iterable[Sequence[Any]], table: np.ndarray) -> Iterator[int]:
    """Fills a table of zeros whose layers depend on those before; gives the number of each layer when it is filled.

    Every hand keeps a copy of the table and is told with each part what the last layer brought; one that is behind
    (it is new, or was not needed for a while) is told all it lacks. What comes of it does not depend on the hands.
    """
    told: News = []
    make = partial(_Layer, fill, uuid4().hex, table.shape, table.dtype.str)
    for number, parts in enumerate(layers):
        waiting = {max(0, number - 1): list(parts)}  # by the layer their hands are told from
        brought: News = []
        while waiting:
            behind: dict[int, list[Any]] = {}
            for first, some in waiting.items():
                for at, found in crew.each(make(first, told[first:]), some):
                    if isinstance(found, _Behind):
                        behind.setdefault(found.layers, []).append(some[at])
                    else:
                        brought.append(found)
            waiting = behind
        for rows, values in brought:
            table[rows] = values
        told.append(_one(brought, len(table)))
        yield number


def _one(brought: News, length: int) -> tuple[Rows, np.ndarray]:
    """A layer's news as one."""
    rows = np.concatenate([np.arange(length)[some] if isinstance(some, slice) else some for some, _ in brought])
    return rows, np.concatenate([values for _, values in brought])
