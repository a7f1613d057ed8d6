"""OpenSpiel: the games registered as `brelan_<game>`, chance an explicit player. Needs the extra `spiel`.

    from brelan.envs import spiel
    game = spiel.load("spacepoker", players=2, hands=1)

A parameter `chance` is "explicit" (every move of chance as the rules have it), or "collapsed": all chance moves up to
the next decision are one, and what leads to equal bytes is one outcome (the deal of two hands, and not each order of
ships); a lot that alone is left is its mean. `information` says what an information state is: the seat's own "record"
of the game, word by word (perfect recall), or the "struct" as the seat may know it (what the rules write down; shorter,
and the same for different ways there; with collapsed chance it is always this one). `opening` plays moves at the start,
in words separated by semicolons: in 4D the dice, after which nothing is left to chance and OpenSpiel takes the game as
deterministic.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from ..engine.kernel import CHANCE
from ..model.contract import observation_size
from ..model.errors import BrelanError
from ..model.options import Value, brief
from ..model.words import N_
from ..play import catalogue
from ..play.catalogue import Game
from ..play.state import State

LONGEST = 100_000  # moves, where the rules set no end
MOST = 1e6  # points, where they set no bound
MOST_COLLAPSED = 1 << 20  # outcomes of collapsed chance

_OWN: dict[str, Any] = {"players": 0, "chance": "explicit", "information": "record", "opening": ""}
_CHOICES = {"chance": ("explicit", "collapsed"), "information": ("record", "struct")}


def load(name: str, **options: Any) -> "SpielGame":
    """The game with these options, as OpenSpiel has it.

    Examples:
        >>> from brelan.envs import spiel
        >>> game = spiel.load("dodeka", players=2, parties=1, target=100)
        >>> game.get_type().short_name, game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
        ('brelan_dodeka', 2, 8, 12)
        >>> state = game.new_initial_state()
        >>> state.legal_actions(), state.action_to_string(7)
        ([7], 'throw 1 2 3')
        >>> state.apply_action(7)
        >>> state.is_chance_node(), len(state.chance_outcomes())
        (True, 12)
    """
    game = catalogue.game(name)
    players = options.pop("players", None)
    known: dict[str, Any] = {key: options.pop(key) for key in _OWN if key in options}
    known |= game.complete_options(options)
    if known.get("chance") == "collapsed":
        known.setdefault("information", "struct")
    if players is not None:
        known["players"] = game.check_players(players)
    loaded: SpielGame = pyspiel.load_game(short_name(game), known)
    return loaded


def short_name(game: Game) -> str:
    """What OpenSpiel calls it.

    Examples:
        >>> from brelan.envs import spiel
        >>> import brelan
        >>> spiel.short_name(brelan.game("4d"))
        'brelan_4d'
    """
    return f"brelan_{game.name}"


def _parameters(game: Game) -> dict[str, Any]:
    return {**_OWN, "players": game.best_seats, **game.complete_options({})}


def _type(game: Game, deterministic: bool = False) -> Any:
    kinds = pyspiel.GameType
    bounds = game.spaces.bounds(game.best_seats, game.complete_options({}))
    open_game = bool(game.rules.OPEN)
    return kinds(
        short_name=short_name(game),
        long_name=f"{game.title}, rules {game.version}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC if deterministic else kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION if open_game else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if bounds.zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, as OpenSpiel has it; `load` makes one.

    Examples:
        >>> import pickle
        >>> from brelan.envs import spiel
        >>> game = spiel.load("4d", opening="die 1 2; die 1 2; die 1 2; die 1 2")
        >>> game.get_type().chance_mode.name, game.game.title, game.players, game.options["target"]
        ('DETERMINISTIC', '4D', 2, 100)
        >>> pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()
        True
        >>> game.actions, game.first.mover, game.new_initial_state().current_player()
        (28, 0, 0)
        >>> game.collapsed, game.by_record, game.features[0].name
        (False, True, 'dice')
        >>> game.make_py_observer().tensor.shape
        (128,)
    """

    def __init__(self, game: Game, params: Mapping[str, Any] | None = None) -> None:
        given = {**_parameters(game), **(params or {})}
        self.game = game
        self.players = game.check_players(given["players"] or game.best_seats)
        self.options: dict[str, Value] = game.complete_options(
            {option.name: given[option.name] for option in game.options}
        )
        for key, choices in _CHOICES.items():
            if given[key] not in choices:
                raise BrelanError(
                    N_("{name} is one of {choices}, not {value}."),
                    name=key,
                    choices=", ".join(choices),
                    value=brief(given[key]),
                )
        self.collapsed = given["chance"] == "collapsed"
        self.by_record = given["information"] == "record"
        if self.collapsed and self.by_record:
            raise BrelanError(N_("Collapsed chance leaves no record of its moves: take information='struct'."))
        self.features = game.spaces.OBSERVATION
        self.first = State.laid(game, self.options, tuple(f"player {seat}" for seat in range(self.players)))
        for words in filter(None, (words.strip() for words in str(given["opening"]).split(";"))):
            self.first.play(words)
        deterministic = bool(game.spaces.THROWN_ONCE) and self.first.mover != CHANCE
        bounds = game.spaces.bounds(self.players, self.options)
        self.actions = game.spaces.n_actions(self.players, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions,
            max_chance_outcomes=0 if deterministic else MOST_COLLAPSED if self.collapsed else game.rules.MAX_CHANCE,
            num_players=self.players,
            min_utility=float(bounds.least) if math.isfinite(bounds.least) else -MOST,
            max_utility=float(bounds.most) if math.isfinite(bounds.most) else MOST,
            utility_sum=0.0 if bounds.zero_sum else None,
            max_game_length=bounds.longest or LONGEST,
        )
        super().__init__(_type(game, deterministic), info, dict(params or {}))

    def new_initial_state(self, *_: Any) -> "SpielState":
        """The first position."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What looks at a state for a seat: as numbers, or in words."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.get_type().short_name, self.get_parameters())


def _loaded(name: str, parameters: dict[str, Any]) -> Any:
    return pyspiel.load_game(name, parameters)


class _Outcomes(tuple[tuple[State, float], ...]):
    """States and how likely each is; shared by the copies of a position, which never change them."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> "_Outcomes":
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel has it; `state` is Brelan's own.

    Examples:
        >>> from brelan.envs import spiel
        >>> position = spiel.load("dodeka", players=2).new_initial_state()
        >>> position.state.moves(), position.current_player(), position.is_terminal(), position.returns()
        (['throw 1 2 3'], 0, False, [0.0, 0.0])
        >>> position.apply_action(7)
        >>> position.chance_outcomes()[0][0], position.information_state_string(0), str(position)
        (0, 'throw 1 2 3', 'throw 1 2 3')
        >>> position.told
        (('throw 1 2 3',), ('throw 1 2 3',))
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.state = game.first.copy()
        self._collapsed = game.collapsed
        self._by_record = game.by_record
        self._actions = game.actions
        self._next = _Outcomes()  # what collapsed chance leads to, once asked
        self.told: tuple[tuple[str, ...], ...] = game.players * ((),)  # by seat: what it has seen, in words

    def current_player(self) -> int:
        """The seat to act, chance, or nobody."""
        mover = self.state.mover
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else mover

    def _mean(self) -> tuple[float, ...] | None:
        """The mean payoffs, where collapsed chance has nothing but a lot left to draw."""
        drivers = self.state.game.drivers
        if self._collapsed and self.state.mover == CHANCE and drivers.expected is not None:
            out = np.zeros(self.state.players)
            if drivers.expected(self.state._buf, out):
                return tuple(out.tolist())
        return None

    def _legal_actions(self, player: int) -> list[int]:
        mask = np.zeros(self._actions, np.int8)
        self.state.game.drivers.mask(self.state._buf, self.state.game.scratch()[0], mask)
        return np.flatnonzero(mask).tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a pending throw, deal or draw: their place in the rules' list, and their probability."""
        if self._collapsed:
            self._next = self._next or _collapsed(self)
            return [(at, chance) for at, (_, chance) in enumerate(self._next)]
        odds = self.state.odds()
        total = sum(weight for _, weight in odds)
        return [(at, weight / total) for at, (_, weight) in enumerate(odds)]

    def _apply_action(self, action: int) -> None:
        state = self.state
        if state.mover == CHANCE and self._collapsed:
            self.state = (self._next or _collapsed(self))[action][0].copy()
            self._next = _Outcomes()
            return
        code = state.odds()[action][0] if state.mover == CHANCE else int(state.game.drivers.code_of(state._buf, action))
        if self._by_record:
            words = state.game.words
            self.told = tuple((*told, words(state.seen(code, seat))) for seat, told in enumerate(self.told))
        state.apply(code)

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.state
        if player == pyspiel.PlayerId.CHANCE and self._collapsed:
            came = (self._next or _collapsed(self))[action][0].log[len(state.log) :]
            return "; ".join(map(state.game.words, came))
        if player == pyspiel.PlayerId.CHANCE:
            return state.game.words(state.odds()[action][0])
        return state.game.words(int(state.game.drivers.code_of(state._buf, action)))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.state.over or self._mean() is not None

    def returns(self) -> list[float]:
        """The payoffs; 0 for everybody until the end."""
        return [float(paid) for paid in self.state.payoff or self._mean() or self.state.players * (0,)]

    def __str__(self) -> str:
        return "; ".join(self.state.game.words(code) for code in self.state.log)


def _collapsed(position: SpielState) -> "_Outcomes":
    """Every state the pending chance moves can lead to, up to the next decision, and how likely it is."""
    found: dict[bytes, tuple[State, float]] = {}
    open_states: dict[bytes, tuple[State, float]] = {position.state.tobytes(): (position.state, 1.0)}
    probe = position.clone()
    while open_states:
        further: dict[bytes, tuple[State, float]] = {}
        for state, chance in open_states.values():
            odds = state.odds()
            total = sum(weight for _, weight in odds)
            for code, weight in odds:
                after = state.copy()
                after.apply(code)
                probe.state = after
                into = further if after.mover == CHANCE and not probe.is_terminal() else found
                key = after.tobytes()
                kept, before = into.get(key, (after, 0.0))
                into[key] = kept, before + chance * weight / total
        open_states = further
    return _Outcomes(found.values())


class Observer:
    """What looks at a position for a seat: `tensor` and `dict` are what `game.spaces` observes; the string is the
    seat's information state.

    Examples:
        >>> from brelan.envs import spiel
        >>> game = spiel.load("spacepoker", players=2, information="struct")
        >>> observer = game.make_py_observer()
        >>> observer.set_from(game.new_initial_state(), 0)
        >>> observer.tensor.shape, observer.dict["ships"].shape
        ((104,), (7,))
        >>> len(observer.string_from(game.new_initial_state(), 1)) > 100
        True
    """

    def __init__(self, game: SpielGame, iig_obs_type: Any) -> None:
        self.tensor = np.zeros(observation_size(game.features, game.players), np.float32)
        self.dict: dict[str, np.ndarray] = {}
        self._by_record = game.by_record and iig_obs_type.perfect_recall
        at = 0
        for feature in game.features:
            size = feature.size(game.players)
            self.dict[feature.name] = self.tensor[at : at + size].reshape(feature.shape_for(game.players))
            at += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills `tensor` and `dict` with what the seat sees."""
        self.tensor[:] = state.state.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the seat knows: its record of the game, or the struct blanked for it."""
        if self._by_record:
            return "; ".join(state.told[player])
        return state.state.view_state(player).tobytes().hex()


def _class_of(game: Game) -> type[SpielGame]:
    """OpenSpiel makes a game from its parameters alone, so each has a class of its own. (A class, and no function: it
    outlives the interpreter, in which OpenSpiel lets go of it.)
    """

    def made(self: SpielGame, params: Mapping[str, Any] | None = None) -> None:
        SpielGame.__init__(self, game, params)

    return type(f"SpielGame_{game.folder.name}", (SpielGame,), {"__init__": made, "__module__": __name__})


for _name in catalogue.games():
    _game = catalogue.game(_name)
    _made = _class_of(_game)
    globals()[_made.__name__] = _made
    pyspiel.register_game(_type(_game), _made)
