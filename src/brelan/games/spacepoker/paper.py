"""SpacePoker from the printer: ships with their backs, a page of planets for each player, the opener's button."""

from ...draw.cutouts import Cell, Deck, Drawing, Note, Piece, ScoreSheet, Sheet
from ...draw.drawing import BRASS, BRASS_DARK, INK, PAPER_SHADE, group, tag
from ...draw.drawing import text as label
from ...model.words import Say
from . import SEATS
from .rules.planets import EACH, EACH_POINTS
from .rules.ships import COMBINATIONS, COPIES, MOST_GIVEN, SIZES
from .table.pieces import PLANETS, back, face, planet, ship

CARD = (39.0, 55.0)  # millimetres
PLANET = (38.0, 42.0)
BUTTON = 24.0
LETTERS = 11.0  # size of a ship's name: on paper the longest fits unsqueezed
# What makes each combination, weakest first, in ships of sizes that show it well.
_SHOWN = ((4, 4), (4, 4, 2, 2), (3, 3, 3), (3, 3, 3, 5, 5), (2, 2, 2, 2), (5, 5, 5, 5, 5), (1, 2, 3, 4, 5))


def sheets(say: Say) -> list[Sheet]:
    small, large = SIZES[:2]  # the third fleet is for study alone
    ships = tuple(_ship(size, say) for size in range(1, small + 1) for _ in range(COPIES[0]))
    more = tuple(_ship(size, say) for size in range(small + 1, large + 1) for _ in range(COPIES[1]))
    taken = COPIES[0] - COPIES[1]
    found: list[Sheet] = [
        Deck(say("The ships"), ships, *CARD),
        Deck(
            say("Ships for the 7×5 fleet"),
            more,
            *CARD,
            note=say("For this option only: add them, and put {n} of each other size aside.", n=taken),
        ),
    ]
    planets = tuple(_planet(value) for value, many in enumerate(EACH, 1) for _ in range(many))
    for player in range(1, SEATS[1] + 1):
        title = say("The planets of player {n}", n=player)
        note = say.count("Worth {n} point in all.", "Worth {n} points in all.", EACH_POINTS)
        found.append(Deck(title, planets, *PLANET, note=note))
    found.append(Deck(say("The opener's button"), (Piece(_button(say), name="button"),), BUTTON, BUTTON))
    return found


def _ship(size: int, say: Say) -> Piece:
    fitted = f"scale({CARD[0] / 84:.4f} {CARD[1] / 118:.4f})"
    return Piece(
        tag("g", face(size, say, LETTERS), transform=fitted), tag("g", back(), transform=fitted), name=f"ship {size}"
    )  # fmt: skip


def _planet(value: int) -> Piece:
    """A planet card. As many moons as points: values are told apart without colours too."""
    width, height = PLANET
    body = tag(
        "rect", x=1.5, y=1.5, width=width - 3, height=height - 3, rx=2.5, fill="none", stroke=PLANETS[value - 1],
        stroke_width=0.9,
    )  # fmt: skip
    body += group(tag("g", planet(0, 0, value, 9), transform="scale(1.25)"), width / 2, 17.5)
    for at in range(value):
        x = width / 2 + 4.0 * (at - (value - 1) / 2)
        body += tag("circle", cx=x, cy=34.6, r=1.5, fill=PLANETS[value - 1], stroke=INK, stroke_width=0.3)
    for x, y, turn in ((5.5, 8, 0), (width - 5.5, height - 8, 180)):
        corner = label(0, 1.6, str(value), 5.5, fill=INK, serif=True, font_weight="bold")
        body += tag("g", corner, transform=f"translate({x:g} {y:g}) rotate({turn})")
    return Piece(body, name=f"planet {value}")


def _button(say: Say) -> str:
    half = BUTTON / 2
    disc = tag("circle", cx=half, cy=half, r=11, fill=BRASS, stroke=BRASS_DARK, stroke_width=1.2)
    ring = tag("circle", cx=half, cy=half, r=9.4, fill="none", stroke=INK, stroke_width=0.4)
    vessel = group(tag("g", ship(4, INK), transform="scale(.12)"), half, half - 2.4)
    return disc + ring + vessel + label(half, half + 6.4, say("opener"), 3.2, fill=INK, serif=True, font_weight="bold")


# --- memo, figures, scores


def memo(say: Say) -> list[Note]:
    ranking: list[tuple[Cell, ...]] = []
    for place, made in enumerate(range(len(COMBINATIONS) - 1, -1, -1), 1):
        ranking.append((str(place), _hand(_SHOWN[made]), say(COMBINATIONS[made])))
    return [
        Note(say("The combinations, best first"), rows=tuple(ranking)),
        Note(
            say("A hand"),
            (
                say("1. Five ships each, face down."),
                say("2. Exchange up to {n} ships with the pile, or none.", n=MOST_GIVEN),
                say("3. Stake planets: align, raise, or drop out."),
                say("4. Stakes equal at the end of a lap: show. The best combination takes every planet staked."),
            ),
        ),
        Note(
            say("Paying"),
            (
                say("Exactly, with planets you own: the fewest planets, the largest first."),
                say("Equal combinations: the larger ships win."),
            ),
        ),
        Note(
            say("Rules of the house"),
            (
                say("Nobody stakes more than the poorest still in can answer. (Text: any stake one can pay.)"),
                say("Change: one planet for others of the same worth, a 6 for a 5 and a 1. (Text: no change.)"),
                say("Ante: 1 point in hand 1, 2 in hand 2, and so on; who has less puts in all. (Text: none.)"),
                say("Ten hands; the opener moves one seat to the left each hand. (Text: the first seat opens.)"),
            ),
        ),
    ]


def _hand(sizes: tuple[int, ...]) -> Drawing:
    """Ships side by side, small."""
    ships = "".join(group(tag("g", ship(size), transform="scale(.5)"), 30 + 56 * k, 30) for k, size in enumerate(sizes))
    return Drawing(ships, 6.4 * len(sizes), 6.86, (0, 0, 56 * len(sizes), 60))


def figures(say: Say) -> dict[int, Drawing]:
    sizes = range(1, SIZES[0] + 1)
    fleet = "".join(group(face(size, say, LETTERS), 92 * (size - 1), 0) for size in sizes)
    row = "".join(planet(14 + 26 * k, 14, value, 11) for k, value in enumerate(range(1, len(EACH) + 1)))
    ground = tag("rect", x=-2, y=-2, width=164, height=32, rx=4, fill=PAPER_SHADE)
    return {
        1: Drawing(fleet, 80, 21.1, (-1, -1, 92 * len(sizes) - 6, 120)),
        4: Drawing(ground + row, 62, 12.1, (-2, -2, 164, 32)),
    }


def score_sheet(say: Say) -> ScoreSheet:
    return ScoreSheet(say("Score sheet"), 20, say("hand"), say("The points each player holds after every hand."))
