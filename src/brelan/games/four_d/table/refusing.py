"""Why a move may not be played, in the game's terms."""

from collections.abc import Sequence
from typing import Any

from ....model.words import Sentence
from ..rules.lines import wins_at_once
from ..rules.square import may_lock, result_of
from ..rules.state import NO_TIP, NONE, decode, decode_throw


def why_not(s: Any, code: int, names: Sequence[str]) -> Sentence | None:
    """None if it may, or if it is no move of a seat."""
    if decode_throw(code) >= 0:
        return None
    tip, fifth, lock = decode(code)
    if not s.opened:  # 4D-03
        return Sentence("the game opens by turning the square, no die is tipped yet") if tip != NO_TIP else None
    if tip == NO_TIP:
        return Sentence("a die is tipped before the square is turned")
    if fifth != NONE and not s.fifth:
        return Sentence("there is no fifth die at this table")
    if fifth == NONE and s.fifth:
        return Sentence("the fifth die is tipped too")
    points, made = result_of(s, tip, fifth)
    need = int(s.target) - int(s.scores[int(s.to_play)])
    wins = wins_at_once(points, made, need, s.quinte_wins)
    if wins and lock != NONE:  # 4D-07
        return Sentence("this tip wins the game, and the winner's square is not turned")
    if not wins and lock == NONE:
        return Sentence("this tip does not win yet: a die must be locked after it")
    if lock != NONE and not may_lock(lock, s.turn):  # 4D-06
        return Sentence("the square must turn, so the near die cannot be the one that is locked")
    return None
