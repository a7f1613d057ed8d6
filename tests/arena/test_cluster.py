"""A real scheduler and two worker processes on loopback: every number is that of the local run, whoever dies."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

import brelan
from brelan.arena import simulate, tournament
from brelan.crew import called
from brelan.games.dodeka.solve import partie

pytest.importorskip("distributed")
from brelan.arena import cluster

GAME, BOTS, OPTIONS = "dodeka", ("regular", "novice", "random"), {"parties": 1, "target": 200}
QUIET = ["--no-dashboard"]
ALONE = [*QUIET, "--no-nanny", "--nthreads", "1"]  # nobody brings back a worker that was killed


def dask(log, *arguments):
    """A process of Dask's, and the address it tells."""
    with log.open("w") as told:
        process = subprocess.Popen([sys.executable, "-m", "dask", *arguments], stderr=told, stdout=told)
    until = time.monotonic() + 120
    while not (found := re.search(r"(?:Scheduler at|Start worker at): +(tcp://[\d.]+:\d+)", log.read_text())):
        assert process.poll() is None and time.monotonic() < until, log.read_text()
        time.sleep(0.05)
    return found[1], process


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The address of a scheduler, and its two workers as processes, by their addresses."""
    folder = tmp_path_factory.mktemp("dask")
    address, scheduler = dask(folder / "scheduler", "scheduler", "--host", "127.0.0.1", "--port", "0", *QUIET)
    workers = {}
    try:
        for number in range(2):
            told, process = dask(folder / f"{number}", "worker", address, "--host", "127.0.0.1", *ALONE)
            workers[told] = process
        yield address, workers
    finally:
        for process in (*workers.values(), scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def crew(house):
    with cluster.opened(house[0]) as found:
        found.client.wait_for_workers(2, timeout=60)
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


def test_what_is_wrong_is_a_sentence(house):
    for where in ("somewhere", "local:0", "local:x"):
        with pytest.raises(cluster.ClusterError, match="tcp://HOST:PORT or local:N"):
            played(cluster=where)
    cluster_code = [sys.executable, "-m", "brelan", "simulate", GAME, "--cluster", "nowhere"]
    done = subprocess.run(cluster_code, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "tcp://" in done.stderr


def test_a_worker_killed_in_the_middle_costs_its_block_again(house, crew):
    """Last, since it does not come back: it is killed (kill -9) while it holds a block."""
    _, workers = house
    killed = []

    def kill(done, total, part=""):
        if not killed:
            busy = {address for address, keys in crew.client.processing().items() if keys}
            assert busy == set(workers)
            victim = max(busy)
            os.kill(workers[victim].pid, signal.SIGKILL)
            killed.append(victim)

    there = played(games=3000, cluster=crew, block=100, progress=kill)
    assert killed and same(played(games=3000), there)
    assert set(crew.workers()) == set(workers) - set(killed)


def test_nothing_of_dask_is_imported_otherwise():
    code = "import sys, brelan.cli, brelan.arena; print({'dask', 'distributed', 'scipy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
