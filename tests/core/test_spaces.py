"""The games in numbers: how many actions, what each stands for, what is left out, what a seat observes."""

import random

import numpy as np
import pytest

import brelan
from brelan.dev import testing
from brelan.model.contract import observation_size

SIZES = [
    ("dodeka", 3, {}, 8),
    ("4d", 2, {}, 28),
    ("4d", 2, {"turn": "free"}, 34),
    ("4d", 2, {"fifth": True}, 100),
    ("4d", 2, {"fifth": True, "turn": "free"}, 124),
    ("spacepoker", 2, {}, 178),
    ("spacepoker", 5, {}, 358),
    ("spacepoker", 2, {"fleet": "7x5"}, 242),
    ("pepetes", 4, {}, 468),
    ("dalapapa", 2, {}, 14_236),
    ("dalapapa", 4, {"tiles": "two-tone"}, 14_236),
]


@pytest.mark.parametrize(("name", "players", "options", "many"), SIZES)
def test_there_are_so_many_actions(name, players, options, many):
    game = brelan.game(name)
    assert game.spaces.n_actions(players, game.complete_options(options)) == many
    assert len(game.new(players=players, seed=1, **options).mask()) == many


@pytest.mark.parametrize(("name", "players", "options", "many"), SIZES)
def test_a_game_can_be_played_by_actions_alone(name, players, options, many):
    """The kit looks at random tables; here every size above, and both ways to play are the same."""
    rng = random.Random(f"{name} {options}")
    state = brelan.game(name).new(players=players, seed=3, **options)
    twin = state.copy()
    for _ in range(60):
        if state.over:
            break
        testing.check_actions(state)
        action = int(rng.choice(np.flatnonzero(state.mask())))
        code = next(code for code in twin.legal() if twin.action(code) == action)
        state.act(np.int32(action))
        twin.apply(code)
        assert state == twin and state.log == twin.log


def test_what_stands_for_no_legal_move_is_refused():
    state = brelan.game("dodeka").new(players=2, seed=7)
    before = state.copy()
    for action in (0, 8, -1, 7.0, True, "stop"):
        with pytest.raises(brelan.IllegalMove, match=r"stands for no legal move now: .* Possible now: throw 1 2 3\."):
            state.act(action)
    assert state == before


def test_pepetes_numbers_small_amounts_and_all():
    """Rich players' odd amounts are left out, said so, and the most one may stake keeps a number."""
    game = brelan.game("pepetes")
    state = game.new(players=3, chance="manual", target=0, duels=200)
    rng = random.Random(5)
    while not (state.mover >= 0 and state.moves()[0].startswith("card")):
        state.apply(rng.choice(state.legal()))
    rich = bytearray(state.tobytes())
    struct = np.frombuffer(rich, game.rules.STATE)[0]
    bettor = state.mover
    struct.money[bettor] += 985
    struct.bank -= 985
    state = game.state(rich)
    state.play("card full")
    codes = state.legal()
    assert state.moves()[-1] == "stake 1000"
    assert testing.check_actions(state) == len(codes) - 200 - 1 and game.spaces.LEFT_OUT
    state.act(np.flatnonzero(state.mask())[-1])
    assert state.game.words(state.log[-1]) == "stake 1000"


@pytest.mark.parametrize("name", brelan.games())
def test_observations_are_seat_relative(name):
    """Seats moved round the table see the same: what is by seat begins with one's own."""
    game = brelan.game(name)
    state = game.new(players=game.seats[-1], seed=2)
    features = game.spaces.OBSERVATION
    turn = {feature.name: at for feature, at in zip(features, offsets(features, state.players), strict=True)}
    own = turn.get("turn", turn.get("asked"))
    if name != "pepetes":
        for seat in range(state.players):
            seen = state.observation(seat)[own : own + state.players]
            assert seen.argmax() == (state.mover - seat) % state.players and seen.sum() == 1
    assert state.observation().tolist() == state.observation(state.mover).tolist()
    with pytest.raises(brelan.BrelanError, match="ask for a seat"):
        state.observation(brelan.SPECTATOR)


def offsets(features, players):
    at = 0
    for feature in features:
        yield at
        at += feature.size(players)
    assert at == observation_size(features, players)


def test_dalapapa_gives_each_rim_square_its_place():
    game = brelan.game("dalapapa")
    state = game.new(players=2, seed=4)
    while state.struct.laid < 5:
        state.act(np.flatnonzero(state.mask())[0])
    features = game.spaces.OBSERVATION
    at = dict(zip([feature.name for feature in features], offsets(features, 2), strict=True))["rim"]
    rim = state.observation(0)[at : at + 290 * 7].reshape(290, 7)
    n = int(state.struct.rim)
    assert rim[:n, 0].all() and not rim[n:].any()
    assert (np.rint(rim[:n, 1] * 147) == state.struct.rim_x[:n]).all()
    assert (rim[:n, 3:] > 0).any(axis=1).all()  # each touches a domino, so asks for a colour somewhere


@pytest.mark.parametrize("name", brelan.games())
def test_payoffs_keep_within_their_bounds(name):
    game = brelan.game(name)
    rng = random.Random(name)
    for turn in range(6):
        state = game.new(players=game.seats[turn % len(game.seats)], seed=turn, **game.quick)
        while not state.over:
            state.apply(rng.choice(state.legal()))
        bounds = game.spaces.bounds(state.players, state.options)
        assert all(bounds.least <= paid <= bounds.most for paid in state.payoff)
        assert not bounds.zero_sum or sum(state.payoff) == 0
        assert bounds.longest is None or len(state.log) <= bounds.longest
