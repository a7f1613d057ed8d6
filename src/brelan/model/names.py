"""Names and other people's words, as they may be shown: nothing invisible, nothing a terminal would obey."""

import unicodedata

# What Unicode calls ignorable by default and Python nevertheless calls printable: fillers, joiners, variation
# selectors. And the blank of Braille, which is as empty as a space.
_UNSEEN = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0100, 0xE01EF),
)
_DROPPED = {code for low, high in _UNSEEN for code in range(low, high + 1)}
_MARKS = 2  # accents heaped upon one letter, at most


def visible(text: str) -> str:
    """The text without what nobody can see or what would cover its neighbours; "" if nothing is left to be seen.

    Control characters and escape sequences are not printable: they go too.
    """
    kept: list[str] = []
    marks = 0
    for letter in text:
        if ord(letter) in _DROPPED or not (letter.isprintable() or letter.isspace()):
            continue
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks <= _MARKS:
            kept.append(letter)
    cleaned = " ".join("".join(kept).split())
    return cleaned if any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned) else ""


NO_BREAK = "\u00a0\u202f"  # French sets them before : ; ! ? and %


def harmless(text: str) -> str:
    """A line for a terminal: what the terminal would obey instead of showing is shown as a question mark."""
    fit = (letter if letter.isprintable() or letter in NO_BREAK else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return "".join(fit)
