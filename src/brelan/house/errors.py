"""What the house refuses, and with which HTTP status."""

from typing import Any

from ..errors import BrelanError


class Refused(BrelanError):
    """A request that was not granted: the status, and a sentence in the language of whoever asked."""

    def __init__(self, status: int, message: str, /, **values: Any) -> None:
        super().__init__(message, **values)
        self.status = status


class OlderRules(Refused):
    """A table whose game was played under rules this house no longer knows."""


class Stale(Refused):
    """The move answers a table that has moved on."""
