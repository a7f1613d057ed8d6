"""Fenced blocks in the notation: what lessons and rulebooks lay on the table (docs/lessons.md).

A block opens a game (`players: 3`, `options: target=200`, `names: Katy, Kévin`, `from: FILE.record @ n`), or goes on
from the block before, or from one that bears a `name:`. Its other lines are moves, several to a line with `;`, chance
included. What only the referee can play (`next`, a hand that is shown) need not be written.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from ..draw.drawing import FELT, tag
from ..model.contract import ASIDE, Scene, View
from ..model.errors import BrelanError, MoveError
from ..model.referee import CHANCE, NEXT, SPECTATOR
from ..model.words import Sentence
from ..play import story
from ..play.catalogue import Game
from ..play.record import Record
from ..play.state import State

FENCE = re.compile(r"^ {0,3}```(\w*)[ \t]*\n(.*?)^ {0,3}```[ \t]*$", re.M | re.S)
KEYS = ("players", "options", "names", "eyes", "from", "name", "point", "refused", "caption", "frame", "between")
_KEY = re.compile(r"([a-z]+):(?:\s+(.*))?$")
_TRANSFORM = re.compile(r"(translate|scale)\(([^)]*)\)")
_TESTED = "en"  # the language in which it is looked whether what is pointed at is drawn
_NUMBER = re.compile(r"-?[0-9]{1,4}")
_RECORD = re.compile(r"(\S+\.record)(?: @ ([0-9]{1,5}))?")


class TextError(BrelanError):
    """A lesson or a rulebook that is not as it should be: where, and what is wrong. Whoever writes them reads it."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__("{place}: {problem}.", place=place, problem=problem.rstrip("."))


@dataclass(frozen=True)
class Refusal:
    """A move that is not allowed, and why the game says so."""

    move: str
    why: Sentence
    code: int

    def told(self, game: Game, lang: str) -> str:
        return self.why.said(game.say(lang))


@dataclass(frozen=True)
class Line:
    """One line of a block: its number in the file, its key ("" for moves) and what it holds."""

    number: int
    key: str
    text: str


@dataclass(frozen=True)
class Position:
    """What a block lays on the table: the referee's state after it, and how it came from the block before."""

    game: Game
    state: State
    eyes: int  # through whose eyes it is seen; −1: a spectator's
    before: State  # where the block's own moves began
    point: tuple[str, ...] = ()  # the things pointed at, by their data-key
    refused: tuple[Refusal, ...] = ()
    caption: str = ""
    frame: tuple[str, ...] = ()  # the part of the drawing that is shown: things by their data-key, and a margin
    between: View | None = field(default=None, compare=False)  # drawn in the place of the position, where asked for

    @property
    def state_moves(self) -> list[int]:
        """The block's own moves, by their codes."""
        return list(self.state.log[len(self.before.log) :])

    def scenes(self, lang: str) -> list[Scene]:
        """What the block's moves brought, as the reader may be told."""
        return scenes_between(self.before, self.state_moves, self.eyes, lang)

    def told(self, lang: str) -> list[str]:
        return [scene.text for scene in self.scenes(lang) if scene.weight != ASIDE]

    def view(self, still: bool = True) -> View:
        """What the reader sees; `still`: nothing in it can be pressed."""
        view = self.between or self.state.view(self.eyes)
        for refusal in self.refused:
            view = self.game.table.refused(view, refusal.code)
        return {**view, "moves": []} if still else view

    def svg(self, lang: str, still: bool = True) -> str:
        """The game's own drawing, cut to the frame where there is one."""
        drawn = str(self.game.table.svg(self.view(still), self.game.say(lang)))
        if not self.frame:
            return drawn
        head, rest = drawn.split(">", 1)
        head = re.sub(r' (?:viewBox|width|height|data-tall|data-listed)="[^"]*"', "", head)
        x, y, wide, tall = around(drawn, self.frame[:-1], float(self.frame[-1]))
        cloth = tag("rect", x=x, y=y, width=wide, height=tall, fill=FELT)
        return f'{head} viewBox="{x:g} {y:g} {wide:g} {tall:g}">{cloth}' + re.sub(r' data-tall="[^"]*"', "", rest)

    def text(self, lang: str) -> str:
        return str(self.game.table.text(self.view(), self.game.say(lang)))


def scenes_between(before: State, codes: list[int], eyes: int, lang: str) -> list[Scene]:
    """The scenes of moves played one after the other from a state."""
    found, now = [], before.copy()
    for code in codes:
        then = now.copy()
        now.apply(code)
        found += story.scenes(then, code, now, eyes, lang)
    return found


def lines_of(body: str, first: int, keys: tuple[str, ...], place: str) -> Iterator[Line]:
    """The lines of a block that say something."""
    for number, text in enumerate(body.splitlines(), first):
        text = text.strip()
        if not text or text.startswith("#"):
            continue
        match = _KEY.match(text)
        if match and match[1] not in keys:
            raise TextError(f"{place}, line {number}", f"there is no “{match[1]}:” here; there are {', '.join(keys)}")
        yield Line(number, match[1], (match[2] or "").strip()) if match else Line(number, "", text)


def moves_in(text: str) -> list[str]:
    """Moves written one after the other."""
    return [move for move in (" ".join(part.split()) for part in text.split(";")) if move]


def advance(state: State, move: str) -> None:
    """Plays a move; what the referee alone could play before it is played first."""
    code = state.parse(move)
    while state.mover == CHANCE and code not in state.legal() and len(state.odds()) == 1:
        state.apply(state.odds()[0][0])
    state.apply(code)


def settle(state: State) -> None:
    """Plays what the referee alone can play; a result stays on the table."""
    while state.mover == CHANCE:
        outcomes = state.odds()
        if len(outcomes) != 1 or outcomes[0][0] == NEXT:
            return
        state.apply(outcomes[0][0])


class Blocks:
    """The blocks of one text, laid one after the other."""

    def __init__(self, game: Game, place: str, folder: Path) -> None:
        self.game, self.place, self.folder = game, place, folder
        self.last: Position | None = None
        self.named: dict[str, Position] = {}
        self.forked = 0  # the line of the last block whose right answers lead to different positions

    def wrong(self, number: int, problem: str) -> TextError:
        return TextError(f"{self.place}, line {number}", problem)

    def lay(self, kind: str, lines: list[Line], number: int) -> Position:
        """The position after a block."""
        facts: dict[str, Line] = {}
        for line in lines:
            if line.key in KEYS and line.key != "refused":
                facts[line.key] = line
        opens = "players" in facts or "from" in facts
        if kind == "lay" and not opens:
            raise self.wrong(number, "a block “lay” says with how many “players:”, or “from:” where")
        if kind == "play" and "players" in facts:
            raise self.wrong(number, "a block “play” goes on: “lay” opens a new game")
        state = self._opened(facts, number) if opens else self._going_on(number)
        self.forked = 0
        before, refused, between = state.copy(), [], None
        eyes = self._eyes(facts.get("eyes"), state)
        for line in lines:
            if line.key == "":
                for move in moves_in(line.text):
                    last = state.copy()
                    self._play(state, move, line.number)
                    scenes = story.scenes(last, state.log[-1], state, eyes) if "between" in facts else []
                    between = next((scene.view for scene in scenes if scene.view is not None), None)
            elif line.key == "refused":
                refused.append(self._refused(state, line))
        settle(state)
        if "between" in facts and between is None:
            raise self.wrong(facts["between"].number, "the last move has no scene in between")
        point = tuple(facts["point"].text.split()) if "point" in facts else ()
        caption = facts["caption"].text if "caption" in facts else ""
        frame = tuple(facts["frame"].text.split()) if "frame" in facts else ()
        if frame and (len(frame) < 2 or not _NUMBER.fullmatch(frame[-1])):
            raise self.wrong(facts["frame"].number, "a frame is things drawn, by their data-key, and a margin")
        position = Position(self.game, state, eyes, before, point, tuple(refused), caption, frame, between)
        self._check_drawn(position, position.point, facts.get("point"))
        self._check_drawn(position, frame[:-1], facts.get("frame"))
        self.last = position
        if "name" in facts:
            self.named[facts["name"].text] = position
        return position

    def _play(self, state: State, move: str, number: int) -> None:
        try:
            advance(state, move)
        except BrelanError as error:
            raise self.wrong(number, _said(error)) from None

    def _refused(self, state: State, line: Line) -> Refusal:
        try:
            code = state.parse(line.text)
        except MoveError as error:
            raise self.wrong(line.number, _said(error)) from None
        settle(state)
        if code in state.legal():
            raise self.wrong(line.number, f"“{line.text}” is allowed")
        why = (
            self.game.table.why_not(state.view_state(state.mover).struct, code, state.names)
            if state.mover >= 0
            else None
        )
        if why is None:
            raise self.wrong(line.number, f"the game gives no reason against “{line.text}”")
        return Refusal(line.text, why, code)

    def _going_on(self, number: int) -> State:
        if self.last is None:
            raise self.wrong(number, "there is no block before this one to go on from")
        if self.forked:
            problem = f"the right answers of line {self.forked} lead to different positions: open a new one"
            raise self.wrong(number, problem)
        return self.last.state.copy()

    def _opened(self, facts: Mapping[str, Line], number: int) -> State:
        if "from" in facts:
            return self._from(facts["from"])
        line = facts["players"]
        if not _NUMBER.fullmatch(line.text):
            raise self.wrong(line.number, "“players:” takes a number")
        options: dict[str, Any] = {}
        for part in re.split(r"[,\s]+", facts["options"].text) if "options" in facts else ():
            name, _, value = part.partition("=")
            options[name] = value
        names = [name.strip() for name in facts["names"].text.split(",")] if "names" in facts else []
        try:
            checked: dict[str, Any] = self.game.complete_options(options)
            return self.game.new(int(line.text), chance="manual", names=names, **checked)
        except BrelanError as error:
            raise self.wrong(line.number, _said(error)) from None

    def _from(self, line: Line) -> State:
        if line.text in self.named:
            return self.named[line.text].state.copy()
        match = _RECORD.fullmatch(line.text)
        if not match:
            problem = "is neither a record (FILE.record @ n) nor the name of a block above"
            raise self.wrong(line.number, f"“{line.text}” {problem}")
        try:
            record = Record.parse((self.folder / match[1]).read_text(encoding="utf-8"))
            whole = record.replay()
            options: dict[str, Any] = dict(whole.options)
            state = self.game.new(whole.players, chance="manual", names=record.names, **options)
            for code in whole.log[: int(match[2]) if match[2] else None]:
                state.apply(code)
        except (OSError, BrelanError) as error:
            raise self.wrong(line.number, _said(error)) from None
        return state

    def _eyes(self, line: Line | None, state: State) -> int:
        if line is None:
            return self.last.eyes if self.last is not None and self.last.state.names == state.names else 0
        if line.text in state.names:
            return state.names.index(line.text)
        if line.text == "spectator":
            return SPECTATOR
        if line.text.isascii() and line.text.isdigit() and int(line.text) < state.players:
            return int(line.text)
        raise self.wrong(line.number, f"“{line.text}” has no seat here")

    def _check_drawn(self, position: Position, keys: tuple[str, ...], line: Line | None) -> None:
        if line is None:
            return
        say, view = self.game.say(_TESTED), position.view(still=False)
        drawn = str(self.game.table.svg(view, say)) + self.game.table.controls(view, say)
        for key in keys:
            if f'data-key="{key}"' not in drawn:
                raise self.wrong(line.number, f"nothing drawn bears the data-key “{key}”")


def around(svg: str, keys: tuple[str, ...], margin: float) -> tuple[float, float, float, float]:
    """The box round the middles of drawn things, with a margin: left, top, width, height."""
    found: list[tuple[float, float]] = []

    def visit(element: ElementTree.Element, x: float, y: float, scale: float) -> None:
        for kind, inside in _TRANSFORM.findall(element.get("transform", "")):
            numbers = [float(number) for number in re.split(r"[ ,]+", inside.strip())]
            if kind == "translate":
                x, y = x + scale * numbers[0], y + scale * (numbers[1] if len(numbers) > 1 else 0.0)
            else:
                scale *= numbers[0]
        if element.get("data-key") in keys:
            found.append((x, y))
        for child in element:
            visit(child, x, y, scale)

    visit(ElementTree.fromstring(svg), 0.0, 0.0, 1.0)
    left, top = min(x for x, _ in found) - margin, min(y for _, y in found) - margin
    return left, top, max(x for x, _ in found) + margin - left, max(y for _, y in found) + margin - top


def _said(error: BrelanError | OSError) -> str:
    return error.said("en") if isinstance(error, BrelanError) else str(error.strerror)
