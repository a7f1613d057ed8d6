"""The master's advice in words: what each move brings, what it leaves, and the share of the win the search gives it."""

from typing import TYPE_CHECKING

from ....contract import Advice
from ....words import Say
from ..foresee import foresee, foretold
from ..moves import words
from ..rules import END, MARK, PASS, REPLAY
from ..rules.board import PLACE
from ..solve import look
from ..table import COLOUR_NAMES

if TYPE_CHECKING:
    from ....state import State

EXPLAINED = 6  # moves whose aftermath is told


def advices(view: "State", searched: list[tuple[int, int, float]], say: Say) -> list[Advice]:
    """One piece of advice for each legal move: those the search tried first, with their share of the win; then the
    others.
    """
    shares = {code: share for code, visits, share in searched if visits}
    order = [code for code, _, _ in searched if code in shares]
    rest = [code for code in view.legal() if code not in shares]
    worst = min(shares.values(), default=0.0)
    found = []
    for at, code in enumerate(order + rest):
        text = _text(view, code, say)
        if at < EXPLAINED and code >= PLACE:
            text += _left(view, code, say)
        if code in shares:
            text = say("wins {share}: {text}", share=say.percent(shares[code], 0), text=text)
        found.append(Advice(words(code), shares.get(code, worst - 1e-6), text, best=at == 0))
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
        return foretold(foresee(s, code)._asdict(), say)
    if code > MARK:
        return say.count("{n} point", "{n} points", int(s.land_cells[code - MARK - 1]))
    return say("these dominoes cannot be laid")


def _left(view: "State", code: int, say: Say) -> str:
    """The largest territory the placement leaves for the next domino to close, and the chance that one drawn does."""
    after = view.copy()
    after.game.drivers.apply(after._buf, code, *after.game.scratch())
    seen = look(after.struct, view.mover)
    open_ones = [group for group in seen.groups if group.closers and not group.dead]
    if not open_ones or not seen.unseen:
        return ""
    group = max(open_ones, key=lambda one: ((one.cells + len(one.ends)) * len(one.closers), one.ends))
    return "; " + say.count(
        "leaves {colour} open: {n} of {unseen} unseen dominoes closes it, for {cells} cells",
        "leaves {colour} open: {n} of {unseen} unseen dominoes close it, for {cells} cells",
        len(group.closers),
        colour=say(COLOUR_NAMES[group.colour]),
        unseen=len(seen.unseen),
        cells=group.cells + len(group.ends),
    )
