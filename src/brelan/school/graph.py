"""The graph of a reviewed game: what it was worth to each seat, move by move, as an SVG for page, print and file."""

from collections.abc import Sequence
from html import escape

from ..model.words import N_, Say
from ..play.catalogue import game
from .review import Review

WIDTH, PLOT = 440, 210  # as wide as it is shown beside the table and on a phone: its words stay legible
LEFT, RIGHT, TOP, ROW = 52, 12, 14, 20
IN_A_ROW, LONGEST = 2, 18  # names under the plot, and letters of one
COLOURS = ("#1d6fa5", "#c2571a", "#3d7a35", "#8a4fa3", "#a3851d", "#5c6470")  # by seat; told apart by dashes too
DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 4", "1 3")
MARK_SIZE = {"slip": 4, "mistake": 5.5, "blunder": 7}
MOST_TICKS = 6
MARK_WORDS = {"slip": N_("slip"), "mistake": N_("mistake"), "blunder": N_("blunder")}


def graph(review: Review, say: Say, seats: Sequence[int] | None = None) -> str:
    """What the game was worth to each seat (or to these), with the marks of their decisions.

    Every mark has `data-move`, the number of its move: the page looks there when it is pressed.

    Examples:
        >>> import brelan
        >>> from brelan.school.review import reviewed
        >>> state = brelan.game("dodeka").new(players=2, seed=7, parties=1, target=100)
        >>> while not state.over:
        ...     state.apply(state.legal()[0])
        >>> drawn = graph(reviewed(state), brelan.game("dodeka").say("fr"))
        >>> drawn[:4], drawn.count("<polyline")
        ('<svg', 2)
    """
    scale = game(review.game).bots.SCALE
    shown = list(range(len(review.names)) if seats is None else seats)
    floor = TOP + PLOT
    height = floor + 12 + ROW * -(-len(shown) // IN_A_ROW)
    values = [worth[seat] for _, worth in review.points for seat in shown]
    low, high, step = (0.0, 1.0, 0.25) if scale.chance else _round_range(min(values), max(values))

    def x(move: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * move / max(1, review.moves)

    def y(value: float) -> float:
        return TOP + PLOT * (high - value) / ((high - low) or 1.0)

    title = say("What the game was worth, move by move: {unit}", unit=scale.reckoned(say))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" class="review-graph" role="img" '
        f'data-left="{LEFT}" data-right="{WIDTH - RIGHT}" data-top="{TOP}" data-floor="{floor}" '
        f'aria-label="{escape(title)}" font-family="system-ui, sans-serif" font-size="14">'
        f"<title>{escape(title)}</title>"
    ]
    for tick in range(round((high - low) / step) + 1):
        value = low + step * tick
        word = say.percent(value, 0) if scale.chance else say.number(value, 0)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="currentColor" '
            f'stroke-opacity="{0.45 if abs(value) < 1e-9 else 0.15}"/>'
            f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end" fill="currentColor">{word}</text>'
        )
    for seat in shown:
        line = " ".join(f"{x(move):.1f},{y(worth[seat]):.1f}" for move, worth in review.points)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2" '
            f'stroke-dasharray="{DASHES[seat]}" stroke-linejoin="round"/>'
        )
    worth_at = dict(review.points)
    for one in review.decisions:
        if one.mark and one.seat in shown and one.number in worth_at:
            words = say(
                "{mark} by {name}, move {n}",
                mark=say(MARK_WORDS[one.mark]),
                name=review.names[one.seat],
                n=one.number,
            )
            parts.append(
                f'<circle cx="{x(one.number):.1f}" cy="{y(worth_at[one.number][one.seat]):.1f}" '
                f'r="{MARK_SIZE[one.mark]}" fill="{COLOURS[one.seat]}" stroke="#fff" stroke-width="1" '
                f'data-move="{one.number}" data-mark="{one.mark}"><title>{escape(words)}</title></circle>'
            )
    for place, seat in enumerate(shown):
        at = LEFT + (WIDTH - LEFT) * (place % IN_A_ROW) / IN_A_ROW
        under = floor + ROW * (1 + place // IN_A_ROW)
        parts.append(
            f'<line x1="{at:.0f}" x2="{at + 22:.0f}" y1="{under}" y2="{under}" stroke="{COLOURS[seat]}" '
            f'stroke-width="2.5" stroke-dasharray="{DASHES[seat]}"/><text x="{at + 28:.0f}" y="{under + 5}" '
            f'fill="currentColor">{escape(_short(review.names[seat]))}</text>'
        )
    return "".join(parts) + "</svg>"


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _round_range(low: float, high: float) -> tuple[float, float, float]:
    """A range with round ends that holds both, and zero; and the step, as round, between its lines."""
    low, high = min(low, 0.0), max(high, 0.0)
    steps = (round_one * 10.0**power for power in range(9) for round_one in (1, 2, 5))
    step = next(one for one in steps if high // -one + low // one >= -MOST_TICKS)
    down, up = step * (low // step), step * -(-high // step)
    return down, up if up > down else down + step, step
