"""Tables of SpacePoker for tests: chance is played by hand."""

import brelan
from brelan.games.spacepoker.rules.planets import VALUES
from brelan.games.spacepoker.rules.state import DEALING, DRAWING_LOTS, EXCHANGING, IN, SETTLED, SHOWING
from brelan.play import story

GAME = brelan.game("spacepoker")


def new(players=2, **options):
    return GAME.new(players=players, chance="manual", **options)


def deal(state, *hands):
    """Deals these hands, the opener's first, ship by ship round the table."""
    assert state.struct.phase == DEALING
    for card in range(5):
        for hand in hands:
            state.play(f"deal {hand[card]}")


def keep_all(state):
    while state.struct.phase == EXCHANGING:
        state.play("exchange none")


def show_all(state):
    """Turns up the hands still in; answers whether the pot has to be drawn for."""
    while not state.over and state.struct.phase == SHOWING:
        state.apply(state.legal()[0])
    return not state.over and state.struct.phase == DRAWING_LOTS


def set_planets(state, *rows):
    """Gives each seat these planets by value: only for positions the rules reach in long games."""
    for seat, row in enumerate(rows):
        state.struct["planets"][seat] = row
    return state


# --- the law of the house

HOUSE = GAME.preset("house")
PAIRS = ((1, 1, 2, 3, 4), (2, 2, 1, 3, 4), (3, 3, 1, 2, 4), (4, 4, 1, 2, 3), (5, 5, 1, 2, 3))


def row(*planets):
    """A row of planets by value, from the planets themselves."""
    return [planets.count(value) for value in range(1, VALUES + 1)]


def before_hand(number, *rows, **options):
    """A table where `next` begins a hand: before its antes each seat has these planets."""
    state = new(len(rows), **HOUSE | options)
    s = state.struct
    s["phase"], s["played"] = SETTLED, number - 1
    s["opener"] = len(rows) - 1  # seat 0 opens
    s["pot"], s["paid"], s["inside"] = 0, 0, 0
    return set_planets(state, *rows)


def hand(number, *rows, **options):
    """The same at the first move of the hand."""
    state = before_hand(number, *rows, **options)
    state.play("next")
    return state


def told(state, move, seat=None, lang="en"):
    """Plays a move; what one seat is told of it."""
    before = state.copy()
    state.play(move)
    return [scene.text for scene in story.scenes(before, state.log[-1], state, seat, lang)]


def at_stakes(number, *rows, **options):
    state = hand(number, *rows, **options)
    dealt = [PAIRS[seat] for seat in range(len(rows)) if state.struct.inside[seat] == IN]
    deal(state, *dealt)
    keep_all(state)
    return state


def stakes_of(state):
    """The amounts open to the seat to act."""
    return [0 if move == "stay" else int(move.split()[1]) for move in state.moves() if move != "drop"]
