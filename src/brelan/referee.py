"""The referee's numbers: who moves when no seat does, and the two moves that are the referee's own."""

CHANCE = -1  # the mover when a throw, a deal or a draw is pending
OVER = -2  # the mover when the game has ended
SPECTATOR = -1  # the seat of someone who only watches

# Reserved codes, the same in every game.
TIME = -3  # the agreed time is up: legal once whenever a game has a time limit; it has no odds
NEXT = -4  # a result is cleared away: an outcome of chance with weight 1, and the only one while the result lies there

WORDS = {TIME: "time", NEXT: "next"}
CODES = {words: code for code, words in WORDS.items()}
