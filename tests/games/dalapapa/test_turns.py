"""Turns, tokens, markers and the end, played move by move with chance by hand; what seats may know."""

import random
from pathlib import Path

import pytest

import brelan
from brelan.engine.kernel import CHANCE, OVER, stream
from brelan.games.dalapapa.moves import code, words
from brelan.games.dalapapa.rules.hands import held
from brelan.games.dalapapa.rules.state import MARKING, PLACING, STATE, UNKNOWN
from brelan.model.errors import IllegalMove

GAME = brelan.game("dalapapa")


def table(players=2, opening=(), **options):
    """A table whose dealer has drawn and laid three dominoes, given as placements."""
    state = GAME.new(players=players, chance="manual", **{"tiles": "classic", **options})
    for move in opening:
        state.play(f"draw {move.split()[1][:-1]}")
    for move in opening:
        state.play(move)
    return state


# Classic dominoes 1, 2 and 3 are of the first shape, a = 0: (L, TL, TR, R, BR, BL; C)
# 1a: 1 0 2 1 0 2; 0    2a: 1 0 3 1 0 3; 0    3a: 2 0 1 2 0 1; 0
OPENING = ("place 1a 0 at 0 0", "place 2a 0 at 2 0", "place 3a 1 at 0 1")


def dealt(players=2, hands=((10, 20), (30, 40)), **options):
    state = table(players, OPENING, **options)
    for hand in hands:
        for domino in hand:
            state.play(f"draw {domino}")
    return state


def test_the_dealer_lays_three_dominoes_before_hands_are_drawn():
    """DAL-06, DAL-07."""
    state = GAME.new(players=3, chance="manual", tiles="classic")
    assert state.mover == CHANCE and len(state.odds()) == 72
    for domino in (1, 2, 3):
        state.play(f"draw {domino}")
    assert state.mover == 2  # DAL-06: the last seat deals
    assert all(move.endswith("at 0 0") for move in state.moves())
    state.play("place 1a 0 at 0 0")
    assert state.mover == 2
    state.play("place 2a 0 at 2 0")
    with pytest.raises(IllegalMove):
        state.play("place 3a 0 at 9 9")  # touches nothing
    state.play("place 3a 1 at 0 1")
    assert state.mover == CHANCE
    s = state.struct
    assert (
        list(s.tokens[:3]) == [2, 2, 2] and s.reserve == 18 and list(s.markers[:3]) == [8, 8, 8]
    )  # DAL-07; the opening moves no token


def test_colours_must_agree_where_half_cells_meet():
    """DAL-04."""
    state = GAME.new(players=2, chance="manual", tiles="classic")
    for domino in (1, 2, 3):
        state.play(f"draw {domino}")
    state.play("place 1a 0 at 0 0")  # its right end is of colour 1
    moves = state.moves()
    assert "place 2a 0 at 2 0" in moves  # left end 1
    assert "place 3a 0 at 2 0" not in moves  # left end 2
    assert "place 2a 2 at 2 0" not in moves  # the same drawing after a half turn: one move


def test_tokens_by_connections():
    """DAL-08."""
    state = dealt()
    seen = set()
    for move in state.moves():
        after = state.copy()
        before = int(after.struct.tokens[0])
        what = next(
            one
            for one in state.view(0)["placements"]
            if f"place {one['domino']}{one['face']} {one['turn']} at {one['x']} {one['y']}" == move
        )
        after.play(move)
        won = int(after.struct.tokens[0]) - before
        assert won == what["tokens"] == {1: -1, 2: 0, 3: 1, 4: 2}[what["connections"]]
        assert int(after.struct.reserve) + sum(map(int, after.struct.tokens)) == 24
        seen.add(what["connections"])
    assert {1, 2} <= seen


def test_the_reserve_pays_what_it_has():
    """DAL-08."""
    state = dealt()
    s = state.struct
    gaining = [one for one in state.view(0)["placements"] if one["tokens"] > 0]
    s.reserve, s.tokens[1] = 0, 22
    for one in gaining:
        assert state.game.table.view(s, 0)["placements"]
        after = state.copy()
        after.play(f"place {one['domino']}{one['face']} {one['turn']} at {one['x']} {one['y']}")
        assert after.struct.tokens[0] == 2 and after.struct.reserve == 0


def test_without_tokens_one_connection_is_not_enough():
    """DAL-08, DAL-09."""
    state = dealt()
    s = state.struct
    s.tokens[0], s.reserve = 0, 22
    two = state.view(0)["placements"]
    assert all(one["connections"] >= 2 for one in two)
    assert len(two) == len(state.moves()) or state.moves() == ["pass"]


def stuck_state():
    """A position in which seat 0 can place nothing without a token: its tokens are taken away, and only one-connection
    spots are left.
    """
    for a in range(4, 72):
        state = dealt(hands=((a, a + 1), (30, 40)) if not {a, a + 1} & {30, 40} else ((4, 5), (30, 40)))
        state.struct.tokens[0], state.struct.reserve = 0, 22
        if state.moves() == ["pass"]:
            return state
    raise AssertionError("no such hand")


def test_passing_shows_the_hand_and_takes_a_token():
    """DAL-09."""
    state = stuck_state()
    hand = [int(n) for n in state.struct.hand[0] if n]
    assert [int(n) for n in state.view_state(1).struct.hand[0] if n] == [UNKNOWN] * 2
    state.play("pass")
    shown = "show " + " ".join(map(str, hand))
    for reader in (-1, 0, 1):
        assert [GAME.words(state.seen(told, reader)) for told, _ in state.odds()] == [shown]
    state.play(shown)
    assert state.mover == 1  # no marking, no replay, no draw
    assert state.struct.tokens[0] == 1 and state.struct.reserve == 21
    assert state.struct.stuck == 0  # the token was what it waited for
    assert [int(n) for n in state.view_state(1).struct.hand[0] if n] == hand
    assert [card["domino"] for card in state.view(None)["hands"][0]] == hand
    other = state.view_state(1)._buf.copy()
    GAME.drivers.redeal(other, 1, stream(3))
    assert [int(n) for n in other.view(STATE)[0].hand[0] if n] == hand  # shown dominoes stay known


def test_an_empty_reserve_gives_no_token_and_three_dead_passes_end_the_game():
    """DAL-09, DAL-13."""
    state = stuck_state()
    state.struct.reserve, state.struct.tokens[1] = 0, 24
    state.play("pass")
    state.play(GAME.words(state.odds()[0][0]))
    assert state.struct.tokens[0] == 0 and state.struct.stuck == 1
    state.struct.tokens[1], state.struct.reserve = 0, 0
    if state.moves() == ["pass"]:
        state.play("pass")
        state.play(GAME.words(state.odds()[0][0]))
        assert state.mover == OVER and state.outcome.reason == "nobody can place a domino"


def place_something(state, least=1):
    one = max(state.view(state.mover)["placements"], key=lambda one: one["connections"])
    state.play(f"place {one['domino']}{one['face']} {one['turn']} at {one['x']} {one['y']}")


def test_marking_is_optional_and_markers_never_move():
    """DAL-10."""
    state = dealt()
    place_something(state)
    s = state.struct
    if s.phase != MARKING:
        pytest.fail("tokens are left: a replay can be bought")
    marks = [move for move in state.moves() if move.startswith("mark")]
    assert len(marks) == int(s.unmarked)
    assert "end" in state.moves() and "replay" in state.moves()
    state.play("end")
    assert state.mover == CHANCE
    state.play("draw 50")
    assert state.mover == 1 and list(state.scores) == [0, 0]


def test_a_replay_costs_two_tokens_and_draws_first():
    """DAL-11."""
    state = dealt()
    place_something(state)
    tokens = int(state.struct.tokens[0])
    state.play("replay")
    assert state.mover == CHANCE and state.struct.tokens[0] == tokens - 2
    state.play("draw 50")
    assert state.mover == 0 and held(state.struct, 0) == 2
    assert state.struct.phase == PLACING


def test_a_replay_needs_a_domino_to_play():
    """DAL-11."""
    state = dealt()
    place_something(state)
    s = state.struct
    assert "replay" in state.moves()
    s.bag = 0
    assert "replay" in state.moves()  # one is left in the hand
    s.hand[0] = 0
    assert "replay" not in state.moves()


def near_the_end(seed=3):
    """A game in which a seat has one marker left and an unmarked territory before it."""
    rng = random.Random(seed)
    state = GAME.new(players=3, seed=seed, tiles="classic")
    while True:
        s = state.struct
        if state.mover >= 0 and s.phase == MARKING and s.markers[state.mover] == 1 and s.unmarked and not s.plaque:
            return state
        state.apply(rng.choice(state.legal()))


def test_the_last_marker_takes_the_plaque_and_brings_the_last_turns():
    """DAL-12, DAL-14."""
    state = near_the_end()
    seat, before = state.mover, state.scores
    mark = next(move for move in state.moves() if move.startswith("mark"))
    cells = state.view(seat)["territories"][int(mark.split()[1]) - 1]["cells"]
    state.play(mark)
    assert state.scores[seat] == before[seat] + cells + 5  # DAL-12, DAL-14
    assert state.struct.plaque == seat + 1
    turns = []
    while not state.over:
        if state.struct.turn not in turns:
            turns.append(int(state.struct.turn))
        moves = state.moves()
        state.play("end" if "end" in moves else moves[0])
    assert turns in ([seat, (seat + 1) % 3, (seat + 2) % 3], [(seat + 1) % 3, (seat + 2) % 3])
    assert state.outcome.reason == "the last turns are played"
    lands = state.view(None)["territories"]
    for other in range(3):
        assert state.scores[other] == sum(land["cells"] for land in lands if land["owner"] == other) + 5 * (
            other == seat
        )


def test_the_game_ends_when_the_player_to_move_has_no_domino():
    """DAL-13."""
    state = GAME.new(players=2, seed=4)
    while not state.over:
        moves = state.moves()
        state.play("end" if "end" in moves else max(moves, key=lambda move: move[-1]))
    assert state.outcome.reason == "the player to move has no domino left"
    assert state.struct.bag == 0 and state.scores == (0, 0) and state.outcome.winners == (0, 1)


# Two-tone dominoes that lack a colour on the rim: numbered by their colouring, 1 and 2 all of colour 0, 71 and 72 all
# of colour 1.
def test_three_dominoes_that_cannot_be_laid_go_back():
    """DAL-06."""
    state = GAME.new(players=2, chance="manual", tiles="two-tone")
    for domino in (1, 2, 72):
        state.play(f"draw {domino}")
    assert state.moves() == ["show"]
    state.play("show")
    assert state.view(0)["hands"][1] == state.view(1)["hands"][1]  # they lie open
    state.play("show 1 2 72")
    assert state.mover == CHANCE and len(state.odds()) == 72
    assert state.record(0).moves[-1].words == "show 1 2 72" and not any(state.view(1)["hands"][1])
    for domino in (1, 30, 72):
        state.play(f"draw {domino}")
    assert "show" not in state.moves()


def test_the_dealer_never_ends_in_a_dead_end():
    """DAL-06: whatever mono-coloured third domino waits, every second placement offered leaves it a spot, and there is
    one.
    """
    for first in (5, 30, 44, 60):
        for third in (1, 72):
            state = GAME.new(players=2, chance="manual", tiles="two-tone")
            for domino in (first, 33, third):
                state.play(f"draw {domino}")
            for one in state.legal():
                after = state.copy()
                after.apply(one)
                assert after.moves() != ["show"]
                for two in after.legal():
                    last = after.copy()
                    last.apply(two)
                    assert last.moves() != ["show"]


def test_open_hands_hide_nothing():
    state = dealt(open_hands=True)
    assert state.view_state(1)._buf.tobytes() == state._buf.tobytes()
    assert "draw 10" in [move.words for move in state.record(-1).moves]


def test_several_deals_are_added_and_the_deal_goes_to_the_left():
    """DAL-06, and the option `deals`: a deal lies there until `next`; the dealer is the next seat, the one after it
    plays first.
    """
    state = GAME.new(players=3, chance="manual", tiles="classic", deals=3)
    rng, totals, begun = random.Random(5), [0, 0, 0], []
    while not state.over:
        s = state.struct
        if state.at_result:
            totals = [a + int(b) for a, b in zip(totals, s.scores, strict=False)]
            assert state.scores == tuple(totals) and state.view(0)["phase"] == "settled"
            state.play("next")
            fresh = GAME.laid(3, state.options).view(STATE)[0]
            for name in ("square", "rim_keys", "parent", "open", "where", "hand", "land_owner", "scores", "tokens"):
                assert (state.struct[name] == fresh[name]).all(), name
            assert state.scores == tuple(totals)  # nothing is lost
            continue
        if state.mover >= 0 and s.phase == PLACING and s.laid == 3 and (not begun or begun[-1][0] != s.dealt):
            begun.append((int(s.dealt), int(s.dealer), state.mover))
        moves = [code for code, _ in state.odds()] or state.legal()
        state.apply(rng.choice(moves))
    assert begun == [(0, 2, 0), (1, 0, 1), (2, 1, 2)]
    assert state.payoff == tuple(a + int(b) for a, b in zip(totals, state.struct.scores, strict=False))


EARLIER = Path(__file__).with_name("version1.record")


def test_records_of_the_first_version_replay_as_before():
    """Its records have no option `deals`, and no line that tells which dominoes were shown: this one holds a pass."""
    text = EARLIER.read_text()
    record = brelan.Record.parse(text)
    assert record.version == 1 and str(record) == text
    state = record.replay()
    assert state.over and state.payoff == record.payoff
    assert any(words(code).startswith("show ") for code in state.log) and len(state.log) > len(record.moves)
    assert record.verify().checked > 15
    with pytest.raises(brelan.BrelanError, match="version"):
        brelan.Record.parse(text.replace("rules: 1", "rules: 7"))


def test_words_and_codes():
    assert words(code("show 1 2 71")) == "show 1 2 71" and words(code("show 5")) == "show 5"
    assert words(code("place 17b 2 at 3 -4")) == "place 17b 2 at 3 -4"
    for wrong in (
        "place 73a 0 at 0 0",
        "place 1c 0 at 0 0",
        "place 1a 4 at 0 0",
        "place 1a 0 at 0 -0",
        "mark 0",
        "draw 73",
        "place 1a 0 at 145 0",
        "mark 999",
        "show 2 1",
        "show 1 1",
        "show 73",
        "show 1 2 3 4",
    ):
        assert code(wrong) is None, wrong
