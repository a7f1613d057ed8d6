"""The last moves of a live table in words, as each kind of reader is told them: told when somebody reads them, and not
when they are played.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...model.contract import ASIDE, Scene
from ...play import story
from ...play.state import State
from .state import Step

if TYPE_CHECKING:
    from .tables import Table

TOLD = 60  # moves a table keeps in words, for each kind of reader
LAG = 40  # moves a reader may be behind before they are told from the beginning again


@dataclass(slots=True)
class Line:
    """A line of the log, as one seat may read it: a scene of a move that is worth one; or an aside, which is not told,
    but lights what it is about.
    """

    number: int  # of the move, from 1
    scene: Scene
    html: str = ""  # as the page shows it, once it has been shown

    @property
    def is_told(self) -> bool:
        return self.scene.weight != ASIDE


class Tale:
    """What is known of a table in words, by seat (−1 for those who only watch) and language."""

    def __init__(self) -> None:
        self._lines: dict[tuple[int, str], list[Line]] = {}
        self._until: dict[tuple[int, str], int] = {}  # the number of the last move told
        self._steps: list[Step] = []

    @property
    def is_read(self) -> bool:
        """Whether anybody has asked for it: else nothing need be kept for telling."""
        return bool(self._lines)

    def go_on(self, steps: list[Step]) -> None:
        """These moves have been played."""
        if not self._lines:
            return
        self._steps += steps
        if len(self._steps) > LAG:
            self._forget_the_slow()

    def go_back(self, moves: int) -> None:
        """All but the first `moves` moves have been taken back."""
        self._steps = [step for step in self._steps if step.number <= moves]
        for reader, lines in self._lines.items():
            lines[:] = [line for line in lines if line.number <= moves]
            self._until[reader] = min(self._until[reader], moves)

    def lines(self, table: "Table", seat: int, lang: str) -> list[Line]:
        reader, last = (seat, lang), len(table.whos)
        lines = self._lines.get(reader)
        if lines is not None and self._until[reader] == last:
            return lines
        steps = [step for step in self._steps if step.number > self._until.get(reader, last)]
        if lines is None or table.state is None or len(steps) != last - self._until[reader]:
            lines = self._lines[reader] = table.lines_after(last - TOLD, seat, lang)
        else:
            lines += self._told(steps, table.state, seat, lang)
            if len(lines) > 2 * TOLD:
                del lines[:-TOLD]
        self._until[reader] = last
        told = min(self._until.values())
        self._steps = [step for step in self._steps if step.number > told]
        return lines

    def _told(self, steps: list[Step], state: State, seat: int, lang: str) -> list[Line]:
        """What the reader saw before a move is what they saw after the one before it."""
        found: list[Line] = []
        then = steps[0].before.view_state(seat)
        for step, after in zip(steps, [*(step.before for step in steps[1:]), state], strict=True):
            now = after.view_state(seat)
            say = story.voice(state.game.say(lang), step.before.names, seat)
            seen = step.seen[seat + 1] if len(step.seen) > 1 else step.seen[0]
            scenes = story.scenes_between(then, seen, now, say)
            found += [Line(step.number, scene) for scene in scenes if is_kept(scene)]
            then = now
        return found

    def _forget_the_slow(self) -> None:
        behind = self._steps[-1].number - LAG
        for reader in [reader for reader, until in self._until.items() if until < behind]:
            del self._lines[reader], self._until[reader]
        told = min(self._until.values(), default=self._steps[-1].number)
        self._steps = [step for step in self._steps if step.number > told]


def is_kept(scene: Scene) -> bool:
    """Whether the table remembers a scene: what is told, and what lights something up."""
    return scene.weight != ASIDE or bool(scene.about)
