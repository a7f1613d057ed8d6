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


@numba.njit(cache=True)  # it calls nothing: what is kept is as new as this file
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


QUIET = 40  # turns in a row without a point that draw


def needs_from(target, worth):
    """What a player can still need, from a target, whatever lines are made."""
    found, fresh = {target}, {target}
    while fresh:
        fresh = {need - points for need in fresh for points in worth if need > points} - found
        found |= fresh
    return sorted(found)


def counted(target, scored, following):
    """Yields (m, o, status[quiet, b]) for all needs that can come up, the turns without a point being part of the
    position: 1 if the mover wins, −1 if the mover loses, 0 for a draw.
    """
    fresh = {}
    needs = needs_from(target, sorted(set(scored.flatten().tolist()) - {0}))
    nothing = np.zeros(scored.shape[1], np.int8)
    for m, o in sorted(((m, o) for m in needs for o in needs if m <= o), key=sum):
        after = [np.stack([fresh.get((o, m - points), nothing) for points in range(22)])]
        after.append(np.stack([fresh.get((m, o - points), nothing) for points in range(22)]))
        one, other = _counted(m, o, scored, following, *after)
        fresh[m, o], fresh[o, m] = one[0], other[0]
        yield m, o, one
        if m != o:
            yield o, m, other


@numba.njit(cache=True)  # it calls nothing: what is kept is as new as this file
def _counted(m, o, scored, following, after_one, after_other):
    boards = scored.shape[1]
    status = np.zeros((2, QUIET + 1, boards), np.int8)  # at forty it is a draw
    for quiet in range(QUIET - 1, -1, -1):
        same = quiet < QUIET - 1
        for who in range(2):
            need, after = (m, after_one) if who == 0 else (o, after_other)
            for b in range(boards):
                best = -1
                for t in range(6):
                    p = scored[t, b]
                    if p >= need:
                        best = 1
                        break
                    for k in range(following.shape[1]):
                        left = following[t, k, b]
                        best = max(best, -after[p, left] if p else -status[1 - who, quiet + 1, left])
                    if best == 1:
                        break
                status[who, quiet, b] = best
                same &= best == status[who, quiet + 1, b]
        if same:  # and so in all layers before
            for earlier in range(quiet):  # one by one: copied as a whole, it compiles for seconds
                for b in range(boards):
                    status[0, earlier, b], status[1, earlier, b] = status[0, quiet, b], status[1, quiet, b]
            break
    return status[0, :QUIET], status[1, :QUIET]


# --- the fifth die


def fifth_tables(pairs):
    """With a fifth die: `four[t, b]` numbers the upper faces after a tip, `tipped[way, f]` is the fifth die
    after its tip, `opposite[f]` as the other player sees it, `worth[faces, f]` the points with it.
    """
    dice = all_dice()
    index = {tuple(sorted(die.items())): i for i, die in enumerate(dice)}

    def table(how):
        return np.array([index[tuple(sorted(how(die).items()))] for die in dice])

    toward, left = table(tip_right), table(tip_left)
    tipped = np.stack([toward, toward[toward[toward]], left, left[left[left]]])
    up = np.array([die["up"] for die in dice])
    by = {tip_left: left, tip_right: toward}
    square = dict(zip(PLACES, np.unravel_index(np.arange(24**4), (24,) * 4), strict=True))
    four = np.zeros((6, 24**4), np.int64)
    for t, (moved, how) in enumerate(TIPS.values()):
        for place in PLACES:
            four[t] = 6 * four[t] + up[by[how][square[place]] if place in moved else square[place]] - 1
    known = {}
    worth = np.zeros((6**4, 24), np.int64)
    for at, faces in enumerate(product(range(1, 7), repeat=4)):
        for f in range(24):
            five = tuple(sorted((*faces, int(up[f]))))
            if five not in known:
                known[five] = points(five, pairs)
            worth[at, f] = known[five]
    once = table(spin)
    return four, tipped, once[once], worth


def retrograde_fifth(target, pairs, strict=True):
    """`(needs, status[m, o, 24 · board + fifth])` by indices of needs; needs that any line fulfils are one."""
    four, tipped, opposite, worth = fifth_tables(pairs)
    _, following = tables(pairs, strict)
    lines = sorted(set(worth.flatten().tolist()) - {0})
    needs = sorted({max(need, lines[0]) for need in needs_from(target, lines)})
    place = np.array([needs.index(max(need, lines[0])) if max(need, lines[0]) in needs else -1 for need in range(301)])
    status = np.zeros((len(needs), len(needs), 24 * following.shape[2]), np.int8)
    for m, o in sorted(((m, o) for m in needs for o in needs if m <= o), key=sum):
        while True:
            changed = _pass_fifth(m, o, four, tipped, opposite, worth, following, place, status)
            if m != o:
                changed += _pass_fifth(o, m, four, tipped, opposite, worth, following, place, status)
            if not changed:
                break
    return needs, status


@numba.njit(cache=True)  # it calls nothing: what is kept is as new as this file
def _pass_fifth(m, o, four, tipped, opposite, worth, following, place, status):
    here = status[place[m], place[o]]
    changed = 0
    for b in range(four.shape[1]):
        for f in range(24):
            if here[24 * b + f] != 0:
                continue
            best = -1
            for t in range(6):
                for way in range(4):
                    if worth[four[t, b], tipped[way, f]] >= m:
                        best = 1
            for t in range(6):
                if best == 1:
                    break
                for way in range(4):
                    after = tipped[way, f]
                    left = m - worth[four[t, b], after]
                    for k in range(following.shape[1]):
                        found = status[place[o], place[left], 24 * following[t, k, b] + opposite[after]]
                        best = max(best, -found)
            if best != 0:
                here[24 * b + f] = best
                changed += 1
    return changed
