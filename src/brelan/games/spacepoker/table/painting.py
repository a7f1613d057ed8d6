"""The cover of SpacePoker: a suite astronomique fanned out among the stars."""

from ....draw.drawing import BRASS, IVORY, picture, tag
from ....model.words import Say
from .pieces import NIGHT, NIGHT_EDGE, card, planet

STARS = ((30, 40), (82, 22), (140, 54), (196, 18), (262, 44), (330, 26), (372, 70), (24, 118), (380, 150), (14, 196))


def cover(say: Say) -> str:
    """The picture the house hangs beside the game's name."""
    ground = tag("rect", width="100%", height="100%", fill=NIGHT)
    ground += tag("circle", cx=330, cy=66, r=44, fill=BRASS) + tag(
        "path", d="M262 86 C300 110 372 84 396 44", fill="none", stroke=IVORY, stroke_width=7, stroke_linecap="round"
    )
    ground += "".join(tag("circle", cx=x, cy=y, r=1.5 + (x + y) % 3 / 2, fill=IVORY) for x, y in STARS)
    ground += tag("ellipse", cx=200, cy=330, rx=300, ry=90, fill=NIGHT_EDGE)
    hand = ""
    for at in range(5):
        turn = 13 * (at - 2)
        hand += tag("g", card(-42, -330, at + 1, say), transform=f"translate(200 432) rotate({turn})")
    planets = "".join(planet(62 + 46 * k, 272, 6 - k, 20) for k in range(6))
    return picture(400, 300, "SpacePoker", say("Five ships fanned out, 1 to 5, and planets."), ground + hand + planets)
