"""Heads-up advice is the solved strategy: how often the master does what, and what each move costs against it.

Costs are exact: what the move earns less than the best one, against a master who plays its plan, if one goes on as well
as the stakes of the ladder allow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ....options import Value
from ..rules.pile import many_given
from ..rules.state import DROP, DROPS, decode
from ..solve.deals import EXCHANGES, deals, pair_of
from ..solve.equilibrium import Plan, cards
from ..solve.learning import PAIRS
from ..solve.reading import MOST_OUTCOMES, outcomes
from ..solve.response import Parts, Response
from ..solve.stake_tree import COARSE, OPENER
from ..solve.strategies import played_as
from .heads_up import board_for, both_can_stake, follow, intended_by, place_in_hand, second_seat, solved_mix
from .intentions import nearest_move
from .lookups import Tables, hand_of, load_of, pot_reckoned, question
from .solved_hands import solved_for

RAISES_SHOWN = (0.0, 0.5, 1.0)  # of the pot, beside those of the mix, and everything


@dataclass(frozen=True)
class Choice:
    """One move: how often the master makes it, and what it costs against the master (None: nobody comes here)."""

    move: int  # a code; or the ships given, packed
    share: float
    cost: float | None


def _against(s: np.record, options: Mapping[str, Value], place: int, pairs: list[int]) -> Response:
    """The best answer to the master in the other place, staking on the ladder alone."""
    strategies, unit = solved_for(question(options))
    stack = int(both_can_stake(s))
    plan: Plan = played_as(strategies, 1 - place, stack / unit)
    ladder = {min(stack, round(level * unit)) for level in COARSE} | {stack}
    return Response(plan, stack, int(s.ante), pairs=pairs, stakes=sorted(ladder))


def _with_costs(worth: Mapping[int, float], mix: Mapping[int, float]) -> list[Choice]:
    """The master's likeliest move first, then by what it costs."""
    best = max(worth.values(), default=0.0)
    choices = [Choice(move, mix.get(move, 0.0), best - worth[move] if worth else None) for move in worth or mix]
    choices.sort(key=lambda choice: (choice.cost or 0.0, -choice.share))
    top = max(range(len(choices)), key=lambda k: choices[k].share)
    return [choices[top], *choices[:top], *choices[top + 1 :]]


def stake_choices(s: np.record, options: Mapping[str, Value], tables: Tables, also: Sequence[int] = ()) -> list[Choice]:
    """What the master would do with the hand of the seat to act, and what every move costs, those of `also` too."""
    seat = int(s.turn)
    place, found, chances = place_in_hand(s, seat), outcomes(), np.zeros(MOST_OUTCOMES)
    mix: dict[int, float] = {}
    for k in range(solved_mix(s, seat, tables, found, chances)):
        move = int(nearest_move(s, seat, intended_by(s, int(found.kind[k]), int(found.stake[k]))))
        mix[move] = mix.get(move, 0.0) + float(chances[k])
    pot, need = int(pot_reckoned(s)), int(s.highest) - int(s.stakes[seat])
    shown = [DROPS, 0, *(max(1, round(share * (pot + need))) for share in RAISES_SHOWN), int(both_can_stake(s))]
    moves = {*mix, *also, *(int(nearest_move(s, seat, intended)) for intended in shown)}
    pair = int(pair_of(many_given(s, int(s.opener)), many_given(s, second_seat(s))))
    response = _against(s, options, place, [pair])
    load = int(load_of(s, seat, tables)) - sum(response.cards.loads[: many_given(s, seat)])
    response.only([np.array([load * response.cards.kinds + int(tables.hand_class[hand_of(s, seat, tables)])])])
    spots, shares = np.zeros(MOST_OUTCOMES, np.int64), np.zeros(MOST_OUTCOMES)
    _, followed = follow(s, board_for(s, 1 - place, tables.solved), 1 - place, int(s.acts), found, spots, shares)
    parts = tuple((int(spot), float(share)) for spot, share in zip(spots[:followed], shares[:followed], strict=True))
    return _with_costs(_stake_worth(s, seat, moves, response, parts), mix)


def _stake_worth(s: np.record, seat: int, moves: set[int], response: Response, parts: Parts) -> dict[int, float]:
    """Points of this hand, by move; nothing where the master never comes."""
    likely = float(sum(share * response.if_dropped(spot)[0] for spot, share in parts))
    if likely <= 0:
        return {}
    highest, mine = int(s.highest), int(s.stakes[seat])
    worth = {}
    for move in moves:
        stake = mine + int(decode(move)[1]) if move != DROP else 0
        if move == DROP:
            value = response.dropping(parts, mine)
        elif stake > highest:
            value = response.raising(parts, highest, min(stake, int(response.board.real[-1])))
        else:
            value = response.aligning(parts, highest)
        worth[move] = float(value[0]) / likely
    return worth


def exchange_mix(s: np.record, options: Mapping[str, Value], tables: Tables) -> dict[int, float]:
    """How often the master would give what of the hand of the seat to act: by the ships given, packed."""
    seat = int(s.turn)
    place, asked = place_in_hand(s, seat), question(options)
    known, hand = deals(asked.fleet), int(hand_of(s, seat, tables))
    acts = np.arange(known.first_act[hand], known.first_act[hand + 1])
    strategies, unit = solved_for(asked)
    own = played_as(strategies, place, int(both_can_stake(s)) / unit)
    shares = own.exchange[0 if place == OPENER else int(many_given(s, int(s.opener)))][acts]
    return {int(known.act_given[act]): float(share) for act, share in zip(acts, shares, strict=True)}


def exchange_choices(s: np.record, options: Mapping[str, Value], tables: Tables) -> list[Choice]:
    """What the master would give of the hand of the seat to act, and what every exchange costs."""
    seat = int(s.turn)
    place, asked = place_in_hand(s, seat), question(options)
    known, dealt = deals(asked.fleet), cards(asked.fleet, asked.kickers)
    hand = int(hand_of(s, seat, tables))
    acts = np.arange(known.first_act[hand], known.first_act[hand + 1])
    before = int(many_given(s, int(s.opener)))
    ways = np.flatnonzero(np.isin(dealt.act, acts))
    many = np.searchsorted(dealt.start, dealt.cell[ways], side="right") - 1
    pairs = [pair for pair, (first, _) in enumerate(PAIRS) if place == OPENER or first == before]
    response = _against(s, options, place, pairs)
    cells = {m: np.unique(dealt.cell[ways[many == m]]) - dealt.start[m] for m in EXCHANGES}
    response.only([cells[PAIRS[pair][place]] for pair in pairs])
    value, likely = response.value(), response.if_dropped(0)
    worth = {}
    for act in acts:
        mine = ways[dealt.act[ways] == act]
        m = int(known.act_many[act])
        total = chance = 0.0
        for i, pair in enumerate(pairs):
            if PAIRS[pair][place] == m:
                at = response.ends[i] + np.searchsorted(cells[m], dealt.cell[mine] - dealt.start[m])
                total += float((dealt.weight[mine] * value[at]).sum())
                chance += float((dealt.weight[mine] * likely[at]).sum())
        if chance > 0:  # else the master in the other place never comes here, and nothing can be said
            worth[int(known.act_given[act])] = total / chance
    mix = exchange_mix(s, options, tables)
    return _with_costs(worth if len(worth) == len(mix) else {}, mix)
