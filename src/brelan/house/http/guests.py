"""Who is asking: guests' tokens and names, and for each request its guest and language.

A guest is an unguessable token, in a cookie for a browser, in an Authorization header for a program. The house knows it
by its hash alone.
"""

import hashlib
import re
import secrets

from ...model.names import visible
from ...model.words import LANGUAGES
from ...play.catalogue import NAME_LIMIT
from ..base.config import Config

YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    return secrets.token_urlsafe(32)


def identity(token: str) -> str:
    """What the house keeps of a token."""
    return hashlib.sha256(b"brelan guest " + token.encode()).hexdigest()[:40]


def clean_name(name: str) -> str:
    """A name as it may be shown: visible, single-spaced, not too long; "" if nothing is left."""
    return visible(str(name)[:400])[:NAME_LIMIT].strip()


class Visit:
    """One request's guest and language."""

    __slots__ = ("_config", "_cookies", "_headers", "_new", "_set", "bearer", "guest", "token")

    def __init__(self, headers: dict[bytes, bytes], config: Config) -> None:
        self._headers, self._config = headers, config
        self._new = ""
        self._set: list[tuple[bytes, bytes]] = []
        self._cookies: dict[str, str] | None = None
        kind, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        self.bearer = kind.lower() == "bearer" and bool(_TOKEN.fullmatch(token))
        if not self.bearer:
            token = self._cookie(config.cookie)
        self.token = token if _TOKEN.fullmatch(token) else ""
        self.guest = identity(self.token) if self.token else ""  # "" for somebody without a token

    def _cookie(self, name: str) -> str:
        if self._cookies is None:
            pairs = (
                part.strip().partition("=") for part in self._headers.get(b"cookie", b"").decode("latin-1").split(";")
            )
            self._cookies = {key: value for key, _, value in pairs}
        return self._cookies.get(name, "")

    @property
    def lang(self) -> str:
        chosen = self._cookie("brelan-lang")
        if chosen in LANGUAGES:
            return chosen
        for part in self._headers.get(b"accept-language", b"").decode("latin-1").split(","):
            tongue = part.split(";")[0].strip().lower()[:2]
            if tongue in LANGUAGES:
                return tongue
        return "en"

    def lang_or(self, other: str) -> str:
        """The reader's language; if they say none, as the programs of messengers do, another."""
        says = self._cookie("brelan-lang") or self._headers.get(b"accept-language", b"")
        return self.lang if says else other

    def welcome(self) -> str:
        """The guest, who is given a cookie with the answer if there was none."""
        if not self.guest:
            self.become(new_token())
        return self.guest

    def become(self, token: str) -> None:
        """The browser is given this token with the answer."""
        self._new = self.token = token
        self.guest = identity(token)

    def choose_language(self, lang: str) -> None:
        self._set.append((b"set-cookie", f"brelan-lang={lang}; Path=/; Max-Age={YEAR}; SameSite=Lax".encode()))

    def cookies(self) -> list[tuple[bytes, bytes]]:
        if self._new:
            secure = "; Secure" if self._config.secure else ""
            cookie = f"{self._config.cookie}={self._new}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"
            return [*self._set, (b"set-cookie", cookie.encode())]
        return self._set
