"""Bets, rule by rule: PEP-14 … PEP-16, and option `bets`."""

import pytest

import brelan
from brelan.games.pepetes.rules import combinations as c

from .helpers import GAME, a1, bet, money, passes, run, set_money, table, tell_stakes, whole_round
from .test_duel import tally


def betting(players=3, blue="2 2 3 5", black=6, **options):
    """Seat 2 (and those after it) is asked for bets: A1 lies, D1 was passed."""
    return run(a1(table(players, **options), blue, black), "pass")


def finish(state):
    """The rest of the round: everybody passes."""
    passes(tell_stakes(state), 4)
    return tell_stakes(state)


def test_pep_14_bets_come_after_a1_and_d1():
    state = a1(table(3), "2 2 3 5", 6)
    assert state.mover == 1
    run(state, "aim 2 with 1; red 2")
    assert state.mover == 2 and state.moves()[0] == "card none"


def test_pep_14_each_bettor_is_asked_four_things_always():
    for first, second in (
        ("none", "none"),
        ("digit 6 x 1", "none"),
        ("none", "full x 3"),
        ("same 3 x 15", "none"),
        ("suite 3 x 2", "digit 1 x 1"),
    ):
        state = betting(5)
        asked = []
        for _ in range(3):
            for _ in range(4):
                asked.append(state.mover)
                state.apply(state.legal()[0])
        assert asked == [2] * 4 + [3] * 4 + [4] * 4
        state = betting(3)
        bet(state, first, second)
        assert state.moves()[0].startswith("stakes")


def test_pep_14_a_digit_takes_exactly_1():
    state = run(betting(), "card digit 6")
    assert state.moves() == ["stake 1"]


def test_pep_14_a_combination_takes_1_or_more():
    state = run(betting(), "card full")
    assert state.moves() == [f"stake {n}" for n in range(1, 16)]


def test_pep_14_a_stake_has_no_cap_but_the_purse():
    state = set_money(betting(), 15, 15, 40_000)
    run(state, "card full; stake 39999; card digit 6")
    assert state.moves() == ["stake 1"]
    run(state, "stake 1")
    assert state.moves() == ["stakes 39999 1"]
    run(state, "stakes 39999 1")
    assert state.struct["stake"].tolist()[4:6] == [39_999, 1]


def test_pep_14_no_card_no_stake():
    assert run(betting(), "card none").moves() == ["stake none"]


def test_pep_14_two_different_cards():
    state = run(betting(), "card full; stake 3")
    assert "card full" not in state.moves() and "card none" in state.moves() and len(state.moves()) == 13


def test_pep_14_both_stakes_are_covered():
    state = run(betting(), "card full; stake 12; card same 3")
    assert state.moves() == ["stake 1", "stake 2", "stake 3"]
    state = run(betting(), "card full; stake 15")
    assert state.moves() == ["card none"]
    assert run(state, "card none").moves() == ["stake none"]


def test_pep_14_bets_in_both_rounds():
    state = whole_round(table(3), "2 3 4 6", 6)
    run(a1(state, "2 2 3 5", 6), "pass")
    assert state.mover == 2 and "card full" in state.moves()


def test_pep_14_bets_even_where_the_defender_is_barred():
    state = whole_round(table(3), "1 3 4 6", 6)
    run(a1(state, "2 2 3 5", 6), "pass")
    assert state.mover == 2 and "card full" in state.moves()


@pytest.mark.parametrize(
    ("card", "won"),
    [("digit 2", True), ("digit 6", True), ("digit 4", False), ("full", False), ("suite 3", False), ("same 3", False)],
)
def test_pep_15_a_bet_is_settled_at_the_end_of_the_round(card, won):
    state = finish(bet(betting(), f"{card} x 1"))
    assert money(state)[2] == 16 if won else money(state)[2] == 14


def test_pep_15_a_won_bet_returns_as_much_again():
    state = finish(bet(betting(blue="2 2 2 5"), "same 3 x 9", "suite 3 x 4"))
    assert money(state)[2] == 15 + 9 - 4


HOLDS = [
    ((2, 3, 4, 5), {"suite 3", "suite 4"}),
    ((2, 3, 4, 5, 6), {"suite 3", "suite 4", "suite 5"}),
    ((5, 5, 5, 1, 1), {"full", "same 3"}),
    ((4, 4, 4, 4), {"same 3", "same 4"}),
    ((2, 2, 2, 2, 2), {"same 3", "same 4", "same 5"}),
    ((6, 6, 6, 4, 5), {"same 3", "suite 3"}),
    ((1, 3, 5), set()),
    ((2, 2, 3, 4, 4), {"suite 3"}),
]
COUNTED = ["suite 4", "suite 5", "full", "same 4", "same 5", "same 3", None, "suite 3"]


@pytest.mark.parametrize(("dice", "held"), HOLDS)
def test_pep_15_what_dice_hold(dice, held):
    for card in range(1, c.CARDS):
        name = GAME.moves.card_words(card)
        expected = name in held if card <= c.DIGIT else int(name[-1]) in dice
        assert c.wins(tally(*dice), card, False) == expected, name


@pytest.mark.parametrize(("dice", "name"), [(dice, name) for (dice, _), name in zip(HOLDS, COUNTED, strict=True)])
def test_option_counted_only_the_combination_that_counted_wins(dice, name):
    for card in range(1, c.DIGIT + 1):
        assert c.wins(tally(*dice), card, True) == (GAME.moves.card_words(card) == name)
    for face in range(1, 7):
        assert c.wins(tally(*dice), c.DIGIT + face, True) == (face in dice)


def test_option_counted_in_play():
    state = finish(bet(betting(blue="6 6 6 4", black=5, bets="counted"), "suite 3 x 5", "same 3 x 2"))
    assert money(state)[2] == 15 - 5 + 2
    state = finish(bet(betting(blue="6 6 6 4", black=5), "suite 3 x 5", "same 3 x 2"))
    assert money(state)[2] == 15 + 5 + 2


def test_pep_16_choices_are_secret_while_others_choose():
    state = bet(betting(4), "full x 7", "digit 5 x 1")
    assert state.mover == 3
    for seat in (None, 0, 1, 3):
        assert state.view(seat)["bets"][2] == []
    assert [one["card"] for one in state.view(2)["bets"][2]] == [1, 12]
    seen = [str(move) for move in state.record(3).moves[-4:]]
    assert seen == ["2 card hidden", "2 stake hidden"] * 2
    assert [str(move) for move in state.record(2).moves[-4:]] == [
        "2 card full",
        "2 stake 7",
        "2 card digit 5",
        "2 stake 1",
    ]


def test_pep_16_then_stakes_are_public_and_cards_are_not():
    state = tell_stakes(bet(bet(betting(4), "full x 7", "digit 5 x 1")))
    for seat in (None, 0, 1, 3):
        assert [(one["card"], one["stake"]) for one in state.view(seat)["bets"][2]] == [(-1, 7), (-1, 1)]
        assert state.view(seat)["bets"][3] == []
    assert [str(move) for move in state.record(0).moves[-2:]] == ["- stakes 7 1", "- stakes none none"]


def test_pep_16_cards_are_turned_over_at_the_end_of_the_round():
    state = finish(bet(bet(betting(4), "full x 7", "digit 5 x 1")))
    shown = state.view(0)["bets"][2]
    assert [(one["card"], one["stake"], one["won"]) for one in shown] == [(1, 7, False), (12, 1, True)]
    assert "- cards full, digit 5" in [str(move) for move in state.record(0).moves]
    assert "cards full" not in str(state.record(0)).split("stakes 7 1")[0]


def test_stakes_stay_in_the_players_money_until_they_are_settled():
    state = tell_stakes(bet(betting(), "full x 15"))
    assert money(state)[2] == 15 and state.view(2)["money"][2] == 15


def test_a_bet_cannot_be_changed():
    state = tell_stakes(bet(betting(), "full x 5"))
    with pytest.raises(brelan.IllegalMove):
        state.play("card same 3")


def test_decision_the_black_die_is_a_sure_win_of_1():
    state = finish(bet(betting(blue="2 2 3 5", black=4), "digit 4 x 1"))
    assert money(state)[2] == 16


def test_a_large_stake_is_allowed():
    state = run(set_money(betting(target=500), 15, 15, 4000), "card full")
    assert state.moves()[-1] == "stake 4000"
