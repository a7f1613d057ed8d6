"""Where bots meet: simulation, tournaments, ratings."""
