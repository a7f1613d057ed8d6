"""The servers of one house: who is open, who drives which table, what they tell each other."""
