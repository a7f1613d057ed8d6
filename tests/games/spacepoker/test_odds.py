"""Exact odds, against counting by hand, against dealing, and against each other."""

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from brelan.games.spacepoker.rules.ships import unpack
from brelan.games.spacepoker.solve.deals import alone, classes, coupling, deals
from brelan.games.spacepoker.solve.odds import chance_given, chance_to_win, exchanges, model, regular_acts


def test_the_deals_are_all_there():
    known = deals(0)
    assert known.hands_count == 126
    assert sum(map(len, known.state_hand)) == 7051  # private states: the hand held and the ships given
    assert sum(map(len, known.loads)) == 1156
    assert len(set(classes(0, False))) == 51 and len(set(classes(0, True))) == 126
    assert deals(1).hands_count == 462


@pytest.mark.parametrize("many", [0, 1, 2, 3])
def test_an_acts_outcomes_add_up_to_the_chance_of_its_hand(many):
    known = deals(0)
    ways = [np.prod([comb(7, int(n)) for n in hand]) / comb(35, 5) for hand in known.hands]
    chance = known.out_weight[many] * alone(0, many)[known.state_load[many][known.out_state[many]]]
    total = np.bincount(known.out_act[many], chance, known.acts)
    for act in np.flatnonzero(known.act_many == many):
        hand = int(np.searchsorted(known.first_act, act, side="right")) - 1
        assert total[act] == pytest.approx(ways[hand])


def test_joint_probabilities_of_two_players_factorise_through_what_each_has_seen():
    known = deals(0)
    acts = known.first_act[:-1] + 1  # each gives one ship of its smallest size
    weights = [
        known.out_weight[1][np.isin(known.out_act[1], acts)],
        known.out_state[1][np.isin(known.out_act[1], acts)],
    ]
    by_load = np.bincount(known.state_load[1][weights[1]], weights[0], len(known.loads[1]))
    assert (by_load @ coupling(0, 1, 1) @ by_load) == pytest.approx(1)
    assert (by_load * alone(0, 1)).sum() == pytest.approx(1)


def test_an_exchange_counted_by_hand():
    hand = [1, 1, 2, 3, 4]
    found = {one.given: one for one in exchanges(hand)}
    assert len(found) == 1 + 4 + 7 + 7  # different choices of at most three ships
    assert found[(1,)].combinations[6] == pytest.approx(7 / 30)  # one of the seven 5s among thirty unseen ships
    deck = [size for size in range(1, 6) for _ in range(7)]
    for size in hand:
        deck.remove(size)
    threes = sum(1 for pair in combinations(deck, 3) if sorted([1, 1, *pair]).count(1) == 5)
    assert found[(2, 3, 4)].combinations[5] == pytest.approx(threes / comb(30, 3))
    assert all(sum(one.combinations) == pytest.approx(1) for one in found.values())
    assert [one.wins[0] for one in exchanges(hand)] == sorted((one.wins[0] for one in found.values()), reverse=True)


def test_the_regular_exchange_is_its_own_best_answer():
    known = model(0, False)
    assert known.many.sum() == pytest.approx(1)
    assert known.given_many.sum(axis=1) == pytest.approx(1)


def test_odds_against_two_agree_with_dealing():
    """A full spatial of 3s over 2s, kept: dealt against two regular players many times."""
    known, ranks, chosen = deals(0), classes(0, False), model(0, False)
    mine, acts = known.hand_of[(0, 2, 3, 0, 0)], regular_acts(0, False, 2)
    exact = chance_to_win(0, False, (0, 2, 3, 0, 0), int(ranks[mine]), 2)
    assert chance_to_win(0, False, (0, 2, 3, 0, 0), int(ranks[mine]), 1) == pytest.approx(
        float(chosen.beats(0)[mine, ranks[mine]])
    )
    rng = random.Random(5)
    deck = [size for size in range(5) for n in range(7 - (0, 2, 3, 0, 0)[size])]
    won, rounds = 0.0, 20_000
    for _ in range(rounds):
        pile = rng.sample(deck, 16)
        classes_met = []
        for _ in range(2):
            dealt = [pile.pop() for _ in range(5)]
            act = int(acts[known.hand_of[tuple(dealt.count(size) for size in range(5))]])
            for size in unpack(int(known.act_given[act])):
                dealt.remove(size - 1)
                dealt.append(pile.pop())
            classes_met.append(int(ranks[known.hand_of[tuple(dealt.count(size) for size in range(5))]]))
        best = max(classes_met)
        if best < ranks[mine]:
            won += 1
        elif best == ranks[mine]:
            won += 1 / (1 + classes_met.count(best))
    assert abs(won / rounds - exact) < 4 * (exact * (1 - exact) / rounds) ** 0.5


def test_odds_by_what_the_others_exchanged_agree_with_dealing():
    """Two and three others, one of them gone: counted, and dealt many times."""
    known, ranks = deals(0), classes(0, False)
    load = (2, 1, 2, 1, 1)  # holds 1 1 3 3 4, gave 2 5
    hand = known.hand_of[(2, 0, 2, 1, 0)]
    rng = np.random.default_rng(5)
    pile = np.repeat(np.arange(5), 7 - np.array(load))
    for staying, gone in (((1, 3), ()), ((1, 0), (2,))):
        rivals = len(staying) + len(gone)
        acts = regular_acts(0, False, rivals)
        won = tried = 0.0
        while tried < 1500:
            ships = rng.permutation(pile)
            at, best, equal, fits = 5 * rivals, -1, 0, True
            for seat, many in enumerate((*staying, *gone)):
                counts = np.bincount(ships[5 * seat : 5 * seat + 5], minlength=5)
                act = acts[known.hand_of[tuple(counts.tolist())]]
                fits = fits and known.act_many[act] == many
                if not fits:
                    break
                for size in unpack(int(known.act_given[act])):
                    counts[size - 1] -= 1
                counts += np.bincount(ships[at : at + many], minlength=5)
                at += many
                rank = int(ranks[known.hand_of[tuple(counts.tolist())]])
                if seat < len(staying):
                    best, equal = max(best, rank), equal + 1 if rank == best else 1 if rank > best else equal
            if fits:
                tried += 1
                won += 1 if ranks[hand] > best else 1 / (equal + 1) if ranks[hand] == best else 0
        counted = chance_given(0, False, load, int(ranks[hand]), staying, gone)
        assert counted == pytest.approx(won / tried, abs=4 * (0.25 / tried) ** 0.5)
