"""One turn and a whole partie, against slow, independent computations."""

import json
from functools import cache
from itertools import product

import numpy as np
import pytest

import brelan
from brelan.arena.simulate import simulate
from brelan.games.dodeka import bots, solve
from brelan.games.dodeka.rules import lines
from brelan.games.dodeka.rules.lines import POINTS
from brelan.games.dodeka.rules.state import STATE
from brelan.games.dodeka.solve import partie
from brelan.games.dodeka.solve.turn import induct, room
from brelan.kernel import stream

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
        stop = worth[lines.line(*dice)]
        if not left:
            return stop
        keeps = {tuple(face for at, face in enumerate(dice) if mask >> at & 1) for mask in range(7)}
        return max(stop, *(throw(kept, left - 1) for kept in keeps))

    return throw((), 2)


@pytest.mark.parametrize("worth", [POINTS, (1, 0, 0, 0, 0, 0, 0, 0, 0), (-3, 7, 1, -20, 5, 0, 2, 30, 11)])
def test_a_turn_is_played_as_well_as_by_enumeration(worth):
    assert solve.turn_value(worth) == pytest.approx(slow_turn(worth), abs=1e-9)


def test_the_odds_add_up_and_explain_the_value():
    value, odds = solve.turn_odds(POINTS)
    assert sum(odds) == pytest.approx(1)
    assert np.dot(odds, POINTS) == pytest.approx(value)
    value, odds = solve.turn_odds(POINTS, dice=(3, 3, 9), left=0)
    assert value == 40 and odds[lines.PAIRE] == 1


def test_the_odds_of_one_die():
    """3-3 kept, one throw left: a 3 makes a brelan, a 7 a pairtraiz, everything else a paire."""
    worth = [0.0] * 9
    worth[lines.BRELAN] = 1
    _, odds = solve.turn_odds(worth, dice=(3, 3, 9), left=1)
    assert odds[lines.BRELAN] == pytest.approx(1 / 12)
    assert odds[lines.PAIRTRAIZ] == pytest.approx(1 / 12)
    assert odds[lines.PAIRE] == pytest.approx(10 / 12)


def position(scores, seat=0, order=()):
    """A struct between two turns, seat 0 the starter, with this much scored."""
    state = DODEKA.new(players=len(scores), chance="manual", target=200, parties=1)
    struct = state._buf.view(STATE)[0]
    struct["scores"][: len(scores)] = scores
    struct["turn"] = seat
    for at, one in enumerate(order):
        struct["order"][one] = at + 1
    return struct


def best_reply(solved, struct):
    """The mover's best turn by enumeration, everybody else going on by the solution: what a one-turn deviation can
    reach.
    """
    n, own = int(struct["players"]), int(struct["turn"])
    worth, spare = np.zeros((4, 9, n)), np.zeros(5, STATE)
    partie.line_worths(struct, solved.values, solved.ties, solved.target // 10, worth, spare, *room(n))
    return slow_turn(tuple(worth[0, :, own]))


@pytest.mark.parametrize("players", [2, 3])
def test_no_one_turn_deviation_gains(players):
    solved = partie.solution(players, 200)
    rng = np.random.default_rng(1)
    for _ in range(6):
        seat = int(rng.integers(players))
        struct = position([int(x) * 10 for x in rng.integers(0, 20, players)], seat)
        at = partie.index(struct, 20)
        assert best_reply(solved, struct) == pytest.approx(solved.values[at, seat], abs=1e-6)


def test_nor_after_a_pairtraiz_nor_in_a_last_tour():
    solved = partie.solution(3, 200)
    for struct in (
        position([150, 40, 90], 1, order=(0,)),
        position([240, 40, 90], 1),
        position([240, 40, 90], 2, order=(1,)),
        position([50, 210, 60], 2),
    ):
        seat = int(struct["turn"])
        assert best_reply(solved, struct) == pytest.approx(solved.values[partie.index(struct, 20), seat], abs=1e-6)


@pytest.mark.parametrize("players", [2, 3])
def test_values_sum_to_zero(players):
    solved = partie.solution(players, 200)
    assert np.abs(solved.values.sum(axis=1)).max() < 1e-7


def test_playoffs_are_a_fixed_point():
    """A tie of two at the top: the value at a tied score is that of a tour from it."""
    solved = partie.solution(2, 200)
    struct = position([200, 200])
    struct["playoff"] = 1
    assert best_reply(solved, struct) == pytest.approx(solved.ties[partie.ALL_TIED, 20, 0], abs=1e-6)
    assert solved.ties[partie.ALL_TIED, 20, :2].sum() == pytest.approx(0, abs=1e-9)


def test_a_tie_for_last_prefers_not_to_pay():
    solved = partie.solution(3, 200)
    assert (solved.ties[partie.LAST_PAIR :, 5, :2] < 0).all()  # somebody of the two pays
    share = solved.ties[partie.FIRST_PAIR :, 0, 0][:3]
    assert ((share > 0.3) & (share < 0.7)).all()


@pytest.mark.parametrize("players", [2, 3])
def test_the_master_against_itself_gets_what_the_solution_predicts(players):
    solved = partie.solution(players, 200)
    result = simulate(DODEKA, ["master"] * players, 40_000, seed=3, options={"parties": 1, "target": 200})
    for mean, predicted in zip(result.by_seat(), solved.at_start(), strict=True):
        assert abs(mean.mean - predicted) < 3 * mean.margin / 2.5758


def test_the_strategy_of_the_text_falls_out():
    """DOD-14: a sure loser wants few points; and only the first is paid, so a leader lets a poor last grow."""
    solved = partie.solution(3, 200)
    known = bots.tables(("master",), 3, {"target": 200})
    worth = np.zeros((9, 1))
    # Seat 0 threw a pairtraiz, seat 1 stands at 190, seat 2 at 0 acts last: it can only lose or throw a pairtraiz
    # itself.
    bots._master_worth(position([100, 190, 0], 2, order=(0,)), stream(1), known, worth)
    by_line = dict(zip(lines.LINES, worth[:, 0], strict=True))
    assert by_line["sum under 10"] == 0 and by_line["paire"] == -40 and by_line["suite"] == -100
    assert by_line["pairtraiz"] == 0 and by_line["treize"] == 0  # 250 passes seat 1
    # Seat 2 leads with 170 and acts last; the poorest has nothing. Ending the partie wins nothing, waiting is worth
    # something.
    bots._master_worth(position([60, 0, 170], 2), stream(1), known, worth)
    assert worth[lines.PAIRE, 0] == 0 and worth[lines.SUM_UNDER_10, 0] > 5
    assert solved.at_start()[0] < solved.at_start()[2]  # who acts last knows most


def test_larger_targets_are_refused_by_the_exact_solver():
    with pytest.raises(brelan.BrelanError, match="700"):
        partie.solve_partie(2, 710)


def test_the_advice_gives_exact_values_and_odds():
    state = DODEKA.new(players=2, chance="manual", target=200, parties=1)
    for move in ("throw 1 2 3", "die 3", "die 3", "die 9"):
        state.play(move)
    advice = DODEKA.bot("master").advise(state.view_state(0))
    assert {one.move for one in advice} == set(state.moves())
    assert sum(one.best for one in advice) == 1 and advice[0].best
    assert advice[0].value == pytest.approx(max(one.value for one in advice), abs=1e-9)
    keep_pair = next(one for one in advice if one.move == "throw 3")
    assert "pairtraiz" in keep_pair.text and "%" in keep_pair.text
    assert DODEKA.bot("master").choose(state.view_state(0)) == advice[0].move


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games"), [(4, 4_000), (6, 6_000)])
def test_the_approximation_for_more_players_beats_the_regular(players, games):
    result = simulate(
        DODEKA, ["master"] + ["regular"] * (players - 1), games, seed=2, swap=True, options={"parties": 1}
    )
    assert result.by_bot()[0].mean > result.by_bot()[0].margin


def test_the_rollout_agrees_with_the_exact_solution_on_what_is_certain():
    """Last seat of a last tour: the partie ends with this turn, so rollout and solution must say the same."""
    known = bots.tables(("master",), 3, {"target": 200})
    exact, rolled = np.zeros((9, 1)), np.zeros((9, 1))
    struct = position([240, 40, 90], 2)
    bots._master_worth(struct, stream(1), known, exact)
    bots._rollout_worth(struct, stream(1), known.ends, rolled)
    certain = [made for made in range(9) if made not in (lines.PAIRTRAIZ, lines.TREIZE)]
    assert exact[certain, 0] == pytest.approx(rolled[certain, 0], abs=1e-9)


def test_beyond_the_exact_solution_nothing_has_to_be_solved():
    assert not bots.is_exact(2, {"target": 710}) and not bots.is_exact(4, {"target": 200})
    assert bots.ready("master", 6, {"target": 700}) and bots.tables(("master",), 6, {"target": 700}).target == 0


@pytest.mark.parametrize(("lower", "higher"), [("novice", "regular"), ("regular", "expert"), ("expert", "master")])
def test_the_ladder(lower, higher):
    """Over 20,000 two-player matches with seats swapped, each level takes points from the one below (99%)."""
    result = simulate(DODEKA, [higher, lower], 20_000, seed=11, swap=True, options={"parties": 3, "target": 700})
    assert result.by_bot()[0].mean - result.by_bot()[0].margin > 0


def test_the_result_does_not_depend_on_the_number_of_threads():
    one, two = (simulate(DODEKA, ["novice", "regular", "random"], 500, seed=4, processes=p) for p in (1, 3))
    assert (one.payoffs == two.payoffs).all() and (one.lengths == two.lengths).all()


def test_solve_answers_as_json():
    import argparse

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
    assert list(found["line_counts"].values()) == solve.line_counts()
    assert found["max_expected_points"] == pytest.approx(slow_turn(POINTS))
    assert len(found["values"]) == 2 and sum(found["values"]) == pytest.approx(0, abs=1e-7)
    for lang in ("fr", "en"):
        assert "1" in solve.report(found, DODEKA.say(lang))


@pytest.mark.slow
def test_the_default_partie_of_three():
    """The whole solution at 700 for three players: zero sum, no deviation gains, and the master's own results agree."""
    solved = partie.solution(3, 700)
    assert np.abs(solved.values.sum(axis=1)).max() < 1e-7
    state = DODEKA.new(players=3, chance="manual", parties=1)
    rng = np.random.default_rng(2)
    for _ in range(10):
        struct = state._buf.view(STATE)[0]
        struct["scores"][:3] = rng.integers(0, 70, 3) * 10
        struct["turn"] = seat = int(rng.integers(3))
        assert best_reply(solved, struct) == pytest.approx(solved.values[partie.index(struct, 70), seat], abs=1e-6)
    result = simulate(DODEKA, ["master"] * 3, 20_000, seed=3, options={"parties": 1})
    for mean, predicted in zip(result.by_seat(), solved.at_start(), strict=True):
        assert abs(mean.mean - predicted) < 3 * mean.margin / 2.5758


def test_induct_breaks_ties_as_stated():
    """Indifferent between everything: it stops.

    Indifferent between throws only: it keeps the most dice, then the lowest.
    """
    best, means, chosen = room(1)
    induct(np.ones((9, 1)), 0, 2, best, means, chosen)
    from brelan.games.dodeka.solve.turn import KEEPS

    assert (chosen[2] == KEEPS + np.arange(364)).all()
