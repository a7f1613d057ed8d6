"""The players of Dodéka.

- `novice` keeps what looks good: a pair, two neighbours, anything worth 100 or more.
- `regular` plays for the most points this turn, a pairtraiz being worth a won partie.
- `expert` weighs points, the pairtraiz, the end of the partie and who pays whom, by an estimate of who will be first
  and last.
- `master` plays the exact solution of the partie (`partie.py`) for 2 and 3 players and targets up to 700. Beyond, it
  plays by *rollout*, an approximation: each line is worth the mean result of the rest of the partie played out many
  times by the rules, every turn to come ending on a line as often as the regular's do, and the turn itself is then
  played exactly for these worths.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....contract import Advice
from ....kernel import kernel, next32, reseed, stream, uniform
from ....options import Value
from ....words import Say
from ..moves import line_words
from ..rules.lines import LINES, PAIRE, PAIRTRAIZ, POINTS, SUITE, line
from ..rules.partie import score_turn
from ..rules.state import STATE, STOP
from ..solve import partie
from ..solve.turn import HANDS, KEEPS, NODE_OF, best_mask, induct, mask_of, room

if TYPE_CHECKING:
    from ....state import State

LEVELS = ("novice", "regular", "expert", "master")
NOVICE, REGULAR, EXPERT, MASTER = range(4)
THROW_ALL = 7
ROLLOUTS = 400  # ends of the partie a master's rollout looks at
WON_PARTIE = 700  # what a pairtraiz is worth to the regular bot


class Tables(NamedTuple):
    """What the bots look up: the regular's moves, and the solved partie (empty unless the master needs it)."""

    regular: np.ndarray  # [throws left, dice as they lie] -> move
    ends: np.ndarray  # how often the regular's turns end on each line, added up
    values: np.ndarray
    ties: np.ndarray
    target: int  # the target the partie was solved for, in tens; 0: not solved


@lru_cache(maxsize=1)
def _regular() -> tuple[np.ndarray, np.ndarray]:
    """The regular's moves, and the lines its turns end on."""
    worth = np.zeros((9, 10))
    worth[:, 0], worth[:, 1:] = POINTS, np.eye(9)
    worth[PAIRTRAIZ, 0] = WON_PARTIE
    best, means, chosen = room(10)
    induct(worth, 0, 2, best, means, chosen)
    moves = np.zeros((3, 13 * 13 * 13), np.int8)
    for left in (1, 2):
        for dice in np.ndindex(12, 12, 12):
            a, b, c = (face + 1 for face in dice)
            moves[left, (a * 13 + b) * 13 + c] = mask_of(a, b, c, chosen[left, NODE_OF[a, b, c] - KEEPS])
    return moves, np.cumsum(means[2, 1:, 0])


def is_exact(players: int, options: Mapping[str, Value]) -> bool:
    """Whether the master plays the exact solution of the partie, or by rollout."""
    return players <= 3 and int(options["target"]) <= partie.EXACT_TARGET


def ready(level: str, players: int, options: Mapping[str, Value]) -> bool:
    """Whether the level can play at once, or first has to solve the partie."""
    return level != "master" or not is_exact(players, options) or partie.is_solved(players, int(options["target"]))


def tables(
    levels: Collection[str], players: int, options: Mapping[str, Value], progress: partie.Progress | None = None
) -> Tables:
    """What these levels need.

    The master's first call solves the partie: a second for 2 players, about a minute for 3.
    """
    if "master" in levels and is_exact(players, options):
        solved = partie.solution(players, int(options["target"]), progress)
        return Tables(*_regular(), np.asarray(solved.values), solved.ties, solved.target // 10)
    return Tables(*_regular(), np.zeros((0, 0)), np.zeros((0, 0, 0)), 0)


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
        _master_worth(s, rng, tables, worth)
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


# The expert's estimate, tuned by playing against the regular: points a tour brings nearer the end, the fewest tours
# left, how far scores spread in a tour, what a tour adds to the loser's score, and how much closer together the last
# are than the first.
FEW_SEATS = (112.0, 0.09, 273.0, 50.0, 1.0)
MANY_SEATS = (166.0, 1.06, 410.0, 62.0, 0.16)


@kernel
def _estimate(s, seat):
    """What the seat can expect of the partie: who looks like the first and the last, and what the last will pay."""
    n = int(s.players)
    if s.over:
        return float(s.totals[seat])
    pace, fewest, width, growth, closer = FEW_SEATS if n < 4 else MANY_SEATS
    top, thrown, first = 0, 0, -1
    for other in range(n):
        top = max(top, int(s.scores[other]))
        if s.order[other] and (thrown == 0 or s.order[other] < thrown):
            thrown, first = int(s.order[other]), other
    tours = max(fewest, (float(s.target) - top) / pace) if thrown == 0 and not s.playoff else fewest
    spread = width * np.sqrt(tours)
    high, low, losers, pay, mine = 0.0, 0.0, 0.0, 0.0, 0.0
    for other in range(n):
        score = float(s.scores[other])
        high += np.exp((score - top) / spread)
        last = 0.0 if s.order[other] else np.exp(-score / (spread * closer))
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
    loser_score = pay / losers + growth * tours if losers > 0 else 0.0
    return win * loser_score - lose * (float(s.scores[seat]) + growth * tours)


@kernel
def _expert_worth(s, worth):
    after = np.zeros(1, STATE)[0]
    for made in range(9):
        partie.copy_partie(s, after)
        score_turn(after, made)
        worth[made, 0] = _estimate(after, int(s.turn))


@kernel
def _master_worth(s, rng, tables, worth):
    """What each line is worth to the mover: by the solved partie, or by rollout."""
    if tables.target == 0:
        _rollout_worth(s, rng, tables.ends, worth)
        return
    n = int(s.players)
    structs, lines = np.zeros(5, STATE), np.zeros((4, 9, n))
    best, means, chosen = np.zeros((3, n, HANDS)), np.zeros((3, n, KEEPS)), np.zeros((3, HANDS), np.int16)
    partie.line_worths(s, tables.values, tables.ties, tables.target, lines, structs, best, means, chosen)
    for made in range(9):
        worth[made, 0] = lines[0, made, int(s.turn)]


@kernel
def _rollout_worth(s, rng, ends, worth):
    """The mean result over ROLLOUTS ends of the partie; each is played once after every line, on the same luck."""
    after = np.zeros(1, STATE)[0]
    seed, own = next32(rng), int(s.turn)
    luck = np.zeros(4, np.int64)
    for made in range(9):
        total = 0.0
        for rollout in range(ROLLOUTS):
            reseed(luck, seed, rollout)
            partie.copy_partie(s, after)
            score_turn(after, made)
            while not after.over:
                drawn = uniform(luck)
                end = 0
                while end < 8 and ends[end] <= drawn:
                    end += 1
                score_turn(after, end)
            total += after.totals[own]
        worth[made, 0] = total / ROLLOUTS


def advise(view: "State", say: Say) -> list[Advice]:
    """For each move: its worth to the mover if everybody plays on as the master does, and the odds of each line."""
    s = view.struct
    if int(s.throws) == 0:
        return [
            Advice(
                "throw 1 2 3", 0.0, say("There is nothing to decide: the first throw is of all three dice."), best=True
            )
        ]
    known = tables(("master",), view.players, view.options)
    worth = np.zeros((9, 10))
    own = np.zeros((9, 1))
    _master_worth(s, stream(len(LEVELS)), known, own)
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
        advice.append(
            Advice(view.game.moves.words(code), float(row[0]), _odds_words(code, dice, row[1:], say), best=code == pick)
        )
    return sorted(advice, key=lambda one: (not one.best, -one.value))


def _odds_words(code: int, dice: tuple[int, ...], odds: np.ndarray, say: Say) -> str:
    if code == STOP:
        return line_words(line(*dice), say)
    likely = [made for made in range(9) if odds[made] >= 0.0005]
    return ", ".join(f"{say(LINES[made])} {say.percent(odds[made])}" for made in likely)
