"""Whole numbers as people and programs give them: Python's own, and NumPy's of every width."""

import operator
from typing import Any


def whole(value: Any) -> int | None:
    """The whole number given, as Python's own; None for anything else, yes and no among them.

    Examples:
        >>> import numpy as np
        >>> whole(7), whole(np.int8(7)), whole(np.array(7)), whole(7.0), whole(True), whole("7")
        (7, 7, 7, None, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or type(value).__name__ == "bool":  # NumPy's own yes and no is called so too
        return None
    try:
        return int(operator.index(value))
    except TypeError:
        return None
