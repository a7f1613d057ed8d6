"""The solver against a straightforward one, and what must hold of its tables."""

import functools
import json
import time

import numpy as np
import pytest

import brelan
from brelan.games.four_d.bots.search import WIN, deepen, value_of_move
from brelan.games.four_d.rules import play
from brelan.games.four_d.rules.square import BOARDS, position, result_of
from brelan.games.four_d.rules.state import decode
from brelan.games.four_d.solve import on_disk, perfect, repeated
from brelan.games.four_d.solve.boards import all_boards, presented
from brelan.games.four_d.solve.distances import EXACT, distance, measure
from brelan.games.four_d.solve.one_board import lay, read_board, read_needs
from brelan.games.four_d.solve.solver import solve

from ... import commands
from . import reference

GAME = brelan.game("4d")
SETTINGS = [(True, False), (True, True), (False, False), (False, True)]  # pairs, free


def outcomes(solved, m, o):
    """1, 0, −1 for the mover of every board, read off the tables."""
    win = o + solved.win[o].astype(int)
    keep = win.copy()
    span = slice(solved.drawn_at[o], solved.drawn_at[o + 1])
    keep[solved.drawn_board[span]] += solved.drawn_more[span]
    return np.where(m <= win, 1, np.where(m <= keep, 0, -1))


def agree(target, pairs, free):
    """Every board at every pair of needs, against brute force; and more points are never worse, on the brute-force
    table itself.
    """
    status = reference.retrograde(target, *reference.tables(pairs, not free))
    solved = solve(target, pairs, free)
    for m in range(1, target + 1):
        for o in range(1, target + 1):
            assert np.array_equal(status[m, o], outcomes(solved, m, o)), (m, o)
    assert (status[1:-1, 1:] >= status[2:, 1:]).all(), "needing less is never worse"
    assert (status[1:, 1:-1] <= status[1:, 2:]).all(), "an opponent who needs more is never worse"
    return status


def test_small_targets_agree_with_brute_force(many):
    agree(many(9, 12), True, False)


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "free"), SETTINGS)
def test_all_settings_agree_with_brute_force(pairs, free):
    agree(20, pairs, free)


@pytest.fixture(scope="module")
def small():
    """A game without paires, where scoreless turns and draws abound, solved to 12 and brute-forced to 6."""
    return solve(12, False, False), reference.retrograde(6, *reference.tables(False, True))


def test_draws_without_paires_agree_with_brute_force(small):
    solved, status = small
    for m in range(1, 7):
        for o in range(1, 7):
            assert np.array_equal(status[m, o], outcomes(solved, m, o)), (m, o)
    assert (status[1:, 1:] == 0).any(), "no draw: nothing was tested"
    assert (status[1:-1, 1:] >= status[2:, 1:]).all() and (status[1:, 1:-1] <= status[1:, 2:]).all()


def test_a_larger_target_holds_the_smaller_ones(small):
    solved, _ = small
    less = solve(9, False, False)
    for m in range(1, 10):
        for o in range(1, 10):
            assert np.array_equal(outcomes(less, m, o), outcomes(solved, m, o))


def test_scoreless_winning_moves_bring_a_point_nearer(small, many):
    """So winning play makes progress with every turn: the needs shrink, or fewer turns without a point are needed."""
    solved, _ = small
    table, seen = all_boards(False), presented(False, False)
    rng = np.random.default_rng(2)
    assert 6 < int(solved.zero_turns.max()) == int(solved.longest[0]) < 40
    for at in rng.integers(len(solved.zero_board), size=many(800, 2500)):
        o = int(np.searchsorted(solved.zero_at, at, side="right")) - 1
        b = int(solved.zero_board[at])
        m = o + int(solved.zero_need[at]) + 1
        here = perfect.quiet_needed(solved, b, m, o)
        assert here >= solved.zero_turns[at] and perfect.outcome(solved, b, m, o) == 1
        lowest = 99
        for t in range(6):
            c = table.tip[t, b]
            points = int(table.points[c])
            for k in range(len(seen)):
                left = seen[k, c]
                if perfect.outcome(solved, left, o, m - points) == -1:
                    assert points == 0, "a winning move scores: nobody need wait"
                    lowest = min(lowest, perfect.quiet_needed_left(solved, table, seen, left, o, m))
        assert lowest == here - 1


@pytest.fixture(scope="module")
def near(small):
    return measure(12, False, False), small[0]


def test_distances_fall_by_one(near):
    """A won position has a move after which every answer is one turn nearer to the end, and none after which all are
    nearer still.
    """
    turns, solved = near
    table, seen = all_boards(False), presented(False, False)
    rng = np.random.default_rng(4)
    checked = 0
    for b in rng.integers(BOARDS, size=2500):
        m, o = (int(x) for x in rng.integers(1, 13, size=2))
        if perfect.outcome(solved, b, m, o) != 1:
            assert distance(turns, b, m, o) == 0
            continue
        best = 99
        for t in range(6):
            c = table.tip[t, b]
            points = int(table.points[c])
            if points >= m:
                best = 0
                break
            for k in range(len(seen)):
                if perfect.outcome(solved, seen[k, c], o, m - points) == -1:
                    best = min(best, perfect.turns_left(turns, table, seen, seen[k, c], o, m - points))
        assert distance(turns, b, m, o) == best + 1 <= turns.bound[m, o]
        checked += best > 1
    assert checked > 30


def play_out(s, out, tables, rng, against):
    """The perfect player (who is to move) against another; how many turns of its own it took to win."""
    hero, turns = s.mover, 0
    while not s.over:
        if s.mover == hero:
            n = len(s.legal())
            out[:n] = s.legal()
            known = tables.solved, tables.distances, tables.boards, tables.seen
            rest = repeated.Barred(*repeated.barred_here(s.struct, tables.solved, tables.boards, tables.seen))
            s.apply(int(perfect.best_move(s.struct, out, n, *known, rest)))
            turns += 1
        else:
            s.apply(against(s, rng))
    assert s.payoff[hero] == 1
    return turns


@pytest.mark.parametrize("known", [True, False], ids=["with distances", "by waiting alone"])
def test_the_perfect_player_wins_every_won_game_in_time(near, known):
    """Whatever the other one does: random moves, or always a scoreless one if there is one, to keep the game going."""
    turns, solved = near
    out = np.zeros(96, np.int64)
    tables = GAME.bots.Tables(
        all_boards(False), presented(False, False), solved, turns if known else on_disk.no_distances(), True, 0
    )
    rng = np.random.default_rng(7)

    def quiet(s, rng):
        codes = s.legal()
        dull = [code for code in codes if result_of(s.struct, *decode(code)[:2])[0] == 0]
        return int(rng.choice(dull or codes))

    longest = 0
    for game in range(300):
        s = GAME.new(seed=game, target=12, pairs="no")
        s.apply(int(rng.choice(s.legal())))
        b = position(s.struct)
        if perfect.outcome(solved, b, 12, 12) == 1:
            took = play_out(s, out, tables, rng, quiet if game % 2 else lambda s, rng: int(rng.choice(s.legal())))
            if known:
                assert took <= distance(turns, b, 12, 12)
            longest = max(longest, took)
    assert longest > 2


def test_the_search_finds_the_distances_of_the_tables(near, many):
    """A forced win within its depth is found, at its exact distance, by alpha-beta on the rules alone."""
    turns, _ = near
    table = all_boards(False)
    out, values, kept, budget = (np.zeros(96, np.int64) for _ in range(4))
    found = 0
    for game in range(many(20, 60)):
        s = GAME.new(seed=1000 + game, target=12, pairs="no")
        s.apply(s.legal()[game % 4])
        n = len(s.legal())
        out[:n] = s.legal()
        b = position(s.struct)
        deepen(s.struct, out, n, table, 400_000, budget, values, kept)
        far = distance(turns, b, 12, 12)
        if 0 < far <= 2:
            found += 1
            assert values[0] == (WIN if far == 1 else WIN - 2)
    assert found > many(5, 20)
    assert value_of_move(s.struct, int(out[0]), table, 0, -2 * WIN, np.array([10**6])) > -2 * WIN


run = functools.partial(commands.run, "solve", "4d")


def test_the_command_answers_with_data(tmp_path):
    plot = tmp_path / "plot.svg"
    done = run("--target", "12", "--json", "--fairest", "--plot", str(plot))
    found = json.loads(done.stdout)
    assert {"target", "pairs", "turn", "boards", "mover_wins", "mover_losses", "mover_draws"} <= set(found)
    assert (found["target"], found["pairs"], found["turn"], found["boards"]) == (12, True, "strict", 331_776)
    for who in ("mover", "setter"):
        assert sum(found[f"{who}_{what}"] for what in ("wins", "losses", "draws")) == 331_776
    assert found["setter_wins"] >= found["mover_losses"]  # choosing the turn can only help
    assert found["handicaps"][0]["setter_wins"] == found["setter_wins"]
    assert plot.read_text().startswith("<svg")


def test_the_command_solves_one_board():
    """Verdict, line and reasons, in data and in both languages; the line is a game that ends as the verdict says."""
    found = json.loads(run("--board", "5/3 4/6 3/2 1/2", "--needs", "12,10", "--json").stdout)["position"]
    assert found["needs"] == [12, 10] and found["verdict"] in ("won", "lost", "drawn") and found["line"]
    solved = solve(13, True, False)
    s = lay(read_board(found["board"]), (12, 10), True, False)
    b = int(position(s))
    verdict = int(perfect.outcome(solved, b, 12, 10))
    assert found["verdict"] == {1: "won", 0: "drawn", -1: "lost"}[verdict]
    limits = [(m, int(perfect.outcome(solved, b, m, 10))) for m in range(1, 14)]
    assert found["wins_needing_up_to"] == max((m for m, result in limits if result > 0), default=0)
    for move in found["line"]:
        play(s, GAME.moves.code(move))
    assert bool(s.over) and (int(s.to_play) == 1) == (verdict > 0)
    own = len(found["line"][0 if verdict > 0 else 1 :: 2])
    assert own <= found["turns"] and (verdict < 0 or own == found["turns"])
    assert sum(found["moves"].values()) == 18 or found["turns"] == 1
    for lang, wanted in (("en", "The best line:"), ("fr", "La meilleure suite\u00a0:")):
        shown = run("--board", "5/3 4/6 3/2 1/2", "--needs", "12,10", "--lang", lang).stdout
        assert wanted in shown and all(move in shown for move in found["line"])


def test_the_columns_are_labelled_and_the_handicap_counts():
    plain, given = (
        json.loads(run("--target", "12", "--by-target", "--json", "--handicap", handicap).stdout)["by_target"]
        for handicap in ("0", "5")
    )
    assert [row["target"] for row in given] == [10, 11, 12]
    assert all(more["setter_wins"] > less["setter_wins"] for less, more in zip(plain, given, strict=True))
    shown = run("--target", "12", "--by-target", "--handicap", "5").stdout
    assert "target" in shown and "as it lies" in shown and "begins with 5 points" in shown


def test_the_command_refuses_in_sentences():
    asked = (
        ("--target", "9"),
        ("--target", "20", "--handicap", "20"),
        ("--hardest",),
        ("--needs", "9,9"),
        ("--board", "1"),
    )
    for arguments in asked:
        done = run(*arguments)
        assert done.returncode and done.stderr.strip().endswith(".") and "Traceback" not in done.stderr


@pytest.mark.parametrize("board", ["", "5/3 4/6 3/2", "5/3 4/6 3/2 1/2 1/2", "5/2 4/6 3/2 1/2", "5/5 4/6 3/2 1/2", "a"])
def test_a_board_that_cannot_lie_is_refused(board):
    with pytest.raises(brelan.BrelanError, match=r"\d/\d|opposite faces"):
        read_board(board)


@pytest.mark.parametrize("needs", ["", "9", "0,9", "9,301", "9,9,9", "-1,9"])
def test_needs_that_cannot_be_are_refused(needs):
    with pytest.raises(brelan.BrelanError, match="1 to 300"):
        read_needs(needs)


def test_tables_are_stored_once_and_small(tmp_path, monkeypatch):
    monkeypatch.setenv("BRELAN_CACHE", str(tmp_path))
    on_disk.forget()
    solved = on_disk.ensure_solved(12, True, False)
    assert on_disk.size_on_disk(True, False, 12) < 12_000_000
    on_disk.forget()
    again = on_disk.find_solved(11, True, False)
    assert again is not None and np.array_equal(again.win, solved.win)
    assert on_disk.find_solved(13, True, False) is None and on_disk.find_solved(12, False, False) is None
    on_disk.forget()


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "free"), SETTINGS)
def test_target_100(pairs, free):
    """The whole game: it fits, and what is won at 30 is won at the same needs in the table of 100."""
    on_disk.ensure_solved(100, pairs, free)
    on_disk.forget()
    began = time.perf_counter()
    solved = on_disk.find_solved(100, pairs, free)
    assert solved is not None and time.perf_counter() - began < 1
    less = solve(EXACT, pairs, free)
    assert on_disk.size_on_disk(pairs, free, 100) <= 80_000_000
    for m, o in ((1, 30), (30, 30), (30, 1), (17, 22)):
        assert np.array_equal(outcomes(solved, m, o), outcomes(less, m, o))
