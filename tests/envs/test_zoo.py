"""PettingZoo's own tests are ours."""

import numpy as np
import pytest

import brelan

pettingzoo = pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from brelan.envs import zoo  # noqa: E402

from .tables import SHORT  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # they warn of dicts, which is how a mask is told


@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize("name", brelan.games())
def test_pettingzoos_api_test(name, mask, capsys):
    api_test(zoo.env(name, mask=mask, **SHORT[name]), num_cycles=30)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("name", brelan.games())
def test_pettingzoos_seed_test(name):
    seed_test(lambda: zoo.env(name, **SHORT[name]), num_cycles=10)


@pytest.mark.parametrize("name", brelan.games())
def test_pettingzoos_render_test(name):
    render_test(
        lambda render_mode: zoo.env(name, render_mode=render_mode, **SHORT[name]),
        custom_tests={"svg": lambda drawn: drawn.startswith("<svg"), "rgb_array": lambda drawn: drawn.std() > 5},
    )


@pytest.mark.parametrize("name", brelan.games())
def test_a_whole_game_pays_its_payoffs(name):
    env = zoo.env(name, **SHORT[name])
    assert env.metadata["name"] == f"brelan_{name}_v{brelan.game(name).version}"
    env.reset(seed=3)
    paid = {}
    for agent in env.agent_iter(5000):
        seen, reward, terminated, truncated, _ = env.last()
        paid[agent] = reward
        action = None if terminated or truncated else int(np.flatnonzero(seen["action_mask"])[-1])
        env.step(action)
    state = env.unwrapped.state_of_game
    assert state.over and tuple(paid[agent] for agent in env.possible_agents) == state.payoff


def test_what_is_not_legal_is_refused():
    env = zoo.env("dodeka", players=2)
    env.reset(seed=1)
    with pytest.raises(brelan.IllegalMove):
        env.step(0)
    with pytest.raises(brelan.BrelanError, match="render_mode is one of human, ansi, svg, rgb_array"):
        zoo.env("dodeka", render_mode="film")
    with pytest.raises(brelan.BrelanError, match="Nothing is drawn without a render_mode"):
        env.render()
    with pytest.raises(brelan.BrelanError, match="mask is 'observation' or 'info'"):
        zoo.env("dodeka", mask="nowhere")
