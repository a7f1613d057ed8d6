"""One turn and a whole partie, against slow, independent computations."""

import argparse
import json
from functools import cache
from itertools import product

import numpy as np
import pytest

import brelan
from brelan.arena.simulate import simulate
from brelan.games.dodeka import solve
from brelan.games.dodeka.rules.lines import BRELAN, PAIRE, PAIRTRAIZ, POINTS, line
from brelan.games.dodeka.rules.state import STATE
from brelan.games.dodeka.solve.partie import solution, solve_partie
from brelan.games.dodeka.solve.positions import index
from brelan.games.dodeka.solve.turn import KEEPS, line_counts, solved_turn, turn_odds, turn_value
from brelan.games.dodeka.solve.values import ALL_TIED, FIRST_PAIR, LAST_PAIR, blank_memory, line_worths

from .positions import position

DODEKA = brelan.game("dodeka")


def slow_turn(worth):
    """The best expected worth of a turn by plain enumeration of ordered dice: another algorithm than the solver's."""
    faces = range(1, 13)

    @cache
    def throw(kept, left):
        thrown = 3 - len(kept)
        return sum(rest(tuple(sorted(kept + dice)), left) for dice in product(faces, repeat=thrown)) / 12**thrown

    @cache
    def rest(dice, left):
        stop = worth[line(*dice)]
        if not left:
            return stop
        keeps = {tuple(face for at, face in enumerate(dice) if mask >> at & 1) for mask in range(7)}
        return max(stop, *(throw(kept, left - 1) for kept in keeps))

    return throw((), 2)


@pytest.mark.parametrize("worth", [POINTS, (1, 0, 0, 0, 0, 0, 0, 0, 0), (-3, 7, 1, -20, 5, 0, 2, 30, 11)])
def test_a_turn_is_played_as_well_as_by_enumeration(worth):
    assert turn_value(worth) == pytest.approx(slow_turn(worth), abs=1e-9)


def test_the_odds_add_up_and_explain_the_value():
    value, odds = turn_odds(POINTS)
    assert sum(odds) == pytest.approx(1)
    assert np.dot(odds, POINTS) == pytest.approx(value)
    value, odds = turn_odds(POINTS, dice=(3, 3, 9), left=0)
    assert value == 40 and odds[PAIRE] == 1


def test_the_odds_of_one_die():
    """3-3 kept, one throw left: a 3 makes a brelan, a 7 a pairtraiz, everything else a paire."""
    worth = [0.0] * 9
    worth[BRELAN] = 1
    _, odds = turn_odds(worth, dice=(3, 3, 9), left=1)
    assert odds[BRELAN] == pytest.approx(1 / 12)
    assert odds[PAIRTRAIZ] == pytest.approx(1 / 12)
    assert odds[PAIRE] == pytest.approx(10 / 12)


def best_reply(solved, struct):
    """The mover's best turn by enumeration, everybody else going on by the solution: what a one-turn deviation can
    reach.
    """
    n, own = int(struct["players"]), int(struct["turn"])
    memory = blank_memory(n)
    line_worths(struct, solved, memory)
    return slow_turn(tuple(memory.worth[0, :, own]))


@pytest.mark.parametrize("players", [2, 3])
def test_no_one_turn_deviation_gains(players):
    solved = solution(players, 200)
    rng = np.random.default_rng(1)
    for _ in range(6):
        seat = int(rng.integers(players))
        struct = position([int(x) * 10 for x in rng.integers(0, 20, players)], seat)
        at = index(struct, 20)
        assert best_reply(solved, struct) == pytest.approx(solved.values[at, seat], abs=1e-6)


def test_nor_after_a_pairtraiz_nor_in_a_last_tour():
    solved = solution(3, 200)
    for struct in (
        position([150, 40, 90], 1, order=(0,)),
        position([240, 40, 90], 1),
        position([240, 40, 90], 2, order=(1,)),
        position([50, 210, 60], 2),
    ):
        seat = int(struct["turn"])
        assert best_reply(solved, struct) == pytest.approx(solved.values[index(struct, 20), seat], abs=1e-6)


@pytest.mark.parametrize("players", [2, 3])
def test_values_sum_to_zero(players):
    solved = solution(players, 200)
    assert np.abs(solved.values.sum(axis=1)).max() < 1e-7


def test_playoffs_are_a_fixed_point():
    """A tie of two at the top: the value at a tied score is that of a tour from it."""
    solved = solution(2, 200)
    struct = position([200, 200])
    struct["playoff"] = 1
    assert best_reply(solved, struct) == pytest.approx(solved.ties[ALL_TIED, 20, 0], abs=1e-6)
    assert solved.ties[ALL_TIED, 20, :2].sum() == pytest.approx(0, abs=1e-9)


def test_a_tie_for_last_prefers_not_to_pay():
    solved = solution(3, 200)
    assert (solved.ties[LAST_PAIR:, 5, :2] < 0).all()  # somebody of the two pays
    share = solved.ties[FIRST_PAIR:, 0, 0][:3]
    assert ((share > 0.3) & (share < 0.7)).all()


def test_larger_targets_are_refused_by_the_exact_solver():
    with pytest.raises(brelan.BrelanError, match="700"):
        solve_partie(2, 710)


def test_solve_answers_as_json():
    parser = argparse.ArgumentParser()
    solve.arguments(parser, DODEKA.say("en"))
    found = json.loads(
        json.dumps(
            solve.answer(
                parser.parse_args(["--players", "2", "--target", "200", "--dice", "3-3-9", "--left", "1"]),
                lambda *_: None,
            )
        )
    )
    assert list(found["line_counts"].values()) == line_counts()
    assert found["max_expected_points"] == pytest.approx(slow_turn(POINTS))
    assert len(found["values"]) == 2 and sum(found["values"]) == pytest.approx(0, abs=1e-7)
    for lang in ("fr", "en"):
        assert "1" in solve.report(found, DODEKA.say(lang))


def asked(*words):
    parser = argparse.ArgumentParser()
    solve.arguments(parser, DODEKA.say("en"))
    return solve.answer(parser.parse_args(words), lambda *_: None)


@pytest.mark.parametrize("dice", ["4 8 1", "4-8-1", "4, 8, 1"])
def test_solve_names_the_faces_to_keep_and_why(dice):
    found = asked("--dice", dice)
    choices = found["turn"]["choices"]
    assert [choice["best"] for choice in choices] == [True] + [False] * 7
    assert choices[0]["keep"] == [4, 8, 1] and choices[0]["value"] == 250
    said = solve.report(found, DODEKA.say("en"))
    assert said.startswith("With 4 8 1: stop, and keep all three. Anything else is worth 185.9 points less.")
    assert "keep 4 8" in said and "points this turn (exact)" in said
    assert solve.report(found, DODEKA.say("fr")).startswith("Avec 4 8 1")


def test_solve_keeps_a_pair():
    found = asked("--dice", "3 9 3", "--left", "1")
    assert found["turn"]["choices"][0]["keep"] == [3, 3]
    assert len(found["turn"]["choices"]) == 6  # equal faces make equal choices
    assert found["turn"]["choices"][0]["value"] == pytest.approx(75)
    assert "With 3 9 3 and 1 throw left: keep 3 and 3" in solve.report(found, DODEKA.say("en"))
    last = asked("--dice", "3 9 3", "--left", "0")["turn"]["choices"]
    assert len(last) == 1 and last[0]["value"] == 40


def test_solve_weighs_a_position_in_points_and_places():
    found = asked("--dice", "4 8 1", "--scores", "180 100 0", "--mover", "2", "--target", "200")
    stop = next(choice for choice in found["turn"]["choices"] if choice["keep"] == [4, 8, 1])
    assert stop["owed"] == 350 and 0 <= stop["last"] < 0.5 and stop["first"] > 0.5
    assert found["seat"] == 1 and found["error"] == 0 and sum(found["first"]) == pytest.approx(1, abs=0.01)
    said = solve.report(found, DODEKA.say("en"))
    assert "points of the match (exact)" in said and "A partie to 200 at 180-100-0, player 2 about to throw" in said
    four = solve.report(asked("--dice", "4 8 1", "--scores", "250,660,100,300", "--mover", "3"), DODEKA.say("en"))
    assert "last, you would owe your own 350" in four and "points of the match (estimated)" in four


@pytest.mark.slow
def test_solve_throws_a_treize_back():
    """Only the last pays, and pays what they have: with 250 between 640 and 0, a treize is worth less than a throw."""
    choices = asked("--dice", "4 8 1", "--scores", "640 250 0", "--mover", "2")["turn"]["choices"]
    assert choices[0]["keep"] == [1] and choices[-1]["keep"] == [4, 8, 1] and choices[-1]["owed"] == 500
    assert choices[0]["value"] - choices[-1]["value"] == pytest.approx(36.8, abs=0.1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--left", "1"], "give --dice too"),
        (["--mover", "2"], "give --scores too"),
        (["--scores", "10,20,x"], "such as 250,400,100"),
        (["--scores", "15,20"], "in tens"),
        (["--scores", "10,20", "--mover", "3"], "from 1 to 2"),
        (["--scores", "10,20", "--players", "3"], "3 of them"),
        (["--scores", "10,700"], "Player 2 has reached 700"),
        (["--players", "6"], "not for 6 players"),
        (["--players", "2", "--target", "710"], "not for 2 players to 710"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(words, said):
    with pytest.raises(brelan.BrelanError, match=said):
        asked(*words)


@pytest.mark.slow
def test_the_default_partie_of_three():
    """The whole solution at 700 for three players: zero sum, no deviation gains, and the master's own results agree."""
    solved = solution(3, 700)
    assert np.abs(solved.values.sum(axis=1)).max() < 1e-7
    state = DODEKA.new(players=3, chance="manual", parties=1)
    rng = np.random.default_rng(2)
    for _ in range(10):
        struct = state._buf.view(STATE)[0]
        struct["scores"][:3] = rng.integers(0, 70, 3) * 10
        struct["turn"] = seat = int(rng.integers(3))
        assert best_reply(solved, struct) == pytest.approx(solved.values[index(struct, 70), seat], abs=1e-6)
    result = simulate(DODEKA, ["master"] * 3, 20_000, seed=3, options={"parties": 1})
    for mean, predicted in zip(result.by_seat(), solved.at_start(), strict=True):
        assert abs(mean.mean - predicted) < 3 * mean.margin / 2.5758


def test_induct_breaks_ties_as_stated():
    """Indifferent between everything: it stops.

    Indifferent between throws only: it keeps the most dice, then the lowest.
    """
    turn = solved_turn(np.ones((9, 1)))
    assert (turn.chosen[2] == KEEPS + np.arange(364)).all()
