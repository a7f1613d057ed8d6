"""Heads-up advice is the solved strategy: how often the master does what, and what each move costs against it.

Costs are chances of the match: what the move is worth less than the best one, against a master who plays its plan, if
one goes on as well as the stakes of the ladder allow. They are exact where the very state of the match was solved.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ....model.options import Value
from ..rules.pile import many_given
from ..rules.results import wealth_at_first
from ..rules.state import DROP, DROPS, STAKE, ante_of_hand, decode, encode
from ..solve.deals import EXCHANGES, deals, pair_of
from ..solve.equilibrium import Plan, cards
from ..solve.learning import PAIRS
from ..solve.reading import MOST_OUTCOMES, outcomes
from ..solve.response import Parts, Response
from ..solve.solved_match import State, nearest_state
from ..solve.stake_tree import COARSE, OPENER
from ..solve.strategies import played_as
from .heads_up import board_for, both_can_stake, follow, intended_by, place_in_hand, second_seat, solved_mix
from .intentions import nearest_move
from .lookups import Tables, hand_of, load_of, pot_reckoned, question, solved_match
from .match import NO_STAKE, as_the_match_asks, points_before, unanswerable
from .solved_hands import solved_for
from .standing import reckoned

RAISES_SHOWN = (0.0, 0.5, 1.0)  # of the pot, beside those of the mix, and everything
MOST_RUNGS = 14  # of a ladder all of whose stakes an answer tries


@dataclass(frozen=True)
class Choice:
    """One move: how often the master makes it, and what it costs against the master (None: nobody comes here)."""

    move: int  # a code; or the ships given, packed
    share: float
    cost: float | None


def _against(s: np.record, options: Mapping[str, Value], tables: Tables, place: int, pairs: list[int]) -> Response:
    """The best answer to the master in the other place, staking on the ladder alone."""
    stack, ante = int(both_can_stake(s)), max(1, int(ante_of_hand(s)))
    plan, unit = _plan(s, options, 1 - place)
    ladder = {min(stack, round(level * unit)) for level in _rungs(plan)} | {stack}
    return Response(
        plan, stack, ante, pairs=pairs, stakes=sorted(ladder - {0}), worth=worth_by_points(s, tables, stack + ante)
    )


def _plan(s: np.record, options: Mapping[str, Value], place: int) -> tuple[Plan, float]:
    """The plan a place plays by, and its unit in points."""
    match = solved_match(options, int(s.players))
    if match is not None and match.plans:
        return match.plan(*nearest_state(match.match, match.states(True), *_state_of(s)), place), 1.0
    strategies, unit = solved_for(question(options))
    unit *= max(1, int(ante_of_hand(s))) / max(1, int(s.ante))
    return played_as(strategies, place, int(both_can_stake(s)) / unit), unit


def _rungs(plan: Plan) -> list[int]:
    """The stakes the answer is sought among: those of the plan, or of the coarse ladder where its own is fine."""
    own = [int(level) for level in plan.tree.levels]
    return own if len(own) <= MOST_RUNGS else list(COARSE)


def worth_by_points(s: np.record, tables: Tables, most: int) -> tuple[np.ndarray, np.ndarray]:
    """By points won, and by points lost to the other of the two, what that makes of the chance of the match of the
    seat to act, less a half.
    """
    seat = int(s.turn)
    other = int(second_seat(s)) if seat == int(s.opener) else int(s.opener)
    before = np.array([int(points_before(s, each)) - int(wealth_at_first(s)) for each in range(int(s.players))])
    moved = np.zeros((most + 1, len(before)), np.int64)
    moved[:, seat] = np.arange(most + 1)
    moved[:, other] = -moved[:, seat]
    gains, losses = (reckoned(s, before + sign * moved, tables)[:, seat] - 0.5 for sign in (1, -1))
    return gains, losses


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
        intended = as_the_match_asks(s, seat, intended_by(s, int(found.kind[k]), int(found.stake[k])))
        move = int(nearest_move(s, seat, intended))
        mix[move] = mix.get(move, 0.0) + float(chances[k])
    lock = int(unanswerable(s, seat))
    if lock != NO_STAKE:
        mix = {int(encode(STAKE, lock)): 1.0}
    pot, need = int(pot_reckoned(s)), int(s.highest) - int(s.stakes[seat])
    shown = [DROPS, 0, *(max(1, round(share * (pot + need))) for share in RAISES_SHOWN), int(both_can_stake(s))]
    moves = {*mix, *also, *(int(nearest_move(s, seat, intended)) for intended in shown)}
    pair = int(pair_of(many_given(s, int(s.opener)), many_given(s, second_seat(s))))
    response = _against(s, options, tables, place, [pair])
    load = int(load_of(s, seat, tables)) - sum(response.cards.loads[: many_given(s, seat)])
    response.only([np.array([load * response.cards.kinds + int(tables.hand_class[hand_of(s, seat, tables)])])])
    spots, shares = np.zeros(MOST_OUTCOMES, np.int64), np.zeros(MOST_OUTCOMES)
    _, followed = follow(s, board_for(s, 1 - place, tables.solved), 1 - place, int(s.acts), found, spots, shares)
    parts = tuple((int(spot), float(share)) for spot, share in zip(spots[:followed], shares[:followed], strict=True))
    return _with_costs(
        _stake_worth(s, seat, moves, response, parts, int(encode(STAKE, lock)) if lock != NO_STAKE else -1), mix
    )


def _stake_worth(
    s: np.record, seat: int, moves: set[int], response: Response, parts: Parts, lock: int
) -> dict[int, float]:
    """Chances of the match less a half, by move; nothing where the master never comes."""
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
            if move == lock:  # the other must drop
                value = response.gains[response.ante + highest] * response.likely(parts)
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
    shares = _exchange_of(s, options, place)[0 if place == OPENER else int(many_given(s, int(s.opener)))][acts]
    return {int(known.act_given[act]): float(share) for act, share in zip(acts, shares, strict=True)}


def _exchange_of(s: np.record, options: Mapping[str, Value], place: int) -> np.ndarray:
    """[row, act]: how a place exchanges."""
    match = solved_match(options, int(s.players))
    if match is None or not match.plans:
        return _plan(s, options, place)[0].exchange
    return match.exchange(*nearest_state(match.match, match.states(False), *_state_of(s)), place)


def _state_of(s: np.record) -> State:
    return int(s.hands) - int(s.played), int(points_before(s, int(s.opener)))


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
    response = _against(s, options, tables, place, pairs)
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
