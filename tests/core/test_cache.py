"""Plain until compiled: a game is there at once; what is compiled is kept on disk, used again, and never stale."""

import contextlib
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import brelan
from brelan.engine import kernel
from brelan.play import readiness
from brelan.play.catalogue import Game

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
    shutil.copytree(source, folder / "brelan", ignore=shutil.ignore_patterns("__pycache__", "static", "templates"))
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
    folder = kernel._folder.__wrapped__
    made = []
    for version in range(kernel.VERSIONS_KEPT + 2):
        monkeypatch.setattr(kernel, "digest", lambda *_parts, version=version: f"{version:020}")
        made.append(
            [Path(folder("brelan.games.x.bots", *more)) for more in ([], ["brelan.engine.drivers"], ["brelan.envs"])]
        )
        for path in made[-1]:
            os.utime(path, (time.time() - 60 + version,) * 2)
    for kind in zip(*made, strict=True):
        assert [path.exists() for path in kind] == [False] * 2 + [True] * kernel.VERSIONS_KEPT
    os.utime(made[-1][0], (1, 1))
    folder("brelan.games.x.bots", "brelan.solve")
    assert not made[-1][0].exists() and made[-1][1].exists()


# One kernel alone, of those that take no time to compile.
SMALL = """
from brelan.engine.kernel import below, compiled, stream
whole = compiled(below)
print(whole(stream(1), 6), sum(whole.stats.cache_hits.values()))
"""
# A folder that may only be read is not a wall for root, unless it lays down what makes it root.
MORTAL = """
import ctypes
libc = ctypes.CDLL(None)
if hasattr(libc, "capset"):
    libc.capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)())
"""


@contextlib.contextmanager
def read_only(folder):
    """Nothing in it can be written, nor beside it."""
    places = [folder, *folder.rglob("*")]
    for place in places:
        place.chmod(place.stat().st_mode & ~0o222)
    try:
        yield
    finally:
        for place in places:
            place.chmod(place.stat().st_mode | 0o200)


def test_without_a_cache_folder_games_are_played_and_what_is_compiled_is_not_kept(package, tmp_path):
    (tmp_path / "file").write_text("")
    nowhere = {"BRELAN_CACHE": str(tmp_path / "file" / "cache")}
    (_, *played), said = run(package, AT_ONCE, **nowhere)
    assert (played, said) == (["0", "False"], "")
    done = run_script(SMALL + "print(compiled(below)(stream(1), 6))", source=str(package), env=nowhere)
    number, hits, again = done.stdout.split()
    assert number == again and hits == "0"
    assert done.stderr.count("cannot be kept") == 1
    done = run_script(
        "from brelan.play.readiness import main; main(['dodeka', '4d'])", source=str(package), env=nowhere
    )  # a compiler for others: it has nothing to do here
    assert done.returncode == 1 and done.stderr.startswith("Nothing is compiled")


def test_a_cache_that_can_only_be_read_is_read(package):
    if not list(package.glob("cache/compiled/dodeka.rules-*/ready-rules")):
        run(package, COMPILED)
    run(package, SMALL)
    (score, *_), _ = run(package, AT_ONCE)
    with read_only(package / "cache"):
        assert run(package, MORTAL + AT_ONCE) == ([score, "0", "True"], "")
        assert run(package, MORTAL + COMPILED) == ([score, "1", "0"], "")
        assert run(package, MORTAL + SMALL)[0][1] == "1"


def test_a_damaged_file_is_made_again(package, tmp_path):
    """A power cut leaves nothing, or a part, or what lay there before; LLVM would not survive damaged machine code."""
    cache = {"BRELAN_CACHE": str(tmp_path)}
    sound = run(package, SMALL, **cache)[0][0]
    noise = random.Random(1).randbytes
    for kind in (".nbi", ".nbc"):
        for damage in (
            lambda data: b"",
            lambda data: data[: len(data) // 2],
            lambda data: noise(len(data)),
            lambda data: data[:-600] + bytes(300) + data[-300:],
        ):
            for file in tmp_path.rglob(f"*{kind}"):
                file.write_bytes(damage(file.read_bytes()))
            assert run(package, SMALL, **cache)[0] == [sound, "0"]
    assert run(package, SMALL, **cache)[0] == [sound, "1"]


def test_a_cache_that_was_removed_is_made_again_while_a_process_runs(package, tmp_path):
    script = """
import os, shutil
from brelan.play.readiness import alone, is_ready, mark_ready
part = "brelan.games.dodeka", "rules"
before = is_ready(*part)
shutil.rmtree(os.environ["BRELAN_CACHE"])
with alone(*part):
    mark_ready(*part)
print(before, is_ready(*part))
"""
    assert run(package, script, BRELAN_CACHE=str(tmp_path / "cache")) == (["False", "True"], "")
    assert list(tmp_path.glob("cache/compiled/dodeka.rules-*/ready-rules"))


def test_what_was_not_kept_is_not_marked_as_ready(monkeypatch, tmp_path):
    """Otherwise others would compile all of it where they only mean to load it, and somebody waits for that."""
    monkeypatch.setattr(readiness, "_folder", lambda _package, _part: tmp_path)
    monkeypatch.setattr(readiness, "kept_all", lambda: False)
    readiness.mark_ready("a game", "rules")
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(readiness, "kept_all", lambda: True)
    readiness.mark_ready("a game", "rules")
    assert [path.name for path in tmp_path.iterdir()] == ["ready-rules"]


def test_a_game_that_cannot_be_compiled_keeps_no_other_waiting(monkeypatch, capsys):
    compiled = []

    def compile_part(game, part):
        if game.name == "4d":
            raise EOFError("Ran out of input")
        compiled.append((game.name, part))

    monkeypatch.setattr(readiness.os, "nice", lambda _: 0)
    monkeypatch.setattr(Game, "is_ready", lambda game, part: False)
    monkeypatch.setattr(Game, "compile", compile_part)
    with pytest.raises(SystemExit):
        readiness.main(["4d", "dodeka"])
    assert compiled == [("dodeka", "rules"), ("dodeka", "bots")]
    assert capsys.readouterr().err.strip().endswith("EOFError: Ran out of input")


def test_a_game_whose_compiled_functions_cannot_be_loaded_is_played_by_plain_ones(monkeypatch, caplog):
    def fail(drivers):
        raise ValueError("not today")

    game = Game("dodeka")
    monkeypatch.setattr(game, "is_ready", lambda part: True)
    monkeypatch.setattr(type(game._fast), "load", fail)
    monkeypatch.setattr(readiness, "never", lambda: False)
    assert not game.drivers.fast and game.new(seed=1).moves() == ["throw 1 2 3"]
    assert caplog.text.count("could not be loaded") == 1
    monkeypatch.undo()
    monkeypatch.setattr(game, "_next_look", {})
    monkeypatch.setattr(game, "_load", lambda part: game._loaded.add(part))
    monkeypatch.setattr(game, "is_ready", lambda part: True)
    assert game.is_loaded("rules")


def test_what_is_edited_after_it_was_imported_is_not_kept_as_if_it_were_the_edited(package, tmp_path):
    shutil.copytree(package / "brelan", tmp_path / "brelan")
    lines = "brelan/games/dodeka/rules/lines.py"
    folder = "print(compiled_folder('brelan.games.dodeka.rules'))"
    imported = "import brelan, pathlib, time\nfrom brelan.engine.kernel import compiled_folder\n"
    edited = (
        "brelan.game('dodeka').rules\ntime.sleep(0.05)\n"  # the clock of the disk is a little behind
        f"with (pathlib.Path({str(tmp_path)!r}) / {lines!r}).open('a') as file:\n    file.write('# edited\\n')\n"
    )
    before = run(tmp_path, imported + folder)
    while_edited = run(tmp_path, imported + edited + folder)
    after = run(tmp_path, imported + folder)
    assert len({before[0][0], while_edited[0][0], after[0][0]}) == 3
    assert after == run(tmp_path, imported + folder)
