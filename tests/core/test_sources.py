"""Compiled code and solved tables are named by what they are made from: no more, and no less."""

from brelan.engine import sources


def names(*modules):
    return {file.relative_to(sources.PACKAGE).as_posix() for file in sources.files(*modules)}


def test_rules_are_made_from_rules_and_kernels_alone():
    made = names("brelan.games.dodeka.rules")
    assert "engine/kernel.py" in made and any(name.startswith("games/dodeka/rules") for name in made)
    assert not any(part in name for name in made for part in ("table", "bots", "solve", "house"))
    assert not made & {"model/contract.py", "model/words.py", "model/options.py", "draw/drawing.py"}
    assert not any(name.startswith("play/") for name in made)


def test_bots_are_made_from_solvers_and_rules_too():
    made = names("brelan.games.dodeka.bots")
    assert any("solve" in name for name in made) and any("rules" in name for name in made)
    assert "model/contract.py" not in made and not any("table" in name for name in made)


def test_no_game_is_made_from_another():
    for module in ("brelan.games.spacepoker.bots", "brelan.games.pepetes.bots"):
        games = {name.split("/")[1] for name in names(module) if name.startswith("games/")}
        assert games == {module.split(".")[2]}


def test_an_import_for_readers_of_types_does_not_count(tmp_path, monkeypatch):
    package = tmp_path / "brelan"
    package.mkdir()
    (package / "one.py").write_text(
        "from typing import TYPE_CHECKING\nfrom . import two\nfrom .three import x\n"
        "if TYPE_CHECKING:\n    from . import four\n"
    )
    for name in ("two", "three", "four"):
        (package / f"{name}.py").write_text("x = 1\n")
    monkeypatch.setattr(sources, "PACKAGE", package)
    sources.imported.cache_clear()
    assert sources.imported("brelan.one") == {"brelan.two", "brelan.three"}
    sources.imported.cache_clear()
