"""What positions are worth: a mean before chance, the best choice before a decision, the result at the end."""

import pytest

import brelan
from brelan.play.worth import followed, judge, weigh
from brelan.school.review import kind_of

EXACT = (
    ("dodeka", 2, {"target": 200, "parties": 2}),
    ("dodeka", 3, {"target": 100, "parties": 1}),
    ("4d", 2, {"target": 25}),
)


def finished(name, players, options, levels=("novice",), seed=3):
    state = brelan.game(name).new(players=players, seed=seed, **options)
    bots = [brelan.bot(name, levels[seat % len(levels)], seed=seat) for seat in range(players)]
    while not state.over:
        state.apply(bots[state.mover].pick(state.view_state(state.mover)))
    return state


@pytest.mark.parametrize(("name", "players", "options"), EXACT)
def test_where_a_game_is_solved_worth_is_the_mean_over_chance_and_the_best_of_choices(name, players, options):
    state = finished(name, players, options)
    for before, code in state.history():
        worth = judge(before)
        assert worth.error == 0.0 and abs(sum(worth.seats)) < 1e-9
        kind = kind_of(before, code)
        if kind == "chance":
            odds = before.odds()
            total = sum(weight for _, weight in odds)
            for seat in range(players):
                mean = sum(weight * judge(followed(before, move)).seats[seat] for move, weight in odds) / total
                assert mean == pytest.approx(worth.seats[seat], abs=1e-9)
        elif kind == "choice":
            best = max(judge(followed(before, move)).seats[before.mover] for move in before.legal())
            assert best == pytest.approx(worth.seats[before.mover], abs=1e-8)
    assert judge(state).seats == state.payoff


def test_points_to_spare_tell_moves_apart_that_win_or_lose_alike():
    state = finished("4d", 2, {"target": 25})
    told = [
        weigh(before.view_state(before.mover)) for before, code in state.history() if kind_of(before, code) == "choice"
    ]
    assert any(len({one.value for one in moves}) > 2 for moves in told)
