"""What takes a whole game to tell: its record, its proof, its replay. Told in a thread, once, and remembered a while.

A game of 100,000 moves takes seconds to replay: on the event loop everybody else would wait for it.
"""

import asyncio
import copy
import json
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from ...model.referee import SPECTATOR
from ...model.words import LANGUAGES
from ..table.tables import Table
from ..table.tale import Tale

REMEMBERED = 64  # answers
LARGEST = 2_000_000  # characters of an answer that is remembered


class Past:
    """Answers that were made in a thread. Whoever asks while one is being made waits for that one."""

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, Any] = OrderedDict()
        self._coming: dict[Hashable, asyncio.Future[Any]] = {}

    async def ask(self, table: Table, about: Hashable, work: Callable[[Table], Any]) -> Any:
        """What `work` makes of the table as it is now; `about` names it among the table's other answers."""
        key = table.id, table.seq, about
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        coming = self._coming.get(key)
        if coming is None:
            coming = self._coming[key] = asyncio.ensure_future(asyncio.to_thread(work, still(table)))
            coming.add_done_callback(lambda done: self._came(key, done))
        return await asyncio.shield(coming)

    def _came(self, key: Hashable, done: "asyncio.Future[Any]") -> None:
        self._coming.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        answer = done.result()
        if isinstance(answer, str) and len(answer) > LARGEST:
            return
        self._known[key] = answer
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def still(table: Table) -> Table:
    """The table as it is now, for another thread: what is known of its log is never changed, it is replaced."""
    picture = copy.copy(table)
    picture.tale = Tale()
    return picture


# --- how a game ended, for when its rules are no longer known


@dataclass(frozen=True)
class Ending:
    """A finished game in words: nothing here needs its rules."""

    id: str
    game: str
    names: tuple[str, ...]
    payoff: tuple[int, ...]
    reason: dict[str, str]  # by language
    record: str
    story: dict[str, dict[str, list[str]]]  # by language and reader's seat: a line a move

    def lines(self, lang: str, seat: int = SPECTATOR) -> list[str]:
        told = self.story.get(lang) or {}
        return told.get(str(seat)) or told.get(str(SPECTATOR)) or []

    @property
    def places(self) -> list[tuple[int, str, int]]:
        """Place, name and result, from the first to the last; equals share a place."""
        order = sorted(range(len(self.names)), key=lambda seat: -self.payoff[seat])
        return [
            (1 + sum(p > self.payoff[seat] for p in self.payoff), self.names[seat], self.payoff[seat]) for seat in order
        ]


def written_ending(table: Table) -> tuple[str, str, bytes]:
    """A finished game as it is kept: its record, its result and its story. Runs in a thread."""
    state = table.begun()
    outcome, payoff = state.outcome, state.payoff
    assert outcome is not None and payoff is not None
    readers = [SPECTATOR] if table.game.rules.OPEN else list(range(SPECTATOR, table.head.players))
    story = {
        lang: {
            str(seat): [line.scene.text for line in table.lines_after(0, seat, lang) if line.is_told]
            for seat in readers
        }
        for lang in LANGUAGES
    }
    result = {
        "game": table.game.title,
        "names": list(table.names),
        "payoff": list(payoff),
        "reason": {lang: table.game.say(lang)(outcome.reason) for lang in LANGUAGES},
    }
    packed = zlib.compress(json.dumps(story, ensure_ascii=False).encode(), 9)
    return str(table.record(None)), json.dumps(result, ensure_ascii=False), packed


def read_ending(row: Any) -> Ending:
    result = json.loads(row.result)
    return Ending(
        row.table_id,
        result["game"],
        tuple(result["names"]),
        tuple(result["payoff"]),
        result["reason"],
        row.record,
        json.loads(zlib.decompress(row.story)),
    )
