"""The speed of batches on one core, beside pgx on the same processor where it is installed: `brelan bench --envs`.

A step is one action of one game, with the chance moves it brings, the next mask and the next observation. Seconds are
of processor time: others may be at work on the same machine.
"""

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..arena.bench import Row
from ..model.contract import Progress
from ..play import catalogue
from .batch import Batch

ROWS = 1024
RIVALS = ("kuhn_poker", "leduc_holdem", "backgammon")


def _steps_a_second(step: Callable[[], float], seconds: float, many: int) -> float:
    """`step` plays `many` steps and answers the seconds of it that do not count."""
    step()
    done, left_out, began = 0, 0.0, time.process_time()
    while (spent := time.process_time() - began) - left_out < seconds:
        left_out += step()
        done += many
    return done / (spent - left_out)


def batch_speed(name: str, seconds: float, players: int | None = None, rows: int = ROWS) -> float:
    """Steps a second of random play; drawing the actions does not count.

    Examples:
        >>> batch_speed("dodeka", seconds=0.1, rows=64) > 100
        True
    """
    batch = Batch(name, rows, players=players or catalogue.game(name).seats[0], seed=1)

    def step() -> float:
        began = time.process_time()
        actions = batch.sample()
        drawn = time.process_time() - began
        batch.step(actions)
        return drawn

    return _steps_a_second(step, seconds, rows)


def pgx_speed(name: str, seconds: float, rows: int = ROWS) -> float:
    """The same of a game of pgx, on one core; there drawing the action is part of the compiled step, and counts."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    env = pgx.make(name)

    def one(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(key, logits)
        after = env.step(state, action, key)
        fresh = env.init(key)
        return jax.tree_util.tree_map(
            lambda new, old: jax.numpy.where(after.terminated | after.truncated, new, old), fresh, after
        )

    several = jax.jit(jax.vmap(one))
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), rows))
    turn = 0

    def step() -> float:
        nonlocal states, turn
        turn += 1
        states = several(states, jax.random.split(jax.random.PRNGKey(turn), rows))
        jax.block_until_ready(states)
        return 0.0

    return _steps_a_second(step, seconds, rows)


def bench(names: Sequence[str], seconds: float, progress: Progress | None = None) -> list[Row]:
    """The speed of the named games, or of all, and of the rivals."""
    games = list(names or catalogue.games())
    rivals = RIVALS if find_spec("pgx") and find_spec("jax") else ()
    rows: list[Row] = []
    for done, name in enumerate(games):
        fewest, best = catalogue.game(name).seats[0], catalogue.game(name).best_seats
        for players in sorted({fewest, best}):
            speed = batch_speed(name, seconds, players)
            rows.append(Row(name, f"batch of {ROWS}, {players} players, mask and observation", speed, "steps/s"))
        if progress:
            progress(done + 1, len(games) + len(rivals), "")
    for done, rival in enumerate(rivals):
        rows.append(Row("pgx", f"{rival}, batch of {ROWS}, on the processor", pgx_speed(rival, seconds), "steps/s"))
        if progress:
            progress(len(games) + done + 1, len(games) + len(rivals), "")
    if not rivals:
        rows.append(Row("pgx", "pgx is not installed (pip install pgx)", 0.0, ""))
    return rows
