"""A record as plain Python."""

import struct
from math import prod
from types import SimpleNamespace
from typing import Any

import numpy as np

_CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f4": "f", "f8": "d"}
_kinds: dict[int, tuple[Any, type]] = {}  # by a record type's id: itself, and the class that reads it
_item = np.void.__getitem__
_type_of = np.generic.dtype.__get__  # type: ignore[attr-defined]  # a record's own way asks more than it needs to know


def plain(record: Any) -> Any:
    """The record's fields as attributes: numbers and lists, each read when it is first asked for.

    Asked itself, NumPy takes ten times as long. What is read is a copy: the record does not change with it.

    >>> import brelan
    >>> table = plain(brelan.game("dodeka").new(players=2, seed=7).struct)
    >>> table.players, table.dice
    (2, [0, 0, 0])
    """
    dtype = _type_of(record)
    known = _kinds.get(id(dtype))
    if known is None or known[0] is not dtype:
        fields = {name: _field(name, *dtype.fields[name][:2]) for name in dtype.names}
        known = _kinds[id(dtype)] = dtype, type("Plain", (_Plain,), fields)
    return known[1](record)


def arrays(record: Any) -> Any:
    """The record's fields as attributes, the lists left to NumPy: for records of thousands of numbers.

    >>> import brelan
    >>> arrays(brelan.game("dodeka").new(players=2, seed=7).struct).dice.tolist()
    [0, 0, 0]
    """
    return SimpleNamespace(**{name: _item(record, name) for name in _type_of(record).names})


class _Plain:
    def __init__(self, record: Any) -> None:
        self.record = record


class _Field:
    """An attribute that is read once, from the record's bytes: afterwards the object has it."""

    def __init__(self, name: str, kind: np.dtype[Any], offset: int) -> None:
        self._name, self._offset = name, offset
        self._unpack = struct.Struct(f"={prod(kind.shape)}{_CODES[kind.base.str[1:]]}").unpack_from
        self._shape = kind.shape

    def __get__(self, owner: Any, _: Any) -> Any:
        values = self._unpack(owner.record, self._offset)
        value = owner.__dict__[self._name] = _nested(values, self._shape) if self._shape else values[0]
        return value


class _Slow:
    """One that holds something else than plain numbers."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, owner: Any, _: Any) -> Any:
        value = owner.__dict__[self._name] = _item(owner.record, self._name).tolist()
        return value


def _field(name: str, kind: np.dtype[Any], offset: int) -> _Field | _Slow:
    is_plain = kind.base.isnative and kind.base.str[1:] in _CODES
    return _Field(name, kind, offset) if is_plain else _Slow(name)


def _nested(values: tuple[Any, ...], shape: tuple[int, ...]) -> list[Any]:
    if len(shape) == 1:
        return list(values)
    size = prod(shape[1:])
    return [_nested(values[at : at + size], shape[1:]) for at in range(0, len(values), size)]
