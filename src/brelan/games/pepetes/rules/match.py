"""The course of a match around its duels: who fights, ruin and gifts, the end of a duel and of the game (PEP-17 …
PEP-21, and PEP-04: who attacks first).
"""

from ....engine.kernel import kernel
from .bank import from_bank, prime_for, prime_ranges
from .duel import begin_duel, second_round, swap_roles
from .state import (
    DUEL_SETTLED,
    GIFTS,
    LAST_DUEL,
    LAST_PLAYER,
    LEAD,
    MOST,
    PICK,
    SEATS,
    TARGET_REACHED,
    TIME_UP,
    gift_move,
)


@kernel
def bits(mask):
    """How many bits are set."""
    many = 0
    while mask:
        many += mask & 1
        mask >>= 1
    return many


@kernel
def lowest(mask):
    """The lowest seat of a mask."""
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


@kernel
def players_in(s):
    """The seats still in the game, a bit each."""
    mask = 0
    for seat in range(int(s.players)):
        if not s.out[seat]:
            mask |= 1 << seat
    return mask


# --- who duels


@kernel
def next_duel(s):
    """Finds the next two duellists (PEP-17, PEP-18, PEP-20)."""
    present = players_in(s)
    s.chosen = 0
    s.attacker = -1
    s.defender = -1
    if bits(present) == 2:
        _choose(s, present, 2)
    elif s.finish:
        _catch_up(s, present)
    else:
        fresh = 0
        for seat in range(int(s.players)):
            if present >> seat & 1 and s.fought[seat] == 0:
                fresh |= 1 << seat
        if bits(fresh) >= 2:  # the first series: the two lowest seats that have not fought; one alone waits
            first = 1 << lowest(fresh)
            _choose(s, first | 1 << lowest(fresh ^ first), 2)
        else:
            _choose(s, present, 2)


@kernel
def _catch_up(s, present):
    """PEP-20: the player with the fewest duels meets the next fewest; ties are diced off."""
    group = _fewest(s, present)
    if bits(group) >= 2:
        _choose(s, group, 2)
    else:
        s.chosen = group
        group = _fewest(s, present ^ group)
        _choose(s, group, 1)


@kernel
def _fewest(s, mask):
    """Those of these seats who have fought the fewest duels."""
    fewest, group = -1, 0
    for seat in range(int(s.players)):
        if mask >> seat & 1:
            if fewest < 0 or s.fought[seat] < fewest:
                fewest, group = int(s.fought[seat]), 0
            if s.fought[seat] == fewest:
                group |= 1 << seat
    return group


@kernel
def _choose(s, group, wanted):
    """Adds `wanted` of the group to the chosen duellists: by dice, unless it is the whole group."""
    s.phase = PICK
    for seat in range(SEATS):
        s.roll[seat] = 0
    if bits(group) == wanted:
        s.chosen = int(s.chosen) | group
        _duellists_known(s)
    else:
        s.rolling = group
        s.wanted = wanted


@kernel
def _duellists_known(s):
    """PEP-04: the two throw for the attack; until then the lower seat stands as attacker."""
    pair = int(s.chosen)
    s.attacker = lowest(pair)
    s.defender = lowest(pair ^ 1 << lowest(pair))
    s.phase = LEAD
    s.rolling = pair
    s.chosen = 0
    s.wanted = 1
    for seat in range(SEATS):
        s.roll[seat] = 0


@kernel
def roll_came(s, face):
    """A die thrown for a duel or for the attack; after the last one the highest are chosen, and ties that matter thrown
    again (PEP-18).
    """
    rolling = int(s.rolling)
    unrolled = 0
    for seat in range(int(s.players)):
        if rolling >> seat & 1 and s.roll[seat] == 0:
            if unrolled == 0:
                s.roll[seat] = face
            unrolled += 1
    if unrolled > 1:
        return
    for high in range(6, 0, -1):
        tied = 0
        for seat in range(int(s.players)):
            if rolling >> seat & 1 and s.roll[seat] == high:
                tied |= 1 << seat
        many = bits(tied)
        if many > s.wanted:  # too many for the places left: they throw again
            s.rolling = tied
            for seat in range(int(s.players)):
                if tied >> seat & 1:
                    s.roll[seat] = 0
            return
        s.chosen = int(s.chosen) | tied
        s.wanted = int(s.wanted) - many
        if s.wanted == 0:
            break
    s.rolling = 0
    if s.phase == PICK:
        _duellists_known(s)
        return
    if s.chosen == 1 << int(s.defender):
        swap_roles(s)
    s.chosen = 0
    begin_duel(s)


# --- ruin and gifts (PEP-19)


@kernel
def after_round(s):
    """The round is paid: what follows it."""
    s.duel_over = 0
    _go_on(s, 0)


@kernel
def _go_on(s, seat):
    """Ruin, looked for from this seat on; then the second round or the end of the duel, or after that the test for the
    end of the game.
    """
    if not _nobody_is_ruined(s, seat):
        return
    if s.duel_over:
        _test_for_end(s)
    elif not second_round(s):
        _end_duel(s)


@kernel
def after_duel(s):
    """The duel is settled: ruin again (a malus may have brought it), and the test for the end."""
    _go_on(s, 0)


@kernel
def _nobody_is_ruined(s, seat):
    """From this seat on, asks for gifts for the first ruined player, or lets them leave.

    True once nobody is ruined and the game goes on.
    """
    for ruined in range(seat, int(s.players)):
        if s.out[ruined] or s.money[ruined]:
            continue
        if s.gifts and _ask_next(s, ruined, 0):
            return False
        if _leaves(s, ruined):
            return False
    s.ruined = 0
    s.giver = 0
    return True


@kernel
def _ask_next(s, ruined, seat):
    """Asks the first player from this seat on who has something to give (one keeps at least 1)."""
    for giver in range(seat, int(s.players)):
        if giver != ruined and s.money[giver] > 1:
            s.phase = GIFTS
            s.ruined = ruined
            s.giver = giver
            return True
    return False


@kernel
def most_given(s):
    """The most the player asked may give: one keeps at least 1."""
    return min(int(s.money[int(s.giver)]) - 1, MOST)


@kernel
def gifts_allowed(s, out):
    """Any amount, keeping at least 1."""
    most = most_given(s)
    for amount in range(most + 1):
        out[amount] = gift_move(amount)
    return most + 1


@kernel
def give(s, amount):
    """The answer of the player asked; after the last one, the ruined player stays or leaves."""
    ruined = int(s.ruined)
    s.money[int(s.giver)] -= amount
    s.money[ruined] += amount
    if _ask_next(s, ruined, int(s.giver) + 1):
        return
    if s.money[ruined] == 0 and _leaves(s, ruined):
        return
    _go_on(s, ruined + 1)


@kernel
def _leaves(s, seat):
    """The player leaves; says whether that was the end of the game. A duel under way counts as fought."""
    s.out[seat] = 1
    if bits(players_in(s)) > 1:
        return False
    if not s.duel_over:
        _count_duel(s)
    _over(s, LAST_PLAYER)
    return True


# --- the end of a duel, the end of the game


@kernel
def _count_duel(s):
    s.fought[int(s.attacker)] += 1
    s.fought[int(s.defender)] += 1
    s.played += 1


@kernel
def _end_duel(s):
    """What the duel brought lies there until `next`, or for good if the game ends with it."""
    _count_duel(s)
    s.tour = 0
    s.step = 0
    s.barred = 0
    _bonus_and_malus(s)
    s.duel_over = 1
    s.phase = DUEL_SETTLED
    for seat in range(int(s.players)):
        if not s.out[seat] and s.money[seat] == 0:
            return  # by a malus: gifts may come first
    why = _why_over(s)
    if why:
        _over(s, why)


@kernel
def _bonus_and_malus(s):
    """PEP-21, each by the money they hold now: nobody's prime changes another's, and nothing chains."""
    ranges = prime_ranges(int(s.prime), int(s.bonus), int(s.malus))
    for seat in range(int(s.players)):
        if not s.out[seat]:
            from_bank(s, seat, prime_for(int(s.money[seat]), ranges))


@kernel
def equal_enough(s, present):
    """PEP-20: whether these players have fought equally often, as far as that is within reach."""
    many = bits(present)
    if many <= 2:
        return True
    fewest, most, total = -1, 0, 0
    for seat in range(int(s.players)):
        if present >> seat & 1:
            fought = int(s.fought[seat])
            fewest = fought if fewest < 0 else min(fewest, fought)
            most = max(most, fought)
            total += fought
    return most - fewest <= (1 if many % 2 == 0 and total % 2 else 0)


@kernel
def why_to_end(s):
    """PEP-20: why the game is to end once duels are equal, 0 if it is not. What was reached is remembered: money lost
    again does not reopen the game.
    """
    if s.finish:
        return int(s.finish)
    for seat in range(int(s.players)):
        if s.target and s.money[seat] >= s.target:
            return TARGET_REACHED
    return TIME_UP if s.time_up else 0


@kernel
def is_last(s, duel):
    """Whether the duel of that number is the last one agreed on."""
    return s.duels > 0 and duel >= s.duels


@kernel
def _why_over(s):
    """PEP-20: why the game is over after this duel, 0 if it goes on."""
    why = why_to_end(s)
    if why and equal_enough(s, players_in(s)):
        return why
    return LAST_DUEL if is_last(s, int(s.played)) else 0


@kernel
def _test_for_end(s):
    s.duel_over = 0
    why = _why_over(s)
    if why:
        _over(s, why)
    else:
        s.finish = why_to_end(s)
        next_duel(s)


@kernel
def _over(s, why):
    s.over = why
    s.tour = 0
    s.step = 0
    s.barred = 0
    s.attacker = -1
    s.defender = -1
    s.ruined = 0
    s.giver = 0
    s.duel_over = 0
    s.phase = PICK
