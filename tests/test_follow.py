"""When a rule changes, what else must follow is told in plain words, and everything has followed in every game here."""

import re
import shutil
from pathlib import Path

import pytest

import brelan
import brelan.dev.follow

from .commands import run_plain

ROOT = Path(__file__).parents[1]
HERE = Path(brelan.__file__).parent


def follow(*words, source=HERE.parent):
    """`python -m brelan.dev.follow`, interpreted: nothing has to be compiled for it."""
    return run_plain("brelan.dev.follow", *words, source=source)


@pytest.mark.parametrize("name", brelan.games())
def test_everything_has_followed(name, capsys):
    """With compiled rules; `make lint` asks the plain ones."""
    brelan.game(name).switch(True)
    if brelan.dev.follow.main([name]):
        pytest.fail("\n" + capsys.readouterr().out, pytrace=False)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """What a stranger cloned, as far as it concerns Dodéka; its golden record is played by novices, who are quick."""
    folder = tmp_path_factory.mktemp("original")
    shutil.copytree(HERE, folder / "src" / "brelan", ignore=shutil.ignore_patterns("__pycache__", "static", "*.npz"))
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("*.png", "*.svg"))
    shutil.copy(ROOT / "CHANGELOG.md", folder)
    assert follow("--golden", "dodeka", source=folder / "src").returncode == 0
    return folder


@pytest.fixture
def clone(original, tmp_path):
    """One of one's own, to change."""
    return shutil.copytree(original, tmp_path / "clone")


def change(clone, name, old, new):
    """Changes a file of the game in the clone."""
    file = clone / "src" / "brelan" / "games" / "dodeka" / name
    text = file.read_text(encoding="utf-8")
    assert re.search(old, text), f"{name} holds no {old}"
    file.write_text(re.sub(old, new, text), encoding="utf-8")


def told(clone):
    done = follow("dodeka", source=clone / "src")
    assert not done.stderr, done.stderr
    assert done.returncode == (1 if done.stdout else 0)
    return done.stdout


def test_a_stranger_changes_a_rule_and_is_told_what_must_follow(clone):
    """Each thing that is done disappears from the list, until nothing is left."""
    assert told(clone) == ""
    version = brelan.game("dodeka").version
    after = version + 1
    change(clone, "rules/lines.py", r"100, 40, 30", "100, 50, 30")
    words = told(clone)
    assert f"no longer play as their version {version} does" in words and "something broke" in words
    for due in (f"VERSION in src/brelan/games/dodeka/__init__.py to {after}", "HISTORY", "make golden GAME=dodeka"):
        assert due in words
    for due in ("rulebook.en.md", f"Version {after} of the rules.", "rulebook.fr.md", f"Version {after} des règles."):
        assert due in words
    assert f"“- Dodéka, rules {after}:”" in words
    assert "French" in words and "docs/notation.md" in words and "docs/rules.md" in words

    change(clone, "__init__.py", rf"VERSION = {version}\b", f"VERSION = {after}")
    change(clone, "__init__.py", r"HISTORY = \{", f'HISTORY = {{{after}: N_("A paire brings 50 points."), ')
    words = told(clone)
    assert "VERSION in" not in words and "HISTORY" not in words and "make golden" in words
    assert "French" in words and "A paire brings 50 points." in words  # the history is read by people too

    change(
        clone, "locale/fr.po", r"\Z", '\nmsgid "A paire brings 50 points."\nmsgstr "Une paire rapporte 50 points."\n'
    )
    assert follow("--golden", "dodeka", source=clone / "src").returncode == 0
    words = told(clone)
    assert "French" not in words and "make golden" not in words and "rulebook.en.md" in words

    change(clone, "rulebook.en.md", rf"Version {version} of", f"Version {after} of")
    words = told(clone)
    assert "rulebook.en.md" not in words and "rulebook.fr.md" in words
    change(clone, "rulebook.fr.md", rf"Version {version} des", f"Version {after} des")
    changes = clone / "CHANGELOG.md"
    changes.write_text(f"- Dodéka, rules {after}: a paire brings 50.\n" + changes.read_text(encoding="utf-8"))
    assert told(clone) == ""


def test_a_move_with_other_words_asks_for_the_notation(clone):
    change(clone, "moves.py", r'"stop"', '"rest"')
    words = told(clone)
    assert "docs/notation.md, under “Dodéka”: rest." in words and "make golden" in words


def test_a_change_that_leaves_the_game_as_it_was_asks_for_nothing(clone):
    """Another layout of the struct: other bytes, the same game."""
    change(clone, "rules/state.py", r'(\("dice", np\.int8), ', r'("spare", np.int64), \1, ')
    assert told(clone) == ""


def test_a_version_without_a_history_is_found(clone):
    change(clone, "__init__.py", r"HISTORY = \{[^}]*\}", "HISTORY = {}")
    assert "has no line for version" in told(clone)


def test_another_numbering_or_observation_asks_for_a_version(clone):
    """What has learnt to play by numbers must find them as they were: VERSION covers them."""
    change(clone, "spaces.py", r"return action\b", "return action ^ 1")
    change(clone, "spaces.py", r"return code\b", "return code ^ 1")
    words = told(clone)
    after = brelan.game("dodeka").version + 1
    assert "numbered, or its seats observe, otherwise" in words and "no longer play" not in words
    assert f"to {after}: the actions and observations" in words and "make golden" in words
