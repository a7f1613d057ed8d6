"""What every floor stands on: errors, words, ids, the clock, the configuration."""
