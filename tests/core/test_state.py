"""The public interface: playing, refusing, copying, looking."""

import copy
import pickle
import random

import numpy as np
import pytest

import brelan

DODEKA = brelan.game("dodeka")


def after(*moves, **options):
    state = DODEKA.new(players=2, chance="manual", **options)
    for move in moves:
        state.play(move)
    return state


def test_games_are_found_by_looking():
    assert "dodeka" in brelan.games()
    with pytest.raises(brelan.UnknownGame, match="dodeka"):
        brelan.game("chess")
    with pytest.raises(brelan.BrelanError, match="2 to 6"):
        DODEKA.new(players=7)


def test_chance_plays_itself_from_the_seed():
    one, two = DODEKA.new(players=3, seed=7), DODEKA.new(players=3, seed=7)
    one.play("throw 1 2 3")
    two.play("throw 1 2 3")
    assert one == two and one.mover == 0 and len(one.log) == 4
    other = DODEKA.new(players=3, seed=8)
    other.play("throw 1 2 3")
    assert other != one


def test_manual_chance_is_left_to_the_caller():
    state = after("throw 1 2 3")
    assert state.mover == brelan.CHANCE
    assert state.moves() == [f"die {face}" for face in range(1, 13)]
    assert state.odds() == [(10 + face, 1) for face in range(1, 13)]


def test_words_may_be_written_loosely():
    state = after("  THROW  3 1   2 ", "die 2", "die 3", "die 9")
    state.play("throw 3 1")
    assert state.mover == brelan.CHANCE


@pytest.mark.parametrize(
    ("move", "seat", "error", "says"),
    [
        ("throw 4", None, brelan.MalformedMove, "stop"),
        ("", None, brelan.MalformedMove, "no move"),
        ("die 5", None, brelan.IllegalMove, "Odette is to move"),
        ("throw 1", 1, brelan.NotYourTurn, "Odette is"),
        (7, None, brelan.MalformedMove, "words"),
    ],
)
def test_refusals_say_what_would_have_been_right(move, seat, error, says):
    state = after("throw 1 2 3", "die 1", "die 2", "die 4")
    before = state.copy()
    with pytest.raises(error, match=says):
        state.play(move, seat=seat)
    assert state == before and state.log == before.log


def test_nothing_is_played_after_the_end():
    state = after(
        "throw 1 2 3", "die 3", "die 3", "die 7", "stop", "throw 1 2 3", "die 1", "die 2", "die 4", "stop", parties=1
    )
    assert state.over and state.payoff == (0, 0) and state.moves() == []
    with pytest.raises(brelan.GameOver):
        state.play("stop")
    with pytest.raises(brelan.GameOver):
        state.apply(0)


def test_equality_is_by_game_options_and_struct_not_by_seed_or_log():
    one, two = after("throw 1 2 3", "die 1", "die 2", "die 4"), DODEKA.new(players=2, chance="manual")
    for move in ("throw 1 2 3", "die 1", "die 2", "die 4"):
        two.play(move)
    assert one == two and hash(one) == hash(two)
    assert DODEKA.new(players=2, seed=1) == DODEKA.new(players=2, seed=2)
    assert DODEKA.new(players=2, seed=1) != DODEKA.new(players=2, seed=1, target=500)
    assert one != "a state"


def test_a_pickled_state_goes_on():
    state = DODEKA.new(players=2, seed=7, names=["Katy", "Kévin"])
    twin = pickle.loads(pickle.dumps(state))
    state.play("throw 1 2 3")
    twin.play("throw 1 2 3")
    assert state == twin and twin.names == ("Katy", "Kévin")


def test_the_history_is_the_whole_game_once_more():
    state = DODEKA.new(players=2, seed=7, names=["Katy", "Kévin"], target=100)
    seen = []
    while not state.over:
        seen += [(state.copy(), len(state.log))]
        state.apply(state.legal()[0])
    past = [(before.copy(), code) for before, code in state.history()]
    assert [code for _, code in past] == list(state.log)
    assert all(before.log == state.log[:number] for number, (before, _) in enumerate(past))
    assert all(past[number][0] == before for before, number in seen)
    assert {before.names for before, _ in past} == {("Katy", "Kévin")}


def test_the_history_is_one_state_that_moves_on():
    moves = "throw 1 2 3", "die 1", "die 2", "die 4"
    state = after(*moves)
    assert len({id(before) for before, _ in state.history()}) == 1
    assert [state.game.moves.words(code) for _, code in state.history()] == list(moves)
    assert list(after().history()) == []


def test_a_blanked_state_has_no_history():
    with pytest.raises(brelan.BrelanError, match="no history") as caught:
        after("throw 1 2 3").view_state(0).history()
    assert caught.value.said("fr") == "Un état masqué n’a pas d’histoire\u00a0: demandez-la à l’état de l’arbitre."


def test_a_game_can_be_played_on_from_any_moment():
    state = DODEKA.new(players=2, seed=7)
    for move in ("throw 1 2 3", "throw 1 2", "stop"):
        state.play(move)
    for moves in range(len(state.log) + 1):
        assert state.after(moves).log == state.log[:moves]
    past = state.after(4)  # a throw and its three dice
    assert past.mover == 0
    past.play("throw 1 2")  # the seed gives the same dice again
    assert past.log == state.log[:7]
    assert state.after(len(state.log)) == state and state.after(len(state.log)) is not state


def test_a_bot_is_given_what_its_seat_may_know():
    state = after("throw 1 2 3", "die 1", "die 2", "die 4")
    bot = brelan.bot("dodeka", "novice", seed=1)
    assert bot.choose(state.view_state(0)) in state.moves()
    with pytest.raises(brelan.BrelanError, match="view_state"):
        bot.choose(state)
    with pytest.raises(brelan.BrelanError, match="turn"):
        bot.choose(state.view_state(1))
    with pytest.raises(brelan.UnknownBot, match="novice"):
        brelan.bot("dodeka", "grandmaster")


def test_seats_are_checked():
    state = after()
    with pytest.raises(brelan.BrelanError, match="seats are 0 to 1"):
        state.view(2)
    with pytest.raises(brelan.BrelanError, match="cannot be seen"):
        state.view_state(0).view(1)


def test_names_are_checked():
    with pytest.raises(brelan.BrelanError, match="3 names"):
        DODEKA.new(players=2, names=["a", "b", "c"])
    with pytest.raises(brelan.BrelanError, match="printable"):
        DODEKA.new(players=2, names=["a\x07"])


def test_a_state_shows_itself_in_a_notebook():
    assert after()._repr_html_().startswith("<svg")
    assert "Odette is to move" in repr(after())


def test_an_error_is_told_in_either_language_and_travels_between_processes():
    state = brelan.game("dodeka").new(players=2, chance="manual")
    with pytest.raises(brelan.NotYourTurn) as caught:
        state.play("throw 1 2 3", seat=1)
    error = pickle.loads(pickle.dumps(caught.value))
    assert type(error) is brelan.NotYourTurn
    assert str(error) == error.said("en") == "It is not Marcel's turn: Odette is to move."
    assert error.said("fr") == "Ce n’est pas à Marcel de jouer : c’est à Odette de jouer."


@pytest.mark.parametrize("whole", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_whole_numbers_of_numpys_kinds_are_taken(whole):
    state = DODEKA.new(players=whole(2), seed=whole(7), target=whole(100), parties=whole(1))
    assert state == DODEKA.new(players=2, seed=7, target=100, parties=1)
    state.apply(whole(7))
    assert state.log[0] == 7 and type(state.log[0]) is int
    state.play("throw 1", seat=whole(0))
    assert state.view(whole(1))["seat"] == 1 and type(state.view_state(whole(1)).seat) is int
    assert len(state.after(whole(4)).log) == 4
    assert str(state.record(whole(0))) == str(state.record(0))
    brelan.bot("dodeka", "novice", seed=whole(3)).choose(state.view_state(whole(0)))


@pytest.mark.parametrize("code", ["stop", 7.0, True, np.True_, None, 2**64, np.float32(7), [7]])
def test_what_is_no_code_is_refused_in_a_sentence(code):
    state = DODEKA.new(players=2, seed=7)
    before = state.copy()
    with pytest.raises(brelan.MalformedMove, match=r"A move's code is a whole number|words are for play") as error:
        state.apply(code)
    assert str(error.value).endswith(".") and state == before and state.log == before.log


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, brelan.State.copy, lambda s: pickle.loads(pickle.dumps(s))]
)
def test_every_kind_of_copy_goes_its_own_way(copied):
    state = DODEKA.new(players=2, seed=7)
    twin = copied(state)
    twin.play("throw 1 2 3")
    assert state.log == () and len(twin.log) == 4 and state != twin
    assert str(twin.record()) != str(state.record())
    assert twin.record().replay() == twin and state.record().replay() == state


@pytest.mark.parametrize("name", brelan.games())
def test_a_state_is_its_bytes(name):
    game = brelan.game(name)
    rng = random.Random(name)
    state = game.new(seed=3)
    for _ in range(12):
        again = game.state(state.tobytes(), names=state.names)
        assert again == state and again.names == state.names and again.legal() == state.legal()
        assert game.state(np.frombuffer(state.tobytes(), np.uint8)) == state
        state.apply(rng.choice(state.legal()))
    with pytest.raises(brelan.BrelanError, match="came about is not known"):
        again.record()
    with pytest.raises(brelan.BrelanError, match="came about is not known"):
        again.history()
    again.apply(again.legal()[0])


@pytest.mark.parametrize("name", brelan.games())
@pytest.mark.filterwarnings("ignore:overflow")  # plain rules add up what the bytes say
def test_bytes_that_are_no_state_are_refused(name):
    game = brelan.game(name)
    good = game.new(seed=3, **game.quick).tobytes()
    for bad, told in (
        (good[:-1], "bytes long"),
        (good + b"\0", "bytes long"),
        ("text", "made from bytes"),
        (7, "made"),
    ):
        with pytest.raises(brelan.BrelanError, match=told):
            game.state(bad)
    with pytest.raises(brelan.PlayersError):
        game.state(bytes(len(good)))
    rng = random.Random(name)
    refused = 0
    for _ in range(200):
        spoilt = bytearray(good)
        for at in rng.sample(range(len(good)), len(good) // 4):
            spoilt[at] = rng.randrange(256)
        try:
            game.state(spoilt)
        except brelan.BrelanError:
            refused += 1
    assert refused >= 190  # and none of them brought anything else down


def test_simulate_is_where_the_readme_says():
    result = brelan.arena.simulate("dodeka", ["novice", "novice"], games=np.int64(4), options={"parties": 1})
    assert result.games == 4
    with pytest.raises(brelan.BrelanError, match="games is a whole number"):
        brelan.arena.simulate("dodeka", ["novice", "novice"], games=2.5)
