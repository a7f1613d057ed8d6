"""Fits what the bots of SpacePoker reckon with where no match is solved, to matches that masters play by the rules of
the house: how far purses still come apart (`bots/standing.py`), and what a stake says of a hand (`bots/lookups.py`).

    python bench/spacepoker_fit.py 3 [--seconds 45]

It prints what fits best; the numbers are put into those files by hand.
"""

import argparse
import time
from collections.abc import Iterator

import numpy as np

import brelan
from brelan.engine.kernel import CHANCE, NEXT, OVER, stream
from brelan.games.spacepoker import bots
from brelan.games.spacepoker.bots.lookups import CLAIMS, claim, hand_of
from brelan.games.spacepoker.rules.planets import EACH_POINTS
from brelan.games.spacepoker.rules.state import IN, STAKING

GAME = brelan.game("spacepoker")
SPREADS = np.arange(0.8, 6, 0.1)
LEASTS, POWERS = (0.0, 0.02, 0.05, 0.08, 0.12, 0.2, 0.3, 0.5, 1.0), (0.5, 1, 2, 3, 4, 6, 8, 12, 16)
ALIKE = np.linspace(0.0025, 0.9975, 200)  # ranks, were a stake to say nothing


class Seen:
    """What is looked at in the matches."""

    def __init__(self) -> None:
        self.purses: list[np.ndarray] = []  # after a hand …
        self.left: list[int] = []  # … with so many hands to come …
        self.shares: list[np.ndarray] = []  # … and what the match came to
        self.ranks: list[list[float]] = [[] for _ in range(CLAIMS)]  # of hands whose stakes claim so much


def matches(players: int, seconds: float) -> Seen:
    """Matches of masters for so long."""
    assert GAME.bots.LEVELS is bots.LEVELS
    GAME.hurry()
    options = GAME.complete_options(GAME.recommended)
    tables, seen, until, number = bots.tables(("master",), players, options), Seen(), time.monotonic() + seconds, 0
    while time.monotonic() < until:
        number += 1
        after = []
        for buffer in _positions(players, options, tables, number):
            s = buffer.view(GAME.rules.STATE)[0]
            if s.phase != STAKING:
                after.append(buffer)
                continue
            for other in range(players):
                claimed = int(claim(s, other))
                if other != s.turn and s.inside[other] == IN and claimed:
                    seen.ranks[claimed].append(float(tables.ranks[tables.hand_class[hand_of(s, other, tables)]]))
        purses = [_payoff(buffer, players) for buffer in after]
        first = purses[-1] == purses[-1].max()
        for hand, purse in enumerate(purses[:-1], 1):
            seen.purses.append(purse + EACH_POINTS)
            seen.left.append(int(options["hands"]) - hand)
            seen.shares.append(first / first.sum())
    print(f"{number} matches of {players}")
    return seen


def _payoff(buffer: np.ndarray, players: int) -> np.ndarray:
    out = np.zeros(players, np.int64)
    GAME.drivers.payoff(buffer, out)
    return out


def _positions(players: int, options: dict, tables: bots.Tables, seed: int) -> Iterator[np.ndarray]:
    """The decisions about stakes of one match, and its results."""
    drivers, (out, weights), level = GAME.drivers, GAME.scratch(), bots.LEVELS.index("master")
    buffer, luck, thought = GAME.laid(players, options), np.random.default_rng(seed), stream(seed)
    while (who := drivers.mover(buffer)) != OVER:
        if who == CHANCE:
            many = drivers.chance(buffer, out, weights)
            at = int(np.searchsorted(np.cumsum(weights[:many]), luck.integers(weights[:many].sum()), side="right"))
            move = int(out[at])
            if move == NEXT:
                yield buffer.copy()
        else:
            if buffer.view(GAME.rules.STATE)[0].phase == STAKING:
                yield buffer.copy()
            view = buffer.copy()
            drivers.hide(view, who)
            move = int(drivers.choose(view, level, thought, tables))
        drivers.apply(buffer, move, out, weights)
    yield buffer.copy()


def fit_spread(seen: Seen) -> None:
    """By hands to come: so many times the antes to come, squared and summed, best say who wins."""
    purses, left, shares = np.array(seen.purses, float), np.array(seen.left), np.array(seen.shares)
    hands = int(left.max()) + 1
    for many in sorted(set(left.tolist())):
        at = left == many
        antes = sum((hands - later) ** 2 for later in range(many)) ** 0.5
        lost = []
        for spread in SPREADS:
            held = np.where(
                purses[at] > 0, np.exp((purses[at] - purses[at].sum(axis=1)[:, None]) / (spread * antes)), 0
            )
            chance = held / held.sum(axis=1, keepdims=True)
            lost.append(-(shares[at] * np.log(np.maximum(chance, 1e-9))).sum() / at.sum())
        print(f"{many} hands to come: spread {SPREADS[int(np.argmin(lost))]:.1f} ({at.sum()} positions)")


def fit_claims(seen: Seen) -> None:
    """By claim: how often it is made with nothing, and how steeply oftener with a better hand."""
    for claimed, ranks in enumerate(seen.ranks):
        if len(ranks) < 50:
            continue
        held = np.array(ranks)

        def fits(least: float, power: float, held: np.ndarray = held) -> float:
            chance, even = (least + (1 - least) * rank**power for rank in (held, ALIKE))
            return float(np.log(np.maximum(chance / even.mean(), 1e-9)).mean())

        least, power = max(((least, power) for least in LEASTS for power in POWERS), key=lambda pair: fits(*pair))
        print(f"claim {claimed}: with nothing {least}, power {power} ({len(held)} stakes, mean rank {held.mean():.2f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", type=int)
    parser.add_argument("--seconds", type=float, default=45)
    args = parser.parse_args()
    seen = matches(args.players, args.seconds)
    fit_spread(seen)
    fit_claims(seen)


if __name__ == "__main__":
    main()
