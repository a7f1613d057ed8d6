"""Placements and territories, against an independent slow board and flood fills from scratch."""

import random
from functools import partial

import numba
import numpy as np
import pytest

import brelan
from brelan.engine.kernel import below, compiled, kernel, reseed, weighted
from brelan.games.dalapapa import rules
from brelan.games.dalapapa.rules import board, grid
from brelan.games.dalapapa.rules.state import END, MAX_RIM, OPENING, PLACE, PLACING, placement
from brelan.games.dalapapa.rules.tiles import FACES

from . import reference

GAME = brelan.game("dalapapa")


def drawings(state):
    tiles = int(state.struct.tiles)
    return [frozenset(reference.drawing(tiles, *placement(code)).items()) for code in state.legal() if code >= PLACE]


def test_the_ring_never_meets_itself():
    close = [
        (dx, dy)
        for dx in range(-147, 148)
        for dy in range(-147, 148)
        if (dx, dy) != (0, 0) and abs(dx) + abs(dy) < 147 and (dx + grid.WIDTH * dy) % grid.SQUARES == 0
    ]
    assert close == []


@pytest.mark.parametrize("tiles", ["classic", "two-tone"])
@pytest.mark.parametrize("seed", range(3))
def test_legal_placements_are_those_of_the_slow_generator(tiles, seed):
    """DAL-01, DAL-03, DAL-04."""
    state, rng = GAME.new(players=2, seed=seed, tiles=tiles), random.Random(seed)
    compared = 0
    while not state.over and compared < 12:
        if state.legal()[0] >= PLACE and state.struct.laid >= 1 and (state.struct.laid < 4 or rng.random() < 0.2):
            s = state.struct
            hand = [int(n) - 1 for n in s.hand[int(s.turn)] if n]
            least = 1 if s.phase == OPENING or s.tokens[int(s.turn)] else 2
            slow = reference.placements(reference.board_of(state), int(s.tiles), hand, least)
            fast = drawings(state)
            assert len(set(fast)) == len(fast), "the same drawing on the same squares is one move"
            if s.phase == PLACING or tiles == "classic" or len(hand) == 1:
                assert set(fast) == slow
            else:
                assert set(fast) <= slow
            compared += 1
        legal = state.legal()
        state.apply(
            rng.choice([code for code in legal if code >= PLACE] or [code for code in legal if code == END] or legal)
        )
    assert compared >= 5


def test_territories_are_those_of_a_flood_fill():
    """DAL-02, DAL-05."""
    for seed in range(6):
        state, rng = GAME.new(players=2, seed=seed, tiles=("classic", "two-tone")[seed % 2]), random.Random(seed)
        while not state.over:
            state.apply(rng.choice(state.legal()))
        lands = state.view(None)["territories"]
        step = {0: (-1, 0), 1: (0, -1), 2: (1, 0), 3: (0, 1)}
        shown = {frozenset((x, y, *step[side]) for x, y, side in land["halves"]) for land in lands}
        assert shown == set(reference.territories(reference.board_of(state)))
        assert all(2 * land["cells"] == len(land["halves"]) for land in lands)


# A second flood fill, compiled, so that thousands of games can be looked at after every move. It works on a plain
# square map of half-cells, knows nothing of groups, rims or rings, and answers the sizes of the closed territories.
SIZE = 300


@kernel
def closed_from_scratch(s, faces, cells, colours, touched, marks, stack, sizes, stamp):
    count = 0
    for k in range(int(s.laid)):
        turn = int(s.laid_how[k]) & 3
        face = int(faces[int(s.tiles), int(s.laid_domino[k]), int(s.laid_how[k]) >> 2])
        for entry in range(8):
            cell, second, side = cells[turn, entry, 0], cells[turn, entry, 1], cells[turn, entry, 2]
            x = int(s.laid_x[k]) + 150 + (second if turn % 2 == 0 else 0)
            y = int(s.laid_y[k]) + 150 + (second if turn % 2 == 1 else 0)
            colours[x, y, side] = face >> (2 * cell) & 3
            touched[count] = (x * SIZE + y) * 4 + side
            count += 1
    found = 0
    for first in range(count):
        at = touched[first]
        if marks[at] == stamp:
            continue
        halves, whole, top = 0, True, 1
        stack[0] = at
        marks[at] = stamp
        while top:
            top -= 1
            at = stack[top]
            halves += 1
            x, y, side = at // 4 // SIZE, at // 4 % SIZE, at % 4
            ox = x + (side == 2) - (side == 0)
            oy = y + (side == 3) - (side == 1)
            nears = (
                (x * SIZE + y) * 4 + (side + 1) % 4,
                (x * SIZE + y) * 4 + (side + 3) % 4,
                (ox * SIZE + oy) * 4 + (side + 2) % 4,
            )
            for near in nears:
                nx, ny, nside = near // 4 // SIZE, near // 4 % SIZE, near % 4
                if colours[nx, ny, nside] < 0:
                    whole = False
                elif colours[nx, ny, nside] == colours[x, y, side] and marks[near] != stamp:
                    marks[near] = stamp
                    stack[top] = near
                    top += 1
        if whole:
            sizes[found] = halves // 2
            found += 1
    for k in range(count):
        at = touched[k]
        colours[at // 4 // SIZE, at // 4 % SIZE, at % 4] = -1
    return found


@partial(compiled, part=rules.__name__)  # what is kept compiled is as new as the rules
def watched_games(buf, laid, faces, cells, colours, touched, marks, stack, sizes, out, weights, games, ends):
    """Plays random games (marking seldom where `ends`, so that boards grow); answers the placements compared, or −1 −
    game at the first difference.
    """
    rng = np.zeros(4, np.int64)
    compared = 0
    for game in range(games):
        reseed(rng, 5, game)
        buf[:] = laid
        s = buf.view(rules.STATE)[0]
        while rules.mover(s) != -2:
            if rules.mover(s) == -1:
                rules.play(s, out[weighted(rng, weights, rules.chance(s, out, weights))])
                continue
            n = rules.legal(s, out)
            move = out[below(rng, n)]
            if ends and move < PLACE and out[0] == END:
                move = END
            rules.play(s, move)
            if move < PLACE:
                continue
            compared += 1
            found = closed_from_scratch(s, faces, cells, colours, touched, marks, stack, sizes, compared)
            total = 0
            for land in range(int(s.lands)):
                total += int(s.land_cells[land]) * int(s.land_cells[land])
            for land in range(found):
                total -= sizes[land] * sizes[land]
            if found != s.lands or total != 0:
                return -1 - game
    return compared


def where_cells_lie():
    """For each turn, the eight half-cells of a domino: its cell, which square from the left or top, and the side."""
    side_of = {(-1, 0): 0, (0, -1): 1, (1, 0): 2, (0, 1): 3}
    cells = np.zeros((4, 8, 3), np.int64)
    for turn in range(4):
        entry = 0
        for cell, halves in enumerate(reference.FLAT):
            for square, dx, dy in halves:
                for _ in range(turn):
                    dx, dy = -dy, dx
                cells[turn, entry] = cell, square if turn in (0, 1) else 1 - square, side_of[dx, dy]
                entry += 1
    return cells


@pytest.mark.parametrize("tiles", ["classic", "two-tone"])
def test_territories_after_every_move_of_thousands_of_games(tiles, many):
    """DAL-05."""
    if numba.config.DISABLE_JIT:
        pytest.skip("compiled only: thousands of games")
    laid = GAME.laid(2, GAME.complete_options({"tiles": tiles}))
    scratch = [np.full((SIZE, SIZE, 4), -1, np.int8), np.zeros(600, np.int64), np.zeros(SIZE * SIZE * 4, np.int64)]
    scratch += [
        np.zeros(600, np.int64),
        np.zeros(600, np.int64),
        np.zeros(rules.MAX_MOVES, np.int64),
        np.zeros(rules.MAX_MOVES, np.int64),
    ]
    games = many(250, 1000)
    for ends in (False, True):
        compared = watched_games(laid.copy(), laid, FACES, where_cells_lie(), *scratch, games, ends)
        assert compared > 15 * games, f"the territories differ in game {-1 - compared}"


def opening_counts(hand, tiles="classic"):
    """Perft of the dealer's placements: how many ways to lay one, two, three."""
    state = GAME.new(players=2, chance="manual", tiles=tiles)
    for domino in hand:
        state.play(f"draw {domino}")
    counts = [0, 0, 0]

    def walk(state, depth):
        legal = state.legal()
        counts[depth] += len(legal)
        if depth < 2:
            for code in legal:
                after = state.copy()
                after.apply(code)
                walk(after, depth + 1)

    walk(state, 0)
    return counts


def slow_counts(hand, tiles, depth=2):
    """The first numbers of the same perft, from the slow generator: every drawing of the first, then whatever may lie
    beside it.
    """
    boards = [(dict(laid), [other for other in hand if other != d]) for laid, d in first_drawings(hand, tiles).items()]
    counts = [len(boards)]
    while len(counts) < depth:
        after, found = [], 0
        for laid, rest in boards:
            for domino in rest:
                ways = reference.placements(laid, tiles, [domino - 1])
                found += len(ways)
                if len(counts) + 1 < depth:
                    after += [(laid | dict(drawn), [other for other in rest if other != domino]) for drawn in ways]
        counts.append(found)
        boards = after
    return counts


def first_drawings(hand, tiles):
    return {
        frozenset(reference.drawing(tiles, d - 1, face, turn, 0, 0).items()): d
        for d in hand
        for face in range(2 - tiles)
        for turn in range(4)
    }


@pytest.mark.parametrize(("hand", "tiles", "third"), [((1, 30, 60), "classic", 6520), ((5, 33, 44), "two-tone", 2944)])
def test_perft_of_the_opening(hand, tiles, third):
    counts = opening_counts(hand, tiles)
    assert counts[:2] == slow_counts(hand, ("classic", "two-tone").index(tiles))
    assert counts[2] == third


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "tiles"), [((1, 30, 60), "classic"), ((5, 33, 44), "two-tone")])
def test_the_third_placements_too(hand, tiles):
    """All three depths, move by move from the slow generator."""
    assert opening_counts(hand, tiles) == slow_counts(hand, ("classic", "two-tone").index(tiles), 3)


def straight(count, dx, dy):
    """A board of dominoes in one line, laid by the kernel itself whatever the colours: how far 72 of them reach."""
    buf = GAME.laid(2, GAME.complete_options({}))
    s = buf.view(rules.STATE)[0]
    for k in range(count):
        board.lay(s, k, 0, 0 if dx else 1, 2 * k * dx, 2 * k * dy)
    return s


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_72_dominoes_in_a_line_do_not_meet_themselves(dx, dy):
    s = straight(72, dx, dy)
    assert s.rim == 144 * 2 + 2 == MAX_RIM
    assert int((s.square >= board.TAKEN).sum()) == 144
    far = straight(71, dx, dy)
    out = np.zeros(rules.MAX_MOVES, np.int64)
    n = board.placements(far, 71, 70, 1, rules.MAX_MOVES, out)
    places = {placement(int(code))[3:] for code in out[:n]}
    assert n > 50 and max(abs(x) + abs(y) for x, y in places) <= 143


def test_an_opening_domino_that_could_shut_out_the_third_is_shown():
    """Four openings of a hundred with two colours: the page could not draw them."""
    for seed in (21, 23, 40):
        state = GAME.new(players=2, seed=seed, tiles="two-tone")
        shown = 0
        for _ in range(4):
            placements = state.view(state.mover)["placements"]
            assert len(placements) in (0, len(state.moves()))  # none where there is something else to choose
            shown += bool(placements)
            state.play(state.moves()[0])
        assert shown
