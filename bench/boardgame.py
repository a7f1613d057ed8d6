"""The house beside boardgame.io, in turn on the same two cores: `python bench/boardgame.py` (about two minutes).

Both serve 200 tables of two, each player with a connection of their own, who move as fast as they see that they may;
the server has one core and the load the other. boardgame.io is its own server with its own store in memory, playing
Dodéka's turn (`bench/boardgame/`), nobody asked who they are; the house stores every move before it shows it, plays the
whole rules, knows its guests and proves its dice. It is measured over its JSON stream, which is what boardgame.io does,
and drawn, which there is left to the browser. Needs Node and npm: boardgame.io is fetched into build/.
"""

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from house import WIDE, cpu_of, load

from brelan.house.testing import HouseProcess, free_port

PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4")
SOURCES = Path(__file__).parent / "boardgame"
FOLDER = Path(__file__).parents[1] / "build" / "boardgame"


def fetch() -> None:
    """boardgame.io and our two files for it, in one folder."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        sys.exit("This needs Node and npm, which are not installed here.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for source in SOURCES.iterdir():
        shutil.copy(source, FOLDER)
    if not (FOLDER / "node_modules" / "boardgame.io").exists():
        print("Fetching boardgame.io …", file=sys.stderr)
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-save", "--silent", *PACKAGES]
        subprocess.run(command, cwd=FOLDER, check=True)


def on_core(core: int | None) -> Any:
    """What a new process does first: stays on this core, where cores can be chosen."""
    return None if core is None else lambda: os.sched_setaffinity(0, {core})


def boardgame_io(tables: int, seconds: float, cores: list[int | None]) -> dict[str, Any]:
    port = free_port()
    server = subprocess.Popen(
        ["node", "server.js", str(port)], cwd=FOLDER, stdout=subprocess.PIPE, preexec_fn=on_core(cores[0])
    )
    try:
        assert server.stdout is not None
        server.stdout.readline()
        players = subprocess.Popen(
            ["node", "load.js", str(port), str(tables), str(seconds)],
            cwd=FOLDER,
            stdout=subprocess.PIPE,
            preexec_fn=on_core(cores[1]),
        )
        assert players.stdout is not None
        players.stdout.readline()  # everybody has moved for a while, and is counted from now on
        busy = cpu_of([server.pid])
        found = json.loads(players.stdout.readline())
        busy = cpu_of([server.pid]) - busy
        players.wait()
    finally:
        server.kill()
        server.wait()
    return {
        "moves/s": round(found["played"] / found["spent"]),
        "moves a second of the server's own time": round(found["played"] / busy),
        "median ms": round(found["median"], 2),
        "p99 ms": round(found["p99"], 2),
        "events a move": round(found["heard"] / found["played"], 2),
        "load's share of its core": round(found["load"], 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    fetch()
    free = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    cores: list[int | None] = [free[0], free[1]] if len(free) > 1 else [None, None]
    found: dict[str, list[int]] = {}
    with tempfile.TemporaryDirectory() as folder, HouseProcess(Path(folder), *WIDE) as house:
        assert house.process is not None
        if cores[0] is not None and cores[1] is not None:
            for thread in os.listdir(f"/proc/{house.process.pid}/task"):
                os.sched_setaffinity(int(thread), {cores[0]})
            os.sched_setaffinity(0, {cores[1]})
        asyncio.run(load(house, 10, True, 1))  # the rules are loaded before anything is measured
        measured = {
            "boardgame.io": lambda: boardgame_io(args.tables, args.seconds, cores),
            "the house, JSON": lambda: asyncio.run(load(house, args.tables, False, args.seconds)),
            "the house, drawn": lambda: asyncio.run(load(house, args.tables, True, args.seconds)),
        }
        for _ in range(args.rounds):
            for name, measure in measured.items():
                one = measure()
                found.setdefault(name, []).append(one["moves a second of the server's own time"])
                print(f"{name:18}", json.dumps(one), flush=True)
                time.sleep(1)
    theirs = statistics.median(found["boardgame.io"])
    for name in list(found)[1:]:
        print(f"{name}: {statistics.median(found[name]) / theirs:.2f} of boardgame.io's moves a second of its own time")


if __name__ == "__main__":
    main()
