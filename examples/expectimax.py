"""The most points a turn of Dodéka can be expected to bring, exactly: expectimax over `State`, in twenty lines."""

import brelan

memo: dict[brelan.State, float] = {}


def worth(state: brelan.State) -> float:
    """Expected points of seat 0 once its turn is over, played as well as can be."""
    if state not in memo:
        if state.mover == brelan.CHANCE:
            odds = state.odds()
            memo[state] = sum(weight * worth(after(state, code)) for code, weight in odds) / sum(w for _, w in odds)
        elif state.mover == 0:
            memo[state] = max(worth(after(state, code)) for code in state.legal())
        else:
            memo[state] = state.scores[0]
    return memo[state]


def after(state: brelan.State, code: int) -> brelan.State:
    state = state.copy()
    state.apply(code)
    return state


if __name__ == "__main__":
    print(f"{worth(brelan.game('dodeka').new(players=2, chance='manual', target=5000)):.6f}")
