"""4D: four dice in a square, never thrown again. Perfect information, no luck, solved."""

from collections.abc import Mapping

from ...model.contract import Quiz
from ...model.options import Value
from ...model.words import N_

NAME = "4d"
TITLE = "4D"
SEATS = (2, 2)
BEST_SEATS = 2
AGE = 8
MINUTES = 15
VERSION = 1
HISTORY = {1: N_("The rules as first written.")}
RIVAL = "connect_four"
QUICK = {"target": 20}  # the options of the shortest game
QUIZ = (Quiz(2, {}, 1.0, turns=3),)  # what problems are made of
BLURB = N_(
    "Four dice in a square, thrown once and never again: tip one or two, score the upper faces, turn the square."
)


def unit(options: Mapping[str, Value]) -> str:
    return N_("wins less losses")
