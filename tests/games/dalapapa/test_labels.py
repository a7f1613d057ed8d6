"""The words of the controls: for who cannot see the drawing."""

import re

import pytest

import brelan
from brelan.model.words import LANGUAGES

GAME = brelan.game("dalapapa")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_place_for_a_domino_is_told_apart_in_words(lang):
    """The radio buttons of a placement used to read its notation: "place 20a 0 at 1 -2"."""
    state = GAME.new(players=2, seed=3)
    while not state.over and int(state.struct.laid) < 12:
        html = GAME.table.controls(state.view(state.mover), GAME.say(lang))
        labels = re.findall(r'<label for="spot-[0-9]+"><[^>]*>([^<]*)</label>', html)
        assert len(labels) == len(set(labels)) == html.count('id="spot-')
        assert not any(re.search(r"\bplace [0-9]| at -?[0-9]", label) for label in labels)
        assert all(label.startswith("Poser " if lang == "fr" else "Lay ") for label in labels)
        state.play(state.moves()[0])
