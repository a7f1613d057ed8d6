"""The lines that upper faces make, and what they are worth (4D-05, 4D-09)."""

from ....kernel import kernel
from ....words import N_

# Best line first.
QUINTE, FIVE, FULL, SUITE, CARRE, DOUBLE_PAIRE, BRELAN, TRIO, PAIRE, NOTHING = range(10)
LINES = (
    N_("quinte"),
    N_("five equal"),
    N_("full"),
    N_("suite"),
    N_("carré"),
    N_("double paire"),
    N_("brelan"),
    N_("trio"),
    N_("paire"),
    N_("nothing"),
)
BASE = (15, 13, 9, 10, 8, 7, 6, 5, 3, 0)
MOST_POINTS = max(BASE) + 6  # no line brings more


@kernel
def tally(a, b, c, d, e):
    """How often each face lies up, three bits a face; e is 0 without a fifth die."""
    return (1 << 3 * a) + (1 << 3 * b) + (1 << 3 * c) + (1 << 3 * d) + (1 << 3 * e)


@kernel
def score(faces, pairs):
    """The points of a tally of upper faces and the line that makes them."""
    five = four = three = pair = second = run = trio = suite = quinte = 0
    for face in range(1, 7):
        many = faces >> 3 * face & 7
        run = run + 1 if many else 0
        if many >= 2:
            second = pair
            pair = face
        if many >= 3:
            three = face
        if many >= 4:
            four = face
        if many >= 5:
            five = face
        if run >= 3:
            trio = face
        if run >= 4:
            suite = face
        if run >= 5:
            quinte = face
    points, made = 0, NOTHING
    values = (
        quinte,
        five,
        three if second and three else 0,
        suite,
        four,
        pair if second else 0,
        three,
        trio,
        pair if pairs else 0,
    )
    for line in range(QUINTE, NOTHING):  # the line worth most; on equal points the higher in the table
        if values[line] and BASE[line] + values[line] > points:
            points = BASE[line] + values[line]
            made = line
    return points, made


@kernel
def wins_at_once(points, made, need, quinte_wins):
    """4D-07: whether these points reach the target, or a quinte ends the game (4D-09)."""
    return points >= need or (quinte_wins and made == QUINTE)
