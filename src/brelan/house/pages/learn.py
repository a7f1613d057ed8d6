"""Learning a game: its lessons, played on the page with the same controls as at a table."""

import asyncio
import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from ...draw.drawing import escape
from ...model.words import N_, Say
from ...play.catalogue import Game
from ...play.state import State
from ...school.lessons import Lesson, Step, Verdict, lesson, lesson_numbers, lessons
from ...school.remarks import MOST as MOST_REMARKS
from ...school.remarks import moment, remarks
from ..base.errors import Misunderstood, NotFound
from ..base.words import speak
from ..http.api import facts, hall, visit
from ..http.render import button
from ..services.reading import prose
from ..table.tables import Table
from .web import SCRIPT_WORDS, kept, page

router = APIRouter(include_in_schema=False)
MOST_MOVES = 12  # in one step


def course(game: Game) -> str:
    """Under what name a guest's progress in a game's lessons is kept."""
    return f"learn {game.name}"


def teaches(game: Game) -> bool:
    """Whether a game has lessons."""
    return bool(lesson_numbers(game))


async def done(request: Request, game: Game) -> set[int]:
    """The lessons a guest has finished."""
    items = await hall(request).store.progress(visit(request).guest, course(game))
    return {int(item) for item in items if item.isdigit()}


# --- the first game


async def is_first_game(request: Request, table: Table) -> bool:
    """Whether this is the first table of its game the guest sits at."""
    played = await hall(request).store.games_played(visit(request).guest)
    return played.get(table.game.name, [""])[0] == table.id


@router.get("/learn/{name}/remarks/{table_id}")
async def next_remark(request: Request, name: str, table_id: str, since: int = 0) -> Response:
    """The remark whose moment has come in a guest's first game, if there is one they have not put away yet."""
    table = await hall(request).table(table_id)
    guest, lang = visit(request).guest, visit(request).lang
    seat, state = table.seat_of(guest), table.state
    if seat < 0 or state is None or not await is_first_game(request, table):
        return JSONResponse({"over": True})
    seen = await hall(request).store.progress(guest, course(table.game))
    left = [remark for remark in remarks(table.game, lang) if f"remark {remark.number}" not in seen]
    now = await asyncio.to_thread(moment, state.copy(), since, seat)
    due = next((remark for remark in left if remark.holds(now)), None)
    answer: dict[str, Any] = {"over": not left or state.over, "moves": len(state.log)}
    if due is not None:
        answer |= {"number": due.number, "html": prose(due.text)}
    return JSONResponse(answer)


@router.post("/learn/{name}/remarks/{number}")
async def put_away(request: Request, name: str, number: int) -> Response:
    """A remark was read: it never comes again."""
    game = hall(request).known(name)
    if not 1 <= number <= MOST_REMARKS:
        raise NotFound(N_("There is nothing at this address."))
    await hall(request).store.set_progress(visit(request).welcome(), course(game), f"remark {number}")
    return JSONResponse({})


# --- the lessons


@router.get("/learn/{name}", response_class=HTMLResponse)
async def overview(request: Request, name: str) -> Response:
    game = await hall(request).game(name)
    visit(request).welcome()
    lang = visit(request).lang
    if not teaches(game):
        raise NotFound(N_("There is nothing at this address."))
    finished = await done(request, game)
    listed = await asyncio.to_thread(lessons, game, lang)
    following = next((one.number for one in listed if one.number not in finished), 0)
    answer = page(
        request,
        "course.html",
        say=speak(lang, game),
        game=facts(game, lang),
        lessons=[(one.number, one.title, one.number in finished) for one in listed],
        following=following,
        played=game.name in await hall(request).store.games_played(visit(request).guest),
    )
    return kept(answer)


@router.post("/learn/{name}/no-thanks")
async def no_thanks(request: Request, name: str) -> Response:
    """The lessons are not offered again at the table."""
    game = hall(request).known(name)
    await hall(request).store.set_progress(visit(request).welcome(), course(game), "declined")
    return JSONResponse({})


@router.get("/learn/{name}/{number}", response_class=HTMLResponse)
async def lesson_page(request: Request, name: str, number: int, step: int = 1) -> Response:
    game = await hall(request).game(name)
    visit(request).welcome()
    found = await _lesson(request, game, number)
    say = speak(visit(request).lang, game)
    answer = page(
        request,
        "learn.html",
        say=say,
        game=facts(game, visit(request).lang),
        lesson=found,
        fragment=fragment(found, max(1, min(step, len(found.steps))), None, say),
        words={key: say(text) for key, text in SCRIPT_WORDS.items()},
    )
    return kept(answer)


@router.get("/learn/{name}/{number}/{step}")
async def show_step(request: Request, name: str, number: int, step: int) -> Response:
    game = await hall(request).game(name)
    found = await _lesson(request, game, number)
    say = speak(visit(request).lang, game)
    return kept(JSONResponse({"html": fragment(found, max(1, min(step, len(found.steps))), None, say)}))


@router.post("/learn/{name}/{number}/done")
async def finish(request: Request, name: str, number: int) -> Response:
    """The reader has come to the end of a lesson."""
    game = hall(request).known(name)
    guest = visit(request).welcome()
    if number not in lesson_numbers(game):
        raise NotFound(N_("There is nothing at this address."))
    await hall(request).store.set_progress(guest, course(game), str(number))
    return JSONResponse({})


@router.post("/learn/{name}/{number}/{step}")
async def try_step(request: Request, name: str, number: int, step: int) -> Response:
    """The moves the reader has made in a step so far: what is said to them, and the table after it."""
    game = await hall(request).game(name)
    found = await _lesson(request, game, number)
    moves = _moves(await request.body())
    say = speak(visit(request).lang, game)
    if not 1 <= step <= len(found.steps) or not found.steps[step - 1].waits:
        raise NotFound(N_("There is nothing at this address."))
    verdict = found.steps[step - 1].judge(moves, say.lang)
    return JSONResponse({"kind": verdict.kind, "html": fragment(found, step, verdict, say)})


def _moves(body: bytes) -> list[str]:
    try:
        moves = json.loads(body)["moves"]
        if isinstance(moves, list) and len(moves) <= MOST_MOVES and all(isinstance(move, str) for move in moves):
            return [move[:200] for move in moves]
    except (ValueError, KeyError, TypeError):
        pass
    raise Misunderstood(N_("The house did not understand that: {problems}."), problems="moves")


async def _lesson(request: Request, game: Game, number: int) -> Lesson:
    if number not in lesson_numbers(game):
        raise NotFound(N_("There is nothing at this address."))
    return await asyncio.to_thread(lesson, game, number, visit(request).lang)


# --- one step, as HTML


def fragment(found: Lesson, number: int, verdict: Verdict | None, say: Say) -> str:
    """A step of a lesson: what is said, what lies on the table, what can be pressed."""
    step = found.steps[number - 1]
    position = step.position
    state = verdict.state if verdict else position.state if position else None
    waits = step.waits and (verdict is None or verdict.kind != "right")
    about = verdict.about if verdict and verdict.kind == "right" else position.point if position else ()
    attributes: dict[str, Any] = {
        "data-steps": f"/learn/{found.game.name}/{found.number}",
        "data-step": number,
        "data-last": "yes" if number == len(found.steps) and not waits else None,
        "data-waits": "yes" if waits else None,
        "data-about": " ".join(about) or None,
        "data-solution": json.dumps(step.solution()) if waits else None,
        "class": "table is-lesson" + (" is-mine" if waits else ""),
    }
    head = "".join(f' {name}="{escape(str(value))}"' for name, value in attributes.items() if value is not None)
    eyes = position.eyes if position else -1
    felt, controls = _drawn(found.game, state, eyes, waits, say)
    if position is not None and (position.frame or position.refused) and verdict is None and not waits:
        felt = position.svg(say.lang)
    return (
        f'<div id="table"{head}>{_text(found, number, step, verdict, say)}'
        f'<div class="felt" data-key="felt">{felt}</div>{_answer(found, number, waits, verdict, controls, say)}</div>'
    )


def _drawn(game: Game, state: State | None, eyes: int, waits: bool, say: Say) -> tuple[str, str]:
    """The table through the reader's eyes, and what can be pressed."""
    if state is None:
        return f'<img class="picture" src="/picture/{game.name}.{say.lang}.svg" alt="">', ""
    view = state.view(eyes)
    if not waits:
        view["moves"] = []
    felt = str(game.table.svg(view, say))
    if "tabindex" in felt:
        felt = felt.replace('role="img"', 'role="group"', 1)
    return felt, game.table.controls(view, say) if waits else ""


def _text(found: Lesson, number: int, step: Step, verdict: Verdict | None, say: Say) -> str:
    told = (
        verdict.told
        if verdict
        else tuple(step.position.told(say.lang))
        if step.position and step.kind == "play"
        else ()
    )
    lines = "".join(f"<li>{escape(line)}</li>" for line in told)
    no = say("Refused")
    what = f'<ul class="told" data-key="told">{lines}</ul>' if lines else ""
    refused = "".join(
        f'<p class="is-refused">{escape(say.colon(no, refusal.told(found.game, say.lang)))}.</p>'
        for refusal in (step.position.refused if step.position and step.kind else ())
    )
    where = say("Lesson {n}", n=found.number) + f" · {number} / {len(found.steps)}"
    return (
        f'<section class="lesson-text" data-key="text-{number}" aria-live="polite"><p class="over-line">{escape(where)}'
        f"</p>{prose(step.prose)}{what}{refused}</section>"
    )


def _answer(found: Lesson, number: int, waits: bool, verdict: Verdict | None, controls: str, say: Say) -> str:
    """What is said to the reader's move, what can be pressed now, and the way on."""
    said = ""
    if verdict and verdict.said:
        kind = "right" if verdict.kind == "right" else "wrong"
        text = prose(verdict.said) if verdict.kind != "refused" else f"<p>{escape(verdict.said)}</p>"
        said = f'<div class="verdict is-{kind}" role="status" data-key="verdict">{text}</div>'
    buttons = button(say("Back"), "back") if number > 1 else ""
    if waits:
        buttons += button(say("Show me"), "show")
    elif number < len(found.steps):
        buttons += button(say("Continue"), "next", kind="primary")
    else:
        buttons += _onward(found, say)
    turn = escape(say("Your turn"))
    whose = f'<h2 class="whose" tabindex="-1">{turn}</h2>' if waits else ""
    box = f'<div class="control-box" data-key="controls">{controls}</div>' if waits else ""
    return f'<section class="turn" data-key="turn">{whose}{said}{box}<div class="actions">{buttons}</div></section>'


def _onward(found: Lesson, say: Say) -> str:
    """After the last step: the next lesson, or a first game."""
    game, numbers = found.game, lesson_numbers(found.game)
    after = [number for number in numbers if number > found.number]
    following, first, rules = say("Next lesson"), say("Play a first game, against novices"), say("Rules")
    if after:
        return f'<a class="button primary" href="/learn/{game.name}/{after[0]}">{escape(following)}</a>'
    return (
        f'<form method="post" action="/play/{game.name}?novices=yes">{button(first, "first", kind="primary")}</form>'
        f'<a class="button" href="/rules/{game.name}">{escape(rules)}</a>'
    )
