"""What the master thinks of each legal move, in figures and words."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ....engine.kernel import compiled
from ....model.contract import Advice
from ....model.words import N_, Say
from ..moves import words
from ..rules.combinations import CARDS, DIGIT, NONE, SAME_5
from ..rules.state import (
    BETS,
    BOTH_RED,
    GIFTS,
    PASS,
    THROW_ALL,
    aim_parts,
    card_of,
    gift_move,
    gift_of,
    stake_of,
    thrown_again,
)
from ..solve.duel import FIRST, entry_value, solve_duel, throw_value
from ..solve.hands import A_ONE, AN_OTHER, BOTH, hand_of_dice
from ..solve.race import chances_after, entry_chance, keep_chance
from .betting import odds_of
from .staking import best_bet, bet_row, card_odds, digit_worth, weigh_bets
from .strategy import SPITES, Tables, hand_of, kind_of, red_of, solution_of, step_of

if TYPE_CHECKING:
    from ....play.state import State

solved_rest = compiled(chances_after)
all_bets, the_best_bet, with_digit = compiled(weigh_bets), compiled(best_bet), compiled(digit_worth)
SHOWN_STAKES = 12  # advice names so many amounts at most, spread over what is allowed


def weighed(view: "State", tables: Tables, chosen: int, say: Say) -> list[Advice]:
    """Each legal move, the one the master has chosen first."""
    s: Any = view.struct
    if int(s.phase) == BETS:
        return _on_bets(view, tables, chosen, say)
    if int(s.phase) == GIFTS:
        return _on_gifts(view, chosen, say)
    if int(s.step) == 0:
        return [Advice(words(THROW_ALL), 0.0, say("There is nothing to decide: all five dice are thrown."), best=True)]
    legal = view.legal()
    if len(legal) == 1:
        return [Advice(words(legal[0]), 0.0, say("There is nothing to decide: only a pass is possible."), best=True)]
    return _on_duel(view, tables, chosen, say)


def _on_duel(view: "State", tables: Tables, chosen: int, say: Say) -> list[Advice]:
    """Each move by what both duellists can expect of the rest of the duel after it, and with two players by the chance
    to win the game.
    """
    s: Any = view.struct
    h = tables.hands
    solution = int(solution_of(s, tables))
    spites = SPITES if tables.spites > 1 else SPITES[-1:]
    first, second = spites[solution // tables.spites], spites[solution % tables.spites]
    solved = solve_duel(h, first, second)
    kind, step = int(kind_of(s)), int(step_of(s))
    defends = bool(int(s.step) & 1)
    spite = (second if defends else first) if kind == FIRST else (first if defends else second)
    after = solved.attacker[kind, step + 1], solved.defender[kind, step + 1]
    hand, black, red = int(hand_of(s, tables)), int(s.black) - 1, int(red_of(s))
    winning, known = solved_rest(s, h, tables.win, kind, hand, red)
    rated = []
    for code in view.legal():
        if defends and code != PASS:
            mask, announced = aim_parts(code)
            dice = _red_dice(s, mask)
            a, d = entry_value(h, *after, hand, black, red, dice, announced)
            chance = entry_chance(h, winning, hand, red, 0, dice, announced) if known else 0.0
        else:
            thrown = thrown_again(code)
            part = hand_of_dice([int(face) for die, face in enumerate(s.blue) if face > 0 and not thrown >> die & 1])
            a, d = throw_value(h, *after, part, thrown.bit_count(), black, red)
            chance = keep_chance(h, winning, part, thrown.bit_count(), red) if known else 0.0
        value, told = float(d - spite * a if defends else a - spite * d), [_expected(defends, a, d, say)]
        if known:
            value = 1 - chance if defends else chance
            told.insert(0, say("wins the game {chance} of the time (estimate)", chance=say.percent(value)))
        rated.append((value, code, told))
    return _chosen_first(rated, chosen, "" if known else N_("pépètes"))


def _red_dice(s: Any, mask: int) -> int:
    """What the solvers call these red dice."""
    if mask == BOTH_RED:
        return BOTH
    return A_ONE if int(s.red[mask - 1]) == 1 else AN_OTHER


def _expected(defends: bool, a: float, d: float, say: Say) -> str:
    mine, theirs = (d, a) if defends else (a, d)
    return say.count(
        "until the end of the duel, {n} pépète for you and {theirs} for the other, on average, if both play well",
        "until the end of the duel, {n} pépètes for you and {theirs} for the other, on average, if both play well",
        mine,
        digits=2,
        sign=True,
        theirs=say.number(theirs, 2, sign=True),
    )


def _chosen_first(rated: list[tuple[float, int, list[str]]], chosen: int, unit: str = "") -> list[Advice]:
    """The master's choice first, then by value; of its reasons the first decides."""
    order = sorted(rated, key=lambda row: (row[1] != chosen, -row[0]))
    return [
        Advice(words(code), value, ", ".join(told), best=code == chosen, unit=unit, brief=told[0])
        for value, code, told in order
    ]


def _comes_first(chance: float, say: Say) -> str:
    return say("comes first {chance} of the time (estimate)", chance=say.percent(chance))


def _on_bets(view: "State", tables: Tables, chosen: int, say: Say) -> list[Advice]:
    """Each answer by the chance to come first, both bets weighed together: what the master would add to it is counted
    in. The odds of a card are exact for duellists who play on as solved.
    """
    s: Any = view.struct
    question, seat, black = int(s.question), int(s.bettor), DIGIT + int(s.black)
    odds = _odds(s, tables)
    rated = []
    if question & 1:
        card = int(s.card[2 * seat + question // 2])
        legal = view.legal()
        every = max(1, len(legal) // SHOWN_STAKES)
        for code in sorted({*legal[::every], chosen}):
            stake = stake_of(code)
            value = _worth(s, tables, card, stake) if card <= DIGIT else float(with_digit(s, tables, 1))
            text = _stake_words(s, seat, stake, odds[card], say)
            rated.append((value, code, [_comes_first(value, say), text]))
        return _chosen_first(rated, chosen)
    combination = question == 2 and NONE < int(s.card[2 * seat]) <= DIGIT
    laid = int(s.card[2 * seat]), int(s.stake[2 * seat])
    for code in view.legal():
        card = card_of(code)
        if combination:  # the first bet is laid: what matters is whether the black die's digit is beside it
            value = _worth(s, tables, *laid) if card == black else _worth(s, tables, *laid, digit=False)
        elif card > DIGIT and card != black:
            beside = 1 if question == 0 or laid[0] == black else 0  # the black die's digit is taken, or may follow
            won, lost = float(with_digit(s, tables, beside + 1)), float(with_digit(s, tables, beside - 1))
            value = odds[card] * won + (1 - odds[card]) * lost
        elif card == black:  # as the first card, a combination may follow it
            value = float(the_best_bet(s, tables, NONE)[2] if question == 0 else with_digit(s, tables, 1))
        else:
            value = (
                _worth(s, tables, card, int(the_best_bet(s, tables, card)[1])) if card else _worth(s, tables, NONE, 0)
            )
        rated.append((value, code, [_comes_first(value, say), _card_words(card, black, odds, say)]))
    return _chosen_first(rated, chosen)


def _odds(s: Any, tables: Tables) -> list[float]:
    """The exact chance of every card if both duellists play on as solved for purses like these."""
    combinations = np.zeros(SAME_5 + 1)
    card_odds(tables, int(s.black) - 1, bet_row(s, tables), combinations)
    digits = [float(odds_of(s, tables, card, False)) for card in range(DIGIT + 1, CARDS)]
    return [float(chance) for chance in combinations] + digits


def _worth(s: Any, tables: Tables, card: int, stake: int, digit: bool = True) -> float:
    """The chance to come first with this bet, beside the black die's digit or without it."""
    if card == NONE or card > DIGIT:
        return float(with_digit(s, tables, 1 if digit else 0))
    worth = np.zeros(1)
    all_bets(s, tables, np.zeros(SAME_5 + 1), np.array([card]), np.array([stake]), worth)
    missed = 0.0 if digit else float(with_digit(s, tables, 1)) - float(with_digit(s, tables, 0))
    return float(worth[0]) - missed


def _card_words(card: int, black: int, odds: list[float], say: Say) -> str:
    if card == NONE:
        return say("nothing ventured")
    if card == black:
        return say("a sure win of 1: nobody can touch the black die")
    return say("wins {chance} of the time (exact, if both duellists play on as solved)", chance=say.percent(odds[card]))


def _stake_words(s: Any, seat: int, stake: int, chance: float, say: Say) -> str:
    if stake == 0:
        return say("nothing at stake")
    mean = say.number(stake * (2 * chance - 1), 2, sign=True)
    text = say("{value} pépètes on average", value=mean)
    if stake + int(s.stake[2 * seat]) * (int(s.question) > 2) >= int(s.money[seat]) and chance < 1:
        text += ", " + say("ruin if it is lost: {chance}", chance=say.percent(1 - chance))
    return text


def _on_gifts(view: "State", chosen: int, say: Say) -> list[Advice]:
    pays = gift_of(chosen) > 0
    legal = view.legal()
    nothing = say("a gift would keep the game going") if pays else say("a rival less, and your money stays yours")
    rated = [(0.0, int(gift_move(0)), [nothing])]
    for code in legal[1 :: max(1, len(legal) // SHOWN_STAKES)]:
        gift = gift_of(code)
        text = say("keeps the game going, and you are behind") if pays else say("costs {n} and helps a rival", n=gift)
        rated.append((float(-gift) + (2.0 if pays else 0.0), code, [text]))
    return _chosen_first(rated, chosen, N_("pépètes"))
