"""A bot as everything else sees it: it is given what its seat may know, and answers a move or advice."""

import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..model.contract import Advice
from ..model.errors import BrelanError, UnknownBot
from ..model.words import N_
from .catalogue import Game, game

if TYPE_CHECKING:
    from .record import Record
    from .state import State


class Bot:
    """One of a game's players. The same seed gives the same choices.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7)
        >>> state.play("throw 1 2 3")
        >>> bot = brelan.bot("dodeka", "novice", seed=1)
        >>> bot.game.name, bot.level
        ('dodeka', 'novice')
        >>> move = bot.choose(state.view_state(state.mover))
        >>> move in state.moves(), bot.pick(state.view_state(state.mover)) in state.legal()
        (True, True)
        >>> state = brelan.game("dodeka").new(players=2, seed=7, target=100)
        >>> state.play("throw 1 2 3")
        >>> len(bot.advise(state.view_state(0), lang="fr")) == len(state.moves())
        True
    """

    def __init__(self, game: Game, level: str, seed: int | None = None) -> None:
        if level not in game.bots.LEVELS:
            raise UnknownBot(
                N_("There is no {game} bot {level}; there are {levels}."),
                game=game.title,
                level=repr(level)[:60],
                levels=", ".join(game.bots.LEVELS),
            )
        self.game = game
        self.level = level
        self._seed = secrets.randbits(62) if seed is None else seed

    def __repr__(self) -> str:
        return f"brelan.bot({self.game.name!r}, {self.level!r})"

    @cached_property
    def _rng(self) -> Any:
        from ..engine.kernel import stream

        return stream(self._seed)

    def _check(self, view: "State") -> None:
        if view.seat is None:
            raise BrelanError(N_("A bot is given what its seat may know: state.view_state(seat)."))
        if view.game is not self.game or view.mover != view.seat:
            raise BrelanError(
                N_("It is not seat {seat}'s turn in a game of {game}."), seat=view.seat, game=self.game.title
            )

    def pick(self, view: "State", level: str = "") -> int:
        """The code of the move it would play; with `level`, if it were of that one."""
        self._check(view)
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return pick(view, level or self.level, self._rng)

    def choose(self, view: "State") -> str:
        """The move it would play, in words."""
        return str(self.game.words(self.pick(view)))

    def advise(self, view: "State", lang: str = "en", patience: float = 1.0) -> list[Advice]:
        """What the game's best player thinks of each legal move, best first. With `patience`, a search takes so many
        times longer.
        """
        self._check(view)
        self.game.hurry()
        return list(self.game.bots.advise(view, self.game.say(lang), patience))


def pick(view: "State", level: str, rng: Any, seconds: float | None = None) -> int:
    """The choice of a level: the game's own way of thinking for a while, where it has one, else one call of its
    compiled `choose`.

    `seconds` is how long it may think; without it, as long as the game thinks fit. A level that is too slow as plain
    Python waits until everything is compiled (see `Game.stand_in`).
    """
    game, bots = view.game, view.game.bots
    if not game.is_loaded("bots"):
        if level in bots.UNAIDED:
            return int(game.drivers.choose(view._buf, bots.LEVELS.index(level), rng, None))
        if level not in bots.AT_ONCE:
            game.hurry()
    if bots.think is not None:
        return int(bots.think(view, level, rng) if seconds is None else bots.think(view, level, rng, seconds=seconds))
    tables = bots.tables((level,), view.players, view.options)
    return int(game.drivers.choose(view._buf, bots.LEVELS.index(level), rng, tables))


def bot(name: str, level: str = "master", seed: int | None = None) -> Bot:
    """The bot of that level in the game of that name.

    Examples:
        >>> import brelan
        >>> brelan.bot("dodeka")
        brelan.bot('dodeka', 'master')
        >>> brelan.bot("dodeka", "wizard")
        Traceback (most recent call last):
            ...
        brelan.model.errors.UnknownBot: There is no Dodéka bot 'wizard'; there are novice, regular, expert, master.
    """
    return Bot(game(name), level, seed)


def played_by_bots(game: Game, levels: Sequence[str], seed: int, options: Mapping[str, Any]) -> "Record":
    """One whole game between bots, with a reproducible seed."""
    state = game.new(players=len(levels), seed=seed, **options)
    bots = [Bot(game, level, seed + seat) for seat, level in enumerate(levels)]
    while not state.over:
        state.apply(bots[state.mover].pick(state.view_state(state.mover)))
    return state.record()
