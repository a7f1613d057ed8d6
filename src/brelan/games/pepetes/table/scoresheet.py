"""The score sheet of a whole game: everybody's money over time, as a picture."""

from collections.abc import Callable, Sequence

from ....draw.drawing import BRASS_DARK, INK, INK_SOFT, PAPER, PAPER_SHADE, RED, picture, tag
from ....draw.drawing import text as label
from ....model.contract import View
from ....model.words import Say

# The seats' colours, but green for the beige nobody reads on paper.
COLOURS = ("#26231f", "#8a5a33", "#3d7a4f", "#d9772b", "#3d6fa5", "#7b4b94")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 46, 110, 34, 36


def sheet(views: Sequence[View], say: Say) -> str:
    """From the views at each move: one line a player, a mark at the end of each duel, the target across."""
    title = say("Money over the game")
    if not views:
        return picture(WIDTH, HEIGHT, title, title, tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER))
    steps = [
        at for at, view in enumerate(views) if at in (0, len(views) - 1) or view["money"] != views[at - 1]["money"]
    ]
    target = int(views[0]["options"]["target"])
    top = 1.06 * float(max(20, target, *(max(views[at]["money"]) for at in steps)))

    def x(at: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / max(1, len(views) - 1)

    def y(money: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * money / top

    body = tag("rect", width=WIDTH, height=HEIGHT, rx=12, fill=PAPER) + label(
        LEFT, 22, title, 16, "start", INK, serif=True
    )
    spacing = next(step for step in (5, 10, 20, 50, 100, 200, 500, 10**9) if top / step <= 8)
    for money in range(0, int(top) + 1, spacing):
        body += tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y(money), y2=y(money), stroke=PAPER_SHADE) + label(
            LEFT - 6, y(money) + 4, str(money), 12, "end", INK_SOFT
        )
    for at in range(1, len(views)):
        if views[at]["played"] > views[at - 1]["played"]:
            body += tag("line", x1=x(at), x2=x(at), y1=y(0), y2=y(0) + 6, stroke=BRASS_DARK)
            if views[at]["played"] % max(1, views[-1]["played"] // 12) == 0:
                body += label(x(at), y(0) + 19, str(views[at]["played"]), 11, fill=INK_SOFT)
    body += label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, say("duels fought"), 12, fill=INK_SOFT)
    if target:
        body += tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y(target), y2=y(target), stroke=RED, stroke_dasharray="6 4")
        body += label(WIDTH - RIGHT, y(target) - 5, say("target {target}", target=target), 12, "end", RED)
    body += _lines(views, steps, x, y)
    last = views[-1]
    told = [
        say.count("{name}: {n} pépète", "{name}: {n} pépètes", money, name=name)
        for name, money in zip(last["names"], last["money"], strict=True)
    ]
    return picture(WIDTH, HEIGHT, title, ", ".join(told), body)


def _lines(views: Sequence[View], steps: list[int], x: Callable[[int], float], y: Callable[[float], float]) -> str:
    """Money changes at a moment, so lines are stairs; names stand at their ends, spread so that they do not overlap."""
    body, last = "", views[-1]
    order = sorted(range(last["players"]), key=lambda seat: -last["money"][seat])
    floor = float(TOP)
    for seat in order:
        points, before = [], views[0]["money"][seat]
        for at in steps:
            points.append(f"{x(at):.1f},{y(before):.1f}")
            before = views[at]["money"][seat]
            points.append(f"{x(at):.1f},{y(before):.1f}")
        body += tag(
            "polyline",
            points=" ".join(points),
            fill="none",
            stroke=COLOURS[seat],
            stroke_width=2.5,
            stroke_linejoin="round",
        )
        line = max(y(last["money"][seat]) + 4, floor)
        floor = line + 15
        body += label(
            WIDTH - RIGHT + 8,
            line,
            f"{last['names'][seat][:9]} {last['money'][seat]}",
            13,
            "start",
            COLOURS[seat],
            font_weight="bold",
        )
    return body
