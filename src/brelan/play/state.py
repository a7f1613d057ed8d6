"""A game in progress: its bytes, the list of its moves, and where its chance comes from."""

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model.contract import observation_size
from ..model.errors import BrelanError, GameOver, IllegalMove, MalformedMove, NotYourTurn
from ..model.names import visible
from ..model.options import Value, brief
from ..model.referee import CHANCE, ILLEGAL, NEXT, OVER, SPECTATOR, TIME
from ..model.whole import whole
from ..model.words import N_, Sentence
from . import catalogue
from .catalogue import NAME_LIMIT, Game
from .fairness import Source, draw, game_key

if TYPE_CHECKING:
    from .record import Record

LISTED = 12  # how many legal moves an error message names


@dataclass(frozen=True)
class Outcome:
    """How a game ended: why (a message of the game's catalogue), and the seats from first to last; equals share a
    place.

    Examples:
        >>> outcome = Outcome("the target is reached", ranking=((2,), (0, 1)))
        >>> outcome.reason, outcome.ranking[-1], outcome.winners
        ('the target is reached', (0, 1), (2,))
    """

    reason: str
    ranking: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat in the first place, or those who share it."""
        return self.ranking[0]


BOT_NAMES = ("Odette", "Marcel", "Lucienne", "Gaston", "Yvonne", "Firmin")  # the house's own people


class State:
    """A game in progress. Changed by `play` and `apply`, and by nothing else.

    Examples:
        Whose turn is it, and what can be done? In words, or faster by codes.

        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, names=["Katy", "Kévin"], parties=1, target=100)
        >>> state.game.title, state.players, state.names, state.over
        ('Dodéka', 2, ('Katy', 'Kévin'), False)
        >>> state.mover, state.moves(), state.legal()
        (0, ['throw 1 2 3'], [7])
        >>> state.options
        {'parties': 1, 'minutes': 0, 'target': 100}
        >>> state.play("throw 1 2 3", seat=0)
        >>> state.apply(state.parse("throw 1"))
        >>> len(state.log), state.struct.dice.tolist(), state.scores
        (6, [6, 8, 1], (0, 0))

        The same in numbers, for programs that learn.

        >>> state.mask().tolist(), state.action(state.parse("stop")), state.observation(seat=0).shape
        ([1, 1, 1, 1, 1, 1, 1, 1], 0, (56,))
        >>> acted = state.copy()
        >>> acted.act(0)
        >>> acted.scores
        (10, 0)

        What a seat may know, as data, as a picture, as text, and told. In Dodéka that is everything.

        >>> state.view(seat=1)["mover"], state.view()["seat"]
        (0, -1)
        >>> state.svg(seat=0, lang="fr")[:4], len(state.text(0).splitlines()) > 4
        ('<svg', True)
        >>> state.tell(state.parse("stop"), seat=1, lang="fr"), state.seen(state.parse("stop"), seat=1)
        ('s’arrête\xa0: somme de 10 à 19, 10', 0)
        >>> blank = state.view_state(0)
        >>> blank.seat, blank == state, blank.redealt(seed=1) == state
        (0, True, True)
        >>> blank.frame()["names"]
        ['Katy', 'Kévin']

        Chance plays itself from the seed, unless it is left to you. The referee may call time where a game has a limit.

        >>> state.source.number, state.salts, state.odds(), state.may_call_time, state.at_result
        (7, (), [], False, False)
        >>> by_hand = brelan.game("dodeka").new(players=2, chance="manual", minutes=30)
        >>> by_hand.play("throw 1 2 3")
        >>> by_hand.mover == brelan.CHANCE, len(by_hand.odds()), by_hand.may_call_time
        (True, 12, True)
        >>> shown = state.copy()
        >>> shown.plays_chance(False)  # whoever shows it plays the throw itself
        >>> shown.play("throw 1")
        >>> shown.mover == brelan.CHANCE
        True
        >>> for face in (1, 4, 8):
        ...     by_hand.play(f"die {face}")
        >>> from brelan.play.state import State
        >>> table = State.laid(state.game, state.options, state.names, state.source)
        >>> table.play("throw 1 2 3")
        >>> table.draw_chance() == state.log[1]
        True

        The past, copies and the end.

        >>> twin = state.copy()
        >>> twin.play("stop")
        >>> twin == state, len({state, state.copy()}), state.after(4).moves()[0]
        (False, 1, 'stop')
        >>> state.game.state(state.tobytes()) == state
        True
        >>> [state.game.words(code) for _, code in state.history()]
        ['throw 1 2 3', 'die 4', 'die 8', 'die 1', 'throw 1', 'die 6']
        >>> print(str(state.record())[:13])
        Brelan record
        >>> state.payoff, state.outcome
        (None, None)
        >>> while not state.over:
        ...     state.apply(state.legal()[0])
        >>> sum(state.payoff), sum(state.totals or state.payoff), state.outcome.reason
        (0, 0, 'all parties are played')
    """

    __slots__ = (
        "_auto",
        "_begun",
        "_buf",
        "_key",
        "_log",
        "_mover",
        "_options",
        "game",
        "names",
        "salts",
        "seat",
        "source",
    )

    def __init__(
        self,
        game: Game,
        buffer: np.ndarray,
        log: Iterable[int],
        names: tuple[str, ...],
        source: Source | None,
        salts: tuple[str, ...] = (),
        auto: bool = False,
        seat: int | None = None,
        begun: bool = True,
    ) -> None:
        self.game = game
        self._buf = buffer
        self._log = array("q", log)  # as bytes: a list would be copied number by number
        self.names = names
        self.source = source  # None: chance is played by hand
        self.salts = salts
        self._auto = auto
        self.seat = seat  # whose blanked view this is, or None for the referee's state
        self._begun = begun  # whether its log begins with the laid table
        self._key = game_key(source.seed, salts) if source and source.seed else b""
        self._mover = int(game.drivers.mover(buffer))
        self._options: dict[str, Value] | None = None  # read once: no move changes them

    @classmethod
    def laid(
        cls,
        game: Game,
        options: Mapping[str, Value],
        names: tuple[str, ...],
        source: Source | None = None,
        salts: tuple[str, ...] = (),
    ) -> "State":
        """A table just laid: no move is played, and chance waits to be played move by move."""
        return cls(game, game.laid(len(names), options), [], names, source, salts)

    # --- what everybody may ask

    @property
    def mover(self) -> int:
        """The seat to act, `brelan.CHANCE` or `brelan.OVER`."""
        return self._mover

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._mover == OVER

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def struct(self) -> Any:
        """The record the rules work on. To read, not to write."""
        return np.ndarray(1, self.game.rules.STATE, self._buf)[0]  # what `view` gives, four times as quickly

    @property
    def options(self) -> dict[str, Value]:
        """The game's options and their values at this table."""
        if self._options is None:
            struct = self.struct
            self._options = {option.name: option.decode(int(struct[option.name])) for option in self.game.options}
        return self._options.copy()

    @property
    def log(self) -> tuple[int, ...]:
        """The codes of all moves so far, chance included."""
        return tuple(self._log)

    def tobytes(self) -> bytes:
        """The struct as bytes: `game.state(state.tobytes()) == state`."""
        return self._buf.tobytes()

    def legal(self) -> list[int]:
        """The codes of the legal moves of the mover: of a seat, or the possible outcomes of chance."""
        out, weights = self.game.scratch()
        if self._mover >= 0:
            n = self.game.drivers.legal(self._buf, out)
        elif self._mover == CHANCE:
            n = self.game.drivers.chance(self._buf, out, weights)
        else:
            n = 0
        return out[:n].tolist()  # type: ignore[no-any-return]

    def moves(self) -> list[str]:
        """The legal moves, in words."""
        return [self.game.words(code) for code in self.legal()]

    def odds(self) -> list[tuple[int, int]]:
        """The possible outcomes of a pending chance move with their integer weights."""
        if self._mover != CHANCE:
            return []
        out, weights = self.game.scratch()
        n = self.game.drivers.chance(self._buf, out, weights)
        return list(zip(out[:n].tolist(), weights[:n].tolist(), strict=True))

    @property
    def at_result(self) -> bool:
        """Whether something settled lies on the table, until the referee's move `next`."""
        return self._mover == CHANCE and self.odds() == [(NEXT, 1)]

    @property
    def may_call_time(self) -> bool:
        """Whether the referee may play `time` now."""
        return self._mover != OVER and bool(self.game.drivers.clock(self._buf))

    def _by_seat(self, driver: Any) -> tuple[int, ...]:
        out = np.zeros(self.players, np.int64)
        driver(self._buf, out)
        return tuple(out.tolist())

    @property
    def scores(self) -> tuple[int, ...]:
        """The running scores by seat."""
        return self._by_seat(self.game.drivers.scores)

    @property
    def totals(self) -> tuple[int, ...] | None:
        """What is added up over several scores (a match of parties), in games that have that."""
        return self._by_seat(self.game.drivers.totals) if self.game.rules.totals else None

    @property
    def payoff(self) -> tuple[int, ...] | None:
        """The result by seat once the game is over, None before."""
        return self._by_seat(self.game.drivers.payoff) if self.over else None

    @property
    def outcome(self) -> Outcome | None:
        """Why the game ended and the ranking, None before."""
        payoff = self.payoff
        if payoff is None:
            return None
        places = sorted(set(payoff), reverse=True)
        ranking = tuple(tuple(seat for seat, result in enumerate(payoff) if result == place) for place in places)
        return Outcome(self.game.rules.ENDINGS[int(self.game.drivers.ending(self._buf))], ranking)

    # --- playing

    def apply(self, code: int) -> None:
        """Plays a move given by its code, then the chance moves it brings if chance is automatic."""
        code = _whole(code)
        out, weights = self.game.scratch()
        mover = self.game.drivers.apply(self._buf, code, out, weights)
        if mover == ILLEGAL:
            raise self._refusal(code)
        self._log.append(code)
        self._mover = mover
        if mover == CHANCE and self._auto:
            self._play_chance()

    def play(self, move: str, seat: int | None = None) -> None:
        """Plays a move given in words. With `seat`, only if it is that seat's turn."""
        if self.over:
            raise GameOver(N_("The game is over: nothing more can be played."))
        code = self.parse(move)
        if seat is not None and (whole(seat) != self._mover or code == TIME):
            raise NotYourTurn(N_("It is not {name}'s turn: {whose}."), name=self._name(seat), whose=self._whose_turn())
        self.apply(code)

    def parse(self, move: str) -> int:
        """The code of a move in words."""
        if not isinstance(move, str):
            raise MalformedMove(N_("A move is given in words; {move} is not text."), move=repr(move)[:60])
        text = " ".join(move.split()).lower()
        code = self.game.code(text) if len(text) <= 200 else None
        if code is None:
            raise MalformedMove(
                N_("{move} is no move of {game}. {possible}"),
                move=repr(move[:60]),
                game=self.game.title,
                possible=self._what_is_legal(),
            )
        return int(code)

    def plays_chance(self, itself: bool) -> None:
        """Whether chance plays itself from the seed after each move, or whoever shows the game plays it.

        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7)
        >>> state.plays_chance(False)
        >>> state.play("throw 1 2 3")
        >>> state.mover == brelan.CHANCE, state.game.words(state.draw_chance())
        (True, 'die 4')
        """
        self._auto = itself and bool(self._key)

    def _play_chance(self) -> None:
        """Plays pending chance moves from the seed."""
        drivers = self.game.drivers
        out, weights = self.game.scratch()
        while self._mover == CHANCE:
            n = drivers.chance(self._buf, out, weights)
            code = int(out[draw(self._key, len(self._log), weights[:n].tolist())])
            self._mover = drivers.apply(self._buf, code, out, weights)
            self._log.append(code)

    def draw_chance(self) -> int:
        """The outcome the seed gives the pending chance move, which is not played yet."""
        outcomes = self.odds()
        if not outcomes or not self._key:
            raise BrelanError(N_("No chance move with a seed is pending."))
        return outcomes[draw(self._key, len(self._log), [weight for _, weight in outcomes])][0]

    def _name(self, seat: int) -> str:
        number = whole(seat)
        return self.names[number] if number is not None and 0 <= number < self.players else brief(seat)

    def _whose_turn(self) -> Sentence:
        if self.over:
            return Sentence("the game is over")
        if self._mover == CHANCE:
            return Sentence("a throw, a deal or a draw is pending")
        return Sentence("{name} is to move", name=self.names[self._mover])

    def _what_is_legal(self) -> Sentence:
        if self.over:
            return Sentence("The game is over.")
        moves = self.moves()
        listed = "; ".join(moves[:LISTED])
        if len(moves) > LISTED:
            return Sentence("Possible now: {moves} and {more} more.", moves=listed, more=len(moves) - LISTED)
        return Sentence("Possible now: {moves}.", moves=listed)

    def _refusal(self, code: int) -> Exception:
        if self.over:
            return GameOver(N_("The game is over: nothing more can be played."))
        if code == TIME:
            return IllegalMove(N_("Time can be called once, and only in a game with a time limit."))
        words = self.game.words(code)
        move = repr(words) if words else Sentence("Move code {code}", code=code)
        return IllegalMove(
            N_("{move} is not allowed now: {why}. {possible}"),
            move=move,
            why=self._why_not(code) or self._whose_turn(),
            possible=self._what_is_legal(),
        )

    def _why_not(self, code: int) -> Sentence | None:
        """The game's own reason, from what the mover may know: whoever asked is told no more."""
        if self._mover < 0 or not self.game.words(code):
            return None
        return self.game.table.why_not(self.view_state(self._mover).struct, code, self.names)

    # --- what one seat may know

    def _check_seat(self, seat: int | None) -> int:
        if seat is None or seat == SPECTATOR:
            return SPECTATOR
        number = seat if type(seat) is int else whole(seat)
        if number is None or not 0 <= number < self.players:
            raise BrelanError(
                N_("There is no seat {seat} at this table: seats are 0 to {last}, or None for a spectator."),
                seat=repr(seat)[:60],
                last=self.players - 1,
            )
        if self.seat is not None and number != self.seat:
            raise BrelanError(
                N_("This state is what seat {own} may know; it cannot be seen from seat {seat}."),
                own=self.seat,
                seat=number,
            )
        return number

    def view_state(self, seat: int | None) -> "State":
        """The state with everything blanked that this seat may not know: what bots are given."""
        seat = self._check_seat(seat)
        buffer = self._buf.copy()
        self.game.drivers.hide(buffer, seat)
        blank = State(self.game, buffer, [], self.names, None, seat=seat)
        blank._options = self._options
        return blank

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What the seat sees, as plain data, made from the blanked record alone."""
        if self._options is None:
            _ = self.options  # of this state and all its copies, not of a blanked one that is soon forgotten
        seat = self._check_seat(seat)
        blank = self.view_state(seat)
        mine = blank._mover >= 0 and blank._mover == seat
        shown = blank.frame()
        if mine:
            shown["moves"] = blank.moves()
        shown.update(self.game.table.view(blank.struct, seat))
        return shown

    def frame(self) -> dict[str, Any]:
        """What every view of a blanked state begins with, whatever the game."""
        return {
            "game": self.game.name,
            "seat": self.seat,
            "players": self.players,
            "names": list(self.names),
            "mover": self._mover,
            "options": self.options,
            "moves": [],
        }

    def svg(self, seat: int | None = None, lang: str = "en") -> str:
        """A picture of the table as the seat sees it."""
        return str(self.game.table.svg(self.view(seat), self.game.say(lang)))

    def text(self, seat: int | None = None, lang: str = "en") -> str:
        """The table for a terminal."""
        return str(self.game.table.text(self.view(seat), self.game.say(lang)))

    def tell(self, code: int, seat: int | None = None, lang: str = "en") -> str:
        """What a seat may choose to do, as the reader sees it, in a sentence; what chance may bring, in notation. What
        has happened is told by `brelan.play.story`.
        """
        if self.mover < 0 or code in (TIME, NEXT):
            return self.game.words(self.seen(code, seat))
        told = str(self.game.moves.tell(self.view_state(seat).struct, self.seen(code, seat), self.game.say(lang)))
        return re.sub(
            r"@([0-9])", lambda found: self.names[int(found[1])], told
        )  # the rules know seats, people have names

    def seen(self, code: int, seat: int | None = None) -> int:
        """The code of a move about to be played, as the seat sees it."""
        return code if code in (TIME, NEXT) else int(self.game.drivers.seen(self._buf, code, self._check_seat(seat)))

    def mask(self) -> np.ndarray:
        """Which actions stand for a legal move of the seat to act (`game.spaces`); none if no seat is."""
        mask = np.zeros(self.game.spaces.n_actions(self.players, self.options), np.int8)
        out, _ = self.game.scratch()
        self.game.drivers.mask(self._buf, out, mask)
        return mask

    def observation(self, seat: int | None = None) -> np.ndarray:
        """What a seat sees, as numbers (`game.spaces.OBSERVATION`, part after part); without a seat, the mover's."""
        number = self._check_seat(max(self._mover, 0) if seat is None else seat)
        if number == SPECTATOR:
            raise BrelanError(N_("A spectator observes nothing in numbers: ask for a seat."))
        features = self.game.spaces.OBSERVATION
        out = np.zeros(observation_size(features, self.players), np.float32)
        self.game.drivers.observe(self.view_state(number)._buf, number, out)
        return out

    def action(self, code: int) -> int:
        """The action that stands for a legal move; −1 for one the numbering leaves out."""
        assert self.game.spaces is not None  # loaded: that binds the driver asked next
        return int(self.game.drivers.action_of(self._buf, _whole(code)))

    def act(self, action: int) -> None:
        """Plays the move an action stands for now; IllegalMove if that is none."""
        number, mask = whole(action), self.mask()
        if self.over:
            raise GameOver(N_("The game is over: nothing more can be played."))
        if number is None or not 0 <= number < len(mask) or not mask[number]:
            raise IllegalMove(
                N_("Action {action} stands for no legal move now: {whose}. {possible}"),
                action=brief(action),
                whose=self._whose_turn(),
                possible=self._what_is_legal(),
            )
        self.apply(int(self.game.drivers.code_of(self._buf, number)))

    def redealt(self, seed: int) -> "State":
        """A blanked state filled with a random completion consistent with all its seat knows."""
        if self.seat is None:
            raise BrelanError(N_("Only what a seat may know can be dealt again: state.view_state(seat).redealt(seed)."))
        buffer = self._buf.copy()
        from ..engine.kernel import stream

        self.game.drivers.redeal(buffer, self.seat, stream(seed))
        return State(self.game, buffer, [], self.names, None, begun=False)

    def _repr_html_(self) -> str:
        return self.svg(self.seat if self.seat is not None else (self._mover if self._mover >= 0 else None))

    def __repr__(self) -> str:
        return f"<{self.game.title}: {len(self._log)} moves, {'over' if self.over else self._whose_turn()}>"

    # --- the past, copies, records

    def history(self) -> "Iterator[tuple[State, int]]":
        """Each move of the game so far: the state before it, and its code.

        It is one state that moves on, chance too by the log alone: whoever keeps it keeps a copy.
        """
        if self.seat is not None:
            raise BrelanError(N_("A blanked state has no history: ask the referee's state."))
        self._check_past()
        return self._replayed()

    def _check_past(self) -> None:
        if not self._begun:
            raise BrelanError(
                N_("How this state came about is not known: it was made from bytes, or of what a seat may know.")
            )

    def _replayed(self) -> "Iterator[tuple[State, int]]":
        past = State.laid(self.game, self.options, self.names, self.source, self.salts)
        for code in self.log:
            yield past, code
            past.apply(code)

    def after(self, moves: int) -> "State":
        """The game as it was after its first `moves` moves, to be played on from there."""
        past = next((before for before, _ in islice(self.history(), moves, None)), self).copy()
        past._auto = self._auto
        return past

    def copy(self) -> "State":
        """An independent copy."""
        twin = self._sharing(self._buf.copy())
        twin._log = self._log[:]
        return twin

    def _sharing(self, buffer: np.ndarray) -> "State":
        """Another state of the same game, with other bytes and, until it has its own, this one's log."""
        twin = State.__new__(State)
        twin._auto, twin._begun, twin._buf, twin._key = self._auto, self._begun, buffer, self._key
        twin._log, twin._mover, twin._options, twin.game = self._log, self._mover, self._options, self.game
        twin.names, twin.salts, twin.seat, twin.source = self.names, self.salts, self.seat, self.source
        return twin

    def bare(self) -> "State":
        """An independent copy of the position alone, without the moves that led to it.

        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7)
        >>> state.play("throw 1 2 3")
        >>> state.bare() == state, state.bare().log
        (True, ())
        """
        twin = self._sharing(self._buf.copy())
        twin._log, twin._begun, twin._auto = array("q"), False, False
        return twin

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> "State":
        return self.copy()  # what is shared (game, names, source) never changes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self._buf.tobytes() == other._buf.tobytes()

    def __hash__(self) -> int:
        return hash((self.game.name, self._buf.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (
            self.game.name,
            self.game.version,
            self._buf.tobytes(),
            self._log.tolist(),
            self.names,
            self.source,
            self.salts,
            self._auto,
            self.seat,
            self._begun,
        )

    def record(self, seat: int | None = None) -> "Record":
        """The game so far as a record: the referee's, or with a seat (−1: a spectator's) only what that seat saw."""
        from .record import record_of

        self._check_past()
        return record_of(self, seat)


def _unpickle(name: str, version: int, data: bytes, *rest: Any) -> State:
    game = catalogue.game(name)
    if game.version != version:
        raise BrelanError(
            N_("This state was saved under version {then} of {game}'s rules; here they are version {now}."),
            then=version,
            game=game.title,
            now=game.version,
        )
    return State(game, np.frombuffer(data, np.uint8).copy(), *rest)


def clean_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """One printable name a seat; missing ones are filled in."""
    if len(names) > players:
        raise BrelanError(N_("{names} names were given for {players} players."), names=len(names), players=players)
    cleaned: list[str] = []
    free = (name for name in BOT_NAMES if name not in names)
    for seat in range(players):
        name = " ".join(str(names[seat]).split()) if seat < len(names) else ""
        if len(name) > NAME_LIMIT or not name.isprintable():
            raise BrelanError(N_("A name is printable text of at most {most} characters."), most=NAME_LIMIT)
        cleaned.append(visible(name) or next(free))  # a name nobody can see is none
    return tuple(cleaned)


def _whole(code: Any) -> int:
    """A move's code, checked: compiled code takes what it is given, and would cut 1.5 or 2**64 down to size."""
    if isinstance(code, str):
        raise MalformedMove(N_("apply takes a move's code; words are for play: state.play({move})."), move=brief(code))
    number = whole(code)
    if number is None or not -(2**63) <= number < 2**63:
        raise MalformedMove(N_("A move's code is a whole number of 64 bits; {code} is not."), code=brief(code))
    return number
