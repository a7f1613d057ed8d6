"""What the house draws to be sent or hung up: the poster of an evening, and the picture that comes with a link.

Both are drawings (SVG) of what everybody with the link may know: names, a game, free seats, places. Neither is given a
position, a hand or a seed. The press sets them (PDF, PNG) with its own letters; without it they stay drawings.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from ...dev.covers import cover_file
from ...draw.cutouts import Drawing
from ...draw.drawing import escape, fitted, tag
from ...model.words import Say
from ...paper.formats import Format, paper_named
from ...paper.press import Document
from ...play.catalogue import Game
from .evenings import Evening, Place

INK, SOFT, BRASS, CLOTH, PAPER = "#22201c", "#5f584b", "#8a6a24", "#1f4d3a", "#fbf7ec"
FONT = "Georgia, 'Libertinus Serif', serif"
WIDE, TALL = 210, 297  # an A4, in millimetres
MOST = 40  # people a poster names; the others are counted
CARD = Format("card", 240.0, 126.0)  # what messengers show beside a link: 1200 by 630 at 127 dots an inch
DOTS = 127.0


def words(x: float, y: float, text: str, size: float, fill: str = INK, anchor: str = "start", **more: str) -> str:
    return tag(
        "text", escape(text), x=f"{x:g}", y=f"{y:g}", font_size=f"{size:g}", fill=fill, text_anchor=anchor,
        font_family=FONT, **more,
    )  # fmt: skip


def short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def cover(game: Game, lang: str, x: float, y: float, wide: float, tall: float) -> str:
    """A game's cover, set into a drawing."""
    svg = cover_file(game, lang).read_text(encoding="utf-8")
    svg = svg[svg.index("<svg") :]
    head, rest = svg[: svg.index(">")], svg[svg.index(">") :]
    head = re.sub(r'\s(?:x|y|width|height|role|aria-label)="[^"]*"', "", head)
    return f'{head} x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}"{rest}'


def day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def poster(evening: Evening, game: Game, places: Sequence[Place], say: Say) -> Drawing:
    """An evening's results on one page, to be hung up."""
    lines = [
        tag("rect", x="0", y="0", width=str(WIDE), height=str(TALL), fill=PAPER),
        tag("rect", x="6", y="6", width=str(WIDE - 12), height=str(TALL - 12), fill="none", stroke=BRASS,
            stroke_width="0.6"),
        words(WIDE / 2, 24, "BRELAN", 6, BRASS, "middle", letter_spacing="2"),
        words(WIDE / 2, 40, short(evening.title, 60), 12 if len(evening.title) <= 28 else 7, INK, "middle",
              font_weight="bold"),
        words(WIDE / 2, 49, f"{game.title} · {day(evening.opened)}", 5, SOFT, "middle"),
        cover(game, say.lang, WIDE / 2 - 36, 54, 72, 54),
    ]  # fmt: skip
    played = [one for one in places if one.games]
    shown = played[:MOST]
    top, room = 122.0, TALL - 122.0 - 24
    step = min(11.0, room / max(1, len(shown)))
    for number, one in enumerate(shown):
        y = top + number * step
        size = min(6.5, step * 0.62)
        strong = {"font_weight": "bold"} if one.place == 1 else {}
        lines.append(words(34, y, str(one.place), size, BRASS, "end", **strong))
        lines.append(words(40, y, fitted(one.name, WIDE - 84, size, one.place == 1), size, INK, **strong))
        lines.append(
            words(WIDE - 24, y, say.number(one.points, 0 if one.points % 1 == 0 else 1), size, INK, "end", **strong)
        )
    more = len(played) - len(shown)
    tables = sum(len(tables) for tables in evening.rounds)
    told = [
        say.count("one round", "{n} rounds", len(evening.rounds)),
        say.count("one table", "{n} tables", tables),
        say.count("one player", "{n} players", len(played)),
    ]
    if more:
        told.append(say.count("and one more", "and {n} more", more))
    lines.append(words(WIDE / 2, TALL - 14, " · ".join(told), 4.5, SOFT, "middle"))
    return Drawing("".join(lines), WIDE, TALL)


def as_svg(drawing: Drawing, label: str) -> str:
    return tag(
        "svg", drawing.content, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {drawing.width:g} {drawing.height:g}",
        role="img", aria_label=label,
    )  # fmt: skip


def as_pdf(drawing: Drawing, title: str, lang: str) -> bytes:
    return _page(drawing, title, lang, paper_named("a4")).pdf()


def as_png(drawing: Drawing) -> bytes:
    return _page(drawing, "Brelan", "en", CARD).pictures(DOTS)[0]


def _page(drawing: Drawing, title: str, lang: str, paper: Format) -> Document:
    document = Document(title, lang, paper)
    name = document.svg(as_svg(drawing, title))
    document.add(f'#sheet("{name}", {paper.width}mm, {paper.height}mm, [])')
    return document


def card(game: Game, line: str, more: str, lang: str) -> Drawing:
    """The picture that comes with a link: the game, who invites, and what is free. Nothing that is not on the page for
    whoever follows the link.
    """
    lines = [
        tag("rect", x="0", y="0", width="240", height="126", fill=CLOTH),
        cover(game, lang, 10, 20, 112, 84),
        words(130, 34, "BRELAN", 7, "#d1a54a", letter_spacing="2"),
        words(130, 56, game.title, 15, PAPER, font_weight="bold"),
    ]
    for number, part in enumerate(_broken(line, 27)[:3]):
        lines.append(words(130, 72 + 10 * number, part, 8, PAPER))
    lines.append(words(130, 112, short(more, 36), 6, "#d9cfb8"))
    return Drawing("".join(lines), 240, 126)


def _broken(text: str, wide: int) -> list[str]:
    """Words on lines of about so many letters; a word that is longer than a line is cut."""
    found = [""]
    for word in text.split():
        if found[-1] and len(found[-1]) + 1 + len(word) > wide:
            found.append("")
        found[-1] = f"{found[-1]} {short(word, wide)}".strip()
    if len(found) > 3:
        found[2] = short(found[2] + "…", wide + 1)
    return found
