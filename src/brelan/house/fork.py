"""Several servers from one command: forked once the port is bound, before one has a store, a thread or a loop."""

import contextlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from ..model.errors import BrelanError
from ..model.words import N_

CANNOT = 3  # the exit status of a server that could not be opened: the others could not either
PAUSE = 1.0  # seconds before one that died is started again
logger = logging.getLogger("brelan.house")


def keep_open(many: int, work: Callable[[int], None], lang: str) -> None:
    """Runs `work(number)` in so many processes until this one is told to end. One that dies is started again; why one
    cannot be opened is told in `lang`.
    """
    if not hasattr(os, "fork"):
        raise BrelanError(N_("--servers needs a system that can fork: start several houses on ports of their own."))
    children: dict[int, int] = {}
    ending: list[int] = []

    def end(signum: int, _: Any) -> None:
        ending.append(signum)
        for pid in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    before = {signum: signal.signal(signum, end) for signum in (signal.SIGINT, signal.SIGTERM)}
    alive, held = os.pipe()  # whose other end closes when this process is gone
    failed = False
    try:
        for number in range(many):
            children[_child(number, work, alive, held, before, lang)] = number
        while children:
            pid, status = os.wait()
            number = children.pop(pid, -1)
            if number < 0 or ending:
                continue
            if os.waitstatus_to_exitcode(status) == CANNOT:
                failed = True
                end(signal.SIGTERM, None)
                continue
            logger.error("Server %d of %d ended (%d): it is started again.", number + 1, many, status)
            time.sleep(PAUSE)
            if not ending:
                children[_child(number, work, alive, held, before, lang)] = number
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)
        os.close(alive)
        os.close(held)
    if failed:
        sys.exit(1)


def _child(
    number: int, work: Callable[[int], None], alive: int, held: int, handlers: Mapping[signal.Signals, Any], lang: str
) -> int:
    """Forks; answers the child's number among processes. The child does its work and never comes back."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    status = 0
    try:
        os.close(held)
        for signum, handler in handlers.items():
            signal.signal(signum, handler)
        threading.Thread(target=_outlive, args=[alive], daemon=True).start()
        work(number)
    except BrelanError as error:
        print(error.said(lang), file=sys.stderr)
        status = CANNOT
    except KeyboardInterrupt:
        pass
    except BaseException:
        logger.exception("A server went wrong")
        status = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _outlive(alive: int) -> None:
    """A server does not outlive the command that started it."""
    os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGTERM)
