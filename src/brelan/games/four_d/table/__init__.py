"""4D as people see it: the view (plain data), its drawing, its controls, its text."""

from ....model.contract import View
from ....model.words import Say
from ..moves import FIFTH_WORDS, PLACE_WORDS, line_words
from ..rules.lines import LINES
from .buttons import controls
from .drawing import svg
from .painting import cover
from .position import view
from .refusing import why_not
from .telling import fifth_told, story

__all__ = ["controls", "cover", "goal", "hint", "story", "svg", "text", "view", "why_not"]

COLUMNS = 78  # of a terminal


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


def goal(view: View, say: Say) -> str:
    """4D-07."""
    return say("First to {target} points wins", target=view["target"])


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
    return say("Choose a tip, which scores the upper faces, and the die the other player finds locked.")
