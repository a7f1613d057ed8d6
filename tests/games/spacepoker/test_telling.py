"""The story of a game, in words."""

import pytest

from brelan.model.errors import IllegalMove
from brelan.play import story

from .helpers import (
    GAME,
    HOUSE,
    at_stakes,
    before_hand,
    deal,
    hand,
    keep_all,
    new,
    row,
    set_planets,
    show_all,
    stakes_of,
    told,
)

FIRST, THIRD = [10, 5, 4, 3, 2, 1], [19, 10, 8, 6, 4, 2]


@pytest.mark.parametrize("ante", [0, 1])
def test_spa_14_who_has_no_planet_left_is_told_so(ante):
    """Seat 1 loses its last planet to seat 0: staked, or paid as the ante already."""
    state = set_planets(new(3, ante=ante), FIRST, [1 - ante, 0, 0, 0, 0, 0], THIRD)
    deal(state, [5, 5, 5, 5, 5], [1, 1, 2, 3, 4], [1, 2, 2, 3, 4])
    keep_all(state)
    for move in ("stake 1", "drop" if ante else "stake 1", "stake 1" if ante else "drop"):
        state.play(move)
    show_all(state)
    assert story.lines(state, 1, "en")[-1] == "You have no planet left and are out."
    assert story.lines(state, 0, "fr")[-1].endswith("n’a plus de planète et sort du jeu.")
    many = len(story.lines(state, 0, "fr"))
    state.play("next")
    assert not any("sort du jeu" in line for line in story.lines(state, 0, "fr")[many:]), "once is enough"


# --- the law of the house


def test_spa_09a_change_is_told_and_drawn_before_what_it_pays():
    state = at_stakes(1, row(6, 2, 1), row(5, 5, 1, 1), [10, 5, 0, 0, 0, 0])
    assert stakes_of(state) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert told(state, "stake 1", 0, "fr") == ["Vous faites la monnaie\u00a0: un 2 contre 1 et 1.", "Vous ouvrez à 1."]
    before = state.copy()
    state.play("stake 4", seat=1)
    changed, raised = story.scenes(before, state.log[-1], state, 0, "fr")
    assert (
        changed.text == f"{state.names[1]} fait la monnaie\u00a0: un 5 contre 1, 2 et 2." and "relance" in raised.text
    )
    assert changed.view["points"][1] == before.view(0)["points"][1] and changed.view["stakes"] == [1, 0, 0]
    assert changed.view["change"]["gives"] == 5 and sum(changed.view["change"]["gets"]) == 5
    assert changed.view["planets"][1] != before.view(0)["planets"][1]
    svg = GAME.table.svg(changed.view, GAME.say("fr"))
    assert "⇄" in svg and "⇄" not in state.svg(0, "fr")


def test_spa_09a_whoever_changes_for_an_ante_is_told_after_the_hand_begins():
    """The worked example: a 6 that owes 4; the pot's 4 cannot give 4 and 2, the other player can."""
    rows = row(4, 4, 2, 3), row(6)
    begins = "Hand 4 begins. The ante rises: each pays 4."
    assert told(before_hand(4, *rows), "next", 1) == [begins, "You make change: a 6 for 2 and 4."]
    french = told(before_hand(4, *rows), "next", 0, "fr")
    assert french[1].endswith("fait la monnaie\u00a0: un 6 contre 2 et 4.")


def test_spa_15_all_or_nothing_is_told_and_shown():
    state = before_hand(4, row(6, 6, 6, 4), row(2, 1), row(5, 5, 4))
    last = told(state, "next", 1)[-1]
    assert last == "You put in your last 3, all or nothing (va-tout), and play for the whole pot."
    deal(state, [1, 1, 2, 3, 4], [5, 5, 1, 2, 3], [2, 2, 1, 3, 4])
    for _ in range(2):
        state.play("exchange none")
    none = "Not everybody could answer a stake: there are none, and all show."
    assert told(state.copy(), "exchange none", 1) == [f"{state.names[2]} keeps all five ships.", none]
    state.play("exchange 4")
    assert told(state, "deal 5", 1)[-1] == none
    assert "all in (va-tout)" in state.svg(0, "en") and ">va-tout<" in state.svg(0, "fr")
    for _ in range(2):
        state.apply(state.legal()[0])
    assert "net +8" in " ".join(told(state, state.moves()[0], 0)), "3 were its own"
    assert "all in (va-tout)" not in state.svg(0, "en") and state.view(0)["paid"] == [4, 3, 4]


def test_spa_05a_whose_limit_it_is_stands_on_the_button_and_in_the_refusal():
    state = at_stakes(3, [48, 10, 3, 1, 1, 2], row(6, 5, 4), [30, 10, 3, 2, 0, 0])
    view = state.view(0)
    assert view["limit"] == {"seat": 1, "stake": 12}
    name = state.names[1]
    for lang, button in (("en", f"All {name} can answer: 12"), ("fr", f"Tout ce que {name} peut suivre\u00a0: 12")):
        assert button in GAME.table.controls(view, GAME.say(lang))
        assert name in state.svg(0, lang) and "12" in GAME.table.text(view, GAME.say(lang))
    with pytest.raises(IllegalMove, match=f"no more than 12: {name} could not align"):
        state.play("stake 13")
    state.play("stake 5")
    assert "All: 12" in GAME.table.controls(state.view(1), GAME.say("en")), "it is the player's own"
    state.play("drop")
    assert state.view(2)["limit"] == {"seat": 2, "stake": 64}
    assert new(2).view(0)["limit"] is None and new(2).view(0)["antes"] == []


def test_spa_09a_what_does_not_fit_everybody_is_refused_in_words():
    state = at_stakes(1, row(6, 6, 4, 2), row(5, 4, 2), rise=0, change="no", ante=0)
    with pytest.raises(IllegalMove, match="could not align: nothing makes 8 exactly"):
        state.play("stake 8")
    with pytest.raises(IllegalMove, match="do not make 5 exactly"):
        state.play("stake 5")
    state = at_stakes(2, row(6, 6), row(5, 5, 2))
    with pytest.raises(IllegalMove, match="nobody can change a planet so that it makes 3"):
        state.play("stake 3")


def test_spa_15_the_antes_to_come_are_shown():
    state = new(2, **HOUSE)
    assert state.view(None)["antes"] == [1, 2, 3, 4, 5, 6] and state.view(0)["ante"] == 1
    state = hand(9, row(6, 5, 4), row(6, 5, 4))
    assert state.view(0)["antes"] == [9, 10], "the last two hands"
    assert "antes: [9] 10" in GAME.table.text(state.view(0), GAME.say("en"))
    assert "those to come: 10" in state.svg(0, "en")
