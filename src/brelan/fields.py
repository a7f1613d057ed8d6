"""A record as plain Python."""

from types import SimpleNamespace
from typing import Any

import numpy as np

_shapes: dict[int, tuple[Any, tuple[str, ...], tuple[str, ...]]] = {}  # by a type's id: itself, its fields, its lists


def _shape(dtype: Any) -> tuple[Any, tuple[str, ...], tuple[str, ...]]:
    known = _shapes.get(id(dtype))
    if known is None or known[0] is not dtype:
        lists = tuple(name for name in dtype.names if dtype[name].shape or dtype[name].names)
        known = _shapes[id(dtype)] = dtype, dtype.names, lists
    return known


def plain(record: Any) -> SimpleNamespace:
    """All fields of a record as numbers and lists, read at once: field by field, NumPy takes ten times as long."""
    _, names, lists = _shape(record.dtype)
    values = dict(zip(names, record.item(), strict=True))
    for name in lists:
        values[name] = values[name].tolist()
    return SimpleNamespace(**values)


class Fields:
    """The same for whoever reads a few: each field is read when it is asked for, as a number or a list."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = _read(self._record, name).tolist()
        return value


_read = np.void.__getitem__  # a record's own way asks more than it needs to know
