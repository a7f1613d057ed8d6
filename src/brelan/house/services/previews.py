"""What messengers show beside a link: a title, a line, and a picture drawn by the house (Open Graph).

Whoever fetches it is a program of a messenger, with no seat and no cookie: it is told what the page tells anybody who
has the link, less. The picture needs the press (`brelan[print]`); without it there are words alone.
"""

import asyncio
from collections import OrderedDict

from fastapi.responses import Response

from ...draw.drawing import escape
from ...model.words import N_
from ...paper import can_print
from ...play.catalogue import Game
from ..base.errors import NotFound, TooFast
from .posters import as_png, card

REMEMBERED = 64  # pictures, of some tens of kB each
MOST_WAITING = 8

Wanted = tuple[str, str, str, str]  # game, line, more, language


class Cards:
    """The pictures of links, made in a thread, one at a time, and remembered."""

    def __init__(self) -> None:
        self._known: OrderedDict[Wanted, bytes] = OrderedDict()
        self._press = asyncio.Lock()
        self._waiting = 0

    async def answer(self, game: Game, line: str, more: str, lang: str) -> Response:
        if not can_print():
            raise NotFound(N_("There is nothing at this address."))
        wanted = game.name, line, more, lang
        if wanted not in self._known:
            if self._waiting >= MOST_WAITING:
                raise TooFast(N_("The press is busy. Try again in a moment."))
            self._waiting += 1
            try:
                async with self._press:
                    if wanted not in self._known:
                        self._known[wanted] = await asyncio.to_thread(lambda: as_png(card(game, line, more, lang)))
            finally:
                self._waiting -= 1
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(wanted)
        return Response(self._known[wanted], headers={"cache-control": "max-age=300"}, media_type="image/png")


def tags(url: str, line: str, more: str) -> str:
    """What stands in a page's head, so that a link to it is shown with a title, a line and a picture."""
    facts = {
        "og:type": "website",
        "og:site_name": "Brelan",
        "og:url": url,
        "og:title": line,
        "og:description": more,
    }
    if can_print():
        facts |= {"og:image": f"{url}/preview.png", "og:image:width": "1200", "og:image:height": "630"}
    return "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in facts.items())
