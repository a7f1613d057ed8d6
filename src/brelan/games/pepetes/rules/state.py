"""The constants of Pépètes: what is going on, and what a move code means."""

SEATS = 6
STARTING_MONEY = 15  # PEP-02: ten 1s and a 5
MOST = 5000  # the most one stake or gift can be: a bound on the list of legal moves, out of reach of any target

# What is going on.
PICK, LEAD, DUEL, BETS, STAKES, CARDS_TURN, GIFTS = range(7)

# How the bets lie: none, being chosen, stakes being told, face down, cards being turned over, turned over.
NO_BETS, CHOOSING, TELLING, FACE_DOWN, TURNING, TURNED = range(6)

# The dice in the air: one bit each, the four blue ones, the black one, the two red ones.
BLACK_BIT = 1 << 4
RED_BIT = 1 << 5
ALL_FIVE = 31

# Moves of a seat.
PASS = 0  # codes 1 to 15 throw the blue dice of that bit mask again
THROW_ALL = 16
AIM = 128  # AIM * (bits of the red dice thrown) + a bit for each announced face (1 << face)
CARD = 600
CARD_HIDDEN = 620  # what the others see of it
STAKE = 10_000
STAKE_HIDDEN = 9_999
GIVE = 20_000
# Moves of chance and of the referee.
DIE, BLUE, BLACK, RED = 640, 650, 660, 670
TELL = 1 << 26  # TELL + first stake * 8192 + second stake: the stakes of one bettor become public (PEP-16)
TURN = 700  # TURN + 14 * first card + second card: one bettor's cards are turned over (PEP-15)
