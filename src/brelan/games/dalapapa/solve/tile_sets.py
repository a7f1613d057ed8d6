"""Facts about the sets of dominoes, counted."""

from typing import Any

from ..rules.tiles import COLOUR_NAMES, RIM, C, Face, classic, either_way, half_turned, two_tone


def set_facts() -> list[dict[str, Any]]:
    """Of each set: dominoes, different faces, half-cells of each colour, faces that look the same after a half turn."""
    return [_facts("classic", classic()), _facts("two-tone", two_tone())]


def _facts(name: str, dominoes: list[tuple[Face, ...]]) -> dict[str, Any]:
    faces = {either_way(face) for domino in dominoes for face in domino}
    halves = [
        sum((face[:RIM].count(colour) + 2 * (face[C] == colour)) for domino in dominoes for face in domino)
        for colour in range(len(COLOUR_NAMES))
    ]
    return {
        "set": name,
        "dominoes": len(dominoes),
        "faces": len(faces),
        "half_cells": halves,
        "symmetric": sum(half_turned(face) == face for face in faces),
    }
