"""How far from perfect the solved heads-up hand of SpacePoker is after how long: measures it and draws the plot of
docs/spacepoker.md.

    python bench/spacepoker_curve.py [SECONDS] [STACK]

Time is processor time divided by two, that is seconds on two cores, whatever else the machine does; measuring is not
counted.
"""

import json
import math
import sys
import time
from pathlib import Path

from brelan.games.spacepoker.solve.equilibrium import Question, Solver
from brelan.games.spacepoker.solve.response import exploitability

DOCS = Path(__file__).parent.parent / "docs"
CLOSINGS = ("lap", "called")
COLOURS = ("#a8322d", "#2b5c97")
MARKS = (3, 6, 12, 25, 60, 120, 200, 300)  # seconds at which to measure


def measure(stack: int, closing: int, seconds: float) -> list[tuple[float, float]]:
    """(seconds on two cores, points a hand) at times a little apart."""
    question = Question(stack, 1, closing)
    Solver(question).step()  # compiled before the clock starts
    solver, spent, rows = Solver(question), 0.0, list[tuple[float, float]]()
    for mark in [m for m in MARKS if m < seconds] + [seconds]:
        while spent < mark:
            began = time.process_time()
            solver.step()
            spent += (time.process_time() - began) / 2
        rows.append((spent, exploitability(solver.strategy()).points))
        print(f"{CLOSINGS[closing]}: {spent:6.1f} s, {solver.steps} steps, {rows[-1][1]:.5f} points a hand", flush=True)
    return rows


def plot(curves: dict[str, list[tuple[float, float]]]) -> str:
    """The curves on two logarithmic axes."""
    width, height, left, bottom = 640, 360, 70, 50
    last = max(rows[-1][0] for rows in curves.values())

    def x(seconds: float) -> float:
        return left + (width - left - 90) * math.log(seconds / 2) / math.log(last / 2)

    def y(points: float) -> float:
        return 20 + (height - 20 - bottom) * math.log(0.2 / points) / math.log(0.2 / 0.005)

    parts = [f'<rect width="{width}" height="{height}" fill="#f6efdf"/>']
    for points in (0.2, 0.1, 0.05, 0.02, 0.01, 0.005):
        parts.append(
            f'<line x1="{left}" x2="{width - 80}" y1="{y(points):.1f}" y2="{y(points):.1f}" stroke="#e4d8bd"/>'
        )
        parts.append(f'<text x="{left - 8}" y="{y(points) + 4:.1f}" text-anchor="end" font-size="12">{points}</text>')
    for seconds in (2, 5, 10, 20, 50, 100, 200):
        if seconds <= last:
            parts.append(
                f'<text x="{x(seconds):.1f}" y="{height - bottom + 18}" text-anchor="middle" '
                f'font-size="12">{seconds} s</text>'
            )
    for (name, rows), colour in zip(curves.items(), COLOURS, strict=True):
        line = " ".join(f"{x(seconds):.1f},{y(points):.1f}" for seconds, points in rows)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts += [f'<circle cx="{x(s):.1f}" cy="{y(p):.1f}" r="3.5" fill="{colour}"/>' for s, p in rows]
        parts.append(
            f'<text x="{x(rows[-1][0]) + 8:.1f}" y="{y(rows[-1][1]) + 4:.1f}" font-size="13" '
            f'fill="{colour}">{name}</text>'
        )
    parts.append(
        f'<text x="{(left + width - 80) / 2}" y="{height - 8}" text-anchor="middle" font-size="13">seconds on two '
        f"cores</text>"
    )
    parts.append(
        f'<text transform="translate(16 {height / 2 - 10}) rotate(-90)" text-anchor="middle" '
        f'font-size="13">exploitability, points a hand</text>'
    )
    title = "<title>Exploitability of the solved heads-up hand against solving time</title>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'fill="#22201c">{title}{"".join(parts)}</svg>\n'
    )


def main(arguments: list[str]) -> None:
    seconds = float(arguments[0]) if arguments else 300.0
    stack = int(arguments[1]) if len(arguments) > 1 else 60
    curves = {name: measure(stack, closing, seconds) for closing, name in enumerate(CLOSINGS)}
    (DOCS / "spacepoker-exploitability.svg").write_text(plot(curves), encoding="utf-8")
    print(json.dumps(curves))


if __name__ == "__main__":
    main(sys.argv[1:])
