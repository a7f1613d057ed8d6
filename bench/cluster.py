"""What a cluster costs and brings, measured on one machine: `python bench/cluster.py [--games N] [--rounds N]`.

The same simulation on one thread here, on one worker, and on two, in turn, several rounds; the best of each counts,
since others may be at work. Beside the clock stands processor time: what was spent by everybody, workers, scheduler and
this process, against what the games alone take; that is what a busy machine does not change. Then what a block costs
that holds next to nothing, and what its games weigh when they are moved.
"""

import argparse
import os
import pickle
import time
from functools import partial
from typing import Any

from brelan.arena import cluster, simulate
from brelan.arena.simulate import Play, play_block, prepare

GAME, BOTS, OPTIONS = "dodeka", ("regular", "novice"), {"parties": 1}
EMPTY = 400  # blocks of one game


def spent(crew: Any) -> list[float]:
    """Processor time so far: of this process, the scheduler in it, and of each worker."""
    return [time.process_time(), *crew.client.run(time.process_time).values()]


def one_run(games: int, crew: Any = None) -> tuple[float, list[float]]:
    """Seconds by the clock, and of processor time of each process."""
    before = spent(crew) if crew else [time.process_time()]
    result = simulate(GAME, BOTS, games, seed=1, options=OPTIONS, processes=1, cluster=crew, block=20_000)
    after = spent(crew) if crew else [time.process_time()]
    return result.seconds, [late - early for early, late in zip(before, after, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    runs: dict[str, list[tuple[float, list[float]]]] = {"here, one thread": [], "one worker": [], "two workers": []}
    with cluster.opened("local:1") as one, cluster.opened("local:2") as two:
        crews = dict(zip(runs, (None, one, two), strict=True))
        for crew in crews.values():
            one_run(10_000, crew)  # everything compiled and loaded
        for _ in range(args.rounds):
            for name, crew in crews.items():
                runs[name].append(one_run(args.games, crew))
        blocks = [(at, 1) for at in range(EMPTY)]
        play = Play(GAME, BOTS, tuple(OPTIONS.items()), 1, False)
        one.get_ready(partial(prepare, play))
        began, before = time.perf_counter(), spent(one)
        for _ in one.each(partial(play_block, play), blocks):
            pass
        clock, each = (time.perf_counter() - began) / EMPTY, [
            (late - early) / EMPTY for early, late in zip(before, spent(one), strict=True)
        ]  # fmt: skip
    print(f"{args.games:,} games of {GAME}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    local, local_spent = min(runs["here, one thread"])[0], min(sum(each) for _, each in runs["here, one thread"])
    for name, found in runs.items():
        clock_best, spent_best = min(found)[0], min(sum(parts) for _, parts in found)
        print(
            f"{name}: {clock_best:.2f} s ({local / clock_best:.2f} × as fast as here), "
            f"{spent_best:.2f} s of processor time ({spent_best / local_spent - 1:+.1%})"
        )
    halves = min(max(parts[1:]) for _, parts in runs["two workers"])
    whole = min(parts[1] for _, parts in runs["one worker"])
    print(f"the busier of two workers spends {halves:.2f} s, one alone {whole:.2f} s: {whole / halves:.2f} × one")
    ratio = min(runs["one worker"])[0] / min(runs["two workers"])[0]
    print(f"two workers by the clock: {ratio:.2f} × one")
    print(
        f"a block of one game: {1000 * clock:.1f} ms by the clock, "
        f"{1000 * each[0]:.2f} ms of processor time of client and scheduler, {1000 * each[1]:.2f} ms of the worker's"
    )
    size = len(pickle.dumps(play_block(play, (0, 20_000))))
    print(f"20,000 games weigh {size / 1000:,.0f} kB, {size / 20_000:.0f} bytes a game")


if __name__ == "__main__":
    main()
