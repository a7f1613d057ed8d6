"""A game told: the scenes of a move, as one reader may be told them. Log, page, terminal, replay and screen readers all
tell a game from here, and from nowhere else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any

from ..model.contract import ASIDE, END, Scene
from ..model.referee import SPECTATOR
from ..model.words import Say, Voice
from .state import State


@dataclass(frozen=True)
class Told:
    """One move of a game and its scenes."""

    number: int  # of the move, from 1
    code: int  # as the reader saw it
    mover: int  # who made it: a seat, CHANCE, or TIME's referee
    scenes: tuple[Scene, ...]


@lru_cache(maxsize=16384)
def voice(say: Say, names: tuple[str, ...], seat: int) -> Voice:
    """How the reader at a seat (−1: who only watches) is spoken to."""
    return Voice(say, names, seat)


def scenes(before: State, code: int, after: State, seat: int | None = None, lang: str = "en") -> list[Scene]:
    """What a move brought, as the seat may be told: `before` and `after` are the referee's states around it."""
    reader = SPECTATOR if seat is None else seat
    say = voice(after.game.say(lang), after.names, reader)
    return scenes_between(before.view_state(reader), before.seen(code, reader), after.view_state(reader), say)


def scenes_between(then: State, seen: int, now: State, say: Voice) -> list[Scene]:
    """The same from what one reader saw: their blanked states around the move, and the move as they saw it."""
    told = then.game.table.story(then.struct, seen, now.struct, say)
    return [replace(s, view={**then.frame(), **s.view}) if s.view is not None else s for s in told]


Named = Sequence[tuple[int, tuple[str, ...]]]
"""What players were called: their names, and from which number of moves on."""


def told(state: State, seat: int | None = None, lang: str = "en", after: int = 0, named: Named = ()) -> Iterator[Told]:
    """A whole game, move by move, or all but its first `after` moves. `named`: where seats have changed hands, so that
    a move is told with the name of who made it.
    """
    before, code, after = state, 0, max(0, after)
    for number, (now, following) in enumerate(chain(state.history(), [(state, 0)])):
        if number > after:
            if named:
                names = [names for first, names in named if first < number][-1]
                before, now = _called(before, names), _called(now, names)
            yield Told(number, before.seen(code, seat), before.mover, tuple(scenes(before, code, now, seat, lang)))
        if number >= after:
            before = now.copy()
        code = following


def _called(state: State, names: tuple[str, ...]) -> State:
    twin = state.copy()
    twin.names = names
    return twin


def lines(state: State, seat: int | None = None, lang: str = "en") -> list[str]:
    """The log: what is worth a line, in order."""
    return [scene.text for move in told(state, seat, lang) for scene in move.scenes if scene.weight != ASIDE]


def ending(scores: Sequence[int], say: Voice, alone: tuple[str, str], shared: tuple[str, str], **values: Any) -> Scene:
    """The end of a game that the highest score wins, told of somebody and to the reader: `alone` names the winner
    {name}, `shared` those who share the win {names}, without the reader where it speaks to them.
    """
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    about = tuple(f"seat-{seat}" for seat in winners)
    if len(winners) == 1:
        return Scene(say.by(winners[0], *alone, **values), END, about=about)
    others, you = shared
    names = say.list([say.name(seat) for seat in winners if not say.is_you(seat)])
    return Scene(say(you if say.seat in winners else others, names=names, **values), END, about=about)
