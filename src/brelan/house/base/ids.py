"""The names the house gives tables, evenings and reviews: letters and digits that nobody takes for one another."""

import secrets

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_LONGEST = 16


def new_id(length: int = 10) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def is_id(name: str) -> bool:
    """Whether the house may have given this name: nothing else is looked up."""
    return 0 < len(name) <= _LONGEST and set(name) <= set(_LETTERS)
