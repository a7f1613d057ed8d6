"""What people read, in French or English: messages are written in English in the code, and translated by the
catalogues.

A catalogue is a `locale/fr.po` beside the code it belongs to: one for the core, one in each game's folder. They are
read as they are (Babel parses them): there is nothing to build.
"""

import functools
import os
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

LANGUAGES = ("fr", "en")
PACKAGE = Path(__file__).parent.parent  # where the core's catalogue is


def system_language() -> str:
    """French or English, by the system's locale."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def N_(message: str) -> str:
    """Marks a message that is translated later, where it is shown."""
    return message


class Sentence:
    """A message to be said later, in a language not known yet; its values may be such messages themselves."""

    def __init__(self, message: str, /, **values: Any) -> None:
        self.message, self.values = message, values

    def said(self, say: "Say") -> str:
        values = {
            name: value.said(say) if isinstance(value, Sentence) else value for name, value in self.values.items()
        }
        return say(self.message, **values)

    def __str__(self) -> str:
        return self.said(speaker("en"))


@functools.cache
def _catalogue(lang: str, folder: Path) -> dict[Any, Any]:
    file = folder / "locale" / f"{lang}.po"
    if not file.exists():
        return {}
    from babel.messages.pofile import read_po

    with file.open("rb") as stream:
        return {
            (m.id[0] if isinstance(m.id, tuple) else m.id): m.string
            for m in read_po(stream, locale=lang)
            if m.id and m.string
        }


class Say:
    """Says a message in one language: `say("{name} is to move", name="Katy")`."""

    def __init__(self, lang: str, *folders: Path) -> None:
        self.lang = lang if lang in LANGUAGES else "en"
        self._messages: dict[Any, Any] = {}
        for folder in (PACKAGE, *folders):
            self._messages.update(_catalogue(self.lang, folder))

    def __call__(self, message: str, **values: Any) -> str:
        text = self._messages.get(message, message)
        if text.__class__ is tuple:
            text = text[0]
        return text.format(**values) if values else text  # type: ignore[no-any-return]

    def count(self, one: str, many: str, n: float, digits: int = 0, sign: bool = False, **values: Any) -> str:
        """A message that depends on a number."""
        forms = self._messages.get(one, (one, many))
        written = self.number(n, digits, sign)
        return str(forms[0 if self.is_single(n, digits) else 1]).format(n=written, **values)

    def is_single(self, n: float, digits: int = 0) -> bool:
        """Whether this number, written with so many digits, has a singular: French counts all below 2 as one, English
        only 1 itself.
        """
        return round(abs(n), digits) < 2 if self.lang == "fr" else n == 1 and not digits

    def number(self, value: float, digits: int = 0, sign: bool = False) -> str:
        """A number as this language writes it."""
        if type(value) is int and not digits:
            return _whole(value, sign, self.lang)
        return _number(value, digits, sign, self.lang)

    def percent(self, share: float, digits: int = 1) -> str:
        """A share of 1 as a percentage."""
        return self.number(100 * share, digits) + ("\u202f%" if self.lang == "fr" else "%")

    def day(self, at: date) -> str:
        """A day as a table writes it: "2026-11-19", "19/11/2026"."""
        return f"{at:%d/%m/%Y}" if self.lang == "fr" else f"{at:%Y-%m-%d}"

    def colon(self, what: str, told: str) -> str:
        """ "what: told", with the space that this language sets before a colon."""
        return f"{what}\u00a0: {told}" if self.lang == "fr" else f"{what}: {told}"

    def parts(self, items: Iterable[str]) -> str:
        """ "a; b; c", with the space that this language sets before a semicolon."""
        return ("\u00a0; " if self.lang == "fr" else "; ").join(items)

    def list(self, items: "list[str] | tuple[str, ...]") -> str:
        """ "a, b and c"."""
        say = self
        return (
            say("{most} and {last}", most=", ".join(items[:-1]), last=items[-1]) if len(items) > 1 else "".join(items)
        )


def _number(value: float, digits: int, sign: bool, lang: str) -> str:
    text = f"{value:{'+' if sign else ''},.{digits}f}"
    if lang == "fr":
        text = text.replace(",", "\u202f").replace(".", ",")
    return text.replace("-", "−")


@functools.lru_cache(maxsize=4096)  # scores are written again and again
def _whole(value: int, sign: bool, lang: str) -> str:
    return _number(value, 0, sign, lang)


class Voice(Say):
    """A `Say` that speaks to one reader of a table: people have names, and the reader is "you"."""

    def __init__(self, say: Say, names: "tuple[str, ...]" = (), seat: int = -1) -> None:
        self.lang, self._messages = say.lang, say._messages
        self.plain = say  # the same words, to nobody in particular
        self.names, self.seat = names, seat  # −1: somebody who only watches

    def is_you(self, seat: int) -> bool:
        """Whether the reader sits there."""
        return seat == self.seat

    def name(self, seat: int) -> str:
        """The name of whoever sits there."""
        return self.names[seat]

    def by(self, seat: int, others: str, you: str, **values: Any) -> str:
        """What a seat does, told of somebody ("{name} stops") or to the reader ("you stop"): two messages."""
        return self(you, **values) if self.is_you(seat) else self(others, name=self.name(seat), **values)


def rooms() -> list[Path]:
    """The folders that have a catalogue: the core's, the web house's, and each game's."""
    return [PACKAGE, PACKAGE / "house", *sorted(p.parent for p in (PACKAGE / "games").glob("*/__init__.py"))]


@functools.cache
def speaker_of_all(lang: str) -> Say:
    """A `Say` that knows every catalogue: for errors, which come from anywhere."""
    return Say(lang, *rooms())


@functools.cache
def speaker(lang: str, *folders: Path) -> Say:
    """The `Say` of a language, for the core and the given folders."""
    return Say(lang, *folders)
