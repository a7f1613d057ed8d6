"""What several games' bots share."""
