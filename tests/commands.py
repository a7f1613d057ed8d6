"""`brelan` as a person types it, and houses, each time in a process of its own: forked from one that has loaded what
they need, which would take each of them a second.
"""

import atexit
import functools
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

SELDOM = 50_000  # so many new objects until garbage is looked for: there is little of it
PATIENCE = 300  # seconds: a command may have to compile something
# What Numba loads when something compiled is called for the first time.
COMPILER = """
from numba.core.registry import cpu_target
cpu_target.typing_context.refresh(), cpu_target.target_context.refresh()
"""
# The command line itself is imported by each: it reads its own words, and speaks its own language.
COMMANDS = f"""{COMPILER}
import brelan.engine.drivers, brelan.house.run, brelan.play.record, typer
for name in brelan.games():
    brelan.game(name).rules, brelan.game(name).moves, brelan.game(name).table, brelan.game(name).bots
"""
# What other sources of ours need of others' packages.
PACKAGES = "import babel.messages.pofile, numba.extending, numba.core.event, numpy.random"
# What is there already is not looked through for garbage, nor taken down one by one at the end.
BEFORE = "import gc\ngc.disable()\n"
AFTER = f"\ngc.freeze()\ngc.set_threshold({SELDOM})\ngc.enable()"
FORKS = """
import atexit, json, os, runpy, sys
exec(sys.argv[2])

def run(module, words, source, script):
    sys.argv = ["brelan", *words]
    try:
        if source:
            sys.path.insert(0, source)
        if script:
            exec(script, {"__name__": "__main__"})
        elif source:
            runpy.run_module(module, run_name="__main__")
        else:
            from brelan.cli import main
            main()
    except SystemExit as end:
        if not isinstance(end.code, str):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    return 0

for line in os.fdopen(int(sys.argv[1])):
    asked = json.loads(line)
    child = os.fork()
    if not child:
        for number, (file, mode) in enumerate((("in", os.O_RDONLY), ("out", os.O_WRONLY), ("err", os.O_WRONLY))):
            os.dup2(os.open(os.path.join(asked["folder"], file), mode | os.O_CREAT), number)
        os.environ.clear()
        os.environ.update(asked["env"])
        code = run(asked["module"], asked["words"], asked["source"], asked["script"])
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@functools.cache
def _forks(loaded=COMMANDS, template=FORKS, **env):
    ours, theirs = os.pipe()[::-1]
    process = subprocess.Popen(
        [sys.executable, "-c", template, str(theirs), BEFORE + loaded + AFTER],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env={**os.environ, "LANG": "C.UTF-8", **env},
        pass_fds=[theirs],
    )
    os.close(theirs)

    def end():
        os.close(ours)
        process.wait(30)

    atexit.register(end)
    return ours, process


def run(*words, stdin="", env=None):
    """What `brelan` with these words says and ends with; as `subprocess.run` tells it."""
    assert not any(name.startswith(("NUMBA", "PYTHON")) for name in env or {}), "that is read before the fork"
    return _run(_forks(), "brelan", words, stdin, env or {})


def run_plain(module, *words, source):
    """The same for a module of ours, from other sources, with rules that are plain Python."""
    return _run(_forks(PACKAGES, NUMBA_DISABLE_JIT="1"), module, words, "", {"NUMBA_DISABLE_JIT": "1"}, str(source))


def run_script(script, *words, source="", stdin="", env=None):
    """A script, where nothing of ours is loaded; with modules of ours from other sources if there are any."""
    return _run(_forks(COMPILER + PACKAGES), "a script", words, stdin, env or {}, str(source), script)


def _run(forks, module, words, stdin, env, source="", script=""):
    ours, process = forks
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "in").write_text(stdin, encoding="utf-8")
        asked = {"module": module, "words": words, "source": source, "script": script, "folder": folder}
        asked["env"] = {**os.environ, "LANG": "C.UTF-8", **env}
        os.write(ours, (json.dumps(asked) + "\n").encode())
        assert select.select([process.stdout], [], [], PATIENCE)[0], f"{module} {' '.join(words)} does not end"
        code = int(process.stdout.readline())
        out, err = ((Path(folder) / name).read_text(encoding="utf-8") for name in ("out", "err"))
    return subprocess.CompletedProcess(words, code, out, err)


# What a house needs before its first table. Nobody asks how one has ended, only whether.
HOUSE = COMPILER + "import brelan.house.run, brelan.engine.drivers"
HOUSES = """
import atexit, json, os, runpy, signal, sys
exec(sys.argv[2])
signal.signal(signal.SIGCHLD, signal.SIG_IGN)

def run(script, words):
    module = words.pop(0) if script == "-m" else ""
    sys.argv = ["brelan", *words]
    try:
        if module:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        else:
            sys.path.insert(0, os.path.dirname(script))
            runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        print(end.code or "", file=sys.stderr)
    except BaseException:
        sys.excepthook(*sys.exc_info())

for line in os.fdopen(int(sys.argv[1])):
    asked = json.loads(line)
    child = os.fork()
    if not child:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(asked["log"], os.O_WRONLY | os.O_APPEND)
        for number in (1, 2):
            os.dup2(log, number)
        sys.stdout.reconfigure(line_buffering=True)
        os.environ.clear()
        os.environ.update(asked["env"])
        run(*asked["command"])
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(0)
    print(child, flush=True)
"""


_asking = threading.Lock()


class House:
    """A forked house, as `subprocess.Popen` would have it."""

    loaded, before = HOUSE, ()  # and what is in the environment while that is loaded

    def __init__(self, command, stdout, stderr, env):
        _, script, *words = command
        asked = {"command": [script, words], "log": stdout.name, "env": env}
        with _asking:  # houses are started side by side, and each is told its own number
            ours, process = _forks(self.loaded, template=HOUSES, **dict(self.before))
            os.write(ours, (json.dumps(asked) + "\n").encode())
            self.pid = int(process.stdout.readline())
        self._ending = os.pidfd_open(self.pid)

    def __del__(self):
        os.close(self._ending)

    def poll(self):
        return 0 if select.select([self._ending], [], [], 0)[0] else None

    def wait(self, timeout=None):
        if not select.select([self._ending], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("brelan.house", timeout)
        return 0

    def send_signal(self, number):
        signal.pidfd_send_signal(self._ending, number)

    def terminate(self):
        if self.poll() is None:
            self.send_signal(signal.SIGTERM)

    def kill(self):
        if self.poll() is None:
            self.send_signal(signal.SIGKILL)
