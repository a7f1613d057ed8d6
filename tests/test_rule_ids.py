"""Tests cite the rules they show by id, and no rule goes without (docs/rules.md lists the ids)."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import brelan

ROOT = Path(__file__).parent.parent
# The rulebooks made exact are kept beside the repository, not in it; where they lie, the ids are compared with theirs.
LAW = [Path(os.environ.get("BRELAN_LAW", "")), ROOT / "shared" / "rules", ROOT.parent / "shared" / "rules"]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
PREFIXES = sorted(set(re.findall(r"^\| ([0-9A-Z]+)-\d\d \|", PAGE, re.M)))  # DOD, 4D …: one a game
ID = re.compile(rf"\b(?:{'|'.join(PREFIXES)})-\d\d\b")
NAMED = re.compile(rf"(?:^|_)({'|'.join(PREFIXES).lower()})((?:_\d\d)+)(?=_|$)")


def listed() -> dict[str, list[str]]:
    """The ids of docs/rules.md, by game."""
    found = {}
    for part in PAGE.split("\n## ")[1:]:
        title, _, rows = part.partition("\n")
        name = next((name for name in brelan.games() if brelan.game(name).title == title), "")
        assert name, f"docs/rules.md has a section “{title}”, and no game bears that title"
        found[name] = re.findall(r"^\| ([0-9A-Z]+-\d\d) \|", rows, re.M)
    return found


def ids_in(function: str, docstring: str) -> set[str]:
    """The ids a test cites."""
    named = {f"{prefix.upper()}-{number}" for prefix, all_ in NAMED.findall(function) for number in all_[1:].split("_")}
    return named | set(ID.findall(docstring))


def cases_of(name: str) -> Iterator[tuple[str, set[str], bool]]:
    """Each test of a game: where it is, the ids it cites, and whether it asserts anything."""
    folder = ROOT / "tests" / "games" / brelan.game(name).folder.name
    for file in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                asserts = any(
                    isinstance(inner, ast.Assert | ast.Raise) or "raises" in ast.unparse(inner)
                    for inner in ast.walk(node)
                    if isinstance(inner, ast.Assert | ast.Raise | ast.With)
                )
                yield f"{file.name}::{node.name}", ids_in(node.name, ast.get_docstring(node) or ""), asserts


@pytest.mark.parametrize("name", brelan.games())
def test_every_rule_is_cited_by_a_test(name):
    ids = listed().get(name, [])
    assert ids, f"docs/rules.md lists no ids under “{brelan.game(name).title}”"
    cited: set[str] = set()
    for _, rules, asserts in cases_of(name):
        cited |= rules if asserts else set()
    lacking = [rule for rule in ids if rule not in cited]
    assert not lacking, f"no test of {name} says that it shows {', '.join(lacking)}: see docs/rules.md"


@pytest.mark.parametrize("name", brelan.games())
def test_no_test_cites_a_rule_that_is_not_listed(name):
    known = {rule for rules in listed().values() for rule in rules}
    for where, rules, _ in cases_of(name):
        assert rules <= known, f"{where} cites {rules - known}, which docs/rules.md does not list"


def test_nor_does_the_code():
    known = {rule for rules in listed().values() for rule in rules}
    for file in [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md")]:
        strange = set(ID.findall(file.read_text(encoding="utf-8"))) - known
        assert not strange, f"{file.name} cites {strange}, which docs/rules.md does not list"


def test_the_ids_are_those_of_the_law():
    folder = next((folder for folder in LAW if (folder / "README.md").exists() and folder != Path()), None)
    if folder is None:
        pytest.skip("the rulebooks made exact are not kept here")
    for name, ids in listed().items():
        law = re.findall(r"^- ([0-9A-Z]+-\d\d) ", (folder / f"{name}.md").read_text(encoding="utf-8"), re.M)
        assert ids == sorted(law), name


def test_names_and_docstrings_are_read():
    assert ids_in("test_dod_05_06_the_partie_ends", "As DOD-09 says.") == {"DOD-05", "DOD-06", "DOD-09"}
    assert ids_in("test_4d_07_wins", "") == {"4D-07"} and ids_in("test_pedal_12", "DODO-12") == set()
