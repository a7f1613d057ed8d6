"""Whose table is drawn next, when more drawings are wanted than there is time for."""

import asyncio
import logging
import time
from collections import OrderedDict
from typing import Protocol

SLICE = 0.001  # seconds of drawing before whatever else has come in is heard
SHARE = 4  # one drawing in so many is for those who look on, however many are to move

logger = logging.getLogger("brelan.house")


class Wanting(Protocol):
    def deliver(self) -> None: ...


class RenderQueue:
    """Streams that wait for their table to be drawn.

    Whoever is to move comes first: the others may wait, and miss what is no longer the newest.
    """

    def __init__(self) -> None:
        self._movers: OrderedDict[Wanting, None] = OrderedDict()
        self._others: OrderedDict[Wanting, None] = OrderedDict()
        self._count = 0
        self._at_work = False

    def want(self, stream: Wanting, to_move: bool) -> None:
        if to_move:
            self._others.pop(stream, None)
            self._movers[stream] = None
        elif stream not in self._movers:
            self._others[stream] = None
        if not self._at_work:
            self._at_work = True
            asyncio.get_running_loop().call_soon(self._work)

    def forget(self, stream: Wanting) -> None:
        self._movers.pop(stream, None)
        self._others.pop(stream, None)

    def _work(self) -> None:
        until = time.perf_counter() + SLICE
        while self._movers or self._others:
            self._count += 1
            others = self._others and (not self._movers or self._count % SHARE == 0)
            stream, _ = (self._others if others else self._movers).popitem(last=False)
            try:
                stream.deliver()
            except Exception:  # one table that cannot be drawn holds up no other
                logger.exception("A table could not be drawn")
            if time.perf_counter() > until:
                asyncio.get_running_loop().call_soon(self._work)
                return
        self._at_work = False
