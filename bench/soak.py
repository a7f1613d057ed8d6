"""Does the house grow? `python bench/soak.py` plays for ten minutes, paced: tables are opened, played to the end
against a bot or between two programs, or abandoned halfway.

Each minute, and in the end: memory, open descriptors, the database's size for 1,000 finished games, how long answers
took, how long people waited for a bot; last, how long the house took to close under that load. With `--masters 25`
so many tables of the strongest bots alone play beside it.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

from visitors import Gone, House, Stopwatch, a_move

from brelan.house.testing import HouseProcess

SHORT = {"parties": 1, "target": 100}
MINUTE = 60.0


class Soak:
    def __init__(self, house: HouseProcess, pace: float, seed: int) -> None:
        self.process, self.house, self.pace = house, House(house.port), pace
        self.rng = random.Random(seed)
        self.answers, self.bots = Stopwatch(), Stopwatch()
        self.opened = self.finished = self.abandoned = self.refused = 0
        self.ending = False

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        began = time.perf_counter()
        status, answer = await self.house.ask(method, path, token, body, wait=120)
        self.answers.since(began)
        if status >= 400:
            self.refused += 1
            raise Gone(f"{status} {answer}")
        return answer

    async def visit(self) -> None:
        """One table, from its opening until it is over or left."""
        with contextlib.suppress(Gone):
            tokens = [(await self.ask("POST", "/guests"))["token"] for _ in range(2)]
            against_bot = self.rng.random() < 0.5
            other = {"who": "bot", "level": "novice"} if against_bot else {"who": "open"}
            wanted = {
                "game": "dodeka",
                "seats": [{"who": "me"}, other],
                "options": SHORT,
                "public": self.rng.random() < 0.3,
            }
            name = (await self.ask("POST", "/tables", tokens[0], wanted))["id"]
            if not against_bot:
                await self.ask("POST", f"/tables/{name}/sit", tokens[1], {"seat": 1})
            self.opened += 1
            leaves_after = self.rng.randrange(1, 12) if self.rng.random() < 0.33 else 10**6
            moves, asked = 0, 0.0
            while not self.ending:
                state = await self.ask("GET", f"/tables/{name}", tokens[0])
                if state["status"] == "over":
                    self.finished += 1
                    await self.ask("GET", f"/tables/{name}/verify", tokens[0])
                    return
                seat = state["mover"]
                if seat is None or (against_bot and seat == 1):  # a result lies there, or the bot thinks
                    await asyncio.sleep(0.02)
                    continue
                if asked:
                    self.bots.since(asked)
                    asked = 0.0
                if seat == 1:
                    state = await self.ask("GET", f"/tables/{name}", tokens[1])
                if moves >= leaves_after:
                    self.abandoned += 1
                    return
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.pace)
                if state["moves"]:
                    body = {"seq": state["seq"], "moves": [a_move(state["moves"])], "key": f"{moves}"}
                    await self.ask("POST", f"/tables/{name}/moves", tokens[seat], body)
                    moves += 1
                    now = await self.ask("GET", f"/tables/{name}", tokens[0])
                    asked = time.perf_counter() if against_bot and now["mover"] == 1 else 0.0

    async def masters(self, tables: int, game: str) -> None:
        """Tables of the strongest bots alone; whoever opened them looks in now and then."""
        token = (await self.ask("POST", "/guests"))["token"]
        facts = await self.ask("GET", f"/games/{game}")
        seats = [{"who": "bot", "level": facts["bots"][-1]}] * facts["seats"][0]
        names = [
            (await self.ask("POST", "/tables", token, {"game": game, "seats": seats}))["id"] for _ in range(tables)
        ]
        while not self.ending:
            for name in names:
                with contextlib.suppress(Gone):
                    await self.ask("GET", f"/tables/{name}", token)
            await asyncio.sleep(10)

    async def run(self, seconds: float, at_once: int, masters: int, game: str) -> None:
        began, told = time.monotonic(), time.monotonic()
        running: set[asyncio.Task[None]] = set()
        await self.visit()  # the first bot waits for its worker to start: that is not measured
        self.bots.all.clear()
        if masters:
            alone = asyncio.ensure_future(self.masters(masters, game))
        while time.monotonic() - began < seconds:
            while len(running) < at_once:
                task = asyncio.ensure_future(self.visit())
                running.add(task)
                task.add_done_callback(running.discard)
            await asyncio.sleep(0.05)
            if time.monotonic() - told >= MINUTE:
                told = time.monotonic()
                print(json.dumps(self.said(time.monotonic() - began)), flush=True)
        print(json.dumps(self.said(time.monotonic() - began)), flush=True)
        print("seconds to close under load:", await asyncio.to_thread(self.close), flush=True)
        self.ending = True
        await asyncio.gather(*running, *([alone] if masters else []), return_exceptions=True)

    def close(self) -> float:
        assert self.process.process is not None
        began = time.perf_counter()
        self.process.process.send_signal(signal.SIGTERM)
        self.process.process.wait(60)
        return round(time.perf_counter() - began, 2)

    def said(self, seconds: float) -> dict[str, Any]:
        assert self.process.process is not None
        pid = self.process.process.pid
        memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
        size = (self.process.folder / "house.db").stat().st_size  # the journal beside it does not grow with the games
        return {
            "seconds": round(seconds),
            "opened": self.opened,
            "finished": self.finished,
            "abandoned": self.abandoned,
            "refused": self.refused,
            "memory MB": round(int(memory[1]) / 1024, 1) if memory else None,
            "descriptors": len(os.listdir(f"/proc/{pid}/fd")),
            "database MB": round(size / 1e6, 2),
            "MB for 1,000 games": round(size / 1e6 / self.finished * 1000, 1) if self.finished else None,
            "answers": self.answers.said(),
            "waits for a bot": self.bots.said(),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--at-once", type=int, default=40, help="tables being played")
    parser.add_argument("--pace", type=float, default=0.3, help="seconds a player thinks, on average")
    parser.add_argument("--masters", type=int, default=0, help="tables of the strongest bots alone")
    parser.add_argument("--game", default="4d", help="what they play")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = HouseProcess(Path(folder), "--rate", "1000000").start()
        try:
            soak = Soak(house, args.pace, args.seed)
            asyncio.run(soak.run(args.seconds, args.at_once, args.masters, args.game))
        finally:
            log = (Path(folder) / "log.txt").read_text().splitlines()
            house.stop()
        warnings = sum("WARNING" in line or "ERROR" in line for line in log)
        print(f"the house's log has {len(log)} lines, {warnings} of them warnings")


if __name__ == "__main__":
    main()
