"""The command line itself: where it keeps games, where it listens, whom it believes."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from brelan.house.store.database import engine_for
from brelan.house.testing import HouseProcess, free_port

from ..commands import run
from ..house.conftest import postgres, url  # noqa: F401
from ..house.postgres import HERE

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/net/tcp"), reason="Linux tells who listens where")


@contextlib.contextmanager
def brelan(folder, *words):
    """`brelan` with these words, in a folder of its own: its port, and the file of what it says."""
    port, said = free_port(), folder / "said.txt"
    command = [sys.executable, "-c", "from brelan.cli import main; main()", "--no-browser", "--port", str(port), *words]
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
    with said.open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=out, env=env)
    try:
        until = time.monotonic() + 60
        while not listening(port) and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        while "Ctrl+C" not in said.read_text() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        assert process.poll() is None, said.read_text()
        yield port, said
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def listening(port):
    """The addresses something listens at on this port, as Linux tells them."""
    found = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        address, state = line.split()[1], line.split()[3]
        if state == "0A" and int(address.split(":")[1], 16) == port:
            found.add(socket.inet_ntoa(bytes.fromhex(address.split(":")[0])[::-1]))
    return found


def test_a_url_as_data_is_a_database_and_no_folder(tmp_path, url):  # noqa: F811
    """`brelan --data postgresql://…` made a folder of that name, with the password in it, and a file there."""
    secret = url.replace("brelan@", "brelan:secret@")
    with brelan(tmp_path, "--data", secret) as (port, said):
        answer = httpx.post(f"http://{HERE}:{port}/api/v1/guests?name=Katy", timeout=30)
        assert answer.status_code == 201
        assert "secret" not in said.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["said.txt"]
    with engine_for(url).connect() as connection:
        assert connection.exec_driver_sql("SELECT name FROM guests").scalars().all() == ["Katy"]


@pytest.mark.parametrize(
    ("words", "address", "says"),
    [
        (["--public-url", "https://games.example.org/"], "127.0.0.1", "the web server in front lets people in"),
        (["--public-url", "https://games.example.org/", "--host", "0.0.0.0"], "0.0.0.0", "can come in"),
        (["--lan"], "0.0.0.0", "On the local network"),
    ],
    ids=lambda value: "_".join(value) if isinstance(value, list) else "",
)
def test_it_listens_where_it_says(tmp_path, words, address, says):
    with brelan(tmp_path, *words, "--data", str(tmp_path / "data")) as (port, said):
        assert listening(port) == {address}
        assert says in said.read_text()
        if address == "0.0.0.0":
            assert "Only this machine" not in said.read_text()


@pytest.mark.parametrize("trusted", [False, True])
def test_a_forwarded_address_is_taken_from_the_trusted_proxy_alone(tmp_path, trusted):
    """Else whoever writes the header has a new address, and new credit, with each request."""
    words = ["--rate", "1", "--trust-proxy", HERE] if trusted else ["--rate", "1"]
    with HouseProcess(tmp_path, *words) as house, httpx.Client(base_url=house.url, timeout=30) as client:
        answers = [
            client.post("/api/v1/guests", headers={"x-forwarded-for": f"203.0.{n // 250}.{n % 250 + 1}"}).status_code
            for n in range(420)
        ]
    assert set(answers) == ({201} if trusted else {201, 429})


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--host", "nowhere"], "--host takes an address"),
        (["--host", "203.0.113.9"], "does not have the address"),
        (["--trust-proxy", "my proxy"], "--trust-proxy takes an address"),
        (["--public-url", "http://["], "--public-url is an address"),
        (["--public-url", "https://"], "--public-url is an address"),
    ],
)
def test_a_wrong_address_is_a_sentence(tmp_path, words, says):
    done = run("--no-browser", "--data", str(tmp_path), *words)
    assert done.returncode == 2 and says in done.stderr
    assert "Traceback" not in done.stderr
