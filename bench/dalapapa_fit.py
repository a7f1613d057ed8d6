"""How the players of Dalapapa got their numbers, and how they are measured: tune the quick player, train the master's
networks, play matches, weigh choices.

    python bench/dalapapa_fit.py tune --tiles grand --seconds 100 --processes 16
    python bench/dalapapa_fit.py learn --tiles grand --players 2
    python bench/dalapapa_fit.py train --tiles grand --players 2 --teacher 60
    python bench/dalapapa_fit.py match master expert --games 200 --iterations 4000 --seed 31
    python bench/dalapapa_fit.py match master novice regular expert --players 4 --think 0.2
    python bench/dalapapa_fit.py choices --count 300 --iterations 2000

`tune` prints weights for weights.py (hill climbing, each step kept only if it also wins on other seeds), `learn` the
expert's value of a position (least squares on games of the quick player). `train` writes a network into nets.npz,
taught by games of the quick player, or of the master's own search with `--teacher` iterations a move. `match` plays one
bot against a table of others, moving round the seats with the same luck; the master's work is a number of iterations,
so that a busy machine does not matter, or with `--think` seconds a move. `choices` stops games of experts here and
there, asks the master, and plays out both their moves thousands of times with the same luck: what better choices are
worth, with far less noise than a match, but only as long as the quick player plays on. `--processes` shares the work
out, `--cluster` over the workers of a Dask scheduler (docs/cluster.md); but for the clock the answer does not depend on
how many there are. Seeds: tuning below 1,000,000, training above 5,000,000, and matches that are reported on neither.
"""

import argparse
import contextlib
import importlib
import math
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import brelan
from brelan.arena.simulate import opened
from brelan.engine.crew import Crew
from brelan.engine.kernel import CHANCE, OVER, compiled, copy_record, reseed, stream, uniform, weighted
from brelan.games.dalapapa import bots, rules
from brelan.games.dalapapa.bots import master, net, policy, value
from brelan.games.dalapapa.bots.weights import SCALE, TUNED
from brelan.games.dalapapa.rules.board import WORK
from brelan.games.dalapapa.rules.state import DRAWING, MARKING, MOST_SEATS, OPENING, PLACING

GAME = brelan.game("dalapapa")
SETS = ("classic", "two-tone", "grand")
kernel = partial(compiled, part=bots.__name__)  # so that what is kept compiled is as new as the game
PHASES = {OPENING: "opening", PLACING: "placing", MARKING: "marking"}
LEAD_COUNTS = 0.3  # the square of a lead missed, beside the cross entropy of a chance
WILD = 2.0  # points of chance in a quarter of the moves of a training game: positions a careful player would not reach


Hands = int | Crew  # so many processes of this machine, or a cluster's workers


def spread(work: Callable[[Any], Any], jobs: Iterable[Any], hands: Hands, first: Any = None) -> list[Any]:
    """The answers to all jobs, in their order. A first job, which is nothing to do, has all compiled that they need:
    processes are copies of this one, a cluster's machines do it each.
    """
    jobs = list(jobs)
    if not isinstance(hands, int):
        if first is not None:
            hands.get_ready(partial(work, first))
        found = dict(hands.each(work, jobs))
        return [found[at] for at in range(len(jobs))]
    if first is not None:
        work(first)
    if hands < 2:
        return [work(job) for job in jobs]
    with multiprocessing.get_context("fork").Pool(hands) as pool:
        return pool.map(work, jobs, chunksize=1)


@contextlib.contextmanager
def hands_of(cluster: str | None, processes: int) -> Iterator[Hands]:
    """Who does the work: workers of a cluster, who are sent this file, or processes here."""
    if not cluster:
        yield processes
        return
    with opened(cluster) as crew:
        crew.check()
        crew.bring(Path(__file__))
        yield crew


def known_tables(players: int, tiles: str) -> Any:
    return bots.tables((), players, GAME.complete_options({"tiles": tiles}))


class Side(NamedTuple):
    """One of the two bots of a match; others look its tables up themselves."""

    level: int
    iterations: int = master.ITERATIONS
    greedy: Any = None  # weights of the quick player; None: those it has

    def tables(self, known: Any) -> Any:
        return known._replace(iterations=self.iterations, greedy=known.greedy if self.greedy is None else self.greedy)


@kernel
def share_of_win(s, seat):
    """1 for the only winner of a game, a part of it for several, 0 for a loser."""
    points, equal = np.empty(MOST_SEATS, np.int64), 0
    rules.payoff(s, points)
    for other in range(int(s.players)):
        if points[other] > points[seat]:
            return 0.0
        equal += points[other] == points[seat]
    return 1.0 / equal


@kernel
def play_match(laid, first, count, seed, levels, tables, rivals, wins, leads):
    """Games between a bot of `levels[0]` with `tables` and rivals of `levels[1]` with `rivals`: the first one's share
    of each win, and its lead.
    """
    table, views = laid.copy(), laid.copy()
    s, view = table.view(rules.STATE)[0], views.view(rules.STATE)[0]
    players = int(s.players)
    out, weights = np.empty(rules.MAX_MOVES, np.int64), np.empty(rules.MAX_MOVES, np.int64)
    luck, thought = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for g in range(count):
        seat = (first + g) % players
        reseed(luck, seed, (first + g) // players)
        reseed(thought, seed + 1, first + g)
        table[:] = laid
        who = rules.mover(s)
        while who != OVER:
            if who == CHANCE:
                move = out[weighted(luck, weights, rules.chance(s, out, weights))]
            else:
                views[:] = table
                rules.hide(view, who)
                move = (
                    bots.choose(levels[0], view, thought, tables)
                    if who == seat
                    else bots.choose(levels[1], view, thought, rivals)
                )
            rules.play(s, move)
            who = rules.mover(s)
        leads[g] = int(s.scores[seat]) - policy.best_rival(s, seat)
        wins[g] = share_of_win(s, seat)


def match(
    players: int, tiles: str, sides: tuple[Side, Side], games: int, seed: int, seconds: float = 1e9, hands: Hands = 1
) -> tuple[Any, Any]:
    """The shares of the wins and the leads of as many games as fit in the time (at most `games`)."""
    part = partial(match_part, players, tiles, sides, games, seed, time.time() + seconds)
    wins, leads = zip(*spread(part, range(0, games, 4 * players), hands, first=games), strict=True)
    return np.concatenate(wins), np.concatenate(leads)


def match_part(
    players: int, tiles: str, sides: tuple[Side, Side], games: int, seed: int, until: float, first: int
) -> tuple[Any, Any]:
    """The games of a match from number `first` on that one takes at a time."""
    known = known_tables(players, tiles)
    laid = GAME.laid(players, GAME.complete_options({"tiles": tiles}))
    count = min(4 * players, games - first) if time.time() < until else 0
    wins, leads = np.zeros(count), np.zeros(count)
    levels, tables = np.array([side.level for side in sides]), [side.tables(known) for side in sides]
    play_match(laid, first, count, seed, levels, *tables, wins, leads)
    return wins, leads


def timed_match(
    players: int, tiles: str, names: list[str], think: float, games: int, seed: int, seconds: float, hands: Hands = 1
) -> tuple[Any, Any]:
    """The same by the clock, for a master that takes its time: the first bot among the others, who change places from
    deal to deal.
    """
    part = partial(timed_part, players, tiles, names, think, seed, time.time() + seconds)
    wins, leads = zip(*spread(part, range(games // players), hands, first=-1), strict=True)
    return np.concatenate(wins), np.concatenate(leads)


def timed_part(
    players: int, tiles: str, names: list[str], think: float, seed: int, until: float, deal: int
) -> tuple[Any, Any]:
    """One deal of it, with the first bot at each of the seats; deal -1 has the game compiled."""
    GAME.hurry()
    seats = range(players) if deal >= 0 and time.time() < until else range(0)
    wins, leads = np.zeros(len(seats)), np.zeros(len(seats), np.int64)
    for seat in seats:
        state, met = GAME.new(players=players, seed=seed * 100_000 + deal, tiles=tiles), 0
        while not state.over:
            view, met = state.view_state(state.mover), met + 1
            legal = view.legal()
            name = names[0] if state.mover == seat else names[1 + (state.mover - seat - 1 + deal) % (len(names) - 1)]
            thought = stream(seed, (deal * players + seat) * 1000 + met)
            state.apply(legal[0] if len(legal) == 1 else GAME.bots.think(view, name, thought, think))
        wins[seat] = share_of_win(state.struct, seat)
        leads[seat] = int(state.struct.scores[seat]) - policy.best_rival(state.struct, seat)
    return wins, leads


def interval(values: Any, players: int) -> tuple[float, float]:
    """The mean and the half-width of its 95% interval; games that share their luck are taken together."""
    blocks = values[: len(values) // players * players].reshape(-1, players).mean(axis=1)
    return float(values.mean()), 1.96 * float(blocks.std(ddof=1)) / math.sqrt(len(blocks))


# --- what choices are worth


@kernel
def play_out(view, seat, move, seed, games, tables):
    """The seat's mean share of the win after a move, what it cannot see filled in and the quick player playing on for
    all.
    """
    copies, blank = np.empty(1, rules.STATE), view.view(rules.STATE)
    out, odds = np.empty(rules.MAX_MOVES, np.int64), np.empty(rules.MAX_MOVES, np.int64)
    luck, rng, total = np.zeros(4, np.int64), np.zeros(4, np.int64), 0.0
    for game in range(games):
        reseed(luck, seed, game)
        reseed(rng, seed + 1, game)
        s = copies[0]
        copy_record(s, blank[0])
        rules.redeal(s, seat, luck)
        rules.play(s, move)
        who = rules.mover(s)
        while who != OVER:
            if who == CHANCE:
                rules.play(s, out[weighted(luck, odds, rules.chance(s, out, odds))])
            else:
                n = rules.legal(s, out)
                rules.play(s, master.onward(s, rng, out, n, tables) if n > 1 else out[0])
            who = rules.mover(s)
        total += share_of_win(s, seat)
    return total / games


def choices(
    players: int, tiles: str, count: int, iterations: int, seed: int, games: int = 4000, hands: Hands = 1
) -> None:
    tables = known_tables(players, tiles)
    asked: list[tuple[Any, int]] = []  # what is seen there, and how many choices were met before
    pick, met, game = np.random.default_rng(seed), 0, 0
    while len(asked) < count:
        state, game = GAME.new(players=players, seed=seed + game, tiles=tiles), game + 1
        while not state.over:
            view, rng = state.view_state(state.mover), stream(seed, met)
            legal = view.legal()
            expert = legal[0] if len(legal) == 1 else bots.choose(bots.EXPERT, view.struct, rng, tables)
            if len(legal) > 1 and pick.random() < 0.06 and len(asked) < count:
                asked.append((view._buf.copy(), met))
            met += len(legal) > 1
            state.apply(expert)
    found = spread(partial(weighed, players, tiles, iterations, seed, games), asked, hands, first=asked[0])
    print(
        f"{met / game / players:.1f} choices a player and game; the master's ({iterations} iterations) bring a "
        f"share of the win more than the expert's:"
    )
    for phase in (*PHASES.values(), ""):
        gains = np.array([gain for where, gain in found if phase in where])
        if len(gains) > 1:
            mean, wide = interval(gains, 1)
            print(
                f"{phase or 'all':8} {mean:+.4f} ± {wide:.4f} of {len(gains)}; they differ in {np.mean(gains != 0):.0%}"
            )


def weighed(
    players: int, tiles: str, iterations: int, seed: int, games: int, asked: tuple[Any, int]
) -> tuple[str, float]:
    """What the master's choice brings more than the expert's, and when."""
    buffer, met = asked
    view, rng = buffer.view(rules.STATE)[0], stream(seed, met)
    tables = known_tables(players, tiles)._replace(iterations=iterations)
    expert, best = (bots.choose(level, view, rng, tables) for level in (bots.EXPERT, bots.MASTER))
    worth = [
        play_out(buffer, rules.mover(view), move, seed + met + 1, games, tables) if best != expert else 0
        for move in (best, expert)
    ]
    return PHASES[int(view.phase)], worth[0] - worth[1]


# --- the quick player's weights, by hill climbing


def score(players: int, tiles: str, start: Any, job: tuple[Any, int]) -> float:
    """How well the quick player does with these weights against those it started with."""
    weights, luck = job
    sides = Side(bots.REGULAR, greedy=weights), Side(bots.REGULAR, greedy=start)
    wins, leads = match(players, tiles, sides, 400 * players, luck)
    return float(wins.mean() + 0.01 * leads.mean())


def tune(players: int, tiles: str, seconds: float, seed: int, hands: Hands) -> None:
    rng = np.random.default_rng(seed)
    best = known_tables(players, tiles).weights.copy()
    reach = np.maximum(0.3, 0.4 * np.abs(best))
    began, luck = time.perf_counter(), 7000 + seed
    job = partial(score, players, tiles, best)
    spread(job, [], hands, first=(best, luck))
    many = max(8, hands if isinstance(hands, int) else hands.hands)
    while time.perf_counter() - began < seconds:
        steps = rng.normal(size=(many, policy.WEIGHTS)) * (rng.random((many, policy.WEIGHTS)) < 0.4)
        tried = [best, *(best + reach * step for step in steps[1:])]
        first = spread(job, [(weights, luck) for weights in tried], hands)
        order = [0, *sorted(range(1, many), key=lambda k: -first[k])[: many // 4 - 1]]
        lucks = [luck + 500 + n for n in range(4)]  # the best of them again, on other luck
        again = spread(job, [(tried[k], other) for k in order for other in lucks], hands)
        means = np.array(again).reshape(len(order), len(lucks)).mean(axis=1)
        if means.argmax() > 0:
            best, luck = tried[order[int(means.argmax())]], luck + 10
            said = [round(float(w), 2) for w in best]
            print(f"{time.perf_counter() - began:4.0f} s  {means.max():.3f} ({means[0]:.3f})", said, flush=True)
        else:
            luck += 10
    print(tuple(round(float(w), 2) for w in best))


# --- the expert's value


@kernel
def gather_values(laid, seed, first, games, weights, x, y):
    """Plays the quick player against itself; writes the features of each seat where a turn has ended, and the points
    that came after.
    """
    table = laid.copy()
    s = table.view(rules.STATE)[0]
    players = int(s.players)
    out, odds = np.empty(rules.MAX_MOVES, np.int64), np.empty(rules.MAX_MOVES, np.int64)
    work, f = np.empty(WORK, np.int64), np.empty(policy.TRAITS, np.float64)
    pool, near = np.empty(value.LARGEST + 1, np.int64), np.empty((value.NEARLY_CLOSED + 1, 2), np.int64)
    luck, rng = np.zeros(4, np.int64), np.zeros(4, np.int64)
    seats = np.empty(len(y), np.int64)
    rows = 0
    for game in range(first, first + games):
        reseed(luck, seed, game)
        reseed(rng, seed + 1, game)
        table[:] = laid
        began = rows
        who = rules.mover(s)
        while who != OVER:
            if s.phase == DRAWING and rows + players <= len(y):
                value.board_features(s, pool, near)
                for seat in range(players):
                    value.features(s, seat, pool, near, x[rows])
                    y[rows] = -int(s.scores[seat])
                    seats[rows] = seat
                    rows += 1
            if who == CHANCE:
                rules.play(s, out[weighted(luck, odds, rules.chance(s, out, odds))])
            else:
                n = rules.legal(s, out)
                rules.play(s, policy.quick(s, rng, 2 * master.NOISE, weights, work, out, n, f) if n > 1 else out[0])
            who = rules.mover(s)
        for row in range(began, rows):
            y[row] += int(s.scores[seats[row]])
    return rows


def values_part(players: int, tiles: str, games: int, first: int) -> tuple[Any, Any]:
    """The rows of some games from number `first` on."""
    laid = GAME.laid(players, GAME.complete_options({"tiles": tiles}))
    count = min(100, games - first)
    x, y = np.zeros((count * 80 * players, value.FEATURES)), np.zeros(count * 80 * players)
    have = gather_values(laid, 6_000_000, first, count, np.array(TUNED[tiles]), x, y)
    return x[:have], y[:have]


def learn(players: int, tiles: str, games: int, hands: Hands) -> None:
    """Prints a row of LEARNT: the points still to come, by least squares."""
    part = partial(values_part, players, tiles, games)
    x, y = map(np.concatenate, zip(*spread(part, range(0, games, 100), hands, first=games), strict=True))
    have = len(y)
    heavy = np.sqrt(10.0) * np.eye(value.FEATURES)  # a little ridge: some features are nearly the same
    found = np.linalg.lstsq(np.vstack([x, heavy]), np.concatenate([y, np.zeros(value.FEATURES)]), rcond=None)[0]
    left = float(((y - x @ found) ** 2).mean() / y.var())
    print(f"{players} players, {have} rows, {left:.3f} of the variance is left:")
    print(tuple(round(float(w), 2) for w in found))


# --- the networks


@kernel
def gather(laid, seed, first, games, tables, level, x, y, seats):
    """Plays a bot against itself; writes what the network sees of half the positions, and the share of the win and the
    lead that came of it. A quarter of the moves are the quick player's with much chance: positions a careful player
    would not reach.
    """
    table, views = laid.copy(), laid.copy()
    s, view = table.view(rules.STATE)[0], views.view(rules.STATE)[0]
    players = int(s.players)
    out, odds = np.empty(rules.MAX_MOVES, np.int64), np.empty(rules.MAX_MOVES, np.int64)
    work, f = np.empty(WORK, np.int64), np.empty(policy.TRAITS, np.float64)
    about, board = np.empty((MOST_SEATS, net.OWN), np.float64), np.empty(net.SHARED, np.float64)
    luck, rng = np.zeros(4, np.int64), np.zeros(4, np.int64)
    chances, leads = np.zeros(MOST_SEATS, np.float64), np.zeros(MOST_SEATS, np.float64)
    rows = 0
    for game in range(first, first + games):
        reseed(luck, seed, game)
        reseed(rng, seed + 1, game)
        table[:] = laid
        began = rows
        who = rules.mover(s)
        while who != OVER:
            if who == CHANCE:
                rules.play(s, out[weighted(luck, odds, rules.chance(s, out, odds))])
            else:
                if s.phase == PLACING and uniform(rng) < 0.5 and rows + players <= len(y):
                    net.look_at_seats(s, tables.weights, work, out, f, about)
                    net.look_at_board(s, board)
                    for seat in range(players):
                        net.arrange(s, seat, about, board, x[rows])
                        seats[rows] = seat
                        rows += 1
                n = rules.legal(s, out)
                wild = uniform(rng) < (0.25 if level < bots.MASTER else 0.1)
                if n == 1:
                    move = out[0]
                elif wild or level < bots.MASTER:
                    noise = WILD if wild else 2 * master.NOISE
                    move = policy.quick(s, rng, noise, tables.weights, work, out, n, f)
                else:
                    views[:] = table
                    rules.hide(view, who)
                    move = bots.choose(level, view, rng, tables)
                rules.play(s, move)
            who = rules.mover(s)
        net.ended(s, chances, leads)
        for row in range(began, rows):
            y[row, 0], y[row, 1] = chances[seats[row]], leads[seats[row]]
    return rows


def positions(players: int, tiles: str, games: int, teacher: int, seconds: float, hands: Hands) -> tuple[Any, Any]:
    """What the network sees in games of the quick player, or of a master of so many iterations; and what came of it."""
    part = partial(positions_part, players, tiles, games, teacher, time.time() + seconds)
    x, y = zip(*spread(part, range(0, games, taken_at_once(teacher)), hands, first=games), strict=True)
    return np.concatenate(x), np.concatenate(y)


def taken_at_once(teacher: int) -> int:
    return 5 if teacher else 100


def positions_part(players: int, tiles: str, games: int, teacher: int, until: float, first: int) -> tuple[Any, Any]:
    """The rows of some games from number `first` on."""
    laid = GAME.laid(players, GAME.complete_options({"tiles": tiles}))
    tables = known_tables(players, tiles)._replace(iterations=teacher)
    count = taken_at_once(teacher) if first < games and time.time() < until else 0
    x, y = np.zeros((count * 80 * players, net.inputs(players))), np.zeros((count * 80 * players, 2))
    level = bots.MASTER if teacher else bots.REGULAR
    have = gather(laid, 5_000_000, first, count, tables, level, x, y, np.zeros(len(y), np.int64))
    return x[:have].astype(np.float32), y[:have].astype(np.float32)


def train(x: Any, y: Any, scale: float, epochs: int, hidden: int) -> Any:
    """A network trained on these rows (cross entropy for the chance, least squares for the lead in so many points; Adam
    with a falling step), as `net.outlook` reads it.
    """
    have, rng = len(y), np.random.default_rng(0)
    y = y / np.array([1.0, scale])
    cut, batch, n = int(0.95 * have), 1024, x.shape[1]
    mean, spread = x[:cut].mean(0), x[:cut].std(0) + 0.05
    x = (x - mean) / spread
    parts = [
        rng.normal(size=(n, hidden)) / math.sqrt(n),
        np.zeros(hidden),
        0.1 * rng.normal(size=(hidden, 2)),
        np.zeros(2),
    ]
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    step, steps = 0, epochs * (cut // batch)
    for epoch in range(epochs):
        order = rng.permutation(cut)
        for b in range(cut // batch):
            at = order[b * batch : (b + 1) * batch]
            units, found = _forward(x[at], parts)
            wrong = (found - y[at]) / batch
            wrong[:, 1] *= LEAD_COUNTS
            back = wrong @ parts[2].T * (units > 0)
            slopes = [x[at].T @ back + 1e-5 * parts[0], back.sum(0), units.T @ wrong, wrong.sum(0)]
            step += 1
            rate = 3e-3 * (1 - step / steps) + 1e-5
            for k in range(4):
                first[k] += 0.1 * (slopes[k] - first[k])
                second[k] += 0.001 * (slopes[k] ** 2 - second[k])
                parts[k] -= rate * (first[k] / (1 - 0.9**step)) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
        errors = ((_forward(x[cut:], parts)[1] - y[cut:]) ** 2).mean(0)
        told = ", ".join(f"{error:.4f} of {var:.4f}" for error, var in zip(errors, y[cut:].var(0), strict=True))
        print(f"epoch {epoch + 1}: mean square errors {told} on games not learnt from", flush=True)
    rows_in = parts[0] / spread[:, None]
    points = np.array([1.0, scale])
    found = np.zeros((hidden + 1, n + 3), np.float32)
    found[:hidden, :n], found[:hidden, n], found[:hidden, n + 1 :] = (
        rows_in.T,
        parts[1] - mean @ rows_in,
        parts[2] * points,
    )
    found[hidden, :2] = parts[3] * points
    return found


def _forward(x: Any, parts: Any) -> tuple[Any, Any]:
    units = np.maximum(x @ parts[0] + parts[1], 0)
    found = units @ parts[2] + parts[3]
    found[:, 0] = 1 / (1 + np.exp(-found[:, 0]))
    return units, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("tune", "learn", "train", "match", "choices"))
    parser.add_argument(
        "bots",
        nargs="*",
        help="match: the bot measured, and all others (`quick`: the tuned quick player; not with --think)",
    )
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tiles", default="grand", choices=SETS)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after this long")
    parser.add_argument("--think", type=float, help="match: the master's seconds a move, instead of iterations")
    parser.add_argument("--count", type=int, default=300, help="choices: how many are weighed")
    parser.add_argument(
        "--iterations",
        type=int,
        default=master.ITERATIONS,
        help="match: the first bot's, if it is the master; choices: the master's",
    )
    parser.add_argument("--rival-iterations", type=int, default=master.ITERATIONS)
    parser.add_argument("--teacher", type=int, default=0, help="train: iterations of the master that plays; 0: quick")
    parser.add_argument("--hidden", type=int, default=net.HIDDEN, help="train: units of the network")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--cluster", help="on the workers of this Dask scheduler (tcp://…), or on local:N")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.what == "match" and args.think and (len(args.bots) < 2 or not set(args.bots) <= set(bots.LEVELS)):
        parser.error(f"a match needs the bot measured and those it plays against, each one of {', '.join(bots.LEVELS)}")
    if (
        args.what == "match"
        and not args.think
        and (len(args.bots) != 2 or not set(args.bots) <= {*bots.LEVELS, "quick"})
    ):
        parser.error(f"a match needs two bots, each one of {', '.join(bots.LEVELS)} or quick")
    with hands_of(args.cluster, args.processes) as hands:
        done(args, hands)


def done(args: argparse.Namespace, hands: Hands) -> None:
    """What was asked for."""
    table = args.players, args.tiles
    if args.what == "tune":
        tune(*table, min(args.seconds, 3600), args.seed, hands)
    elif args.what == "learn":
        learn(*table, args.games, hands)
    elif args.what == "train":
        nets = net.STORE.find(net.NETS) or {}
        rows = positions(*table, args.games, args.teacher, args.seconds, hands)
        nets[net.name_of(*table)] = train(*rows, SCALE[args.tiles], args.epochs, args.hidden)
        np.savez(net.FILE, **nets)
    elif args.what == "choices":
        choices(*table, args.count, args.iterations, args.seed, hands=hands)
    elif args.think:
        found = timed_match(*table, args.bots, args.think, args.games, args.seed, args.seconds, hands)
        report(args, f"{args.think} s", *found)
    else:
        one, other = (
            Side(bots.REGULAR, iterations, known_tables(*table).weights)
            if level == "quick"
            else Side(bots.LEVELS.index(level), iterations)
            for level, iterations in zip(args.bots, (args.iterations, args.rival_iterations), strict=True)
        )
        report(args, str(args.iterations), *match(*table, (one, other), args.games, args.seed, args.seconds, hands))


def report(args: argparse.Namespace, work: str, wins: Any, leads: Any) -> None:
    (won, margin), (lead, wide) = interval(wins, args.players), interval(leads, args.players)
    print(
        f"{args.bots[0]} ({work}) against {', '.join(args.bots[1:])}, {args.players} players, {args.tiles}: "
        f"{won:.1%} ± {margin:.1%} of {len(wins)} games, lead {lead:+.2f} ± {wide:.2f}"
    )


if __name__ == "__main__":
    importlib.import_module(Path(__file__).stem).main()  # by its name, under which workers import what they are handed
