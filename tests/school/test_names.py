"""What problems are known by never moves: nobody's solved mark is lost when a struct gains fields or is sorted anew."""

import brelan
from brelan.school.making import name_of

GAME = brelan.game("spacepoker")
# Made under version 3 of the rules, where `STATE` had other fields in another order.
MADE = "0ca2c410"
PLAYED = (
    "deal 1; deal 1; deal 5; deal 1; deal 2; deal 2; deal 2; deal 4; deal 4; deal 5; exchange 1 4 5; deal 1; deal 3; "
    "deal 4; exchange 1 1 2; deal 5; deal 1; deal 3"
)


def played(**options):
    state = GAME.new(players=2, chance="manual", **options)
    for words in PLAYED.split("; "):
        state.play(words)
    return state.view_state(0)


def test_a_position_of_an_earlier_version_has_its_name_still():
    assert name_of(played(ante=1)) == MADE


def test_what_was_added_counts_where_it_says_something():
    names = [name_of(played(ante=1, **more)) for more in ({}, {"reach": "even"}, {"rise": 2}, {"rise": 3})]
    assert len(set(names)) == 4


def test_every_field_of_every_position_counts_once():
    known = GAME.rules.KNOWN_BY
    assert len(set(known)) == len(known) and set(known) < set(GAME.rules.STATE.names)
    assert {"paid", "reach", "change", "rise"} == set(GAME.rules.STATE.names) - set(known)
