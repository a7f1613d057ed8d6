"""Dodéka: three twelve-sided dice, push your luck, and one winner paid by one loser."""

from ...model.contract import Quiz
from ...model.words import N_

NAME = "dodeka"
TITLE = "Dodéka"
SEATS = (2, 6)
BEST_SEATS = 3
AGE = 8
MINUTES = 20
VERSION = 2
HISTORY = {
    1: N_("The rules as first written."),
    2: N_(
        "A partie that is paid, or a tie before it is played off, lies on the table until the referee's move “next”."
    ),
}
QUICK = {"parties": 1, "target": 100}  # the shortest game, for tests and demonstrations
RIVAL = "yacht"
QUIZ = (Quiz(3, {"parties": 1}, 2.0), Quiz(2, {"parties": 1}, 2.0))  # what problems are made of
BLURB = N_("Three twelve-sided dice, three throws, nine lines. Only the first is paid, and only the last pays.")
