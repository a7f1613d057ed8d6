"""How a game's rules play, as its folder's `golden.digest` keeps it; `follow.py` writes it."""

import re
from typing import NamedTuple

from .catalogue import Game

_FILE = re.compile(
    r"rules: (\d+)\nconduct: ([0-9a-f]{64})\n(?:numbers: ([0-9a-f]{64})\n)?((?:played on: \d+ [0-9a-f]{64}\n)*)"
)


class Kept(NamedTuple):
    """The version of the rules that is kept, its conduct, the game in numbers; and the conducts of earlier versions
    whose unfinished games today's rules play on.
    """

    version: int
    conduct: str
    numbers: str
    played_on: dict[int, str]


def kept(game: Game) -> Kept:
    """What a game's folder keeps; nothing, if it came without.

    Examples:
        >>> import brelan
        >>> kept(brelan.game("spacepoker")).played_on.keys() <= brelan.game("spacepoker").earlier.keys()
        True
    """
    file = game.folder / "golden.digest"
    found = _FILE.fullmatch(file.read_text(encoding="utf-8")) if file.exists() else None
    if not found:
        return Kept(0, "", "", {})
    earlier = re.findall(r"(\d+) ([0-9a-f]{64})", found[4])
    return Kept(int(found[1]), found[2], found[3] or "", {int(version): conduct for version, conduct in earlier})
