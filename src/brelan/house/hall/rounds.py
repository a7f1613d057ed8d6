"""An evening's rounds: who sits with whom is drawn up, and the tables are opened."""

import contextlib
from typing import Any

from ...model.words import N_
from ...play import catalogue
from ..base.errors import EveningFull, NobodyThere, NotOver
from ..base.ids import new_id
from ..base.seats import Seat, middle_level
from ..services.evenings import MOST_ROUNDS, Evening, changed, found, host_only, results_of, statuses
from ..services.pairing import paired, past_of
from ..store.store import Taken
from .hall import Hall


async def next_round(hall: Hall, name: str, asked: str, after: int, anyway: bool) -> Evening:
    """The host has the tables of a round made: the one after `after`, so that a press repeated makes one round."""
    before = await found(hall.store, name)
    ended = await results_of(hall.store, before.tables)
    seats = catalogue.game(before.game).seats

    def judge(evening: Evening) -> tuple[str, dict[str, Any]] | None:
        host_only(evening, asked)
        if len(evening.rounds) != after:
            return None
        if not anyway and evening.rounds and any(laid.id not in ended for laid in evening.rounds[-1]):
            raise NotOver(N_("Some tables of this round still play."))
        if not evening.here:
            raise NobodyThere(N_("Nobody is there yet: let people join first."))
        if after >= MOST_ROUNDS:
            raise EveningFull(N_("An evening has at most {most} rounds."), most=MOST_ROUNDS)
        past = past_of([[(laid.people, laid.bots) for laid in tables] for tables in evening.rounds])
        tables = paired(evening.here, seats, evening.wish, past, after)
        return "round", {"tables": [{"id": new_id(), "people": people, "bots": bots} for people, bots in tables]}

    evening = await changed(hall.store, name, judge)
    await lay(hall, evening)
    return evening


async def lay(hall: Hall, evening: Evening) -> None:
    """Opens those tables of the last round that are not there yet."""
    wanted = evening.rounds[-1] if evening.rounds and not evening.over else ()
    there = await statuses(hall.store, [laid.id for laid in wanted])
    if len(there) == len(wanted):
        return
    game = await hall.game(evening.game)
    level = middle_level(game.bots.LEVELS)
    for laid in wanted:
        if laid.id not in there:
            seats = [Seat("guest", guest, evening.people[guest].name) for guest in laid.people]
            seats += [Seat("bot", level=level) for _ in range(laid.bots)]
            with contextlib.suppress(Taken):  # another server was quicker
                await hall.open(
                    game,
                    evening.host,
                    seats,
                    dict(evening.options),
                    advice=False,
                    pace=evening.pace,
                    draws_seats=True,
                    rated=evening.rated,
                    evening=evening.id,
                    name=laid.id,
                    lang=evening.lang,
                )
