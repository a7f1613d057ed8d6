"""The players of Dodéka.

- `novice` keeps what looks good: a pair, two neighbours, anything worth 100 or more.
- `regular` plays for the most points this turn, a pairtraiz being worth a won partie.
- `expert` weighs points, the pairtraiz, the end of the partie and who pays whom, by an estimate of who will be first and last.
- `master` plays the exact solution of the partie (`partie.py`) for 2 and 3 players and targets up to 700. Beyond, by two named approximations on the same tables:
  *three seats*, with 4 to 6 players: only the mover, the best placed and the worst placed of the others are looked at, as a game of three;
  *shifted*, above 700: everybody's score is lowered by what the target exceeds 700, so that the distance to the end is right.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...bot import Advice
from ...kernel import kernel, uniform
from ...options import Value
from ...words import Say
from . import partie
from .rules import FIRST, LAST, LINES, PAIRE, PAIRTRAIZ, POINTS, STATE, STOP, SUITE, ahead, line, score_turn
from .table import line_words
from .turn import HANDS, KEEPS, NODE_OF, best_mask, induct, mask_of, room

if TYPE_CHECKING:
    from ...state import State

LEVELS = ("novice", "regular", "expert", "master")
NOVICE, REGULAR, EXPERT, MASTER = range(4)
THROW_ALL = 7
WON_PARTIE = 700  # what a pairtraiz is worth to the regular bot


class Tables(NamedTuple):
    """What the bots look up: the regular's moves, and the solved partie (empty unless the master needs it)."""

    regular: np.ndarray  # [throws left, dice as they lie] -> move
    values: np.ndarray
    ties: np.ndarray
    target: int  # the target the partie was solved for, in tens; 0: not solved


@lru_cache(maxsize=1)
def _regular() -> np.ndarray:
    worth = np.array(POINTS, float).reshape(9, 1)
    worth[PAIRTRAIZ] = WON_PARTIE
    best, means, chosen = room(1)
    induct(worth, 0, 2, best, means, chosen)
    moves = np.zeros((3, 13 * 13 * 13), np.int8)
    for left in (1, 2):
        for dice in np.ndindex(12, 12, 12):
            a, b, c = (face + 1 for face in dice)
            moves[left, (a * 13 + b) * 13 + c] = mask_of(a, b, c, chosen[left, NODE_OF[a, b, c] - KEEPS])
    return moves


def solved_for(players: int, options: Mapping[str, Value]) -> tuple[int, int]:
    """The partie the master's tables are of: players and target."""
    return min(players, 3), min(int(options["target"]), partie.EXACT_TARGET)


def ready(level: str, players: int, options: Mapping[str, Value]) -> bool:
    """Whether the level can play at once, or first has to solve the partie."""
    return level != "master" or partie.is_solved(*solved_for(players, options))


def tables(levels: Collection[str], players: int, options: Mapping[str, Value], progress: partie.Progress | None = None) -> Tables:
    """What these levels need. The master's first call solves the partie: seconds for 2 players, about a minute for 3 and more."""
    if "master" not in levels:
        return Tables(_regular(), np.zeros((0, 0)), np.zeros((0, 0, 0)), 0)
    solved = partie.solution(*solved_for(players, options), progress)
    return Tables(_regular(), np.asarray(solved.values), solved.ties, solved.target // 10)


@kernel
def choose(level, s, rng, tables):
    if s.throws == 0:
        return THROW_ALL
    if level == NOVICE:
        return _novice(s, rng)
    if level == REGULAR:
        return int(tables.regular[3 - int(s.throws), (int(s.dice[0]) * 13 + int(s.dice[1])) * 13 + int(s.dice[2])])
    worth = np.zeros((9, 1))
    if level == EXPERT:
        _expert_worth(s, worth)
    else:
        _master_worth(s, tables, worth)
    best, means, chosen = np.zeros((3, 1, HANDS)), np.zeros((3, 1, KEEPS)), np.zeros((3, HANDS), np.int16)
    return best_mask(int(s.dice[0]), int(s.dice[1]), int(s.dice[2]), 3 - int(s.throws), worth, best, means, chosen)


@kernel
def _novice(s, rng):
    a, b, c = int(s.dice[0]), int(s.dice[1]), int(s.dice[2])
    made = line(a, b, c)
    if made <= SUITE:
        return STOP
    if made == PAIRE:  # hopes for the brelan, or is content
        if uniform(rng) < 0.3:
            return STOP
        return 4 if a == b else 2 if a == c else 1
    for mask, one, two in ((4, a, b), (2, a, c), (1, b, c)):
        if abs(one - two) == 1 and uniform(rng) < 0.7:  # "a suite by both ends", as Katy tries
            return mask
    return THROW_ALL


@kernel
def _estimate(s, seat):
    """What the seat can expect of the partie: who looks like the first and the last, and what the last will pay."""
    n = int(s.players)
    if s.over:
        return float(s.totals[seat])
    top, thrown, first = 0, 0, -1
    for other in range(n):
        top = max(top, int(s.scores[other]))
        if s.order[other] and (thrown == 0 or s.order[other] < thrown):
            thrown, first = int(s.order[other]), other
    tours = max(0.4, (float(s.target) - top) / 110.0) if thrown == 0 and not s.playoff else 0.4
    spread = 95.0 * np.sqrt(tours)
    high, low, losers, pay, mine = 0.0, 0.0, 0.0, 0.0, 0.0
    for other in range(n):
        score = float(s.scores[other])
        high += np.exp((score - top) / spread)
        last = 0.0 if s.order[other] else np.exp(-score / spread)
        low += last
        if other != seat:
            losers += last
            pay += last * score
        else:
            mine = last
    win = np.exp((float(s.scores[seat]) - top) / spread) / high
    if first >= 0:
        win = 1.0 if first == seat else 0.0
    lose = mine / low if low > 0 else 0.0
    grow = 70.0 * (tours - 0.4)
    loser_score = pay / losers + grow if losers > 0 else 0.0
    return win * loser_score - lose * (float(s.scores[seat]) + grow)


@kernel
def _expert_worth(s, worth):
    after = np.zeros(1, STATE)[0]
    for made in range(9):
        partie.copy_partie(s, after)
        score_turn(after, made)
        worth[made, 0] = _estimate(after, int(s.turn))


@kernel
def _master_worth(s, tables, worth):
    """What each line is worth to the mover, by the tables."""
    structs = np.zeros(5, STATE)
    reduced = structs[4]
    _reduce(s, reduced, tables.target)
    n = int(reduced.players)
    lines = np.zeros((4, 9, n))
    best, means, chosen = np.zeros((3, n, HANDS)), np.zeros((3, n, KEEPS)), np.zeros((3, HANDS), np.int16)
    partie.line_worths(reduced, tables.values, tables.ties, tables.target, lines, structs, best, means, chosen)
    for made in range(9):
        worth[made, 0] = lines[0, made, int(reduced.turn)]


@kernel
def _reduce(s, r, target):
    """The partie as one of at most three seats and a target the tables know. Exact for 2 and 3 players up to 700."""
    shift = int(s.target) - target * 10
    if int(s.players) <= 3:
        partie.copy_partie(s, r)
    else:
        _three_seats(s, r)
    r.target = target * 10
    for seat in range(int(r.players)):
        # Above the largest solved target, a score is lowered so that its distance to the end is right.
        r.scores[seat] = max(0, int(r.scores[seat]) - shift)


@kernel
def _three_seats(s, r):
    """The mover, and the best and worst placed of those they play against, in the order of the tour."""
    n, me = int(s.players), int(s.turn)
    group = int(s.contest[me])
    high, low = -1, -1
    for other in range(n):
        if other != me and int(s.contest[other]) == group:
            if high < 0 or ahead(s, other, high):
                high = other
            if low < 0 or ahead(s, low, other):
                low = other
    # In a playoff for one place only two play on, and the third has the other place already.
    decided = s.playoff == 1 and (group != FIRST | LAST or s.winner >= 0 or s.loser >= 0)
    for_first = group == FIRST or (group == FIRST | LAST and s.loser >= 0)
    rival = high if for_first else low
    third = low if not decided else -1
    if not decided:
        rival = high
    if third == rival or third < 0:
        for other in range(n):
            if other != me and other != rival and (third < 0 or third == rival or (ahead(s, third, other) if for_first else ahead(s, other, third))):
                third = other
    r.players = 3
    r.parties = 1
    r.partie = 0
    r.over = 0
    r.starter = 0
    r.playoff = s.playoff
    r.winner = -1
    r.loser = -1
    place = 0
    for position in range(n):
        seat = (int(s.starter) + position) % n
        if seat == me or seat == rival or seat == third:
            r.scores[place] = s.scores[seat]
            r.order[place] = s.order[seat]
            r.totals[place] = 0
            r.contest[place] = FIRST | LAST
            if decided:
                r.contest[place] = 0 if seat == third else FIRST if for_first else LAST
                if seat == third and for_first:
                    r.loser = place
                elif seat == third:
                    r.winner = place
            if seat == me:
                r.turn = place
            place += 1


def advise(view: "State", say: Say) -> list[Advice]:
    """For each move: what it is worth to the mover if everybody plays on as the master does, and the odds of each line."""
    s = view.struct
    if int(s.throws) == 0:
        return [Advice("throw 1 2 3", 0.0, say("There is nothing to decide: the first throw is of all three dice."), best=True)]
    known = tables(("master",), view.players, view.options)
    worth = np.zeros((9, 10))
    own = np.zeros((9, 1))
    _master_worth(s, known, own)
    worth[:, 0], worth[:, 1:] = own[:, 0], np.eye(9)
    best, means, chosen = room(10)
    left = 3 - int(s.throws)
    induct(worth, 0, left, best, means, chosen)
    dice = tuple(int(face) for face in s.dice)
    hand = NODE_OF[dice] - KEEPS
    pick = mask_of(*dice, chosen[left, hand])
    advice = []
    for code in view.legal():
        if code == STOP:
            row: Any = best[0, :, hand]
        else:
            kept = tuple(0 if code >> die & 1 else face for die, face in enumerate(dice))
            row = means[left - 1, :, NODE_OF[kept]]
        advice.append(Advice(view.game.moves.words(code), float(row[0]), _odds_words(code, dice, row[1:], say), best=code == pick))
    return sorted(advice, key=lambda one: (not one.best, -one.value))


def _odds_words(code: int, dice: tuple[int, ...], odds: np.ndarray, say: Say) -> str:
    if code == STOP:
        return line_words(line(*dice), say)
    likely = [made for made in range(9) if odds[made] >= 0.0005]
    return ", ".join(f"{say(LINES[made])} {say.percent(odds[made])}" for made in likely)
