"""Words about the position, and the story of a match."""

from functools import lru_cache
from typing import Any

from ....engine.fields import plain
from ....engine.kernel import NEXT, TIME
from ....model.contract import ASIDE, RESULT, Scene, View
from ....model.words import N_, Say, Voice
from ....play.story import ending
from ..moves import line_words
from ..rules.lines import LINES, PAIRE, PAIRTRAIZ, POINTS, line
from ..rules.partie import is_decided
from ..rules.state import DICE, ENDINGS, FIRST, LAST, MOST_THROWS, STOP, face_of, is_rest, throws_die


def title(view: View, say: Say) -> str:
    return say("Dodéka, partie {partie}", partie=view["partie"])


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    parts = [_lying(*view["dice"], say)] if view["thrower"] >= 0 else []
    if view["line"] is not None:
        parts.append(_line_told(view["line"], say))
    for name, score, total in zip(view["names"], view["scores"], view["totals"], strict=True):
        parts.append(_standing(name, score, total, say))
    return " ".join(parts)


@lru_cache(maxsize=8192)
def _lying(one: int, two: int, three: int, say: Say) -> str:
    faces = [str(face) if face else say("in the air") for face in (one, two, three)]
    return say("Dice: {faces}.", faces=say.list(faces))


@lru_cache(maxsize=64)
def _line_told(made: int, say: Say) -> str:
    return say("Line: {line}.", line=line_words(made, say))


@lru_cache(maxsize=4096)  # most throws change nobody's score
def _standing(name: str, score: int, total: int, say: Say) -> str:
    points, sum_ = say.number(score), say.number(total)
    return say("{name}: {score} points, match total {total}.", name=name, score=points, total=sum_)


# --- the story

DICE_KEYS = tuple(f"die-{die + 1}" for die in range(DICE))


def story(before: Any, move: int, after: Any, say: Voice) -> list[Scene]:
    before, after = plain(before), plain(after)
    if move == NEXT:
        return [] if after.playoff else [Scene(say("Partie {partie} begins.", partie=int(after.partie) + 1))]
    told = [_time_up(say)] if move == TIME else [_turn(before, move, after, say)]
    if after.lying and not before.lying:
        told.append(_partie(after, say) if is_decided(after) else _tie(after, say))
    if after.over:
        told.append(_end(after, say))
    return told


def _time_up(say: Voice) -> Scene:
    return Scene(say("Time is up: no new partie starts."))


def _turn(before: Any, move: int, after: Any, say: Voice) -> Scene:
    """A throw, a die, or the turn that ends with it: told once, by what it brought (DOD-04)."""
    if is_rest(move) and not _turn_ended(before, move):
        return _die_shown(face_of(move), say.plain)
    seat = int(before.turn)
    if not _turn_ended(before, move):
        return _throw("" if say.is_you(seat) else say.name(seat), say.plain)
    dice = [int(face) for face in after.dice]
    made = int(line(*dice))
    values = {
        "dice": "-".join(map(str, sorted(dice))),
        "line": say(LINES[made]),
        "points": POINTS[made],
        "score": say.number(int(after.scores[seat])),
    }
    if made == PAIRTRAIZ:
        others, you = N_("{name}: pairtraiz {dice}!"), N_("You throw a pairtraiz: {dice}!")
    elif POINTS[made] == 0:
        others, you = N_("{name}: {dice}, nothing ({score})."), N_("You score nothing with {dice} ({score}).")
    elif made > PAIRE:  # a mere sum
        others, you = N_("{name}: {dice}, +{points} ({score})."), N_("You score {points} with {dice} ({score}).")
    else:
        others = N_("{name}: {line} {dice}, +{points} ({score}).")
        you = N_("You score {points}: {line} {dice} ({score}).")
    gains = {seat: POINTS[made]} if POINTS[made] else {}
    return Scene(say.by(seat, others, you, **values), gains=gains, about=(f"seat-{seat}", *DICE_KEYS))


@lru_cache(maxsize=64)
def _die_shown(face: int, say: Say) -> Scene:
    return Scene(say("A die shows {face}.", face=face), ASIDE)


@lru_cache(maxsize=4096)
def _throw(name: str, say: Say) -> Scene:
    return Scene(say("{name} throws.", name=name) if name else say("You throw."), ASIDE)


def _turn_ended(before: Any, move: int) -> bool:
    """Whether the move ended the turn: a stop, or the last die of the last throw."""
    last_die = is_rest(move) and int(before.throws) == MOST_THROWS and _one_in_the_air(before)
    return bool(move == STOP or last_die)


def _one_in_the_air(before: Any) -> bool:
    return len([die for die in range(DICE) if throws_die(int(before.pending), die)]) == 1


def _partie(after: Any, say: Voice) -> Scene:
    """DOD-09: who paid whom."""
    row = int(after.partie) - 1
    winner, loser, paid = int(after.winners[row]), int(after.losers[row]), int(after.paid[row])
    values = {"partie": row + 1, "paid": say.number(paid)}
    if say.is_you(winner):
        words = say("Partie {partie}: you win, {loser} pays you {paid}.", loser=say.name(loser), **values)
    elif say.is_you(loser):
        words = say("Partie {partie}: you pay {paid} to {winner}, who wins.", winner=say.name(winner), **values)
    else:
        words = say(
            "Partie {partie}: {loser} pays {paid} to {winner}, who wins.",
            winner=say.name(winner),
            loser=say.name(loser),
            **values,
        )
    gains = {winner: paid, loser: -paid} if paid else {}
    return Scene(words, RESULT, paid=gains, about=(f"seat-{winner}", f"seat-{loser}"))


def _tie(after: Any, say: Voice) -> Scene:
    """DOD-10: who plays off for which place."""
    parts = []
    for place, words in ((FIRST, N_("{names} are tied for first place.")), (LAST, N_("{names} are tied for last."))):
        seats = [seat for seat in range(int(after.players)) if int(after.contest[seat]) & place]
        if seats and (place == FIRST or not all(int(after.contest[seat]) & FIRST for seat in seats)):
            parts.append(say(words, names=say.list([say.name(seat) for seat in seats])))
    parts.append(say("They play on."))
    tied = [seat for seat in range(int(after.players)) if after.contest[seat]]
    return Scene(" ".join(parts), RESULT, about=tuple(f"seat-{seat}" for seat in tied))


def _end(after: Any, say: Voice) -> Scene:
    """DOD-13: the highest total wins the match."""
    totals = [int(after.totals[seat]) for seat in range(int(after.players))]
    return ending(
        totals,
        say,
        (N_("{name} wins the match with {total}: {why}."), N_("You win the match with {total}: {why}.")),
        (
            N_("{names} share the match with {total}: {why}."),
            N_("You share the match with {names}, {total} each: {why}."),
        ),
        total=say.number(max(totals), sign=True),
        why=say(ENDINGS[int(after.over)]),
    )
