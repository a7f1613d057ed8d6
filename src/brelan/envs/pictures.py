"""A table as people see it, for `render`: as text, as SVG, or as pixels."""

import struct
import zlib
from importlib import import_module
from typing import Any

import numpy as np

from ..engine.kernel import compiled
from ..model.errors import BrelanError
from ..model.words import N_
from ..play.state import State

MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 640  # pixels


def check_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode is not None and mode not in MODES:
        raise BrelanError(
            N_("render_mode is one of {modes}, not {mode}."), modes=", ".join(MODES), mode=repr(mode)[:60]
        )
    return mode


def render(state: State, seat: int | None, mode: str | None) -> Any:
    """The table as the seat sees it; None for people, who are shown the text."""
    if mode is None:
        raise BrelanError(N_("Nothing is drawn without a render_mode: {modes}."), modes=", ".join(MODES))
    if mode == "svg":
        return state.svg(seat)
    if mode == "rgb_array":
        return pixels(state.svg(seat))
    if mode == "ansi":
        return state.text(seat)
    print(state.text(seat))
    return None


def pixels(svg: str, width: int = WIDTH) -> np.ndarray:
    """A picture as height × width × 3 bytes."""
    try:
        resvg: Any = import_module("resvg_py")
    except ImportError:
        raise BrelanError(N_("Pixels need resvg_py, which is not installed: pip install 'brelan[zoo]'.")) from None
    return _decoded(bytes(resvg.svg_to_bytes(svg_string=svg, width=width, background="white")))


def _decoded(png: bytes) -> np.ndarray:
    """The pixels of a PNG as resvg writes it: eight bits a channel, not interlaced."""
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    channels = {2: 3, 6: 4}[kind]
    assert depth == 8 and not interlaced
    data, at = b"", 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += size + 12
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    image = np.zeros((height, width * channels), np.uint8)
    _unfilter(lines, channels, image)
    return np.ascontiguousarray(image.reshape(height, width, channels)[:, :, :3])


@compiled
def _unfilter(lines, channels, image):
    """The bytes of a PNG from its lines, each told as what it adds to its left, upper and corner neighbours."""
    for y in range(lines.shape[0]):
        kind = lines[y, 0]
        for x in range(image.shape[1]):
            left = int(image[y, x - channels]) if x >= channels else 0
            up = int(image[y - 1, x]) if y else 0
            corner = int(image[y - 1, x - channels]) if y and x >= channels else 0
            guess = 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            elif kind == 4:
                to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                guess = corner
                if to_left <= to_up and to_left <= to_corner:
                    guess = left
                elif to_up <= to_corner:
                    guess = up
            image[y, x] = (int(lines[y, x + 1]) + guess) & 255
