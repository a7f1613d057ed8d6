"""A turn of Dodéka learnt from nothing: Q-learning with a table, on a batch of games. The best there is: 85.775654."""

import itertools
import time

import numpy as np

from brelan.envs.batch import Batch

ROWS, ACTIONS = 4096, 8
# Dice are looked at in rising order, and an action is what it does to them so: 364 hands for 1,728.
HANDS = np.zeros((13, 13, 13), int)
for number, hand in enumerate(itertools.combinations_with_replacement(range(1, 13), 3)):
    HANDS[hand] = number
BITS = np.array([[action >> die & 1 for die in range(3)] for action in range(ACTIONS)])


class Learner:
    """Mean worth of every action after one and after two throws."""

    def __init__(self, seed: int) -> None:
        self.batch = Batch(
            "dodeka", ROWS, players=2, options={"parties": 1, "target": 5000}, seed=seed, autoreset=False
        )
        self.worth = np.zeros((3, 364, ACTIONS))
        self.visits = np.zeros((3, 364, ACTIONS))
        self.rng = np.random.default_rng(seed)

    def look(self):
        """Each row's throws so far, its hand, and the order its dice lie in."""
        records = self.batch.records
        dice = records["dice"].astype(int)
        order = np.argsort(dice, axis=1, kind="stable")
        low, middle, high = np.take_along_axis(dice, order, axis=1).T
        return records["throws"].astype(int), HANDS[low, middle, high], order

    def play(self, greedy: bool):
        """One step of every row: where it stood, what it did, what came of it, and the points of turns that ended."""
        throws, hand, order = self.look()
        chosen = self.rng.integers(ACTIONS, size=ROWS)
        if greedy:
            chosen = self.worth[throws, hand].argmax(axis=1)
        actions = np.where(throws == 0, ACTIONS - 1, (BITS[chosen] << order).sum(axis=1))
        rows, seats = np.arange(ROWS), self.batch.movers.copy()
        before = self.batch.records["scores"][rows, seats].copy()
        self.batch.step(actions)
        points = self.batch.records["scores"][rows, seats] - before
        ended = self.batch.done | (self.batch.records["throws"] == 0)
        then, next_hand, _ = self.look()
        expected = np.where(ended, points, self.worth[np.minimum(then, 2), next_hand].max(axis=1))
        self.batch.reset(rows=self.batch.done)
        return throws, hand, chosen, expected, points[ended]

    def learn(self) -> None:
        throws, hand, chosen, expected, _ = self.play(greedy=False)
        at = np.ravel_multi_index((throws, hand, chosen), self.worth.shape)
        size, shape = self.worth.size, self.worth.shape
        self.visits += np.bincount(at, minlength=size).reshape(shape)
        sums = np.bincount(at, expected - self.worth.ravel()[at], minlength=size).reshape(shape)
        self.worth += sums / np.maximum(self.visits, 1)


def learnt(seconds: float, games: int, seed: int = 1) -> tuple[float, float]:
    """Points a turn of the greedy player after so much learning, with the standard error."""
    learner = Learner(seed)
    for _ in range(2):  # the second time over, what is learnt after one throw is learnt from what two are worth
        learner.visits[:2] = 0
        began = time.monotonic()
        while time.monotonic() - began < seconds / 2:
            learner.learn()
    ended: list[np.ndarray] = []
    while sum(map(len, ended)) < games:
        ended.append(learner.play(greedy=True)[-1])
    points = np.concatenate(ended[8:])  # games in step with each other show their first turns first
    return float(points.mean()), float(points.std() / len(points) ** 0.5)


if __name__ == "__main__":
    mean, error = learnt(seconds=40, games=4_000_000)
    print(f"{mean:.2f} ± {2 * error:.2f} points a turn; the best is 85.78")
