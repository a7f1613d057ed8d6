"""A game as everything else sees it: its facts, its options, its rules, its words, its drawing and its bots.

Games are found by looking into `games/`: a folder there is a game. Its `__init__.py` holds the facts (no Numba needed
to read them); `rules`, `moves`, `table`, `solve`, `bots`, `bench`, `spaces` and `paper` are loaded when first needed,
with the contract's defaults for what they leave out (`contract.py`).
"""

import functools
import importlib
import importlib.util
import logging
import math
import pkgutil
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..model import referee
from ..model.contract import (
    Bench,
    Bots,
    Facts,
    Moves,
    Paper,
    Preset,
    Progress,
    Quiz,
    Rules,
    Solve,
    Spaces,
    Table,
    filled,
)
from ..model.errors import OptionError, PlayersError, UnknownGame
from ..model.options import Option, Value, complete, otherwise
from ..model.whole import whole
from ..model.words import N_, Say, speaker

if TYPE_CHECKING:
    import numpy as np

    from ..engine.drivers import Drivers
    from .fairness import Source
    from .player import Bot
    from .state import State

GAMES = f"{__name__.partition('.')[0]}.games"
logger = logging.getLogger("brelan")
_PACKAGE = importlib.import_module(GAMES)  # first, so that `brelan.games` ends up as the function below
# cells after the last that rules may write to: with a wrong MAX_MOVES the kit finds it before memory is overwritten
SPARE = 64
LOOK_AGAIN = 60.0  # seconds until the next look where what was compiled could not be loaded
LOOK = 0.5  # seconds between two looks at what has been compiled meanwhile
NAME_LIMIT = 40  # characters of a player's name


class _UntilLoaded:
    """A property that the game's own attribute replaces, once there is one: the compiled path asks nobody."""

    def __init__(self, read: Callable[["Game"], "Drivers"]) -> None:
        self._read = read
        self.__doc__ = read.__doc__

    def __get__(self, game: "Game", owner: type | None = None) -> "Drivers":
        return self._read(game) if game is not None else self  # type: ignore[return-value]


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
        >>> other = brelan.game("spacepoker")
        >>> list(other.presets), other.recommended == other.preset("house"), other.preset("text")
        (['house', 'last-planet', 'text'], True, {})
        >>> other.told_options(other.complete_options({**other.recommended, "hands": 5}), other.say("en"))
        ['Rules of the house', 'Hands in a game (0: until one player holds everything): 5']
        >>> other.nearest_preset(other.complete_options({"kickers": "yes"})).name, game.presets
        ('text', {})
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
        >>> [sheet.title for sheet in game.paper.sheets(game.say("en"))][:2]
        ['The three dice', 'The tray']

        It is played by plain functions at once, and by compiled ones as soon as there are some, or now:

        >>> game.hurry()
        >>> game.is_ready("rules"), game.is_loaded("bots"), game.stand_in("master")
        (True, True, 'master')
        >>> game.compile("rules")  # there is nothing left to compile
        >>> game.switch(fast=True)  # what the conformance kit does
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
        self.earlier: dict[int, dict[str, Any]] = {version: dict(since) for version, since in facts.EARLIER.items()}
        """What each version of the rules changed, to be said with `say`."""
        self.unit: Callable[[Mapping[str, Any]], str] = facts.unit
        """What its results count, under these options, a message: points, wins less losses …"""
        self.rival = facts.RIVAL
        self.quick: dict[str, Any] = dict(facts.QUICK)
        self.presets: dict[str, Preset] = {preset.name: preset for preset in facts.PRESETS}
        """Ways to play it that are offered by name; the first is recommended."""
        self.recommended: dict[str, Any] = dict(facts.PRESETS[0].options) if facts.PRESETS else {}
        """The options of the recommended way to play it."""
        self.quiz: tuple[Quiz, ...] = tuple(facts.QUIZ)
        self.folder = Path(str(module.__file__)).parent
        self._scratch = threading.local()
        self._ready: set[str] = set()  # the parts that have been compiled, here or elsewhere
        self._loaded: set[str] = set()  # the parts whose compiled functions run here
        self._next_look: dict[str, float] = {}  # when it is next looked whether a part has been compiled
        self._loading = threading.RLock()

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
        from .readiness import never

        bots: Bots = self._part(Bots, "bots")
        self._plain.bind_bots(f"{self._package}.bots", bots)
        if not never():
            self._plain_choose = self._plain.choose
            self._plain.choose, self._plain.play_games = self._choose, self._play_games
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
        for drivers in (self._plain, self._fast):
            drivers.bind_spaces(f"{self._package}.spaces", spaces)
        return spaces

    @functools.cached_property
    def paper(self) -> Paper:
        """What can be printed of it; a game need not have this part."""
        name = f"{self._package}.paper"
        given = importlib.util.find_spec(name) is not None
        part: Paper = filled(Paper, importlib.import_module(name) if given else ModuleType(name))
        return part

    @_UntilLoaded
    def drivers(self) -> "Drivers":
        """The loops every game needs, bound to its rules: plain functions on bytes until compiled ones are there."""
        self._look("rules")
        running: Drivers = self.__dict__.get("drivers") or self._plain
        return running

    @functools.cached_property
    def _plain(self) -> "Drivers":
        from ..engine.drivers import Drivers

        return Drivers(f"{self._package}.rules", self.rules, fast=False)

    @functools.cached_property
    def _fast(self) -> "Drivers":
        from ..engine.drivers import Drivers

        return Drivers(f"{self._package}.rules", self.rules, fast=True)

    # --- plain until compiled

    def is_ready(self, part: str) -> bool:
        """Whether a part (`rules`, `bots` or `review`) has been compiled, here or by another process."""
        from .readiness import is_ready

        if part not in self._ready and is_ready(self._package, part):
            self._ready.add(part)
        return part in self._ready

    def is_loaded(self, part: str) -> bool:
        """Whether this process runs on the compiled functions of a part, as it does soon after they are there."""
        self._look(part)
        return part in self._loaded

    def _look(self, part: str) -> None:
        """Loads what has been compiled: at once where it was there from the beginning, else in a thread of its own, so
        that no move waits for it.
        """
        now = time.monotonic()
        if part in self._loaded or now < self._next_look.get(part, 0.0):
            return
        first = part not in self._next_look
        self._next_look[part] = math.inf  # one looks at a time
        if not self.is_ready(part):
            self._next_look[part] = now + LOOK
        elif first:
            self._try_to_load(part)
        else:
            threading.Thread(target=self._try_to_load, args=(part,), daemon=True).start()

    def _try_to_load(self, part: str) -> None:
        """Loads a part for who plays on without it if that fails, and looks again."""
        try:
            self._load(part)
        except Exception:
            logger.exception("The compiled %s of %s could not be loaded: plain functions go on.", part, self.name)
            self._next_look[part] = time.monotonic() + LOOK_AGAIN

    def _load(self, part: str) -> None:
        """Runs on the compiled functions of a part from now on; those that lie on no disk are compiled."""
        from .readiness import never

        with self._loading:
            if part in self._loaded:
                return
            if never():
                self.__dict__["drivers"] = self._plain
            elif part == "rules":
                self._fast.load()
                _ = self.bots
                self._fast.choose, self._fast.play_games = self._plain.choose, self._plain.play_games
                self.__dict__["drivers"] = self._fast
            else:
                self._load("rules")
                tables = self.bots.tables(self.bots.LEVELS[:1], self.best_seats, self.complete_options({}))
                self._fast.load_bots(f"{self._package}.bots", self.bots, tables)
            self._loaded.add(part)

    def _choose(self, buffer: Any, level: int, rng: Any, tables: Any) -> Any:
        """The drivers' `choose` until compiled: levels that are too slow as plain Python wait for that."""
        bots = self.bots
        if not self.is_loaded("bots"):
            if level < len(bots.LEVELS) and bots.LEVELS[level] in {*bots.UNAIDED, *bots.AT_ONCE}:
                return self._plain_choose(buffer, level, rng, tables)
            self.hurry()
        return self._fast.choose(buffer, level, rng, tables)

    def _play_games(self, *arguments: Any) -> None:
        """The drivers' `play_games` until compiled: whoever calls it asks for speed."""
        self.hurry()
        self._fast.play_games(*arguments)

    def compile(self, part: str) -> None:
        """Compiles a part, or waits for whoever does, and runs on it."""
        from .readiness import BOTS, alone, exercise_bots, is_ready, mark_ready

        if part in self._loaded and part in self._ready:
            return
        with alone(self._package, part):
            self._load(part)
            if not is_ready(self._package, part):
                if part == BOTS:
                    exercise_bots(self)
                mark_ready(self._package, part)
            self._ready.add(part)  # here at least

    def hurry(self, progress: Progress | None = None) -> None:
        """For whoever asks for speed: everything compiled, here and now if it is not yet."""
        from .readiness import PARTS

        for done, part in enumerate(PARTS):
            if progress and part not in self._loaded:
                progress(done, len(PARTS), "")
            self.compile(part)

    def stand_in(self, level: str) -> str:
        """Who plays for a bot of this level now: itself, or until everything is compiled the strongest of the levels
        below that can do without.
        """
        levels = self.bots.LEVELS
        at_once = {*self.bots.UNAIDED, *self.bots.AT_ONCE}
        if level in at_once or level not in levels or self.is_loaded("bots"):
            return level
        below = [other for other in levels[: levels.index(level)] if other in at_once]
        return below[-1] if below else level

    def switch(self, fast: bool) -> None:
        """Runs on the plain functions, or on the compiled ones. For the conformance kit: everything else leaves it to
        the game.
        """
        from .readiness import never

        if fast:
            self.compile("rules")
        self.__dict__["drivers"] = self._fast if fast and not never() else self._plain

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

    def preset(self, name: str) -> dict[str, Any]:
        """The options of a preset; of the recommended one, if none is named."""
        if not name:
            return dict(self.recommended)
        if name not in self.presets:
            names = ", ".join(self.presets)
            told = N_("{game} has no preset {name}; there are {names}.") if names else N_("{game} has no presets.")
            raise OptionError(told, game=self.title, name=repr(name)[:40], names=names)
        return dict(self.presets[name].options)

    def told_options(self, options: Mapping[str, Value], say: Say) -> list[str]:
        """How a table plays, in words: the preset it is nearest to, unless that is the law's own options, and what is
        otherwise.
        """
        preset = self.nearest_preset(options)
        usual = self.complete_options(preset.options if preset else {})
        told = [option.told(options[option.name], say) for option in otherwise(options, usual, self.options)]
        return [say(preset.title), *told] if preset and preset.options else told

    def nearest_preset(self, options: Mapping[str, Value]) -> Preset | None:
        """The preset from which the fewest of a table's options differ; None in a game that has none."""

        def differ(preset: Preset) -> int:
            return len(otherwise(options, self.complete_options(preset.options), self.options))

        return min(self.presets.values(), key=differ, default=None)

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
        brelan.model.errors.UnknownGame: There is no game 'chess'; there are 4d, dalapapa, dodeka, pepetes, spacepoker.
    """
    try:
        return _found()[name]
    except KeyError:
        raise UnknownGame(
            N_("There is no game {name}; there are {games}."), name=repr(name)[:60], games=", ".join(games())
        ) from None
