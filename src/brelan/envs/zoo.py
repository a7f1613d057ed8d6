"""PettingZoo: a game as an AEC environment, every seat an agent. Needs the extra `zoo`.

    from brelan.envs import zoo
    env = zoo.env("spacepoker", players=2, hands=1)

Rewards are the payoffs, given when the game is over. What is not legal is refused with an error, never turned into
something else.
"""

import functools
import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from ..model.errors import BrelanError
from ..model.options import brief
from ..model.words import N_
from ..play import catalogue
from ..play.state import State
from .boxes import observation_box
from .pictures import MODES, check_mode, render


def env(
    name: str, players: int | None = None, render_mode: str | None = None, mask: str = "observation", **options: Any
) -> Any:
    """The environment, with PettingZoo's usual wrappers round it.

    `mask` says where the legal actions are told: in the `observation` (a dict with `observation` and `action_mask`), or
    in the `info` (the observation is then the numbers alone).

    Examples:
        >>> from brelan.envs import zoo
        >>> table = zoo.env("dodeka", players=2, parties=1)
        >>> table.reset(seed=7)
        >>> table.metadata["name"][:14], table.agents, table.agent_selection
        ('brelan_dodeka_', ['player_0', 'player_1'], 'player_0')
        >>> table.observe("player_0")["action_mask"].tolist()
        [0, 0, 0, 0, 0, 0, 0, 1]
        >>> table.step(7)
        >>> table.last()[0]["observation"].shape
        (56,)
    """
    raw: Any = raw_env(name, players, render_mode, mask, **options)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw))


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801  # what PettingZoo calls it everywhere
    """The environment itself.

    Examples:
        >>> from brelan.envs import zoo
        >>> raw = zoo.raw_env("dodeka", players=2, parties=1)
        >>> zoo.raw_env("dodeka", render_mode="ansi").render_mode
        'ansi'
        >>> raw.reset(seed=7)
        >>> raw.game.title, raw.state_of_game.mover, raw.observation_space("player_1").contains(raw.observe("player_1"))
        ('Dodéka', 0, True)
        >>> int(raw.action_space("player_0").n), raw.render_mode, raw.seat_of("player_1"), raw.possible_agents
        (8, None, 1, ['player_0', 'player_1'])
        >>> raw.step(7)
        >>> drawn = zoo.raw_env("dodeka", render_mode="svg")
        >>> drawn.reset(seed=7)
        >>> drawn.render()[:4]
        '<svg'
        >>> raw.observe("player_0")["observation"].shape, raw.close(), raw.metadata["is_parallelizable"]
        ((56,), None, False)
    """

    def __init__(
        self,
        name: str,
        players: int | None = None,
        render_mode: str | None = None,
        mask: str = "observation",
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = catalogue.game(name)
        self.metadata = {
            "name": f"brelan_{self.game.name}_v{self.game.version}",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        if mask not in ("observation", "info"):
            raise BrelanError(N_("mask is 'observation' or 'info', not {mask}."), mask=brief(mask))
        self.render_mode = check_mode(render_mode)
        self._masked = mask == "observation"
        self._players = self.game.check_players(self.game.best_seats if players is None else players)
        self._options: dict[str, Any] = dict(self.game.complete_options(options))
        self.possible_agents = [f"player_{seat}" for seat in range(self._players)]
        many = self.game.spaces.n_actions(self._players, self._options)
        box = observation_box(self.game, self._players)
        full: spaces.Space[Any] = box
        if self._masked:
            full = spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (many,), np.int8)})
        self._observation_spaces = dict.fromkeys(self.possible_agents, full)
        self._action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(many))
        self._none = np.zeros(many, np.int8)
        self.agents: list[str] = []
        self._rng = np.random.default_rng(secrets.randbits(64))

    @functools.cache  # noqa: B019  # PettingZoo wants the same object every time
    def observation_space(self, agent: str) -> Any:
        """What an agent observes."""
        return self._observation_spaces[agent]

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self._action_spaces[agent]

    def seat_of(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """A new game; the same seed gives the same chance."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.state_of_game: State = self.game.new(self._players, seed=int(self._rng.integers(2**62)), **self._options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_of_game.mover]
        self._tell_masks()

    def step(self, action: Any) -> None:
        """Plays the action of the agent to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_of_game.act(action)
        payoff = self.state_of_game.payoff
        if payoff is None:
            self.agent_selection = self.possible_agents[self.state_of_game.mover]
        else:
            for other in self.agents:
                self.rewards[other] = float(payoff[self.seat_of(other)])
                self.terminations[other] = True
            self.agent_selection = self.agents[0]
        self._tell_masks()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _mask(self, agent: str) -> np.ndarray:
        state = self.state_of_game
        return state.mask() if state.mover == self.seat_of(agent) else self._none

    def _tell_masks(self) -> None:
        if not self._masked:
            self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        seen = self.state_of_game.observation(self.seat_of(agent))
        return {"observation": seen, "action_mask": self._mask(agent)} if self._masked else seen

    def render(self) -> Any:
        """The table as the agent to act sees it: text, SVG or pixels, as `render_mode` says."""
        seat = self.seat_of(self.agent_selection) if self.agents else None
        return render(self.state_of_game, seat, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
