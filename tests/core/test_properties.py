"""Properties that hold for whatever hypothesis thinks of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brelan
from brelan.engine.kernel import below, stream
from brelan.games.dodeka.rules.lines import line
from brelan.games.dodeka.solve.turn import turn_odds, turn_value
from brelan.play.fairness import draw

WORTHS = st.lists(st.floats(-1000, 1000, allow_nan=False), min_size=9, max_size=9)
DICE = st.tuples(*[st.integers(1, 12)] * 3)


@given(st.text(max_size=400))
def test_no_text_crashes_the_record_reader(text):
    with pytest.raises(brelan.RecordError):
        brelan.Record.parse(text)


@given(st.text(max_size=80))
def test_no_words_crash_the_move_parser(text):
    state = brelan.game("dodeka").new(players=2, chance="manual")
    before = state.copy()
    try:
        state.play(text)
    except brelan.MoveError:
        assert state == before
    else:
        assert " ".join(text.lower().split()) == "throw 1 2 3" or sorted(text.split()[1:]) == ["1", "2", "3"]


@given(DICE, st.permutations([0, 1, 2]))
def test_dice_are_positional_the_score_is_not(dice, order):
    assert line(*dice) == line(*(dice[at] for at in order))


@given(WORTHS, st.integers(0, 8), st.floats(0, 500))
def test_a_line_that_is_worth_more_never_makes_a_turn_worth_less(worth, made, more):
    better = list(worth)
    better[made] += more
    assert turn_value(better) >= turn_value(worth) - 1e-9


@given(WORTHS, DICE, st.integers(1, 2))
def test_throwing_is_a_right_not_a_duty(worth, dice, left):
    value, odds = turn_odds(worth, dice, left)
    assert value >= worth[line(*dice)] - 1e-9
    assert abs(sum(odds) - 1) < 1e-9
    assert value == pytest.approx(sum(p * w for p, w in zip(odds, worth, strict=True)), abs=1e-6)


@given(
    st.binary(min_size=1, max_size=40), st.integers(0, 2**40), st.lists(st.integers(1, 10**6), min_size=1, max_size=80)
)
def test_every_draw_is_an_outcome_and_the_same_each_time(key, index, weights):
    outcome = draw(key, index, weights)
    assert 0 <= outcome < len(weights) and outcome == draw(key, index, weights)


@given(st.integers(0, 2**62), st.integers(0, 2**40), st.integers(1, 2**31))
def test_the_generator_stays_in_range(seed, index, n):
    assert 0 <= below(stream(seed, index), n) < n
