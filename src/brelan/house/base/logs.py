"""The house's log: on stderr, each line with a time and a level, and nobody can fill it with the same line."""

import json
import logging
import sys
import time
from datetime import UTC, datetime

OFTEN = 5  # times a minute the same message is written; then it is counted
MINUTE = 60.0
KINDS = 500  # messages remembered


class Sparing(logging.Filter):
    """Lets the same message through a few times a minute, and says later how many were left out.

    The same is what was written at the same place in the program: a stranger chooses the values, not the places.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        key = record.pathname, record.lineno, record.name
        now = time.monotonic()
        since, count = self._seen.get(key, (now, 0))
        left_out = max(0, count - OFTEN)
        if now - since > MINUTE:
            since, count = now, 0
            if left_out:
                record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it before)", ()
        if len(self._seen) > KINDS:
            self._seen.clear()
        self._seen[key] = since, count + 1
        return count < OFTEN


class Plain(logging.Formatter):
    """One line an event: what a stranger sent cannot begin a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage().replace("\n", " ").replace("\r", " ")
        record.asctime = self.formatTime(record)
        line = self.formatMessage(record)
        return line if record.exc_info is None else f"{line}\n{self.formatException(record.exc_info)}"


class AsJson(logging.Formatter):
    """The same as one JSON object a line, for programs that gather logs."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info is not None:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def set_up(as_json: bool = False) -> None:
    """What the house and the server under it have to say goes to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if as_json else Plain("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(Sparing())
    for name in ("brelan.house", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(logging.WARNING)
        logger.propagate = False
