"""The installable page: its manifest, its service worker, and what that keeps for when the house is away.

What may be kept is marked by the house, answer by answer (`kept`): rules, lessons, and one's own games once they are
over. A table that is played is never marked.
"""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from ...model.words import LANGUAGES
from ...play import catalogue
from ...school.lessons import lesson, lesson_numbers
from ..base.words import speak
from ..http.api import facts, hall, visit
from .web import kept, page, static

router = APIRouter(include_in_schema=False)
OWN = 12  # finished games kept, the last ones
SCRIPTS = (".js", ".css", ".svg")  # what pages that are kept need


@router.get("/manifest.webmanifest")
async def manifest(request: Request, lang: str = "") -> Response:
    """What an installed page is called and looks like. Browsers ask for it without cookies, so by its language."""
    lang = lang if lang in LANGUAGES else visit(request).lang
    say, address = speak(lang), static().address
    icons = [("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any")]
    icons += [("icon-maskable.png", "512x512", "maskable")]
    body = {
        "name": "Brelan · " + say("five French games"),
        "short_name": "Brelan",
        "lang": lang,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#efe6d2",
        "theme_color": "#173b2c",
        "icons": [
            {"src": address(name), "sizes": sizes, "purpose": purpose, "type": "image/png"}
            for name, sizes, purpose in icons
        ],
    }
    return JSONResponse(body, media_type="application/manifest+json", headers={"cache-control": "no-cache"})


@router.get("/sw.js")
async def worker() -> Response:
    """The service worker, which lies at the root to serve every page. It changes with the house's static files."""
    script = f'const STAMP = "{static().stamp}";\n'.encode() + static().files["sw.js"]
    return Response(script, media_type="text/javascript; charset=utf-8", headers={"cache-control": "no-cache"})


@router.get("/away", response_class=HTMLResponse)
async def away(request: Request) -> Response:
    """What is shown when the house does not answer."""
    return kept(page(request, "away.html", games=_games(visit(request).lang), learnable=set(_lessons())))


@router.get("/offline.json")
async def listed(request: Request) -> Response:
    """What this guest's browser keeps: addresses, in the language they are read in."""
    lang, guest = visit(request).lang, visit(request).guest
    pages = [f"/rules/{name}" for name in catalogue.games()]
    for name, numbers in _lessons().items():
        pages += [f"/picture/{name}.{lang}.svg", f"/learn/{name}"]
        for number in numbers:
            steps = len(lesson(catalogue.game(name), number, lang).steps)
            pages += [f"/learn/{name}/{number}", *(f"/learn/{name}/{number}/{step}" for step in range(1, steps + 1))]
    rows = await hall(request).store.own_tables(guest) if guest else []
    own = [f"/t/{row.id}/replay" for row in rows if row.status == "over"][:OWN]
    scripts = [static().address(name) for name in static().files if name.endswith(SCRIPTS) and name != "sw.js"]
    return JSONResponse({"lang": lang, "static": scripts, "pages": pages, "own": own})


def _games(lang: str) -> list[dict[str, Any]]:
    return [facts(catalogue.game(name), lang) for name in catalogue.games()]


def _lessons() -> dict[str, list[int]]:
    """The numbers of each game's lessons, where it has any."""
    found = {name: list(lesson_numbers(catalogue.game(name))) for name in catalogue.games()}
    return {name: numbers for name, numbers in found.items() if numbers}
