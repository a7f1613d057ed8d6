"""What a position is worth: each seat's chance to win the deal at hand, as the master's network expects it.

The network is asked where somebody is to place a domino and has nothing to mark; until then the quick player plays on,
over several draws: who marks only after playing again loses nothing by it, which the network does not see. The end of a
game is what it is.

A loss that would be marked is held by another method, of which the network is no part: experts play the deal to its end
after both moves, on the same luck. What they find is the loss.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....engine.kernel import CHANCE, OVER, compiled, kernel, reseed, weighted
from ....model.contract import USUAL, Look, Scale, Weighed, Worth
from ....model.words import N_
from ....play.worth import error_of, played_on
from ..rules import chance, hide, legal, mover, play, redeal
from ..rules.board import WORK
from ..rules.state import MAX_MOVES, MOST_SEATS, PLACING, SETTLED, STATE
from ..rules.tiles import DOMINOES
from ..rules.turns import can_mark
from .net import ended, outlooks
from .policy import TRAITS, quick

if TYPE_CHECKING:
    from ....play.state import State

SCALE = Scale(N_("of the win"), marks=(0.04, 0.08, 0.16), chance=True, noun=N_("chances to win"))
MISSES = 0.07  # by how much it misses what comes of a position, as measured (docs/review.md)
DRAWS = 24  # games the quick player plays on to the next placement
FIRST_LOOK, CLOSER, DEALS = 4, 5, 40  # deals each move is tried over; how many are tried further; over how many
NOISE = 0.15
HOLDERS = "expert"  # who plays on where a loss is held
HELD, ROUNDS = 40, 5  # games played on after both moves at a time; how many times at most


def judge(state: "State", look: Look = USUAL) -> Worth:
    s = state.struct
    part, alone = int(s.dealt), int(s.deals) > 1
    if state.over or int(s.phase) == SETTLED:
        scores = [int(score) for score in s.scores[: state.players]]
        first = [score == max(scores) for score in scores]
        return Worth(tuple(one / sum(first) for one in first), part=part - 1, alone=alone)
    quiet = state.mover >= 0 and bool(_quiet(s))
    ends = _ends(state, [], -1, 1 if quiet else look.games(DRAWS), look.seed)[0]
    spread = 0.0 if quiet else error_of(ends)
    return Worth(tuple(ends.mean(axis=0).tolist()), math.hypot(spread, MISSES), part, alone, not quiet, missed=MISSES)


def weigh(view: "State", moves: Sequence[int]) -> list[Weighed]:
    """Each move over the hands its seat could imagine and the draws to come: all of them a few times, those that look
    best more often.
    """
    codes, seat = view.legal(), view.mover
    if len(codes) > CLOSER:
        first = _ends(view, codes, seat, FIRST_LOOK)[:, :, seat].mean(axis=1)
        kept = {*moves, *(codes[at] for at in np.argsort(-first, kind="stable")[:CLOSER])}
        codes = [code for code in codes if code in kept]
    ends = _ends(view, codes, seat, DEALS)
    own = ends[:, :, seat]
    best = own[int(own.mean(axis=1).argmax())]
    found = [
        Weighed(
            code,
            float(own[at].mean()),
            float((best - own[at]).std() / DEALS**0.5),
            tuple(ends[at].mean(axis=0).tolist()),
        )
        for at, code in enumerate(codes)
    ]
    return held(view, found, moves)


def held(view: "State", found: list[Weighed], moves: Sequence[int]) -> list[Weighed]:
    """The same, with the losses of these moves held by games played out, where they are large enough to be marked."""
    best = max(found, key=lambda one: one.value)
    doubted = [one.move for one in found if one.move in moves and best.value - one.value >= SCALE.marks[0]]
    if not doubted:
        return found
    codes = [best.move, *doubted]
    ends = played_out(view, codes)
    mean, own = ends.mean(axis=1), ends[:, :, view.mover]
    top = own[int(mean[:, view.mover].argmax())]
    again = {
        code: Weighed(
            code,
            float(mean[at, view.mover]),
            float((top - own[at]).std() / len(top) ** 0.5),
            tuple(mean[at].tolist()),
        )
        for at, code in enumerate(codes)
    }
    return list(again.values())


def played_out(view: "State", codes: Sequence[int]) -> np.ndarray:
    """Shares of the win, `[move, game, seat]`, of deals that experts play to their end after each of these moves, all
    on the same luck: a few times, or until each of the others is seen to be a blunder, or to lose nothing that would be
    marked.
    """
    alone, seat = view.copy(), view.mover
    alone.struct.totals[:] = 0
    alone.struct.deals = alone.struct.dealt + 1
    found = np.zeros((len(codes), 0, view.players))
    for number in range(ROUNDS):
        more = played_on(alone, HOLDERS, HELD, False, codes, seat, seed=USUAL.seed + 10 * (number + 1))
        found = np.concatenate([found, more], axis=1)
        lost = found[:1, :, seat] - found[1:, :, seat]
        loss, sure = lost.mean(axis=1), 2 * lost.std(axis=1) / found.shape[1] ** 0.5
        if ((loss + sure < SCALE.marks[0]) | (loss - sure >= SCALE.marks[-1])).all():
            break
    return found


def _ends(state: "State", codes: Sequence[int], seat: int, deals: int, seed: int = USUAL.seed) -> np.ndarray:
    known = state.game.bots.tables(("master",), state.players, state.options)
    ends = np.zeros((max(1, len(codes)), deals, state.players))
    _played_on(state._buf, np.array(codes, np.int64), seat, seed, known, ends)
    return ends


@kernel
def _quiet(s):
    return s.phase == PLACING and not can_mark(s, int(s.turn))


@kernel
def _play_to_a_placement(laid, moves, imagines, seed, tables, ends):
    """Plays on from the bytes `laid`, once after each of `moves`, until somebody places who has nothing to mark, and
    writes what that is worth. With a seat that `imagines`, what it cannot see is filled in anew for each.
    """
    buf, dealt, view = laid.copy(), laid.copy(), laid.copy()
    s = buf.view(STATE)[0]
    luck, thought = np.zeros(4, np.int64), np.zeros(4, np.int64)
    room = max(MAX_MOVES, DOMINOES)
    out, weights = np.empty(room, np.int64), np.empty(room, np.int64)
    work, f = np.empty(WORK, np.int64), np.empty(TRAITS, np.float64)
    for g in range(ends.shape[1]):
        dealt[:] = laid
        if imagines >= 0:
            reseed(luck, seed + 2, g)
            redeal(dealt.view(STATE)[0], imagines, luck)
        for k in range(ends.shape[0]):
            buf[:] = dealt
            reseed(luck, seed, g)
            reseed(thought, seed + 1, g)
            if len(moves):
                play(s, moves[k])
            who = mover(s)
            while who != OVER and s.phase != SETTLED and not (who >= 0 and _quiet(s)):
                if who == CHANCE:
                    move = out[weighted(luck, weights, chance(s, out, weights))]
                else:
                    view[:] = buf
                    blank = view.view(STATE)[0]
                    hide(blank, who)
                    n = legal(blank, out)
                    move = out[0]
                    if n > 1:
                        move = quick(blank, thought, NOISE, tables.weights, work, out, n, f)
                play(s, move)
                who = mover(s)
            _write_worth(s, tables, work, out, ends[k, g])


@kernel
def _write_worth(s, tables, work, out, worth):
    """Each seat's chance to win."""
    leads = np.empty(MOST_SEATS, np.float64)
    if mover(s) == OVER or s.phase == SETTLED:
        ended(s, worth, leads)
    else:
        outlooks(s, tables.weights, tables.net, work, out, worth, leads)


_played_on: Any = compiled(_play_to_a_placement)  # as Python calls it
