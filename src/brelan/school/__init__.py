"""The school: lessons, problems, and the review of finished games.

It knows games through `catalogue` and `contract` alone.
"""
