"""argparse in the reader's language, and with errors that are one sentence: for `brelan solve GAME`."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from ..model.errors import BrelanError
from ..model.words import N_, Say

# argparse's own words, as they stand in its source. It adds a colon to the names of its groups.
WORDS = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("unrecognized arguments: %s"),
    N_("the following arguments are required: %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("expected %s argument"),
    N_("expected %s arguments"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BrelanError(message[:1].upper() + message[1:] + ".")


@contextmanager
def parser_in(say: Say, prog: str, description: str) -> Iterator[argparse.ArgumentParser]:
    """A parser that speaks `say`'s language for as long as the `with` lasts: to be filled and asked inside it."""
    with _translated(say):
        parser = _Parser(prog=prog, description=description)
        parser.register("type", int, _reader(int, say, N_("{value} is not a whole number")))
        parser.register("type", float, _reader(float, say, N_("{value} is not a number")))
        yield parser


@contextmanager
def _translated(say: Say) -> Iterator[None]:
    """argparse gets its words from gettext by these two names, and gettext has none of ours: they are lent to it."""
    names = vars(argparse)
    theirs = names["_"], names["ngettext"]
    names["_"], names["ngettext"] = say, lambda one, many, n: say(one if n == 1 else many)
    try:
        yield
    finally:
        names["_"], names["ngettext"] = theirs


def _reader(kind: Callable[[str], Any], say: Say, refusal: str) -> Callable[[str], Any]:
    """Reads a value, and says what is wrong with it in words for people (argparse: "invalid int value")."""

    def read(text: str) -> Any:
        try:
            return kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(say(refusal, value=repr(text)[:60])) from None

    return read
