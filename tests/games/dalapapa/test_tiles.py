"""The sets of dominoes, against the rulebook's counts."""

from collections import Counter

from brelan.games.dalapapa.rules.tiles import BL, BR, TL, TR, C, L, R, classic, grand, half_turned, labels, two_tone


def same(face):
    return min(face, half_turned(face))


def test_the_classic_set_has_72_dominoes_and_144_faces_all_different():
    dominoes = classic()
    assert len(dominoes) == 72 and all(len(domino) == 2 for domino in dominoes)
    assert len({same(face) for domino in dominoes for face in domino}) == 144
    assert len({frozenset(map(same, domino)) for domino in dominoes}) == 72


def test_each_classic_domino_carries_each_colour_equally():
    for domino in classic():
        halves = Counter()
        for face in domino:
            assert len(set(face)) == 3
            halves.update(face[:6])
            halves[face[C]] += 2
        assert set(halves.values()) == {4}


def test_a_classic_domino_by_hand():
    front, back = classic()[24]  # the second shape, colours in order: a, b, c, d = 0, 1, 2, 3
    assert {side: front[side] for side in (L, TL, TR, R, BR, BL, C)} == {L: 0, TL: 0, TR: 1, R: 2, BR: 1, BL: 2, C: 0}
    assert {side: back[side] for side in (L, TL, TR, R, BR, BL, C)} == {L: 3, BL: 3, TL: 1, TR: 2, R: 1, BR: 2, C: 3}


def test_the_grand_set_keeps_what_is_known():
    """72 reversible dominoes, all different, four colours, three on a face, each colour as often as any other."""
    dominoes = grand()
    assert len({frozenset(map(same, domino)) for domino in dominoes}) == 72
    halves = Counter()
    for domino in dominoes:
        assert len(domino) == 2 and same(domino[0]) != same(domino[1])
        for face in domino:
            assert len(set(face)) == 3
            halves.update(face[:6])
            halves[face[C]] += 2
    assert len(halves) == 4 and len(set(halves.values())) == 1


def test_the_two_tone_set_is_every_colouring_up_to_a_half_turn():
    faces = [domino[0] for domino in two_tone()]
    assert len(faces) == (2**7 + 2**4) // 2 == 72
    assert len({same(face) for face in faces}) == 72
    assert sum(face == half_turned(face) for face in faces) == 16


def test_what_hangs_together_inside_a_domino():
    """DAL-01, DAL-02."""
    assert labels((0, 1, 1, 0, 1, 1, 0)) == [0, 1, 2, 3, 4, 5, 6]  # the ends touch the centre in a corner only (DAL-02)
    assert labels((1, 1, 0, 0, 0, 0, 1)) == [0, 0, 2, 2, 2, 5, 0]
    assert labels((0, 0, 0, 0, 0, 0, 0)) == [0] * 7
