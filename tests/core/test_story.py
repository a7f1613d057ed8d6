"""Telling a whole game, or its end: the same moves, the same words."""

import brelan
from brelan.play import story


def finished():
    state = brelan.game("dodeka").new(players=2, seed=4, parties=2, target=100, names=["Katy", "Kévin"])
    bot = brelan.bot("dodeka", "novice", seed=1)
    while not state.over:
        state.apply(bot.pick(state.view_state(state.mover)))
    return state


def test_the_last_moves_are_told_as_in_the_whole_game():
    state = finished()
    whole = list(story.told(state, 0, "fr"))
    assert [move.number for move in whole] == list(range(1, len(state.log) + 1))
    for after in (-5, 0, 1, len(whole) - 3, len(whole)):
        assert list(story.told(state, 0, "fr", after)) == whole[max(0, after) :]


def test_the_log_holds_what_is_worth_a_line():
    state = finished()
    lines = story.lines(state, 1, "en")
    assert lines[-1].endswith("all parties are played.")
    assert sum(line.startswith("Partie ") and " pay" in line for line in lines) == 2
    assert sum(line == "Partie 2 begins." for line in lines) == 1
    assert any(line.startswith("You ") for line in lines) and any(line.startswith("Katy: ") for line in lines)
    assert not any("die shows" in line for line in lines)
