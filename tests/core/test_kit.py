"""The conformance kit finds what a newcomer gets wrong."""

from dataclasses import replace
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import brelan
from brelan.dev import testing
from brelan.model import contract
from brelan.model.errors import BrelanError
from brelan.model.options import flag, number


def a_game(field, option):
    state = np.dtype((np.record, [("players", np.int8), field]))
    return SimpleNamespace(name="tried", options=(option,), rules=SimpleNamespace(STATE=state))


def test_an_option_too_large_for_its_field_is_found():
    testing.check_options(a_game(("target", np.int16), number("target", "Points", 20, 200, default=50)))
    with pytest.raises(AssertionError, match="cannot hold 200"):
        testing.check_options(a_game(("target", np.int8), number("target", "Points", 20, 200, default=50)))


def test_an_option_without_a_field_or_with_a_taken_name_is_found():
    with pytest.raises(AssertionError, match="no field for option open"):
        testing.check_options(a_game(("other", np.int8), flag("open", "Open", default=False)))
    with pytest.raises(AssertionError, match="cannot be called 'seed'"):
        testing.check_options(a_game(("seed", np.int8), flag("seed", "Seed", default=False)))


def test_a_field_that_numpy_would_hide_is_found():
    """Compiled, `s.round` is the field; interpreted, it is a method of NumPy's records."""
    with pytest.raises(AssertionError, match="cannot be called round"):
        testing.check_options(a_game(("round", np.int8), number("round", "Rounds", 1, 20, default=3)))


@pytest.mark.parametrize(
    ("spoiled", "told"),
    [
        (lambda scenes: [replace(scene, gains={}) for scene in scenes], r"the scores change by \[10, 0\]"),
        (lambda scenes: [replace(scene, paid={0: 7}) for scene in scenes], "what the scenes say is paid is"),
        (lambda scenes: [*scenes, contract.Scene("Over.", contract.END)], "the END is told, yet the game goes on"),
        (
            lambda scenes: [*scenes, contract.Scene("So.", contract.RESULT)],
            "a RESULT is told, yet nothing new lies there",
        ),
        (lambda scenes: [replace(scene, weight="loud") for scene in scenes], "a scene cannot weigh 'loud'"),
        (lambda scenes: [replace(scene, text="@1 stops.") for scene in scenes], "a finished sentence"),
        (lambda scenes: [replace(scene, about=("hat",)) for scene in scenes], r"about \['hat'\], which is not drawn"),
    ],
)
def test_what_is_wrong_with_a_story_is_said(monkeypatch, spoiled, told):
    state = brelan.game("dodeka").new(players=2, chance="manual")
    for words in ("throw 1 2 3", "die 1", "die 3", "die 8"):
        state.play(words)
    before, stop = state.copy(), state.parse("stop")
    state.apply(stop)
    testing.check_story(before, stop, state)
    story = state.game.table.story
    monkeypatch.setattr(state.game.table, "story", lambda *about: spoiled(story(*about)))
    with pytest.raises(AssertionError, match=told):
        testing.check_story(before, stop, state)


def test_time_called_while_a_result_lies_there_need_not_tell_it_again():
    state = brelan.game("dodeka").new(players=2, chance="manual", parties=1, minutes=10, target=100)
    for words in 2 * ("throw 1 2 3", "die 5", "die 5", "die 5", "stop"):  # both have 500: a tie lies there
        state.play(words)
    before = state.copy()
    state.apply(brelan.TIME)
    assert before.at_result and state.at_result
    testing.check_story(before, brelan.TIME, state)


def test_rules_that_lack_a_function_are_named():
    rules = ModuleType("games.tried.rules")
    vars(rules).update(dict.fromkeys(contract.names_of(contract.Rules)))
    del rules.ENDINGS, rules.redeal, rules.clock
    with pytest.raises(BrelanError, match=r"games\.tried\.rules lacks ENDINGS, redeal:"):
        contract.filled(contract.Rules, rules)
