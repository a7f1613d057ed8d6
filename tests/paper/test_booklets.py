"""A finished game as a booklet: told as the log tells it, drawn where it mattered."""

import functools
import io
import re
from itertools import pairwise

import pytest
from pypdf import PdfReader

import brelan
from brelan.model.contract import END, RESULT
from brelan.model.errors import BrelanError
from brelan.paper import booklet
from brelan.paper.booklet import MOST_DRAWN, _moment, courses, positions, scores_drawn, ticks
from brelan.paper.rulebook import typeset
from brelan.play.record import Record
from brelan.play.story import lines, told
from brelan.school.review import Chance, Decision, Review, Seat, kind_of

from .flat import flat
from .reading import words_of


@functools.cache
def golden(game):
    return Record.parse((brelan.game(game).folder / "golden.record").read_text(encoding="utf-8"))


def squeezed(words):
    return re.sub(r"[\s\u00ad\u00a0\u202f-]+", "", words)


LANGUAGE = {"4d": "fr,en", "dalapapa": "fr", "dodeka": "en", "pepetes": "fr", "spacepoker": "en"}  # reading takes time


@functools.cache
def printed(game):
    return booklet(golden(game), LANGUAGE[game], "letter" if game == "dodeka" else "a4")


@functools.cache
def read(game):
    return " ".join(words_of(page) for page in PdfReader(io.BytesIO(printed(game))).pages)


@pytest.mark.parametrize("game", brelan.games())
def test_every_line_of_the_log_is_in_the_booklet(game):
    state, whole = golden(game).replay(), squeezed(read(game))
    for lang in LANGUAGE[game].split(","):
        missing = {
            line
            for line in lines(state, None, lang)
            for word in typeset(line, lang).split()
            if squeezed(word) not in whole
        }
        assert not missing
        # the end is drawn
        assert squeezed(state.game.say(lang)("After move {n}", n=len(state.log))) in whole
    assert all(squeezed(name) in whole for name in state.names)


@pytest.mark.parametrize("game", brelan.games())
def test_a_booklet_is_small_and_has_no_raster_image(game):
    assert len(printed(game)) < 3_000_000
    reader = PdfReader(io.BytesIO(printed(game)))
    drawn = [reader.get_object(number) for number in range(1, reader.trailer["/Size"])]
    assert not [one for one in drawn if isinstance(one, dict) and one.get("/Subtype") == "/Image"]


def test_what_mattered_is_drawn_results_before_beats():
    state = golden("spacepoker").replay()
    drawn = {int(n) for n in re.findall(r"After move (\d+)", read("spacepoker"))}
    weighty = {
        move.number for move in told(state, None, "en") if any(scene.weight in (RESULT, END) for scene in move.scenes)
    }
    assert len(drawn) == MOST_DRAWN and len(weighty) < MOST_DRAWN and weighty <= drawn


def test_secrets_of_who_dropped_out_stay_secret():
    """The booklet is a spectator's: a hand nobody showed is not in it, in words or in the drawings."""
    record = golden("spacepoker")
    state = record.replay()
    for moves in range(0, len(record.moves), 20):
        view = state.after(moves).view(None)
        assert all(not hand or shown for hand, shown in zip(view["hands"], view["shown"], strict=True))


def test_the_graph_shows_every_score_to_the_end():
    state = golden("pepetes").replay()
    course = courses(state)
    assert course[0][0] == 0 and course[-1] == (len(state.log), state.scores)
    assert all(one[1] != other[1] for one, other in pairwise(course[:-1]))
    drawing = scores_drawn(state, state.game.say("en"))
    elements = flat(f'<svg xmlns="http://www.w3.org/2000/svg">{drawing.content}</svg>')
    names = [e for e in elements if e.name == "text" and e.attributes["text-anchor"] == "start"]
    assert [e.text for e in names] == [f"{n} {s}" for n, s in zip(state.names, state.scores, strict=True)]
    heights = sorted(e.number("y") for e in names)
    assert all(b - a > 3.6 for a, b in pairwise(heights))  # no name covers another
    curves = [e for e in elements if e.name == "path" and e.attributes.get("stroke-width") == "0.8"]
    assert len({e.attributes.get("stroke-dasharray") for e in curves}) == state.players  # told apart without colours


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 92), (-240, 270), (0, 6_000_000)])
def test_the_graph_counts_in_round_numbers(low, high):
    found = ticks(low, high)
    assert 2 <= len(found) <= 9 and low <= found[0] and found[-1] <= high and 0 in found


def test_dodeka_is_drawn_by_its_match_totals():
    state = golden("dodeka").replay()
    assert courses(state)[-1][1] == state.totals and sum(state.totals) == 0


def test_a_game_that_goes_on_has_no_booklet():
    state = brelan.game("dodeka").new(players=2, seed=1)
    with pytest.raises(BrelanError, match="not over"):
        booklet(state.record(), "en")


def test_names_at_a_table_are_only_names():
    state = brelan.game("dodeka").new(
        players=2, seed=3, names=['#panic("a")', "</text><script>"], **brelan.game("dodeka").quick
    )
    while state.payoff is None:
        state.play("stop" if "stop" in state.moves() else state.moves()[0])
    whole = " ".join(words_of(page) for page in PdfReader(io.BytesIO(booklet(state.record(), "en"))).pages)
    assert '#panic("a")' in whole and "</text><script>" in whole


@functools.cache
def reviewed_booklet():
    """A game of 4D whose review is made up, quickly: a blunder at each seat, and luck at the first throw."""
    state = golden("4d").replay()
    choices = [n for n, (before, code) in enumerate(state.history(), 1) if kind_of(before, code) == "choice"]
    decisions = []
    for number, loss in ((choices[0], 3.0), (choices[-1], 9.0)):
        before = state.after(number - 1)
        best = next(move for move in before.moves() if move != state.game.words(state.log[number - 1]))
        played = state.game.words(state.log[number - 1])
        decisions.append(Decision(number, before.mover, played, best, loss, 0.0, "blunder", len(before.moves())))
    seats = [Seat(name, luck=0.5, loss=0.25, result=0.25, decisions=4, mean_loss=1.0) for name in state.names]
    chances = [Chance(1, choices[0] - 1, (0.5, -0.25))]
    points = [(n, (n / 2, -n / 2)) for n in range(len(state.log) + 1)]
    scale = state.game.bots.SCALE
    review = Review("4d", state.game.version, dict(state.options), list(state.names), scale.unit, scale.spare, True,
                    seats, decisions, chances, points, len(state.log), [1, 0])  # fmt: skip
    pdf = booklet(golden("4d"), "fr,en", "letter", lambda _: review)
    return review, [words_of(page) for page in PdfReader(io.BytesIO(pdf)).pages]


def test_the_review_is_in_the_booklet_with_its_graph_and_what_could_have_been_better():
    review, pages = reviewed_booklet()
    whole = " ".join(pages)
    assert "Luck and skill" in whole and "Chance et adresse" in whole
    first = next(page for page in pages if "Luck and skill" in page)
    assert "own losses" in first and "hidden luck" not in first and "points to spare" in first
    assert all(first.count(name) >= 4 for name in review.names)  # places, scores, account, and the graph's own legend
    for one in review.decisions:  # drawn before the move, told after it
        assert f"Before move {one.number} (blunder by {review.names[one.seat]})" in whole
        assert f"Move {one.number}, {review.names[one.seat]}: blunder" in whole
        assert f"Avant le coup {one.number} ({review.names[one.seat]} : gaffe)" in whole.replace("\u00a0", " ")


def test_a_position_of_the_review_gives_way_to_nothing_but_the_end():
    review, _ = reviewed_booklet()
    state = golden("4d").replay()
    moments = [_moment(move) for move in told(state, None, "en")]
    drawn = positions(moments, review, state.game.say("en"))
    wanted = {one.number - 1 for one in review.decisions} | {review.chances[0].last, len(state.log)}
    assert wanted <= set(drawn) and drawn[len(state.log)].eyes is None
    assert {drawn[one.number - 1].eyes for one in review.decisions} == {one.seat for one in review.decisions}
    assert set(positions(moments, None, state.game.say("en"))) != set(drawn)


def test_a_wrong_word_is_told_before_the_game_is_looked_over():
    def look(state):
        raise AssertionError("it was looked over")

    with pytest.raises(BrelanError, match="a4 or letter"):
        booklet(golden("4d"), "en", "a5", look)
