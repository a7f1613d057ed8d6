"""Monte-Carlo tree search over hidden information, for any game: a template, bound to a game's rules by `bind`.

Each iteration fills in what the seat cannot see (`redeal`), walks down the tree by the moves that are legal in that filling, adds one
move to it, plays on quickly for a while, and judges where that leads. The tree holds moves only, no states and no chance: a node gathers
all fillings and draws in which its moves were played (an open-loop, information-set search). The seat's own hidden cards are never
seen by the search: it is given a record blanked for that seat.

What a game adds to its rules:

| name | does |
|---|---|
| `rank(s, out, n, scores, tables)` | writes how promising each of the `n` legal moves looks; `NEVER` leaves one out |
| `onward(s, rng, out, n, tables)` | the quick player's choice among the `n` legal moves, for playing on |
| `judge(s, worth, tables)` | writes each seat's share of the win, from 0 to 1 |
"""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..drivers import bind as bind_template
from ..kernel import CHANCE, OVER, weighted

if TYPE_CHECKING:  # the names a template finds in the game's rules and bots
    STATE: Any
    MAX_MOVES: int
    MAX_CHANCE: int
    mover: Any
    legal: Any
    chance: Any
    play: Any
    redeal: Any
    rank: Any
    onward: Any
    judge: Any

NEVER = -1e9


class Tree(NamedTuple):
    """Room for a tree. Node 0 is the position searched; a node is the move that leads to it."""

    move: Any
    child: Any  # the first move tried from here; 0: none
    sibling: Any  # the next move tried from where this one was
    visits: Any
    value: Any  # the sum of what its mover got
    size: Any  # one number: the nodes in use


class Settings(NamedTuple):
    """How a search behaves. One whole number or float each, so that they travel into compiled code."""

    explore: float = 0.6  # how much a promising move is tried before its results speak
    warmth: float = 1.0  # how much less promising moves are trusted: the temperature of `rank`
    first: float = 3.0  # moves considered at once, and how that grows with visits
    wider: float = 1.0
    ahead: int = 6  # decisions played on quickly before judging


def tree(nodes: int) -> Tree:
    """An empty tree."""
    small = [np.zeros(nodes, np.int32) for _ in range(3)]
    return Tree(np.zeros(nodes, np.int64), small[0], small[1], small[2], np.zeros(nodes), np.ones(1, np.int64))


def bind(room: str, names: Mapping[str, Any]) -> Any:
    """The search of one game: `search(root, seat, iterations, rng, tree, settings, tables)` (see `_search`)."""
    known = dict(names)
    for part in (_settle, _rank_best, _select, _play_on):
        known[part.__name__] = bind_template(part, room, known)
    return bind_template(_search, room, known)


def _settle(s, rng, out, weights):
    """Plays pending chance; answers who is to act."""
    who = mover(s)
    while who == CHANCE:
        play(s, out[weighted(rng, weights, chance(s, out, weights))])
        who = mover(s)
    return who


def _rank_best(s, out, n, scores, best, most, tables):
    """Puts the indices of the `most` most promising moves into `best`; answers how many there are."""
    rank(s, out, n, scores, tables)
    found = 0
    while found < most:
        top = -1
        for i in range(n):
            if scores[i] > NEVER and (top < 0 or scores[i] > scores[top]):
                top = i
        if top < 0:
            break
        best[found] = top
        # Taken: set aside by an offset that keeps the score readable.
        scores[top] += 2.0 * NEVER
        found += 1
    for k in range(found):
        scores[best[k]] -= 2.0 * NEVER
    return found


def _select(tree, node, out, scores, best, k, settings):
    """The move to try from a node among the `k` best: its index in `out`, and its node (0 if it is new)."""
    total, top = 0.0, scores[best[0]]
    for i in range(k):
        total += math.exp((scores[best[i]] - top) / settings.warmth)
    visits = tree.visits[node]
    mean, tried = 0.0, 0
    at = tree.child[node]
    while at:
        mean += tree.value[at]
        tried += tree.visits[at]
        at = tree.sibling[at]
    mean = mean / tried if tried else 0.5
    chosen, chosen_node, highest = best[0], 0, -1e18
    for i in range(k):
        move = out[best[i]]
        at = tree.child[node]
        while at and tree.move[at] != move:
            at = tree.sibling[at]
        seen = tree.visits[at] if at else 0
        worth = tree.value[at] / seen if seen else mean
        trust = math.exp((scores[best[i]] - top) / settings.warmth) / total
        worth += settings.explore * trust * math.sqrt(visits + 1.0) / (1.0 + seen)
        if worth > highest:
            highest, chosen, chosen_node = worth, best[i], at
    return chosen, chosen_node


def _play_on(s, rng, out, weights, decisions, tables):
    """The quick player plays on for so many decisions."""
    for _ in range(decisions):
        if _settle(s, rng, out, weights) == OVER:
            return
        n = legal(s, out)
        play(s, onward(s, rng, out, n, tables) if n > 1 else out[0])
    _settle(s, rng, out, weights)


def _search(root, seat, iterations, rng, tree, settings, tables):
    """Searches on from the blanked bytes `root`; the tree keeps what was found. Stops early when the tree is full."""
    out = np.empty(MAX_MOVES, np.int64)
    weights = np.empty(max(MAX_MOVES, MAX_CHANCE), np.int64)
    scores = np.empty(MAX_MOVES, np.float64)
    best = np.empty(256, np.int64)
    path = np.empty(256, np.int64)
    actor = np.empty(256, np.int64)
    worth = np.empty(8, np.float64)
    buf = root.copy()
    s = buf.view(STATE)[0]
    for _ in range(iterations):
        if tree.size[0] >= len(tree.move):
            return
        buf[:] = root
        redeal(s, seat, rng)
        node, depth, new = 0, 0, False
        while not new and depth < 256:
            who = _settle(s, rng, out, weights)
            if who == OVER:
                break
            n = legal(s, out)
            if n == 1 and node:  # nothing to decide
                play(s, out[0])
                continue
            most = int(settings.first + settings.wider * math.sqrt(tree.visits[node]))
            k = _rank_best(s, out, n, scores, best, min(most, 256), tables)
            chosen, at = _select(tree, node, out, scores, best, k, settings)
            if at == 0:
                at = tree.size[0]
                tree.size[0] = at + 1
                tree.move[at] = out[chosen]
                tree.sibling[at] = tree.child[node]
                tree.child[node] = at
                new = True
            path[depth] = at
            actor[depth] = who
            depth += 1
            play(s, out[chosen])
            node = at
        _play_on(s, rng, out, weights, settings.ahead, tables)
        judge(s, worth, tables)
        tree.visits[0] += 1
        for k in range(depth):
            tree.visits[path[k]] += 1
            tree.value[path[k]] += worth[actor[k]]


def best(found: Tree) -> list[tuple[int, int, float]]:
    """What a search found about the moves tried from its root: code, visits, mean share of the win; most visited first."""
    rows, at = [], int(found.child[0])
    while at:
        visits = int(found.visits[at])
        rows.append((int(found.move[at]), visits, float(found.value[at]) / max(1, visits)))
        at = int(found.sibling[at])
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))
