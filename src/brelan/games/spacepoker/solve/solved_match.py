"""Solved heads-up matches as they are kept: the chances of every state, and the plans of those that are kept whole.

`bench/spacepoker_match.py` solves them. The chances always come with the program, and plans as far as there is room.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from ....engine.solved import Arrays, Store
from ....model.options import Value
from ..rules.planets import EACH_POINTS
from ..rules.state import CLOSINGS, FLEETS
from .deals import EXCHANGES, deals
from .equilibrium import Plan, Question
from .induction import Chances, after
from .learning import REAL
from .matches import Match, plan_tree
from .stake_tree import OPENER, PLACES, Tree
from .strategies import STEPS

STORE = Store("spacepoker", __name__, shipped=Path(__file__).parent / "shipped")
State = tuple[int, int]  # hands left, and the opener's points before the ante
ROW = {OPENER: slice(0, 1), 1 - OPENER: slice(1, 1 + len(EXCHANGES))}  # of the exchanges that are kept


def name_of(match: Match) -> str:
    rule = match.hands, match.ante, match.rise, match.closing, int(match.rotates), int(match.kickers), match.fleet
    return "match-" + "-".join(map(str, rule))


def match_of(options: Mapping[str, Value], players: int) -> Match | None:
    """The match that is played, if its states are what `Match` says: purses that are numbers, and stakes that all can
    answer.
    """
    numbers = options["change"] and options["reach"] == "even" and options["stack"] == EACH_POINTS
    if players != 2 or not numbers or options["max_raises"] or not options["hands"] or not options["ante"]:
        return None
    return Match(
        hands=int(options["hands"]),
        ante=int(options["ante"]),
        rise=int(options["rise"]),
        closing=CLOSINGS.index(str(options["closing"])),
        rotates=options["first"] == "rotate",
        kickers=bool(options["kickers"]),
        fleet=FLEETS.index(str(options["fleet"])),
    )


@dataclass(frozen=True, eq=False)
class SolvedMatch:
    """The chances of a match, and some of its plans."""

    match: Match
    low: np.ndarray  # [hands left, points before the ante]: the chance the opener's plan makes sure of …
    high: np.ndarray  # … and what is left to an opener by the second's
    plans: Mapping[int, Arrays]  # by hands left

    @cached_property
    def chances(self) -> np.ndarray:
        """[hands left, points before the ante]: the chance of the match of whoever opens."""
        return np.asarray((self.low + self.high) / 2)

    def then(self, left: int) -> Chances:
        """With so many hands left: by the points of who opens, what it comes to when this hand is over."""
        return after(self.chances[left - 1], self.match.rotates)

    def staked(self, left: int) -> list[int]:
        """The states at which there are stakes, of which the exchanges are kept …"""
        return [int(x) for x in self.plans[left]["points"]] if left in self.plans else []

    def kept(self, left: int) -> list[int]:
        """… and those of which the stakes are kept too."""
        return [int(x) for x in self.plans[left].get("kept", self.plans[left]["points"])] if left in self.plans else []

    def states(self, whole: bool) -> list[State]:
        """All of these."""
        return [(left, x) for left in sorted(self.plans) for x in (self.kept if whole else self.staked)(left)]

    def steps(self, left: int, x: int, place: int) -> np.ndarray:
        """[pair, edge, group]: a place's stakes in whole steps."""
        held, name = self.plans[left], ("opener", "second")[place]
        at = self.kept(left).index(x)
        ends = np.cumsum([0, *held[f"{name}_edges"]])
        return whole(plan_tree(self.match, left, x, place), place, held[name][:, ends[at] : ends[at + 1]])

    def exchange(self, left: int, x: int, place: int) -> np.ndarray:
        """[row, act]: probabilities."""
        row = self.plans[left]["exchange"][self.staked(left).index(x), ROW[place]].astype(float)
        first = deals(self.match.fleet).first_act
        return np.asarray(
            row / np.repeat(np.maximum(np.add.reduceat(row, first[:-1], axis=1), 1), np.diff(first), axis=1)
        )

    def plan(self, left: int, x: int, place: int) -> Plan:
        made = plan_tree(self.match, left, x, place)
        asked = Question(
            int(made.levels[-1]), self.match.ante_of(left), self.match.closing, self.match.kickers, self.match.fleet
        )
        return Plan(asked, place, made, self.exchange(left, x, place), self.steps(left, x, place) / REAL(STEPS))

    def worth(self, left: int, x: int, place: int) -> tuple[np.ndarray, np.ndarray]:
        """By points won, and by points lost, what that makes of a place's chance of the match, less a half."""
        won = np.arange(2 * EACH_POINTS + 1)
        then = self.then(left) if place == OPENER else 1 - self.then(left)[::-1]
        mine = x if place == OPENER else 2 * EACH_POINTS - x
        gains, losses = (then[np.clip(mine + sign * won, 0, 2 * EACH_POINTS)] - 0.5 for sign in (1, -1))
        return gains, losses


def whole(made: Tree, place: int, kept: np.ndarray) -> np.ndarray:
    """A place's stakes with the last of every node, which has what the others leave."""
    spots = made.edges(place)
    node = made.parent[spots]
    last = made.action[spots] == made.width[node] - 1
    steps = np.zeros((kept.shape[0], len(spots), kept.shape[2]), np.uint8)
    steps[:, ~last] = kept
    ends = np.flatnonzero(last)
    starts = np.concatenate([[0], ends[:-1] + 1])
    steps[:, ends] = STEPS - np.add.reduceat(steps.astype(np.int16), starts, axis=1)
    return steps


def nearest_state(match: Match, states: Sequence[State], left: int, x: int) -> State:
    """Which of these states one is played as: itself, or the nearest with as many hands left. Where there are no
    stakes, the last hand of equals, which has none that matter.
    """
    equals = 1, EACH_POINTS
    if left == 0 or (equals in states and min(x, 2 * EACH_POINTS - x) <= match.ante_of(left)):
        return equals if equals in states else states[0]
    same = [state for state in states if state[0] == left] or list(states)
    return min(same, key=lambda state: (abs(state[1] - x), state))


@lru_cache(maxsize=4)
def found(match: Match) -> SolvedMatch | None:
    """The solved match, if it was solved here or came with the program."""
    held = STORE.find(name_of(match))
    if held is None:
        return None
    plans = {left: STORE.find(f"{name_of(match)}-{left}") for left in range(1, match.hands + 1)}
    return SolvedMatch(match, held["low"], held["high"], {left: plan for left, plan in plans.items() if plan})


__all__ = ["PLACES", "STORE", "SolvedMatch", "found", "match_of", "name_of", "whole"]
