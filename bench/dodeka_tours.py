"""How the grids of Dodéka (solve/tours.py) are made, and how far they are from the truth.

    python bench/dodeka_tours.py plans                      the stock of plans, and the playoffs of two
    python bench/dodeka_tours.py fill --players 4           one grid, written to solve/shipped
    python bench/dodeka_tours.py exact                      three players' grid against the exact solution
    python bench/dodeka_tours.py check --players 4          a grid against long rollouts

`check` takes fresh positions from play, and plays each out many times as the master does. What is told of the position
minus what came of it has far less noise if every turn's luck, as the grid sees it, is taken out first: that leaves the
sum of the differences between what a turn was said to be worth and what the next one was. The mean of that is the
error, whatever the grid holds: luck taken out this way is zero on average.
"""

import argparse
import math
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from brelan.engine.kernel import compiled, kernel, reseed, stream, uniform
from brelan.games.dodeka.bots.master import rollout_worth
from brelan.games.dodeka.bots.regular import regular_tables
from brelan.games.dodeka.rules.lines import LINE_COUNT
from brelan.games.dodeka.rules.partie import score_turn
from brelan.games.dodeka.rules.state import STATE
from brelan.games.dodeka.solve import grids, tours
from brelan.games.dodeka.solve.partie import solution
from brelan.games.dodeka.solve.positions import copy_partie, index, new_partie
from brelan.games.dodeka.solve.turn import LEFT, NOTHING, blank_turn, induct, solved_turn
from brelan.games.dodeka.solve.values import blank_memory, line_worths

SHIPPED = Path(grids.__file__).parent / "shipped"
TARGET = grids.SHIPPED_TARGET
searched, looked_up = compiled(tours.tour_worths), compiled(line_worths)  # as Python calls them
rolled = compiled(rollout_worth)

whole = partial(compiled, part="brelan.games.dodeka.bots")  # so that what is kept is as new as the game

MOST_PLANS = 512
ROUGH = (  # where plans are looked for, and the part of what is at stake that a new one must bring over all others
    (3, (10, 100, 250, 350, 500, 600), 0.004),
    (4, (10, 40, 260, 500, 650), 0.004),
    (3, (10, 20, 30, 40, 50, 100, 110, 170, 250, 260, 320, 410, 500, 510, 570, 640), 0.004),
    (4, (30, 60, 120, 400), 0.004),
    (4, (20, 90, 200, 300, 550), 0.004),
    (5, (30, 120, 400), 0.004),
    (4, (10, 100, 250, 350, 500, 600), 0.004),
)
SAMPLES, LOOKED_AT = 60_000, 12_000


def make_plans() -> None:
    """Fills rough grids, looks at the turns met there, and adds the best play of each that no plan plays well."""
    known = grids.playoff_tables(TARGET // 10)
    plans, many = grids.first_plans(MOST_PLANS)
    for number, (players, short, gain) in enumerate(ROUGH):
        grids.SHORT[players] = short
        nodes = grids.nodes_of(players, TARGET)
        values = np.zeros((len(nodes) ** players, tours.columns_of(players)), np.float32)
        grid = grids.laid_out(players, TARGET, nodes, values, {**known, "plans": plans[:, :many]})
        desk = tours.new_desk(grid, SAMPLES)
        for points in grids.layers(players, len(nodes)):
            tours.fill(points, nodes, grid, values, desk)
        sample = desk.sample[: desk.met[1]]
        np.random.default_rng(number).shuffle(sample)
        many = tours.better_plans(plans, many, np.ascontiguousarray(sample[:LOOKED_AT]), gain)
        print(f"{players} players, {len(values):,} points: {many} plans", flush=True)
    np.savez_compressed(SHIPPED / "plans.npz", plans=plans[:, :many], **known)


def make_grid(players: int) -> None:
    began = time.process_time()
    plans = grids.STORE.find(grids.PLANS)
    assert plans is not None, "make the plans first"
    grid = grids.filled(players, TARGET, plans, lambda done, of, _: print(f"{done:,} of {of:,}", end="\r"), threads=1)
    np.savez_compressed(SHIPPED / f"tours-{players}-{TARGET}.npz", **grids.packed(grid))
    print(f"{players} players: {len(grid.values):,} points, {time.process_time() - began:.0f} s of processor time")
    print([round(float(value), 2) for value in grid.values[0, :-1]])


# --- positions from play


@kernel
def drawn(rng, odds):
    """A line, by its odds."""
    left = uniform(rng)
    for made in range(LINE_COUNT - 1):
        left -= odds[made]
        if left < 0:
            return made
    return LINE_COUNT - 1


@whole
def walk(n, tens, rng, often, odds, found):
    """Positions between turns, from parties of regulars: one in `often`, playoffs left out."""
    many = 0
    while many < len(found):
        structs = new_partie(n, tens)
        while not structs[0].over and not structs[0].playoff and many < len(found):
            if uniform(rng) * often < 1.0:
                copy_partie(structs[0], found[many])
                many += 1
            score_turn(structs[0], drawn(rng, odds))


def positions(players: int, count: int, seed: int) -> np.ndarray:
    found = np.zeros(count, STATE)
    walk(players, TARGET // 10, stream(seed), 12.0, np.diff(regular_tables().ends, prepend=0.0), found)
    return found


@whole
def told(structs, grid, desk, out):
    for at in range(len(structs)):
        tours.expect(structs[at], grid, desk)
        for column in range(out.shape[1]):
            out[at, column] = desk.found[column]


@whole
def solved_values(structs, values, tens, out):
    for at in range(len(structs)):
        number = index(structs[at], tens)
        for seat in range(out.shape[1]):
            out[at, seat] = values[number, seat]


def against_the_solution(count: int, seed: int) -> None:
    """Three players by the nodes of five, of four and their own: what is told, and what a turn by it loses."""
    solved, structs = solution(3, TARGET), positions(3, count, seed)
    truth, found, own = np.zeros((count, 3)), np.zeros((count, 9)), grids.SHORT[3]
    solved_values(structs, solved.values, TARGET // 10, truth)
    plans = grids.STORE.find(grids.PLANS)
    assert plans is not None, "make the plans first"
    for short in (grids.SHORT[5], grids.SHORT[4], own):
        grids.SHORT[3] = short
        grid = grids.filled(3, TARGET, plans, threads=1)
        desk = tours.new_desk(grid, 0)
        told(structs, grid, desk, found)
        error = np.abs(found[:, :3] - truth)
        print(
            f"3 players, {len(short) + 1} nodes, {count} positions, all seats: mean error {error.mean():.2f} points, "
            f"95 of 100 within {np.percentile(error, 95):.2f}, largest {error.max():.1f}"
        )
        print_loss("grid", [_loss(structs[at : at + 1], solved, grid, desk) for at in range(count)])
    print_loss("rollouts", [_loss(structs[at : at + 1], solved, None, None, at) for at in range(count)])


def print_loss(name: str, losses: list[float]) -> None:
    error = float(np.std(losses)) / math.sqrt(len(losses))
    print(f"a turn played by the {name} loses {np.mean(losses):.3f} ± {error:.3f} points to perfect play")


def _loss(structs: np.ndarray, solved: Any, grid: Any, desk: Any, seed: int = 0) -> float:
    """What the mover loses by playing one turn for what the grid says (or rollouts say), not for the truth."""
    memory, worth, own = blank_memory(3), np.zeros((LINE_COUNT, 2)), int(structs[0]["turn"])
    looked_up(structs[0], solved, memory)
    worth[:, 1] = memory.worth[0, :, own]
    if grid is None:
        rolled(structs[0], stream(seed), regular_tables().ends, worth)
    else:
        searched(structs[0], grid, desk)
        worth[:, 0] = desk.worth[0, :, own]
    best = solved_turn(np.ascontiguousarray(worth[:, 1:])).keeps[LEFT, 0, NOTHING]
    return float(best - solved_turn(worth).keeps[LEFT, 1, NOTHING])


# --- long rollouts


@kernel
def turn_of(s, grid, desk, worth, turn):
    """One turn as the master plays it: what each line is worth, and the odds of each, exactly."""
    n = grid.players
    own = (int(s.turn) - int(s.starter)) % n
    tours.tour_worths(s, grid, desk)
    for made in range(LINE_COUNT):
        worth[made, 0] = desk.worth[0, made, own]
        for other in range(LINE_COUNT):
            worth[made, 1 + other] = 1.0 if other == made else 0.0
    induct(worth, 0, LEFT, turn)


@whole
def play_out(structs, at, seed, games, grid, desk, sums):
    """Plays a position out: adds to `sums[0 and 1]`, seat by seat, what came of it less what was told, luck taken out,
    and its square; to `sums[2]` what came of it plainly. Answers what was told in `sums[3]`.
    """
    n, rng = grid.players, np.zeros(4, np.int64)
    spare, worth, turn = np.zeros(1, STATE), np.zeros((LINE_COUNT, 1 + LINE_COUNT)), blank_turn(1 + LINE_COUNT)
    off, said = np.zeros(n), np.zeros(n)
    for game in range(games):
        reseed(rng, seed, game)
        copy_partie(structs[at], spare[0])
        off[:] = 0.0
        first = True
        while not spare[0].over:
            turn_of(spare[0], grid, desk, worth, turn)
            odds = turn.keeps[LEFT, 1:, NOTHING]
            made = drawn(rng, odds)
            for seat in range(n):
                expected = 0.0
                for each in range(LINE_COUNT):
                    expected += odds[each] * desk.worth[0, each, seat]
                if first:
                    sums[3, seat] = expected
                else:
                    off[seat] += expected - said[seat]
                said[seat] = desk.worth[0, made, seat]
            first = False
            spare[0].lying = 0
            score_turn(spare[0], made)
        for seat in range(n):
            paid = float(spare[0].totals[seat])  # the starter is seat 0 in all of these
            off[seat] += paid - said[seat]
            sums[0, seat] += off[seat]
            sums[1, seat] += off[seat] ** 2
            sums[2, seat] += paid


def against_rollouts(players: int, count: int, games: int, seed: int) -> None:
    grid = grids.known_tours(players, TARGET)
    desk, structs = tours.new_desk(grid, 0), positions(players, count, seed)
    errors, noise, own, others, began = [], [], [], [], time.process_time()
    for at in range(count):
        sums, mover = np.zeros((4, players)), int(structs[at]["turn"])
        play_out(structs, at, seed + at, games, grid, desk, sums)
        mean = sums[0] / games
        errors.append(-mean)
        noise.append((sums[1] / games - mean**2) / (games - 1))
        own.append(-mean[mover])
        others.append(by_rollout(structs[at : at + 1], seed + at) - (sums[3] + mean)[mover])
        if (at + 1) % 20 == 0 or at + 1 == count:
            report(players, np.array(errors), np.array(noise), games, time.process_time() - began)
    for name, wide in (("grid", np.abs(own)), ("master's rollouts", np.abs(others))):
        print(
            f"the mover's alone, by the {name}: mean error {wide.mean():.2f} points, 95 of 100 within "
            f"{np.percentile(wide, 95):.2f}, largest {wide.max():.1f}"
        )


def by_rollout(structs: np.ndarray, seed: int) -> float:
    """What the mover may expect of the turn, by the rollouts of one move."""
    worth = np.zeros((LINE_COUNT, 1))
    rolled(structs[0], stream(seed), regular_tables().ends, worth)
    return float(solved_turn(worth).keeps[LEFT, 0, NOTHING])


def report(players: int, errors: np.ndarray, noise: np.ndarray, games: int, seconds: float) -> None:
    wide = np.abs(errors)
    true = math.sqrt(max(0.0, float((errors**2).mean() - noise.mean())))
    print(
        f"{players} players, {len(errors)} positions × {games} parties, all seats: mean error {wide.mean():.2f} points "
        f"95 of 100 within {np.percentile(wide, 95):.2f}, largest {wide.max():.1f}; root mean square "
        f"{math.sqrt((errors**2).mean()):.2f}, without the rollouts' own noise of {math.sqrt(noise.mean()):.2f}: "
        f"{true:.2f} ({seconds:.0f} s)",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("plans", "fill", "exact", "check"))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1700)
    args = parser.parse_args()
    SHIPPED.mkdir(exist_ok=True)
    if args.what == "plans":
        make_plans()
    elif args.what == "fill":
        make_grid(args.players)
    elif args.what == "exact":
        against_the_solution(args.positions, args.seed)
    else:
        against_rollouts(args.players, args.positions, args.games, args.seed)


if __name__ == "__main__":
    main()
