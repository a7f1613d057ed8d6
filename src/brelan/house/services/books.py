"""The books of ratings a server holds: of each game one, read from the results as they come.

A book is a pure function of all results that count, in their order (`table/ratings.py`). Here it is only remembered:
before it is shown, what has come since is read; and where something has come that belongs before what was read already
(another server's clock, a log rebuilt), it is read from the beginning.
"""

import asyncio

import sqlalchemy as sa

from ...play.catalogue import Game
from ..store.schema import results
from ..store.store import Store
from ..table.ratings import Book, seeds
from ..table.results import read_result


class Books:
    """The ratings of every game."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._books: dict[str, Book] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def of(self, game: Game) -> Book:
        """A game's book, with every result that is stored."""
        async with self._locks.setdefault(game.name, asyncio.Lock()):
            book = self._books.get(game.name) or Book(seeds(game))
            found: Book = await self._store.ask(lambda connection: _read(connection, game, book))
            self._books[game.name] = found
            return found


def _read(connection: sa.Connection, game: Game, book: Book) -> Book:
    """The book with what is stored. Runs in a thread."""
    counted = sa.and_(results.c.game == game.name, results.c.why == "")
    ended, table = book.last
    new = sa.or_(results.c.ended > ended, sa.and_(results.c.ended == ended, results.c.table_id > table))
    order = (results.c.ended, results.c.table_id)
    if book.games:
        known = sa.select(sa.func.count()).select_from(results).where(counted, sa.not_(new))
        if connection.execute(known).scalar() == book.games:
            rows = connection.execute(sa.select(results).where(counted, new).order_by(*order))
            return book.read(read_result(row) for row in rows)
    rows = connection.execute(sa.select(results).where(counted).order_by(*order))
    return Book(seeds(game)).read(read_result(row) for row in rows)
