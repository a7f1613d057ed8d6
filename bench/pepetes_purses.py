"""Fits what purses are worth in Pépètes with three players and more, and writes `bots/purses.json`.

    python bench/pepetes_purses.py [--games 40000] [--level master] [--rounds 1]

Games between bots of one level are played; at the end of every round each seat's purse is noted, with what it can still
expect, and at the end of the game who came first. A seat's chance is its share of all strengths; the strengths that
make what happened likeliest are found by following the gradient. Each round of fitting plays with the values of the one
before, in a process of its own.
"""

import argparse
import json
import subprocess
import sys
from functools import partial

import numpy as np

import brelan
from brelan.engine.kernel import CHANCE, OVER, compiled, kernel, reseed, weighted
from brelan.games.pepetes import bots, rules
from brelan.games.pepetes.bots import LEVELS, SPARRING, choose
from brelan.games.pepetes.bots.first_place import (
    ATTACK,
    DECIDED,
    VALUES,
    end_is_near,
    expectations,
    left_in,
    scale_of,
    stage_of,
)
from brelan.games.pepetes.rules.state import ROUND_PAID, SEATS

GAME = brelan.game("pepetes")
STATE, MOST = rules.STATE, rules.MAX_MOVES
mover, chance, play, hide = rules.mover, rules.chance, rules.play, rules.hide
FITTED = json.loads(VALUES.read_text())
KNOTS = np.array(FITTED["knots"], float)
STEPS, RATE, SMOOTH = 400, 0.05, 2e-4


@kernel
def note(s, row):
    """Players left, stage, and by seat the purse as it is looked up (−1: out or ruined)."""
    plus = np.zeros(SEATS, np.int64)
    second = expectations(s, plus)
    near, equal = end_is_near(s)
    ending = near
    for seat in range(int(s.players)):
        attack = ATTACK if second and seat == s.defender else 0
        if s.target and s.money[seat] + attack >= s.target:
            ending = True
    row[0], row[1] = left_in(s), stage_of(ending, equal, second)
    scale = scale_of(s)
    for seat in range(SEATS):
        row[2 + seat] = -1
        if seat < s.players and not s.out[seat] and s.money[seat] > 0:
            row[2 + seat] = min(600, int((int(s.money[seat]) + plus[seat]) * scale))


@partial(compiled, part=bots.__name__)
def gather(laid, games, seed, level, tables, rows, firsts):
    buf, view = laid.copy(), laid.copy()
    s = buf.view(STATE)[0]
    out, weights = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
    luck, thought = np.zeros(4, np.int64), np.zeros(4, np.int64)
    many = 0
    for game in range(games):
        reseed(luck, seed, game)
        reseed(thought, seed + 1, game)
        buf[:] = laid
        began = many
        who = mover(s)
        while who != OVER:
            if who == CHANCE:
                if s.phase == ROUND_PAID and many < len(rows):
                    note(s, rows[many])
                    many += 1
                move = out[weighted(luck, weights, chance(s, out, weights))]
            else:
                view[:] = buf
                blank = view.view(STATE)[0]
                hide(blank, who)
                move = choose(level, blank, thought, tables)
            play(s, move)
            who = mover(s)
        top, share = 0, 0.0
        for seat in range(int(s.players)):
            top = max(top, int(s.money[seat]))
        for seat in range(int(s.players)):
            share += s.money[seat] == top
        for at in range(began, many):
            for seat in range(int(s.players)):
                firsts[at, seat] = (1.0 if s.money[seat] == top else 0.0) / share
    return many


def fit(at: np.ndarray, first: np.ndarray, begin: np.ndarray) -> tuple[np.ndarray, float]:
    """The values at the knots under which these games are likeliest, and the mean log-likelihood."""
    alive = at >= 0
    place = np.clip(np.searchsorted(KNOTS, at, "right") - 1, 0, len(KNOTS) - 2)
    part = np.clip((at - KNOTS[place]) / (KNOTS[place + 1] - KNOTS[place]), 0, 1)
    values, mean, square, likely = begin.astype(float).copy(), 0.0, 0.0, 0.0
    for step in range(1, STEPS + 1):
        height = np.where(alive, values[place] * (1 - part) + values[place + 1] * part, -1e9)
        height -= height.max(1, keepdims=True)
        chance = np.exp(height)
        chance /= chance.sum(1, keepdims=True)
        likely = float((first * np.log(np.maximum(chance, 1e-12))).sum(1).mean())
        off = np.where(alive, chance - first, 0) / len(at)
        slope = np.bincount(place.ravel(), (off * (1 - part)).ravel(), len(KNOTS))
        slope += np.bincount(place.ravel() + 1, (off * part).ravel(), len(KNOTS))
        bend = np.diff(values, 2)  # what is seldom met follows its neighbours
        slope[:-2] += SMOOTH * bend
        slope[1:-1] -= 2 * SMOOTH * bend
        slope[2:] += SMOOTH * bend
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        values -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    return values - values[4], likely


def once(games: int, level: str, seed: int) -> None:
    found = {players: [list(stage) for stage in FITTED[str(players)]] for players in range(2, SEATS + 1)}
    for players in (3, 4, 5, 6):
        options = GAME.complete_options({})
        tables = GAME.bots.tables(("master",), players, options)
        rows, firsts = np.zeros((games * 40, 2 + SEATS), np.int32), np.zeros((games * 40, SEATS))
        laid, place = GAME.laid(players, options), (LEVELS + SPARRING).index(level)
        many = gather(laid, games, seed, place, tables, rows, firsts)
        rows, firsts = rows[:many], firsts[:many]
        for left in (players, 2) if players == 3 else (players,):
            for stage in range(DECIDED):
                wanted = (rows[:, 0] == left) & (rows[:, 1] == stage) & (rows[:, 2:] >= 0).any(1)
                wanted &= (firsts * (rows[:, 2:] >= 0)).sum(1) > 0.99
                if wanted.sum() < 500:
                    continue
                at = rows[wanted][:, 2:].astype(float)
                values, likely = fit(at, firsts[wanted], np.array(found[left][stage]))
                found[left][stage] = [round(float(value), 3) for value in values]
                print(players, left, stage, int(wanted.sum()), round(likely, 4), found[left][stage], flush=True)
    rows = [
        f' "{players}": [\n  ' + ",\n  ".join(map(json.dumps, found[players])) + "\n ]" for players in sorted(found)
    ]
    VALUES.write_text('{\n "knots": ' + json.dumps(FITTED["knots"]) + ",\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--level", default="master")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    once(given.games, given.level, given.seed)
    if given.rounds > 1:
        again = [f"--{name}={value}" for name, value in {**vars(given), "rounds": given.rounds - 1}.items()]
        subprocess.run([sys.executable, __file__, *again], check=True)
