"""Short tables of every game, for tests of its environments."""

SHORT = {
    "4d": {"target": 20},
    "dalapapa": {"players": 2},
    "dodeka": {"players": 2, "parties": 1, "target": 100},
    "pepetes": {"players": 3, "duels": 1},
    "spacepoker": {"players": 2, "hands": 1},
}
