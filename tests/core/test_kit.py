"""The conformance kit finds what a newcomer gets wrong."""

from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from brelan import contract, testing
from brelan.errors import BrelanError
from brelan.options import flag, number


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


def test_rules_that_lack_a_function_are_named():
    rules = ModuleType("games.tried.rules")
    vars(rules).update(dict.fromkeys(contract.names_of(contract.Rules)))
    del rules.ENDINGS, rules.redeal, rules.clock
    with pytest.raises(BrelanError, match=r"games\.tried\.rules lacks ENDINGS, redeal:"):
        contract.filled(contract.Rules, rules)
