"""What more players would need: `python bench/scale.py`, which docs/scale.md quotes.

A small simulation of the queues, in plain Python. A table has one move under way at a time: its POST is judged by a
server, waits for that server's writer, which commits all that waits together (and takes a breath after more than one
move, so that more come together), and is then drawn or written for each stream by the server the stream is with, which
has first to follow if it is another. Whoever is to move is drawn first, and of those who only look on, who are still
waiting when the next move comes, one drawing is left out. A process does one thing at a time, and no more of them work
at once than there are cores. Commits that notify come one after another, as PostgreSQL has it, and every server hears
of every group.

Put in are processor times as `bench/house.py` and `bench/house.py --servers 2` measured them; moves a second, delays
and drawings a move come out, so that they can be held against what was measured: `--check`.
"""

import argparse
import heapq
import itertools
import random
import statistics
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from brelan.house.store.store import BREATH

SHARE = 4  # one drawing in so many is for those who look on (`render_queue.py`)
Then = Callable[[], None]


class Costs(NamedTuple):
    """Seconds of processor time, but for the disk's."""

    move: float  # judging a POST, answering it, its part of the writer's work
    show: float  # one stream's news
    follow: float  # for another server: to play the move too
    hear: float  # for another server: of each group
    row: float  # for the database: of each move
    group: float  # and of each group
    flush: float  # waiting for the disk, while no other commit with a notification can
    load: float  # for the load, which shares the cores where it is on the same machine


SEND = 30e-6  # of a stream's news that are only written


def measured(json: float, drawn: float, drawings: float, json_by_two: float, database: float) -> tuple[Costs, Costs]:
    """Costs from moves a second of processor time: over the JSON stream, drawn (with so many drawings a move), over the
    JSON stream by two servers, and of the database's.
    """
    move = 1 / json - 2 * SEND
    hear = 60e-6
    follow = max(20e-6, 1 / json_by_two - 1 / json - hear / 10)  # about ten moves a group
    plain = Costs(move, SEND, follow, hear, 0.6 / database, 4 / database, 1.5e-3, 60e-6)
    return plain, plain._replace(show=(1 / drawn - move) / drawings)


@dataclass
class Process:
    """Does one thing at a time: what is urgent first, but for one in `SHARE`."""

    urgent: deque[tuple[float, Then]] = field(default_factory=deque)
    later: dict[object, tuple[float, Then]] = field(default_factory=dict)
    is_waiting: bool = False  # for a core, or has one
    count: int = 0
    worked: float = 0.0

    def next(self) -> tuple[float, Then]:
        self.count += 1
        if self.later and (not self.urgent or self.count % SHARE == 0):
            return self.later.pop(next(iter(self.later)))
        return self.urgent.popleft()


class Machine:
    """Processes that share cores: who is ready first works first."""

    def __init__(self, cores: int) -> None:
        self.now, self.free = 0.0, cores
        self.events: list[tuple[float, int, Then]] = []
        self.ready: deque[Process] = deque()
        self.order = itertools.count()

    def at(self, when: float, what: Then) -> None:
        heapq.heappush(self.events, (when, next(self.order), what))

    def work(self, process: Process, cost: float, then: Then, instead_of: object = None) -> None:
        """`instead_of`: what may wait, and takes the place of the same that still waits."""
        job = cost * (0.7 + 0.3 * random.expovariate(1.0)), then
        if instead_of is None:
            process.urgent.append(job)
        else:
            process.later[instead_of] = job
        if not process.is_waiting:
            process.is_waiting = True
            self.ready.append(process)
            self._begin()

    def _begin(self) -> None:
        while self.free and self.ready:
            process = self.ready.popleft()
            cost, then = process.next()
            process.worked += cost
            self.free -= 1
            self.at(self.now + cost, Ending(self, process, then))

    def run(self, until: float) -> None:
        while self.events and self.events[0][0] < until:
            self.now, _, what = heapq.heappop(self.events)
            what()


class Ending(NamedTuple):
    """A piece of work is done."""

    machine: Machine
    process: Process
    then: Then

    def __call__(self) -> None:
        machine, process = self.machine, self.process
        machine.free += 1
        process.is_waiting = False
        self.then()
        if not process.is_waiting and (process.urgent or process.later):
            process.is_waiting = True
            machine.ready.append(process)
        machine._begin()


class Club:
    """Tables of two, played at some servers on one database; the players of a table are with different servers."""

    def __init__(self, costs: Costs, servers: int, cores: int, tables: int, pace: float = 0.0) -> None:
        self.costs, self.pace, self.tables = costs, pace, tables
        self.machine = Machine(cores)
        self.servers = [Process() for _ in range(servers)]
        self.backends = [Process() for _ in range(servers)]  # the database's, one a server
        self.load = Process()
        self.waiting: list[list[tuple[int, int, float]]] = [[] for _ in range(servers)]
        self.commits = [False] * servers  # or rests
        self.flushed = 0.0  # when the last commit that notifies is through
        self.delays: list[float] = []
        self.shown = self.moves = self.groups = 0
        for table in range(tables):
            self._move(table, random.random() * (tables / pace if pace else 0.1))

    def _home(self, table: int, seat: int) -> int:
        return (table + seat) % len(self.servers)

    def _move(self, table: int, when: float) -> None:
        self.machine.at(when, lambda: self.post(table, self.machine.now))

    def post(self, table: int, began: float) -> None:
        seat = random.randrange(2)
        here = self._home(table, seat)

        def judged() -> None:
            self.waiting[here].append((table, seat, began))
            self.commit(here)

        self.machine.work(self.servers[here], self.costs.move, judged)

    def commit(self, here: int) -> None:
        """All that waits goes into one transaction."""
        if self.commits[here] or not self.waiting[here]:
            return
        self.commits[here] = True
        group, self.waiting[here] = self.waiting[here], []

        def written() -> None:
            self.flushed = max(self.flushed, self.machine.now) + self.costs.flush
            self.machine.at(self.flushed, done)

        def rested() -> None:
            self.commits[here] = False
            self.commit(here)

        def done() -> None:
            self.machine.at(self.machine.now + (BREATH if len(group) > 1 else 0.0), rested)
            self.groups += 1
            for other, server in enumerate(self.servers):
                if other != here:
                    self.machine.work(server, self.costs.hear, nothing)
            for table, seat, began in group:
                self.stored(table, seat, began)

        self.machine.work(self.backends[here], self.costs.group + self.costs.row * len(group), written)

    def stored(self, table: int, seat: int, began: float) -> None:
        """News for both; whoever is to move next plays once they have them."""
        self.moves += 1
        here, mover = self._home(table, seat), random.randrange(2)
        for other in (0, 1):
            there = self._home(table, other)
            if there != here:
                self.machine.work(self.servers[there], self.costs.follow, nothing)
            seen = Seen(self, table, began, other != seat, other == mover)
            may_wait = other != mover and self.costs.show > SEND
            self.machine.work(self.servers[there], self.costs.show, seen, (table, other) if may_wait else None)

    def measure(self, seconds: float) -> dict[str, float]:
        self.machine.run(1.0)
        self.delays.clear()
        self.shown = self.moves = self.groups = 0
        before = [sum(one.worked for one in some) for some in (self.servers, self.backends)]
        self.machine.run(1.0 + seconds)
        busy = [sum(one.worked for one in some) for some in (self.servers, self.backends)]
        late = sorted(self.delays)
        return {
            "moves/s": round(self.moves / seconds),
            "of the servers' time": round(self.moves / (busy[0] - before[0])),
            "news a move": round(self.shown / self.moves, 2),
            "moves a group": round(self.moves / self.groups, 1),
            "median ms": round(1000 * statistics.median(late), 1),
            "p99 ms": round(1000 * late[int(0.99 * len(late))], 1),
            "database's cores": round((busy[1] - before[1]) / seconds, 2),
        }


class Seen(NamedTuple):
    """A stream has got its news."""

    club: Club
    table: int
    began: float
    is_other: bool  # not who made the move
    plays: bool

    def __call__(self) -> None:
        club = self.club
        club.shown += 1
        if self.is_other:
            club.delays.append(club.machine.now - self.began)
        if self.plays:
            pause = random.expovariate(club.pace / club.tables) if club.pace else 0.0
            club.machine.work(club.load, club.costs.load, lambda: club._move(self.table, club.machine.now + pause))


def nothing() -> None:
    pass


def check(json: Costs, drawn: Costs, tables: int) -> None:
    """The situations that `bench/house.py` measures on two cores."""
    for name, costs in (("drawn", drawn), ("JSON", json)):
        for servers in (1, 2):
            print(f"{name:5}, {servers} of 2 cores' servers", Club(costs, servers, 2, tables).measure(6), flush=True)
    print("drawn, 2 servers, paced at 100/s", Club(drawn, 2, 2, tables, pace=100).measure(20), flush=True)


def further(drawn: Costs) -> None:
    """More servers, cores enough for everybody, on one database."""
    for servers in (4, 16, 64):
        found = Club(drawn, servers, 8 * servers, 200 * servers).measure(2)
        print(f"drawn, {servers} servers, cores enough", found, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=float, default=6050, help="moves a second of the server's time, JSON stream")
    parser.add_argument("--drawn", type=float, default=2120, help="the same, drawn")
    parser.add_argument("--drawings", type=float, default=1.33, help="and with so many events a move")
    parser.add_argument("--json-by-two", type=float, default=4340, help="JSON stream, by two servers")
    parser.add_argument("--database", type=float, default=45000, help="moves a second of PostgreSQL's time")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--check", action="store_true", help="only what can be compared with a measurement")
    options = parser.parse_args()
    random.seed(1)
    costs = measured(options.json, options.drawn, options.drawings, options.json_by_two, options.database)
    check(*costs, options.tables)
    if not options.check:
        further(costs[1])
