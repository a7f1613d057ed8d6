"""What a game is made of: the contract, options, the referee's numbers, errors, and words in both languages."""
