"""The course of a game, rule by rule: PEP-17 … PEP-21, the options and the decisions."""

import random

import pytest

import brelan
from brelan.games.pepetes.rules.match import equal_enough
from brelan.model.errors import OptionError

from .helpers import GAME, a1, bet, money, no_bets, passes, run, set_money, table, tell_stakes, whole_round

LEAD = "die 6; die 3"


def duel(state, first="2 2 4 6", second="2 2 4 6", black=6):
    """A whole duel in which nobody defends or bets; the lower seat attacks first."""
    run(state, LEAD)
    whole_round(state, first, black)
    return whole_round(state, second, black)


def duellists(state):
    return {state.view(None)["attacker"], state.view(None)["defender"]}


def rollers(state):
    return state.view(None)["rolling"]


@pytest.mark.parametrize(
    ("players", "pairs"),
    [(2, [{0, 1}]), (3, [{0, 1}]), (4, [{0, 1}, {2, 3}]), (5, [{0, 1}, {2, 3}]), (6, [{0, 1}, {2, 3}, {4, 5}])],
)
def test_pep_17_the_first_series(players, pairs):
    state = GAME.new(players=players, chance="manual", target=500)
    for pair in pairs:
        assert duellists(state) == pair
        duel(state)
    if players > 2:
        assert duellists(state) == {-1} and rollers(state) == list(range(players)), "then everybody throws"


def test_pep_18_the_two_highest_duel():
    state = duel(GAME.new(players=3, chance="manual", target=500))
    run(state, "die 2; die 6; die 4")
    assert duellists(state) == {1, 2}


def test_pep_18_ties_that_matter_are_thrown_again_among_the_tied():
    state = duel(GAME.new(players=3, chance="manual", target=500))
    run(state, "die 6; die 4; die 4")
    assert rollers(state) == [1, 2]
    run(state, "die 3; die 3; die 1; die 2")
    assert duellists(state) == {0, 2}
    state = duel(duel(GAME.new(players=4, chance="manual", target=500)))
    run(state, "die 5; die 5; die 5; die 1")
    assert rollers(state) == [0, 1, 2]
    run(state, "die 2; die 6; die 6")
    assert duellists(state) == {1, 2}


def test_pep_18_six_six_three_needs_none():
    state = duel(GAME.new(players=3, chance="manual", target=500))
    run(state, "die 6; die 3; die 6")
    assert duellists(state) == {0, 2} and state.view(None)["phase"] == "lead"


def test_pep_18_two_players_have_nothing_to_throw_for():
    state = duel(GAME.new(players=2, chance="manual", target=500))
    assert state.view(None)["phase"] == "lead" and rollers(state) == [0, 1]


def ruined_bettor(players=4, purse=(15, 15, 5, 15), **options):
    """Seat 2 has bet everything on five alike and lost it: the end of the first round is near."""
    state = a1(table(players, **options), "2 2 4 6", 6)
    set_money(state, *purse)
    run(state, "pass")
    bet(state, f"same 5 x {purse[2]}")
    return passes(no_bets(state), 4)


def test_pep_19_the_others_are_asked_in_seat_order():
    state = tell_stakes(ruined_bettor())
    asked = []
    while state.view(None)["phase"] == "gifts":
        asked.append(state.mover)
        assert state.view(None)["ruined"] == 2
        state.play("give none")
    assert asked == [0, 1, 3]
    assert state.view(None)["out"] == [False, False, True, False]


def test_pep_19_any_amount_keeping_at_least_1():
    state = tell_stakes(ruined_bettor(purse=(15, 4, 5, 15)))
    state.play("give none")
    assert state.mover == 1 and state.moves() == ["give none", "give 1", "give 2", "give 3"]


def test_pep_19_with_gifts_the_player_stays():
    state = tell_stakes(ruined_bettor())
    run(state, "give none; give 2; give 3")
    assert money(state) == [15 + 20, 13, 5, 12] and state.view(None)["out"] == [False] * 4
    assert state.mover == 1 and state.view(None)["round"] == 2


def test_pep_19_who_has_1_or_nothing_is_not_asked():
    state = tell_stakes(ruined_bettor(purse=(15, 1, 5, 15)))
    state.play("give none")
    assert state.mover == 3


def test_pep_19_the_ruined_are_not_asked_and_come_in_seat_order():
    state = set_money(a1(table(4), "2 2 4 6", 6), 15, 15, 5, 3)
    state.play("pass")
    bet(bet(state, "same 5 x 5"), "same 5 x 3")
    passes(tell_stakes(state), 4)
    tell_stakes(state)
    assert state.view(None)["ruined"] == 2 and state.mover == 0
    run(state, "give 3; give none")
    assert state.view(None)["ruined"] == 3 and state.mover == 0
    run(state, "give none; give none")
    assert state.mover == 2 and state.moves() == ["give none", "give 1", "give 2"], "rescued, seat 2 may give too"
    state.play("give 1")
    assert money(state)[2:] == [2, 1] and not any(state.view(None)["out"])


def test_pep_19_a_single_player_left_ends_the_game():
    state = set_money(a1(table(), "2 3 4 6", 6), 20, 5)
    passes(run(state, "aim 6 with 1 2; red 5; red 4"), 4)
    assert state.mover == 0 and state.view(None)["phase"] == "gifts"
    state.play("give none")
    assert state.over and state.outcome.winners == (0,) and state.outcome.reason == "a single player is left"


def test_option_gifts_no():
    state = tell_stakes(ruined_bettor(gifts="no"))
    assert state.view(None)["out"] == [False, False, True, False] and state.view(None)["round"] == 2


def test_pep_20_the_target_is_tested_at_the_end_of_a_duel():
    state = GAME.new(players=2, chance="manual", target=35)
    run(state, LEAD)
    whole_round(state, "2 2 4 6", 6)
    assert money(state) == [35, 15] and not state.over
    whole_round(state, "2 2 4 6", 3)
    assert state.over and state.outcome.reason == "the target is reached" and state.outcome.winners == (0,)


def test_pep_20_target_lost_again_within_the_duel_does_not_count():
    state = GAME.new(players=2, chance="manual", target=35)
    run(state, LEAD)
    whole_round(state, "2 2 4 6", 6)
    passes(run(a1(state, "2 2 4 6", 3), "aim 6 with 1; red 3"), 4)
    assert money(state) == [32, 34] and not state.over


def test_pep_20_more_than_two_players_catch_up():
    state = duel(GAME.new(players=4, chance="manual", target=30))
    assert not state.over and duellists(state) == {2, 3} and state.view(None)["phase"] == "lead", (
        "the two with the fewest duels, no dice needed"
    )
    duel(state)
    assert state.over and state.outcome.winners == (0, 1, 2, 3)


def test_pep_20_catch_up_dices_off_ties():
    state = duel(GAME.new(players=6, chance="manual", target=30))
    assert rollers(state) == [2, 3, 4, 5], "four with the fewest: two of them, by dice"
    run(state, "die 1; die 6; die 5; die 2")
    assert duellists(state) == {3, 4}
    duel(state)
    assert duellists(state) == {2, 5}
    duel(state)
    assert state.over


def test_pep_20_the_fewest_meets_the_next_fewest():
    state = duel(GAME.new(players=3, chance="manual", target=30))
    assert rollers(state) == [0, 1], "seat 2 is alone with the fewest; the others dice for the next place"
    run(state, "die 2; die 5")
    assert duellists(state) == {1, 2}
    duel(state)
    assert duellists(state) == {0, 2} and state.view(None)["phase"] == "lead"
    duel(state)
    assert state.over and state.struct["fought"].tolist()[:3] == [2, 2, 2]


def test_pep_20_richest_wins_and_equals_share():
    state = duel(GAME.new(players=2, chance="manual", target=30), first="2 2 4 6", second="6 6 6 6")
    assert state.over and state.payoff == (35, 55) and state.outcome.ranking == ((1,), (0,))


def test_pep_20_time():
    state = GAME.new(players=2, chance="manual", minutes=30, target=0)
    run(state, LEAD)
    a1(state, "2 2 4 6", 6)
    state.play("time")
    assert not state.over and not state.may_call_time
    with pytest.raises(brelan.IllegalMove):
        state.play("time")
    passes(state, 5)
    whole_round(state, "2 2 4 6", 6)
    assert state.over and state.outcome.reason == "time is up"


def test_pep_20_time_waits_for_equal_duels_too():
    state = GAME.new(players=4, chance="manual", minutes=30)
    state.play("time")
    duel(state)
    assert not state.over and duellists(state) == {2, 3}
    duel(state)
    assert state.over and state.outcome.reason == "time is up"


def test_option_duels_the_cap_ends_the_game_at_once():
    state = duel(GAME.new(players=4, chance="manual", duels=1, target=0))
    assert (
        state.over
        and state.outcome.reason == "the last duel is fought"
        and state.struct["fought"].tolist()[:4] == [1, 1, 0, 0]
    )


def test_decision_reaching_the_target_is_remembered():
    state = duel(GAME.new(players=4, chance="manual", target=35))
    assert max(money(state)) >= 35
    run(state, LEAD)
    set_money(state, 15, 15, 15, 15)
    whole_round(state, "2 2 4 5", 3)
    whole_round(state, "2 2 4 5", 3)
    assert max(money(state)) < 35 and state.over and state.outcome.reason == "the target is reached"


@pytest.mark.parametrize(
    ("fought", "enough"),
    [
        ((1, 1, 1, 1), True),
        ((1, 1, 0, 0), False),
        ((2, 2, 2, 3), True),  # four left and an odd total: at most one apart
        ((2, 2, 2, 5), False),
        ((1, 3, 3, 2), False),
        ((1, 2, 2), False),  # three left: equality is within reach
        ((2, 2, 2), True),
        ((0, 7), True),  # two left: waived
        ((1, 1, 2, 2), False),  # an even total can be made equal
        ((1, 1, 1, 1, 2), False),
        ((1, 1, 1, 1, 1, 2), True),
    ],
)
def test_decision_equality_of_duels_after_players_have_left(fought, enough):
    state = GAME.new(players=len(fought), chance="manual")
    state.struct["fought"][: len(fought)] = fought
    assert bool(equal_enough(state.struct, (1 << len(fought)) - 1)) == enough


def test_catch_up_duels_always_come_to_an_end():
    """Fewest meets next fewest: from any counts, equality (as far as it is within reach) comes."""
    rng = random.Random(4)
    for _ in range(300):
        n = rng.randrange(3, 7)
        state = GAME.new(players=n, chance="manual")
        fought = [rng.randrange(6) for _ in range(n)]
        for _ in range(60):
            state.struct["fought"][:n] = fought
            if equal_enough(state.struct, (1 << n) - 1):
                break
            order = sorted(range(n), key=lambda seat: (fought[seat], rng.random()))
            for seat in order[:2]:
                fought[seat] += 1
        else:
            raise AssertionError(fought)


def test_decision_order_at_the_end_of_a_round():
    """The defender with 0 left is ruined only after the bets: a bettor who just won can give."""
    state = set_money(a1(table(3), "2 2 2 6", 6), 1, 3, 1)
    run(state, "aim 6 with 1; red 5")
    bet(state, "same 3 x 1")
    passes(tell_stakes(state), 4)
    tell_stakes(state)
    assert money(state) == [1 + 23, 0, 2] and state.view(None)["ruined"] == 1
    run(state, "give none; give 1")
    assert money(state) == [24, 1, 1] and state.view(None)["round"] == 2, "a rescued duellist plays on"


def test_decision_a_duellist_out_ends_the_duel_which_counts_as_fought():
    state = set_money(a1(table(3), "2 2 4 6", 6), 15, 3, 15)
    passes(no_bets(run(state, "aim 6 with 1; red 5")), 4)
    tell_stakes(state)
    run(state, "give none; give none")
    assert state.struct["played"] == 1 and state.struct["fought"].tolist()[:3] == [1, 1, 0]
    assert duellists(state) == {0, 2}


def test_decision_a_partner_of_the_first_series_who_is_out_is_replaced():
    state = tell_stakes(ruined_bettor(6, (15, 15, 5, 15, 15, 15), target=500))
    while state.view(None)["phase"] == "gifts":
        state.play("give none")
    whole_round(state, "2 2 4 6", 6)
    assert duellists(state) == {3, 4}, "seat 2 is out: seat 3 meets the next seat that has not fought"
    duel(state)
    assert rollers(state) == [0, 1, 3, 4, 5], "seat 5 has no partner: it waits, and everybody still in throws"


def test_decision_a_partner_who_cannot_be_replaced():
    state = tell_stakes(ruined_bettor(4, target=500))
    while state.view(None)["phase"] == "gifts":
        state.play("give none")
    whole_round(state, "2 2 4 6", 6)
    assert rollers(state) == [0, 1, 3]


def prime_game(prime, purse, **options):
    """The end of a duel in which both attackers earn exactly 20, two more players looking on."""
    state = GAME.new(players=4, chance="manual", prime=prime, target=500, **options)
    set_money(state, *purse)
    return duel(state)


@pytest.mark.parametrize(
    ("prime", "purse", "after"),
    [
        ("50", (2, 4, 24, 25), (29, 31, 31, 25)),
        ("50", (14, 16, 33, 37), (27, 29, 33, 37)),
        ("50", (1, 5, 22, 36), (21, 25, 29, 29)),
        ("70", (10, 12, 29, 33), (37, 39, 29, 33)),
        ("70", (28, 30, 47, 51), (41, 43, 47, 51)),
        ("none", (2, 4, 24, 35), (22, 24, 24, 35)),
    ],
)
def test_pep_21_bonus_and_malus(prime, purse, after):
    state = prime_game(prime, purse)
    assert tuple(money(state)) == after
    assert state.struct["bank"] == 60 - sum(after)


def test_pep_21_custom_numbers():
    state = prime_game("custom", (10, 20, 30, 41), bonus=30, malus=40)
    assert money(state) == [40, 30, 40, 41], "30 gets 10, 40 pays 10; one snapshot: the new 40s do not pay"


def test_pep_21_the_malus_is_paid_as_far_as_the_money_goes_and_ruin_follows():
    state = prime_game("custom", (10, 20, 6, 15), bonus=100, malus=6)
    assert money(state)[2] == 0 and state.view(None)["phase"] == "gifts" and state.view(None)["ruined"] == 2
    run(state, "give none; give none; give none")
    assert state.view(None)["out"] == [False, False, True, False]


def test_pep_21_comes_before_the_test_for_the_end():
    state = GAME.new(players=2, chance="manual", prime="custom", bonus=35, malus=1, target=45)
    duel(state)
    assert state.over and money(state) == [45, 45]


def test_pep_21_everybody_ruined_at_once_shares():
    state = GAME.new(players=2, chance="manual", prime="custom", bonus=100, malus=8, target=50)
    run(state, LEAD)
    whole_round(state, "2 2 2 2", 1)
    a1(state, "2 2 2 2", 1)
    set_money(state, 8, 0)
    state.struct["blue"][:] = (1, -2, -2, -2)
    state.struct["black"] = 6  # seat 1 earns 7 … and one more for a round 8
    state.struct["blue"][1] = 1
    passes(state, 5)
    assert state.over and money(state) == [0, 0] and state.outcome.winners == (0, 1)


# --- options


def test_options_default_target_follows_the_prime():
    assert GAME.new(players=2).options["target"] == 50
    assert GAME.new(players=2, prime="50").options["target"] == 50
    assert GAME.new(players=2, prime="70").options["target"] == 70
    assert GAME.new(players=2, prime="70", target=100).options["target"] == 100


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"target": 0}, "minutes"),
        ({"target": 19}, "target"),
        ({"target": 501}, "target"),
        ({"minutes": 601}, "minutes"),
        ({"duels": 201}, "duels"),
        ({"prime": "60"}, "prime"),
        ({"prime": "custom"}, "bonus"),
        ({"prime": "custom", "bonus": 20, "malus": 20}, "malus"),
        ({"prime": "custom", "bonus": 20}, "malus"),
        ({"bonus": 20, "malus": 30}, "prime"),
        ({"bets": "all"}, "bets"),
        ({"gifts": "maybe"}, "gifts"),
        ({"stake": 3}, "stake"),
    ],
)
def test_options_that_cannot_be(options, named):
    with pytest.raises(OptionError, match=named):
        GAME.new(players=2, **options)


@pytest.mark.parametrize(
    "options", [{"target": 0, "minutes": 1}, {"target": 0, "duels": 1}, {"prime": "custom", "bonus": 1, "malus": 500}]
)
def test_options_that_can_be(options):
    assert not GAME.new(players=3, seed=1, **options).over


def test_seats():
    for players in (1, 7):
        with pytest.raises(brelan.BrelanError):
            GAME.new(players=players)


def test_a_round_and_a_duel_lie_on_the_table_until_next():
    state = run(GAME.new(players=2, chance="manual", target=500), LEAD)
    a1(state, "2 2 4 6", 6)
    for _ in range(5):
        state.play("pass")
    assert state.at_result and state.moves() == ["next"] and money(state) == [35, 15]
    assert state.view(1)["dice"]["blue"] == [2, 2, 4, 6] and state.view(1)["round"] == 1
    state.play("next")
    assert not state.at_result and state.mover == 1 and state.view(None)["round"] == 2
    a1(state, "2 2 4 6", 6)
    for _ in range(5):
        state.play("pass")
    assert state.at_result and money(state) == [35, 35]
    state.play("next")
    assert state.at_result and state.view(None)["duel_gains"] == [20, 20] and state.view(None)["played"] == 1
    state.play("next")
    assert rollers(state) == [0, 1]


def test_the_result_that_ends_the_game_stays():
    state = run(GAME.new(players=2, chance="manual", duels=1), LEAD)
    whole_round(state, "2 2 4 6", 6)
    a1(state, "2 2 4 6", 6)
    for _ in range(5):
        state.play("pass")
    assert state.at_result and not state.over
    state.play("next")
    assert state.over and state.view(None)["dice"]["blue"] == [2, 2, 4, 6] and state.view(None)["played"] == 1


def test_pep_19_a_duel_counts_as_fought_also_when_the_bettor_is_ruined_with_the_defender():
    state = set_money(run(GAME.new(players=3, chance="manual", gifts="no"), LEAD), 15, 1, 3)
    run(a1(state, "2 2 4 6", 6), "aim 2 with 1 2; red 5; red 5")
    bet(state, "suite 5 x 3")
    tell_stakes(state)
    passes(state, 4)
    tell_stakes(state)
    assert state.over and state.outcome.reason == "a single player is left"
    assert state.struct["fought"].tolist()[:3] == [1, 1, 0] and state.struct["played"] == 1


def test_pep_19_a_duel_that_leaves_a_single_player_counts_as_fought():
    state = set_money(run(GAME.new(players=2, chance="manual", gifts="no"), LEAD), 15, 1)
    a1(state, "2 2 4 6", 6)
    run(state, "aim 2 with 1 2; red 5; red 5")
    for _ in range(4):
        state.play("pass")
    state.play("next")
    assert state.over and state.struct["fought"].tolist()[:2] == [1, 1] and state.struct["played"] == 1
