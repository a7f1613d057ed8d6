"""A seat at a table: whose it is, or which bot's."""

from collections.abc import Sequence
from dataclasses import dataclass


def middle_level(levels: Sequence[str]) -> str:
    """Of the bot that sits down where nobody has chosen one: the second."""
    return levels[min(1, len(levels) - 1)]


@dataclass(slots=True)
class Seat:
    """A seat at a table."""

    kind: str = "open"  # open, guest or bot
    guest: str = ""  # whose it is: the hash of a token
    name: str = ""
    level: str = ""  # of the bot that plays here, or plays on for its guest
    away: bool = False  # a guest's seat at which a bot plays on
    salt: str | None = None  # what its guest adds to the seed; None until they are ready
    hash: str = ""  # what its guest promised to add: the salt's hash, sent before any salt is shown
    by: str = ""  # who made it so, where it was not its guest: the host or the clock

    @property
    def ready(self) -> bool:
        """Whether it promised its salt, or adds none."""
        return self.filled or (self.kind == "guest" and bool(self.hash))

    @property
    def filled(self) -> bool:
        """Whether all is there that the game needs of it to begin."""
        return self.kind == "bot" or (self.kind == "guest" and self.salt is not None)

    @property
    def bot(self) -> str:
        """The level of the bot that moves here, "" if a person does."""
        return self.level if self.kind == "bot" or (self.kind == "guest" and self.away) else ""
