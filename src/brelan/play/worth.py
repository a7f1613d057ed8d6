"""What positions and moves are worth, in any game: as its own bots judge them, or by games played on from there.

A game played on draws its throws from a stream of its own, the same for every position that is compared: so what two
of them differ in is less their luck than their worth.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model.contract import USUAL, Look, Scale, Weighed, Worth

if TYPE_CHECKING:
    from .catalogue import Game
    from .state import State


GAMES = 200  # played on from a position, where its game does not judge it
FIRST_LOOK = 60  # games with each of many moves, before those that look best are played more often
LOOKED_CLOSER = 5  # moves that are
MOST_MOVES = 20_000
Reckons = Callable[[np.ndarray], np.ndarray]


def judge(state: "State", look: Look = USUAL) -> Worth:
    """What a position, all of it known, is worth to every seat.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, target=100)
        >>> [round(seat, 2) for seat in judge(state).seats]
        [-20.54, 20.54]
    """
    bots = state.game.bots
    if bots.judge is not None:
        return bots.judge(state, look)
    if state.over:
        return Worth(tuple(shared(np.array([state.payoff]), bots.SCALE)[0].tolist()))
    return rolled(state, bots.LEVELS[-1], GAMES, look=look)


def weigh(view: "State", moves: Sequence[int] = ()) -> list[Weighed]:
    """What the moves of the seat to act are worth to it, by what it may know; `moves` are among them.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, target=100)
        >>> state.play("throw 1 2 3")
        >>> best = max(weigh(state.view_state(0)), key=lambda one: one.value)
        >>> state.game.words(best.move) in state.moves()
        True
    """
    bots = view.game.bots
    if bots.weigh is not None:
        return bots.weigh(view, moves)
    if view.game.rules.OPEN and bots.judge is not None:
        found = []
        for code in view.legal():
            after = followed(view, code)
            found.append(Weighed(code, judge(after).seats[view.mover]))
        return found
    return weighed(view, moves, bots.LEVELS[-1], GAMES)


def followed(state: "State", code: int) -> "State":
    """The position after a move, its chance left pending."""
    after = state.copy()
    after.plays_chance(False)
    after.apply(code)
    return after


# --- by games played on


def rolled(
    state: "State",
    level: str,
    games: int,
    until_next: bool = False,
    part: int = 0,
    look: Look = USUAL,
    reckons: Reckons | None = None,
) -> Worth:
    """The mean over games that bots of a level play on from a position: to the end, or until a result lies there."""
    ends = played_on(state, level, look.games(games), until_next, seed=look.seed, reckons=reckons)[0]
    return Worth(tuple(ends.mean(axis=0).tolist()), error_of(ends), part=part, rolled=True)


def error_of(ends: np.ndarray) -> float:
    """The standard error of a mean over games, the largest of any seat's."""
    return float(ends.std(axis=0, ddof=1).max() / len(ends) ** 0.5)


def weighed(
    view: "State",
    moves: Sequence[int],
    level: str,
    games: int,
    until_next: bool = False,
    likely: Sequence[int] = (),
    reckons: Reckons | None = None,
) -> list[Weighed]:
    """Every legal move played on over deals the seat could imagine, a few times each; then `moves`, the `likely` ones
    and those that look best, more often.
    """
    codes = view.legal()
    if len(codes) > LOOKED_CLOSER:
        few = min(FIRST_LOOK, games)
        first = played_on(view, level, few, until_next, codes, view.mover, reckons=reckons)[:, :, view.mover]
        order = np.argsort(-first.mean(axis=1), kind="stable")
        kept = [*moves, *likely, *(codes[at] for at in order[:LOOKED_CLOSER])]
        codes = [code for code in codes if code in kept]
    ends = played_on(view, level, games, until_next, codes, view.mover, reckons=reckons)
    own = ends[:, :, view.mover]
    best = own[int(own.mean(axis=1).argmax())]
    return [
        Weighed(
            code,
            float(own[at].mean()),
            float((best - own[at]).std(ddof=1) / games**0.5) if len(best) > 1 else 0.0,
            tuple(ends[at].mean(axis=0).tolist()),
        )
        for at, code in enumerate(codes)
    ]


def played_on(
    state: "State",
    level: str,
    games: int,
    until_next: bool,
    moves: Sequence[int] = (),
    seat: int = -1,
    seed: int = USUAL.seed,
    reckons: Reckons | None = None,
) -> np.ndarray:
    """What games came to, in the game's scale: `[move, game, seat]`. With a seat, over deals it could imagine.

    `reckons`: what results, one a row, are worth, where they are not the end of the game.
    """
    game, n = state.game, state.players
    if not game.is_loaded("bots"):  # not even while advice that plays on is what gets the bots ready
        game.hurry()
    out, weights = game.scratch()
    codes = np.array(list(moves), np.int64)
    ends = np.zeros((max(1, len(codes)), games, n), np.int64)
    tables = game.bots.tables((level,), n, state.options)
    at = game.bots.LEVELS.index(level)
    _loop(game)(state._buf, codes, seat, games, seed, at, until_next, MOST_MOVES, out, weights, tables, ends)
    rows = ends.reshape(-1, n)
    return (shared(rows, game.bots.SCALE) if reckons is None else reckons(rows)).reshape(ends.shape)


def shared(payoffs: np.ndarray, scale: Scale) -> np.ndarray:
    """Results, one a row, in the scale: shares of the win where it is a chance."""
    if not scale.chance:
        return payoffs.astype(float)
    first = payoffs == payoffs.max(axis=1, keepdims=True)
    found: np.ndarray = first / first.sum(axis=1, keepdims=True)
    return found


@lru_cache(maxsize=16)
def _loop(game: "Game") -> Any:
    from ..search.playing_on import play_on

    return game.drivers.loop(play_on, f"{game._package}.bots", {"choose": game.bots.choose})
