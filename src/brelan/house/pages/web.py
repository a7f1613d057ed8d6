"""The HTML pages: home, opening a table, the table itself, rulebooks, replays; and the static files they need."""

import asyncio
import functools
import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import jinja2
import segno
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ...dev.covers import cover_file
from ...model.errors import BrelanError
from ...model.options import Option
from ...model.words import LANGUAGES, N_, Say
from ...paper import can_print
from ...paper.formats import duplex_named, languages_named, paper_named
from ...play import catalogue
from ...play.catalogue import Game
from ...school.lessons import lesson_numbers
from ..base import clock
from ..base.config import Config, is_loopback
from ..base.errors import NotFound, Refused, TooLarge
from ..base.words import level_word, speak
from ..http import passport, render
from ..http.api import facts, hall, listed, make_seats, visit
from ..services.evenings import evenings_of
from ..services.past import Ending
from ..services.previews import tags
from ..services.reading import rulebook_html
from ..services.trials import todays
from ..table import pacing
from ..table.presence import look_round
from ..table.tables import Table, Viewer
from ..table.talk import PHRASES, REACTIONS, face

HERE = Path(__file__).parent
router = APIRouter(include_in_schema=False)
PACES = (0, 30, 60, 180, 600, 86400)
MOST_FIELDS = 200  # of a form
MOST_VIEWS = 400  # of a game, for its score sheet


def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(HERE / "templates")
    return jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )


PAGES = _environment()


class Files:
    """The static files, read once, under an address that changes with them."""

    def __init__(self) -> None:
        self.files = {path.name: path.read_bytes() for path in sorted((HERE / "static").iterdir()) if path.is_file()}
        self.zipped = {name: gzip.compress(data, 9, mtime=0) for name, data in self.files.items()}
        self.stamp = hashlib.sha256(b"".join(name.encode() + data for name, data in self.files.items())).hexdigest()[
            :12
        ]

    def address(self, name: str) -> str:
        return f"/static/{self.stamp}/{name}"


@functools.cache
def static() -> Files:
    return Files()


def page(request: Request, template: str, /, status: int = 200, **values: Any) -> Response:
    """A page in the reader's language."""
    lang = visit(request).lang
    say = values.pop("say", None) or speak(lang)
    body = written(template, say, lang, request.url.path, request.app.state.config, **values).encode()
    return zipped(request, body, "text/html; charset=utf-8", status, cache="no-store")  # somebody's own


def written(template: str, say: Say, lang: str, path: str, config: Config, /, **values: Any) -> str:
    """A page's HTML: what every page is given, and its own values."""
    common = {
        "say": say,
        "count": say.count,
        "lang": lang,
        "asset": static().address,
        "path": path,
        "lan": config.lan or bool(config.public_url),
        "config": config,
    }
    return PAGES.get_template(template).render(**common, **values)


def zipped(request: Request, body: bytes, kind: str, status: int = 200, cache: str = "no-cache") -> Response:
    headers = {"cache-control": cache, "vary": "Accept-Encoding, Cookie, Accept-Language"}
    if len(body) > 1000 and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 5)
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, media_type=kind)


def kept(answer: Response) -> Response:
    """Marks an answer as one a browser may keep for when the house is away (`offline.py`)."""
    answer.headers["x-brelan-keep"] = "yes"
    return answer


def kept_if_over(answer: Response, table: Table, guest: str) -> Response:
    """The same for what tells of a game: one's own, once it is over."""
    return kept(answer) if table.status == "over" and table.seat_of(guest) >= 0 else answer


def error_page(request: Request, status: int, sentence: str) -> Response:
    return page(request, "error.html", status, sentence=sentence)


@router.get("/static/{stamp}/{name}")
async def static_file(request: Request, stamp: str, name: str) -> Response:
    files = static()
    if name not in files.files:
        raise NotFound(N_("There is nothing at this address."))
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind in ("application/javascript", "text/javascript"):
        kind = "text/javascript; charset=utf-8"
    headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(files.zipped[name], headers={**headers, "content-encoding": "gzip"}, media_type=kind)
    return Response(files.files[name], headers=headers, media_type=kind)


@router.get("/favicon.ico")
async def favicon() -> Response:
    return Response(static().files["icon.svg"], media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


# --- home


@router.get("/", response_class=HTMLResponse)
async def home(request: Request) -> Response:
    guest = visit(request).welcome()
    lang = visit(request).lang
    store = hall(request).store
    own = told(request, await store.own_tables(guest, 12), speak(lang))
    public = told(request, await store.public_tables(12), speak(lang))
    mine = {row["id"] for row in own}
    return page(
        request,
        "home.html",
        games=[facts(catalogue.game(name), lang) for name in catalogue.games()],
        learnable={name for name in catalogue.games() if lesson_numbers(catalogue.game(name))},
        going=[row for row in own if row["status"] != "over"][:4],
        public=[row for row in public if row["id"] not in mine][:4],
        qr=qr_code(lan_url(request)) if hall(request).config.lan else "",
        lan_url=lan_url(request),
        todays=await todays(hall(request).store, visit(request).guest),
    )


class Shared(NamedTuple):
    """An address to give to others; with a hint where nobody but this machine could follow it."""

    url: str
    hint: str

    @property
    def qr(self) -> str:
        return "" if self.hint else qr_code(self.url)


def shared(request: Request, path: str, say: Say) -> Shared:
    """The address of a page as others can reach it."""
    config = hall(request).config
    base = lan_url(request) if config.lan or config.public_url else str(request.base_url)
    hint = ""
    if is_loopback(urlsplit(base).hostname or ""):
        hint = say(
            "This link works on this machine alone. To let others in, close the house (Ctrl+C) and start it again "
            "with brelan --lan."
        )
    return Shared(base.rstrip("/") + path, hint)


def lan_url(request: Request) -> str:
    config = hall(request).config
    return config.public_url or f"http://{config.address or 'localhost'}:{config.port}/"


@functools.lru_cache(maxsize=64)
def qr_code(url: str) -> str:
    """A QR code as inline SVG."""
    return str(
        segno.make(url, error="m").svg_inline(
            border=2, dark="#22201c", light="#fbf7ec", omitsize=True, svgclass="qr", lineclass=None
        )
    )


@router.get("/language/{lang}")
async def language(request: Request, lang: str, back: str = "/") -> Response:
    if lang in LANGUAGES:
        visit(request).choose_language(lang)
    safe = back if re.fullmatch(r"/(?:[\w\-./?=&]*)", back) and not back.startswith("//") else "/"
    return RedirectResponse(safe, 303)


@router.get("/picture/{name}.{lang}.svg")
async def picture(request: Request, name: str, lang: str) -> Response:
    file = cover_file(hall(request).known(name), lang if lang in LANGUAGES else "en")
    return kept(zipped(request, await asyncio.to_thread(file.read_bytes), "image/svg+xml", cache="max-age=3600"))


# --- opening a table


@router.post("/play/{name}")
async def play_now(request: Request, name: str, novices: str = "") -> Response:
    """One click: against bots, with sensible defaults. The first game after the lessons is against novices."""
    game = await hall(request).game(name)
    guest = visit(request).welcome()
    levels = game.bots.LEVELS
    if not novices and any(item.isdigit() for item in await hall(request).store.progress(guest, f"learn {game.name}")):
        novices = "yes" if game.name not in await hall(request).store.games_played(guest) else ""
    level = levels[0] if novices == "yes" else levels[min(1, len(levels) - 1)]
    seats = await make_seats(request, game, [("me", ""), *[("bot", level)] * (game.best_seats - 1)], "")
    lang = visit(request).lang
    table = await hall(request).open(game, guest, seats, game.recommended, draws_seats=True, lang=lang)
    return RedirectResponse(f"/t/{table.id}", 303)


@router.get("/open/{name}", response_class=HTMLResponse)
async def open_form(request: Request, name: str) -> Response:
    return await _open_page(request, await hall(request).game(name), {}, "")


async def _open_page(request: Request, game: Game, given: dict[str, str], problem: str) -> Response:
    guest = visit(request).welcome()
    lang = visit(request).lang
    say = speak(lang, game)
    levels = [(level, level_word(level, say)) for level in game.bots.LEVELS]
    name = given.get("name") or await hall(request).store.guest_name(guest)
    return page(
        request,
        "open.html",
        422 if problem else 200,
        say=say,
        game=facts(game, lang),
        seat_range=list(game.seats),
        levels=levels,
        options=option_fields(game, given, say),
        presets=presets_offered(game, given, say),
        paces=[(pace, pace_words(pace, say)) for pace in PACES],
        given=given,
        name=name,
        problem=problem,
    )


def pace_words(pace: int, say: Say) -> str:
    if pace == 0:
        return say("as long as it takes")
    if pace < 60:
        return say("{n} seconds", n=pace)
    if pace < 3600:
        return say.count("one minute", "{n} minutes", pace // 60)
    return say.count("one day", "{n} days", pace // 86400)


def presets_offered(game: Game, given: dict[str, str], say: Say) -> list[dict[str, Any]]:
    """The ways to play a game that its form offers; what the fields hold under each, for the page's script."""
    chosen = given.get("preset", next(iter(game.presets), ""))
    return [
        {
            "name": preset.name,
            "title": say(preset.title),
            "told": say(preset.told),
            "chosen": preset.name == chosen,
            "fields": json.dumps(_fields(game, preset.name)),
        }
        for preset in game.presets.values()
    ]


def _fields(game: Game, preset: str) -> dict[str, str]:
    """What an untouched form holds under a preset, by option: empty what goes by other options."""
    given = game.preset(preset if preset in game.presets else "")
    values = game.complete_options(given)
    return {
        option.name: "" if callable(option.default) and option.name not in given else option.write(values[option.name])
        for option in game.options
    }


def option_fields(game: Game, given: dict[str, str], say: Say) -> list[dict[str, Any]]:
    """What the form needs to know of each option: at first, as is recommended."""
    fields = _fields(game, given.get("shown", ""))
    return [option_field(game, option, given, fields[option.name], say) for option in game.options]


def option_field(game: Game, option: Option, given: dict[str, str], shown: str, say: Say) -> dict[str, Any]:
    default = game.complete_options({})[option.name]
    value = given.get(f"option-{option.name}", "no" if option.is_flag and given else None)
    kind = "flag" if option.is_flag else "choice" if option.choices else "number"
    choices = (
        [(choice, say(words)) for choice, words in zip(option.choices, option.words, strict=False)]
        if kind == "choice"
        else []
    )
    return {
        "name": option.name,
        "label": say(option.label),
        "kind": kind,
        "value": (shown or option.write(default)) if value is None else value,
        "shown": shown,
        "low": min((option.low, *option.also)) if kind == "number" else 0,
        "high": max((option.high, *option.also)) if kind == "number" else 0,
        "step": "any" if option.also else option.step,
        "choices": choices,
        "depends": callable(option.default),
    }


@router.post("/open/{name}", response_class=HTMLResponse)
async def open_table(request: Request, name: str) -> Response:
    game = await hall(request).game(name)
    guest = visit(request).welcome()
    form = form_of(await request.body())
    try:
        players = small(form.get("players", ""))
        game.check_players(players)
        chosen = [_seat_choice(form, number) for number in range(players)]
        options = chosen_options(game, form)
        seats = await make_seats(request, game, chosen, form.get("name", ""))
        pace = small(form.get("pace", ""))
        table = await hall(request).open(
            game,
            guest,
            seats,
            options,
            form.get("public") == "yes",
            form.get("advice") == "yes",
            min(pace, 86400),
            form.get("draws_seats") == "yes",
            rated=form.get("rated") == "yes",
            lang=visit(request).lang,
            talk=form.get("talk") == "yes",
        )
    except BrelanError as error:
        return await _open_page(request, game, form, error.said(visit(request).lang))
    return RedirectResponse(f"/t/{table.id}", 303)


def chosen_options(game: Game, form: dict[str, str]) -> dict[str, Any]:
    """The options of a game as a form has them: those of the preset that was chosen, but for fields that no longer
    hold what the form showed at first. What is left empty is as usual.
    """
    given = {option.name: form.get(f"option-{option.name}", "no" if option.is_flag else "") for option in game.options}
    chosen = {name: value for name, value in given.items() if value != ""}
    if "shown" not in form:  # of a game that offers none, or no form of ours
        return chosen
    shown = _fields(game, form["shown"])
    kept = {name: value for name, value in game.preset(form.get("preset", "")).items() if given[name] == shown[name]}
    return kept | {name: value for name, value in chosen.items() if value != shown[name]}


def form_of(body: bytes) -> dict[str, str]:
    """The fields of a form that was sent."""
    try:
        fields = parse_qsl(body.decode("utf-8", "replace"), max_num_fields=MOST_FIELDS)
    except ValueError:
        raise TooLarge(N_("A form has at most {most} fields."), most=MOST_FIELDS) from None
    return {key: value[:400] for key, value in fields}


def small(text: str) -> int:
    """A small whole number of a form; 0 if it is none."""
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else 0


def _seat_choice(form: dict[str, str], number: int) -> tuple[str, str]:
    who = form.get(f"seat-{number}", "me" if number == 0 else "open")
    return ("bot", who[4:]) if who.startswith("bot-") else ("me" if who == "me" else "open", "")


# --- tables


def told(request: Request, rows: Sequence[Any], say: Say) -> list[dict[str, Any]]:
    """Tables as the lobby tells them: who waits for whom, since when, and whose turn it is where that is known here."""
    found, now, guest = listed(rows), clock.now(), visit(request).guest
    stuck = {row.id for row in rows if row.status != "over" and not hall(request).can_go_on(row)}
    for row in found:
        row["stuck"] = row["id"] in stuck
        minutes = max(0, int((now - row["created"]) / 60))
        row["since"] = pace_words(60 * minutes, say) if 0 < minutes < 60 else ""
        table = hall(request).tables.get(row["id"])
        own = table.seat_of(guest) if table is not None else -1
        row["turn"] = table is not None and table.status == "playing" and own >= 0 and table.mover == own
    return found


@router.get("/tables", response_class=HTMLResponse)
async def all_tables(request: Request) -> Response:
    guest, say = visit(request).welcome(), speak(visit(request).lang)
    store = hall(request).store
    own = told(request, await store.own_tables(guest), say)
    mine = {row["id"] for row in own}
    public = [row for row in told(request, await store.public_tables(), say) if row["id"] not in mine]
    return page(
        request,
        "tables.html",
        evenings=await evenings_of(store, guest),
        going=[row for row in own if row["status"] != "over"],
        over=[row for row in own if row["status"] == "over"],
        open=[row for row in public if row["free"]],
        watch=[row for row in public if not row["free"]],
    )


SCRIPT_WORDS = {
    **{f"away_{least}": full for (least, _), (full, _) in render.AWAY_FOR.items()},
    **{f"brief_{least}": brief for (least, _), (_, brief) in render.AWAY_FOR.items()},
    "connecting": N_("Connecting again…"),
    "offline": N_("The house does not answer. Your table is safe; this page goes on by itself."),
    "sure": N_("Are you sure?"),
    "yes": N_("Yes"),
    "no": N_("No"),
    "copy": N_("Copy the link"),
    "copied": N_("Copied"),
    "share": N_("Share"),
    "name": N_("Your name at the table"),
    "sit": N_("Sit down"),
    "nudged": N_("The others are waiting for you."),
    "left": N_("{n} s left, then a bot plays on"),
    "thinking": N_("The master is thinking…"),
    "comes": N_("The answer will come by itself."),
    "would": N_("The master {move} — {why}."),
    "playit": N_("Play this move"),
    "others": N_("All moves, best first"),
    "close": N_("Close"),
    "bigger": N_("Zoom in"),
    "smaller": N_("Zoom out"),
    "whole": N_("See everything"),
    "failed": N_("That did not work. Try again."),
    "salt_kept": N_(
        "Checked by this browser: the commitment it was shown, its own salt and what everybody promised "
        "are those of the record."
    ),
    "salt_wrong": N_("Beware: the record does not hold what this browser kept when the game began ({what})."),
    "saltless": N_("This browser added no salt to this game, so it cannot vouch for the start."),
    "rules": N_("Rules"),
    "understood": N_("Understood"),
    "poll": N_("Many tabs are open: this one looks for news every few seconds."),
}


@router.get("/t/{name}", response_class=HTMLResponse)
async def table_page(request: Request, name: str) -> Response:
    guest = visit(request).welcome()
    table = await hall(request).table_or_ending(name)
    lang = visit(request).lang
    if isinstance(table, Ending):
        return page(request, "ending.html", ending=table, lines=table.lines(lang))
    say = speak(lang, table.game)
    viewer = table.viewer(guest, lang)
    pacing.asked(table, guest)  # until its stream is open
    link = shared(request, f"/t/{table.id}", say)
    look_round(table, clock.now())
    return page(
        request,
        "table.html",
        say=say,
        **at_table(table, viewer, say),
        share_url=link.url if hall(request).config.lan or hall(request).config.public_url else "",
        share_hint=link.hint,
        qr=link.qr if hall(request).config.lan and table.status == "waiting" else "",
        name=await hall(request).store.guest_name(guest),
        now=round(clock.now() * 1000),
        first_game=await _first_game(request, table, viewer.seat),
        preview=tags(link.url, *invitation(request, table)[1:3]),
    )


def invitation(request: Request, table: Table) -> tuple[Game, str, str, str]:
    """What a link to a table shows: the game, who invites, what is free. No score, no card, and nothing of the seed."""
    lang = visit(request).lang_or(table.head.lang)
    say = speak(lang, table.game)
    names = [seat.name for seat in table.seats if seat.kind == "guest"]
    free = sum(seat.kind == "open" for seat in table.seats)
    if table.status == "waiting" and free:
        line = say("Come and play.")
        if names:
            one, several = say("{names} invites you to play.", names=names[0]), say.list(names)
            line = one if len(names) == 1 else say("{names} invite you to play.", names=several)
        more = say.count("one free seat", "{n} free seats", free)
    else:
        line = say.list([seat.name for seat in table.seats if seat.kind != "open"])
        more = {"over": say("over"), "playing": say("playing")}.get(table.status, say("about to begin"))
    return table.game, line, f"{table.game.title} · {more}", lang


@router.get("/t/{name}/preview.png")
async def table_preview(request: Request, name: str) -> Response:
    table = await hall(request).table_or_ending(name)
    if isinstance(table, Ending):
        raise NotFound(N_("There is nothing at this address."))
    return await hall(request).cards.answer(*invitation(request, table))


def at_table(table: Table, viewer: Viewer, say: Say) -> dict[str, Any]:
    """What the table's page is given of the table itself, whoever asks."""
    return {
        "game": facts(table.game, viewer.lang),
        "table": table,
        "fragment": render.fragment(table, viewer),
        "title": render.title(table, viewer, say),
        "words": {key: say(text) for key, text in SCRIPT_WORDS.items()},
        "options": render.option_words(table, say),
        "reactions": [(name, face(name), say(words, name="").strip(" .")) for name, words in REACTIONS.items()],
        "phrases": [(name, say(words)) for name, words in PHRASES.items()],
        "free_text": table.head.talk,
    }


async def _first_game(request: Request, table: Table, seat: int) -> dict[str, bool]:
    """What is done for somebody who plays a game for the first time: lessons are offered, remarks may come."""
    store, guest = hall(request).store, visit(request).guest
    if seat < 0 or table.status == "over" or not lesson_numbers(table.game):
        return {"offer": False, "remarks": False}
    first = (await store.games_played(guest)).get(table.game.name, [table.id])[0] == table.id
    known = await store.progress(guest, f"learn {table.game.name}") if first else {}
    return {"offer": first and not any(item.isdigit() or item == "declined" for item in known), "remarks": first}


# --- the rulebook


@router.get("/rules/{name}", response_class=HTMLResponse)
async def rulebook(request: Request, name: str, part: str = "") -> Response:
    """The rulebook; with `part` its text alone, for the drawer beside a table."""
    game = hall(request).known(name)
    visit(request).welcome()
    lang = visit(request).lang
    text = await asyncio.to_thread(rulebook_html, game, lang)
    if part == "text":
        return zipped(request, text.encode(), "text/html; charset=utf-8")
    answer = page(
        request,
        "rules.html",
        game=facts(game, lang),
        text=text,
        contents=re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', text),
        can_print=can_print(),
        learnable=bool(lesson_numbers(game)),
    )
    return kept(answer)


@router.get("/print/{name}.pdf")
async def print_game(request: Request, name: str, lang: str = "", paper: str = "a4", sides: str = "") -> Response:
    """The game as a kit to print, in the reader's language unless another is asked for."""
    game = hall(request).known(name)
    languages = ",".join(languages_named(lang or visit(request).lang))
    pdf = await hall(request).workshop.kit(game, languages, paper_named(paper).name, duplex_named(sides))
    file = f"{game.name}-{languages.replace(',', '-')}-{paper}.pdf"
    headers = {"cache-control": "private, max-age=3600", "content-disposition": f'inline; filename="{file}"'}
    return Response(pdf, headers={**headers, "vary": "Cookie, Accept-Language"}, media_type="application/pdf")


# --- after the game


@router.get("/t/{name}/replay", response_class=HTMLResponse)
async def replay_page(request: Request, name: str, seat: int = -2) -> Response:
    guest = visit(request).welcome()
    table = await hall(request).table_or_ending(name)
    lang = visit(request).lang
    if isinstance(table, Ending):
        return page(request, "ending.html", ending=table, lines=table.lines(lang, seat))
    table.begun()
    say = speak(lang, table.game)
    eyes = _eyes(table, guest, seat)
    first, lines, sheet = await hall(request).past.ask(
        table, ("replay", eyes, lang), lambda still: _replayed(still, eyes, lang)
    )
    moves = len(table.whos)
    answer = page(
        request,
        "replay.html",
        say=say,
        game=facts(table.game, lang),
        table=table,
        seat=eyes,
        moves=moves,
        salts=render.salt_words(table, say),
        first=first,
        lines=lines,
        sheet=sheet,
        outcome=render.result(table, table.viewer(guest, lang), say, links=False) if table.status == "over" else "",
        words={key: say(text) for key, text in SCRIPT_WORDS.items()},
    )
    return kept_if_over(answer, table, guest)


def _replayed(table: Table, eyes: int, lang: str) -> tuple[str, list[str], str]:
    """The last position, every move in words, and the score sheet. Runs in a thread."""
    say = speak(lang, table.game)
    return (
        _position(table, eyes, len(table.whos), lang),
        render.history(table, [line for line in table.lines_after(0, eyes, lang) if line.is_told], say),
        _sheet(table, say) if table.status == "over" else "",
    )


def _eyes(table: Table, guest: str, wanted: int) -> int:
    """Through whose eyes a replay is seen: during the game one's own only."""
    own = table.seat_of(guest)
    if table.status != "over" or not -1 <= wanted < table.head.players:
        return own
    return wanted


def _position(table: Table, seat: int, moves: int, lang: str) -> str:
    view = table.begun().after(moves).view(seat)
    view["moves"] = []  # nothing can be played in the past
    return str(table.game.table.svg(view, speak(lang, table.game)))


@router.get("/t/{name}/replay/{moves}")
async def replay_position(request: Request, name: str, moves: int, seat: int = -2) -> Response:
    table = await hall(request).table(name)
    table.begun()
    eyes, lang = _eyes(table, visit(request).guest, seat), visit(request).lang
    moves = max(0, min(moves, len(table.whos)))
    html = await hall(request).past.ask(
        table, ("position", eyes, moves, lang), lambda still: _position(still, eyes, moves, lang)
    )
    return kept_if_over(JSONResponse({"moves": moves, "html": html}), table, visit(request).guest)


def _sheet(table: Table, say: Say) -> str:
    """The game's own score sheet, from a spectator's views of the whole game."""
    state, sheet = table.begun(), table.game.table.sheet
    if sheet is None:
        return ""
    every = max(1, len(state.log) // MOST_VIEWS)
    views = [past.view(None) for number, (past, _) in enumerate(state.history()) if number > 0 and number % every == 0]
    return sheet([*views, state.view(None)], say)


# --- the passport


@router.get("/passport", response_class=HTMLResponse)
async def passport_page(request: Request) -> Response:
    """Makes a passport, or comes in with one: which, the page's script sees by the secret behind the #."""
    return await _passport(request, "")


@router.post("/passport", response_class=HTMLResponse)
async def make_passport(request: Request) -> Response:
    """A new passport, shown in this answer and never again."""
    visit(request).welcome()
    secret = await passport.issue(hall(request).store, visit(request).token)
    link = shared(request, f"/passport#{secret}", speak(visit(request).lang))
    return await _passport(request, link.url, link.hint)


async def _passport(request: Request, link: str, hint: str = "") -> Response:
    guest = visit(request).welcome()
    store, say = hall(request).store, speak(visit(request).lang)
    answer = page(
        request,
        "passport.html",
        link=link,
        hint=hint,
        qr=qr_code.__wrapped__(link) if link else "",  # which is not to be remembered
        made=await passport.issued(store, guest),
        own=bool(await store.own_tables(guest, 1)),
        words={key: say(text) for key, text in SCRIPT_WORDS.items()},
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@router.post("/passport/enter")
async def enter(request: Request) -> Response:
    """This browser becomes the guest whose passport it shows."""
    try:
        given = str(json.loads(await request.body())["passport"])
    except (ValueError, KeyError, TypeError):
        given = ""
    try:
        visit(request).become(await passport.holder(hall(request).store, given[:100]))
    except Refused as error:
        return JSONResponse({"detail": error.said(visit(request).lang)}, error.status)
    return JSONResponse({}, headers={"cache-control": "no-store"})


# --- for programmers


@router.get("/api", response_class=HTMLResponse)
async def api_page(request: Request) -> Response:
    visit(request).welcome()
    paths = request.app.openapi()["paths"]
    calls = [
        {"method": method.upper(), "path": path, "text": call.get("description", "")}
        for path, methods in paths.items()
        for method, call in methods.items()
    ]
    return page(request, "api.html", calls=calls)
