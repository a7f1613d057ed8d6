"""All tables of the house: live, woken, opened, put away."""
