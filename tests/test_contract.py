"""Every game keeps the written contract: its modules' types by mypy, its kernels' signatures by looking."""

import inspect
import subprocess
import sys
from types import ModuleType

import pytest

import brelan
from brelan.model import contract
from brelan.model.errors import BrelanError
from brelan.play.catalogue import GAMES as PACKAGE

PARTS = {
    "rules": contract.Rules,
    "moves": contract.Moves,
    "table": contract.Table,
    "bots": contract.Bots,
    "solve": contract.Solve,
    "bench": contract.Bench,
    "spaces": contract.Spaces,
    "paper": contract.Paper,
}
EVERY_PART = [(game, part) for game in brelan.games() for part in PARTS]


def given(game: str, part: str) -> tuple[str, ModuleType]:
    """A part of a game as it was written, without the contract's defaults."""
    import importlib

    folder = brelan.game(game).folder.name
    name = f"{PACKAGE}.{folder}.{part}"
    return name, importlib.import_module(name)


def test_mypy_agrees_that_every_game_keeps_the_contract(tmp_path):
    """For each name a game gives, a line that assigns it where the contract's own member stands."""
    lines = ["from brelan.model import contract"]
    for number, (game, part) in enumerate(EVERY_PART):
        name, module = given(game, part)
        protocol = PARTS[part]
        lines += [f"import {name} as m{number}", f"def c{number}(it: contract.{protocol.__name__}) -> None:"]
        own = [member for member in contract.names_of(protocol) if hasattr(module, member)]
        for member in own:
            lines += [f"    x_{member} = it.{member}", f"    x_{member} = m{number}.{member}"]
        lines += ["    pass"]
    file = tmp_path / "held.py"
    file.write_text("\n".join(lines) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(file)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("game", "part"), EVERY_PART)
def test_functions_take_what_the_contract_says(game, part):
    """Kernels are typed by Numba, so mypy sees none of this."""
    _, module = given(game, part)
    protocol = PARTS[part]
    for name in contract.names_of(protocol):
        member = inspect.getattr_static(protocol, name)
        if not isinstance(member, staticmethod) or not hasattr(module, name):
            continue
        function = getattr(module, name)
        function = getattr(function, "py_func", function)
        wanted = list(inspect.signature(member.__func__).parameters)
        found = list(inspect.signature(function).parameters.values())
        assert [parameter.name for parameter in found[: len(wanted)]] == wanted, f"{part}.{name}"
        assert all(parameter.default is not parameter.empty for parameter in found[len(wanted) :]), f"{part}.{name}"


def test_what_a_game_leaves_out_has_the_contracts_meaning():
    rules = brelan.game("4d").rules
    assert rules.OPEN and not rules.clock(None) and rules.seen(None, 7, 0) == 7
    assert rules.time_limit({}) == 0
    assert brelan.game("spacepoker").rules.OPEN is False


def test_a_name_without_a_default_is_missed_by_name():
    module = ModuleType("brelan.games.nothing.rules")
    module.__dict__["STATE"] = None
    with pytest.raises(BrelanError, match=r"brelan\.games\.nothing\.rules lacks OPTIONS, .*play.*hide, seen, redeal"):
        contract.filled(contract.Rules, module)
    module.__dict__["OPEN"] = True
    with pytest.raises(BrelanError) as error:
        contract.filled(contract.Rules, module)
    assert "hide" not in str(error.value)
