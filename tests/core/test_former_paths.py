"""What documents named before there were folders is found where they say."""

import importlib
import pickle
import sys

import pytest

import brelan
from brelan.engine import sources
from brelan.former_paths import FORMER

from ..commands import run_script


@pytest.mark.parametrize("former", FORMER)
def test_a_former_path_leads_to_the_same_module(former):
    module = importlib.import_module(former)
    assert module is sys.modules[FORMER[former]] is getattr(brelan, former.partition(".")[2])
    assert module.__name__ == module.__spec__.name == FORMER[former]


def test_a_state_that_was_pickled_before_is_read():
    state = brelan.game("dodeka").new(players=3, seed=7)
    now = pickle.dumps(state, protocol=0)
    before = now.replace(b"cbrelan.play.state\n", b"cbrelan.state\n")
    before = before.replace(b"cbrelan.play.catalogue\n", b"cbrelan.catalogue\n")
    assert before != now and pickle.loads(before) == state


def test_what_is_compiled_is_named_by_what_a_former_path_leads_to(tmp_path, monkeypatch):
    """A game written before is compiled anew when a kernel is edited, as all others are."""
    package = tmp_path / "brelan"
    (package / "engine").mkdir(parents=True)
    (package / "one.py").write_text("from .kernel import kernel\nfrom . import kernel as k\n")
    (package / "engine" / "kernel.py").write_text("x = 1\n")
    monkeypatch.setattr(sources, "PACKAGE", package)
    sources.imported.cache_clear()
    assert sources.imported("brelan.one") == {"brelan.engine.kernel"}
    sources.imported.cache_clear()


def test_a_former_path_can_be_run():
    done = run_script("import runpy; runpy.run_module('brelan.follow', run_name='__main__')", "no such game")
    assert done.returncode == 1 and "UnknownGame: There is no game 'no such game'" in done.stderr
