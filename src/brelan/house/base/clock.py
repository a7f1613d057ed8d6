"""The house's clock: what time it is, and that no jump of the machine's clock throws anybody out.

Within a process it only ever goes forward, at the pace of the monotonic clock. When the house opens it is set to the
machine's time, with PostgreSQL to the database's, and never to before what the house has written down already
(`store/clock_start.py`).
"""

import time


class Clock:
    """Seconds since 1970 as they were when the clock was set, and on from there."""

    def __init__(self) -> None:
        self.set(time.time())

    def set(self, now: float) -> None:
        self._base, self._at = now, time.monotonic()

    def now(self) -> float:
        return self._base + time.monotonic() - self._at


_clock = Clock()
now = _clock.now


def start_at(now: float) -> None:
    """The house opens, and this is the time."""
    _clock.set(now)


def keep_up(there: float) -> None:
    """The database's clock is further than this one: several servers go by the same."""
    if there > now():
        _clock.set(there)
