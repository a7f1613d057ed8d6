"""A house for tests and for `bench/house.py`: in a process of its own, which can be killed and started again."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class HouseProcess:
    """A house in its own process, on a port and a data folder that stay the same when it is started again.

    `popen` starts the process: our own tests fork it from one that has loaded what a house needs.
    """

    popen: Callable[..., Any] = subprocess.Popen

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        script: Path | None = None,
        lan: bool = False,
        data: str = "",
        warm: bool = False,
        cache: Path | None = None,
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._command = [
            sys.executable,
            *([str(script)] if script else ["-m", "brelan.house"]),
            "--no-browser",
            *([] if warm else ["--no-warm"]),
        ]
        self._command += [
            "--port",
            str(self.port),
            "--data",
            data or str(folder),
            *(["--lan"] if lan else []),
            *arguments,
        ]
        self._env = {**os.environ, "PYTHONUNBUFFERED": "1", **({"BRELAN_CACHE": str(cache)} if cache else {})}
        self.process: Any = None

    def start(self, wait: float = 60.0) -> "HouseProcess":
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "log.txt").open("ab") as log:
            self.process = self.popen(self._command, stdout=log, stderr=log, env=self._env)
        until = time.monotonic() + wait
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 2).close()  # asked often, and at little cost
                urlopen(self.url + "/api/v1/games", timeout=2).close()
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise RuntimeError(f"The house did not open: {(self.folder / 'log.txt').read_text()[-800:]}")

    def kill(self) -> None:
        """As a power cut would: no warning, no last words."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def failed_bots(self) -> list[str]:
        """What the log says of bots that failed: the table went on without them, but they must be mended."""
        lines = (self.folder / "log.txt").read_text(errors="replace").splitlines()
        return [line for line in lines if re.search(r" ERROR brelan\.house: Table .* failed: ", line)]

    def __enter__(self) -> "HouseProcess":
        return self.start()

    def __exit__(self, *_: Any) -> None:
        self.stop()
