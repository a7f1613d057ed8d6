"""A game's options, declared once: they drive validation, the command line, the record's header and the web form."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import OptionError
from .words import N_, Say, Sentence

Value = int | str | bool
Default = Value | Callable[[Mapping[str, Value]], Value]

_YES = {"yes", "true", "on", "1", "oui", "vrai"}
_NO = {"no", "false", "off", "0", "non", "faux"}
_LONGEST = 20  # characters of a number: longer ones take Python for ever to read, or it refuses to


@dataclass(frozen=True)
class Option:
    """One option.

    `label` is a message of the game's catalogue; the struct holds the value as an integer under `name`.

    Examples:
        >>> target = number("target", "points that end a partie", 100, 5000, default=700, step=10, also=(0,))
        >>> target.name, target.label, target.default, target.low, target.high, target.step, target.also
        ('target', 'points that end a partie', 700, 100, 5000, 10, (0,))
        >>> target.read("500"), str(target.takes())
        (500, '0 or a whole number from 100 to 5000 in steps of 10')
        >>> turn = choice("turn", "how the square is turned", ("strict", "free"), "strict", ("really", "or not"))
        >>> turn.choices, turn.words, turn.encode("free"), turn.decode(1), turn.is_number
        (('strict', 'free'), ('really', 'or not'), 1, 'free', False)
        >>> pairs = flag("pairs", "a paire scores", default=True)
        >>> pairs.is_flag, pairs.read("oui"), pairs.write(True), pairs.encode(True)
        (True, True, 'yes', 1)
        >>> from brelan.model.words import speaker
        >>> pairs.told(False, speaker("en")), otherwise({"pairs": False}, {"pairs": True}, [pairs]) == [pairs]
        ('a paire scores: no', True)
    """

    name: str
    label: str
    default: Default
    low: int = 0
    high: int = 0
    step: int = 1
    also: tuple[int, ...] = ()  # single values outside low–high
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = field(default=())  # one message for each choice

    @property
    def is_number(self) -> bool:
        """Whether it takes whole numbers."""
        return not self.choices

    @property
    def is_flag(self) -> bool:
        """Whether it takes yes or no."""
        return self.choices == ("no", "yes")

    def takes(self) -> Sentence:
        """What the option takes, for error messages and help."""
        if len(self.choices) == 2:
            return Sentence("{one} or {other}", one=self.choices[0], other=self.choices[1])
        if self.choices:
            return Sentence("one of {choices}", choices=", ".join(self.choices))
        numbers = Sentence("a whole number from {low} to {high}", low=self.low, high=self.high)
        if self.step > 1:
            numbers = Sentence(
                "a whole number from {low} to {high} in steps of {step}", low=self.low, high=self.high, step=self.step
            )
        for value in reversed(self.also):
            numbers = Sentence("{one} or {other}", one=value, other=numbers)
        return numbers

    def read(self, value: Any) -> Value:
        """The value in its own type, from what a person, a form or a record gave; OptionError if it does not fit."""
        if self.is_flag:
            text = _text(value).strip().lower()
            if text in _YES | _NO:
                return text in _YES
        elif self.choices:
            if _text(value) in self.choices:
                return _text(value)
        else:
            try:
                number = int(text) if len(text := _text(value)) <= _LONGEST else None
            except ValueError:
                number = None
            if number is not None and not isinstance(value, bool):
                in_range = self.low <= number <= self.high and (number - self.low) % self.step == 0
                if in_range or number in self.also:
                    return number
        raise OptionError(
            N_("Option {name} takes {takes}; {value} is not that."),
            name=self.name,
            takes=self.takes(),
            value=brief(value),
        )

    def encode(self, value: Value) -> int:
        """The integer the struct holds."""
        return self.choices.index(self.write(value)) if self.choices else int(value)

    def decode(self, code: int) -> Value:
        """The value an integer of the struct stands for."""
        return self.read(self.choices[code]) if self.choices else code

    def write(self, value: Value) -> str:
        """The value as the record and the command line write it."""
        return ("yes" if value else "no") if self.is_flag else str(value)

    def told(self, value: Value, say: Say) -> str:
        """The option and its value, for people."""
        if self.is_flag:
            shown = say("yes") if value else say("no")
        elif self.choices:
            shown = say(self.words[self.choices.index(str(value))]) if self.words else str(value)
        else:
            shown = say.number(int(value))
        return say.colon(say(self.label), shown)


def otherwise(values: Mapping[str, Value], usual: Mapping[str, Value], options: Sequence[Option]) -> list[Option]:
    """The options that are not as usual."""
    return [option for option in options if values[option.name] != usual[option.name]]


def _text(value: Any) -> str:
    """What was given, as text; "" for a number too long to be written."""
    try:
        return str(value)
    except ValueError:
        return ""


def brief(value: Any) -> str:
    """What was given, as an error message shows it."""
    try:
        return repr(value)[:60]
    except ValueError:
        return "…"


def number(
    name: str, label: str, low: int, high: int, default: Default, step: int = 1, also: tuple[int, ...] = ()
) -> Option:
    """A whole number from `low` to `high`.

    Examples:
        >>> number("hands", "hands played", 0, 200, default=10).read(201)
        Traceback (most recent call last):
            ...
        brelan.model.errors.OptionError: Option hands takes a whole number from 0 to 200; 201 is not that.
    """
    return Option(name, label, default, low, high, step, also)


def choice(name: str, label: str, choices: tuple[str, ...], default: str, words: tuple[str, ...]) -> Option:
    """One of several named readings; `words` says each of them to people.

    Examples:
        >>> str(choice("win", "planets count", ("points", "cards"), "points", ("by value", "by number")).takes())
        'points or cards'
    """
    return Option(name, label, default, choices=choices, words=words)


def flag(name: str, label: str, default: bool) -> Option:
    """Yes or no.

    Examples:
        >>> flag("gifts", "others may give", default=True).read("no")
        False
    """
    return Option(name, label, default, choices=("no", "yes"))


def complete(
    options: Sequence[Option], given: Mapping[str, Any], check: Callable[[Mapping[str, Value]], Sentence | None]
) -> dict[str, Value]:
    """All options with their values: those given, validated, and the defaults of the others.

    `check` is the game's own word on values that contradict each other: a sentence, or None.

    Examples:
        >>> complete([number("hands", "hands played", 0, 200, default=10)], {}, check=lambda values: None)
        {'hands': 10}
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            takes = ", ".join(known) if known else Sentence("no options")
            raise OptionError(
                N_("There is no option {name}; this game takes {options}."), name=repr(name)[:60], options=takes
            )
    chosen = {name: known[name].read(value) for name, value in given.items()}
    for option in options:
        if option.name not in chosen:
            default = option.default
            chosen[option.name] = option.read(default(chosen) if callable(default) else default)
    values = {option.name: chosen[option.name] for option in options}
    wrong = check(values)
    if wrong:
        raise OptionError(wrong.message, **wrong.values)
    return values
