"""What people say at a table: reactions, ready phrases by their ids, and free text where the host allows it.

It lies beside the log, in rows of its own, numbered at each table: the game's record and its seals know nothing of it.
Those who have a seat speak, whoever looks on reads. A phrase is told in each reader's own language.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from ...model.names import visible
from ...model.words import N_, Say
from ..base import clock
from ..base.errors import NobodyHears, NoFreeText, NoSuchPhrase, TooTalkative, Watching, WrongText
from ..store.schema import talk
from ..store.store import Taken

if TYPE_CHECKING:
    from ..store.store import Store
    from .tables import Table

REACTIONS = {
    "smile": N_("{name} smiles."),
    "laugh": N_("{name} laughs out loud."),
    "wow": N_("{name} cannot believe it."),
    "ouch": N_("{name} makes a face."),
    "bravo": N_("{name} says bravo."),
    "heart": N_("{name} sends a heart."),
}
PHRASES = {
    "hello": N_("Hello everybody!"),
    "luck": N_("Good luck!"),
    "played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "no": N_("Oh no!"),
    "lucky": N_("What luck!"),
    "unlucky": N_("This is not my day…"),
    "thinking": N_("Let me think…"),
    "back": N_("Back in a moment."),
    "leaving": N_("I have to go, sorry."),
    "again": N_("Another game?"),
    "game": N_("That was a fine game."),
}
SAYS = N_("{name}: “{words}”")
MOST = 200  # characters of a free text
KEPT = 300  # lines kept with a table
BURST, SECONDS = 5, 15.0  # lines somebody may say, in so many seconds
TRIES = 8
_READ = """
    SELECT t.table_id, t.number, t.guest, t.name, t.kind, t.body, t.moves, t.at
    FROM unnest(%s::text[], %s::int[]) AS known(name, number)
    JOIN talk t ON t.table_id = known.name AND t.number > known.number
    ORDER BY t.table_id, t.number
"""


class Said(NamedTuple):
    """Something that was said at a table."""

    number: int  # from 1
    guest: str  # who said it
    name: str  # as they were called then
    kind: str  # reaction, phrase or text
    body: str  # an id, or the text
    moves: int  # after how many moves
    at: float

    def words(self, say: Say) -> str:
        """What was said, without who said it; of a reaction, all of it."""
        if self.kind == "reaction":
            return say(REACTIONS.get(self.body, REACTIONS["smile"]), name=self.name)
        return say(PHRASES[self.body]) if self.kind == "phrase" and self.body in PHRASES else self.body

    def line(self, say: Say) -> str:
        """As the log tells it."""
        return self.words(say) if self.kind == "reaction" else say(SAYS, name=self.name, words=self.words(say))


async def speak_up(table: "Table", store: "Store", guest: str, kind: str, body: str) -> int:
    """Says something; stored before anybody hears it. Answers its number."""
    body = _checked(table, kind, body)
    async with table.talking:
        for _ in range(TRIES):
            seat, now = table.seat_of(guest), clock.now()
            if seat < 0:
                raise Watching(N_("You only watch at this table: those who have a seat speak."))
            if not table.company:
                raise NobodyHears(N_("There is nobody else at this table."))
            if sum(line.guest == guest and now - line.at < SECONDS for line in table.talk) >= BURST:
                raise TooTalkative(N_("That was a lot at once: let the others speak."))
            number = table.talk[-1].number + 1 if table.talk else 1
            said = Said(number, guest, table.seats[seat].name, kind, body, len(table.whos), now)
            old = sa.delete(talk).where(talk.c.table_id == table.id, talk.c.number <= number - KEPT)
            try:
                await store.note(
                    sa.insert(talk).values(table_id=table.id, **said._asdict()), old, words=[f"{table.id}:0"]
                )
            except Taken:  # somebody spoke with another server at the same moment
                hear(table, await read(store, table.id))
                continue
            hear(table, [said])
            return number
    raise TooTalkative(N_("That was a lot at once: let the others speak."))


def _checked(table: "Table", kind: str, body: str) -> str:
    if kind in ("reaction", "phrase"):
        if body not in (REACTIONS if kind == "reaction" else PHRASES):
            raise NoSuchPhrase(N_("There is no such phrase."))
        return body
    if not table.head.talk:
        raise NoFreeText(N_("At this table people speak with ready phrases: its host allows no free text."))
    text = visible(body)
    if not text or len(text) > MOST:
        raise WrongText(N_("A text has 1 to {most} characters."), most=MOST)
    return text


def hear(table: "Table", lines: Sequence[Said]) -> None:
    """Something was said, here or with another server."""
    known = table.talk[-1].number if table.talk else 0
    new = [line for line in lines if line.number > known]
    if new:
        table.talk += new
        del table.talk[:-KEPT]
        table.told_anew()


async def read(store: "Store", table: str) -> list[Said]:
    """All that is kept of what was said at a table."""
    query = sa.select(talk).where(talk.c.table_id == table).order_by(talk.c.number)
    return await store.ask(lambda connection: [Said(*row[1:]) for row in connection.execute(query)])  # type: ignore[no-any-return]


def read_new(connection: Any, known: Mapping[str, int]) -> dict[str, list[Said]]:
    """By table, what was said after the number known. `connection` is the driver's own."""
    found: dict[str, list[Said]] = {}
    for name, *row in connection.execute(_READ, [list(known), list(known.values())]).fetchall():
        found.setdefault(name, []).append(Said(*row))
    return found


# --- six faces, drawn


def _face(mouth: str) -> str:
    eyes = '<circle cx="8.5" cy="9.5" r="1.4"/><circle cx="15.5" cy="9.5" r="1.4"/>'
    return f'<circle cx="12" cy="12" r="10" fill="#f0c95a" stroke="#7a5a12"/><g fill="#3a2a08">{eyes}{mouth}</g>'


_LINE = 'fill="none" stroke="#3a2a08" stroke-width="1.7" stroke-linecap="round"'
_FACES = {
    "smile": _face(f'<path d="M7.5 14q4.5 4.5 9 0" {_LINE}/>'),
    "laugh": _face('<path d="M6.5 13h11q-1 6-5.5 6t-5.5-6z"/>'),
    "wow": _face('<ellipse cx="12" cy="16.2" rx="2.4" ry="3"/>'),
    "ouch": _face(f'<path d="M8 17.5q4-4 8 0" {_LINE}/>'),
    "bravo": '<path d="M12 1.5l3.2 6.7 7.3 1-5.3 5.1 1.3 7.3-6.5-3.5-6.5 3.5 1.3-7.3L1.5 9.2l7.3-1z" '
    'fill="#f0c95a" stroke="#7a5a12" stroke-linejoin="round"/>',
    "heart": '<path d="M12 21.5C-2 12 4 2.5 9.5 4c1.5.5 2.5 2 2.5 2s1-1.5 2.5-2C20 2.5 26 12 12 21.5z" '
    'fill="#c8433a" stroke="#7d1f1a" stroke-linejoin="round"/>',
}


def face(reaction: str) -> str:
    """A reaction as a small picture."""
    drawn = _FACES.get(reaction, _FACES["smile"])
    return f'<svg class="face" viewBox="0 0 24 24" aria-hidden="true">{drawn}</svg>'
