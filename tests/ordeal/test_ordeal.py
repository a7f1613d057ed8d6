"""The ordeal as `make test` runs it: a few seeds, each twice; `make test-all` runs 500."""

import os
import subprocess
import sys

from .plants import PLANTS

SMALL = ("--seconds", "5", "--tables", "5")


def ordeal(*words):
    """In a process of its own: a world is not swept up, and sets of words are walked in one order."""
    command = [sys.executable, "-m", "tests.ordeal", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONHASHSEED": "0"})


def lines(process):
    said, _ = process.communicate(timeout=3000)
    return process.returncode, said.splitlines()


def test_nothing_is_found_and_a_seed_is_the_same_twice(many):
    half = many(8, 250)
    runs = [ordeal("--seed", first, "--seeds", half, *SMALL) for first in (1, half)]
    (failed, one), (also_failed, other) = [lines(run) for run in runs]
    assert not failed and not also_failed, "\n".join(one + other)
    # seed, digest of all that happened, servers, tables, simulated seconds: but for the seconds it took
    assert one[-1].split(" in ")[0] == other[0].split(" in ")[0]


def test_what_is_put_in_is_found():
    failed, said = lines(ordeal("--plant", "all", "--seconds", "8", "--tables", "5"))
    assert not failed and len(said) == len(PLANTS), "\n".join(said)
