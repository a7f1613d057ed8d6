"""Every game has its cover in both languages, as it draws itself today."""

import pytest

import brelan
from brelan.dev.covers import cover_file, draw_cover
from brelan.model.words import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", brelan.games())
def test_the_cover_is_up_to_date(name, lang):
    one = brelan.game(name)
    assert cover_file(one, lang).read_text(encoding="utf-8") == draw_cover(one, lang), "run make covers"
