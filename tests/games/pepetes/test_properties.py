"""Everything at once: legality written a second time, all 461 hands, money, secrets, notation, over random games."""

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brelan
from brelan.dev.testing import random_code, random_options
from brelan.games.pepetes import table as seen_table
from brelan.games.pepetes.rules import combinations as c
from brelan.games.pepetes.rules.duel import strike
from brelan.games.pepetes.rules.state import TELL, tell_move

from .helpers import GAME
from .test_solve import slow_score


def slow_holds(dice, name):
    """Whether dice hold a card, from the dice themselves."""
    counts = Counter(dice)
    kind, _, number = name.partition(" ")
    if kind == "digit":
        return int(number) in counts
    if kind == "same":
        return max(counts.values()) >= int(number)
    if kind == "suite":
        return any(all(first + step in counts for step in range(int(number))) for first in range(1, 7))
    return sorted(counts.values()) == [2, 3]


def test_all_hands_of_one_to_five_dice():
    hands = [dice for size in range(1, 6) for dice in itertools.combinations_with_replacement(range(1, 7), size)]
    assert len(hands) == 461
    for dice in hands:
        tally = sum(c.single(face) for face in dice)
        assert c.total(tally) == sum(dice) and c.score(tally) == slow_score(dice)
        for card in range(1, c.CARDS):
            assert bool(c.holds(tally, card)) == slow_holds(dice, GAME.moves.card_words(card)), (dice, card)


@given(st.sets(st.integers(1, 6), min_size=1, max_size=2), st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=300)
def test_a_throw_is_hits_and_misses_and_nothing_else(announced, first, second):
    hits, first_leaves, second_leaves, lost = strike(sum(1 << face for face in announced), first, second)
    thrown = Counter([first, second])
    hit = announced & set(thrown)
    assert hits == sum(1 << face for face in hit)
    assert first_leaves + second_leaves == (sum(thrown[face] for face in hit) if len(announced) == 1 else len(hit))
    assert lost == (0 if first_leaves else first) + (0 if second_leaves else second)
    assert (not first_leaves or first in hit) and (not second_leaves or second in hit)


def slow_moves(state):
    """The legal moves of the seat to act, written from the rulebook on the seat's view, in words."""
    view = state.view(state.mover)
    seat, dice = view["seat"], view["dice"]
    if view["phase"] == "gifts":
        return {"give none"} | {f"give {n}" for n in range(1, view["money"][seat])}
    if view["phase"] == "bets":
        return slow_bets(view, seat)
    if view["step"] == 0:
        return {"throw all"}
    blue = {at: face for at, face in enumerate(dice["blue"], 1) if face > 0}
    if view["step"] % 2 == 0:
        return {"pass"} | {
            f"throw {' '.join(map(str, some))}" for size in range(1, 5) for some in itertools.combinations(blue, size)
        }
    red = [at for at, face in enumerate(dice["red"], 1) if face >= 0]
    moves = {"pass"}
    for size in range(1, 3):
        for thrown in itertools.combinations(red, size):
            for many in range(1, size + 1):
                for faces in itertools.combinations(sorted(set(blue.values())), many):
                    moves.add(f"aim {' '.join(map(str, faces))} with {' '.join(map(str, thrown))}")
    return {"pass"} if view["barred"] else moves


def slow_bets(view, seat):
    bets, question = view["bets"][seat], view["question"]
    struct_stake = bets[0]["stake"] if question >= 2 and bets else 0
    left = view["money"][seat] - struct_stake
    if question % 2 == 0:
        taken = bets[0]["card"] if question == 2 and bets else None
        names = [GAME.moves.card_words(card) for card in range(1, 14) if card != taken] if left else []
        return {"card none"} | {f"card {name}" for name in names}
    mine = [bet for bet in bets if bet["stake"] == 0]
    if not mine:
        return {"stake none"}
    return {"stake 1"} if mine[0]["card"] > 7 else {f"stake {n}" for n in range(1, left + 1)}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_legal_moves_agree_with_a_second_reading_of_the_rules(players):
    rng = random.Random(players)
    for game in range(4):
        options = random_options(GAME, rng) if game else {}
        state = GAME.new(players=players, chance="manual", **options)
        money, decisions = 15 * players, 0
        while not state.over and len(state.log) < 500:
            if state.mover >= 0:
                assert set(state.moves()) == slow_moves(state), state.text(state.mover)
                decisions += 1
            assert sum(state.scores) + int(state.struct["bank"]) == money
            state.apply(random_code(state, rng))
        assert decisions > 20 or state.over


def test_what_stands_in_the_view_of_a_seat_never_names_a_hidden_card():
    rng = random.Random(9)
    state = GAME.new(players=5, chance="manual")
    looked = 0
    while looked < 60:
        view = state.view(0)
        if view["laid"] in (1, 2, 3):
            looked += 1
            assert all(bet["card"] == -1 for seat in range(1, 5) for bet in view["bets"][seat])
        if state.over:
            state = GAME.new(players=5, chance="manual")
        state.apply(random_code(state, rng))


def test_controls_offer_every_legal_move():
    """Each move of a throw or an entry stands in the form, and each whole move a button sends is legal or filled in by
    the player.
    """
    import html
    import json
    import re

    rng = random.Random(1)
    state, looked = GAME.new(players=3, seed=4), Counter()
    while min(looked["throw"], looked["aim"], looked["bets"]) < 3:
        if state.over:
            state = GAME.new(players=3, seed=rng.randrange(1000))
        view = state.view(state.mover)
        form = seen_table.controls(view, GAME.say("fr"))
        assert form.startswith("<form") and " style=" not in form
        legal = re.search(r'data-legal="([^"]*)"', form)
        if legal:
            offered = {move for move, _ in json.loads(html.unescape(legal[1])).values()}
            whole = set(re.findall(r'data-move="([^"]*)"', form))  # passing is a button of its own
            assert offered | whole == set(view["moves"]) and not offered & whole
            looked["aim" if view["step"] % 2 else "throw"] += 1
        elif view["phase"] == "bets" and view["question"] == 0:
            looked["bets"] += 1
            for moves in re.findall(r'data-move="([^"]*)"', form):
                filled = html.unescape(moves).format(
                    digit1="digit 6", digit2="digit 5", combination1="full", combination2="same 3", stake1=1, stake2=1
                )
                twin = state.copy()
                for move in filled.split("; "):
                    twin.play(move)
        state.apply(rng.choice(state.legal()))


def test_notation_round_trips_for_what_is_seen_too():
    moves = GAME.moves
    for code in [
        *range(0, 17),
        *range(100, 520),
        *range(590, 900),
        *range(999_990, 1_005_010),
        *range(1_099_990, 1_100_010),
        *range(1_999_990, 2_005_010),
        TELL,
        tell_move(7, 3),
        tell_move(70_000, 99_999),
    ]:
        words = moves.words(code)
        assert not words or moves.code(words) == code, (code, words)
    assert (
        moves.words(1_100_000) == ""
        and moves.code("stake 0") is None
        and moves.code("stake 100000") is None
        and moves.code("stake ٣") is None
    )


def test_the_golden_game_is_told_and_drawn_in_both_languages():
    record = brelan.Record.parse((GAME.folder / "golden.record").read_text())
    state = record.start()
    views = []
    for at, move in enumerate(record.moves):
        for lang in ("fr", "en"):
            if at % 7 == 0:
                assert (
                    state.tell(state.parse(move.words), None, lang) and state.text(None, lang) and state.svg(None, lang)
                )
                assert all(len(line) <= 78 for line in state.text(None, lang).splitlines())
        views.append(state.view(None))
        state.play(move.words)
    views.append(state.view(None))
    for lang, words in (("fr", "Les pépètes"), ("en", "Money")):
        sheet = seen_table.sheet(views, GAME.say(lang))
        assert sheet.startswith("<svg") and words in sheet and " style=" not in sheet
    assert seen_table.sheet([], GAME.say("en")).startswith("<svg")


def test_the_opening_tree_has_the_size_it_should():
    """Two dice for the attack: 30 of 36 throws decide, then A1; the 6 ties are thrown again."""

    def perft(state, depth):
        if depth == 0 or state.over:
            return 1
        total = 0
        for code in state.legal():
            twin = state.copy()
            twin.apply(code)
            total += perft(twin, depth - 1)
        return total

    start = GAME.new(players=2, chance="manual")
    assert [perft(start, depth) for depth in range(1, 5)] == [6, 36, 30 + 6 * 6, 30 * 6 + 6 * 36]
    three = GAME.new(players=3, chance="manual")
    assert [perft(three, depth) for depth in range(1, 4)] == [6, 36, 66]
