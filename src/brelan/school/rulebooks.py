"""A game's rulebook: its Markdown, and the positions its fenced blocks lay, drawn by the game's own drawing.

A line `<!-- about: throw *; stop -->` says which decisions the paragraph after it is about: the table's page opens the
rulebook there.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache

from markdown_it import MarkdownIt

from ..play.catalogue import Game
from .blocks import FENCE, KEYS, Blocks, Position, lines_of, moves_in

ABOUT = re.compile(r"^[ \t]*<!-- about: (.*?) -->[ \t]*$", re.M)
_KINDS = ("lay", "play")


@dataclass(frozen=True)
class Rulebook:
    """A rulebook as everything that shows it reads it."""

    text: str
    positions: tuple[Position, ...]  # of its blocks, in order


def markdown() -> MarkdownIt:
    """How rulebooks are read, wherever they are shown: comments are kept apart, other HTML stays what it was typed."""
    reader = MarkdownIt("commonmark", {"html": True, "typographer": True}).enable("table")
    reader.disable("html_inline")
    return reader


def rulebook_text(game: Game, lang: str) -> str:
    """The text of a game's rulebook, in the other language where there is none in this one; "" without any."""
    for tongue in (lang, "en", "fr"):
        file = game.folder / f"rulebook.{tongue}.md"
        if file.exists():
            return file.read_text(encoding="utf-8")
    return ""


@cache
def rulebook(game: Game, lang: str) -> Rulebook:
    """A game's rulebook.

    Examples:
        >>> import brelan
        >>> from brelan.school.rulebooks import rulebook
        >>> book = rulebook(brelan.game("dodeka"), "en")
        >>> len(book.positions) > 8, "pairtraiz" in book.text
        (True, True)
    """
    return parse_rulebook(game, rulebook_text(game, lang), lang)


def parse_rulebook(game: Game, text: str, lang: str) -> Rulebook:
    """A rulebook from its text; a wrong block is refused with its line and the reason."""
    blocks, positions = Blocks(game, f"{game.name}, rulebook.{lang}.md", game.folder), []
    for fence in FENCE.finditer(text):
        number = text.count("\n", 0, fence.start()) + 1
        if fence[1] not in _KINDS:
            raise blocks.wrong(number, f"a block of a rulebook is {' or '.join(_KINDS)}, not “{fence[1]}”")
        lines = list(lines_of(fence[2], number + 1, KEYS, blocks.place))
        positions.append(blocks.lay(fence[1], lines, number))
    return Rulebook(text, tuple(positions))


@cache
def decisions(game: Game, lang: str) -> tuple[tuple[str, ...], ...]:
    """The moves each comment of a rulebook is about, in order."""
    return tuple(tuple(moves_in(match[1])) for match in ABOUT.finditer(rulebook_text(game, lang)))


def about(game: Game, lang: str, moves: Iterable[str]) -> int:
    """Which comment of the rulebook, from 1, tells of the decision between these moves; 0 if none does.

    Examples:
        >>> import brelan
        >>> from brelan.school.rulebooks import about
        >>> about(brelan.game("dodeka"), "en", ["throw 1 2 3"]), about(brelan.game("dodeka"), "en", [])
        (1, 0)
    """
    return next(filter(None, (_about_move(game, lang, move) for move in moves)), 0)


@lru_cache(maxsize=4096)  # every drawing of a turn asks
def _about_move(game: Game, lang: str, move: str) -> int:
    for number, patterns in enumerate(decisions(game, lang), 1):
        if any(fnmatchcase(move, pattern) for pattern in patterns):
            return number
    return 0


def caption(position: Position, lang: str) -> str:
    """What stands under a picture: its own words, or else what its last move brought, and why moves are refused."""
    told = position.told(lang)
    words = [position.caption or (told[-1] if told else "")]
    for refusal in position.refused:
        why = refusal.told(position.game, lang)
        words.append(why[:1].upper() + why[1:] + ".")
    return " ".join(filter(None, words))
