"""The rules of 4D (4D-01 … 4D-09), in the order of the rulebook."""

from collections.abc import Mapping

from ....engine.kernel import CHANCE, OVER, inner_kernel, kernel
from ....model.options import Value
from ....model.words import Sentence
from .geometry import ORIENTATIONS
from .lines import MOST_POINTS, wins_at_once
from .repetition import forget, remember
from .square import may_lock, position, result_of, tip_dice, turn_square, turns_for
from .state import (
    ENDINGS,
    MAX_CHANCE,
    MAX_MOVES,
    NO_TIP,
    NONE,
    OPEN,
    OPTIONS,
    PLACES,
    QUINTE_MADE,
    STATE,
    TARGET_REACHED,
    TIPS,
    WAYS,
    decode,
    decode_throw,
    encode,
    encode_throw,
)

__all__ = [
    "ENDINGS",
    "MAX_CHANCE",
    "MAX_MOVES",
    "OPEN",
    "OPTIONS",
    "STATE",
    "chance",
    "check",
    "ending",
    "legal",
    "mover",
    "payoff",
    "play",
    "scores",
    "sound",
    "start",
]


def check(options: Mapping[str, Value]) -> Sentence | None:
    """Options that contradict each other."""
    if int(options["handicap"]) >= int(options["target"]):
        return Sentence("Option handicap must stay below option target, which is {target}.", target=options["target"])
    if options["quinte_wins"] and not options["fifth"]:
        return Sentence("Option quinte_wins needs the fifth die: set option fifth to yes.")
    return None


@kernel
def start(s):
    s.scores[0] = s.handicap


@inner_kernel
def mover(s):
    if s.over:
        return OVER
    if s.thrown < PLACES + int(s.fifth):
        return CHANCE
    return int(s.to_play)


@inner_kernel
def chance(s, out, weights):
    """4D-02: the dice come to rest one by one, near, left, far, right in seat 0's frame, then the fifth."""
    for orientation in range(ORIENTATIONS):
        out[orientation] = encode_throw(orientation)
        weights[orientation] = 1
    return ORIENTATIONS


@inner_kernel
def legal(s, out):
    if not s.opened:  # 4D-03: always all four
        for lock in range(PLACES):
            out[lock] = encode(NO_TIP, NONE, lock)
        return PLACES
    n = 0
    need = int(s.target) - int(s.scores[s.to_play])
    near = need <= MOST_POINTS or s.quinte_wins != 0  # whether a tip could win at all
    for tip in range(TIPS):
        for way in range(WAYS if s.fifth else 1):
            fifth = way if s.fifth else NONE
            if near:
                points, made = result_of(s, tip, fifth)
                if wins_at_once(points, made, need, s.quinte_wins):
                    out[n] = encode(tip, fifth, NONE)
                    n += 1
                    continue
            for lock in range(PLACES):
                if may_lock(lock, s.turn):
                    out[n] = encode(tip, fifth, lock)
                    n += 1
    return n


@inner_kernel
def play(s, move):
    orientation = decode_throw(move)
    if orientation >= 0:
        s.dice[int(s.thrown)] = orientation
        s.thrown = int(s.thrown) + 1
        return
    tip, fifth, lock = decode(move)
    s.last = move
    if tip == NO_TIP:
        _open(s, lock)
    else:
        _take_turn(s, tip, fifth, lock)


@inner_kernel
def _open(s, lock):
    """4D-03: seat 0 turns the square, seat 1 begins."""
    turn_square(s, turns_for(lock))
    s.opened = 1
    s.to_play = 1
    s.past[0] = position(s)


@inner_kernel
def _take_turn(s, tip, fifth, lock):
    """Tip, score, turn."""
    seat = int(s.to_play)
    points, made = result_of(s, tip, fifth)
    tip_dice(s, tip, fifth)
    need = int(s.target) - int(s.scores[seat])
    s.scores[seat] = int(s.scores[seat]) + points
    s.gained = points
    s.made = made
    if lock == NONE:  # 4D-07: the winner's square is not turned, and the winner stays the one to play
        s.over = TARGET_REACHED if points >= need else QUINTE_MADE
        forget(s)
        return
    turn_square(s, turns_for(lock))
    s.to_play = 1 - seat
    remember(s, points)


@kernel
def payoff(s, out):
    out[0] = 0
    out[1] = 0
    if s.over == TARGET_REACHED or s.over == QUINTE_MADE:
        out[int(s.to_play)] = 1
        out[1 - int(s.to_play)] = -1


@kernel
def scores(s, out):
    out[0] = s.scores[0]
    out[1] = s.scores[1]


@kernel
def ending(s):
    return int(s.over)


@kernel
def sound(s):
    """Nobody has passed the target while the game goes on, and every die is a die."""
    fine = True
    for die in range(PLACES + 1):
        fine = fine and 0 <= int(s.dice[die]) < ORIENTATIONS
    for seat in range(2):
        fine = fine and (s.over != 0 or int(s.scores[seat]) < int(s.target))
    return fine
