"""`python -m tests`: everything `make test` runs, side by side.

Each run waits now and then for what the others do not need. They are runs of their own because what one needs is in
another's way: the kit has bounds checks compiled in, so what it compiles need not be fast, and Playwright leaves a loop
running where no test of the house could start one.

What fails beside others is run once more alone and told again: real processes and pages have deadlines that a busy
machine may miss; a fault fails twice.
"""

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import brelan
from brelan.engine.paths import cache_folder

BUILD = Path("build") / "tests"
CORES = os.cpu_count() or 1
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
# Where somebody has forbidden Python to keep what it has read, each process would read all sources anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


class Run(NamedTuple):
    """A run of pytest. One that waits for nothing is `patient`: it stands back behind those that have deadlines."""

    name: str
    words: tuple[str, ...]
    more: tuple[str, ...] = ()  # when it is run with others
    env: tuple[tuple[str, str], ...] = ()
    patient: bool = False

    def start(self, *more: str, log: Path | None = None) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "pytest", "-q", "-o", f"cache_dir={BUILD / self.name}", *self.words, *more]
        if self.patient:
            command = ["nice", *command]
        out = log.open("wb") if log else None
        return subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, **dict(self.env)})


RUNS = (
    Run(
        "others",
        ("tests", "--ignore=tests/kit", "--ignore=tests/browser"),
        # They wait a good part of their time. Long files come first (`conftest.py`).
        (f"-n{CORES + 1}", "--dist=loadfile", "--no-loadscope-reorder"),
    ),
    Run("pages", ("tests/browser",), (f"-n{CORES}", "--dist=worksteal")),
    Run("kit", ("tests/kit",), (), tuple(CHECKED.items()), patient=True),
)


def compiled_mark() -> Path:
    """Stands beside what is compiled once everything has been, from these sources and with this compiler."""
    total = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for file in sorted([*Path(brelan.__file__).parent.rglob("*.py"), Path(__file__).with_name("everything.py")]):
        total.update(file.read_bytes())
    return cache_folder("compiled") / f"tests-{total.hexdigest()[:20]}"


def compile_everything() -> bool:
    """What tests call of the games is compiled before, as many games at once as there are cores."""
    if (mark := compiled_mark()).exists():
        return True

    def is_compiled(game: str) -> bool:
        return subprocess.run([sys.executable, "-m", "tests.everything", game]).returncode == 0

    with ThreadPoolExecutor(CORES) as pool:
        if not all(pool.map(is_compiled, reversed(brelan.games()))):  # those that take longest come first
            return False
    for old in mark.parent.glob("tests-*"):
        old.unlink(missing_ok=True)
    mark.touch()
    return True


def main() -> int:
    """Runs all of them; what the first says is shown as it goes, what the others said when they are through."""
    if not compile_everything():
        return 1
    BUILD.mkdir(parents=True, exist_ok=True)
    first, *others = RUNS
    working = {run: run.start(*run.more, log=BUILD / f"{run.name}.log") for run in others}
    working[first] = first.start(*first.more)
    try:
        failed = [run for run in (first, *others) if working[run].wait()]
    except KeyboardInterrupt:
        for process in working.values():
            process.terminate()
        return 130
    for run in others:
        print(f"\n{run.name}:\n{(BUILD / f'{run.name}.log').read_text(errors='replace')}", flush=True)
    code = 0
    for run in failed:
        print(f"\n{run.name}, what failed, once more and alone:", flush=True)
        code = run.start("--last-failed", "--last-failed-no-failures=none").wait() or code
    return code


if __name__ == "__main__":
    sys.exit(main())
