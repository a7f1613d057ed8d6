"""The loops every game needs, written once: plain, and compiled once a game.

Numba cannot cache a function that is handed other functions, so a driver is a *template*: a plain function naming
`STATE`, `legal`, `play` … as globals. `bind` gives it the globals of one game's rules and compiles it under that game's
name. A state travels as its bytes (a call from Python costs 0.2 µs that way, against 1.8 µs for a record) and is viewed
as `STATE` inside.
"""

import hashlib
import types
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from numba import typeof
from numba import types as numba_types

from ..model.contract import Bots, Rules, Spaces, default_of
from ..model.referee import ILLEGAL
from .kernel import CHANCE, OVER, TIME, below, compiled, kernel, reseed, weighted

KERNELS = ("clock", "hide", "seen", "redeal", "sound")  # what compiled code calls and a game may leave out

if TYPE_CHECKING:  # the names a template finds in the game's rules and bots
    STATE: Any
    OPEN: bool
    start: Any
    mover: Any
    legal: Any
    chance: Any
    play: Any
    payoff: Any
    scores: Any
    totals: Any
    ending: Any
    clock: Any
    hide: Any
    seen: Any
    redeal: Any
    sound: Any
    random_move: Any
    random_moves: Any
    choose: Any
    action_of: Any
    code_of: Any
    observe: Any
    expected: Any


def bound(template: Callable[..., Any], part: str, names: Mapping[str, Any], mark: str = "") -> Any:
    """A template with a game's own functions in its globals; `part` is the module it finds them in."""
    function = types.FunctionType(
        template.__code__, {**template.__globals__, **names}, template.__name__, template.__defaults__
    )
    function.__module__ = template.__module__  # Numba imports it when it loads the function from its cache
    game = part.split(".")[2]
    function.__qualname__ = f"{game}_{template.__name__}{mark}"  # names the cache file: it must differ between games
    return function


def bind(template: Callable[..., Any], part: str, names: Mapping[str, Any], inner: bool = False, mark: str = "") -> Any:
    """A template as a kernel of one game."""
    return kernel(bound(template, part, names, mark), inner)


def _mark(defaults: Mapping[str, Any]) -> str:
    """A hash of what these defaults do: an edit of the contract recompiles nothing, a change of a default does."""
    said = [(name, f.__code__.co_code, f.__code__.co_consts[1:]) for name, f in defaults.items()]  # not the docstring
    return "_" + hashlib.sha256(repr(said).encode()).hexdigest()[:8]


def _start(buf):
    start(buf.view(STATE)[0])


def _mover(buf):
    return mover(buf.view(STATE)[0])


def _legal(buf, out):
    return legal(buf.view(STATE)[0], out)


def _chance(buf, out, weights):
    return chance(buf.view(STATE)[0], out, weights)


def _apply(buf, move, out, weights):
    """Plays the move if it is legal and answers the next mover; otherwise answers ILLEGAL and changes nothing."""
    s = buf.view(STATE)[0]
    who = mover(s)
    n, found = 0, False
    if move == TIME:
        found = who != OVER and clock(s)
    elif who == CHANCE:
        n = chance(s, out, weights)
    elif who >= 0:
        n = legal(s, out)
    for i in range(n):
        found |= out[i] == move
    if not found:
        return ILLEGAL
    play(s, move)  # called in one place only: a game's inner kernels are compiled anew wherever they are called
    return mover(s)


def _clock(buf):
    return clock(buf.view(STATE)[0])


def _payoff(buf, out):
    payoff(buf.view(STATE)[0], out)


def _scores(buf, out):
    scores(buf.view(STATE)[0], out)


def _totals(buf, out):
    totals(buf.view(STATE)[0], out)


def _ending(buf):
    return ending(buf.view(STATE)[0])


def _hide(buf, seat):
    hide(buf.view(STATE)[0], seat)


def _seen(buf, move, seat):
    return seen(buf.view(STATE)[0], move, seat)


def _redeal(buf, seat, rng):
    redeal(buf.view(STATE)[0], seat, rng)


def _sound(buf):
    return sound(buf.view(STATE)[0])


def _random_move(s, rng, out, weights):
    """A move at random: a seat's uniformly, chance by its weights."""
    if mover(s) == CHANCE:
        return out[weighted(rng, weights, chance(s, out, weights))]
    return out[below(rng, legal(s, out))]


def _random_moves(s, rng, out, weights, most):
    """Plays random moves until the end or `most` moves; answers how many were played."""
    for played in range(most):
        if mover(s) == OVER:
            return played
        play(s, random_move(s, rng, out, weights))
    return most


def _random_game(buf, rng, out, weights, most):
    return random_moves(buf.view(STATE)[0], rng, out, weights, most)


def _random_games(template, games, seed, out, weights, most):
    """Plays `games` whole random games from the same laid table; answers the number of moves.

    The loop `brelan bench` times.
    """
    buf = template.copy()  # kept and written to: a record does not hold on to the array it lies in
    s = buf.view(STATE)[0]
    rng = out[:4].copy()
    reseed(rng, seed, 0)
    moves = 0
    for _ in range(games):
        buf[:] = template
        moves += random_moves(s, rng, out, weights, most)
    return moves


def _choose(buf, level, rng, tables):
    """What the bot of that level plays, given a blanked state."""
    return choose(level, buf.view(STATE)[0], rng, tables)


def _mask(buf, out, mask):
    """Marks the actions that stand for a legal move of the seat to act."""
    s = buf.view(STATE)[0]
    mask[:] = 0
    if mover(s) >= 0:
        for i in range(legal(s, out)):
            action = action_of(s, out[i])
            if action >= 0:
                mask[action] = 1


def _observe(buf, seat, out):
    """What a seat observes, from a state blanked for it."""
    out[:] = 0
    observe(buf.view(STATE)[0], seat, out)


def _action_of(buf, code):
    return action_of(buf.view(STATE)[0], code)


def _code_of(buf, action):
    return code_of(buf.view(STATE)[0], action)


def _expected(buf, out):
    return expected(buf.view(STATE)[0], out)


def _play_games(laid, first, count, seed, levels, swap, most, out, weights, tables, payoffs, lengths):
    """Plays games `first` to `first + count − 1` between bots (level −1 plays at random) and writes each one's payoff
    and length.

    Game g depends on (seed, g) alone. With `swap`, as many games in a row as there are seats share their chance, the
    bots moving round. A game that is not over after `most` moves has length −1 and a payoff of zeros.
    """
    n = len(levels)
    buf = laid.copy()
    view = laid.copy()
    s = buf.view(STATE)[0]
    luck = out[:4].copy()
    thought = out[:4].copy()
    result = out[:n].copy()
    for g in range(count):
        game = first + g
        turned = game % n if swap else 0
        reseed(luck, seed, game // n if swap else game)
        reseed(thought, seed + 1, game)
        buf[:] = laid
        played = 0
        who = mover(s)
        while who != OVER and played < most:
            if who == CHANCE:
                move = out[weighted(luck, weights, chance(s, out, weights))]
            else:
                level = levels[(who + turned) % n]
                if level < 0:
                    move = out[below(thought, legal(s, out))]
                elif OPEN:
                    move = choose(level, s, thought, tables)
                else:
                    view[:] = buf
                    blank = view.view(STATE)[0]
                    hide(blank, who)
                    move = choose(level, blank, thought, tables)
            play(s, move)
            played += 1
            who = mover(s)
        lengths[g] = played if who == OVER else -1
        result[:] = 0
        if who == OVER:
            payoff(s, result)
        for seat in range(n):
            payoffs[g, seat] = result[seat]


_TEMPLATES = (
    _start,
    _mover,
    _legal,
    _chance,
    _apply,
    _clock,
    _payoff,
    _scores,
    _ending,
    _hide,
    _seen,
    _redeal,
    _sound,
    _random_game,
    _random_games,
)

# What a driver is called with, so that it can be compiled, or loaded, before it is called. Those that are not here are
# for whoever asks for speed, and compiled when they are called.
_BYTES, _NUMBERS, _NUMBER = numba_types.Array(numba_types.uint8, 1, "C"), numba_types.int64[::1], numba_types.int64
SIGNATURES: dict[str, tuple[Any, ...]] = {
    "start": (_BYTES,),
    "mover": (_BYTES,),
    "legal": (_BYTES, _NUMBERS),
    "chance": (_BYTES, _NUMBERS, _NUMBERS),
    "apply": (_BYTES, _NUMBER, _NUMBERS, _NUMBERS),
    "clock": (_BYTES,),
    "payoff": (_BYTES, _NUMBERS),
    "scores": (_BYTES, _NUMBERS),
    "totals": (_BYTES, _NUMBERS),
    "ending": (_BYTES,),
    "hide": (_BYTES, _NUMBER),
    "seen": (_BYTES, _NUMBER, _NUMBER),
    "redeal": (_BYTES, _NUMBER, _NUMBERS),
    "sound": (_BYTES,),
}


class Drivers:
    """One game's functions on bytes: as plain Python, or `fast`, each compiled when it is first called or loaded."""

    start: Any
    mover: Any
    legal: Any
    chance: Any
    apply: Any
    clock: Any
    payoff: Any
    scores: Any
    totals: Any
    ending: Any
    hide: Any
    seen: Any
    redeal: Any
    sound: Any
    random_game: Any
    random_games: Any
    choose: Any
    play_games: Any
    mask: Any
    observe: Any
    action_of: Any
    code_of: Any
    expected: Any

    def __init__(self, part: str, rules: Rules, fast: bool) -> None:
        self.fast = fast
        names = dict(vars(rules))
        defaults = {name: names[name] for name in KERNELS if names[name] is default_of(Rules, name)}
        self._mark = _mark(defaults)
        names |= {name: bind(function, part, {}) for name, function in defaults.items()}
        names["random_move"] = rules.random_move or bind(_random_move, part, names, True, self._mark)
        names["random_moves"] = bind(_random_moves, part, names, True, self._mark)
        self._names = names
        templates: list[Callable[..., Any]] = [*_TEMPLATES, *([_totals] if rules.totals is not None else [])]
        for template in templates:
            setattr(self, template.__name__[1:], self._made(template, part, names, fast))

    def _made(self, template: Callable[..., Any], part: str, names: Mapping[str, Any], fast: bool) -> Any:
        function = bound(template, part, names, self._mark)
        return compiled(function, part) if fast else function

    def bind_bots(self, part: str, bots: Bots) -> None:
        """Adds what needs the game's bots, as plain Python: `choose` and `play_games`."""
        names = {**self._names, "choose": bots.choose}
        self.choose = self._made(_choose, part, names, False)
        self.play_games = self._made(_play_games, part, names, False)

    def load(self) -> None:
        """Loads what a table needs, or compiles it where it lies on no disk yet."""
        for name, signature in SIGNATURES.items():
            if hasattr(self, name):
                getattr(self, name).compile(signature)

    def load_bots(self, part: str, bots: Bots, tables: Any) -> None:
        """The same for the bots' `choose`, which is called with these tables or others of their types."""
        names = {**self._names, "choose": bots.choose}
        choose = self._made(_choose, part, names, True)
        choose.compile((_BYTES, _NUMBER, _NUMBERS, typeof(tables)))
        self.choose, self.play_games = choose, self._made(_play_games, part, names, True)

    def bind_spaces(self, part: str, spaces: Spaces) -> None:
        """Adds what needs the game's spaces."""
        names = {**self._names, **{name: getattr(spaces, name) for name in ("action_of", "code_of", "observe")}}
        for template in (_mask, _observe, _action_of, _code_of):
            setattr(self, template.__name__[1:], self._made(template, part, names, self.fast))
        self.expected = None
        if spaces.expected is not None:
            self.expected = self._made(_expected, part, {**names, "expected": spaces.expected}, self.fast)

    def loop(self, template: Callable[..., Any], part: str, names: Mapping[str, Any]) -> Any:
        """Another loop, a template elsewhere, compiled with the game's rules and these names in its globals."""
        return self._made(template, part, {**self._names, **names}, True)
