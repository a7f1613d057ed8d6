"""The solved heads-up hand: regret goes down, the best responder is right, and the shipped strategies are good."""

import numpy as np
import pytest

from brelan.games.spacepoker.bots.solved_hands import nearest_solved
from brelan.games.spacepoker.rules.state import CALLED, DROPS, LAP
from brelan.games.spacepoker.solve.deals import alone, classes, coupling, deals
from brelan.games.spacepoker.solve.equilibrium import Question, Solver, Strategy
from brelan.games.spacepoker.solve.odds import act_worth, best_acts
from brelan.games.spacepoker.solve.response import best_response, exploitability
from brelan.games.spacepoker.solve.stake_tree import tree
from brelan.games.spacepoker.solve.strategies import STACKS, all_stacks, found


def test_the_tree_follows_the_rules():
    made = tree(20, 1, LAP)
    assert made.actions[0][0] == DROPS and 0 not in made.actions[0]  # the opener stakes or drops
    for node, (player, stakes, actions) in enumerate(zip(made.player, made.stakes, made.actions, strict=True)):
        need = max(stakes) - stakes[player]
        assert all(amount == DROPS or need <= amount <= 20 - stakes[player] for amount in actions)
        if node and need == 0:
            assert (
                player == 1 and stakes[0] == stakes[1]
            )  # only under `lap`, and only the second: the first's lap begins with a raise to answer
    assert not any(s[0] == s[1] > 0 for s in tree(20, 1, CALLED).stakes)
    assert max(max(stakes) for stakes in made.stakes) == 20


def test_planets_won_and_lost_balance_at_every_end():
    made = tree(40, 2, LAP)
    assert all(first + second == 0 for _, first, second in made.folds)


@pytest.mark.parametrize("closing", [LAP, CALLED])
def test_learning_gets_closer_to_the_equilibrium(closing):
    solver = Solver(Question(5, 1, closing))
    losses = []
    for _ in range(3):
        for _ in range(12):
            solver.step()
        losses.append(exploitability(solver.strategy()).points)
    assert losses[0] > losses[1] > losses[2] > 0  # nobody beats a best responder, and it gains less and less
    assert losses[2] < 0.15


def always_align(question):
    """Keeps all ships, opens with the least and never drops or raises."""
    flat, known = question.tree(), deals(question.fleet)
    opener = np.zeros(known.acts)
    opener[known.first_act[:-1]] = 1
    stakes = np.zeros((16, len(flat.player), flat.child.shape[1], known.hands_count), np.float32)
    for node, width in enumerate(flat.width):
        passive = next(a for a in range(width) if flat.amounts[node, a] >= 0)
        stakes[:, node, passive] = 1
    return Strategy(question, opener, np.tile(opener, (4, 1)), stakes)


def test_the_best_answer_to_somebody_who_never_drops():
    """With nothing to bluff, the second player's best answer stakes everything on the better half: it can be reckoned
    on its own.
    """
    question = Question(5, 1, CALLED)
    passive = always_align(question)
    gain = best_response(passive, 1)
    known = deals(0)
    ranks = classes(0, False)
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
    ways = np.array(
        [
            float((known.out_weight[0][known.out_act[0] == known.first_act[hand]] * alone(0, 0)[hand]).sum())
            for hand in range(known.hands_count)
        ]
    )
    wanted = float((acts_worth[best_acts(known, acts_worth)] * ways).sum())
    assert gain == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize(("stack", "closing", "aim"), [(60, CALLED, 0.05), (20, LAP, 0.1)])
def test_the_shipped_strategies_keep_their_promise(stack, closing, aim):
    shipped = found(Question(stack, 1, closing))
    assert shipped is not None
    assert exploitability(shipped).points < aim


@pytest.mark.slow
@pytest.mark.parametrize(("closing", "aim"), [(CALLED, 0.05), (LAP, 0.1)])
def test_all_shipped_strategies_keep_their_promise(closing, aim):
    for question in all_stacks(Question(60, 1, closing)):
        shipped = found(question)
        assert shipped is not None and exploitability(shipped).points < aim


def test_another_ante_is_played_in_its_own_units():
    solved = nearest_solved(Question(60, 3, LAP))
    assert list(solved.stacks) == list(STACKS) and solved.unit in (1.0, 3.0)


@pytest.mark.slow
def test_the_other_fleet_is_solved_by_the_same_code():
    solver = Solver(Question(5, 1, LAP, fleet=1))
    losses = []
    for _ in range(2):
        solver.step()
        solver.step()
        losses.append(exploitability(solver.strategy()).points)
    assert losses[0] > losses[1] > 0
