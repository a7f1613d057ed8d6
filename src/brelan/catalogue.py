"""A game as everything else sees it: its facts, its options, its rules, its words, its drawing and its bots.

Games are found by looking into `games/`: a folder there is a game. Its `__init__.py` holds the facts (no Numba needed
to read them); `rules`, `moves`, `table`, `solve`, `bots`, `bench` and `spaces` are loaded when they are first needed,
with the contract's defaults for what they leave out (`contract.py`).
"""

import functools
import importlib
import pkgutil
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import referee
from .contract import Bench, Bots, Facts, Moves, Rules, Solve, Spaces, Table, filled
from .errors import PlayersError, UnknownGame
from .options import Option, Value, complete
from .whole import whole
from .words import N_, Say, speaker

if TYPE_CHECKING:
    import numpy as np

    from .drivers import Drivers
    from .fairness import Source
    from .player import Bot
    from .state import State

GAMES = f"{__package__}.games"
_PACKAGE = importlib.import_module(GAMES)  # first, so that `brelan.games` ends up as the function below
# cells after the last that rules may write to: with a wrong MAX_MOVES the kit finds it before memory is overwritten
SPARE = 64
NAME_LIMIT = 40  # characters of a player's name


class Game:
    """One game. `brelan.game(name)` gives it.

    Examples:
        >>> import brelan
        >>> game = brelan.game("dodeka")
        >>> game.name, game.title, game.age, game.minutes
        ('dodeka', 'Dodéka', 8, 20)
        >>> game.seats, game.best_seats, game.check_players(4)
        (range(2, 7), 3, 4)
        >>> game.version >= 1, game.history[1], game.blurb[:11]
        (True, 'The rules as first written.', 'Three twelv')
        >>> brelan.game("spacepoker").recommended
        {'ante': 1}
        >>> [option.name for option in game.options], game.quick
        (['parties', 'minutes', 'target'], {'parties': 1, 'target': 100})
        >>> game.complete_options({"target": "500"})
        {'parties': 3, 'minutes': 0, 'target': 500}
        >>> game.say("fr")("yes or no")
        'oui ou non'
        >>> game.new(players=2, seed=7, target=500).moves()
        ['throw 1 2 3']
        >>> game.state(game.new(players=2, seed=7).tobytes()).players
        2
        >>> game.bot("novice")
        brelan.bot('dodeka', 'novice')

        A move has words and a code. What the game is made of, as the contract has it:

        >>> game.words(7), game.code("throw 1 3")
        ('throw 1 2 3', 5)
        >>> game.rules.OPEN, game.moves.words(0), game.bots.LEVELS[-1]
        (True, 'stop', 'master')
        >>> game.table.hint(game.new(seed=1).view(0), game.say("en"))[:5]
        'Throw'
        >>> callable(game.solve.answer), callable(game.bench.measures), game.rival, game.folder.name
        (True, True, 'yacht', 'dodeka')
        >>> game.spaces.n_actions(2, game.complete_options({})), game.spaces.OBSERVATION[0].name
        (8, 'dice')
        >>> buffer = game.laid(3, game.complete_options({}))  # the bytes drivers work on
        >>> moves, weights = game.scratch()
        >>> game.drivers.mover(buffer), game.drivers.legal(buffer, moves), int(moves[0])
        (0, 1, 7)
    """

    def __init__(self, folder: str) -> None:
        self._package = f"{GAMES}.{folder}"
        module = importlib.import_module(self._package)
        facts: Facts = filled(Facts, module)
        self.name = facts.NAME
        """The id people type."""
        self.title = facts.TITLE
        """What it is called."""
        self.blurb = facts.BLURB
        """One line of what it is, to be said with `say`."""
        self.seats = range(facts.SEATS[0], facts.SEATS[1] + 1)
        """How many may play."""
        self.best_seats = facts.BEST_SEATS
        """How many play unless somebody says otherwise."""
        self.age = facts.AGE
        """From what age."""
        self.minutes = facts.MINUTES
        """How long a game lasts, about."""
        self.version = facts.VERSION
        """Of the rules: a record names the version it was played under."""
        self.history: dict[int, str] = dict(facts.HISTORY)
        """What each version of the rules changed, to be said with `say`."""
        self.rival = facts.RIVAL
        self.quick: dict[str, Any] = dict(facts.QUICK)
        self.recommended: dict[str, Any] = dict(facts.RECOMMENDED)
        self.folder = Path(str(module.__file__)).parent
        self._scratch = threading.local()

    def __repr__(self) -> str:
        return f"brelan.game({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.name,)

    def _part(self, contract: Any, name: str) -> Any:
        return filled(contract, importlib.import_module(f"{self._package}.{name}"))

    @functools.cached_property
    def rules(self) -> Rules:
        """The struct and the functions on it."""
        part: Rules = self._part(Rules, "rules")
        return part

    @functools.cached_property
    def moves(self) -> Moves:
        """The notation."""
        part: Moves = self._part(Moves, "moves")
        return part

    @functools.cached_property
    def table(self) -> Table:
        """What people see."""
        part: Table = self._part(Table, "table")
        return part

    @functools.cached_property
    def bots(self) -> Bots:
        """Its players, weakest to strongest."""
        bots: Bots = self._part(Bots, "bots")
        self.drivers.bind_bots(f"{self._package}.bots", bots)
        return bots

    @functools.cached_property
    def solve(self) -> Solve:
        """Exact answers."""
        part: Solve = self._part(Solve, "solve")
        return part

    @functools.cached_property
    def bench(self) -> Bench:
        """What `brelan bench` measures of it."""
        part: Bench = self._part(Bench, "bench")
        return part

    @functools.cached_property
    def spaces(self) -> Spaces:
        """The game in numbers: actions, observations, bounds."""
        spaces: Spaces = self._part(Spaces, "spaces")
        self.drivers.bind_spaces(f"{self._package}.spaces", spaces)
        return spaces

    @functools.cached_property
    def drivers(self) -> "Drivers":
        """The loops every game needs, bound to its rules: the fast path on bytes."""
        from .drivers import Drivers

        return Drivers(f"{self._package}.rules", self.rules)

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be agreed on before a game."""
        return self.rules.OPTIONS

    def scratch(self) -> "tuple[np.ndarray, np.ndarray]":
        """Room for legal moves and chance weights, one pair a thread: kernels run without the interpreter's lock."""
        pair: tuple[np.ndarray, np.ndarray] | None = getattr(self._scratch, "pair", None)
        if pair is None:
            import numpy

            size = max(self.rules.MAX_MOVES, self.rules.MAX_CHANCE) + SPARE
            pair = self._scratch.pair = numpy.zeros(size, numpy.int64), numpy.zeros(size, numpy.int64)
        return pair

    def say(self, lang: str) -> Say:
        """The game's messages in one language."""
        return speaker(lang, self.folder)

    def words(self, code: int) -> str:
        """A move in words, the referee's own two included; "" if the code is no move of this game."""
        return referee.WORDS.get(code) or self.moves.words(code)

    def code(self, words: str) -> int | None:
        """The code of a move in words; None if these words are no move of this game."""
        return referee.CODES.get(words) or self.moves.code(words)

    def complete_options(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """All options, those given validated and the others at their defaults."""
        return complete(self.options, given, self.rules.check)

    def check_players(self, players: int) -> int:
        """The number of players, if this game can be played so."""
        number = whole(players)
        if number is None or number not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            if low == high:
                raise PlayersError(
                    N_("{game} is for {low} players, not {players}."),
                    game=self.title,
                    low=low,
                    players=repr(players)[:20],
                )
            raise PlayersError(
                N_("{game} is for {low} to {high} players, not {players}."),
                game=self.title,
                low=low,
                high=high,
                players=repr(players)[:20],
            )
        return number

    def laid(self, players: int, options: Mapping[str, Value]) -> "np.ndarray":
        """The bytes of a table just laid."""
        import numpy as np

        buffer = np.zeros(self.rules.STATE.itemsize, np.uint8)
        record = buffer.view(self.rules.STATE)[0]
        record["players"] = self.check_players(players)
        for option in self.options:
            record[option.name] = option.encode(options[option.name])
        self.drivers.start(buffer)
        return buffer

    def new(
        self,
        players: int | None = None,
        seed: "int | Source | None" = None,
        chance: str = "auto",
        names: Sequence[str] = (),
        salts: Sequence[str] = (),
        **options: Any,
    ) -> "State":
        """A new game.

        Without a seed, one is drawn from the system's secure source. `chance="manual"` leaves throws and deals to the
        caller.
        """
        from .making import new_state

        return new_state(self, self.best_seats if players is None else players, seed, chance, names, salts, options)

    def state(self, data: Any, names: Sequence[str] = ()) -> "State":
        """The state whose bytes these are (`State.tobytes`, a row of a batch), its chance left to the caller.

        They are checked: their length, players and options, the game's invariant, and that there is a move.
        """
        from .making import state_of

        return state_of(self, data, names)

    def bot(self, level: str) -> "Bot":
        """One of the game's players, by level."""
        from .player import Bot

        return Bot(self, level)


@functools.cache
def _found() -> dict[str, Game]:
    folders = [module.name for module in pkgutil.iter_modules(_PACKAGE.__path__) if module.ispkg]
    return {game.name: game for game in sorted(map(Game, folders), key=lambda game: game.title)}


def games() -> tuple[str, ...]:
    """The names of all games.

    Examples:
        >>> import brelan
        >>> brelan.games()
        ('4d', 'dalapapa', 'dodeka', 'pepetes', 'spacepoker')
    """
    return tuple(_found())


def game(name: str) -> Game:
    """The game of that name.

    Examples:
        >>> import brelan
        >>> brelan.game("4d").title
        '4D'
        >>> brelan.game("chess")
        Traceback (most recent call last):
            ...
        brelan.errors.UnknownGame: There is no game 'chess'; there are 4d, dalapapa, dodeka, pepetes, spacepoker.
    """
    try:
        return _found()[name]
    except KeyError:
        raise UnknownGame(
            N_("There is no game {name}; there are {games}."), name=repr(name)[:60], games=", ".join(games())
        ) from None
