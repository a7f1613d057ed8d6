"""docs/research.md is current, and its examples do what it says."""

import importlib.util
from pathlib import Path

import pytest

import brelan
from brelan.envs import document

ROOT = Path(__file__).parents[2]
BEST = 85.775654  # points a turn of Dodéka: `brelan solve dodeka`


def example(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_made_from_the_games():
    text = document.PAGE.read_text(encoding="utf-8")
    assert document.document(text) == text, "python -m brelan.envs.document writes them anew"
    for name in brelan.games():
        for feature in brelan.game(name).spaces.OBSERVATION:
            assert f"| `{feature.name}` |" in text


def test_every_example_is_named_on_the_page():
    text = document.PAGE.read_text(encoding="utf-8")
    assert all(f"`{file.name}`" in text for file in (ROOT / "examples").glob("*.py"))


def test_expectimax_in_twenty_lines():
    state = brelan.game("dodeka").new(players=2, chance="manual", target=5000)
    assert example("expectimax").worth(state) == pytest.approx(BEST, abs=5e-7)


@pytest.mark.slow
def test_a_table_learns_a_turn():
    """40 seconds of learning; the interval is of four standard errors."""
    mean, error = example("tabular").learnt(seconds=40, games=4_000_000)
    assert mean + 4 * error > BEST - 0.5
    assert mean - 4 * error < BEST  # nobody is better than the best


@pytest.mark.slow
def test_a_policy_learns_against_itself():
    """What a best response earns against it falls from a point a hand to less than a fifth of one."""
    pytest.importorskip("torch")
    found = example("selfplay").learn(rounds=120, every=30)
    assert found[0] > 0.9 and found[-1] < 0.2, found
