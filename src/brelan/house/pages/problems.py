"""Problems on the page and in the JSON interface.

The house keeps the whole position; what goes out is the solver's view of it, drawn or as data, and nothing about the
solution before it is asked for.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, Field

from ...draw.drawing import escape
from ...model.words import Say
from ...play.catalogue import Game
from ...play.state import State
from ...school import problems as school
from ...school.problems import GRADES, NoProblem, Problem, Trial, Tried
from ..base.errors import NotFound
from ..base.words import speak
from ..http.api import Text, facts, hall, known_guest, new_router, visit
from ..http.render import button
from ..services import trials
from ..services.trials import DAYS, course
from .web import SCRIPT_WORDS, page

router = APIRouter(include_in_schema=False)
api_router = new_router("problems")
TODAY = "today"


class Tries(BaseModel):
    """Your moves so far, from the position of the problem on; the other's replies are the house's."""

    moves: list[Annotated[Text, Field(min_length=1)]] = Field(max_length=12, min_length=1)


async def tries_of(request: Request, game: Game) -> Mapping[str, Trial]:
    return await trials.tries(hall(request).store, visit(request).guest, game)


async def streak_of(request: Request) -> int:
    return await trials.streak(hall(request).store, visit(request).guest)


async def found(request: Request, name: str, which: str) -> tuple[Game, Problem]:
    game = await hall(request).game(name)
    try:
        problem = school.of_the_day(game, school.today()) if which == TODAY else school.find(game, which)
    except NoProblem as error:
        raise NotFound(error.sentence.message, **error.sentence.values) from None
    return game, problem


async def _answer(request: Request, name: str, which: str, moves: list[str]) -> tuple[Game, Problem, Tried, Trial]:
    """Judges and remembers an answer."""
    game, problem = await found(request, name, which)
    answer = await asyncio.to_thread(school.tried, problem, game, moves, visit(request).lang)
    before = (await tries_of(request, game)).get(problem.id, Trial())
    after = before.after(answer, school.today())
    guest, store = visit(request).guest, hall(request).store
    if guest and after != before:
        await store.set_progress(guest, course(game), problem.id, str(after))
        if after.solved and not before.solved and problem == school.of_the_day(game, school.today()):
            await store.set_progress(guest, DAYS, after.solved)
    return game, problem, answer, after


async def _show(request: Request, name: str, which: str, moves: list[str]) -> tuple[Game, Problem, Tried]:
    """Whoever is shown the solution before it was solved has not solved it."""
    game, problem = await found(request, name, which)
    answer = await asyncio.to_thread(school.tried, problem, game, moves, visit(request).lang)
    before = (await tries_of(request, game)).get(problem.id, Trial())
    if visit(request).guest and not before.solved and not before.shown:
        after = Trial(before.tries, "", True)
        await hall(request).store.set_progress(visit(request).guest, course(game), problem.id, str(after))
    return game, problem, answer


# --- for programs


@api_router.get("/problems/{name}")
async def list_problems(request: Request, name: str) -> dict[str, Any]:
    """A game's problems, today's, and how you stand."""
    game = await hall(request).game(name)
    tries = await tries_of(request, game)
    every = school.collection(game)
    return {
        "game": game.name,
        "today": school.of_the_day(game, school.today()).id if every else None,
        "streak": await streak_of(request),
        "problems": [
            {
                "id": problem.id,
                "grade": problem.grade,
                "players": problem.players,
                "turns": problem.turns,
                "tries": tries.get(problem.id, Trial()).tries,
                "solved": tries.get(problem.id, Trial()).solved or None,
            }
            for problem in every.values()
        ],
    }


@api_router.get("/problems/{name}/{which}")
async def one_problem(request: Request, name: str, which: str) -> dict[str, Any]:
    """One problem by its id, or `today`: the position as you see it, your legal moves, and what is asked."""
    game, problem = await found(request, name, which)
    lang = visit(request).lang
    state = await asyncio.to_thread(school.position, problem, game, lang)
    return {**school.data(problem, game, state, lang), "story": school.before(state, problem.seat, lang)}


@api_router.post("/problems/{name}/{which}")
async def answer_problem(request: Request, name: str, which: str, wanted: Tries) -> dict[str, Any]:
    """Your answer: whether it is right, why, and the position it leads to. Of a win to force, all your moves so far."""
    known_guest(request)
    game, problem, answer, _ = await _answer(request, name, which, wanted.moves)
    lang = visit(request).lang
    return {
        **school.data(problem, game, answer.state, lang),
        "right": answer.right,
        "done": answer.solved,
        "said": answer.said,
        "reason": answer.reason,
        "streak": await streak_of(request),
    }


@api_router.post("/problems/{name}/{which}/solution")
async def solution(request: Request, name: str, which: str) -> dict[str, Any]:
    """The solution with its reason. Asked for before it was solved, the problem no longer counts."""
    game, problem, _ = await _show(request, name, which, [])
    return await asyncio.to_thread(school.solution_data, problem, game, visit(request).lang)


# --- for people


@router.get("/problems/{name}", response_class=HTMLResponse)
async def todays_page(request: Request, name: str) -> Response:
    return await problem_page(request, name, TODAY)


@router.get("/problems/{name}/{which}", response_class=HTMLResponse)
async def problem_page(request: Request, name: str, which: str) -> Response:
    visit(request).welcome()
    game, problem = await found(request, name, which)
    lang = visit(request).lang
    say = speak(lang, game)
    tries = await tries_of(request, game)
    state = await asyncio.to_thread(school.position, problem, game, lang)
    return page(
        request,
        "problem.html",
        say=say,
        game=facts(game, lang),
        fragment=fragment(game, problem, state, say, onward=_next(game, problem, tries)),
        standing=await _standing(request, game, tries, say),
        words={key: say(text) for key, text in SCRIPT_WORDS.items()},
    )


@api_router.post("/problems/{name}/{which}/drawn", include_in_schema=False)
async def answer_drawn(request: Request, name: str, which: str, wanted: Tries) -> Response:
    """The page's own way: the answer as a drawing."""
    game, problem, answer, after = await _answer(request, name, which, wanted.moves)
    say = speak(visit(request).lang, game)
    tries = await tries_of(request, game)
    streak = await streak_of(request) if answer.solved and after.solved == school.today().isoformat() else 0
    html = fragment(game, problem, answer.state, say, answer, onward=_next(game, problem, tries), streak=streak)
    return JSONResponse({"html": html, "standing": await _standing(request, game, tries, say)})


@api_router.post("/problems/{name}/{which}/shown", include_in_schema=False)
async def solution_drawn(request: Request, name: str, which: str) -> Response:
    """The page's own way: the solution, from where the solver has come."""
    moves = [str(move)[:200] for move in _list(await request.body())][:12]
    game, problem, answer = await _show(request, name, which, moves)
    say = speak(visit(request).lang, game)
    onward = _next(game, problem, await tries_of(request, game))
    return JSONResponse({"html": fragment(game, problem, answer.state, say, answer, shown=True, onward=onward)})


async def _standing(request: Request, game: Game, tries: Mapping[str, Trial], say: Say) -> str:
    """ "3 of 92 solved · 2 days in a row"."""
    every = school.collection(game)
    solved = sum(bool(trial.solved) for name, trial in tries.items() if name in every)
    told = say("{solved} of {many} solved", solved=solved, many=len(every))
    streak = await streak_of(request)
    return told + (" · " + say.count("{n} day in a row", "{n} days in a row", streak) if streak else "")


def _list(body: bytes) -> list[Any]:
    try:
        moves = json.loads(body)["moves"]
        return moves if isinstance(moves, list) else []
    except (ValueError, KeyError, TypeError):
        return []


def _next(game: Game, problem: Problem, tries: Mapping[str, Trial]) -> str:
    done = {name for name, trial in tries.items() if trial.solved or trial.shown}
    return school.next_after(game, problem.id, done).id


def fragment(
    game: Game,
    problem: Problem,
    state: State,
    say: Say,
    answer: Tried | None = None,
    shown: bool = False,
    onward: str = "",
    streak: int = 0,
) -> str:
    """The problem as HTML: what is asked, the position as the solver sees it, what can be pressed, what was said."""
    solved = answer is not None and answer.solved
    view = state.view(problem.seat)
    if solved and state.over:
        view["moves"] = []
    felt = str(game.table.svg(view, say))
    if "tabindex" in felt:
        felt = felt.replace('role="img"', 'role="group"', 1)
    point = ""
    if answer is not None and (shown or solved):
        point = answer.best if not solved else "" if problem.turns else answer.moves[-1]
    attributes: dict[str, Any] = {
        "class": "table is-lesson is-problem" + ("" if solved else " is-mine"),
        "data-problem": f"/api/v1/problems/{game.name}/{problem.id}",
        "data-played": json.dumps(list(answer.moves) if answer and not solved else []),
        "data-waits": None if solved else "yes",
        "data-point": point or None,
    }
    head = "".join(f' {name}="{escape(str(value))}"' for name, value in attributes.items() if value is not None)
    controls = game.table.controls(view, say) if not state.over else ""
    inert = " inert" if solved else ""
    box = f'<div class="control-box" data-key="controls"{inert}>{controls}</div>'
    whose = escape(say("Your move"))
    whose = "" if solved else f'<h2 class="whose" tabindex="-1">{whose}</h2>'
    turn = f"{whose}{_verdict(game, problem, state, answer, shown, streak, say)}{box}"
    turn += _buttons(game, problem, answer, shown, onward, say)
    return (
        f'<div id="table"{head}>{_asked(game, problem, state, view, say)}'
        f'<div class="felt" data-key="felt">{felt}</div><section class="turn" data-key="turn">{turn}</section></div>'
    )


def _asked(game: Game, problem: Problem, state: State, view: dict[str, Any], say: Say) -> str:
    daily = problem == school.of_the_day(game, school.today())
    kind = say("Problem of the day") if daily else say("Problem")
    grade = f"{'●' * problem.grade}{'○' * (len(GRADES) - problem.grade)} {say(GRADES[problem.grade - 1])}"
    hint = game.table.hint(view, say) if not state.over else ""
    story = "".join(f"<li>{escape(line)}</li>" for line in school.before(state, problem.seat, say.lang))
    happened = escape(say("What happened"))
    told = (
        f'<details class="before"><summary>{happened}</summary><ul class="told">{story}</ul></details>' if story else ""
    )
    goal = game.table.goal(view, say)
    choice = school.choice_words(problem, state, say) if not state.over else ""
    hint = f"{hint} {choice[:1].upper()}{choice[1:]}".strip()
    return (
        f'<section class="lesson-text" data-key="text"><p class="over-line">{escape(kind)} · '
        f"<span>{escape(grade)}</span></p><h2>{escape(school.question(problem, say))}</h2>"
        f'<p class="legend">{escape(goal)}</p><p>{escape(hint)}</p>{told}</section>'
    )


def _verdict(
    game: Game, problem: Problem, state: State, answer: Tried | None, shown: bool, streak: int, say: Say
) -> str:
    """What is said to the answer; with the solution, what is best and why."""
    if answer is None:
        return ""
    lines = []
    if shown and answer.best:
        best = state.tell(state.parse(answer.best), problem.seat, say.lang)
        would = escape(say("The master {move}.", move=best))
        lines.append(f"<p><b>{would}</b></p>")
        reason = school.reason_words(problem, answer.best, say.lang) if not answer.moves else ""
    else:
        lines.append(f"<p><b>{escape(answer.said)}</b></p>")
        reason = answer.reason
    if reason:  # what it comes to, then the rest of what the master weighed
        first, mark, rest = reason.partition(";")
        lines.append(f"<p>{escape(first[:1].upper() + first[1:]).strip()}</p>")
        if mark:
            lines.append(f'<p class="legend">{escape(rest.strip()[:1].upper() + rest.strip()[1:])}</p>')
    if answer.solved or shown:
        told = [school.check_words(problem, game, say), school.missed_words(problem, game, say)]
        lines.append(f'<p class="legend">{escape(" ".join(told))}</p>')
    elif not answer.right and answer.weighed:
        again = escape(say("Try again, or see the solution."))
        lines.append(f"<p>{again}</p>")
    if streak:
        days = say.count("Solved {n} day in a row.", "Solved {n} days in a row.", streak)
        lines.append(f"<p>{escape(days)}</p>")
    kind = "right" if answer.right else "wrong"
    return f'<div class="verdict is-{kind}" role="status" data-key="verdict">{"".join(lines)}</div>'


def _buttons(game: Game, problem: Problem, answer: Tried | None, shown: bool, onward: str, say: Say) -> str:
    solved = answer is not None and answer.solved
    buttons = ""
    if not solved and not shown:
        buttons += button(say("Show the solution"), "solution")
    if answer is not None and (solved or shown or not answer.right):
        kind, following = "primary" if solved or shown else "", escape(say("Next problem"))
        buttons += f'<a class="button {kind}" href="/problems/{game.name}/{onward}">{following}</a>'
    return f'<div class="actions">{buttons}</div>'
