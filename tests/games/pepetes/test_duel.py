"""A duel, rule by rule: PEP-01 … PEP-13."""

import pytest

import brelan
from brelan.games.pepetes.rules import combinations as c
from brelan.games.pepetes.rules.duel import strike
from brelan.games.pepetes.table import notes

from .helpers import GAME, a1, cleared, money, no_bets, passes, run, set_money, table, whole_round


def tally(*dice):
    return sum(c.single(face) for face in dice)


def test_pep_01_the_dice():
    state = a1(table(), "1 2 3 4", 5)
    dice = state.view(None)["dice"]
    assert dice["blue"] == [1, 2, 3, 4] and dice["black"] == 5 and dice["red"] == [0, 0]
    state = GAME.new(players=2, chance="manual")
    assert state.moves() == [f"die {face}" for face in range(1, 7)]


def test_pep_02_fifteen_each_ten_1s_and_a_5():
    state = GAME.new(players=6, chance="manual")
    assert money(state) == [15] * 6
    ones = [1] * 10
    assert notes(15) == [5, *ones] and notes(0) == [] and notes(7) == [5, 1, 1] and notes(4) == [1] * 4
    assert notes(98) == [50, 20, 10, 5, *ones, 1, 1, 1] and notes(65) == [50, 5, *ones]
    assert all(sum(notes(money)) == money for money in range(600))
    assert state.view(None)["notes"][0] == [5, *ones]


def test_pep_02_the_bank_does_not_run_out():
    state = table(duels=50, target=0)
    for _ in range(40):
        if state.moves()[0].startswith("die"):
            run(state, "die 6; die 3")
        whole_round(state, "6 6 6 6", 6)
    assert sum(money(state)) == 30 + 40 * 40 and state.struct["bank"] == -1600


def test_pep_03_thirteen_cards():
    state = passes(a1(table(3), "2 2 3 5", 6), 0)
    state.play("pass")
    assert state.moves() == ["card none", "card full"] + [f"card suite {n}" for n in (3, 4, 5)] + [
        f"card same {n}" for n in (3, 4, 5)
    ] + [f"card digit {face}" for face in range(1, 7)]


def test_pep_03_the_memo_is_in_sight():
    state = table()
    words = " ".join(state.text(0).split())
    assert all(
        word in words
        for word in (
            "five alike 10",
            "suite of 5 10",
            "four alike 7",
            "full 5",
            "three alike 5",
            "suite of 4 3",
            "of 3 2",
        )
    )
    assert all(f"+{bonus}" in state.svg(0) for bonus in (10, 7, 5, 3, 2))


def test_pep_04_the_higher_die_attacks_and_ties_are_thrown_again():
    state = GAME.new(players=2, chance="manual")
    run(state, "die 4; die 4; die 1; die 1; die 2")
    assert state.mover == brelan.CHANCE
    state.play("die 3")
    assert state.mover == 1 and state.moves() == ["throw all"]
    assert table(lead=0).mover == 0


def test_pep_05_three_throws_each_in_turn():
    state = a1(table(), "2 3 4 6", 6)
    order = []
    while state.view(None)["round"] == 1:
        order.append((state.mover, state.view(None)["step"]))
        state.play("pass")
        cleared(state)
    assert order == [(1, 1), (0, 2), (1, 3), (0, 4), (1, 5)]


def test_pep_06_a1_is_compulsory_and_the_black_die_stays():
    state = table()
    assert state.moves() == ["throw all"]
    a1(state, "2 3 4 6", 5).play("pass")
    assert all("5" not in move for move in state.moves()) and len(state.moves()) == 16
    run(state, "throw 1 2 3 4; blue 5; blue 5; blue 5; blue 5")
    assert state.view(None)["dice"]["black"] == 5
    run(state, "aim 5 with 1; red 5")  # the black 5 is not eliminated
    assert state.view(None)["dice"]["black"] == 5 and state.view(None)["dice"]["blue"] == [-5] * 4


def test_pep_06_a_face_on_the_black_die_alone_cannot_be_announced():
    state = a1(table(), "2 3 4 6", 5)
    assert not any("5" in move.split(" with ")[0] for move in state.moves())


def test_pep_07_any_blue_dice_in_play_or_a_pass():
    state = run(a1(table(), "2 3 4 6", 5), "aim 3 with 1; red 3")
    assert state.moves() == [
        "pass",
        "throw 1",
        "throw 3",
        "throw 1 3",
        "throw 4",
        "throw 1 4",
        "throw 3 4",
        "throw 1 3 4",
    ]
    run(state, "throw 1 4; blue 5; blue 1")
    assert state.view(None)["dice"]["blue"] == [5, -3, 4, 1]
    run(state, "pass; pass; pass")  # D2, A3 passed: the throw is used up
    assert state.view(None)["round"] == 2


def test_pep_08_what_a_defender_may_announce():
    state = a1(table(), "2 2 4 6", 5)
    assert set(state.moves()) == {
        "pass",
        *(f"aim {face} with {dice}" for face in (2, 4, 6) for dice in ("1", "2", "1 2")),
        *(f"aim {faces} with 1 2" for faces in ("2 4", "2 6", "4 6")),
    }
    with pytest.raises(brelan.IllegalMove):
        state.play("aim 3 with 1")


def test_pep_08_two_faces_need_two_dice():
    assert GAME.moves.code("aim 2 4 with 1") is None
    assert GAME.moves.code("aim 4 2 with 2 1") == GAME.moves.code("aim 2 4 with 1 2")
    assert GAME.moves.code("aim 4 4 with 1 2") is None


def test_pep_08_a_pass_uses_up_the_throw():
    state = a1(table(), "2 3 4 6", 5)
    state.play("pass")
    assert state.mover == 0 and state.view(None)["step"] == 2


def test_pep_09_worked_example_six_and_five_throw_six_six():
    state = run(a1(table(), "6 6 5 2", 6), "aim 6 5 with 1 2; red 6; red 6")
    dice = state.view(None)["dice"]
    assert dice["blue"] == [-6, -6, 5, 2], "all the attacker's 6s go, the black one stays"
    assert sorted(dice["red"]) == [-6, 6] and dice["lost"] == 6, "one red 6 goes, the other costs 6"


def test_pep_09_worked_example_six_alone_throw_six_six():
    state = run(a1(table(), "6 6 5 2", 6), "aim 6 with 1 2; red 6; red 6")
    dice = state.view(None)["dice"]
    assert dice["blue"] == [-6, -6, 5, 2] and dice["red"] == [-6, -6] and dice["lost"] == 0


@pytest.mark.parametrize(
    ("announced", "thrown", "hits", "leave", "lost"),
    [
        ((6,), (6, 0), {6}, (True, False), 0),
        ((6,), (5, 0), set(), (False, False), 5),
        ((6,), (6, 5), {6}, (True, False), 5),
        ((6,), (5, 5), set(), (False, False), 10),
        ((5, 6), (5, 6), {5, 6}, (True, True), 0),
        ((5, 6), (6, 1), {6}, (True, False), 1),
        ((5, 6), (5, 5), {5}, (True, False), 5),
        ((1, 2), (1, 1), {1}, (True, False), 1),
        ((5, 6), (4, 3), set(), (False, False), 7),
        ((5,), (0, 5), {5}, (False, True), 0),
        ((5,), (0, 2), set(), (False, False), 2),
    ],
)
def test_pep_09_hits_and_misses(announced, thrown, hits, leave, lost):
    bits = sum(1 << face for face in announced)
    assert tuple(strike(bits, *thrown)) == (sum(1 << face for face in hits), *leave, lost)


def test_pep_09_a_miss_stays_in_hand_and_costs_its_face():
    state = run(a1(table(), "6 6 5 2", 6), "aim 6 with 2; red 4; pass; aim 5 with 2; red 3")
    dice = state.view(None)["dice"]
    assert dice["lost"] == 7 and dice["red"] == [0, 3]


def test_pep_10_no_red_die_left():
    state = run(a1(table(), "6 5 3 2", 6), "aim 6 5 with 1 2; red 6; red 5; pass")
    assert state.mover == 1 and state.moves() == ["pass"]


def test_pep_10_no_blue_die_left():
    state = run(a1(table(), "6 6 6 6", 6), "aim 6 with 1; red 6")
    assert state.mover == 0 and state.moves() == ["pass"]
    state.play("pass")
    assert state.mover == 1 and state.moves() == ["pass"]


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((4, 5, 6), 17),
        ((2, 3, 4, 5), 17),
        ((2, 3, 4, 5, 6), 30),
        ((5, 5, 5, 1, 1), 22),
        ((1, 1, 1), 8),
        ((4, 4, 4, 4), 23),
        ((2, 2, 2, 2, 2), 20),
        ((6, 6, 6, 4, 5), 32),
        ((3,), 3),
        ((1, 2, 3, 4, 5), 25),
        ((2, 2, 3, 4, 5), 19),
        ((2, 2, 3, 4, 6), 19),
        ((6, 6, 5, 5, 1), 23),
    ],
)
def test_pep_11_scores_of_the_text(dice, points):
    assert c.score(tally(*dice)) == points


@pytest.mark.parametrize(
    ("blue", "black", "points"), [("2 3 4 5", 6, 30), ("5 5 5 1", 1, 22), ("2 2 2 2", 2, 20), ("6 6 6 4", 5, 32)]
)
def test_pep_11_the_bank_pays_the_attacker(blue, black, points):
    state = whole_round(table(), blue, black)
    assert money(state) == [15 + points, 15] and state.struct["bank"] == -points


def test_pep_11_the_defender_pays_lost_points():
    state = run(a1(table(), "2 3 4 6", 6), "aim 6 with 1 2; red 5; red 4")
    passes(state, 4)
    assert money(state) == [15 + 21 + 2, 15 - 9]


def test_pep_11_the_rest_is_forgiven():
    state = set_money(a1(table(gifts="no"), "2 3 4 6", 6), 20, 5)
    passes(run(state, "aim 6 with 1 2; red 5; red 4"), 4)
    assert state.over and money(state)[1] == 0 and state.struct["bank"] == 30 - sum(money(state))


def test_pep_12_a_1_left_bars_the_attacker_from_defending_next():
    for blue, black in (("1 3 4 6", 6), ("2 3 4 6", 1)):  # the black die counts too
        state = whole_round(table(), blue, black)
        a1(state, "6 6 5 4", 3)
        for _ in range(3):
            assert state.mover == 0 and state.moves() == ["pass"]
            run(state, "pass; pass") if state.view(None)["step"] < 5 else state.play("pass")


def test_pep_12_a_knocked_out_1_does_not_count():
    state = passes(run(a1(table(), "1 3 4 6", 6), "aim 1 with 1; red 1"), 4)
    a1(state, "6 6 5 4", 3)
    assert len(state.moves()) > 1


def test_pep_13_a_red_1_left_ends_the_duel():
    state = passes(run(a1(table(), "2 3 4 6", 6), "aim 6 with 1; red 1"), 4)
    assert state.struct["played"] == 1 and state.moves()[0] == "die 1", "the next duel is thrown for"
    assert money(state) == [15 + 23, 14]


def test_pep_13_either_red_die_counts():
    state = passes(run(a1(table(), "2 3 4 6", 6), "aim 6 with 2; red 1"), 4)
    assert state.struct["played"] == 1


def test_pep_13_only_the_last_throw_counts():
    state = run(a1(table(), "2 3 4 6", 6), "aim 6 with 1; red 1; pass; aim 6 with 1; red 2; pass; pass")
    assert state.view(None)["round"] == 2


def test_pep_13_a_red_1_that_hit_is_gone():
    state = passes(run(a1(table(), "1 3 4 6", 6), "aim 1 with 1; red 1"), 4)
    assert state.view(None)["round"] == 2


def test_pep_13_a_die_never_thrown_shows_nothing():
    assert whole_round(table(), "2 3 4 6", 6).view(None)["round"] == 2


def test_decision_passing_leaves_red_dice_as_they_lie():
    state = run(a1(table(), "2 3 4 6", 6), "aim 6 with 2; red 4; pass; pass")
    assert state.view(None)["dice"]["red"] == [0, 4] and state.view(None)["dice"]["lost"] == 4


def test_decision_nothing_carries_over_to_another_duel():
    state = whole_round(table(), "2 3 4 5", 6)
    whole_round(state, "1 1 2 3", 1)  # the second attacker keeps 1s: that was the duel's last round
    run(state, "die 6; die 3")
    a1(state, "6 6 5 4", 3)
    assert state.mover == 1 and len(state.moves()) > 1
    state = whole_round(table(), "2 3 4 5", 6)
    passes(run(a1(state, "2 3 4 6", 6), "aim 6 with 1; red 1"), 4)
    run(state, "die 6; die 3")
    assert state.mover == 0 and state.view(None)["round"] == 1


def test_the_second_round_swaps_the_roles():
    state = whole_round(table(), "2 3 4 6", 6)
    assert state.mover == 1
    whole_round(state, "2 2 4 6", 6)
    assert money(state) == [15 + 23, 15 + 20] and state.struct["fought"].tolist()[:2] == [1, 1]


def test_no_bets_with_two_players():
    state = a1(table(), "2 3 4 6", 6)
    state.play("pass")
    assert no_bets(state).mover == 0 and state.view(None)["step"] == 2
