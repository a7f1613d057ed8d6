"""4D as people see it: the view (plain data), its drawing, its controls, its text."""

import json
from html import escape
from typing import Any

from ....drawing import BRASS, BRASS_DARK, FELT, FELT_DARK, FELT_EDGE, PAPER, group, picture, tag
from ....drawing import text as written
from ....words import N_, Say
from ..moves import FIFTHS, LOCKS, TIPS, line_words, words
from ..rules import LINES, NONE, after_tip, result_of, turn_square, wins
from ..rules.geometry import PLUS_X, PLUS_Y, UP
from . import drawing as scene

PLACES = ("near", "left", "far", "right")
DIE_NAMES = (N_("the near die"), N_("the left die"), N_("the far die"), N_("the right die"))
TIP_LABELS = (
    N_("near, to the left"),
    N_("near, to the right"),
    N_("left die"),
    N_("right die"),
    N_("near and left"),
    N_("near and right"),
)
FIFTH_LABELS = (N_("toward you"), N_("away from you"), N_("to the left"), N_("to the right"))
FIFTH_ARROWS = ("↓", "↑", "←", "→")
WIDTH, TRACKS, SQUARE, PREVIEWS = 480, 104, 330, 268


def _die(orientation: int) -> dict[str, int]:
    """All six faces of a die: the upper one, the two the player sees, and the three hidden ones."""
    up, x, y = UP[orientation], PLUS_X[orientation], PLUS_Y[orientation]
    return {"up": up, "left": 7 - x, "right": 7 - y, "down": 7 - up, "back_left": y, "back_right": x}


def _fifth(orientation: int) -> dict[str, int]:
    """The faces of the fifth die, which its player sees face-on (4D-08)."""
    up, x, y = UP[orientation], PLUS_X[orientation], PLUS_Y[orientation]
    return {"up": up, "front": 7 - y, "right": x, "left": 7 - x, "back": y, "down": 7 - up}


def _previews(s: Any) -> list[dict[str, Any]]:
    """What each tip would show and score; with a fifth die, for each way of tipping it."""
    need = int(s.target) - int(s.scores[s.to_play])
    previews = []
    for tip in range(6):
        results = []
        for fifth in range(4) if s.fifth else (NONE,):
            points, made = result_of(s, tip, fifth)
            results.append(
                {"points": points, "line": LINES[made], "wins": bool(wins(points, made, need, int(s.quinte_wins)))}
            )
        after = [int(after_tip(int(s.dice[place]), place, tip)) for place in range(4)]
        moved = [after[place] != int(s.dice[place]) for place in range(4)]
        previews.append({"tip": TIPS[tip], "faces": [UP[o] for o in after], "moved": moved, "results": results})
    return previews


def view(s: Any, seat: int) -> dict[str, Any]:
    """What a seat sees: the square in its own frame. A spectator looks over the mover's shoulder."""
    n = 4 + int(s.fifth)
    lying = int(s.thrown)
    stage = "over" if s.over else "throw" if lying < n else "play" if s.opened else "open"
    previews = _previews(s) if stage == "play" and seat != 1 - int(s.to_play) else []
    locked = 2
    if seat == 1 - int(s.to_play) and stage != "throw":  # the player opposite
        s = s.copy()
        turn_square(s, 2)
        locked = 0
    dice = []
    for place in range(min(lying, 4)):
        die = {"place": PLACES[place], "id": (place - int(s.turned)) & 3, **_die(int(s.dice[place]))}
        dice.append({**die, "locked": stage == "play" and place == locked})
    return {
        "stage": stage,
        "to_play": int(s.to_play),
        "dice": dice,
        "fifth": _fifth(int(s.dice[4])) if s.fifth and lying == 5 else None,
        "scores": [int(s.scores[0]), int(s.scores[1])],
        "target": int(s.target),
        "quiet": int(s.quiet),
        "gained": int(s.gained) if int(s.last) >= 100 else None,
        "made": LINES[int(s.made)] if int(s.last) >= 100 else "",
        "last": words(int(s.last)),
        "previews": previews,
    }


# --- the drawing


def svg(view: dict[str, Any], say: Say) -> str:
    """The race, the square, and what each tip would make."""
    mine = bool(view["moves"])
    drawn = _race(view, say) + group(_square(view, say, mine), 0, TRACKS)
    height = TRACKS + SQUARE
    if view["previews"]:
        drawn += group(_preview_cards(view, say, mine), 0, height)
        height += PREVIEWS
    felt = tag("rect", width=WIDTH, height=height, rx=18, fill=FELT) + tag(
        "rect", x=6, y=6, width=WIDTH - 12, height=height - 12, rx=13, fill="none", stroke=FELT_EDGE, stroke_width=2
    )
    return picture(WIDTH, height, say("The table of 4D"), text_of_dice(view, say), felt + drawn)


def _race(view: dict[str, Any], say: Say) -> str:
    """The scores as a race to the target."""
    left, right = 24, WIDTH - 24
    span = right - left
    drawn = ""
    for seat in range(2):
        y = 34 + 38 * seat
        score, target = view["scores"][seat], view["target"]
        full = span * min(score, target) / target
        active = view["stage"] in ("play", "open") and view["mover"] == seat
        name = ("▸ " if active else "") + view["names"][seat]
        gained = view["gained"]
        just = gained is not None and (view["to_play"] == seat) == _won(view)  # the winner stays the one to play
        drawn += written(
            left, y, name[:26], 16, "start", BRASS if active else PAPER, font_weight="bold" if active else None
        )
        drawn += written(right, y, f"{score} / {target}", 16, "end", PAPER, serif=True)
        if just:
            drawn += written(right - 92, y, f"+{gained}", 16, "end", BRASS)
        drawn += tag("rect", x=left, y=y + 6, width=span, height=9, rx=4.5, fill=FELT_EDGE)
        colour = BRASS if seat == 0 else PAPER
        drawn += tag(
            "rect",
            x=left,
            y=y + 6,
            width=max(full, 0.01),
            height=9,
            rx=min(4.5, full / 2),
            fill=colour,
            data_key=f"race-{seat}",
        )
    return drawn


def _won(view: dict[str, Any]) -> bool:
    """Whether the game ended with a winner (not a draw): the winner's last move is a tip without a lock."""
    return view["stage"] == "over" and "lock-" not in view["last"]


def _square(view: dict[str, Any], say: Say, mine: bool) -> str:
    """The four dice, corner-on."""
    middle = WIDTH / 2 - (62 if view["fifth"] else 0)
    drawn = scene.shadow() if view["dice"] else ""
    dice = {die["place"]: die for die in view["dice"]}
    choosable = {move.rsplit("lock-", 1)[1] for move in view["moves"] if "lock-" in move}
    for where in ("far", "left", "right", "near"):
        if where in dice:
            drawn += _die_group(dice[where], where in choosable, view["stage"] == "open", say)
    drawn = group(drawn, middle, 128)
    if view["fifth"]:
        title = tag("title", escape(_fifth_words(view["fifth"], say)))
        drawn += scene.keyed(
            title + scene.die_face_on(view["fifth"]),
            WIDTH - 92,
            230,
            "die-5",
            f"{view['fifth']['up']}{view['fifth']['front']}",
        )
        drawn += scene.label(WIDTH - 84, 294, say("fifth die"))
    if view["stage"] == "throw":
        drawn += scene.label(WIDTH / 2, 170 if not dice else 316, say("The dice are being thrown."))
    elif view["stage"] == "open":
        drawn += scene.label(WIDTH / 2, 316, say("The opening turn: which die will be locked?"))
    elif view["quiet"]:
        words_ = say.count(
            "{n} turn without a point (40 make a draw)", "{n} turns without a point (40 make a draw)", view["quiet"]
        )
        drawn += scene.label(WIDTH / 2, 316, words_, size=13)
    return drawn


def _fifth_words(die: dict[str, int], say: Say) -> str:
    return say(
        "the fifth die: {up} up, {front} in front, {right} at the right; hidden: {left} at the left, {back} "
        "behind, {down} underneath",
        **die,
    )


def _hidden(die: dict[str, int], say: Say) -> str:
    return say(
        "{up} up, {left} at the left, {right} at the right; hidden: {back_left} behind left, {back_right} behind "
        "right, {down} underneath",
        **die,
    )


def _die_group(die: dict[str, Any], choosable: bool, opening: bool, say: Say) -> str:
    """One die: pressed, it is the one to lock; at the opening that is the whole move."""
    x, y = scene.place(die["place"])
    named = say(DIE_NAMES[PLACES.index(die["place"])])
    known = {key: die[key] for key in ("up", "left", "right", "down", "back_left", "back_right")}
    title = say("{die}: {faces}", die=named, faces=_hidden(known, say)) + (
        " · " + say("locked") if die["locked"] else ""
    )
    content = tag("title", escape(title)) + scene.die(die, die["locked"])
    if die["locked"]:
        content += group(scene.padlock(24), 0, 108 if die["place"] == "near" else -66)
    pressed = {}
    if choosable:
        pressed = {
            "data_move" if opening else "data_for": f"lock-{die['place']}",
            "role": "button",
            "tabindex": 0,
            "aria_label": say("lock {die}", die=named) + ". " + title,
        }
    return scene.keyed(content, x, y, f"die-{die['id']}", f"{die['up']}{die['left']}", **pressed)


def _preview_cards(view: dict[str, Any], say: Say, mine: bool) -> str:
    """The six tips: the four faces each would show, and its points."""
    drawn = ""
    for index, preview in enumerate(view["previews"]):
        column, row = (index & 1), index >> 1
        drawn += _card(preview, index, 16 + (WIDTH - 32) / 2 * column, 4 + 84 * row, say, mine)
    return drawn


def _card(preview: dict[str, Any], index: int, x: float, y: float, say: Say, mine: bool) -> str:
    width, height = (WIDTH - 32) / 2 - 8, 78
    results = preview["results"]
    best = max(result["points"] for result in results)
    winning = any(result["wins"] for result in results)
    back = tag(
        "rect",
        width=width,
        height=height,
        rx=10,
        fill=BRASS_DARK if winning else FELT_DARK,
        stroke=BRASS if winning else FELT_EDGE,
        stroke_width=1.5,
    )
    square = group(scene.small_square(preview["faces"], preview["moved"], 23), 42, 39)
    words_at = 82
    content = written(words_at, 27, say(TIP_LABELS[index]), 14, "start", PAPER)
    if len(results) == 1:
        made = results[0]["line"]
        content += written(words_at, 58, str(best), 26, "start", BRASS if best and not winning else PAPER, serif=True)
        content += written(words_at + (36 if best > 9 else 22), 57, say(made), 14, "start", PAPER)
        told = line_words(LINES.index(made), best, say)
    else:
        for way, result in enumerate(results):
            content += written(
                words_at + 34 * way,
                56,
                f"{FIFTH_ARROWS[way]}{result['points']}",
                14,
                "start",
                PAPER if winning else BRASS,
            )
        told = ", ".join(f"{say(FIFTH_LABELS[i])} {result['points']}" for i, result in enumerate(results))
    aria = f"{say(TIP_LABELS[index])}: {told}" + (" · " + say("wins") if winning else "")
    pressed = {"data_for": f"tip-{preview['tip']}", "role": "button", "tabindex": 0, "aria_label": aria} if mine else {}
    return group(tag("title", escape(aria)) + back + square + content, x, y, data_key=f"tip-{index}", **pressed)


# --- the controls


def _radios(name: str, values: list[tuple[str, str]], drawn: bool, checked: str = "") -> str:
    parts = ""
    label = '<label class="for-drawing">' if drawn else "<label>"
    for value, words_ in values:
        control = (
            f'<input type="radio" name="{name}" id="{name}-{value}" '
            f'value="{value}"{" checked" if value == checked else ""}>'
        )
        parts += f"{label}{control} {escape(words_)}</label>"
    return f'<div class="parts">{parts}</div>'


def _legend(words_: str) -> str:
    return f'<p class="legend">{escape(words_)}</p>'


def controls(view: dict[str, Any], say: Say) -> str:
    """A tip and a lock (and the fifth die's tip) make a move: pressed in the drawing, or here."""
    moves = view["moves"]
    if not moves:
        return ""
    if view["stage"] == "open":
        buttons = ""
        for move in moves:
            words_ = say("lock {die}", die=say(DIE_NAMES[LOCKS.index(move)]))
            buttons += f'<button type="button" data-move="{move}">{escape(words_)}</button>'
        return f'<form class="controls"><div class="parts">{buttons}</div></form>'
    locks = [place for place in PLACES if any(move.endswith(f"lock-{place}") for move in moves)]
    body = _radios("tip", [(tip, say(TIP_LABELS[i])) for i, tip in enumerate(TIPS)], drawn=True)
    if view["fifth"]:
        body += _legend(say("How the fifth die is tipped:"))
        body += _radios(
            "fifth",
            [
                (word.removeprefix("fifth-"), FIFTH_ARROWS[i] + " " + say(FIFTH_LABELS[i]))
                for i, word in enumerate(FIFTHS)
            ],
            drawn=False,
        )
    if locks:
        body += _radios("lock", [(place, say(DIE_NAMES[PLACES.index(place)])) for place in locks], drawn=True)
    legal = json.dumps(_choices(view, moves, locks, say), ensure_ascii=False)
    pressed = escape(say("Tip and turn"))
    button = f'<button type="button" class="primary" data-legal="{escape(legal)}">{pressed}</button>'
    return f'<form class="controls">{body}{button}</form>'


def _choices(view: dict[str, Any], moves: list[str], locks: list[str], say: Say) -> dict[str, list[str]]:
    """What each choice of parts plays. A winning tip needs no lock, and takes none amiss."""
    choices = {}
    results = {preview["tip"]: preview["results"] for preview in view["previews"]}
    for move in moves:
        chosen = dict.fromkeys(("tip", "fifth", "lock"), "")
        for word in move.split():
            kind, _, rest = word.partition("-")
            chosen.update({kind: rest} if kind in ("fifth", "lock") else {"tip": word})
        ways = results[chosen["tip"]]
        points = ways[FIFTHS.index("fifth-" + chosen["fifth"]) if chosen["fifth"] else 0]["points"]
        key = " ".join(f"{name}={value}" for name, value in chosen.items() if value)
        if chosen["lock"]:
            choices[key] = [move, say.count("Tip for {n} point, and turn", "Tip for {n} points, and turn", points)]
        else:
            for lock in ("", *(f" lock={place}" for place in locks)):
                choices[key + lock] = [move, say("Tip and win")]
    return choices


# --- words


def text_of_dice(view: dict[str, Any], say: Say) -> str:
    """The table in sentences: what a screen reader says of the drawing."""
    sentences = []
    for die in view["dice"]:
        known = {key: die[key] for key in ("up", "left", "right", "down", "back_left", "back_right")}
        named = say("{die}: {faces}", die=say(DIE_NAMES[PLACES.index(die["place"])]), faces=_hidden(known, say))
        sentences.append(named + (", " + say("locked") if die["locked"] else ""))
    if view["fifth"]:
        sentences.append(_fifth_words(view["fifth"], say))
    for seat in range(2):
        sentences.append(
            say(
                "{name} has {score} of {target}",
                name=view["names"][seat],
                score=view["scores"][seat],
                target=view["target"],
            )
        )
    for index, preview in enumerate(view["previews"]):
        points = "/".join(str(result["points"]) for result in preview["results"])
        sentences.append(say("tip {tip}: {points}", tip=say(TIP_LABELS[index]), points=points))
    return ". ".join(sentences) + "."


def text(view: dict[str, Any], say: Say) -> str:
    """The table for a terminal: upper faces large, the sides that show next to them."""
    lines = [
        f"{'>' if view['mover'] == seat else ' '} {view['names'][seat]:<24.24} {view['scores'][seat]:>3} / "
        f"{view['target']}"
        for seat in range(2)
    ]
    dice = {die["place"]: die for die in view["dice"]}

    def shown(where: str) -> str:
        die = dice.get(where)
        if die is None:
            return "  [ ]  "
        mark = "*" if die["locked"] else " "
        return f"{die['left']}\\[{die['up']}]/{die['right']}{mark}"

    if dice:
        lines += [
            "",
            f"{'':12}{shown('far')}",
            f"{'':4}{shown('left')}{'':9}{shown('right')}",
            f"{'':12}{shown('near')}",
        ]
        lines.append(say("[upper face], the sides seen at its left and right; * locked"))
    if view["fifth"]:
        die = view["fifth"]
        lines.append(_fifth_words(die, say))
    for index, preview in enumerate(view["previews"]):
        results = preview["results"]
        if len(results) == 1:
            told = line_words(LINES.index(results[0]["line"]), results[0]["points"], say)
        else:
            told = "  ".join(
                f"{FIFTHS[i].removeprefix('fifth-')} {result['points']}" for i, result in enumerate(results)
            )
        won = "  " + say("wins") if any(result["wins"] for result in results) else ""
        if index == 0:
            lines.append("")
        lines.append(f"  {preview['tip']:<11}{''.join(map(str, preview['faces'])):<6}{told}{won}"[:78])
    return "\n".join(lines)


def hint(view: dict[str, Any], say: Say) -> str:
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
