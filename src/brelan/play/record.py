"""The record: a game as a text people can read and programs can check. `docs/records.md` describes the format.

A game *is* its list of moves, chance included, so a record replays with no generator at hand. Parsing is strict: a
record that was cut short, edited, or that holds an illegal move is refused with the line and the reason.
"""

import hashlib
import re
from dataclasses import dataclass, field, replace
from typing import NoReturn

from ..model import referee
from ..model.errors import BrelanError, MoveError, RecordError, UnfairRecord
from ..model.options import Value
from ..model.referee import CHANCE, TIME
from ..model.words import N_, Sentence, speaker
from . import catalogue
from .catalogue import Game
from .fairness import Source, draw, drawn_seats, game_key
from .state import State, clean_names

FORMAT = 2  # format 1 (salts in a row, nobody's in particular) is still read
_TITLE = "Brelan record"
_NUMBER = "0|[1-9][0-9]{0,8}"  # one spelling: ASCII digits, no leading zero, no sign


@dataclass(frozen=True)
class Move:
    """One line of a record: who moved (a seat, CHANCE or TIME) and the words.

    Examples:
        >>> move = Move(0, "throw 1 2 3")
        >>> move.who, move.words, str(move)
        (0, 'throw 1 2 3', '0 throw 1 2 3')
    """

    who: int
    words: str

    def __str__(self) -> str:
        mark = "!" if self.who == TIME else "-" if self.who == CHANCE else str(self.who)
        return f"{mark} {self.words}"


@dataclass(frozen=True)
class Record:
    """A whole record. `str()` is the file; `parse` reads it back; `replay` plays it.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, names=["Katy", "Kévin"], salts=["bonne-chance", ""])
        >>> state.play("throw 1 2 3")
        >>> record = brelan.Record.parse(str(state.record()))
        >>> record.game, record.version == state.game.version, record.names, record.options["target"]
        ('dodeka', True, ('Katy', 'Kévin'), '700')
        >>> [str(move) for move in record.moves[:2]], record.payoff, record.viewer
        (['0 throw 1 2 3', '- die 7'], None, None)
        >>> record.replay() == state, record.replay(until=1).mover == brelan.CHANCE, record.start().log
        (True, True, ())
        >>> record.source.number, record.salts, record.revealed
        (7, ('bonne-chance', ''), False)
        >>> record.format >= 2, record.table, record.voids
        (True, '', 0)
        >>> record.drawn  # nobody drew who sits where
        ()
        >>> print(record.verify())
        Fair: all 3 throws, deals and draws follow from the seed.
        The seed is the reproducible number 7.
        Katy added the salt bonne-chance.
        >>> brelan.Record.parse("Brelan record 2")
        Traceback (most recent call last):
            ...
        brelan.model.errors.RecordError: Line 1: the record ends too soon.
    """

    game: str
    version: int
    options: dict[str, str]
    names: tuple[str, ...]
    moves: tuple[Move, ...]
    source: Source | None
    salts: tuple[str, ...] = ()
    payoff: tuple[int, ...] | None = None
    viewer: int | None = None  # whose record it is; None: the referee's
    revealed: bool = False  # whether the seed stands in the text
    table: str = ""  # the house's name for the table: what the salts' hashes were made with
    voids: int = 0  # how often the start was called off after a salt had been shown
    format: int = FORMAT
    drawn: tuple[int, ...] = ()  # where the seats were drawn: for each, the chair (and the salt) its player had before
    _state: State | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        lines = [
            f"{_TITLE} {self.format}",
            f"game: {self.game}",
            f"rules: {self.version}",
            f"players: {len(self.names)}",
        ]
        lines.append("options:" + "".join(f" {name}={value}" for name, value in self.options.items()))
        lines += [f"seat {seat}: {name}" for seat, name in enumerate(self.names)]
        lines.append(f"chance: {self._chance()}")
        if self.table:
            lines.append(f"table: {self.table}")
        if self.voids:
            lines.append(f"voids: {self.voids}")
        if self.drawn:
            lines.append(f"drawn: {' '.join(map(str, self.drawn))}")
        if self.format == 1:
            lines += [f"salt: {salt}" for salt in self.salts]
        else:
            lines += [f"salt {seat}: {salt}" for seat, salt in enumerate(self.salts) if salt]
        if self.viewer is not None:
            lines.append(f"seen by: {'a spectator' if self.viewer < 0 else f'seat {self.viewer}'}")
        lines.append("")
        lines += [f"{number}. {move}" for number, move in enumerate(self.moves, 1)]
        lines += ["", f"moves: {len(self.moves)}"]
        lines.append("result: " + ("unfinished" if self.payoff is None else "over " + " ".join(map(str, self.payoff))))
        if self.revealed and self.source and self.source.seed:
            lines.append(f"seed: {self.source.seed.hex()}")
        lines.append(f"check: {_check(lines)}")
        return "\n".join(lines) + "\n"

    def _chance(self) -> str:
        if self.source is None:
            return "manual"
        if self.source.number is not None:
            return f"reproducible {self.source.number}"
        return f"committed {self.source.commitment}"

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Reads a record; RecordError, with the line and the reason, if anything in it is not right."""
        return _Reader(text).record()

    def replay(self, until: int | None = None) -> State:
        """The state after all moves, or after the first `until`."""
        if self.viewer is not None:
            raise RecordError(N_("This record holds only what one seat saw: it can be read, not replayed."))
        if until is None and self._state is not None:
            return self._state.copy()
        state = self.start()
        for move in self.moves[:until]:
            _catch_up(state, self.version, move.words)
            state.play(move.words)
        _catch_up(state, self.version)
        state._auto = bool(state._key)
        return state

    def start(self) -> State:
        """The table laid, no move played, every move (chance too) still to come from the record."""
        game = catalogue.game(self.game)
        options = game.complete_options({**self.options, **game.earlier.get(self.version, {})})
        return State.laid(game, options, self.names, self.source, self.salts)

    def verify(self) -> "Verdict":
        """Plays the whole record again, every chance move drawn from the seed; UnfairRecord says what does not follow.

        Only a complete record can be verified: what one seat saw proves nothing about the rest.
        """
        if self.viewer is not None:
            raise UnfairRecord(N_("This record holds only what one seat saw: only the complete record can be checked."))
        if self.source is None:
            raise UnfairRecord(N_("Chance was played by hand in this game: there is no seed to check it against."))
        if self.source.seed is None or not (self.revealed or self.source.number is not None):
            raise UnfairRecord(N_("The seed of this game is not revealed yet: it is when the game is over."))
        if hashlib.sha256(self.source.seed).hexdigest() != self.source.commitment:
            raise UnfairRecord(N_("The seed does not match the commitment."))
        key = game_key(self.source.seed, self.salts)
        if self.drawn and self.drawn != drawn_seats(key, len(self.names)):
            raise UnfairRecord(N_("Who sits where is not what the seed gives."))
        state = self.start()
        checked = 0
        for index, move in enumerate(self.moves):
            _catch_up(state, self.version, move.words)
            if move.who != (TIME if move.words == referee.WORDS[TIME] else state.mover):
                raise UnfairRecord(
                    N_("Move {number}, {move}, is not by whom the record says."),
                    number=index + 1,
                    move=repr(move.words),
                )
            if state.mover == CHANCE and move.who == CHANCE:
                outcomes = state.odds()
                code, _ = outcomes[draw(key, index, [weight for _, weight in outcomes])]
                fair = state.game.words(code)
                if fair != move.words:
                    raise UnfairRecord(
                        N_("Move {number} is {move}, but the seed gives {fair}."),
                        number=index + 1,
                        move=repr(move.words),
                        fair=repr(fair),
                    )
                checked += len(outcomes) > 1  # `next` and what can only come out one way proves nothing
            state.play(move.words)
        _catch_up(state, self.version)
        if state.payoff != self.payoff:
            raise UnfairRecord(N_("The result is not the one these moves give."))
        return Verdict(checked, self.source, self.salts, self.voids, self.format, self.names, self.drawn)


def _catch_up(state: State, version: int, words: str = "") -> None:
    """Under the rules of today the referee tells more than those of an earlier version did: what is not in the record
    and can come out one way only is played before its next move.
    """
    while version < state.game.version and state.mover == CHANCE:
        outcomes = state.odds()
        if len(outcomes) > 1 or state.game.words(outcomes[0][0]) == words:
            return
        state.apply(outcomes[0][0])


@dataclass(frozen=True)
class Verdict:
    """What `Record.verify` found: all of it follows from the seed. `str()` is English, `said` any language.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7)
        >>> state.play("throw 1 2 3")
        >>> verdict = state.record().verify()
        >>> verdict.checked, verdict.source.number, verdict.salts, verdict.voids, verdict.format >= 2
        (3, 7, (), 0, True)
        >>> verdict.names
        ('Odette', 'Marcel')
        >>> verdict.said("fr").split()[0]
        'Loyal'
        >>> verdict.drawn
        ()
        >>> verdict.data()["fair"]
        True
    """

    checked: int  # throws, deals and draws that could have come out otherwise
    source: Source
    salts: tuple[str, ...]
    voids: int
    format: int
    names: tuple[str, ...]
    drawn: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.said("en")

    def said(self, lang: str) -> str:
        """The verdict with the commitment, the salts and how many throws were checked."""
        say = speaker(lang)
        fair = say.count(
            "Fair: the one throw, deal or draw follows from the seed.",
            "Fair: all {n} throws, deals and draws follow from the seed.",
            self.checked,
        )
        lines = [fair]
        if self.source.number is None:
            lines.append(say("The seed matches its commitment {commitment}.", commitment=self.source.commitment))
        else:
            lines.append(say("The seed is the reproducible number {number}.", number=self.source.number))
        if self.drawn:
            lines.append(say("Who sits where was drawn from the seed too."))
        for chair, salt in enumerate(self.salts):
            if salt and self.format > 1:
                seat = self.drawn.index(chair) if self.drawn else chair
                lines.append(say("{name} added the salt {salt}.", name=self.names[seat], salt=salt))
            elif salt:
                lines.append(say("A player added the salt {salt}.", salt=salt))
        if not any(self.salts):
            lines.append(say("Nobody added a salt: whoever drew the seed knew it."))
        if self.voids:
            lines.append(say.count("The start was called off once.", "The start was called off {n} times.", self.voids))
        return "\n".join(lines)

    def data(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "fair": True,
            "checked": self.checked,
            "commitment": self.source.commitment,
            "reproducible": self.source.number,
            "salts": list(self.salts),
            "voids": self.voids,
            "drawn": list(self.drawn),
            "verdict": str(self),
        }


def _check(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def record_of(state: State, seat: int | None, reveal: bool = False) -> Record:
    """The record of a state: the referee's, or what one seat saw.

    The seed stands in it once the game is over, or with `reveal`.
    """
    if state.seat is not None:
        raise BrelanError(N_("A blanked state has no record: ask the referee's state for record(seat)."))
    viewer = None if seat is None else state._check_seat(seat)
    game = state.game
    moves = []
    for before, code in state.history():
        who = TIME if code == TIME else before.mover
        moves.append(Move(who, game.words(code if viewer is None else before.seen(code, viewer))))
    options = {option.name: option.write(state.options[option.name]) for option in game.options}
    payoff = state.payoff
    return Record(
        game.name,
        game.version,
        options,
        state.names,
        tuple(moves),
        state.source,
        state.salts,
        payoff,
        viewer,
        revealed=reveal or payoff is not None,
        format=FORMAT if state.source is None or state.source.by_seat else 1,
    )


class _Reader:
    """Reads a record line by line; `fail` names the line."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise RecordError(N_("A record is text."))
        self.lines = text.split("\n")
        self.at = 0
        self.format = FORMAT
        for number, line in enumerate(self.lines):
            if not line.isprintable():  # control characters, and halves of characters that no file can hold
                self.fail(Sentence("a record holds printable text only."), number)

    def fail(self, reason: Sentence, line: int | None = None) -> NoReturn:
        raise RecordError(N_("Line {number}: {reason}"), number=(self.at if line is None else line) + 1, reason=reason)

    def next(self) -> str:
        if self.at >= len(self.lines):
            self.at = len(self.lines) - 1
            self.fail(Sentence("the record ends too soon."))
        self.at += 1
        return self.lines[self.at - 1]

    def peek(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def value(self, name: str) -> str:
        line = self.next()
        if not line.startswith(name + ":"):
            self.fail(Sentence("expected '{name}: …', found {line}.", name=name, line=repr(line[:60])), self.at - 1)
        text = line[len(name) + 1 :]
        if text and (text[0] != " " or not text[1:] or text[1:] != text.strip()):
            self.fail(Sentence("one space stands after '{name}:', and none at the end.", name=name), self.at - 1)
        return text[1:]

    def number(self, name: str) -> int:
        text = self.value(name)
        if not re.fullmatch(_NUMBER, text):
            self.fail(Sentence("{name} is a whole number, not {text}.", name=name, text=repr(text[:40])), self.at - 1)
        return int(text)

    def record(self) -> Record:
        if not re.fullmatch(rf"{_TITLE} [0-9]+", self.peek()):
            self.fail(Sentence("not a Brelan record: it should open with '{opening}'.", opening=f"{_TITLE} {FORMAT}"))
        self.format = {f"{_TITLE} {known}": known for known in range(1, FORMAT + 1)}.get(self.next(), 0)
        if not self.format:
            self.fail(Sentence("this program reads formats 1 to {format}.", format=FORMAT), self.at - 1)
        game, version = self._game()
        players, options, names = self._players(game, version)
        source = self._chance()
        table, voids = self._start()
        drawn = self._drawn(players)
        salts = self._salts(players)
        viewer = self._viewer(players)
        moves, state = self._moves(game, version, options, names, source, salts, viewer)
        since = game.earlier.get(version, {})  # options of later rules
        return self._end(
            Record(
                game.name,
                version,
                {o.name: o.write(options[o.name]) for o in game.options if o.name not in since},
                names,
                moves,
                source,
                salts,
                None,
                viewer,
                table=table,
                voids=voids,
                format=self.format,
                drawn=drawn,
            ),
            state,
        )

    def _game(self) -> tuple[Game, int]:
        name = self.value("game")
        try:
            game = catalogue.game(name)
        except BrelanError as error:
            self.fail(error.sentence, self.at - 1)
        version = self.number("rules")
        if version != game.version and version not in game.earlier:
            reason = Sentence(
                "the game was played under version {then} of {game}'s rules; this program has version {now}.",
                then=version,
                game=game.title,
                now=game.version,
            )
            self.fail(reason, self.at - 1)
        return game, version

    def _players(self, game: Game, version: int) -> tuple[int, dict[str, Value], tuple[str, ...]]:
        try:
            players = game.check_players(self.number("players"))
            pairs = [pair.partition("=") for pair in self.value("options").split()]
            given = {name: value for name, _, value in pairs}
            since = game.earlier.get(version, {})
            names_of = [option.name for option in game.options if option.name not in since]
            if len(given) != len(pairs) or set(given) != set(names_of):
                self.fail(Sentence("every option stands in the record, once."), self.at - 1)
            options = game.complete_options({**given, **since})
            right = " ".join(f"{o.name}={o.write(options[o.name])}" for o in game.options if o.name in names_of)
            if self.lines[self.at - 1] != f"options: {right}".rstrip():
                self.fail(Sentence("the options are written '{right}'.", right=right), self.at - 1)
        except RecordError:
            raise
        except BrelanError as error:
            self.fail(error.sentence, self.at - 1)
        names = tuple(self.value(f"seat {seat}") for seat in range(players))
        try:
            if clean_names(names, players) != names:
                self.fail(Sentence("a name is written without spaces at its ends, and once."), self.at - 1)
        except RecordError:
            raise
        except BrelanError as error:
            self.fail(error.sentence, self.at - 1)
        return players, options, names

    def _chance(self) -> Source | None:
        kind, _, detail = self.value("chance").partition(" ")
        if kind == "reproducible" and re.fullmatch(r"0|-?[1-9][0-9]{0,19}", detail):
            return replace(Source.reproducible(int(detail)), by_seat=self.format > 1)
        if kind == "committed" and re.fullmatch(r"[0-9a-f]{64}", detail):
            return Source(detail, by_seat=self.format > 1)
        if (kind, detail) != ("manual", ""):
            self.fail(
                Sentence(
                    "chance is 'manual', 'reproducible' with a number, or 'committed' with a SHA-256 in hexadecimal."
                ),
                self.at - 1,
            )
        return None

    def _start(self) -> tuple[str, int]:
        """How the game was started in a house: at which table, and how often the start was called off."""
        table = self.value("table") if self.format > 1 and self.peek().startswith("table:") else ""
        voids = self.number("voids") if self.format > 1 and self.peek().startswith("voids:") else 0
        if self.lines[self.at - 1] in ("table:", "voids: 0") or not re.fullmatch(r"[A-Za-z0-9_-]{0,64}", table):
            self.fail(Sentence("the table is named by letters and digits, and voids are at least one."), self.at - 1)
        return table, voids

    def _drawn(self, players: int) -> tuple[int, ...]:
        """Where the seats were drawn: the chair each seat's player had before."""
        if self.format == 1 or not self.peek().startswith("drawn:"):
            return ()
        text = self.value("drawn")
        if sorted(text.split(" ")) != [str(chair) for chair in range(players)]:
            self.fail(Sentence("drawn names every chair from 0 to {last}, once.", last=players - 1), self.at - 1)
        return tuple(map(int, text.split(" ")))

    def _salts(self, players: int) -> tuple[str, ...]:
        """One text a seat, "" for a seat that added nothing; in format 1 the salts alone, nobody's in particular."""
        if self.format == 1:
            salts = []
            while self.peek().startswith("salt:"):
                salts.append(self.value("salt"))
        else:
            salts = [self.value(f"salt {n}") if self.peek().startswith(f"salt {n}:") else "" for n in range(players)]
        if "" in salts and any(line in ("salt:", *(f"salt {n}:" for n in range(players))) for line in self.lines):
            self.fail(Sentence("a salt that is empty is left out."))
        return tuple(salts) if any(salts) else ()

    def _viewer(self, players: int) -> int | None:
        viewer = None
        if self.peek().startswith("seen by:"):
            seats = {"a spectator": -1} | {f"seat {seat}": seat for seat in range(players)}
            viewer = seats.get(self.value("seen by"))
            if viewer is None:
                self.fail(
                    Sentence("a record is seen by 'a spectator' or by 'seat 0' to 'seat {last}'.", last=players - 1),
                    self.at - 1,
                )
        if self.next() != "":
            self.fail(Sentence("an empty line stands between the header and the moves."), self.at - 1)
        return viewer

    def _moves(
        self,
        game: Game,
        version: int,
        options: dict[str, Value],
        names: tuple[str, ...],
        source: Source | None,
        salts: tuple[str, ...],
        viewer: int | None,
    ) -> tuple[tuple[Move, ...], State | None]:
        try:
            state = None if viewer is not None else State.laid(game, options, names, source, salts)
        except BrelanError as error:
            self.fail(error.sentence, self.at - 1)
        moves: list[Move] = []
        while self.peek() != "":
            line = self.next()
            match = re.fullmatch(r"([1-9][0-9]{0,8})\. ([0-9]|-|!) (.+)", line)
            if not match:
                self.fail(Sentence("a move reads 'number. who words', not {line}.", line=repr(line[:60])), self.at - 1)
            if int(match[1]) != len(moves) + 1:
                self.fail(Sentence("move {number} is missing.", number=len(moves) + 1), self.at - 1)
            who = {"-": CHANCE, "!": TIME}.get(match[2], -9)
            move = Move(int(match[2]) if who == -9 else who, match[3])
            if state is not None:
                _catch_up(state, version, move.words)
                self._play(state, move)
            moves.append(move)
        if state is not None:
            _catch_up(state, version)
        if self.next() != "" or self.at >= len(self.lines):
            self.fail(Sentence("the record ends too soon: an empty line and the result are missing."))
        return tuple(moves), state

    def _play(self, state: State, move: Move) -> None:
        if (move.words == "time") != (move.who == TIME) or (move.who not in (TIME, state.mover)):
            self.fail(Sentence("{move} is not by whom the record says.", move=repr(move.words)), self.at - 1)
        try:
            code = state.parse(move.words)
            if state.game.words(code) != move.words:
                self.fail(
                    Sentence("{move} is written {right}.", move=repr(move.words), right=repr(state.game.words(code))),
                    self.at - 1,
                )
            state.apply(code)
        except MoveError as error:
            self.fail(error.sentence, self.at - 1)

    def _end(self, record: Record, state: State | None) -> Record:
        if self.number("moves") != len(record.moves):
            self.fail(Sentence("the record holds {n} moves.", n=len(record.moves)), self.at - 1)
        result = self.value("result")
        match = re.fullmatch(r"unfinished|over((?: (?:0|-?[1-9][0-9]{0,11}))+)", result)
        if not match:
            self.fail(Sentence("the result is 'unfinished', or 'over' and one number a seat."), self.at - 1)
        payoff = tuple(map(int, match[1].split())) if match[1] else None
        if state is not None and payoff != state.payoff:
            right = "unfinished" if state.payoff is None else "over " + " ".join(map(str, state.payoff))
            self.fail(Sentence("these moves give the result '{right}'.", right=right), self.at - 1)
        source, revealed = record.source, False
        if self.peek().startswith("seed:"):
            seed = self.value("seed")
            if (
                source is None
                or not re.fullmatch(r"[0-9a-f]{64}", seed)
                or Source.revealed(bytes.fromhex(seed)).commitment != source.commitment
            ):
                self.fail(Sentence("the seed does not match the commitment."), self.at - 1)
            source, revealed = replace(source, seed=bytes.fromhex(seed)), True
        body = self.lines[: self.at]
        if self.value("check") != _check(body):
            self.fail(Sentence("the check does not match: the record was edited."), self.at - 1)
        if self.lines[self.at :] not in ([], [""]):
            self.fail(Sentence("nothing follows the check."))
        if state is not None:
            state = State(
                state.game, state._buf, state._log, state.names, source, record.salts, auto=bool(source and source.seed)
            )
        return Record(
            record.game,
            record.version,
            record.options,
            record.names,
            record.moves,
            source,
            record.salts,
            payoff,
            record.viewer,
            revealed,
            record.table,
            record.voids,
            record.format,
            record.drawn,
            state,
        )
