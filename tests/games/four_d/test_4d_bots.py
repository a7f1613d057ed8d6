"""4D's players: the master with and without tables, the advice. (The ladder: tests/strength.)"""

import time

import pytest

import brelan
from brelan.engine import solved
from brelan.games.four_d import bots
from brelan.games.four_d.bots import lookup
from brelan.games.four_d.rules.square import position
from brelan.games.four_d.solve import on_disk, perfect

GAME = brelan.game("4d")


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory):
    """A cache folder of its own for solved tables, of targets up to 40: those of 100 say no more here."""
    patch = pytest.MonkeyPatch()
    patch.setattr(on_disk, "USUAL", 40)
    patch.setattr(solved, "cache_folder", lambda *parts: tmp_path_factory.getbasetemp())
    on_disk.forget()
    yield
    patch.undo()
    on_disk.forget()


def test_the_master_does_not_keep_you_waiting(monkeypatch):
    """Without tables it searches; they are solved in the background and used when they are there."""
    started = []
    monkeypatch.setattr(on_disk, "solve_in_background", lambda *args: started.append(args))
    state = GAME.new(seed=5, pairs="no")  # which no other test has solved
    state.play("lock-near")
    master = GAME.bot("master")
    master.pick(state.view_state(1))  # compiled
    began = time.perf_counter()
    assert master.pick(state.view_state(1)) in state.legal()
    assert time.perf_counter() - began < 10
    assert started == [(100, False, False, False)] * 2


def test_the_background_solver_finishes(monkeypatch):
    monkeypatch.setattr(on_disk, "USUAL", 12)  # enough for this game
    monkeypatch.setattr(on_disk, "EXACT", 12)
    state = GAME.new(seed=5, target=10, turn="free")
    lookup.at_hand(state.view_state(0))
    for worker in list(on_disk._working.values()):
        worker.join()
    assert lookup.at_hand(state.view_state(0)).ready


def test_advice_says_what_is_still_being_solved(monkeypatch):
    """First nothing is there, then who wins, then in how many turns: no answer contradicts an earlier one."""
    monkeypatch.setattr(on_disk, "solve_in_background", lambda *args: None)
    state = GAME.new(seed=5, target=32)
    state.play("lock-near")
    view = state.view_state(1)
    searched = GAME.bot("master").advise(GAME.new(seed=5, target=32, turn="free").view_state(0))
    assert all(one.text.startswith("Still solving") and "(estimated)" in one.text for one in searched)
    bots.tables(("master",), 2, state.options)
    before = {one.move: one for one in GAME.bot("master").advise(view)}
    open_still = {move for move, one in before.items() if "still being solved" in one.text}
    assert open_still and all(move in open_still or " turn" in one.text for move, one in before.items())
    assert sum("le calcul est en cours" in one.text for one in GAME.bot("master").advise(view, "fr")) == len(open_still)
    on_disk.ensure_distances(32, True, False)
    after = GAME.bot("master").advise(view)
    assert not any("still being solved" in one.text for one in after)
    assert all(one.text == before[one.move].text for one in after if one.move not in open_still)
    assert {one.move: one.value for one in after} == {move: one.value for move, one in before.items()}


def test_advice_names_wins_losses_and_turns():
    state = GAME.new(seed=5, target=25)
    state.play("lock-near")
    bots.tables(("master",), 2, state.options)
    advice = GAME.bot("master").advise(state.view_state(1))
    assert [one.move for one in advice] and {one.move for one in advice} == set(state.moves())
    assert advice[0].best and advice[0].value == 1.0 and advice[0].text.startswith("Wins in 3 turns.")
    assert advice[-1].value == -1.0 and advice[-1].text.startswith("Loses: the other player wins in")
    assert [one.value for one in advice] == sorted((one.value for one in advice), reverse=True)


def test_by_a_hair_is_true_at_the_first_turn():
    """What a win has to spare is looked up past the target: one point more to make, and it is none."""
    options = GAME.complete_options({"target": 12})
    found = bots.tables(("master",), 2, options)
    larger = on_disk.solve(12 + on_disk.PAST + 5, True, False)
    hairs = 0
    for seed in range(60):
        state = GAME.new(seed=seed, target=12)
        state.play(state.moves()[seed % 4])
        b = position(state.struct)
        needs = 12
        spare = perfect.to_spare(found.solved, found.boards, found.seen, b, needs, 12, 39)
        if perfect.outcome(larger, b, needs, 12) < 0:
            assert perfect.outcome(larger, b, needs, 12 + spare) < 0
            assert perfect.at_the_edge(found.solved, 12 + spare) or perfect.outcome(larger, b, needs, 13 + spare) >= 0
            hairs += spare > 0
        for one in GAME.bot("master").advise(state.view_state(1)):
            if "by a hair" in one.text:
                after = state.copy()
                after.play(one.move)
                m, o = (12 - after.scores[seat] for seat in (0, 1))
                assert perfect.outcome(larger, position(after.struct), m, o) < 0
                assert perfect.outcome(larger, position(after.struct), m, o + 1) >= 0
                hairs += 1
    assert hairs > 10


def test_advice_with_a_fifth_die_looks_ahead():
    state = GAME.new(seed=5, fifth=True)
    state.play("lock-near")
    advice = GAME.bot("master").advise(state.view_state(1))
    assert len(advice) == len(state.moves()) and "Looking" in advice[0].text
    state = GAME.new(seed=5, fifth=True, target=12)
    state.play("lock-near")
    assert GAME.bot("master").advise(state.view_state(1))[0].text == "Wins at once."
