"""A policy that learns a small SpacePoker by playing itself, in PyTorch, and what a best response earns against it.

Policy gradients with an entropy bonus that is let down slowly. The hand is of two sizes of seventeen ships, an ante of
one point and one more to stake: small enough to ask, as it learns, how much it gives away (`in_tree`: exact).
"""

import numpy as np
import torch
from torch import nn

import brelan
from brelan.envs.batch import Batch
from brelan.games.spacepoker.rules.state import DROP, EXCHANGE, FLEETS, STAKE, STAKING
from brelan.games.spacepoker.solve.deals import EXCHANGES, classes, deals, pair_of
from brelan.games.spacepoker.solve.equilibrium import Plan, Question
from brelan.games.spacepoker.solve.response import in_tree
from brelan.games.spacepoker.solve.stake_tree import PLACES

GAME = brelan.game("spacepoker")
OPTIONS = {"hands": 1, "fleet": "2x17", "stack": 2, "ante": 1}
QUESTION = Question(stack=1, ante=1, fleet=FLEETS.index("2x17"))
DEALS, HANDS = deals(QUESTION.fleet), 6  # of two sizes: none to five of the smaller
LEARNING, BONUS = 0.005, 0.3
PARTS = (2, 2, HANDS, 5, 5)  # seat, staking or not, hand, ships exchanged by oneself and by the other (4: not yet)


def seen(seat, staking, small, own, other):
    """What the policy looks at, one number a decision."""
    number = torch.zeros((), dtype=torch.long)
    for column, size in zip((seat, staking, small, own, other), PARTS, strict=True):
        number = number * size + torch.as_tensor(column).long()
    return number


class Player(nn.Module):
    def __init__(self, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Embedding(int(np.prod(PARTS)), 64), nn.Tanh())
        self.policy, self.worth = nn.Linear(64, actions), nn.Linear(64, 1)

    def forward(self, looked, masks):
        inner = self.body(looked)
        logits = self.policy(inner).masked_fill(torch.as_tensor(masks) == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.worth(inner)[:, 0]


def play(player, batch):
    """One hand in every row: what was looked at, the masks, what was done, and what it brought whoever did it."""
    batch.reset()
    told, paid = [], np.zeros((batch.n, 2), np.float32)
    while not batch.done.all():
        rows = np.flatnonzero(batch.movers >= 0)
        seat, at = batch.movers[rows], batch.records[rows]
        many = np.where(at["exchanged"] > 0, at["exchanged"] - 1, 4)
        every = np.arange(len(rows))
        looked = seen(
            seat, at["phase"] == STAKING, at["ships"][every, seat, 0], many[every, seat], many[every, 1 - seat]
        )
        masks = batch.masks[rows].copy()
        with torch.no_grad():
            chosen = player(looked, masks)[0].sample()
        told.append((looked, masks, chosen, rows, seat))
        actions = np.zeros(batch.n, np.int64)
        actions[rows] = chosen.numpy()
        batch.step(actions)
        paid += batch.rewards
    return [(looked, masks, chosen, torch.as_tensor(paid[rows, seat])) for looked, masks, chosen, rows, seat in told]


def exploitability(player):
    """Points a hand a best response earns against the policy, the mean of both places."""
    state = GAME.new(players=2, chance="manual", **OPTIONS)
    group = classes(QUESTION.fleet, False)
    everything = np.ones((1, len(state.mask())), np.int8)

    def chances(seat, staking, small, own, other, codes):
        mask = np.zeros_like(everything)
        actions = [state.action(int(code)) for code in codes]
        mask[0, actions] = 1
        with torch.no_grad():
            return player(seen([seat], [staking], [small], [own], [other]), mask)[0].probs[0, actions].numpy()

    plans = []
    for place in PLACES:
        made = QUESTION.tree(place)
        exchange = np.zeros((1 if place == 0 else len(EXCHANGES), DEALS.acts))
        stakes = np.zeros((len(EXCHANGES) ** 2, len(made.edges(place)), HANDS), np.float32)
        for hand, counts in enumerate(DEALS.hands):
            acts = slice(DEALS.first_act[hand], DEALS.first_act[hand + 1])
            for other in range(len(exchange)):
                codes = EXCHANGE + DEALS.act_given[acts]
                exchange[other, acts] = chances(place, 0, int(counts[0]), 4, 4 if place == 0 else other, codes)
            for node in np.flatnonzero(made.player == place):
                width = int(made.width[node])
                codes = [DROP if rung < 0 else STAKE + 1 for rung in made.target[node, :width]]
                edges = made.edge[made.child[node, :width]]
                for first in EXCHANGES:
                    for second in EXCHANGES:
                        own, other = (first, second) if place == 0 else (second, first)
                        found = chances(place, 1, int(counts[0]), own, other, codes)
                        stakes[pair_of(first, second), edges, group[hand]] = found
        plans.append(Plan(QUESTION, place, made, exchange, stakes))
    return sum(in_tree(plan) for plan in plans) / 2


def learn(rounds=200, rows=2048, every=25, seed=1):
    """Learns, and answers the exploitability at first and every so many rounds."""
    torch.manual_seed(seed)
    batch = Batch(GAME, rows, players=2, options=OPTIONS, seed=seed, autoreset=False)
    player = Player(batch.n_actions)
    optimiser = torch.optim.Adam(player.parameters(), lr=LEARNING)
    found = [exploitability(player)]
    print(f"round 0: {found[0]:.4f} points a hand")
    for round_ in range(1, rounds + 1):
        bonus = BONUS * (1 - round_ / rounds) + 0.01
        loss = torch.zeros(())
        for looked, masks, chosen, paid in play(player, batch):
            choice, worth = player(looked, masks)
            gain = paid - worth.detach()
            loss = loss - (gain * choice.log_prob(chosen)).mean() - bonus * choice.entropy().mean()
            loss = loss + 0.5 * ((paid - worth) ** 2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if round_ % every == 0:
            found.append(exploitability(player))
            print(f"round {round_}: {found[-1]:.4f} points a hand")
    return found


if __name__ == "__main__":
    learn()
