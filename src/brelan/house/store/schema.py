"""The shape of the database, numbered: an older one is brought up to date step by step, an unknown one is refused.

All tables are here, whoever asks for them. A step is added whenever one changes, and SCHEMA is raised; what a step does
must be right on a database somebody has played on for years.
"""

from collections.abc import Callable

import sqlalchemy as sa

from ...model.errors import BrelanError
from ...model.words import N_

SCHEMA = 8
metadata = sa.MetaData()
house = sa.Table(  # one row
    "house",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("schema", sa.Integer, nullable=False),
    sa.Column("epoch", sa.BigInteger, nullable=False),  # how many houses have been opened here
)
guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of the guest's token: the token itself is nowhere
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # what lists need, kept beside the log and written in the same transaction
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("lively", sa.Boolean, nullable=False),  # a bot or a clock may have to act though nobody looks
    sa.Column("touched", sa.Float, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False, server_default=""),  # of the rules: what they do, not how
    sa.Index("tables_by_status", "status", "touched"),
)
sitting = sa.Table(  # who has a seat where: a guest's own games
    "sitting",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(16), primary_key=True),
)
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("who", sa.Integer, nullable=False),
    sa.Column("code", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("key", sa.String(80)),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)
_HAS_KEY = entries.c.key.is_not(None)
sa.Index(
    "entries_by_key", entries.c.table_id, entries.c.key, unique=True, sqlite_where=_HAS_KEY, postgresql_where=_HAS_KEY
)
endings = sa.Table(  # how a game ended, in words: to be read when its rules are no longer known
    "endings",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("story", sa.LargeBinary, nullable=False),  # compressed
)
progress = sa.Table(  # what a guest has done at the school: a lesson read, a remark put away, a problem solved
    "progress",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("course", sa.String(60), primary_key=True),  # "learn dodeka"
    sa.Column("item", sa.String(60), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
reviews = sa.Table(  # finished games looked over, those of the house and records brought from elsewhere
    "reviews",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),  # the table's, or its own
    sa.Column("guest", sa.String(64), nullable=False),  # who brought the record; "": a game of the house
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),  # "" until it has been looked over
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("reviews_by_guest", "guest"),
)
# Where several servers share the database (`cluster/club.py`): every time by the database's clock.
servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),  # it is alive until then, unless it is renewed
    sa.Column("facts", sa.Text, nullable=False),
)
leases = sa.Table(  # who drives a table's bots and clocks
    "leases",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("server", sa.String(16), nullable=False, index=True),  # "": it was given back
    sa.Column("since", sa.Float, nullable=False),
)
present = sa.Table(  # who is at a table with which server (`table/presence.py`)
    "present",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("server", sa.String(16), primary_key=True),
    sa.Column("guest", sa.String(64), primary_key=True),  # "": somebody
    sa.Column("looks", sa.Boolean, nullable=False),
    sa.Column("pace", sa.String(10), nullable=False),
    sa.Column("continued", sa.Integer, nullable=False),
)
seen = sa.Table(  # when somebody who has a seat was last at the table (`table/presence.py`)
    "seen",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)
talk = sa.Table(  # what was said at a table, beside its log (`table/talk.py`)
    "talk",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
results = sa.Table(  # how games came out (`table/results.py`)
    "results",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("why", sa.String(10), nullable=False),  # why it does not count for the ratings; "": it does
    sa.Column("seats", sa.Text, nullable=False),
    sa.Index("results_by_game", "game", "why", "ended", "table_id"),
)
evenings = sa.Table(  # who has opened which; their logs are among the entries (`services/evenings.py`)
    "evenings",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Index("evenings_by_host", "host", "created"),
)
evening_people = sa.Table(  # who has been at which evening
    "evening_people",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("evening_id", sa.String(16), primary_key=True),
)
passports = sa.Table(  # guests on their way to another browser (`http/passport.py`)
    "passports",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("number", sa.String(64), nullable=False, unique=True),
    sa.Column("sealed", sa.String(64), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
)


def prepare(connection: sa.Connection, place: str, alone: Callable[[sa.Connection], bool]) -> None:
    """Makes the tables, or brings older ones up to date: which asks that no other server is open on them (`alone`)."""
    found = _found(connection, place)
    if found > SCHEMA:
        raise BrelanError(
            N_("The games in {place} were kept by a newer Brelan than this one: open them with that one."), place=place
        )
    if 0 < found < SCHEMA and not alone(connection):
        raise BrelanError(
            N_(
                "The games in {place} are kept as an older Brelan keeps them, and servers of it are open there: "
                "stop them all, then start this one."
            ),
            place=place,
        )
    for step in _STEPS[found:] if found else ():
        step(connection)
    metadata.create_all(connection)
    row = connection.execute(sa.select(house.c.epoch)).scalar()
    if row is None:
        connection.execute(sa.insert(house).values(id=1, schema=SCHEMA, epoch=1))
    else:
        connection.execute(sa.update(house).values(schema=SCHEMA, epoch=house.c.epoch + 1))


def is_current(connection: sa.Connection) -> bool:
    """Whether the tables are still as this Brelan keeps them."""
    return connection.execute(sa.select(house.c.schema)).scalar() == SCHEMA


def _found(connection: sa.Connection, place: str) -> int:
    """The schema that is there; 0: none."""
    look = sa.inspect(connection)
    there = set(look.get_table_names())
    if "house" in there and {"schema", "epoch"} <= {column["name"] for column in look.get_columns("house")}:
        return int(connection.execute(sa.select(house.c.schema)).scalar() or 0)
    ours = {name: set(metadata.tables[name].c.keys()) - later for name, later in _FIRST.items()}
    if not there & set(ours):
        return 0
    for name, columns in ours.items():
        if name not in there or not columns <= {column["name"] for column in look.get_columns(name)}:
            raise BrelanError(
                N_(
                    "What is kept in {place} is not as any Brelan this one knows kept it: "
                    "nothing was changed. Give another place with --data."
                ),
                place=place,
            )
    return 1


_FIRST: dict[str, set[str]] = {  # the tables of the first schema, which had no number, and what they got later
    "guests": set(),
    "tables": {"digest"},
    "sitting": set(),
    "entries": set(),
}


def _second(connection: sa.Connection) -> None:
    """Beside the first schema: the house's own row, and how games ended. They are only added."""


def _third(connection: sa.Connection) -> None:
    """What guests have done at the school. It is only added."""


def _fourth(connection: sa.Connection) -> None:
    """Several servers: which rules a table is played by; and beside it (only added) servers, leases and presence."""
    connection.execute(sa.text("ALTER TABLE tables ADD COLUMN digest VARCHAR(64) NOT NULL DEFAULT ''"))


def _fifth(connection: sa.Connection) -> None:
    """Reviews of games. They are only added."""


def _sixth(connection: sa.Connection) -> None:
    """When somebody was last at a table, and what was said there. They are only added."""


def _seventh(connection: sa.Connection) -> None:
    """How games came out, and evenings. They are only added."""


def _eighth(connection: sa.Connection) -> None:
    """Only entries that have a key are in the index of keys: most have none, and it was a third of the log."""
    if connection.dialect.name == "postgresql":
        for constraint in sa.inspect(connection).get_unique_constraints("entries"):
            connection.execute(sa.text(f'ALTER TABLE entries DROP CONSTRAINT "{constraint["name"]}"'))
    else:  # SQLite takes no constraint away: the table is written anew
        for statement in _ENTRIES_ANEW:
            connection.execute(sa.text(statement))
    connection.execute(
        sa.text("CREATE UNIQUE INDEX IF NOT EXISTS entries_by_key ON entries (table_id, key) WHERE key IS NOT NULL")
    )


_ENTRIES_ANEW = (
    "DROP TABLE IF EXISTS entries_anew",  # of a house that was killed at it
    "CREATE TABLE entries_anew (table_id VARCHAR(16) NOT NULL, seq INTEGER NOT NULL, kind VARCHAR(10) NOT NULL, "
    "who INTEGER NOT NULL, code BIGINT NOT NULL, body TEXT NOT NULL, key VARCHAR(80), at FLOAT NOT NULL, "
    "PRIMARY KEY (table_id, seq)) WITHOUT ROWID",
    "INSERT INTO entries_anew SELECT table_id, seq, kind, who, code, body, key, at FROM entries ORDER BY table_id, seq",
    "DROP TABLE entries",
    "ALTER TABLE entries_anew RENAME TO entries",
)
_STEPS: list[Callable[[sa.Connection], None]] = [
    lambda _: None,
    _second,
    _third,
    _fourth,
    _fifth,
    _sixth,
    _seventh,
    _eighth,
]
