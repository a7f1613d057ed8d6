"""A game in progress: the catalogue, the state, records, fair chance, the story, players, what positions are worth."""
