"""What a position is worth: each seat's chance to win, shared by those who win together.

The round at hand is played on many times as the expert plays it; what it leaves is looked up: with two players in the
race to the target (`solve/race.py`), with more in what purses are worth (`first_place.py`). So it is an estimate, with
the error of the rounds played on; how far the tables miss is seen in a review's rest.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....engine.kernel import CHANCE, NEXT, OVER, compiled, kernel, reseed, stream, weighted
from ....model.contract import USUAL, Look, Scale, Weighed, Worth
from ....model.words import N_
from ....play.worth import error_of
from ..rules import MAX_CHANCE, MAX_MOVES, chance, hide, mover, play, redeal
from ..rules.match import why_to_end
from ..rules.state import BETS, GIFTS, STATE, THROW_ALL, gift_move
from .betting import expert_bet
from .duelling import solved_entry, solved_throw
from .endgame import equal_after
from .first_place import ENDING, LAST_ROUND, OPEN, expectations, left_in, scale_of, strength
from .strategy import kind_of, money_difference

if TYPE_CHECKING:
    from ....play.state import State

SCALE = Scale(N_("of the win"), marks=(0.03, 0.07, 0.15), chance=True, noun=N_("chances to win"))
ROUNDS = 800  # played on from a position
DEALS = 300  # for each move that is weighed …
FIRST_LOOK, CLOSER = 40, 5  # … after a first look at all of them, which leaves so many
MASTER = "master"


def judge(state: "State", look: Look = USUAL) -> Worth:
    if state.over:
        first = [payoff == max(state.payoff or ()) for payoff in state.payoff or ()]
        return Worth(tuple(one / sum(first) for one in first))
    ends = _ends(state, np.zeros(0, np.int64), -1, look.games(ROUNDS), look.seed)[0]
    return Worth(tuple(ends.mean(axis=0).tolist()), error_of(ends), rolled=True)


def weigh(view: "State", moves: Sequence[int]) -> list[Weighed]:
    """Each move over the bets its seat could imagine; all of them a few times, those that look best more often."""
    codes, seat = view.legal(), view.mover
    if len(codes) > CLOSER:
        chosen = view.game.bots.tables((MASTER,), view.players, view.options)
        level = view.game.bots.LEVELS.index(MASTER)
        likely = int(view.game.drivers.choose(view._buf, level, stream(0), chosen))
        first = _ends(view, np.array(codes, np.int64), seat, FIRST_LOOK)[:, :, seat].mean(axis=1)
        kept = {*moves, likely, *(codes[at] for at in np.argsort(-first, kind="stable")[:CLOSER])}
        codes = [code for code in codes if code in kept]
    ends = _ends(view, np.array(codes, np.int64), seat, DEALS)
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


def _ends(state: "State", codes: np.ndarray, seat: int, rounds: int, seed: int = USUAL.seed) -> np.ndarray:
    known = state.game.bots.tables((MASTER,), state.players, state.options)
    ends = np.zeros((max(1, len(codes)), rounds, state.players))
    _played_on(state._buf, codes, seat, seed, known, ends)
    return ends


@kernel
def _expert_move(s, tables):
    if s.phase == BETS:
        return expert_bet(s, tables)
    if s.phase == GIFTS:
        return gift_move(0)
    if s.step == 0:
        return THROW_ALL
    if int(s.step) & 1:
        return solved_entry(s, tables, money_difference(tables), False)
    return solved_throw(s, tables, money_difference(tables), kind_of(s), False)


@kernel
def _play_rounds_on(laid, moves, imagines, seed, tables, ends):
    """Plays the round on from the bytes `laid`, once after each of `moves`, as experts do, and writes what each end is
    worth. With a seat that `imagines`, what it cannot see is filled in anew for each.
    """
    buf, dealt, view = laid.copy(), laid.copy(), laid.copy()
    s = buf.view(STATE)[0]
    luck = np.zeros(4, np.int64)
    out, weights = np.zeros(max(MAX_MOVES, MAX_CHANCE), np.int64), np.zeros(max(MAX_MOVES, MAX_CHANCE), np.int64)
    for g in range(ends.shape[1]):
        dealt[:] = laid
        if imagines >= 0:
            reseed(luck, seed + 2, g)
            redeal(dealt.view(STATE)[0], imagines, luck)
        for k in range(ends.shape[0]):
            buf[:] = dealt
            reseed(luck, seed, g)
            first = len(moves) > 0
            who = mover(s)
            while who != OVER:
                if first:
                    move = moves[k]
                    first = False
                elif who == CHANCE:
                    many = chance(s, out, weights)
                    move = out[weighted(luck, weights, many)]
                else:
                    view[:] = buf
                    blank = view.view(STATE)[0]
                    hide(blank, who)
                    move = _expert_move(blank, tables)
                play(s, move)
                who = mover(s)
                if move == NEXT:
                    break
            _write_worth(s, tables, ends[k, g])


@kernel
def _write_worth(s, tables, worth):
    """Each seat's chance to win where a round has just been cleared away, or the game is over."""
    n = int(s.players)
    if mover(s) == OVER:
        _richest(s, worth)
    elif n == 2 and tables.win.target > 0:
        _of_the_race(s, tables.win, worth)
    else:
        _of_purses(s, tables, worth)


@kernel
def _richest(s, worth):
    most, many = 0, 0
    for seat in range(int(s.players)):
        if int(s.money[seat]) > most:
            most, many = int(s.money[seat]), 0
        many += int(s.money[seat]) == most
    for seat in range(int(s.players)):
        worth[seat] = 1.0 / many if s.money[seat] == most else 0.0


@kernel
def _of_the_race(s, win, worth):
    """With two: before a second round, or between duels."""
    beyond = int(s.target) - win.target
    if s.tour == 2:
        one, other = int(s.attacker), int(s.defender)
    else:
        one, other = 0, 1
    size = len(win.after) - 1
    a = max(1, min(size, int(s.money[one]) - beyond))
    d = max(1, min(size, int(s.money[other]) - beyond))
    if s.tour != 2:
        found = win.after[a, d]
    else:
        found = win.barred[min(a, win.target - 1), d] if s.barred else win.second[min(a, win.target - 1), d]
    worth[one], worth[other] = found, 1.0 - found


@kernel
def _of_purses(s, tables, worth):
    plus = np.zeros(len(s.money), np.int64)
    second = s.tour == 2
    if second:
        expectations(s, plus)
        plus[int(s.attacker)] += 20
    ending = why_to_end(s) > 0
    stage = OPEN
    if ending:
        stage = LAST_ROUND if second and equal_after(s) else ENDING
    scale, left, total = scale_of(s), min(left_in(s), tables.strength.shape[0] - 1), 0.0
    for seat in range(int(s.players)):
        own = 0.0
        if not s.out[seat]:
            if tables.strength.shape[0] > 1:
                own = strength(tables.strength[left, stage], int(s.money[seat]), plus[seat], scale)
            else:  # two players without a target: nothing is fitted
                own = np.exp(int(s.money[seat]) / 16.0)
        worth[seat] = own
        total += own
    for seat in range(int(s.players)):
        worth[seat] = worth[seat] / total if total > 0 else 1.0 / int(s.players)


_played_on: Any = compiled(_play_rounds_on)  # as Python calls it
