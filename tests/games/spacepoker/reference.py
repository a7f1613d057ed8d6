"""A second referee of SpacePoker, slow and plain, written from the rulebook alone: cards are lists, amounts are tried
out.

`referee` is a coroutine: it yields who moves (−1: chance) with the odds of every move, and is sent the move that was
made.
"""

from collections import Counter
from functools import cache
from itertools import combinations

PLANETS = [1] * 10 + [2] * 5 + [3] * 4 + [4] * 3 + [5] * 2 + [6]
RANKS = ([2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1], [5], [1, 1, 1, 1, 1])  # weakest first


@cache
def payments(planets):
    """SPA-09: every amount these planets make, with the cards it is paid with: the fewest, among those the largest
    first.
    """
    held = Counter(planets)
    best = {0: ()}
    for value in range(6, 0, -1):
        longer = {}
        for amount, cards in best.items():
            for n in range(held[value] + 1):
                way = cards + n * (value,)
                if amount + n * value not in longer or _better(way, longer[amount + n * value]):
                    longer[amount + n * value] = way
        best = longer
    return best


def _better(way, other):
    return len(way) < len(other) or (len(way) == len(other) and way > other)


def ways(planets):
    """What some planets pay, in whatever order they lie."""
    return payments(tuple(sorted(planets)))


def changed(seat, amount, planets, staked, pot):
    """SPA-09a: who cannot pay that amount makes change: the planet, the row it goes to, what comes back."""
    left, missing = sorted(planets[seat], reverse=True), amount
    for card in list(left):
        if card <= missing:
            missing -= card
            left.remove(card)
    others = [other for other in range(len(planets)) if other != seat]
    rows = [pot, *(staked[other] for other in others), staked[seat], *(planets[other] for other in others)]
    for card in sorted(set(left)):
        for row in rows:
            enough = tuple(value for value in range(card, 0, -1) for _ in range(min(row.count(value), card // value)))
            if back := _change(enough, card, missing):
                return card, row, back
    return None


@cache
def _change(row, card, missing):
    """The fewest planets of a row worth that card, some of them worth what is missing; the largest first."""
    for n in range(2, card + 1):
        found = [some for some in combinations(row, n) if sum(some) == card and missing in payments(some)]
        if found:
            return max(found)
    return None


def can_make(seat, amount, planets, staked, pot, change):
    """Whether a seat can put down that amount."""
    return amount in ways(planets[seat]) or bool(
        change and 0 <= amount <= sum(planets[seat]) and changed(seat, amount, planets, staked, pot)
    )


def put_down(seat, amount, planets, staked, pot, target):
    """Pays that amount, after changing a planet if it has to."""
    if amount not in ways(planets[seat]):
        card, row, back = changed(seat, amount, planets, staked, pot)
        _move([card], planets[seat], row)
        _move(back, row, planets[seat])
    _move(ways(planets[seat])[amount], planets[seat], target)


def worth(hand, kickers):
    """SPA-10, SPA-11."""
    groups = sorted(((n, size) for size, n in Counter(hand).items()), reverse=True)
    rank = RANKS.index([n for n, _ in groups])
    counting = [size for n, size in groups if n > 1 or kickers or rank == 6]
    return rank, counting


def exchanges(hand):
    """SPA-04: none, one, two or three."""
    sets = {tuple(sorted(hand[i] for i in range(5) if mask >> i & 1)) for mask in range(32) if mask.bit_count() <= 3}
    return {"exchange " + (" ".join(map(str, given)) or "none"): 1 for given in sets}


NEXT = -1, {"next": 1}  # a result lies on the table


def referee(
    players, *, hands, fleet, first, closing, max_raises, kickers, ante, stack, reach="open", change=False, rise=0, **_
):
    planets = [list(PLANETS) if stack == 60 else [1] * stack for _ in range(players)]
    played, base = 0, -1
    while True:
        alive = [seat for seat in range(players) if planets[seat]]
        if len(alive) == 1 or (hands and played >= hands):
            break
        base = (base + 1) % players if first == "rotate" else 0
        pot, seated = [], []
        staked = [[] for _ in range(players)]
        raised = min(60, ante * (1 + played // rise)) if rise else ante  # SPA-15
        for seat in alive:
            due = raised
            if change:
                due = min(due, sum(planets[seat]))
                due = max(a for a in range(due + 1) if can_make(seat, a, planets, staked, pot, change))
            if can_make(seat, due, planets, staked, pot, change):
                put_down(seat, due, planets, staked, pot, pot)
                seated.append(seat)
        if len(seated) < 2:
            if seated:
                planets[seated[0]] += pot
            if not hands:
                break
            played += 1
            if played < hands:
                yield NEXT
            continue
        base = next(seat for k in range(players) if (seat := (base + k) % players) in seated)
        lap = sorted(seated, key=lambda seat: (seat - base) % players)
        winner = yield from _hand(lap, planets, staked, pot, fleet, closing, max_raises, kickers, reach, change)
        planets[winner] += sum(staked, pot)
        played += 1
        if sum(map(bool, planets)) > 1 and played != hands:
            yield NEXT
    return [sum(cards) for cards in planets]


def _move(cards, source, target):
    for card in cards:
        source.remove(card)
        target.append(card)


def _hand(lap, planets, staked, pot, fleet, closing, max_raises, kickers, reach, change):
    sizes, copies = map(int, fleet.split("x"))
    pile = Counter(dict.fromkeys(range(1, sizes + 1), copies))  # what nobody has seen, lying above …
    under = []  # … what was put under it, in order
    held = {seat: [] for seat in lap}

    def off(verb):
        """One ship off the pile."""
        odds = {f"{verb} {size}": n for size, n in pile.items() if n} or {f"{verb} {under[0]}": 1}
        size = int((yield -1, odds).split()[1])
        if pile.total():
            pile[size] -= 1
        else:
            under.pop(0)
        return size

    for _ in range(5):
        for seat in lap:
            held[seat].append((yield from off("deal")))
    for seat in lap:
        given = [int(word) for word in (yield seat, exchanges(held[seat])).split()[1:] if word != "none"]
        for size in given:
            held[seat].remove(size)
        under += sorted(given)
        for _ in given:
            held[seat].append((yield from off("deal")))
    left = yield from _stakes(lap, planets, staked, pot, closing, max_raises, reach == "even", change)
    if len(left) == 1:
        return left[0]
    for seat in left:
        yield -1, {"show " + " ".join(map(str, sorted(held[seat]))): 1}
    best = max(worth(held[seat], kickers) for seat in left)
    tied = [seat for seat in left if worth(held[seat], kickers) == best]
    fresh = pile.total() + len(under)  # ships not yet drawn for a tie
    shuffled = False
    while len(tied) > 1:  # SPA-12
        if fresh < len(tied):
            shuffled = True
            pile.clear()
            pile.update(
                {size: copies - sum(hand.count(size) for hand in held.values()) for size in range(1, sizes + 1)}
            )
            fresh = pile.total()
        drawn = {}
        for seat in tied:
            drawn[seat] = yield from off("draw")
            fresh -= 1
            if not shuffled:
                under.append(drawn[seat])
        tied = [seat for seat in tied if drawn[seat] == max(drawn.values())]
    return tied[0]


def _stakes(lap, planets, stakes, pot, closing, max_raises, even, change):
    """SPA-05 to SPA-09a: answers who is left in."""
    staked, raises, left = dict.fromkeys(lap, 0), dict.fromkeys(lap, 0), list(lap)

    def open_to(seat):
        """Every amount the seat may add, apart from what it must."""
        makes = [a for a in range(sum(planets[seat]) + 1) if can_make(seat, a, planets, stakes, pot, change)]
        if even and change:  # SPA-05a
            return [a for a in makes if all(staked[seat] + a <= staked[o] + sum(planets[o]) for o in left)]
        if even:
            return [a for a in makes if all(staked[seat] + a - staked[o] in ways(planets[o]) for o in left)]
        return makes

    if even and not any(open_to(lap[0])):  # SPA-08
        return left
    while True:
        for seat in lap:
            if seat not in left:
                continue
            highest = max(staked.values())
            spent = highest > 0 and max_raises and raises[seat] >= max_raises
            need = highest - staked[seat]
            amounts = [a for a in open_to(seat) if a >= need and (highest or a) and (a == need or not spent)]
            move = yield seat, {"drop": 1} | {f"stake {a}" if a else "stay": 1 for a in amounts}
            if move == "drop":
                left.remove(seat)
                if len(left) == 1:
                    return left
            elif move != "stay":
                amount = int(move.split()[1])
                put_down(seat, amount, planets, stakes, pot, stakes[seat])
                staked[seat] += amount
                raises[seat] += highest > 0 and staked[seat] > highest
            if (
                closing == "called"
                and max(staked.values()) > 0
                and all(staked[s] == max(staked.values()) for s in left)
            ):
                return left
        if max(staked.values()) > 0 and all(staked[s] == max(staked.values()) for s in left):
            return left
