"""Problems: a position in which one choice is clearly best, or a win to force in so many turns.

They lie in their game's folder (`problems/collection.jsonl`), made ahead by `making.py`: a record up to the decision,
and facts about it. Nothing here thinks: an answer is looked up, so that it is judged at once and everywhere alike. What
is shown is the view of the seat to play and nothing else.
"""

import datetime
import functools
import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..model.contract import ASIDE
from ..model.errors import BrelanError
from ..model.words import N_, Say
from ..play.catalogue import Game
from ..play.conduct import kept
from ..play.state import BOT_NAMES, State
from ..play.story import told

FILE = Path("problems") / "collection.jsonl"
GRADES = (N_("easy"), N_("tricky"), N_("hard"))
LEVEL_WORDS = {"novice": N_("novice"), "regular": N_("regular"), "expert": N_("expert")}
LATELY = 6  # lines of what happened before
MOST_NAMED = 8  # moves to choose from; more are not read
EXACT = "exact"  # how it was checked: nothing had to be; by games played out from the best and the next best move; or
PLAYED = "played"
COUNTED = "counted"  # by games played out from every move, all on the same luck, by which moves are right and wrong


class NoProblem(BrelanError):
    """There is no such problem."""


@dataclass(frozen=True)
class Step:
    """What a right move leads to: the other's best defence, and the right moves after it. Without any: solved."""

    reply: tuple[str, ...] = ()
    answers: "Mapping[str, Step]" = field(default_factory=dict)


@dataclass(frozen=True)
class Problem:
    """One problem and what is known about it.

    Examples:
        >>> import datetime
        >>> import brelan
        >>> from brelan.school import problems
        >>> game = brelan.game("dodeka")
        >>> problem = problems.of_the_day(game, datetime.date(2026, 12, 24))
        >>> state = problems.position(problem, game, "en")
        >>> state.mover == problem.seat, set(problem.answers) <= set(state.moves()), 1 <= problem.grade <= 3
        (True, True, True)
    """

    id: str
    rules: int  # the version it was made under
    players: int
    options: Mapping[str, str]
    moves: tuple[str, ...]
    seat: int
    turns: int  # in how many the win is to be forced; 0: one move is to be found
    answers: Mapping[str, Step]  # the right first moves
    values: Mapping[str, float]  # what moves are worth, in the game's scale
    margin: float  # between the best and the next
    error: float  # of that margin; 0: exact
    check: str  # how it was checked: exact, played, counted
    missed: Mapping[str, tuple[float, float]]  # by level: how often it goes wrong, and what that costs on average
    grade: int  # 1 to 3, by the strongest level that goes wrong more often than not
    reasons: Mapping[str, Mapping[str, str]]  # by move and language: what the master thinks of it

    @property
    def best(self) -> str:
        """The move to find; of several that win, the first."""
        return next(iter(self.answers))

    def line(self) -> str:
        """The problem as one line of the file."""
        plain = {**self.__dict__, "moves": "; ".join(self.moves), "answers": _packed(self.answers)}
        return json.dumps(plain, ensure_ascii=False)


def _packed(answers: Mapping[str, Step]) -> dict[str, Any]:
    return {
        move: {"reply": list(step.reply), "answers": _packed(step.answers)} if step.answers else None
        for move, step in answers.items()
    }


def _unpacked(answers: Mapping[str, Any]) -> dict[str, Step]:
    return {
        move: Step(tuple(step["reply"]), _unpacked(step["answers"])) if step else Step()
        for move, step in answers.items()
    }


def read(line: str) -> Problem:
    """A problem from its line."""
    plain = json.loads(line)
    plain["moves"] = tuple(plain["moves"].split("; "))
    plain["answers"] = _unpacked(plain["answers"])
    plain["missed"] = {level: (float(often), float(cost)) for level, (often, cost) in plain["missed"].items()}
    return Problem(**plain)


@functools.cache
def collection(game: Game) -> Mapping[str, Problem]:
    """The problems of a game by their ids, made under today's rules, or under earlier ones that today's play on."""
    known = {game.version, *kept(game).played_on}
    return {problem.id: problem for problem in all_of(game) if problem.rules in known}


def all_of(game: Game) -> list[Problem]:
    """Every problem in a game's folder, also those made under older rules, which are not asked until checked again."""
    file = game.folder / FILE
    return list(map(read, file.read_text(encoding="utf-8").splitlines())) if file.exists() else []


def find(game: Game, name: str) -> Problem:
    """The problem of that id."""
    try:
        return collection(game)[name]
    except KeyError:
        raise NoProblem(N_("There is no problem {name} of {game}."), name=repr(name)[:40], game=game.title) from None


@functools.cache
def order(game: Game) -> tuple[str, ...]:
    """The ids in the order their days come: shuffled, the same on every machine."""
    return tuple(sorted(collection(game), key=lambda name: hashlib.sha256(f"{game.name} {name}".encode()).digest()))


def of_the_day(game: Game, day: datetime.date) -> Problem:
    """The day's problem: the same for everybody, and no two alike until all have had their turn."""
    every = order(game)
    if not every:
        raise NoProblem(N_("There are no problems of {game} yet."), game=game.title)
    return collection(game)[every[day.toordinal() % len(every)]]


def today() -> datetime.date:
    """The date all over the world at once: Greenwich's."""
    return datetime.datetime.now(datetime.UTC).date()


def next_after(game: Game, name: str, solved: Collection[str] = ()) -> Problem:
    """The one after it, those not yet solved first."""
    every = order(game)
    at = every.index(name) + 1 if name in every else 0
    round_trip = [*every[at:], *every[:at]]
    return collection(game)[next((one for one in round_trip if one not in solved and one != name), round_trip[0])]


def streak(days: Iterable[datetime.date], now: datetime.date) -> int:
    """On how many days in a row a day's problem was solved, until today or, as the day is not over, yesterday.

    >>> day = datetime.date(2026, 3, 1)
    >>> streak([day, day - datetime.timedelta(1)], day), streak([day], day + datetime.timedelta(2))
    (2, 0)
    """
    solved, count = set(days), 0
    day = now if now in solved else now - datetime.timedelta(1)
    while day in solved:
        count, day = count + 1, day - datetime.timedelta(1)
    return count


# --- the position


def position(problem: Problem, game: Game, lang: str) -> State:
    """The referee's state at the decision; the solver sits at `problem.seat` and is called “You”. All others may see of
    it is its view.
    """
    names = list(BOT_NAMES[: problem.players])
    names[problem.seat] = game.say(lang)("You")
    state = State.laid(game, game.complete_options(problem.options), tuple(names))
    for words in problem.moves:
        state.play(words)
    return state


def before(state: State, seat: int, lang: str) -> list[str]:
    """What happened last, as the seat was told it."""
    lines: list[str] = []
    since = max(0, len(state.log) - 40)
    for move in told(state, seat, lang, since):
        lines += [scene.text for scene in move.scenes if scene.weight != ASIDE]
    return lines[-LATELY:]


def question(problem: Problem, say: Say) -> str:
    """What is asked."""
    if problem.turns:
        return say.count("Win this turn.", "Win in {n} turns, whatever the other does.", problem.turns)
    return say("Find the best move.")


def choice_words(problem: Problem, state: State, say: Say, near: str = "") -> str:
    """Which moves there are to choose from, where not all that are legal were weighed; of many, those `near` a move."""
    if problem.turns or set(state.moves()) <= set(problem.values):
        return ""
    legal = list(state.moves())
    weighed = [move for move in legal if move in problem.values]
    if near in legal:
        at = legal.index(near)
        weighed = sorted(sorted(weighed, key=lambda move: abs(legal.index(move) - at))[:2], key=legal.index)
    elif len(weighed) > MOST_NAMED:
        return ""
    told = ", ".join(state.tell(state.parse(move), problem.seat, say.lang) for move in weighed)
    return say("choose among these: {moves}.", moves=told)


# --- the answer


@dataclass(frozen=True)
class Tried:
    """What became of an answer: the solver's moves that were right, and the state after them and the defence."""

    right: bool
    solved: bool
    state: State
    moves: tuple[str, ...]
    said: str  # right or wrong, in a sentence
    reason: str  # what the master thinks of the move
    best: str  # what is right here; "" once solved
    weighed: bool = True  # a move nobody weighed is neither right nor wrong, and no try


def tried(problem: Problem, game: Game, given: Sequence[str], lang: str) -> Tried:
    """Judges the solver's moves, one after another. One that may not be played is refused, as at a table."""
    say, state, answers = game.say(lang), position(problem, game, lang), problem.answers
    right: list[str] = []
    said = reason = ""
    for words in given:
        after = state.copy()
        after.play(words, seat=problem.seat)
        words = game.words(after.log[len(state.log)])
        reason = reason_words(problem, words, lang) if not right else ""
        if not problem.turns and words not in problem.values:
            said = say("Nobody has weighed that move: {choice}", choice=choice_words(problem, state, say, near=words))
            return Tried(False, False, state, (), said, "", problem.best, weighed=False)
        if words not in answers:
            said = wrong_words(problem, words, game, say, first=not right)
            return Tried(False, False, state, tuple(right), said, reason, next(iter(answers)))
        right.append(words)
        step = answers[words]
        if not step.answers:
            if len(given) > len(right):
                raise BrelanError(N_("This problem is solved: there is nothing more to play."))
            said = say("Right: you have won!") if problem.turns else say("Right!")
            return Tried(True, True, after if after.over else state, tuple(right), said, reason, "")
        for reply in step.reply:
            after.play(reply)
        state, answers = after, step.answers
        said = say.count("Right. Now win this turn.", "Right. {n} turns are left.", problem.turns - len(right))
    return Tried(True, False, state, tuple(right), said, reason, next(iter(answers)))


def wrong_words(problem: Problem, words: str, game: Game, say: Say, first: bool = True) -> str:
    """How wrong a move is."""
    value = problem.values.get(words) if first else None
    if not problem.turns:
        cost = problem.values[problem.best] - problem.values[words]
        return say("Not the best: it costs {cost}.", cost=game.bots.SCALE.told(cost, say))
    if value is None:
        return say("With that you do not win in time.")
    if value > 0:
        return say.count("That still wins, but not this turn.", "That still wins, but not in {n} turns.", problem.turns)
    return say("That only draws.") if value == 0 else say("That loses: the other player can force a win.")


def reason_words(problem: Problem, words: str, lang: str) -> str:
    """What the master thinks of a move, where it was kept."""
    return problem.reasons.get(words, {}).get(lang, "")


def missed_words(problem: Problem, game: Game, say: Say) -> str:
    """Who goes wrong here, and what that costs them."""
    fooled = [level for level, (often, _) in problem.missed.items() if often >= 0.5]
    names = say.list([say(LEVEL_WORDS.get(level, level)) for level in fooled])
    if problem.turns:
        return say("Most often missed by: {levels}.", levels=names)
    cost = sum(problem.missed[level][1] for level in fooled) / len(fooled)
    return say("Most often missed by: {levels}, at a cost of {cost} on average.", levels=names,
               cost=game.bots.SCALE.told(cost, say))  # fmt: skip


def check_words(problem: Problem, game: Game, say: Say) -> str:
    """By how much the best move is best, and how sure that is."""
    if problem.turns:
        return say("Proven: every reply was tried.")
    scale = game.bots.SCALE
    margin = scale.told(problem.margin, say)
    if problem.check == COUNTED:
        error = scale.told(problem.error, say)
        told = N_("The best of the wrong moves costs {margin} (± {error}, by games played out on the same luck).")
        return say(told, margin=margin, error=error)
    if problem.check == PLAYED:
        error = scale.told(problem.error, say)
        return say("The best of the other moves costs {margin}; games played out from here agree (± {error}).",
                   margin=margin, error=error)  # fmt: skip
    return say("The best of the other moves costs {margin} (exact).", margin=margin)


# --- the same as data


def data(problem: Problem, game: Game, state: State, lang: str) -> dict[str, Any]:
    """A problem as plain data: what the solver sees and is asked, and nothing of the solution."""
    view = state.view(problem.seat)
    return {
        "game": game.name,
        "id": problem.id,
        "grade": problem.grade,
        "turns": problem.turns,
        "seat": problem.seat,
        "question": question(problem, game.say(lang)),
        "moves": view["moves"],
        "view": view,
    }


def solution_data(problem: Problem, game: Game, lang: str) -> dict[str, Any]:
    """The solution as plain data."""
    state, say = position(problem, game, lang), game.say(lang)
    return {
        "id": problem.id,
        "best": list(problem.answers),
        "words": state.tell(state.parse(problem.best), problem.seat, lang),
        "reason": reason_words(problem, problem.best, lang),
        "check": f"{check_words(problem, game, say)} {missed_words(problem, game, say)}",
        "margin": problem.margin,
        "error": problem.error,
        "values": dict(problem.values),
        "missed": {level: {"often": often, "cost": cost} for level, (often, cost) in problem.missed.items()},
    }


# --- what a solver has done


@dataclass(frozen=True)
class Trial:
    """What is kept of one person's tries at one problem."""

    tries: int = 0
    solved: str = ""  # the date
    shown: bool = False  # the solution was asked for first: solving it then does not count

    def __str__(self) -> str:
        return json.dumps(self.__dict__)

    @classmethod
    def read(cls, text: str) -> "Trial":
        """What was kept; nothing, if it cannot be read."""
        try:
            plain = json.loads(text or "{}")
            return cls(int(plain["tries"]), str(plain["solved"]), bool(plain["shown"]))
        except (ValueError, KeyError, TypeError):
            return cls()

    def after(self, answer: Tried, day: datetime.date) -> "Trial":
        """The same after one more answer."""
        if (answer.right and not answer.solved) or not answer.weighed:
            return self
        counts = answer.solved and not self.shown and not self.solved
        return Trial(self.tries + 1, day.isoformat() if counts else self.solved, self.shown)


def dates(texts: Iterable[str]) -> list[datetime.date]:
    """Dates as they are kept; what is none is left out."""
    found = []
    for text in texts:
        try:
            found.append(datetime.date.fromisoformat(text))
        except ValueError:
            continue
    return found
