"""Lessons at the terminal: read, look at the table, play, and be told why."""

import sys

from rich.markdown import Markdown

from ..model.errors import BrelanError
from ..model.names import harmless
from ..model.words import N_, Say
from ..play.catalogue import Game
from ..school.blocks import Position
from ..school.lessons import Lesson, Step, Verdict, lesson, lesson_numbers
from .play import LETTERS, console, draw


def learn(game: Game, number: int | None, lang: str) -> None:
    """Teaches one lesson, or all of them one after the other."""
    numbers = lesson_numbers(game)
    if number is not None and number not in numbers:
        raise BrelanError(
            N_("{game} has the lessons {numbers}, not {number}."),
            game=game.title,
            numbers=", ".join(map(str, numbers)),
            number=number,
        )
    say = game.say(lang)
    for each in numbers if number is None else [number]:
        if not _teach(lesson(game, each, lang), say):
            return
    if number is None or number == numbers[-1]:
        console.print(say("Now a first game, against novices: {command}", command=_first_game(game)), soft_wrap=True)


def _first_game(game: Game) -> str:
    novices = ",".join([game.bots.LEVELS[0]] * (game.best_seats - 1))
    return f"brelan play {game.name} --bots {novices}"


def _teach(found: Lesson, say: Say) -> bool:
    """One lesson; False to leave."""
    console.rule(f"{found.game.title} · {found.number}. {found.title}")
    shown: Position | None = None
    for at, step in enumerate(found.steps, 1):
        console.print()
        console.print(Markdown(step.prose))
        if step.position is not None and step.position is not shown:
            _show(step, say)
            shown = step.position
        if step.waits:
            if not _ask(step, say):
                return False
        elif at < len(found.steps) and not _go_on(say):
            return False
    return _go_on(say)


def _show(step: Step, say: Say) -> None:
    assert step.position is not None
    position = step.position
    if step.kind == "play":
        for line in position.told(say.lang):
            console.print(harmless(line), markup=False)
    draw(position.state, position.eyes, say.lang)
    for refusal in position.refused:
        console.print(f"✗ {refusal.move}: {refusal.told(position.game, say.lang)}", style="red", markup=False)


def _go_on(say: Say) -> bool:
    if not sys.stdin.isatty():
        return True
    try:
        return input(say("Enter to go on, q to leave. ")).strip() not in ("q", "quit", "quitter")
    except EOFError:
        return False


def _ask(step: Step, say: Say) -> bool:
    """Asks until the right moves are played; False to leave."""
    assert step.position is not None
    played: list[str] = []
    while True:
        state = step.judge(played, say.lang).state if played else step.position.state
        moves = state.moves()
        listed = dict(zip(LETTERS, moves, strict=False)) if len(moves) <= len(LETTERS) else {}
        for letter, move in listed.items():
            told = harmless(state.tell(state.parse(move), step.position.eyes, say.lang))
            console.print(f"  {letter}  {move:<22} {told}", markup=False)
        console.print(say("a letter or words, ? shows the move, q leaves"), style="dim")
        try:
            words = " ".join(input("> ").lower().split())
        except EOFError:
            return False
        if words in ("q", "quit", "quitter"):
            return False
        if words == "?":
            console.print("; ".join(step.solution()), style="bold", markup=False)
            continue
        words = listed.get(words, words) or (moves[0] if len(moves) == 1 else "")
        heard = [each if each in moves else state.game.moves.heard(each) for each in map(str.strip, words.split(";"))]
        verdict = step.judge([*played, *heard], say.lang)
        played = [*played, *heard] if verdict.kind == "more" else []
        _answer(verdict, step, say)
        if verdict.kind == "right":
            return True


def _answer(verdict: Verdict, step: Step, say: Say) -> None:
    """What is said to the reader's moves, and what they brought."""
    assert step.position is not None
    for line in verdict.told:
        console.print(harmless(line), markup=False)
    if verdict.kind == "right":
        draw(verdict.state, step.position.eyes, say.lang)
    if verdict.said:
        mark = {"right": "[green]✓[/green]", "wrong": "[yellow]…[/yellow]", "refused": "[red]✗[/red]"}
        console.print(mark.get(verdict.kind, ""), end=" ")
        console.print(Markdown(verdict.said) if verdict.kind != "refused" else harmless(verdict.said))
