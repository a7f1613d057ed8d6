"""What people see of Dodéka."""

import brelan
from brelan.games.dodeka.table.pieces import chips, die12

DODEKA = brelan.game("dodeka")


def test_dod_01_twelve_faces_and_a_6_that_is_no_9():
    state = DODEKA.new(players=2, chance="manual")
    state.play("throw 1 2 3")
    for _ in range(3):
        assert state.moves() == [f"die {face}" for face in range(1, 13)]
        assert {weight for _, weight in state.odds()} == {1}
        state.play("die 6")
    assert state.view(0)["dice"] == [6, 6, 6]
    underlined = [face for face in range(1, 13) if "<rect" in die12(0, 0, face, 40)]
    assert underlined == [6, 9]


def test_dod_02_chips_are_the_fewest_pieces():
    assert chips(690) == [500, 100, 50, 10, 10, 10, 10]
    assert all(
        sum(chips(score)) == score and chips(score).count(10) < 5 and chips(score).count(50) < 2
        for score in range(0, 1200, 10)
    )
