"""Brelan on a terminal: playing (`play`), and showing what the commands answer (`show`)."""
