"""Lessons: text files in a game's folder, read by one parser and played by one player (docs/lessons.md).

A lesson is prose in short steps. A step ends with a fenced block, or at a line `---`: `lay` puts a position on the
table, `play` goes on with moves and their chance, `try` waits for the reader to play.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from ..model.contract import ASIDE
from ..model.errors import BrelanError, MoveError
from ..model.words import LANGUAGES
from ..play.catalogue import Game
from ..play.state import State
from .blocks import FENCE, KEYS, Blocks, Line, Position, TextError, advance, lines_of, moves_in, scenes_between, settle

TRY_KEYS = (*KEYS, "right", "said", "then", "wrong")
KINDS = ("lay", "play", "try")
_RULE = re.compile(r"^-{3,}[ \t]*$", re.M)


@dataclass(frozen=True)
class Answer:
    """What is said to a move, right or wrong, and what then happens."""

    moves: tuple[str, ...]  # one after the other; `*` stands for anything
    said: str
    then: tuple[str, ...] = ()  # what follows a right one: chance, and the others' moves

    def fits(self, played: Sequence[str]) -> bool:
        """Whether these moves, or more than these, were played."""
        return len(played) >= len(self.moves) and self.begins(played[: len(self.moves)])

    def begins(self, played: Sequence[str]) -> bool:
        """Whether what was played is as far as it goes."""
        return all(fnmatchcase(move, pattern) for move, pattern in zip(played, self.moves, strict=False))


@dataclass(frozen=True)
class Verdict:
    """What becomes of a reader's moves: `right`, `wrong`, `refused` (by the rules), or `more` are awaited."""

    kind: str
    said: str
    state: State
    told: tuple[str, ...] = ()
    about: tuple[str, ...] = ()  # what the moves were about, by data-key


@dataclass(frozen=True)
class Step:
    """A few sentences, and what lies on the table under them."""

    prose: str  # Markdown
    kind: str  # lay, play, try; "" while the table stays as it was
    position: Position | None
    right: tuple[Answer, ...] = ()
    wrong: tuple[Answer, ...] = ()

    @property
    def waits(self) -> bool:
        return self.kind == "try"

    def judge(self, played: Sequence[str], lang: str) -> Verdict:
        """What is said to the moves the reader has made in this step so far."""
        assert self.position is not None
        start = self.position.state
        state = start.copy()
        normal = []
        for move in played:
            try:
                code = state.parse(move)
                if state.mover != self.position.eyes:
                    break  # the rest of what was sent is no longer the reader's to play
                state.apply(code)
            except MoveError as error:
                return Verdict("refused", error.said(lang), start)
            normal.append(state.game.words(code))
            settle(state)
        answer = next((answer for answer in self.right if answer.fits(normal)), None)
        if answer is not None:
            state = start.copy()
            for move in (*normal[: len(answer.moves)], *answer.then):
                advance(state, move)
            settle(state)
            scenes = scenes_between(start, list(state.log[len(start.log) :]), self.position.eyes, lang)
            texts = tuple(scene.text for scene in scenes if scene.weight != ASIDE)
            about = tuple(key for scene in scenes for key in scene.about)
            return Verdict("right", answer.said, state, texts, about)
        if any(answer.begins(normal) for answer in self.right):
            return Verdict("more", "", state)
        said = next((answer.said for answer in self.wrong if answer.fits(normal)), "")
        return Verdict("wrong", said, start)

    def solution(self) -> list[str]:
        """The moves that are right, the first of those there are."""
        return list(self.right[0].moves) if self.right else []


@dataclass(frozen=True)
class Lesson:
    """One lesson of a game in one language."""

    game: Game
    number: int
    lang: str
    title: str
    steps: tuple[Step, ...]


def lesson_numbers(game: Game) -> list[int]:
    """Which lessons a game has."""
    found = {int(file.name.split(".")[0]) for file in (game.folder / "lessons").glob("[0-9]*.md")}
    return sorted(found)


@cache
def lesson(game: Game, number: int, lang: str) -> Lesson:
    """A lesson as it stands in the game's folder.

    Examples:
        >>> import brelan
        >>> from brelan.school.lessons import lesson, lesson_numbers
        >>> game = brelan.game("dodeka")
        >>> first = lesson(game, lesson_numbers(game)[0], "en")
        >>> first.title, first.number, any(step.waits for step in first.steps)
        ('Three dice, three throws', 1, True)
    """
    file = game.folder / "lessons" / f"{number}.{lang}.md"
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        raise TextError(f"{game.name}, {file.name}", f"there is no lesson {number} of {game.title}") from None
    return parse_lesson(game, text, number, lang)


def lessons(game: Game, lang: str) -> list[Lesson]:
    """All lessons of a game, in order."""
    return [lesson(game, number, lang) for number in lesson_numbers(game)]


def parse_lesson(game: Game, text: str, number: int = 1, lang: str = LANGUAGES[0]) -> Lesson:
    """A lesson from its text; a wrong one is refused with its line and the reason."""
    place = f"{game.name}, lesson {number}.{lang}"
    match = re.match(r"# (.+)\n", text)
    if not match:
        raise TextError(place, "a lesson begins with its title, “# …”")
    blocks, steps, prose, at = Blocks(game, place, game.folder), [], "", match.end()
    for fence in [*FENCE.finditer(text, at), None]:
        prose += text[at : fence.start() if fence else len(text)]
        parts = [part.strip() for part in _RULE.split(prose)]
        steps += [Step(part, "", blocks.last) for part in parts[:-1] if part]
        prose = ""
        if fence is None:
            if parts[-1]:
                steps.append(Step(parts[-1], "", blocks.last))
            break
        if not parts[-1]:
            raise TextError(place, f"line {_line(text, fence.start())}: a block without a sentence before it")
        steps.append(_step(blocks, parts[-1], fence[1], fence[2], _line(text, fence.start())))
        at = fence.end()
    if not any(step.waits for step in steps):
        raise TextError(place, "the reader never plays")
    return Lesson(game, number, lang, match[1].strip(), tuple(steps))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _step(blocks: Blocks, prose: str, kind: str, body: str, number: int) -> Step:
    if kind not in KINDS:
        raise blocks.wrong(number, f"a block of a lesson is {', '.join(KINDS)}, not “{kind}”")
    lines = list(lines_of(body, number + 1, TRY_KEYS if kind == "try" else KEYS, blocks.place))
    if kind != "try":
        return Step(prose, kind, blocks.lay(kind, lines, number))
    cut = next((at for at, line in enumerate(lines) if line.key in ("right", "wrong")), len(lines))
    position = blocks.lay(kind, lines[:cut], number)
    if position.state.mover != position.eyes:
        raise blocks.wrong(number, "it is not the reader's turn (“eyes:” says whose it should be)")
    right, wrong = _answers(blocks, lines[cut:])
    step = Step(prose, kind, position, tuple(right), tuple(wrong))
    _check_try(blocks, step, number)
    return step


def _answers(blocks: Blocks, lines: list[Line]) -> tuple[list[Answer], list[Answer]]:
    """`right: A | B` and `wrong: C`, each with what is `said:`, and `then:` what follows."""
    groups: list[tuple[Line, dict[str, str]]] = []
    for line in lines:
        if line.key in ("right", "wrong"):
            groups.append((line, {}))
        elif line.key in ("said", "then"):
            held = groups[-1][1]
            held[line.key] = f"{held[line.key]}; {line.text}" if line.key in held else line.text
        else:
            raise blocks.wrong(line.number, "after “right:” and “wrong:” come “said:” and “then:” alone")
    right: list[Answer] = []
    wrong: list[Answer] = []
    for line, held in groups:
        if "said" not in held:
            raise blocks.wrong(line.number, "nothing is “said:” to it")
        for text in line.text.split("|"):
            answer = Answer(tuple(moves_in(text)), held["said"], tuple(moves_in(held.get("then", ""))))
            if not answer.moves:
                raise blocks.wrong(line.number, "there is no move here")
            (right if line.key == "right" else wrong).append(answer)
    return right, wrong


def _check_try(blocks: Blocks, step: Step, number: int) -> None:
    """Every right answer can be played, every wrong one is a move, everything is answered; the lesson goes on from the
    first right one, and from any other only where it opens a new game.
    """
    assert step.position is not None
    if not step.right or any("*" in move for move in step.solution()):
        raise blocks.wrong(number, "the first “right:” names the moves that are shown")
    legal = step.position.state.moves()
    ends = []
    for answer in (*step.right, *step.wrong):
        pattern = answer.moves[0]
        fitting = [move for move in legal if fnmatchcase(move, pattern)]
        if not fitting:
            raise blocks.wrong(number, f"“{pattern}” cannot be played there; {', '.join(legal[:12])} can")
        if answer in step.right:
            found = [_end(blocks, step, moves, number) for moves in _ways(step, fitting, answer)]
            if not found:
                raise blocks.wrong(number, f"“{'; '.join(answer.moves)}” cannot be played there")
            ends += found
    answered = [answer.moves[0] for answer in (*step.right, *step.wrong)]
    for move in legal:
        if not any(fnmatchcase(move, pattern) for pattern in answered):
            raise blocks.wrong(number, f"nothing is said to “{move}” (“wrong: *” answers all others)")
    position = step.position
    blocks.last = Position(position.game, ends[0], position.eyes, position.state)
    blocks.forked = number if any(end != ends[0] for end in ends) else 0


def _ways(step: Step, fitting: list[str], answer: Answer) -> list[list[str]]:
    """Moves that make up an answer: all of the first, and for each the first that fits what comes after."""
    assert step.position is not None
    ways = []
    for first in fitting:
        state, moves = step.position.state.copy(), [first]
        state.play(first)
        settle(state)
        for pattern in answer.moves[1:]:
            following = next((move for move in state.moves() if fnmatchcase(move, pattern)), None)
            if following is None:
                break
            state.play(following)
            settle(state)
            moves.append(following)
        if len(moves) == len(answer.moves):
            ways.append(moves)
    return ways


def _end(blocks: Blocks, step: Step, moves: list[str], number: int) -> State:
    """Where a right answer leads."""
    try:
        verdict = step.judge(moves, "en")
    except BrelanError as error:
        raise blocks.wrong(number, error.said("en")) from None
    if verdict.kind != "right":
        raise blocks.wrong(number, f"“{'; '.join(moves)}” comes to “{verdict.kind}” {verdict.said}")
    return verdict.state
