"""The players of Pépètes.

- `novice` keeps high dice and pairs, throws red dice at random, and bets a little on what is on the table.
- `regular` attacks for the most points, strikes at the dice worth most, and bets on the black die and on combinations
  already there.
- `expert` attacks and defends by the exact solution under money difference, and bets where the exact odds beat even
  money.
- `master` weighs each opponent's money by who they are (`strategy.py`), stakes by the growth of its money with regard
  to ruin and to the end of the game, plays boldly in a last round it would otherwise lose, and gives only where the
  gift pays (`gift_pays`).
"""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from ...contract import Advice
from ...kernel import below, kernel, uniform
from ...options import Value
from ...words import Say
from .betting import equal_after, expert_bet, master_bet, modest_bet
from .codes import AIM, BETS, GIFTS, GIVE, PASS, THROW_ALL
from .combinations import count
from .course import blue_faces, players_in
from .exact import A_ONE, BARRED, BOTH
from .strategy import Tables, hand_of, kind_of, red_of, solution_of, strategies
from .winning import ENOUGH, best_entry, best_keep, chances_after, entry_chance, winning

if TYPE_CHECKING:
    from ...state import State

LEVELS = ("novice", "regular", "expert", "master")
NOVICE, REGULAR, EXPERT, MASTER = range(4)


def tables(
    levels: Collection[str],
    players: int,
    options: Mapping[str, Value],
    progress: Callable[[int, int, str], None] | None = None,
) -> Tables:
    """Money difference is enough for all but the master, who plays two players' games to win, and others by everybody's
    purse.
    """
    found = strategies(players > 2 and "master" in levels, options["bets"] == "counted")
    if players == 2 and "master" in levels and options["target"]:
        return found._replace(
            win=winning(int(options["target"]), str(options["prime"]), int(options["bonus"]), int(options["malus"]))
        )
    return found


@kernel
def choose(level, s, rng, tables):
    if s.phase == BETS:
        if level == NOVICE or level == REGULAR:
            return modest_bet(s, rng, level == NOVICE)
        return expert_bet(s, tables) if level == EXPERT else master_bet(s, tables)
    if s.phase == GIFTS:
        return GIVE + 1 if level == MASTER and gift_pays(s) else GIVE
    step = int(s.step)
    if step == 0:
        return THROW_ALL
    if level == NOVICE:
        return _novice_entry(s, rng) if step & 1 else _novice_throw(s, rng)
    solution = tables.spites * tables.spites - 1 if level != MASTER else solution_of(s, tables)
    to_win = level == MASTER and tables.win.target > 0
    if step & 1:
        return _regular_entry(s) if level == REGULAR else _entry(s, tables, solution, to_win)
    return _throw(s, tables, solution, BARRED if level == REGULAR else kind_of(s), to_win)


# --- the duel


@kernel
def _throw(s, tables, solution, kind, to_win):
    """The blue dice the solution throws again."""
    hand, red = hand_of(s, tables), red_of(s)
    kept = int(tables.keep[solution, kind, int(s.step) - 1, hand, int(s.black) - 1, red])
    if to_win:
        after, known = chances_after(s, tables.hands, tables.win, kind, hand, red)
        if known:
            kept = best_keep(tables.hands, after, hand, red, kept)
    return mask_of(s, tables.hands.tally[kept])


@kernel
def mask_of(s, kept):
    """The blue dice that are not among those kept; PASS if all are."""
    mask = 0
    for die in range(4):
        face = int(s.blue[die])
        if face > 0:
            if count(kept, face):
                kept -= 1 << (3 * face)
            else:
                mask |= 1 << die
    return mask


@kernel
def _entry(s, tables, solution, to_win):
    """What the solution announces and throws."""
    hand, red, kind = hand_of(s, tables), red_of(s), kind_of(s)
    if s.barred or hand == 0 or red == 0:
        return PASS
    entry = int(tables.entry[solution, kind, int(s.step) - 1, hand, int(s.black) - 1, red])
    if to_win:
        after, known = chances_after(s, tables.hands, tables.win, kind, hand, red)
        if known:
            chance, decision = best_entry(tables.hands, after, hand, red, 0)
            usual = after[hand, red, 0]
            if entry:
                usual = entry_chance(tables.hands, after, hand, red, 0, entry // 128, entry % 128)
            if chance < usual - ENOUGH:
                entry = decision
    if entry == 0:
        return PASS
    return code_of(s, entry // 128, entry % 128)


@kernel
def code_of(s, dice, announced):
    """The move that throws both red dice, one that shows a 1 or one that does not."""
    if dice == BOTH:
        return AIM * 3 + announced
    for die in range(2):
        face = int(s.red[die])
        if face >= 0 and (face == 1) == (dice == A_ONE):
            return AIM * (1 << die) + announced
    return PASS


@kernel
def _in_hand(s):
    """The red dice in hand, a bit each."""
    return (1 if s.red[0] >= 0 else 0) | (2 if s.red[1] >= 0 else 0)


@kernel
def _regular_entry(s):
    """Throws all red dice at the face whose blue dice are worth most, two faces where one alone is worth little."""
    dice = _in_hand(s)
    if s.barred or dice == 0 or blue_faces(s) == 0:
        return PASS
    first, second, most, next_most = 0, 0, 0, 0
    for face in range(1, 7):
        worth = 0
        for die in range(4):
            if s.blue[die] == face:
                worth = worth * 2 + face
        if worth > most:
            first, second, most, next_most = face, first, worth, most
        elif worth > next_most:
            second, next_most = face, worth
    if most < 5:
        return PASS
    if dice == 3 and second and next_most >= 4:
        return AIM * 3 + (1 << first | 1 << second)
    return AIM * (1 if dice & 1 else 2) + (1 << first)


@kernel
def _novice_throw(s, rng):
    """Keeps pairs and high dice."""
    mask = 0
    for die in range(4):
        face = int(s.blue[die])
        if face <= 0:
            continue
        alike = 1 if s.black == face else 0
        for other in range(4):
            if other != die and s.blue[other] == face:
                alike += 1
        if alike == 0 and face < 4 and uniform(rng) < 0.8:
            mask |= 1 << die
    return mask


@kernel
def _novice_entry(s, rng):
    """Enters every other time, with what is in hand, against any face."""
    dice, faces = _in_hand(s), blue_faces(s)
    if s.barred or dice == 0 or faces == 0 or uniform(rng) < 0.4:
        return PASS
    face = 1 + below(rng, 6)
    while not faces >> face & 1:
        face = 1 + below(rng, 6)
    return AIM * dice + (1 << face)


# --- gifts


@kernel
def gift_pays(s):
    """Whether saving the ruined player with 1 pépète pays: the game is to end, it would end at once without them, it
    goes on with them,
    and the giver is not ahead. Then the gift buys catch-up duels, and with them a chance."""
    giver, ruined = int(s.giver), int(s.ruined)
    if s.money[ruined] > 0:  # somebody has given already
        return False
    ahead, ending = True, s.finish > 0 or s.time_up > 0
    for seat in range(int(s.players)):
        if seat != giver and s.money[seat] >= s.money[giver]:
            ahead = False
        if s.target and s.money[seat] >= s.target:
            ending = True
    if ahead or not ending or (s.duels and int(s.played) + 1 - int(s.duel_over) >= int(s.duels)):
        return False
    present = players_in(s)
    return equal_after(s, present & ~(1 << ruined)) and not equal_after(s, present)


def advise(view: "State", say: Say) -> list[Advice]:
    """What the master thinks of each legal move, best first."""
    from .advice import advice

    return advice(view, tables(("master",), view.players, view.options), say)
