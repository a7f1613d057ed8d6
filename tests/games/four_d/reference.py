"""4D written a second time, slowly and differently, to check the first: dice as six named faces, moves on dictionaries,
a solver by brute force.
"""

from collections import Counter
from itertools import combinations, pairwise, product

import numba
import numpy as np

PLACES = ("near", "left", "far", "right")
START = {"+x": 1, "+y": 2, "up": 3, "-x": 6, "-y": 5, "down": 4}  # seen from its corner, 1, 2, 3 run counter-clockwise


def roll(die, *circle):
    """The face at each name of the circle moves to the next name."""
    new = dict(die)
    for here, there in zip(circle, circle[1:] + circle[:1], strict=True):
        new[there] = die[here]
    return new


def tip_left(die):
    return roll(die, "+x", "up", "-x", "down")


def tip_right(die):
    return roll(die, "+y", "up", "-y", "down")


def spin(die):
    """The frame turns once: new +x is old +y, new +y is old −x."""
    return {**die, "+x": die["+y"], "+y": die["-x"], "-x": die["-y"], "-y": die["+x"]}


TIPS = {
    "near-left": (("near",), tip_left),
    "near-right": (("near",), tip_right),
    "left": (("left",), tip_left),
    "right": (("right",), tip_right),
    "both-left": (("near", "left"), tip_left),
    "both-right": (("near", "right"), tip_right),
}


def present(square, locked):
    """The square as the next player sees it, that die at far."""
    while locked != "far":
        square = {
            "near": spin(square["right"]),
            "left": spin(square["near"]),
            "far": spin(square["left"]),
            "right": spin(square["far"]),
        }
        locked = {"near": "left", "left": "far", "right": "near"}[locked]
    return square


def all_dice():
    """Every way a die can lie, found by tipping it about."""
    found = {tuple(sorted(START.items())): START}
    frontier = [START]
    while frontier:
        die = frontier.pop()
        for other in (tip_left(die), tip_right(die), spin(die)):
            key = tuple(sorted(other.items()))
            if key not in found:
                found[key] = other
                frontier.append(other)
    return sorted(found.values(), key=lambda die: (die["up"], die["+x"]))


def consecutive(faces):
    return all(b == a + 1 for a, b in pairwise(faces))


def points(faces, pairs=True):
    """The line worth most, by trying every handful of dice."""
    best = 0
    for size in range(2, len(faces) + 1):
        for some in combinations(sorted(faces), size):
            many = sorted(Counter(some).values())
            top = max(some)
            if len(many) == size and consecutive(some):
                best = max(best, {3: 5, 4: 10, 5: 15}.get(size, -99) + top)
            if many == [size]:
                best = max(best, {2: 3 if pairs else -99, 3: 6, 4: 8, 5: 13}[size] + top)
            if size == 4 and many == [2, 2]:
                best = max(best, 7 + top)
            if size == 5 and many == [2, 3]:
                best = max(best, 9 + next(face for face, n in Counter(some).items() if n == 3))
    return best


def turns(square, need, strict, pairs=True):
    """Every turn of the mover: words, points, the square the opponent finds (None if the game is won)."""
    for word, (moved, how) in TIPS.items():
        tipped = {place: how(die) if place in moved else dict(die) for place, die in square.items()}
        scored = points([die["up"] for die in tipped.values()], pairs)
        if scored >= need:
            yield word, scored, None
            continue
        for locked in PLACES:
            if not (strict and locked == "near"):
                yield f"{word} lock-{locked}", scored, present(tipped, locked)


def perft(square, needs, depth, strict=True, pairs=True):
    """How many sequences of turns there are; needs[0] is the mover's."""
    if depth == 0:
        return 1
    total = 0
    for _, scored, left in turns(square, needs[0], strict, pairs):
        total += (
            1
            if left is None and depth == 1
            else 0
            if left is None
            else perft(left, (needs[1], needs[0] - scored), depth - 1, strict, pairs)
        )
    return total


def tables(pairs, strict):
    """Successors of all boards, numbered like the package's (upper face, then +x), from the dictionaries above:
    (points[tip, b], next[tip, turn, b]).
    """
    dice = all_dice()
    index = {tuple(sorted(die.items())): i for i, die in enumerate(dice)}

    def table(how):
        return np.array([index[tuple(sorted(how(die).items()))] for die in dice])

    left, right, once = table(tip_left), table(tip_right), table(spin)
    up = np.array([die["up"] for die in dice])
    near, lefts, far, rights = np.unravel_index(np.arange(24**4), (24,) * 4)
    worth = np.zeros((7, 7, 7, 7), np.int64)
    for faces in product(range(1, 7), repeat=4):
        worth[faces] = points(faces, pairs)
    scored, following = [], []
    for moved, how in TIPS.values():
        by = left if how is tip_left else right
        square = [
            by[near] if "near" in moved else near,
            by[lefts] if "left" in moved else lefts,
            far,
            by[rights] if "right" in moved else rights,
        ]
        scored.append(worth[tuple(up[die] for die in square)])
        ways = []
        for turned in range(4):
            if not (strict and turned == 2):
                ways.append(np.ravel_multi_index(tuple(square), (24,) * 4))
            square = [once[square[3]], once[square[0]], once[square[1]], once[square[2]]]
        following.append(ways)
    return np.array(scored), np.array(following)


@numba.njit
def retrograde(target, scored, following):
    """status[m, o, b]: 1 if the mover wins, −1 if the mover loses, 0 if neither can be forced.

    Layer by layer, again until nothing changes.
    """
    boards = scored.shape[1]
    status = np.zeros((target + 1, target + 1, boards), np.int8)
    for total in range(2, 2 * target + 1):
        for m in range(max(1, total - target), min(target, total - 1) + 1):
            o = total - m
            if m > o:
                continue
            changed = True
            while changed:
                changed = False
                for mine, other in ((m, o), (o, m)):
                    for b in range(boards):
                        if status[mine, other, b] == 0:
                            best = -1
                            for t in range(6):
                                p = scored[t, b]
                                if p >= mine:
                                    best = 1
                                    break
                                for k in range(following.shape[1]):
                                    best = max(best, -status[other, mine - p, following[t, k, b]])
                                if best == 1:
                                    break
                            if best != 0:
                                status[mine, other, b] = best
                                changed = True
    return status
