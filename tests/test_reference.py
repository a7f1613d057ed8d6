"""Every public name is documented, in the reference too, with an example that runs."""

import doctest
import functools
import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import brelan

PAGES = Path(__file__).parent.parent / "docs" / "api"
# What the reference shows beside `brelan` itself, as its pages name it.
MODULES = (
    "brelan",
    "brelan.arena.simulate",
    "brelan.arena.tournament",
    "brelan.play.catalogue",
    "brelan.model.contract",
    "brelan.envs.batch",
    "brelan.envs.bench",
    "brelan.envs.document",
    "brelan.envs.gym",
    "brelan.envs.spiel",
    "brelan.envs.zoo",
    "brelan.draw.cutouts",
    "brelan.model.errors",
    "brelan.play.fairness",
    "brelan.dev.follow",
    "brelan.model.options",
    "brelan.paper.booklet",
    "brelan.paper.kit",
    "brelan.paper.press",
    "brelan.play.player",
    "brelan.play.record",
    "brelan.model.referee",
    "brelan.play.state",
    "brelan.dev.testing",
    "brelan.model.whole",
)
WITHOUT_EXAMPLE = {"brelan.model.contract": "what a game must define is shown by the games"}


def shown() -> dict[str, list[str]]:
    """The names the pages of the reference show, by module."""
    found: dict[str, list[str]] = {}
    for page in sorted(PAGES.glob("*.md")):
        for block in re.findall(r"^::: (\S+)\n((?:    .*\n)*)", page.read_text(encoding="utf-8"), re.M):
            named, members = block[0], re.search(r"members: \[(.*)\]", block[1])
            module = importlib.import_module(named if named in MODULES else named.rpartition(".")[0])
            names = members[1].split(", ") if members else own(module) if named in MODULES else [named.split(".")[-1]]
            found.setdefault(module.__name__, []).extend(names)
    return found


def own(module: ModuleType) -> list[str]:
    """The public names a module defines itself."""
    return [name for name, it in vars(module).items() if not name.startswith("_") and is_defined_in(it, module)]


def is_defined_in(it: Any, module: ModuleType) -> bool:
    return (inspect.isclass(it) or inspect.isfunction(it)) and it.__module__ == module.__name__


def members(kind: type) -> dict[str, Any]:
    """A class's own public members, and its dataclass fields."""
    fields = dict.fromkeys(getattr(kind, "__dataclass_fields__", ()))
    return {name: it for name, it in {**fields, **vars(kind)}.items() if not name.startswith("_")}


def docstring(it: Any) -> str:
    return inspect.getdoc(it.fget if isinstance(it, property) else it) or ""


@functools.cache
def examples(module: str) -> dict[str, str]:
    """The code of the examples of a module, by the object whose docstring they stand in."""
    found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(module), module)
    return {test.name: "".join(example.source for example in test.examples) for test in found}


def test_every_public_name_stands_in_the_reference():
    there = {name for names in shown().values() for name in names}
    assert set(brelan.__all__) <= there, set(brelan.__all__) - there
    assert set(shown()) <= set(MODULES)


@pytest.mark.parametrize(("module", "name"), [(module, name) for module, names in shown().items() for name in names])
def test_it_is_documented_and_has_an_example(module, name):
    it = getattr(importlib.import_module(module), name)
    if inspect.isclass(it) or inspect.isfunction(it):
        assert docstring(it), f"{module}.{name} has no docstring"
    if module in WITHOUT_EXAMPLE and name != "Advice":
        return
    code = "".join(source for where, source in examples(module).items() if f"{where}.".startswith(f"{module}.{name}."))
    code = code or examples(module).get(module, "")
    assert re.search(rf"\b{name}\b", code) or (inspect.isclass(it) and code), f"no example shows {module}.{name}"
    if not inspect.isclass(it) or issubclass(it, Exception):
        return
    for member, value in members(it).items():
        documented = value is None or not callable(getattr(value, "fget", value)) or docstring(value)
        assert documented, f"{module}.{name}.{member} has no docstring"
        assert re.search(rf"\.{member}\b", code), f"no example shows {module}.{name}.{member}"


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_run(module):
    done = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert done.failed == 0


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_the_examples_of_the_pages_run(page):
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0
