"""Nobody loses to somebody who never thinks; advice; secrets. (The ladder: tests/strength.)"""

import numpy as np
import pytest

import brelan
from brelan.engine.kernel import stream
from brelan.games.spacepoker import bots
from brelan.games.spacepoker.bots import MASTER
from brelan.games.spacepoker.rules.state import EXCHANGING, STAKE, STAKING, said

GAME = brelan.game("spacepoker")
NAMES = bots.LEVELS + bots.SPARRING


HOUSE = GAME.preset("house")


def measured(level, other, matches=1500):
    """How many more matches by the rules of the house the first wins than loses, and its standard error: duplicate
    deals.
    """
    assert GAME.bots.LEVELS is bots.LEVELS  # and the drivers know them
    values = GAME.complete_options(HOUSE)
    levels = np.array([NAMES.index(level), NAMES.index(other)])
    payoffs, lengths = np.zeros((matches, 2), np.int64), np.zeros(matches, np.int64)
    out, weights = np.zeros(400, np.int64), np.zeros(400, np.int64)
    tables = bots.tables((level, other), 2, values)
    GAME.drivers.play_games(
        GAME.laid(2, values), 0, matches, 7, levels, True, 100_000, out, weights, tables, payoffs, lengths
    )
    assert (lengths >= 0).all() and (payoffs.sum(axis=1) == 0).all()
    got = np.sign(payoffs)
    pairs = (got[0::2, 0] + got[1::2, 1]) / 2
    return pairs.mean(), pairs.std() / len(pairs) ** 0.5


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("other", ["caller", "raiser"])
def test_nobody_loses_to_somebody_who_never_thinks(level, other):
    gain, error = measured(level, other)
    assert gain > -2 * error


def test_a_bot_needs_only_what_its_seat_may_know(many):
    state = GAME.new(players=3, seed=4, ante=1)
    for _ in range(many(16, 60)):
        if state.over:
            break
        blank = state.view_state(state.mover)
        filled = blank._buf.copy()
        GAME.drivers.redeal(filled, state.mover, stream(3))  # another deal that looks the same: the same choice
        GAME.drivers.hide(filled, state.mover)
        tables = bots.tables(("master",), 3, state.options)
        chosen = [GAME.drivers.choose(buffer, MASTER, stream(9), tables) for buffer in (blank._buf, filled)]
        assert chosen[0] == chosen[1] in state.legal()
        state.apply(int(chosen[0]))


@pytest.mark.parametrize("closing", ["lap", "called"])
def test_heads_up_advice_is_the_masters_own_play(closing, many):
    """What is starred is what the master does most, and what it often does costs next to nothing."""
    state = GAME.new(players=2, seed=2, **HOUSE, closing=closing)
    bot = brelan.bot("spacepoker", "master", seed=1)
    tables = bots.tables(("master",), 2, state.options)
    stakes = 0
    while not state.over and stakes < many(1, 4):
        view = state.view_state(state.mover)
        advice = bot.advise(view, "fr" if state.struct.phase == EXCHANGING else "en")
        if state.struct.phase == EXCHANGING:
            assert {one.move for one in advice} == set(state.moves()) and "%" in advice[0].text
        assert advice[0].best and sum(one.best for one in advice) == 1
        assert all(one.move in state.moves() and one.value <= 0 for one in advice)
        chosen = [int(GAME.drivers.choose(view._buf, MASTER, stream(seed), tables)) for seed in range(60)]
        often = max(set(chosen), key=chosen.count)
        starred = chosen.count(GAME.moves.code(advice[0].move))
        assert starred >= chosen.count(often) - 25  # 60 throws of an even coin are seldom further apart
        for one in advice:
            if chosen.count(GAME.moves.code(one.move)) > 12:
                assert one.value > -0.02
        stakes += state.struct.phase == STAKING
        state.play(advice[0].move)


def test_at_a_full_table_nothing_impossible_is_advised(many):
    for players in (3, 5):
        state = GAME.new(players=players, seed=5, ante=1)
        bot = brelan.bot("spacepoker", "master", seed=1)
        for _ in range(2 * players):
            advice = bot.advise(state.view_state(state.mover), "en", patience=many(0.2, 1))
            assert advice[0].best and advice == sorted(advice, key=lambda one: -one.value)
            if state.struct.phase == STAKING:
                assert all(0 <= one.value <= 1 for one in advice)
                assert any("exact" in one.text for one in advice) or players == 5
            state.play(advice[-1].move if players == 3 else advice[0].move)
            if state.struct.played:
                break


def test_the_master_reads_small_raises_as_small():
    """After an opening stake of 5 and a raise to 6 it used to drop half of its hands."""
    state = GAME.new(players=2, chance="manual", ante=1, closing="called", reach="even", hands=50)
    tables = bots.tables(("master",), 2, state.options)
    for k in range(5):
        state.play(f"deal {(1, 1, 2, 2, 3)[k]}")
        state.play(f"deal {k + 1}")
    for move in ("exchange none", "exchange none", "stake 6", "stake 7"):
        state.play(move)
    view = state.view_state(0)
    chosen = [int(GAME.drivers.choose(view._buf, MASTER, stream(seed), tables)) for seed in range(200)]
    assert 10 < chosen.count(0) < 100  # two small pairs: a pity, but the price is small


def test_a_climb_by_single_points_is_followed_to_its_end():
    state = GAME.new(players=2, seed=3, ante=1)
    tables = bots.tables(("master",), 2, state.options)
    while state.struct.phase != STAKING:
        state.play("exchange none")
    state.play("stake 1")
    laps = 0
    while state.struct.played == 0 and not state.over:
        climb = [move for move in state.moves() if move.startswith("stake")]
        state.play(climb[min(laps == 0, len(climb) - 1)])  # the second raises by the least it can pay
        if state.struct.played or state.over or state.struct.phase != STAKING:
            break
        assert int(GAME.drivers.choose(state.view_state(0)._buf, MASTER, stream(laps), tables)) in state.legal()
        state.play(next(move for move in state.moves() if move.startswith("stake")))
        laps += 1
        if state.struct.phase != STAKING or not any(move.startswith("stake") for move in state.moves()):
            break
    assert laps > 7  # there are nine planets of 1 alone


def test_never_a_raise_nobody_could_answer():
    state = GAME.new(players=2, chance="manual", ante=1)
    state.struct["planets"][:2] = ((10, 5, 4, 3, 1, 1), (4, 0, 0, 0, 0, 0))
    tables = bots.tables(("expert",), 2, state.options)
    for k in range(5):
        state.play(f"deal {k + 1}")
        state.play(f"deal {(1, 1, 2, 2, 3)[k]}")
    state.play("exchange none")
    state.play("exchange none")
    for seed in range(20):
        code = GAME.drivers.choose(state.view_state(0)._buf, NAMES.index("raiser"), stream(seed), tables)
        assert said(STAKE, int(code)) <= 4
