"""Renders a table as one HTML fragment, from the viewer's own view alone, by plain string building.

It is what the page first shows and what every later event replaces it with. `static/` knows its attributes, and no
game.
"""

import json
import sys
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from json.encoder import encode_basestring as quoted
from operator import itemgetter
from typing import Any

from ...draw.drawing import SEAT_COLOURS, escape, tag
from ...model.contract import END, RESULT, Scene, View
from ...model.options import Value
from ...model.referee import SPECTATOR
from ...model.words import N_, Say
from ...play.catalogue import Game
from ...play.readiness import BOTS
from ...school.rulebooks import about
from ..base import clock
from ..base.words import level_word, speak
from ..table import seat_log
from ..table.results import WHY, why_unrated
from ..table.tables import Table, Viewer
from ..table.takeback import moves_to_take_back
from ..table.tale import Line
from ..table.talk import Said, face

SHOWN = 14  # moves in words
AWAY = {
    "": N_("A bot plays on for you."),
    "host": N_("The host let a bot play on for you. Your seat stays yours: take over again when you like."),
    "clock": N_("Your time had run out: a bot plays on for you. Take over again when you like."),
}
AWAY_FOR = {  # from how many minutes, in units of how many; and where there is little room
    (2880, 1440): (N_("away for {n} days"), N_("{n} d")),
    (60, 60): (N_("away for {n} h"), N_("{n} h")),
    (1, 1): (N_("away for {n} min"), N_("{n} min")),
    (0, 1): (N_("away"), N_("away")),
}
BUBBLE = 7.0  # seconds for which what was said stands at the seat, as in `people.js`
TALK_SHOWN = 12  # lines of talk in the log
NUDGE_AFTER = 20.0  # seconds somebody is awaited before others may nudge


def event(table: Table, viewer: Viewer) -> bytes:
    """The server-sent event with the newest drawing: the tab's title on one line, then the fragment.

    Those who only watch share one.
    """
    made = table.drawings.get(viewer)
    if made is None:
        heading = title(table, viewer, speak(viewer.lang, table.game))
        html = fragment(table, viewer)
        if "\n" in html:  # looking is quicker than replacing
            html = html.replace("\n", "\ndata: ")
        made = f"id: {table.seq}\ndata: {heading}\ndata: {html}\n\n".encode()
        if viewer.seat == SPECTATOR:
            table.drawings[viewer] = made
    return made


def payload(table: Table, viewer: Viewer) -> str:
    say = speak(viewer.lang, table.game)
    name, html = quoted(title(table, viewer, say)), quoted(fragment(table, viewer))
    return f'{{"seq": {table.seq}, "title": {name}, "html": {html}}}'


def title(table: Table, viewer: Viewer, say: Say) -> str:
    """The tab's title: whose turn it is can be seen from another tab."""
    if table.status == "playing" and table.mover == viewer.seat >= 0 and not table.seats[viewer.seat].away:
        return "● " + say("Your turn") + " · " + table.game.title
    return table.game.title + " · Brelan"


def fragment(table: Table, viewer: Viewer) -> str:
    """The whole table."""
    say = speak(viewer.lang, table.game)
    seat = viewer.seat
    view = table.state.view(seat) if table.state is not None else None
    mine = table.status == "playing" and seat >= 0 and table.mover == seat and not table.seats[seat].away
    wanted = ""
    if table.status == "waiting" and seat >= 0 and not table.seats[seat].filled:
        wanted = "show" if table.asked else "" if table.seats[seat].hash else "promise"
    scenes = news(table, viewer)
    felt = table.game.table.svg(view, say) if view is not None else _waiting(table, viewer, say)
    if "tabindex" in felt:  # what lies inside can be pressed: it is more than an image
        felt = felt.replace('role="img"', 'role="group"', 1)
    deadline = table.deadline
    facts = {
        "id": "table",
        "class": f"table is-{table.status} is-mine" if mine else f"table is-{table.status}",
        "data-table": table.id,
        "data-seq": table.seq,
        "data-stamp": table.stamp or None,
        "data-turn": table.answers_from,
        "data-mine": "yes" if mine else None,
        "data-status": table.status,
        "data-seat": seat,
        "data-commitment": table.head.source.commitment,
        "data-speaks": "yes" if seat >= 0 and table.company else None,
        "data-salt": wanted or None,
        "data-hashes": json.dumps([one.hash for one in table.seats]) if wanted == "show" else None,
        "data-deadline": round(deadline * 1000) if deadline else None,
        "data-nudge": round(table.nudged[1] * 1000) if mine and table.nudged[1] > table.moved else None,
        "data-about": " ".join([key for scene in scenes for key in scene.about]) or None,
        "data-result": "yes" if table.at_result else None,
        "data-rule": (about(table.game, viewer.lang, view["moves"]) or None) if mine and view else None,
        "data-go": f"/t/{table.rematch}" if table.rematch and seat >= 0 else None,
    }
    place = f'data-scene="{table.seq}" data-key="scene-{table.seq}"'  # keyed: never mended, but replaced
    between = "".join(
        f"<template {place}>{table.game.table.svg(scene.view, say)}</template>"
        for scene in scenes
        if scene.view is not None
    )
    side = (
        _seats(table, viewer, scenes, say)
        + _goal(table, view, say)
        + _turn(table, viewer, view, mine, say)
        + _log(table, viewer, say)
    )
    inner = f'<div class="felt" data-key="felt">{felt}</div><div class="side">{side}</div>{between}'
    return tag("div", inner, **facts)


def button(
    label: str, do: str, body: dict[str, Any] | None = None, kind: str = "quiet", confirm: str = "", title: str = ""
) -> str:
    """A button that asks the house for something: the script posts `body` to the table's `do`."""
    return _button(label, do, tuple(body.items()) if body else (), kind, confirm, title)


@lru_cache(maxsize=1024)
def _button(label: str, do: str, body: tuple[tuple[str, Any], ...], kind: str, confirm: str, title: str) -> str:
    extra = f' data-confirm="{escape(confirm)}"' if confirm else ""
    extra += f' title="{escape(title)}"' if title else ""
    data = f' data-body="{escape(json.dumps(dict(body)))}"' if body else ""
    return f'<button type="button" class="{kind}" data-do="{do}"{data}{extra}>{escape(label)}</button>'


def _goal(table: Table, view: View | None, say: Say) -> str:
    """What one plays for, and the options that are not as usual; at a desk, the way to the list of seats: the drawing
    names everybody.
    """
    if view is None:
        return ""
    told = ""
    if table.status != "over":
        lines = [table.game.table.goal(view, say), *_unusual(table.game, tuple(table.head.options.items()), say)]
        told = f'<p class="goal legend" data-key="goal">{escape(" · ".join(filter(None, lines)))}</p>'
    return f'<div class="goal-line" data-key="goal-line">{told}{_people(say)}</div>'


@lru_cache(maxsize=64)
def _people(say: Say) -> str:
    return button(say("Players"), "people", kind="quiet small", title=say("Who sits where, bots and their levels"))


@lru_cache(maxsize=256)
def _unusual(game: Game, options: tuple[tuple[str, Value], ...], say: Say) -> list[str]:
    return game.told_options(dict(options), say)


# --- the seats


def _seats(table: Table, viewer: Viewer, told: Sequence[Scene], say: Say) -> str:
    scores: Sequence[int] = ()
    if table.state is not None:
        scores = table.state.scores if table.status != "over" else table.state.totals or table.state.scores
    gains: dict[int, int] = {}
    paid = any(scene.paid for scene in told)  # points of a partie and payments of a match are not added up
    settled = [
        scene for scene in told if scene.weight == RESULT and scene.gains
    ]  # a pot is told gross, as its line says
    for scene in settled or told:
        for number, gain in (scene.paid if paid else scene.gains).items():
            gains[number] = gains.get(number, 0) + gain
    company = table.company
    items = "".join(
        [
            _seat(
                seat.kind,
                seat.name,
                number,
                number == viewer.seat,
                table.status == "playing" and table.mover == number,
                _badge(table, viewer, number, say),
                _presence(table, viewer, number, say) if company and seat.guest else ("", ""),
                _bubble(table, number, say) if table.talk else "",
                scores[number] if scores else None,
                (gains[number], table.seq) if gains.get(number) else None,
                _seat_actions(table, viewer, number, say),
                say,
            )
            for number, seat in enumerate(table.seats)
        ]
    )
    label = escape(say("Players"))
    return f'<ol class="seats" data-key="seats" aria-label="{label}">{items}</ol>'


def _badge(table: Table, viewer: Viewer, number: int, say: Say) -> str:
    """What is written small beside a name."""
    seat = table.seats[number]
    badge = ""
    if seat.kind == "bot":
        badge = say("bot, {level}", level=level_word(seat.level, say))
    elif seat.kind == "guest" and seat.away:
        badge = say("a bot plays on")
    elif seat.kind == "guest" and table.status == "waiting" and number in table.absent:
        badge = say("has closed the page: the table waits")
    elif seat.kind == "guest" and table.status == "waiting" and number != viewer.seat:
        badge = say("ready") if seat.ready else say("on the way")
    if number != viewer.seat:
        return badge
    return say("you") + " · " + badge if badge else say("you")


@lru_cache(maxsize=4096)  # most moves change nobody's line
def _seat(
    kind: str,
    name: str,
    number: int,
    is_you: bool,
    is_mover: bool,
    badge: str,
    presence: tuple[str, str],
    bubble: str,
    score: int | None,
    gain: tuple[int, int] | None,
    actions: str,
    say: Say,
) -> str:
    """A seat's line: what it shows, and nothing of whose it is. `gain` comes with the seq that brought it."""
    classes = f"seat is-{kind}" + (" is-you" if is_you else "") + (" is-mover" if is_mover else "")
    shown = escape(name) if kind != "open" else "<em>" + escape(say("Free seat")) + "</em>"
    dot, since = presence
    pawn = (
        f'<svg class="pawn" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="8" '
        f'fill="{SEAT_COLOURS[number]}"/>{dot}</svg>'
    )
    count = ""
    if score is not None:
        count = f'<span class="score" data-count="seat-{number}">{escape(say.number(score))}</span>'
    if gain:
        way, told = "up" if gain[0] > 0 else "down", escape(say.number(gain[0], sign=True))
        count = f'<span class="gain is-{way}" data-gain="{gain[1]}">{told}</span>' + count
    note = f'<span class="badge">{escape(badge)}</span>' if badge else ""
    turn = '<span class="sr">' + escape(say("to play")) + "</span>" if is_mover else ""
    inner = (
        f'{pawn}<span class="who"><span class="name">{shown}</span>{note}{since}</span>{turn}{bubble}{count}{actions}'
    )
    return f'<li class="{classes}" data-key="seat-{number}">{inner}</li>'


def _presence(table: Table, viewer: Viewer, number: int, say: Say) -> tuple[str, str]:
    """Whether whose seat it is has the table before their eyes: a dot, and in words; asked where there is
    company.
    """
    guest = table.seats[number].guest
    is_here = guest in table.presence.shown
    dot = f'<circle class="dot is-{"here" if is_here else "away"}" cx="16" cy="16" r="4"/>'
    if number == viewer.seat:
        return dot, ""
    told = escape(say("is here"))
    return dot, f'<span class="sr">{told}</span>' if is_here else _since(table, guest, say)


def _bubble(table: Table, number: int, say: Say) -> str:
    """What somebody has just said, at their seat; the page takes it away after a while."""
    guest, recent = table.seats[number].guest, clock.now() - BUBBLE
    said = next((line for line in reversed(table.talk) if line.guest == guest and guest), None)
    if said is None or said.at < recent:
        return ""
    inner = face(said.body) if said.kind == "reaction" else escape(said.words(say))
    place = f'data-key="bubble-{said.number}" data-at="{round(said.at * 1000)}"'
    return f'<span class="bubble is-{said.kind}" {place} aria-hidden="true">{inner}</span>'  # the log says it


def _since(table: Table, guest: str, say: Say) -> str:
    """For how long somebody has been away; the page counts on."""
    at = table.presence.last_here(guest)
    known = f' data-since="{round(at * 1000)}"' if at is not None else ""
    full, brief = away_words(at and clock.now() - at, say)
    told = f'<span class="full">{escape(full)}</span><span class="brief" aria-hidden="true">{escape(brief)}</span>'
    return f'<span class="since"{known}>{told}</span>'


def away_words(seconds: float | None, say: Say) -> tuple[str, str]:
    """How long somebody has been away, in words and in brief; `people.js` does the same as time goes by."""
    minutes = int(seconds or 0) // 60
    least, size = next((least, size) for least, size in AWAY_FOR if minutes >= least)
    full, brief = AWAY_FOR[least, size]
    return say(full, n=minutes // size), say(brief, n=minutes // size)


def _seat_actions(table: Table, viewer: Viewer, number: int, say: Say) -> str:
    """Sitting down, and what the host may do with a seat."""
    seat = table.seats[number]
    actions = ""
    if table.status != "over" and seat.kind == "open" and viewer.seat == SPECTATOR and not table.keeps_its_seats:
        actions += button(say("Sit here"), "sit", {"seat": number}, "primary small")
    if viewer.host and table.status == "waiting" and seat.kind == "open":
        actions += button(say("Seat a bot"), "fill", {"seat": number, "level": table.middle_level}, "small")
    if viewer.host and table.status != "over" and number != viewer.seat:
        free = seat.kind != "open" and not table.keeps_its_seats
        person = seat.name if seat.kind == "guest" else ""
        actions += _seat_menu(number, table.levels, free, person, table.status == "playing", say)
    return actions


@lru_cache(maxsize=256)
def _seat_menu(number: int, levels: tuple[str, ...], free: bool, person: str, running: bool, say: Say) -> str:
    """What the host may do with a seat; `person` sits there, and replacing them is asked about first."""
    sure = free_sure = ""
    if person and running:
        sure = say("Shall a bot play on for {name}? They keep their seat and may come back.", name=person)
    elif person:
        sure = say("Give the seat of {name} to a bot?", name=person)
    if person:
        free_sure = say("Take the seat from {name}?", name=person)
    choices = "".join(
        button(
            say("Bot: {level}", level=level_word(level, say)),
            "fill",
            {"seat": number, "level": level},
            "quiet small",
            sure,
        )
        for level in levels
    )
    if free:
        choices += button(say("Free the seat"), "fill", {"seat": number, "level": ""}, "quiet small", free_sure)
    label = escape(say("Change this seat"))
    return (
        f'<details class="menu" data-key="menu-{number}"><summary aria-label="{label}" '
        f'title="{label}">⋯</summary><div>{choices}</div></details>'
    )


# --- the turn


def _turn(table: Table, viewer: Viewer, view: dict[str, Any] | None, mine: bool, say: Say) -> str:
    if view is None:
        return ""
    if table.status == "over":
        return result(table, viewer, say)
    if table.at_result:
        return _settled(table, viewer, say)
    if mine:
        whose = say("Your turn")
    elif table.mover >= 0:
        seat = table.seats[table.mover]
        name = seat.name or say("A free seat")
        whose = say("{name} is thinking…", name=name) if seat.bot else say("{name} to play", name=name)
    else:
        whose = ""
    waits_for = ""  # a friend who has left does not look like one who thinks
    if not mine and table.mover >= 0 and table.company and not table.seats[table.mover].bot:
        guest = table.seats[table.mover].guest
        waits_for = f'<p class="late-one">{_since(table, guest, say)}</p>' if guest not in table.presence.shown else ""
    hint = table.game.table.hint(view, say)
    controls = table.game.table.controls(view, say) if mine else ""
    inner = (
        f'<h2 class="whose" tabindex="-1">{escape(whose)}</h2>{waits_for}<p class="clock" data-key="clock"></p><p '
        f'class="hint">{escape(hint)}</p>'
    )
    inner += f'<div class="control-box" data-key="controls">{controls}</div>{_actions(table, viewer, mine, say)}'
    label = escape(say("The turn"))
    return f'<section class="turn" data-key="turn" aria-label="{label}">{inner}</section>'


def _settled(table: Table, viewer: Viewer, say: Say) -> str:
    """A result that lies on the table: what it is, and the way on."""
    told = [line.scene.text for line in table.lines(viewer.seat, viewer.lang) if line.scene.weight == RESULT]
    on = ""
    if viewer.seat >= 0 and not table.seats[viewer.seat].away:
        wait = say("Waiting for the others…")
        on = button(wait if viewer.seat in table.presence.read_by else say("Continue"), "continue", kind="primary")
        on = on.replace("<button", f'<button data-pressed="{escape(wait)}"', 1)
    label = escape(say("The result"))
    first, stop, rest = (told[-1] if told else "").partition(
        ". "
    )  # the first sentence is the news, what follows details
    heading = f'<h2 class="whose" tabindex="-1">{escape(first + stop.strip())}</h2>'
    details = f'<p class="hint" data-key="details">{escape(rest)}</p>' if rest else ""
    inner = f'{heading}<p class="actions" data-key="onward">{on}</p>{details}'
    return f'<section class="turn settled" data-key="turn" aria-label="{label}">{inner}</section>'


def news(table: Table, viewer: Viewer) -> list[Scene]:
    """The scenes of the last change, as the viewer is told them."""
    if table.state is None:
        return []
    lines = table.lines(viewer.seat, viewer.lang)
    first = len(lines)
    while first and lines[first - 1].number >= table.news:
        first -= 1
    return [line.scene for line in lines[first:]]


def _warming(table: Table, say: Say) -> str:
    """That the bots are not all they will be: in the first minute after the house was installed."""
    bots, game = {seat.bot for seat in table.seats if seat.bot}, table.game
    if (
        not bots
        or table.status != "playing"
        or not bots - {*game.bots.UNAIDED, *game.bots.AT_ONCE}
        or game.is_ready(BOTS)
    ):
        return ""
    return say("The bots are warming up: they play more simply for the first minute.")


def _actions(table: Table, viewer: Viewer, mine: bool, say: Say) -> str:
    seat = viewer.seat
    if seat < 0:
        return '<p class="actions"><span class="badge">' + escape(say("You are watching")) + "</span></p>"
    parts = []
    if mine and table.head.advice:
        costs = not why_unrated(table.head, table.known)
        sure = say("Whoever asks the master plays on without ratings. Ask all the same?") if costs else ""
        parts.append(button(say("Advice"), "advice", title=say("What would the master play?"), confirm=sure))
    if moves_to_take_back(table, seat):
        parts.append(button(say("Take back"), "back"))
    told = _warming(table, say)
    if table.seats[seat].away:
        told = say(AWAY.get(table.seats[seat].by, AWAY[""]))
        parts.append(button(say("Take over again"), "autopilot", {"away": False}, "primary"))
    elif not table.solo:
        parts.append(button(say("Let a bot play for me"), "autopilot", {"away": True}))
    if (
        table.mover >= 0
        and table.mover != seat
        and table.seats[table.mover].kind == "guest"
        and not table.seats[table.mover].away
    ):
        nudge = button(say("Wave"), "nudge")
        parts.append(f'<span class="late" data-after="{round((table.moved + NUDGE_AFTER) * 1000)}">{nudge}</span>')
    told = f'<p class="hint" role="status" data-key="told">{escape(told)}</p>' if told else ""
    return (
        f'{told}<p class="actions" data-key="actions">{"".join(parts)}</p><div class="advice" id="advice" data-keep '
        f"hidden></div>"
    )


def result(table: Table, viewer: Viewer, say: Say, links: bool = True) -> str:
    assert table.state is not None
    outcome = table.state.outcome
    assert outcome is not None
    if outcome.winners == (viewer.seat,):
        whose = say("You have won!")
    elif len(outcome.winners) == 1:
        whose = say("{name} has won", name=table.names[outcome.winners[0]])
    else:
        whose = say("{names} share the win", names=say.list([table.names[seat] for seat in outcome.winners]))
    places = ""
    results = table.state.totals or table.state.scores  # what people count: points, pépètes, not a win as 1 and −1
    for place, seats in enumerate(outcome.ranking):
        for seat in seats:
            places += (
                f'<li><span class="place">{place + 1}</span> <span class="name">{escape(table.names[seat])}</span>'
                f' <span class="score">{escape(say.number(results[seat]))}</span></li>'
            )
    told = [line.scene.text for line in table.lines(viewer.seat, viewer.lang) if line.scene.weight in (RESULT, END)]
    reason = " ".join(told[-2:])
    replay, rematch = escape(say("Replay and score sheet")), escape(say("To the rematch"))
    review = escape(say("Review: luck and skill"))
    further = f'<a class="button" href="/t/{table.id}/replay">{replay}</a>'
    further += f'<a class="button" href="/t/{table.id}/review">{review}</a>'
    if table.head.evening:
        back = escape(say("Back to the evening"))
        further = f'<a class="button primary" href="/e/{table.head.evening}">{back}</a>' + further
    elif table.rematch:
        further = f'<a class="button primary" href="/t/{table.rematch}">{rematch}</a>' + further
    elif viewer.seat >= 0:
        further = button(say("Rematch"), "rematch", kind="primary") + further
    further = f'<p class="actions">{further}</p>' if links else ""
    inner = (
        f'<h2 class="whose" tabindex="-1">{escape(whose)}</h2><p class="hint">{escape(reason)}</p><ol '
        f'class="places">{places}</ol>{further}'
    )
    return f'<section class="turn result" data-key="turn">{inner}</section>'


# --- before the game


def _waiting(table: Table, viewer: Viewer, say: Say) -> str:
    open_seats = sum(seat.kind == "open" for seat in table.seats)
    if open_seats:
        text = say.count(
            "One seat is free. Send this link to whoever should join:",
            "{n} seats are free. Send this link to those who should join:",
            open_seats,
        )
    else:
        text = say("Everybody has a seat: the game begins as soon as all are here.")
    options = "".join(f"<li>{escape(words)}</li>" for words in option_words(table, say))
    salts = "".join(f"<li>{escape(line)}</li>" for line in salt_words(table, say))
    late = [table.seats[number].name for number in table.absent if number != viewer.seat]
    if late and not open_seats:
        text = say("The table waits for {names}, who closed this page.", names=say.list(late))
    link = f'<p class="share" data-share="/t/{table.id}"></p>' if open_seats else ""
    title, about, commitment = (
        escape(say("The table is laid")),
        escape(say("How it is played here")),
        escape(say("Commitment to whatever chance brings:")),
    )
    return (
        f'<div class="waiting"><p '
        f'class="over-line">{escape(table.game.title)}</p><h2>{title}</h2><p>{escape(text)}</p>{link}'
        f'<details class="about" data-key="about"><summary>{about}</summary><ul>{options}</ul>'
        f'<p class="legend">{commitment} <code>{table.head.source.commitment}</code></p>'
        f'<ul class="legend">{salts}</ul></details></div>'
    )


def salt_words(table: Table, say: Say) -> list[str]:
    """What each seat adds to the seed, and how often the start was called off."""
    lines = []
    for seat in table.seats:
        if seat.kind == "bot":
            lines.append(say("{name}, a bot, adds nothing to the seed.", name=seat.name))
        elif seat.kind == "guest" and seat.salt == "":
            lines.append(say("{name} adds nothing to the seed.", name=seat.name))
        elif seat.kind == "guest" and seat.salt:
            lines.append(say("{name} has added a salt: {salt}", name=seat.name, salt=seat.salt))
        elif seat.kind == "guest" and seat.hash:
            lines.append(say("{name} has promised a salt: {hash}", name=seat.name, hash=seat.hash[:16] + "…"))
    if table.voids:
        lines.append(say.count("The start was called off once.", "The start was called off {n} times.", table.voids))
    return lines


def option_words(table: Table, say: Say) -> list[str]:
    """The table's options and agreements, in words."""
    preset = table.game.nearest_preset(table.head.options)
    lines = [say.colon(say(preset.title), say(preset.told))] if preset else []
    lines += [option.told(table.head.options[option.name], say) for option in table.game.options]
    if table.head.pace:
        lines.append(say("Time per move: {n} s, then a bot plays on", n=table.head.pace))
    if table.head.draws_seats:
        lines.append(say("Who sits where, and so who begins, is drawn from the seed"))
    if table.head.talk:
        lines.append(say("Players may write to each other freely"))
    lines.append(say("Advice is allowed") if table.head.advice else say("No advice at this table"))
    why = why_unrated(table.head, table.known)
    lines.append(say(WHY[why]) if why else say("This game counts for the ratings"))
    return lines


# --- what happened


def _log(table: Table, viewer: Viewer, say: Say) -> str:
    if table.state is None and not table.changes and not table.talk:
        return ""
    placed = _placed(table, table.lines(viewer.seat, viewer.lang), say, SHOWN)
    since = placed[0][0] if placed else 0.0
    made = len(table.whos)
    for line in table.talk[-TALK_SHOWN:]:
        at = min(line.moves, made) + 0.9 + (line.number % 1000) / 100_000
        if at >= since:
            placed.append((at, _spoken(line, say)))
    placed.sort(key=itemgetter(0))  # what one move told keeps its order
    items = "".join(html for _, html in reversed(placed))
    title = escape(say("What happened"))
    return (
        f'<section class="log" data-key="log"><h2>{title}</h2><ol tabindex="0" '
        f'aria-label="{title}">{items}</ol></section>'
    )


def history(table: Table, lines: list[Line], say: Say) -> list[str]:
    """The game's log: a line for what is worth one, and one for each change of a seat."""
    return [html for _, html in _placed(table, lines, say)]


def _placed(table: Table, lines: list[Line], say: Say, most: int = sys.maxsize) -> list[tuple[float, str]]:
    """The same, or the end of it, with each line's place among the moves."""
    told = list(islice((line for line in reversed(lines) if line.is_told), most))
    items = [(float(line.number), line.html or _said(line)) for line in reversed(told)]
    notes = seat_log.lines(table, say, most)
    if notes:
        items += [(at, _noted(at, text)) for at, text in notes]
        items.sort(key=itemgetter(0))
    return items[-most:]


def _spoken(line: Said, say: Say) -> str:
    drawn = face(line.body) if line.kind == "reaction" else ""
    return f'<li class="talk" data-said="{line.number}">{drawn}{escape(line.line(say))}</li>'


def _noted(at: float, text: str) -> str:
    return f'<li class="note" data-n="{at:.3f}">{escape(text)}</li>'


def _said(line: Line) -> str:
    """One line of the log; it is remembered, for most of the log was there in the drawing before."""
    line.html = f'<li class="is-{line.scene.weight}" data-n="{line.number}">{escape(line.scene.text)}</li>'
    return line.html
