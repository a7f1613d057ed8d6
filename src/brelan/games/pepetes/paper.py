"""Pépètes from the printer: notes in the box's numbers, thirteen bet cards for each of six players, seven dice."""

from ...draw.cutouts import Deck, Drawing, Nets, Note, Piece, ScoreSheet, Sheet
from ...draw.drawing import BLACK, BLUE, BRASS_DARK, INK, IVORY, PAPER, RED, SEAT_COLOURS, WOOD, die6, group, pips, tag
from ...draw.drawing import text as label
from ...draw.nets import DOWN, EAST, NORTH, SOUTH, UP, WEST, cube, points_of
from ...model.words import Say
from . import SEATS
from .rules.combinations import BEST_FIRST, BONUS, CARDS, NAMES
from .rules.state import STARTING_MONEY
from .table.drawing import NOTE_COLOURS, bet_back, bet_sign, note_paper

BOX = {1: 150, 5: 6, 10: 6, 20: 6, 50: 6}  # PEP-02: notes by value
DICE = ((BLUE, 4), (BLACK, 1), (RED, 2))  # PEP-01
EDGE, FLAP = 18.5, 6.0  # millimetres
NOTE = (49.0, 24.0)
CARD = (34.0, 40.0)
VALUES = {UP: 1, EAST: 2, NORTH: 3, SOUTH: 4, WEST: 5, DOWN: 6}  # opposite faces sum to 7


def sheets(say: Say) -> list[Sheet]:
    dice = tuple(die_net(colour) for colour, many in DICE for _ in range(many))
    notes = tuple(Piece(_note(value, say), name=f"note {value}") for value, many in BOX.items() for _ in range(many))
    found: list[Sheet] = [
        Nets(say("The dice: four blue, one black, two red"), dice, say("The printed side outside.")),
    ]
    for seat in range(SEATS[1]):
        cards = tuple(Piece(_bet(card, say), _back(seat), f"bet {card}") for card in range(1, CARDS))
        found.append(Deck(say("The bet cards of player {n}", n=seat + 1), cards, *CARD))
    start = say("Everybody starts with {n} pépètes: ten notes of 1 and one of 5.", n=STARTING_MONEY)
    found.append(Deck(say("The notes"), notes, *NOTE, note=start))
    return found


def die_net(colour: str) -> Drawing:
    """A die to fold. Red ones have a pale frame on each face: no printer without colours takes them for blue."""
    net = cube(EDGE, FLAP)

    def face(at: int) -> str:
        x, y = net.middle(at)
        body = tag("polygon", points=points_of(net.faces[at]), fill=colour)
        if colour == RED:
            side = EDGE - 4.4
            body += tag(
                "rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=1.6, fill="none", stroke=IVORY,
                stroke_width=0.9,
            )  # fmt: skip
        return body + group(pips(VALUES[at], EDGE * 0.25, EDGE * 0.085, IVORY), x, y)

    x, y, width, height = net.box
    return Drawing(net.drawn(face), width + 2, height + 2, (x - 1, y - 1, width + 2, height + 2))


def _note(value: int, say: Say) -> str:
    """A banknote: a coloured edge, and inside, where ink is dear, paper with its value and its name."""
    width, height = NOTE
    edge = tag("g", note_paper(value), transform=f"scale({width / 34:.4f} {height / 22:.4f})")
    inside = tag("rect", x=4, y=3.4, width=width - 8, height=height - 6.8, rx=2, fill=PAPER)
    colour = NOTE_COLOURS[value]
    ring = tag("ellipse", cx=width / 2, cy=height / 2, rx=8.2, ry=7, fill="#fff", stroke=colour, stroke_width=0.7)
    words = label(width / 2, height / 2 + 3.1, str(value), 9, fill=INK, serif=True, font_weight="bold")
    for x, y in ((8.6, 8.4), (width - 8.6, height - 5.4)):
        words += label(x, y, str(value), 4.6, fill=INK, serif=True, font_weight="bold")
    name = say.count("pépète", "pépètes", value)
    return edge + inside + ring + words + label(10, height - 5.4, name, 3, fill=colour, serif=True)


def _bet(card: int, say: Say) -> str:
    return _card(IVORY, bet_sign(card, say, letters=8.5))


def _back(seat: int) -> str:
    """The back of a bet card: whose it is, and no more."""
    badge = tag("circle", cx=18, cy=22, r=8.4, fill=SEAT_COLOURS[seat], stroke=IVORY, stroke_width=1)
    ink = INK if seat in (2, 3) else IVORY
    return _card(WOOD, bet_back() + badge + label(18, 26.4, str(seat + 1), 12, fill=ink, serif=True))


def _card(ground: str, content: str) -> str:
    frame = tag("rect", x=1, y=1, width=34, height=42, rx=3, fill=ground, stroke=BRASS_DARK, stroke_width=1)
    return tag("g", frame + content, transform=f"scale({CARD[0] / 36:.4f} {CARD[1] / 44:.4f})")


# --- memo, figures, scores


def memo(say: Say) -> list[Note]:
    return [
        Note(
            say("The attacker's dice, and one bonus"),
            rows=tuple((say(NAMES[card]), f"+{BONUS[card]}") for card in BEST_FIRST),
        ),
        Note(
            say("A round: A1 D1 A2 D2 A3 D3"),
            (
                say("The attacker throws blue dice again, or passes; the black one stays as it fell in A1."),
                say("The defender announces faces that show on blue dice, and throws one or two red ones."),
                say("A face hit: all blue dice showing it go, and the red die with them. A miss: its points are lost."),
                say("A 1 left with the attacker: no defence next round. A red 1 in hand: no second round."),
            ),
        ),
        Note(
            say("Bets, after D1"),
            (
                say("Up to two cards, face down: a digit for 1 pépète, a combination for any stake."),
                say("Won if the attacker's last dice hold it: the stake comes back, and as much again."),
            ),
        ),
    ]


def figures(say: Say) -> dict[int, Drawing]:
    faces = ((BLUE, 6), (BLUE, 6), (BLUE, 3), (BLUE, 5), (BLACK, 4), (RED, 6), (RED, 2))
    xs = (26, 80, 134, 188, 252, 330, 384)
    drawn = "".join(die6(x, 28, face, 44, colour, IVORY) for x, (colour, face) in zip(xs, faces, strict=True))
    return {2: Drawing(drawn, 80, 11, (0, 0, 410, 56))}


def score_sheet(say: Say) -> ScoreSheet:
    return ScoreSheet(say("Score sheet"), 20, say("duel"), say("Everybody's money after every duel."))
