"""A sheet of problems: pictures as the solver sees them, and solutions upside down."""

import io

import pytest
from pypdf import PdfReader

import brelan
from brelan.model.errors import BrelanError
from brelan.paper import problem_sheet
from brelan.paper.quiz import lately
from brelan.school import problems

from .reading import words_of


@pytest.mark.parametrize("name", brelan.games())
def test_every_problem_and_its_solution_is_on_the_sheet(name):
    game = brelan.game(name)
    pages = PdfReader(io.BytesIO(problem_sheet(game, 4, "fr", "letter"))).pages
    text = " ".join(words_of(page) for page in pages)
    assert all(f"{number}." in text for number in range(1, 5)) and "Solutions" in text
    assert not any(page.images for page in pages) and float(pages[0].mediabox.width) == pytest.approx(612, abs=1)
    chosen = lately(game, 4)
    assert problems.of_the_day(game, problems.today()) not in chosen and len({one.id for one in chosen}) == 4


def test_how_many_there_may_be():
    with pytest.raises(BrelanError, match="problems to print, not 0"):
        lately(brelan.game("dodeka"), 0)
