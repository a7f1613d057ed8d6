"""The position in words: for a screen reader, and on what can be pressed."""

from typing import Any

from ....contract import View
from ....words import Say


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    said = [say.count("{n} domino on the board.", "{n} dominoes on the board.", len(view["dominoes"]))]
    free = [str(land["cells"]) for land in view["territories"] if land["owner"] < 0]
    if free:
        said.append(say("Closed and unmarked: {cells} cells.", cells=say.list(free)))
    for seat, name in enumerate(view["names"]):
        said.append(
            say(
                "{name}: {score} points, tokens {tokens}, markers {markers}.",
                name=name,
                score=view["scores"][seat],
                tokens=view["tokens"][seat],
                markers=view["markers"][seat],
            )
        )
    return " ".join(said)


def mark_label(land: dict[str, Any], say: Say) -> str:
    """What marking a territory brings."""
    return say.count(
        "Mark territory {land}: {n} point", "Mark territory {land}: {n} points", land["cells"], land=land["territory"]
    )
