"""OpenSpiel's own tests are ours, and its algorithms agree with our values."""

import pickle
import subprocess
import sys
from math import comb, perm

import numpy as np
import pytest

import brelan

pyspiel = pytest.importorskip("pyspiel")
from brelan.envs import spiel  # noqa: E402

from .tables import SHORT  # noqa: E402


@pytest.mark.parametrize("name", brelan.games())
def test_openspiels_random_sim_test(name):
    pyspiel.random_sim_test(spiel.load(name, **SHORT[name]), num_sims=1, serialize=True, verbose=False)


@pytest.fixture(scope="module")
def travelled():
    """What a process that has imported nothing makes of a game of each."""
    code = "import pickle, sys; print(*[it.get_type().short_name for it in pickle.loads(sys.stdin.buffer.read())])"
    games = pickle.dumps([spiel.load(name, **SHORT[name]) for name in brelan.games()])
    done = subprocess.run([sys.executable, "-c", code], input=games, capture_output=True, check=True)
    return dict(zip(brelan.games(), done.stdout.decode().split(), strict=True))


@pytest.mark.parametrize("name", brelan.games())
def test_it_is_registered_and_travels(name, travelled):
    game = spiel.load(name, **SHORT[name])
    assert f"brelan_{name}" in pyspiel.registered_names()
    assert str(pyspiel.load_game(str(game))) == str(game)
    thawed = pickle.loads(pickle.dumps(game))
    assert str(thawed) == str(game) and thawed.num_players() == game.num_players()
    assert travelled[name] == f"brelan_{name}"


@pytest.mark.parametrize("information", ["record", "struct"])
def test_what_a_seat_may_not_know_is_in_no_information_state(information):
    """Two deals that differ only in the other's ship are one information state, and one observation."""
    game = spiel.load("spacepoker", players=2, hands=1, information=information)
    states = [game.new_initial_state() for _ in range(2)]
    for at in range(10):
        for which, state in enumerate(states):
            own = at % 2 == 0
            state.apply_action(at // 2 if own or which == 0 else 0)
    one, other = states
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.observation_tensor(1) != other.observation_tensor(1)


def test_collapsed_chance_is_one_move_with_the_same_odds():
    """Ten ships of two sizes: two hands, as likely as the hypergeometric law says, and not 1,024 orders."""
    game = spiel.load("spacepoker", players=2, hands=1, fleet="2x17", stack=2, ante=1, chance="collapsed")
    root = game.new_initial_state()
    outcomes = root.chance_outcomes()
    assert len(outcomes) == 36 and sum(chance for _, chance in outcomes) == pytest.approx(1)
    for action, chance in outcomes:
        after = root.child(action)
        first, second = (int(after.state.struct.ships[seat, 0]) for seat in (0, 1))
        ways = comb(5, first) * comb(5, second) * perm(17, first + second) * perm(17, 10 - first - second)
        assert after.current_player() == 0 and chance == pytest.approx(ways / perm(34, 10))
        assert root.action_to_string(-1, action).count("deal") == 10
    with pytest.raises(brelan.BrelanError, match="information='struct'"):
        spiel.load("spacepoker", chance="collapsed", information="record")


def test_a_lot_alone_is_its_mean_and_ends_a_collapsed_game():
    """Equal hands: half of the pot each, on average; explicit chance plays the lot out and pays the same on average."""
    options = {"players": 2, "hands": 1, "fleet": "2x17", "stack": 2, "ante": 1}
    state = spiel.load("spacepoker", chance="collapsed", **options).new_initial_state()
    wanted = next(
        action for action, _ in state.chance_outcomes() if (state.child(action).state.struct.ships[:2, 0] == 3).all()
    )
    state.apply_action(wanted)
    for words in ("exchange none", "exchange none", "stake 1", "stake 1"):
        state.apply_action(state.string_to_action(words))
    while state.is_chance_node():
        state.apply_action(0)
    assert state.is_terminal() and state.returns() == [0, 0] and not state.state.over
    pyspiel.random_sim_test(spiel.load("spacepoker", chance="collapsed", **options), 5, True, False)


def test_4d_from_these_dice_is_deterministic():
    game = spiel.load("4d", target=10, opening="die 6 3; die 5 3; die 2 1; die 3 1")
    kind = game.get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert game.new_initial_state().current_player() == 0
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_what_is_wrong_is_said():
    with pytest.raises(brelan.BrelanError, match="chance is one of explicit, collapsed"):
        spiel.load("dodeka", chance="loaded")
    with pytest.raises(brelan.BrelanError, match="information is one of record, struct"):
        spiel.load("dodeka", information="gossip")
    with pytest.raises(brelan.MalformedMove):
        spiel.load("4d", opening="die 7 7")
    with pytest.raises(brelan.OptionError):
        spiel.load("4d", target=5)


def test_tensors_come_part_by_part():
    from open_spiel.python.observation import make_observation

    game = spiel.load("dodeka", players=2, parties=1)
    state = game.new_initial_state()
    state.apply_action(7)
    for face in (3, 0, 11):
        state.apply_action(face)
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert observation.dict["dice"].argmax(axis=1).tolist() == [3, 0, 11]
    assert (observation.tensor == state.state.observation(0)).all()
    assert np.isfinite(state.observation_tensor(1)).all()


@pytest.mark.slow
def test_expectiminimax_agrees_with_our_solver():
    """The last throw of a partie of Dodéka, for every choice of dice: OpenSpiel's value and our exact one."""
    from open_spiel.python.algorithms import minimax

    def fell(*dice):
        return ["throw 1 2 3", *(f"die {face}" for face in dice)]

    for dice in ((1, 3, 8), (6, 6, 2), (12, 11, 1), (4, 4, 4)):
        moves = [*fell(5, 5, 5), "stop", *fell(1, 1, 2), "stop"]  # 500 to 40
        moves += [*fell(1, 4, 8), "stop", *fell(*dice), "throw 1", f"die {dice[0]}"]  # 750: nobody can draw level
        game = spiel.load("dodeka", players=2, parties=1, target=600, opening=";".join(moves))
        root = game.new_initial_state()
        advice = brelan.bot("dodeka").advise(root.state.view_state(1))
        assert len(advice) == 8
        for told in advice:
            after = root.child(root.string_to_action(told.move))
            value, _ = minimax.expectiminimax(after, 2, None, 1)
            assert value == pytest.approx(told.value, abs=1e-9), (dice, told)


@pytest.mark.slow
def test_alpha_beta_and_mcts_agree_with_our_table_of_4d():
    """Positions alpha-beta decides three turns deep are what our table says; MCTS takes a win that lies there."""
    from open_spiel.python.algorithms import mcts, minimax

    bot, decided, taken = brelan.bot("4d"), 0, 0
    for seed in range(24):
        thrown = brelan.game("4d").new(seed=seed, target=12)
        opening = ";".join(thrown.game.words(code) for code in thrown.log)
        game = spiel.load("4d", target=12, opening=f"{opening}; lock-left")
        root = game.new_initial_state()
        mover = root.current_player()
        value, _ = minimax.alpha_beta_search(
            game, root, value_function=lambda state: 0, maximum_depth=3, maximizing_player_id=mover
        )
        advice = bot.advise(root.state.view_state(mover))
        if value:
            decided += 1
            assert advice[0].value == pytest.approx(value), (seed, value, advice[0])
        if advice[0].text == "Wins at once.":
            taken += 1
            evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
            chosen = mcts.MCTSBot(game, 2.0, 400, evaluator, random_state=np.random.RandomState(1)).step(root)
            worth = {told.move: told.value for told in advice}
            assert worth[root.action_to_string(mover, chosen)] == 1
    assert decided >= 8 and taken >= 3, (decided, taken)
