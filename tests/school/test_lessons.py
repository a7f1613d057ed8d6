"""Lessons: every one is played through in both languages, and a wrong one is refused with its line."""

import re

import pytest

import brelan
from brelan.house.base.words import speak
from brelan.house.pages.learn import fragment
from brelan.model.words import LANGUAGES
from brelan.school.blocks import TextError
from brelan.school.lessons import lesson, lesson_numbers, parse_lesson
from brelan.school.remarks import Moment, moment, remarks

ALL = [(name, number) for name in brelan.games() for number in lesson_numbers(brelan.game(name))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_lesson_is_played_through(name, number, lang):
    found = lesson(brelan.game(name), number, lang)
    for step in found.steps:
        if step.position is not None:
            assert step.position.svg(lang).startswith("<svg") and step.position.text(lang)
        if not step.waits:
            continue
        solution, played = step.solution(), []
        for move in solution:
            verdict = step.judge([*played, move], lang)
            played.append(move)
            assert verdict.kind == ("right" if played == solution else "more"), (step.prose, played, verdict)
        assert verdict.said and verdict.state != step.position.state
        wrong = [move for move in step.position.state.moves() if step.judge([move], lang).kind == "wrong"]
        for move in wrong[:40]:
            answer = step.judge([move], lang)
            assert answer.said and answer.state == step.position.state, f"nothing is said to {move}"


@pytest.mark.parametrize("name", brelan.games())
def test_a_game_has_three_to_five_lessons_the_same_in_both_languages(name):
    game = brelan.game(name)
    assert 3 <= len(lesson_numbers(game)) <= 5
    words = 0
    for number in lesson_numbers(game):
        french, english = (lesson(game, number, lang) for lang in LANGUAGES)
        assert [step.kind for step in french.steps] == [step.kind for step in english.steps]
        for one, other in zip(french.steps, english.steps, strict=True):
            assert (one.position and one.position.state) == (other.position and other.position.state)
            assert [answer.moves for answer in one.right] == [answer.moves for answer in other.right]
            assert len(one.prose.split()) < 130, "a step is a few sentences"
        words += sum(len(step.prose.split()) + sum(len(a.said.split()) for a in step.right) for step in french.steps)
    assert 400 < words < 1800, "about ten minutes: at some 180 words a minute, and time to play"


OPENING = "# Essai\n\nLancez.\n\n```try\nplayers: 2\n{}\n```\n"
GOOD = "right: throw 1 2 3\nsaid: Bien.\nthen: die 1; die 2; die 3"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("right: throw 9\nsaid: Non.", "cannot be played there"),
        ("throw 1 2 3; die 13\n" + GOOD, "line 7: 'die 13' is no move"),
        ("throw 1 2 3; die 1; die 2; die 3; next\n" + GOOD, "line 7"),
        ("point: die-9\n" + GOOD, "data-key “die-9”"),
        ("frame: die-9 10\n" + GOOD, "data-key “die-9”"),
        ("throw 1 2 3; die 1; die 2; die 4\nright: stop\nsaid: Oui.", "nothing is said to “throw"),
        ("refused: throw 1 2 3\n" + GOOD, "“throw 1 2 3” is allowed"),
        ("eyes: Katy\n" + GOOD, "“Katy” has no seat"),
        ("eyes: 1\n" + GOOD, "not the reader's turn"),
        ("option: target=100\n" + GOOD, "there is no “option:”"),
        ("options: target=101\n" + GOOD, "Option target"),
        ("right: *\nsaid: Bien.", "names the moves"),
        ("right: throw 1 2 3", "nothing is “said:”"),
        ("right: throw 1 2 3\nsaid: Bien.\nthen: die 77", "no move"),
    ],
)
def test_a_wrong_lesson_is_refused_with_its_line(body, told):
    parse_lesson(brelan.game("dodeka"), OPENING.format(GOOD))
    with pytest.raises(TextError, match=r"dodeka, lesson 1\.fr, line \d+") as caught:
        parse_lesson(brelan.game("dodeka"), OPENING.format(body))
    assert told in str(caught.value)


def test_blocks_go_on_from_each_other_from_names_and_from_records():
    game = brelan.game("dodeka")
    text = OPENING.format(GOOD + "\n").replace("players: 2\n", "players: 2\nname: start\n")
    text += (
        "\nPlus loin.\n\n```play\nstop\n```\n\nD’un récit.\n\n```lay\nfrom: golden.record @ 9\neyes: spectator\n```\n"
    )
    text += "\nEncore.\n\n```lay\nfrom: start\n```\n"
    steps = parse_lesson(game, text).steps
    assert steps[1].position.state.scores == (10, 0) or steps[1].position.state.log[-1] == steps[
        1
    ].position.state.parse("stop")
    assert len(steps[2].position.state.log) == 9 and steps[2].position.eyes == -1
    assert steps[3].position.state.log == ()
    forked = OPENING.format("throw 1 2 3; die 1; die 2; die 4\nright: stop | throw 1\nsaid: Oui.\nwrong: *\nsaid: Non.")
    with pytest.raises(TextError, match="lead to different positions"):
        parse_lesson(game, forked + "\nPlus loin.\n\n```play\nthrow 1 2 3\n```\n")


@pytest.mark.parametrize("name", brelan.games())
def test_remarks_come_when_something_first_happens(name):
    """In a few games of novices every kind of remark that can come does, and both languages have the same ones."""
    game = brelan.game(name)
    french, english = remarks(game, "fr"), remarks(game, "en")
    assert 3 <= len(french) <= 5 and [r.conditions for r in french] == [r.conditions for r in english]
    assert not any(remark.holds(Moment()) for remark in french)
    state = game.new(seed=5, **game.quick)
    due = set()
    for _ in range(60):
        if state.over:
            break
        since, seat = len(state.log), state.mover
        due |= {remark.number for remark in french if remark.holds(moment(state, since, seat))}
        state.apply(game.bot("novice").pick(state.view_state(seat)))
        due |= {remark.number for remark in french if remark.holds(moment(state, since, 0))}
    assert len(due) >= 2


def test_what_led_to_a_result_is_not_remarked_on_once_it_is_settled():
    reached = {"score": 700, "view": {"options": {"target": 700}}}
    playing, settled = Moment(**reached), Moment(**reached, result=True)
    every = remarks(brelan.game("dodeka"), "en")
    assert [one.number for one in every if one.holds(playing)] == [3]
    assert [one.number for one in every if one.holds(settled)] == [4]


def test_a_refused_domino_is_drawn_where_it_may_not_lie():
    """And crosses stand where the colours differ: left, and twice below."""
    for lang in LANGUAGES:
        found = lesson(brelan.game("dalapapa"), 1, lang)
        at, step = next((at, step) for at, step in enumerate(found.steps, 1) if step.position.refused)
        drawn = step.position.svg(lang)
        assert drawn in fragment(found, at, None, speak(lang, found.game))
        ghost = drawn[drawn.index('data-key="refused-7"') :]
        assert ghost.count('class="cross"') == 3, "one cross an edge"


def test_no_lesson_speaks_of_seats_or_codes():
    """What the reader is told is prose: no notation outside blocks."""
    for name, number in ALL:
        for lang in LANGUAGES:
            for step in lesson(brelan.game(name), number, lang).steps:
                assert not re.search(r"`|seat \d|siège \d", step.prose)
