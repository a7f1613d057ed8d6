"""`python -m tests.ordeal`: one seed or many; `--shrink` looks for the smallest world in which the same is wrong."""

import argparse
import logging
import os
import sys
from collections.abc import Iterator
from dataclasses import replace

from .plants import PLANTS
from .world import HAPPENS, Settings, World, load

MOST = 200  # seeds within which a defect put in has to be found
AROUND = 12  # seeds tried for each smaller world


def main() -> int:
    given = _arguments()
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets of words are walked in an order of their own
        command = [sys.executable, "-m", "tests.ordeal", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, "PYTHONHASHSEED": "0"})
    logging.disable(logging.NOTSET if given.loud else logging.CRITICAL)
    load()
    settings = Settings(given.servers, given.tables, given.seconds, frozenset(given.without), given.plant, given.once)
    if given.plant == "all":
        return all_found(settings)
    found = 0
    for seed in range(given.seed, given.seed + given.seeds):
        world = World(seed, settings).run()
        if given.lines:
            print("\n".join(world.lines))
        print(told(world), flush=True)
        found += bool(world.checks.problems)
        if world.checks.problems and given.shrink:
            shrink(world)
        if found and given.once:
            break
    return found > 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.ordeal", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many")
    parser.add_argument("--servers", type=int, default=0, help="1 to 3; else the seed draws it")
    parser.add_argument("--tables", type=int, default=0, help="5 to 20; else the seed draws it")
    parser.add_argument("--seconds", type=float, default=30.0, help="of trouble, before the calm")
    parser.add_argument("--without", nargs="*", choices=HAPPENS, default=[], help="what does not happen")
    parser.add_argument("--plant", default="", choices=["", "all", *PLANTS], help="a defect to put in on purpose")
    parser.add_argument("--once", action="store_true", help="ends at the first thing found")
    parser.add_argument("--shrink", action="store_true", help="looks for the smallest world that shows it")
    parser.add_argument("--loud", action="store_true", help="the servers' own log too")
    parser.add_argument("--lines", action="store_true", help="everything that happens")
    return parser.parse_args()


def all_found(settings: Settings) -> int:
    """Puts every defect in, one by one, and says with which seed it was found."""
    missed = 0
    for plant in PLANTS:
        small = replace(settings, plant=plant, once=True)
        found = next((seed for seed in range(1, MOST) if World(seed, small).run().checks.problems), None)
        print(f"{plant}: {f'found with seed {found}' if found else 'never found'}", flush=True)
        missed += found is None
    return missed


def told(world: World) -> str:
    line = (
        f"{world.seed} {world.digest.hexdigest()[:12]} {world.servers} servers {len(world.checks.logs)} tables "
        f"{world.lasted:.0f} s in {world.took:.2f}: {world.commits} commits, {world.moves} moves, "
        f"{world.checks.done} comparisons"
    )
    return "\n".join([line, *[f"  at {at} s: {str(what)[:900]}" for at, what in world.checks.problems]])


def shrink(world: World) -> None:
    """Less and less, as long as some seed nearby still shows the same."""
    settings, seed, wanted = replace(world.settings, once=True), world.seed, world.checks.problems[0][1][0]
    smaller = True
    while smaller:
        smaller = False
        for less in _less(settings, world):
            near = next((s for s in range(seed, seed + AROUND) if _shows(s, less, wanted)), None)
            if near is not None:
                settings, seed, smaller = less, near, True
                print(f"  {wanted}: still with seed {seed} and {settings}", flush=True)
                break


def _less(settings: Settings, world: World) -> Iterator[Settings]:
    servers, tables = settings.servers or world.servers, settings.tables or world.tables
    if servers > 1:
        yield replace(settings, servers=servers - 1)
    if tables > 1:
        yield replace(settings, tables=max(1, tables // 2))
    if settings.seconds > 3:
        yield replace(settings, seconds=settings.seconds / 2)
    for what in HAPPENS:
        if what not in settings.without:
            yield replace(settings, without=settings.without | {what})


def _shows(seed: int, settings: Settings, wanted: str) -> bool:
    return any(what[0] == wanted for _, what in World(seed, settings).run().checks.problems)


if __name__ == "__main__":
    sys.exit(main())
