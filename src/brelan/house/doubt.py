"""A table in doubt: the store did not say whether a change was stored, or had another one in its place.

What is in memory may then be behind the log. Nobody acts on it: whoever takes the table's lock next has it read again.
"""

import asyncio
from collections.abc import Awaitable, Callable


class CarefulLock(asyncio.Lock):
    """A table's lock: whoever takes it finds the table as its log tells it, or is refused."""

    def __init__(self) -> None:
        super().__init__()
        self.doubtful = False
        self.read_again: Callable[[], Awaitable[None]] | None = None  # raises if the log cannot be read

    async def __aenter__(self) -> None:
        await super().__aenter__()
        if self.doubtful and self.read_again is not None:
            try:
                await self.read_again()
                self.doubtful = False
            except BaseException:
                self.release()
                raise
