"""A finished game reviewed: what was luck and what was skill, seat by seat.

A game is walked through by what each position is worth (`brelan.play.worth`). What a throw, a deal or a draw changed is
*luck*; what a decision gave away against the best move, judged by what its seat could know, is a *loss*, and to the
others it is what *others'* choices brought. What a decision changed beyond that hung on what its seat could not know:
*hidden* luck. For each seat

    start + luck + hidden − loss + others + rest = result

and the *rest* is what the estimates of worth fail by: nothing where a game is solved. A match is reviewed partie by
partie: what a new one is worth at its start counts as start. `next` has no luck, `time` goes to the rest, and moves
without a choice count in no mean.
"""

import math
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from ..model.contract import Look, Progress, Scale, Weighed, Worth
from ..model.errors import BrelanError
from ..model.referee import CHANCE, NEXT, TIME
from ..model.words import N_
from ..play.state import State
from ..play.worth import followed, judge, weigh

SAMPLED = 12  # outcomes of one chance move that are judged, where there are more
TINY = 1e-9  # below it a loss is none: the judge's own indifference


@dataclass
class Decision:
    """One choice of a seat: the move, the best one, and what it lost against that, in what the scale reckons losses."""

    number: int  # of the move, from 1
    seat: int
    move: str
    best: str
    loss: float
    error: float
    mark: str  # "slip", "mistake", "blunder", or ""
    choices: int  # how many moves were legal
    why: str = ""  # what speaks for the best move, and what for this one


@dataclass
class Chance:
    """A throw, a deal or a draw: the moves it took, and its luck by seat."""

    first: int  # the numbers of its moves
    last: int
    luck: tuple[float, ...]


@dataclass
class Seat:
    """What a game was to one seat, in the game's scale: `start + luck + hidden − loss + others + rest = result`."""

    name: str
    start: float = 0.0
    luck: float = 0.0
    hidden: float = 0.0
    loss: float = 0.0
    others: float = 0.0
    rest: float = 0.0
    result: float = 0.0
    error: float = 0.0  # the standard error of luck and rest, where worth is an estimate and it is known
    decisions: int = 0  # with a choice
    mean_loss: float = 0.0  # of these, in what the scale reckons losses

    @property
    def sum(self) -> float:
        """What all parts add up to: the result."""
        return self.start + self.luck + self.hidden - self.loss + self.others + self.rest


@dataclass
class Review:
    """A whole game. `points` are the moments of the graph: after how many moves, and what the game then was worth to
    each seat.
    """

    game: str
    version: int
    options: dict[str, Any]
    names: list[str]
    unit: str  # of worth and luck
    reckoned: str  # of losses
    exact: bool
    seats: list[Seat]
    decisions: list[Decision]
    chances: list[Chance]
    points: list[tuple[int, tuple[float, ...]]]
    moves: int
    marks: list[int] = field(default_factory=list)  # indices of the decisions marked, the gravest first

    def data(self) -> dict[str, Any]:
        """Plain data: what `brelan review --json` prints."""
        return asdict(self)

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Review":
        """The review these data are of."""
        known = {**data}
        known["seats"] = [Seat(**seat) for seat in data["seats"]]
        known["decisions"] = [Decision(**one) for one in data["decisions"]]
        known["chances"] = [Chance(one["first"], one["last"], tuple(one["luck"])) for one in data["chances"]]
        known["points"] = [(at, tuple(worth)) for at, worth in data["points"]]
        return cls(**known)

    def decision_at(self, number: int) -> Decision | None:
        """The decision that was move `number`."""
        return next((one for one in self.decisions if one.number == number), None)


def look_at(state: State) -> Look:
    """How a game's positions are looked at: by throws of its own, so that no two games' estimates miss alike and luck
    averages to nothing over many of them; by the same ones whenever it is looked over again.
    """
    return Look(zlib.crc32(np.array(state.log, np.int64).tobytes()))


def luck_of(state: State, effort: float = 1.0) -> list[float]:
    """Each seat's luck alone, as a review of the game has it; with less `effort` fewer games are played on.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, parties=1, target=100)
        >>> while not state.over:
        ...     state.apply(state.legal()[0])
        >>> luck_of(state) == [seat.luck for seat in reviewed(state).seats]
        True
    """
    walk = Walk(state, replace(look_at(state), effort=effort), only="chance")
    walk.advance(math.inf)
    return [seat.luck for seat in walk.seats]


def decisions_of(state: State) -> list[Decision]:
    """The decisions alone, as a review of the game has them: nothing else is judged.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, parties=1, target=100)
        >>> while not state.over:
        ...     state.apply(state.legal()[0])
        >>> decisions_of(state) == reviewed(state).decisions
        True
    """
    walk = Walk(state, only="choice")
    walk.advance(math.inf)
    return walk.decisions


def reviewed(state: State, progress: Progress | None = None) -> Review:
    """The review of a finished game.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, names=["Katy", "Kévin"], parties=1, target=100)
        >>> bot = brelan.bot("dodeka", "novice", seed=1)
        >>> while not state.over:
        ...     state.apply(bot.pick(state.view_state(state.mover)))
        >>> found = reviewed(state)
        >>> seat = found.seats[0]
        >>> found.exact, abs(seat.sum - seat.result) < 1e-9, abs(seat.rest) < 1e-9, seat.result == state.payoff[0]
        (True, True, True, True)
    """
    walk = Walk(state)
    while not walk.finished:
        walk.advance(0.2)
        if progress:
            progress(walk.done, walk.total, "")
    return walk.review()


def refuse_unless_whole(state: State) -> None:
    """A review is of a whole, finished game: of a running one it would tell what a seat may not know."""
    if state.seat is not None:
        raise BrelanError(N_("A review needs the whole game: this record holds only what one seat saw."))
    if not state.over:
        raise BrelanError(N_("A review is of a finished game: this one is still being played."))
    if not state._begun:
        raise BrelanError(N_("A review needs the whole game from its first move."))


def _segments(state: State) -> Iterator[tuple[str, int, int]]:
    """The game in runs of moves `first` to `last` − 1: chance, next, time, and each choice by itself."""
    run = 0
    total = 0
    for at, (before, code) in enumerate(state.history()):
        kind = kind_of(before, code)
        if kind == "chance":
            run += 1
            total = at + 1
            continue
        if run:
            yield "chance", at - run, at
            run = 0
        yield kind, at, at + 1
        total = at + 1
    if run:
        yield "chance", total - run, total


def kind_of(before: State, code: int) -> str:
    if code in (TIME, NEXT):
        return "time" if code == TIME else "next"
    return "chance" if before.mover == CHANCE else "choice"


class Walk:
    """The walk through a game, in as many pieces as one likes: it can be handed from one process to another.

    Examples:
        >>> import brelan
        >>> state = brelan.game("dodeka").new(players=2, seed=7, parties=1, target=100)
        >>> while not state.over:
        ...     state.apply(state.legal()[0])
        >>> walk = Walk(state)
        >>> while not walk.finished:
        ...     walk.advance(seconds=1.0)
        >>> walk.done == walk.total, walk.review().moves == len(state.log)
        (True, True)
    """

    def __init__(self, state: State, look: Look | None = None, only: str = "") -> None:
        refuse_unless_whole(state)
        state.game.hurry()
        self.segments = list(_segments(state))
        self.done = 0
        self.state = state
        self.look = look or look_at(state)
        self.only = only  # "chance" or "choice": nothing else is looked at, and there is no account
        self.scale: Scale = state.game.bots.SCALE
        self.seats = [Seat(name) for name in state.names]
        self.decisions: list[Decision] = []
        self.chances: list[Chance] = []
        self.variance, self.misses = 0.0, 0.0
        self.settled = [0.0] * state.players  # what parts came to that later worths leave out
        self.at = State.laid(state.game, state.options, state.names)  # where the walk stands
        self.log = state.log
        self.worth = judge(self.at, self.look)
        self.exact = True
        self._note(self.worth)
        for seat, worth in zip(self.seats, self.worth.seats, strict=True):
            seat.start = worth
        self.points = [(0, self._shown(self.worth))]

    @property
    def total(self) -> int:
        """How many steps it takes."""
        return len(self.segments)

    @property
    def finished(self) -> bool:
        return self.done == self.total

    def advance(self, seconds: float) -> None:
        """Walks on for so long, one step at least."""
        until = time.perf_counter() + seconds
        while not self.finished:
            self._step(*self.segments[self.done])
            self.done += 1
            if time.perf_counter() >= until:
                break

    def _note(self, worth: Worth) -> None:
        """Keeps the error of an estimate."""
        if worth.error:
            self.exact = False
        missed = worth.missed if worth.rolled else worth.error
        if worth.rolled:
            self.variance += max(0.0, worth.error**2 - missed**2)
        if math.isfinite(missed):  # how far a table or a network misses, not by chance: once, not at every move
            self.misses = max(self.misses, missed)

    def _shown(self, worth: Worth) -> tuple[float, ...]:
        """What the graph shows."""
        return worth.spare if self.scale.spare and worth.spare is not None else worth.seats

    def _add(self, part: str, change: Sequence[float]) -> None:
        for seat, by in zip(self.seats, change, strict=True):
            setattr(seat, part, getattr(seat, part) + by)

    def _step(self, kind: str, first: int, last: int) -> None:
        if self.only:
            self._alone(kind, first, last)
            return
        before = self.worth
        if kind == "choice":
            self._choice(first)
        elif kind == "chance":
            self._chance(first, last)
        else:
            self.at.apply(self.log[first])
            self.worth = judge(self.at, self.look)
            begins = kind == "next" and self.worth.part != before.part
            if begins and before.alone:
                self.settled = [settled + worth for settled, worth in zip(self.settled, before.seats, strict=True)]
                self._add("start", self.worth.seats)
            else:
                self._add("start" if begins else "rest", _less(self.worth, before))
            self._note(self.worth)
        self.points.append((last, self._shown(self.worth)))

    def _alone(self, kind: str, first: int, last: int) -> None:
        """A step where luck alone, or decisions alone, are asked for."""
        if kind == self.only == "chance":
            if first:
                self.worth = judge(self.at, self.look)
            self._chance(first, last)
            return
        if kind == self.only and len(self.at.legal()) > 1:
            self._keep(first, *self._weighed(self.at.view_state(self.at.mover), self.log[first]))
        for at in range(first, last):
            self.at.apply(self.log[at])

    def _chance(self, first: int, last: int) -> None:
        """A throw, a deal or a draw. Where worth is exact, or the mean over games played on, it is itself the mean over
        what might have come; other estimates are judged outcome by outcome.
        """
        total = np.zeros(len(self.seats))
        if self.worth.rolled or not self.worth.error:
            before = self.worth
            for at in range(first, last):
                self.at.apply(self.log[at])
            self.worth = judge(self.at, self.look)
            self._note(self.worth)
            if before.rolled or not self.worth.error:
                total += _less(self.worth, before)
                self._add("luck", total.tolist())
                self.chances.append(Chance(first + 1, last, tuple(total.tolist())))
                return
            self._add("rest", _less(self.worth, before))
            self.chances.append(Chance(first + 1, last, tuple(total.tolist())))
            return
        for at in range(first, last):
            mean, error = _mean_after(self.at, self.look, at)
            self._add("rest", (mean - np.array(self.worth.seats)).tolist())
            self.at.apply(self.log[at])
            self.worth = judge(self.at, self.look)
            total += np.array(self.worth.seats) - mean
            self.variance += error**2
        self._note(self.worth)
        self._add("luck", total.tolist())
        self.chances.append(Chance(first + 1, last, tuple(total.tolist())))

    def _choice(self, at: int) -> None:
        state, code, seat = self.at, self.log[at], self.at.mover
        before, choices = self.worth, len(state.legal())
        view = state.view_state(seat)
        after = followed(state, code)
        self.worth = judge(after, self.look)
        if choices > 1:
            best, played = self._weighed(view, code)
            self._account(state, seat, best, played, before, view._buf.tobytes() != state._buf.tobytes())
            self._keep(at, best, played)
        else:
            self._add("rest", _less(self.worth, before))
        self._note(self.worth)
        self.at = after

    @staticmethod
    def _weighed(view: State, code: int) -> tuple[Weighed, Weighed]:
        """The best move by what the seat could know, and the one it played."""
        weighed = weigh(view, [code])
        best = max(weighed, key=lambda one: (one.value, one.move == code))
        played = next(one for one in weighed if one.move == code)
        return (best if best.value - played.value > TINY else played), played

    def _account(self, state: State, seat: int, best: Weighed, played: Weighed, before: Worth, hides: bool) -> None:
        """Shares out what a choice changed. What it changed beyond its loss hung on what the seat could not know."""
        if state.game.rules.OPEN and not before.error and not self.worth.error:
            change = _less(self.worth, before)
            self.seats[seat].loss -= change[seat]
            self._add("others", [0.0 if other == seat else by for other, by in enumerate(change)])
            return
        change = _less(self.worth, before)
        lost = best.value - played.value
        if (
            self.scale.spare and best is not played
        ):  # losses are told in points to spare: what it cost is seen in the worth itself
            lost = max(0.0, judge(followed(state, best.move), self.look).seats[seat] - self.worth.seats[seat])
        if best.seats is not None and played.seats is not None:
            brought = [mine - others for mine, others in zip(played.seats, best.seats, strict=True)]
        else:
            brought = [lost / (len(self.seats) - 1)] * len(self.seats)
        beyond = "hidden" if hides else "rest"
        for other, one in enumerate(self.seats):
            known = -lost if other == seat else brought[other]
            if other == seat:
                one.loss += lost
            else:
                one.others += known
            setattr(one, beyond, getattr(one, beyond) + change[other] - known)

    def _keep(self, at: int, best: Weighed, played: Weighed) -> None:
        """A decision from where the walk stands."""
        words, loss = self.state.game.words, max(0.0, best.value - played.value)
        self.decisions.append(
            Decision(
                at + 1,
                self.at.mover,
                words(played.move),
                words(best.move),
                loss,
                played.error,
                self.scale.mark(loss, played.error),
                len(self.at.legal()),
            )
        )

    def review(self) -> Review:
        state, game = self.state, self.state.game
        for number, seat in enumerate(self.seats):
            seat.result = self.settled[number] + self.worth.seats[number]
            seat.error = 0.0 if self.exact else math.hypot(math.sqrt(self.variance), self.misses)
            own = [one.loss for one in self.decisions if one.seat == number]
            seat.decisions, seat.mean_loss = len(own), sum(own) / len(own) if own else 0.0
            if self.exact:  # what floating point leaves is no estimate's failure
                seat.loss = seat.loss if abs(seat.loss) > TINY else 0.0
        marked = [at for at, one in enumerate(self.decisions) if one.mark]
        marked.sort(key=lambda at: -self.decisions[at].loss)
        scale = self.scale
        return Review(
            game.name,
            game.version,
            dict(state.options),
            list(state.names),
            scale.unit,
            scale.spare or scale.unit,
            self.exact,
            self.seats,
            self.decisions,
            self.chances,
            self.points,
            len(self.log),
            marked,
        )


def _less(worth: Worth, other: Worth) -> list[float]:
    return [mine - theirs for mine, theirs in zip(worth.seats, other.seats, strict=True)]


def _mean_after(state: State, look: Look, at: int) -> tuple[np.ndarray, float]:
    """The mean worth over the outcomes of a chance move, by their weights, and its error where they are sampled."""
    odds = state.odds()
    weights = np.array([weight for _, weight in odds], float)
    if len(odds) <= SAMPLED:
        judged = np.array([judge(followed(state, code), look).seats for code, _ in odds])
        return np.average(judged, axis=0, weights=weights), 0.0
    rng = np.random.default_rng([look.seed, at])
    drawn = rng.choice(len(odds), SAMPLED, p=weights / weights.sum(), replace=bool(np.ptp(weights)))
    judged = np.array([judge(followed(state, odds[which][0]), look).seats for which in drawn])
    return judged.mean(axis=0), float(judged.std(axis=0, ddof=1).max() / SAMPLED**0.5)
