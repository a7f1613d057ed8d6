"""Problems at the terminal. What was tried, and the days on which one was solved, are kept in the data folder."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from ..engine.paths import data_folder
from ..model.errors import MoveError
from ..model.names import harmless
from ..model.words import Say
from ..play.catalogue import Game
from ..school import problems
from ..school.problems import GRADES, Problem, Trial, Tried
from .play import Bars, Terminal

console = Console(highlight=False)


# --- what is kept


def _file() -> Path:
    return data_folder() / "problems.json"


def kept() -> dict[str, Any]:
    """What was tried on this machine; nothing, if the file cannot be read."""
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))
        return {"tries": dict(found["tries"]), "days": list(found["days"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {"tries": {}, "days": []}


def _key(game: Game, problem: Problem) -> str:
    return f"{game.name} {problem.id}"


def _trial(found: Mapping[str, Any], game: Game, problem: Problem) -> Trial:
    return Trial.read(json.dumps(found["tries"].get(_key(game, problem), {})))


def _keep(game: Game, problem: Problem, trial: Trial, solved_today: bool) -> int:
    """Keeps a trial; answers the days in a row."""
    found = kept()
    found["tries"][_key(game, problem)] = trial.__dict__
    if solved_today and trial.solved not in found["days"]:
        found["days"].append(trial.solved)
    new = _file().with_suffix(".new")
    new.write_text(json.dumps(found, indent=1), encoding="utf-8")
    new.replace(_file())
    return problems.streak(problems.dates(found["days"]), problems.today())


def chosen(game: Game, which: str) -> Problem:
    """Today's problem, the next that was not solved here, or the one of that id."""
    today = problems.of_the_day(game, problems.today())
    if which == "next":
        found = kept()
        every = problems.collection(game).values()
        done = {one.id for one in every if (trial := _trial(found, game, one)).solved or trial.shown}
        return problems.next_after(game, today.id, done)
    return problems.find(game, which) if which else today


# --- solving


def solve(problem: Problem, game: Game, lang: str, bars: Bars) -> None:
    """Asks until it is solved, shown or left."""
    say, moves = game.say(lang), tuple[str, ...]()
    state = problems.position(problem, game, lang)
    desk = Terminal(state.copy(), lang, bars)
    _head(problem, game, say)
    for line in problems.before(state, problem.seat, lang):
        console.print(harmless(line), style="dim", markup=False)
    desk.table(problem.seat)
    desk.list_moves(desk.state.moves(), problem.seat)
    while True:
        console.print(say("a letter or words, ? the solution, q leave"), style="dim")
        try:
            typed = " ".join(input("> ").lower().split())
        except EOFError:
            return
        if typed in ("q", "quit", "quitter"):
            return
        if typed == "?":
            _shown(problem, game)
            tell(problem, game, lang)
            return
        words = desk.listed.get(typed, typed)
        if words not in desk.state.moves():
            words = game.moves.heard(words)
            begun = [move for move in desk.state.moves() if words and move.startswith(words + " ")]
            if begun and words not in desk.state.moves():
                desk.list_moves(begun, problem.seat)
                continue
        try:
            answer = problems.tried(problem, game, [*moves, words], lang)
        except MoveError as error:
            console.print(harmless(error.said(lang)), style="red", markup=False)
            continue
        streak = _judged(problem, game, answer)
        console.print(answer.said, style="bold green" if answer.right else "bold red", markup=False)
        if answer.reason:
            console.print(harmless(answer.reason), markup=False)
        if answer.solved:
            _facts(problem, game, say)
            if streak:
                console.print(say.count("Solved {n} day in a row.", "Solved {n} days in a row.", streak))
            return
        if answer.right:
            moves = answer.moves
            desk.state = answer.state.copy()
            desk.table(problem.seat)
            desk.list_moves(desk.state.moves(), problem.seat)


def _judged(problem: Problem, game: Game, answer: Tried) -> int:
    """Keeps what became of an answer; the days in a row if today's problem was solved with it."""
    before = _trial(kept(), game, problem)
    after = before.after(answer, problems.today())
    if after == before:
        return 0
    todays = bool(after.solved) and not before.solved and problem == problems.of_the_day(game, problems.today())
    streak = _keep(game, problem, after, todays)
    return streak if todays else 0


def _shown(problem: Problem, game: Game) -> None:
    before = _trial(kept(), game, problem)
    if not before.solved:
        _keep(game, problem, Trial(before.tries, "", True), False)


def _head(problem: Problem, game: Game, say: Say) -> None:
    daily = problem == problems.of_the_day(game, problems.today())
    kind = say("Problem of the day") if daily else say("Problem")
    console.print(f"[bold]{game.title}[/bold] · {kind} {problem.id} · {say(GRADES[problem.grade - 1])}")
    console.print(problems.question(problem, say), style="bold")


def _facts(problem: Problem, game: Game, say: Say) -> None:
    console.print(problems.check_words(problem, game, say), problems.missed_words(problem, game, say), style="dim")


def tell(problem: Problem, game: Game, lang: str) -> None:
    """The solution with its reason; of a win to force, against the best defence."""
    say, answers = game.say(lang), problem.answers
    state = problems.position(problem, game, lang)
    while answers:
        move, step = next(iter(answers.items()))
        told = harmless(state.tell(state.parse(move), problem.seat, lang))
        console.print(f"[bold green]★[/bold green] {move:<22} [dim]{told}[/dim]")
        if not step.answers:
            break
        for words in (move, *step.reply):
            state.play(words)
        for reply in step.reply:
            console.print(f"  {reply}", style="dim", markup=False)
        answers = step.answers
    reason = problems.reason_words(problem, problem.best, lang)
    console.print(harmless(reason), markup=False)
    _facts(problem, game, say)
