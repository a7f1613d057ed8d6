"""The loops of a batch, as templates bound to one game (`drivers.bind`): rows `first` to `last` − 1 of its records.

A row draws from a generator of its own, so what happens in it depends on nothing but its seed and its actions: not on
the other rows, nor on how many threads share them.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.kernel import CHANCE, OVER, below, compiled, copy_record

if TYPE_CHECKING:  # the names a template finds in the game's rules, spaces and bots
    STATE: Any
    OPEN: bool
    LOOKS_AWAY: bool
    mover: Any
    legal: Any
    play: Any
    payoff: Any
    hide: Any
    random_move: Any
    choose: Any
    action_of: Any
    code_of: Any
    observe: Any

# What stands for no action of a row.
RESET, KEEP = -1, -2


def _step(records, laid, first, last, actions, luck, autoreset, out, weights, rewards, done):
    """Plays each row's action and the chance moves it brings; RESET lays the table anew, KEEP leaves the row alone.

    A row whose game is over is left as it is, or laid anew at once with `autoreset`.
    """
    rng = np.zeros(4, np.int64)
    result = np.zeros(rewards.shape[1], np.int64)
    for row in range(first, last):
        action = actions[row]
        if action == KEEP:
            continue
        s = records[row]
        for k in range(4):
            rng[k] = luck[row, k]
        done[row] = 0
        for seat in range(len(result)):
            rewards[row, seat] = 0
        if action == RESET:
            copy_record(s, laid[0])
        who = mover(s)
        if who == OVER:
            done[row] = 1
            continue
        going = action != RESET or who == CHANCE
        move = 0
        if going:
            move = random_move(s, rng, out, weights) if action == RESET else code_of(s, action)
        while going:
            play(s, move)  # called in one place only: inner kernels are compiled anew wherever they are called
            who = mover(s)
            if who == OVER:
                done[row] = 1
                payoff(s, result)
                for seat in range(len(result)):
                    rewards[row, seat] = result[seat]
                if autoreset:
                    copy_record(s, laid[0])
                    who = mover(s)
            going = who == CHANCE
            if going:
                move = random_move(s, rng, out, weights)
        for k in range(4):
            luck[row, k] = rng[k]


def _answer(records, laid, first, last, actions, levels, luck, thought, autoreset, out, weights, tables, rewards, done):
    """Plays bots and chance until a seat that is the caller's (level −2) is to act; level −1 plays at random."""
    rng = np.zeros(4, np.int64)
    mind = np.zeros(4, np.int64)
    result = np.zeros(rewards.shape[1], np.int64)
    blanks = np.empty(1, STATE)  # kept: a record does not hold on to the array it lies in
    for row in range(first, last):
        if actions[row] == KEEP:
            continue
        s = records[row]
        for k in range(4):
            rng[k] = luck[row, k]
            mind[k] = thought[row, k]
        going = True
        while going:
            who = mover(s)
            if who == OVER:
                if not done[row] or autoreset:
                    payoff(s, result)
                    for seat in range(len(result)):
                        rewards[row, seat] = result[seat]
                done[row] = 1
                if not autoreset:
                    break
                copy_record(s, laid[0])
                who = mover(s)
            move = 0
            if who == CHANCE:
                move = random_move(s, rng, out, weights)
            else:
                level = levels[row, who]
                if level == -2:
                    break
                if level < 0:
                    move = out[below(mind, legal(s, out))]
                elif OPEN:
                    move = choose(level, s, mind, tables)
                else:
                    blank = blanks[0]
                    copy_record(blank, s)
                    hide(blank, who)
                    move = choose(level, blank, mind, tables)
            play(s, move)
        for k in range(4):
            luck[row, k] = rng[k]
            thought[row, k] = mind[k]


def _look(records, first, last, actions, seats, out, masks, many, observations, movers):
    """Writes who is to act, what and how much they may do and what they see; once over, what the caller's seat sees."""
    blanks = np.empty(1, STATE)
    for row in range(first, last):
        if actions[row] == KEEP:
            continue
        s = records[row]
        who = mover(s)
        movers[row] = who
        mask = masks[row]
        mask[:] = 0
        numbered = 0
        if who >= 0:
            for i in range(legal(s, out)):
                action = action_of(s, out[i])
                if action >= 0:
                    mask[action] = 1
                    numbered += 1
        many[row] = numbered
        seen = observations[row]
        seen[:] = 0
        seat = who if who >= 0 else seats[row]
        if seat >= 0:
            if OPEN or LOOKS_AWAY:
                observe(s, seat, seen)
            else:
                blank = blanks[0]
                copy_record(blank, s)
                hide(blank, seat)
                observe(blank, seat, seen)


@compiled
def first_wrong(masks, movers, actions):
    """The first row whose game goes on and whose action its mask does not have; −1 if there is none."""
    for row in range(len(actions)):
        if movers[row] >= 0:
            action = actions[row]
            if action < 0 or action >= masks.shape[1] or masks[row, action] == 0:
                return row
    return -1


@compiled
def sample(masks, many, first, last, luck, actions):
    """A random action of each row's mask, each as likely; KEEP where there is none."""
    rng = np.zeros(4, np.int64)
    for row in range(first, last):
        actions[row] = KEEP
        if many[row]:
            for k in range(4):
                rng[k] = luck[row, k]
            left = below(rng, many[row])
            for k in range(4):
                luck[row, k] = rng[k]
            mask, action = masks[row], 0
            left += 1 - int(mask[0])
            while left:  # no branch for each action: a mask is anything but predictable
                action += 1
                left -= int(mask[action])
            actions[row] = action
