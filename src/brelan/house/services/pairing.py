"""Who plays with whom: the tables of a round of an evening. Pure functions, and the same answer for the same question.

Everybody has a seat. Tables are as large as wished for, or as near to it as the number of people and the game allow;
bots fill up only where people cannot (five people at a game for two), and as few as can be. Whoever has not met yet
meets first, nobody meets the same people twice while others wait, and whoever sat with a bot does not do so again
before others have.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

TRIES = 24  # beginnings from which tables are bettered
LATELY = 2  # what meeting somebody of the round before costs beside having met at all

Pair = frozenset[str]


class Past(NamedTuple):
    """What has been: how often each two have met, who sat together last, and how often each sat with a bot."""

    met: Mapping[Pair, int] = {}
    last: frozenset[Pair] = frozenset()
    with_bots: Mapping[str, int] = {}


def past_of(rounds: Sequence[Sequence[tuple[Sequence[str], int]]]) -> Past:
    """What has been, from the rounds so far: of each table its people, and how many bots sat with them.

    Examples:
        >>> past = past_of([[(["Katy", "Léo"], 0), (["Zoé"], 1)]])
        >>> past.met[frozenset(["Katy", "Léo"])], past.with_bots
        (1, {'Zoé': 1})
    """
    met: dict[Pair, int] = {}
    with_bots: dict[str, int] = {}
    last: set[Pair] = set()
    for tables in rounds:
        last = set()
        for people, bots in tables:
            for pair in map(frozenset, combinations(people, 2)):
                met[pair] = met.get(pair, 0) + 1
                last.add(pair)
            for one in people if bots else ():
                with_bots[one] = with_bots.get(one, 0) + 1
    return Past(met, frozenset(last), with_bots)


def sizes(people: int, seats: Sequence[int], wish: int) -> list[tuple[int, int]]:
    """The tables for so many people: of each how many of them, and how many bots.

    Examples:
        >>> sizes(12, range(2, 7), 3), sizes(7, range(2, 7), 3)
        ([(3, 0), (3, 0), (3, 0), (3, 0)], [(4, 0), (3, 0)])
        >>> sizes(5, range(2, 3), 2), sizes(1, range(3, 6), 4)
        ([(2, 0), (2, 0), (1, 1)], [(1, 2)])
    """
    low, high = min(seats), max(seats)
    wish = min(max(wish, low), high)
    fits = [
        many for many in range(1, people + 1) if people // many >= low and -(-people // many) <= high
    ]  # tables as even as can be, of people alone
    if fits:
        many = min(fits, key=lambda many: (abs(people / many - wish), many))
        return [(people // many + (number < people % many), 0) for number in range(many)]
    many = max(1, -(-people // high))
    at = [people // many + (number < people % many) for number in range(many)]
    if low == high:  # all but one table are full
        at = [high] * (many - 1) + [people - high * (many - 1)]
    return [(count, max(0, low - count)) for count in at]


def cost(tables: Sequence[Sequence[str]], bots: Sequence[int], past: Past) -> int:
    """How much has been already of what would be: the less the better."""
    total = 0
    for people, many in zip(tables, bots, strict=True):
        for pair in map(frozenset, combinations(people, 2)):
            total += past.met.get(pair, 0) ** 2 + (LATELY if pair in past.last else 0)
        if many:
            total += sum(3 * past.with_bots.get(one, 0) ** 2 for one in people)
    return total


def paired(
    people: Sequence[str], seats: Sequence[int], wish: int, past: Past, seed: int = 0
) -> list[tuple[list[str], int]]:
    """The tables of the next round: of each its people and how many bots.

    Examples:
        >>> past = past_of([[(["Katy", "Léo"], 0), (["Zoé", "Max"], 0)]])
        >>> tables = paired(["Katy", "Léo", "Zoé", "Max"], [2], 2, past)
        >>> sorted(sorted(people) for people, bots in tables) in (
        ...     [["Katy", "Max"], ["Léo", "Zoé"]],
        ...     [["Katy", "Zoé"], ["Léo", "Max"]],
        ... )
        True
    """
    if not people:
        return []
    plan = sizes(len(people), seats, wish)
    bots = [many for _, many in plan]
    rng = random.Random(seed)
    best: list[list[str]] = []
    least = -1
    for _ in range(TRIES):
        order = sorted(people)
        rng.shuffle(order)
        tables, at = [], 0
        for count, _ in plan:
            tables.append(order[at : at + count])
            at += count
        found = _bettered(tables, bots, past)
        if least < 0 or found < least:
            best, least = tables, found
        if least == 0:
            break
    return list(zip(best, bots, strict=True))


def _bettered(tables: list[list[str]], bots: Sequence[int], past: Past) -> int:
    """Swaps two people of two tables as long as that makes it better; answers what is left to pay."""
    each = [cost([table], [many], past) for table, many in zip(tables, bots, strict=True)]
    again = sum(each) > 0
    while again:
        again = False
        for one, other in combinations(range(len(tables)), 2):
            for a in range(len(tables[one])):
                for b in range(len(tables[other])):
                    if each[one] + each[other] == 0:
                        break
                    here, there = tables[one], tables[other]
                    here[a], there[b] = there[b], here[a]
                    new = cost([here], [bots[one]], past), cost([there], [bots[other]], past)
                    if sum(new) < each[one] + each[other]:
                        each[one], each[other] = new
                        again = True
                    else:
                        here[a], there[b] = there[b], here[a]
    return sum(each)
