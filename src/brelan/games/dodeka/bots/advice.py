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
from .master import master_worth, solved_partie
from .regular import regular_tables

if TYPE_CHECKING:
    from ....state import State

SEED = 4  # of the rollouts: the same position is always advised the same
worth_of_lines = compiled(master_worth)
LIKELY = 0.0005  # odds below are not told


def advise(view: "State", say: Say) -> list[Advice]:
    """For each move: its worth to the mover if everybody plays on as the master does, and the odds of each line."""
    s = view.struct
    if int(s.throws) == 0:
        only = say("There is nothing to decide: the first throw is of all three dice.")
        return [Advice(words(THROW_ALL), 0.0, only, best=True)]
    worth = np.zeros((LINE_COUNT, 1))
    worth_of_lines(s, stream(SEED), solved_partie(view.players, view.options), regular_tables().ends, worth)
    left = MOST_THROWS - int(s.throws)
    turn = solved_turn(with_odds(worth[:, 0]), left)
    dice = tuple(int(face) for face in s.dice)
    best = chosen_move(*dice, left, turn)
    advice = []
    for code in view.legal():
        if code == STOP:
            row, told = turn.hands[0, :, hand_of(*dice)], line_words(line(*dice), say)
        else:
            row = turn.keeps[left - 1, :, kept_node(*dice, code)]
            told = _odds_words(row[1:], say)
        advice.append(Advice(words(code), float(row[0]), told, best=code == best))
    return sorted(advice, key=lambda move: (not move.best, -move.value))


def _odds_words(odds: np.ndarray, say: Say) -> str:
    """ "paire 83.3%, brelan 8.3%": the lines a throw may well end on."""
    likely = [made for made in range(LINE_COUNT) if odds[made] >= LIKELY]
    return ", ".join(f"{say(LINES[made])} {say.percent(odds[made])}" for made in likely)
