"""The rulebook of 4D, rule by rule."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brelan
from brelan.games.four_d.rules import geometry, lines
from brelan.games.four_d.rules.square import result_of
from brelan.games.four_d.rules.state import NONE
from brelan.games.four_d.solve.boards import all_boards
from brelan.model.errors import IllegalMove, OptionError

from . import reference

GAME = brelan.game("4d")
DICE = reference.all_dice()


def words_of(die):
    return f"die {die['up']} {die['-x']}"


def laid(square, **options):
    """A game whose dice lie like this in seat 0's frame, the opening turn to come."""
    state = GAME.new(chance="manual", **options)
    for place in reference.PLACES:
        state.play(words_of(square[place]))
    return state


def up(face, left=None):
    """A die with this face up (and this one on the left side)."""
    return next(die for die in DICE if die["up"] == face and left in (None, die["-x"]))


def square(*faces):
    return dict(
        zip(reference.PLACES, (up(*face) if isinstance(face, tuple) else up(face) for face in faces), strict=True)
    )


def test_a_die_has_24_orientations_and_the_right_handedness():
    """4D-01."""
    assert len(DICE) == len(geometry.UP) == 24
    for number, die in enumerate(DICE):
        assert (geometry.UP[number], geometry.PLUS_X[number], geometry.PLUS_Y[number]) == (
            die["up"],
            die["+x"],
            die["+y"],
        )
        for tip, how in ((geometry.TIP_LEFT, reference.tip_left), (geometry.TIP_RIGHT, reference.tip_right)):
            assert DICE[tip[number]] == how(die)
        for turns in range(4):
            assert DICE[geometry.TURN[24 * turns + number]] == die
            die = reference.spin(die)
    assert any((die["+x"], die["+y"], die["up"]) == (1, 2, 3) for die in DICE)
    assert not any((die["+x"], die["+y"], die["up"]) == (2, 1, 3) for die in DICE)


def test_the_dice_are_thrown_once_and_never_again():
    """4D-02: 24 equally likely orientations each, as seat 0 sees them; after that nothing is left to chance."""
    state = GAME.new(chance="manual", target=30)
    for number in range(4):
        assert state.mover == brelan.CHANCE and len(state.odds()) == 24, number
        assert {weight for _, weight in state.odds()} == {1}
        state.play(words_of(DICE[5 * number]))
    assert [die["up"] for die in state.view(0)["dice"]] == [DICE[5 * number]["up"] for number in range(4)]
    rng = np.random.default_rng(2)
    movers = set()
    while not state.over:
        movers.add(state.mover)
        state.apply(int(rng.choice(state.legal())))
    assert movers == {0, 1}


def test_the_known_counts():
    """4D-04, 4D-05."""
    table = all_boards(True)
    made = table.points[table.tip]
    assert made.size == 1_990_656
    assert int((made == 0).sum()) == 221_184
    assert int((made == 16).sum()) == 36_864  # a suite to 6


@pytest.mark.parametrize(
    ("faces", "line", "points"),
    [
        ((1, 4, 3, 1), lines.PAIRE, 4),
        ((4, 6, 1, 5), lines.TRIO, 11),
        ((4, 4, 1, 4), lines.BRELAN, 10),
        ((1, 4, 1, 4), lines.DOUBLE_PAIRE, 11),
        ((5, 5, 5, 5), lines.CARRE, 13),
        ((4, 6, 5, 3), lines.SUITE, 16),
        ((3, 4, 5, 5), lines.TRIO, 10),  # with both a paire and a trio, the trio counts
        ((1, 2, 4, 6), lines.NOTHING, 0),
    ],
)
def test_the_examples_of_the_text(faces, line, points):
    """4D-05."""
    assert lines.score(lines.tally(*faces, 0), 1) == (points, line)


def test_every_four_and_five_faces_score_like_the_reference():
    """4D-05, 4D-09."""
    for pairs in (0, 1):
        for faces in product(range(1, 7), repeat=4):
            assert lines.score(lines.tally(*faces, 0), pairs)[0] == reference.points(faces, pairs)
    for faces in product(range(1, 7), repeat=5):
        assert lines.score(lines.tally(*faces), 1)[0] == reference.points(faces)


@pytest.mark.parametrize(
    ("faces", "line", "points"),
    [
        ((1, 2, 3, 4, 5), lines.QUINTE, 20),
        ((2, 2, 2, 2, 2), lines.FIVE, 15),
        ((6, 6, 6, 1, 1), lines.FULL, 15),
        ((1, 1, 1, 6, 6), lines.DOUBLE_PAIRE, 13),  # worth more than the full, 10
        ((5, 5, 5, 5, 6), lines.CARRE, 13),
        ((1, 1, 1, 3, 3), lines.FULL, 10),  # as much as the double paire: the higher in the table
    ],
)
def test_the_fifth_die_scores(faces, line, points):
    """4D-09."""
    assert lines.score(lines.tally(*faces), 1) == (points, line)


def test_a_paire_can_be_worth_nothing_but_a_double_paire_still_scores():
    """4D-05."""
    assert lines.score(lines.tally(1, 4, 3, 1, 0), 0) == (0, lines.NOTHING)
    assert lines.score(lines.tally(1, 4, 1, 4, 0), 0) == (11, lines.DOUBLE_PAIRE)


def test_the_text_s_figure_the_far_die_is_out_of_reach():
    """4D-04: the player who has the 2 at `far` can tip the 3, the 4 or the 5."""
    state = laid(square(3, 4, 2, 5))
    state.play("lock-near")  # seat 1 sits opposite: with no turn at all its far is seat 0's near
    tips = {move.split()[0] for move in state.moves()}
    assert tips == set(reference.TIPS)
    far = state.view(1)["dice"][2]
    assert far["up"] == 3 and far["locked"]
    assert all(preview["faces"][2] == 3 for preview in state.view(1)["previews"])


@pytest.mark.parametrize("locked", reference.PLACES)
def test_the_opening_turn_presents_three_dice(locked):
    """4D-03."""
    start = square((3, 1), (4, 1), (2, 3), (5, 1))
    state = laid(start)
    assert (state.mover, len(state.moves())) == (0, 4)
    state.play(f"lock-{locked}", seat=0)
    expected = reference.present(start, locked)
    assert state.mover == 1
    for die in state.view(1)["dice"]:
        assert (die["up"], die["left"], die["right"]) == tuple(
            expected[die["place"]][name] for name in ("up", "-x", "-y")
        )


@pytest.mark.parametrize(
    ("faces", "options"),
    [
        (((3, 1), (4, 1), (2, 3), (5, 1)), {}),
        (((1, 2), (1, 3), (1, 4), (1, 5)), {"turn": "free"}),
        (((6, 2), (2, 1), (4, 2), (3, 5)), {"pairs": "no"}),
        (((5, 1), (5, 4), (2, 6), (6, 3)), {"target": 25}),
    ],
)
def test_perft(faces, options):
    """4D-03, 4D-04, 4D-06: the sequences of turns to depth 4, the opening turn among them, as the slow generator counts
    them.
    """
    start = square(*faces)
    strict, pairs, target = options.get("turn") != "free", options.get("pairs") != "no", options.get("target", 100)
    expected = sum(
        reference.perft(reference.present(start, locked), (target, target), 3, strict, pairs)
        for locked in reference.PLACES
    )

    def count(state, depth):
        if depth == 0 or state.over:
            return int(depth == 0)
        total = 0
        for code in state.legal():
            after = state.copy()
            after.apply(code)
            total += count(after, depth - 1)
        return total

    assert count(laid(start, **options), 4) == expected


def test_the_moves_and_scores_of_a_game_agree_with_the_reference():
    """4D-04, 4D-05, 4D-06, 4D-07."""
    rng = np.random.default_rng(5)
    for _ in range(12):
        strict, pairs = bool(rng.integers(2)), bool(rng.integers(2))
        here = dict(zip(reference.PLACES, (DICE[i] for i in rng.integers(24, size=4)), strict=True))
        state = laid(here, target=60, turn="strict" if strict else "free", pairs=pairs)
        state.play("lock-left")
        here = reference.present(here, "left")
        needs = [60, 60]
        while not state.over:
            options = list(reference.turns(here, needs[state.mover], strict, pairs))
            assert sorted(state.moves()) == sorted(words for words, _, _ in options)
            words, scored, here = options[rng.integers(len(options))]
            needs[state.mover] -= scored
            state.play(words)
            assert state.scores == (60 - needs[0], 60 - needs[1])
            if here is None:
                assert state.payoff in ((1, -1), (-1, 1)) and min(needs) <= 0
                break


def test_a_winning_tip_stands_alone():
    """4D-07: the square is not turned."""
    state = laid(square((4, 1), (4, 2), (4, 5), (4, 6)), target=10)  # three fours are worth 10
    state.play("lock-far")
    winning = [move for move in state.moves() if "lock" not in move]
    assert winning
    with pytest.raises(IllegalMove):
        state.play(winning[0] + " lock-far")
    state.play(winning[0])
    assert state.payoff == (-1, 1) and state.outcome.reason == "the target is reached"


def test_strict_turns_leave_three_choices_and_free_ones_four():
    """4D-06."""
    for turn, locks in (("strict", {"left", "far", "right"}), ("free", {"near", "left", "far", "right"})):
        state = laid(square(1, 2, 4, 6), turn=turn)
        state.play("lock-near")
        assert {move.split("lock-")[1] for move in state.moves()} == locks


def scoreless(state):
    """The moves that score nothing."""
    return [move for move in state.moves() if not result_of(state.struct, reference_tip(move), NONE)[0]]


def reference_tip(move):
    return list(reference.TIPS).index(move.split()[0])


def quiet_cycle():
    """A board without paires from which two players can come back to it without a point, and the moves that do."""
    rng = np.random.default_rng(1)
    for _ in range(2000):
        state = laid(
            dict(zip(reference.PLACES, (DICE[i] for i in rng.integers(24, size=4)), strict=True)),
            pairs="no",
            turn="free",
        )
        state.play("lock-near")
        start = state.struct.dice.tobytes()
        path = []
        for _ in range(39):
            moves = scoreless(state)
            if not moves:
                break
            path.append(moves[0])
            state.play(moves[0])
            if state.over:
                break
        if state.over and state.outcome.reason.startswith("the same position"):
            return start, path, state
    raise AssertionError("no cycle found")


def test_the_third_occurrence_of_a_position_draws():
    _, path, state = quiet_cycle()
    assert state.payoff == (0, 0)
    seen = []
    again = brelan.Record.parse(str(state.record())).start()
    for move in state.record().moves:
        again.play(move.words)
        if again.struct.opened:
            seen.append((again.struct.dice.tobytes(), again.struct.to_play.item(), again.scores))
    assert seen.count(seen[-1]) == 3
    assert all(seen.count(one) < 3 for one in seen[:-1] if one != seen[-1])
    assert len(path) < 40


def test_forty_turns_without_a_point_draw():
    rng = np.random.default_rng(3)
    for _ in range(3000):
        state = laid(
            dict(zip(reference.PLACES, (DICE[i] for i in rng.integers(24, size=4)), strict=True)),
            pairs="no",
            turn="free",
        )
        state.play("lock-near")
        while not state.over and (moves := scoreless(state)):
            assert int(state.struct.quiet) < 40
            state.play(moves[rng.integers(len(moves))])
        if state.over and state.outcome.reason == "forty turns without a point":
            assert state.payoff == (0, 0) and len(state.log) == 4 + 1 + 40
            return
    raise AssertionError("no quiet game found")


def test_the_fifth_die_is_tipped_four_ways_and_seen_half_a_turn_round():
    """4D-08."""
    state = GAME.new(chance="manual", fifth=True)
    for die in (up(1), up(2), up(4), up(6), up(5, left=3)):
        state.play(words_of(die))
    before = state.view(0)["fifth"]
    assert (before["up"], before["left"]) == (5, 3)
    state.play("lock-far")
    seen = state.view(1)["fifth"]
    assert (seen["up"], seen["left"], seen["front"]) == (5, 4, 7 - before["front"])
    assert len(state.moves()) == 6 * 4 * 3
    risen = {}
    for way in ("toward", "away", "left", "right"):
        after = state.copy()
        after.play(f"near-left fifth-{way} lock-far")
        risen[way] = after.view(0)["fifth"]["up"]
    # It falls to the left: its right side, opposite to the left, comes up; it falls toward the player: the side behind
    # comes up.
    assert risen == {"left": seen["right"], "right": seen["left"], "toward": seen["back"], "away": seen["front"]}


def test_the_first_quinte_can_win_at_once():
    found = 0
    for wins in ("yes", "no"):
        rng = np.random.default_rng(8)
        for _ in range(400):
            state = GAME.new(chance="manual", fifth=True, quinte_wins=wins, target=300)
            for number in rng.integers(24, size=5):
                state.play(words_of(DICE[number]))
            state.play("lock-far")
            previews = state.view(1)["previews"]
            if any(result["line"] == "quinte" for preview in previews for result in preview["results"]):
                alone = [move for move in state.moves() if "lock" not in move]
                assert bool(alone) == (wins == "yes")
                if alone:
                    found += 1
                    state.play(alone[0])
                    assert state.payoff == (-1, 1) and state.outcome.reason == "a quinte is made"
    assert found


def test_options_are_checked():
    with pytest.raises(OptionError, match="handicap"):
        GAME.new(target=20, handicap=20)
    with pytest.raises(OptionError, match="quinte_wins"):
        GAME.new(quinte_wins=True)
    assert GAME.new(target=50, handicap=7, seed=1).scores == (7, 0)


@settings(max_examples=40)
@given(st.lists(st.integers(0, 23), min_size=4, max_size=4), st.lists(st.integers(0, 10**6), max_size=30))
def test_the_locked_die_never_moves_and_scores_never_fall(numbers, choices):
    """4D-04."""
    state = laid(dict(zip(reference.PLACES, (DICE[i] for i in numbers), strict=True)))
    for choice in choices:
        if state.over:
            break
        seat, far, scores = state.mover, int(state.struct.dice[2]), state.scores
        opened = bool(state.struct.opened)
        state.apply(state.legal()[choice % len(state.legal())])
        assert all(now >= before for now, before in zip(state.scores, scores, strict=True))
        assert state.scores[1 - seat] == scores[1 - seat]
        if opened:
            assert geometry.UP[far] in [die["up"] for die in state.view(seat)["dice"]]
