"""SpacePoker in words: the position (what a seat has done, the whole table for a screen reader), and its story."""

from typing import Any

from ....engine.fields import plain
from ....engine.kernel import NEXT
from ....model.contract import ASIDE, RESULT, Scene, View
from ....model.words import N_, Say, Voice
from ....play.story import ending
from ..moves import named
from ..rules import pay_ante
from ..rules.changing import BITS, MASK, NO_CHANGE, asked, change_for, make_change
from ..rules.planets import VALUES, can_pay, worth
from ..rules.results import wealth
from ..rules.ships import NAMES, combination, counts_of, sizes_of, unpack
from ..rules.state import (
    DEAL,
    DRAW,
    DROP,
    ENDINGS,
    EXCHANGE,
    EXCHANGED,
    IN,
    NOBODY,
    OUT,
    SETTLED,
    SHOWING,
    STAKE,
    ante_of_hand,
    clear_hand,
    decode,
)
from .position import view


def pot_of(view: View) -> int:
    """The points that lie on the table: antes and stakes."""
    return sum(view["stakes"]) + worth(view["pot"])


def status(view: View, seat: int, say: Say) -> str:
    """What a seat has come to in this hand."""
    if view["phase"] == "settled":
        return _came_to(view, seat, say)
    if view["inside"][seat] == "out":
        return say("sits out") if any(view["planets"][seat]) else say("out of planets")
    if view["inside"][seat] == "dropped":
        return say("has dropped out")
    many = view["exchanged"][seat]
    if many is None:
        return ""
    return say.count("exchanged {n} ship", "exchanged {n} ships", many) if many else say("exchanged none")


def _came_to(view: View, seat: int, say: Say) -> str:
    """A seat once the hand is settled: what it had, or that it dropped out."""
    if view["inside"][seat] == "dropped":
        return say("has dropped out")
    if view["shown"][seat]:
        return named(view["hands"][seat], say)
    return say("sits out") if view["inside"][seat] == "out" and any(view["planets"][seat]) else ""


def last_words(view: View, say: Say) -> str:
    """How the hand settled last ended, in a sentence."""
    last = view["last"]
    if not last:
        return ""
    if last["winner"] is None:
        return say("Nobody could pay the ante: the hand was void.")
    name = view["names"][last["winner"]]
    faces = last["hands"][last["winner"]]
    if not faces:
        return say("{name} took {n} unseen.", name=name, n=last["points"])
    made = named(faces, say)
    if any(last["draws"]):
        return say("{name} took {n} on the draw: {made}.", name=name, n=last["points"], made=made)
    return say("{name} took {n}: {made}.", name=name, n=last["points"], made=made)


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    parts, seat = [], view["seat"]
    if seat >= 0 and view["hands"][seat]:
        ships = say.list([f"{say(NAMES[size - 1])} {size}" for size in view["hands"][seat]])
        parts.append(say("Your ships: {ships}.", ships=ships))
    for other, name in enumerate(view["names"]):
        done = status(view, other, say)
        parts.append(
            say(
                "{name}: {points} points, stake {stake}",
                name=name,
                points=view["points"][other],
                stake=view["stakes"][other],
            )
            + (f", {done}." if done else ".")
        )
    return " ".join([*parts, *_of_the_house(view, say), last_words(view, say)]).strip()


def _of_the_house(view: View, say: Say) -> list[str]:
    """How high a stake may go, and the antes to come (SPA-05a, SPA-15)."""
    limit, antes = view["limit"], view["antes"]
    parts = []
    if limit:
        name = view["names"][limit["seat"]]
        parts.append(say("Stakes go up to {stake}, as far as {name} can.", stake=limit["stake"], name=name))
    if len(antes) > 1:
        coming = ", ".join(map(str, antes[1:]))
        parts.append(say("The ante is {ante}; those to come: {coming}.", ante=antes[0], coming=coming))
    return parts


def is_all_in(view: View, seat: int) -> bool:
    """SPA-15: whether a seat plays with all it had in the pot."""
    settled = view["phase"] == "settled"
    return view["inside"][seat] == "in" and not settled and not view["points"][seat] and not view["stakes"][seat]


# --- the story

HELD = (
    N_("a paire sidérale"),
    N_("two paires sidérales"),
    N_("a brelan intergalactique"),
    N_("a full spatial"),
    N_("a carré de navettes"),
    N_("a suite escadrille"),
    N_("a suite astronomique"),
)  # the combinations as one holds them, in the order of COMBINATIONS


def _held(sizes: list[int], say: Say) -> str:
    words = HELD[combination(counts_of(sizes))]
    return say(words)


def story(before: Any, move: int, after: Any, say: Voice) -> list[Scene]:
    if move == NEXT:
        changes = _changed_for_antes(before, after, say)
        before, after = plain(before), plain(after)
        told = [_begins(before, after, say), *changes, *_all_in(after, say)]
    else:
        kind, what = decode(move)
        changes = _change(before, int(before.turn), what, say) if kind == STAKE else []
        before, after = plain(before), plain(after)
        told = [*changes, *_told(before, move, after, say)]
    if after.phase == SETTLED:  # by `next` too: a hand fewer than two can pay for
        told += [_settled(before, after, say), *_out(before, move, after, say)]
    if after.over:
        told.append(_end(after, say))
    return told


def _begins(before: Any, after: Any, say: Voice) -> Scene:
    """A new hand, and what was paid before the deal (SPA-03)."""
    hand = int(after.played) + int(after.phase != SETTLED)
    paid = [seat for seat in range(int(after.players)) if _gain(before, after, seat)]
    if not paid:
        return Scene(say("Hand {hand} begins.", hand=hand))
    gains = {seat: _gain(before, after, seat)[seat] for seat in paid}
    ante = int(ante_of_hand(after))
    words = (
        say("Hand {hand} begins. The ante rises: each pays {ante}.", hand=hand, ante=ante)
        if before.phase == SETTLED and ante > ante_of_hand(before)
        else say("Hand {hand} begins: each pays an ante of {ante}.", hand=hand, ante=ante)
    )
    return Scene(words, gains=gains, about=tuple(f"seat-{seat}" for seat in paid))


def _all_in(after: Any, say: Voice) -> list[Scene]:
    """SPA-15: who had less than the ante."""
    return [
        Scene(
            say.by(
                seat,
                N_("{name} puts in the last {n}, all or nothing (va-tout), and plays for the whole pot."),
                N_("You put in your last {n}, all or nothing (va-tout), and play for the whole pot."),
                n=int(after.paid[seat]),
            ),
            about=(f"seat-{seat}",),
        )
        for seat in range(int(after.players))
        if after.inside[seat] == IN and after.paid[seat] < ante_of_hand(after)
    ]


def _changed_for_antes(before: Any, after: Any, say: Voice) -> list[Scene]:
    """SPA-09a: the antes are paid once more, one seat after the other, on a table of our own."""
    if not after.change or after.over:
        return []
    table, ante, told = before.copy(), int(ante_of_hand(after)), []
    clear_hand(table)
    for seat in range(int(table.players)):
        told += _change(table, seat, int(after.paid[seat]), say)
        pay_ante(table, seat, ante)
    return told


def _change(s: Any, seat: int, amount: int, say: Voice) -> list[Scene]:
    """SPA-09a: the planet a seat changes to pay, if it has to (*un 6 contre 1 et 5*); drawn with the planets
    as they lie then, not yet paid.
    """
    if not s.change or can_pay(s.planets[seat], amount):
        return []
    value, place, packed = change_for(s, seat, amount)
    if value == NO_CHANGE:
        return []
    other, _ = asked(s, seat, place)
    got = [i + 1 for i in range(VALUES) for _ in range(packed >> BITS * i & MASK)]
    words = say.by(
        seat,
        N_("{name} makes change: a {planet} for {planets}."),
        N_("You make change: a {planet} for {planets}."),
        planet=value,
        planets=say.list([str(planet) for planet in got]),
    )
    changed = s.copy()
    make_change(changed, seat, amount)
    shown = {**view(changed, say.seat), "change": {"seat": seat, "with": other, "gives": value, "gets": got}}
    return [Scene(words, about=(f"seat-{seat}", *([f"seat-{other}"] if other >= 0 else [])), view=shown)]


def _told(before: Any, move: int, after: Any, say: Voice) -> list[Scene]:
    """The move itself."""
    seat = int(before.turn)  # who acts, for whom a card comes, who shows
    kind, what = decode(move)
    place = (f"seat-{seat}",)
    if kind == DROP:
        return [Scene(say.by(seat, N_("{name} drops out."), N_("You drop out.")), about=place)]
    if kind == STAKE:
        return [Scene(_stake_words(before, seat, what, say), gains=_gain(before, after, seat), about=place)]
    if kind in (EXCHANGE, EXCHANGED):
        many = what if kind == EXCHANGED else len(unpack(what))
        return [Scene(_exchange_words(seat, many, say), about=place), *_no_stakes(before, after, say)]
    if kind == DEAL:
        gets = Scene(say.by(seat, N_("{name} gets a ship."), N_("You get a ship.")), ASIDE)
        return [gets, *_no_stakes(before, after, say)]
    if kind == DRAW:
        words = say.by(
            seat, N_("Equal fleets: {name} draws a {size}."), N_("Equal fleets: you draw a {size}."), size=what
        )
        return [Scene(words, ASIDE)]
    made = _held(unpack(what), say)
    return [Scene(say.by(seat, N_("{name} shows {made}."), N_("You show {made}."), made=made), ASIDE)]


def _no_stakes(before: Any, after: Any, say: Voice) -> list[Scene]:
    """SPA-08: after the last exchange, where nothing could be staked that everybody can answer."""
    if after.phase != SHOWING or before.phase == SHOWING:
        return []
    return [Scene(say("Not everybody could answer a stake: there are none, and all show."))]


def _gain(before: Any, after: Any, seat: int) -> dict[int, int]:
    """By how much the move changed the planets in front of a seat."""
    change = int(wealth(after, after.planets[seat])) - int(wealth(before, before.planets[seat]))
    return {seat: change} if change else {}


def _stake_words(before: Any, seat: int, amount: int, say: Voice) -> str:
    total = int(before.stakes[seat]) + amount
    if amount == 0:
        return say.by(seat, N_("{name} stays at {total}."), N_("You stay at {total}."), total=total)
    if before.highest == 0:
        return say.by(seat, N_("{name} opens with {total}."), N_("You open with {total}."), total=total)
    if total == before.highest:
        return say.by(seat, N_("{name} aligns at {total}."), N_("You align at {total}."), total=total)
    return say.by(seat, N_("{name} raises to {total}."), N_("You raise to {total}."), total=total)


def _exchange_words(seat: int, many: int, say: Voice) -> str:
    if many == 0:
        return say.by(seat, N_("{name} keeps all five ships."), N_("You keep all five ships."))
    if many == 1:
        return say.by(seat, N_("{name} exchanges one ship."), N_("You exchange one ship."))
    return say.by(seat, N_("{name} exchanges {n} ships."), N_("You exchange {n} ships."), n=many)


def _settled(before: Any, after: Any, say: Voice) -> Scene:
    """Who takes the pot, with what, and what that brings: the pot gross, the gain beside it."""
    winner, points = int(after.last_winner), int(after.last_points)
    if winner == NOBODY:
        return Scene(say("Nobody can pay the ante: the hand is void."), RESULT)
    net = say.number(points - int(after.last_stakes[winner]), sign=True)
    values = {"points": points, "net": net}
    ships = after.last_ships[winner]
    if not any(ships):
        words = say.by(
            winner,
            N_("{name} takes the {points} unseen (net {net})."),
            N_("You take the {points} unseen (net {net})."),
            **values,
        )
    else:
        made = _held(sizes_of(ships), say)
        how = " " + say("on the draw") if any(after.last_draws) else ""
        others, you = (
            N_("{name} takes {points}{how} (net {net}) with {made}."),
            N_("You take {points}{how} (net {net}) with {made}."),
        )
        words = say.by(winner, others, you, made=made, how=how, **values)
        beaten = [
            say.by(
                seat, N_("{name} with {made}"), N_("you with {made}"), made=_held(sizes_of(after.last_ships[seat]), say)
            )
            for seat in range(int(after.players))
            if seat != winner and any(after.last_ships[seat])
        ]
        words += " " + say("Against: {hands}.", hands=", ".join(beaten)) if beaten else ""
    return Scene(words, RESULT, gains=_gain(before, after, winner), about=(f"seat-{winner}",))


def _out(before: Any, move: int, after: Any, say: Voice) -> list[Scene]:
    """Who has no planet left now that the hand is over, and so is out of the game (SPA-14)."""
    out = []
    for seat in range(int(after.players)):
        had = any(before.planets[seat]) or (move != NEXT and before.inside[seat] != OUT)  # or all of it lay in the pot
        if had and not any(after.planets[seat]):
            others, you = N_("{name} has no planet left and is out."), N_("You have no planet left and are out.")
            out.append(Scene(say.by(seat, others, you), about=(f"seat-{seat}",)))
    return out


def _end(after: Any, say: Voice) -> Scene:
    """Who is richest, and by how much (SPA-14)."""
    rich = [int(wealth(after, after.planets[seat])) for seat in range(int(after.players))]
    return ending(
        rich,
        say,
        (N_("{name} wins with {points}: {why}."), N_("You win with {points}: {why}.")),
        (
            N_("{names} share the win with {points}: {why}."),
            N_("You share the win with {names}, {points} each: {why}."),
        ),
        points=max(rich),
        why=say(ENDINGS[int(after.over)]),
    )
