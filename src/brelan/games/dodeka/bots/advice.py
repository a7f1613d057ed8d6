"""What the master thinks of each move, and how it says so."""

from typing import TYPE_CHECKING

import numpy as np

from ....contract import Advice
from ....kernel import compiled, stream
from ....words import Say
from ..moves import line_words, words
from ..rules.lines import LINE_COUNT, LINES, line
from ..rules.state import MOST_THROWS, STOP, THROW_ALL
from ..solve.turn import chosen_move, hand_of, kept_node, solved_turn, with_odds
from .master import is_exact, master_worth, solved_partie
from .regular import regular_tables

if TYPE_CHECKING:
    from ....state import State

worth_of_lines = compiled(master_worth)
ROLLED = 8  # times a rollout is made, so that its error can be told; the same position is always advised the same
LIKELY = 0.0005  # odds below are not told


def advise(view: "State", say: Say) -> list[Advice]:
    """For each move: its worth to the mover if everybody plays on as the master does, and the odds of each line."""
    s = view.struct
    if int(s.throws) == 0:
        only = say("There is nothing to decide: the first throw is of all three dice.")
        return [Advice(words(THROW_ALL), 0.0, only, best=True)]
    solved, exact = solved_partie(view.players, view.options), is_exact(view.players, view.options)
    worths = np.zeros((1 if exact else ROLLED, LINE_COUNT, 1))
    for seed, worth in enumerate(worths):
        worth_of_lines(s, stream(seed), solved, regular_tables().ends, worth)
    left = MOST_THROWS - int(s.throws)
    turn = solved_turn(with_odds(worths.mean(axis=0)[:, 0]), left)
    dice = tuple(int(face) for face in s.dice)
    best = chosen_move(*dice, left, turn)
    advice = []
    for code in view.legal():
        if code == STOP:
            row, told = turn.hands[0, :, hand_of(*dice)], line_words(line(*dice), say)
        else:
            row = turn.keeps[left - 1, :, kept_node(*dice, code)]
            told = _odds_words(row[1:], say)
        text = say("{worth}: {lines}", worth=_points_words(row, worths, say), lines=told)
        advice.append(Advice(words(code), float(row[0]), text, best=code == best))
    return sorted(advice, key=lambda move: (not move.best, -move.value))


def _points_words(row: np.ndarray, worths: np.ndarray, say: Say) -> str:
    """What a move is worth: exactly, or estimated with its standard error."""
    points = say.number(float(row[0]), 1, sign=True)
    if len(worths) == 1:
        return say("{points} points of the match (exact)", points=points)
    each = worths[:, :, 0] @ row[1:]  # what every rollout by itself gives for the same play
    error = float(each.std(ddof=1)) / len(worths) ** 0.5
    return say("{points} ± {error} points of the match (estimated)", points=points, error=say.number(error, 1))


def _odds_words(odds: np.ndarray, say: Say) -> str:
    """ "paire 83.3%, brelan 8.3%": the lines a throw may well end on."""
    likely = [made for made in range(LINE_COUNT) if odds[made] >= LIKELY]
    return ", ".join(f"{say(LINES[made])} {say.percent(odds[made])}" for made in likely)
