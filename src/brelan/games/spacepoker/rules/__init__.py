"""The rules of SpacePoker (SPA-01 … SPA-14): a hand from its antes to its pot, and a game of hands."""

from ....kernel import CHANCE, OVER, below, inner_kernel, kernel, weighted
from .planets import EACH, VALUES, amounts, cards, move_planets, points, sweep, unbroken
from .results import ending, payoff, scores, sound
from .secrecy import hide, redeal, seen
from .ships import SHIPS, choice, choices, pack, strength
from .state import (
    CALLED,
    DEAL,
    DEALING,
    DRAW,
    DRAWING,
    DRAWING_LOTS,
    DROP,
    DROPPED,
    ENDINGS,
    EXCHANGE,
    EXCHANGING,
    HISTORY,
    IN,
    OPTIONS,
    OUT,
    ROTATE,
    SHOW,
    SHOWING,
    STAKE,
    STAKING,
    STATE,
    copies,
    from_opener,
    on_top,
    pile_size,
    place_of,
    put_under,
    queue_slot,
    sizes,
    still_in,
)

__all__ = ["ENDINGS", "OPTIONS", "STATE", "ending", "hide", "payoff", "redeal", "scores", "seen", "sound"]

MAX_MOVES = 302  # every amount of all 300 points, and to drop
MAX_CHANCE = 7
_EACH_SIZE, _ALL_SIZES = 0x01010101010101, 0xFFFFFFFFFFFFFF  # eight bits a size: a one for each, and all of them


@kernel
def start(s):
    for seat in range(int(s.players)):
        for i in range(VALUES):
            s.planets[seat, i] = EACH[i]
    s.last_winner = -1
    s.opener = -1
    _next_hand(s)


@inner_kernel
def mover(s):
    if s.over:
        return OVER
    if s.phase == EXCHANGING or s.phase == STAKING:
        return int(s.turn)
    return CHANCE


# --- what is legal


@inner_kernel
def legal(s, out):
    return legal_exchanges(s.ships[s.turn], out) if s.phase == EXCHANGING else _legal_stakes(s, out)


@inner_kernel
def legal_exchanges(counts, out):
    """SPA-04: none, or any one, two or three ships of the hand."""
    hand = pack(counts)
    n = choices(hand)
    for k in range(n):
        out[k] = EXCHANGE + choice(hand, k)
    return n


@inner_kernel
def _stakes(s, out):
    """SPA-05 to SPA-09: the least and the most the seat may add, and whether its planets make every amount between; if
    not, `out` marks those they make.
    """
    seat = int(s.turn)
    row = s.planets[seat]
    need = int(s.highest) - int(s.stakes[seat])
    least = max(need, 1) if s.highest == 0 else need  # SPA-05: the first to stake puts down at least 1
    spent = s.highest > 0 and s.max_raises > 0 and s.raises[seat] >= s.max_raises
    run, whole = unbroken(row)
    total = run if whole else amounts(row, out)
    return least, min(total, need) if spent else total, whole


@inner_kernel
def _legal_stakes(s, out):
    """Every amount the seat may add; and to drop."""
    least, most, whole = _stakes(s, out)
    n = 0
    for amount in range(least, most + 1):
        if whole or out[amount]:
            out[n] = STAKE + amount
            n += 1
    out[n] = DROP
    return n + 1


@inner_kernel
def _random_stake(s, rng, out):
    least, most, whole = _stakes(s, out)
    if not whole:
        return out[below(rng, _legal_stakes(s, out))]
    n = max(most + 1 - least, 0)
    k = below(rng, n + 1)
    return STAKE + least + k if k < n else DROP


@inner_kernel
def chance(s, out, weights):
    if s.phase == SHOWING:  # SPA-10: the hand is turned up
        out[0] = SHOW + pack(s.ships[s.turn])
        weights[0] = 1
        return 1
    base = DRAW if s.phase == DRAWING_LOTS else DEAL
    if (
        s.phase != DEALING and not s.shuffled and s.off >= pile_size(s)
    ):  # SPA-04: only ships put under the pile are left
        seat, which = queue_slot(s, int(s.off) - pile_size(s))
        out[0] = base + int(s.given[seat, which])
        weights[0] = 1
        return 1
    n = 0
    for i in range(sizes(s)):
        left = on_top(s, i)
        if left > 0:
            out[n] = base + i + 1
            weights[n] = left
            n += 1
    return n


@inner_kernel
def _ship_at(top, at):
    """The size of one ship of the pile (`top`: eight bits a size), counted off from the smallest."""
    upto = top * _EACH_SIZE & _ALL_SIZES  # of that size or a smaller one
    before = (at * _EACH_SIZE + 128 * _EACH_SIZE - upto) >> 7 & _EACH_SIZE  # the sizes that lie wholly before it
    return 1 + (before * _EACH_SIZE >> 48 & 255)


@inner_kernel
def random_move(s, rng, out, weights):
    """The move the drivers would choose, by a shorter way: no list is written where it can be counted off."""
    if s.phase == DEALING or (s.phase == DRAWING and int(s.dealt) + int(s.off) < SHIPS):
        return DEAL + _ship_at(int(s.top), below(rng, SHIPS - int(s.dealt) - int(s.off)))
    if s.phase == EXCHANGING:
        hand = pack(s.ships[s.turn])
        return EXCHANGE + choice(hand, below(rng, choices(hand)))
    if s.phase == STAKING:
        return _random_stake(s, rng, out)
    return out[weighted(rng, weights, chance(s, out, weights))]


# --- playing


@inner_kernel
def play(s, move):
    if s.phase == STAKING:
        if move == DROP:
            _drop(s)
        else:
            _stake(s, move - STAKE)
    elif s.phase == EXCHANGING:
        _exchange(s, move - EXCHANGE)
    elif s.phase == DEALING:
        _deal(s, move - DEAL)
    elif s.phase == DRAWING:
        _draw(s, move - DEAL)
    elif s.phase == SHOWING:
        s.shown[s.turn] = 1
        if not _next_in_lap(s):
            _compare(s)
    else:
        _draw_lot(s, move - DRAW)


@inner_kernel
def _first_in_lap(s):
    """Gives the turn to the first seat still in, from the opener on."""
    seat = int(s.opener)
    while s.inside[seat] != IN:
        seat = seat + 1 if seat + 1 < s.players else 0
    s.turn = seat


@inner_kernel
def _next_in_lap(s):
    """Gives the turn to the next seat still in; False at the end of the lap (SPA-06)."""
    seat = int(s.turn)
    while True:
        seat = seat + 1 if seat + 1 < s.players else 0
        if seat == s.opener:
            return False
        if s.inside[seat] == IN:
            s.turn = seat
            return True


@inner_kernel
def _off_top(s, size):
    s.top = int(s.top) - (1 << 8 * (size - 1))


@inner_kernel
def _deal(s, size):
    s.ships[s.turn, (size - 1) & 7] += 1  # never below 0, and the compiler sees it
    _off_top(s, size)
    s.dealt += 1
    if not _next_in_lap(s):
        _first_in_lap(s)
        if s.dealt == 5 * still_in(s):
            s.phase = EXCHANGING


@inner_kernel
def _exchange(s, packed):
    seat, n = int(s.turn), 0
    while packed:
        size = packed & 7
        s.ships[seat, size - 1] -= 1
        s.given[seat, n] = size  # smallest first, as it goes under the pile
        packed >>= 3
        n += 1
    s.exchanged[seat] = 1 + n
    s.pending = n
    if n:
        s.phase = DRAWING
    else:
        _end_exchange(s)


@inner_kernel
def _take_off(s, size):
    """One ship comes off the pile."""
    if s.shuffled:
        s.under[size - 1] += 1
        _off_top(s, size)
    else:
        if int(s.dealt) + int(s.off) < SHIPS:
            _off_top(s, size)
        s.off += 1


@inner_kernel
def _draw(s, size):
    seat = int(s.turn)
    s.drawn[seat, int(s.exchanged[seat]) - 1 - int(s.pending)] = size
    s.ships[seat, size - 1] += 1
    _take_off(s, size)
    s.pending -= 1
    if s.pending == 0:
        _end_exchange(s)


@inner_kernel
def _end_exchange(s):
    if _next_in_lap(s):
        s.phase = EXCHANGING
    else:
        s.phase = STAKING
        s.lap = 1
        _first_in_lap(s)


@inner_kernel
def _note(s, amount):
    if s.acts < HISTORY:
        s.history[s.acts] = amount
    s.acts += 1


@inner_kernel
def _drop(s):
    _note(s, -1)
    s.inside[s.turn] = DROPPED
    if still_in(s) == 1:  # SPA-06: as soon as only one is left
        _first_in_lap(s)
        _win(s, 0 + int(s.turn))
    else:
        _end_stake(s)


@inner_kernel
def _stake(s, amount):
    seat = int(s.turn)
    _note(s, amount)
    move_planets(s.planets[seat], s.staked[seat], amount)
    stake = int(s.stakes[seat]) + amount
    s.stakes[seat] = stake
    if stake > s.highest:
        if s.highest > 0:  # the opening stake is not a raise
            s.raises[seat] += 1
        s.highest = stake
    _end_stake(s)


@inner_kernel
def _aligned(s):
    """Whether all still in have the same stake, and there is one."""
    for seat in range(int(s.players)):
        if s.inside[seat] == IN and s.stakes[seat] != s.highest:
            return False
    return s.highest > 0


@inner_kernel
def _end_stake(s):
    """SPA-06: the hand ends with a lap at the end of which all are aligned; under `called`, as soon as they are."""
    more = _next_in_lap(s)
    if (s.closing == CALLED or not more) and _aligned(s):
        s.phase = SHOWING
        _first_in_lap(s)
    elif not more:
        s.lap += 1
        _first_in_lap(s)


@inner_kernel
def _compare(s):
    """SPA-10, SPA-11: the best of the hands shown; equals draw for the pot (SPA-12)."""
    best, many, winner = -1, 0, 0
    for seat in range(int(s.players)):
        if s.inside[seat] == IN:
            mine = strength(s.ships[seat], s.kickers == 1)
            if mine > best:
                best, many = mine, 0
            if mine == best:
                many += 1
                winner = seat
    if many == 1:
        _win(s, winner)
        return
    for seat in range(int(s.players)):
        s.tied[seat] = s.inside[seat] == IN and strength(s.ships[seat], s.kickers == 1) == best
    s.phase = DRAWING_LOTS
    _start_lots(s)


@kernel
def _start_lots(s):
    """SPA-12: a round of draws.

    The pile is shuffled first if it has fewer ships left than players drawing that were not drawn so yet.
    """
    many = 0
    for seat in range(int(s.players)):
        many += int(s.tied[seat])
        s.draws[seat] = 0
    left = pile_size(s) + put_under(s) - int(s.off)
    if s.shuffled:
        left = 0
        for i in range(7):
            left += on_top(s, i)
    if left < many:
        s.shuffled = 1
        top = 0
        for i in range(sizes(s)):
            s.under[i] = 0
            rest = copies(s)
            for seat in range(int(s.players)):
                rest -= int(s.ships[seat, i])
            top += rest << 8 * i
        s.top = top
    _next_lot(s, 0)


@kernel
def _next_lot(s, place):
    for p in range(place, int(s.players)):
        if s.tied[from_opener(s, p)]:
            s.turn = from_opener(s, p)
            return True
    return False


@kernel
def _draw_lot(s, size):
    s.draws[s.turn] = size
    if not s.shuffled:
        s.tie_ships[s.ties] = size
        s.ties += 1
    _take_off(s, size)
    if _next_lot(s, place_of(s, int(s.turn)) + 1):
        return
    best, many, winner = 0, 0, 0
    for seat in range(int(s.players)):
        best = max(best, int(s.draws[seat]))
    for seat in range(int(s.players)):
        s.tied[seat] = s.draws[seat] == best
        if s.tied[seat]:
            many += 1
            winner = seat
    if many == 1:
        _win(s, winner)
    else:
        _start_lots(s)


# --- the pot, and the next hand


@kernel
def pot_points(s):
    """What lies on the table: antes and stakes."""
    total = points(s.pot)
    for seat in range(int(s.players)):
        total += int(s.stakes[seat])
    return total


@kernel
def _win(s, winner):
    """SPA-10: the winner takes every planet on the table."""
    s.last_winner = winner
    s.last_points = pot_points(s)
    for seat in range(int(s.players)):
        s.last_inside[seat] = s.inside[seat]
        s.last_draws[seat] = s.draws[seat]
        for i in range(7):
            s.last_ships[seat, i] = s.ships[seat, i] if s.shown[seat] else 0
        sweep(s.staked[seat], s.planets[winner])
    sweep(s.pot, s.planets[winner])
    _clear_hand(s)
    _next_hand(s)


@kernel
def _clear_hand(s):
    s.played += 1
    s.highest = s.lap = s.acts = s.dealt = s.pending = s.off = s.ties = s.shuffled = s.top = 0
    for i in range(HISTORY):
        s.history[i] = 0
    for i in range(SHIPS):
        s.tie_ships[i] = 0
    for i in range(7):
        s.under[i] = 0
    for seat in range(5):
        s.inside[seat] = s.exchanged[seat] = s.stakes[seat] = s.raises[seat] = s.shown[seat] = s.tied[seat] = s.draws[
            seat
        ] = 0
        for i in range(7):
            s.ships[seat, i] = 0
        for i in range(3):
            s.given[seat, i] = s.drawn[seat, i] = 0


@kernel
def _finished(s):
    """SPA-14: why the game ends here, 0 if it goes on."""
    rich = 0
    for seat in range(int(s.players)):
        rich += cards(s.planets[seat]) > 0
    if rich == 1:
        return 2
    return 1 if s.hands > 0 and s.played >= s.hands else 0


@kernel
def _next_hand(s):
    """Antes, then the deal. A hand fewer than two can pay for is over at once."""
    while True:
        why = _finished(s)
        if why == 0 and _pay_antes(s) < 2:
            if s.hands == 0:
                why = 3  # nothing would ever change again
            for seat in range(int(s.players)):
                if s.inside[seat] == IN:  # a single payer takes the pot undealt
                    sweep(s.pot, s.planets[seat])
            _void(s)
            if why == 0:
                continue
        if why:
            s.over = why
            s.phase = s.turn = 0
            return
        s.phase = DEALING
        s.top = copies(s) * (_EACH_SIZE & ((1 << 8 * sizes(s)) - 1))
        _first_in_lap(s)
        return


@kernel
def _void(s):
    s.last_winner = -1
    s.last_points = 0
    for seat in range(5):
        s.last_inside[seat] = s.last_draws[seat] = 0
        for i in range(7):
            s.last_ships[seat, i] = 0
    _clear_hand(s)


@kernel
def _pay_antes(s):
    """Seats everybody who has planets and pays the ante exactly, and finds the opener among them; answers how many they
    are.
    """
    n, many = int(s.players), 0
    for seat in range(n):
        pays = cards(s.planets[seat]) > 0 and move_planets(s.planets[seat], s.pot, 0 + int(s.ante))
        s.inside[seat] = IN if pays else OUT
        many += pays
    base = (int(s.opener) + 1) % n if s.first == ROTATE else 0
    s.opener = base
    for place in range(n):
        if s.inside[(base + place) % n] == IN:
            s.opener = (base + place) % n
            break
    return many
