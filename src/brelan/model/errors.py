"""What can go wrong, each told in a sentence that says what would have been right."""

from typing import Any

from .words import Sentence, speaker_of_all


class BrelanError(Exception):
    """The root of every error a person or a program can cause.

    `str()` is a whole English sentence, `said` tells it in a language; `id` is for programs, and is never renamed.

    Examples:
        >>> import brelan
        >>> try:
        ...     brelan.game("dodeka").new(players=9)
        ... except brelan.BrelanError as error:
        ...     error.id, str(error), error.said("fr")
        ('wrong-players', 'Dodéka is for 2 to 6 players, not 9.', 'Dodéka se joue de 2 à 6, pas à 9.')
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
    """There is no game of that name.

    Examples:
        >>> import brelan
        >>> brelan.game("chess")
        Traceback (most recent call last):
            ...
        brelan.model.errors.UnknownGame: There is no game 'chess'; there are 4d, dalapapa, dodeka, pepetes, spacepoker.
    """

    id = "unknown-game"


class UnknownBot(BrelanError):
    """There is no bot of that level.

    Examples:
        >>> import brelan
        >>> brelan.bot("dodeka", "wizard")
        Traceback (most recent call last):
            ...
        brelan.model.errors.UnknownBot: There is no Dodéka bot 'wizard'; there are novice, regular, expert, master.
    """

    id = "unknown-bot"


class OptionError(BrelanError):
    """An unknown option, a value out of range, or two that contradict each other.

    Examples:
        >>> import brelan
        >>> brelan.game("dodeka").new(target=701)
        Traceback (most recent call last):
            ...
        brelan.model.errors.OptionError: Option target takes a whole number from 100 to 5000 in steps of 10; 701 is ...
    """

    id = "wrong-option"


class PlayersError(BrelanError):
    """More players than the game is for, or fewer.

    Examples:
        >>> import brelan
        >>> brelan.game("4d").new(players=3)
        Traceback (most recent call last):
            ...
        brelan.model.errors.PlayersError: 4D is for 2 players, not 3.
    """

    id = "wrong-players"


class MoveError(BrelanError):
    """A move that was not played. The state is untouched.

    Examples:
        >>> import brelan
        >>> [kind.__name__ for kind in brelan.MoveError.__subclasses__()]
        ['MalformedMove', 'IllegalMove', 'NotYourTurn', 'GameOver']
    """

    id = "wrong-move"


class MalformedMove(MoveError):
    """Words that are no move of this game at all.

    Examples:
        >>> import brelan
        >>> brelan.game("dodeka").new(seed=7).play("fold")
        Traceback (most recent call last):
            ...
        brelan.model.errors.MalformedMove: 'fold' is no move of Dodéka. Possible now: throw 1 2 3.
    """

    id = "malformed-move"


class IllegalMove(MoveError):
    """A move of this game that the rules do not allow now.

    Examples:
        >>> import brelan
        >>> brelan.game("dodeka").new(seed=7).play("stop")
        Traceback (most recent call last):
            ...
        brelan.model.errors.IllegalMove: 'stop' is not allowed now: all three dice come first. Possible now: ...
    """

    id = "illegal-move"


class NotYourTurn(MoveError):
    """Somebody else is to act.

    Examples:
        >>> import brelan
        >>> brelan.game("dodeka").new(seed=7).play("throw 1 2 3", seat=1)
        Traceback (most recent call last):
            ...
        brelan.model.errors.NotYourTurn: It is not Marcel's turn: Odette is to move.
    """

    id = "not-your-turn"


class GameOver(MoveError):
    """The game has ended: nothing more can be played.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, parties=1, target=100)
        >>> while not state.over:
        ...     state.apply(state.legal()[0])
        >>> state.play("stop")
        Traceback (most recent call last):
            ...
        brelan.model.errors.GameOver: The game is over: nothing more can be played.
    """

    id = "game-over"


class RecordError(BrelanError):
    """A record that is truncated, edited, illegal or of another version.

    Examples:
        >>> import brelan
        >>> brelan.Record.parse("Brelan record 2")
        Traceback (most recent call last):
            ...
        brelan.model.errors.RecordError: Line 1: the record ends too soon.
    """

    id = "wrong-record"


class UnfairRecord(BrelanError):
    """A record whose chance moves do not come from its seed.

    Examples:
        >>> import brelan
        >>> brelan.game("dodeka").new(chance="manual").record().verify()
        Traceback (most recent call last):
            ...
        brelan.model.errors.UnfairRecord: Chance was played by hand in this game: there is no seed to check it against.
    """

    id = "unfair-record"
