"""Dalapapa 72: dominoes of four colours, territories, tokens and hidden hands."""

from ...model.contract import Quiz
from ...model.words import N_

NAME = "dalapapa"
TITLE = "Dalapapa 72"
SEATS = (2, 4)
BEST_SEATS = 2
AGE = 6
MINUTES = 40
VERSION = 2
HISTORY = {
    1: N_("The rules as first written."),
    2: N_("Dominoes that are shown are told to all; a match of several deals; a third set of dominoes, “grand”."),
}
EARLIER = {1: {"deals": 1}}
QUICK = {"tiles": "classic"}
QUIZ = (Quiz(2, {"tiles": "grand"}, 0.05), Quiz(3, {"tiles": "grand"}, 0.05))  # what problems are made of
BLURB = N_("Dominoes of four colours. Close territories, put your markers on the best of them, and pay to play again.")
RIVAL = "hive"
