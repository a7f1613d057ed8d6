"""The expert: every placement, then the best marks and the replay, by what the position is worth after that."""

import numpy as np

from ....engine.kernel import copy_record, kernel
from ..rules import legal, mover, play
from ..rules.state import END, MARKING, MOST_SEATS, PLACE, PLACING, REDRAWING, REPLAY, STATE, mark_code
from ..rules.turns import can_replay
from .policy import NOTHING, TRAITS, best_land, deal_alone, mark_or_go, quick
from .value import expected

PLACED, MARKED, ENDED, ROOT, SPARE = range(5)  # spare records: after the placement, the marks, the end or the replay


@kernel
def expert_move(s, tables, work, out, n):
    seat = int(s.turn)
    spare = np.empty(SPARE, STATE)
    copy_record(spare[ROOT], s)
    deal_alone(spare[ROOT])
    if s.phase == MARKING:
        return rest_of_turn(spare[ROOT], seat, spare, tables, work, out)[0]
    moves = out[:n].copy()
    best, value = moves[0], -1e18
    for i in range(n):
        copy_record(spare[PLACED], spare[ROOT])
        play(spare[PLACED], moves[i])
        placed = spare[PLACED]
        if _may_mark(placed, seat):
            found = rest_of_turn(placed, seat, spare, tables, work, out)[1]
        else:
            found = lead(placed, seat, tables)
        if found > value:
            value = found
            best = moves[i]
    return best


@kernel
def lead(s, seat, tables):
    """The points by which a seat may expect to end before its best rival."""
    points = np.empty(MOST_SEATS, np.float64)
    expected(s, tables.value, points)
    best = NOTHING
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best


@kernel
def _may_mark(s, seat):
    """Whether the seat's turn goes on after a placement or a mark."""
    return s.phase == MARKING and s.turn == seat and mover(s) == seat


@kernel
def rest_of_turn(s, seat, spare, tables, work, out):
    """In the marking phase: the best move and the lead it brings, over all numbers of marks (the largest first), then
    end or replay.
    """
    best, value = END, NOTHING
    copy_record(spare[MARKED], s)
    t = spare[MARKED]
    marked = False
    while _may_mark(t, seat):
        copy_record(spare[ENDED], t)
        play(spare[ENDED], np.int64(END))
        found = lead(spare[ENDED], seat, tables)
        if found > value:
            value = found
            best = _first_mark(s) if marked else END
        if can_replay(t, seat):
            found = _after_replay(t, seat, spare, tables, work, out)
            if found > value:
                value = found
                best = _first_mark(s) if marked else REPLAY
        land, _ = best_land(t)
        if land < 0 or t.markers[seat] == 0:
            break
        play(t, mark_code(land))
        marked = True
    if not _may_mark(t, seat):  # the last mark ended the turn
        found = lead(t, seat, tables)
        if found > value:
            value = found
            best = _first_mark(s) if marked else END
    return best, value


@kernel
def _first_mark(s):
    return mark_code(best_land(s)[0])


@kernel
def _after_replay(s, seat, spare, tables, work, out):
    """The lead after a replay bought now, playing the domino that is known; NOTHING if it cannot be played."""
    f = np.empty(TRAITS, np.float64)
    copy_record(spare[ENDED], s)
    t = spare[ENDED]
    play(t, np.int64(REPLAY))
    if t.phase == REDRAWING:  # the domino to be drawn is not known: the turn is thought through without it
        t.phase = PLACING
    if t.hand[seat, 0] == 0:
        return NOTHING
    n = legal(t, out)
    if out[0] < PLACE:
        return NOTHING
    no_luck = np.zeros(4, np.int64)  # without noise nothing comes of it
    play(t, quick(t, no_luck, 0.0, tables.weights, work, out, n, f))
    while _may_mark(t, seat):
        move = mark_or_go(t, seat, tables.weights, work, out, f)
        play(t, np.int64(END) if move == REPLAY else move)
    return lead(t, seat, tables)
