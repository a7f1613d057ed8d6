"""The referee's numbers: who moves when no seat does, and the two moves that are the referee's own.

Examples:
    >>> import brelan
    >>> state = brelan.game("dodeka").new(players=2, chance="manual", minutes=30)
    >>> state.play("throw 1 2 3")
    >>> state.mover == brelan.CHANCE, state.mover == brelan.OVER
    (True, False)
    >>> state.apply(brelan.TIME)
    >>> state.log[-1] == brelan.TIME, state.view(brelan.SPECTATOR)["seat"] == brelan.SPECTATOR
    (True, True)
    >>> brelan.NEXT in state.legal()
    False
"""

CHANCE = -1
"""The mover when a throw, a deal or a draw is pending."""
OVER = -2
"""The mover when the game has ended."""
SPECTATOR = -1
"""The seat of someone who only watches."""

# Reserved codes, the same in every game.
TIME = -3
"""The agreed time is up: legal once whenever a game has a time limit; it has no odds."""
NEXT = -4
"""A result is cleared away: an outcome of chance with weight 1, and the only one while the result lies there."""

ILLEGAL = -10
"""What a driver answers instead of the next mover to a move that is not legal."""

WORDS = {TIME: "time", NEXT: "next"}
CODES = {words: code for code, words in WORDS.items()}
