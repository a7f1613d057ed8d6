"""The position of 4D as plain data, in the frame of whoever looks at it."""

from typing import Any

from ....engine.fields import plain
from ....model.contract import View
from ..moves import PLACE_WORDS, TIP_WORDS, words
from ..rules.geometry import FAR, FIFTH, HALF_TURN, NEAR, PLUS_X, PLUS_Y, UP
from ..rules.lines import LINES, wins_at_once
from ..rules.square import after_tip, result_of, turn_square
from ..rules.state import NO_TIP, NONE, PLACES, TIPS, WAYS, decode


def view(s: Any, seat: int) -> View:
    """What a seat sees: the square in its own frame. A spectator looks over the mover's shoulder."""
    return shown(plain(s), seat)


def shown(s: Any, seat: int) -> View:
    """The same from plain fields, which are turned with the square where it is seen from the other side."""
    lying, seen_before = int(s.thrown), _seen_before(s)
    stage = "over" if s.over else "throw" if lying < PLACES + int(s.fifth) else "play" if s.opened else "open"
    opposite = seat == 1 - int(s.to_play)
    previews = _previews(s) if stage == "play" and not opposite else []
    locked = FAR
    if opposite and stage != "throw":
        turn_square(s, HALF_TURN)
        locked = NEAR
    dice = []
    for place in range(min(lying, PLACES)):
        die = {"place": PLACE_WORDS[place], "id": (place - int(s.turned)) & 3, **_die(int(s.dice[place]))}
        dice.append({**die, "locked": stage == "play" and place == locked})
    last = int(s.last)
    scored = decode(last)[0] != NO_TIP
    return {
        "stage": stage,
        "to_play": int(s.to_play),
        "dice": dice,
        "fifth": _fifth(int(s.dice[FIFTH])) if s.fifth and lying > PLACES else None,
        "scores": [int(s.scores[0]), int(s.scores[1])],
        "target": int(s.target),
        "quiet": int(s.quiet),
        "seen_before": seen_before and stage == "play",
        "gained": int(s.gained) if scored else None,
        "gainer": _gainer(s) if scored else None,
        "made": LINES[int(s.made)] if scored else "",
        "last": words(last),
        "previews": previews,
    }


def _gainer(s: Any) -> int:
    """Who made the last turn: the other player, unless it won: then nothing is locked and nobody else is to play."""
    return int(s.to_play) if decode(int(s.last))[2] == NONE else 1 - int(s.to_play)


def _seen_before(s: Any) -> bool:
    """Whether the position, with the same player to move, has occurred since the last point: once more draws."""
    quiet = int(s.quiet)
    return any(int(s.past[earlier]) == int(s.past[quiet]) for earlier in range(quiet & 1, quiet, 2))


def _die(orientation: int) -> dict[str, int]:
    """All six faces of a die: the upper one, the two the player sees, and the three hidden ones."""
    up, x, y = UP[orientation], PLUS_X[orientation], PLUS_Y[orientation]
    return {"up": up, "left": 7 - x, "right": 7 - y, "down": 7 - up, "back_left": y, "back_right": x}


def _fifth(orientation: int) -> dict[str, int]:
    """The faces of the fifth die, which its player sees face-on (4D-08)."""
    up, x, y = UP[orientation], PLUS_X[orientation], PLUS_Y[orientation]
    return {"up": up, "front": 7 - y, "right": x, "left": 7 - x, "back": y, "down": 7 - up}


def _previews(s: Any) -> list[View]:
    """What each tip would show and score; with a fifth die, for each way of tipping it."""
    need = int(s.target) - int(s.scores[s.to_play])
    previews = []
    for tip in range(TIPS):
        results = []
        for fifth in range(WAYS) if s.fifth else (NONE,):
            points, made = result_of(s, tip, fifth)
            won = bool(wins_at_once(points, made, need, int(s.quinte_wins)))
            results.append({"points": points, "line": LINES[made], "wins": won})
        after = [int(after_tip(int(s.dice[place]), place, tip)) for place in range(PLACES)]
        moved = [after[place] != int(s.dice[place]) for place in range(PLACES)]
        previews.append({"tip": TIP_WORDS[tip], "faces": [UP[o] for o in after], "moved": moved, "results": results})
    return previews
