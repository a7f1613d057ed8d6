"""`brelan house status`: which servers are open on a place, and how many tables there are."""

import contextlib
import json
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ...model.errors import BrelanError
from ...model.words import N_, Say
from ..hall.keeping import place_of
from ..store.database import engine_for, hold, reason, shown
from ..store.schema import SCHEMA, entries, house, tables

_SAID = ("id", "host", "pid", "port", "version", "tables", "driven", "streams")


def facts(data: str) -> dict[str, Any]:
    """What there is to know, from the database alone: nothing is changed, and no server has to answer."""
    place = place_of(data)
    if isinstance(place, Path) and not place.exists():
        raise BrelanError(N_("There are no games in {folder}."), folder=str(place.parent))
    engine = engine_for(place)
    try:
        with engine.connect() as connection:
            if "house" not in sa.inspect(connection).get_table_names():
                raise BrelanError(N_("There are no games in {folder}."), folder=shown(place))
            schema = connection.execute(sa.select(house.c.schema)).scalar()
            by_status = connection.execute(sa.select(tables.c.status, sa.func.count()).group_by(tables.c.status))
            found: dict[str, Any] = {
                "place": shown(place),
                "schema": schema,
                "schema known here": SCHEMA,
                "tables": {row[0]: row[1] for row in by_status},
                "entries": connection.execute(sa.select(sa.func.count()).select_from(entries)).scalar(),
                "servers": [],
            }
            if engine.dialect.name == "postgresql":
                known: list[tuple[str, set[str]]] = []
                query = sa.text(
                    "SELECT id, facts, until > extract(epoch FROM clock_timestamp()) FROM servers ORDER BY id"
                )
                for name, said, alive in connection.execute(query):
                    own = {key: value for key, value in json.loads(said).items() if key not in ("digests", "cookie")}
                    found["servers"].append({"id": name, "alive": alive, **own})
                    if alive:
                        known.append((own.get("version", "?"), set(json.loads(said).get("digests", ()))))
                found["rules"] = _rules(connection, known)
            else:
                assert isinstance(place, Path)
                found["open"] = _is_open(place.parent)
            return found
    except sa.exc.SQLAlchemyError as error:
        raise BrelanError(
            N_("The house cannot open its store {place} ({reason})."), place=shown(place), reason=reason(error)
        ) from None
    finally:
        engine.dispose()


def _rules(connection: sa.Connection, known: list[tuple[str, set[str]]]) -> list[dict[str, Any]]:
    """Tables that are not over and that not every open server can play on: how many, and whose rules they have."""
    query = sa.select(tables.c.digest, sa.func.count()).where(tables.c.status != "over", tables.c.digest != "")
    many: dict[tuple[str, ...], int] = {}
    for digest, count in connection.execute(query.group_by(tables.c.digest)):
        having = [version for version, digests in known if digest in digests]
        if known and len(having) < len(known):
            versions = tuple(sorted(set(having)))
            many[versions] = many.get(versions, 0) + count
    return [{"versions": list(versions), "tables": count} for versions, count in sorted(many.items())]


def _is_open(folder: Path) -> bool:
    with contextlib.suppress(BrelanError), hold(folder):
        return False
    return True


def sentences(found: dict[str, Any], say: Say) -> list[str]:
    """The same for people."""
    many = found["tables"]
    lines = [
        say(
            "{place}: tables waiting {waiting}, being played {playing}, over {over}; entries in their logs {entries}.",
            place=found["place"],
            waiting=many.get("waiting", 0),
            playing=many.get("playing", 0),
            over=many.get("over", 0),
            entries=found["entries"],
        )
    ]
    if "open" in found:
        lines.append(say("A house is open there.") if found["open"] else say("No house is open there."))
    elif not any(one["alive"] for one in found["servers"]):
        lines.append(say("No server is open."))
    for one in found["servers"]:
        line = say(
            "Server {id} on {host}, process {pid}, port {port}, Brelan {version}: "
            "tables awake {tables}, driven {driven}, streams {streams}.",
            **{
                key: one.get(key, "?")
                for key in ("id", "host", "pid", "port", "version", "tables", "driven", "streams")
            },
        )
        gone = "" if one["alive"] else " " + say("It does not answer any more.")
        lines.append(line + gone)
    for some in found.get("rules", ()):
        if some["versions"]:
            versions = ", ".join(some["versions"])
            lines.append(
                say(
                    "Tables with rules that only servers of Brelan {versions} know: {n}. "
                    "They are played on as long as one of those is open.",
                    versions=versions,
                    n=some["tables"],
                )
            )
        else:
            lines.append(say("Tables with rules that no open server knows: {n}.", n=some["tables"]))
    return lines
