"""The house's own words, in both languages."""

from pathlib import Path

from ...model.words import N_, Say, speaker
from ...play.catalogue import Game

HOUSE = Path(__file__).parent.parent  # where the house's catalogue is
LEVEL_WORDS = {"novice": N_("novice"), "regular": N_("regular"), "expert": N_("expert"), "master": N_("master")}


def speak(lang: str, game: Game | None = None) -> Say:
    """The house's messages, with those of a game where one is at hand."""
    return speaker(lang, HOUSE, game.folder) if game else speaker(lang, HOUSE)


def level_word(level: str, say: Say) -> str:
    """A bot's level as people say it; a game's own extra level by its name."""
    return say(LEVEL_WORDS[level]) if level in LEVEL_WORDS else level
