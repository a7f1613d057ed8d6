"""Words about the position."""

from ....contract import View
from ....words import Say
from ..moves import line_words


def title(view: View, say: Say) -> str:
    return say("Dodéka, partie {partie}", partie=view["partie"])


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    faces = say.list([str(face) if face else say("in the air") for face in view["dice"]])
    parts = [say("Dice: {faces}.", faces=faces)] if view["thrower"] >= 0 else []
    if view["line"] is not None:
        parts.append(say("Line: {line}.", line=line_words(view["line"], say)))
    for name, score, total in zip(view["names"], view["scores"], view["totals"], strict=True):
        score, total = say.number(score), say.number(total)
        parts.append(say("{name}: {score} points, match total {total}.", name=name, score=score, total=total))
    return " ".join(parts)
