"""How strong the players of 4D are: the ladder on seeds nothing was tuned on, every setting; and with a fifth die, for
which there are no tables, how far the master is from exact.

`pytest -m slow -s tests/strength/test_4d.py` prints the numbers of docs/4d.md. Seats are swapped on the same throws, so
a level that is no better than another comes out at 0.
"""

import numpy as np
import pytest

import brelan
from brelan.arena.simulate import simulate
from brelan.engine.kernel import stream
from brelan.games.four_d.bots.lookup import SIMULATED, THOUGHT
from brelan.games.four_d.rules.square import BOARDS, position
from brelan.games.four_d.rules.state import NONE, decode

from ..games.four_d import reference
from .ladder import CLUSTER

GAME = brelan.game("4d")
SEED = 1711
MOVES = 300  # looked at
TARGET = 20  # that brute force solves with a fifth die
SETTINGS = [{}, {"pairs": False}, {"turn": "free"}, {"target": 40}, {"pairs": False, "target": 20}]


def gain(weaker, stronger, games, **options):
    """The stronger one's mean result, from −1 to 1, and its margin (99 % of such means lie within it)."""
    result = simulate(GAME, [weaker, stronger], games, seed=SEED, swap=True, options=options, cluster=CLUSTER)
    assert result.unfinished == 0
    better = result.by_bot()[1]
    print(f"{stronger} against {weaker}, {options or 'default'}: {better.mean:+.3f} ± {better.margin:.3f}")
    return better.mean, better.margin


@pytest.mark.slow
@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize(("weaker", "stronger"), [("novice", "regular"), ("regular", "expert"), ("expert", "master")])
def test_every_level_beats_the_one_below(weaker, stronger, options):
    mean, margin = gain(weaker, stronger, 2000, **options)
    assert mean - margin > 0.1


@pytest.mark.slow
@pytest.mark.parametrize(("weaker", "stronger"), [("novice", "regular"), ("regular", "expert"), ("expert", "master")])
def test_and_with_a_fifth_die(weaker, stronger):
    mean, margin = gain(weaker, stronger, 400, fifth=True)
    assert mean - margin > 0.1


# --- how far from exact: without paires and to 20 the game with a fifth die is solved by brute force


@pytest.fixture(scope="module")
def solved():
    return reference.retrograde_fifth(TARGET, False)


def number(s):
    """A position as brute force numbers it."""
    key = int(position(s))
    return 24 * (key % BOARDS) + key // BOARDS


def results(state, needs, status):
    """The exact result of every move for its mover."""
    found = {}
    for code in state.legal():
        after = state.copy()
        after.apply(code)
        if after.over:
            found[code] = int(after.payoff[state.mover])
            continue
        m, o = (max(TARGET - after.scores[seat], needs[0]) for seat in (after.mover, 1 - after.mover))
        found[code] = -int(status[needs.index(m), needs.index(o), number(after.struct)])
    return found


@pytest.mark.slow
def test_the_fifth_die_against_brute_force(solved):
    """Hard positions, in which nothing wins at once and at most one move in five is among the best: how often a level's
    move is.
    """
    needs, status = solved
    rng = np.random.default_rng(SEED)
    tables = GAME.bots.tables(("master",), 2, GAME.complete_options({"fifth": True, "pairs": False, "target": TARGET}))
    levels = {"expert": (2, 0), "master in simulations": (3, SIMULATED), "master at the table": (3, THOUGHT)}
    kept, looked = dict.fromkeys(levels, 0), 0
    luck = stream(SEED)
    while looked < MOVES:
        state = GAME.new(seed=int(rng.integers(1 << 40)), fifth=True, pairs=False, target=TARGET)
        state.apply(int(rng.choice(state.legal())))
        while not state.over and looked < MOVES:
            exact = results(state, needs, status)
            best = max(exact.values())
            at_once = any(decode(code)[2] == NONE for code in exact)
            if not at_once and 5 * sum(result == best for result in exact.values()) <= len(exact):
                looked += 1
                for name, (level, nodes) in levels.items():
                    move = int(GAME.drivers.choose(state._buf, level, luck, tables._replace(nodes=nodes)))
                    kept[name] += exact[move] == best
            state.apply(int(rng.choice(state.legal())))
    for name, many in kept.items():
        print(f"{name}: {many} of {looked} hard moves are found")
    assert kept["master in simulations"] >= max(kept["expert"], 0.95 * looked)
    assert kept["master at the table"] >= 0.98 * looked
