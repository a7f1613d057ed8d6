"""What people see of Dodéka."""

from brelan.games.dodeka.table.pieces import chips


def test_chips_are_the_fewest_pieces():
    assert chips(690) == [500, 100, 50, 10, 10, 10, 10]
    assert all(
        sum(chips(score)) == score and chips(score).count(10) < 5 and chips(score).count(50) < 2
        for score in range(0, 1200, 10)
    )
