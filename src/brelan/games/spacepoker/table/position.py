"""A position of SpacePoker as a seat sees it: plain data, from a blanked record alone."""

from typing import Any

from ....engine.fields import plain
from ....model.contract import View
from ..rules.lap import dealt_to
from ..rules.planets import worth
from ..rules.ships import sizes_of
from ..rules.stakes import can_reach, poorest
from ..rules.state import (
    DEALING,
    DRAWING,
    DRAWING_LOTS,
    EVEN,
    EXCHANGING,
    NOBODY,
    OUT,
    SETTLED,
    SHOWING,
    STAKING,
    ante_before,
    ante_of_hand,
)

PHASES = {
    DEALING: "deal",
    EXCHANGING: "exchange",
    DRAWING: "exchange",
    STAKING: "stakes",
    SHOWING: "showdown",
    DRAWING_LOTS: "draw",
    SETTLED: "settled",
}
SEATED = ("out", "in", "dropped")  # by OUT, IN, DROPPED


def view(s: Any, seat: int) -> View:
    """The table as the seat sees it; the record is blanked already."""
    r = plain(s)
    n = r.players
    own = seat >= 0 and not r.over
    return {
        "hand": r.played + (r.phase != SETTLED),
        "phase": PHASES[r.phase],
        "opener": r.opener,
        "turn": -1 if r.phase == SETTLED else r.turn,
        "lap": r.lap,
        "inside": [SEATED[x] for x in r.inside[:n]],
        "planets": r.planets[:n],
        "points": [worth(row) for row in r.planets[:n]],
        "ante": ante_of_hand(r),
        "antes": _antes(r),
        "paid": r.paid[:n],
        "pot": r.pot,
        "staked": r.staked[:n],
        "stakes": r.stakes[:n],
        "highest": r.highest,
        "limit": _limit(r),
        "raises": r.raises[:n],
        "exchanged": [x - 1 if x else None for x in r.exchanged[:n]],
        "cards": [_held(r, other) for other in range(n)],
        "hands": [sizes_of(r.ships[other]) if other == seat or r.shown[other] else [] for other in range(n)],
        "given": [x for x in r.given[seat] if x] if own else [],
        "drawn": [x for x in r.drawn[seat] if x] if own else [],
        "shown": [bool(x) for x in r.shown[:n]],
        "draws": r.draws[:n],
        "tied": [bool(x) for x in r.tied[:n]],
        "last": _last(r),
        "change": None,  # the planet being changed, in a position in between (`telling.py`)
        "over": bool(r.over),
    }


SHOWN_AHEAD = 6  # antes that are told: this hand's, and those to come


def _antes(r: Any) -> list[int]:
    """SPA-15: the antes of this hand and the next ones, where they rise."""
    if not r.rise:
        return []
    first = r.played - (r.phase == SETTLED)
    last = first + SHOWN_AHEAD if not r.hands else min(first + SHOWN_AHEAD, r.hands)
    return [ante_before(r, played) for played in range(first, last)]


def _limit(r: Any) -> View | None:
    """SPA-05a: how high a stake may go now, and whose reach that is."""
    if r.reach != EVEN or r.phase != STAKING:
        return None
    seat = poorest(r)
    return {"seat": seat, "stake": can_reach(r, seat)}


def _held(s: Any, seat: int) -> int:
    """How many ships lie before a seat: public."""
    if s.inside[seat] == OUT or not s.dealt:
        return 0
    return int(dealt_to(s, seat)) - (int(s.pending) if s.phase == DRAWING and s.turn == seat else 0)


def _last(r: Any) -> View | None:
    """How the hand settled last ended."""
    if r.played == 0:
        return None
    n, winner = r.players, r.last_winner
    return {
        "winner": winner if winner != NOBODY else None,
        "points": r.last_points,
        "net": [(r.last_points if seat == winner else 0) - r.last_stakes[seat] for seat in range(n)],
        "inside": [SEATED[x] for x in r.last_inside[:n]],
        "hands": [sizes_of(ships) for ships in r.last_ships[:n]],
        "draws": r.last_draws[:n],
    }
