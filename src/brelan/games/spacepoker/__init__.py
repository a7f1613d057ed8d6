"""SpacePoker: draw poker with spaceships, its stakes paid in planets."""

from collections.abc import Mapping

from ...model.contract import Preset, Quiz
from ...model.options import Value
from ...model.words import N_

NAME = "spacepoker"
TITLE = "SpacePoker"
SEATS = (2, 5)
BEST_SEATS = 3
AGE = 7
MINUTES = 25
VERSION = 4
HISTORY = {
    1: N_("The rules as first written."),
    2: N_("A hand that has ended lies on the table, cards shown and planets paid, until the referee's move “next”."),
    3: N_("For study: a fleet of two sizes, and small stacks, can be agreed on."),
    4: N_("Stakes that everybody can answer, planets that are changed, antes that rise: all of it can be agreed on."),
}
_TEXT = {"reach": "open", "change": "no", "rise": 0}  # what was played before there was a choice
EARLIER = {1: {"stack": 60, **_TEXT}, 2: {"stack": 60, **_TEXT}, 3: _TEXT}
BLURB = N_(
    "Five spaceships in secret, one exchange, and planets on the table: the best fleet wins them, or the best bluff."
)
QUICK = {"hands": 2}
_HOUSE: Mapping[str, Value] = {"reach": "even", "change": "yes", "ante": 1, "rise": 1, "first": "rotate", "hands": 10}
PRESETS = (
    Preset(
        "house",
        N_("Rules of the house"),
        N_("Nobody stakes more than everybody still in can answer, planets are changed, and the ante rises by itself."),
        _HOUSE,
    ),
    Preset(
        "last-planet",
        N_("To the last planet"),
        N_("The rules of the house, until one player holds every planet."),
        {**_HOUSE, "hands": 0, "rise": 2},
    ),
    Preset(
        "text",
        N_("Rules of the text"),
        N_("The letter: no ante, no change, and whoever is richer than all others can drive them out of any hand."),
        {},
    ),
)
QUIZ = tuple(Quiz(players, _HOUSE, margin=0.03, twice=True) for players in (2, 3, 4))  # a share of the match
RIVAL = "universal_poker"


def unit(options: Mapping[str, Value]) -> str:
    return N_("planets") if options["win"] == "cards" else N_("points")
