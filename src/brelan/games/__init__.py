"""The tables of the house: one folder a game."""
