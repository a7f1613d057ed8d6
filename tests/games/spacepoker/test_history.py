"""A hand's stakes are remembered to the last (SPA-05 to SPA-08): nothing a player heard is forgotten."""

import random

import pytest

import brelan
from brelan.games.spacepoker.rules.planets import can_pay
from brelan.games.spacepoker.rules.state import DROPS, HISTORY, IN

GAME = brelan.game("spacepoker")


def at_stakes(players, seed, **options):
    """A game whose first hand has come to the stakes."""
    state = GAME.new(players=players, seed=seed, hands=1, **options)
    while state.moves()[0].startswith("exchange"):
        state.play("exchange none")
    return state


def heard(state):
    """The answers of the hand, as the record has them."""
    words = [GAME.words(code) for code in state.log]
    said = [word for word in words if word.split()[0] in ("stake", "stay", "drop")]
    return [DROPS if word == "drop" else int(word.split()[1]) if word != "stay" else 0 for word in said]


def all_can_follow(state, added):
    """Whether the others' planets make what they would have to add."""
    s = state.struct
    others = [seat for seat in range(state.players) if seat != state.mover and s.inside[seat] == IN]
    stake = int(s.stakes[state.mover]) + added
    return all(can_pay(s.planets[seat], stake - int(s.stakes[seat])) for seat in others)


def hand_of_single_raises(state, raises):
    """Everybody aligns, and the seat `raises` chooses raises by as little as its planets make."""
    while state.mover >= 0:
        amounts = sorted(int(move.split()[1]) if move != "stay" else 0 for move in state.moves() if move != "drop")
        due = int(state.struct.highest) - int(state.struct.stakes[state.mover])
        larger = [amount for amount in amounts if amount > due and all_can_follow(state, amount)]
        more = larger and (raises(state) or int(state.struct.highest) == 0)
        add = larger[0] if more else due
        if add not in amounts:
            state.play("drop")
        else:
            state.play(f"stake {add}" if add else "stay")
        yield int(state.struct.acts) if not state.over else 0, state


@pytest.mark.parametrize("players", [2, 3, 5])
def test_spa_06_the_longest_hands_are_remembered_whole(players):
    """The last seat raises by a point in every lap, up to all it has: more answers than any other way."""
    state = at_stakes(players, seed=4)
    last = players - 1
    most = 0
    for acts, at in hand_of_single_raises(state, lambda at: at.mover == last):
        if acts:
            most = max(most, acts)
            assert at.struct.history[:acts].tolist() == heard(at) and not at.struct.history[acts:].any()
    assert most > {2: 45, 3: 65, 5: 105}[players] and most <= players * 62 <= HISTORY


def test_spa_06_no_random_hand_comes_near_the_end_of_the_history():
    rng = random.Random(1)
    for seed in range(30):
        players = rng.choice(GAME.seats)
        state = at_stakes(players, seed, closing=rng.choice(["lap", "called"]))
        for acts, at in hand_of_single_raises(state, lambda at: rng.random() < 0.5):
            if acts:
                assert at.struct.history[:acts].tolist() == heard(at)
                assert acts <= players * 62
