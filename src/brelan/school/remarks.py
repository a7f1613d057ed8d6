"""Remarks for a first game: a few sentences that point at what is new when it first happens.

They stand in `lessons/remarks.fr.md`, each under a line `## when: …` of conditions; one that holds is enough:
`move: stop` (somebody, or chance, just made such a move), `may: pass` (the reader may make one now), `gain: 100`
(somebody just won as much), `score: 700` (somebody has as much; `score: target` as the table's option says),
`view: last_turns=1` (what the reader sees says so), `result` (something was settled: while that lies on the table
nothing else is remarked on).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from math import inf
from typing import Any

from ..play import story
from ..play.catalogue import Game
from ..play.state import State
from .blocks import TextError

MOST = 5
_HEAD = re.compile(r"^## when: (.+)$", re.M)
_KINDS = ("move", "may", "view", "result", "gain", "score")


@dataclass(frozen=True)
class Remark:
    """One remark, its conditions and its words in Markdown."""

    number: int
    conditions: tuple[tuple[str, str], ...]
    text: str

    def holds(self, now: "Moment") -> bool:
        """Whether its moment has come. Where something is settled, what led to it is over: only `result` holds."""
        return any(_holds(kind, what, now) for kind, what in self.conditions if kind == "result" or not now.result)


@dataclass(frozen=True)
class Moment:
    """What has just happened, as the reader saw it."""

    moves: tuple[str, ...] = ()
    may: tuple[str, ...] = ()  # what the reader can choose from now
    view: Mapping[str, Any] = field(default_factory=dict)
    result: bool = False
    gain: int = 0
    score: int = 0


def moment(state: State, since: int, seat: int) -> Moment:
    """The moment a seat lives through after all but the first `since` moves."""
    moves, gain = [], 0
    for told in story.told(state, seat, after=max(0, since)):
        moves.append(state.game.words(told.code))
        gain = max([gain, *(won for scene in told.scenes for won in scene.gains.values())])
    may = tuple(state.moves()) if state.mover == seat else ()
    return Moment(tuple(moves), may, state.view(seat), state.at_result or state.over, gain, max(state.scores))


def _holds(kind: str, what: str, now: Moment) -> bool:
    if kind == "result":
        return now.result
    if kind in ("move", "may"):
        return any(fnmatchcase(move, what) for move in (now.moves if kind == "move" else now.may))
    if kind in ("gain", "score"):
        much = int(what) if what.isdigit() else now.view.get("options", {}).get(what) or inf  # an option by its name
        return bool(much <= (now.gain if kind == "gain" else now.score))
    name, _, value = what.partition("=")
    return str(now.view.get(name)) == value


@cache
def remarks(game: Game, lang: str) -> tuple[Remark, ...]:
    """A game's remarks, at most five.

    Examples:
        >>> import brelan
        >>> from brelan.school.remarks import Moment, remarks
        >>> first = remarks(brelan.game("dodeka"), "en")[0]
        >>> first.holds(Moment(may=("stop",))), first.holds(Moment())
        (True, False)
    """
    file = game.folder / "lessons" / f"remarks.{lang}.md"
    if not file.exists():
        return ()
    parts = _HEAD.split(file.read_text(encoding="utf-8"))[1:]
    found = []
    for number, (head, text) in enumerate(zip(parts[::2], parts[1::2], strict=True), 1):
        conditions = []
        for part in head.split(";"):
            kind, _, what = part.strip().partition(": ")
            if kind not in _KINDS:
                raise TextError(f"{game.name}, {file.name}", f"“{kind}” is no condition: {', '.join(_KINDS)} are")
            conditions.append((kind, what.strip()))
        found.append(Remark(number, tuple(conditions), text.strip()))
    if len(found) > MOST:
        raise TextError(f"{game.name}, {file.name}", f"{len(found)} remarks are more than {MOST}")
    return tuple(found)
