"""Words about the table of 4D: its dice, its tips, the whole of it for a screen reader, and its story."""

from functools import lru_cache
from typing import Any

from ....engine.fields import plain
from ....model.contract import ASIDE, END, Scene, View
from ....model.words import N_, Say, Voice
from ..moves import PLACE_WORDS
from ..rules.geometry import HALF_TURN, UP
from ..rules.lines import LINES, NOTHING
from ..rules.square import result_of, tip_dice
from ..rules.state import ENDINGS, NO_TIP, NONE, PLACES, QUINTE_MADE, TARGET_REACHED, decode, decode_throw
from .position import shown as as_seen

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

# What a turn ends with, told of somebody and to the reader: by the place that is locked.
LOCKS = (
    (N_("{name} locks the near die."), N_("You lock the near die.")),
    (N_("{name} locks the left die."), N_("You lock the left die.")),
    (N_("{name} locks the far die."), N_("You lock the far die.")),
    (N_("{name} locks the right die."), N_("You lock the right die.")),
)

FACES = ("up", "left", "right", "down", "back_left", "back_right")  # of a die of the square, in its view


def die_name(place: str, say: Say) -> str:
    """The die at a place: "the near die"."""
    return say(DIE_NAMES[PLACE_WORDS.index(place)])


def die_told(die: View, say: Say) -> str:
    """A die of the square and its six faces."""
    return _die_told(die["place"], *[die[face] for face in FACES], say)


@lru_cache(maxsize=512)
def _die_told(place: str, up: int, left: int, right: int, down: int, back_left: int, back_right: int, say: Say) -> str:
    faces = say(
        "{up} up, {left} at the left, {right} at the right; hidden: {back_left} behind left, {back_right} behind "
        "right, {down} underneath",
        up=up,
        left=left,
        right=right,
        down=down,
        back_left=back_left,
        back_right=back_right,
    )
    return say("{die}: {faces}", die=die_name(place, say), faces=faces)


def fifth_told(die: dict[str, int], say: Say) -> str:
    """The fifth die and its six faces."""
    return say(
        "the fifth die: {up} up, {front} in front, {right} at the right; hidden: {left} at the left, {back} "
        "behind, {down} underneath",
        **die,
    )


def table_told(shown: View, say: Say) -> str:
    """The table in sentences: what a screen reader says of the drawing."""
    sentences = [die_told(die, say) + (", " + say("locked") if die["locked"] else "") for die in shown["dice"]]
    if shown["fifth"]:
        sentences.append(fifth_told(shown["fifth"], say))
    for name, score in zip(shown["names"], shown["scores"], strict=True):
        sentences.append(say("{name} has {score} of {target}", name=name, score=score, target=shown["target"]))
    for label, preview in zip(TIP_LABELS, shown["previews"], strict=False):  # no previews unless a turn is to come
        points = "/".join(str(result["points"]) for result in preview["results"])
        sentences.append(say("tip {tip}: {points}", tip=say(label), points=points))
    return ". ".join(sentences) + "."


# --- the story


def story(before: Any, move: int, after: Any, say: Voice) -> list[Scene]:
    orientation = decode_throw(move)
    if orientation >= 0:
        return [Scene(say("A die comes to rest: {up}.", up=UP[orientation]), ASIDE)]
    tip, fifth, lock = decode(move)
    lay, before, after = before, plain(before), plain(after)
    seat = int(before.to_play)
    if tip == NO_TIP:
        words = say.by(seat, N_("{name} turns the square."), N_("You turn the square."))
        return [Scene(words + " " + say.by(seat, *LOCKS[lock]))]
    told = [_scored(before, plain(lay), seat, tip, fifth, lock, after, say)]
    if lock != NONE:
        told.append(Scene(say.by(seat, *LOCKS[lock]), ASIDE))
    if after.over:
        told.append(_end(after, say))
    return told


def _scored(before: Any, tipped: Any, seat: int, tip: int, fifth: int, lock: int, after: Any, say: Voice) -> Scene:
    """The tip and what it scored; the square is drawn as it lay then, not yet turned (4D-05 before 4D-06): `tipped` is
    the position before it, to be tipped.
    """
    points, made = result_of(before, tip, fifth)
    total = int(after.scores[seat])
    if made == NOTHING:
        words = say.by(seat, N_("{name} scores nothing ({total})."), N_("You score nothing ({total})."), total=total)
    else:
        words = say.by(
            seat,
            N_("{name}: {line}, +{points} ({total})."),
            N_("You score {points}: {line} ({total})."),
            line=say(LINES[made]),
            points=points,
            total=total,
        )
    shown = None
    if lock != NONE:
        tip_dice(tipped, tip, fifth)
        tipped.scores[seat] = total
        tipped.last, tipped.gained, tipped.made = after.last, points, made
        tipping = _tipping(before, tipped, tip, say)
        shown = {**as_seen(tipped, say.seat), "gainer": seat, "previews": [], "tipping": tipping}
    return Scene(words, gains={seat: points} if points else {}, about=(f"race-{seat}",), view=shown)


def _tipping(before: Any, tipped: Any, tip: int, say: Voice) -> dict[str, list[int]]:
    """By place in the reader's frame: along which axis a die tips, 0 for x and 1 for y, and which way (4D-04)."""
    way, turn = (1, HALF_TURN) if say.seat == 1 - int(before.to_play) else (-1, 0)
    moved = [place for place in range(PLACES) if before.dice[place] != tipped.dice[place]]
    return {PLACE_WORDS[(place + turn) & 3]: [tip & 1, way] for place in moved}


def _end(after: Any, say: Voice) -> Scene:
    first, second = (int(after.scores[seat]) for seat in range(2))
    why = say(ENDINGS[int(after.over)])
    if after.over not in (TARGET_REACHED, QUINTE_MADE):
        words = say("A draw, {first} to {second}: {why}.", first=first, second=second, why=why)
        return Scene(words, END)
    winner = int(after.to_play)
    own, other = int(after.scores[winner]), int(after.scores[1 - winner])
    words = say.by(
        winner, N_("{name} wins {own} to {other}: {why}."), N_("You win {own} to {other}: {why}."),
        own=own, other=other, why=why,
    )  # fmt: skip
    return Scene(words, END, about=(f"race-{winner}",))
