"""Kernels are pieces: plain when Python calls them, linked into what is compiled, in this process and from disk."""

import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from brelan.engine.kernel import below, compiled, config, copy_record, inner_kernel, kernel, stream

SCRIPT = """
import numpy as np
from numba.core import event
from brelan.engine.kernel import compiled, inner_kernel, kernel

@inner_kernel
def read(numbers, at):
    return numbers[at]

@kernel
def checked(numbers, at):
    if at < 0:
        raise ValueError("no such place")
    return read(numbers, at) + max(1, min(at, 2))

def asked(numbers, at):
    return checked(numbers, at)

asked.__module__ = "brelan.engine.drivers"
names = []
class Names(event.Listener):
    def on_start(self, heard): names.append(heard.data["dispatcher"].__name__)
    def on_end(self, heard): pass
event.register("numba:compile", Names())
numbers = np.arange(10, dtype=np.int64)
print(checked(numbers, 3), len(names))
whole = compiled(asked)
print(whole(numbers, 3), "asked" in names and "checked" in names and "read" in names)
try:
    whole(numbers, -1)
except ValueError as error:
    print(error)
try:
    whole(numbers, 10)
    print("unchecked")
except IndexError:
    print("out of bounds")
"""


def run(folder, **more):
    (folder / "script.py").exists() or (folder / "script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, str(folder / "script.py")],
        env={**os.environ, "BRELAN_CACHE": str(folder / "cache"), **more},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split("\n")[:-1]


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")
def test_a_piece_is_plain_from_python_and_linked_into_what_is_compiled(tmp_path):
    plain, found, error, _ = run(tmp_path, NUMBA_BOUNDSCHECK="0")
    assert (plain, found, error) == ("5 0", "5 True", "no such place")
    assert run(tmp_path, NUMBA_BOUNDSCHECK="0")[:3] == ["5 0", "5 False", error]  # from the disk: nothing is compiled
    assert run(tmp_path, NUMBA_BOUNDSCHECK="1")[3] == "out of bounds"


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")
def test_other_peoples_compiled_code_may_call_a_piece():
    """It links only what it names itself: a piece gives it all that it needs."""

    @kernel
    def thrown(rng):
        return below(rng, 6) + 1

    @numba.njit
    def many(rng, out):
        for i in range(len(out)):
            out[i] = thrown(rng)

    found, expected = np.zeros(50, np.int64), stream(3)
    many(stream(3), found)
    assert found.tolist() == [int(thrown(expected)) for _ in range(50)]


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")
def test_one_translation_serves_all_whole_numbers():
    """Constants and signed numbers of any width; only where the constant decides the type there is one for each."""

    @kernel
    def doubled(number):
        return number * 2

    @kernel
    def picked(pair, at):
        return pair[at]

    @compiled
    def both(small, large, fraction):
        parts = (small, fraction)
        whole = doubled(7) + doubled(small[0]) + doubled(large)
        return whole, doubled(fraction), picked(parts, 0)[0], picked(parts, 1)

    assert both(np.array([100], np.int8), 2**40, 0.5) == (14 + 200 + 2**41, 1.0, 100, 0.5)
    assert sorted(map(str, doubled.overloads)) == ["(float64,)", "(int64,)"] and len(picked.overloads) == 2


def test_a_record_is_copied_plain_and_compiled():
    kind = np.dtype((np.record, [("dice", np.int8, 3), ("score", np.int64)]))
    records = np.zeros(2, kind)
    records[0].dice[:], records[0].score = (1, 2, 3), 40

    @inner_kernel
    def copied(both):
        copy_record(both[1], both[0])

    for way in (copied, compiled(copied)):
        records[1].dice[:], records[1].score = 0, 0
        way(records)
        assert records[1].dice.tolist() == [1, 2, 3] and records[1].score == 40
