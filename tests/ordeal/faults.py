"""What goes wrong: answers of the database, notices between servers, and servers themselves."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

from brelan.model.errors import BrelanError

from .loop import WORLD
from .servers import LISTENING, Process

REFUSED, BEFORE, AFTER = 0.001, 0.003, 0.005  # of statements and commits
LATE, DOUBLED, FORGED = 0.03, 0.03, 0.02  # of notices
BETWEEN = 8.0  # seconds between two troubles


def breaking(world: Any) -> Callable[[Any, str], bool]:
    """Whether a server's connection to the database breaks just now."""
    rng = random.Random(world.rng.getrandbits(60))
    shares = {"execute": REFUSED, "before commit": BEFORE, "after commit": AFTER}

    def breaks(process: Any, when: str) -> bool:
        if process is None or not process.is_open or world.is_calm or not world.happens(when):
            return False
        return rng.random() < shares[when]

    return breaks


def deliver(world: Any, payload: str) -> None:
    """A notice goes to all servers: later, and now and then late, twice, out of order, or one that nobody sent."""
    rng = world.rng
    for process in world.processes:
        if process.dead or process.listener is None:
            continue
        times = 1 + _happens(world, "double", DOUBLED)
        for _ in range(times):
            at = world.loop.now + rng.expovariate(1 / LISTENING)
            if _happens(world, "late", LATE):
                at += rng.random() * 2
            if not world.reorders:
                at = process.heard_at = max(process.heard_at + 1e-6, at)  # at the same time is in no order
            _at(world, process, at, payload)
        if _happens(world, "forge", FORGED):
            _at(world, process, at + rng.random(), forged(world))


def _happens(world: Any, what: str, share: float) -> bool:
    return not world.is_calm and world.happens(what) and world.rng.random() < share


def _at(world: Any, process: Process, at: float, payload: str) -> None:
    world.loop.call_at(at, process.listener.hear, payload, context=process.context.copy())


def forged(world: Any) -> str:
    """Hints of what is not there: they may cost a look at the log, and nothing else."""
    rng = world.rng
    name = rng.choice([*world.checks.logs, "nowhere"])
    seq = world.checks.logs[name].seq if name in world.checks.logs else 1
    return "ffffffff\n" + rng.choice((f"{name}:{seq + rng.randint(1, 9)}:", f"{name}:{max(1, seq - 1)}:", f"{name}:0"))


async def trouble(world: Any) -> None:
    """Servers are killed, stopped, closed and opened again; they lose what they listen by; guests go away."""
    rng = world.rng
    while not world.is_calm:
        await asyncio.sleep(rng.expovariate(1 / BETWEEN))
        process = rng.choice(world.processes)
        if world.is_calm or not process.is_open or process.stopped:
            continue
        what = rng.choice(("kill", "kill", "stop", "close", "deafen", "leave", "leave"))
        if not world.happens(what):
            continue
        world.note("trouble", process.name, what)
        if what == "stop":
            process.stop()
            await asyncio.sleep(rng.uniform(0.1, 9.0))
            process.go_on()
        elif what == "deafen":
            if process.listener is not None:
                process.listener.lose(rng.uniform(0.1, 4.0))
        elif what == "leave":
            guest = rng.choice(world.guests)
            guest.away = True
            world.loop.call_later(rng.uniform(1, 25), setattr, guest, "away", False, context=WORLD.copy())
        else:
            if what == "kill":
                process.kill()
            else:
                await process.close()
            await asyncio.sleep(rng.uniform(0.1, 8.0))
            await reopen(world, process)


async def reopen(world: Any, process: Process) -> None:
    """A new process in the place of one that is gone."""
    while world.current(process) is process:
        fresh = Process(world, process.name)
        try:
            await fresh.open()
        except (BrelanError, ConnectionError) as error:
            world.note("cannot open", process.name, type(error).__name__)
            fresh.kill()
            await asyncio.sleep(0.5)
            continue
        if world.current(process) is not process:  # somebody else was quicker
            fresh.kill()
            return
        world.processes[world.processes.index(process)] = fresh
        world.note("open", process.name)
