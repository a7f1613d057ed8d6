"""Plain until compiled: a game is there at once; what is compiled is kept on disk, used again, and never stale."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import brelan
from brelan import kernel

from ..commands import run_script

COUNTED = """
import hashlib, random, time
from numba.core import event
compiled = []
class Count(event.Listener):
    def on_start(self, _): compiled.append(_)
    def on_end(self, _): pass
event.register("numba:compile", Count())
import brelan
game = brelan.game("dodeka")
"""
PLAYED = """
state = game.new(players=2, chance="manual")
for move in ("throw 1 2 3", "die 7", "die 7", "die 7", "stop"):
    state.play(move)
"""
# A table, a drawing and a bot's move: nothing a newcomer needs is compiled.
AT_ONCE = (
    COUNTED
    + PLAYED
    + """
state.svg(0)
game.new(seed=1).moves()
state.play(brelan.bot("dodeka", "expert", seed=1).choose(state.view_state(1)))
print(state.scores[0], len(compiled), game.drivers.fast)
"""
)
COMPILED = (
    COUNTED
    + """
game.compile("rules")
"""
    + PLAYED
    + """
stats = game.drivers.apply.stats
print(state.scores[0], sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
)
# Plays on until compiled functions have taken over, and a little longer.
WATCHING = (
    COUNTED
    + """
rng, total, more, swapped = random.Random(1), hashlib.sha256(), 300, 0
state = game.new(players=3, chance="manual", parties=100)
assert not game.drivers.fast
print("playing", flush=True)
while more:
    state.apply(rng.choice(state.legal()))
    if state.over:
        state = game.new(players=3, chance="manual", parties=100)
    total.update(state._buf.tobytes())
    swapped += 1
    more -= game.drivers.fast
    if not game.drivers.fast:
        time.sleep(0.01)  # the compiler is waited for
print(swapped, total.hexdigest(), len(compiled))
"""
)
AGAIN = (
    COUNTED
    + """
rng, total = random.Random(1), hashlib.sha256()
state = game.new(players=3, chance="manual", parties=100)
for _ in range({moves}):
    state.apply(rng.choice(state.legal()))
    if state.over:
        state = game.new(players=3, chance="manual", parties=100)
    total.update(state._buf.tobytes())
print(total.hexdigest())
"""
)


def environment(root, **more):
    return {**os.environ, "PYTHONPATH": str(root), "BRELAN_CACHE": str(root / "cache"), **more}


def run(root, script, **more):
    """In a process that has loaded Numba, which takes longer than most of what is run here, and nothing of ours."""
    done = run_script(script, source=root, env={"BRELAN_CACHE": str(root / "cache"), **more})
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A copy of the package that may be edited, and an empty cache: the tests below fill it one after the other."""
    source, folder = Path(brelan.__file__).parent, tmp_path_factory.mktemp("package")
    shutil.copytree(source, folder / "brelan", ignore=shutil.ignore_patterns("__pycache__", "static", "pages"))
    return folder


def test_nothing_is_compiled_at_first_and_what_is_compiled_takes_over_in_the_middle_of_a_game(package):
    """Even if the first compiler was killed: it leaves no mark, and the next one finishes."""
    assert run(package, AT_ONCE) == (["500", "0", "False"], "")
    watching = subprocess.Popen(
        [sys.executable, "-c", WATCHING], env=environment(package), stdout=subprocess.PIPE, text=True
    )
    assert watching.stdout.readline() == "playing\n"
    killed = subprocess.Popen([sys.executable, "-c", COMPILED], env=environment(package), stderr=subprocess.DEVNULL)
    compiled = package / "cache" / "compiled"
    while not list(compiled.glob("dodeka.rules-*/**/*.nbi")):
        assert killed.poll() is None
        time.sleep(0.05)
    killed.kill()
    killed.wait()
    assert not list(compiled.glob("*/ready-*"))
    (score, hits, misses), said = run(package, COMPILED)
    assert (score, int(hits) + int(misses)) == ("500", 1)
    assert "once" in said and "compil" not in said  # it takes over a second, and says so in plain words
    assert list(compiled.glob("dodeka.rules-*/ready-rules"))
    moves, digest, made = watching.communicate(timeout=60)[0].split()
    assert int(moves) > 300 and made == "0"
    plain = subprocess.run(
        [sys.executable, "-c", AGAIN.format(moves=moves)],
        env=environment(package, NUMBA_DISABLE_JIT="1"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.split() == [digest]


def test_an_edited_rule_takes_effect_and_an_unchanged_one_is_not_compiled_again(package, tmp_path):
    if not list(package.glob("cache/compiled/dodeka.rules-*/ready-rules")):  # by the test above
        run(package, COMPILED)
    assert run(package, COMPILED) == (["500", "1", "0"], "")
    assert run(package, AT_ONCE) == (["500", "0", "True"], "")
    shutil.copytree(package / "brelan", tmp_path / "brelan")  # and neither is one that lies elsewhere
    assert run(tmp_path, COMPILED, BRELAN_CACHE=str(package / "cache")) == (["500", "1", "0"], "")
    # The points stand in a constant of a helper's helper: neither the file of `apply`, which is all Numba looks at, nor
    # that of `play` changes.
    lines = package / "brelan" / "games" / "dodeka" / "rules" / "lines.py"
    edited = lines.read_text().replace("POINTS = (0, 500,", "POINTS = (0, 510,")
    assert edited != lines.read_text()
    lines.write_text(edited)
    assert run(package, AT_ONCE) == (["510", "0", "False"], "")
    assert run(package, COMPILED)[0] == ["510", "0", "1"]


def test_newer_versions_drive_out_older_ones_of_the_same_kind_alone(tmp_path, monkeypatch):
    """Drivers, batches and solvers of one game, with and without bounds checks, lie side by side."""
    monkeypatch.setattr(kernel, "cache_folder", lambda _name: tmp_path)
    folder = kernel.compiled_folder.__wrapped__
    made = []
    for version in range(kernel.VERSIONS_KEPT + 2):
        monkeypatch.setattr(kernel, "digest", lambda *_parts, version=version: f"{version:020}")
        made.append([Path(folder("brelan.games.x.bots", *more)) for more in ([], ["brelan.drivers"], ["brelan.envs"])])
        for path in made[-1]:
            os.utime(path, (time.time() - 60 + version,) * 2)
    for kind in zip(*made, strict=True):
        assert [path.exists() for path in kind] == [False] * 2 + [True] * kernel.VERSIONS_KEPT
    os.utime(made[-1][0], (1, 1))
    folder("brelan.games.x.bots", "brelan.solve")
    assert not made[-1][0].exists() and made[-1][1].exists()
