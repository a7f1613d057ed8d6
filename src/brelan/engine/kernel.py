"""The `@kernel` decorator and the generator compiled code draws from; beside them the referee's numbers, for rules.

A kernel is a plain function compiled by Numba. With `NUMBA_DISABLE_JIT=1` it stays plain Python.

Numba's cache looks only at a function's own file, so an edited helper would leave its callers running old code.
Every kernel is therefore cached in a folder named by a hash of all the sources it is made from, followed by import.
"""

import contextlib
import functools
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import cgutils, event, types
from numba.extending import intrinsic, overload

from ..model.referee import CHANCE, NEXT, OVER, SPECTATOR, TIME
from .linking import Piece, Whole
from .paths import cache_folder
from .sources import digest, part_of

__all__ = ["CHANCE", "NEXT", "OVER", "SPECTATOR", "TIME", "below", "compiled", "copy_record", "inner_kernel", "kernel",
           "next32", "reseed", "stream", "uniform", "weighted"]  # fmt: skip

config: Any = numba.config
VERSIONS_KEPT = 4  # compiled folders kept on disk of what is made of the same parts, most recently used first
UNUSED = 30 * 24 * 3600  # seconds after which a folder goes in any case


def _kind(parts: tuple[str, ...]) -> str:
    """What is compiled, and how: a newer version of one kind never drives out another kind."""
    kind = (numba.__version__, sys.version_info[:2], config.BOUNDSCHECK, config.OPT, parts)
    return hashlib.sha256(repr(kind).encode()).hexdigest()[:6]


def compiled_folder(*parts: str) -> str:
    """Where the kernels of these parts are cached; the first part gives the name. Where there can be no such folder,
    nothing lies there.
    """
    folder = _folder(*parts)
    if not os.path.isdir(folder):  # it has been removed since
        with contextlib.suppress(OSError):
            os.makedirs(folder, exist_ok=True)
    return folder


@functools.cache
def _folder(*parts: str) -> str:
    """The same, looked for once: newer than others on the disk, the oldest of which go."""
    root = cache_folder("compiled")
    stem = ".".join(parts[0].split(".")[1:]).removeprefix("games.")
    kind = _kind(parts)
    folder = root / f"{stem}-{digest(*parts)}-{kind}"
    with contextlib.suppress(OSError):  # it may be read alone, or there is no room: it is used as it is
        folder.mkdir(exist_ok=True)
        folder.touch()
        _sweep(root, stem, kind)
    return str(folder)


def _sweep(root: Path, stem: str, kind: str) -> None:
    """Removes what nobody has used for long, and all but the last few versions of one kind."""
    used: dict[Path, float] = {}
    for path in root.glob(f"{stem}-{'?' * 20}-{'?' * 6}"):
        with contextlib.suppress(FileNotFoundError):  # another process has just removed it
            used[path] = path.stat().st_mtime
    versions = sorted((path for path in used if path.name.endswith(kind)), key=lambda path: used[path], reverse=True)
    for old in {*versions[VERSIONS_KEPT:], *(path for path in used if used[path] < time.time() - UNUSED)}:
        shutil.rmtree(old, ignore_errors=True)


def _options(inner: bool) -> dict[str, Any]:
    """What `numba.njit(nogil=True, forceinline=inner, _nrt=not inner)` asks for."""
    return {"nopython": True, "boundscheck": None, "nogil": True, "forceinline": inner, "_nrt": not inner}


def kernel(function: Callable[..., Any], inner: bool = False) -> Any:
    """A function of the rules, a solver or a bot that compiled code calls. Called from Python it stays plain."""
    return function if config.DISABLE_JIT else Piece(function, targetoptions=_options(inner))


def compiled(function: Any, part: str | None = None) -> Any:
    """A function, or a kernel, as Python calls it compiled: a driver, a search, the loop of a solver. It is compiled
    when it is first called, cached on disk and never stale.

    `part`: what it is made for, beside its own module (a driver is made for one game's rules).
    """
    if config.DISABLE_JIT:
        return function
    plain = getattr(function, "py_func", function)
    whole = Whole(plain, targetoptions=_options(False))
    parts = [part_of(plain.__module__)] if part is None else [part, part_of(plain.__module__)]
    whole.folder = functools.partial(compiled_folder, *parts)
    return whole


def inner_kernel(function: Callable[..., Any]) -> Any:
    """A kernel for what a loop calls at every move: written out inside its callers, and counting no references to
    arrays.

    Both would be felt there (an array handed on and given back is two locked additions). It may not make or return an
    array.
    """
    return kernel(function, inner=True)


@intrinsic  # type: ignore[untyped-decorator]
def _copy_record(_context: Any, into: Any, _record: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(into, _record), build


def copy_record(into: Any, record: Any) -> None:
    """Copies one record into another of the same kind. Assigned as a whole (`records[0] = s`), a large one takes Numba
    seconds to compile.
    """
    for name in into.dtype.names:
        into[name] = getattr(record, name)  # what is only shown has the fields as plain attributes: `fields.arrays`


@overload(copy_record)  # type: ignore[untyped-decorator]
def _copied(into, record):
    return lambda into, record: _copy_record(into, record)  # type: ignore[call-arg]


class _CompileNotice(event.Listener):  # type: ignore[misc]
    """Says once, on the terminal, that something is being compiled, if that is felt."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.since = 0.0
        self.depth = 0
        self.said = False

    def _check(self, now: float) -> None:
        if not self.said and self.spent + (now - self.since) > 1.0:
            self.said = True
            print(
                "Brelan: getting ready for this machine, once… / préparation pour cette machine, une seule fois…",
                file=sys.stderr,
            )

    def on_start(self, _event: Any) -> None:
        now = time.monotonic()
        if self.depth == 0:
            self.since = now
        self.depth += 1
        self._check(now)

    def on_end(self, _event: Any) -> None:
        now = time.monotonic()
        self._check(now)
        self.depth -= 1
        if self.depth == 0:
            self.spent += now - self.since


event.register("numba:compile", _CompileNotice())


# The generator: xoshiro128++ on 32-bit words held in 64-bit integers, so that compiled and interpreted
# runs agree to the bit. A stream is made from (seed, index): streams of one seed are independent of each other.
_MASK = 0xFFFFFFFF


@inner_kernel
def _mix(x):
    """A bijection of 32 bits in which every bit of the input moves every bit of the output."""
    x = (
        (x ^ (x >> 16)) * 0x7FEB352D
    ) & _MASK  # compiled, the product wraps beyond 64 bits; of a Python integer it is whole
    x = ((x ^ (x >> 15)) * 0x846CA68B) & _MASK
    return x ^ (x >> 16)


@kernel
def reseed(rng, seed, index):
    """Sets `rng` (four int64) to the start of stream `index` of `seed`."""
    h = 0x9E3779B9
    seed, index = int(seed), int(index)
    for k in range(4):
        for word in (seed & _MASK, (seed >> 32) & _MASK, index & _MASK, (index >> 32) & _MASK):
            h = _mix((h + word + k) & _MASK)
        rng[k] = h
    if rng[0] == 0 and rng[1] == 0 and rng[2] == 0 and rng[3] == 0:
        rng[0] = 1


def stream(seed: int, index: int = 0) -> np.ndarray:
    """A new generator: stream `index` of `seed`."""
    rng = np.zeros(4, np.int64)
    reseed(rng, int(seed) & 0x7FFFFFFFFFFFFFFF, int(index))
    return rng


@inner_kernel
def next32(rng):
    """The next 32 random bits."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    total = (a + d) & _MASK
    result = ((((total << 7) | (total >> 25)) & _MASK) + a) & _MASK
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ ((b << 9) & _MASK)
    rng[3] = ((d << 11) | (d >> 21)) & _MASK
    return result


@inner_kernel
def below(rng, n):
    """A whole number from 0 to n − 1, each exactly as likely (n at most 2³¹)."""
    product = next32(rng) * n
    low = product & _MASK
    if low < n:
        floor = (0x100000000 - n) % n
        while low < floor:
            product = next32(rng) * n
            low = product & _MASK
    return product >> 32


@inner_kernel
def uniform(rng):
    """A number from 0 (included) to 1 (excluded), in steps of 2⁻³²."""
    return next32(rng) / 4294967296.0


@inner_kernel
def weighted(rng, weights, n):
    """An index below n, as likely as its integer weight."""
    total = 0
    for i in range(n):
        if weights[i] < 0:
            # never: but a loop that may be left reads one by one, as `chance` has just written, and need not wait for a
            # whole vector
            break
        total += weights[i]
    at = below(rng, total)
    index = 0
    for i in range(n - 1):  # no way out of the loop: where it would be left cannot be foreseen by the processor either
        at -= weights[i]
        index += at >= 0
    return index
