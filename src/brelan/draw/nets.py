"""Solids unfolded: faces laid out flat, with flaps to glue, so that paper folds into dice and trays.

A solid is given by its corners in space and its faces as loops of corners, counter-clockwise seen from outside. Its
net is seen from outside too, the printed side up; y grows downward, as in every drawing.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .drawing import INK, RED, tag

Point = tuple[float, float]
Space = tuple[float, float, float]
Edge = tuple[int, int]  # two corners of the solid

WIDEST = 50.0  # degrees of a flap at its ends, where there is room
SPARE = 3.0  # degrees left free beside it
CUT, FOLD = 0.25, 0.3  # widths of lines


@dataclass(frozen=True)
class Flap:
    """A flap on an edge of one face, which is glued behind another."""

    face: int
    behind: int
    edge: Edge
    shape: tuple[Point, ...]


@dataclass(frozen=True)
class Net:
    """A solid laid out flat. Polygons are in millimetres, in the order of the solid's faces."""

    faces: tuple[tuple[Point, ...], ...]
    loops: tuple[tuple[int, ...], ...]
    folds: tuple[tuple[int, int, Edge], ...]  # two faces that hang together, and the edge between them
    flaps: tuple[Flap, ...]

    def at(self, face: int, corner: int) -> Point:
        """Where a corner of the solid lies on one of its faces."""
        return self.faces[face][self.loops[face].index(corner)]

    def middle(self, face: int) -> Point:
        shape = self.faces[face]
        return sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)

    def beyond(self, face: int, way: Point) -> int:
        """The face of the folded solid that lies beyond the edge of a face in this direction of the drawing."""
        x, y = self.middle(face)
        loop, shape = self.loops[face], self.faces[face]

        def along(k: int) -> float:
            (ax, ay), (bx, by) = shape[k], shape[(k + 1) % len(shape)]
            return ((ax + bx) / 2 - x) * way[0] + ((ay + by) / 2 - y) * way[1]

        k = max(range(len(loop)), key=along)
        edge = loop[(k + 1) % len(loop)], loop[k]
        return next(f for f, other in enumerate(self.loops) if edge in _edges(other))

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width, height of all that is cut out."""
        points = [p for shape in (*self.faces, *(flap.shape for flap in self.flaps)) for p in shape]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def drawn(self, face: Callable[[int], str], flap: str = "#fff") -> str:
        """The net with lines to cut (black) and to fold (red, broken); `face` draws what is on a face, over its
        polygon, in the plane of the net.
        """
        content = "".join(tag("polygon", points=_points(f.shape), fill=flap) for f in self.flaps)
        content += "".join(face(number) for number in range(len(self.faces)))
        hinges = [(self.at(a, u), self.at(a, v)) for a, _, (u, v) in self.folds]
        hinges += [(self.at(f.face, f.edge[0]), self.at(f.face, f.edge[1])) for f in self.flaps]
        flapped = {(f.face, *sorted(f.edge)) for f in self.flaps}
        folded = {(face, *sorted(edge)) for a, b, edge in self.folds for face in (a, b)}
        cuts = "".join(f"M{_path(f.shape[1:])}L{_xy(f.shape[0])}" for f in self.flaps)
        for number, loop in enumerate(self.loops):
            for u, v in _edges(loop):
                if (number, *sorted((u, v))) not in flapped | folded:
                    cuts += f"M{_xy(self.at(number, u))}L{_xy(self.at(number, v))}"
        folds = "".join(f"M{_xy(a)}L{_xy(b)}" for a, b in hinges)
        content += tag("path", d=folds, fill="none", stroke="#fff", stroke_width=FOLD)  # seen on dark faces too
        content += tag("path", d=cuts, fill="none", stroke=INK, stroke_width=CUT, stroke_linejoin="round", class_="cut")
        return content + tag(
            "path", d=folds, fill="none", stroke=RED, stroke_width=FOLD, stroke_dasharray="1.6 1", class_="fold"
        )


def unfold(
    corners: Sequence[Space], loops: Sequence[Sequence[int]], hung: Mapping[int, int], depth: float, root: int = 0
) -> Net:
    """A solid laid out flat: `hung` says from which face each but the root hangs; flaps are as deep as there is room,
    at most `depth`.
    """
    placed: dict[int, dict[int, Point]] = {root: _flat(corners, loops[root])}
    folds = []
    waiting = dict(hung)
    while waiting:
        child = next(child for child, parent in waiting.items() if parent in placed)
        parent = waiting.pop(child)
        u, v = next(edge for edge in _edges(loops[parent]) if edge[::-1] in _edges(loops[child]))
        placed[child] = _moved(_flat(corners, loops[child]), (u, v), placed[parent])
        folds.append((parent, child, (u, v)))
    shapes = tuple(
        tuple((placed[f][corner][0], -placed[f][corner][1]) for corner in loop) for f, loop in enumerate(loops)
    )
    bare = Net(shapes, tuple(tuple(loop) for loop in loops), tuple(folds), ())
    return Net(shapes, bare.loops, bare.folds, _flaps(bare, depth))


def _edges(loop: Sequence[int]) -> list[Edge]:
    return [(loop[k], loop[(k + 1) % len(loop)]) for k in range(len(loop))]


def _flat(corners: Sequence[Space], loop: Sequence[int]) -> dict[int, Point]:
    """A face in a plane of its own, seen from outside, y upward."""
    origin, first, other = (corners[k] for k in loop[:3])
    along = _unit(_minus(first, origin))
    normal = _unit(_cross(_minus(first, origin), _minus(other, first)))
    up = _cross(normal, along)
    return {k: (_dot(_minus(corners[k], origin), along), _dot(_minus(corners[k], origin), up)) for k in loop}


def _moved(face: dict[int, Point], edge: Edge, onto: dict[int, Point]) -> dict[int, Point]:
    """A face turned and moved so that its edge lies where the same edge of another face lies."""
    (ax, ay), (bx, by) = face[edge[0]], face[edge[1]]
    (cx, cy), (dx, dy) = onto[edge[0]], onto[edge[1]]
    turn = complex(dx - cx, dy - cy) / complex(bx - ax, by - ay)
    moved = {k: complex(cx, cy) + turn * complex(x - ax, y - ay) for k, (x, y) in face.items()}
    return {k: (z.real, z.imag) for k, z in moved.items()}


def _flaps(net: Net, depth: float) -> tuple[Flap, ...]:
    """One flap for each edge where two faces meet only once folded, on the side that has more room."""
    folded = {frozenset(edge) for _, _, edge in net.folds}
    meeting: dict[frozenset[int], list[tuple[int, Edge]]] = {}
    for face, loop in enumerate(net.loops):
        for edge in _edges(loop):
            if frozenset(edge) not in folded:
                meeting.setdefault(frozenset(edge), []).append((face, edge))
    found: list[Flap] = []
    for sides in meeting.values():
        if len(sides) < 2:
            continue  # the rim of a tray
        both = [_flap(net, face, edge, sides[1 - k][0], depth) for k, (face, edge) in enumerate(sides)]
        free = [flap for flap in both if not any(overlap(flap.shape, other) for other in _others(net, flap, found))]
        if not free:
            raise ValueError("A flap finds no room: unfold the solid another way.")
        found.append(max(free, key=lambda flap: round(_area(flap.shape), 6)))
    return tuple(found)


def _others(net: Net, flap: Flap, found: list[Flap]) -> list[tuple[Point, ...]]:
    return [*(shape for face, shape in enumerate(net.faces) if face != flap.face), *(other.shape for other in found)]


def _flap(net: Net, face: int, edge: Edge, behind: int, depth: float) -> Flap:
    a, b = net.at(face, edge[0]), net.at(face, edge[1])
    length = math.dist(a, b)
    # two flaps behind one corner of a face must not meet
    widest = min(WIDEST, 90 - 180 / len(net.loops[behind]) - SPARE)
    starts = min(widest, _room(net, a, b, outside=-1) - SPARE)
    ends = min(widest, _room(net, b, a, outside=1) - SPARE)
    in_by = 1 / math.tan(math.radians(starts)), 1 / math.tan(math.radians(ends))
    deep = min(depth, 0.7 * length / sum(in_by))
    along = complex(b[0] - a[0], b[1] - a[1]) / length
    out = along * 1j  # the face is on the left of its edges seen with y upward: here, outside is on this side
    tips = (
        complex(*a) + along * deep * in_by[0] + out * deep,
        complex(*b) - along * deep * in_by[1] + out * deep,
    )
    return Flap(face, behind, edge, (a, b, (tips[1].real, tips[1].imag), (tips[0].real, tips[0].imag)))


def _room(net: Net, here: Point, there: Point, outside: int) -> float:
    """Degrees from an edge of the net, at one of its ends, to the next edge of a face outside it."""
    way = complex(there[0] - here[0], there[1] - here[1])
    least = 360.0
    for shape in net.faces:
        for k, point in enumerate(shape):
            if math.dist(point, here) < 1e-6:
                for other in (shape[k - 1], shape[(k + 1) % len(shape)]):
                    angle = complex(other[0] - here[0], other[1] - here[1]) / way
                    # y grows downward: a growing angle turns clockwise
                    turned = math.degrees(math.atan2(angle.imag, angle.real)) * -outside % 360
                    if 1e-6 < turned < 360 - 1e-6:
                        least = min(least, turned)
    return least


def overlap(one: Sequence[Point], other: Sequence[Point], slack: float = 0.01) -> bool:
    """Whether two convex polygons share more than an edge."""
    for shape in (one, other):
        for k in range(len(shape)):
            (ax, ay), (bx, by) = shape[k], shape[(k + 1) % len(shape)]
            length = math.dist((ax, ay), (bx, by))
            nx, ny = (by - ay) / length, (ax - bx) / length
            first = [x * nx + y * ny for x, y in one]
            second = [x * nx + y * ny for x, y in other]
            if max(first) < min(second) + slack or max(second) < min(first) + slack:
                return False
    return True


def _area(shape: Sequence[Point]) -> float:
    pairs = zip(shape, (*shape[1:], shape[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def _minus(a: Space, b: Space) -> Space:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _dot(a: Space, b: Space) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Space, b: Space) -> Space:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _unit(a: Space) -> Space:
    length = math.sqrt(_dot(a, a))
    return a[0] / length, a[1] / length, a[2] / length


def _xy(point: Point) -> str:
    return f"{point[0]:.3f} {point[1]:.3f}"


def _path(points: Sequence[Point]) -> str:
    return "L".join(_xy(point) for point in points)


def _points(shape: Sequence[Point]) -> str:
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in shape)


def points_of(shape: Sequence[Point]) -> str:
    """A polygon's corners as SVG writes them."""
    return _points(shape)


# --- the solids our games fold

UP, DOWN, EAST, WEST, NORTH, SOUTH = range(6)  # faces of a cube, as it lies: x is east, y north


def cube(edge: float, depth: float) -> Net:
    """A cube as a cross: its upper face in the middle, the four sides round it, the lower face beyond the east."""
    half = edge / 2
    corners = [(x * half, y * half, z * half) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    normals = ((0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))
    loops = [_loop(corners, normal) for normal in normals]
    net = unfold(corners, loops, {EAST: UP, WEST: UP, NORTH: UP, SOUTH: UP, DOWN: EAST}, depth)
    return _upright(net, EAST)


def _upright(net: Net, face: int) -> Net:
    """The net turned so that this face hangs right of the root."""
    (ax, ay), (bx, by) = net.middle(0), net.middle(face)
    turn = abs(complex(bx - ax, by - ay)) / complex(bx - ax, by - ay)

    def turned(shape: tuple[Point, ...]) -> tuple[Point, ...]:
        moved = [turn * complex(x - ax, y - ay) for x, y in shape]
        return tuple((z.real, z.imag) for z in moved)

    flaps = tuple(Flap(flap.face, flap.behind, flap.edge, turned(flap.shape)) for flap in net.flaps)
    return Net(tuple(turned(shape) for shape in net.faces), net.loops, net.folds, flaps)


def _loop(corners: Sequence[Space], normal: Space) -> list[int]:
    """The corners that lie farthest along a normal, counter-clockwise seen from outside."""
    far = max(_dot(corner, normal) for corner in corners)
    on = [k for k, corner in enumerate(corners) if _dot(corner, normal) > far - 1e-6]
    middle = tuple(sum(corners[k][axis] for k in on) / len(on) for axis in range(3))
    first = _unit(_minus(corners[on[0]], middle))  # type: ignore[arg-type]
    second = _cross(_unit(normal), first)

    def angle(k: int) -> float:
        out = _minus(corners[k], middle)  # type: ignore[arg-type]
        return math.atan2(_dot(out, second), _dot(out, first))

    return sorted(on, key=angle)


GOLDEN = (1 + math.sqrt(5)) / 2


def dodecahedron(edge: float, depth: float) -> Net:
    """A dodecahedron as two flowers of six faces: 0 with 1 … 5 round it, and 6 with 7 … 11 round it; face k is opposite
    face k + 6.
    """
    size = edge * GOLDEN / 2  # the edge between (±1/φ, 0, φ) is 2/φ long
    corners: list[Space] = [(x * size, y * size, z * size) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    for a in (-1, 1):
        for b in (-1, 1):
            short, tall = a * size / GOLDEN, b * size * GOLDEN
            corners += [(0.0, short, tall), (short, tall, 0.0), (tall, 0.0, short)]
    axes = [n for a in (-1, 1) for b in (-1, 1) for n in ((a, 0, b * GOLDEN), (b * GOLDEN, a, 0), (0, b * GOLDEN, a))]
    normals: list[Space] = [_unit(n) for n in axes]
    loops = [_loop(corners, normal) for normal in normals]
    # in the order of the docstring: round the first face, as its edges run
    first = loops[0]
    ring = [next(f for f, loop in enumerate(loops) if edge_[::-1] in _edges(loop)) for edge_ in _edges(first)]
    front = [0, *ring]
    back = [next(f for f, n in enumerate(normals) if _dot(n, normals[g]) < -0.99) for g in front]
    ordered = [loops[f] for f in (*front, *back)]
    bridge = next(k for k in range(7, 12) if any(e[::-1] in _edges(ordered[k]) for e in _edges(ordered[1])))
    hung = dict.fromkeys(range(1, 6), 0) | {bridge: 1, 6: bridge} | {k: 6 for k in range(7, 12) if k != bridge}
    net = unfold(corners, ordered, hung, depth)
    return _upright(net, 6)


def tray(sides: int, across: float, wall: float, lean: float, depth: float) -> Net:
    """An open tray: a regular floor, `across` from its middle to a corner, and walls that lean outward by so many
    degrees. Seen from inside: it is folded toward the printed side. Face 0 is the floor.
    """
    reach, rise = wall * math.sin(math.radians(lean)), wall * math.cos(math.radians(lean))
    apothem = across * math.cos(math.pi / sides)
    out = across * (apothem + reach) / apothem
    ring = [(math.sin(2 * math.pi * k / sides), math.cos(2 * math.pi * k / sides)) for k in range(sides)]
    # seen from inside, so that what would be up is down
    corners: list[Space] = [(-x * across, y * across, 0.0) for x, y in ring]
    corners += [(-x * out, y * out, -rise) for x, y in ring]
    floor = list(range(sides))
    walls = [[(k + 1) % sides, k, sides + k, sides + (k + 1) % sides] for k in range(sides)]
    return unfold(corners, [floor, *walls], {k + 1: 0 for k in range(sides)}, depth)
