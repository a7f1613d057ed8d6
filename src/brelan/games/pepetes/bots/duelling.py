"""The duel as the expert and the master play it: by the exact solution, and with two players to win the game."""

from ....engine.kernel import kernel
from ..rules.combinations import count, single
from ..rules.state import BLUE_DICE, BOTH_RED, PASS, RED_DICE, aim_move
from ..solve.duel import entry_parts
from ..solve.hands import A_ONE, BOTH
from ..solve.race import CLOSE_CHANCES, best_entry, best_keep, chances_after, entry_chance
from .strategy import hand_of, kind_of, red_of, step_of


@kernel
def solved_throw(s, tables, solution, kind, to_win):
    """The blue dice the solution throws again."""
    hand, red = hand_of(s, tables), red_of(s)
    kept = int(tables.keep[solution, kind, step_of(s), hand, int(s.black) - 1, red])
    if to_win:
        after, known = chances_after(s, tables.hands, tables.win, kind, hand, red)
        if known:
            kept = best_keep(tables.hands, after, hand, red, kept)
    return _throw_but(s, tables.hands.tally[kept])


@kernel
def _throw_but(s, kept):
    """The move that throws all blue dice but those of the tally `kept`; PASS if there are none."""
    mask = 0
    for die in range(BLUE_DICE):
        face = int(s.blue[die])
        if face > 0:
            if count(kept, face):
                kept -= single(face)
            else:
                mask |= 1 << die
    return mask


@kernel
def solved_entry(s, tables, solution, to_win):
    """What the solution announces and throws."""
    hand, red, kind = hand_of(s, tables), red_of(s), kind_of(s)
    if s.barred or hand == 0 or red == 0:
        return PASS
    entry = int(tables.entry[solution, kind, step_of(s), hand, int(s.black) - 1, red])
    if to_win:
        after, known = chances_after(s, tables.hands, tables.win, kind, hand, red)
        if known:
            chance, decision = best_entry(tables.hands, after, hand, red, 0)
            usual = after[hand, red, 0]
            if entry:
                dice, announced = entry_parts(entry)
                usual = entry_chance(tables.hands, after, hand, red, 0, dice, announced)
            if chance < usual - CLOSE_CHANCES:
                entry = decision
    if entry == 0:
        return PASS
    dice, announced = entry_parts(entry)
    return _aim(s, dice, announced)


@kernel
def _aim(s, dice, announced):
    """The move that throws both red dice, one that shows a 1 or one that does not."""
    if dice == BOTH:
        return aim_move(BOTH_RED, announced)
    for die in range(RED_DICE):
        face = int(s.red[die])
        if face >= 0 and (face == 1) == (dice == A_ONE):
            return aim_move(1 << die, announced)
    return PASS
