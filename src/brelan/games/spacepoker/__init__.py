"""SpacePoker: draw poker with spaceships, its stakes paid in planets."""

from ...words import N_

NAME = "spacepoker"
TITLE = "SpacePoker"
SEATS = (2, 5)
BEST_SEATS = 3
AGE = 7
MINUTES = 25
VERSION = 1
HISTORY = {1: N_("The rules as first written.")}
BLURB = N_(
    "Five spaceships in secret, one exchange, and planets on the table: the best fleet wins them, or the best bluff."
)
QUICK = {"hands": 2}
RIVAL = "universal_poker"
