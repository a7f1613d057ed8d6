"""A line of code knows its room: who may import whom, read from the sources themselves (docs/architecture.md)."""

import ast
from pathlib import Path

import pytest

import brelan
from brelan.engine import sources
from brelan.engine.sources import file_of, imported
from brelan.model import contract

PACKAGE = Path(brelan.__file__).parent
GAMES = sorted(folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists())
PARTS = ("rules", "moves", "table", "solve", "bots", "bench", "spaces", "paper")

# What each part of a game may know of its own game.
MAY_KNOW = {
    "rules": {"rules"},
    "foresee": {"rules"},  # Dalapapa: what a placement would bring, for words, buttons and bots alike
    "moves": {"rules", "moves", "foresee"},
    "table": {"rules", "moves", "table", "foresee"},
    "solve": {"rules", "moves", "solve"},
    "bots": {"rules", "moves", "solve", "bots", "foresee"},
    "spaces": {"rules", "moves", "spaces"},
    "bench": {"rules", "moves", "solve", "bots", "bench"},
    "paper": {"rules", "moves", "table", "paper"},
}
# What a game may know of the core: none of the rooms that show, serve or measure games.
NO_GAME_KNOWS = ("house", "terminal", "cli", "arena", "envs", "school", "paper", "dev")
CORE = ("draw", "model", "engine", "play")
# The rooms of the package, and which others each knows. One that stands alone is a file.
ROOMS = {
    "": ("former_paths", "model", "play"),  # what `import brelan` gives
    "__main__": ("cli",),
    "former_paths": (),
    "draw": (),
    "model": ("draw",),
    "engine": ("former_paths", "model"),
    "search": ("engine",),
    "play": ("model", "engine", "search"),
    "games": (*CORE, "search"),
    "dev": CORE,
    "school": CORE,
    "arena": CORE,
    "envs": (*CORE, "arena"),
    "paper": (*CORE, "school", "dev.covers"),
    "terminal": (*CORE, "school", "arena"),
    "house": (*CORE, "school", "paper", "dev.covers"),
    "cli": (*CORE, "arena", "envs", "house", "paper", "school", "terminal"),
}
# The floors of the house, from the ground up. What stands in the house's own folder is the roof: it starts a house.
FLOORS = ("base", "store", "table", "cluster", "services", "hall", "http", "pages", "")
ROOF = {"", "__main__", "app", "fork", "run", "testing"}
# Imports inside functions: to keep Numba and NumPy off the path of `brelan --help`, Numba off that of a house's first
# page, and what needs an extra.
LATE = {
    "__init__",  # the library's own lazy names
    "cli",  # every command
    "dev.testing",
    "house.services.bot_workers",
    "model.words",  # Babel, only when a catalogue is read
    "play.catalogue",  # game -> drivers, state, player: Numba
    "play.player",
    "play.readiness",
    "play.state",  # state <-> record, and Numba
    "play.worth",
}


def modules(folder: Path) -> list[str]:
    """The modules below a folder of the package, by their full names."""
    found = []
    for file in sorted(folder.rglob("*.py")):
        names = ["brelan", *file.relative_to(PACKAGE).with_suffix("").parts]
        found.append(".".join(names[:-1] if names[-1] == "__init__" else names))
    return found


def anywhere(module: str, types: bool = False) -> set[str]:
    """All of the package that a module imports, inside functions too; with `types`, what stands there for readers of
    types as well.
    """
    file = file_of(module)
    assert file is not None
    package = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
    tree = ast.parse(file.read_bytes())
    inside = tree.body if types else [*sources._statements(tree)]
    return {
        name
        for statement in inside
        for node in ast.walk(statement)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in sources._named(node, package)
        if name.split(".")[0] == "brelan"
    }


def part_of(module: str, game: str) -> str:
    """The part of its game a module belongs to: "rules", "table" …; "" for the facts."""
    return (module.split(".")[3:] or [""])[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_part_of_a_game_imports_only_what_it_may_know(game):
    wrong = []
    for module in modules(PACKAGE / "games" / game):
        own = part_of(module, game)
        for other in imported(module):
            if other.startswith(f"brelan.games.{game}"):
                if own and part_of(other, game) not in MAY_KNOW[own] | {""}:
                    wrong.append(f"{module} imports {other}")
            elif other.startswith("brelan.games.") or other.split(".")[1] in NO_GAME_KNOWS:
                wrong.append(f"{module} imports {other}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_a_method_never_imports_its_own_package(game):
    wrong = []
    for module in modules(PACKAGE / "games" / game):
        if len(module.split(".")) == 5 and module.rpartition(".")[0] in imported(module):
            wrong.append(module)
    assert not wrong, f"these import their package's __init__, which imports them: {wrong}"


@pytest.mark.parametrize("game", GAMES)
def test_no_file_bears_the_name_of_a_contract_function(game):
    """Once imported, `table/sheet.py` would stand where the function `sheet` of `table` is looked for."""
    names = {name for part in (contract.Rules, contract.Moves, contract.Table, contract.Bots, contract.Solve,
                          contract.Spaces, contract.Paper)
             for name in contract.names_of(part)}  # fmt: skip
    taken = [file.name for file in (PACKAGE / "games" / game).rglob("*.py") if file.stem in names - set(PARTS)]
    assert not taken


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_rooms_everybody_expects(game):
    missing = [part for part in PARTS
               if file_of(f"brelan.games.{game}.{part}") is None]  # fmt: skip
    assert not missing
    folder = PACKAGE / "games" / game
    known = {*PARTS, "__init__", "foresee"}
    strangers = {file.stem for file in folder.glob("*.py")} - known
    assert not strangers, f"what room do these belong to? {strangers}"


def room_of(module: str) -> str:
    return [*module.split("."), ""][1]


def test_every_module_lies_in_a_room_and_knows_only_those_it_may_know():
    wrong = []
    for module in modules(PACKAGE):
        room = room_of(module)
        if room not in ROOMS:
            wrong.append(f"{module} lies in no room: see docs/architecture.md")
            continue
        known = [f"brelan.{other}" for other in (room, *ROOMS[room]) if other]
        for other in sorted(anywhere(module) - {"brelan"}):
            if not any(f"{other}.".startswith(f"{place}.") for place in known):
                wrong.append(f"{module} imports {other}")
    assert not wrong, "\n".join(wrong)


def test_every_module_of_the_house_lies_on_a_floor_and_imports_none_above():
    """For readers of types neither: a floor that needs something of one above says so in a Protocol of its own."""
    wrong = []
    for module in modules(PACKAGE / "house"):
        floor, own = floor_of(module)
        if floor not in FLOORS or (not floor and own not in ROOF):
            wrong.append(f"{module} lies on no floor: see docs/architecture.md")
            continue
        for other in sorted(anywhere(module, types=True)):
            if other.startswith("brelan.house.") and FLOORS.index(floor_of(other)[0]) > FLOORS.index(floor):
                wrong.append(f"{module} imports {other}")
    assert not wrong, "\n".join(wrong)


def floor_of(module: str) -> tuple[str, str]:
    """The floor of the house a module lies on, and its name there."""
    *folder, name = module.split(".")[2:] or [""]
    package = PACKAGE.joinpath("house", name).is_dir()
    return (name, "") if package and not folder else (".".join(folder), name)


def calls(file: Path) -> set[str]:
    """What a file calls, as it is written there."""
    tree = ast.parse(file.read_bytes())
    return {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}


def test_all_tables_of_the_database_stand_in_the_schema():
    """Otherwise a database lacks those whose modules nobody has imported yet."""
    house = PACKAGE / "house"
    makers = {file.relative_to(house).as_posix() for file in house.rglob("*.py") if "sa.Table" in calls(file)}
    assert makers == {"store/schema.py"}


def test_no_module_adds_routes_to_the_router_of_another():
    wrong = []
    for file in sorted((PACKAGE / "house").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.ImportFrom) and {alias.name for alias in node.names} & {"router", "api_router"}:
                wrong.append(f"{file.name}: line {node.lineno}")
    assert not wrong, wrong


def test_only_the_command_line_knows_the_house_and_only_it_is_known_by_nobody():
    for module in modules(PACKAGE):
        for other in imported(module):
            room = [*other.split("."), ""][1]
            if room in ("house", "cli") and module != "brelan.__main__":
                assert [*module.split("."), ""][1] in (room, "cli"), f"{module} imports {other}"


def test_house_terminal_and_workshop_know_games_through_the_catalogue_alone():
    for room in ("house", "terminal", "arena", "paper", "envs", "school"):
        for module in modules(PACKAGE / room):
            known = [other for other in imported(module) if other.startswith("brelan.games.")]
            assert not known, f"{module} imports {known}"


def test_imports_stand_at_the_top():
    wrong = []
    for file in sorted(PACKAGE.rglob("*.py")):
        inside = [
            node.lineno
            for function in ast.walk(ast.parse(file.read_bytes()))
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
            for node in ast.walk(function)
            if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        name = ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
        if inside and name not in LATE:
            wrong.append(f"{name}: line {inside[0]}")
    assert not wrong, "\n".join(wrong)


def test_nothing_goes_round_in_circles():
    """Modules of one game import each other in one direction only."""
    for game in GAMES:
        done: set[str] = set()

        def visit(module: str, path: tuple[str, ...], done: set[str] = done, game: str = game) -> None:
            assert module not in path, " -> ".join([*path, module])
            if module not in done:
                for other in imported(module):
                    if other.startswith(f"brelan.games.{game}."):
                        visit(other, (*path, module))
                done.add(module)

        for module in modules(PACKAGE / "games" / game):
            visit(module, ())
