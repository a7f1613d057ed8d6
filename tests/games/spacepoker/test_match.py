"""What a match asks for, whatever is held: its edges by hand, its promises in games played at random."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brelan
from brelan.engine.kernel import stream
from brelan.games.spacepoker import bots
from brelan.games.spacepoker.bots.match import NO_STAKE, antes_to_come, lost_if_dropped, safe, unanswerable
from brelan.games.spacepoker.rules.state import DROP, STAKE, STAKING, encode

GAME = brelan.game("spacepoker")
HOUSE = GAME.preset("house")


def at_stakes(players, seed=1, **options):
    """A table at which the first may stake."""
    state = GAME.new(players=players, seed=seed, **options)
    while state.struct.phase != STAKING:
        state.play("exchange none")
    return state


def laid_out(state, *purses):
    """Planets of 1 alone: what they are does not matter here."""
    for seat, purse in enumerate(purses):
        state.struct["planets"][seat] = (purse, 0, 0, 0, 0, 0)
    return state


def test_whoever_is_ahead_by_more_than_all_antes_to_come_is_safe():
    state = at_stakes(2, **HOUSE | {"hands": 3})
    assert antes_to_come(state.struct) == 2 + 3
    for mine, theirs, won in ((65, 53, False), (66, 52, True), (60, 58, False)):
        assert safe(laid_out(state, mine, theirs).struct, 0) == won  # 2 lie in the pot
    assert not safe(laid_out(state, 100, 18).struct, 1)
    assert not safe(at_stakes(2, **HOUSE | {"hands": 0}).struct, 0)


def test_in_the_last_hand_those_who_are_out_of_it_can_win_nothing_more():
    state = laid_out(at_stakes(3, **HOUSE | {"hands": 1}), 70, 60, 47)
    assert not safe(state.struct, 0)  # the two others have 107, and 3 lie in the pot
    state.struct["inside"][1] = 2
    assert safe(state.struct, 0)  # 47 and 3 against 70
    assert not safe(laid_out(state, 50, 60, 47).struct, 0)  # but the one who dropped is ahead


def test_in_the_last_hand_nobody_drops_who_loses_by_it():
    state = at_stakes(2, **HOUSE | {"hands": 1})
    assert lost_if_dropped(state.struct, 0)
    assert not lost_if_dropped(laid_out(state, 62, 56).struct, 0)
    assert not lost_if_dropped(at_stakes(2, **HOUSE).struct, 0)


def test_with_no_limit_the_first_to_be_ahead_has_won():
    state = at_stakes(2, ante=1)
    assert lost_if_dropped(state.struct, 0)  # the pot is 2: the other would be ahead
    assert unanswerable(state.struct, 0) == NO_STAKE
    assert unanswerable(laid_out(state, 61, 57).struct, 0) == 58
    assert not lost_if_dropped(laid_out(state, 57, 61).struct, 0)  # behind already: as ever
    free = at_stakes(2)
    assert not lost_if_dropped(free.struct, 0)  # nothing is in the pot yet


def test_an_unanswerable_stake_is_one_the_planets_make():
    state = at_stakes(2, ante=1)
    state.struct["planets"][:2] = ((0, 0, 0, 0, 0, 6), (4, 0, 0, 0, 0, 0))
    assert unanswerable(state.struct, 0) == 6
    state.struct["max_raises"] = 1
    state.struct["highest"] = state.struct["stakes"][1] = 2
    state.struct["raises"][0] = 1
    assert unanswerable(state.struct, 0) == NO_STAKE


@settings(max_examples=40, deadline=None)
@given(
    players=st.integers(2, 5),
    seed=st.integers(0, 10**6),
    hands=st.integers(1, 6),
    house=st.booleans(),
    ante=st.integers(0, 2),
)
def test_what_is_promised_comes_true(players, seed, hands, house, ante):
    """Games at random: who is safe and drops every hand wins; who stakes what cannot be answered has the pot."""
    options = HOUSE | {"hands": hands} if house else {"ante": ante, "hands": hands}
    state, rng = GAME.new(players=players, seed=seed, **options), np.random.default_rng(seed)
    held = None
    while not state.over:
        s, seat = state.struct, state.mover
        codes = state.legal()
        code = int(rng.choice(codes))
        if s.phase == STAKING:
            if held is None and safe(s, seat):
                held = seat
            stake = unanswerable(s, seat)
            if seat == held:
                code = DROP
            elif stake != NO_STAKE and rng.random() < 0.5:
                code = int(encode(STAKE, stake))
                assert code in codes
                after = state.copy()
                after.plays_chance(False)
                after.apply(code)
                while after.struct.phase == STAKING and after.mover != seat:
                    assert after.legal() == [DROP]
                    after.apply(DROP)
                assert int(after.struct.last_winner) == seat
        state.apply(code)
    if held is not None:
        payoff = list(state.payoff)
        assert payoff[held] == max(payoff) and payoff.count(max(payoff)) == 1


@pytest.mark.parametrize("level", bots.LEVELS)
def test_every_bot_stakes_what_nobody_can_answer_and_drops_what_is_won(level):
    assert GAME.bots.LEVELS is bots.LEVELS  # and the drivers know them
    state = laid_out(at_stakes(2, ante=1), 61, 57)
    tables = bots.tables((level,), 2, state.options)
    chosen = GAME.drivers.choose(state.view_state(0)._buf, bots.LEVELS.index(level), stream(1), tables)
    assert int(chosen) == encode(STAKE, 58)
    state = laid_out(at_stakes(2, **HOUSE | {"hands": 1}), 90, 28)
    tables = bots.tables((level,), 2, state.options)
    assert int(GAME.drivers.choose(state.view_state(0)._buf, bots.LEVELS.index(level), stream(1), tables)) == DROP
