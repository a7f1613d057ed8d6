"""The conformance kit, run on every game that is found. `make test` runs this folder with bounds checks compiled in."""

import os
import subprocess
import sys

import pytest

import brelan
from brelan import testing


@pytest.mark.parametrize("name", brelan.games())
def test_the_game_conforms(name):
    testing.conform(brelan.game(name), seed=1)


@pytest.mark.parametrize("name", brelan.games())
def test_it_has_a_golden_record(name):
    testing.check_golden(brelan.game(name))


@pytest.mark.parametrize("name", brelan.games())
def test_compiled_and_interpreted_rules_agree(name):
    command = [sys.executable, "-m", "brelan.testing", "digest", name]
    plain = subprocess.run(
        command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True
    )
    compiled = subprocess.run(command, capture_output=True, text=True, check=True)
    assert len(compiled.stdout.strip()) == 64
    assert plain.stdout == compiled.stdout
