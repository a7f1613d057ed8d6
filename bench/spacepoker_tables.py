"""Solves the heads-up hands of SpacePoker that come with the program, and writes them where they are shipped from.

    python bench/spacepoker_tables.py [--cards 5x7 5x7-kickers 7x5 7x5-kickers] [--steps N] [--jobs N] [--arrays cupy]

With NumPy on two cores a step takes 0.1 to 1 s for five sizes, a few seconds for seven; with CuPy on a large graphics
card 10 to 60 ms, several hands at a time. The result depends on the number of steps alone, but for the last digits.
"""

import argparse
import importlib
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import numpy as np

from brelan.games.spacepoker.rules.state import CALLED, CLOSINGS, FLEETS
from brelan.games.spacepoker.solve.equilibrium import Cards, Plan, Question, Solver, plain_products
from brelan.games.spacepoker.solve.strategies import STACKS, STORE, as_arrays, name_of

SETS = {f"{fleet}{'-kickers' * kickers}": (kickers, at) for at, fleet in enumerate(FLEETS) for kickers in (False, True)}
SHIPPED = {"5x7": STACKS, "5x7-kickers": (2, 4, 9, 19, 41, 60), "7x5": (2, 6, 19, 60), "7x5-kickers": (2, 6, 19, 60)}
SIMPLE = 4  # up to this stack a third of the steps is enough; under `called`, with one tree for two, half as many more


def questions(name: str) -> list[Question]:
    kickers, fleet = SETS[name]
    return [Question(stack, 1, closing, kickers, fleet) for closing in range(len(CLOSINGS)) for stack in SHIPPED[name]]


def plans(question: Question, place: int, steps: int, arrays: str) -> list[Plan]:
    """The plans of one tree: both places' under `called`, else one."""
    solver = Solver(Cards(question.fleet, question.kickers, importlib.import_module(arrays)), question.tree(place))
    if question.closing == CALLED:
        steps = steps * 3 // 2
    with plain_products():
        for _ in range(steps if question.stack > SIMPLE else steps // 3):
            solver.step()
    return [solver.plan(question, each) for each in ((0, 1) if question.closing == CALLED else (place,))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", nargs="+", choices=SETS, default=["5x7"])
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--arrays", choices=("numpy", "cupy"), default="numpy")
    parser.add_argument("--into", type=Path, default=STORE.shipped)
    args = parser.parse_args()
    args.into.mkdir(parents=True, exist_ok=True)
    began, made = time.monotonic(), dict[Question, dict[int, Plan]]()
    asked = [(q, place) for name in args.cards for q in questions(name) for place in range(2 - q.closing)]
    asked.sort(key=lambda pair: -pair[0].stack)
    with ProcessPoolExecutor(args.jobs, multiprocessing.get_context("spawn")) as pool:
        for done in as_completed(pool.submit(plans, q, place, args.steps, args.arrays) for q, place in asked):
            for plan in done.result():
                both = made.setdefault(plan.question, {})
                both[plan.place] = plan
                if len(both) == 2:
                    arrays = as_arrays((both[0], both[1]))
                    file = args.into / f"{name_of(plan.question)}.npz"
                    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
                    size = file.stat().st_size
                    print(f"{time.monotonic() - began:6.0f} s  {file.name}  {size} bytes", flush=True)
                    made[plan.question] = {}


if __name__ == "__main__":
    main()
