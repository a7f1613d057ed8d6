"""The search for a set of dominoes (docs/dalapapa.md): sets that keep what is known, judged by the games they give.

    python bench/dalapapa_sets.py --rounds 5 --processes 16
    python bench/dalapapa_sets.py --judge "baaccba bbbccaa baccaba bbcccaa aaccbaa baaccba"

A set is six faces in letters (L TL TR R BR BL C), three fronts and three backs in turns, each painted in all 24 orders
of the four colours: so there are 72 reversible dominoes, three colours on a face, and every colour as often as any
other. What is free is which cell has which letter.

In each round the best sets known are changed here and there, and all are judged by games of the regular bot and of the
quick player under it, with two, three and four players: by dominoes laid, cells of a marked territory, territories of
one cell, how far the luckiest seat is from an even share, and whether games end by the last marker. Sets whose dominoes
are not all different are left out.

The rules are compiled for the sets of a round, in a process of its own and a cache of its own, so that nothing of it is
ever found by anybody else.
"""

import argparse
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import permutations
from typing import Any

# Swept at the end; each process has its own folder in it.
os.environ["DALAPAPA_SETS"] = os.environ.get("DALAPAPA_SETS") or tempfile.mkdtemp(prefix="dalapapa-sets-")
os.environ["BRELAN_CACHE"] = tempfile.mkdtemp(dir=os.environ["DALAPAPA_SETS"])

import numpy as np

from brelan.engine.kernel import CHANCE, OVER, compiled, reseed, weighted
from brelan.games.dalapapa import rules
from brelan.games.dalapapa.bots import policy
from brelan.games.dalapapa.bots.weights import GREEDY, TUNED
from brelan.games.dalapapa.rules import tiles
from brelan.games.dalapapa.rules.board import WORK
from brelan.games.dalapapa.rules.state import LAST_TURNS_PLAYED, PASS, PLACING

Patterns = tuple[str, ...]  # front, back, front, back, front, back
ORDERS = list(permutations(range(4)))
MOST = 120  # sets of one process: the option's field is a byte
GAMES, LAID, TURNS, PASSES, LANDS, CELLS, SINGLES, LEFT, BY_PLAQUE, WINS = range(10)
STATS = WINS + 4


def dominoes(patterns: Patterns) -> list[tuple[tiles.Face, ...]]:
    """The 72 dominoes of a set."""
    found = []
    for front, back in zip(patterns[::2], patterns[1::2], strict=True):
        for a, b, c, d in ORDERS:
            found.append(
                (
                    tuple((a, b, c)["abc".index(letter)] for letter in front),
                    tuple((d, b, c)["abc".index(letter)] for letter in back),
                )
            )
    return found


def allowed(patterns: Patterns) -> bool:
    """Three colours on a face, and 72 different dominoes."""
    return all(set(face) == set("abc") for face in patterns) and (
        len({frozenset(map(tiles.either_way, domino)) for domino in dominoes(patterns)}) == tiles.DOMINOES
    )


def install(sets: list[Patterns]) -> None:
    """Puts these sets in the place of the game's own, before anything is compiled."""
    faces = np.zeros((len(sets), tiles.DOMINOES, 2), np.int32)
    labels = np.zeros((len(sets), tiles.DOMINOES, 2, tiles.CELLS), np.int8)
    for number, patterns in enumerate(sets):
        for at, domino in enumerate(dominoes(patterns)):
            for side, face in enumerate(domino):
                faces[number, at, side] = sum(colour << 2 * cell for cell, colour in enumerate(face))
                labels[number, at, side] = tiles.labels(face)
    new = {"FACES": faces, "LABELS": labels, "SIDES": np.full(len(sets), 2, np.int8)}
    for module in [m for name, m in sys.modules.items() if name.startswith("brelan.games.dalapapa")]:
        for name, array in new.items():
            if hasattr(module, name):
                setattr(module, name, array)


def _play(buf, number, players, games, seed, weights, noise, stats):
    """Games of one set, all seats by the same weights; adds up what is counted."""
    s = buf.view(rules.STATE)[0]
    out, odds = np.empty(rules.MAX_MOVES, np.int64), np.empty(rules.MAX_MOVES, np.int64)
    work, f = np.empty(WORK, np.int64), np.empty(policy.TRAITS, np.float64)
    luck, rng = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for game in range(games):
        buf[:] = 0
        s.players, s.tiles, s.deals = players, number, 1
        reseed(luck, seed, game)
        reseed(rng, seed + 1, game)
        rules.start(s)
        who = rules.mover(s)
        while who != OVER:
            if who == CHANCE:
                move = out[weighted(luck, odds, rules.chance(s, out, odds))]
            else:
                stats[TURNS] += s.phase == PLACING
                n = rules.legal(s, out)
                move = policy.quick(s, rng, noise, weights, work, out, n, f) if n > 1 else out[0]
                stats[PASSES] += move == PASS
            rules.play(s, move)
            who = rules.mover(s)
        stats[GAMES] += 1
        stats[LAID] += s.laid
        stats[BY_PLAQUE] += s.over == LAST_TURNS_PLAYED
        for land in range(int(s.lands)):
            if s.land_owner[land]:
                stats[LANDS] += 1
                stats[CELLS] += s.land_cells[land]
                stats[SINGLES] += s.land_cells[land] == 1
            else:
                stats[LEFT] += 1
        best = max(int(s.scores[0]), policy.best_rival(s, 0))
        equal = 0
        for seat in range(players):
            equal += s.scores[seat] == best
        for seat in range(players):
            stats[WINS + seat] += (s.scores[seat] == best) / equal


play = compiled(_play, "brelan.games.dalapapa.bots")


def played(number: int, players: int, games: int, seed: int, quick: bool) -> Any:
    stats, buf = np.zeros(STATS), np.zeros(rules.STATE.itemsize, np.uint8)
    weights, noise = (TUNED["classic"], 0.15) if quick else (GREEDY, 0.01)
    play(buf, number, players, games, seed, np.array(weights), noise, stats)
    return stats


def worth(stats: Any, players: int) -> float:
    """The score of a set: long games, large territories, few of one cell, every seat near an even share."""
    games, lands = stats[GAMES], max(1.0, stats[LANDS])
    ahead = stats[WINS : WINS + players].max() / games - 1 / players
    return float(
        min(stats[LAID] / games, 42) / 42
        + 1.6 * min(stats[CELLS] / lands, 4.5) / 4.5
        + 1.6 * (1 - stats[SINGLES] / lands)
        - 5 * max(0.0, ahead - 0.03)
        - 3 * max(0.0, 0.9 - stats[BY_PLAQUE] / games)
        - 4 * max(0.0, stats[PASSES] / stats[TURNS] - 0.03)
        - 0.1 * max(0.0, stats[LEFT] / games - 4)
    )


def judged(job: tuple[list[Patterns], int]) -> list[float]:
    """The scores of some sets."""
    sets, games = job
    install(sets)
    found = []
    for number in range(len(sets)):
        total = 0.0
        for players, part in ((2, 0.5), (3, 0.25), (4, 0.25)):
            many = games if players == 2 else games // 2
            total += part * 0.35 * worth(played(number, players, many // 2, 7, quick=False), players)
            total += part * 0.65 * worth(played(number, players, many, 8, quick=True), players)
        found.append(total)
    return found


def in_rounds(sets: Iterable[Patterns], games: int, processes: int) -> list[tuple[float, Patterns]]:
    """All sets with their scores, best first; each process compiles the rules for its own."""
    todo = list(sets)
    size = min(MOST, -(-len(todo) // processes))
    parts = [todo[at : at + size] for at in range(0, len(todo), size)]
    with multiprocessing.get_context("spawn").Pool(processes, maxtasksperchild=1) as pool:
        scores = pool.map(judged, [(part, games) for part in parts], chunksize=1)
    return sorted(((score, one) for part, found in zip(parts, scores, strict=True)
                   for one, score in zip(part, found, strict=True)), reverse=True)  # fmt: skip


def changed(patterns: Patterns, rng: np.random.Generator) -> Patterns:
    """A set a little different: some cells of a face in another letter, two exchanged, or a face taken from another."""
    faces = [list(face) for face in patterns]
    for _ in range(int(rng.integers(1, 4))):
        face = faces[int(rng.integers(6))]
        if rng.random() < 0.2:
            face[:] = faces[int(rng.integers(6))]
        elif rng.random() < 0.4:
            one, other = rng.integers(6, size=2)
            face[one], face[other] = face[other], face[one]
        else:
            face[int(rng.integers(6))] = "abc"[int(rng.integers(3))]
    return tuple("".join(face) for face in faces)


def anything(rng: np.random.Generator) -> Patterns:
    return tuple("".join("abc"[int(k)] for k in rng.integers(3, size=6)) + "a" for _ in range(6))


def search(rounds: int, sets: int, games: int, processes: int, seed: int) -> None:
    rng, known, began = np.random.default_rng(seed), dict[Patterns, float](), time.perf_counter()
    for turn in range(rounds):
        best = sorted(known, key=lambda one: -known[one])[: max(1, sets // 20)]
        fresh: set[Patterns] = set()
        while len(fresh) < sets:
            one = changed(best[int(rng.integers(len(best)))], rng) if best else anything(rng)
            if one not in known and allowed(one):
                fresh.add(one)
        again = best[: sets // 40]  # the luck of the best is looked at again, on more games
        known |= {one: score for score, one in in_rounds(sorted(fresh), games, processes)}
        known |= {one: score for score, one in in_rounds(again, 4 * games, processes)} if again else {}
        score, one = max((score, one) for one, score in known.items())
        print(f"{time.perf_counter() - began:5.0f} s, round {turn + 1}: {score:.3f}  {' '.join(one)}", flush=True)


def judge(patterns: Patterns, games: int) -> None:
    install([patterns])
    for players in (2, 3, 4):
        for quick in (False, True):
            stats = played(0, players, games, 31, quick)
            wins = " ".join(f"{share:.1%}" for share in stats[WINS : WINS + players] / stats[GAMES])
            print(
                f"{players} players, {'quick' if quick else 'regular'}: wins {wins}; "
                f"laid {stats[LAID] / stats[GAMES]:.1f}, cells {stats[CELLS] / stats[LANDS]:.2f}, "
                f"of one cell {stats[SINGLES] / stats[LANDS]:.0%}, by plaque {stats[BY_PLAQUE] / stats[GAMES]:.0%}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sets", type=int, default=1600, help="judged in a round")
    parser.add_argument("--games", type=int, default=160, help="of two players with each; half as many with more")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", metavar="FACES", help="only tells what games with this set are like")
    args = parser.parse_args()
    patterns = tuple((args.judge or "").split())
    if args.judge is None:
        search(args.rounds, args.sets, args.games, args.processes, args.seed)
    elif len(patterns) != 6 or any(len(face) != 7 for face in patterns) or not allowed(patterns):
        parser.error("a set is six faces of seven letters a, b, c, all three on each, and 72 different dominoes")
    else:
        judge(patterns, args.games)


if __name__ == "__main__":
    try:
        main()
    finally:
        shutil.rmtree(os.environ["DALAPAPA_SETS"], ignore_errors=True)
