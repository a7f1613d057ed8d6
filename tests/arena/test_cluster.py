"""A real scheduler and worker processes on loopback, as of two hosts: every number is that of the local run, whoever
dies.
"""

import os
import re
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

import brelan
from brelan.arena import simulate, tournament
from brelan.engine.crew import called
from brelan.games.dodeka.solve import partie
from brelan.model.contract import Quiz
from brelan.school import making

from ..commands import HOUSE, House, run

pytest.importorskip("distributed")
import dask

from brelan.arena import cluster

GAME, BOTS, OPTIONS = "dodeka", ("regular", "novice", "random"), {"parties": 1, "target": 200}
HOSTS = {"first": "127.0.0.1", "second": "127.0.0.1", "third": "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"}
QUIET = ["--no-dashboard"]
ALONE = [*QUIET, "--no-nanny", "--nthreads", "1"]  # nobody brings back a worker that was killed


PATIENCE = "3s"  # for 30: how long whoever was killed is called


class Dask(House):
    """A process of Dask's, forked from one that has loaded it and has played before."""

    loaded = f"""{HOUSE}
import brelan.arena, distributed.cli.dask_scheduler, distributed.cli.dask_worker
brelan.arena.simulate({GAME!r}, {BOTS!r}, 3, seed=1, processes=1, options={OPTIONS!r})
"""
    before = (("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", PATIENCE),)


def started(log, *arguments):
    with log.open("w") as told:
        return Dask([sys.executable, "-m", "dask", *arguments], stderr=told, stdout=told, env=dict(os.environ))


def address_of(process, log):
    """The address it tells."""
    until = time.monotonic() + 120
    while not (found := re.search(r"(?:Scheduler at|Start worker at): +(tcp://[\d.]+:\d+)", log.read_text())):
        assert process.poll() is None and time.monotonic() < until, log.read_text()
        time.sleep(0.05)
    return found[1]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The address of a scheduler, and its workers as processes, by their addresses: two of one host, one of another."""
    folder = tmp_path_factory.mktemp("dask")
    logs = [folder / name for name in ("scheduler", *HOSTS)]
    processes = [started(logs[0], "scheduler", "--host", "127.0.0.1", "--port", "0", *QUIET)]
    try:
        address = address_of(processes[0], logs[0])
        for log, host in zip(logs[1:], HOSTS.values(), strict=True):
            processes.append(started(log, "worker", address, "--host", host, *ALONE))
        workers = {address_of(process, log): process for process, log in zip(processes[1:], logs[1:], strict=True)}
        yield address, workers
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def crew(house):
    with dask.config.set({"distributed.comm.timeouts.connect": PATIENCE}), cluster.opened(house[0]) as found:
        found.client.wait_for_workers(len(HOSTS), timeout=60)
        yield found


def same(one, other):
    return all((getattr(one, part) == getattr(other, part)).all() for part in ("payoffs", "seats", "lengths"))


def played(games=900, **how):
    return simulate(GAME, BOTS, games, seed=5, options=OPTIONS, swap=True, **how)


def test_every_block_size_gives_the_local_result(crew):
    here = played()
    for block in (None, 7, 250, 10_000):
        assert same(here, played(cluster=crew, block=block)), block
    later = played(games=300, first=600, cluster=crew.client, block=90)
    assert (later.payoffs == here.payoffs[600:]).all() and (later.seats == here.seats[600:]).all()


def test_all_workers_are_known_whatever_the_client_hears_meanwhile(crew, monkeypatch):
    """Every few seconds it asks for everything but the workers, and forgets those."""
    real = crew.client._update_scheduler_info

    async def again(**more):
        await real(**more)
        await real()

    monkeypatch.setattr(crew.client, "_update_scheduler_info", again)
    assert len(crew.workers()) == len(HOSTS) and len(crew.one_a_host()) == len(set(HOSTS.values()))


def test_a_tournament_is_the_local_one_and_goes_on_where_it_stopped(crew, tmp_path):
    game, bots = brelan.game(GAME), ["novice", "regular"]
    here = tournament(game, bots, players=3, games=90, seed=2, options=OPTIONS)
    file = tmp_path / "results.csv"

    def interrupted(done, total, part=""):
        if done > 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament(game, bots, 3, 90, 2, OPTIONS, interrupted, crew, file)
    assert file.read_text().splitlines()[1].split(",")[7] == "27"  # in groups of three, a tenth at a time
    heard = []
    there = tournament(game, bots, 3, 90, 2, OPTIONS, lambda done, *_: heard.append(done), crew, file)
    assert there == here and heard[0] > 27 and heard[-1] == 90
    assert tournament(game, bots, 3, 90, 2, OPTIONS, None, "nothing is played", file) == here
    more = tournament(game, bots, 3, 120, 2, OPTIONS, resume=file)
    assert more == tournament(game, bots, 3, 120, 2, OPTIONS)
    text = file.read_text()
    file.write_text(text.replace(text.strip().rsplit(",", 1)[1], "elsewhere"))
    with pytest.raises(brelan.BrelanError, match="bots of another version"):
        tournament(game, bots, 3, 90, 2, OPTIONS, resume=file)
    file.write_text("a,b\n1,2\n")
    with pytest.raises(brelan.BrelanError, match="holds no results"):
        tournament(game, bots, 3, 90, 2, OPTIONS, resume=file)


def test_a_partie_is_solved_by_layers(crew):
    """Byte by byte, while each worker keeps its own copy of the table."""
    here = partie.solve_partie(2, 150)
    with called(crew):
        there = partie.solve_partie(2, 150)
    assert (here.values == there.values).all() and here.values.any()
    assert (here.ties == there.ties).all()


def test_a_worker_that_differs_is_named(crew, monkeypatch):
    own = cluster.origin()
    monkeypatch.setattr(cluster, "origin", lambda: own._replace(sources="0" * 20))
    fresh = cluster.Cluster(crew.client)
    first = min(crew.workers())
    with pytest.raises(
        cluster.ClusterError, match=rf"Worker {first} has other sources of Brelan \({own.sources[:8]}\)"
    ):
        played(cluster=fresh)
    fresh._checked = True  # one that came later is looked at by its own block
    with pytest.raises(cluster.ClusterError, match="has other sources of Brelan"):
        list(fresh.each(abs, [1]))
    old = tuple((name, "0.1" if name == "Numba" else version) for name, version in own.versions)
    monkeypatch.setattr(cluster, "origin", lambda: own._replace(versions=old))
    with pytest.raises(cluster.ClusterError, match=rf"Worker {first} has Numba .*, this machine has 0\.1"):
        cluster.Cluster(crew.client).check()


MINE = "__import__('distributed').get_worker()"


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is there on Linux alone")
def test_one_worker_a_host_gets_ready_and_hosts_that_differ_are_told(crew, tmp_path):
    """What is compiled or solved first is so once a host."""
    file = f"__import__('pathlib').Path({str(tmp_path)!r}, {MINE}.ip + ' ' + str({MINE}.port))"
    assert crew.get_ready(partial(eval, f"{file}.touch()")) == [None, None]
    assert sorted(mark.name.split()[0] for mark in tmp_path.iterdir()) == ["127.0.0.1", "127.0.0.2"]
    with pytest.raises(cluster.ClusterError, match=r"Worker tcp://127\.0\.0\.2:\d+ looks up other tables"):
        crew.get_ready(partial(eval, f"{MINE}.ip"))


def test_problems_are_those_made_here(crew, monkeypatch):
    """Games are looked through ahead, yet what is taken from them is as if one came after the other."""
    game = brelan.game(GAME)
    monkeypatch.setattr(game, "quiz", (Quiz(2, {"target": 100, "parties": 1}, 2.0),))
    monkeypatch.setattr(making, "LARGEST", 0.5)  # a grade is full while games after it are looked through already
    here = making.make(game, 4, seed=26)
    with called(crew):
        there = making.make(game, 4, seed=26)
    assert here == there and [problem.grade for problem in here] == [2, 1, 2, 3]


def test_what_is_wrong_is_a_sentence(house):
    for where in ("somewhere", "local:0", "local:x"):
        with pytest.raises(cluster.ClusterError, match="tcp://HOST:PORT or local:N"):
            played(cluster=where)
    done = run("simulate", GAME, "--cluster", "nowhere")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "tcp://" in done.stderr


def test_a_worker_killed_in_the_middle_costs_its_block_again(house, crew):
    """Last, since it does not come back: it is killed (kill -9) while it holds a block."""
    _, workers = house
    killed = []

    def kill(done, total, part=""):
        busy = {address for address, keys in crew.client.processing().items() if keys and not killed}
        if len(busy) > 1:
            victim = max(busy)
            os.kill(workers[victim].pid, signal.SIGKILL)
            killed.append(victim)

    there = played(games=30_000, cluster=crew, block=1000, progress=kill)
    assert killed and same(played(games=30_000), there)
    assert set(crew.workers()) == set(workers) - set(killed)


def test_that_nobody_is_left_is_told_and_another_goes_on(house, crew, tmp_path, monkeypatch):
    """The last of all: every worker is killed."""
    address, workers = house
    log, told, new, ends = tmp_path / "new", [], [], False
    for process in workers.values():
        process.kill()
        process.wait()
    monkeypatch.setattr(cluster, "LOOK", 0.2)

    def tell(wrong):
        told.append(str(wrong))
        if ends:
            raise KeyboardInterrupt
        new.append(started(log, "worker", address, "--host", "127.0.0.1", *ALONE))

    alone = cluster.Cluster(crew.client, tell)
    alone._checked = True
    try:
        assert dict(alone.each(abs, [-1, -2])) == {0: 1, 1: 2}
        assert (
            len(told) == 1
            and f"lost all its workers; the work goes on as soon as one is there (`dask worker {address}`)" in told[0]
        )
        new[0].kill()
        new[0].wait()
        ends = True
        with pytest.raises(KeyboardInterrupt):
            list(alone.each(abs, [-1, -2]))
    finally:
        for process in new:
            process.kill()
            process.wait()


def test_nothing_of_dask_is_imported_otherwise():
    code = "import sys, brelan.cli, brelan.arena; print({'dask', 'distributed', 'scipy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
