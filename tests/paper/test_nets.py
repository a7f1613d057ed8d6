"""What is to be folded folds: nets are folded in space, edge by edge, and their printed faces read where they land."""

import math

import pytest

import brelan
from brelan.draw.cutouts import Drawing
from brelan.draw.nets import Net, cube, dodecahedron, overlap, tray
from brelan.games.dodeka import paper as dodeka
from brelan.games.four_d import paper as four_d
from brelan.games.pepetes import paper as pepetes

from .flat import Element, flat, inside

Space = tuple[float, float, float]
RIGHT_ANGLE = 90.0
DODECAHEDRAL = 180 - math.degrees(math.atan(2))  # between two faces, inside: 116.565°

NETS = {
    "cube": (cube(20, 6), 180 - RIGHT_ANGLE),
    "dodecahedron": (dodecahedron(15, 5), 180 - DODECAHEDRAL),
}


def turned(point: Space, a: Space, b: Space, degrees: float) -> Space:
    """A point turned round the line from a to b."""
    axis = [(q - p) / math.dist(a, b) for p, q in zip(a, b, strict=True)]
    v = [p - q for p, q in zip(point, a, strict=True)]
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dot = sum(p * q for p, q in zip(axis, v, strict=True))
    cross = [axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2], axis[0] * v[1] - axis[1] * v[0]]
    out = [v[k] * c + cross[k] * s + axis[k] * dot * (1 - c) + a[k] for k in range(3)]
    return out[0], out[1], out[2]


def folded(net: Net, degrees: float) -> list[list[Space]]:
    """The faces in space once every fold is made, away from whoever looks at the printed side."""
    # y upward, z toward the reader
    placed: list[list[Space]] = [[(x, -y, 0.0) for x, y in shape] for shape in net.faces]
    below = {face: [face] for face in range(len(net.faces))}
    for parent, child, _ in reversed(net.folds):
        below[parent] += below[child]
    for parent, child, (u, v) in reversed(net.folds):  # the last hung first: what hangs on it turns along
        a, b = placed[parent][net.loops[parent].index(u)], placed[parent][net.loops[parent].index(v)]
        for face in below[child]:
            placed[face] = [turned(point, a, b, degrees) for point in placed[face]]
    return placed


@pytest.mark.parametrize("name", NETS)
def test_folded_edges_meet_and_the_solid_closes(name):
    net, degrees = NETS[name]
    faces = folded(net, degrees)
    meeting = {}
    for face, loop in enumerate(net.loops):
        for corner, point in zip(loop, faces[face], strict=True):
            meeting.setdefault(corner, []).append(point)
    for corner, points in meeting.items():
        assert len(points) == 3, f"three faces meet at corner {corner}"
        assert all(math.dist(points[0], point) < 1e-6 for point in points[1:]), f"corner {corner} does not close"
    assert len(meeting) == {"cube": 8, "dodecahedron": 20}[name]


@pytest.mark.parametrize("net", [net for net, _ in NETS.values()] + [tray(5, 69, 27, 18, 12)])
def test_every_edge_is_folded_or_has_one_flap_as_long_as_its_partner(net):
    edges = {}
    for face, loop in enumerate(net.loops):
        for k, corner in enumerate(loop):
            edges.setdefault(frozenset((corner, loop[(k + 1) % len(loop)])), []).append(face)
    folds = [frozenset(edge) for _, _, edge in net.folds]
    flaps = [frozenset(flap.edge) for flap in net.flaps]
    for edge, faces in edges.items():
        a, b = edge
        lengths = [math.dist(net.at(face, a), net.at(face, b)) for face in faces]
        assert max(lengths) - min(lengths) < 1e-9
        assert (folds + flaps).count(edge) == (1 if len(faces) == 2 else 0)
    for parent, child, (u, v) in net.folds:  # and what is folded hangs together on the paper
        assert math.dist(net.at(parent, u), net.at(child, u)) < 1e-9
        assert math.dist(net.at(parent, v), net.at(child, v)) < 1e-9


@pytest.mark.parametrize("net", [net for net, _ in NETS.values()] + [tray(5, 69, 27, 18, 12)])
def test_nothing_covers_anything_else_on_the_paper(net):
    shapes = [*net.faces, *(flap.shape for flap in net.flaps)]
    for k, shape in enumerate(shapes):
        assert not any(overlap(shape, other) for other in shapes[:k])


@pytest.mark.parametrize("name", NETS)
def test_flaps_lie_flat_behind_their_faces(name):
    """Folded over its edge a flap stays inside the face it is glued behind, and away from the next flap there."""
    net, _ = NETS[name]
    for flap in net.flaps:
        partner = net.faces[flap.behind]
        a, b = flap.shape[0], flap.shape[1]
        c, d = net.at(flap.behind, flap.edge[0]), net.at(flap.behind, flap.edge[1])
        turn = complex(d[0] - c[0], d[1] - c[1]) / complex(b[0] - a[0], b[1] - a[1])
        for tip in flap.shape[2:]:
            # the two edges laid on one another: outside the one face is where the other lies
            lying = complex(*c) + turn * complex(tip[0] - a[0], tip[1] - a[1])
            assert inside((lying.real, lying.imag), list(partner))
        angle = max(
            math.degrees(math.atan2(_away(tip, a, b), abs(_along(tip, a, b, end))))
            for tip, end in ((flap.shape[3], 0), (flap.shape[2], 1))
        )
        assert angle < 90 - 180 / len(partner), "two flaps behind one corner would meet"


def _away(tip, a, b):
    return abs((b[0] - a[0]) * (tip[1] - a[1]) - (b[1] - a[1]) * (tip[0] - a[0])) / math.dist(a, b)


def _along(tip, a, b, end):
    here = b if end else a
    return ((tip[0] - here[0]) * (b[0] - a[0]) + (tip[1] - here[1]) * (b[1] - a[1])) / math.dist(a, b)


# --- what is printed on the faces


def elements(drawing: Drawing) -> list[Element]:
    return flat(f'<svg xmlns="http://www.w3.org/2000/svg">{drawing.content}</svg>')


def face_at(net: Net, point: tuple[float, float]) -> int:
    found = [face for face, shape in enumerate(net.faces) if inside(point, list(shape))]
    assert len(found) == 1
    return found[0]


def pips_printed(net: Net, drawing: Drawing) -> list[int]:
    """How many pips each face bears."""
    count = [0] * len(net.faces)
    for element in elements(drawing):
        if element.name == "circle":
            count[face_at(net, element.at(element.number("cx"), element.number("cy")))] += 1
    return count


def normal(face: list[Space]) -> Space:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = face[:3]
    u, v = (bx - ax, by - ay, bz - az), (cx - bx, cy - by, cz - bz)
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.sqrt(sum(p * p for p in n))
    return n[0] / length, n[1] / length, n[2] / length


def dot(a: Space, b: Space) -> float:
    return sum(p * q for p, q in zip(a, b, strict=True))


def opposite_sums(values: list[int], faces: list[list[Space]]) -> set[int]:
    normals = [normal(face) for face in faces]
    pairs = [(a, b) for a in range(len(faces)) for b in range(a) if dot(normals[a], normals[b]) < -1 + 1e-9]
    assert len(pairs) == len(faces) // 2
    return {values[a] + values[b] for a, b in pairs}


def test_the_dice_of_4d_have_the_handedness_of_the_rules():
    """4D-01: opposite faces sum to 7; 1, 2, 3 run counter-clockwise round their corner, seen from outside."""
    net = four_d.dice_net()
    values = pips_printed(net, four_d.die_drawing())
    assert sorted(values) == [1, 2, 3, 4, 5, 6]
    faces = folded(net, RIGHT_ANGLE)
    assert opposite_sums(values, faces) == {7}
    one, two, three = (normal(faces[values.index(value)]) for value in (1, 2, 3))
    cross = (one[1] * two[2] - one[2] * two[1], one[2] * two[0] - one[0] * two[2], one[0] * two[1] - one[1] * two[0])
    assert dot(cross, three) == pytest.approx(1), "1, 2, 3 are a right-handed corner"
    middle = [sum(p[axis] for face in faces for p in face) / 24 for axis in range(3)]
    out = [face[0][axis] - middle[axis] for face in [faces[values.index(1)]] for axis in range(3)]
    assert dot(one, (out[0], out[1], out[2])) > 0, "normals look outward: the printed side is outside"


def test_the_pips_of_4d_lie_on_the_die_as_the_table_draws_them():
    """2 and 3 run along a diagonal: on paper along the same corners of the die as on the screen."""
    net = four_d.dice_net()
    for element in elements(four_d.die_drawing()):
        if element.name != "circle":
            continue
        x, y = element.at(element.number("cx"), element.number("cy"))
        face = face_at(net, (x, y))
        if four_d.VALUES[face] != 2 or (element.number("cx"), element.number("cy")) == (0, 0):
            continue
        mx, my = net.middle(face)
        beside = {four_d.VALUES[net.beyond(face, (math.copysign(1, x - mx), 0))],
                  four_d.VALUES[net.beyond(face, (0, math.copysign(1, y - my)))]}  # fmt: skip
        assert beside in ({1, 3}, {6, 4})  # the table's _PIPS: (1, 1) and (−1, −1) along the axes of 1 and 3


@pytest.mark.parametrize("colour", [colour for colour, _ in pepetes.DICE])
def test_the_dice_of_pepetes_are_dice(colour):
    net = cube(pepetes.EDGE, pepetes.FLAP)
    values = pips_printed(net, pepetes.die_net(colour))
    assert sorted(values) == [1, 2, 3, 4, 5, 6]
    assert opposite_sums(values, folded(net, RIGHT_ANGLE)) == {7}


def test_the_dice_of_dodeka_sum_to_13_and_6_and_9_are_underlined():
    """DOD-01, on the printed net itself."""
    net = dodeka.dice_net()
    drawing = brelan.game("dodeka").paper.sheets(brelan.game("dodeka").say("fr"))[0].nets[0]
    values, underlined = [0] * 12, set()
    for element in elements(drawing):
        if element.name == "text":
            values[face_at(net, element.at(element.number("x"), element.number("y")))] = int(element.text)
    for element in elements(drawing):
        if element.name == "rect":
            underlined.add(values[face_at(net, element.at(0, element.number("y")))])
    assert sorted(values) == list(range(1, 13))
    assert underlined == {6, 9}
    assert opposite_sums(values, folded(net, 180 - DODECAHEDRAL)) == {13}


def test_the_tray_has_five_walls_that_meet_when_they_stand():
    """DOD-01: a pentagonal tray; its walls lean outward, so the fold is less than a right angle."""
    net = dodeka.tray_net()
    assert len(net.faces) == 6 and len(net.flaps) == 5
    faces = folded(net, -(90 - 18))  # toward the printed side
    for k in range(5):
        corner = next(iter(set(net.loops[1 + k]) & set(net.loops[1 + (k + 1) % 5]) - set(net.loops[0])))
        one = faces[1 + k][net.loops[1 + k].index(corner)]
        other = faces[1 + (k + 1) % 5][net.loops[1 + (k + 1) % 5].index(corner)]
        assert math.dist(one, other) < 1e-6
