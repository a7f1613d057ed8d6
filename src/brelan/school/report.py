"""A review told to people: each seat's account, its level, its best and worst decision, and why a move was better."""

import json
import math
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from ..model.contract import Advice, Scale
from ..model.words import N_, Say
from ..play.catalogue import Game, game
from ..play.state import State
from .graph import MARK_WORDS
from .review import Decision, Review, Seat

LEVELS = Path(__file__).with_name("levels.json")  # measured by bench/review_levels.py
EXPLAINED = 12  # decisions of a game whose reasons are told
CLAUSES = 2  # of what the master says of a move: the first say most
LEVEL_WORDS = {word: word for word in (N_("novice"), N_("regular"), N_("expert"), N_("master"))}
PARTS = (
    ("start", N_("at the start")),
    ("luck", N_("luck")),
    ("hidden", N_("hidden luck")),
    ("loss", N_("own losses")),
    ("others", N_("others’ choices")),
    ("rest", N_("unexplained")),
    ("result", N_("result")),
)


@cache
def measured() -> dict[str, dict[str, dict[str, Any]]]:
    """The bots' mean losses by game and number of players: `options` of the table, `games`, `losses` and their
    standard `errors` by level.
    """
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(LEVELS.read_text(encoding="utf-8"))
    return found


def bots_losses(review: Review) -> dict[str, float]:
    """What a decision of each level costs on average at such a table; nothing where none like it was measured: with
    another target or more players a decision weighs otherwise.
    """
    return dict(_measured_at(review).get("losses", {}))


def _measured_at(review: Review) -> dict[str, Any]:
    found = measured().get(review.game, {}).get(str(len(review.names)))
    if found is None or any(review.options.get(name) != value for name, value in found["options"].items()):
        return {}
    return found


def tells_levels(losses: Sequence[float], errors: Sequence[float]) -> bool:
    """Whether levels, weakest first, are told apart by their losses: each loses less than the one below it, by more
    than twice the error of that.

    Examples:
        >>> tells_levels([3.0, 2.0], [0.3, 0.2]), tells_levels([3.0, 2.0], [0.6, 0.2]), tells_levels([2.0, 2.5], [0, 0])
        (True, False, False)
    """
    each = list(zip(losses, errors, strict=True))
    return all(more - less > 2 * math.hypot(e, f) for (more, e), (less, f) in pairwise(each))


def level_played(review: Review, seat: Seat) -> str:
    """The level of the bots whose mean loss is nearest to what this seat lost in a decision; "" where nothing tells.

    Examples:
        >>> from brelan.school.review import Seat
        >>> level_played.__name__
        'level_played'
    """
    losses, errors = bots_losses(review), _measured_at(review).get("errors", {})
    if not losses or not seat.decisions or not tells_levels(list(losses.values()), list(errors.values())):
        return ""
    return min(losses, key=lambda level: abs(losses[level] - seat.mean_loss))


def best_and_worst(review: Review, seat: int) -> tuple[Decision | None, Decision | None]:
    """The decision with the most choices that was the best one, and the one that lost most."""
    own = [one for one in review.decisions if one.seat == seat]
    right = [one for one in own if one.loss <= 0]
    wrong = [one for one in own if one.loss > 0]
    return max(right, key=lambda one: one.choices, default=None), max(wrong, key=lambda one: one.loss, default=None)


def explain(review: Review, state: State, lang: str, most: int = EXPLAINED) -> None:
    """Writes why the gravest decisions were wrong: what the master says of the better move, and of this one."""
    for at in review.marks[:most]:
        review.decisions[at].why = why(review.decisions[at], state, lang)


def why(decision: Decision, state: State, lang: str) -> str:
    """One sentence: what speaks for the better move, and what for the one played."""
    view = state.after(decision.number - 1).view_state(decision.seat)
    say = state.game.say(lang)
    return reasons(decision, state.game.bots.advise(view, say), say)


def reasons(decision: Decision, advice: Sequence[Advice], say: Say) -> str:
    """The same from advice that was asked for already. What it says of both alike is no reason; and where it ranks them
    otherwise than the review, which looks closer at these two, it is no reason at all.

    Examples:
        >>> import brelan
        >>> from brelan.model.contract import Advice
        >>> from brelan.school.review import Decision
        >>> said = brelan.game("4d").say("en")
        >>> one = Decision(3, 0, "left", "right", 2.0, 0.0, "slip", 4)
        >>> reasons(one, [Advice("right", 1.0, "Wins. 5 to spare."), Advice("left", 1.0, "Wins. 3 to spare.")], said)
        'Better: 5 to spare — played: 3 to spare'
        >>> reasons(one, [Advice("right", 1.0, "Wins. It is near."), Advice("left", 0.0, "Draws.")], said)
        'Better: wins; it is near — played: draws'
        >>> reasons(one, [Advice("left", 1.0, "Wins."), Advice("right", 0.0, "Draws.")], said)
        'At a glance the master saw it otherwise: it takes a closer look.'
    """
    told = {one.move: one for one in advice}
    better, played = told.get(decision.best), told.get(decision.move)
    if better is None:
        return ""
    if played is None:
        return say("Better: {better}", better=say.parts(_clauses(better.text)[:CLAUSES]))
    if played.value > better.value:
        return say("At a glance the master saw it otherwise: it takes a closer look.")
    for_it, for_the_other = _clauses(better.text), _clauses(played.text)
    own = [clause for clause in for_it if clause not in for_the_other] or for_it
    other = [clause for clause in for_the_other if clause not in for_it] or for_the_other
    return say(
        "Better: {better} — played: {played}", better=say.parts(own[:CLAUSES]), played=say.parts(other[:CLAUSES])
    )


def _clauses(text: str) -> list[str]:
    """What is said, clause by clause; a sentence among them begins as it does inside another."""
    if text.endswith("."):
        text = re.sub(r"(?:^|(?<=\.\s))\w", lambda first: first[0].lower(), text)
    return [clause.rstrip(".") for clause in re.split(r"(?<=\.)\s|[\s\u00a0\u202f]*;\s", text)]


def told_move(state: State, decision: Decision, move: str, lang: str) -> str:
    """A move of a decision in words, as its seat chose it."""
    before = state.after(decision.number - 1)
    return before.tell(before.parse(move), decision.seat, lang)


def lines(review: Review, say: Say, of: Game | None = None) -> list[str]:
    """The review for a terminal."""
    scale: Scale = (of or game(review.game)).bots.SCALE
    kind = say("exact") if review.exact else say("estimated")
    found = [scale_words(scale, kind, say), ""]
    width = max(len(say(word)) for _, word in PARTS)
    names = [seat.name[:14] for seat in review.seats]
    found.append(" " * width + "".join(f"{name:>16}" for name in names))
    for part, word in PARTS:
        sign = -1 if part == "loss" else 1
        numbers = [scale.number(sign * getattr(seat, part), say, sign=True) for seat in review.seats]
        found.append(f"{say(word):<{width}}" + "".join(f"{number:>16}" for number in numbers))
    if any(seat.error for seat in review.seats):
        errors = ["± " + scale.number(seat.error, say) for seat in review.seats]
        word = say("error")
        found.append(f"{word:<{width}}" + "".join(f"{error:>16}" for error in errors))
    found.append("")
    for seat in review.seats:
        found.append(level_line(review, seat, say, scale))
    if review.marks:
        found += ["", say("What could have been better:")]
        for at in review.marks[:EXPLAINED]:
            found.append("  " + decision_line(review, review.decisions[at], say, scale))
            if review.decisions[at].why:
                found.append("      " + review.decisions[at].why)
    return found


def scale_words(scale: Scale, kind: str, say: Say) -> str:
    """What all numbers of a review are in: "In wins less losses (exact); a choice's loss in points to spare."."""
    unit = scale.says(say)
    if scale.spare:
        return say("In {unit} ({kind}); what a choice loses in {spare}.", unit=unit, kind=kind, spare=say(scale.spare))
    return say("In {unit} ({kind}).", unit=unit, kind=kind)


def level_line(review: Review, seat: Seat, say: Say, scale: Scale) -> str:
    """ "Katy lost 3.1 points of the match a decision (29 decisions): about a regular (2.9)."."""
    if not seat.decisions:
        return say("{name} had nothing to decide.", name=seat.name)
    loss, unit = fine(scale, seat.mean_loss, say), scale.reckoned(say, seat.mean_loss, scale.digits + 1)
    lost = say.count(
        "{name} lost {loss} {unit} a decision, over {n} decision",
        "{name} lost {loss} {unit} a decision, over {n} decisions",
        seat.decisions,
        name=seat.name,
        loss=loss,
        unit=unit,
    )
    level = level_played(review, seat)
    if not level and bots_losses(review):
        return lost + ". " + say("At such a table the levels of the bots are not told apart by what they lose.")
    if not level:
        return lost + ". " + say("The bots were not measured at such a table: no level is told.")
    own = fine(scale, bots_losses(review)[level], say)
    return say(
        "{lost}: nearest to the {level}, who loses {own}.", lost=lost, level=say(LEVEL_WORDS.get(level, level)), own=own
    )


def fine(scale: Scale, loss: float, say: Say) -> str:
    """A mean loss, with a digit more than other numbers."""
    return say.percent(loss, scale.digits + 1) if scale.chance else say.number(loss, scale.digits + 1)


def decision_line(review: Review, one: Decision, say: Say, scale: Scale) -> str:
    """ "move 31, Katy: blunder, 12.0 points of the match: stop; better: throw 3"."""
    number = say.percent(one.loss, scale.digits) if scale.chance else say.number(one.loss, scale.digits)
    return say(
        "move {n}, {name}: {mark}, −{loss} {unit}: “{move}”, better “{best}”",
        n=one.number,
        name=review.names[one.seat],
        mark=say(MARK_WORDS[one.mark]) if one.mark else "",
        loss=number,
        unit=scale.reckoned(say, one.loss, scale.digits),
        move=one.move,
        best=one.best,
    )
