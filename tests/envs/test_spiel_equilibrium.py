"""Our equilibrium code and OpenSpiel's say the same of a SpacePoker small enough for both: two sizes of seventeen
ships, an ante of one and one more point to stake.
"""

import numpy as np
import pytest

import brelan
from brelan.games.spacepoker.rules.ships import pack_sizes, sizes_of
from brelan.games.spacepoker.rules.state import EXCHANGE, FLEETS, IN, STAKE, STAKING
from brelan.games.spacepoker.solve.deals import classes, deals, pair_of
from brelan.games.spacepoker.solve.equilibrium import Question, cards, solve
from brelan.games.spacepoker.solve.response import in_tree
from brelan.games.spacepoker.solve.stake_tree import OPENER, SECOND

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import exploitability  # noqa: E402

from brelan.envs import spiel  # noqa: E402

FLEET = FLEETS.index("2x17")
OPTIONS = {"players": 2, "hands": 1, "fleet": "2x17", "stack": 2, "ante": 1}
QUESTION = Question(stack=1, ante=1, closing=0, kickers=False, fleet=FLEET)


class Planned(policies.Policy):
    """A strategy of our solver, as OpenSpiel asks for it."""

    def __init__(self, game, strategy):
        super().__init__(game, [0, 1])
        self.strategy = strategy
        self.deals, self.cards, self.ranks = deals(FLEET), cards(FLEET, False), classes(FLEET, False)

    def action_probabilities(self, state, player_id=None):
        s, own = state.state.struct, state.state
        seat = own.mover
        plan = self.strategy[seat]
        hand = self.deals.hand_of[tuple(int(n) for n in s.ships[seat, : self.deals.sizes])]
        many = [int(n) - 1 for n in s.exchanged[:2]]
        if s.phase != STAKING:
            low, high = self.deals.first_act[hand], self.deals.first_act[hand + 1]
            row = plan.exchange[0 if seat == OPENER else many[OPENER]][low:high]
            given = self.deals.act_given[low:high]
            return {own.action(EXCHANGE + int(packed)): float(p) for packed, p in zip(given, row, strict=True)}
        made = plan.tree
        node = 0 if seat == OPENER else int(made.child[0, list(made.target[0]).index(1)])
        group = int(self.cards.group[self.ranks[hand]])
        pair = int(pair_of(many[OPENER], many[SECOND]))
        found = {}
        for a in range(int(made.width[node])):
            code = 0 if made.target[node, a] < 0 else STAKE + 1
            found[own.action(code)] = float(plan.stakes[pair, made.edge[made.child[node, a]], group])
        return found


def tabular(policy, game):
    """A policy as OpenSpiel's own compiled code asks for it, every information state met once."""
    found, waiting = {}, [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if state.is_chance_node():
            waiting += [state.child(action) for action, _ in state.chance_outcomes()]
            continue
        key = state.information_state_string()
        if key not in found:
            found[key] = list(policy.action_probabilities(state).items())
        waiting += [state.child(action) for action in state.legal_actions()]
    return pyspiel.TabularPolicy(found)


def test_the_policy_of_a_plan_is_a_policy():
    """Every decision of random games has probabilities for its legal actions that sum to one."""
    game = spiel.load("spacepoker", chance="collapsed", **OPTIONS)
    policy = Planned(game, solve(QUESTION, steps=2))
    rng = np.random.default_rng(1)
    for _ in range(30):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(actions, p=np.array(chances) / sum(chances))))
                continue
            told = policy.action_probabilities(state)
            assert sorted(told) == state.legal_actions() and sum(told.values()) == pytest.approx(1, abs=1e-5)
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert IN == 1 and pack_sizes(sizes_of((1, 0))) == 1 and brelan.game("spacepoker").spaces.expected


@pytest.mark.slow
@pytest.mark.parametrize("steps", [2, 60])
def test_exploitability_is_what_openspiel_finds(steps):
    """A poor strategy and a good one: OpenSpiel's best responses earn what ours do."""
    strategy = solve(QUESTION, steps=steps)
    ours = in_tree(strategy[OPENER]) + in_tree(strategy[SECOND])
    game = spiel.load("spacepoker", chance="collapsed", **OPTIONS)
    theirs = exploitability.nash_conv(game, Planned(game, strategy))
    print(f"{steps} steps: ours {ours:.9f}, OpenSpiel's {theirs:.9f}, apart {abs(ours - theirs):.1e}")
    assert theirs == pytest.approx(ours, abs=2e-6)  # our products are of short floats


@pytest.mark.slow
def test_openspiels_cfr_plus_finds_the_same_equilibrium():
    """OpenSpiel's CFR+, which knows nothing of our solver, comes to the value ours comes to; and played against each
    other neither loses more than its own exploitability allows.
    """
    game = spiel.load("spacepoker", chance="collapsed", **OPTIONS)
    cached = pyspiel.load_game(f"cached_tree(game={game})")
    solver = pyspiel.CFRPlusSolver(cached)
    apart = []
    for steps in (10, 140):
        for _ in range(steps):
            solver.evaluate_and_update_policy()
        apart.append(pyspiel.nash_conv(cached, solver.average_policy()))
    theirs, strategy = solver.average_policy(), solve(QUESTION, steps=400)
    gains = in_tree(strategy[SECOND]), in_tree(strategy[OPENER])  # of whoever opens, of whoever comes second
    ours = tabular(Planned(game, strategy), game)
    root = cached.new_initial_state()
    value = pyspiel.expected_returns(root, theirs, -1, True)[OPENER]
    print(f"OpenSpiel's: {value:+.5f}, {apart} from an equilibrium; ours: {-gains[1]:+.5f} to {gains[0]:+.5f}")
    assert pyspiel.nash_conv(cached, ours) == pytest.approx(sum(gains), abs=2e-6)
    assert apart[1] < 0.002 < apart[0] and sum(gains) < 0.002
    assert -gains[1] - apart[1] <= value <= gains[0] + apart[1]
    we_open = pyspiel.expected_returns(root, [ours, theirs], -1, True)[OPENER]
    they_open = pyspiel.expected_returns(root, [theirs, ours], -1, True)[OPENER]
    slack = sum(gains) + apart[1]
    assert we_open >= value - slack and they_open <= value + slack
