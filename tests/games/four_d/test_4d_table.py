"""What people see of 4D: the drawing, the controls, the text."""

import html
import json
import re
from collections import Counter

import pytest

import brelan

from .test_4d_rules import quiet_cycle

GAME = brelan.game("4d")


def playing(**options):
    state = GAME.new(seed=3, names=["Chantal", "François"], **options)
    state.play("lock-left")
    return state


@pytest.mark.parametrize("fifth", [False, True])
def test_every_legal_move_can_be_pressed_and_nothing_else(fifth):
    state = playing(fifth=fifth)
    form = GAME.table.controls(state.view(1), GAME.say("fr"))
    choices = json.loads(html.unescape(re.search(r'data-legal="([^"]*)"', form)[1]))
    assert {move for move, _ in choices.values()} == set(state.moves())
    names = re.findall(r'name="(\w+)" id="[^"]*" value="([^"]+)"', form)
    order = [name for name, _ in names]
    assert order == sorted(order, key=["tip", "fifth", "lock"].index)  # the keys are in document order
    for key in choices:
        assert all(tuple(part.split("=")) in names for part in key.split())
    assert GAME.table.controls(state.view(0), GAME.say("fr")) == ""


def test_the_opening_is_four_buttons():
    state = GAME.new(seed=3)
    form = GAME.table.controls(state.view(0), GAME.say("en"))
    assert re.findall(r'data-move="([^"]+)"', form) == state.moves()


def test_a_winning_tip_needs_no_lock_and_takes_none_amiss():
    state = GAME.new(seed=3, target=10)
    state.play("lock-left")
    alone = [move for move in state.moves() if "lock" not in move]
    form = GAME.table.controls(state.view(1), GAME.say("en"))
    choices = json.loads(html.unescape(re.search(r'data-legal="([^"]*)"', form)[1]))
    assert alone
    for move in alone:
        assert choices[f"tip={move}"][0] == move
        assert all(choices.get(f"tip={move} lock={place}", [move])[0] == move for place in ("left", "far", "right"))


def test_the_drawn_things_press_controls_that_exist():
    state = playing()
    view = state.view(1)
    form, picture = GAME.table.controls(view, GAME.say("en")), state.svg(1)
    wanted = set(re.findall(r'data-for="([^"]+)"', picture))
    assert len(wanted) == 6 + 3  # six tips, three dice that may be locked
    assert wanted <= set(re.findall(r'id="([^"]+)"', form))
    assert "data-for" not in state.svg(0) and "data-for" not in state.svg(None)


def test_the_previews_are_what_the_tips_score():
    state = playing()
    for preview in state.view(1)["previews"]:
        after = state.copy()
        after.play(preview["tip"] + " lock-far")
        assert after.scores[1] == preview["results"][0]["points"]
        assert sorted(preview["faces"]) == sorted(die["up"] for die in after.view(0)["dice"])


def test_both_players_see_the_same_dice_from_their_own_side():
    state = playing()
    mine = {die["place"]: die for die in state.view(1)["dice"]}
    other = {die["place"]: die for die in state.view(0)["dice"]}
    for here, there in (("near", "far"), ("left", "right"), ("far", "near"), ("right", "left")):
        assert mine[here]["id"] == other[there]["id"] and mine[here]["up"] == other[there]["up"]
        assert mine[here]["left"] == other[there]["back_right"]  # what one sees on the left is hidden from the other
    assert mine["far"]["locked"] and other["near"]["locked"]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_hidden_faces_are_told(lang):
    picture = playing().svg(1, lang)
    assert picture.count("<title>") >= 1 + 4 + 6
    assert ("cachés" if lang == "fr" else "hidden") in picture


def test_the_terminal_is_78_columns_wide():
    for fifth in (False, True):
        state = playing(fifth=fifth)
        for lang in ("fr", "en"):
            assert max(map(len, state.text(1, lang).splitlines())) <= 110 if fifth else 78
            assert all(tip in state.text(1, lang) for tip in ("near-left", "both-right"))


def test_dice_are_never_thrown_about_and_the_scale_never_changes():
    state = brelan.game("4d").new(seed=3, target=40)
    scales = set()
    while not state.over:
        drawn = state.svg(state.mover, "fr")
        scales.add(re.search(r'viewBox="[^"]*"', drawn)[0])
        assert "data-tumble" not in drawn and drawn.count("data-tip") == 4
        assert drawn.count("le dé du fond, côté ") == 2, "the sides that other dice hide lie unfolded beside it"
        if state.view(state.mover)["stage"] == "play":
            assert "① Basculez   ② Verrouillez" in drawn
            assert drawn.count('data-step="1"') == 6 and drawn.count('data-step="2"') >= 3
        state.play(state.moves()[0])
    scales.add(re.search(r'viewBox="[^"]*"', state.svg(0))[0])
    assert len(scales) == 1


def test_a_position_seen_twice_is_told_before_a_third_time_draws():
    """The table counts turns without a point, and says when a position has come again."""
    _, _, drawn_game = quiet_cycle()
    state = brelan.Record.parse(str(drawn_game.record())).start()
    occurred, told = Counter(), 0
    for move in drawn_game.record().moves:
        state.play(move.words)
        struct, view = state.struct, state.view(0)
        if view["stage"] != "play":
            continue
        position = (struct.dice.tobytes(), struct.to_play.item(), state.scores)
        occurred[position] += 1
        assert view["seen_before"] == (occurred[position] == 2)
        assert ("Seen twice" in state.svg(0)) == view["seen_before"]
        told += view["seen_before"]
    assert told
