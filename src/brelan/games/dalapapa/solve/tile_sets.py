"""Facts about the sets of dominoes, counted."""

from typing import Any

from ..rules.tiles import COLOUR_NAMES, RIM, SETS, C, Face, either_way, half_turned, sets


def set_facts() -> list[dict[str, Any]]:
    """Of each set: dominoes, different faces, half-cells of each colour, faces that look the same after a half turn."""
    return [_facts(name, dominoes) for name, dominoes in zip(SETS, sets(), strict=True)]


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


LETTERS = "bryc"  # blue, red, yellow, cream
EACH_ROW = 8


def drawn_in_letters(tiles: int) -> list[str]:
    """The dominoes of a set, eight in a row: each its number, and for each face three lines, as the cells lie."""
    rows: list[str] = []
    dominoes = sets()[tiles]
    for at in range(0, len(dominoes), EACH_ROW):
        part = dominoes[at : at + EACH_ROW]
        rows.append("  ".join(f"{number:<7}" for number in range(at + 1, at + 1 + len(part))).rstrip())
        for face in range(len(part[0])):
            drawn = [_lines(domino[face]) for domino in part]
            rows += ["  ".join(f"{lines[height]:<7}" for lines in drawn).rstrip() for height in range(3)]
            rows.append("")
    return rows


def _lines(face: Face) -> tuple[str, str, str]:
    left, top_left, top_right, right, low_right, low_left, centre = (LETTERS[colour] for colour in face)
    return f"  {top_left} {top_right}", f"{left}  {centre}  {right}", f"  {low_left} {low_right}"
