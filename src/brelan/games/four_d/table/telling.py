"""Words about the table of 4D: its dice, its tips, and the whole of it for a screen reader."""

from ....contract import View
from ....words import N_, Say
from ..moves import PLACE_WORDS

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

FACES = ("up", "left", "right", "down", "back_left", "back_right")  # of a die of the square, in its view


def die_name(place: str, say: Say) -> str:
    """The die at a place: "the near die"."""
    return say(DIE_NAMES[PLACE_WORDS.index(place)])


def die_told(die: View, say: Say) -> str:
    """A die of the square and its six faces."""
    faces = say(
        "{up} up, {left} at the left, {right} at the right; hidden: {back_left} behind left, {back_right} behind "
        "right, {down} underneath",
        **{face: die[face] for face in FACES},
    )
    return say("{die}: {faces}", die=die_name(die["place"], say), faces=faces)


def fifth_told(die: dict[str, int], say: Say) -> str:
    """The fifth die and its six faces."""
    return say(
        "the fifth die: {up} up, {front} in front, {right} at the right; hidden: {left} at the left, {back} "
        "behind, {down} underneath",
        **die,
    )


def table_told(view: View, say: Say) -> str:
    """The table in sentences: what a screen reader says of the drawing."""
    sentences = [die_told(die, say) + (", " + say("locked") if die["locked"] else "") for die in view["dice"]]
    if view["fifth"]:
        sentences.append(fifth_told(view["fifth"], say))
    for name, score in zip(view["names"], view["scores"], strict=True):
        sentences.append(say("{name} has {score} of {target}", name=name, score=score, target=view["target"]))
    for label, preview in zip(TIP_LABELS, view["previews"], strict=False):  # no previews unless a turn is to come
        points = "/".join(str(result["points"]) for result in preview["results"])
        sentences.append(say("tip {tip}: {points}", tip=say(label), points=points))
    return ". ".join(sentences) + "."
