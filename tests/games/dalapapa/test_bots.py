"""The players: secrets kept, time kept; and the exact answers they explain themselves with."""

import argparse
import re
import time
from pathlib import Path

import numpy as np
import pytest

import brelan
from brelan.engine.kernel import stream
from brelan.games.dalapapa import bench, bots, solve
from brelan.games.dalapapa.bots import master, told
from brelan.games.dalapapa.bots.advice import advices
from brelan.games.dalapapa.rules.board import lay
from brelan.games.dalapapa.rules.state import BOARD, END, MARK, MARKING, MAX_MOVES, PLACE, PLACING, STATE
from brelan.games.dalapapa.solve.survey import chance_to_fit, look
from brelan.school import making
from brelan.search import mcts

GAME = brelan.game("dalapapa")
assert GAME.bots.choose is bots.choose  # asked for, they are bound to the drivers


def quick_tables(iterations, players=2):
    return bots.tables((), players, GAME.complete_options({}))._replace(iterations=iterations)


def wins(level, rivals, games, seed, players=2, iterations=master.ITERATIONS, rival_iterations=master.ITERATIONS):
    """The share of the wins of one bot among rivals of another level; the seats move round, with the same luck."""
    known, others, won = quick_tables(iterations, players), quick_tables(rival_iterations, players), 0.0
    for game in range(games):
        state, rng = GAME.new(players=players, seed=seed + game // players), stream(seed, game)
        seat = game % players
        while not state.over:
            view = state.view_state(state.mover)
            who, tables = (level, known) if state.mover == seat else (rivals, others)
            state.apply(int(GAME.drivers.choose(view._buf, bots.LEVELS.index(who), rng, tables)))
        won += (state.payoff[seat] == max(state.payoff)) / list(state.payoff).count(max(state.payoff))
    return won / games


def test_the_master_plays_well_even_in_haste(many):
    """A hundred iterations a move: a search that misread its results would lose to the novice, who loses nineteen games
    in twenty to the regular.
    """
    share = wins("master", "novice", many(8, 24), seed=40, iterations=100)
    assert share >= 0.8, f"the master wins {share:.0%} against the novice"


def test_the_search_trusts_results_more_than_looks():
    """The move most tried is one of those with the best results, in positions of every kind.

    (Moves tried less have met only the first of the shared luck.)
    """
    for laid in (5, 10, 16):
        view = bench.crowded(brelan.game("dalapapa"), seed=laid, laid=laid)
        view = view.view_state(view.mover)
        grown = mcts.tree(6002)
        master.searching(view._buf, view.mover, 6000, stream(4), grown, master.SETTINGS, quick_tables(1))
        rows = [one.chance for one in mcts.found(grown) if one.visits >= 50]
        assert rows[0] > max(rows) - 0.03


@pytest.mark.parametrize("tiles", ["classic", "two-tone", "grand"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_network_knows_who_is_winning(players, tiles):
    state = GAME.new(players=players, seed=3, tiles=tiles)
    known, rng = bots.tables((), players, state.options), stream(3)
    while state.struct.phase != PLACING or state.struct.laid < 8:
        state.apply(int(GAME.drivers.choose(state.view_state(state.mover)._buf, 1, rng, known)))
    worth, leads = np.zeros(8), np.zeros(8)
    master.judge(state.struct, worth, leads, known)
    assert worth[:players].sum() == pytest.approx(1.0)
    for seat in range(players):
        ahead = state.copy()
        ahead.struct.scores[seat] += 15 if tiles == "classic" else 25
        better, further = np.zeros(8), np.zeros(8)
        master.judge(ahead.struct, better, further, known)
        rivals = [other for other in range(players) if other != seat]
        assert better[seat] > min(0.9, worth[seat] + 0.2) and all(better[other] < worth[other] for other in rivals)
        assert further[seat] > leads[seat] + 8 and all(further[other] < leads[other] for other in rivals)


def test_the_search_sees_only_what_its_seat_may_know():
    state = bench.crowded(brelan.game("dalapapa"), laid=12)
    view = state.view_state(state.mover)
    other = view._buf.copy()
    GAME.drivers.redeal(other, state.mover, stream(9))
    GAME.drivers.hide(other, state.mover)
    assert other.tobytes() == view._buf.tobytes()
    known = bots.tables((), 2, view.options)
    found = []
    for _ in range(2):
        grown = mcts.tree(500)
        master.searching(view._buf, view.mover, 200, stream(4), grown, known.settings, known)
        found.append(mcts.found(grown))
    assert found[0] == found[1]  # the same seed gives the same search
    assert sum(one.visits for one in found[0]) == 200 and {one.move for one in found[0]} <= set(view.legal())
    assert all(0 <= one.chance <= 1 for one in found[0])


@pytest.mark.parametrize(
    ("scores", "chances", "leads"),
    [((30, 20), (1, 0), (10, -10)), ((12, 12), (0.5, 0.5), (0, 0)), ((9, 7, 9), (0.5, 0, 0.5), (0, -2, 0))],
)
def test_a_game_that_is_over_is_told_by_its_result_and_its_lead_apart(scores, chances, leads):
    """A win by one point is a win, and a shared one is shared."""
    s = GAME.laid(len(scores), GAME.complete_options({})).view(STATE)[0]
    s.over, s.scores[: len(scores)] = 1, scores
    won, led = np.zeros(8), np.zeros(8)
    master.judge(s, won, led, bots.tables((), len(scores), GAME.complete_options({})))
    assert tuple(won[: len(scores)]) == chances and tuple(led[: len(scores)]) == leads


def test_a_search_wins_first_and_by_much_second():
    """Where one move ends the game a winner by little, no lead beside it counts: it is a lead alone that a point is
    for. Where all moves win, the one that wins by most is the one most tried.
    """
    known = quick_tables(1)
    assert 0 < known.settings.point * 60 < 0.5  # the widest lead there is, beside a whole win
    state = bench.crowded(brelan.game("dalapapa"), laid=12)
    while state.struct.phase != MARKING or not state.struct.unmarked:
        state.apply(bots.think(state.view_state(state.mover), "expert", stream(1)))
    s, seat = state.struct, state.mover
    s.scores[seat], s.plaque, s.last_turns = 90, 2 - seat, 1  # DAL-12: its own last turn, and nobody can catch up
    grown = mcts.tree(3000)
    master.searching(state.view_state(seat)._buf, seat, 2000, stream(3), grown, known.settings, known)
    rows = {one.move: one for one in mcts.found(grown)}
    assert all(one.chance > 0.99 for one in rows.values())
    assert mcts.found(grown)[0].move != END and rows[mcts.found(grown)[0].move].lead > rows[END].lead


def test_the_master_keeps_its_time():
    state = bench.crowded(brelan.game("dalapapa"), laid=12)
    view = state.view_state(state.mover)
    bots.think(view, "master", stream(1), 0.01)
    began = time.perf_counter()
    assert bots.think(view, "master", stream(1), 0.2) in view.legal()
    assert time.perf_counter() - began < 1.0


def test_a_finishing_mark_is_found():
    """With one marker left and a lead no last turn can make up, every player above the novice puts it."""
    state = bench.crowded(brelan.game("dalapapa"), laid=12)
    while state.struct.phase != MARKING:
        view = state.view_state(state.mover)
        state.apply(bots.think(view, "expert", stream(1)))
    s = state.struct
    seat = state.mover
    s.markers[seat], s.scores[seat] = 1, 60
    for level in ("expert", "master"):
        move = bots.think(state.view_state(seat), level, stream(2), 0.1)
        assert move > MARK


def test_advice_names_the_best_and_is_silent_on_what_was_not_tried():
    state = bench.crowded(brelan.game("dalapapa"), laid=12)
    view = state.view_state(state.mover)
    known, grown = quick_tables(1), mcts.tree(300)
    master.searching(view._buf, view.mover, 100, stream(4), grown, known.settings, known)
    found = mcts.found(grown)
    advice = advices(view, found, GAME.say("en"))
    assert [one.move for one in advice] == [GAME.words(one.move) for one in found] != []
    assert len(advice) < len(state.moves()), "some move was not tried"
    for one, tried in zip(advice, found, strict=True):
        assert one.value == tried.chance and one.error == tried.error > 0
        assert one.text.startswith(GAME.say("en").percent(tried.chance, 0)) and "of the win (estimated)" in one.brief
        assert re.search(r"in the end [\d.]+ points? (ahead|behind) on average \(estimated\)$", one.text), one.text
    assert [one.best for one in advice] == [True] + [False] * (len(advice) - 1)
    assert "connection" in advice[0].text


def test_told_of_a_match_is_the_deal_at_hand_and_of_its_last_deal_the_match():
    state = bench.crowded(brelan.game("dalapapa"), laid=12)
    view = state.view_state(state.mover)
    s = view.struct
    s.deals, s.dealt, s.totals[view.mover] = 3, 1, 50
    scores = view.scores
    assert told.last_deal(view).scores[view.mover] == scores[view.mover] - 50
    s.dealt = 2
    assert told.last_deal(view).scores == scores and view.scores == scores


@pytest.fixture(scope="module")
def both_win():
    """Three players, one marker and 5 tokens in hand: to play again at once wins, and so does it after one mark more.
    The search once told the mark as 37%, a problem called it wrong, a review a blunder.
    """
    state = GAME.new(players=3, chance="manual", tiles="classic")
    for move in Path(__file__).with_name("both_win.moves").read_text().splitlines():
        state.play(move)
    return state.view_state(2)


def test_a_move_that_is_hardly_tried_is_got_to_know_before_it_is_told_of(both_win):
    known = bots.tables((), 3, both_win.options)
    found = {GAME.words(one.move): one for one in told.found(both_win, stream(1), 0.3, known)}
    assert found["replay"].chance > 0.9 and found["mark 22"].chance > 0.9 and found["end"].chance < 0.1
    assert found["mark 22"].lead is None  # by games played on, not by the search
    assert next(iter(found)) == "replay" and set(found) <= set(both_win.moves())


def test_two_orders_that_both_win_are_told_so_and_neither_is_blamed(both_win):
    counts = making.counted(both_win, "expert", "replay", least=0.05, seed=1, most=60, at_once=30)
    assert {move: count.share for move, count in counts.items() if not count.beyond} == {"replay": 1.0, "mark 22": 1.0}
    assert counts["end"].cost == 1.0 and 0.2 < counts["mark 23"].cost < 0.8
    for move, mark in (("mark 22", ""), ("end", "blunder"), ("mark 23", "blunder")):
        found = {GAME.words(one.move): one for one in bots.weigh(both_win, [GAME.code(move)])}
        best = max(found.values(), key=lambda one: one.value)
        assert bots.SCALE.mark(best.value - found[move].value, found[move].error) == mark, move


def test_of_several_deals_the_one_at_hand_is_told():
    state = bench.crowded(brelan.game("dalapapa"), laid=12)
    view = state.view_state(state.mover)
    one = mcts.Found(view.legal()[0], 10, 0.5, -2.0)
    assert "of the win" in advices(view, [one], GAME.say("en"))[0].brief
    view.struct.deals = 3
    first = advices(view, [one], GAME.say("en"))[0]
    assert "of winning this deal (estimated)" in first.brief and "2.0 points behind" in first.text


def test_a_chance_is_never_told_as_certain():
    """Of few tries that were all won the error is large; of many small, and none is 0: that would be called exact."""
    errors = [mcts.Found(1, visits, 1.0, 5.0).error for visits in (1, 10, 1000)]
    assert errors[0] > 0.2 and errors == sorted(errors, reverse=True) and 0 < errors[2] < 0.002
    assert mcts.Found(1, 400, 0.5, 0.0).error == pytest.approx(0.025, abs=1e-3)


def test_fits_and_closers_are_what_placing_each_unseen_domino_shows():
    state = bench.crowded(brelan.game("dalapapa"), laid=16)
    view = state.view_state(state.mover)
    seen = look(view.struct, state.mover)
    assert len(seen.unseen) == 72 - 16 - 2
    out = np.zeros(MAX_MOVES, np.int64)
    for place, dominoes in list(seen.fits.items())[::4]:
        assert (len(dominoes), len(seen.unseen)) == chance_to_fit(view.struct, *place)
    group = next(group for group in seen.groups if group.closers)
    for number in seen.unseen:  # laid for real, in every way: does the group close?
        twin = view.copy()
        s = twin.struct
        s.hand[state.mover] = (number, 0, 0)
        closes = False
        for code in out[: GAME.drivers.legal(twin._buf, out)].tolist():
            if code < PLACE:
                continue
            after = twin.copy()
            GAME.drivers.apply(after._buf, code, *GAME.scratch())
            halves = [half for land in after.view(None)["territories"] for half in land["halves"]]
            closes = closes or list(group.ends[0]) in halves
        assert closes == (number in group.closers)


def test_a_hole_of_one_square_kills_its_territories():
    buf = GAME.laid(2, GAME.complete_options({}))
    s = buf.view(STATE)[0]
    for k, (turn, x, y) in enumerate(((0, 0, 0), (1, 2, 0), (0, 1, 2), (1, 0, 1))):  # a ring of four round (1, 1)
        lay(s, k, 0, turn, x, y)
        s.where[k] = BOARD
    seen = look(s, -1)
    assert seen.fits[1, 1] == ()
    assert any(group.dead for group in seen.groups) and not all(group.dead for group in seen.groups)


def test_the_command_answers(tmp_path):
    state = bench.crowded(brelan.game("dalapapa"), laid=10)
    file = tmp_path / "a.record"
    file.write_text(str(state.record()))
    parser = argparse.ArgumentParser()
    solve.arguments(parser, GAME.say("fr"))
    assert "carré" in parser.format_help()
    found = solve.answer(parser.parse_args([str(file), "--seat", str(state.mover)]), lambda *_: None)
    assert found["unseen"] == 60 and found["gaps"] and found["territories"]
    for lang in ("fr", "en"):
        assert len(solve.report(found, GAME.say(lang)).splitlines()) > 10
    facts = solve.answer(parser.parse_args([]), lambda *_: None)
    assert [one["dominoes"] for one in facts["sets"]] == [72, 72, 72]
    with pytest.raises(brelan.BrelanError, match="is no gap"):
        solve.answer(parser.parse_args([str(file), "--gap=90,90"]), lambda *_: None)
