"""A table in doubt: the store did not say whether a change was stored, or had another one in its place.

What is in memory may then be behind the log. Nobody acts on it: whoever takes the table's lock next has it read again.
What other servers tell while somebody holds the lock waits there: whoever takes it next finds it done.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..store.store import Entry


class CarefulLock(asyncio.Lock):
    """A table's lock: whoever takes it finds the table as its log tells it, or is refused."""

    def __init__(self) -> None:
        super().__init__()
        self.doubtful = False
        self.heard: list[Entry] = []  # what other servers have stored since somebody took the lock
        self.follow: Callable[[list[Entry]], bool] | None = None  # does it here too; False if it cannot
        self.read_again: Callable[[], Awaitable[None]] | None = None  # raises if the log cannot be read

    async def __aenter__(self) -> None:
        await super().__aenter__()
        heard, self.heard = self.heard, []
        if heard and not self.doubtful and self.follow is not None:
            self.doubtful = not self.follow(heard)
        if self.doubtful and self.read_again is not None:
            try:
                await self.read_again()
                self.doubtful = False
            except BaseException:
                self.release()
                raise
