"""What the house refuses: each refusal with its stable id, for programs, and its HTTP status (docs/house-api.md).

Whoever asked is told in a sentence; an id is never renamed, and no two refusals that a program would treat differently
share one.
"""

from ...model.errors import BrelanError, GameOver, NotYourTurn, UnknownBot, UnknownGame


class Refused(BrelanError):
    """A request that was not granted. Always one of those below."""

    id = "refused"
    status = 400


# --- who asks, and how


class NoToken(Refused):
    """Nobody is known by this request: no cookie of the house, no bearer token."""

    id, status = "no-token", 401


class WrongHost(Refused):
    """The house does not answer to that name."""

    id, status = "wrong-host", 421


class WrongOrigin(Refused):
    """The request came from a page elsewhere."""

    id, status = "wrong-origin", 403


class TooLarge(Refused):
    """A request has at most 64 kB."""

    id, status = "too-large", 413


class TooFast(Refused):
    """Too much at once: wait a moment."""

    id, status = "too-fast", 429


class Misunderstood(Refused):
    """A part of the request is missing, or is not what it should be: the sentence names it."""

    id, status = "misunderstood", 422


class WrongMethod(Refused):
    """The address takes another kind of request."""

    id, status = "wrong-method", 405


# --- what is asked for


class NotFound(Refused):
    """There is nothing at that address."""

    id, status = "not-found", 404


class NoSuchGame(Refused):
    """The house has no game of that name."""

    id, status = UnknownGame.id, 404


class NoSuchTable(Refused):
    """There is no table of that id."""

    id, status = "unknown-table", 404


class NoSuchEvening(Refused):
    """There is no evening of that id."""

    id, status = "unknown-evening", 404


class EveningOver(Refused):
    """The evening is over: its results stand."""

    id, status = "evening-over", 409


class EveningFull(Refused):
    """An evening has so many people, or rounds, and no more."""

    id, status = "evening-full", 409


class NobodyThere(Refused):
    """No tables can be made for nobody."""

    id, status = "nobody-there", 409


class OldRules(Refused):
    """The table was played under rules of an older version, which this house no longer knows."""

    id, status = "old-rules", 410


class NotHere(Refused):
    """The table is played by other servers of this house, which have its rules: ask again, or another server."""

    id, status = "not-here", 503


class Damaged(Refused):
    """What is stored of the table cannot be read back."""

    id, status = "damaged", 410


class TooManyTables(Refused):
    """You have opened too many tables since yesterday that are not finished."""

    id, status = "too-many-tables", 429


class NoSuchPassport(Refused):
    """The passport was replaced by a newer one, or copied wrongly."""

    id, status = "unknown-passport", 404


class NoSuchBot(Refused):
    """The game has no bot of that level."""

    id, status = UnknownBot.id, 422


# --- seats


class NoSuchSeat(Refused):
    """The table has no seat of that number."""

    id, status = "unknown-seat", 422


class OneSeatOnly(Refused):
    """Nobody sits on two seats of a table."""

    id, status = "one-seat-only", 422


class SeatedAlready(Refused):
    """You have a seat at this table already."""

    id, status = "seated-already", 409


class SeatTaken(Refused):
    """Somebody else sits there."""

    id, status = "seat-taken", 409


class NoSeat(Refused):
    """You have no seat at this table."""

    id, status = "no-seat", 409


class Watching(Refused):
    """Whoever only watches plays no moves."""

    id, status = "watching", 403


class HostOnly(Refused):
    """Only who opened the table may do that."""

    id, status = "host-only", 403


class PlayersOnly(Refused):
    """Only who played may do that."""

    id, status = "players-only", 403


class SeatsKept(Refused):
    """In a running game with secrets nobody sits down on another's seat, and none is freed."""

    id, status = "seats-kept", 409


class OwnSeat(Refused):
    """Nobody frees their own seat in a running game: a bot plays on."""

    id, status = "own-seat", 409


# --- the salts of a fair start


class WrongSalt(Refused):
    """A salt, or the hash that promises one, is not written as it should be."""

    id, status = "wrong-salt", 422


class SaltTooEarly(Refused):
    """Salts are shown once everybody has promised one."""

    id, status = "salt-too-early", 409


class OtherSalt(Refused):
    """The salt is not the one whose hash was promised."""

    id, status = "other-salt", 409


# --- the game at hand


class NotBegun(Refused):
    """The game has not begun."""

    id, status = "not-begun", 409


class NotOver(Refused):
    """The game is not over yet."""

    id, status = "not-over", 409


class AlreadyOver(Refused):
    """The game is over."""

    id, status = GameOver.id, 409


class Stale(Refused):
    """The move answers a table that has moved on; the answer brings its current `state`."""

    id, status = "stale", 409


class NotYours(Refused):
    """Somebody else is to act."""

    id, status = NotYourTurn.id, 409


class TooManyMoves(Refused):
    """A request carries 1 to 40 moves."""

    id, status = "too-many-moves", 422


class LastMoveOnly(Refused):
    """Only the last move of a request may lead to a throw, a draw or a result."""

    id, status = "last-move-only", 422


class TimeOver(Refused):
    """Your time for this move is over: the bot plays it, then you can take over again."""

    id, status = "time-over", 409


class OnAutopilot(Refused):
    """A bot plays on for you: take over again first."""

    id, status = "on-autopilot", 409


class RefereeOnly(Refused):
    """That is a move of the referee alone."""

    id, status = "referee-only", 403


class CannotTakeBack(Refused):
    """Something has come of the move since, or there is none."""

    id, status = "cannot-take-back", 409


class NobodyToNudge(Refused):
    """Nobody else is to move, or you do not play."""

    id, status = "nobody-to-nudge", 409


class NudgedAlready(Refused):
    """They have just been nudged."""

    id, status = "nudged-already", 429


class NoAdvice(Refused):
    """The table was opened without advice."""

    id, status = "no-advice", 403


# --- talk


class NobodyHears(Refused):
    """Nobody else has a seat at the table."""

    id, status = "nobody-hears", 409


class NoSuchPhrase(Refused):
    """There is no ready phrase, or no reaction, of that name."""

    id, status = "unknown-phrase", 422


class NoFreeText(Refused):
    """The table's host allows no free text."""

    id, status = "no-free-text", 403


class WrongText(Refused):
    """A text has 1 to 200 characters that can be seen."""

    id, status = "wrong-text", 422


class TooTalkative(Refused):
    """Too much said at once: let the others speak."""

    id, status = "too-talkative", 429


class StrangersHear(Refused):
    """A public table has no free text."""

    id, status = "strangers-hear", 422


# --- what the house cannot do just now


class NotReady(Refused):
    """The game, or its master, is not to be had just now: the sentence says why. Ask again in a minute."""

    id, status = "not-ready", 503


class CannotStore(Refused):
    """The house cannot store anything just now, or read what it stored: nothing has changed."""

    id, status = "cannot-store", 503


class InDoubt(Refused):
    """Whether that was stored is not known; the house looks it up. Repeat the request with its key."""

    id, status = "in-doubt", 503


class Failed(Refused):
    """Something went wrong in the house itself. What was stored is safe."""

    id, status = "failed", 500
