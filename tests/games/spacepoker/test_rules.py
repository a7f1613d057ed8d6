"""SPA-01 … SPA-14 move by move, with chance played by hand."""

import pytest

import brelan
from brelan.games.spacepoker.rules.state import DRAWING_LOTS, STAKING
from brelan.model.errors import IllegalMove, OptionError

from .helpers import GAME, deal, keep_all, new, set_planets, show_all

PAIRS = ((1, 1, 2, 3, 4), (2, 2, 1, 3, 4), (3, 3, 1, 2, 4), (4, 4, 1, 2, 3), (5, 5, 1, 2, 3))


def staking(players=3, **options):
    """A table at its first stake: seat s holds a pair of s + 1."""
    state = new(players, **options)
    deal(state, *PAIRS[:players])
    keep_all(state)
    return state


def test_the_worked_example():
    """SPA-05, SPA-06, SPA-07, SPA-10."""
    state = staking(3)
    state.play("stake 6", seat=0)
    state.play("stake 8", seat=1)
    assert "stake 7" not in state.moves() and "stay" not in state.moves()
    state.play("stake 8", seat=2)  # the text's "6 + 2"
    assert state.struct.lap == 2 and list(state.struct.stakes[:3]) == [6, 8, 8]  # the lap ended and stakes differ
    assert state.mover == 0 and {"stake 2", "stake 3", "drop"} <= set(state.moves()) and "stake 1" not in state.moves()
    state.play("stake 2", seat=0)
    assert state.mover == 1 and {"stay", "stake 1", "drop"} <= set(state.moves())  # SPA-07: the lap goes on
    state.play("stay", seat=1)
    state.play("stay", seat=2)
    assert not show_all(state)
    assert state.scores == (52, 52, 76) and state.struct.last_winner == 2 and state.struct.last_points == 24


def test_everybodys_planets_are_public_card_by_card():
    """SPA-01, SPA-02."""
    state = staking(3)
    state.play("stake 9")
    for seat in (None, 0, 1, 2):
        shown = state.view(seat)["planets"]
        assert shown == [state.struct.planets[other].tolist() for other in range(3)]
        assert shown[1] == [10, 5, 4, 3, 2, 1] and sum(shown[0]) < 25


def test_five_ships_each_face_down_and_the_rest_is_the_pile():
    """SPA-01, SPA-03: 35 ships, seven of each of five sizes, one at a time; only their owner sees them."""
    state = new(3)
    left = dict.fromkeys(range(1, 6), 7)
    for hand in zip(*PAIRS[:3], strict=True):
        for size in hand:
            assert {GAME.words(code): weight for code, weight in state.odds()} == {
                f"deal {kind}": number for kind, number in left.items() if number
            }
            state.play(f"deal {size}")
            left[size] -= 1
    assert sum(left.values()) == 35 - 3 * 5
    for seat in range(3):
        assert state.view(seat)["hands"] == [sorted(PAIRS[seat]) if other == seat else [] for other in range(3)]
    assert state.view(None)["hands"] == [[], [], []]
    assert str(state.record(1)).count("deal ?") == 10


def test_ships_are_dealt_afresh_and_planets_stay_where_they_were_won():
    """SPA-13."""
    state = staking(2)
    state.play("stake 6")
    state.play("drop")
    won = state.view(None)["planets"]
    state.play("next")
    assert state.mover == brelan.CHANCE and [weight for _, weight in state.odds()] == [7] * 5
    assert state.view(None)["planets"] == won and state.view(0)["hands"] == [[], []]


def test_a_hand_ends_only_with_its_lap_or_once_called():
    """SPA-06."""
    for closing, ends in (("lap", False), ("called", True)):
        state = staking(2, closing=closing)
        state.play("stake 2")
        state.play("stake 5")
        state.play("stake 3")
        assert (state.struct.phase != STAKING) == ends


def test_the_lap_runs_from_the_openers_seat_even_when_the_opener_has_dropped():
    """SPA-06, SPA-07."""
    state = staking(3)
    state.play("drop")
    state.play("stake 1")
    state.play("stake 4")
    assert state.mover == 1 and state.struct.lap == 2
    state.play("stake 3")
    assert state.mover == 2 and "stay" in state.moves()


def test_everybody_drops_and_the_last_takes_the_empty_pot():
    state = staking(3)
    state.play("drop")
    state.play("drop")
    assert state.struct.last_winner == 2 and state.struct.last_points == 0 and state.scores == (60, 60, 60)


def test_a_last_player_in_takes_the_pot_unseen():
    """SPA-06, SPA-10."""
    state = staking(2, ante=1)
    state.play("stake 3")
    state.play("drop")
    assert state.scores == (61, 59) and not state.struct.last_ships.any()  # the ante of the next hand comes with it
    assert state.at_result and state.moves() == ["next"] and state.view(1)["hands"][0] == []
    assert state.view(0)["last"]["net"] == [1, -1]
    state.play("next")
    assert state.struct.played == 1 and state.scores == (60, 58) and not state.at_result


def test_the_first_stake_is_at_least_one():
    """SPA-05."""
    state = staking(2)
    assert (
        "stay" not in state.moves()
        and "stake 1" in state.moves()
        and "stake 60" in state.moves()
        and "stake 61" not in state.moves()
    )
    with pytest.raises(IllegalMove, match="not allowed now"):
        state.play("stay")


def test_what_cannot_be_paid_exactly_is_overshot_or_dropped():
    """SPA-09."""
    state = set_planets(staking(2), (20, 5, 8, 6, 0, 2), (0, 5, 0, 0, 4, 0))
    state.play("stake 3")
    assert state.moves()[:3] == ["stake 4", "stake 5", "stake 6"] and state.moves()[-1] == "drop"
    state.play("stake 4")  # two 2s: a raise
    assert list(state.struct.staked[1]) == [0, 2, 0, 0, 0, 0] and state.struct.raises[1] == 1 and state.mover == 0


def test_raises_may_run_out():
    state = set_planets(staking(2, max_raises=1), (20, 5, 8, 6, 0, 2), (0, 5, 0, 0, 4, 0))
    state.play("stake 3")  # the opening stake is not a raise
    state.play("stake 4")
    state.play("stake 4")  # the opener's one raise
    assert state.moves() == ["drop"]  # three more are needed: an odd number cannot be made of 2s, and raises are spent


def test_no_all_in_but_the_last_planet_may_be_staked():
    """SPA-08."""
    state = set_planets(staking(2), (11, 9, 8, 6, 4, 2), (9, 1, 0, 0, 0, 0))
    state.play("stake 12")
    assert state.moves() == ["drop"]  # SPA-08
    state = set_planets(staking(2), (11, 9, 8, 6, 4, 2), (9, 1, 0, 0, 0, 0))
    state.play("stake 11")
    state.play("stake 11")
    assert not show_all(state) and state.scores[1] == 22


def test_who_has_no_planets_left_is_out_and_one_who_has_all_wins():
    """SPA-14."""
    state = set_planets(staking(2, hands=0), (11, 9, 8, 6, 4, 2), (9, 1, 0, 0, 0, 0))
    state.play("stake 20")
    state.play("drop")
    state = set_planets(staking(3, hands=0), (19, 6, 12, 9, 6, 3), (10, 5, 0, 0, 0, 0), (1, 4, 0, 0, 0, 0))
    state.play("drop")
    state.play("stake 9")
    state.play("stake 9")  # seat 2 holds the better pair and takes seat 1's nine
    show_all(state)
    assert state.struct.inside[1] == 1 and state.scores[2] == 18
    state = set_planets(staking(2, hands=0), (20, 10, 8, 6, 3, 2), (0, 0, 0, 0, 1, 0))
    state.play("stake 5")
    state.play("stake 5")
    show_all(state)  # seat 1 wins with its pair of 2s
    assert state.scores[1] == 10
    state = set_planets(staking(2, hands=0), (0, 0, 0, 0, 1, 0), (20, 10, 8, 6, 3, 2))
    state.play("stake 5")
    state.play("stake 5")
    show_all(state)
    assert state.over and state.outcome.reason == "one player holds every planet" and state.payoff == (-60, 60)


def test_equal_hands_draw_from_the_pile_until_one_is_larger():
    """SPA-12."""
    state = new(3)
    deal(state, (1, 1, 2, 3, 4), (1, 1, 2, 3, 5), (2, 3, 4, 2, 3))
    keep_all(state)
    for move in ("stake 1", "stake 1", "drop"):
        state.play(move)
    assert show_all(state) and list(state.struct.tied[:3]) == [1, 1, 0]
    state.play("draw 4")
    state.play("draw 4")
    assert state.struct.phase == DRAWING_LOTS and state.struct.ties == 2
    state.play("draw 2")
    state.play("draw 5")
    assert state.struct.last_winner == 1 and list(state.struct.last_draws[:2]) == [2, 5]


def test_a_pile_drawn_down_to_its_last_ships():
    """SPA-12: as long as enough undrawn ships are left, none comes back."""
    state = new(2)
    deal(state, (1, 1, 2, 3, 4), (1, 1, 2, 3, 5))
    keep_all(state)
    state.play("stake 1")
    state.play("stake 1")
    show_all(state)
    left = {1: 3, 2: 5, 3: 5, 4: 6, 5: 6}  # 25 ships: pairs can be drawn for twelve rounds without a decision …
    for size in [4] * 3 + [5] * 3 + [2] * 2 + [3] * 2 + [1]:
        for _ in range(2):
            state.play(f"draw {size}")
            left[size] -= 1
    assert left == {1: 1, 2: 1, 3: 1, 4: 0, 5: 0} and not state.struct.shuffled
    state.play("draw 2")
    assert sorted(state.moves()) == ["draw 1", "draw 3"]
    state.play("draw 3")
    assert state.struct.last_winner == 1


def test_ships_drawn_for_a_tie_are_shuffled_back_in_when_too_few_are_left():
    """SPA-12: twenty ships are left of which ten equal pairs can be drawn; then all of them come back."""
    state = new(3)
    deal(state, (1, 1, 2, 3, 4), (1, 1, 2, 3, 4), (1, 2, 3, 4, 5))
    keep_all(state)
    for move in ("stake 1", "stake 1", "drop"):
        state.play(move)
    show_all(state)
    left = {1: 2, 2: 4, 3: 4, 4: 4, 5: 6}
    words = {f"draw {size}": n for size, n in left.items()}
    assert {GAME.words(code): weight for code, weight in state.odds()} == words
    for size, n in left.items():
        for _ in range(n):
            assert not state.struct.shuffled
            state.play(f"draw {size}")
    assert state.struct.shuffled and {GAME.words(code): weight for code, weight in state.odds()} == words
    state.play("draw 5")
    assert {GAME.words(code): weight for code, weight in state.odds()}["draw 5"] == 5
    state.play("draw 1")
    assert state.struct.last_winner == 0


def test_ships_put_under_the_pile_come_back_in_order_at_five_players():
    """SPA-04."""
    state = new(5)
    hands = ((1, 2, 3, 4, 5), (1, 1, 2, 2, 3), (4, 4, 5, 5, 3), (1, 2, 4, 5, 3), (1, 2, 4, 5, 3))
    deal(state, *hands)
    for gives, gets in (("3 1 2", "1 2 3"), ("1 1 2", "4 5 3"), ("4 4 5", "1 2 4")):
        state.play(f"exchange {gives}")
        for size in gets.split():
            state.play(f"deal {size}")
    state.play("exchange 1 2 4")
    assert len(state.odds()) == 1  # a single ship is left that nobody has seen …
    state.apply(state.legal()[0])
    assert state.moves() == ["deal 1"]  # … then those of seat 0, smallest first
    state.play("deal 1")
    assert state.moves() == ["deal 2"]
    state.play("deal 2")
    state.play("exchange 1 2 4")
    for size in (3, 1, 1):  # the last of seat 0, the first two of seat 1
        assert state.moves() == [f"deal {size}"]
        state.play(f"deal {size}")


def test_the_ante_is_paid_exactly_or_the_hand_is_sat_out():
    state = staking(3, ante=3)
    assert sum((i + 1) * int(n) for i, n in enumerate(state.struct.pot)) == 9 and state.scores == (57, 57, 57)
    assert list(state.struct.pot) == [0, 0, 3, 0, 0, 0]  # one 3 each: the fewest planets
    set_planets(state, (30, 0, 8, 9, 6, 3), (0, 10, 0, 0, 0, 0), (0, 5, 1, 0, 0, 0))
    for _ in range(2):
        state.play("drop")
    state.play("next")
    assert list(state.struct.inside[:3]) == [1, 0, 1]  # 3 cannot be made of 2s


def test_a_hand_fewer_than_two_can_pay_for_is_void_but_counts():
    state = set_planets(staking(2, ante=1, hands=5), (20, 0, 8, 6, 4, 2), (0, 10, 0, 0, 0, 0))
    state.struct["pot"] = (0, 0, 0, 0, 0, 0)
    state.play("drop")
    for hand in (1, 2, 3, 4):
        assert state.at_result and state.struct.played == hand
        state.play("next")
    assert state.over and state.struct.played == 5 and state.outcome.reason == "the agreed hands are played"
    state = set_planets(staking(2, ante=1, hands=0), (20, 0, 8, 6, 4, 2), (0, 10, 0, 0, 0, 0))
    state.struct["pot"] = (0, 0, 0, 0, 0, 0)
    state.play("drop")
    assert not state.over
    state.play("next")
    assert state.over and state.outcome.reason == "no two players can pay the ante any more"


def test_who_opens():
    for first, opener in (("youngest", 0), ("rotate", 1)):
        state = staking(3, first=first)
        state.play("drop")
        state.play("drop")
        state.play("next")
        assert state.struct.opener == opener


def test_a_game_ends_after_the_agreed_hands_and_planets_may_count_by_number():
    """SPA-14."""
    state = staking(2, hands=1, win="cards")
    state.play("stake 6")
    state.play("stake 6")
    show_all(state)
    assert state.over and state.payoff == (-1, 1) and state.outcome.winners == (1,)


def test_exchanges_are_public_in_number_and_secret_in_content():
    """SPA-04."""
    state = new(2)
    deal(state, *PAIRS[:2])
    state.play("exchange 4 2")
    state.play("deal 5")
    state.play("deal 5")
    text = str(state.record(1))
    assert "exchange 2 ships" in text and "exchange 2 4" not in text
    view = state.view(1)
    assert view["exchanged"] == [2, None] and view["hands"][0] == [] and state.view(0)["hands"][0] == [1, 1, 3, 5, 5]


def test_a_player_who_dropped_shows_nothing_ever():
    """SPA-10."""
    state = staking(3)
    state.play("stake 1")
    state.play("drop")
    state.play("stake 1")
    show_all(state)
    last = state.view(None)["last"]
    assert last["hands"][0] and not last["hands"][1] and last["hands"][2]


def test_wrong_options_are_refused():
    with pytest.raises(OptionError, match="fleet"):
        GAME.new(fleet="6x6")
    with pytest.raises(OptionError, match="ante"):
        GAME.new(ante=7)
