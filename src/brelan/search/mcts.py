"""Monte-Carlo tree search over hidden information, for any game: a template, bound to a game's rules by `bind`.

Each iteration fills in what the seat cannot see (`redeal`), walks down the tree by the moves that are legal in that
filling, adds one move to it, plays on quickly for a while, and judges where that leads. The tree holds moves only, no
states and no chance: a node gathers all fillings and draws in which its moves were played (an open-loop,
information-set search). The seat's own hidden cards are never seen by the search: it is given a record blanked for that
seat.

What a game adds to its rules:

| name | does |
|---|---|
| `rank(s, out, n, scores, tables)` | writes how promising each of the `n` legal moves looks; `NEVER` leaves one out |
| `onward(s, rng, out, n, tables)` | the quick player's choice among the `n` legal moves, for playing on |
| `within(s, seat)` | whether the tree goes on here, or the quick player |
| `quiet(s)` | whether a position can be judged: until it can, the quick player plays on |
| `judge(s, chances, leads, tables)` | writes each seat's chance to win, from 0 to 1, and the points by which it leads |

Chances and leads are kept apart. What is maximised is the chance to win; a point of lead counts for so little beside it
(`Settings.point`) that it only tells apart moves that win alike.
"""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine.drivers import bind as bind_template
from ..engine.kernel import CHANCE, OVER, copy_record, kernel, next32, reseed, weighted

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
    within: Any
    quiet: Any
    judge: Any

NEVER = -1e9


class Tree(NamedTuple):
    """A tree, in arrays. Node 0 is the position searched; a node is the move that leads to it."""

    move: Any
    child: Any  # the first move tried from here; 0: none
    sibling: Any  # the next move tried from where this one was
    visits: Any
    won: Any  # the sum of its mover's chances to win
    lead: Any  # the sum of the points by which its mover leads
    size: Any  # one number: the nodes in use
    seed: Any  # one number: of the luck all moves meet; 0 before the search begins


class Settings(NamedTuple):
    """How a search behaves. One whole number or float each, so that they travel into compiled code."""

    explore: float = 0.6  # how much a promising move is tried before its results speak
    warmth: float = 1.0  # how much less promising moves are trusted: the temperature of `rank`
    below: float = 1.0  # the same below the root: what is tried there only to look weighs on the moves that lead to it
    ahead: int = 6  # decisions played on quickly before judging, at least
    point: float = 0.0  # what a point of lead counts for, in chances to win


@kernel
def tree(nodes):
    """An empty tree, for Python and for compiled code."""
    return Tree(
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.float64),
        np.ones(1, np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def most_tried(tree):
    """The root's move with the most visits."""
    best = tree.child[0]
    at = tree.sibling[best]
    while at:
        if tree.visits[at] > tree.visits[best]:
            best = at
        at = tree.sibling[at]
    return tree.move[best]


def bind(part: str, names: Mapping[str, Any]) -> Any:
    """The search of one game: `search(root, seat, iterations, rng, tree, settings, tables)` (see `_search`)."""
    known = dict(names)
    for template in (_after_chance, _trusts, _children, _select, _grow, _play_on):
        known[template.__name__] = bind_template(template, part, known)
    return bind_template(_search, part, known)


def _after_chance(s, rng, out, weights):
    """Plays the chance that is pending; answers who is to act after it."""
    who = mover(s)
    while who == CHANCE:
        play(s, out[weighted(rng, weights, chance(s, out, weights))])
        who = mover(s)
    return who


def _trusts(s, out, n, trust, warmth, tables):
    """How much each of the `n` legal moves is trusted before it is tried: in all 1; 0 leaves a move out."""
    rank(s, out, n, trust, tables)
    top = NEVER
    for i in range(n):
        top = max(top, trust[i])
    total = 0.0
    for i in range(n):
        trust[i] = math.exp((trust[i] - top) / warmth) if trust[i] > NEVER else 0.0
        total += trust[i]
    for i in range(n):
        trust[i] /= total


def _children(tree, node, out, n, nodes):
    """The nodes of the `n` moves tried from a node (0: not tried yet)."""
    for i in range(n):
        nodes[i] = 0
    at = tree.child[node]
    while at:
        for i in range(n):
            if out[i] == tree.move[at]:
                nodes[i] = at
                break
        at = tree.sibling[at]


def _select(tree, node, n, trust, nodes, settings):
    """The index of the move to try from a node: what it brought so far, and the more for being trusted and little
    tried.
    """
    sum_, tried = 0.0, 0
    for i in range(n):
        at = nodes[i]
        if at:
            sum_ += tree.won[at] + settings.point * tree.lead[at]
            tried += tree.visits[at]
    mean = sum_ / tried if tried else 0.5
    spread = settings.explore * math.sqrt(tree.visits[node] + 1.0)
    chosen, highest = 0, -1e18
    for i in range(n):
        if trust[i] == 0.0:
            continue
        at, seen, worth = nodes[i], 0, mean
        if at:
            seen = tree.visits[at]
            worth = (tree.won[at] + settings.point * tree.lead[at]) / seen
        worth += spread * trust[i] / (1.0 + seen)
        if worth > highest:
            highest, chosen = worth, i
    return chosen


def _grow(tree, node, move):
    """Adds a move to the tree, below a node; answers its node."""
    at = tree.size[0]
    tree.size[0] = at + 1
    tree.move[at] = move
    tree.sibling[at] = tree.child[node]
    tree.child[node] = at
    return at


def _play_on(s, luck, rng, out, weights, decisions, tables):
    """The quick player plays on for so many decisions, and until the position can be judged."""
    while _after_chance(s, luck, out, weights) != OVER and (decisions > 0 or not quiet(s)):
        n = legal(s, out)
        play(s, onward(s, rng, out, n, tables) if n > 1 else out[0])
        decisions -= 1


def _search(root, seat, iterations, rng, tree, settings, tables):
    """Searches on from the blanked bytes `root`; the tree keeps what was found. Stops early when the tree is full."""
    out = np.empty(MAX_MOVES, np.int64)
    weights = np.empty(max(MAX_MOVES, MAX_CHANCE), np.int64)
    trust = np.empty(MAX_MOVES, np.float64)
    nodes = np.empty(MAX_MOVES, np.int64)
    path = np.empty(256, np.int64)
    actor = np.empty(256, np.int64)
    chances, leads = np.empty(8, np.float64), np.empty(8, np.float64)
    luck = np.empty(4, np.int64)
    blank = root.view(STATE)
    copies = np.empty(1, STATE)  # kept: a record does not hold on to the array it lies in
    moves = np.empty(MAX_MOVES, np.int64)
    n_moves = legal(blank[0], moves)  # a seat knows its own legal moves: they are the same in every filling
    trusts = np.empty(n_moves, np.float64)
    tried = np.empty(n_moves, np.int64)
    _trusts(blank[0], moves, n_moves, trusts, settings.warmth, tables)
    _children(tree, 0, moves, n_moves, tried)
    if tree.seed[0] == 0:
        tree.seed[0] = 1 + next32(rng)
    for _ in range(iterations):
        if tree.size[0] >= len(tree.move):
            return
        chosen = _select(tree, 0, n_moves, trusts, tried, settings)
        new = tried[chosen] == 0
        if new:
            tried[chosen] = _grow(tree, 0, moves[chosen])
        node = tried[chosen]
        reseed(luck, tree.seed[0], tree.visits[node])
        s = copies[0]
        copy_record(s, blank[0])
        redeal(s, seat, luck)
        play(s, moves[chosen])
        path[0], actor[0], depth = node, seat, 1
        while not new and depth < 256:
            who = _after_chance(s, luck, out, weights)
            if who == OVER or not within(s, seat):
                break
            n = legal(s, out)
            if n == 1:  # nothing to decide
                play(s, out[0])
                continue
            _trusts(s, out, n, trust, settings.below, tables)
            _children(tree, node, out, n, nodes)
            chosen = _select(tree, node, n, trust, nodes, settings)
            new = nodes[chosen] == 0
            node = _grow(tree, node, out[chosen]) if new else nodes[chosen]
            path[depth] = node
            actor[depth] = who
            depth += 1
            play(s, out[chosen])
        _play_on(s, luck, rng, out, weights, settings.ahead, tables)
        judge(s, chances, leads, tables)
        tree.visits[0] += 1
        for k in range(depth):
            tree.visits[path[k]] += 1
            tree.won[path[k]] += chances[actor[k]]
            tree.lead[path[k]] += leads[actor[k]]


class Found(NamedTuple):
    """What a search found about a move: how often it was tried, and what came of it on average."""

    move: int
    visits: int
    chance: float  # of its mover to win
    lead: float | None  # in points, if it is known

    @property
    def error(self) -> float:
        """The standard error of the chance, no smaller than that of as many games won and lost. Never 0: two more
        tries, one won and one lost, are thought to its own.
        """
        n = self.visits + 2
        share = (self.chance * self.visits + 1) / n
        return math.sqrt(share * (1 - share) / n)


def found(tree: Tree) -> list[Found]:
    """What a search found about its root's moves, the most tried first: that is the one it would play."""
    rows, at = [], int(tree.child[0])
    while at:
        visits = int(tree.visits[at])
        tried = max(1, visits)
        rows.append(Found(int(tree.move[at]), visits, float(tree.won[at]) / tried, float(tree.lead[at]) / tried))
        at = int(tree.sibling[at])
    return sorted(rows, key=lambda row: (-row.visits, -row.chance, row.move))
