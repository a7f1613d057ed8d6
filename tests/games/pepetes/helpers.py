"""Playing Pépètes by hand in tests."""

import brelan

GAME = brelan.game("pepetes")


def cleared(state):
    """Clears away what was settled: most tests look at what comes after it."""
    while state.at_result:
        state.play("next")
    return state


def run(state, moves):
    """Plays moves separated by `;`, clearing results away."""
    for move in moves.split(";"):
        state.play(move)
        cleared(state)
    return state


def table(players=2, lead=0, **options):
    """A table whose first duel is about to begin: `lead` (0 or 1) attacks."""
    state = GAME.new(players=players, chance="manual", **options)
    return run(state, "die 6; die 3" if lead == 0 else "die 2; die 5")


def a1(state, blue, black):
    """A1: all five dice."""
    return run(state, "throw all; " + "; ".join(f"blue {face}" for face in blue.split()) + f"; black {black}")


def bet(state, first="none", second="none"):
    """A bettor's four answers: "suite 4 x 5" is a card and its stake."""
    for one in (first, second):
        card, _, stake = one.partition(" x ")
        run(state, f"card {card}; stake {stake or 'none'}")
    return state


def tell_stakes(state):
    """The referee tells the stakes, or turns the cards over: the only outcome there is."""
    while state.mover == brelan.CHANCE and state.moves()[0].startswith(("stakes", "cards")):
        state.apply(state.legal()[0])
    return cleared(state)


def no_bets(state):
    """Everybody abstains."""
    while "card none" in state.moves() or "stake none" in state.moves():
        state.play("card none" if "card none" in state.moves() else "stake none")
    return tell_stakes(state)


def passes(state, count):
    """So many passes in a row; bettors abstain."""
    for _ in range(count):
        state.play("pass")
        no_bets(state)
    return state


def whole_round(state, blue, black):
    """A round in which nobody does anything after A1."""
    return passes(a1(state, blue, black), 5)


def set_money(state, *money):
    """Gives the players this money, through the bank."""
    struct = state.struct
    for seat, amount in enumerate(money):
        struct["bank"] += struct["money"][seat] - amount
        struct["money"][seat] = amount
    return state


def money(state):
    return list(state.scores)
