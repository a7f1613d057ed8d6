"""The solved heads-up hand as a picture: what to give, what to open with, and how to answer a stake."""

from collections.abc import Sequence

import numpy as np

from ....model.words import N_, Say
from ..rules.ships import COMBINATIONS
from ..rules.state import DROPS
from .deals import EXCHANGES, classes, deals, pair_of
from .equilibrium import Plan, Strategy, cards
from .learning import Cards
from .odds import combination_of
from .stake_tree import OPENER, SECOND

WIDTH, ROW, GAP, LABEL, HEAD = 860, 13, 60, 210, 74
ANSWERED = 3  # points: the opening stake whose answers are drawn
OPENINGS = ((1, 2), (3, 6), (7, 19))  # points: what is drawn as one; more is the last
COLOURS = {
    "drop": "#c9c0ae",
    "low": "#9db8d6",
    "middle": "#5b86b8",
    "high": "#2b5c97",
    "most": "#14304f",
    "align": "#e0b04f",
    "raise": "#a8322d",
}
CHART = N_("The solved heads-up hand with {stack} points each and an ante of {ante}")
PAPER, INK = "#f6efdf", "#22201c"
Bars = list[tuple[str, list[tuple[str, float]]]]  # label; colours and shares


def _weights(dealt: Cards, strategy: Strategy, place: int) -> np.ndarray:
    """[pair, class]: how often that place comes to the stakes with each class."""
    opener, second = strategy
    first, then = dealt.weights(opener.exchange[0]), [dealt.weights(row) for row in second.exchange]
    found = np.zeros((len(EXCHANGES) ** 2, dealt.kinds))
    for m in EXCHANGES:
        for o in EXCHANGES:
            joint = dealt.coupling[m, o]
            mine, theirs = first[m], then[m][o]
            both = (mine, joint @ theirs.sum(axis=1)) if place == OPENER else (theirs, mine.sum(axis=1) @ joint)
            found[pair_of(m, o)] = (both[0] * both[1][:, None]).sum(axis=0)
    return found


def _mix(dealt: Cards, plan: Plan, node: int, weights: np.ndarray) -> np.ndarray:
    """[class, action]: how often the plan does what at a node, over all exchanges."""
    edges = plan.tree.edge[plan.tree.child[node, : plan.tree.width[node]]]
    shares = plan.stakes[:, edges][:, :, dealt.group]
    total = (weights[:, None] * shares).sum(axis=0)
    return np.asarray((total / np.maximum(weights.sum(axis=0), 1e-12)).T)


def _labels(fleet: int, kickers: bool, say: Say) -> list[str]:
    """[class]: the combination and the sizes that compare."""
    known, ranks, made = deals(fleet), classes(fleet, kickers), combination_of(fleet)
    labels = [""] * (int(ranks.max()) + 1)
    for hand, rank in enumerate(ranks):
        groups = sorted(((int(n), size + 1) for size, n in enumerate(known.hands[hand]) if n), reverse=True)
        sizes = [size for n, size in groups if n > 1 or kickers] or [size for _, size in groups]
        labels[rank] = f"{say(COMBINATIONS[made[hand]])} {' '.join(map(str, sizes))}"
    return labels


def opening(strategy: Strategy, say: Say) -> Bars:
    """By class, the strongest first: the opener's drops and stakes."""
    plan = strategy[OPENER]
    question = plan.question
    dealt = cards(question.fleet, question.kickers)
    mix = _mix(dealt, plan, 0, _weights(dealt, strategy, OPENER))
    rungs = plan.tree.target[0, : plan.tree.width[0]].tolist()
    points = [DROPS if rung == DROPS else int(plan.tree.levels[rung]) for rung in rungs]
    names = ("low", "middle", "high")
    rows: Bars = []
    for rank, label in enumerate(_labels(question.fleet, question.kickers, say)):
        parts = {"drop": 0.0, "low": 0.0, "middle": 0.0, "high": 0.0, "most": 0.0}
        for share, stake in zip(mix[rank], points, strict=True):
            within = [name for name, (low, high) in zip(names, OPENINGS, strict=True) if low <= stake <= high]
            parts["drop" if stake == DROPS else within[0] if within else "most"] += float(share)
        rows.append((label, list(parts.items())))
    return rows[::-1]


def answering(strategy: Strategy, say: Say) -> Bars:
    """By class, the strongest first: the second's answers to a stake."""
    plan = strategy[SECOND]
    question, made = plan.question, plan.tree
    dealt = cards(question.fleet, question.kickers)
    rung = int(np.argmin(np.abs(made.levels - min(ANSWERED, question.stack))))
    node = int(made.child[0, made.target[0].tolist().index(rung)])
    mix = _mix(dealt, plan, node, _weights(dealt, strategy, SECOND))
    rows: Bars = []
    for rank, label in enumerate(_labels(question.fleet, question.kickers, say)):
        drops, aligns, raises = float(mix[rank, 0]), float(mix[rank, 1]), float(mix[rank, 2:].sum())
        rows.append((label, [("drop", drops), ("align", aligns), ("raise", raises)]))
    return rows[::-1]


def giving(strategy: Strategy, say: Say) -> Bars:
    """By combination dealt, the strongest first: how many ships the opener gives."""
    plan = strategy[OPENER]
    known, made = deals(plan.question.fleet), combination_of(plan.question.fleet)
    ways = np.zeros(known.hands_count)
    for hand in range(known.hands_count):
        at = known.out_act[0] == known.first_act[hand]
        ways[hand] = known.out_weight[0][at].sum()
    hand_of_act = np.repeat(np.arange(known.hands_count), np.diff(known.first_act))
    rows: Bars = []
    for kind, name in reversed(list(enumerate(COMBINATIONS))):
        weight = plan.exchange[0] * ways[hand_of_act] * (made[hand_of_act] == kind)
        shares = np.bincount(known.act_many, weight, len(EXCHANGES)) / max(weight.sum(), 1e-12)
        rows.append((say(name), list(zip(("low", "middle", "high", "most"), shares.tolist(), strict=True))))
    return rows


def _panel(top: int, title: str, key: Sequence[tuple[str, str]], rows: Bars) -> list[str]:
    """One set of bars under its title and key."""
    parts = [f'<text x="16" y="{top + 20}" font-size="15" font-weight="bold">{title}</text>']
    x = 16
    for colour, words in key:
        parts.append(f'<rect x="{x}" y="{top + 30}" width="12" height="12" fill="{COLOURS[colour]}"/>')
        parts.append(f'<text x="{x + 17}" y="{top + 40}" font-size="12">{words}</text>')
        x += 34 + 7 * len(words)
    wide = WIDTH - LABEL - 24
    for place, (label, shares) in enumerate(rows):
        y = top + HEAD - 20 + place * ROW
        parts.append(f'<text x="{LABEL - 8}" y="{y + 10}" font-size="11" text-anchor="end">{label}</text>')
        at = float(LABEL)
        for colour, share in shares:
            if share > 0.002:
                parts.append(
                    f'<rect x="{at:.1f}" y="{y + 1}" width="{share * wide:.1f}" height="{ROW - 2}" '
                    f'fill="{COLOURS[colour]}"/>'
                )
            at += share * wide
    return parts


def svg(strategy: Strategy, say: Say) -> str:
    """The three pictures under each other."""
    few = [say.count("{n} ship", "{n} ships", n) for n in EXCHANGES]
    stakes = [say("{low} to {high} points", low=low, high=high) for low, high in OPENINGS]
    panels = [
        (
            say("What the opener gives, by what it was dealt"),
            list(zip(("low", "middle", "high", "most"), few, strict=True)),
            giving(strategy, say),
        ),
        (
            say("What the opener stakes, by what it holds then"),
            list(zip(("drop", "low", "middle", "high", "most"), (say("drops"), *stakes, say("more")), strict=True)),
            opening(strategy, say),
        ),
        (
            say("How the second answers a stake of {points}", points=min(ANSWERED, strategy[SECOND].question.stack)),
            list(zip(("drop", "align", "raise"), (say("drops"), say("aligns"), say("raises")), strict=True)),
            answering(strategy, say),
        ),
    ]
    parts, top = [], 0
    for title, key, rows in panels:
        parts += _panel(top, title, key, rows)
        top += HEAD + len(rows) * ROW + GAP - 40
    question = strategy[OPENER].question
    name = say(CHART, stack=question.stack, ante=question.ante)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" font-family="sans-serif" fill="{INK}">'
        f'<title>{name}</title><rect width="{WIDTH}" height="{top}" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )
