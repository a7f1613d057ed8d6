"""The numbers lessons claim are those the game's own solvers and rules give: they cannot go stale."""

import argparse
from itertools import product

import pytest

import brelan
from brelan.school.lessons import lesson


def solved(name, *arguments):
    """What `brelan solve NAME …` answers."""
    game = brelan.game(name)
    parser = argparse.ArgumentParser()
    game.solve.arguments(parser, game.say("en"))
    return game.solve.answer(parser.parse_args(arguments), lambda *_: None)


def told(name, number, lang="en"):
    """Everything a lesson says."""
    found = lesson(brelan.game(name), number, lang)
    return " ".join(step.prose + " ".join(answer.said for answer in (*step.right, *step.wrong)) for step in found.steps)


def worths(*arguments):
    """The worth of each choice of dice to keep, best first."""
    return sorted((row["value"] for row in solved("dodeka", *arguments)["turn"]["choices"]), reverse=True)


def position(name, number, which):
    """The position of a lesson's try, counted from 0."""
    return [step for step in lesson(brelan.game(name), number, "fr").steps if step.waits][which]


def test_dodekas_dice():
    assert "64 points on average" in told("dodeka", 2) and "64 points en moyenne" in told("dodeka", 2, "fr")
    values = worths("--dice", "4 8 1")
    assert values[0] == 250 and round(values[1]) == 64
    last = worths("--dice", "5 6 9", "--left", "1")
    assert round(last[0]) == 53 and round(last[0] - last[1]) == 20 and "53 points" in told("dodeka", 2)


@pytest.mark.slow  # it solves a partie with three
def test_dodekas_leader_does_well_to_wait():
    asked = ("--left", "2", "--mover", "3")
    waits = worths("--dice", "4 5 6", "--scores", "250,60,610", *asked)
    assert round(waits[0], 1) == 68.7 and "+68.7" in told("dodeka", 4) and "+68,7" in told("dodeka", 4, "fr")
    assert waits[-1] == pytest.approx(60)
    ends = worths("--dice", "7 8 9", "--scores", "290,310,630", *asked)
    assert ends[0] == pytest.approx(290)


def points(state):
    """What each tip of 4D brings to whoever is to move."""
    return {tip["tip"]: tip["results"][0]["points"] for tip in state.view(state.mover)["previews"]}


def left_by(state, move):
    """The most the other can make after a move."""
    after = state.copy()
    after.play(move)
    return max(points(after).values())


def test_what_4d_leaves():
    board = position("4d", 1, 1).position.state
    assert points(board)["both-left"] == 16 and points(board)["near-left"] == 8
    board = position("4d", 2, 0).position.state
    assert max(points(board).values()) == points(board)["right"] == 11
    assert [left_by(board, f"right lock-{lock}") for lock in ("left", "far", "right")] == [7, 16, 16]
    board = position("4d", 3, 0).position.state
    assert points(board)["right"] == 11
    assert [left_by(board, f"right lock-{lock}") for lock in ("far", "left", "right")] == [0, 11, 16]


def test_when_pepetes_is_not_defended():
    """All throws of the red dice, counted: what entering costs, and what it takes from the attacker."""
    for face, mean in ((4, 3.4), (6, 3.0)):
        misses = [red for red in range(1, 7) if red != face]
        assert sum(misses) / len(misses) == pytest.approx(mean)
    poor, rich = (position("pepetes", 4, which).position.state for which in (0, 1))
    costs, takes = entering(poor, "aim 4 with 1")
    assert costs > takes
    for aim in ("aim 2 6 with 1 2", "aim 6 with 1 2"):
        costs, takes = entering(rich, aim)
        assert 4.5 <= costs <= 5 and takes > 7
    rich = rich.copy()
    rich.play("pass")
    assert rich.scores[1] - 15 == 28 and "28 pépètes" in told("pepetes", 4)


def test_the_odds_of_a_bet_on_a_suite():
    odds = solved("pepetes", "--after", "blue 4 4 2 6 black 5", "--step", "A2")["after"]["bets"]["contains"]
    assert odds["suite 3"] > 0.5 and "more than one time in two" in told("pepetes", 3)
    assert odds["digit 5"] == pytest.approx(1)


def entering(state, move):
    """The mean of what a defender pays and of what the attacker gets less than by a pass."""
    calm = state.copy()
    calm.play("pass")
    dice, cost, taken = len(move.split(" with ")[1].split()), 0.0, 0.0
    for reds in product(range(1, 7), repeat=dice):
        thrown = state.copy()
        thrown.play(move)
        for red in reds:
            thrown.play(f"red {red}")
        cost += state.scores[0] - thrown.scores[0]
        taken += calm.scores[1] - thrown.scores[1]
    return cost / 6**dice, taken / 6**dice


def test_what_an_exchange_of_three_tells():
    rows = {tuple(row["given"]): row for row in solved("spacepoker", "--hand", "1-2-3-4-4")["exchanges"]}
    three, one = rows[1, 2, 3], rows[(4,)]
    better = sum(three["combinations"][name] for name in ("five", "four", "full"))
    assert round(100 * better) == 17 and "17 times in 100" in told("spacepoker", 3)
    assert better < 0.2 and "more than 8 times in 10" in told("spacepoker", 3)  # the greatest brelan beats the others
    assert round(100 * one["combinations"]["different"]) == 23 and "23 times in 100" in told("spacepoker", 1)
    assert round(100 * three["wins"][0]) == 42 and "42 times in 100" in told("spacepoker", 1)
    assert round(100 * one["wins"][0]) == 26


def test_what_dalapapas_replay_brings():
    step = position("dalapapa", 3, 2)
    before = position("dalapapa", 3, 0).position.state.scores
    assert step.judge(["mark 6", "mark 7"], "fr").state.scores[0] - before[0] == 4


@pytest.mark.slow
def test_the_master_would_play_again():
    state = position("dalapapa", 3, 0).position.state
    advice = brelan.bot("dalapapa").advise(state.view_state(0))
    assert advice[0].move == "replay"
