"""A refused move is told why, in the game's terms, in both languages. The kit holds every game to it at random; these
are cases one can check by hand.
"""

import pytest

import brelan


def refused(state, move):
    with pytest.raises(brelan.IllegalMove) as caught:
        state.play(move)
    return str(caught.value), caught.value.said("fr")


def table(name, moves="", **wanted):
    state = brelan.game(name).new(chance="manual", **wanted)
    for move in filter(None, moves.split("; ")):
        state.play(move)
    return state


def test_dodeka_a_turn_begins_with_three_dice():
    english, french = refused(table("dodeka"), "stop")
    assert english == ("'stop' is not allowed now: all three dice come first. Possible now: throw 1 2 3.")
    assert "on lance d’abord les trois dés" in french


def test_4d_the_square_must_turn_and_a_tip_comes_first():
    state = table("4d", "die 1 2; die 2 1; die 3 1; die 4 1; lock-far")
    assert "the square must turn" in refused(state, "left lock-near")[0]
    assert "a die is tipped before the square is turned" in refused(state, "lock-far")[0]
    assert "this tip does not win yet" in refused(state, "left")[0]
    assert "il n’y a pas de cinquième dé" in refused(state, "left fifth-away lock-far")[1]


ATTACK = "throw all; blue 2; blue 2; blue 3; blue 4; black 6"


def pepetes(moves):
    """Two players; seat 0 throws the higher die and attacks."""
    return table("pepetes", f"die 6; die 1; {moves}", players=2)


def test_pepetes_no_blue_die_shows_it():
    english, french = refused(pepetes(ATTACK), "aim 5 with 1")
    assert "no blue die shows 5." in english and "aucun dé bleu ne montre 5." in french


def test_pepetes_a_die_that_is_knocked_out_stays_out():
    state = pepetes(f"{ATTACK}; aim 2 with 1; red 2")
    assert "blue die 1 is knocked out" in refused(state, "throw 1")[0]
    assert "all five dice are thrown once" in refused(state, "throw all")[0]


def test_spacepoker_what_it_takes_to_stay_in():
    state = brelan.game("spacepoker").new(players=2, seed=6, ante=1)
    assert "ships are exchanged first" in refused(state, "stake 3")[0]
    hand = state.view(state.mover)["hands"][state.mover]
    missing = next(size for size in range(1, 6) if size not in hand)
    assert f"there is no ship of size {missing} in this hand" in refused(state, f"exchange {missing}")[0]
    state.play("exchange none")
    state.play("exchange none")
    state.play("stake 4")
    assert "it takes 4 to stay in" in refused(state, "stake 3")[0]
    assert "il ne reste pas plus de 59 à miser" in refused(state, "stake 60")[1]


def test_dalapapa_which_colours_differ():
    """Domino 1 lies flat; what is laid at its right must have the colour of its right end on the left."""
    state = table("dalapapa", "draw 1; draw 2; draw 3; place 1a 0 at 0 0")
    assert "a domino lies there already" in refused(state, "place 2a 0 at 1 0")[0]
    assert "nothing touches there" in refused(state, "place 2a 0 at 3 3")[0]
    assert "domino 9 is not in this hand" in refused(state, "place 9a 0 at 2 0")[0]
    assert "a domino is laid first" in refused(state, "end")[0]
    right = state.view(0)["dominoes"][0]["colours"][3]
    names = ("blue", "red", "yellow", "cream")
    moves = [f"place {domino} 0 at 2 0" for domino in ("2a", "2b", "3a", "3b")]
    told = [refused(state, move)[0] for move in moves if move not in state.moves()]
    assert told and all("the colours on the left differ" in text and f"against {names[right]}" in text for text in told)
