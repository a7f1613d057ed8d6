"""The solved duel, against an independent slow solver, against games played by the rules, and against itself."""

import argparse
import functools
import itertools
import random
from collections import Counter

import numpy as np
import pytest

import brelan
from brelan.games.pepetes import solve
from brelan.games.pepetes.rules import combinations as c
from brelan.games.pepetes.solve.bets import round_chances
from brelan.games.pepetes.solve.duel import A2, A3, BARRED, D1, D2, D3, END, FIRST, SECOND, entry_code, solved
from brelan.games.pepetes.solve.hands import AN_OTHER, BOTH_FRESH, HANDS, dice_of_tally, key, table_of_hands
from brelan.games.pepetes.solve.position import Position
from brelan.model.errors import BrelanError

from .helpers import GAME, a1, run, set_money, table

H = table_of_hands()
S = solved()


def ask(*words):
    parser = argparse.ArgumentParser()
    solve.arguments(parser, GAME.say("en"))
    return solve.answer(parser.parse_args(list(words)), lambda *_: None)


def test_there_are_210_hands_and_they_are_thrown_as_often_as_counted():
    assert Counter(H.size.tolist()) == {0: 1, 1: 6, 2: 21, 3: 56, 4: 126}
    for dice in range(1, 5):
        seen = Counter(tuple(sorted(throw)) for throw in itertools.product(range(1, 7), repeat=dice))
        for faces, ways in seen.items():
            hand = H.rank[key(sum(c.single(face) for face in faces))]
            assert H.odds[hand] == pytest.approx(ways / 6**dice) and H.size[hand] == dice


# --- a slow solver of its own: dice as sorted tuples, the score and the throws written anew


def slow_score(dice):
    counts = sorted(Counter(dice).values(), reverse=True)
    bonus = 0
    faces = set(dice)
    for length, worth in ((3, 2), (4, 3), (5, 10)):
        if any(all(start + k in faces for k in range(length)) for start in range(1, 7)):
            bonus = max(bonus, worth)
    for alike, worth in ((3, 5), (4, 7), (5, 10)):
        if counts[0] >= alike:
            bonus = max(bonus, worth)
    return sum(dice) + bonus


@functools.cache
def throws(count):
    return [
        (tuple(sorted(faces)), ways / 6**count)
        for faces, ways in Counter(tuple(sorted(t)) for t in itertools.product(range(1, 7), repeat=count)).items()
    ]


@functools.cache
def slow(step, blue, black, reds):
    """The value of a second round: the attacker's money plus what the defender loses.

    Red dice are only counted: a 1 has no effect.
    """
    if step == 5:
        return slow_score((*blue, black))
    stay = slow(step + 1, blue, black, reds)
    if step in (A2, A3):
        best = stay
        for size in range(1, len(blue) + 1):
            for away in set(itertools.combinations(range(len(blue)), size)):
                kept = [face for at, face in enumerate(blue) if at not in away]
                best = max(
                    best, sum(p * slow(step + 1, tuple(sorted((*kept, *new))), black, reds) for new, p in throws(size))
                )
        return best
    best = stay
    for dice in range(1, reds + 1):
        for faces in itertools.chain.from_iterable(
            itertools.combinations(sorted(set(blue)), many) for many in range(1, dice + 1)
        ):
            value = 0
            for thrown in itertools.product(range(1, 7), repeat=dice):
                hit = set(thrown) & set(faces)
                leaving = sum(face in hit for face in thrown) if len(faces) == 1 else len(hit)
                lost = sum(thrown) - (sum(face for face in thrown if face in hit) if len(faces) == 1 else sum(hit))
                value += lost + slow(step + 1, tuple(face for face in blue if face not in hit), black, reds - leaving)
            best = min(best, value / 6**dice)
    return best


def where(step, blue, black, red=BOTH_FRESH, kind=SECOND):
    hand = int(H.rank[key(sum(c.single(face) for face in blue))])
    return kind, step, hand, black - 1, red


@pytest.mark.parametrize("black", [1, 4, 6])
def test_the_last_throws_agree_with_the_slow_solver(black):
    for step in (A3, D3):
        for hand in range(HANDS):
            blue = dice_of_tally(int(H.tally[hand]))
            for red, reds in ((0, 0), (2, 1), (5, 2), (3, 2)):
                at = where(step, blue, black, red)
                if step == A3 and len(blue) == 4 and black != 4:
                    continue
                assert S.attacker[at] - S.defender[at] == pytest.approx(slow(step, tuple(blue), black, reds))


@pytest.mark.parametrize("blue", [(), (6,), (3, 5), (5, 5, 6)])
def test_earlier_throws_agree_with_the_slow_solver(blue):
    for step in (D2, A2):
        at = where(step, blue, 4)
        assert S.attacker[at] - S.defender[at] == pytest.approx(slow(step, blue, 4, 2))


@pytest.mark.slow
def test_the_whole_round_agrees_with_the_slow_solver():
    value = sum(p / 6 * slow(D1, blue, black, 2) for blue, p in throws(4) for black in range(1, 7))
    assert ask()["round_value_without_ones"] == pytest.approx(value)


def test_one_strike_worked_out_by_hand():
    """D3, a single blue 6 and a black 1, one red die: announcing the 6 saves 6 once in six, and costs 15/6 in misses. A
    pass is worth 7.
    """
    at = where(D3, (6,), 1, red=2)
    assert S.attacker[at] == 7 and S.defender[at] == 0 and S.entry[at] == 0
    at = where(D3, (6, 6, 6, 6), 6, red=2)  # 40 against 6 + …
    assert S.entry[at] == entry_code(AN_OTHER, 1 << 6)
    assert S.attacker[at] == pytest.approx((5 * 40 + 6) / 6) and S.defender[at] == pytest.approx(-15 / 6)


def test_a_1_left_is_worth_what_the_next_round_says():
    """PEP-12, PEP-13 at the end of the first round."""
    second, barred = S.start[SECOND], S.start[BARRED]
    at = where(END, (2, 3), 6, red=5, kind=FIRST)
    assert S.attacker[at] == pytest.approx(11 + second[1]) and S.defender[at] == pytest.approx(second[0])
    at = where(END, (2, 3), 1, red=5, kind=FIRST)
    assert S.attacker[at] == pytest.approx(8 + barred[1]) and S.defender[at] == pytest.approx(barred[0])
    at = where(END, (2, 3), 1, red=4, kind=FIRST)  # a red 1: the duel is over
    assert S.attacker[at] == 8 and S.defender[at] == 0


def test_more_red_dice_and_more_throws_never_hurt_their_owner():
    for kind in (SECOND,):
        value = S.attacker[kind] - S.defender[kind]
        assert (value[:, :, :, 0] >= value[:, :, :, 2] - 1e-9).all() and (
            value[:, :, :, 2] >= value[:, :, :, 5] - 1e-9
        ).all()
        assert (value[D1] <= value[A2] + 1e-9).all() and (value[A2] >= value[D2] - 1e-9).all()


def test_the_undefended_round():
    found = ask()
    value = S.attacker[BARRED][A2][:, :, BOTH_FRESH]
    four = H.size == 4
    assert found["undefended_value"] == pytest.approx(float((H.odds[four, None] / 6 * value[four]).sum()))
    assert found["round_value_without_ones"] < found["undefended_value"]


def test_duels_played_by_the_rules_have_the_value_of_the_solution():
    """Whole duels in compiled code, decided by the solution: the first attacker's money less the other's.

    Nobody is poor enough to be ruined.
    """
    state, games = set_money(table(duels=1, target=500), 200, 200), 150_000
    out, weights, payoffs, lengths = (
        np.zeros(size, np.int64) for size in (GAME.rules.MAX_MOVES, GAME.rules.MAX_MOVES, (games, 2), games)
    )
    tables = GAME.bots.tables(("expert",), 2, state.options)
    GAME.drivers.play_games(
        state._buf, 0, games, 5, np.array([2, 2]), False, 1000, out, weights, tables, payoffs, lengths
    )
    difference = payoffs[:, 0] - payoffs[:, 1]
    assert (lengths > 0).all()
    assert abs(difference.mean() - ask()["duel_value"]) < 4 * difference.std() / games**0.5 < 0.3
    gains = payoffs.mean(axis=0) - 200
    assert gains == pytest.approx(S.start[FIRST], abs=0.3)


# --- the odds of bets


def test_chances_before_a1_add_up():
    for name in ("1", "2", "barred"):
        bets = ask("--round", name)["bets_before_a1"]
        assert sum(bets["counted"].values()) == pytest.approx(1)
        assert (
            bets["contains"]["suite 3"]
            >= bets["contains"]["suite 4"]
            >= bets["contains"]["suite 5"]
            == pytest.approx(bets["counted"]["suite 5"])
        )
        assert bets["contains"]["same 3"] >= bets["contains"]["full"]


def test_if_nobody_does_anything_the_odds_are_those_of_five_dice():
    bets = ask("--attacker", "stand", "--defender", "never")["bets_before_a1"]
    throws5 = list(itertools.product(range(1, 7), repeat=5))
    for card in range(1, c.CARDS):
        name = GAME.moves.card_words(card)
        share = sum(bool(c.holds(sum(c.single(face) for face in throw), card)) for throw in throws5) / 6**5
        assert bets["contains"][name] == pytest.approx(share), name
    assert bets["contains"]["digit 3"] == pytest.approx(1 - (5 / 6) ** 5)
    assert bets["contains"]["same 5"] == pytest.approx(6 / 6**5)
    assert bets["contains"]["full"] == pytest.approx(300 / 6**5)


def test_the_black_die_is_a_sure_bet():
    found = ask("--after", "blue 2 3 3 6 black 5")
    assert found["after"]["bets"]["contains"]["digit 5"] == pytest.approx(1)
    assert found["after"]["position"] == "blue 2 3 3 6 black 5 red ? ?"
    assert found["after"]["before_d1"]["best"]["value"] <= found["after"]["best"]["value"]


def test_chances_agree_with_rounds_played_by_the_rules():
    """Second rounds from A2 on, decided by the solution: every card comes as often as it should."""
    at = Position.parse("blue 2 3 3 6 black 5")
    row = round_chances(FIRST)[A2, at.hand, at.black, at.red]
    rng, bot, came, games = random.Random(2), GAME.bot("expert"), Counter(), 800
    start = run(a1(table(), "2 3 3 6", 5), "pass")
    for _ in range(games):
        state = start.copy()
        while state.struct["tour"] == 1:
            state.apply(
                rng.choice(state.legal()) if state.mover == brelan.CHANCE else bot.pick(state.view_state(state.mover))
            )
        dice = [int(face) for face in state.struct["blue"] if face > 0] + [int(state.struct["black"])]
        tally = sum(c.single(face) for face in dice)
        came.update(card for card in range(1, c.CARDS) if c.holds(tally, card))
    for card in range(1, c.CARDS):
        p = float(row[card])
        assert abs(came[card] / games - p) < 4.5 * (p * (1 - p) / games) ** 0.5 + 1e-9, GAME.moves.card_words(card)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "blue 2",
        "blue 2 3 3 6 7 black 5",
        "blue 2 3 3 6",
        "black 5",
        "blue 2 3 3 6 black 5 4",
        "blue 2 3 black 4",
        "green 3",
        "blue 2 ? 3 4 black 1",
    ],
)
def test_positions_that_cannot_be_read_are_refused_in_a_sentence(text):
    with pytest.raises(BrelanError) as error:
        Position.parse(text)
    assert str(error.value).endswith(".")


def test_positions():
    assert str(Position.parse("blue 6, 3 black 5 red 1")) == "blue 3 6 black 5 red 1"
    assert Position.parse("blue none black 5 red none").red == 0
    assert Position.parse("BLUE 2 2 black 5 red 1 ?").red == 4


def test_the_answer_is_told_in_both_languages():
    found = ask("--after", "blue 2 6 black 5 red 4", "--step", "D2")
    for lang, words in (("fr", "Le mieux"), ("en", "Best")):
        assert words in solve.report(found, GAME.say(lang))
    assert found["after"]["best"]["value"] == pytest.approx(
        found["after"]["best"]["attacker"] - found["after"]["best"]["defender"]
    )
