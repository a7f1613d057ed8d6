"""What a position is worth: each seat's chance to win the deal at hand, as the master's network expects it.

The network is asked where somebody is to place a domino and has nothing to mark; until then the quick player plays on,
over several draws: who marks only after playing again loses nothing by it, which the network does not see. Its share of
the win counts who wins and by how much, so it is stretched into a chance (STRETCH); the end of a game is what it is.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....engine.kernel import CHANCE, OVER, compiled, kernel, reseed, weighted
from ....model.contract import USUAL, Look, Scale, Weighed, Worth
from ....model.words import N_
from ....play.worth import error_of
from ..rules import chance, hide, legal, mover, play, redeal
from ..rules.board import WORK
from ..rules.state import MAX_MOVES, MOST_SEATS, PLACING, SETTLED, STATE
from ..rules.tiles import DOMINOES
from ..rules.turns import can_mark
from .net import shares
from .policy import TRAITS, best_rival, quick

if TYPE_CHECKING:
    from ....play.state import State

SCALE = Scale(N_("of the win"), marks=(0.04, 0.08, 0.16), chance=True, noun=N_("chances to win"))
STRETCH = 1.5  # of the logit of a share, so that so many are won (docs/review.md)
MISSES = 0.075  # by how much it misses what comes of a position, as measured (docs/review.md)
DRAWS = 24  # games the quick player plays on to the next placement
FIRST_LOOK, CLOSER, DEALS = 4, 5, 40  # deals each move is tried over; how many are tried further; over how many
NOISE = 0.15


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
    return [
        Weighed(
            code,
            float(own[at].mean()),
            float((best - own[at]).std() / DEALS**0.5),
            tuple(ends[at].mean(axis=0).tolist()),
        )
        for at, code in enumerate(codes)
    ]


def _ends(state: "State", codes: Sequence[int], seat: int, deals: int, seed: int = USUAL.seed) -> np.ndarray:
    known = state.game.bots.tables(("master",), state.players, state.options)
    ends = np.zeros((max(1, len(codes)), deals, state.players))
    _played_on(state._buf, np.array(codes, np.int64), seat, seed, known, ends)
    return ends


@kernel
def _quiet(s):
    return s.phase == PLACING and not can_mark(s, int(s.turn))


@kernel
def stretched(share):
    """The chance that goes with a share of the win, before all seats' are made to add up to one."""
    within = min(1.0 - 1e-6, max(1e-6, share))
    return 1.0 / (1.0 + math.exp(-STRETCH * math.log(within / (1.0 - within))))


def chance_to_win(share: float, players: int) -> float:
    """The same for one seat, whose rivals share the rest alike."""
    own = float(stretched(share))
    return own / (own + (players - 1) * float(stretched((1.0 - share) / (players - 1))))


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
    n, total = int(s.players), 0.0
    if mover(s) == OVER or s.phase == SETTLED:
        for seat in range(n):
            ahead = int(s.scores[seat]) - best_rival(s, seat)
            worth[seat] = 1.0 if ahead >= 0 else 0.0
            total += worth[seat]
    else:
        found = np.empty(MOST_SEATS, np.float64)
        shares(s, tables.weights, tables.net, work, out, found)
        for seat in range(n):
            worth[seat] = stretched(found[seat])
            total += worth[seat]
    for seat in range(n):
        worth[seat] /= total


_played_on: Any = compiled(_play_to_a_placement)  # as Python calls it
