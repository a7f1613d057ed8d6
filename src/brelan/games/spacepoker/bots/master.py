"""The master of SpacePoker.

Heads-up it plays the solved hand (`heads_up.py`). With three players and more it thinks over deals consistent with what
it saw: hands are drawn for the others as the regular bot would have exchanged them, kept as often as an expert holding
them would have staked so, and each of its own moves is played out to the end of the hand by experts.
"""

import numpy as np

from ....engine.kernel import copy_record, kernel, uniform, weighted
from ..rules import MAX_CHANCE, play
from ..rules import chance as outcomes
from ..rules.compiling import wide
from ..rules.lap import seats_dealt
from ..rules.pile import many_given, shuffle_rest, take_random
from ..rules.ships import HAND, LARGEST, MOST_GIVEN, all_but_smallest, how_many, smallest, strength
from ..rules.state import DROPS, IN, STAKE, STAKING, STATE, copies, encode, sizes
from .expert import expert_intends
from .heads_up import is_solved, solved_intends
from .intentions import EVERYTHING, RAISES, nearest_move
from .lookups import MADE_WITH_NOTHING, STEEPNESS, chance_exact, claim, hand_at, pot_reckoned
from .match import NO_STAKE, as_the_match_asks, decides_all, unanswerable
from .standing import chance_of_match

DEEPEST = 60  # moves of a hand played out
CANDIDATES = 4 + len(RAISES)  # moves thought over at most
ATTEMPTS = 30  # to draw a hand for another seat …
HOPEFUL = 20  # … after which it need no longer be believable
GOOD_FOR_ALL = 0.85  # a chance to win a hand that decides the match
THOROUGH = 500  # deals to think over for a stake, from which exchanges are weighed too and not looked up


@kernel
def master_intends(s, seat, rng, tables):
    if decides_all(s):
        return _for_the_lead(s, seat, tables)
    if is_solved(s, tables):
        return solved_intends(s, seat, rng, tables)
    intents, moves = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES, np.int64)
    worth, squares = np.zeros(CANDIDATES), np.zeros(CANDIDATES)
    n = search(s, seat, rng, tables, tables.samples, intents, moves, worth, squares)
    best = 0
    for k in range(1, n):
        if worth[k] > worth[best]:
            best = k
    return intents[best]


@kernel
def _for_the_lead(s, seat, tables):
    """Where whoever gets ahead has won: nothing is put down but with a good hand, as long as that costs nothing; then
    everything, so that the other must show or be behind.
    """
    if s.stakes[seat] or s.paid[seat]:
        return EVERYTHING
    if chance_exact(s, seat, tables) < GOOD_FOR_ALL:
        return DROPS
    return EVERYTHING if s.highest > 0 else 0


@kernel
def candidates(s, seat, intents, moves):
    """What is thought over: dropping, aligning, raising by half the pot, the pot, two and a half pots and everything,
    and the stake that nobody can answer. Answers how many moves that makes.
    """
    pot = pot_reckoned(s) + int(s.highest) - int(s.stakes[seat])
    n = 0
    lock = unanswerable(s, seat)
    for k in range(CANDIDATES - (lock == NO_STAKE)):
        intended = DROPS if k == 0 else EVERYTHING
        if 1 <= k < 2 + len(RAISES):
            intended = 0 if k == 1 else max(1, int(RAISES[k - 2] * pot))
        move = encode(STAKE, lock) if k == CANDIDATES - 1 else nearest_move(s, seat, intended)
        known = False
        for j in range(n):
            known = known or moves[j] == move
        if not known:
            intents[n], moves[n] = intended, move
            n += 1
    return n


@kernel
def _imagine(s, other, rest, hand, rng, tables):
    """A hand for another seat out of `rest`: dealt, and exchanged as the regular bot would; False if that gives another
    number of ships.
    """
    for i in range(LARGEST):
        hand[i] = 0
    for _ in range(HAND):
        hand[take_random(rest, 1, LARGEST, rng) - 1] += 1
    gives = int(tables.exchange[seats_dealt(s) - 2, hand_at(hand, tables)])
    many = how_many(gives)
    if s.exchanged[other] and many != many_given(s, other):
        return False
    while gives:
        hand[smallest(gives) - 1] -= 1
        gives = all_but_smallest(gives)
    for _ in range(many):
        hand[take_random(rest, 1, LARGEST, rng) - 1] += 1
    return True


@kernel
def _plausible(s, other, hand, rng, tables):
    """Whether somebody with that hand might well have staked so: more often the stronger, and never quite never."""
    claimed = claim(s, other)
    if claimed == 0:
        return True
    rank = tables.ranks[tables.hand_class[hand_at(hand, tables)]]
    least = MADE_WITH_NOTHING[claimed]
    return uniform(rng) < least + (1 - least) * rank ** STEEPNESS[claimed]


@kernel
def deal_like(s, r, seat, rng, tables):
    """Fills the others' hands of the copy `r` with a plausible deal."""
    rest, hand = np.zeros(LARGEST, np.int64), np.zeros(LARGEST, np.int64)
    for i in range(sizes(s)):
        rest[i] = copies(s) - int(s.ships[seat, i])
    for k in range(MOST_GIVEN):
        if s.given[seat, k]:
            rest[int(s.given[seat, k]) - 1] -= 1
    spare = rest.copy()
    for other in range(int(s.players)):
        if other == seat or s.inside[other] != IN:
            continue
        for attempt in range(ATTEMPTS):
            spare[:] = rest
            fits = _imagine(s, other, spare, hand, rng, tables)
            if fits and (attempt > HOPEFUL or _plausible(s, other, hand, rng, tables)):
                break
        for i in range(LARGEST):
            r.ships[other, i] = hand[i]
            rest[i] = max(0, rest[i] - hand[i])


@kernel
def play_out(r, seat, move, rng, tables, out, weights):
    """Plays the move, then the hand to its end, everybody as an expert and lots drawn by chance; answers the seat's
    chance of the match then.
    """
    hand = int(r.played)
    for _ in range(DEEPEST):
        play(r, move)
        if r.over or r.played != hand:
            break
        if r.phase == STAKING:
            turn = wide(r.turn)
            lock = unanswerable(r, turn)
            if lock != NO_STAKE:
                move = encode(STAKE, lock)
            else:
                move = nearest_move(r, turn, as_the_match_asks(r, turn, expert_intends(r, turn, rng, tables)))
        else:
            move = out[weighted(rng, weights, outcomes(r, out, weights))]
    return chance_of_match(r, seat, tables.solved)


@kernel
def search(s, seat, rng, tables, samples, intents, moves, worth, squares):
    """Each candidate's worth over plausible deals, as a chance of the match, and the mean of its squares; answers how
    many candidates there are.
    """
    n = candidates(s, seat, intents, moves)
    table, dealt = np.zeros(1, STATE), np.zeros(1, STATE)
    out, weights = np.zeros(MAX_CHANCE, np.int64), np.zeros(MAX_CHANCE, np.int64)
    for _ in range(samples):
        copy_record(dealt[0], s)
        deal_like(s, dealt[0], seat, rng, tables)
        stock_pile(dealt[0])
        for k in range(n):
            copy_record(table[0], dealt[0])
            chance = play_out(table[0], seat, moves[k], rng, tables, out, weights)
            worth[k] += chance / samples
            squares[k] += chance * chance / samples
    return n


@kernel
def deals_for(samples):
    """How many deals an exchange is weighed over: they are quicker than hands played out."""
    return samples * 5 // 2


@kernel
def best_gives(s, seat, rng, tables):
    """The ships to give, packed: those that win most showdowns, given how many the others exchanged."""
    hand = hand_at(s.ships[seat], tables)
    gives = tables.act_given[tables.first_act[hand] : tables.first_act[hand + 1]]
    wins = np.zeros(len(gives))
    sampled_wins(s, seat, rng, tables, gives, deals_for(tables.samples), wins)
    return int(gives[np.argmax(wins)])


@kernel
def sampled_wins(s, seat, rng, tables, gives, samples, wins):
    """How often each exchange takes the pot from all the others, were nobody to drop: they exchanged as many as is
    seen, or exchange as the regular bot does.
    """
    rest, spare, hand = np.zeros(LARGEST, np.int64), np.zeros(LARGEST, np.int64), np.zeros(LARGEST, np.int64)
    best = np.zeros(3, np.int64)  # the best of the others' strengths, and how many have it
    for _ in range(samples):
        for i in range(LARGEST):
            rest[i] = copies(s) - int(s.ships[seat, i]) if i < sizes(s) else 0
        best[0], best[1] = -1, 0
        for other in range(int(s.players)):
            if other == seat or s.inside[other] != IN:
                continue
            for _attempt in range(10 * ATTEMPTS):
                spare[:] = rest
                if _imagine(s, other, spare, hand, rng, tables):
                    break
            rest[:] = spare
            mine = strength(hand, s.kickers == 1)
            if mine > best[0]:
                best[0], best[1] = mine, 0
            best[1] += mine == best[0]
        for k in range(len(gives)):
            for i in range(LARGEST):
                hand[i], spare[i] = int(s.ships[seat, i]), rest[i]
            packed = int(gives[k])
            many = how_many(packed)
            while packed:
                hand[smallest(packed) - 1] -= 1
                packed = all_but_smallest(packed)
            for _ in range(many):
                hand[take_random(spare, 1, LARGEST, rng) - 1] += 1
            mine = strength(hand, s.kickers == 1)
            if mine > best[0]:
                wins[k] += 1.0 / samples
            elif mine == best[0]:
                wins[k] += 1.0 / samples / (best[1] + 1)


@kernel
def stock_pile(r):
    """What is left makes the pile, as if nothing had been put under it."""
    shuffle_rest(r)
