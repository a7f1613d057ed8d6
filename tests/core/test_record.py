"""Records: to the letter and back, and nothing wrong gets in."""

import random
import re

import pytest

import brelan
from brelan.dev import testing
from brelan.play.record import _check, record_of

DODEKA = brelan.game("dodeka")


def finished(seed=7, **more):
    state = DODEKA.new(players=2, seed=seed, parties=1, target=100, **more)
    rng = random.Random(1)
    while not state.over:
        state.apply(testing.random_code(state, rng))
    return state


def resealed(text):
    """The text with a fresh check, as a careful forger would write it."""
    lines = text.rstrip("\n").split("\n")[:-1]
    return "\n".join([*lines, f"check: {_check(lines)}"]) + "\n"


def test_a_record_reads_back_to_the_letter():
    state = finished(names=["Katy", "Kévin"])
    text = str(state.record())
    record = brelan.Record.parse(text)
    assert record.replay() == state and record.replay().log == state.log
    assert str(record) == text and "seat 1: Kévin" in text


def test_every_truncation_is_refused():
    lines = str(finished().record()).split("\n")
    for cut in range(len(lines) - 1):
        with pytest.raises(brelan.RecordError, match="Line"):
            brelan.Record.parse("\n".join(lines[:cut]))


def test_every_edited_character_is_refused():
    text = str(finished().record())
    rng = random.Random(2)
    for _ in range(400):
        at = rng.randrange(len(text) - 1)
        edited = text[:at] + rng.choice("0123456789 abcxyz:.-\n") + text[at + 1 :]
        if edited != text:
            with pytest.raises(brelan.RecordError, match=r"^Line \d+: "):
                brelan.Record.parse(edited)


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        (r"\n1\. 0 throw 1 2 3", "\n1. 0 stop", "Line 10.*not allowed"),
        (r"\n1\. 0 throw 1 2 3", "\n1. 1 throw 1 2 3", "Line 10.*whom"),
        (r"\n2\. - die \d+", "\n2. - die 13", "Line 11.*no move"),
        (r"result: over.*", "result: over 500 -500", "these moves give"),
        (r"result: over.*", "result: unfinished", "these moves give"),
        (r"rules: 2", "rules: 9", "Line 3: the game was played under version 9"),
        (r"game: dodeka", "game: chess", "no game"),
        (r"players: 2", "players: 9", "2 to 6"),
        (r"target=100", "target=101", "target"),
        (r" target=100", "", "every option"),
        (r"Brelan record 2", "Brelan record 9", "formats 1 to 2"),
        (r"\nmoves: \d+", "\nmoves: 3", "holds"),
    ],
)
def test_a_forged_record_is_refused_with_the_line_and_the_reason(wrong, right, reason):
    text = str(finished().record())
    forged = resealed(re.sub(wrong, right, text, count=1))
    assert forged != text
    with pytest.raises(brelan.RecordError, match=reason):
        brelan.Record.parse(forged)


def test_an_unfinished_game_keeps_its_seed_to_itself():
    state = DODEKA.new(players=2)
    state.play("throw 1 2 3")
    text = str(state.record())
    assert f"committed {state.source.commitment}" in text and state.source.seed.hex() not in text
    again = brelan.Record.parse(text).replay()
    assert again == state and str(again.record()) == text
    with pytest.raises(brelan.UnfairRecord, match="not revealed"):
        brelan.Record.parse(text).verify()


def test_a_saved_game_goes_on_from_the_same_seed():
    state = DODEKA.new(players=2)
    state.play("throw 1 2 3")
    again = brelan.Record.parse(str(record_of(state, None, reveal=True))).replay()
    for one in (state, again):
        one.play("throw 2")
        one.play("stop")
        one.play("throw 1 2 3")
    assert again == state


def test_a_seats_record_is_read_but_not_replayed():
    record = brelan.Record.parse(str(finished().record(seat=1)))
    assert record.viewer == 1
    with pytest.raises(brelan.RecordError, match="one seat saw"):
        record.replay()


def test_a_blanked_state_has_no_record():
    with pytest.raises(brelan.BrelanError):
        DODEKA.new(players=2, seed=1).view_state(0).record()
