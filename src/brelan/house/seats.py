"""A seat at a table: whose it is, or which bot's."""

from dataclasses import dataclass


@dataclass(slots=True)
class Seat:
    """A seat at a table."""

    kind: str = "open"  # open, guest or bot
    guest: str = ""  # whose it is: the hash of a token
    name: str = ""
    level: str = ""  # of the bot that plays here, or plays on for its guest
    away: bool = False  # a guest's seat at which a bot plays on
    salt: str | None = None  # what its guest adds to the seed; None until they are ready

    @property
    def filled(self) -> bool:
        return self.kind == "bot" or (self.kind == "guest" and self.salt is not None)

    @property
    def bot(self) -> str:
        """The level of the bot that moves here, "" if a person does."""
        return self.level if self.kind == "bot" or (self.kind == "guest" and self.away) else ""
