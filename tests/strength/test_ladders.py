"""Every level is stronger than the one below it, in every game: fixed seeds, 99% intervals."""

import pytest

from .ladder import ROWS, measured, shown


def rows():
    return [pytest.param(name, row, id=f"{name}: {row}") for name in ROWS for row in shown(name)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "row"), rows())
def test_the_better_level_comes_out_ahead(name, row):
    """In points, and where a game pays none but for coming first, in wins."""
    found = measured(name, row)
    if name in ("dalapapa", "spacepoker"):  # the points of a game are no margin: who has more wins
        assert found.wins.mean - found.wins.margin > 1 / row.players
    else:
        assert found.points.mean - found.points.margin > 0


def test_there_is_a_row_for_every_step_of_every_ladder():
    for name, table in ROWS.items():
        steps = {(row.better, row.worse) for row in table}
        assert {("regular", "novice"), ("expert", "regular"), ("master", "expert")} <= steps, name
