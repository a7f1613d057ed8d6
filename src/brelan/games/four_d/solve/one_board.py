"""One position told exactly: who wins the board that lies before the player to move, by which line, and why."""

import re
from typing import Any

import numpy as np

from ....model.contract import Progress
from ....model.errors import BrelanError
from ....model.words import N_, Say
from ..moves import code, tell, words
from ..rules import legal, play
from ..rules.geometry import LEFT_SIDE, ORIENTATIONS, UP
from ..rules.square import position
from ..rules.state import FREE, MAX_MOVES, PLACES, STATE, STRICT
from .boards import all_boards, presented
from .distances import BOUNDED, EXACT, distance
from .on_disk import ensure_distances, ensure_solved
from .perfect import LOST, WON, at_the_edge, best_move, bound_left, keep_most, outcome, turns_left, win_most, worth
from .repeated import Barred, barred_here
from .solver import LARGEST

MOST_TURNS = 400  # of a line that is shown: a drawn one may be long
VERDICTS = {1: "won", 0: "drawn", -1: "lost"}  # for the player to move
Die = tuple[int, int]  # upper face, left side


def read_board(text: str) -> list[int]:
    """The orientations of near, left, far and right, from words such as "5/3 4/6 3/2 1/2"."""
    pairs = re.findall(r"(\d+)/(\d+)", text)
    known = {(UP[o], LEFT_SIDE[o]): o for o in range(ORIENTATIONS)}
    if re.sub(r"\d+/\d+", "", text).strip(" ,") or len(pairs) != PLACES:
        raise BrelanError(
            N_("--board takes four dice, near, left, far and right, as upper face/left side: “5/3 4/6 3/2 1/2”.")
        )
    dice: list[Die] = [(int(up), int(left)) for up, left in pairs]
    for up, left in dice:
        if (up, left) not in known:
            raise BrelanError(
                N_("No die lies with {up} up and {left} on its left side: opposite faces sum to 7."), up=up, left=left
            )
    return [known[die] for die in dice]


def read_needs(text: str) -> tuple[int, int]:
    """What the player to move and the other player still need, from words such as "40,37"."""
    found = re.fullmatch(r"\s*(\d+)\s*[, ]\s*(\d+)\s*", text)
    needs = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(1 <= need <= LARGEST for need in needs):
        raise BrelanError(
            N_("--needs takes two numbers from 1 to {high}, the points the player to move and the other still need."),
            high=LARGEST,
        )
    return needs


def lay(dice: list[int], needs: tuple[int, int], pairs: bool, free: bool) -> Any:
    """The position as the rules see it: a point has just been scored, so nothing has come before."""
    s = np.zeros(1, STATE)[0]
    s.players, s.pairs, s.turn = 2, pairs, FREE if free else STRICT
    s.target = max(needs)
    s.thrown, s.opened, s.to_play = PLACES, 1, 1
    s.scores[1], s.scores[0] = s.target - needs[0], s.target - needs[1]
    s.dice[:PLACES] = dice
    s.past[0] = position(s)
    return s


def told(board: str, needs: str, pairs: bool, free: bool, progress: Progress | None = None) -> dict[str, Any]:
    """Verdict, best line and reasons, as plain data."""
    dice, (m, o) = read_board(board), read_needs(needs)
    solved = ensure_solved(max(m, o), pairs, free, progress)
    distances = ensure_distances(min(max(m, o, EXACT), BOUNDED), pairs, free, progress)
    table, seen = all_boards(pairs), presented(pairs, free)
    s = lay(dice, (m, o), pairs, free)
    b = int(position(s))
    result = int(outcome(solved, b, m, o))
    wins, keeps = int(win_most(solved, b, o)), int(keep_most(solved, b, o))
    out = np.zeros(MAX_MOVES, np.int64)
    line: list[str] = []
    values: list[int] = []
    while not s.over and len(line) < MOST_TURNS:
        n = int(legal(s, out))
        rest = Barred(*barred_here(s, solved, table, seen))
        if not line:
            values = [int(worth(s, int(move), solved, distances, table, seen, rest)) for move in out[:n]]
        move = int(best_move(s, out, n, solved, distances, table, seen, rest))
        line.append(words(move))
        play(s, move)
    turns = most = 0
    if result > 0:
        turns = int(distance(distances, b, m, o))
        most = int(distances.bound[m, o]) if max(m, o) < len(distances.bound) else 0
    elif result < 0:
        turns = int(turns_left(distances, table, seen, b, m, o))
        most = int(bound_left(distances, table, seen, b, m, o))
    return {
        "board": " ".join(f"{UP[d]}/{LEFT_SIDE[d]}" for d in dice),
        "needs": [m, o],
        "verdict": VERDICTS[result],
        "turns": turns or None,
        "turns_at_most": most or None,
        "wins_needing_up_to": wins,
        "keeps_needing_up_to": keeps,
        "beyond_the_table": bool(at_the_edge(solved, wins)),
        "moves": {
            "won": sum(value > WON // 2 for value in values),
            "drawn": sum(LOST // 2 < value < WON // 2 for value in values),
            "lost": sum(value < LOST // 2 for value in values),
        },
        "line": line,
    }


def retold(found: dict[str, Any], pairs: bool, free: bool, say: Say) -> list[str]:
    """The same in words."""
    m, o = found["needs"]
    rows = [
        say("The board {board}: the player to move needs {m}, the other {o}.", board=found["board"], m=m, o=o),
        _verdict(found, say),
        _reason(found, say),
        _moves(found["moves"], say),
        say("The best line:"),
    ]
    s = lay(read_board(found["board"]), (m, o), pairs, free)
    for at, move in enumerate(found["line"]):
        number = int(code(move) or 0)
        who = say("to move") if at % 2 == 0 else say("other")
        told = tell(s, number, say)
        play(s, number)
        needs = [int(s.target) - int(s.scores[seat]) for seat in (1, 0)]
        left = say("{m} against {o}", m=max(needs[0], 0), o=max(needs[1], 0))
        rows.append(f"  {at + 1:>3}  {who:<9} {move:<24} {told}  ({left})")
    return rows


def _verdict(found: dict[str, Any], say: Say) -> str:
    turns, most, verdict = found["turns"], found["turns_at_most"], found["verdict"]
    if verdict == "drawn":
        return say("Drawn: neither player can force a win.")
    if verdict == "won":
        if turns:
            return say.count("The player to move wins in {n} turn.", "The player to move wins in {n} turns.", turns)
        if most:
            return say.count(
                "The player to move wins, in {n} turn at most.", "The player to move wins, in {n} turns at most.", most
            )
        return say("The player to move wins.")
    if turns:
        return say.count("The other player wins in {n} turn.", "The other player wins in {n} turns.", turns)
    if most:
        return say.count(
            "The other player wins, in {n} turn at most.", "The other player wins, in {n} turns at most.", most
        )
    return say("The other player wins.")


def _reason(found: dict[str, Any], say: Say) -> str:
    """Why: the needs this board wins, draws and loses with, against what the other player needs."""
    o, wins, keeps = found["needs"][1], found["wins_needing_up_to"], found["keeps_needing_up_to"]
    if found["beyond_the_table"]:
        return say("Why: against {o} this board still wins needing {wins} points, or even more.", o=o, wins=wins)
    if wins == 0 and keeps == 0:
        return say("Why: against {o} this board loses whatever its player needs.", o=o)
    if wins == keeps:
        return say(
            "Why: against {o} this board wins needing up to {wins} points, and loses needing {more} or more.",
            o=o,
            wins=wins,
            more=keeps + 1,
        )
    return say(
        "Why: against {o} this board wins needing up to {wins} points, draws needing up to {keeps}, and loses needing "
        "{more} or more.",
        o=o,
        wins=wins,
        keeps=keeps,
        more=keeps + 1,
    )


def _moves(moves: dict[str, int], say: Say) -> str:
    """How many moves keep what there is: the fewer, the harder it is to find."""
    return say("Of its moves {won} win, {drawn} draw and {lost} lose.", **moves)
