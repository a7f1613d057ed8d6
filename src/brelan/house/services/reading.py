"""What is read in the house: rulebooks with their pictures, and the prose of lessons, as HTML."""

import functools
import re
from collections.abc import Iterator

from markdown_it.token import Token

from ...draw.drawing import escape
from ...play.catalogue import Game
from ...school.blocks import Position
from ...school.rulebooks import ABOUT, caption, markdown, rulebook


def prose(text: str) -> str:
    """A few sentences of Markdown."""
    return str(markdown().render(text))


@functools.lru_cache(maxsize=32)
def rulebook_html(game: Game, lang: str) -> str:
    """A rulebook: sections are s1, s2 …; where a decision is told of, about-1, about-2 …"""
    book = rulebook(game, lang)
    if not book.text:
        return f"<p>{escape(game.say(lang)(game.blurb))}</p>"
    reader = markdown()
    tokens = reader.parse(book.text)
    positions, places = enumerate(book.positions, 1), iter(range(1, 1000))
    for token in tokens:
        if token.type == "fence":
            at, position = next(positions)
            token.type, token.content = "html_block", picture(position, lang, f"p{at}")
        elif token.type == "html_block":
            is_place = ABOUT.fullmatch(token.content.strip())
            token.content = f'<span id="about-{next(places)}"></span>' if is_place else escape(token.content)
    html = str(reader.renderer.render(list(_grouped(tokens)), reader.options, {}))
    html = re.sub(r"<h1>.*?</h1>", "", html, count=1)
    html = re.sub(r' style="text-align:(\w+)"', r' class="\1"', html)
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    number = iter(range(1, 1000))
    return re.sub(r"<h2>", lambda _: f'<h2 id="s{next(number)}">', html)


def _grouped(tokens: list[Token]) -> Iterator[Token]:
    """Pictures one after the other stand side by side."""
    open_ = Token("html_block", "", 0, content='<div class="pictures">')
    close = Token("html_block", "", 0, content="</div>")
    inside = False
    for token in tokens:
        is_picture = token.type == "html_block" and token.content.startswith("<figure")
        if is_picture != inside:
            yield open_ if is_picture else close
            inside = is_picture
        yield token
    if inside:
        yield close


def picture(position: Position, lang: str, name: str) -> str:
    """A position in a text; `name` is its own on the page."""
    words = caption(position, lang)
    mark = ' class="is-refused"' if position.refused else ""
    told = f"<figcaption{mark}>{escape(words)}</figcaption>" if words else ""
    small = " is-part" if position.frame else ""
    return f'<figure class="picture-of{small}">{still(position.svg(lang), name)}{told}</figure>'


def still(svg: str, name: str) -> str:
    """A drawing nothing of which is pressed or moves, beside others on a page: ids are its own."""
    svg = re.sub(r' (?:tabindex|data-(?:for|move|key|needs|tall|view|add|drag|next|confirm))="[^"]*"', "", svg)
    svg = svg.replace(' role="button"', "").replace("table-drawing", "picture-drawing")
    return re.sub(r'( id="|url\(#|href="#)', rf"\g<1>{name}-", svg)
