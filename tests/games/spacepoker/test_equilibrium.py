"""The solved heads-up hand: regret goes down, the best responders are right, real stakes are read as they should be."""

from itertools import pairwise

import numpy as np
import pytest

from brelan.games.spacepoker.rules.state import CALLED, DROPS, LAP
from brelan.games.spacepoker.solve import strategies
from brelan.games.spacepoker.solve.deals import alone, classes, coupling, deals
from brelan.games.spacepoker.solve.equilibrium import Plan, Question, cards, plan_of, points_at_ends, solve
from brelan.games.spacepoker.solve.learning import Solver
from brelan.games.spacepoker.solve.odds import act_worth, best_acts
from brelan.games.spacepoker.solve.reading import (
    ALIGNS,
    DROPS_OUT,
    RAISES,
    board,
    lower_share,
    nearest_stack,
    outcomes,
    when_raised,
)
from brelan.games.spacepoker.solve.response import Response, exploitability, first_hand, free_exploitability, in_tree
from brelan.games.spacepoker.solve.stake_tree import OPENER, PLACES, SECOND, tree

# --- the trees


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("closing", [LAP, CALLED])
def test_the_tree_follows_the_rules(closing, place):
    made = tree(20, 1, closing, place)
    assert made.levels[0] == 0 and made.levels[-1] == 20
    for node in range(made.nodes):
        player, mine, theirs = made.player[node], made.mine[node], made.theirs[node]
        targets = made.target[node, : made.width[node]].tolist()
        assert player == made.depth[node] % 2
        assert (DROPS in targets) == (max(mine, theirs) == 0 or mine < theirs)  # nobody drops who need not pay
        assert all(rung == DROPS or rung >= max(mine, theirs, 1) for rung in targets)
        if node and mine == theirs:  # only under `lap`, and only the second: the first's lap begins with a raise
            assert closing == LAP and player == SECOND
    assert made.drop_worth.sum() == 0


def test_what_is_behind_a_node_is_found_from_both_sides():
    made = tree(13, 1, LAP, SECOND)
    for spot in range(1, made.spots):
        assert made.child[made.parent[spot], made.action[spot]] == spot
    for player in PLACES:
        spots = made.edges(player)
        assert (made.edge[spots] == np.arange(len(spots))).all()
        assert len(spots) == made.width[made.player == player].sum()


# --- how real stakes are read


def test_a_stake_on_a_rung_is_that_rung_and_one_between_is_either():
    assert lower_share(4, 7, 4, 1) == 1 and lower_share(4, 7, 7, 1) == 0
    shares = [lower_share(4, 7, stake, 1) for stake in (4, 5, 6, 7)]
    assert shares == sorted(shares, reverse=True)
    # halfway in the odds it gives, not in points: nearer to the smaller
    assert lower_share(1, 11, 4, 1) < 0.5
    assert lower_share(4, 4, 4, 1) == 1  # what decides nothing more is no raise


def read(made, stack, place, spot, highest, stake):
    found = outcomes()
    n = when_raised(board(made, stack), place, spot, highest, stake, 1.0, found, 0)
    return list(zip(*(part[:n].tolist() for part in found), strict=True))


@pytest.mark.parametrize("closing", [LAP, CALLED])
@pytest.mark.parametrize("place", PLACES)
def test_all_that_is_read_of_a_raise_adds_up_and_can_be_paid(closing, place):
    made = tree(28, 1, closing, place)
    for stack in (28, 31):
        for spot in range(made.nodes):
            if made.player[spot] == place:
                continue
            highest = int(board(made, stack).real[max(made.mine[spot], made.theirs[spot])])
            for stake in range(highest + 1, stack + 1):
                rows = read(made, stack, place, spot, highest, stake)
                starts = {}
                for kind, to, share, total in rows:
                    # The master's own choices are not in the shares: of those of one node each has the whole share.
                    node = int(made.parent[to])
                    own = to != spot and made.player[node] == place
                    starts.setdefault(("node", node) if own else (kind, to), share)
                    assert kind == DROPS_OUT or total >= stake
                    assert total <= stack and (kind != RAISES or total > stake)
                if not (closing == LAP and place == OPENER):
                    assert sum(starts.values()) == pytest.approx(1)


def test_a_climb_in_small_steps_is_read_like_a_leap():
    """Under `lap`: what the opener has aligned with depends on the stakes alone, not on the steps."""
    made = tree(28, 1, LAP, OPENER)
    spot = int(made.child[0, 3])  # it opened with 3

    def aligned(steps):
        held = {spot: 1.0}
        for before, after in pairwise(steps):
            then = {}
            for at, share in held.items():
                for kind, to, part, _ in read(made, 28, OPENER, at, before, after):
                    if kind == ALIGNS:
                        then[to] = then.get(to, 0) + share * part
            held = then
        return held

    leap, climb = aligned([3, 17]), aligned(list(range(3, 18)))
    assert leap.keys() == climb.keys()
    assert all(leap[at] == pytest.approx(climb[at]) for at in leap)


def test_stacks_in_between_are_played_from_the_one_below():
    stacks, below = np.array([4, 6, 9, 13]), np.array([3, 4, 7, 10])
    assert [int(stacks[nearest_stack(stacks, below, stack)]) for stack in (1, 4, 5, 6, 8, 9, 11, 12, 40)] == [
        4, 4, 4, 6, 6, 9, 9, 13, 13,
    ]  # fmt: skip


# --- solving and measuring


@pytest.mark.parametrize("closing", [LAP, CALLED])
def test_learning_gets_closer_to_the_equilibrium(closing, many):
    question = Question(4, 1, closing)
    losses = []
    for steps in many((4, 12, 24), (6, 24, 72)):
        losses.append(exploitability(solve(question, 1e9, steps)).points)
    assert losses[0] > losses[1] > losses[2] > 0  # nobody beats a best responder, and it gains less and less
    assert losses[2] < many(0.15, 0.1)


def passive(question):
    """Keeps all ships, opens with the least and never drops or raises."""
    known, made, plans = deals(question.fleet), question.tree(OPENER), []
    keeps = np.zeros(known.acts)
    keeps[known.first_act[:-1]] = 1
    for place in PLACES:
        spots = made.edges(place)
        stakes = np.zeros((16, len(spots), cards(0, False).groups), np.float32)
        for node in np.flatnonzero(made.player == place):
            action = next(a for a in range(made.width[node]) if made.target[node, a] != DROPS)
            stakes[:, made.edge[made.child[node, action]]] = 1
        plans.append(Plan(question, place, made, np.tile(keeps, (1 if place == OPENER else 4, 1)), stakes))
    return tuple(plans)


def test_the_best_answer_to_somebody_who_never_drops():
    """With nothing to bluff, the second player's best answer stakes everything on the better half: it can be reckoned
    on its own.
    """
    opener, _ = passive(Question(5, 1, CALLED))
    known, ranks = deals(0), classes(0, False)
    kept = np.zeros((len(known.loads[0]), int(ranks.max()) + 1))
    acts = np.isin(known.out_act[0], known.first_act[:-1])
    states = known.out_state[0][acts]
    np.add.at(kept, (known.state_load[0][states], ranks[known.state_hand[0][states]]), known.out_weight[0][acts])
    worth = []
    for many in range(4):
        chance = (coupling(0, many, 0) @ kept) / alone(0, many)[:, None]
        edge = 2 * (np.cumsum(chance, axis=1) - chance / 2) - 1  # won less lost, against a dealt hand
        edge = edge[known.state_load[many], ranks[known.state_hand[many]]]
        worth.append(np.maximum(np.where(edge > 0, 6 * edge, 2 * edge), -1))  # raise to 5, align with 1, or drop
    acts_worth = act_worth(0, worth)
    ways = [
        float((known.out_weight[0][known.out_act[0] == known.first_act[hand]] * alone(0, 0)[hand]).sum())
        for hand in range(known.hands_count)
    ]
    wanted = float((acts_worth[best_acts(known, acts_worth)] * ways).sum())
    assert in_tree(opener) == pytest.approx(wanted, abs=1e-4)
    assert Response(opener, 5).earns() == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("closing", [LAP, CALLED])
def test_free_stakes_gain_at_least_what_the_tree_gains_and_no_more_where_it_has_all_of_them(closing):
    strategy = solve(Question(4, 1, closing), 1e9, 12)  # 1, 2, 3 and all: every stake there is
    inside, free = exploitability(strategy), free_exploitability(strategy, 4)
    assert free.opener >= inside.opener - 1e-5 and free.second >= inside.second - 1e-5
    if closing == LAP:
        assert free.second == pytest.approx(inside.second, abs=1e-4)


def test_learning_on_other_cards_too(many):
    made = Question(1, 1, CALLED, kickers=True).tree(OPENER)
    solver = Solver(cards(0, True), made, points_at_ends(made))
    for _ in range(many(6, 30)):
        solver.step()
    plans = tuple(plan_of(solver, Question(1, 1, CALLED, kickers=True), place) for place in PLACES)
    assert 0 <= exploitability(plans).points < 0.2


def test_a_kept_plan_is_the_plan():
    question = Question(3, 1, LAP)
    strategy = solve(question, 1e9, 20)
    again = strategies.as_strategy(question, strategies.as_arrays(strategy))
    for plan, kept in zip(strategy, again, strict=True):
        spots = plan.tree.edges(plan.place)
        total = np.zeros((16, plan.tree.nodes, kept.stakes.shape[2]))
        for edge, spot in enumerate(spots):
            total[:, plan.tree.parent[spot]] += kept.stakes[:, edge]
        assert np.allclose(total[:, np.unique(plan.tree.parent[spots])], 1, atol=1e-5)
        assert np.abs(plan.stakes - kept.stakes).max() < 0.26
    assert exploitability(again).points < exploitability(strategy).points + 0.02


# --- what is shipped

SHIPPED = {"5x7": (0, False), "5x7 with kickers": (0, True), "7x5": (1, False), "7x5 with kickers": (1, True)}


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("closing", [LAP, CALLED])
def test_every_kind_of_table_has_its_own_solutions(name, closing):
    fleet, kickers = SHIPPED[name]
    stacks = [opener.question.stack for opener, _ in strategies.stacks_found(Question(60, 1, closing, kickers, fleet))]
    assert stacks[-1] >= 60 and len(stacks) >= 4


def test_the_shipped_tables_stay_small():
    for kind, most in (("hand", 8 << 20), ("match", 10_000_000)):
        assert sum(file.stat().st_size for file in strategies.STORE.shipped.glob(f"{kind}-*.npz")) < most


def played(closing, stack):
    near = strategies.stacks_found(Question(60, 1, closing))
    return tuple(strategies.played_as(near, place, stack) for place in PLACES)


@pytest.mark.parametrize(("closing", "aim"), [(CALLED, 0.06), (LAP, 0.3)])
def test_a_small_stack_cannot_be_exploited_whatever_is_staked(closing, aim):
    assert 0 < free_exploitability(played(closing, 14), 14).points < aim


@pytest.mark.slow
@pytest.mark.parametrize("stack", [14, 16, 29, 40, 45, 50, 59, 60])
@pytest.mark.parametrize(("closing", "aim"), [(CALLED, 0.04), (LAP, 0.15)])
def test_nobody_gains_more_against_the_master_whatever_is_staked(closing, aim, stack):
    assert 0 < free_exploitability(played(closing, stack), stack).points < aim


@pytest.mark.slow
def test_nor_with_the_planets_everybody_starts_with():
    loss, free = first_hand(played(CALLED, 59), 1), free_exploitability(played(CALLED, 59), 59)
    assert loss.points <= free.points + 1e-5 and loss.points > 0


@pytest.mark.slow
@pytest.mark.parametrize(("closing", "aim"), [(CALLED, 0.05), (LAP, 0.15)])
def test_the_kickers_are_solved_as_well(closing, aim):
    near = strategies.stacks_found(Question(60, 1, closing, kickers=True))
    strategy = tuple(strategies.played_as(near, place, 19) for place in PLACES)
    assert 0 < free_exploitability(strategy, 19).points < aim


@pytest.mark.slow
def test_the_other_fleet_is_solved_as_well():
    near = strategies.stacks_found(Question(60, 1, CALLED, fleet=1))
    strategy = tuple(strategies.played_as(near, place, 6) for place in PLACES)
    assert 0 < free_exploitability(strategy, 6).points < 0.1
