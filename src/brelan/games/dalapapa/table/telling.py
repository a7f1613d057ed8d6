"""Dalapapa in words: the position for a screen reader and on what can be pressed, and the story of a game."""

from typing import Any

from ....contract import ASIDE, Scene, View
from ....story import ending
from ....words import N_, Say, Voice
from ..foresee import foresee
from ..moves import FACE_LETTERS, foretold
from ..rules.state import DRAW, ENDINGS, MARK, OPENING, PLACE, PLAQUE, REPLAY, SHOW, marked_land, placement
from ..rules.state import END as END_TURN
from ..rules.tiles import DOMINOES


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
    told = [_told(before, move, after, say)]
    if after.plaque and not before.plaque:
        told.append(Scene(say("The last turn: everybody else plays once more."), about=_seat(int(before.turn))))
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
            N_("{name} shows three dominoes that cannot be laid."),
            N_("You show three dominoes that cannot be laid."),
        )
        return Scene(words, about=_seat(seat))
    return _passed(before, after, seat, say)


def _placed(before: Any, move: int, seat: int, say: Voice) -> Scene:
    """DAL-08: what the placement brought."""
    placed, what = placement(move), foresee(before, move)
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
    cells, score = int(before.land_cells[land]), int(after.scores[seat])
    values = {"n": cells, "score": score, "plaque": PLAQUE}
    if after.plaque and not before.plaque:
        others = N_(
            "{name} marks a territory of {n} with the last marker: +{n}, and +{plaque} for the plaque ({score})."
        )
        you = N_("You mark a territory of {n} with your last marker: +{n}, and +{plaque} for the plaque ({score}).")
    else:
        others = N_("{name} marks a territory of {n}: +{n} ({score}).")
        you = N_("You mark a territory of {n}: +{n} ({score}).")
    gain = score - int(before.scores[seat])
    return Scene(say.by(seat, others, you, **values), gains={seat: gain}, about=(f"territory-{land + 1}",))


def _passed(before: Any, after: Any, seat: int, say: Voice) -> Scene:
    """DAL-09: the hand is shown, a token taken."""
    shown = [str(int(domino)) for domino in after.hand[seat] if 0 < domino <= DOMINOES]
    taken = int(after.tokens[seat]) - int(before.tokens[seat])
    values = {"dominoes": say.list(shown)}
    if taken:
        others = N_("{name} cannot place {dominoes}, passes and takes a token.")
        you = N_("You cannot place {dominoes}, pass and take a token.")
    else:
        others, you = N_("{name} cannot place {dominoes} and passes."), N_("You cannot place {dominoes} and pass.")
    return Scene(say.by(seat, others, you, **values), about=_seat(seat))


def _end(after: Any, say: Voice) -> Scene:
    """DAL-14: the highest score wins."""
    scores = [int(after.scores[seat]) for seat in range(int(after.players))]
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
