"""The controls of 4D: a tip and a lock (and the fifth die's tip) make a move."""

import json

from ....draw.drawing import escape
from ....model.contract import View
from ....model.words import Say
from ..moves import FIFTH_WORDS, PLACE_WORDS, TIP_WORDS
from .telling import FIFTH_ARROWS, FIFTH_LABELS, TIP_LABELS, die_name


def controls(view: View, say: Say) -> str:
    """Whatever can be pressed in the drawing can be pressed here."""
    moves = view["moves"]
    if not moves:
        return ""
    return _opening(moves, say) if view["stage"] == "open" else _turn(view, moves, say)


def _opening(moves: list[str], say: Say) -> str:
    """Four buttons, each a whole move."""
    buttons = ""
    for move in moves:
        label = say("lock {die}", die=die_name(move.removeprefix("lock-"), say))
        buttons += f'<button type="button" data-move="{move}">{escape(label)}</button>'
    return f'<form class="controls"><div class="parts">{buttons}</div></form>'


def _turn(view: View, moves: list[str], say: Say) -> str:
    """The parts of a turn, and the button that plays them."""
    locks = [place for place in PLACE_WORDS if any(move.endswith(f"lock-{place}") for move in moves)]
    body = _radios(
        "tip", [(tip, say(label)) for tip, label in zip(TIP_WORDS, TIP_LABELS, strict=True)], drawn=True, step=1
    )
    if view["fifth"]:
        legend = say("How the fifth die is tipped:")
        body += f'<p class="legend">{escape(legend)}</p>'
        ways = zip(FIFTH_WORDS, FIFTH_ARROWS, FIFTH_LABELS, strict=True)
        labelled = [(word.removeprefix("fifth-"), f"{arrow} " + say(label)) for word, arrow, label in ways]
        body += _radios("fifth", labelled, drawn=False)
    if locks:
        body += _radios("lock", [(place, die_name(place, say)) for place in locks], drawn=True, step=2)
    legal = json.dumps(_choices(view, moves, locks, say), ensure_ascii=False)
    pressed = escape(say("Tip and turn"))
    button = f'<button type="button" class="primary" data-legal="{escape(legal)}">{pressed}</button>'
    return f'<form class="controls">{body}{button}</form>'


def _radios(name: str, values: list[tuple[str, str]], drawn: bool, step: int = 0) -> str:
    """One part of a move; `drawn`: its choices are things of the drawing too, which pulse when it is their `step`."""
    parts = ""
    label = '<label class="for-drawing">' if drawn else "<label>"
    for value, words in values:
        control = f'<input type="radio" name="{name}" id="{name}-{value}" value="{value}">'
        parts += f"{label}{control} {escape(words)}</label>"
    marked = f' data-step="{step}"' if step else ""
    return f'<div class="parts"{marked}>{parts}</div>'


def _choices(view: View, moves: list[str], locks: list[str], say: Say) -> dict[str, list[str]]:
    """What each choice of parts plays. A winning tip needs no lock, and takes none amiss."""
    choices = {}
    results = {preview["tip"]: preview["results"] for preview in view["previews"]}
    for move in moves:
        chosen = dict.fromkeys(("tip", "fifth", "lock"), "")
        for word in move.split():
            kind, _, rest = word.partition("-")
            chosen.update({kind: rest} if kind in ("fifth", "lock") else {"tip": word})
        ways = results[chosen["tip"]]
        points = ways[FIFTH_WORDS.index("fifth-" + chosen["fifth"]) if chosen["fifth"] else 0]["points"]
        key = " ".join(f"{name}={value}" for name, value in chosen.items() if value)
        if chosen["lock"]:
            choices[key] = [move, say.count("Tip for {n} point, and turn", "Tip for {n} points, and turn", points)]
        else:
            for lock in ("", *(f" lock={place}" for place in locks)):
                choices[key + lock] = [move, say("Tip and win")]
    return choices
