"""Many games at once, as arrays: rows that compiled code plays, looks at and lays anew.

Chance comes from the fast generator, not from the provable dice of `State`: nobody is to be convinced here.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from ..arena.simulate import RANDOM
from ..engine.kernel import stream
from ..model.contract import observation_size
from ..model.errors import BrelanError, IllegalMove, UnknownBot
from ..model.options import brief
from ..model.whole import whole
from ..model.words import N_
from ..play import catalogue
from ..play.catalogue import SPARE, Game
from ..play.state import State
from . import loops
from .loops import KEEP, RESET

YOURS = -2  # where otherwise a bot's level is written: the seat is the caller's
_CHANCE, _THOUGHT, _SAMPLE = range(3)  # what a row's generators are for


class Batch:
    """`n` games of one kind, played together. The same seed and actions give the same numbers on any machine, whatever
    the number of threads.

    `opponents` is None (every seat is yours), a level of the game's bots or "random" (you sit at seat 0 in row 0, at
    seat 1 in row 1 …, they everywhere else), or a sequence with one of these, or None for yours, for each seat.

    Examples:
        >>> from brelan.envs.batch import Batch
        >>> batch = Batch("dodeka", 4, players=2, options={"parties": 1}, seed=7)
        >>> batch.game.title, batch.n, batch.players, batch.options["parties"], batch.n_actions
        ('Dodéka', 4, 2, 1, 8)
        >>> batch.movers.tolist(), batch.masks[0].tolist(), batch.observations.shape
        ([0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1], (4, 56))
        >>> batch.step([7, 7, 7, 7])
        >>> batch.records["dice"][0].tolist() == batch.state(0).view()["dice"], batch.feature("dice").shape
        (True, (4, 3, 12))
        >>> while not batch.done.any():
        ...     batch.step(batch.sample())
        >>> row = int(batch.done.argmax())
        >>> float(batch.rewards[row].sum()), batch.rows.shape[0], batch.masks[row].tolist()  # laid anew at once
        (0.0, 4, [0, 0, 0, 0, 0, 0, 0, 1])
        >>> batch.reset(seed=7)
        >>> batch.done.any(), batch.close()
        (np.False_, None)

        Against bots only your seats are asked, each at its own turn.

        >>> batch = Batch("dodeka", 4, players=2, seed=7, opponents="novice")
        >>> batch.seats.tolist(), batch.movers.tolist()
        ([0, 1, 0, 1], [0, 1, 0, 1])
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        threads: int = 1,
        opponents: str | Sequence[str | None] | None = None,
        autoreset: bool = True,
    ) -> None:
        self.game = catalogue.game(game) if isinstance(game, str) else game
        """The game."""
        self.n = _at_least_one("n", n)
        """How many games."""
        self.players = self.game.check_players(self.game.best_seats if players is None else players)
        """How many play each."""
        self.options = self.game.complete_options(options or {})
        """The options of all of them."""
        spaces, rules = self.game.spaces, self.game.rules
        self.n_actions = spaces.n_actions(self.players, self.options)
        """How many actions there are (`game.spaces`)."""
        self.autoreset = bool(autoreset)
        self._threads = min(_at_least_one("threads", threads), self.n)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        small = opponents is None and spaces.ROW is not None  # bots know STATE alone
        row = spaces.ROW if small else rules.STATE
        assert row is not None
        self.records: np.ndarray = np.zeros(self.n, row)
        """The states, a record each: `batch.records["scores"]` is a column, and no copy. To read, not to write."""
        self.rows: np.ndarray = self.records.view(np.uint8).reshape(self.n, row.itemsize)
        """The same as bytes."""
        self._laid = np.zeros(1, row)
        _copy_fields(self._laid, self.game.laid(self.players, self.options).view(rules.STATE))
        self._levels, self.seats = self._seated(opponents)
        """The seat that is yours in each row; −1 where all or several are."""
        self._arrays()
        self._step, self._look = _bound(self.game, "spaces", ("_step", "_look"), row)
        self._answer = _bound(self.game, "bots", ("_answer",), row)[0] if self._levels is not None else None
        self._tables = self._lookups()
        self.reset(seed)

    def _arrays(self) -> None:
        size = observation_size(self.game.spaces.OBSERVATION, self.players)
        self._masks = np.zeros((self.n, self.n_actions), np.int8)
        self._many = np.zeros(self.n, np.int64)  # actions in each mask
        self._observations = np.zeros((self.n, size), np.float32)
        self._movers = np.zeros(self.n, np.int64)
        self._rewards = np.zeros((self.n, self.players), np.float32)
        self._done = np.zeros(self.n, np.bool_)
        self.masks = _read_only(self._masks)
        """1 at every action the seat to act may take."""
        self.observations = _read_only(self._observations)
        """What the seat to act sees."""
        self.movers = _read_only(self._movers)
        """The seat to act; `brelan.OVER` where a game is over."""
        self.rewards = _read_only(self._rewards)
        """By seat: the payoff of a game that ended with the last step, 0 otherwise."""
        self.done = _read_only(self._done)
        """Whether the last step ended a game."""
        room = max(self.game.rules.MAX_MOVES, self.game.rules.MAX_CHANCE) + SPARE
        self._scratch = np.zeros((self._threads, 2, room), np.int64)
        self._luck = np.zeros((3, self.n, 4), np.int64)
        self._actions = np.zeros(self.n, np.int64)
        self._sampled = np.zeros(self.n, np.int64)

    def _seated(self, opponents: str | Sequence[str | None] | None) -> tuple[np.ndarray | None, np.ndarray]:
        """The level of each seat of each row, None if all are the caller's; and the caller's seat of each row."""
        if opponents is None:
            return None, np.full(self.n, -1, np.int64)
        if isinstance(opponents, str):
            levels = np.full((self.n, self.players), self._level(opponents), np.int64)
            seats = np.arange(self.n, dtype=np.int64) % self.players
            levels[np.arange(self.n), seats] = YOURS
            return levels, seats
        if len(opponents) != self.players or all(level is not None for level in opponents):
            raise BrelanError(
                N_("opponents names a level for each of the {players} seats, and None for those that are yours."),
                players=self.players,
            )
        by_seat = [YOURS if level is None else self._level(level) for level in opponents]
        levels = np.tile(np.array(by_seat, np.int64), (self.n, 1))
        yours = by_seat.index(YOURS) if by_seat.count(YOURS) == 1 else -1
        return levels, np.full(self.n, yours, np.int64)

    def _level(self, level: str) -> int:
        known = self.game.bots.LEVELS
        if level == RANDOM:
            return -1
        if level not in known:
            raise UnknownBot(
                N_("There is no {game} bot {level}; there are {levels} and {last}."),
                game=self.game.title,
                level=brief(level),
                levels=", ".join(known),
                last=RANDOM,
            )
        return known.index(level)

    def _lookups(self) -> Any:
        """What the opponents look up."""
        if self._levels is None:
            return None
        asked = {int(level) for level in np.unique(self._levels) if level >= 0}
        bots = self.game.bots
        return bots.tables(tuple(bots.LEVELS[level] for level in sorted(asked)), self.players, self.options)

    # --- playing

    def reset(self, seed: int | None = None, rows: Any = None) -> None:
        """Lays every table anew, or those of `rows` (a mask or indices); a seed begins every row's chance anew."""
        if seed is not None:
            number = whole(seed)
            if number is None:
                raise BrelanError(N_("{name} is a whole number; {value} is not."), name="seed", value=brief(seed))
            for kind in range(3):
                for row in range(self.n):
                    self._luck[kind, row] = stream(number, 3 * row + kind)
        self._actions[:] = RESET if rows is None else KEEP
        if rows is not None:
            self._actions[rows] = RESET
        self._run(autoreset=self.autoreset)

    def step(self, actions: Any) -> None:
        """Plays an action in every row, then chance and the opponents, until you are to act again everywhere.

        What a row's action stands for must be legal in it; rows whose game is over (without `autoreset`) need none.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BrelanError(N_("step takes {n} whole numbers, one action a row."), n=self.n)
        actions = given.astype(np.int64, copy=False)
        wrong = loops.first_wrong(self._masks, self._movers, actions)
        if wrong >= 0:
            raise IllegalMove(
                N_("Action {action} stands for no legal move in row {row}: see masks. Nothing was played."),
                action=int(given[wrong]),
                row=int(wrong),
            )
        self._actions[:] = actions
        if not self.autoreset:
            over = self._movers < 0
            self._actions[over] = KEEP
            self._rewards[over] = 0
        self._run(self.autoreset)

    def _run(self, autoreset: bool) -> None:
        """One pass of all loops over the rows, shared by the threads."""
        if self._pool is None:
            self._part(0, 0, self.n, autoreset)
            return
        cuts = [self.n * k // self._threads for k in range(self._threads + 1)]
        parts = [self._pool.submit(self._part, k, cuts[k], cuts[k + 1], autoreset) for k in range(1, self._threads)]
        self._part(0, cuts[0], cuts[1], autoreset)
        wait(parts)
        for part in parts:
            part.result()

    def _part(self, thread: int, first: int, last: int, autoreset: bool) -> None:
        out, weights = self._scratch[thread]
        luck = self._luck[_CHANCE]
        at = (self.records, self._laid, first, last, self._actions)
        self._step(*at, luck, autoreset, out, weights, self._rewards, self._done)
        if self._answer is not None:
            thought = self._luck[_THOUGHT]
            self._answer(
                *at, self._levels, luck, thought, autoreset, out, weights, self._tables, self._rewards, self._done
            )
        seen = (self._masks, self._many, self._observations, self._movers)
        self._look(self.records, first, last, self._actions, self.seats, out, *seen)

    def sample(self) -> np.ndarray:
        """A random legal action for every row."""
        loops.sample(self._masks, self._many, 0, self.n, self._luck[_SAMPLE], self._sampled)
        return self._sampled.copy()

    # --- looking closer

    def feature(self, name: str) -> np.ndarray:
        """One part of the observations by its name, in its shape, and no copy."""
        at = 0
        for feature in self.game.spaces.OBSERVATION:
            size = feature.size(self.players)
            if feature.name == name:
                return self.observations[:, at : at + size].reshape(self.n, *feature.shape_for(self.players))
            at += size
        raise BrelanError(
            N_("{game} has no feature {name}; there are {names}."),
            game=self.game.title,
            name=brief(name),
            names=", ".join(feature.name for feature in self.game.spaces.OBSERVATION),
        )

    def state(self, row: int) -> State:
        """The game of a row as a `State` of its own (in Dodéka without its match grid)."""
        data = np.zeros(1, self.game.rules.STATE)
        _copy_fields(data, self.records[row : row + 1])
        return self.game.state(data)

    def close(self) -> None:
        """Lets the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


def _at_least_one(name: str, value: Any) -> int:
    number = whole(value)
    if number is None or number < 1:
        raise BrelanError(N_("{name} is a whole number above 0; {value} is not."), name=name, value=brief(value))
    return number


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def _copy_fields(into: np.ndarray, records: np.ndarray) -> None:
    """What two kinds of records have in common."""
    for name in into.dtype.names or ():
        if into.dtype[name] == records.dtype[name]:
            into[name] = records[name]


_LOOPS: dict[tuple[str, str, int], Any] = {}


def _bound(game: Game, part: str, names: Sequence[str], row: "np.dtype[Any]") -> list[Any]:
    """Loops of a game over such rows, each bound once: what is compiled is found again."""
    known = {name: getattr(game.spaces, name) for name in ("action_of", "code_of", "observe", "LOOKS_AWAY")}
    known["STATE"] = row
    if part == "bots":
        known["choose"] = game.bots.choose
    package = f"{catalogue.GAMES}.{game.folder.name}.{part}"
    for name in names:
        if (game.name, name, row.itemsize) not in _LOOPS:
            _LOOPS[game.name, name, row.itemsize] = game.drivers.loop(getattr(loops, name), package, known)
    return [_LOOPS[game.name, name, row.itemsize] for name in names]
