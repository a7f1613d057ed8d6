"""Headers without end, requests never finished, more connections than there is room for: visitors still come in."""

import contextlib
import logging
import re
import socket
import time
from pathlib import Path

import httpx
import pytest

from brelan.house.base import logs
from brelan.house.testing import HouseProcess

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="a process is looked into as Linux does it")
SLOW = 3.0  # seconds this house waits for headers: it is tested whether it does, not for how long
SCRIPT = f"from brelan.house import run\nfrom brelan.house.http import door\ndoor.SLOW = {SLOW}\nrun.main()\n"
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))  # as little as some systems give to begin with
    try:
        folder = tmp_path_factory.mktemp("door")
        (folder / "house.py").write_text(SCRIPT)
        process = HouseProcess(folder, "--connections", "40", script=folder / "house.py").start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    yield process
    process.stop()


def resident(house):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{house.process.pid}/status").read_text())[1]) * 1024


def connect(house):
    line = socket.create_connection(("127.0.0.1", house.port))
    line.settimeout(60)
    return line


def send_all(line, data):
    """Sends until the house hangs up; answers how many bytes it took, and what it said."""
    sent = 0
    with contextlib.suppress(OSError):
        for _ in range(len(data) // 65536 + 1):
            line.sendall(data[sent : sent + 65536])
            sent += 65536
    said = b""
    with contextlib.suppress(OSError):
        while part := line.recv(65536):
            said += part
    return sent, said


def test_a_header_without_end_is_refused_and_costs_nothing(house):
    """120 MB in one header were taken."""
    before = resident(house)
    with connect(house) as line:
        sent, said = send_all(line, HALF + b"x" * 20_000_000)
    assert sent < 8_000_000, "the house read on"
    assert said == b"" or said.startswith(b"HTTP/1.1 431")
    assert resident(house) - before < 10_000_000


def test_a_head_just_too_long_is_told_so(house):
    for head in (
        HALF + b"x" * 40_000,
        HALF + b"1\r\n" + b"a: b\r\n" * 200,
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n",
    ):
        with connect(house) as line:
            _, said = send_all(line, head + b"\r\n\r\n")
        assert said.startswith(b"HTTP/1.1 431"), said[:80]
    with connect(house) as line:  # and one that is long, not too long, is answered
        line.sendall(HALF + b"x" * 20_000 + b"\r\nConnection: close\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200")


def hung_up(line):
    """Whether the house has closed the connection; what it says before is passed over."""
    line.settimeout(0.3)
    try:
        while line.recv(65536) != b"":
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


def stream(house):
    """A stream of a table's events, open."""
    headers = {"authorization": "Bearer " + httpx.post(house.url + "/api/v1/guests").json()["token"]}
    wanted = {"game": "dodeka", "seats": [{"who": "me"}, {"who": "open"}]}
    name = httpx.post(house.url + "/api/v1/tables", json=wanted, headers=headers, timeout=60).json()["id"]
    line = connect(house)
    line.sendall(f"GET /api/v1/tables/{name}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert b"text/event-stream" in line.recv(65536)
    return line


def test_half_open_sockets_keep_nobody_out_and_are_closed(house):
    """A connection that asks nothing takes a descriptor, and one byte stopped Uvicorn's own clock for ever."""
    listening = stream(house)
    silent = [connect(house) for _ in range(100)]  # far more than one address may have
    assert httpx.get(house.url + "/api/v1/games", timeout=30).status_code == 200
    assert len(list(Path(f"/proc/{house.process.pid}/fd").iterdir())) < 100
    half, drip = connect(house), connect(house)
    half.sendall(HALF)
    until = time.monotonic() + SLOW + 3
    for byte in HALF * 10:
        if time.monotonic() > until:
            break
        try:
            drip.sendall(bytes([byte]))
        except OSError:  # hung up on: the other one, which began before, is too
            break
        time.sleep(0.2)
    assert hung_up(half) and hung_up(drip) and all(map(hung_up, silent))
    again = [connect(house) for _ in range(100)]
    assert not hung_up(listening), "a stream was closed to make room for sockets that say nothing"
    for line in (listening, half, drip, *silent, *again):
        line.close()


def test_a_body_that_never_comes_is_not_waited_for(house):
    with connect(house) as line:
        line.sendall(b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\nx")
        answer = line.recv(100)  # answered at once (nothing of it is needed), or hung up
    assert answer == b"" or answer.startswith(b"HTTP/1.1 2")


def test_rubbish_does_not_fill_the_log(house):
    log = house.folder / "log.txt"
    before = log.stat().st_size
    for _ in range(300):
        with connect(house) as line:
            line.sendall(b"\x16\x03\x01 rubbish\r\n\r\n")
            with contextlib.suppress(OSError):
                line.recv(100)
    assert log.stat().st_size - before < 3000


def test_the_log_has_times_and_levels_and_says_what_it_left_out(capsys, monkeypatch):
    logs.set_up()
    now = [1000.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])
    for n in range(2 * logs.OFTEN + 1):
        if n == 2 * logs.OFTEN:
            now[0] += logs.MINUTE + 1
        logging.getLogger("brelan.house").warning("Table %s\nfell over", n)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == logs.OFTEN + 1
    assert all(
        re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ WARNING brelan\.house: Table \d+ fell", line) for line in lines
    )
    assert f"and {logs.OFTEN} more like it" in lines[-1]


def test_descriptors_are_raised_to_what_is_allowed(house):
    limits = Path(f"/proc/{house.process.pid}/limits").read_text()
    soft, hard = re.search(r"Max open files\s+(\d+)\s+(\d+)", limits).groups()
    assert int(soft) == min(int(hard), 65536)
