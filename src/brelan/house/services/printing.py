"""Kits printed for whoever asks: made in a thread, one at a time, remembered; whoever asks for one that is being made
waits for that one.
"""

import asyncio
from collections import OrderedDict

from ...model.words import N_
from ...paper import kit
from ...play.catalogue import Game
from ..base.errors import TooFast

REMEMBERED = 40  # kits, of a few hundred kB each
MOST_WAITING = 8  # kits asked for and not yet made

Wanted = tuple[str, str, str, str]  # game, languages, paper, duplex


class Workshop:
    """The house's press."""

    def __init__(self) -> None:
        self._known: OrderedDict[Wanted, bytes] = OrderedDict()
        self._coming: dict[Wanted, asyncio.Task[bytes]] = {}
        self._press = asyncio.Lock()

    async def kit(self, game: Game, languages: str, paper: str, duplex: str) -> bytes:
        wanted = game.name, languages, paper, duplex
        if wanted in self._known:
            self._known.move_to_end(wanted)
            return self._known[wanted]
        coming = self._coming.get(wanted)
        if coming is None:
            if len(self._coming) >= MOST_WAITING:
                raise TooFast(N_("The press is busy. Try again in a moment."))
            coming = self._coming[wanted] = asyncio.create_task(self._print(game, wanted))
            coming.add_done_callback(lambda done: self._came(wanted, done))
        return await asyncio.shield(coming)

    async def _print(self, game: Game, wanted: Wanted) -> bytes:
        async with self._press:
            return await asyncio.to_thread(kit, game, *wanted[1:])

    def _came(self, wanted: Wanted, done: "asyncio.Task[bytes]") -> None:
        self._coming.pop(wanted, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._known[wanted] = done.result()
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
