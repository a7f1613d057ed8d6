"""Solves heads-up matches of SpacePoker that come with the program: the chances of every state, and the plans.

    python bench/spacepoker_match.py prepare match.npz [--closing lap]       here: what there is to solve (3 MB)
    python3 bench/spacepoker_match.py solve match.npz found/ [--steps 800] [--arrays cupy] [--seconds 540]
    python bench/spacepoker_match.py keep found/ [--closing lap]              all of it, where solved tables are kept
    python bench/spacepoker_match.py ship found/ [--closing lap] [--bytes N]  what comes with the program
    python bench/spacepoker_match.py gaps found/ --states 10:60,9:48          what the best answers gain at the table

Only `solve` does not need the program: it wants Python and NumPy, and CuPy for a graphics card, where it is
minutes of work; two cores need hours. It keeps what it has after every hand, and goes on from there.
"""

import argparse
import importlib
import sys
import time
import types
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

SOLVE = Path(__file__).resolve().parent.parent / "src/brelan/games/spacepoker/solve"
PLACES = ("opener", "second")
CHECKED = 1e-3  # of a match: what the same few steps may differ by between a card and a processor


def pure() -> tuple[Any, Any]:
    """The two files that need nothing but NumPy, without the program around them."""
    package = types.ModuleType("solving")
    package.__path__ = [str(SOLVE)]
    sys.modules["solving"] = package
    return importlib.import_module("solving.learning"), importlib.import_module("solving.induction")


def prepare(into: Path, closing: str) -> None:
    from brelan.games.spacepoker.rules.state import CLOSINGS
    from brelan.games.spacepoker.solve.equilibrium import counted
    from brelan.games.spacepoker.solve.induction import as_arrays
    from brelan.games.spacepoker.solve.matches import Match, stage

    match = Match(closing=CLOSINGS.index(closing))
    lefts = range(1, match.hands + 1)
    held = as_arrays(counted(match.fleet, match.kickers), (stage(match, left) for left in lefts),
                     [match.to_come(left) for left in lefts])  # fmt: skip
    np.savez_compressed(into, **held)  # type: ignore[arg-type]
    print(f"{into}: {into.stat().st_size} bytes, {sum(len(held[f'{left}.points']) for left in lefts)} states")


def solve(asked: Path, into: Path, steps: int, arrays: str, seconds: float, lefts: int, few: int) -> None:
    learning, induction = pure()
    began, held = time.monotonic(), dict(np.load(asked))
    counted = {name[6:]: array for name, array in held.items() if name.startswith("cards.")}
    xp = importlib.import_module(arrays)
    dealt = learning.Cards(counted, xp)
    into.mkdir(parents=True, exist_ok=True)

    def tell(text: str) -> None:
        print(f"{time.monotonic() - began:7.1f} s  {text}", flush=True)

    if xp is not np:
        check(learning, induction, counted, dealt, held)
        tell("the card and the processor agree")
    chances = induction.first_chances(120)
    showing, took = 0.5, 0.0
    keeper = ThreadPoolExecutor(1)  # packs one hand while the next is solved
    for left in range(1, min(lefts, len(held["margins"])) + 1):
        file = into / f"{left}.npz"
        if not file.exists():
            if time.monotonic() - began + took > seconds:
                tell("no time for another hand: run it again to go on")
                break
            since, stage = time.monotonic(), induction.stage_from(held, left)
            if few:
                stage = some(induction, stage, few)
            found = induction.hand_before(dealt, stage, induction.after(chances, True), int(held["margins"][left - 1]),
                                          showing, steps, tell)  # fmt: skip
            keeper.submit(keep, file, stage, found, steps).add_done_callback(lambda done: done.result())
            low, high = found.low, found.high
            took = time.monotonic() - since
        else:
            with np.load(file) as kept:
                low, high = kept["low"], kept["high"]
        tell(f"hands left {left}: widest gap {np.nanmax(high - low):.5f}, level {((low + high) / 2)[60]:.5f}")
        chances = (low + high) / 2
        if few:
            chances = np.where(np.isnan(chances), 0.5, chances)
        if left == 1:
            showing = float(chances[60])
    keeper.shutdown()
    tell(f"all is kept in {into}")


def some(induction: Any, stage: Any, few: int) -> Any:
    """A few of the states: to try it."""
    states = np.unique(np.linspace(0, len(stage.points) - 1, few).astype(int))
    states = np.unique(np.append(states, len(stage.points) // 2))
    return stage._replace(
        points=stage.points[states], trees=tuple(induction.only(each, states) for each in stage.trees)
    )


def check(learning: Any, induction: Any, counted: Any, dealt: Any, held: Any) -> None:
    """A few steps of a small stage, on the card and on the processor."""
    stage = some(induction, induction.stage_from(held, 2), 3)
    then = induction.after(np.linspace(0, 1, 121) ** 2, True)
    both = [induction.solve_stage(each, stage, then, 15) for each in (dealt, learning.Cards(counted))]
    apart = max(float(np.abs(a - b).max()) for a, b in zip(both[0][:2], both[1][:2], strict=True))
    if not apart < CHECKED:
        raise SystemExit(f"the card and the processor differ by {apart}: {both[0][:2]} {both[1][:2]}")


def keep(file: Path, stage: Any, found: Any, steps: int) -> None:
    held = {"points": stage.points, "low": found.low, "high": found.high, "exchange": found.solved.exchange,
            "steps": np.array(steps)}  # fmt: skip
    for name, each in zip(PLACES, found.solved.stakes, strict=True):
        held[name] = np.concatenate(each, axis=1)
        held[f"{name}_edges"] = np.array([part.shape[1] for part in each])
    unfinished = file.with_suffix(".unfinished.npz")
    np.savez_compressed(unfinished, **held)  # type: ignore[arg-type]
    unfinished.rename(file)


def read(into: Path, closing: str) -> tuple[str, Any, Any, dict[int, dict[str, np.ndarray]]]:
    """The name of a match, its chances and its plans, as found."""
    from brelan.games.spacepoker.rules.state import CLOSINGS
    from brelan.games.spacepoker.solve.induction import first_chances
    from brelan.games.spacepoker.solve.matches import Match
    from brelan.games.spacepoker.solve.solved_match import name_of

    match = Match(closing=CLOSINGS.index(closing))
    low, high, plans = [first_chances(120)], [first_chances(120)], {}
    for left in range(1, match.hands + 1):
        with np.load(into / f"{left}.npz") as held:
            plans[left] = dict(held)
        low.append(plans[left].pop("low"))
        high.append(plans[left].pop("high"))
        del plans[left]["steps"]
    return name_of(match), np.array(low), np.array(high), plans


def keep_all(into: Path, closing: str) -> None:
    from brelan.games.spacepoker.solve.solved_match import STORE

    name, low, high, plans = read(into, closing)
    STORE.write(name, {"low": low, "high": high})
    for left, plan in plans.items():
        STORE.write(f"{name}-{left}", plan)


SHIPPED_STEP = 16  # of 240: of a probability that comes with the program


def ship(into: Path, closing: str, room: int) -> None:
    """Writes what comes with the program: all chances and exchanges, and the stakes of as many states as there is room
    for, spread evenly over each hand's.
    """
    from brelan.games.spacepoker.rules.state import CLOSINGS
    from brelan.games.spacepoker.solve.matches import Match
    from brelan.games.spacepoker.solve.solved_match import STORE

    assert STORE.shipped
    match, (name, low, high, plans) = Match(closing=CLOSINGS.index(closing)), read(into, closing)
    np.savez_compressed(STORE.shipped / f"{name}.npz", low=low, high=high)
    strides, files = dict.fromkeys(plans, 1), {left: STORE.shipped / f"{name}-{left}.npz" for left in plans}
    for left, plan in plans.items():
        for place in PLACES:
            plan[place] = coarser(match, left, plan, place)
    while any(not file.exists() for file in files.values()) or sum(map(size, files.values())) > room:
        missing = [left for left, file in files.items() if not file.exists()]
        at = missing[0] if missing else max(files, key=lambda left: size(files[left]))
        strides[at] += not missing
        np.savez_compressed(files[at], **thinned(plans[at], strides[at]))  # type: ignore[arg-type]
    print(f"{sum(map(size, files.values()))} bytes: of every hand's states one of {strides}")


def size(file: Path) -> int:
    return file.stat().st_size


def thinned(plan: dict[str, np.ndarray], stride: int) -> dict[str, np.ndarray]:
    """The stakes of every so many-th state about the middle."""
    middle = len(plan["points"]) // 2
    chosen = np.flatnonzero((np.arange(len(plan["points"])) - middle) % stride == 0)
    less = {"points": plan["points"], "kept": plan["points"][chosen], "exchange": plan["exchange"]}
    for place in PLACES:
        ends = np.cumsum([0, *plan[f"{place}_edges"]])
        less[place] = np.concatenate([plan[place][:, ends[at] : ends[at + 1]] for at in chosen], axis=1)
        less[f"{place}_edges"] = plan[f"{place}_edges"][chosen]
    return less


def coarser(match: Any, left: int, plan: dict[str, np.ndarray], place: str) -> np.ndarray:
    """In larger steps: each action gets those that all of its node up to it have, less those before."""
    from brelan.games.spacepoker.solve.matches import plan_tree

    ends, parts = np.cumsum([0, *plan[f"{place}_edges"]]), []
    for at, x in enumerate(plan["points"]):
        made, steps = plan_tree(match, left, int(x), PLACES.index(place)), plan[place][:, ends[at] : ends[at + 1]]
        spots = made.edges(PLACES.index(place))
        node = made.parent[spots][made.action[spots] < made.width[made.parent[spots]] - 1]
        first = np.searchsorted(node, node)  # edges go by their nodes
        summed = np.concatenate([np.zeros_like(steps[:, :1], int), np.cumsum(steps.astype(int), axis=1)], axis=1)
        before = summed[:, first]
        upto = np.rint((summed[:, 1:] - before) / SHIPPED_STEP).astype(int)
        less = np.rint((summed[:, :-1] - before) / SHIPPED_STEP).astype(int)
        parts.append(((upto - less) * SHIPPED_STEP).astype(np.uint8))
    return np.concatenate(parts, axis=1)


def gaps(into: Path, closing: str, states: str) -> None:
    """What a responder who knows the plan gains against it with any stakes at all, in chances of the match."""
    from brelan.games.spacepoker.rules.state import CLOSINGS
    from brelan.games.spacepoker.solve.matches import Match
    from brelan.games.spacepoker.solve.response import Response
    from brelan.games.spacepoker.solve.solved_match import SolvedMatch

    _, low, high, plans = read(into, closing)
    solved = SolvedMatch(Match(closing=CLOSINGS.index(closing)), low, high, plans)
    for left, x in (tuple(map(int, state.split(":"))) for state in states.split(",")):
        ante, since = solved.match.ante_of(left), time.monotonic()
        earned = []
        for place in (0, 1):
            plan, worth = solved.plan(left, x, 1 - place), solved.worth(left, x, place)
            earned.append(Response(plan, min(x, 120 - x) - ante, ante, worth=worth).earns())
        chance = solved.chances[left, x] - 0.5
        print(
            f"hands left {left}, points {x}: chance {chance + 0.5:.4f}, the best answer gains {earned[0] - chance:.4f} "
            f"as opener, {earned[1] + chance:.4f} as second ({time.monotonic() - since:.0f} s)",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("prepare", "solve", "keep", "ship", "gaps"))
    parser.add_argument("asked", type=Path)
    parser.add_argument("into", type=Path, nargs="?")
    parser.add_argument("--closing", choices=("lap", "called"), default="lap")
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--arrays", choices=("numpy", "cupy"), default="numpy")
    parser.add_argument("--seconds", type=float, default=1e9, help="no hand is begun that would take longer")
    parser.add_argument("--lefts", type=int, default=99, help="so many hands, from the last")
    parser.add_argument("--bytes", type=int, default=10_000_000, help="room for the plans that are shipped")
    parser.add_argument("--states", default="10:60", help="hands left:the opener's points, and so on")
    parser.add_argument("--few", type=int, default=0, help="so many states of each hand alone, to try it")
    args = parser.parse_args()
    if args.what == "prepare":
        prepare(args.asked, args.closing)
    elif args.what == "keep":
        keep_all(args.asked, args.closing)
    elif args.what == "gaps":
        gaps(args.asked, args.closing, args.states)
    elif args.what == "ship":
        ship(args.asked, args.closing, args.bytes)
    else:
        solve(args.asked, args.into, args.steps, args.arrays, args.seconds, args.lefts, args.few)


if __name__ == "__main__":
    main()
