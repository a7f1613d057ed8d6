"""How a kit is put together: one sentence and one drawing a step."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..draw.cutouts import Deck, Drawing, Nets, Piece, Sheet
from ..draw.drawing import BRASS, INK, INK_SOFT, PAPER, PAPER_SHADE, RED, group, tag
from ..draw.drawing import text as label
from ..model.words import Say
from .layout import placed

WIDE, TALL = 46.0, 30.0  # millimetres of a step's drawing
LINE = {"fill": "none", "stroke": INK, "stroke_width": 0.5, "stroke_linejoin": "round", "stroke_linecap": "round"}


@dataclass(frozen=True)
class Step:
    words: str
    drawing: Drawing


def steps(sheets: Sequence[Sheet], duplex: str, say: Say) -> list[Step]:
    """The steps these sheets ask for, in order."""
    found = [
        Step(
            say(
                "Print at 100% (“actual size”), on card of 160 to 200 g if you can. "
                "The ruler on each sheet is 5 cm long."
            ),
            _drawing(_printed(say)),
        )
    ]
    decks = [sheet for sheet in sheets if isinstance(sheet, Deck)]
    double = [deck for deck in decks if deck.two_sided]
    nets = [sheet for sheet in sheets if isinstance(sheet, Nets)]
    if double and not duplex:
        words = say("Fold sheets with a red line along it, printed sides outside; glue the halves together, and press.")
        found.append(Step(words, _drawing(_folded(double[0]), double[0].defs)))
    elif double:
        words = (
            say("Print on both sides, turning over the long edge: each back lies behind its front.")
            if duplex == "long"
            else say("Print on both sides, turning over the short edge: each back lies behind its front.")
        )
        found.append(Step(words, _drawing(_turned(double[0], duplex), double[0].defs)))
    if decks:
        deck = (double or decks)[0]
        words = say("Cut along the black lines with a ruler and a knife, or with scissors: neighbours share a line.")
        found.append(Step(words, _drawing(_cut(deck), deck.defs)))
    if nets:
        net = nets[0].nets[0]
        words = say(
            "Cut out what is to be folded, flaps and all. Score the red lines with a blunt point, and fold them."
        )
        found.append(Step(words, _drawing(_net(net), net.defs)))
        words = say("Glue the flaps behind the faces beside them, one after the other, the last face like a lid.")
        found.append(Step(words, _drawing(_glued())))
    words = say("Sort everything, put a memo before every player, and begin as the rules say.")
    some = decks[0] if decks else None
    found.append(Step(words, _drawing(_sorted(some), some.defs if some else "")))
    return found


def _drawing(content: str, defs: str = "") -> Drawing:
    ground = tag("rect", width=WIDE, height=TALL, rx=2, fill="#faf6ec")
    return Drawing(ground + content, WIDE, TALL, None, defs)


def _page(x: float, y: float, width: float = 16, height: float = 22) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, fill="#fff", stroke=INK, stroke_width=0.4)


def _mini(piece: Piece, deck: Deck, x: float, y: float, width: float, height: float, back: bool = False) -> str:
    """A piece drawn small, as large as the room allows."""
    scale = min(width / deck.width, height / deck.height)
    content = piece.back if back else piece.front
    frame = tag("rect", width=deck.width, height=deck.height, fill="#fff", stroke=INK, stroke_width=0.3 / scale)
    at = f"translate({x + (width - scale * deck.width) / 2:.2f} {y + (height - scale * deck.height) / 2:.2f})"
    return tag("g", frame + content, transform=f"{at} scale({scale:.4f})")


def _printed(say: Say) -> str:
    printer = tag("path", d="M8 12h22v9h-22zM11 12v-7h16v7M11 21l-2 6h20l-2 -6", **LINE)
    light = tag("circle", cx=27.5, cy=14.6, r=0.8, fill=BRASS)
    ruler = tag("rect", x=33, y=6, width=5, height=19, fill=PAPER_SHADE, stroke=INK, stroke_width=0.4)
    ruler += tag("path", d="".join(f"M33 {7 + 2.8 * k:g}h{3 if k % 2 else 2}" for k in range(7)), **LINE)
    return printer + light + ruler + label(41.8, 17, say("5 cm"), 2.8, fill=INK, serif=True)


def _folded(deck: Deck) -> str:
    """The sheet before folding, and half folded."""
    piece = deck.pieces[0]
    flat = _page(6, 4) + _mini(piece, deck, 8, 5.6, 12, 8)
    flat += _mini(piece, deck, 8, 16.4, 12, 8, back=True)
    flat += tag("path", d="M5 15H23", stroke=RED, stroke_width=0.6, stroke_dasharray="2 1")
    arrow = tag("path", d="M24.5 21q3.5 -6 0 -11m-1.6 1.8l1.6 -1.8l1.6 1.8", **LINE)
    half = tag("path", d="M30 7h12v11h-12z", fill="#fff", stroke=INK, stroke_width=0.4)
    under = tag("path", d="M30 18l3 6h12l-3 -6z", fill=PAPER_SHADE, stroke=INK, stroke_width=0.4)
    line = tag("path", d="M30 18h12", stroke=RED, stroke_width=0.7)
    return flat + arrow + under + half + _mini(piece, deck, 31, 8, 10, 9) + line


def _turned(deck: Deck, duplex: str) -> str:
    piece = deck.pieces[0]
    front = _page(6, 4) + _mini(piece, deck, 8, 8, 12, 14)
    back = _page(28, 4) + _mini(piece, deck, 30, 8, 12, 14, back=True)
    if duplex == "long":
        arrow = tag("path", d="M22 27.4q3 2 6 0m-1.9 -0.6l1.9 0.6l-0.8 1.7", **LINE)
        edge = tag("path", d="M22 4v22M28 4v22", stroke=RED, stroke_width=0.8)
    else:
        arrow = tag("path", d="M24 8q2.6 7 0 14m-1.3 -1.7l1.3 1.7l1.6 -1.4", **LINE)
        edge = tag("path", d="M6 4h16M28 4h16", stroke=RED, stroke_width=0.8)
    return front + back + edge + arrow


def _cut(deck: Deck) -> str:
    pieces = "".join(
        _mini(piece, deck, 6 + 11 * (k % 2), 4.5 + 10.5 * (k // 2), 11, 10.5) for k, piece in enumerate(deck.pieces[:4])
    )
    scissors = tag("path", d="M31 20L43 8M31 10L43 22", **LINE)
    scissors += tag("circle", cx=44.2, cy=6.4, r=1.6, **LINE) + tag("circle", cx=44.2, cy=23.6, r=1.6, **LINE)
    line = tag("path", d="M4 15H34", stroke=INK, stroke_width=0.5, stroke_dasharray="1.4 1")
    return pieces + line + group(scissors, -2, 0)


def _net(net: Drawing) -> str:
    scale = min((WIDE - 4) / net.width, (TALL - 4) / net.height)
    x, y = (WIDE - scale * net.width) / 2, (TALL - scale * net.height) / 2
    return placed(net, x, y, scale)


def _glued() -> str:
    """A box that closes: two walls stand, a flap goes behind, the lid comes down."""
    floor = tag("path", d="M10 20l11 5l13 -6l-11 -5z", fill=PAPER, stroke=INK, stroke_width=0.4)
    left = tag("path", d="M10 20v-9l13 -6v9z", fill="#fff", stroke=INK, stroke_width=0.4)
    right = tag("path", d="M23 14v-9l11 5v9z", fill=PAPER_SHADE, stroke=INK, stroke_width=0.4)
    flap = tag("path", d="M34 10l3.4 0.2v6l-3.4 2.8z", fill="#fff", stroke=RED, stroke_width=0.5)
    glue = tag("path", d="M35.2 11.6v4.6M36.4 11.6v3.8", stroke=INK_SOFT, stroke_width=0.3)
    arrow = tag("path", d="M41 9q-1 5 -5 7m0.6 -2.3l-0.6 2.3l2.4 0.5", **LINE)
    return floor + left + right + flap + glue + arrow


def _sorted(deck: Deck | None) -> str:
    """Some pieces in a fan."""
    if deck is None:
        return _page(15, 4)
    fan = ""
    chosen = list({piece.name: piece for piece in deck.pieces}.values())[:3]
    for k, piece in enumerate(chosen):
        turn = 14 * (k - (len(chosen) - 1) / 2)
        fan += tag("g", _mini(piece, deck, -8, -11, 16, 20), transform=f"translate({12 + 11 * k} 16) rotate({turn:g})")
    return fan
