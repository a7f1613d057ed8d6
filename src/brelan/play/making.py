"""How a state is made: a table newly laid, or bytes that are one."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..model.errors import BrelanError, OptionError
from ..model.options import brief
from ..model.referee import CHANCE, OVER
from ..model.whole import whole
from ..model.words import N_
from .catalogue import Game
from .fairness import Source
from .state import State, clean_names


def new_state(
    game: Game,
    players: int,
    seed: "int | Source | None",
    chance: str,
    names: Sequence[str],
    salts: Sequence[str],
    options: Mapping[str, Any],
) -> State:
    """A new game, its table laid and the chance moves that open it played."""
    if chance not in ("auto", "manual"):
        raise BrelanError(N_("chance is 'auto' or 'manual', not {chance}."), chance=repr(chance)[:60])
    values = game.complete_options(options)
    players = game.check_players(players)
    buffer = game.laid(players, values)
    if chance == "manual":
        if seed is not None or salts:
            raise BrelanError(N_("A game whose chance is played by hand takes no seed and no salts."))
        source = None
    elif isinstance(seed, Source):
        source = seed
    else:
        source = Source.secret() if seed is None else Source.reproducible(_seed_of(seed))
    if len(salts) > players:
        raise BrelanError(N_("{salts} salts were given for {players} players."), salts=len(salts), players=players)
    by_seat = (*salts, *[""] * (players - len(salts))) if any(salts) else ()
    state = State(game, buffer, [], clean_names(names, players), source, by_seat, auto=chance == "auto")
    if state._auto:
        state._play_chance()
    return state


def _seed_of(seed: Any) -> int:
    number = whole(seed)
    if number is None:
        raise BrelanError(N_("A seed is a whole number or a Source; {seed} is neither."), seed=brief(seed))
    return number


# Bytes may say anything. Kernels that read a place they name read zeros here, and no memory of somebody else's.
_ROOM = 1 << 21


def state_of(game: Game, data: Any, names: Sequence[str] = ()) -> State:
    """The state these bytes are, chance left to the caller; BrelanError if they are no state of this game."""
    size = game.rules.STATE.itemsize
    given = data.tobytes() if isinstance(data, np.ndarray | np.generic) else data
    if not isinstance(given, bytes | bytearray | memoryview):
        raise BrelanError(N_("A state is made from bytes; {data} is not that."), data=brief(data))
    if len(given) != size:
        raise BrelanError(
            N_("A state of {game} is {size} bytes long, not {found}."), game=game.title, size=size, found=len(given)
        )
    room = np.zeros(size + 2 * _ROOM, np.uint8)
    buffer = room[_ROOM : _ROOM + size]
    buffer[:] = np.frombuffer(given, np.uint8)
    struct = buffer.view(game.rules.STATE)[0]
    players = game.check_players(int(struct["players"]))
    _check_stored_options(game, struct)
    wrong = BrelanError(N_("These bytes are no state of {game}."), game=game.title)
    try:
        fine = _is_playable(game, buffer, players)
    except (ArithmeticError, LookupError, ValueError):  # plain rules say so where compiled ones read on
        fine = False
    if not fine:
        raise wrong
    return State(game, buffer.copy(), [], clean_names(names, players), None, begun=False)


def _is_playable(game: Game, buffer: np.ndarray, players: int) -> bool:
    """Whether the invariant holds and somebody, chance or nobody is to move, who has moves then."""
    mover = int(game.drivers.mover(buffer))
    if not game.drivers.sound(buffer) or mover not in (OVER, CHANCE, *range(players)):
        return False
    if mover == OVER:
        return True
    most = game.rules.MAX_CHANCE if mover == CHANCE else game.rules.MAX_MOVES
    out, weights = np.zeros((2, most + _ROOM), np.int64)
    n = game.drivers.chance(buffer, out, weights) if mover == CHANCE else game.drivers.legal(buffer, out)
    return 0 < n <= most and all(map(game.words, out[:n].tolist()))


def _check_stored_options(game: Game, struct: Any) -> None:
    """The options in the record are such as could have been agreed on."""
    for option in game.options:
        code = int(struct[option.name])
        if option.choices and not 0 <= code < len(option.choices):
            raise OptionError(
                N_("Option {name} takes {takes}; {value} is not that."),
                name=option.name,
                takes=option.takes(),
                value=str(code),
            )
    game.complete_options({option.name: option.decode(int(struct[option.name])) for option in game.options})
