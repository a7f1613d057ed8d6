"""What is chosen when a table is opened, beside its game, its seats and its options: the same from a form, a program or
an evening to the table's row.
"""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from ..store.store import written


@dataclass(frozen=True, slots=True)
class Settings:
    public: bool = False  # whether strangers find it in the list
    advice: bool = True  # whether the master may be asked
    pace: int = 0  # seconds a move may take before a bot plays on; 0: as long as it takes
    draws_seats: bool = False  # whether who sits where is drawn once all are here
    talk: bool = False  # whether people may write to each other freely
    rated: bool = True  # whether its game counts for the ratings (`results.py` says what else it takes)
    lang: str = "en"  # its host's: what is told to programs that say none
    origin: str = ""  # the game it was begun from: "table number", after so many moves of that one
    evening: str = ""  # whose round it is a table of

    def text(self) -> str:
        """As the table's row keeps them; whether it is public is a column of its own."""
        kept = asdict(self)
        del kept["public"]
        return written(kept)

    @classmethod
    def read(cls, text: str, public: bool) -> "Settings":
        """From the row. Older houses did not write down all of it: what they did not know did not happen."""
        kept: dict[str, Any] = {"rated": False, **json.loads(text), "public": bool(public)}
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in kept.items() if name in known})


USUAL = Settings()
