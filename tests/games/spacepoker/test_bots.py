"""The ladder in small, and that nobody loses to somebody who never thinks."""

import numpy as np
import pytest

import brelan
from brelan.games.spacepoker import bots
from brelan.games.spacepoker.bots import MASTER
from brelan.games.spacepoker.rules.state import STAKE, STAKING, said
from brelan.kernel import stream

GAME = brelan.game("spacepoker")
NAMES = bots.LEVELS + bots.SPARRING


def margin(level, other, hands=6000, **options):
    """The mean gain of the first over duplicate deals, in points a hand, and its standard error."""
    assert GAME.bots.LEVELS is bots.LEVELS  # and the drivers know them
    values = GAME.complete_options({"ante": 1, "hands": 1, **options})
    levels = np.array([NAMES.index(level), NAMES.index(other)])
    payoffs, lengths = np.zeros((hands, 2), np.int64), np.zeros(hands, np.int64)
    out, weights = np.zeros(400, np.int64), np.zeros(400, np.int64)
    tables = bots.tables((level, other), 2, values)
    GAME.drivers.play_games(
        GAME.laid(2, values), 0, hands, 7, levels, True, 10_000, out, weights, tables, payoffs, lengths
    )
    assert (lengths >= 0).all() and (payoffs.sum(axis=1) == 0).all()
    gains = (payoffs[0::2, 0] + payoffs[1::2, 1]) / 2
    return gains.mean(), gains.std() / len(gains) ** 0.5


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("other", bots.SPARRING)
def test_nobody_loses_to_somebody_who_never_thinks(level, other):
    gain, error = margin(level, other)
    assert gain > -2 * error


@pytest.mark.parametrize(
    ("better", "worse"), [("regular", "novice"), ("expert", "regular"), ("master", "regular"), ("master", "expert")]
)
@pytest.mark.parametrize("closing", ["lap", "called"])
def test_the_better_level_wins(better, worse, closing):
    gain, error = margin(better, worse, 12_000, closing=closing)
    assert gain > error


def test_a_bot_needs_only_what_its_seat_may_know():
    state = GAME.new(players=3, seed=4, ante=1)
    for _ in range(60):
        if state.over:
            break
        blank = state.view_state(state.mover)
        bot = brelan.bot("spacepoker", "master", seed=1)
        filled = blank._buf.copy()
        GAME.drivers.redeal(filled, state.mover, stream(3))  # another deal that looks the same: the same choice
        GAME.drivers.hide(filled, state.mover)
        tables = bots.tables(("master",), 3, state.options)
        chosen = [GAME.drivers.choose(buffer, MASTER, stream(9), tables) for buffer in (blank._buf, filled)]
        assert chosen[0] == chosen[1] in state.legal()
        state.apply(bot.pick(blank))


def test_advice_ranks_every_exchange_and_some_stakes():
    state = GAME.new(players=2, seed=2, ante=1)
    bot = brelan.bot("spacepoker", "master", seed=1)
    advice = bot.advise(state.view_state(state.mover), "fr")
    assert {one.move for one in advice} == set(state.moves()) and advice[0].best and "%" in advice[0].text
    while state.struct.phase != STAKING:
        state.play("exchange none")
    advice = bot.advise(state.view_state(state.mover), "en")
    assert (
        advice[0].best
        and all(one.move in state.moves() for one in advice)
        and advice == sorted(advice, key=lambda one: -one.value)
    )


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
