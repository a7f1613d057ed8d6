"""The games' covers: what the house hangs beside a game's name. `python -m brelan.covers` (or `make covers`) draws them
again.

A cover is the table some way into the game's golden record, drawn by the game itself. It lies in the game's folder, so
that the home page is whole before any rule is compiled.
"""

from pathlib import Path

from .catalogue import Game, game, games
from .words import LANGUAGES

NAMES = ("Odette", "Marcel", "Lucienne", "Gaston", "Yvonne", "Firmin")
FAR_IN = 0.55  # how far into the golden record the cover looks


def cover_file(one: Game, lang: str) -> Path:
    """Where a game's cover lies."""
    return one.folder / f"cover.{lang}.svg"


def draw_cover(one: Game, lang: str) -> str:
    """The cover as the game draws it now."""
    from .record import Record

    record = Record.parse((one.folder / "golden.record").read_text(encoding="utf-8"))
    state = record.replay(until=int(len(record.moves) * FAR_IN))
    state.names = NAMES[: state.players]
    return state.svg(max(state.mover, 0), lang) + "\n"  # as whoever is to move sees it: a hand is worth a picture


def main() -> None:
    for one in map(game, games()):
        for lang in LANGUAGES:
            cover_file(one, lang).write_text(draw_cover(one, lang), encoding="utf-8")


if __name__ == "__main__":
    main()
