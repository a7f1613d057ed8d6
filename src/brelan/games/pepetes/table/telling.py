"""Words about Pépètes: about a position, and its story."""

from typing import Any

from ....engine.fields import plain
from ....engine.kernel import NEXT, TIME
from ....model.contract import ASIDE, RESULT, Scene, View
from ....model.words import N_, Say, Voice
from ....play.story import ending
from ..moves import card_name
from ..rules.combinations import BONUS, NAMES, combination, score, wins
from ..rules.duel import remaining
from ..rules.state import (
    BETS,
    BLUE_DICE,
    DUEL,
    ENDINGS,
    GIFTS,
    LEAD,
    PASS,
    PICK,
    RED_DICE,
    ROUND_PAID,
    STAKES,
    cards_turned,
    gift_of,
    stakes_told,
)


def duel_number(view: View) -> int:
    """The number of the duel at hand, or of the one whose result lies there."""
    return int(view["played"]) + (view["phase"] != "duel settled" and not view["over"])


def standing(view: View, say: Say) -> str:
    """What the dice on the table are worth, or brought: "17, with a suite of 4 (+3)"."""
    dice = view["dice"]
    if not dice["score"]:
        return ""
    if not dice["combination"]:
        return say.count("{n} point", "{n} points", dice["score"])
    made = NAMES[dice["combination"]]
    return say(
        "{score} points with {combination} (+{bonus})", score=dice["score"], combination=say(made), bonus=dice["bonus"]
    )


def bets_of(view: View, seat: int, say: Say) -> str:
    """A seat's bets as far as they are known: "full 3 ✓, a card face down 1"."""
    words = []
    for bet in view["bets"][seat]:
        card = card_name(bet["card"], say) if bet["card"] > 0 else say("a card face down")
        result = "" if bet["won"] is None else " ✓" if bet["won"] else " ✗"
        words.append(f"{card} {bet['stake'] or ''}".rstrip() + result)
    return ", ".join(words)


def why_pass(view: View, say: Say) -> str:
    """Why a duellist can only pass (PEP-10, PEP-12)."""
    if view["barred"] and view["step"] % 2:
        return say("You kept a 1 in your attack: you may not defend in this round.")
    if not any(face > 0 for face in view["dice"]["blue"]):
        return say("No blue die is left in play: you can only pass.")
    return say("You have no red die left: you can only pass.")


def what_others_do(view: View, say: Say) -> str:
    """For who has nothing to decide now."""
    if view["mover"] < 0:
        if view["phase"] in ("round paid", "duel settled"):
            return say("The round is settled.") if view["phase"] == "round paid" else say("The duel is settled.")
        if view["phase"] == "pick":
            return say("Dice are thrown for the next duel.")
        return (
            say("The two duellists throw for the attack.") if view["phase"] == "lead" else say("The dice are rolling.")
        )
    name = view["names"][view["mover"]]
    if view["phase"] == "bets":
        return say("{name} is betting, in secret.", name=name)
    if view["phase"] == "gifts":
        return say(
            "{name} may give to {ruined}, who has nothing left.", name=name, ruined=view["names"][view["ruined"]]
        )
    return say("{name} is to defend.", name=name) if view["step"] % 2 else say("{name} is to attack.", name=name)


def describe(view: View, say: Say) -> str:
    """The table in sentences, for a screen reader."""
    parts, dice = [], view["dice"]
    if dice["attacker"] >= 0:
        blue = say.list([str(face) for face in dice["blue"] if face > 0]) or say("none")
        parts.append(
            say(
                "{name} attacks with blue {blue}, black {black}.",
                name=view["names"][dice["attacker"]],
                blue=blue,
                black=dice["black"],
            )
        )
        red = say.list([str(face) if face else say("not thrown") for face in dice["red"] if face >= 0]) or say("none")
        parts.append(
            say(
                "{name} defends with red {red}; points lost: {lost}.",
                name=view["names"][dice["defender"]],
                red=red,
                lost=dice["lost"],
            )
        )
    for name, money, out in zip(view["names"], view["money"], view["out"], strict=True):
        parts.append(
            say("{name} is out.", name=name)
            if out
            else say.count("{name}: {n} pépète.", "{name}: {n} pépètes.", money, name=name)
        )
    return " ".join(parts)


# --- the story


def story(before: Any, move: int, after: Any, say: Voice) -> list[Scene]:
    before, after = plain(before), plain(after)
    told = _told(before, move, after, say)
    told += _leaving(before, after, say)
    if after.phase == ROUND_PAID and before.phase != ROUND_PAID:
        told.append(_round_paid(before, after, say))
    elif int(after.played) > int(before.played):
        gifts = {seat: gain for scene in told for seat, gain in scene.gains.items()}  # told already
        told.append(_duel_settled(before, after, gifts, say))
    elif before.phase == ROUND_PAID and after.phase == DUEL:
        told.append(_second_round(after, say))
    if after.over:
        told.append(_end(after, say))
    return told


def _told(before: Any, move: int, after: Any, say: Voice) -> list[Scene]:
    """The move itself."""
    phase = int(before.phase)
    if move == TIME:
        return [Scene(say("Time is up: the game ends once everybody has fought as often."))]
    if move == NEXT:
        return []
    if phase in (PICK, LEAD):
        return [_rolled(before, after, say)]
    if phase == DUEL:
        return [_thrown(before, move, after, say)]
    if phase == BETS:
        return [_has_bet(before, say)]
    if phase == GIFTS:
        return [_given(before, move, say)]
    return [_stakes(before, move, say) if phase == STAKES else _cards(before, move, say)]


def _rolled(before: Any, after: Any, say: Voice) -> Scene:
    """A die for a place in the duel or for the attack; with the last one the duel begins."""
    if after.phase != DUEL:
        return Scene(say("Dice are thrown for the duel."), ASIDE)
    attacker, defender = int(after.attacker), int(after.defender)
    number = int(after.played) + 1
    words = (
        say("Duel {number}: you attack, {name} defends.", number=number, name=say.name(defender))
        if say.is_you(attacker)
        else say("Duel {number}: {name} attacks, you defend.", number=number, name=say.name(attacker))
        if say.is_you(defender)
        else say(
            "Duel {number}: {attacker} attacks, {defender} defends.",
            number=number,
            attacker=say.name(attacker),
            defender=say.name(defender),
        )
    )
    return Scene(words, about=(f"seat-{attacker}", f"seat-{defender}"))


def _thrown(before: Any, move: int, after: Any, say: Voice) -> Scene:
    """A throw of the duel: told once all its dice lie."""
    defending = int(before.step) & 1
    seat = int(before.defender if defending else before.attacker)
    if move == PASS and not before.pending:
        return Scene(say.by(seat, N_("{name} passes."), N_("You pass.")))
    if not before.pending:
        return Scene(say("The dice are rolling."), ASIDE, about=_in_the_air(after))
    if after.pending:
        return Scene(say("The dice are rolling."), ASIDE)
    if defending:
        return _defended(before, after, seat, say)
    dice = " ".join(str(int(face)) for face in sorted(after.blue) if face > 0)
    words = say.by(
        seat,
        N_("{name} has blue {blue} and black {black}."),
        N_("You have blue {blue} and black {black}."),
        blue=dice or "–",
        black=int(after.black),
    )
    return Scene(words)


def _in_the_air(s: Any) -> tuple[str, ...]:
    """The dice of a throw, as the drawing calls them: those that are seen to roll, whatever they will show."""
    keys = (*(f"blue-{die}" for die in range(BLUE_DICE)), "black", *(f"red-{die}" for die in range(RED_DICE)))
    return tuple(key for die, key in enumerate(keys) if int(s.pending) >> die & 1)


def _defended(before: Any, after: Any, seat: int, say: Voice) -> Scene:
    """What the red dice hit, and what their misses will cost (PEP-09)."""
    gone = sorted({int(before.blue[die]) for die in range(BLUE_DICE) if before.blue[die] > 0 > after.blue[die]})
    lost = int(after.lost) - int(before.lost)
    announced = say.list([str(face) for face in range(1, 7) if int(before.announced) >> face & 1])
    faces = say.list([str(face) for face in gone])
    values = {"announced": announced, "faces": faces, "lost": lost}
    if gone and lost:
        others = N_("{name} announces {announced}: {faces} out, a miss costs {lost}.")
        you = N_("You announce {announced}: {faces} out, a miss costs {lost}.")
    elif gone:
        others = N_("{name} announces {announced}: {faces} out.")
        you = N_("You announce {announced}: {faces} out.")
    else:
        others = N_("{name} announces {announced} and misses: {lost} to pay.")
        you = N_("You announce {announced} and miss: {lost} to pay.")
    return Scene(say.by(seat, others, you, **values))


def _has_bet(before: Any, say: Voice) -> Scene:
    """The four answers of a bettor are one line, the same whatever they were (PEP-14, PEP-16)."""
    seat = int(before.bettor)
    words = say.by(seat, N_("{name} has chosen, in secret."), N_("You have chosen, in secret."))
    last = int(before.question) == 3
    return Scene(words, about=(f"seat-{seat}",)) if last else Scene(words, ASIDE)


def _stakes(before: Any, move: int, say: Voice) -> Scene:
    seat = int(before.bettor)
    stakes = [str(stake) for stake in stakes_told(move) if stake]
    if not stakes:
        return Scene(say.by(seat, N_("{name} does not bet."), N_("You do not bet.")))
    words = say.by(seat, N_("{name} stakes {stakes}."), N_("You stake {stakes}."), stakes=say.list(stakes))
    return Scene(words, about=(f"seat-{seat}",))


def _cards(before: Any, move: int, say: Voice) -> Scene:
    seat = int(before.bettor)
    cards = [card_name(card, say) for card in cards_turned(move) if card]
    words = say.by(
        seat, N_("{name} had bet on: {cards}."), N_("You had bet on: {cards}."), cards=say.list(cards) or "–"
    )
    return Scene(words, ASIDE)


def _given(before: Any, move: int, say: Voice) -> Scene:
    giver, ruined, gift = int(before.giver), int(before.ruined), int(gift_of(move))
    if gift == 0:
        return Scene(say.by(giver, N_("{name} gives nothing."), N_("You give nothing.")))
    if say.is_you(ruined):
        words = say("{name} gives you {n}.", name=say.name(giver), n=gift)
    else:
        words = say.by(
            giver, N_("{name} gives {n} to {whom}."), N_("You give {n} to {whom}."), n=gift, whom=say.name(ruined)
        )
    return Scene(words, gains={giver: -gift, ruined: gift}, about=(f"seat-{giver}", f"seat-{ruined}"))


def _leaving(before: Any, after: Any, say: Voice) -> list[Scene]:
    """Who leaves the game, having nothing left (PEP-19)."""
    left = [seat for seat in range(int(after.players)) if after.out[seat] and not before.out[seat]]
    return [
        Scene(
            say.by(seat, N_("{name} is ruined and leaves the game."), N_("You are ruined and leave the game.")),
            about=(f"seat-{seat}",),
        )
        for seat in left
    ]


def _round_paid(before: Any, after: Any, say: Voice) -> Scene:
    """Who gained what by the round, and why: the attack, the misses, the bets (PEP-11, PEP-15)."""
    attacker, defender = int(after.attacker), int(after.defender)
    tally = remaining(after)
    made, points = int(combination(tally)), int(score(tally))
    if made:
        values = {"n": points, "made": say(NAMES[made]), "bonus": BONUS[made]}
        words = say.by(
            attacker,
            N_("{name} takes {n} with {made} (+{bonus})."),
            N_("You take {n} with {made} (+{bonus})."),
            **values,
        )
    else:
        words = say.by(attacker, N_("{name} takes {n}."), N_("You take {n}."), n=points)
    parts = [words]
    paid = min(int(after.lost), int(before.money[defender]))
    if paid:
        parts.append(say.by(defender, N_("{name} pays {n} for misses."), N_("You pay {n} for misses."), n=paid))
    parts += [words for seat in range(int(after.players)) for words in _bets_paid(after, tally, seat, say)]
    gains = _changes(before, after)
    return Scene(" ".join(parts), RESULT, gains=gains, about=tuple(f"seat-{seat}" for seat in gains))


def _bets_paid(after: Any, tally: int, seat: int, say: Voice) -> list[str]:
    words = []
    for at in (2 * seat, 2 * seat + 1):
        card, stake = int(after.card[at]), int(after.stake[at])
        if card and stake:
            if wins(tally, card, after.bets == 1):
                others, you = N_("{name} wins {n} on {card}."), N_("You win {n} on {card}.")
            else:
                others, you = N_("{name} loses {n} on {card}."), N_("You lose {n} on {card}.")
            words.append(say.by(seat, others, you, n=stake, card=card_name(card, say)))
    return words


def _changes(before: Any, after: Any) -> dict[int, int]:
    """By seat, what came to or left the purse."""
    changes = {seat: int(after.money[seat]) - int(before.money[seat]) for seat in range(int(after.players))}
    return {seat: change for seat, change in changes.items() if change}


def _second_round(after: Any, say: Voice) -> Scene:
    attacker, defender = int(after.attacker), int(after.defender)
    words = say.by(attacker, N_("Second round: {name} attacks."), N_("Second round: you attack."))
    if after.barred:
        words += " " + say.by(
            defender, N_("{name} kept a 1 and may not defend."), N_("You kept a 1 and may not defend.")
        )
    return Scene(words, about=(f"seat-{attacker}",))


def _duel_settled(before: Any, after: Any, gifts: dict[int, int], say: Voice) -> Scene:
    """What the whole duel brought, and the bonus and malus at its end (PEP-21)."""
    parts = [say("Duel {number}:", number=int(after.played))]
    sums = []
    for seat in range(int(after.players)):
        gain = int(after.money[seat]) - int(after.at_first[seat])
        if gain:
            name = say("you") if say.is_you(seat) else say.name(seat)
            sums.append(f"{name} {say.number(gain, sign=True)} ({say.number(int(after.money[seat]))})")
    parts.append((", ".join(sums) or say("nobody gained")) + ".")
    changes = _changes(before, after)
    left = {seat: changes.get(seat, 0) - gifts.get(seat, 0) for seat in {*changes, *gifts}}
    primes = {seat: prime for seat, prime in left.items() if prime}
    for seat, prime in primes.items():
        others, you = (
            (N_("{name} gets the bonus of {n}."), N_("You get the bonus of {n}."))
            if prime > 0
            else (N_("{name} pays the malus of {n}."), N_("You pay the malus of {n}."))
        )
        parts.append(say.by(seat, others, you, n=abs(prime)))
    return Scene(
        " ".join(parts), RESULT, gains=primes, about=tuple(f"seat-{seat}" for seat in range(int(after.players)))
    )


def _end(after: Any, say: Voice) -> Scene:
    """Richest wins (PEP-20)."""
    money = [int(after.money[seat]) for seat in range(int(after.players))]
    return ending(
        money,
        say,
        (N_("{name} wins with {n} pépètes: {why}."), N_("You win with {n} pépètes: {why}.")),
        (N_("{names} share the win with {n}: {why}."), N_("You share the win with {names}, {n} each: {why}.")),
        n=max(money),
        why=say(ENDINGS[int(after.over)]),
    )
