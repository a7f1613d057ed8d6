"""The board at a terminal: axes, lines between dominoes, owners, and the placements with what they bring."""

import random

import brelan
from brelan.dev import testing
from brelan.games.dalapapa.table.letters import FEW


def placing(seed=0, most=80):
    """A position with territories of both players and more placements than letters."""
    state, rng = brelan.game("dalapapa").new(players=2, seed=5, tiles="classic"), random.Random(seed)
    for _ in range(most):
        view = state.view(state.mover)
        if len(view["placements"]) > FEW and {land["owner"] for land in view["territories"]} >= {0, 1}:
            return state
        state.apply(testing.random_code(state, rng))
    raise AssertionError("no such position came")


def test_the_text_is_the_coloured_table_without_its_colours():
    state = placing()
    for seat in (None, 0, 1):
        rows = state.game.table.coloured(state.view(seat), state.game.say("fr"))
        text = state.text(seat, "fr")
        assert text == "\n".join("".join(words for words, _ in row).rstrip() for row in rows)
        assert max(map(len, text.split("\n"))) <= 78
    inks = {style for row in rows for _, style in row}
    assert sum(" on #" in ink for ink in inks) >= 4, "four colours are painted"


def test_every_square_of_a_domino_stands_at_its_axes():
    state = placing()
    view = state.view(0)
    lines = state.text(0, "en").split("\n")
    head = next(n for n, line in enumerate(lines) if line.strip().startswith("-") and "  0 " in line)
    first = int(lines[head].split()[0])
    laid = view["dominoes"][0]
    row = next(line for line in lines[head:] if line.startswith(f"{laid['y']:>4} "))
    at = 5 + 4 * (laid["x"] - first)
    assert row[at + 1] != " " and row[at + 3] != " ", "left and right half-cell"
    free = {found["x"] for found in state.view(state.mover)["placements"]}
    assert free and "○" in state.text(state.mover, "en") and "○" not in state.text(1 - state.mover, "en")


def test_owners_and_placements_are_told():
    state = placing()
    text, view = state.text(state.mover, "en"), state.view(state.mover)
    assert {land["owner"] for land in view["territories"]} >= {0, 1}
    assert f"marked: 1 {state.names[0]}  2 {state.names[1]}" in text
    best = max(view["placements"], key=lambda found: sum(found["closes"]))
    line = next(line for line in text.split("\n") if line.strip().startswith("1. "))
    assert f"closes {sum(best['closes'])} cells" in line
    assert any(move in line for move in view["moves"]), "with what to type"
