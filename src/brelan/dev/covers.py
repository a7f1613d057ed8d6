"""The games' covers: what the house hangs beside a game's name. `python -m brelan.dev.covers` (or `make covers`) draws
them again.

A cover is painted by the game itself (`table.cover`); a game that paints none shows its table some way into its golden
record. It lies in the game's folder, so that the home page is whole before any rule is compiled.
"""

from pathlib import Path

from ..model.words import LANGUAGES
from ..play import catalogue
from ..play.catalogue import Game
from ..play.record import Record
from ..play.state import BOT_NAMES

FAR_IN = 0.55  # how far into the golden record a cover looks


def cover_file(game: Game, lang: str) -> Path:
    """Where a game's cover lies."""
    return game.folder / f"cover.{lang}.svg"


def draw_cover(game: Game, lang: str) -> str:
    """The cover as the game draws it now."""
    paint = game.table.cover
    if paint is not None:
        return paint(game.say(lang)) + "\n"
    record = Record.parse((game.folder / "golden.record").read_text(encoding="utf-8"))
    state = record.replay(until=int(len(record.moves) * FAR_IN))
    state.names = BOT_NAMES[: state.players]
    return state.svg(max(state.mover, 0), lang) + "\n"  # as whoever is to move sees it: a hand is worth a picture


def main() -> None:
    for game in map(catalogue.game, catalogue.games()):
        for lang in LANGUAGES:
            cover_file(game, lang).write_text(draw_cover(game, lang), encoding="utf-8")


if __name__ == "__main__":
    main()
