"""Rulebooks: what they draw follows from moves, on the page and at the terminal, and every decision is told of."""

import random
import re

import pytest

import brelan
from brelan.house.services.reading import rulebook_html
from brelan.model.words import LANGUAGES
from brelan.school.blocks import TextError
from brelan.school.rulebooks import about, caption, decisions, parse_rulebook, rulebook
from brelan.terminal.play import console, show_rules


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", brelan.games())
def test_a_rulebook_draws_its_positions_everywhere(name, lang):
    game = brelan.game(name)
    book, html = rulebook(game, lang), rulebook_html(game, lang)
    assert book.positions and html.count("<figure") == len(book.positions) and "```" not in html
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids)) and "tabindex=" not in re.sub(r'class="scroll" tabindex', "", html)
    assert all(f'id="about-{number}"' in html for number in range(1, len(decisions(game, lang)) + 1))
    with console.capture() as printed:
        show_rules(game, lang)
    assert "about:" not in printed.get() and "players:" not in printed.get()
    for position in book.positions:
        assert caption(position, lang)
        assert position.text(lang).splitlines()[0].strip() in printed.get()


def test_both_rulebooks_lay_the_same_positions():
    for name in brelan.games():
        french, english = (rulebook(brelan.game(name), lang).positions for lang in LANGUAGES)
        assert [position.state for position in french] == [position.state for position in english]
        assert decisions(brelan.game(name), "fr") == decisions(brelan.game(name), "en")


@pytest.mark.parametrize("name", brelan.games())
def test_every_decision_of_a_game_is_told_of(name):
    game, rng = brelan.game(name), random.Random(1)
    for seed in range(2):
        state = game.new(seed=seed, players=game.best_seats)
        for _ in range(120):
            if state.over:
                break
            assert about(game, "fr", state.moves()) > 0, state.moves()[:3]
            state.apply(rng.choice(state.legal()))


def test_a_wrong_block_of_a_rulebook_is_refused():
    with pytest.raises(TextError, match=r"rulebook\.en\.md, line 3: 'die 13'"):
        parse_rulebook(brelan.game("dodeka"), "```lay\nplayers: 2\nthrow 1 2 3; die 13\n```\n", "en")
    with pytest.raises(TextError, match="not “try”"):
        parse_rulebook(brelan.game("dodeka"), "```try\nplayers: 2\n```\n", "en")
