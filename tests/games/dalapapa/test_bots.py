"""The players: secrets kept, time kept; and the exact answers they explain themselves with."""

import argparse
import time

import numpy as np
import pytest

import brelan
from brelan.engine.kernel import stream
from brelan.games.dalapapa import bench, bots, solve
from brelan.games.dalapapa.bots import master
from brelan.games.dalapapa.rules.board import lay
from brelan.games.dalapapa.rules.state import BOARD, MARK, MARKING, MAX_MOVES, PLACE, PLACING, STATE
from brelan.games.dalapapa.solve.survey import chance_to_fit, look
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
        rows = [(visits, share) for _, visits, share in mcts.best(grown) if visits >= 50]
        assert rows[0][1] > max(share for _, share in rows) - 0.03


@pytest.mark.parametrize("tiles", ["classic", "two-tone", "grand"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_network_knows_who_is_winning(players, tiles):
    state = GAME.new(players=players, seed=3, tiles=tiles)
    known, rng = bots.tables((), players, state.options), stream(3)
    while state.struct.phase != PLACING or state.struct.laid < 8:
        state.apply(int(GAME.drivers.choose(state.view_state(state.mover)._buf, 1, rng, known)))
    worth = np.zeros(8)
    master.judge(state.struct, worth, known)
    assert 0.7 < worth[:players].sum() < 1.4  # margins count too: the shares need not add up to one
    for seat in range(players):
        ahead = state.copy()
        ahead.struct.scores[seat] += 15 if tiles == "classic" else 25
        better = np.zeros(8)
        master.judge(ahead.struct, better, known)
        assert better[seat] > min(0.9, worth[seat] + 0.2) and all(
            better[other] < worth[other] for other in range(players) if other != seat
        )


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
        found.append(mcts.best(grown))
    assert found[0] == found[1]  # the same seed gives the same search
    assert sum(visits for _, visits, _ in found[0]) == 200 and {code for code, _, _ in found[0]} <= set(view.legal())
    assert all(0 <= share <= 1 for _, _, share in found[0])


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


def test_advice_covers_every_move_and_names_the_best():
    state = bench.crowded(brelan.game("dalapapa"), laid=12)
    advice = brelan.bot("dalapapa").advise(state.view_state(state.mover), "en", patience=0.1)
    assert sorted(one.move for one in advice) == sorted(state.moves())
    assert [one.best for one in advice].count(True) == 1 and advice[0].best
    assert "connection" in advice[0].text and "of the win (estimated)" in advice[0].text


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
