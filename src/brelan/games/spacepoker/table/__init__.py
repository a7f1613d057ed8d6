"""What people see of SpacePoker: hands, planets, the stakes in the middle, and the ranking on the table's edge."""

from typing import Any

from ....draw.drawing import shortened
from ....engine.fields import plain
from ....model.contract import View
from ....model.words import N_, Say
from ..moves import amounts_among
from ..rules.lap import dealt_to
from ..rules.planets import worth
from ..rules.ships import sizes_of
from ..rules.state import DEALING, DRAWING, DRAWING_LOTS, EXCHANGING, NOBODY, OUT, SETTLED, SHOWING, STAKING
from .buttons import controls
from .drawing import svg
from .painting import cover
from .refusing import why_not
from .telling import last_words, pot_of, status, story

__all__ = ["controls", "cover", "goal", "hint", "story", "svg", "text", "view", "why_not"]

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
        "pot": r.pot,
        "staked": r.staked[:n],
        "stakes": r.stakes[:n],
        "highest": r.highest,
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
        "over": bool(r.over),
    }


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


WAITING = {
    "deal": N_("The ships are being dealt."),
    "exchange": N_("Ships come off the pile."),
    "showdown": N_("The ships are turned up."),
    "draw": N_("Equal fleets: the largest ship drawn takes the pot."),
    "settled": N_("The hand is settled."),
}


def goal(view: View, say: Say) -> str:
    """SPA-14."""
    hands = view["options"]["hands"]
    if not hands:
        return say("Win every planet")
    return say.count("{n} hand: the richest in planets wins", "{n} hands: the richest in planets wins", hands)


def hint(view: View, say: Say) -> str:
    if view["over"]:
        return say("The game is over: the richest in planets wins.")
    if not view["moves"]:
        if view["mover"] < 0:
            words = WAITING[view["phase"]]
            return say(words)
        name = view["names"][view["mover"]]
        return (
            say("{name} chooses ships to exchange.", name=name)
            if view["phase"] == "exchange"
            else say("{name} is to stake.", name=name)
        )
    if view["phase"] == "exchange":
        return say(
            "Choose up to three ships to exchange; others see how many, not which. Five different ships are the "
            "best fleet."
        )
    need = view["highest"] - view["stakes"][view["seat"]]
    if not view["highest"]:
        return say("Open with at least 1 point, or drop out. A high stake on a poor fleet is a bluff.")
    if not need:
        return say(
            "Nobody stakes more than you. The hand ends once the lap is round and all are equal: stay put, or raise."
        )
    if need not in amounts_among(view["moves"]):
        return say("Your planets cannot make {n} exactly: stake more, or drop out.", n=need)
    return say.count("Align with {n} point, raise, or drop out.", "Align with {n} points, raise, or drop out.", need)


def text(view: View, say: Say) -> str:
    rows = [
        say("SpacePoker, hand {hand}", hand=view["hand"])
        + " · "
        + say.count("pot: {n} point", "pot: {n} points", pot_of(view))
    ]
    for seat, name in enumerate(view["names"]):
        marks = ("▶" if seat == view["mover"] else " ") + ("●" if seat == view["opener"] else " ")
        ships = " ".join(map(str, view["hands"][seat])) or " ".join("?" * view["cards"][seat])
        planets = " ".join(f"{n}×{value + 1}" for value, n in enumerate(view["planets"][seat]) if n)
        stake = say("stake {stake}", stake=view["stakes"][seat])
        rows.append(
            f"{marks} {shortened(name, 14):<14} [{ships:<9}] {view['points'][seat]:>3}  {stake:<9} "
            f"{shortened(status(view, seat, say), 24)}"
        )
        rows.append(f"     {planets}")
    if view["phase"] == "draw":
        rows.append("   " + say("drawn: {ships}", ships=" ".join(str(x) if x else "·" for x in view["draws"])))
    words = last_words(view, say)
    return "\n".join(rows + ([f"   {shortened(words, 74)}"] if words else []))
