"""Chance: committed, derived, without bias, and checkable by anyone."""

import hashlib
import hmac
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

import brelan
from brelan.dev import testing
from brelan.engine.kernel import below, stream, weighted
from brelan.play.fairness import Source, draw, drawn_seats, game_key
from brelan.play.record import _check

DODEKA = brelan.game("dodeka")


def whole_game(**more):
    state = DODEKA.new(players=2, parties=1, target=100, **more)
    rng = random.Random(1)
    while not state.over:
        state.apply(testing.random_code(state, rng))
    return state


def test_the_documented_construction_step_by_step():
    """Computed here from the module's description alone."""
    seed = hashlib.sha256(b"brelan seed 7").digest()
    salt = b"bonne chance"
    key = hashlib.sha256(b"brelan key" + seed + len(salt).to_bytes(4, "big") + salt).digest()
    assert game_key(Source.reproducible(7).seed, ["bonne chance"]) == key
    x = int.from_bytes(hmac.new(key, (5).to_bytes(8, "big") + bytes(4), hashlib.sha256).digest(), "big")
    assert draw(key, 5, [1] * 12) == x % 12
    at = x % 10
    assert draw(key, 5, [3, 7]) == (0 if at < 3 else 1)


def test_a_finished_game_verifies():
    record = brelan.Record.parse(str(whole_game(salts=["a", "b"]).record()))
    thrown = sum(move.words.startswith("die") for move in record.moves)
    verdict = record.verify()
    assert verdict.checked == thrown and verdict.salts == ("a", "b")
    assert f"all {thrown} throws, deals and draws follow" in str(verdict)
    assert record.source.commitment in str(verdict) and "Marcel added the salt b." in str(verdict)
    assert verdict.data()["salts"] == ["a", "b"] and "voids" in verdict.data()


def test_a_changed_die_is_found_out():
    """A forger changes the last die to one that leaves the result as it is, and writes a fresh check."""
    lines = str(whole_game(seed=3).record()).rstrip("\n").split("\n")[:-1]
    at = max(number for number, line in enumerate(lines) if " - die " in line)
    true = lines[at]
    found = 0
    for face in range(1, 13):
        lines[at] = re.sub(r"die \d+", f"die {face}", true)
        try:
            forged = brelan.Record.parse("\n".join([*lines, f"check: {_check(lines)}"]) + "\n")
        except brelan.RecordError:
            continue  # this face would have changed the result
        if lines[at] != true:
            found += 1
            with pytest.raises(brelan.UnfairRecord, match="the seed gives"):
                forged.verify()
    assert found


def test_who_sits_where_is_drawn_as_documented_and_no_order_is_favoured():
    key = game_key(Source.reproducible(7).seed, ["", "bonne chance", ""])
    own, waiting, seats = hashlib.sha256(b"brelan seats" + key).digest(), [0, 1, 2], []
    for seat in range(3):
        x = hmac.new(own, seat.to_bytes(8, "big") + bytes(4), hashlib.sha256).digest()
        seats.append(waiting.pop(int.from_bytes(x, "big") % len(waiting)))
    assert drawn_seats(key, 3) == tuple(seats)
    seen = Counter(drawn_seats(game_key(Source.reproducible(n).seed), 4) for n in range(12_000))
    assert chi_square([seen[order] for order in permutations(range(4))], [1] * 24) < 65  # p < 1e-5


def test_a_record_of_drawn_seats_reads_back_and_a_chosen_seat_is_found_out():
    state = whole_game(seed=3, salts=["a", "b"])
    drawn = drawn_seats(game_key(state.source.seed, state.salts), 2)
    text = str(replace(state.record(), drawn=drawn))
    record = brelan.Record.parse(text)
    assert record.drawn == drawn and str(record) == text and f"\ndrawn: {drawn[0]} {drawn[1]}\n" in text
    verdict = record.verify()
    assert verdict.data()["drawn"] == list(drawn)
    told = str(verdict)
    assert "drawn from the seed too" in told and f"{record.names[drawn.index(1)]} added the salt b." in told
    with pytest.raises(brelan.UnfairRecord, match="Who sits where"):
        replace(record, drawn=drawn[::-1]).verify()
    for wrong in ("0 0", "0 2", "1", "0 1 2", "0  1", "00 1"):
        with pytest.raises(brelan.RecordError, match="Line"):
            brelan.Record.parse(re.sub(r"\ndrawn: .*", f"\ndrawn: {wrong}", text))


def test_a_seed_that_does_not_match_its_commitment_is_refused():
    text = str(whole_game().record())
    lines = text.rstrip("\n").split("\n")[:-1]
    lines[-1] = "seed: " + "0" * 64
    with pytest.raises(brelan.RecordError, match="commitment"):
        brelan.Record.parse("\n".join([*lines, f"check: {_check(lines)}"]) + "\n")


def test_salts_change_the_dice():
    plain, salted = (whole_game(seed=3, salts=salts) for salts in ((), ("mine",)))
    assert plain.log != salted.log
    with pytest.raises(brelan.BrelanError, match="salt"):
        DODEKA.new(players=2, seed=3, salts=["x" * 1000])


def test_a_small_seed_is_called_reproducible():
    text = str(whole_game(seed=7).record())
    assert "chance: reproducible 7" in text and "committed" not in text


def test_secret_seeds_differ():
    assert len({Source.secret().seed for _ in range(50)}) == 50


def chi_square(counts, weights):
    total, weight = sum(counts), sum(weights)
    return sum((c - total * w / weight) ** 2 / (total * w / weight) for c, w in zip(counts, weights, strict=True))


@pytest.mark.parametrize("weights", [[1] * 12, [1, 2, 3, 4], [1, 71], [5]])
def test_seeded_draws_follow_their_weights(weights):
    seen = Counter(draw(b"key", index, weights) for index in range(12_000))
    assert chi_square([seen[i] for i in range(len(weights))], weights) < 45  # p < 1e-5 at 11 degrees of freedom


@pytest.mark.parametrize("weights", [[1] * 12, [1, 2, 3, 4], [1, 71]])
def test_the_simulation_generator_follows_weights_too(weights):
    rng, table = stream(9, 4), np.array(weights, np.int64)
    seen = Counter(weighted(rng, table, len(weights)) for _ in range(30_000))
    assert chi_square([seen[i] for i in range(len(weights))], weights) < 45


def test_streams_of_one_seed_are_unlike_each_other():
    """The first draws of 20,000 neighbouring streams are themselves uniform, and pairs of streams are uncorrelated."""
    first = Counter(below(stream(1, index), 12) for index in range(20_000))
    assert chi_square([first[i] for i in range(12)], [1] * 12) < 45
    pairs = Counter()
    for index in range(6_000):
        pairs[below(stream(2, index), 6), below(stream(2, index + 1), 6)] += 1
    assert chi_square([pairs[a, b] for a in range(6) for b in range(6)], [1] * 36) < 90


def test_below_is_exact_at_awkward_sizes():
    rng = stream(3)
    seen = Counter(below(rng, 3 * 2**29) >> 29 for _ in range(30_000))
    assert chi_square([seen[i] for i in range(3)], [1] * 3) < 25
