"""What other servers of the house have stored: heard by LISTEN, read from the log, handed to the event loop.

A message is the name of the server that wrote it and its words, a line each: `table:seq:…`, entries up to that one are
in the log, and these are they, if they are few; `table:0`, who is at the table or what is said there has changed;
`!{…}`, something for one of the listeners by topic. A message is part of the transaction that wrote the entries: they
are in the log as it tells them. What does not follow on what is known here is read from the database, and whenever
messages may have been missed every table is read again.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from ..store.committer import CHANNEL
from ..store.database import ELSEWHERE
from ..store.store import BREATH, Entry, heard_entries, read_entry
from ..table.presence import Present, read_present
from ..table.talk import Said, read_new

if TYPE_CHECKING:
    from ..table.tables import Table

QUIET = 8.0  # seconds without this server's own sign of life, after which messages do not get through
PAUSE = 0.5  # seconds before it connects again
logger = logging.getLogger("brelan.house")
# Table by table, by the index. A plain join is prepared by the driver after five runs, and PostgreSQL then keeps the
# plan it made while the log was small: at 200,000 entries reading what two tables lack took 11 ms instead of 0.1.
_AFTER = """
    SELECT e.table_id, e.seq, e.kind, e.who, e.code, e.body, e.key, e.at
    FROM unnest(%s::text[], %s::int[]) AS known(name, seq)
    CROSS JOIN LATERAL (SELECT * FROM entries WHERE table_id = known.name AND seq > known.seq ORDER BY seq) AS e
"""


class News(NamedTuple):
    """What has come in."""

    entries: dict[str, list[Entry]]  # by table
    present: dict[str, Present]  # by table, all who are there with other servers
    talk: dict[str, list[Said]]  # by table, what was said with other servers
    told: list[tuple[str, str, Any]]  # by which server, about what, what


class Hearing:
    """What a few messages in a row say."""

    def __init__(self) -> None:
        self.tables: dict[str, int] = {}  # what is to be read: up to which seq, or 0 for all there is about a table
        self.entries: dict[str, list[Entry]] = {}  # what was told whole
        self.told: list[tuple[str, str, Any]] = []

    def __bool__(self) -> bool:
        return bool(self.tables or self.entries or self.told)

    def take(self, payload: str, awake: Container[str]) -> None:
        """One message more; of tables that sleep here nothing is heard."""
        server, *words = payload.split("\n")
        for word in words:
            if word.startswith("!"):
                self.told.append((server, *json.loads(word[1:])))
                continue
            name, seq, *whole = word.split(":", 2)
            if name not in awake:
                continue
            new = heard_entries(whole[0]) if whole else []
            if new:
                self.entries.setdefault(name, []).extend(new)
            else:
                self.tables[name] = 0 if self.tables.get(name) == 0 else int(seq)


class Follower(threading.Thread):
    """The thread that listens. It reads what the tables that are awake here lack."""

    def __init__(
        self, engine: sa.Engine, server: str, awake: Mapping[str, "Table"], deliver: Callable[[News], None]
    ) -> None:
        super().__init__(name="brelan-follower", daemon=True)
        self._engine, self._server, self._awake, self._deliver = engine, server, awake, deliver
        self._closing = threading.Event()
        self._heard_itself = time.monotonic()
        self.is_listening = False
        self.losses = 0

    def close(self) -> None:
        self._closing.set()

    def _connect(self) -> Any:
        arguments, settings = self._engine.dialect.create_connect_args(self._engine.url)
        return self._engine.dialect.import_dbapi().connect(*arguments, **{**ELSEWHERE, **settings}, autocommit=True)

    def run(self) -> None:
        while not self._closing.is_set():
            try:
                with self._connect() as listening, self._connect() as reading:
                    listening.execute(f"LISTEN {CHANNEL}")
                    self._heard_itself = time.monotonic()
                    self._hand_over(reading, self._everything())
                    self.is_listening = True
                    self._hear(listening, reading)
            except Exception as error:  # the database went away, or something stands in between
                if self.is_listening and not self._closing.is_set():
                    self.losses += 1
                    logger.warning("The other servers cannot be heard: %s", " ".join(str(error).split())[:200])
            self.is_listening = False
            self._closing.wait(PAUSE)

    def _hear(self, listening: Any, reading: Any) -> None:
        rested = 0.0
        while not self._closing.is_set():
            time.sleep(max(0.0, rested - time.monotonic()))
            hearing = Hearing()
            for message in listening.notifies(timeout=1.0, stop_after=1):
                rested = time.monotonic() + BREATH  # with much to hear, more is heard at once
                if message.payload.startswith(self._server):
                    self._heard_itself = time.monotonic()
                else:
                    hearing.take(message.payload, self._awake)
            if hearing:
                self._hand_over(reading, hearing)
            if time.monotonic() - self._heard_itself > QUIET:
                raise ConnectionError(
                    "nothing comes through; LISTEN does not pass a pooler that shares connections by transaction"
                )

    def _everything(self) -> Hearing:
        """As if every table had been named: for when messages may have been missed."""
        hearing = Hearing()
        hearing.tables = dict.fromkeys(list(self._awake), 0)
        return hearing

    def _hand_over(self, reading: Any, hearing: Hearing) -> None:
        """Reads what is lacking here of the tables named, and hands it to the event loop with what was told whole."""
        lacking = {}
        for name, seq in hearing.tables.items():
            table = self._awake.get(name)  # the loop may change it meanwhile: what is read twice is left out there
            if table is not None and (seq == 0 or seq > table.seq):
                lacking[name] = table.seq
        read: dict[str, list[Entry]] = {}
        present: dict[str, Present] = {}
        talk: dict[str, list[Said]] = {}
        if lacking:
            for name, *row in reading.execute(_AFTER, [list(lacking), list(lacking.values())]).fetchall():
                read.setdefault(name, []).append(read_entry(*row))
            changed = [name for name in lacking if hearing.tables[name] == 0]
            if changed:
                present = read_present(reading, changed, self._server)
                talk = read_new(reading, {name: self._spoken(name) for name in changed})
        entries = {**hearing.entries, **read}  # what was read is all that is lacking
        if entries or present or hearing.told:
            self._deliver(News(entries, present, talk, hearing.told))

    def _spoken(self, name: str) -> int:
        """The number of what was last heard at a table."""
        heard = self._awake[name].talk if name in self._awake else []
        return heard[-1].number if heard else 0
