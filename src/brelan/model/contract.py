"""What a game is made of: every name a game's folder gives, its meaning, and what it is when a game does not say.

A part of a game (`rules`, `moves`, `table`, `bots`, `solve`, `bench`, `spaces`, `paper`) is a module or a package.
`filled` makes it the object everything else uses: the module's own names, and for those it leaves out the defaults
written here, in the bodies of `@optional` members. What has no default must be there.

Kernels (`rules` but for `check` and `time_limit`, `bots.choose`, and `action_of`, `code_of` and `observe` of `spaces`)
are compiled by Numba and typed by it: `s` is one record of `STATE`, changed in place. `tests/test_contract.py` holds
every game's signatures to these.
"""

import argparse
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from ..draw.cutouts import Drawing, Note, ScoreSheet, Sheet
from .errors import BrelanError
from .options import Option, Value
from .words import N_, Say, Sentence, Voice

if TYPE_CHECKING:
    import numpy as np

    from ..play.catalogue import Game
    from ..play.state import State

View = dict[str, Any]  # plain data: what a seat sees
Piece = tuple[str, str]  # of a line for a terminal: the words, and their style as Rich names it ("white on #2a5a94")
Progress = Callable[[int, int, str], None]  # (done, of how many, what is being done)
Measure = tuple[str, float, str]  # what, how much, unit

Member = TypeVar("Member", bound=Callable[..., Any])


@dataclass(frozen=True)
class Advice:
    """What the best player thinks of one move: its worth to the mover, and the reasons in plain words.

    People read `text` alone, so every number in it bears its unit and its kind: exact, or estimated ± an error. `brief`
    is the clause of it that decides, with which one sentence says it all; "": `text` is as short. `value` orders the
    moves for programs, in the game's `SCALE` or in `unit`, where that is named. What is `best` is what the best player
    itself would do, and stands first.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, target=100)
        >>> state.play("throw 1 2 3")
        >>> first = brelan.bot("dodeka").advise(state.view_state(0))[0]
        >>> first.best, first.move in state.moves(), isinstance(first.value, float), first.text != "", first.error
        (True, True, True, True, 0.0)
        >>> first.text.startswith(first.brief)  # the clause that decides
        True
        >>> first.unit  # it counts in the game's scale, points of the match
        ''
    """

    move: str
    value: float
    text: str
    best: bool = False
    error: float | None = None  # the standard error of `value`; 0: it is exact; None: a model's, and nobody knows
    unit: str = ""  # a message of the game's catalogue: what `value` counts in, where it is not the game's scale
    brief: str = ""


class Quiz(NamedTuple):
    """Games that problems are taken from (`brelan.school`): their players and options, and by how much, in what
    `advise` counts in, the best move must stand apart. With `turns`, in a game where a win can be forced, the problem
    is to win in so many turns at most. `twice`: what the advice says must come out of games played out too.
    """

    players: int
    options: Mapping[str, Value]
    margin: float
    turns: int = 0
    twice: bool = False


class Preset(NamedTuple):
    """A way to play a game that is offered by name: its title and one sentence, messages of the game's catalogue, and
    the options that are not at their defaults.
    """

    name: str
    title: str
    told: str
    options: Mapping[str, Value]


@dataclass(frozen=True)
class Scale:
    """What worths, losses and luck are reckoned in: one for each game, told wherever a worth is.

    Examples:
        >>> import brelan
        >>> scale, say = brelan.game("dodeka").bots.SCALE, brelan.game("dodeka").say("en")
        >>> scale.told(12.34, say), scale.told(-3, say, sign=True), scale.mark(0.5), scale.mark(50.0)
        ('12.3 points of the match', '−3.0 points of the match', '', 'blunder')
        >>> chance = Scale("of a win", (0.02, 0.05, 0.12), chance=True)
        >>> chance.told(0.123, say), chance.number(0.123, say, sign=True), chance.says(say)
        ('12.3% of a win', '+12.3%', 'of a win')
        >>> chance.unit, chance.marks, chance.chance, chance.spare, chance.digits, chance.noun
        ('of a win', (0.02, 0.05, 0.12), True, '', 1, '')
        >>> scale.one, scale.reckoned(say, 1), scale.reckoned(brelan.game("dodeka").say("fr"), 1.3, digits=1)
        ('point of the match', 'point of the match', 'point du match')
        >>> chance.reckoned(say)
        'of a win'
    """

    unit: str  # a message of the game's catalogue, as it follows a number: "points of the match"
    marks: tuple[float, float, float]  # the losses from which a decision is a slip, a mistake, a blunder
    chance: bool = False  # whether it is a share of a win, from 0 to 1, told as a percentage
    spare: str = ""  # the unit of `Worth.spare`, in which graph, marks and level are told where a game has that
    digits: int = 1
    noun: str = ""  # the unit by itself, where it reads otherwise than after a number: "chances to win"
    one: str = ""  # the unit of a loss after a number that has a singular: "point of the match"

    def number(self, value: float, say: Say, sign: bool = False) -> str:
        """The number alone."""
        value = round(value, self.digits + (2 if self.chance else 0)) + 0.0  # no minus before a zero
        if not self.chance:
            return say.number(value, self.digits, sign=sign)
        return ("+" if sign and value >= 0 else "") + say.percent(value, self.digits)

    def says(self, say: Say) -> str:
        """The unit of a worth, by itself."""
        return say(self.noun or self.unit)

    def reckoned(self, say: Say, value: float | None = None, digits: int = 0) -> str:
        """The unit of a loss, a mark, a level; after this number, if one is told with so many digits."""
        if self.one and value is not None and say.is_single(value, digits):
            return say(self.one)
        return say(self.spare or self.unit)

    def told(self, value: float, say: Say, sign: bool = False) -> str:
        """A worth in words: "12.3 points of the match"."""
        single = self.one and not self.spare and say.is_single(value, self.digits)
        return f"{self.number(value, say, sign)} {say(self.one if single else self.unit)}"

    def mark(self, loss: float, error: float = 0.0) -> str:
        """What a decision with this loss is called; "" where it is fine, or may well be by the error of the loss."""
        sure = loss - 2 * error
        return next((mark for mark, least in zip(MARKS[::-1], self.marks[::-1], strict=True) if sure >= least), "")


MARKS = ("slip", "mistake", "blunder")


@dataclass(frozen=True)
class Look:
    """How closely a position is looked at where games are played on from it: how many of the usual number, and the seed
    of their throws. One seed for all would err alike wherever a position comes back, as the start does in every game.

    Examples:
        >>> Look().games(600), Look(effort=0.01).games(600), Look(seed=3).seed, Look(effort=0.5).effort
        (600, 6, 3, 0.5)
    """

    seed: int = 20
    effort: float = 1.0

    def games(self, usual: int) -> int:
        """How many to play on: two at least, or there is no error to tell."""
        return max(2, round(usual * self.effort))


USUAL = Look()


@dataclass(frozen=True)
class Worth:
    """What a position is worth to every seat if everybody plays on as the master does, in the game's `SCALE`.

    It is what the game would come to, on average, were it to end with the partie, hand or deal at hand.

    Examples:
        >>> import brelan
        >>> game = brelan.game("dodeka")
        >>> worth = game.bots.judge(game.new(players=2, seed=7, target=100))
        >>> len(worth.seats), worth.error, worth.part, worth.alone, worth.rolled, worth.spare, worth.missed
        (2, 0.0, 0, False, False, None, 0.0)
    """

    seats: tuple[float, ...]
    error: float = 0.0  # the standard error of each; 0: exact; infinite: an estimate, and nobody knows how good
    part: int = 0  # the partie, hand or deal it is of; those after it count for nothing
    alone: bool = False  # of that part alone: what the parts before came to is no part of it, and they add up
    rolled: bool = False  # a mean over games played out: before a throw it is itself the mean over what may come
    spare: tuple[float, ...] | None = None  # where a worth says too little (4D: a win or none), how far from another
    missed: float = 0.0  # of the error of one that is rolled, what no more games would mend


@dataclass(frozen=True)
class Weighed:
    """A move and what it is worth to the mover by what it may know, in the game's `SCALE`.

    Examples:
        >>> one = Weighed(move=7, value=1.5)
        >>> one.move, one.value, one.error, one.seats
        (7, 1.5, 0.0, None)
    """

    move: int
    value: float
    error: float = 0.0  # of its difference to the best
    seats: tuple[float, ...] | None = None  # the same for every seat, where that is known


ASIDE, BEAT, RESULT, END = "aside", "beat", "result", "end"  # how weighty a scene is


@dataclass(frozen=True)
class Scene:
    """What one move brought, as one reader is told it: see `Table.story`.

    An aside (a die falls, a card is dealt) is seen and not told in the log; a beat is a line of the log; a result is a
    line that lies on the table until `next`; the end is the last one.
    """

    text: str  # a sentence, consequences first, in the reader's language
    weight: str = BEAT
    gains: Mapping[int, int] = field(default_factory=dict)  # by seat: the change of the running scores it tells
    paid: Mapping[int, int] = field(default_factory=dict)  # by seat: the change of the totals, where a game has them
    about: tuple[str, ...] = ()  # the things it is about, by their `data-key` in the drawing
    view: View | None = None  # the position to draw, if it is one in between (4D: tipped, not yet turned)


def optional(member: Member) -> Member:
    """Marks a name a game may leave out: the body here is then what it means."""
    member.__dict__["optional"] = True
    return member


class Facts(Protocol):
    """`__init__.py`: the facts, read without Numba so that listing the games is quick."""

    @property
    def NAME(self) -> str:
        """The id people type."""
        ...

    @property
    def TITLE(self) -> str: ...

    @property
    def BLURB(self) -> str:
        """One line of what it is, a message of the game's catalogue."""
        ...

    @property
    def SEATS(self) -> tuple[int, int]:
        """The fewest and the most players."""
        ...

    @property
    def BEST_SEATS(self) -> int:
        """How many "play now" takes."""
        ...

    @property
    def AGE(self) -> int: ...

    @property
    def MINUTES(self) -> int:
        """How long a game lasts, about."""
        ...

    @property
    def VERSION(self) -> int:
        """Of the rules: raised whenever an old record could replay differently, or what has learnt to play from
        numbers (`spaces`) could read or write them differently.
        """
        ...

    @property
    @optional
    def HISTORY(self) -> Mapping[int, str]:
        """What each version of the rules changed, in a sentence, a message of the game's catalogue."""
        return {}

    @property
    @optional
    def EARLIER(self) -> Mapping[int, Mapping[str, Value]]:
        """Earlier versions whose records are still read: for each the options it did not have, as it was played. What
        the referee tells since then and can come out one way only is played in.
        """
        return {}

    @property
    @optional
    def QUICK(self) -> Mapping[str, Value]:
        """The options of the shortest game, for tests and demonstrations."""
        return {}

    @property
    @optional
    def PRESETS(self) -> tuple[Preset, ...]:
        """Ways to play that are offered by name. The first is recommended: *Jouer*, a plain `brelan play` and evenings
        begin with it. Without any, a game is played with the law's own options.
        """
        return ()

    @staticmethod
    @optional
    def unit(options: Mapping[str, Value]) -> str:
        """What `payoff` counts, a message: points, unless the game says otherwise."""
        return N_("points")

    @property
    @optional
    def QUIZ(self) -> tuple[Quiz, ...]:
        """What problems are made of; without any, a game has none."""
        return ()

    @property
    @optional
    def RIVAL(self) -> str:
        """The OpenSpiel game `brelan bench` races in its own C++ loop."""
        return ""


class Rules(Protocol):
    """`rules`: the struct and the functions on it, in the order of the rulebook."""

    @property
    def STATE(self) -> "np.dtype[Any]":
        """The struct, unpadded, with a field `players` and one for each option under its name."""
        ...

    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...

    @property
    def MAX_MOVES(self) -> int:
        """The most codes `legal` ever writes."""
        ...

    @property
    def MAX_CHANCE(self) -> int:
        """The most codes `chance` ever writes."""
        ...

    @property
    @optional
    def KNOWN_BY(self) -> tuple[str, ...]:
        """The fields of `STATE` a problem's position is known by, in an order that never changes, where `STATE` was
        sorted otherwise since or has gained fields. What was added counts only where an option among it is not at its
        default. Empty: all of `STATE`, as it lies.
        """
        return ()

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """Messages saying why a game ended; index 0 is ""."""
        ...

    @property
    @optional
    def OPEN(self) -> bool:
        """Whether nothing is ever hidden: `hide`, `seen` and `redeal` are then left out."""
        return False

    @staticmethod
    def start(s: Any) -> None:
        """Lays the table; `players` and the options are already in `s`, everything else is zero."""
        ...

    @staticmethod
    def mover(s: Any) -> int:
        """The seat to act, CHANCE or OVER; by public facts only, so that waiting for someone never tells a secret."""
        ...

    @staticmethod
    def legal(s: Any, out: Any) -> int:
        """Writes the mover's legal codes, answers how many. The only source of legality."""
        ...

    @staticmethod
    def chance(s: Any, out: Any, weights: Any) -> int:
        """The same for a pending throw, deal or draw, with positive integer weights."""
        ...

    @staticmethod
    def play(s: Any, move: int) -> None:
        """Applies one legal move of a seat or of chance, or TIME."""
        ...

    @staticmethod
    def payoff(s: Any, out: Any) -> None:
        """The result by seat once over: the more the better, equals share a place."""
        ...

    @staticmethod
    def scores(s: Any, out: Any) -> None:
        """The running scores: everybody is shown them."""
        ...

    @property
    @optional
    def totals(self) -> Callable[[Any, Any], None] | None:
        """`totals(s, out)`: what is added up over several scores (a match of parties), where a game has that."""
        return None

    @staticmethod
    def ending(s: Any) -> int:
        """An index into ENDINGS once over, not 0."""
        ...

    @staticmethod
    @optional
    def clock(s: Any) -> bool:
        """Whether the referee may call TIME now."""
        return False

    @staticmethod
    @optional
    def hide(s: Any, seat: int) -> None:
        """Blanks all that seat may not know; seat −1 is a spectator. Not to be left out unless the game is OPEN."""

    @staticmethod
    @optional
    def seen(s: Any, move: int, seat: int) -> int:
        """The code of a move about to be played, as that seat sees it. Not to be left out unless the game is OPEN."""
        return move

    @staticmethod
    @optional
    def redeal(s: Any, seat: int, rng: Any) -> None:
        """Fills what is hidden from that seat by a random completion. Not to be left out unless the game is OPEN."""

    @staticmethod
    @optional
    def sound(s: Any) -> bool:
        """What must hold at every moment (money is conserved …)."""
        return True

    @property
    @optional
    def random_move(self) -> Callable[[Any, Any, Any, Any], int] | None:
        """`random_move(s, rng, out, weights)`: a shorter way to the very move the drivers would choose at random."""
        return None

    @staticmethod
    @optional
    def check(options: Mapping[str, Value]) -> Sentence | None:
        """What is wrong with options that contradict each other."""
        return None

    @staticmethod
    @optional
    def time_limit(options: Mapping[str, Value]) -> int:
        """After how many minutes the referee calls TIME; 0: never."""
        return 0


SECRECY = ("hide", "seen", "redeal")  # optional only where nothing is hidden


class Moves(Protocol):
    """`moves`: the notation."""

    @staticmethod
    def words(code: int) -> str:
        """The move in lower-case words, or "" if the code is no move of this game."""
        ...

    @staticmethod
    def code(words: str) -> int | None:
        """The move's code, or None if these words are no move of this game."""
        ...

    @staticmethod
    @optional
    def heard(words: str) -> str:
        """What a person typed, in French or shortened, put into the notation as far as it goes; it may be a part of a
        move ("poser 30b" is "place 30b").
        """
        return words

    @staticmethod
    def tell(s: Any, code: int, say: Say) -> str:
        """A sentence without its subject about a move the seat to act may choose, on `s` blanked for the reader: for
        lists of moves and for advice. What happened is told by `Table.story`.
        """
        ...


class Table(Protocol):
    """`table`: what people see, from a blanked record alone."""

    @staticmethod
    def view(s: Any, seat: int) -> View:
        """What the seat sees, as plain data. `State.view` adds what all games share."""
        ...

    @staticmethod
    def svg(view: View, say: Say) -> str:
        """The drawing."""
        ...

    @staticmethod
    def controls(view: View, say: Say) -> str:
        """HTML for the seat to act (docs/page.md); "" for everybody else."""
        ...

    @staticmethod
    def text(view: View, say: Say) -> str:
        """The table for a terminal, at most 78 columns."""
        ...

    @staticmethod
    def hint(view: View, say: Say) -> str:
        """One or two sentences on the decision at hand."""
        ...

    @staticmethod
    @optional
    def goal(view: View, say: Say) -> str:
        """What one plays for, in one line that is always in sight ("First to 700: the last one pays")."""
        return ""

    @staticmethod
    def story(before: Any, move: int, after: Any, say: Voice) -> list[Scene]:
        """The scenes of one move, from the reader's own blanked structs and the move as the reader saw it.

        Over the scenes of a move `gains` add up to the change of the scores, for every move but `next`. When a result
        lies on the table after it, one scene is a RESULT (unless it lay there before: TIME was called); when the game
        is over, the last one is the END.
        """
        ...

    @staticmethod
    @optional
    def why_not(s: Any, code: int, names: Sequence[str]) -> Sentence | None:
        """Why the mover may not play that move, in the game's terms and without a capital or a full stop ("no blue die
        shows 5"); None if it may, or if it is no move of a seat. `s` is blanked for the mover.
        """
        return None

    @staticmethod
    @optional
    def refused(view: View, code: int) -> View:
        """The view with a move that is not allowed shown where it would go, for lessons and rulebooks."""
        return view

    @property
    @optional
    def cover(self) -> Callable[[Say], str] | None:
        """`cover(say)`: the picture beside the game's name, 400 by 300; without one, a moment of the golden record."""
        return None

    @property
    @optional
    def coloured(self) -> Callable[[View, Say], list[list[Piece]]] | None:
        """`coloured(view, say)`: `text` for a terminal that may have colours: lines of pieces, each with its style."""
        return None

    @property
    @optional
    def sheet(self) -> Callable[[list[View], Say], str] | None:
        """`sheet(views, say)`: the score sheet of a whole game as HTML, from the views of its course."""
        return None


class Bots(Protocol):
    """`bots`: its players, weakest to strongest."""

    @property
    def LEVELS(self) -> tuple[str, ...]: ...

    @property
    @optional
    def SPARRING(self) -> tuple[str, ...]:
        """Levels of `choose` after the last, which nothing but the game's own tests asks for."""
        return ()

    @property
    @optional
    def UNAIDED(self) -> tuple[str, ...]:
        """Levels whose `choose` looks nothing up: as plain Python they are handed None for tables, which take long to
        make before anything is compiled.
        """
        return ()

    @property
    @optional
    def AT_ONCE(self) -> tuple[str, ...]:
        """Levels quick enough to play before anything is compiled, the UNAIDED aside. Of the others the strongest of
        these plays in their place until then.
        """
        return ()

    @staticmethod
    def tables(
        levels: Collection[str], players: int, options: Mapping[str, Value], progress: Progress | None = None
    ) -> Any:
        """What these levels look up: a NamedTuple of arrays of the same types whatever is in them."""
        ...

    @staticmethod
    def choose(level: int, s: Any, rng: Any, tables: Any) -> int:
        """A legal code, from a record blanked for the mover; `level` is an index into LEVELS."""
        ...

    @staticmethod
    def advise(view: "State", say: Say, patience: float = 1.0) -> list[Advice]:
        """What the best player thinks of each legal move, best first; `view` is what the mover may know. Values are in
        `SCALE`, or in what docs/review.md names for that decision: they compare the moves of one decision, and the text
        says which number it tells. Where it has to search, it does so `patience` times longer than at a table.
        """
        ...

    @property
    @optional
    def SCALE(self) -> Scale:
        """What its worths are reckoned in: what `rules.payoff` counts, unless a game says otherwise."""
        return Scale("points", (1.0, 3.0, 10.0))

    @property
    @optional
    def judge(self) -> "Judge | None":
        """`judge(state, look)`: what a position, all of it known, is worth to every seat, looked at so closely. Without
        one, games are played on from it between masters (`brelan.play.worth`).
        """
        return None

    @property
    @optional
    def weigh(self) -> "Weigh | None":
        """`weigh(view, moves)`: what these moves and those worth considering beside them are worth to the mover, by
        what it may know. Without one, each legal move is judged over the deals the seat could imagine.
        """
        return None

    @staticmethod
    @optional
    def ready(level: str, players: int, options: Mapping[str, Value]) -> bool:
        """False while `tables` would first have to solve something long."""
        return True

    @property
    @optional
    def think(self) -> "Think | None":
        """`think(view, level, rng, seconds)` replaces `choose` outside simulations, for every level."""
        return None


class Judge(Protocol):
    def __call__(self, state: "State", look: Look = USUAL) -> Worth: ...


class Weigh(Protocol):
    def __call__(self, view: "State", moves: Sequence[int]) -> list[Weighed]: ...


class Think(Protocol):
    def __call__(self, view: "State", level: str, rng: Any, seconds: float = ...) -> int: ...


class Solve(Protocol):
    """`solve`: exact answers."""

    @staticmethod
    def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
        """Adds the game's own flags, their help in the reader's language."""
        ...

    @staticmethod
    def answer(args: argparse.Namespace, progress: Progress) -> dict[str, Any]:
        """Plain data: what `--json` prints."""
        ...

    @staticmethod
    def report(answer: Any, say: Say) -> str:
        """The answer told to people."""
        ...


class Arena(Protocol):
    """What the arena hands to a game's bench."""

    @property
    def game(self) -> "Game": ...

    def simulate(self, bots: Sequence[str], games: int, options: Mapping[str, Any] | None = None) -> Any:
        """Games between bots on one core: a `Result` with `.games` and `.seconds`."""
        ...

    def rival(self) -> tuple[float, float] | None:
        """Moves and games a second of the game's RIVAL in OpenSpiel; None where it is not installed."""
        ...


class Bench(Protocol):
    """`bench`: what `brelan bench` measures beside random play."""

    @staticmethod
    @optional
    def measures(arena: Arena) -> Iterator[Measure]:
        return iter(())


@dataclass(frozen=True)
class Feature:
    """One part of what a seat observes, as numbers.

    Examples:
        >>> score = Feature("score", (), 0, 1, "points, as a share of the target", by_seat=True)
        >>> score.name, score.low, score.high, score.meaning, score.by_seat
        ('score', 0, 1, 'points, as a share of the target', True)
        >>> score.shape, score.shape_for(players=3), score.size(players=3)
        ((), (3,), 3)
    """

    name: str
    shape: tuple[int, ...]  # of one seat's, where it is by seat
    low: float
    high: float
    meaning: str
    by_seat: bool = False  # one for each seat in the order of play, the observer's own first

    def shape_for(self, players: int) -> tuple[int, ...]:
        """Its shape at a table of so many."""
        return (players, *self.shape) if self.by_seat else self.shape

    def size(self, players: int) -> int:
        """How many numbers it is."""
        return math.prod(self.shape_for(players))


@dataclass(frozen=True)
class Bounds:
    """What a game can come to. `inf` and None where the rules set no end (a tie may be thrown off for ever).

    Examples:
        >>> bounds = Bounds(least=-1, most=1, zero_sum=True, longest=None)
        >>> bounds.least, bounds.most, bounds.zero_sum, bounds.longest
        (-1, 1, True, None)
    """

    least: float  # payoff
    most: float
    zero_sum: bool
    longest: int | None  # moves, chance included


class Spaces(Protocol):
    """`spaces`: the game in numbers, for programs that learn: dense actions, observations, bounds.

    `VERSION` covers all of it: whoever changes a numbering or an observation raises it.
    """

    @staticmethod
    def n_actions(players: int, options: Mapping[str, Value]) -> int:
        """How many actions there are; they are numbered from 0."""
        ...

    @staticmethod
    def action_of(s: Any, code: int) -> int:
        """The number of a legal move of the seat to act; −1 for one the numbering leaves out."""
        ...

    @staticmethod
    def code_of(s: Any, action: int) -> int:
        """The code an action stands for in this state; anything if it stands for no legal move."""
        ...

    @property
    @optional
    def LEFT_OUT(self) -> str:
        """Which legal moves bear no number, in a sentence; "" where all of them do."""
        return ""

    @property
    def OBSERVATION(self) -> tuple[Feature, ...]:
        """What `observe` writes, part after part."""
        ...

    @staticmethod
    def observe(s: Any, seat: int, out: Any) -> None:
        """Writes what the seat sees into `out`, all zero before, from a record blanked for it."""
        ...

    @property
    @optional
    def LOOKS_AWAY(self) -> bool:
        """Whether `observe` reads nothing `hide` would blank: a batch then need not blank first. The kit checks it."""
        return False

    @staticmethod
    def bounds(players: int, options: Mapping[str, Value]) -> Bounds: ...

    @property
    @optional
    def THROWN_ONCE(self) -> bool:
        """Whether chance never moves again once a seat has been to act."""
        return False

    @property
    @optional
    def expected(self) -> Callable[[Any, Any], bool] | None:
        """`expected(s, out)`: where nothing is left to decide and a lot settles the game, writes the mean payoffs and
        answers True; elsewhere False. It makes a game finite whose lots may be drawn for ever.
        """
        return None

    @property
    @optional
    def ROW(self) -> "np.dtype[Any] | None":
        """What a batch keeps of `STATE`, where that is less; the rules must work on it as they do on `STATE`."""
        return None


def observation_size(features: Sequence[Feature], players: int) -> int:
    """How many numbers a seat observes at a table of so many."""
    return sum(feature.size(players) for feature in features)


class Paper(Protocol):
    """`paper`: what can be printed of it, drawn by its own drawing code.

    A game may leave out the whole part: its kit is then its rulebook.
    """

    @staticmethod
    @optional
    def sheets(say: Say) -> list[Sheet]:
        """Its things to cut out and to fold, in the rulebook's numbers and in the order they are printed in."""
        return []

    @staticmethod
    @optional
    def memo(say: Say) -> list[Note]:
        """What every player likes to have before their eyes: half a sheet."""
        return []

    @staticmethod
    @optional
    def figures(say: Say) -> Mapping[int, Drawing]:
        """Drawings for the rulebook, by the number of the section (from 1) under whose text they stand."""
        return {}

    @staticmethod
    @optional
    def score_sheet(say: Say) -> ScoreSheet | None:
        """A sheet to write the scores on."""
        return None


def names_of(part: type) -> dict[str, bool]:
    """The names of a part of the contract, and whether each may be left out."""
    found: dict[str, bool] = {}
    for name, member in vars(part).items():
        if isinstance(member, property | staticmethod):
            plain = member.fget if isinstance(member, property) else member.__func__
            found[name] = "optional" in vars(plain)
    return found


def default_of(part: type, name: str) -> Any:
    """What a name means when a game leaves it out."""
    member = vars(part)[name]
    return member.fget(None) if isinstance(member, property) and member.fget else member.__func__


def filled(part: Any, module: ModuleType) -> Any:
    """A game's module as the contract has it: its own names, and the defaults of those it leaves out."""
    names = names_of(part)
    own = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    needed = [name for name, may_lack in names.items() if not may_lack]
    if part is Rules and not own.get("OPEN"):
        needed += SECRECY
    lacking = [name for name in needed if name not in own]
    if lacking:
        raise BrelanError(f"{module.__name__} lacks {', '.join(lacking)}: see brelan/model/contract.py.")
    defaults = {name: default_of(part, name) for name in names if name not in own}
    return SimpleNamespace(**defaults, **own)
