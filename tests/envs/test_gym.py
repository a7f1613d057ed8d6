"""Gymnasium's own test is ours; a vector of environments is a batch."""

import numpy as np
import pytest

import brelan

pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from brelan.envs import gym

from .tables import SHORT


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", brelan.games())
def test_gymnasiums_check_env(name):
    check_env(gym.BrelanEnv(name, opponents="novice", illegal="terminate", **SHORT[name]))


@pytest.mark.parametrize("name", brelan.games())
def test_a_whole_game_against_bots(name):
    env = gym.BrelanEnv(name, opponents="novice", seat=1, render_mode="svg", **SHORT[name])
    seen, _ = env.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(5000):
        assert env.observation_space.contains(seen)
        seen, reward, terminated, truncated, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        if terminated:
            break
        assert reward == 0 and not truncated
    assert terminated and reward == env.batch.state(0).payoff[1]
    assert env.observation_space.contains(seen) and not seen["action_mask"].any() and seen["observation"].any()
    assert env.render().startswith("<svg")
    with pytest.raises(brelan.IllegalMove, match="reset it first"):
        env.step(0)


def test_an_illegal_action_raises_or_terminates():
    strict = gym.BrelanEnv("4d", opponents="novice")
    strict.reset(seed=1)
    with pytest.raises(brelan.IllegalMove):
        strict.step(27)
    lenient = gym.BrelanEnv("4d", opponents="novice", illegal="terminate")
    lenient.reset(seed=1)
    _, reward, terminated, _, info = lenient.step(27)
    assert terminated and reward == -1 and info == {"illegal": True}
    for wrong, told in (
        ({"illegal": "fold"}, "illegal is 'raise' or 'terminate'"),
        ({"seat": 2}, "There is no seat 2"),
        ({"opponents": "wizard"}, "no 4D bot 'wizard'"),
    ):
        with pytest.raises(brelan.BrelanError, match=told):
            gym.BrelanEnv("4d", **{"opponents": "novice", **wrong})


@pytest.mark.parametrize("name", ["dodeka", "4d", "spacepoker"])
def test_a_vector_of_environments(name):
    envs = gym.BrelanVectorEnv(name, num_envs=6, opponents="novice", threads=2, **SHORT[name])
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, _ = envs.reset(seed=5)
    again, _ = envs.reset(seed=5)
    assert all((seen[part] == again[part]).all() for part in seen)
    finished = 0
    for _ in range(300):
        assert envs.observation_space.contains(seen)
        seen, rewards, terminated, truncated, infos = envs.step(envs.batch.sample())
        assert not truncated.any() and not rewards[~terminated].any()
        assert seen["action_mask"].any(axis=1).all()  # what ended was laid anew
        for row in np.flatnonzero(terminated):
            final = infos["final_obs"][row]
            assert envs.single_observation_space.contains(final) and not final["action_mask"].any()
            assert infos["_final_obs"][row]
            finished += 1
    assert finished
    envs.close()
    with pytest.raises(brelan.BrelanError, match="One seed is for all games"):
        envs.reset(seed=[1, 2, 3, 4, 5, 6])
