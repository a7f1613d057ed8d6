"""A kernel that Python calls is the plain function: a solver's loop must be `@compiled`, or it would run for hours."""

import ast
from pathlib import Path

import brelan
from brelan.engine.sources import file_of

PACKAGE = Path(brelan.__file__).parent
# Loops over a few things, called from Python a few times: plain Python does them in a moment.
SHORT = {
    "best_move", "block_size", "block_start", "board_for", "bound_left", "candidates", "card_odds", "deal_alone",
    "decode", "distance", "entry_chance", "entry_value", "follow", "gap", "induct", "keep_chance", "key", "legal",
    "load_of", "nearest_stack", "new_desk", "placements", "red_of", "second_seat", "solved_mix", "strength",
    "throw_value", "to_spare", "turns_left", "unanswerable",
}  # fmt: skip


def decorators(function: ast.FunctionDef) -> set[str]:
    return {name.id for mark in function.decorator_list for name in ast.walk(mark) if isinstance(name, ast.Name)}


def is_kernel(function: ast.FunctionDef) -> bool:
    return bool(decorators(function) & {"kernel", "inner_kernel", "at_every_move"})


def looping_kernels(file: Path) -> set[str]:
    """The kernels of a file that loop."""
    functions = [node for node in ast.parse(file.read_bytes()).body if isinstance(node, ast.FunctionDef)]
    return {
        function.name
        for function in functions
        if is_kernel(function) and any(isinstance(node, ast.For | ast.While) for node in ast.walk(function))
    }


def imported_from(tree: ast.Module, module: str, is_package: bool) -> dict[str, str]:
    """By its name here: the module each name of the package was imported from."""
    package = module.split(".") if is_package else module.split(".")[:-1]
    return {
        alias.asname or alias.name: ".".join(
            [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
        )
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    }


def test_what_solvers_and_bots_call_from_python_is_compiled_if_it_loops():
    slow = []
    for file in sorted(PACKAGE.glob("games/*/*/*.py")):
        if file.parent.name not in ("solve", "bots"):
            continue
        tree = ast.parse(file.read_bytes())
        names = ["brelan", *file.relative_to(PACKAGE).with_suffix("").parts]
        is_package = names[-1] == "__init__"
        module = ".".join(names[:-1] if is_package else names)
        known = dict.fromkeys(looping_kernels(file), module)
        for name, origin in imported_from(tree, module, is_package).items():
            source = file_of(origin.rstrip("."))
            if source is not None and name in looping_kernels(source):
                known[name] = origin
        for function in tree.body:
            if (
                isinstance(function, ast.FunctionDef)
                and not is_kernel(function)
                and "compiled" not in decorators(function)
            ):
                called = {node.func.id for node in ast.walk(function)
                          if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}  # fmt: skip
                slow += [f"{module}.{function.name} calls {name}" for name in called & known.keys() - SHORT]
    assert not slow, (
        "these loops would run as plain Python: mark them @compiled, call compiled(kernel), or if they are short, say "
        "so in SHORT:\n" + "\n".join(sorted(slow))
    )


def test_every_short_loop_is_still_there():
    found = set().union(*(looping_kernels(file) for file in PACKAGE.glob("games/*/*/*.py")))
    assert found >= SHORT
