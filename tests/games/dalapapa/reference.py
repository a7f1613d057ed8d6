"""Dalapapa's board again, slowly and by other means: a dictionary of half-cells, turned as points are turned.

It shares no code with the rules.
"""

from brelan.games.dalapapa.rules.tiles import sets

# DAL-01, lying flat: the square each cell lies in and the direction of its side.
FLAT = (((0, -1, 0),), ((0, 0, -1),), ((1, 0, -1),), ((1, 1, 0),), ((1, 0, 1),), ((0, 0, 1),), ((0, 1, 0), (1, -1, 0)))


def drawing(tiles, domino, face, turn, x, y):
    """{(square x, y, direction x, y): colour} of a domino whose left or upper square is (x, y)."""
    halves = {}
    for cell, colour in enumerate(sets()[tiles][domino][face]):
        for square, dx, dy in FLAT[cell]:
            sx, sy = square, 0
            for _ in range(turn):
                sx, sy, dx, dy = -sy, sx, -dy, dx
            halves[sx, sy, dx, dy] = colour
    left, top = min(key[0] for key in halves), min(key[1] for key in halves)
    return {(sx - left + x, sy - top + y, dx, dy): colour for (sx, sy, dx, dy), colour in halves.items()}


def fits(board, laid, squares):
    """The connections of a drawing laid on the board (DAL-04), or None if it may not lie there."""
    if any(key[:2] in squares for key in laid):
        return None
    met = 0
    for (x, y, dx, dy), colour in laid.items():
        facing = (x + dx, y + dy, -dx, -dy)
        if facing in board:
            if board[facing] != colour:
                return None
            met += 1
    return met or None


def placements(board, tiles, hand, least=1):
    """Every different drawing that may be laid, as a set: each way of lying is tried where it would touch the board."""
    squares = {key[:2] for key in board}
    touched = {(x + dx, y + dy) for x, y, dx, dy in board} - squares
    found = set()
    for domino in hand:
        for face in range(len(sets()[tiles][domino])):
            for turn in range(4):
                shape = drawing(tiles, domino, face, turn, 0, 0)
                offsets = {key[:2] for key in shape}
                for x, y in {(tx - ox, ty - oy) for tx, ty in touched for ox, oy in offsets}:
                    laid = {(sx + x, sy + y, dx, dy): colour for (sx, sy, dx, dy), colour in shape.items()}
                    if (fits(board, laid, squares) or 0) >= least:
                        found.add(frozenset(laid.items()))
    return found


def territories(board):
    """The closed territories as sets of half-cells, by flood fill (DAL-05)."""
    seen, closed = set(), []
    for start in board:
        if start in seen:
            continue
        group, todo, whole = set(), [start], True
        while todo:
            x, y, dx, dy = key = todo.pop()
            if key in group:
                continue
            group.add(key)
            other = (x + dx, y + dy, -dx, -dy)
            whole = whole and other in board
            beside = [
                (x, y, dy, dx),
                (x, y, -dy, -dx),
                other,
            ]  # the two neighbours in the ring of the square, and the other half
            todo += [near for near in beside if near in board and board[near] == board[key]]
        seen |= group
        if whole:
            closed.append(frozenset(group))
    return closed


def board_of(state):
    """The board of a state, from its list of placements alone."""
    s = state.struct
    board = {}
    for k in range(int(s.laid)):
        face, turn = divmod(int(s.laid_how[k]), 4)
        board.update(drawing(int(s.tiles), int(s.laid_domino[k]), face, turn, int(s.laid_x[k]), int(s.laid_y[k])))
    return board
