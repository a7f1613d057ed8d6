"""Pépètes: duels of attack and defence dice, and everybody else bets on them in secret."""

from collections.abc import Mapping

from ...model.contract import Quiz
from ...model.options import Value
from ...model.words import N_

NAME = "pepetes"
TITLE = "Pépètes"
SEATS = (2, 6)
BEST_SEATS = 4
AGE = 10
MINUTES = 30
VERSION = 3
HISTORY = {
    1: N_("The rules as first written."),
    2: N_(
        "A round or duel that has ended lies on the table, its dice and its payments, until the referee's move “next”."
    ),
    3: N_("A stake or a gift may be as large as the purse allows: it ended at 5000 (PEP-14)."),
}
QUIZ = (Quiz(2, {}, 0.05),)  # what problems are made of
BLURB = N_("Blue dice attack, red dice knock them out, and everybody else bets in secret on what will be left.")
QUICK = {"duels": 1}


def unit(options: Mapping[str, Value]) -> str:
    return N_("pépètes")
