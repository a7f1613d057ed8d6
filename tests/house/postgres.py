"""A PostgreSQL of our own, for tests: on loopback, in a folder of its own."""

import contextlib
import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from brelan.house.testing import free_port

HERE = "127.0.0.1"


def program(name):
    """One of PostgreSQL's programs; Debian keeps them out of the way."""
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None)
    if found is None:
        pytest.skip(f"PostgreSQL's {name} is not on this machine")
    return found


class Server:
    """A PostgreSQL in its own folder, which can be stopped and started again.

    It refuses to run as root, so root lends it another user.
    """

    def __init__(self, folder):
        import pwd

        self.folder, self.port = folder, free_port()
        self.user = {}
        if os.geteuid() == 0:
            known = {user.pw_name: user for user in pwd.getpwall()}
            one = known.get("postgres") or known["nobody"]
            os.chown(folder, one.pw_uid, one.pw_gid)
            self.user = {"user": one.pw_uid, "group": one.pw_gid, "extra_groups": []}
        command = [
            program("initdb"),
            "-D",
            folder / "data",
            "-U",
            "brelan",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **self.user)

    def start(self):
        import psycopg

        settings = {"listen_addresses": HERE, "unix_socket_directories": self.folder, "port": self.port}
        settings["fsync"] = "off"  # houses are killed here, never the machine
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with open(os.devnull, "w") as nothing:
            command = [program("postgres"), "-D", self.folder / "data", *options]
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=nothing, stderr=nothing, **self.user)
        for _ in range(200):
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, "PostgreSQL did not start"
                time.sleep(0.05)
        raise AssertionError("PostgreSQL does not answer")

    def stop(self):
        self.process.send_signal(signal.SIGINT)  # at once, with whoever is connected
        self.process.wait(30)

    def url(self, name):
        return f"postgresql://brelan@{HERE}:{self.port}/{name}"

    def new_database(self):
        """The URL of a database nobody has used."""
        import psycopg

        name = f"house_{time.monotonic_ns()}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)


@contextlib.contextmanager
def running():
    """One that runs; skips where there is none, or no driver."""
    pytest.importorskip("pwd", reason="PostgreSQL is started for these tests as Unix does it")
    pytest.importorskip("psycopg", reason="PostgreSQL's driver is not installed (pip install brelan[postgres])")
    program("initdb"), program("postgres")
    folder = Path(tempfile.mkdtemp(prefix="brelan-pg-"))  # not under pytest's own, which only root may enter
    try:
        one = Server(folder)
        one.start()
        yield one
        one.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
