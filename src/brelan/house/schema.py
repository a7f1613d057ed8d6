"""The shape of the database, numbered: an older one is brought up to date step by step, an unknown one is refused.

A step is added here whenever a table of `store.py` changes, and SCHEMA is raised; what a step does must be right on a
database somebody has played on for years.
"""

from collections.abc import Callable

import sqlalchemy as sa

from ..errors import BrelanError
from ..words import N_

SCHEMA = 4
metadata = sa.MetaData()
house = sa.Table(  # one row
    "house",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("schema", sa.Integer, nullable=False),
    sa.Column("epoch", sa.BigInteger, nullable=False),  # how many houses have been opened here: the last one may write
)


def prepare(connection: sa.Connection, place: str) -> int:
    """Makes the tables, or brings older ones up to date; answers the epoch of the house that opens now."""
    found = _found(connection, place)
    if found > SCHEMA:
        raise BrelanError(
            N_("The games in {place} were kept by a newer Brelan than this one: open them with that one."), place=place
        )
    for step in _STEPS[found:] if found else ():
        step(connection)
    metadata.create_all(connection)
    row = connection.execute(sa.select(house.c.epoch)).scalar()
    if row is None:
        connection.execute(sa.insert(house).values(id=1, schema=SCHEMA, epoch=1))
    else:
        connection.execute(sa.update(house).values(schema=SCHEMA, epoch=house.c.epoch + 1))
    return int(connection.execute(sa.select(house.c.epoch)).scalar_one())


def _found(connection: sa.Connection, place: str) -> int:
    """The schema that is there; 0: none."""
    look = sa.inspect(connection)
    there = set(look.get_table_names())
    if "house" in there and {"schema", "epoch"} <= {column["name"] for column in look.get_columns("house")}:
        return int(connection.execute(sa.select(house.c.schema)).scalar() or 0)
    ours = {name: set(table.c.keys()) for name, table in metadata.tables.items() if name in _FIRST}
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


_FIRST = ("guests", "tables", "sitting", "entries")  # the tables of the first schema, which had no number


def _second(connection: sa.Connection) -> None:
    """Beside the first schema: the house's own row, and how games ended. They are only added."""


def _third(connection: sa.Connection) -> None:
    """What guests have done at the school. It is only added."""


def _fourth(connection: sa.Connection) -> None:
    """Reviews of games. They are only added."""


_STEPS: list[Callable[[sa.Connection], None]] = [lambda _: None, _second, _third, _fourth]
