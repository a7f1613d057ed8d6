"""The master's advice in words: what each move brings, what it leaves, and the chance to win the search gives it.

The search's shares count by how much one wins as well; they are told as chances, like a review's worths.
"""

from typing import TYPE_CHECKING

from ....model.contract import Advice
from ....model.words import Say
from ..foresee import foresee
from ..moves import FACE_LETTERS, foretold, words
from ..rules.state import END, MARK, PASS, PLACE, REPLAY, marked_land, placement
from ..rules.tiles import COLOUR_NAMES
from ..solve.survey import Group, look
from .worth import chance_to_win

if TYPE_CHECKING:
    from ....play.state import State

EXPLAINED = 6  # moves whose aftermath is told
UNTRIED = 1e-6  # by how much a move the search did not try is put below the worst it tried


def advices(view: "State", searched: list[tuple[int, int, float]], say: Say) -> list[Advice]:
    """Advice on each legal move: those the search tried first, with their chance to win; then the others."""
    shares = {code: share for code, visits, share in searched if visits}
    tried = {code: visits for code, visits, _ in searched}
    order = [code for code, _, _ in searched if code in shares]
    rest = [code for code in view.legal() if code not in shares]
    n = view.players
    worst = chance_to_win(min(shares.values(), default=0.0), n)
    found = []
    for at, code in enumerate(order + rest):
        text, brief = _text(view, code, say), ""
        if at < EXPLAINED and code >= PLACE:
            text = say.parts(part for part in (text, _left(view, code, say)) if part)
        value, error = worst - UNTRIED, None
        if code in shares:
            share = shares[code]
            value = chance_to_win(share, n)
            missed = (max(0.0, share * (1 - share)) / tried[code]) ** 0.5
            error = (chance_to_win(share + missed, n) - chance_to_win(share - missed, n)) / 2
            brief = say(
                "{share} ± {error} of the win (estimated)",
                share=say.percent(value, 0),
                error=say.percent(error, 0 if error >= 0.01 else 1),
            )
            text = say.colon(brief, text)
        found.append(Advice(words(code), value, text, best=at == 0, error=error, brief=brief))
    return found


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
