"""Making problems: games between bots are looked through for decisions in which one move is clearly best and a weaker
level goes wrong. The same seed gives the same problems wherever nothing has to be searched.

What is stated is checked: exact where the master's advice is; else by games played out. Where the master searches, all
legal moves are counted so, on the same luck: what is within the error of the best is right too, whatever the search
says of it. Where the advice is a model's, the best and the next best move are played out.
"""

import hashlib
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..engine.crew import Crew, at_work
from ..engine.kernel import CHANCE, OVER, stream
from ..model.contract import Advice, Progress, Quiz
from ..model.errors import BrelanError
from ..model.words import LANGUAGES, N_, Say
from ..play import catalogue
from ..play.catalogue import Game
from ..play.state import BOT_NAMES, State
from ..play.worth import played_on
from .problems import COUNTED, EXACT, FILE, GRADES, PLAYED, Problem, Step, all_of, position

SAMPLES = 6  # choices of each level that are looked at
OFTEN = 0.5  # from this share on a level goes wrong
GLANCE, LONGER = 0.2, 10.0  # patience of the search that finds; how many times longer the one that checks takes
SURE = 2.6  # standard errors a margin must be beyond: 99 %
PLAYOUTS, MOST_PLAYOUTS = 1000, 4000  # games played out for each of two moves
COUNTED_AT_ONCE, MOST_COUNTED = 200, 2400  # the same for each of all moves; those that are clearly worse get no more
AGAIN = 2  # the seed of the games that check a problem another time
ASKED = 8  # decisions of one game whose advice is asked for
LARGEST = 0.75  # share of one grade
WIDEST = 30  # right moves in all that a forced win may have
SAME = 1e-9  # moves nearer than that are worth the same
HANDED = 10_000  # games a crew is given to look through at a time


# --- advice in every language at once

MARK = re.compile("\ue000([0-9]+)\ue001")


class Tongues(Say):
    """A `Say` that keeps what was said, and says it in any language afterwards: a search is made once, and its numbers
    are the same in all of them.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.lang = game, "en"
        self._kept: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def _keep(self, how: str, *given: Any, **values: Any) -> str:
        self._kept.append((how, given, values))
        return f"\ue000{len(self._kept) - 1}\ue001"

    def __call__(self, message: str, **values: Any) -> str:
        return self._keep("__call__", message, **values)

    def count(self, one: str, many: str, n: float, digits: int = 0, sign: bool = False, **values: Any) -> str:
        return self._keep("count", one, many, n, digits, sign, **values)

    def number(self, value: float, digits: int = 0, sign: bool = False) -> str:
        return self._keep("number", value, digits, sign)

    def percent(self, share: float, digits: int = 1) -> str:
        return self._keep("percent", share, digits)

    def colon(self, what: str, told: str) -> str:
        return self._keep("colon", what, told)

    def parts(self, items: Any) -> str:
        return self._keep("parts", tuple(items))

    def list(self, items: "list[str] | tuple[str, ...]") -> str:
        return self._keep("list", tuple(items))

    def said(self, text: str, lang: str) -> str:
        """A text made with this, in one language."""
        say = self.game.say(lang)

        def spoken(value: Any) -> Any:
            if isinstance(value, str):
                return MARK.sub(lambda found: str(one(int(found[1]))), value)
            return tuple(map(spoken, value)) if isinstance(value, tuple) else value

        def one(number: int) -> Any:
            how, given, values = self._kept[number]
            return getattr(say, how)(*map(spoken, given), **{name: spoken(value) for name, value in values.items()})

        whole = str(spoken(text))
        return re.sub(r"(?<=[^\s\u00a0\u202f]);", "\u00a0;", whole) if lang == "fr" else whole


# --- what the bots do


@dataclass
class Bots:
    """The levels of a game at one kind of table, each answering at once."""

    game: Game
    quiz: Quiz

    def __post_init__(self) -> None:
        self.options = self.game.complete_options(self.quiz.options)
        self.levels = self.game.bots.LEVELS
        self.tables = [self.game.bots.tables((level,), self.quiz.players, self.options) for level in self.levels]

    def choose(self, view: State, level: int, rng: Any) -> int:
        return int(self.game.drivers.choose(view._buf, level, rng, self.tables[level]))

    def advise(self, view: State, patience: float = GLANCE) -> "tuple[list[Advice], Tongues]":
        say = Tongues(self.game)
        return self.game.bots.advise(view, say, patience), say


def games_played(bots: Bots, seed: int) -> Iterator[State]:
    """The decisions of one game between bots of all levels, in the order they come."""
    rng, luck = stream(seed), np.random.default_rng(seed)
    names = tuple(BOT_NAMES[: bots.quiz.players])
    state = State.laid(bots.game, bots.options, names)
    levels = [int(level) for level in luck.integers(1, len(bots.levels), bots.quiz.players)]
    while not state.over:
        if state.mover == CHANCE:
            codes, weights = zip(*state.odds(), strict=True)
            state.apply(codes[int(luck.choice(len(codes), p=np.array(weights) / sum(weights)))])
            continue
        view = state.view_state(state.mover)
        if len(view.legal()) > 1:
            yield state
        state.apply(bots.choose(view, levels[state.mover], rng))


# --- one problem


Chosen = dict[str, list[str]]


def tempting(bots: Bots, state: State, seed: int) -> Chosen | None:
    """What each level below the master chooses, if one of them mostly does otherwise than the master at a glance."""
    view, game, rng = state.view_state(state.mover), bots.game, stream(seed)
    top = len(bots.levels) - 1
    master = game.words(bots.choose(view, top, rng))
    chosen = {
        level: [game.words(bots.choose(view, number, rng)) for _ in range(SAMPLES)]
        for number, level in enumerate(bots.levels[:top])
    }
    return chosen if any(_wrong(moves, {master}) >= OFTEN for moves in chosen.values()) else None


def made(bots: Bots, state: State, chosen: Chosen, seed: int) -> Problem | None:
    """The problem this decision is, if it is one."""
    view, game = state.view_state(state.mover), bots.game
    advice, say = bots.advise(view)
    if bots.quiz.turns:
        found = _forced(bots, state, advice)
    else:
        found = _best(bots, state, advice, seed)
    if found is None:
        return None
    answers, advice, say = found.answers, *(found.longer or (advice, say))
    values = found.values or {one.move: one.value for one in advice}
    right, best = set(answers), values[next(iter(answers))]
    missed = {
        level: (_wrong(moves, right), _cost(moves, right, values, best, found.margin))
        for level, moves in chosen.items()
    }
    fooled = [number for number, level in enumerate(missed, 1) if missed[level][0] >= OFTEN]
    if not fooled:
        return None
    told = {next(iter(answers)), *(move for moves in chosen.values() for move in moves)}
    return Problem(
        id=name_of(view),
        rules=game.version,
        players=state.players,
        options={name: game_option(game, name, value) for name, value in state.options.items()},
        moves=tuple(game.words(code) for code in state.log),
        seat=state.mover,
        turns=found.turns,
        answers=answers,
        values={move: round(float(value), 4) for move, value in values.items()},
        margin=round(float(found.margin), 4),
        error=round(float(found.error), 4),
        check=found.check,
        missed={level: (round(often, 2), round(float(cost), 4)) for level, (often, cost) in missed.items()},
        grade=min(max(fooled), len(GRADES)),
        reasons={
            one.move: {lang: say.said(one.text, lang) for lang in LANGUAGES} for one in advice if one.move in told
        },
    )


def name_of(view: State) -> str:
    """What a position is known by: what the solver sees alone, whatever order its fields lie in (`KNOWN_BY`)."""
    game, s = view.game, view.struct
    known = game.rules.KNOWN_BY
    seen = view.tobytes()
    if known:
        fresh, added = (
            game.laid(view.players, game.complete_options({})).view(game.rules.STATE)[0],
            sorted(set(s.dtype.names) - set(known)),
        )
        seen = b"".join(np.asarray(s[name]).tobytes() for name in known)
        options = {option.name for option in game.options}
        if any(s[name] != fresh[name] for name in added if name in options):
            seen += b"".join(name.encode() + np.asarray(s[name]).tobytes() for name in added if np.any(s[name]))
    return hashlib.sha256(game.name.encode() + seen).hexdigest()[:8]


def game_option(game: Game, name: str, value: Any) -> str:
    return next(option for option in game.options if option.name == name).write(value)


def _wrong(moves: Sequence[str], right: set[str]) -> float:
    return sum(move not in right for move in moves) / len(moves)


def _cost(moves: Sequence[str], right: set[str], values: Mapping[str, float], best: float, margin: float) -> float:
    """What a level's choices cost on average; one nobody weighed costs the margin at least."""
    costs = [0.0 if move in right else best - values.get(move, best - margin) for move in moves]
    return sum(costs) / len(costs)


class Found(NamedTuple):
    """What there is to find in a position: the right moves, in how many turns, and how that was checked."""

    answers: dict[str, Step]
    turns: int
    check: str
    margin: float
    error: float = 0.0
    values: Mapping[str, float] = {}  # what moves are worth, where that is not what the advice says
    longer: "tuple[list[Advice], Tongues] | None" = None  # advice from a longer search, if there was one


def standing_apart(advice: Sequence[Advice], margin: float) -> tuple[list[Advice], list[Advice]]:
    """The clearly best move, with those worth exactly as much (another die of the same face), and the others; nothing
    if none is clearly best.
    """
    best = advice[0]
    right = [one for one in advice if abs(one.value - best.value) <= SAME]
    others = [one for one in advice if abs(one.value - best.value) > SAME]
    if not best.best or not others or best.value - max(one.value for one in others) < margin:
        return [], []
    return right, others


def _best(bots: Bots, state: State, advice: list[Advice], seed: int) -> Found | None:
    """A move to find, checked."""
    view, least = state.view_state(state.mover), bots.quiz.margin
    if any(advice_on.error for advice_on in advice):
        return _counted(bots, view, seed)
    right, others = standing_apart(advice, least)
    if not right:
        return None
    best, second = right[0], max(others, key=lambda one: one.value)
    margin = best.value - second.value
    answers = {one.move: Step() for one in right}
    if all(one.error == 0.0 for one in advice):
        # A master that mixes has its reasons: where it sometimes does otherwise, no one move is right.
        rng = stream(seed)
        moves = [bots.game.words(bots.choose(view, len(bots.levels) - 1, rng)) for _ in range(SAMPLES)]
        if _wrong(moves, set(answers)) or not _comes_out(bots, view, best.move, second.move, seed):
            return None
        return Found(answers, 0, EXACT, margin)
    error = played_out(bots, view, best.move, second.move, seed)
    return None if error is None else Found(answers, 0, PLAYED, margin, error)


class Count(NamedTuple):
    """What games played out from a move came to, beside those from the best on the same luck."""

    games: int
    share: float  # of the win
    cost: float  # against the best move
    error: float  # the standard error of the cost

    @property
    def beyond(self) -> bool:
        """Whether it costs something, beyond the error."""
        return self.cost > SURE * self.error


def counted(
    view: State,
    level: str,
    best: str,
    least: float,
    seed: int,
    most: int = MOST_COUNTED,
    moves: Collection[str] = (),
    at_once: int = COUNTED_AT_ONCE,
) -> dict[str, Count]:
    """All legal moves, or these, counted against the best one: over so many games on the same luck at most; over fewer
    where a move is seen before to cost the least that is asked, or to cost less. Others than `level` play on otherwise.

    Examples:
        >>> import brelan
        >>> from brelan.school import problems
        >>> game = brelan.game("dalapapa")
        >>> problem = problems.find(game, "748c24ae")
        >>> view = problems.position(problem, game, "en").view_state(problem.seat)
        >>> found = counted(view, "expert", problem.best, 0.05, seed=1, most=40, at_once=20)
        >>> {move: (count.share, count.beyond) for move, count in found.items()}
        {'replay': (1.0, False), 'end': (0.0, True)}
    """
    game, seat = view.game, view.mover
    codes = [code for code in view.legal() if game.words(code) == best or not moves or game.words(code) in moves]
    top = game.code(best)
    assert top is not None and seat is not None
    ends: dict[int, np.ndarray] = {code: np.zeros(0) for code in codes}
    open_, games = [code for code in codes if code != top], 0
    while open_ and games < most:
        more = played_on(view, level, at_once, False, [top, *open_], seat, seed=1000 * seed + 10 * (games // at_once))
        for code, played in zip([top, *open_], more[:, :, seat], strict=True):
            ends[code] = np.concatenate([ends[code], played])
        games += at_once
        for code in list(open_):
            one = _count(ends, top, code)
            settled = one.cost >= least and one.beyond, one.cost + SURE * one.error < least
            if games >= 2 * at_once and any(settled):
                open_.remove(code)
    return {game.words(code): _count(ends, top, code) for code in codes}


def _count(ends: Mapping[int, np.ndarray], top: int, code: int) -> Count:
    games = len(ends[code])
    lost = ends[top][:games] - ends[code]
    cost, error = (float(lost.mean()), float(lost.std()) / math.sqrt(games)) if games else (0.0, 0.0)
    return Count(games, float(ends[top].mean()) - cost, cost, error)


def _counted(bots: Bots, view: State, seed: int) -> Found | None:
    """A move to find, of a master that searches: a longer search finds it, games played out by the level below hold it.
    No move beats it; each of the others costs what is asked at least, or is right as well: within the error of the best
    move, or so near that no review would mark it.
    """
    longer, say = bots.advise(view, LONGER * GLANCE)
    best, least = longer[0].move, bots.quiz.margin
    among = [one.move for one in longer] if bots.quiz.twice else []
    counts = counted(view, bots.levels[-2], best, least, seed, moves=among)
    fine = bots.game.bots.SCALE.marks[0]
    wrong = {move: count for move, count in counts.items() if count.beyond and count.cost >= fine}
    if not wrong or any(count.cost < least for count in wrong.values()):
        return None
    if any(count.cost < -SURE * count.error for count in counts.values()):
        return None
    nearest = min(wrong.values(), key=lambda count: count.cost)
    answers = {move: Step() for move in (best, *counts) if move not in wrong}
    values = {move: count.share for move, count in counts.items()}
    return Found(answers, 0, COUNTED, nearest.cost, nearest.error, values, (longer, say))


def counted_again(problem: Problem, game: Game, seed: int = AGAIN, most: int = MOST_COUNTED) -> dict[str, Count]:
    """The moves of a problem counted once more, by other games."""
    least = next(one.margin for one in game.quiz if one.players == problem.players)
    view = position(problem, game, "en").view_state(problem.seat)
    return counted(view, game.bots.LEVELS[-2], problem.best, least, seed, most, problem.values)


def miscounted(problem: Problem, game: Game, counts: Mapping[str, Count]) -> str:
    """What is wrong with a problem by these counts, in a sentence; "" if it stands."""
    for move, count in counts.items():
        told = f"{move} costs {count.cost:.3f} ± {count.error:.3f}"
        if count.cost < -SURE * count.error:
            return f"{problem.id}: {problem.best} is not the best: {told}."
        if move in problem.answers and count.beyond and count.cost >= game.bots.SCALE.marks[0]:
            return f"{problem.id}: {told} and counts as right."
        if move not in problem.answers and not count.beyond:
            return f"{problem.id}: {told} and counts as wrong."
    return ""


def _comes_out(bots: Bots, view: State, best: str, other: str, seed: int) -> bool:
    """Whether games played out say the same, where a quiz wants a second way to tell."""
    if not bots.quiz.twice:
        return True
    return counted(view, bots.levels[-2], best, bots.quiz.margin, seed, moves=(best, other))[other].beyond


def played_out(bots: Bots, view: State, best: str, other: str, seed: int) -> float | None:
    """The standard error of how much oftener the best move wins, over games played out from both by the level below the
    master, which goes on as the model takes everybody to; None if that is not beyond its error.
    """
    level, rng, luck = len(bots.levels) - 2, stream(seed), np.random.default_rng(seed)
    out, weights = bots.game.scratch()
    drivers, codes = bots.game.drivers, [bots.game.code(best), bots.game.code(other)]

    def won(code: int | None) -> float:
        buffer = view._buf.copy()
        drivers.redeal(buffer, view.seat, rng)
        mover = drivers.apply(buffer, code, out, weights)
        while mover >= 0 or mover == CHANCE:
            if mover == CHANCE:
                n = drivers.chance(buffer, out, weights)
                at = int(np.searchsorted(np.cumsum(weights[:n]), luck.integers(int(weights[:n].sum())), side="right"))
                mover = drivers.apply(buffer, int(out[at]), out, weights)
                continue
            seen = buffer.copy()
            drivers.hide(seen, mover)
            mover = drivers.apply(buffer, int(drivers.choose(seen, level, rng, bots.tables[level])), out, weights)
        payoff = np.zeros(view.players, np.int64)
        drivers.payoff(buffer, payoff)
        winners = payoff == payoff.max()
        return float(winners[view.seat or 0]) / float(winners.sum())

    gaps: list[float] = []
    while len(gaps) < MOST_PLAYOUTS:
        gaps += [won(codes[0]) - won(codes[1]) for _ in range(PLAYOUTS)]
        error = float(np.std(gaps)) / math.sqrt(len(gaps))
        mean = float(np.mean(gaps))
        if mean > SURE * error:
            return error
        if mean < error:  # it will not come to anything
            return None
    return None


# --- a win to force


class _Proof:
    """Whether a seat can force a win in so many turns of its own, every reply tried: by the rules alone."""

    def __init__(self, game: Game, seat: int) -> None:
        self.drivers, self.seat = game.drivers, seat
        self.out, self.weights = (array.copy() for array in game.scratch())
        self._known: dict[tuple[bytes, int], bool] = {}
        self._refutes = Counter[int]()  # replies that have refuted something are tried first

    def _after(self, buffer: np.ndarray) -> Iterator[tuple[int, np.ndarray, int]]:
        """Each move, the position it leads to, and who is to act there."""
        codes = self.out[: self.drivers.legal(buffer, self.out)].tolist()
        for code in sorted(codes, key=lambda code: -self._refutes[code]):
            after = buffer.copy()
            yield code, after, int(self.drivers.apply(after, code, self.out, self.weights))

    def _won(self, buffer: np.ndarray) -> bool:
        payoff = np.zeros(2, np.int64)
        self.drivers.payoff(buffer, payoff)
        return bool(payoff[self.seat] > payoff[1 - self.seat])

    def wins(self, buffer: np.ndarray, turns: int) -> bool:
        """Whether the seat, which is to move, wins in so many turns at most."""
        key = buffer.tobytes(), turns
        if key not in self._known:
            self._known[key] = any(self.holds(after, mover, turns) for _, after, mover in self._after(buffer))
        return self._known[key]

    def holds(self, after: np.ndarray, mover: int, turns: int) -> bool:
        """Whether a move of the seat, this turn's, wins in so many turns counting it."""
        if mover == OVER:
            return self._won(after)
        if turns <= 1 or mover != 1 - self.seat:
            return False
        for code, reply, next_mover in self._after(after):
            if next_mover != self.seat or not self.wins(reply, turns - 1):
                self._refutes[code] += 1
                return False
        return True

    def shortest(self, buffer: np.ndarray, most: int) -> int:
        """In how many turns it wins; more than `most` if not in so many."""
        return next((turns for turns in range(1, most + 1) if self.wins(buffer, turns)), most + 1)


def _answers(bots: Bots, proof: _Proof, state: State, turns: int) -> dict[str, Step]:
    """The moves that win in so many turns, each with the defence that holds out longest, and what then wins."""
    found: dict[str, Step] = {}
    for one in bots.advise(state.view_state(state.mover))[0]:
        after = state.copy()
        after.play(one.move)
        if not proof.holds(after._buf, after.mover, turns):
            continue
        if after.over:
            found[one.move] = Step()
            continue
        longest, reply = 0, after
        for answer in bots.advise(after.view_state(after.mover))[0]:  # of equals, what the master would play
            tried = after.copy()
            tried.play(answer.move)
            lasts = proof.shortest(tried._buf, turns)
            if lasts > longest:
                longest, reply, words = lasts, tried, answer.move
        found[one.move] = Step((words,), _answers(bots, proof, reply, longest))
    return found


def _forced(bots: Bots, state: State, advice: list[Advice]) -> Found | None:
    """A win in a few turns that one first move alone brings."""
    if advice[0].value < 1.0 or any(one.error != 0.0 for one in advice):
        return None
    proof, most, tries = _Proof(bots.game, state.mover), bots.quiz.turns, []
    for one in advice:
        if one.value == 1.0:
            tries.append(state.copy())
            tries[-1].play(one.move)
    turns = next((n for n in range(1, most + 1) if any(proof.holds(t._buf, t.mover, n) for t in tries)), 0)
    if turns < 2:
        return None
    answers = _answers(bots, proof, state, turns)
    if len(answers) != 1 or _width(answers) > WIDEST:
        return None
    others = max(one.value for one in advice if one.move not in answers)
    return Found(answers, turns, EXACT, 1.0 - others) if 1.0 - others >= bots.quiz.margin else None


def _width(answers: Mapping[str, Step]) -> int:
    return sum(1 + _width(step.answers) for step in answers.values())


# --- many


def alike(problem: Problem) -> tuple[Any, ...]:
    """What two problems must not share. Dice that lie otherwise are no other problem: worths are compared, not moves;
    where they say little (a win, or none), the dice are.
    """
    return problem.id if problem.turns else "", problem.players, tuple(sorted(problem.values.values()))


def make(
    game: Game,
    want: int,
    seed: int = 0,
    seconds: float = math.inf,
    progress: Progress | None = None,
    kept: Callable[[Problem], None] = lambda _: None,
    known: Sequence[Problem] = (),
) -> list[Problem]:
    """So many problems of a game, no two alike nor from one game, no grade with much more than its share; fewer if the
    seconds are over first. `kept` is told each as it is found; those `known` count, and stay. A crew that was called
    looks through the games.
    """
    if not game.quiz:
        raise BrelanError(N_("{game} says nothing about problems (QUIZ)."), game=game.title)
    found = {alike(problem): problem for problem in known}
    grades = Counter(problem.grade for problem in known)
    most = math.ceil(want * LARGEST)
    until = time.monotonic() + seconds
    number, crew = seed, at_work()
    with closing(_Here(game) if crew is None else _HandedOut(game, crew)) as games:
        while len(found) < want and time.monotonic() < until:
            full = frozenset(grade for grade in grades if grades[grade] >= most)
            problem = games.look_through(number, full, until)
            number += 1
            if problem is None or alike(problem) in found or problem.id in {one.id for one in found.values()}:
                continue
            found[alike(problem)] = problem
            grades[problem.grade] += 1
            kept(problem)
            if progress:
                progress(len(found), want, "")
    return list(found.values())


class _Here:
    """Games that are looked through one by one."""

    def __init__(self, game: Game) -> None:
        game.hurry()
        self.desks = _desks(game, game.quiz)

    def look_through(self, number: int, full: frozenset[int], until: float) -> Problem | None:
        return _from_game(self.desks[number % len(self.desks)], number, until, full)

    def close(self) -> None:
        pass


class _HandedOut:
    """The same games looked through by a crew, ahead of being asked for: with the grades that were full then. What came
    of one is as good as if it were looked through now, unless its own grade is full since: then it is done again.
    """

    def __init__(self, game: Game, crew: Crew) -> None:
        self.asked, self.crew, self.full = (game.name, game.quiz), crew, frozenset[int]()
        self.ready: dict[int, Problem | None] = {}
        self.numbers: list[int] = []
        self.coming: Iterator[tuple[int, Problem | None]] = iter(())
        crew.get_ready(partial(_prepared, *self.asked))

    def look_through(self, number: int, full: frozenset[int], until: float) -> Problem | None:
        if full != self.full:
            self.close()
            self.full, self.coming = full, iter(())
            self.ready = {at: made for at, made in self.ready.items() if made is None or made.grade not in full}
        while number not in self.ready:
            if time.monotonic() > until:
                return None
            for at, problem in self.coming:
                self.ready[self.numbers[at]] = problem
                break
            else:
                self.numbers = [at for at in range(number, number + HANDED) if at not in self.ready]
                self.coming = self.crew.each(partial(_looked_through, *self.asked, full), self.numbers)
        return self.ready.pop(number)

    def close(self) -> None:
        if isinstance(self.coming, Generator):
            self.coming.close()


def _desks(game: Game, kinds: Sequence[Quiz]) -> list[Bots]:
    """Who plays: the kinds of table take turns from game to game."""
    return [Bots(game, quiz) for quiz in kinds]


_KEPT: dict[str, list[Bots]] = {}  # a worker's own, by what was asked


def _prepared(name: str, kinds: Sequence[Quiz]) -> None:
    """Makes a worker ready for its part of a game's problems."""
    if repr((name, kinds)) not in _KEPT:
        game = catalogue.game(name)
        game.hurry()
        _KEPT[repr((name, kinds))] = _desks(game, kinds)


def _looked_through(name: str, kinds: Sequence[Quiz], full: frozenset[int], number: int) -> Problem | None:
    _prepared(name, kinds)
    desks = _KEPT[repr((name, kinds))]
    return _from_game(desks[number % len(desks)], number, math.inf, full)


def _from_game(bots: Bots, number: int, until: float, full: frozenset[int]) -> Problem | None:
    """A problem of one game: of a few decisions here and there in it."""
    luck = np.random.default_rng(number)
    decisions = [state.copy() for state in games_played(bots, number)]
    if bots.quiz.turns:
        decisions.reverse()  # wins are forced near the end
    else:
        luck.shuffle(decisions)  # type: ignore[arg-type]
    tempted = ((state, chosen) for state in decisions if (chosen := tempting(bots, state, number)))
    for state, chosen in islice(tempted, ASKED):
        if time.monotonic() > until:
            return None
        problem = made(bots, state, chosen, number)
        if problem is not None and problem.grade not in full:
            return problem
    return None


def keep(game: Game, problems: Sequence[Problem]) -> Path:
    """Writes the problems into the game's folder, easy ones first."""
    file = game.folder / FILE
    file.parent.mkdir(exist_ok=True)
    lines = [problem.line() + "\n" for problem in sorted(problems, key=lambda one: (one.grade, one.id))]
    file.write_text("".join(lines), encoding="utf-8")
    return file


def checked_again(problem: Problem, game: Game, quiz: Quiz | None = None) -> str:
    """What is wrong with a problem today, in a sentence; "" if it stands."""
    quiz = quiz or next((one for one in game.quiz if one.players == problem.players), game.quiz[0])
    bots = Bots(game, quiz._replace(players=problem.players, options=dict(problem.options)))
    state = State.laid(game, bots.options, tuple(BOT_NAMES[: problem.players]))
    for words in problem.moves:
        state.play(words)
    if problem.check == COUNTED:
        return miscounted(problem, game, counted_again(problem, game))
    advice, _ = bots.advise(state.view_state(problem.seat))
    found = _forced(bots, state, advice) if problem.turns else _best(bots, state, advice, seed=1)
    if found is None:
        return f"{problem.id}: no move stands apart."
    if set(found.answers) != set(problem.answers):
        return f"{problem.id}: {', '.join(found.answers)} is best, not {problem.best}."
    return ""


def check_all(game: Game, progress: Progress | None = None, keeps: bool = False) -> list[str]:
    """What is wrong with a game's problems today. With `keeps`, those that stand are kept as made under today's rules,
    and the others thrown away.
    """
    every, wrong, standing = all_of(game), [], []
    for number, problem in enumerate(every, 1):
        try:
            sentence = checked_again(problem, game)
        except BrelanError as error:  # it does not replay any more
            sentence = f"{problem.id}: {error}"
        if sentence:
            wrong.append(sentence)
        else:
            standing.append(replace(problem, rules=game.version))
        if progress:
            progress(number, len(every), "")
    if keeps:
        keep(game, standing)
    return wrong
