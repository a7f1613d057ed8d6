"""The match grid (DOD-13): one row a partie, and the totals."""

from collections.abc import Sequence

from ....draw.drawing import escape, tag
from ....model.contract import View
from ....model.words import Say

ROWS_SHOWN = 3  # parties of the grid that the table shows; the sheet has them all


def amounts(payment: Sequence[int], players: int) -> list[int]:
    """A row of the grid, by seat, from who was paid, by whom, how much."""
    winner, loser, paid = payment
    return [paid if seat == winner else -paid if seat == loser else 0 for seat in range(players)]


def sheet(views: list[View], say: Say) -> str:
    last = views[-1]
    head = tag("th", "") + "".join(tag("th", escape(name), scope="col") for name in last["names"])
    rows = ""
    for number, payment in enumerate(last["grid"], 1):
        rows += _row(str(number), amounts(payment, last["players"]), say)
    return tag("table", tag("thead", tag("tr", head)) + tag("tbody", rows + _row("Σ", last["totals"], say)))


def _row(title: str, row: list[int], say: Say) -> str:
    cells = "".join(tag("td", say.number(amount, sign=bool(amount))) for amount in row)
    return tag("tr", tag("th", title, scope="row") + cells)
