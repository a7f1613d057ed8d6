"""Where pieces lie on the paper: unfolded and turned over by coordinates, counted against the rulebooks' material."""

import re
from collections import Counter
from itertools import pairwise

import pytest

import brelan
from brelan.draw.cutouts import Board, Deck, Nets
from brelan.games.dalapapa import paper as dalapapa
from brelan.games.dalapapa.rules.tiles import sets
from brelan.games.dalapapa.table.drawing import CORNERS, ENDS
from brelan.games.dodeka import paper as dodeka
from brelan.games.dodeka.rules.lines import LINE_COUNT, line
from brelan.paper.formats import MARGIN, PAPERS, RULER
from brelan.paper.layout import cutting_lines, lay

from .flat import Element, flat

EVERY = [(game, paper, duplex) for game in brelan.games() for paper in PAPERS for duplex in ("", "long", "short")]


def sheets_of(game, lang="en"):
    return brelan.game(game).paper.sheets(brelan.game(game).say(lang))


def pages_of(game, paper="a4", duplex=""):
    found = brelan.game(game)
    return lay(sheets_of(game), found.title, PAPERS[paper], duplex, found.say("en"))


def named(game):
    """How many pieces there are of each name, and how many things to fold under each title."""
    count = Counter()
    for sheet in sheets_of(game):
        if isinstance(sheet, Deck):
            count.update(piece.name for piece in sheet.pieces)
        elif isinstance(sheet, Nets):
            count[sheet.title] += len(sheet.nets)
    return count


# --- the material


def test_dalapapa_has_its_material():
    """DAL-07, DAL-12 and the tile sets: 72 dominoes each, 24 tokens, 12, 12, 8 and 6 markers, one plaque."""
    count = named("dalapapa")
    assert [len(sheet.pieces) for sheet in sheets_of("dalapapa")[: len(sets())]] == [72] * len(sets())
    assert count["token"] == 24 and count["plaque"] == 1
    assert [count[f"marker {seat}"] for seat in range(4)] == [12, 12, 8, 6]
    assert len({dalapapa.marker(seat) for seat in range(4)}) == len({shape() for shape in dalapapa.SHAPES}) == 4


def test_spacepoker_has_its_material():
    """SPA-01: 35 ships, 125 planets, 25 worth 60 for each of five players; and the 7x5 fleet can be made of it."""
    count = named("spacepoker")
    ships = [count[f"ship {size}"] for size in range(1, 8)]
    assert ships == [7, 7, 7, 7, 7, 5, 5] and sum(ships[:5]) == 35
    assert len(sheets_of("spacepoker")[0].pieces) == 35
    assert all(piece.back for piece in sheets_of("spacepoker")[0].pieces)
    assert [count[f"planet {value}"] for value in range(1, 7)] == [5 * n for n in (10, 5, 4, 3, 2, 1)]
    each = [
        sheet for sheet in sheets_of("spacepoker") if isinstance(sheet, Deck) and sheet.pieces[0].name == "planet 1"
    ]
    assert [sum(int(piece.name[-1]) for piece in sheet.pieces) for sheet in each] == [60] * 5
    assert count["button"] == 1


def test_pepetes_has_its_material():
    """PEP-01, PEP-02, PEP-03."""
    count = named("pepetes")
    assert {value: count[f"note {value}"] for value in (1, 5, 10, 20, 50)} == {1: 150, 5: 6, 10: 6, 20: 6, 50: 6}
    assert [count[f"bet {card}"] for card in range(1, 14)] == [6] * 13
    decks = [sheet for sheet in sheets_of("pepetes") if isinstance(sheet, Deck) and sheet.two_sided]
    assert len(decks) == 6
    for deck in decks:  # a card tells whose it is and nothing else
        assert len(deck.pieces) == 13 and len({piece.back for piece in deck.pieces}) == 1
        assert len({piece.front for piece in deck.pieces}) == 13
    assert len({deck.pieces[0].back for deck in decks}) == 6
    dice = next(sheet for sheet in sheets_of("pepetes") if isinstance(sheet, Nets)).nets
    bodies = Counter(re.search(r'<polygon points="[^"]+" fill="(#[0-9a-f]{6})"', net.content)[1] for net in dice)
    assert sorted(bodies.values()) == [1, 2, 4] and len(dice) == 7


def test_dodeka_has_its_material():
    """DOD-01, DOD-02: three dice, a tray, and chips enough for every score of six players in the fewest chips."""
    count = named("dodeka")
    assert count["The three dice"] == 3 and count["The tray"] == 1 and count["starter"] == 1
    for value, each in dodeka.CHIPS_EACH.items():
        assert count[f"chip {value}"] == 6 * each
    from brelan.games.dodeka.table.pieces import chips

    for score in range(0, 1500, 10):
        needed = Counter(chips(score))
        assert all(needed[value] <= dodeka.CHIPS_EACH[value] for value in needed), score
    lines = [int(getattr(line, "py_func", line)(*dice)) for dice in dodeka.EXAMPLES]
    assert lines == list(range(LINE_COUNT)) and LINE_COUNT == 9  # the nine lines of the memo are what they say


def test_4d_has_its_material():
    """4D-01, 4D-08; the six tips are on the mat."""
    count = named("4d")
    assert count["The four dice"] == 4 and count["A fifth die, for the variant"] == 1
    assert count["pawn 0"] == count["pawn 1"] == 1
    boards = [sheet for sheet in sheets_of("4d") if isinstance(sheet, Board)]
    track = [element.text for element in flat(_svg(boards[0].drawing)) if element.name == "text"]
    assert sorted(map(int, track)) == list(range(101))
    mat = "".join(element.text + "|" for element in flat(_svg(boards[1].drawing)) if element.name == "text")
    for tip in ("near, to the left", "near, to the right", "left die", "right die", "near and left", "near and right"):
        assert mat.count(f"{tip}|") >= 2  # once for each player


def _svg(drawing):
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawing.content}</svg>'


# --- on paper


@pytest.mark.parametrize(("game", "paper", "duplex"), EVERY)
def test_every_piece_is_printed_once_and_its_back_once(game, paper, duplex):
    pages = pages_of(game, paper, duplex)
    elements = [element for page in pages for element in flat(page.svg)]
    pieces = [element for element in elements if element.attributes.get("class") == "piece"]
    backs = [element for element in pieces if "backs" in element.classes]
    wanted = wanted_backs = 0
    for sheet in sheets_of(game):
        if isinstance(sheet, Deck):
            wanted += len(sheet.pieces)
            wanted_backs += sum(bool(piece.back) for piece in sheet.pieces)
        else:
            wanted += len(sheet.nets) if isinstance(sheet, Nets) else 1
    assert len(backs) == wanted_backs and len(pieces) - len(backs) == wanted
    for number in range(len(sheets_of(game))):
        assert any(number in page.holds for page in pages)


@pytest.mark.parametrize(("game", "paper", "duplex"), EVERY)
def test_nothing_to_cut_lies_where_printers_do_not_print(game, paper, duplex):
    size = PAPERS[paper]
    for page in pages_of(game, paper, duplex):
        for element in flat(page.svg):
            if {"cut", "fold"} & set(element.classes) and element.name == "path":
                for x, y in _ends(element):
                    assert x + 1e-6 >= MARGIN and x - 1e-6 <= size.width - MARGIN, (element.attributes["d"][:60], x)
                    assert y + 1e-6 >= MARGIN and y - 1e-6 <= size.height - MARGIN


def _ends(element: Element):
    """The points of a path written with M, L, H and V."""
    x = y = 0.0
    for command, numbers in re.findall(r"([MLHV])([^MLHVZ]*)", element.attributes["d"]):
        values = [float(n) for n in numbers.split()]
        x, y = (values[0], y) if command == "H" else (x, values[0]) if command == "V" else (values[0], values[1])
        yield element.at(x, y)


@pytest.mark.parametrize(("game", "paper"), [(game, paper) for game in brelan.games() for paper in PAPERS])
def test_every_sheet_has_a_ruler_of_five_centimetres(game, paper):
    for page in pages_of(game, paper):
        size = PAPERS[paper]
        assert f'viewBox="0 0 {size.width:g} {size.height:g}" width="{size.width:g}mm"' in page.svg  # true to scale
        rulers = [element for element in flat(page.svg) if element.attributes.get("class") == "ruler"]
        assert len(rulers) == 1 and rulers[0].matrix[0] == 1
        assert float(re.search(r"h(\S+)", rulers[0].attributes["d"])[1]) == RULER == 50


def test_neighbours_share_their_cutting_lines():
    path = flat(f'<svg xmlns="http://www.w3.org/2000/svg">{cutting_lines(10, 20, 30, 15, [4, 4, 2])}</svg>')[1]
    ends = list(_ends(path))
    lines = [ends[k : k + 2] for k in range(0, len(ends), 2)]
    across = sorted(a[1] for a, b in lines if a[1] == b[1])
    down = sorted(a[0] for a, b in lines if a[0] == b[0])
    assert across == [20, 35, 50, 65] and down == [10, 40, 70, 100, 130]  # each once
    lowest = max(a[1] for a, b in lines if a[1] == b[1])
    assert max(b[0] for a, b in lines if a[1] == b[1] == lowest) < 75  # the short row's line ends with it
    assert all(x < y for x, y in pairwise(down))


def test_pieces_of_one_deck_never_overlap():
    for game in brelan.games():
        for page in pages_of(game, "letter", "short"):
            fronts = [element for element in flat(page.svg) if "fronts" in element.classes]
            spots = [element.at(0, 0) for element in fronts if element.attributes.get("class") == "piece"]
            assert len(spots) == len(set(spots))


# --- backs behind fronts


def triangles(elements):
    """The colour at the middle of every half-cell drawn, by its place on the paper in hundredths of a millimetre."""
    found = {}
    for element in elements:
        fill = element.attributes.get("fill", "")
        if element.name != "path" or not fill.startswith("url(#dal-"):
            continue
        corners = element.corners()
        for k in range(0, len(corners), 3):
            x, y = (sum(c[axis] for c in corners[k : k + 3]) / 3 for axis in (0, 1))
            assert (round(x, 2), round(y, 2)) not in found
            found[round(x, 2), round(y, 2)] = int(fill[9])
    return found


# The middles of the half-cells of a domino that lies flat, in squares: by cell, clockwise from L, then C (twice).
CELLS = ((0, 0), (0, 1), (1, 1), (1, 2), (1, 3), (0, 3))


def middle(square, side):
    (ax, ay), (bx, by) = (CORNERS[end] for end in ENDS[side])
    return square + (ax + bx + 0.5) / 3, (ay + by + 0.5) / 3


def read_face(colours, place):
    """The seven colours of a face from the paper; `place` says where a point of the domino, in squares, is printed."""

    def at(square, side):
        x, y = place(*middle(square, side))
        near = [c for (px, py), c in colours.items() if abs(px - x) < 0.2 and abs(py - y) < 0.2]
        assert len(near) == 1
        return near[0]

    centre = {at(0, 2), at(1, 0)}
    assert len(centre) == 1, "the centre is one cell"
    return (*(at(square, side) for square, side in CELLS), *centre)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("duplex", ["", "long", "short"])
@pytest.mark.parametrize("tiles", range(len(sets())))
def test_unfolded_every_domino_has_both_its_faces(paper, duplex, tiles):
    """Each front is read where it lies; then its back through the paper: what lies behind that very place, seen by
    somebody who turns the domino over sideways.
    """
    size, unit = PAPERS[paper], dalapapa.SQUARE
    pages = [page for page in pages_of("dalapapa", paper, duplex) if page.holds == (tiles,)]
    if not duplex:
        assert len(pages) == 6  # six sheets of twelve
    found = []
    for number, page in enumerate(pages):
        if page.back:
            continue
        front = flat(page.svg)
        back = flat(pages[number + 1].svg) if duplex else front
        colours = triangles(front), triangles(back)
        spots = [e.at(0, 0) for e in front if e.attributes.get("class") == "piece" and "fronts" in e.classes]
        assert duplex or len(spots) == 12
        for x, y in spots:
            # through the paper: folded along the middle or turned over the short edge, top and bottom change places;
            # turned over the long edge, left and right do. Seen from behind, left and right change places once more.
            def behind(u, v, x=x, y=y):
                px, py = x + (2 - u) * unit, y + v * unit  # as the front's reader would point at it through the paper
                return (size.width - px, py) if duplex == "long" else (px, size.height - py)

            seen = read_face(colours[0], lambda u, v, x=x, y=y: (x + u * unit, y + v * unit))
            sides = len(sets()[tiles][0])
            found.append((seen, read_face(colours[1], behind)) if sides == 2 else (seen,))
    assert found == [tuple(faces) for faces in sets()[tiles]]


def test_a_further_set_of_dominoes_is_printed_too(monkeypatch):
    monkeypatch.setattr(dalapapa, "sets", lambda: (*sets(), sets()[0][::-1]))
    monkeypatch.setattr(dalapapa, "TILE_SETS", (*dalapapa.TILE_SETS, "a further set"))
    titles = [sheet.title for sheet in sheets_of("dalapapa")]
    assert titles[3] == "Dominoes: a further set" and titles[4] == "Tokens"


def test_a_face_down_ship_tells_nothing():
    for sheet in sheets_of("spacepoker")[:2]:
        assert len({piece.back for piece in sheet.pieces}) == 1
    assert sheets_of("spacepoker")[0].pieces[0].back == sheets_of("spacepoker")[1].pieces[0].back


@pytest.mark.parametrize("game", brelan.games())
def test_figures_stand_in_sections_that_both_rulebooks_have(game):
    found = brelan.game(game)
    for lang in ("fr", "en"):
        book = (found.folder / f"rulebook.{lang}.md").read_text(encoding="utf-8")
        sections = len(re.findall(r"^## ", book, re.M))
        assert set(found.paper.figures(found.say(lang))) <= set(range(1, sections + 1))


def test_the_colours_of_dalapapa_are_told_apart_without_colours():
    """Their grounds by their light, and every texture from its ground."""

    def light(colour):
        red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
        return 0.299 * red + 0.587 * green + 0.114 * blue

    grounds = [light(colour) for colour in dalapapa.COLOURS]
    assert all(after - before > 0.12 for before, after in pairwise(grounds))
    textures = [abs(light(shade) - ground) for shade, ground in zip(dalapapa.SHADES, grounds, strict=True)]
    assert all(step > 0.15 for step in textures)
