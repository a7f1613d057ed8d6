"""The school: lessons that are played, rulebooks that draw what they say, remarks for a first game.

It knows games through `catalogue` and `contract` alone; what it teaches stands in text files in each game's folder.
"""
