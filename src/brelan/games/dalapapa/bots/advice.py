"""The master's advice in words: what each move brings, what it leaves, the chance to win the search gives it, and, told
apart from that, the points it ends ahead or behind by. A move the search did not get to know is not told of.
"""

from typing import TYPE_CHECKING

from ....model.contract import Advice
from ....model.words import Say
from ..foresee import foresee
from ..moves import FACE_LETTERS, foretold, words
from ..rules.state import END, MARK, PASS, PLACE, REPLAY, marked_land, placement
from ..rules.tiles import COLOUR_NAMES
from ..solve.survey import Group, look

if TYPE_CHECKING:
    from ....play.state import State
    from ....search.mcts import Found

EXPLAINED = 6  # moves whose aftermath is told


def advices(view: "State", searched: "list[Found]", say: Say) -> list[Advice]:
    """Advice on each move the search knows, the one it would play first."""
    advice = []
    for at, one in enumerate(searched):
        brief = _chance(view, one, say)
        told = [_text(view, one.move, say)]
        if at < EXPLAINED and one.move >= PLACE:
            told.append(_left(view, one.move, say))
        if one.lead is not None:
            told.append(_lead(one.lead, say))
        text = say.colon(brief, say.parts(part for part in told if part))
        advice.append(Advice(words(one.move), one.chance, text, best=at == 0, error=one.error, brief=brief))
    return advice


def _chance(view: "State", one: "Found", say: Say) -> str:
    """The chance to win; of several deals each is played for itself, and the last for all."""
    share, error = say.percent(one.chance, 0), say.percent(one.error, 0 if one.error >= 0.01 else 1)
    if view.struct.dealt + 1 < view.struct.deals:
        return say("{share} ± {error} of winning this deal (estimated)", share=share, error=error)
    return say("{share} ± {error} of the win (estimated)", share=share, error=error)


def _lead(lead: float, say: Say) -> str:
    """The points it ends ahead of its best rival by, or behind."""
    if lead < 0:
        return say.count(
            "in the end {n} point behind on average (estimated)",
            "in the end {n} points behind on average (estimated)",
            -lead,
            digits=1,
        )
    return say.count(
        "in the end {n} point ahead on average (estimated)",
        "in the end {n} points ahead on average (estimated)",
        lead,
        digits=1,
    )


def _text(view: "State", code: int, say: Say) -> str:
    s = view.struct
    if code == END:
        return say("ends the turn")
    if code == REPLAY:
        return say("pays 2 tokens to play again")
    if code == PASS:
        return say("nothing can be placed")
    if code >= PLACE:
        what = foresee(s, code)
        told = foretold(what.connections, what.tokens, what.closes, say)
        placed = placement(code)
        return told or say("lays the first domino, {name}", name=f"{placed.domino + 1}{FACE_LETTERS[placed.face]}")
    if code > MARK:
        return say.count("{n} point", "{n} points", int(s.land_cells[marked_land(code)]))
    return say("these dominoes cannot be laid")


def _left(view: "State", code: int, say: Say) -> str:
    """The largest territory the placement leaves for the next domino to close, and the chance that one drawn does."""
    after = view.copy()
    after.game.drivers.apply(after._buf, code, *after.game.scratch())
    seen = look(after.struct, view.mover)
    closable = [group for group in seen.groups if group.closers and not group.dead]
    if not closable or not seen.unseen:
        return ""

    def size(group: Group) -> int:
        """Its cells once closed."""
        return group.cells + len(group.ends)

    largest = max(closable, key=lambda group: (size(group) * len(group.closers), group.ends))
    return say.count(
        "leaves {colour} open: {n} of {unseen} unseen dominoes closes it, for {cells}",
        "leaves {colour} open: {n} of {unseen} unseen dominoes close it, for {cells}",
        len(largest.closers),
        colour=say(COLOUR_NAMES[largest.colour]),
        unseen=len(seen.unseen),
        cells=say.count("{n} cell", "{n} cells", size(largest)),
    )
