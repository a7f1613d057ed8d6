"""The bots: legal (the kit), in order of strength, and reasonable where it can be said what that is."""

import random

import numpy as np
import pytest

import brelan
from brelan.arena.simulate import simulate
from brelan.games.pepetes.bots import LEVELS
from brelan.games.pepetes.bots.endgame import gift_pays
from brelan.games.pepetes.solve.bets import round_chances
from brelan.games.pepetes.solve.duel import A2, FIRST, SECOND, solved
from brelan.games.pepetes.solve.position import Position
from brelan.games.pepetes.solve.race import results, winning

from .helpers import GAME, a1, bet, no_bets, passes, run, set_money, table, tell_stakes, whole_round

MASTER = GAME.bot("master")


def better_by(stronger, weaker, players, games, **options):
    """How many standard errors the stronger's share of wins lies above an even share, one against a table of the
    weaker.
    """
    result = simulate(
        GAME, [stronger] + [weaker] * (players - 1), games, seed=11, swap=True, options=options, processes=1
    )
    share, even = result.wins()[0], 1 / players
    return (share - even) / (even * (1 - even) / games) ** 0.5


@pytest.mark.parametrize(("stronger", "weaker"), [("regular", "novice"), ("expert", "regular")])
def test_the_ladder_with_two(stronger, weaker):
    assert better_by(stronger, weaker, 2, 3000) > 4


@pytest.mark.parametrize(("stronger", "weaker"), list(zip(LEVELS[1:], LEVELS, strict=False)))
def test_the_ladder_with_four(stronger, weaker):
    assert better_by(stronger, weaker, 4, 2000) > 4


@pytest.mark.slow
def test_the_master_beats_the_expert_with_two():
    assert better_by("master", "expert", 2, 2000) > 2


@pytest.mark.parametrize(
    "options",
    [
        {"prime": "70"},
        {"bets": "counted"},
        {"gifts": "no"},
        {"target": 0, "duels": 6},
        {"prime": "custom", "bonus": 25, "malus": 40},
    ],
)
def test_every_level_plays_with_every_option(options):
    for players in (2, 3):
        result = simulate(
            GAME, [LEVELS[seat % 4] for seat in range(players)], 20, seed=2, swap=True, options=options, processes=1
        )
        assert result.unfinished == 0


def test_a_bet_is_laid_where_the_exact_odds_beat_even_money():
    state = run(a1(table(3), "6 6 6 2", 5), "aim 2 with 1 2; red 1; red 3")
    chances = round_chances(FIRST)
    at = Position([6, 6, 6, 2], 5, [1, 3])
    row = chances[A2, at.hand, at.black, at.red]
    for level in ("expert", "master"):
        bot = GAME.bot(level)
        twin = state.copy()
        card = bot.choose(twin.view_state(2))
        assert row[5] > 0.5 and card == "card same 3"
        twin.play(card)
        stake = bot.choose(twin.view_state(2))
        assert 1 <= int(stake.split()[1]) < 15, "a pépète stays for the digit"
        twin.play(stake)
        assert bot.choose(twin.view_state(2)) in ("card digit 5", "card digit 6")
        assert level == "expert" or bot.choose(twin.view_state(2)) == "card digit 5", "the black die is a sure win"


def test_no_bet_on_a_combination_that_is_not_likely():
    state = run(a1(table(3), "2 2 4 6", 6), "pass")
    assert GAME.bot("expert").choose(state.view_state(2)) == "card none"
    run(state, "card none; stake none")
    assert MASTER.choose(state.view_state(2)) == "card digit 6", "the black die is a sure win"


def test_a_master_asked_half_way_answers_what_is_legal():
    """Advice is asked for by people, whose first bet need not be the master's."""
    for first in ("none", "digit 6 x 1", "digit 2 x 1", "suite 5 x 15", "same 3 x 14", "full x 1"):
        state = run(a1(table(3), "2 2 4 6", 6), "pass")
        card, _, stake = first.partition(" x ")
        for answer in (f"card {card}", f"stake {stake or 'none'}", None, None):
            move = MASTER.choose(state.view_state(2))
            assert move in state.moves()
            advice = MASTER.advise(state.view_state(2))
            assert advice[0].move == move and advice[0].best and all(0 <= one.value <= 1 for one in advice)
            state.play(answer or move)


def test_charity_never():
    state = set_money(a1(table(), "2 3 4 6", 6), 20, 5)
    passes(run(state, "aim 6 with 1 2; red 5; red 4"), 4)
    for level in LEVELS:
        assert GAME.bot(level).choose(state.view_state(0)) == "give none"


def test_charity_where_it_pays():
    """Seat 2 has lost everything in its bet, seat 1 has reached the target: without seat 2 the game ends at once and
    seat 0 loses.
    """
    state = set_money(table(3, target=50), 15, 15, 6)
    whole_round(state, "2 2 4 6", 6)
    run(a1(state, "6 6 6 6", 6), "pass")
    bet(state, "suite 5 x 6")
    passes(tell_stakes(state), 4)
    tell_stakes(state)
    assert state.view(None)["ruined"] == 2 and list(state.scores) == [35, 55, 0] and state.mover == 0
    assert gift_pays(state.struct)
    assert (
        MASTER.choose(state.view_state(0)) == "give 1" and GAME.bot("expert").choose(state.view_state(0)) == "give none"
    )
    saved = run(state.copy(), "give 1; give none")
    assert not saved.over and list(saved.scores) == [34, 55, 1], "catch-up duels follow"
    state.play("give none")
    assert state.mover == 1 and MASTER.choose(state.view_state(1)) == "give none", "who is ahead gives nothing"
    assert run(state, "give none").over


def test_the_last_round_of_a_lost_game_is_played_boldly_and_no_more_than_needed():
    """The game ends with this duel. The others have 40 and 30, one of them attacks; who looks on has 36."""
    state = set_money(table(3, target=50, duels=1), 40, 15, 36)
    whole_round(state, "2 2 4 6", 6)
    run(a1(state, "6 6 6 2", 2), "pass")
    purses = list(state.scores)
    card = MASTER.choose(state.view_state(2))
    assert card == "card same 3"
    state.play(card)
    stake = int(MASTER.choose(state.view_state(2)).split()[1])
    assert purses[2] + 1 + stake > max(purses[:2]), "won, it comes first"


def test_a_sure_win_is_staked_on_with_all_there_is_while_others_can_double_too():
    """A full of four blue sixes and fives that no defender may touch: everybody can double."""
    state = set_money(table(4), 15, 15, 20, 20)
    whole_round(state, "1 2 4 6", 6)  # a 1 is left: nobody defends the second round
    a1(state, "6 6 5 5", 6)
    state.play("pass")
    assert MASTER.choose(state.view_state(2)) == "card full"
    state.play("card full")
    assert MASTER.choose(state.view_state(2)) == f"stake {state.scores[2] - 1}"


@pytest.mark.parametrize("ahead", [300, 590, 1000, 4000, 30_000])
def test_a_purse_far_ahead_is_no_riddle(ahead):
    """With one purse hundreds ahead a master divided by zero, in duels, in bets and in advice."""
    for leader in range(3):
        state = table(3, target=0, duels=40)
        purses = [15, 15, 15]
        purses[leader] += ahead
        run(a1(set_money(state, *purses), "6 6 6 2", 5), "pass")
        for _ in range(12):
            if state.mover >= 0:
                view = state.view_state(state.mover)
                assert MASTER.choose(view) in state.moves()
                assert all(np.isfinite(one.value) for one in MASTER.advise(view))
            state.apply(MASTER.pick(state.view_state(state.mover)) if state.mover >= 0 else state.legal()[0])


# --- two players: playing to win


def test_chances_of_winning_are_fair_and_grow_with_the_purse():
    chances = winning(50, "none", 0, 0)
    race = chances.after[1:50, 1:50]
    assert np.allclose(race + race.T, 1) and race[14, 14] == pytest.approx(0.5)
    assert (np.diff(race, axis=0) > -0.02).all()
    assert chances.after[55, 50] == 1 and chances.after[50, 55] == 0 and chances.after[52, 52] == 0.5


def test_what_a_round_brings_agrees_with_the_solution():
    for kind in (FIRST, SECOND):
        joint = results(kind)
        points = (joint.sum(axis=(1, 2)) * np.arange(joint.shape[0])).sum()
        lost = (joint.sum(axis=(0, 2)) * np.arange(joint.shape[1])).sum()
        assert joint.sum() == pytest.approx(1)
        if kind == SECOND:
            assert [points, -lost] == pytest.approx(solved().start[SECOND])


def test_chances_of_winning_agree_with_games_played():
    result = simulate(GAME, ["expert", "expert"], 20_000, seed=3, processes=1)
    assert abs(result.wins()[0] - 0.5) < 0.015
    state = set_money(GAME.new(players=2, chance="manual"), 30, 20)
    payoffs, lengths, scratch = (
        np.zeros((8000, 2), np.int64),
        np.zeros(8000, np.int64),
        np.zeros((2, GAME.rules.MAX_MOVES), np.int64),
    )
    tables = GAME.bots.tables(("expert",), 2, state.options)
    GAME.drivers.play_games(
        state._buf, 0, 8000, 5, np.array([2, 2]), False, 5000, scratch[0], scratch[1], tables, payoffs, lengths
    )
    share = (np.sign(payoffs[:, 0] - payoffs[:, 1]).mean() + 1) / 2
    assert share == pytest.approx(winning(50, "none", 0, 0).after[30, 20], abs=0.02)


def test_a_master_who_needs_the_points_takes_the_risk():
    """The last throw of a game, 49 against 49 after it …: the attacker must reach more than the other, whatever the
    mean says.
    """
    state = set_money(table(target=50), 20, 45)
    whole_round(state, "2 2 4 6", 6)  # seat 0 has 40 and will have attacked: seat 1 needs nothing but to stay ahead
    a1(state, "6 6 5 5", 3)
    assert MASTER.choose(state.view_state(0)) in state.moves()
    advice = MASTER.advise(state.view_state(0))
    assert "wins the game" in advice[0].text and 0 <= advice[0].value <= 1


# --- advice


@pytest.mark.parametrize("players", [2, 3, 5])
def test_advice_names_the_masters_move_first_and_values_it_most(players):
    rng = random.Random(players)
    state = GAME.new(players=players, seed=players)
    looked = 0
    while looked < 40 and not state.over:
        if len(state.legal()) > 1 and rng.random() < 0.5:
            looked += 1
            view = state.view_state(state.mover)
            advice = MASTER.advise(view, lang=rng.choice(("fr", "en")))
            assert advice[0].best and sum(one.best for one in advice) == 1
            assert advice[0].move == MASTER.choose(view)
            assert {one.move for one in advice} <= set(state.moves()) and all(one.text for one in advice)
            if state.view(None)["phase"] == "duel":
                assert len(advice) == len(state.moves()) and advice[0].value >= max(one.value for one in advice) - 1e-5
        state.apply(rng.choice(state.legal()))


def test_advice_on_a_sure_bet():
    state = run(a1(table(3), "2 2 4 6", 6), "pass")
    words = {one.move: one.text for one in MASTER.advise(state.view_state(2))}
    assert "sure win" in words["card digit 6"]


def test_a_bot_never_sees_what_others_bet():
    state = no_bets(run(a1(table(4), "6 6 6 2", 5), "pass"))
    assert state.mover == 0
    with pytest.raises(brelan.BrelanError):
        MASTER.pick(state)
