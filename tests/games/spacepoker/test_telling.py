"""The story of a game, in words."""

import pytest

from brelan.play import story

from .helpers import deal, keep_all, new, set_planets, show_all

FIRST, THIRD = [10, 5, 4, 3, 2, 1], [19, 10, 8, 6, 4, 2]


@pytest.mark.parametrize("ante", [0, 1])
def test_spa_14_who_has_no_planet_left_is_told_so(ante):
    """Seat 1 loses its last planet to seat 0: staked, or paid as the ante already."""
    state = set_planets(new(3, ante=ante), FIRST, [1 - ante, 0, 0, 0, 0, 0], THIRD)
    deal(state, [5, 5, 5, 5, 5], [1, 1, 2, 3, 4], [1, 2, 2, 3, 4])
    keep_all(state)
    for move in ("stake 1", "drop" if ante else "stake 1", "stake 1" if ante else "drop"):
        state.play(move)
    show_all(state)
    assert story.lines(state, 1, "en")[-1] == "You have no planet left and are out."
    assert story.lines(state, 0, "fr")[-1].endswith("n’a plus de planète et sort du jeu.")
    told = len(story.lines(state, 0, "fr"))
    state.play("next")
    assert not any("sort du jeu" in line for line in story.lines(state, 0, "fr")[told:]), "once is enough"
