"""What compiled code and solved tables are made from, followed by import: so that neither is ever stale, and none is
made again because a drawing changed.

A module's sources are its own file and those it imports, and so on. Of the core only `kernel`, what it is made from and
what meets it count: words, options and errors hold nothing that could be compiled. Imports inside functions and for
type checkers do not count either (`tests/test_rooms.py` keeps rules, solvers and bots free of the former).
"""

import ast
import functools
import hashlib
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from ..former_paths import FORMER

BEGAN = time.time()  # no rule has been imported long before: rules import `kernel`, which imports this
_OWN = secrets.token_bytes(16)
PACKAGE = Path(__file__).parent.parent
ROOT = PACKAGE.name
GAMES = f"{ROOT}.games"
KERNEL = f"{ROOT}.engine.kernel"


def part_of(module: str) -> str:
    """What is compiled together: `brelan.games.dodeka.rules` for all its files; elsewhere the module itself."""
    names = module.split(".")
    return ".".join(names[:4]) if module.startswith(GAMES + ".") else module


def file_of(module: str) -> Path | None:
    """The file of a module of the package, if there is one."""
    place = PACKAGE.joinpath(*module.split(".")[1:])
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements run on import; what stands under `if TYPE_CHECKING` is for readers of types alone."""
    for statement in tree.body:
        typing = isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.dump(statement.test)
        yield from statement.orelse if typing and isinstance(statement, ast.If) else [statement]


def _named(statement: ast.stmt, package: list[str]) -> Iterator[str]:
    """The modules an import statement names: `from X import y` names X.y where that is a module, X otherwise."""
    if isinstance(statement, ast.Import):
        yield from (alias.name for alias in statement.names)
    elif isinstance(statement, ast.ImportFrom):
        above = package[: len(package) - statement.level + 1] if statement.level else []
        base = ".".join([*above, *(statement.module.split(".") if statement.module else [])])
        for alias in statement.names:
            inside = f"{base}.{alias.name}"
            yield inside if inside.split(".")[0] == ROOT and file_of(FORMER.get(inside, inside)) else base


@functools.cache
def imported(module: str) -> frozenset[str]:
    """The package's own modules that this one imports when it is loaded."""
    file = file_of(module)
    if file is None:
        return frozenset()
    names = module.split(".")
    package = names if file.name == "__init__.py" else names[:-1]
    tree = ast.parse(file.read_bytes())
    named = (name for statement in _statements(tree) for name in _named(statement, package))
    found = {FORMER.get(name, name) for name in named}
    return frozenset(name for name in found if name.split(".")[0] == ROOT and file_of(name) and name != module)


def closure(*modules: str) -> frozenset[str]:
    """These modules, those they import, and so on."""
    known: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in known:
            known.add(module)
            waiting += imported(module)
    return frozenset(known)


@functools.cache
def _counts(module: str) -> bool:
    """Whether compiled code can hold something of this module."""
    return module.startswith(GAMES + ".") or KERNEL in closure(module) or module in closure(KERNEL)


def files(*modules: str) -> list[Path]:
    """Every file that what these modules compile or solve is made from."""
    wanted = {module for module in closure(*modules) if _counts(module)}
    return sorted({file for module in wanted if (file := file_of(module)) is not None})


@functools.cache
def digest(*modules: str) -> str:
    """A hash of all sources of these modules, as this process has imported them.

    Where one was changed since, nobody can tell from the disk what was imported: the hash is then this process's own,
    and nobody else finds what is made here.
    """
    total = hashlib.sha256()
    made = files(*modules)
    for file in made:
        total.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    # A file unpacked or copied may carry an older date; one of the future is of a clock that was set back since.
    if any(BEGAN < file.stat().st_ctime <= time.time() for file in made):
        total.update(_OWN)
    return total.hexdigest()[:20]
