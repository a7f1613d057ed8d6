"""How the games play, compiled as people have them: as their golden records say, and byte for byte as plain Python."""

import os
import subprocess
import sys

import pytest

import brelan
from brelan.dev import testing


@pytest.mark.parametrize("name", brelan.games())
def test_it_has_a_golden_record(name):
    testing.check_golden(brelan.game(name))


def test_compiled_and_interpreted_rules_agree(many):
    cap = many(100, 400)
    plain = subprocess.run(
        [sys.executable, "-m", "brelan.dev.testing", "digest", str(cap), *brelan.games()],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = {name: testing.digest(brelan.game(name), cap=cap) for name in brelan.games()}
    assert all(len(found) == 64 for found in compiled.values())
    assert plain.stdout.split() == list(compiled.values())
