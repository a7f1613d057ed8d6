"""A duel: two rounds of three throws for each side (PEP-05 … PEP-13), read here from the first throw to the pay."""

from ....engine.kernel import kernel
from .bank import from_bank
from .bets import ask_for_bets, clear_bets, pay_bets, turn_cards
from .combinations import count, score, single
from .state import (
    AFTER_D1,
    AFTER_D3,
    ALL_FIVE,
    BLACK,
    BLACK_DIE,
    BLUE,
    BLUE_DICE,
    BOTH_RED,
    DUEL,
    FIRST_RED,
    PASS,
    RED,
    RED_BIT,
    RED_DICE,
    SEATS,
    THROW_ALL,
    aim_move,
    aim_parts,
    face_of,
    thrown_again,
)

# --- what lies on the table


@kernel
def blue_in_play(s):
    """The blue dice in play, a bit each."""
    dice = 0
    for die in range(BLUE_DICE):
        if s.blue[die] > 0:
            dice |= 1 << die
    return dice


@kernel
def blue_faces(s):
    """The faces showing on blue dice in play, a bit each (1 << face)."""
    faces = 0
    for die in range(BLUE_DICE):
        face = int(s.blue[die])
        if face > 0:
            faces |= 1 << face
    return faces


@kernel
def blue_tally(s):
    """The tally of the blue dice in play."""
    tally = 0
    for die in range(BLUE_DICE):
        face = int(s.blue[die])
        if face > 0:
            tally += single(face)
    return tally


@kernel
def remaining(s):
    """The tally of the attacker's remaining dice, black included."""
    return blue_tally(s) + single(int(s.black))


@kernel
def red_in_hand(s):
    """The red dice in hand, a bit each."""
    dice = 0
    for die in range(RED_DICE):
        if s.red[die] >= 0:
            dice |= 1 << die
    return dice


# --- the two rounds


@kernel
def begin_duel(s):
    s.tour = 1
    s.barred = 0
    s.step = 0
    s.phase = DUEL
    for seat in range(SEATS):
        s.at_first[seat] = s.money[seat]


@kernel
def swap_roles(s):
    attacker = int(s.attacker)
    s.attacker = s.defender
    s.defender = attacker


@kernel
def second_round(s):
    """Begins the second round with the roles swapped, if there is one."""
    attacker, defender = int(s.attacker), int(s.defender)
    if s.tour == 2 or s.out[attacker] or s.out[defender] or s.red[0] == 1 or s.red[1] == 1:  # PEP-13: a red 1 left
        return False
    s.barred = 1 if count(remaining(s), 1) else 0  # PEP-12: a 1 left
    swap_roles(s)
    s.tour = 2
    s.step = 0
    s.phase = DUEL
    return True


# --- the throws: A1 D1 A2 D2 A3 D3


@kernel
def duellist(s):
    """Whose throw it is (PEP-05)."""
    return int(s.defender) if int(s.step) & 1 else int(s.attacker)


@kernel
def throws_allowed(s, out):
    step = int(s.step)
    if step == 0:  # PEP-06
        out[0] = THROW_ALL
        return 1
    return _entries_allowed(s, out) if step & 1 else _rethrows_allowed(s, out)


@kernel
def _rethrows_allowed(s, out):
    """PEP-07: any of the blue dice still in play, or a pass. PEP-10: with none, a pass."""
    in_play = blue_in_play(s)
    out[0] = PASS
    n = 1
    for mask in range(1, 1 << BLUE_DICE):
        if mask & in_play == mask:
            out[n] = mask
            n += 1
    return n


@kernel
def _entries_allowed(s, out):
    """PEP-08: one or both red dice in hand, and at most as many different faces, each showing on a blue die."""
    out[0] = PASS
    n = 1
    if s.barred:  # PEP-12
        return n
    faces, in_hand = blue_faces(s), red_in_hand(s)
    for dice in range(1, BOTH_RED + 1):
        if dice & in_hand != dice:
            continue
        for face in range(1, 7):
            if faces >> face & 1:
                out[n] = aim_move(dice, 1 << face)
                n += 1
                if dice == BOTH_RED:
                    for other in range(face + 1, 7):
                        if faces >> other & 1:
                            out[n] = aim_move(dice, 1 << face | 1 << other)
                            n += 1
    return n


@kernel
def throw(s, move):
    """A throw of the attacker or the defender begins, or is passed."""
    if move == PASS:
        if int(s.step) & 1:
            s.announced = 0
            s.entered = 0
        _end_throw(s)
    elif move == THROW_ALL:
        _lay_dice(s)
    elif move < THROW_ALL:
        dice = thrown_again(move)
        s.pending = dice
        for die in range(BLUE_DICE):
            if dice >> die & 1:
                s.blue[die] = 0
    else:
        dice, faces = aim_parts(move)
        s.entered = dice
        s.announced = faces
        s.pending = dice * RED_BIT
        for die in range(RED_DICE):
            if dice >> die & 1:
                s.red[die] = 0


@kernel
def _lay_dice(s):
    """A1 (PEP-06): the table is cleared of the last round, and all five dice are thrown."""
    s.thrown_by = s.attacker
    s.faced_by = s.defender
    for die in range(BLUE_DICE):
        s.blue[die] = 0
    s.black = 0
    for die in range(RED_DICE):
        s.red[die] = 0
    s.announced = 0
    s.entered = 0
    s.lost = 0
    for seat in range(SEATS):
        s.roll[seat] = 0
    clear_bets(s)
    s.pending = ALL_FIVE


@kernel
def die_came(s, move):
    """One die comes to rest: blue ones by number, then the black one, then red ones."""
    pending = int(s.pending)
    die = 0
    while not pending >> die & 1:
        die += 1
    if die < BLUE_DICE:
        s.blue[die] = face_of(move, BLUE)
    elif die == BLACK_DIE:
        s.black = face_of(move, BLACK)
    else:
        s.red[die - FIRST_RED] = face_of(move, RED)
    pending &= ~(1 << die)
    s.pending = pending
    if pending == 0:
        if int(s.step) & 1:
            _red_dice_lie(s)
        _end_throw(s)


@kernel
def strike(announced, first, second):
    """A defender's throw (PEP-09): `announced` has a bit for each announced face, `first` and `second` are the red dice
    thrown (0: not thrown).

    Answers the bits of the faces hit, whether each red die leaves, and the points lost.
    """
    hits = 0
    if first:
        hits |= announced & 1 << first
    if second:
        hits |= announced & 1 << second
    first_leaves = first > 0 and announced >> first & 1 == 1
    second_leaves = second > 0 and announced >> second & 1 == 1
    if first_leaves and second_leaves and first == second and announced != 1 << first:
        second_leaves = False  # two faces announced: one red die leaves for each face hit
    lost = (0 if first_leaves else first) + (0 if second_leaves else second)
    return hits, first_leaves, second_leaves, lost


@kernel
def _red_dice_lie(s):
    """Blue dice hit leave, red dice that hit leave, the others cost their face (PEP-09)."""
    entered = int(s.entered)
    first = int(s.red[0]) if entered & 1 else 0
    second = int(s.red[1]) if entered & 2 else 0
    hits, first_leaves, second_leaves, lost = strike(int(s.announced), first, second)
    for die in range(BLUE_DICE):
        face = int(s.blue[die])
        if face > 0 and hits >> face & 1:
            s.blue[die] = -face
    if first_leaves:
        s.red[0] = -first
    if second_leaves:
        s.red[1] = -second
    s.lost = int(s.lost) + lost


@kernel
def _end_throw(s):
    """PEP-05: the next throw, the bets after D1 (PEP-14), or the end of the round."""
    s.step = int(s.step) + 1
    if s.step == AFTER_D1:
        ask_for_bets(s)
    elif s.step == AFTER_D3:
        turn_cards(s)


# --- the end of a round


@kernel
def round_is_over(s):
    """All has been thrown, and the cards lie open."""
    return s.phase == DUEL and s.step == AFTER_D3


@kernel
def pay_round(s):
    """In the order of the decisions: the attacker is paid, the defender pays (PEP-11), then the bets (PEP-15)."""
    tally = remaining(s)
    from_bank(s, int(s.attacker), score(tally))
    defender = int(s.defender)
    from_bank(s, defender, -min(int(s.lost), int(s.money[defender])))
    pay_bets(s, tally)
