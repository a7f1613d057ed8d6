"""Why a move may not be played, in the game's terms."""

from collections.abc import Sequence
from typing import Any

from ....model.words import Sentence
from ..rules.state import STOP, THROW_ALL


def why_not(s: Any, code: int, names: Sequence[str]) -> Sentence | None:
    """None if it may, or if it is no move of a seat."""
    if s.throws == 0 and STOP <= code < THROW_ALL:  # DOD-03
        return Sentence("all three dice come first")
    return None
