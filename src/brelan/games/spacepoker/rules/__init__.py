"""The rules of SpacePoker (SPA-01 … SPA-15): a hand from its antes to its pot, and a game of hands."""

from collections.abc import Mapping

from ....engine.kernel import CHANCE, NEXT, OVER, kernel, weighted
from ....model.options import Value
from ....model.words import Sentence
from .changing import can_make, make_change
from .compiling import at_every_move, wide
from .lap import first_in_lap, next_in_lap, still_in
from .lots import draw_lot, start_lots
from .pile import giver, off_top, on_top, take_off, top_is_gone, undealt, whole_fleet
from .planets import MOST_POINTS, VALUES, cards, move_planets, points, sweep
from .results import ending, finished, payoff, remember_hand, scores, sound
from .secrecy import hide, redeal, seen
from .ships import HAND, LARGEST, all_but_smallest, choice, choices, pack, smallest, strength
from .shortcuts import NONE, counted_off
from .stakes import aligned, are_stakes_open, legal_stakes, note
from .state import (
    CALLED,
    DEAL,
    DEALING,
    DRAW,
    DRAWING,
    DRAWING_LOTS,
    DROP,
    DROPPED,
    DROPS,
    ENDINGS,
    EXCHANGE,
    EXCHANGING,
    IN,
    KNOWN_BY,
    NOBODY,
    NOBODY_CAN_PAY,
    OPTIONS,
    OUT,
    ROTATE,
    SETTLED,
    SHOW,
    SHOWING,
    STAKE,
    STAKING,
    STATE,
    ante_before,
    clear_hand,
    encode,
    planets_each,
    said,
    sizes,
)

__all__ = [
    "ENDINGS",
    "KNOWN_BY",
    "OPTIONS",
    "STATE",
    "check",
    "ending",
    "hide",
    "payoff",
    "redeal",
    "scores",
    "seen",
    "sound",
]


def check(options: Mapping[str, Value]) -> Sentence | None:
    """Whoever pays the ante has something left to stake, at first; the others: SPA-09a, SPA-15."""
    if int(options["ante"]) >= int(options["stack"]):
        return Sentence("Option ante must stay below option stack, which is {stack}.", stack=options["stack"])
    if options["change"] and options["reach"] != "even":
        return Sentence("Option change wants option reach to be even.")
    if options["change"] and options["win"] == "cards":
        return Sentence("Planets are not changed where they count by their number: option change, option win.")
    if options["rise"] and not options["ante"]:
        return Sentence("Option rise wants an ante of 1 or more.")
    return None


MAX_MOVES = MOST_POINTS + 2  # every amount from 0 to all points, and to drop
MAX_CHANCE = LARGEST


@kernel
def start(s):
    """SPA-01: 25 planets each, worth 60 points, unless a small stack was agreed on."""
    for seat in range(int(s.players)):
        for i in range(VALUES):
            s.planets[seat, i] = planets_each(s, i)
    s.last_winner = NOBODY
    s.opener = -1
    _next_hand(s)


@at_every_move
def mover(s):
    if s.over:
        return OVER
    if s.phase == EXCHANGING or s.phase == STAKING:
        return int(s.turn)
    return CHANCE


@at_every_move
def legal(s, out):
    return _legal_exchanges(s, out) if s.phase == EXCHANGING else legal_stakes(s, out)


@at_every_move
def chance(s, out, weights):
    if s.phase == SETTLED:  # the hand lies there for all to see
        out[0] = NEXT
        weights[0] = 1
        return 1
    if s.phase == SHOWING:  # SPA-10: the hand is turned up
        out[0] = encode(SHOW, pack(s.ships[s.turn]))
        weights[0] = 1
        return 1
    kind = DRAW if s.phase == DRAWING_LOTS else DEAL
    if top_is_gone(s):  # SPA-04: the ships put under the pile come in order
        seat, which = giver(s, int(s.off) - undealt(s))
        out[0] = encode(kind, int(s.given[seat, which]))
        weights[0] = 1
        return 1
    n = 0
    for i in range(sizes(s)):
        left = on_top(s, i)
        if left > 0:
            out[n] = encode(kind, i + 1)
            weights[n] = left
            n += 1
    return n


@at_every_move
def random_move(s, rng, out, weights):
    move = counted_off(s, rng, out)
    return move if move != NONE else out[weighted(rng, weights, chance(s, out, weights))]


@at_every_move
def play(s, move):
    if s.phase == STAKING:
        if move == DROP:
            _drop(s)
        else:
            _stake(s, said(STAKE, move))
    elif s.phase == EXCHANGING:
        _exchange(s, said(EXCHANGE, move))
    elif s.phase == DEALING:
        _deal(s, said(DEAL, move))
    elif s.phase == DRAWING:
        _draw(s, said(DEAL, move))
    elif s.phase == SHOWING:
        _show(s)
    elif s.phase == DRAWING_LOTS:
        _draw_lot(s, said(DRAW, move))
    else:
        clear_hand(s)
        _next_hand(s)


# --- a hand begins: the antes, and five ships each (SPA-03)


@kernel
def _next_hand(s):
    """Antes, then the deal. A hand fewer than two can pay for is settled at once."""
    s.phase = DEALING
    if _pay_antes(s) < 2:
        _leave_undealt(s)
        return
    s.top = whole_fleet(s)
    first_in_lap(s)


@kernel
def _pay_antes(s):
    """Seats everybody who has planets and pays the ante, in seat order (SPA-15), and finds the opener among them;
    answers how many they are.
    """
    n, many, ante = int(s.players), 0, ante_before(s, wide(s.played))
    for seat in range(n):
        many += pay_ante(s, seat, ante)
    base = (int(s.opener) + 1) % n if s.first == ROTATE else 0
    s.opener = base
    for place in range(n):
        if s.inside[(base + place) % n] == IN:
            s.opener = (base + place) % n
            break
    return many


@kernel
def pay_ante(s, seat, ante):
    """The seat puts in the ante, and is in; or, with `change`, all it has if that is less (SPA-15). Without change,
    False if it cannot make the ante exactly.
    """
    due = all_or_ante(s, seat, ante) if s.change else ante
    pays = cards(s.planets[seat]) > 0 and move_planets(s.planets[seat], s.pot, due)
    s.inside[seat] = IN if pays else OUT
    s.paid[seat] = due if pays else 0
    return pays


@kernel
def all_or_ante(s, seat, ante):
    """What the seat pays, its planets changed so that it can."""
    due = min(ante, points(s.planets[seat]))
    while not can_make(s, seat, due):  # SPA-09a: not met in play
        due -= 1
    make_change(s, seat, due)
    return due


@kernel
def _leave_undealt(s):
    """A single payer takes the pot undealt; with no payer the hand is void. Either way it counts."""
    winner = NOBODY
    for seat in range(int(s.players)):
        if s.inside[seat] == IN:
            winner = seat
    _settle(s, winner)
    if s.hands == 0 and not s.over:  # without an end to the hands nothing would ever change
        s.over = NOBODY_CAN_PAY


@at_every_move
def _deal(s, size):
    s.ships[s.turn, size - 1] += 1
    off_top(s, size)
    s.dealt += 1
    if not next_in_lap(s):
        first_in_lap(s)
        if s.dealt == HAND * still_in(s):
            s.phase = EXCHANGING


# --- the exchange (SPA-04)


@at_every_move
def _legal_exchanges(s, out):
    """None, or any one, two or three ships of the hand."""
    hand = pack(s.ships[s.turn])
    n = choices(hand)
    for k in range(n):
        out[k] = encode(EXCHANGE, choice(hand, k))
    return n


@at_every_move
def _exchange(s, packed):
    seat, n = int(s.turn), 0
    while packed:
        size = smallest(packed)
        s.ships[seat, size - 1] -= 1
        s.given[seat, n] = size  # smallest first, as it goes under the pile
        packed = all_but_smallest(packed)
        n += 1
    s.exchanged[seat] = 1 + n
    s.pending = n
    if n:
        s.phase = DRAWING
    else:
        _end_exchange(s)


@at_every_move
def _draw(s, size):
    seat = int(s.turn)
    s.drawn[seat, int(s.exchanged[seat]) - 1 - int(s.pending)] = size
    s.ships[seat, size - 1] += 1
    take_off(s, size)
    s.pending -= 1
    if s.pending == 0:
        _end_exchange(s)


@at_every_move
def _end_exchange(s):
    if next_in_lap(s):
        s.phase = EXCHANGING
    else:
        s.phase = STAKING
        s.lap = 1
        first_in_lap(s)
        if not are_stakes_open(s):
            s.lap = 0
            s.phase = SHOWING


# --- the stakes (SPA-05 to SPA-09a; what is legal: `stakes.py`)


@at_every_move
def _stake(s, amount):
    seat = int(s.turn)
    note(s, amount)
    if s.change:
        make_change(s, seat, amount)
    move_planets(s.planets[seat], s.staked[seat], amount)
    stake = int(s.stakes[seat]) + amount
    s.stakes[seat] = stake
    if stake > s.highest:
        if s.highest > 0:  # the opening stake is not a raise
            s.raises[seat] += 1
        s.highest = stake
    _end_stake(s)


@at_every_move
def _drop(s):
    note(s, DROPS)
    s.inside[s.turn] = DROPPED
    if still_in(s) == 1:  # SPA-06: as soon as only one is left
        first_in_lap(s)
        _settle(s, wide(s.turn))
    else:
        _end_stake(s)


@at_every_move
def _end_stake(s):
    """SPA-06: the hand ends with a lap at the end of which all are aligned; under `called`, as soon as they are."""
    more = next_in_lap(s)
    if (s.closing == CALLED or not more) and aligned(s):
        s.phase = SHOWING
        first_in_lap(s)
    elif not more:
        s.lap += 1
        first_in_lap(s)


# --- the showdown (SPA-10 to SPA-12)


@at_every_move
def _show(s):
    s.shown[s.turn] = 1
    if not next_in_lap(s):
        _compare(s)


@at_every_move
def _compare(s):
    """SPA-10, SPA-11: the best of the hands shown; equals draw for the pot (SPA-12)."""
    best, many, winner = -1, 0, 0
    for seat in range(int(s.players)):
        if s.inside[seat] == IN:
            mine = strength(s.ships[seat], s.kickers == 1)
            if mine > best:
                best, many = mine, 0
            if mine == best:
                many += 1
                winner = seat
    if many == 1:
        _settle(s, winner)
        return
    for seat in range(int(s.players)):
        s.tied[seat] = s.inside[seat] == IN and strength(s.ships[seat], s.kickers == 1) == best
    start_lots(s)


@kernel
def _draw_lot(s, size):
    winner = draw_lot(s, size)
    if winner != NOBODY:
        _settle(s, winner)


@kernel
def _settle(s, winner):
    """SPA-10: the winner takes every planet on the table. All of it lies there until `next`, or for good (SPA-14)."""
    remember_hand(s, winner)
    if winner != NOBODY:
        for seat in range(int(s.players)):
            sweep(s.staked[seat], s.planets[winner])
            s.stakes[seat] = 0
        sweep(s.pot, s.planets[winner])
    s.turn = 0
    s.phase = SETTLED
    s.played += 1
    s.over = finished(s)
