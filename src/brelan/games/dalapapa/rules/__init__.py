"""The rules of Dalapapa 72 (DAL-01 … DAL-14): the struct, and the turns played on the board of `board.py`."""

import numpy as np

from ....kernel import CHANCE, OVER, below, copy_record, kernel
from ....options import choice, flag
from ....words import N_
from .board import CELLS, MAX_LANDS, MAX_RIM, ORIGIN, PLACE, SQUARES, lay, place_code, placements
from .tiles import DOMINOES, FACES, SIDES

STATE = np.dtype(
    (
        np.record,
        [
            # the rim: free squares that touch a domino, and what each asks of a spot by the part it plays there
            ("rim_keys", np.int32, (MAX_RIM, 4)),
            ("rim_square", np.uint16, MAX_RIM),
            ("rim_x", np.int16, MAX_RIM),
            ("rim_y", np.int16, MAX_RIM),
            ("rim", np.int16),
            # the board: squares, dominoes in the order they were laid, groups of cells, closed territories
            ("square", np.uint16, SQUARES),
            ("laid_x", np.int16, DOMINOES),
            ("laid_y", np.int16, DOMINOES),
            ("parent", np.int16, CELLS),
            ("halves", np.int16, CELLS),
            ("open", np.int16, CELLS),
            ("land_cell", np.int16, MAX_LANDS),
            ("land_cells", np.int16, MAX_LANDS),
            ("lands", np.int16),
            ("unmarked", np.int16),  # closed territories without a marker
            ("scores", np.int16, 4),
            ("land_owner", np.int8, MAX_LANDS),  # 0: nobody; else the seat + 1
            ("laid_domino", np.int8, DOMINOES),
            ("laid_how", np.int8, DOMINOES),  # 4·face + turn
            ("laid", np.int8),
            # the table
            ("players", np.int8),
            ("tiles", np.int8),
            ("open_hands", np.int8),
            ("where", np.int8, DOMINOES),  # BAG (or out of sight), HAND, SHOWN, BOARD
            ("bag", np.int8),
            ("hand", np.int8, (4, 3)),  # domino + 1 in rising order; 0: none; UNKNOWN: out of sight
            ("tokens", np.int8, 4),
            ("reserve", np.int8),
            ("markers", np.int8, 4),
            ("plaque", np.int8),  # the seat that has it + 1
            # the turn
            ("phase", np.int8),
            ("turn", np.int8),
            ("stuck", np.int8),  # passes in succession that changed nothing (DAL-13)
            ("last_turns", np.int8),  # turns to finish before the end, this one included; 0: no plaque yet (DAL-12)
            ("over", np.int8),  # an index into ENDINGS
        ],
    )
)

TILE_SETS = (N_("four colours, two faces"), N_("two colours, one face"))
OPTIONS = (
    choice("tiles", "Dominoes", ("classic", "two-tone"), "classic", TILE_SETS),
    flag("open_hands", "Everybody's dominoes lie open", False),
)
MAX_MOVES = 3 * MAX_RIM * 8  # a rim square lies in three spots at most; two dominoes, two faces, two ways round
MAX_CHANCE = DOMINOES
# Typed, because Numba compiles a function anew for each plain constant it is given.
ALL, ONE, NONE = np.int64(MAX_MOVES), np.int64(1), np.int64(-1)
ENDINGS = (
    "",
    N_("the last turns are played"),
    N_("the player to move has no domino left"),
    N_("nobody can place a domino"),
)

DRAWING_THREE, OPENING, DEALING, PLACING, MARKING, DRAWING, REDRAWING = range(7)
BAG, HAND, SHOWN, BOARD = range(4)
UNKNOWN = 127
TOKENS, PLAQUE, OPENING_DOMINOES, HELD = 24, 5, 3, 2
MARKERS = (12, 8, 6)  # DAL-07, for 2, 3, 4 players

END, REPLAY, PASS, SHOW = 1, 2, 3, 4
MARK = 16  # MARK + n marks the n-th territory closed, from 1
DRAW = 1024  # DRAW + domino; DRAW + 72 is a domino nobody but its owner sees


@kernel
def start(s):
    s.bag = DOMINOES
    s.reserve = TOKENS
    s.turn = int(s.players) - 1  # DAL-06: the dealer
    s.phase = DRAWING_THREE


@kernel
def mover(s):
    if s.over:
        return OVER
    phase = int(s.phase)
    if phase == DRAWING_THREE or phase == DEALING or phase == DRAWING or phase == REDRAWING:
        return CHANCE
    return int(s.turn)


@kernel
def held(s, seat):
    """How many dominoes a seat holds."""
    return int(s.hand[seat, 0] != 0) + int(s.hand[seat, 1] != 0) + int(s.hand[seat, 2] != 0)


@kernel
def legal(s, out):
    seat, phase = int(s.turn), int(s.phase)
    if phase == PLACING:
        # DAL-08, DAL-09: one connection costs a token
        n = placements(s, int(s.hand[seat, 0]) - 1, int(s.hand[seat, 1]) - 1, 1 if s.tokens[seat] else 2, ALL, out)
        if n == 0:
            out[0] = PASS
            return 1
        return n
    if phase == OPENING:
        return _opening(s, seat, out)
    n = 1
    out[0] = END
    if can_replay(s, seat):
        out[n] = REPLAY
        n += 1
    if s.markers[seat]:
        for land in range(int(s.lands)):  # DAL-10
            if s.land_owner[land] == 0:
                out[n] = MARK + 1 + land
                n += 1
    return n


@kernel
def can_replay(s, seat):
    """DAL-11: two tokens, and a domino to play it with."""
    return s.tokens[seat] >= 2 and (s.bag > 0 or s.hand[seat, 0] != 0)


@kernel
def chance(s, out, weights):
    n = 0
    for domino in range(DOMINOES):
        if s.where[domino] == BAG:
            out[n] = DRAW + domino
            weights[n] = 1
            n += 1
    return n


@kernel
def play(s, move):
    if move >= PLACE:
        _place(s, move)
    elif move >= DRAW:
        _draw(s, move - DRAW)
    elif move >= MARK:
        _mark(s, move - MARK - 1)
    elif move == REPLAY:
        seat = int(s.turn)
        s.tokens[seat] -= 2
        s.reserve += 2
        s.phase = REDRAWING if s.bag else PLACING
    elif move == END:
        _end_turn(s)
    elif move == PASS:
        _pass(s)
    else:
        _take_back(s)


@kernel
def payoff(s, out):
    scores(s, out)


@kernel
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = s.scores[seat]


@kernel
def ending(s):
    return int(s.over)


@kernel
def hide(s, seat):
    """Blanks the dominoes others hold, but those they have shown (DAL-09)."""
    if s.open_hands:
        return
    for other in range(int(s.players)):
        if other == seat:
            continue
        known, unknown = 0, 0
        for k in range(3):
            domino = int(s.hand[other, k])
            if domino == 0:
                break
            if domino != UNKNOWN and s.where[domino - 1] == SHOWN:
                s.hand[other, known] = domino
                known += 1
            else:
                if domino != UNKNOWN:
                    s.where[domino - 1] = BAG
                unknown += 1
        for k in range(unknown):
            s.hand[other, known + k] = UNKNOWN


@kernel
def seen(s, move, seat):
    if DRAW <= move < DRAW + DOMINOES and seat != s.turn and not s.open_hands:
        return DRAW + DOMINOES
    return move


@kernel
def redeal(s, seat, rng):
    """Fills the hands out of sight from the dominoes out of sight, each as likely."""
    spots = np.zeros(12, np.int64)
    hidden = 0
    for other in range(int(s.players)):
        for k in range(3):
            if s.hand[other, k] == UNKNOWN:
                spots[hidden] = 3 * other + k
                hidden += 1
    if hidden == 0:
        return
    unseen = np.zeros(DOMINOES, np.int64)
    many = 0
    for domino in range(DOMINOES):
        if s.where[domino] == BAG:
            unseen[many] = domino
            many += 1
    while True:
        for k in range(hidden):
            j = k + below(rng, many - k)
            unseen[k], unseen[j] = unseen[j], unseen[k]
            s.hand[spots[k] // 3, spots[k] % 3] = unseen[k] + 1
        if s.phase != OPENING or s.laid == 0 or _can_go_on(s, int(s.turn)):  # a dealer who has begun can finish
            break
    for k in range(hidden):
        s.where[unseen[k]] = HAND
    for other in range(int(s.players)):
        _sort_hand(s, other)


@kernel
def sound(s):
    """Dominoes, tokens and markers are all there."""
    players = int(s.players)
    tokens, in_hands, elsewhere = int(s.reserve), 0, 0
    for seat in range(players):
        tokens += int(s.tokens[seat])
        in_hands += held(s, seat)
    for domino in range(DOMINOES):
        elsewhere += s.where[domino] == BAG
    marked = 0
    for land in range(int(s.lands)):
        marked += s.land_owner[land] != 0
    left = 0
    for seat in range(players):
        left += int(s.markers[seat])
    begun = s.phase > DEALING
    return (
        tokens == TOKENS
        and int(s.bag) + in_hands + int(s.laid) == DOMINOES
        and elsewhere == int(s.bag)
        and marked + int(s.unmarked) == int(s.lands)
        and (not begun or marked + left == players * MARKERS[players - 2])
    )


# --- the opening (DAL-06)


@kernel
def rim_colours(tiles, domino):
    """The colours on the rim of a domino, one bit each."""
    colours = 0
    for face in range(int(SIDES[tiles])):
        for side in range(6):
            colours |= 1 << (int(FACES[tiles, domino, face]) >> (2 * side) & 3)
    return colours


@kernel
def _opening(s, seat, out):
    """The dealer's placements, none of which may leave a domino that cannot be laid any more; or SHOW."""
    tiles = int(s.tiles)
    n = 0
    if s.laid == 0:
        if _can_go_on(s, seat):
            for k in range(OPENING_DOMINOES):
                domino = int(s.hand[seat, k]) - 1
                for face in range(int(SIDES[tiles])):
                    rim = int(FACES[tiles, domino, face]) & 0xFFF
                    turns = 2 if rim == (rim >> 6) | ((rim & 0x3F) << 6) else 4
                    for turn in range(turns):
                        out[n] = place_code(domino, face, turn, 0, 0)
                        n += 1
    else:
        one, two = int(s.hand[seat, 0]) - 1, int(s.hand[seat, 1]) - 1
        n = placements(s, one, two, ONE, ALL, out)
        if two >= 0:
            n = _keep_open(s, one, two, out, n)
    if n == 0:
        out[0] = SHOW
        return 1
    return n


@kernel
def _keep_open(s, one, two, out, n):
    """Keeps the second placements after which the third domino can be laid.

    Only one with a rim of one colour can ever be shut out.
    """
    tiles = int(s.tiles)
    kept = 0
    room = np.empty(1, STATE)  # kept: a record does not hold on to the array it lies in
    spare = np.empty(4, np.int64)
    for i in range(n):
        third = two if (out[i] >> 21 & 127) == one else one
        colours = rim_colours(tiles, third)
        fine = colours & (colours - 1) != 0
        if not fine:
            after = room[0]
            copy_record(after, s)
            _lay(after, out[i])
            fine = placements(after, third, NONE, ONE, ONE, spare) > 0
        if fine:
            out[kept] = out[i]
            kept += 1
    return kept


@kernel
def _can_go_on(s, seat):
    """Whether what the dealer holds can be laid: with what lies there, each domino must share a rim colour with
    another, all hanging together.
    """
    tiles = int(s.tiles)
    if s.laid == 2:
        return placements(s, int(s.hand[seat, 0]) - 1, NONE, ONE, ONE, np.empty(4, np.int64)) > 0
    colours = np.zeros(3, np.int64)
    for k in range(3):
        domino = int(s.hand[seat, k]) - 1
        colours[k] = rim_colours(tiles, domino if domino >= 0 else int(s.laid_domino[0]))
    shared = int(colours[0] & colours[1] != 0) + int(colours[1] & colours[2] != 0) + int(colours[0] & colours[2] != 0)
    return shared >= 2


@kernel
def _take_back(s):
    """Three that cannot be laid are shown and go back into the bag; three others are drawn."""
    seat = int(s.turn)
    for k in range(3):
        domino = int(s.hand[seat, k])
        if domino:
            s.where[domino - 1] = BAG
            s.hand[seat, k] = 0
    s.bag = DOMINOES
    s.phase = DRAWING_THREE


# --- turns


@kernel
def _lay(s, move):
    """Lays the domino of a placement's code; answers its connections."""
    return lay(s, move >> 21 & 127, move >> 20 & 1, move >> 18 & 3, (move >> 9 & 511) - ORIGIN, (move & 511) - ORIGIN)


@kernel
def _place(s, move):
    seat, domino = int(s.turn), move >> 21 & 127
    for k in range(3):
        if s.hand[seat, k] == domino + 1:
            for after in range(k, 2):
                s.hand[seat, after] = s.hand[seat, after + 1]
            s.hand[seat, 2] = 0
            break
    s.where[domino] = BOARD
    met = _lay(s, move)
    if s.phase == OPENING:  # DAL-06: no tokens move
        if s.laid == OPENING_DOMINOES:
            _deal(s)
        return
    # DAL-08: one connection costs a token, each beyond two brings one, as long as the reserve lasts
    gain = min(met - 2, int(s.reserve))
    s.tokens[seat] += gain
    s.reserve -= gain
    s.stuck = 0
    s.phase = MARKING
    _settle(s)


@kernel
def _deal(s):
    """DAL-07."""
    players = int(s.players)
    for seat in range(players):
        s.tokens[seat] = 2
        s.markers[seat] = MARKERS[players - 2]
    s.reserve = TOKENS - 2 * players
    s.turn = 0
    s.phase = DEALING


@kernel
def _draw(s, domino):
    seat, phase = int(s.turn), int(s.phase)
    s.where[domino] = HAND
    s.bag -= 1
    s.hand[seat, held(s, seat)] = domino + 1
    _sort_hand(s, seat)
    if phase == DRAWING_THREE:
        if held(s, seat) == OPENING_DOMINOES:
            s.phase = OPENING
    elif phase == DEALING:
        if held(s, seat) == HELD:
            if seat + 1 == s.players:
                s.turn = 0
                s.phase = PLACING
            else:
                s.turn = seat + 1
    elif phase == REDRAWING:
        s.phase = PLACING
    else:
        _next_turn(s)


@kernel
def _sort_hand(s, seat):
    """In rising order, so that a place in the hand tells nothing; 0 stays last."""
    for i in range(2):
        for j in range(2 - i):
            a, b = int(s.hand[seat, j]), int(s.hand[seat, j + 1])
            if b and b < a:
                s.hand[seat, j] = b
                s.hand[seat, j + 1] = a


@kernel
def _settle(s):
    """After a placement or a mark: the turn ends by itself where nothing can be marked or bought."""
    seat = int(s.turn)
    if not (s.markers[seat] and s.unmarked) and not can_replay(s, seat):
        _end_turn(s)


@kernel
def _mark(s, land):
    """DAL-10, DAL-12, DAL-14."""
    seat = int(s.turn)
    s.land_owner[land] = seat + 1
    s.unmarked -= 1
    s.markers[seat] -= 1
    s.scores[seat] += s.land_cells[land]
    if s.markers[seat] == 0 and s.plaque == 0:
        s.plaque = seat + 1
        s.scores[seat] += PLAQUE
        s.last_turns = s.players
    _settle(s)


@kernel
def _pass(s):
    """DAL-09: the hand is shown, a token is taken. No marking, no replay, no draw."""
    seat = int(s.turn)
    for k in range(2):
        if s.hand[seat, k]:
            s.where[int(s.hand[seat, k]) - 1] = SHOWN
    helped = s.reserve > 0
    # A pass that gives the token a placement was waiting for is no dead end (DAL-13).
    waiting = (
        s.tokens[seat] == 0
        and placements(s, int(s.hand[seat, 0]) - 1, int(s.hand[seat, 1]) - 1, ONE, ONE, np.empty(16, np.int64)) > 0
    )
    if helped:
        s.tokens[seat] += 1
        s.reserve -= 1
    s.stuck = 0 if helped and waiting else int(s.stuck) + 1
    _next_turn(s)


@kernel
def _end_turn(s):
    """DAL-11: a domino is drawn, if the bag has one and the game goes on."""
    if s.bag and s.last_turns != 1:
        s.phase = DRAWING
    else:
        _next_turn(s)


@kernel
def _next_turn(s):
    if s.last_turns:  # DAL-12
        s.last_turns -= 1
        if s.last_turns == 0:
            s.over = 1
            return
    s.turn = (int(s.turn) + 1) % int(s.players)
    s.phase = PLACING
    if s.hand[int(s.turn), 0] == 0:  # DAL-13
        s.over = 2
    elif s.stuck >= s.players:
        s.over = 3
