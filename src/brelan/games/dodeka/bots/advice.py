"""What the master thinks of each move, and how it says so."""

from typing import TYPE_CHECKING

import numpy as np

from ....engine.kernel import compiled, stream
from ....model.contract import Advice
from ....model.words import Say
from ..moves import line_words, words
from ..rules.lines import LINE_COUNT, LINES, POINTS, line
from ..rules.state import MOST_THROWS, STOP, THROW_ALL
from ..solve.outlook import Outlook, can_tell, expectations, outlook, played_for
from ..solve.tours import FIRSTS, KINDS, LASTS, MONEY
from ..solve.turn import chosen_move, hand_of, kept_node
from .master import roll_out
from .regular import regular_tables

if TYPE_CHECKING:
    from ....play.state import State

rolled_out = compiled(roll_out)  # as Python calls it
ROLLED = 8  # times a rollout is made, so that its error can be told; the same position is always advised the same
LIKELY = 0.0005  # odds below are not told
FEARED = 0.005  # nor is what the last would owe, where this is the chance to be last


def advise(view: "State", say: Say, patience: float = 1.0) -> list[Advice]:
    """For each move: its worth to the mover if everybody plays on as the master does, in points and in places, and the
    odds of each line.
    """
    s, n = view.struct, view.players
    if int(s.throws) == 0:
        only = say("There is nothing to decide: the first throw is of all three dice.")
        return [Advice(words(THROW_ALL), 0.0, only, best=True, error=0.0)]
    found = outlook(s) if can_tell(n, int(s.target)) else rolled_mean(view, round(ROLLED * patience))
    own, left = int(s.turn), MOST_THROWS - int(s.throws)
    turn = played_for(found.worth, own, left)
    dice = tuple(int(face) for face in s.dice)
    best = chosen_move(*dice, left, turn)
    advice = []
    for code in view.legal():
        if code == STOP:
            made = line(*dice)
            row, lines = turn.hands[0, :, hand_of(*dice)], line_words(made, say)
            owed = say("last, you would owe your own {score}", score=int(s.scores[own]) + POINTS[made])
        else:
            row = turn.keeps[left - 1, :, kept_node(*dice, code)]
            lines = _odds_words(expectations(row, n)[1], say)
            owed = say("last, you would owe your own {score} or more", score=int(s.scores[own]))
        expected, _ = expectations(row, n)
        worth = _points_words(expected[MONEY, own], found.error, say)
        parts = [
            say("{worth}: {lines}", worth=worth, lines=lines),
            _places_words(expected, own, say),
        ]
        if expected[LASTS, own] >= FEARED:
            parts.append(owed)
        if code == best:
            parts += [
                say("{name} {places}", name=view.names[seat], places=_places_words(expected, seat, say))
                for seat in range(n)
                if seat != own
            ]
        text = say.parts(parts)
        advice.append(Advice(words(code), float(row[0]), text, code == best, found.error, brief=worth))
    return sorted(advice, key=lambda move: (not move.best, -move.value))


def rolled_mean(view: "State", times: int = ROLLED, seed: int = 0) -> Outlook:
    """The mean of a few rollouts, and how far one such mean misses by chance."""
    rolled = np.zeros((times, LINE_COUNT, KINDS, view.players))
    for index, each in enumerate(rolled):
        rolled_out(view.struct, stream(seed + index), regular_tables().ends, each)
    spread = rolled[:, :, MONEY, int(view.struct.turn)].std(axis=0, ddof=1)
    return Outlook(rolled.mean(axis=0), float(spread.mean()) / times**0.5)


def _points_words(points: float, error: float, say: Say) -> str:
    if error == 0.0:
        return say.count(
            "{n} point of the match (exact)", "{n} points of the match (exact)", points, digits=1, sign=True
        )
    return say.count(
        "{n} ± {error} point of the match (estimated)",
        "{n} ± {error} points of the match (estimated)",
        points,
        digits=1,
        sign=True,
        error=say.number(error, 1),
    )


def _places_words(expected: np.ndarray, seat: int, say: Say) -> str:
    """ "first 31%, between 42%, last 27% (estimated)"."""
    first, last = float(expected[FIRSTS, seat]), float(expected[LASTS, seat])
    if expected.shape[1] == 2:  # nobody is between two
        return say("first {first}, last {last} (estimated)", first=say.percent(first, 0), last=say.percent(last, 0))
    return say(
        "first {first}, between {between}, last {last} (estimated)",
        first=say.percent(first, 0),
        between=say.percent(max(0.0, 1.0 - first - last), 0),
        last=say.percent(last, 0),
    )


def _odds_words(odds: np.ndarray, say: Say) -> str:
    """ "paire 83.3%, brelan 8.3%": the lines a throw may well end on."""
    likely = [made for made in range(LINE_COUNT) if odds[made] >= LIKELY]
    return ", ".join(f"{say(LINES[made])} {say.percent(odds[made])}" for made in likely)
