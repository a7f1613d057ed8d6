"""The web house: all games in the browser, alone or together. `run.serve` starts it."""
