"""The tables of docs/research.md, made from the games: `python -m brelan.envs.document` writes them anew.

What stands between `<!-- spaces -->` and `<!-- /spaces -->` is made; everything else is written by hand.
"""

import math
import re
from pathlib import Path

from ..model.contract import Bounds, Feature, observation_size
from ..play import catalogue
from ..play.catalogue import Game

PAGE = Path(__file__).parents[3] / "docs" / "research.md"
MADE = re.compile(r"(?<=<!-- spaces -->\n).*?(?=<!-- /spaces -->)", re.S)


def _shape(feature: Feature) -> str:
    inner = " × ".join(map(str, feature.shape))
    if feature.by_seat:
        return "*p*" + (f" × {inner}" if inner else "")
    return inner


def _number(value: float) -> str:
    return ("∞" if value > 0 else "−∞") if math.isinf(value) else f"{value:,g}".replace("-", "−")


def _told_bounds(bounds: Bounds) -> str:
    length = f"at most {bounds.longest:,} moves" if bounds.longest else "no longest game"
    kind = "zero-sum" if bounds.zero_sum else "not zero-sum"
    return f"payoffs {_number(bounds.least)} to {_number(bounds.most)}, {kind}, {length}"


def told_spaces(game: Game) -> str:
    """One game's actions, bounds and observation, in Markdown.

    Examples:
        >>> import brelan
        >>> print(told_spaces(brelan.game("4d")).splitlines()[2])
        28 actions at 2 players. Payoffs −1 to 1, zero-sum, at most 2,046 moves. 128 numbers are observed.
    """
    spaces, options = game.spaces, game.complete_options({})
    fewest, most = game.seats[0], game.seats[-1]
    lines = []
    for players in sorted({fewest, most}):
        bounds = _told_bounds(spaces.bounds(players, options))
        lines.append(
            f"{spaces.n_actions(players, options):,} actions at {players} players. {bounds[0].upper()}{bounds[1:]}. "
            f"{observation_size(spaces.OBSERVATION, players):,} numbers are observed."
        )
    rows = [
        f"| `{part.name}` | {_shape(part)} | {_number(part.low)} to {_number(part.high)} | {part.meaning} |"
        for part in spaces.OBSERVATION
    ]
    left_out = f"\n\nWithout a number: {spaces.LEFT_OUT[0].lower()}{spaces.LEFT_OUT[1:]}" if spaces.LEFT_OUT else ""
    head = f"### {game.title}\n\n" + "  \n".join(lines) + left_out
    return head + "\n\n| part | shape | range | meaning |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"


def document(text: str) -> str:
    """The page with its tables as the games are now.

    Examples:
        >>> "### Dodéka" in document("Tables:\\n<!-- spaces -->\\nold\\n<!-- /spaces -->\\n")
        True
    """
    tables = "\n".join(told_spaces(catalogue.game(name)) for name in catalogue.games())
    return MADE.sub(lambda _: tables, text)


if __name__ == "__main__":
    PAGE.write_text(document(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
