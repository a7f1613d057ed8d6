"""What holds in every game, whatever is played: hypothesis picks the table, the luck and the moves."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

import brelan
from brelan.games.dalapapa.foresee import foresee
from brelan.games.dalapapa.rules.state import (
    DEALING,
    MARKERS,
    OPENING,
    PLACE,
    PLACING,
    PLAQUE,
    TOKENS,
    placement,
)

from . import reference

GAME = brelan.game("dalapapa")
TABLES = st.tuples(st.integers(2, 4), st.integers(0, 10**6), st.sampled_from(["classic", "two-tone", "grand"]))
CHOICES = st.lists(st.integers(0, 10**9), min_size=10, max_size=60)


def walk(table, choices):
    """A game of those choices, as (state, move) before each move."""
    players, seed, tiles = table
    state = GAME.new(players=players, seed=seed, tiles=tiles)
    for choice in choices:
        if state.over:
            return
        legal = state.legal()
        move = legal[choice % len(legal)]
        yield state, move
        state.apply(move)


@settings(max_examples=40)
@given(TABLES, CHOICES)
def test_a_placement_does_what_was_foreseen(table, choices):
    """DAL-04, DAL-08: connections, tokens paid or won, territories closed; nothing already laid or closed changes
    (DAL-05).
    """
    for state, move in walk(table, choices):
        if move < PLACE:
            continue
        s, seat = state.struct, state.mover
        before = reference.board_of(state)
        drawn = reference.drawing(int(s.tiles), *placement(move))
        tokens, reserve, lands = int(s.tokens[seat]), int(s.reserve), s.land_cells[: int(s.lands)].tolist()
        opening, seen = s.phase == OPENING, foresee(s, move)
        after = state.copy()
        after.apply(move)
        t = after.struct
        if before:
            assert reference.fits(before, drawn, {key[:2] for key in before}) == seen.connections >= 1
        assert reference.board_of(after) == before | drawn
        cells = t.land_cells[: int(t.lands)].tolist()
        assert cells[: len(lands)] == lands and sorted(cells[len(lands) :]) == sorted(seen.closes)
        paid = 0 if opening else -1 if seen.connections == 1 else min(seen.connections - 2, reserve)
        assert seen.tokens == paid and tokens + paid >= 0
        if not opening:
            assert int(t.tokens[seat]) - tokens == paid == reserve - int(t.reserve)


@settings(max_examples=40)
@given(TABLES, CHOICES)
def test_nothing_is_lost_and_marks_count_once(table, choices):
    """DAL-07, DAL-10, DAL-14: 24 tokens, 72 dominoes, a marker to a territory, and scores that are the cells marked
    plus the plaque.
    """
    for state, _ in walk(table, choices):
        s = state.struct
        players = int(s.players)
        assert int(s.reserve) + int(s.tokens[:players].sum()) == TOKENS and s.tokens.min() >= 0 and s.reserve >= 0
        assert int(s.laid) + int(s.bag) + int((s.hand != 0).sum()) == 72
        assert len(set(s.laid_domino[: int(s.laid)].tolist())) == int(s.laid)
        owners = s.land_owner[: int(s.lands)]
        for seat in range(players):
            marked = owners == seat + 1
            plaque = PLAQUE if s.plaque == seat + 1 else 0
            assert int(s.scores[seat]) == int(s.land_cells[: int(s.lands)][marked].sum()) + plaque
            if s.phase > DEALING and s.laid >= 3:
                assert int(s.markers[seat]) + int(marked.sum()) == MARKERS[players - 2]
        assert int((owners == 0).sum()) == int(s.unmarked)


@settings(max_examples=25)
@given(TABLES, st.lists(st.integers(0, 10**9), min_size=10, max_size=40))
def test_territories_are_closed_and_keep_apart(table, choices):
    """DAL-05, by a flood fill from scratch of the last board."""
    state = None
    for state, _ in walk(table, choices):  # noqa: B007
        pass
    closed = reference.territories(reference.board_of(state))
    assert sorted(len(one) // 2 for one in closed) == sorted(
        state.struct.land_cells[: int(state.struct.lands)].tolist()
    )
    assert len(frozenset().union(*closed)) == sum(map(len, closed))


@settings(max_examples=15)
@given(TABLES, st.lists(st.integers(0, 10**9), min_size=8, max_size=30))
@example((2, 5571, "grand"), [1, 0, 0, 0, 1, 0, 0, 0, 0])
def test_legal_placements_are_the_slow_generator_s(table, choices):
    """DAL-03, DAL-04."""
    for k, (state, _) in enumerate(walk(table, choices)):
        s = state.struct
        if s.phase != PLACING or k % 4:
            continue
        board, least = reference.board_of(state), 1 if s.tokens[int(s.turn)] else 2
        laid = [placement(code) for code in state.legal() if code >= PLACE]
        hand = {int(n) - 1 for n in s.hand[int(s.turn)] if n}
        assert {one.domino for one in laid} <= hand
        for domino in hand:  # each by itself: two of the grand set may bear the same face
            slow = reference.placements(board, int(s.tiles), [domino], least)
            fast = [frozenset(reference.drawing(int(s.tiles), *one).items()) for one in laid if one.domino == domino]
            assert len(fast) == len(set(fast)) and set(fast) == slow
