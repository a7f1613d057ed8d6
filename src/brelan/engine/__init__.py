"""How rules run: kernels and how they are linked, the loops of every game, what code is made from, tables on disk."""
