"""Compiled rules are kept on disk, really used again, and never stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import brelan

SCRIPT = """
import brelan
from brelan.games.dodeka import rules
state = brelan.game("dodeka").new(players=2, chance="manual")
for move in ("throw 1 2 3", "die 7", "die 7", "die 7", "stop"):
    state.play(move)
apply = brelan.game("dodeka").drivers.apply
print(state.scores[0], sum(apply.stats.cache_hits.values()), sum(apply.stats.cache_misses.values()))
"""


def run(root):
    env = {**os.environ, "PYTHONPATH": str(root), "BRELAN_CACHE": str(root / "cache")}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=True)
    return [int(word) for word in done.stdout.split()], done.stderr


def test_an_edited_rule_takes_effect_and_an_unchanged_one_is_not_compiled_again(tmp_path):
    source = Path(brelan.__file__).parent
    shutil.copytree(source, tmp_path / "brelan", ignore=shutil.ignore_patterns("__pycache__", "static", "pages"))
    (score, hits, misses), said = run(tmp_path)
    assert (score, hits, misses) == (500, 0, 1)
    assert "once" in said  # the first compile takes over a second, and says so
    (score, hits, misses), said = run(tmp_path)
    assert (score, hits, misses) == (500, 1, 0)
    assert said == ""
    # The points stand in a constant of a helper's helper: neither the file of `apply`, which is all Numba looks at, nor
    # that of `play` changes.
    lines = tmp_path / "brelan" / "games" / "dodeka" / "rules" / "lines.py"
    edited = lines.read_text().replace("POINTS = (0, 500,", "POINTS = (0, 510,")
    assert edited != lines.read_text()
    lines.write_text(edited)
    (score, hits, misses), _ = run(tmp_path)
    assert (score, hits, misses) == (510, 0, 1)
