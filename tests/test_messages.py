"""Every message people read is there in French and in English."""

import ast
import re

import pytest

import brelan
from brelan.dev import messages


def fields(text):
    return set(re.findall(r"{(\w+)[^}]*}", text))


@pytest.mark.parametrize("room", messages.rooms(), ids=lambda room: room.name)
def test_every_message_has_its_french(room):
    assert messages.missing(room) == []


@pytest.mark.parametrize("room", messages.rooms(), ids=lambda room: room.name)
def test_both_languages_say_the_same_things(room):
    for message in messages.existing(room):
        english = message.id if isinstance(message.id, tuple) else (message.id,)
        french = message.string if isinstance(message.string, tuple) else (message.string,)
        wanted = set().union(*map(fields, english))
        assert all(fields(text) <= wanted for text in french), message.id
        if not isinstance(message.id, tuple):
            assert fields(french[0]) == wanted, message.id


def test_a_message_without_french_is_found(tmp_path):
    (tmp_path / "code.py").write_text('say("Nobody ever translated this")\n')
    assert messages.missing(tmp_path) == ["Nobody ever translated this"]


def test_no_message_hides_in_an_f_string():
    """Babel does not look inside f-strings: a message said there would never reach the catalogues."""
    for file in messages.PACKAGE.rglob("*.py"):
        code = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        parts = [part for string in code if isinstance(string, ast.JoinedStr) for part in ast.walk(string)]
        hidden = [ast.unparse(part) for part in parts if isinstance(part, ast.Call) and is_message(part)]
        assert not hidden, file.name


def is_message(call):
    """Whether a call says a message written right there."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    first = call.args[0] if call.args else None
    return (
        name in {"say", "count", "N_", "Sentence"} and isinstance(first, ast.Constant) and isinstance(first.value, str)
    )


def test_a_number_and_its_noun_agree_as_the_language_wants():
    """French counts everything below two as one, decimals too; English only one itself."""
    one, many = "{n} point of the match (exact)", "{n} points of the match (exact)"
    french, english = (brelan.game("dodeka").say(lang) for lang in ("fr", "en"))
    told = [french.count(one, many, n, digits=1).split("\u00a0")[0].split()[1] for n in (0.0, -1.67, 1.94, 1.96, 2.0)]
    assert told == ["point", "point", "point", "points", "points"]
    told = [english.count(one, many, n, digits).split()[1] for n, digits in ((1, 0), (1.0, 1), (0, 0), (1.67, 2))]
    assert told == ["point", "points", "points", "points"]
    scale = brelan.game("dodeka").bots.SCALE
    assert scale.told(1.67, french) == "1,7 point du match"


def test_no_game_changes_the_words_of_the_house():
    """A game's page speaks with both catalogues, the game's own first: the same English must be the same French."""
    of = {room.name: {str(m.id): m.string for m in messages.existing(room) if m.id} for room in messages.rooms()}
    for shared in ("brelan", "house"):
        for room, own in of.items():
            other = {key for key in own.keys() & of[shared].keys() if own[key] != of[shared][key]}
            assert not other, f"{room} says otherwise than {shared}: {other}"
