"""How strong the master of Dodéka is with four players, by its grid: against itself by rollout, as it played before,
and against the expert. One of the better level, three of the other; fresh seeds, 99% intervals of the mean of a partie.
"""

import pytest

from .ladder import Row, measured

FRESH = 4217


@pytest.mark.slow
def test_the_grid_is_not_weaker_than_rollouts():
    """A rollout thinks long, so that parties are few: what can be shown is that nothing is lost but by chance."""
    found = measured("dodeka", Row("master", "rollout", 1_200, 4, {"parties": 1}), FRESH)
    assert found.points.mean + found.points.margin > 0


@pytest.mark.slow
def test_the_master_of_four_is_not_below_the_expert():
    """+1.4 ± 2.2 points a partie: that it is above takes more parties than these to show."""
    found = measured("dodeka", Row("master", "expert", 8_000, 4, {"parties": 1}), FRESH)
    assert found.points.mean + found.points.margin > 0
