"""Why a move may not be played, in the game's terms."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....model.words import N_, Sentence
from ..rules import legal
from ..rules.board import TAKEN, laid_dominoes
from ..rules.grid import FACING, SIDE, STEP_X, STEP_Y, ring, squares
from ..rules.state import (
    DRAW,
    FREE,
    MARK,
    MARKING,
    MAX_MOVES,
    OPENING,
    PASS,
    PLACE,
    REPLAY,
    REPLAY_PRICE,
    SHOW,
    Placement,
    marked_land,
    placement,
)
from ..rules.tiles import COLOUR_NAMES, RIM, SIDES, lying

# By the side of the neighbour that faces us: left, up, right, down.
_WHERE = (N_("on the right"), N_("below"), N_("on the left"), N_("above"))


def why_not(s: Any, code: int, names: Sequence[str]) -> Sentence | None:
    """None if it may, or if it is no move of a seat."""
    if DRAW <= code < PLACE:
        return None
    allowed = np.empty(MAX_MOVES, np.int64)
    if code in allowed[: legal(s, allowed)]:
        return None
    marking = s.phase == MARKING
    if code >= PLACE:
        return (
            Sentence("a domino is laid already: mark, play again or end the turn")
            if marking
            else _not_this_placement(s, placement(code))
        )
    if code == PASS:
        return Sentence("only who cannot lay a domino passes, and this hand can be laid")
    if code == SHOW:
        return Sentence("only a dealer whose three dominoes cannot be laid shows them")
    if not marking:
        return Sentence("a domino is laid first")
    if code == REPLAY:
        return Sentence("to play again costs {price} tokens and takes a domino to lay", price=REPLAY_PRICE)
    return _not_this_mark(s, marked_land(code)) if code > MARK else None


def _not_this_mark(s: Any, land: int) -> Sentence:
    """DAL-10."""
    if land >= s.lands:
        return Sentence("there is no territory {number} yet", number=land + 1)
    if s.land_owner[land]:
        return Sentence("territory {number} is marked already", number=land + 1)
    return Sentence("no marker is left")


def _not_this_placement(s: Any, at: Placement) -> Sentence:
    """DAL-04, DAL-06, DAL-08."""
    if at.domino + 1 not in s.hand[int(s.turn)]:
        return Sentence("domino {number} is not in this hand", number=at.domino + 1)
    if at.face >= SIDES[int(s.tiles)]:
        return Sentence("these dominoes have one face, a")
    met = _neighbours(s, at)
    if any(s.square[ring(x, y)] >= TAKEN for x, y in squares(at.x, at.y, at.turn)):
        return Sentence("a domino lies there already")
    if s.laid == 0 and (at.x, at.y) != (0, 0):
        return Sentence("the first domino lies at 0 0")
    if s.laid and not met:
        return Sentence("nothing touches there")
    colours = lying(int(s.tiles), at.domino, at.face, at.turn)
    for side, theirs, where in met:
        if colours[side] != theirs:
            return Sentence(
                "the colours {where} differ, {ours} against {theirs}",
                where=Sentence(where),
                ours=Sentence(COLOUR_NAMES[colours[side]]),
                theirs=Sentence(COLOUR_NAMES[theirs]),
            )
    if at.turn & 2 and colours == lying(int(s.tiles), at.domino, at.face, at.turn & 1):
        return Sentence("this face looks the same half turned: lay it with turn {turn}", turn=at.turn & 1)
    if s.phase == OPENING:
        return Sentence("a domino of the three could then not be laid any more")
    return Sentence("a single connection costs a token, and none is left: {free} are needed", free=FREE)


def _neighbours(s: Any, at: Placement) -> list[tuple[int, int, str]]:
    """What lies round a spot: on which of its sides, of which colour, and where that is."""
    upright = at.turn & 1
    laid = laid_dominoes(s)
    found = []
    for side in range(RIM):
        there = int(s.square[ring(at.x + int(STEP_X[upright, side]), at.y + int(STEP_Y[upright, side]))]) - TAKEN
        if there >= 0:
            facing, other = int(FACING[upright, side]), laid[there >> 2]
            colours = lying(int(s.tiles), other.domino, other.face, other.turn)
            found.append((side, colours[int(SIDE[there & 3, facing])], _WHERE[facing]))
    return found
