"""What follows what in Pépètes: who duels, the end of a throw, of a round, of a duel and of the game."""

from ...kernel import kernel
from .codes import (
    BETS,
    CARDS_TURN,
    CHOOSING,
    DUEL,
    FACE_DOWN,
    GIFTS,
    LEAD,
    PICK,
    SEATS,
    TURNED,
    TURNING,
)
from .combinations import NONE, count, one, score, wins

TARGET_REACHED, TIME_UP, LAST_DUEL, LAST_PLAYER = 1, 2, 3, 4  # indices into ENDINGS

# PEP-21, by `prime`: bonus from – to, malus from – to, pépètes. The custom numbers are the table's own.
RANGES = ((0, 0, 0, 0, 0), (22, 24, 34, 36, 7), (30, 32, 48, 50, 7), (0, 0, 0, 0, 10))
NO_PRIME, CUSTOM_PRIME = 0, 3


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
        _swap_roles(s)
    s.chosen = 0
    s.tour = 1
    s.barred = 0
    s.step = 0
    s.phase = DUEL


@kernel
def _swap_roles(s):
    attacker = int(s.attacker)
    s.attacker = s.defender
    s.defender = attacker


# --- a round


@kernel
def blue_faces(s):
    """The faces showing on blue dice in play, a bit each (1 << face)."""
    faces = 0
    for die in range(4):
        face = int(s.blue[die])
        if face > 0:
            faces |= 1 << face
    return faces


@kernel
def remaining(s):
    """The tally of the attacker's remaining dice, black included."""
    tally = one(int(s.black))
    for die in range(4):
        face = int(s.blue[die])
        if face > 0:
            tally += one(face)
    return tally


@kernel
def end_throw(s):
    """A1 D1 A2 D2 A3 D3 (PEP-05): the next throw, the bets after D1 (PEP-14), or the end of the round."""
    step = int(s.step) + 1
    s.step = step
    if step == 2:
        if next_bettor(s, 0):
            s.phase = BETS
            s.laid = CHOOSING
            s.question = 0
    elif step == 6:
        if next_bettor(s, 0):
            s.phase = CARDS_TURN
            s.laid = TURNING
        else:
            settle(s)


@kernel
def next_bettor(s, seat):
    """Makes the first bettor from this seat on the one whose bets are at hand; False (and none) if there is none."""
    for other in range(seat, int(s.players)):
        if not s.out[other] and other != s.attacker and other != s.defender:
            s.bettor = other
            return True
    s.bettor = 0
    return False


@kernel
def bets_are_told(s):
    """One bettor's stakes have been told; after the last, the attacker goes on (PEP-16)."""
    if not next_bettor(s, int(s.bettor) + 1):
        s.laid = FACE_DOWN
        s.phase = DUEL


@kernel
def from_bank(s, seat, amount):
    """The bank pays the seat, or takes (a negative amount)."""
    s.money[seat] += amount
    s.bank -= amount


@kernel
def settle(s):
    """The end of a round, in the order of the decisions: attacker paid, defender pays (PEP-11), bets (PEP-15), ruin
    (PEP-19).
    """
    tally = remaining(s)
    from_bank(s, int(s.attacker), score(tally))
    defender = int(s.defender)
    from_bank(s, defender, -min(int(s.lost), int(s.money[defender])))
    if s.laid:
        for at in range(2 * int(s.players)):
            if s.card[at] != NONE:
                stake = int(s.stake[at])
                from_bank(s, at // 2, stake if wins(tally, int(s.card[at]), s.bets == 1) else -stake)
        s.laid = TURNED
    s.duel_over = 0
    _go_on(s, 0)


# --- ruin and gifts (PEP-19)


@kernel
def _ruin_is_settled(s, seat):
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
def _go_on(s, seat):
    """After a round: ruin, then the second round, or the end of the duel: bonus and malus, ruin again, the test for the
    end.
    """
    if not _ruin_is_settled(s, seat):
        return
    if not s.duel_over:
        if _second_round(s):
            return
        _end_duel(s)
        if not _ruin_is_settled(s, 0):
            return
    _test_for_end(s)


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
def _leaves(s, seat):
    """The player leaves; says whether that was the end of the game."""
    s.out[seat] = 1
    if bits(players_in(s)) > 1:
        return False
    _over(s, LAST_PLAYER)
    return True


@kernel
def gift_answered(s):
    ruined = int(s.ruined)
    if _ask_next(s, ruined, int(s.giver) + 1):
        return
    if s.money[ruined] == 0 and _leaves(s, ruined):
        return
    _go_on(s, ruined + 1)


# --- the second round, the end of a duel, the end of the game


@kernel
def _second_round(s):
    """Begins the second round with the roles swapped, if there is one."""
    attacker, defender = int(s.attacker), int(s.defender)
    if s.tour == 2 or s.out[attacker] or s.out[defender] or s.red[0] == 1 or s.red[1] == 1:  # PEP-13: a red 1 left
        return False
    s.barred = 1 if count(remaining(s), 1) else 0  # PEP-12: a 1 left
    _swap_roles(s)
    s.tour = 2
    s.step = 0
    s.phase = DUEL
    return True


@kernel
def _end_duel(s):
    s.fought[int(s.attacker)] += 1
    s.fought[int(s.defender)] += 1
    s.played += 1
    s.tour = 0
    s.step = 0
    s.barred = 0
    _bonus_and_malus(s)
    s.duel_over = 1


@kernel
def prime_of(s, money):
    """What the bank pays a player with so much money at the end of a duel; negative: what it takes (PEP-21)."""
    prime = int(s.prime)
    if prime == NO_PRIME:
        return 0
    low, high, bad_low, bad_high, prize = RANGES[prime]
    if prime == CUSTOM_PRIME:
        low = high = int(s.bonus)
        bad_low = bad_high = int(s.malus)
    if low <= money <= high:
        return prize
    return -min(prize, money) if bad_low <= money <= bad_high else 0


@kernel
def _bonus_and_malus(s):
    """Each by the money they hold now: nobody's prime changes another's, and nothing chains."""
    for seat in range(int(s.players)):
        if not s.out[seat]:
            from_bank(s, seat, prime_of(s, int(s.money[seat])))


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
def _test_for_end(s):
    s.duel_over = 0
    present = players_in(s)
    if s.finish == 0:  # remembered: money lost again does not reopen the game
        for seat in range(int(s.players)):
            if s.target and s.money[seat] >= s.target:
                s.finish = TARGET_REACHED
        if s.finish == 0 and s.time_up:
            s.finish = TIME_UP
    if s.finish and equal_enough(s, present):
        _over(s, int(s.finish))
    elif s.duels and s.played >= s.duels:
        _over(s, LAST_DUEL)
    else:
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
