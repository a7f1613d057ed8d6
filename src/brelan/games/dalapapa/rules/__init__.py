"""The rules of Dalapapa 72 (DAL-01 … DAL-14), as the contract has them.

The struct and the move codes are in `state.py`; the dominoes in `tiles.py`, where they lie in `grid.py`, what lies on
the board in `board.py`, what is held in `hands.py`; the dealer's part in `opening.py`, a turn in `turns.py`.
"""

from ....engine.kernel import CHANCE, NEXT, OVER, kernel
from .hands import held
from .opening import next_deal, opening_moves, show_hand, start_deal
from .secrecy import hide, redeal, seen
from .state import (
    ALL,
    BAG,
    DEALING,
    DRAW,
    END,
    ENDINGS,
    MARK,
    MARKERS,
    MARKING,
    MAX_CHANCE,
    MAX_MOVES,
    OPENING,
    OPENING_DOMINOES,
    OPTIONS,
    PASS,
    PLACE,
    PLACING,
    REPLAY,
    REVEAL,
    SETTLED,
    SHOW,
    SHOWING,
    STATE,
    TOKENS,
    draw_code,
    drawn_domino,
    mark_code,
    marked_land,
    reveal_code,
)
from .tiles import DOMINOES
from .turns import can_replay, draw, end_turn, go_on, mark, pass_turn, place, placeable, replay

__all__ = [
    "ENDINGS",
    "MAX_CHANCE",
    "MAX_MOVES",
    "OPTIONS",
    "STATE",
    "chance",
    "ending",
    "hide",
    "legal",
    "mover",
    "payoff",
    "play",
    "redeal",
    "scores",
    "seen",
    "sound",
    "start",
]


@kernel
def start(s):
    start_deal(s, int(s.players) - 1)  # DAL-06


@kernel
def mover(s):
    if s.over:
        return OVER
    phase = int(s.phase)
    if phase == PLACING or phase == MARKING or phase == OPENING:
        return int(s.turn)
    return CHANCE


@kernel
def legal(s, out):
    seat, phase = int(s.turn), int(s.phase)
    if phase == PLACING:
        n = placeable(s, seat, int(s.tokens[seat]), ALL, out)
        if n == 0:  # DAL-09
            out[0] = PASS
            return 1
        return n
    if phase == OPENING:
        return opening_moves(s, seat, out)
    n = 1
    out[0] = END
    if can_replay(s, seat):
        out[n] = REPLAY
        n += 1
    if s.markers[seat]:
        for land in range(int(s.lands)):  # DAL-10
            if s.land_owner[land] == 0:
                out[n] = mark_code(land)
                n += 1
    return n


@kernel
def chance(s, out, weights):
    if s.phase == SHOWING or s.phase == SETTLED:  # what can come out one way only
        seat = int(s.turn)
        out[0] = NEXT if s.phase == SETTLED else reveal_code(s.hand[seat, 0], s.hand[seat, 1], s.hand[seat, 2])
        weights[0] = 1
        return 1
    n = 0
    for domino in range(DOMINOES):
        if s.where[domino] == BAG:
            out[n] = draw_code(domino)
            weights[n] = 1
            n += 1
    return n


@kernel
def play(s, move):
    if move >= PLACE:
        place(s, move)
    elif move >= REVEAL:
        go_on(s)
    elif move >= DRAW:
        draw(s, drawn_domino(move))
    elif move >= MARK:
        mark(s, marked_land(move))
    elif move == REPLAY:
        replay(s)
    elif move == END:
        end_turn(s)
    elif move == PASS:
        pass_turn(s)
    elif move == SHOW:
        show_hand(s)
    else:  # NEXT
        next_deal(s)


@kernel
def payoff(s, out):
    scores(s, out)


@kernel
def scores(s, out):
    """DAL-14: counted as territories are marked; the results of several deals are added."""
    for seat in range(int(s.players)):
        out[seat] = int(s.totals[seat]) + int(s.scores[seat])


@kernel
def ending(s):
    return int(s.over)


@kernel
def sound(s):
    """Dominoes, tokens and markers are all there."""
    players = int(s.players)
    tokens, in_hands, elsewhere = int(s.reserve), 0, 0
    for seat in range(players):
        tokens += int(s.tokens[seat])
        in_hands += held(s, seat)
    for domino in range(DOMINOES):
        elsewhere += s.where[domino] == BAG
    marked = 0
    for land in range(int(s.lands)):
        marked += s.land_owner[land] != 0
    left = 0
    for seat in range(players):
        left += int(s.markers[seat])
    begun = s.phase > DEALING and s.laid >= OPENING_DOMINOES
    return (
        tokens == TOKENS
        and int(s.bag) + in_hands + int(s.laid) == DOMINOES
        and elsewhere == int(s.bag)
        and marked + int(s.unmarked) == int(s.lands)
        and (not begun or marked + left == players * MARKERS[players - 2])
    )
