"""Solved tables: found once written, never stale, written whole, solved by one at a time."""

import errno
import subprocess
import sys

import numba
import numpy as np
import pytest

from brelan.engine import paths, solved
from brelan.engine.solved import Store


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("BRELAN_CACHE", str(tmp_path))
    return Store("toy", "brelan.games.dodeka.rules")


def test_a_table_is_made_once_and_found_ever_after(store):
    made = []

    def make():
        made.append(1)
        return {"values": np.arange(6.0), "odd": np.array([1, 3], np.int8)}

    assert store.find("six") is None and store.names() == []
    for _ in range(3):
        held = store.ensure("six", make)
    assert len(made) == 1 and held["values"].tolist() == [0, 1, 2, 3, 4, 5] and held["odd"].dtype == np.int8
    assert store.names() == ["six"] and store.names("si") == ["six"] and store.size("six") > 0
    assert not [place.name for place in store.folder.iterdir() if place.name.startswith("unfinished")]


def test_what_other_sources_made_is_not_read_and_is_swept_away(store, monkeypatch):
    store.write("six", {"values": np.zeros(6)})
    monkeypatch.setattr(solved, "digest", lambda *modules: "0" * 20)
    assert store.find("six") is None
    store.write("six", {"values": np.ones(6)})
    assert len([place for place in store.folder.iterdir() if place.name.startswith("six-")]) == 1


def test_a_name_that_begins_another_is_another_table(store):
    store.write("partie-2", {"a": np.zeros(1)})
    store.write("partie-2-700", {"a": np.ones(1)})
    store.write("partie-2", {"a": np.zeros(1)})
    assert store.names() == ["partie-2", "partie-2-700"]


def test_a_damaged_table_is_made_again(store):
    store.write("six", {"values": np.zeros(6)})
    for damage in (b"not an array", b""):
        next(store.folder.glob("six-*/values.npy")).write_bytes(damage)
        assert store.find("six") is None
        assert store.ensure("six", lambda: {"values": np.ones(6)})["values"].sum() == 6


def test_a_table_that_lost_an_array_is_made_again(store):
    store.write("six", {"values": np.zeros(6), "ties": np.zeros(2)})
    next(store.folder.glob("six-*/ties.npy")).unlink()
    assert store.find("six") is None


def test_a_shipped_table_serves_until_one_is_solved_here(store, tmp_path):
    np.savez_compressed(tmp_path / "six.npz", values=np.full(6, 7))
    store.shipped = tmp_path
    assert store.ensure("six", dict)["values"].tolist() == [7] * 6
    store.write("six", {"values": np.zeros(6)})
    assert store.find("six")["values"].sum() == 0


def test_two_processes_solve_it_once(store, tmp_path):
    script = (
        "import sys, time, numpy as np\n"
        "from brelan.engine.solved import Store\n"
        "def make():\n"
        "    open(sys.argv[1], 'a').write('x'); time.sleep(0.5)\n"
        "    return {'a': np.zeros(1)}\n"
        "Store('toy', 'brelan.games.dodeka.rules').ensure('slow', make)\n"
    )
    count = tmp_path / "count"
    workers = [subprocess.Popen([sys.executable, "-c", script, str(count)]) for _ in range(3)]
    assert [worker.wait() for worker in workers] == [0, 0, 0]
    assert count.read_text() == "x"


@pytest.mark.parametrize("way", ["nowhere", "full"])
def test_a_table_that_cannot_be_kept_is_made_once_in_each_process(store, tmp_path, monkeypatch, way):
    """And is of the types it would have from the disk."""
    if way == "nowhere":
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("BRELAN_CACHE", str(tmp_path / "file" / "cache"))
    else:

        def full(*_arguments):
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(solved.np, "save", full)
    monkeypatch.setattr(paths, "_lost", set())
    made = []

    def make():
        made.append(1)
        return {"values": np.arange(6.0)}

    assert store.find("six") is None and store.names() == []
    for _ in range(2):
        assert store.ensure("six", make)["values"].tolist() == [0, 1, 2, 3, 4, 5]
    held = store.find("six")["values"]
    assert len(made) == 1 and store.names("s") == ["six"] and store.names("t") == [] and store.size("six") == 0
    assert numba.typeof(held) == numba.typeof(np.memmap(tmp_path / "other", np.float64, "w+", shape=6)[:0]).copy(
        readonly=True
    )
    assert not paths.kept_all()
