"""4D as people see it: the view (plain data), its drawing, its controls, its text."""

from typing import Any

from ....contract import View
from ....words import Say
from ..moves import FIFTH_WORDS, PLACE_WORDS, TIP_WORDS, line_words, words
from ..rules.geometry import FAR, FIFTH, HALF_TURN, NEAR, PLUS_X, PLUS_Y, UP
from ..rules.lines import LINES, wins_at_once
from ..rules.square import after_tip, result_of, turn_square
from ..rules.state import NO_TIP, NONE, PLACES, TIPS, WAYS, decode
from .buttons import controls
from .drawing import svg
from .telling import fifth_told

__all__ = ["controls", "hint", "svg", "text", "view"]

COLUMNS = 78  # of a terminal


def view(s: Any, seat: int) -> View:
    """What a seat sees: the square in its own frame. A spectator looks over the mover's shoulder."""
    lying = int(s.thrown)
    stage = "over" if s.over else "throw" if lying < PLACES + int(s.fifth) else "play" if s.opened else "open"
    opposite = seat == 1 - int(s.to_play)
    previews = _previews(s) if stage == "play" and not opposite else []
    locked = FAR
    if opposite and stage != "throw":
        s = s.copy()
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
        "gained": int(s.gained) if scored else None,
        "made": LINES[int(s.made)] if scored else "",
        "last": words(last),
        "previews": previews,
    }


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


def text(view: View, say: Say) -> str:
    """The table for a terminal: upper faces large, the sides that show next to them."""
    lines = [
        f"{'>' if view['mover'] == seat else ' '} {view['names'][seat]:<24.24} {view['scores'][seat]:>3} / "
        f"{view['target']}"
        for seat in range(2)
    ]
    if view["dice"]:
        lines += _square_lines(view["dice"])
        lines.append(say("[upper face], the sides seen at its left and right; * locked"))
    if view["fifth"]:
        lines.append(fifth_told(view["fifth"], say))
    if view["previews"]:
        lines += ["", *(_preview_line(preview, say) for preview in view["previews"])]
    return "\n".join(lines)


def _square_lines(dice: list[View]) -> list[str]:
    """The square in letters, corner-on."""
    shown = dict.fromkeys(PLACE_WORDS, "  [ ]  ")
    for die in dice:
        shown[die["place"]] = f"{die['left']}\\[{die['up']}]/{die['right']}{'*' if die['locked'] else ' '}"
    return [
        "",
        f"{'':12}{shown['far']}",
        f"{'':4}{shown['left']}{'':9}{shown['right']}",
        f"{'':12}{shown['near']}",
    ]


def _preview_line(preview: View, say: Say) -> str:
    """What a tip would make, in one line."""
    results = preview["results"]
    if len(results) == 1:
        told = line_words(LINES.index(results[0]["line"]), results[0]["points"], say)
    else:
        ways = zip(FIFTH_WORDS, results, strict=True)
        told = "  ".join(f"{word.removeprefix('fifth-')} {result['points']}" for word, result in ways)
    won = "  " + say("wins") if any(result["wins"] for result in results) else ""
    return f"  {preview['tip']:<11}{''.join(map(str, preview['faces'])):<6}{told}{won}"[:COLUMNS]


def hint(view: View, say: Say) -> str:
    """The decision at hand, for somebody who forgot the rules."""
    if view["stage"] == "throw":
        return say("The dice are thrown once, at the very beginning.")
    if view["stage"] == "over":
        return say("The game is over.")
    name = view["names"][view["mover"]]
    if view["stage"] == "open":
        if view["moves"]:
            return say("Turn the square: choose which die the other player, who begins, will not be able to touch.")
        return say("{name} turns the square before the first turn.", name=name)
    if not view["moves"]:
        return say("{name} tips one or two dice outward, scores the four upper faces and turns the square.", name=name)
    return say(
        "Choose a tip: the upper faces score. Then choose the die that the other player will find locked at the "
        "far corner."
    )
