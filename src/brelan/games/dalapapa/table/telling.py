"""Dalapapa in words: the position for a screen reader and on what can be pressed, and the story of a game."""

from typing import Any

from ....engine.fields import arrays
from ....engine.kernel import NEXT
from ....model.contract import ASIDE, RESULT, Scene, View
from ....model.words import N_, Say, Voice
from ....play.story import ending
from ..foresee import foresee
from ..moves import FACE_LETTERS, foretold
from ..rules.state import (
    DRAW,
    ENDINGS,
    MARK,
    OPENING,
    OPENING_DOMINOES,
    PLACE,
    PLAQUE,
    REPLAY,
    REVEAL,
    SETTLED,
    SHOW,
    marked_land,
    placement,
    revealed,
)
from ..rules.state import END as END_TURN


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    said = [say.count("{n} domino on the board.", "{n} dominoes on the board.", len(view["dominoes"]))]
    free = [str(land["cells"]) for land in view["territories"] if land["owner"] < 0]
    if free:
        said.append(say("Closed and unmarked: {cells} cells.", cells=say.list(free)))
    for seat, name in enumerate(view["names"]):
        said.append(
            say(
                "{name}: {score} points, tokens {tokens}, markers {markers}.",
                name=name,
                score=view["scores"][seat],
                tokens=view["tokens"][seat],
                markers=view["markers"][seat],
            )
        )
    return " ".join(said)


def mark_label(land: dict[str, Any], say: Say) -> str:
    """What marking a territory brings."""
    return say.count(
        "Mark territory {land}: {n} point", "Mark territory {land}: {n} points", land["cells"], land=land["territory"]
    )


# --- the story


def story(before: Any, move: int, after: Any, say: Voice) -> list[Scene]:
    if move == NEXT:
        return [_next_deal(after, say)]
    told = [_told(before, move, after, say)]
    if after.plaque and not before.plaque:
        told.append(Scene(say("The last turn: everybody else plays once more."), about=_seat(int(before.turn))))
    if after.phase == SETTLED:
        told.append(_deal(after, say))
    if after.over:
        told.append(_end(after, say))
    return told


def _seat(seat: int) -> tuple[str, ...]:
    return (f"seat-{seat}",)


def _told(before: Any, move: int, after: Any, say: Voice) -> Scene:
    """The move itself."""
    seat = int(before.turn)
    if move >= PLACE:
        return _placed(before, move, seat, say)
    if move >= REVEAL:
        return _shown(before, move, seat, say)
    if move >= DRAW:
        return Scene(say.by(seat, N_("{name} draws a domino."), N_("You draw a domino.")), ASIDE)
    if move > MARK:
        return _marked(before, after, marked_land(move), seat, say)
    if move == REPLAY:
        words = say.by(seat, N_("{name} pays 2 tokens to play again."), N_("You pay 2 tokens to play again."))
        return Scene(words, about=_seat(seat))
    if move == END_TURN:
        return Scene(say.by(seat, N_("{name} ends the turn."), N_("You end your turn.")), ASIDE)
    if move == SHOW:
        words = say.by(
            seat,
            N_("{name} has three dominoes that cannot be laid together."),
            N_("You have three dominoes that cannot be laid together."),
        )
        return Scene(words, about=_seat(seat))
    return _passed(before, after, seat, say)


def _placed(before: Any, move: int, seat: int, say: Voice) -> Scene:
    """DAL-08: what the placement brought."""
    placed, what = placement(move), foresee(arrays(before), move)
    name = f"{placed.domino + 1}{FACE_LETTERS[placed.face]}"
    about = (f"domino-{placed.domino + 1}",)
    brought = "" if before.phase == OPENING else foretold(what.connections, what.tokens, what.closes, say)
    if not brought:
        words = say.by(seat, N_("{name} lays {domino}."), N_("You lay {domino}."), domino=name)
    else:
        others, you = N_("{name} lays {domino}: {brought}."), N_("You lay {domino}: {brought}.")
        words = say.by(seat, others, you, domino=name, brought=brought)
    return Scene(words, about=about)


def _marked(before: Any, after: Any, land: int, seat: int, say: Voice) -> Scene:
    """DAL-10, DAL-12: cells are points, and the last marker brings the plaque."""
    cells, score = int(before.land_cells[land]), int(after.totals[seat]) + int(after.scores[seat])
    values = {"n": cells, "score": score, "plaque": PLAQUE}
    if after.plaque and not before.plaque:
        others = N_(
            "{name} marks a territory of {n} with the last marker: +{n}, and +{plaque} for the plaque ({score})."
        )
        you = N_("You mark a territory of {n} with your last marker: +{n}, and +{plaque} for the plaque ({score}).")
    else:
        others = N_("{name} marks a territory of {n}: +{n} ({score}).")
        you = N_("You mark a territory of {n}: +{n} ({score}).")
    gain = int(after.scores[seat]) - int(before.scores[seat])
    return Scene(say.by(seat, others, you, **values), gains={seat: gain}, about=(f"territory-{land + 1}",))


def _passed(before: Any, after: Any, seat: int, say: Voice) -> Scene:
    """DAL-09: a token taken; what is held is shown next."""
    if int(after.tokens[seat]) > int(before.tokens[seat]):
        others = N_("{name} cannot place a domino, passes and takes a token.")
        you = N_("You cannot place a domino, pass and take a token.")
    else:
        others, you = N_("{name} cannot place a domino and passes."), N_("You cannot place a domino and pass.")
    return Scene(say.by(seat, others, you), about=_seat(seat))


def _shown(before: Any, move: int, seat: int, say: Voice) -> Scene:
    """DAL-06, DAL-09: everybody is told which dominoes lie open."""
    dominoes = say.list([str(number) for number in revealed(move) if number])
    if before.laid < OPENING_DOMINOES:
        others = N_("{name} shows {dominoes}; they go back into the bag.")
        you = N_("You show {dominoes}; they go back into the bag.")
    else:
        others, you = N_("{name} shows {dominoes}."), N_("You show {dominoes}.")
    return Scene(say.by(seat, others, you, dominoes=dominoes), about=_seat(seat))


def _next_deal(after: Any, say: Voice) -> Scene:
    number, of = int(after.dealt) + 1, int(after.deals)
    return Scene(say("Deal {number} of {of}: {name} deals.", number=number, of=of, name=say.name(int(after.dealer))))


def _deal(after: Any, say: Voice) -> Scene:
    """A deal is over and another follows: its results, and what they add up to."""
    players = range(int(after.players))
    scores = [int(after.scores[seat]) for seat in players]
    best = [seat for seat in players if scores[seat] == max(scores)]
    results = say.list(
        [
            say(
                "{name} {score} (in all {total})",
                name=say.name(seat),
                score=scores[seat],
                total=scores[seat] + int(after.totals[seat]),
            )
            for seat in players
        ]
    )
    words = say("Deal {number} of {of}: {results}.", number=int(after.dealt), of=int(after.deals), results=results)
    return Scene(words, RESULT, about=tuple(f"seat-{seat}" for seat in best))


def _end(after: Any, say: Voice) -> Scene:
    """DAL-14: the highest score wins."""
    scores = [int(after.totals[seat]) + int(after.scores[seat]) for seat in range(int(after.players))]
    rest = sorted(scores, reverse=True)[1:]
    return ending(
        scores,
        say,
        (N_("{name} wins, {best} to {rest}: {why}."), N_("You win, {best} to {rest}: {why}.")),
        (N_("{names} share the win with {best}: {why}."), N_("You share the win with {names}, {best} each: {why}.")),
        best=max(scores),
        rest=say.list([str(score) for score in rest]),
        why=say(ENDINGS[int(after.over)]),
    )
