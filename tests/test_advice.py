"""Advice is what the master does, in every game."""

import re

import pytest

import brelan
from brelan.dev import testing
from brelan.engine.kernel import stream
from brelan.games.dalapapa import bots as dalapapa
from brelan.games.spacepoker import bots as spacepoker
from brelan.games.spacepoker.bots import advice as spacepoker_advice
from brelan.play.player import pick

# game, players, options, and how much less a choice may be worth where the master thinks by chance: in points of the
# match (Dodéka by rollout), in shares of the win (Dalapapa's search)
CASES = (
    ("dodeka", 2, {"target": 200}, 0.0),
    ("dodeka", 4, {"target": 200}, 8.0),
    ("4d", 2, {"target": 25}, 0.0),
    ("4d", 2, {"target": 40, "fifth": True}, 0.0),
    ("pepetes", 2, {}, 0.0),
    ("pepetes", 4, {}, 0.0),
    ("spacepoker", 3, {"ante": 1, "hands": 1}, 0.0),
    ("spacepoker", 4, {"ante": 1, "hands": 1, "fleet": "7x5"}, 0.0),
    ("spacepoker", 5, {"ante": 1, "hands": 1, "kickers": True}, 0.0),
    ("dalapapa", 2, {}, 0.06),
    ("dalapapa", 3, {}, 0.06),
)
SAYS_SO = ("dodeka", "spacepoker", "dalapapa")  # where chances are told, and so their kind

OTHERS = tuple(
    (name, brelan.game(name).seats[0], brelan.game(name).quick, 0.0)
    for name in brelan.games()
    if name not in {case[0] for case in CASES}
)


@pytest.fixture
def hasty(monkeypatch, many):
    """Who searches takes its time for every word of advice; a fifth of it tells good moves from bad ones too."""
    share = many(0.2, 1.0)
    monkeypatch.setattr(dalapapa, "UNHURRIED", share * dalapapa.UNHURRIED)
    for part in (spacepoker, spacepoker_advice):  # as many deals for the move as for the advice
        monkeypatch.setattr(part, "A_SECOND", int(share * part.A_SECOND))


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("name", "players", "options", "close"), CASES + OTHERS, ids=lambda value: str(value))
def test_what_is_starred_is_what_the_master_does(name, players, options, close, many):
    game = brelan.game(name)
    game.bots.tables(("master",), players, game.complete_options(options))  # solved where it must be
    looked = 0
    seeds = many(2, 4)
    for seed in range(seeds):
        state, rng = game.new(players=players, seed=seed, **options), stream(seed)
        while not state.over and looked < seed + 1:
            view = state.view_state(state.mover)
            if len(view.legal()) > 1 and (len(state.log) + seed) % 3 == 0:
                advice = testing.check_advice(state, picks=1, close=close)
                for one in advice:
                    assert not re.search(r"[.;] ", one.brief), "what decides is one clause"
                for one in advice if name in SAYS_SO else ():
                    assert "%" not in one.text or re.search(r"\((exact|estimated)\)", one.text), one.text
                looked += 1
            state.apply(pick(view, "regular", rng))
    assert looked >= seeds - 1
