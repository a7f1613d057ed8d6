"""Tables of SpacePoker for tests: chance is played by hand."""

import brelan
from brelan.games.spacepoker.rules.state import DEALING, DRAWING_LOTS, EXCHANGING, SHOWING

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
