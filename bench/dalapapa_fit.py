"""How the players of Dalapapa got their numbers, and how they are measured: tune the quick player, train the master's
networks, play matches, weigh choices.

    python bench/dalapapa_fit.py tune --tiles classic --seconds 230
    python bench/dalapapa_fit.py train --players 2 --tiles classic
    python bench/dalapapa_fit.py match master expert --games 200 --iterations 4000 --seed 31
    python bench/dalapapa_fit.py match master novice regular expert --players 4 --think 0.2
    python bench/dalapapa_fit.py choices --count 300 --iterations 2000

`tune` prints weights for weights.py (hill climbing, each step kept only if it also wins on other seeds). `train` plays
the quick player against itself and writes a network into nets.npz. `match` plays one bot against a table of others,
moving round the seats with the same luck; the master's work is a number of iterations, so that a busy machine does not
matter, or with `--think` seconds a move. `choices` stops games of experts here and there, asks the master, and plays
out both their moves thousands of times with the same luck: what better choices are worth, with far less noise than a
match, but only as long as the quick player plays on. Seeds: tuning below 1,000,000, training above 5,000,000, and
matches that are reported on neither.
"""

import argparse
import math
import time
from functools import partial
from typing import Any

import numpy as np

import brelan
from brelan.games.dalapapa import bots, rules
from brelan.games.dalapapa.bots import master, net, policy
from brelan.games.dalapapa.bots.weights import SCALE, TUNED
from brelan.games.dalapapa.rules.board import WORK
from brelan.games.dalapapa.rules.state import MARKING, MOST_SEATS, OPENING, PLACING
from brelan.kernel import CHANCE, OVER, compiled, copy_record, reseed, stream, uniform, weighted

GAME = brelan.game("dalapapa")
kernel = partial(compiled, part=bots.__name__)  # so that what is kept compiled is as new as the game
PHASES = {OPENING: "opening", PLACING: "placing", MARKING: "marking"}
WILD = 2.0  # points of chance in a quarter of the moves of a training game: positions a careful player would not reach


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
    players: int,
    tiles: str,
    levels: tuple[int, int],
    tables: Any,
    rivals: Any,
    games: int,
    seed: int,
    seconds: float = 1e9,
) -> tuple[Any, Any]:
    """The shares of the wins and the leads of as many games as fit in the time (at most `games`)."""
    laid = GAME.laid(players, GAME.complete_options({"tiles": tiles}))
    wins, leads, done = np.zeros(games), np.zeros(games), 0
    until = time.perf_counter() + seconds
    while done < games and time.perf_counter() < until:
        count = min(4 * players, games - done)
        play_match(laid, done, count, seed, np.array(levels), tables, rivals, wins[done:], leads[done:])
        done += count
    return wins[:done], leads[:done]


def timed_match(
    players: int, tiles: str, names: list[str], think: float, games: int, seed: int, seconds: float
) -> tuple[Any, Any]:
    """The same by the clock, for a master that takes its time: the first bot among the others, who change places from
    deal to deal.
    """
    wins, leads, until = [], [], time.perf_counter() + seconds
    while len(wins) < games and time.perf_counter() < until:
        deal = len(wins) // players
        for seat in range(players):
            state, met = GAME.new(players=players, seed=seed * 100_000 + deal, tiles=tiles), 0
            while not state.over:
                view, met = state.view_state(state.mover), met + 1
                legal = view.legal()
                name = (
                    names[0] if state.mover == seat else names[1 + (state.mover - seat - 1 + deal) % (len(names) - 1)]
                )
                thought = stream(seed, (deal * players + seat) * 1000 + met)
                state.apply(legal[0] if len(legal) == 1 else GAME.bots.think(view, name, thought, think))
            wins.append(share_of_win(state.struct, seat))
            leads.append(int(state.struct.scores[seat]) - policy.best_rival(state.struct, seat))
        print(f"{len(wins)} games, {np.mean(wins):.1%}", end="\r", flush=True)
    return np.array(wins), np.array(leads)


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


def choices(players: int, tiles: str, count: int, iterations: int, seed: int, games: int = 4000) -> None:
    options = GAME.complete_options({"tiles": tiles})
    tables = bots.tables((), players, options)._replace(iterations=iterations)
    pick, found, met, game = np.random.default_rng(seed), [], 0, 0
    while len(found) < count:
        state, game = GAME.new(players=players, seed=seed + game, tiles=tiles), game + 1
        while not state.over:
            view, rng = state.view_state(state.mover), stream(seed, met)
            legal = view.legal()
            expert = legal[0] if len(legal) == 1 else bots.choose(bots.EXPERT, view.struct, rng, tables)
            met += len(legal) > 1
            if len(legal) > 1 and pick.random() < 0.06 and len(found) < count:
                master = bots.choose(bots.MASTER, view.struct, rng, tables)
                worth = (
                    [play_out(view._buf, view.mover, move, seed + met, games, tables) for move in (master, expert)]
                    if master != expert
                    else [0, 0]
                )
                found.append((PHASES[int(view.struct.phase)], worth[0] - worth[1]))
            state.apply(expert)
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


# --- the quick player's weights, by hill climbing


def tune(players: int, tiles: str, seconds: float, seed: int) -> None:
    known = bots.tables((), players, {"tiles": tiles})
    rng = np.random.default_rng(seed)
    best, start = known.weights.copy(), known._replace(greedy=known.weights)
    reach = np.maximum(0.3, 0.4 * np.abs(best))

    def score(weights: Any, luck: int) -> float:
        wins, leads = match(
            players, tiles, (bots.REGULAR, bots.REGULAR), known._replace(greedy=weights), start, 1200 * players, luck
        )
        return float(wins.mean() + 0.02 * leads.mean())

    began, luck = time.perf_counter(), 7000 + seed
    current = score(best, luck)
    while time.perf_counter() - began < seconds:
        tried = best + reach * rng.normal(size=policy.WEIGHTS) * (rng.random(policy.WEIGHTS) < 0.4)
        if score(tried, luck) > current + 0.004 and score(tried, luck + 500) > score(best, luck + 500):
            best, luck = tried, luck + 1
            current = score(best, luck)
            print(
                f"{time.perf_counter() - began:4.0f} s  {current:.3f}", [round(float(w), 2) for w in best], flush=True
            )
    print(tuple(round(float(w), 2) for w in best))


# --- the networks


@kernel
def gather(laid, seed, first, games, weights, scale, x, y, seats):
    """Plays the quick player against itself; writes what the network sees of half the positions, and the share of the
    win that came of it.
    """
    table = laid.copy()
    s = table.view(rules.STATE)[0]
    players = int(s.players)
    out, odds = np.empty(rules.MAX_MOVES, np.int64), np.empty(rules.MAX_MOVES, np.int64)
    work, f = np.empty(WORK, np.int64), np.empty(policy.TRAITS, np.float64)
    about, board = np.empty((MOST_SEATS, net.OWN), np.float64), np.empty(net.SHARED, np.float64)
    luck, rng = np.zeros(4, np.int64), np.zeros(4, np.int64)
    shares = np.zeros(MOST_SEATS, np.float64)
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
                    net.look_at_seats(s, weights, work, out, f, about)
                    net.look_at_board(s, board)
                    for seat in range(players):
                        net.arrange(s, seat, about, board, x[rows])
                        seats[rows] = seat
                        rows += 1
                n = rules.legal(s, out)
                noise = WILD if uniform(rng) < 0.25 else 2 * master.NOISE
                rules.play(s, policy.quick(s, rng, noise, weights, work, out, n, f) if n > 1 else out[0])
            who = rules.mover(s)
        for seat in range(players):
            shares[seat] = net.final_share(s, seat, scale)
        for row in range(began, rows):
            y[row] = shares[seats[row]]
    return rows


def train(players: int, tiles: str, rows: int, epochs: int) -> Any:
    """A network trained on that many rows (cross entropy, Adam with a falling step), as `net.share` reads it."""
    weights = np.array(TUNED[tiles])
    laid = GAME.laid(players, GAME.complete_options({"tiles": tiles}))
    x, y, seats = np.zeros((rows, net.inputs(players))), np.zeros(rows), np.zeros(rows, np.int64)
    have, game = 0, 0
    while have < rows - 1000:
        have += gather(laid, 5_000_000, game, 200, weights, SCALE[tiles], x[have:], y[have:], seats)
        game += 200
    x, y, rng = x[:have].astype(np.float32), y[:have].astype(np.float32), np.random.default_rng(0)
    cut, batch, hidden, n = int(0.95 * have), 1024, net.HIDDEN, x.shape[1]
    mean, spread = x[:cut].mean(0), x[:cut].std(0) + 0.05
    x = (x - mean) / spread
    parts = [rng.normal(size=(n, hidden)) / math.sqrt(n), np.zeros(hidden), 0.1 * rng.normal(size=hidden), np.zeros(1)]
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    step, steps = 0, epochs * (cut // batch)
    for epoch in range(epochs):
        order = rng.permutation(cut)
        for b in range(cut // batch):
            at = order[b * batch : (b + 1) * batch]
            units, found = _forward(x[at], parts)
            wrong = (found - y[at]) / batch
            back = np.outer(wrong, parts[2]) * (units > 0)
            slopes = [x[at].T @ back + 1e-5 * parts[0], back.sum(0), units.T @ wrong, wrong.sum(keepdims=True)]
            step += 1
            rate = 3e-3 * (1 - step / steps) + 1e-5
            for k in range(4):
                first[k] += 0.1 * (slopes[k] - first[k])
                second[k] += 0.001 * (slopes[k] ** 2 - second[k])
                parts[k] -= rate * (first[k] / (1 - 0.9**step)) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
        error = float(((_forward(x[cut:], parts)[1] - y[cut:]) ** 2).mean())
        print(
            f"epoch {epoch + 1}: mean square error {error:.4f} of {float(y[cut:].var()):.4f} on games not learnt from",
            flush=True,
        )
    rows_in = parts[0] / spread[:, None]
    found = np.zeros((hidden + 1, n + 2), np.float32)
    found[:hidden, :n], found[:hidden, n], found[:hidden, n + 1] = rows_in.T, parts[1] - mean @ rows_in, parts[2]
    found[hidden, 0] = parts[3][0]
    return found


def _forward(x: Any, parts: Any) -> tuple[Any, Any]:
    units = np.maximum(x @ parts[0] + parts[1], 0)
    return units, 1 / (1 + np.exp(-(units @ parts[2] + parts[3])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("tune", "train", "match", "choices"))
    parser.add_argument(
        "bots",
        nargs="*",
        help="match: the bot measured, and all others (`quick`: the tuned quick player; not with --think)",
    )
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tiles", default="classic", choices=("classic", "two-tone"))
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
    parser.add_argument("--rows", type=int, default=700_000)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.what == "tune":
        tune(args.players, args.tiles, min(args.seconds, 3600), args.seed)
    elif args.what == "train":
        nets = net.STORE.find(net.NETS) or {}
        nets[net.name_of(args.players, args.tiles)] = train(args.players, args.tiles, args.rows, args.epochs)
        np.savez(net.FILE, **nets)
    elif args.what == "choices":
        choices(args.players, args.tiles, args.count, args.iterations, args.seed)
    elif args.think:
        if len(args.bots) < 2 or not set(args.bots) <= set(bots.LEVELS):
            parser.error(
                f"a match needs the bot measured and those it plays against, each one of {', '.join(bots.LEVELS)}"
            )
        report(
            args,
            f"{args.think} s",
            *timed_match(args.players, args.tiles, args.bots, args.think, args.games, args.seed, args.seconds),
        )
    else:
        if len(args.bots) != 2 or not set(args.bots) <= {*bots.LEVELS, "quick"}:
            parser.error(f"a match needs two bots, each one of {', '.join(bots.LEVELS)} or quick")
        known = bots.tables((), args.players, {"tiles": args.tiles})
        sides, levels = [], []
        for level, iterations in zip(args.bots, (args.iterations, args.rival_iterations), strict=True):
            sides.append(
                known._replace(iterations=iterations, greedy=known.weights if level == "quick" else known.greedy)
            )
            levels.append(bots.REGULAR if level == "quick" else bots.LEVELS.index(level))
        report(
            args,
            str(args.iterations),
            *match(args.players, args.tiles, (levels[0], levels[1]), *sides, args.games, args.seed, args.seconds),
        )


def report(args: argparse.Namespace, work: str, wins: Any, leads: Any) -> None:
    (won, margin), (lead, wide) = interval(wins, args.players), interval(leads, args.players)
    print(
        f"{args.bots[0]} ({work}) against {', '.join(args.bots[1:])}, {args.players} players, {args.tiles}: "
        f"{won:.1%} ± {margin:.1%} of {len(wins)} games, lead {lead:+.2f} ± {wide:.2f}"
    )


if __name__ == "__main__":
    main()
