"""The house's own words, in both languages, and the names it gives its bots."""

from pathlib import Path

from ..catalogue import Game
from ..words import N_, Say, speaker

HERE = Path(__file__).parent
LEVELS = {"novice": N_("novice"), "regular": N_("regular"), "expert": N_("expert"), "master": N_("master")}
BOT_NAMES = ("Odette", "Marcel", "Lucienne", "Gaston", "Yvonne", "Firmin")


def speak(lang: str, game: Game | None = None) -> Say:
    """The house's messages, with those of a game where one is at hand."""
    return speaker(lang, HERE, game.folder) if game else speaker(lang, HERE)


def level_word(level: str, say: Say) -> str:
    """A bot's level as people say it; a game's own extra level by its name."""
    return say(LEVELS[level]) if level in LEVELS else level
