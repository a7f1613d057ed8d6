"""What can go wrong, each told in a sentence that says what would have been right."""

from typing import Any

from .words import Sentence, speaker_of_all


class BrelanError(Exception):
    """The root of every error a person or a program can cause.

    `str()` is a whole English sentence, `said` tells it in a language; `id` is for programs, and is never renamed.
    """

    id = "refused"

    def __init__(self, message: str, /, **values: Any) -> None:
        self.sentence = Sentence(message, **values)
        super().__init__(message)

    def __str__(self) -> str:
        return str(self.sentence)

    def __reduce__(self) -> Any:  # bots think in other processes: values must travel too
        return type(self).__new__, (type(self),), self.__dict__

    def said(self, lang: str) -> str:
        """The sentence in French or English."""
        return self.sentence.said(speaker_of_all(lang))


class UnknownGame(BrelanError):
    """There is no game of that name."""

    id = "unknown-game"


class UnknownBot(BrelanError):
    """There is no bot of that level."""

    id = "unknown-bot"


class OptionError(BrelanError):
    """An unknown option, a value out of range, or two that contradict each other."""

    id = "wrong-option"


class PlayersError(BrelanError):
    """More players than the game is for, or fewer."""

    id = "wrong-players"


class MoveError(BrelanError):
    """A move that was not played. The state is untouched."""

    id = "wrong-move"


class MalformedMove(MoveError):
    """Words that are no move of this game at all."""

    id = "malformed-move"


class IllegalMove(MoveError):
    """A move of this game that the rules do not allow now."""

    id = "illegal-move"


class NotYourTurn(MoveError):
    """Somebody else is to act."""

    id = "not-your-turn"


class GameOver(MoveError):
    """The game has ended: nothing more can be played."""

    id = "game-over"


class RecordError(BrelanError):
    """A record that is truncated, edited, illegal or of another version."""

    id = "wrong-record"


class UnfairRecord(BrelanError):
    """A record whose chance moves do not come from its seed."""

    id = "unfair-record"
