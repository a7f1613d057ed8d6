"""What a seat observes as a Gymnasium space."""

import numpy as np
from gymnasium import spaces

from ..play.catalogue import Game


def observation_box(game: Game, players: int) -> spaces.Box:
    """The bounds of every number of an observation, part after part."""
    features = game.spaces.OBSERVATION
    low = np.concatenate([np.full(feature.size(players), feature.low, np.float32) for feature in features])
    high = np.concatenate([np.full(feature.size(players), feature.high, np.float32) for feature in features])
    return spaces.Box(low, high, dtype=np.float32)
