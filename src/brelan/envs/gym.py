"""Gymnasium: one seat is yours, bots of a level play the others. Needs the extra `gym`.

    from brelan.envs import gym
    env = gym.BrelanEnv("dodeka", opponents="regular", players=2, parties=1)
    envs = gym.BrelanVectorEnv("dodeka", num_envs=256, opponents="regular", players=2, parties=1)

The observation is a dict of `observation` and `action_mask`. The reward is the payoff of your seat, when the game ends.
"""

import math
import secrets
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..model.errors import BrelanError, IllegalMove
from ..model.options import brief
from ..model.words import N_
from ..play import catalogue
from .batch import Batch
from .boxes import observation_box
from .pictures import MODES, check_mode, render

PENALTY = -10_000.0  # for an illegal action, where no payoff is the least


def _observation_space(batch: Batch) -> spaces.Dict:
    mask = spaces.Box(0, 1, (batch.n_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(batch.game, batch.players), "action_mask": mask})


class BrelanEnv(gymnasium.Env[dict[str, np.ndarray], int]):
    """One game against bots.

    `opponents` is a level of the game's bots, or "random"; `seat` is yours. `illegal` says what becomes of an action
    that is not legal: "raise" an error, or "terminate" the game with the least payoff there is.

    Examples:
        >>> from brelan.envs import gym
        >>> env = gym.BrelanEnv("dodeka", opponents="novice", players=2, parties=1)
        >>> seen, info = env.reset(seed=7)
        >>> seen["action_mask"].tolist(), int(env.action_space.n), env.seat, env.illegal
        ([0, 0, 0, 0, 0, 0, 0, 1], 8, 0, 'raise')
        >>> seen, reward, terminated, truncated, info = env.step(7)
        >>> reward, terminated, truncated, env.observation_space.contains(seen), env.batch.n
        (0.0, False, False, True, 1)
        >>> env.metadata["render_modes"], env.render_mode, env.close()
        (['human', 'ansi', 'svg', 'rgb_array'], None, None)
        >>> drawn = gym.BrelanEnv("dodeka", opponents="novice", render_mode="svg")
        >>> _ = drawn.reset(seed=7)
        >>> drawn.render()[:4]
        '<svg'
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # what Gymnasium reads

    def __init__(
        self,
        name: str,
        opponents: str = "regular",
        players: int | None = None,
        seat: int = 0,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if illegal not in ("raise", "terminate"):
            raise BrelanError(N_("illegal is 'raise' or 'terminate', not {illegal}."), illegal=brief(illegal))
        self.illegal = illegal
        self.render_mode = check_mode(render_mode)
        self.batch = _against(name, 1, opponents, players, seat, 1, options)
        self.seat = int(seat)
        least = self.batch.game.spaces.bounds(self.batch.players, self.batch.options).least
        self._penalty = least if math.isfinite(least) else PENALTY
        self.observation_space: Any = _observation_space(self.batch)
        self.action_space: Any = spaces.Discrete(self.batch.n_actions)

    def _seen(self) -> dict[str, np.ndarray]:
        return {"observation": self.batch.observations[0].copy(), "action_mask": self.batch.masks[0].copy()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """A new game; the same seed gives the same chance and the same opponents."""
        super().reset(seed=seed)
        self.batch.reset(seed=int(self.np_random.integers(2**62)))
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Plays your action, then chance and the others, until you are to act again or the game is over."""
        if self.illegal == "terminate" and not self.batch.done[0]:
            inside = 0 <= int(action) < self.batch.n_actions
            if not inside or not self.batch.masks[0, int(action)]:
                return self._seen(), self._penalty, True, False, {"illegal": True}
        if self.batch.done[0]:
            raise IllegalMove(N_("The game is over: reset it first."))
        self.batch.step(np.array([action]))
        if self.render_mode == "human":
            self.render()
        return self._seen(), float(self.batch.rewards[0, self.seat]), bool(self.batch.done[0]), False, {}

    def render(self) -> Any:
        """The table as your seat sees it: text, SVG or pixels, as `render_mode` says."""
        return render(self.batch.state(0), self.seat, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
        self.batch.close()


class BrelanVectorEnv(VectorEnv[dict[str, np.ndarray], np.ndarray, np.ndarray]):
    """Many games against bots, in compiled code (`Batch`). A game that ends is laid anew in the same step: its last
    observation is in `infos["final_obs"]`.

    Examples:
        >>> from brelan.envs import gym
        >>> envs = gym.BrelanVectorEnv("dodeka", num_envs=8, opponents="novice", players=2, parties=1)
        >>> seen, infos = envs.reset(seed=7)
        >>> seen["action_mask"].shape, envs.num_envs, int(envs.single_action_space.n)
        ((8, 8), 8, 8)
        >>> envs.metadata["autoreset_mode"].name
        'SAME_STEP'
        >>> seen, rewards, terminated, truncated, infos = envs.step(envs.batch.sample())
        >>> envs.observation_space.contains(seen), rewards.tolist() == 8 * [0.0], terminated.any()
        (True, True, np.False_)
        >>> envs.seats.tolist(), envs.close_extras()
        ([0, 1, 0, 1, 0, 1, 0, 1], None)
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int,
        opponents: str = "regular",
        players: int | None = None,
        seat: int | None = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.batch = _against(name, num_envs, opponents, players, seat, threads, options)
        self.num_envs = num_envs
        self.seats = self.batch.seats
        """Your seat in each game: `seat`, or without one each in turn."""
        self.single_observation_space: Any = _observation_space(self.batch)
        self.single_action_space: Any = spaces.Discrete(self.batch.n_actions)
        self.observation_space: Any = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = batch_space(self.single_action_space, num_envs)
        self._own = np.arange(num_envs), self.seats

    def _seen(self) -> dict[str, np.ndarray]:
        return {"observation": self.batch.observations.copy(), "action_mask": self.batch.masks.copy()}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """New games; the same seed gives the same chance and the same opponents."""
        if isinstance(seed, list):
            raise BrelanError(N_("One seed is for all games: each draws a stream of its own from it."))
        self.batch.reset(seed=secrets.randbits(62) if seed is None else seed)
        return self._seen(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays an action in every game, then chance and the others, until you are to act again."""
        self.batch.step(actions)
        done = self.batch.done.copy()
        rewards = self.batch.rewards[self._own].astype(np.float64)
        infos: dict[str, Any] = {}
        if done.any():
            last = self._seen()
            final = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(done):
                final[row] = {part: seen[row] for part, seen in last.items()}
            infos = {"final_obs": final, "_final_obs": done, "final_info": {}, "_final_info": done}
            self.batch.reset(rows=done)
        return self._seen(), rewards, done, np.zeros(self.num_envs, np.bool_), infos

    def close_extras(self, **_: Any) -> None:
        """Lets the threads go."""
        self.batch.close()


def _against(
    name: str, n: int, opponents: str, players: int | None, seat: int | None, threads: int, options: dict[str, Any]
) -> Batch:
    """A batch in which one seat is the caller's: that one, or each in turn."""
    game = catalogue.game(name)
    plain = game.check_players(game.best_seats if players is None else players)
    if seat is None:
        return Batch(name, n, plain, options, threads=threads, opponents=opponents, autoreset=False)
    if not 0 <= int(seat) < plain:
        raise BrelanError(
            N_("There is no seat {seat} at this table: seats are 0 to {last}, or None for a spectator."),
            seat=brief(seat),
            last=plain - 1,
        )
    levels = [None if place == int(seat) else opponents for place in range(plain)]
    return Batch(name, n, plain, options, threads=threads, opponents=levels, autoreset=False)
