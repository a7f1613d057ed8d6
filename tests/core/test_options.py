"""Options: declared once, read from anywhere, refused with what they take."""

import pytest

from brelan.model.errors import OptionError
from brelan.model.options import choice, complete, flag, number
from brelan.model.words import Sentence

OPTIONS = (
    number("hands", "hands", 1, 200, default=10, also=(0,)),
    number("target", "target", 100, 5000, default=lambda chosen: 300 if chosen.get("long") else 700, step=10),
    choice("fleet", "fleet", ("5x7", "7x5"), "5x7", ("five", "seven")),
    flag("long", "long", False),
)


def read(**given):
    return complete(OPTIONS, given, lambda values: None)


def test_defaults_and_their_dependence_on_others():
    assert read() == {"hands": 10, "target": 700, "fleet": "5x7", "long": False}
    assert read(long="oui")["target"] == 300


@pytest.mark.parametrize(("given", "value"), [("7", 7), (7, 7), ("0", 0)])
def test_numbers_are_read_from_text(given, value):
    assert read(hands=given)["hands"] == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hands", 201),
        ("hands", -1),
        ("hands", "many"),
        ("hands", True),
        ("hands", 1.5),
        ("target", 105),
        ("fleet", "6x6"),
        ("long", "maybe"),
        ("speed", 1),
    ],
)
def test_what_does_not_fit_is_refused_by_name(name, value):
    with pytest.raises(OptionError, match=name):
        read(**{name: value})


def test_every_value_survives_the_struct_and_the_record():
    for option in OPTIONS:
        for value in option.choices or (option.low, option.high, *option.also):
            own = option.read(value)
            assert option.decode(option.encode(own)) == own
            assert option.read(option.write(own)) == own


def test_contradictions_are_the_games_own_sentence():
    with pytest.raises(OptionError, match="no such table"):
        complete(OPTIONS, {}, lambda values: Sentence("There is no such table."))
