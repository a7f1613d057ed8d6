"""How strong the players of 4D are: the ladder on seeds nothing was tuned on, every setting; and with a fifth die, for
which there are no tables, how far the master is from exact.

`pytest -m slow -s tests/strength/test_4d.py` prints the numbers of docs/4d.md. Seats are swapped on the same throws, so
a level that is no better than another comes out at 0.
"""

import numpy as np
import pytest

import brelan
from brelan.arena.simulate import simulate
from brelan.games.four_d.bots.lookup import SIMULATED, THOUGHT
from brelan.games.four_d.rules.square import BOARDS, position

from ..games.four_d import reference

GAME = brelan.game("4d")
SEED = 1711
SETTINGS = [{}, {"pairs": False}, {"turn": "free"}, {"target": 40}, {"pairs": False, "target": 20}]


def gain(weaker, stronger, games, **options):
    """The stronger one's mean result, from −1 to 1, and its margin (two standard errors)."""
    result = simulate(GAME, [weaker, stronger], games, seed=SEED, swap=True, options=options)
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


# --- how far from exact: without paires and to 16 the game with a fifth die is solved by brute force


@pytest.fixture(scope="module")
def solved():
    return reference.retrograde_fifth(16, False)


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
        m, o = (max(16 - after.scores[seat], needs[0]) for seat in (after.mover, 1 - after.mover))
        found[code] = -int(status[needs.index(m), needs.index(o), number(after.struct)])
    return found


@pytest.mark.slow
def test_the_fifth_die_against_brute_force(solved):
    """Openings in which not all moves are worth the same, and the moves after them: how often the master's move keeps
    what the position is worth.
    """
    needs, status = solved
    rng = np.random.default_rng(SEED)
    tables = GAME.bots.tables(("master",), 2, GAME.complete_options({"fifth": True, "pairs": False, "target": 16}))
    kept, looked = {SIMULATED: 0, THOUGHT: 0}, 0
    luck = np.zeros(4, np.int64)
    while looked < 300:
        state = GAME.new(seed=int(rng.integers(1 << 40)), fifth=True, pairs=False, target=16)
        state.apply(int(rng.choice(state.legal())))
        while not state.over and looked < 300:
            exact = results(state, needs, status)
            if len(set(exact.values())) > 1:
                looked += 1
                for nodes in kept:
                    move = int(GAME.drivers.choose(state._buf, 3, luck, tables._replace(nodes=nodes)))
                    kept[nodes] += exact[move] == max(exact.values())
            state.apply(int(rng.choice(state.legal())))
    for nodes, many in kept.items():
        print(f"with {nodes} positions a move: {many} of {looked} moves keep what the position is worth")
    assert kept[SIMULATED] >= 0.95 * looked and kept[THOUGHT] >= kept[SIMULATED]
