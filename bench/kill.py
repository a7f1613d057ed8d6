"""Is anything lost? `python bench/kill.py 20` kills a house twenty times (−9) in mid-play; with `--postgres` the
database in turn with it.

Tables of Dodéka are played without a pause by programs that repeat a request, with its key, until it is answered. In
the end every table's log is read and compared with what was acknowledged: a move that is not there is lost, one that is
there twice is doubled, another in its place is changed. A table that takes no move any more is stuck.
"""

import argparse
import asyncio
import contextlib
import glob
import json
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from visitors import Gone, House, a_move

from brelan.house.testing import HouseProcess, free_port

OPTIONS = {"parties": 100, "target": 5000}


class Postgres:
    """A PostgreSQL in a folder of its own. It refuses to run as root, so root lends it another user."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            known = {user.pw_name: user for user in pwd.getpwall()}
            one = known.get("postgres") or known["nobody"]
            os.chown(folder, one.pw_uid, one.pw_gid)
            self.user = {"user": one.pw_uid, "group": one.pw_gid, "extra_groups": []}
        words = ["-D", folder / "data", "-U", "brelan", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([self.program("initdb"), *words], check=True, capture_output=True, cwd=folder, **self.user)
        self.url = f"postgresql://brelan@127.0.0.1:{self.port}/postgres"

    @staticmethod
    def program(name: str) -> str:
        found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))[::-1]), None)
        if found is None:
            raise SystemExit(f"PostgreSQL's {name} is not on this machine.")
        return found

    def start(self) -> None:
        options = [
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            f"port={self.port}",
            "-c",
            f"unix_socket_directories={self.folder}",
        ]
        command = [self.program("postgres"), "-D", str(self.folder / "data"), *options]
        nothing = subprocess.DEVNULL
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=nothing, stderr=nothing, **self.user)
        ready = [self.program("pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        while subprocess.run(ready).returncode:
            if self.process.poll() is not None:
                raise RuntimeError("PostgreSQL did not start")
            time.sleep(0.05)

    def kill(self) -> None:
        """At once and without a goodbye; SIGKILL would leave its shared memory to the next one."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


class Play:
    """All tables, and what was acknowledged of them."""

    def __init__(self, port: int) -> None:
        self.house = House(port)
        self.acknowledged: dict[str, list[tuple[int, str]]] = {}
        self.tokens: dict[str, list[str]] = {}
        self.repeated = 0
        self.ending = False

    async def lay(self) -> str:
        tokens = [(await self.house.ask("POST", "/guests"))[1]["token"] for _ in range(2)]
        wanted = {"game": "dodeka", "seats": [{"who": "me"}, {"who": "open"}], "options": OPTIONS}
        _, table = await self.house.ask("POST", "/tables", tokens[0], wanted)
        await self.house.ask("POST", f"/tables/{table['id']}/sit", tokens[1], {"seat": 1})
        self.tokens[table["id"]], self.acknowledged[table["id"]] = tokens, []
        return str(table["id"])

    async def sit(self, table: str) -> None:
        """Both players of a table, until the end."""
        number = 0
        while not self.ending:
            with contextlib.suppress(Gone):
                seat, state = await self.look(table)
                if seat is None and state["status"] == "over":
                    return
                if seat is None:  # a result lies on the table for a moment
                    await asyncio.sleep(0.02)
                    continue
                number += 1
                await self.move(table, seat, state, f"{table} {number}")
                continue
            await asyncio.sleep(0.05)

    async def look(self, table: str) -> tuple[int | None, Any]:
        status, state = await self.house.ask("GET", f"/tables/{table}", self.tokens[table][0])
        if status != 200:
            raise Gone(str(status))
        seat = state["mover"]
        if seat == 1:
            status, state = await self.house.ask("GET", f"/tables/{table}", self.tokens[table][1])
        return seat, state

    async def move(self, table: str, seat: int, state: Any, key: str) -> None:
        """One move, asked for until it is answered."""
        if not state.get("moves"):
            return
        words = a_move(state["moves"])
        body = {"seq": state["seq"], "moves": [words], "key": key}
        until = time.monotonic() + 120
        while time.monotonic() < until:
            with contextlib.suppress(Gone):
                status, _ = await self.house.ask("POST", f"/tables/{table}/moves", self.tokens[table][seat], body)
                if status == 200:
                    self.acknowledged[table].append((seat, words))
                    return
                if status in (409, 422):  # it was not played, and never will be
                    return
            self.repeated += 1
            await asyncio.sleep(0.05)

    async def compare(self, table: str) -> dict[str, int]:
        """What the log holds, against what was acknowledged."""
        found = {"lost": 0, "doubled": 0, "changed": 0, "stuck": 0}
        seat, state = await self.look(table)
        while seat is None and state["status"] != "over":
            await asyncio.sleep(0.1)
            seat, state = await self.look(table)
        entries = await self.house.entries(table, self.tokens[table][0], state["seq"])
        log = [(entry["who"], entry["move"]) for entry in entries if entry["kind"] == "move" and entry["who"] in (0, 1)]
        told = self.acknowledged[table]
        found["lost"] = max(0, len(told) - len(log))
        found["doubled"] = max(0, len(log) - len(told))
        found["changed"] = sum(one != other for one, other in zip(told, log, strict=False))
        if seat is not None:
            before = len(told)
            await self.move(table, seat, state, f"{table} last")
            found["stuck"] = int(len(told) == before)
        return found


async def run(kills: int, tables: int, house: HouseProcess, postgres: Postgres | None) -> dict[str, Any]:
    play = Play(house.port)
    names = [await play.lay() for _ in range(tables)]
    sitting = [asyncio.ensure_future(play.sit(name)) for name in names]
    killed = {"house": 0, "database": 0}
    for number in range(kills):
        before = sum(map(len, play.acknowledged.values()))
        until = time.monotonic() + 20
        while sum(map(len, play.acknowledged.values())) < before + 3 * tables and time.monotonic() < until:
            await asyncio.sleep(0.02)
        if postgres is not None and number % 2 == 0:
            await asyncio.to_thread(postgres.kill)
            await asyncio.to_thread(postgres.start)
            killed["database"] += 1
        else:
            await asyncio.to_thread(house.kill)
            await asyncio.to_thread(house.start)
            killed["house"] += 1
        print(f"  kill {number + 1} of {kills}: {before} moves acknowledged", flush=True)
    await asyncio.sleep(1)
    play.ending = True
    await asyncio.gather(*sitting)
    total = {"lost": 0, "doubled": 0, "changed": 0, "stuck": 0}
    acknowledged = sum(map(len, play.acknowledged.values()))
    for name in names:
        for what, many in (await play.compare(name)).items():
            total[what] += many
    return {"kills": killed, "tables": tables, "acknowledged": acknowledged, "repeated": play.repeated, **total}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kills", type=int, nargs="?", default=20, metavar="N")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--postgres", action="store_true", help="keep games in a PostgreSQL, and kill it too")
    args = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = None
        if args.postgres:
            place = Path(tempfile.mkdtemp(prefix="brelan-pg-"))
            stack.callback(shutil.rmtree, place, ignore_errors=True)
            postgres = Postgres(place)
            postgres.start()
            stack.callback(postgres.kill)
        words = ("--rate", "1000000", "--workers", "1")
        house = HouseProcess(folder, *words, data=postgres.url if postgres else "").start()
        stack.callback(house.stop)
        print(json.dumps(asyncio.run(run(args.kills, args.tables, house, postgres))))


if __name__ == "__main__":
    main()
