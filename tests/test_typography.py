"""French is set as the French set it: no-break spaces before : ; ! ? % and inside « », and ’ for every apostrophe."""

import re

import pytest

import brelan
from brelan.dev import covers, messages
from brelan.model.names import harmless

NO_BREAK = "\u00a0\u202f"  # the ordinary and the narrow one
CODE = re.compile(r"`[^`]*`|pip install \S+|\w+://\S+|%\(\w+\)[rs]|%s|\{name\}:")  # as it must stand
FAULTS = {
    "a plain space before : ; ! ? % or »": re.compile(r"[^\s|] [:;!?%»]"),
    "no space before ; ! ? % or »": re.compile(rf"[^\s{NO_BREAK}(:;!?%»«.…|<][;!?%»]"),
    "no space before :": re.compile(rf"[^\s{NO_BREAK}(:;!?%»«|*\d-]:(?=\s|$)"),
    "no no-break space after «": re.compile(rf"«(?![{NO_BREAK}])"),
    "a straight apostrophe": re.compile(r"'"),
    "straight quotes": re.compile(r'"'),
}


def faults(text: str) -> list[str]:
    """What a typesetter would mark in a French text."""
    text = CODE.sub("code", text)
    return [fault for fault, sign in FAULTS.items() if sign.search(text)]


@pytest.mark.parametrize("room", messages.rooms(), ids=lambda room: room.name)
def test_messages(room):
    for message in messages.existing(room):
        if message.id:
            for text in message.string if isinstance(message.string, tuple) else (message.string,):
                assert faults(text) == [], text


def prose(text: str) -> list[str]:
    """The lines people read: of a fenced block what is said, and no comment (docs/lessons.md)."""
    found, fenced = [], False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        said = re.match(r"(?:said|caption): (.*)", line)
        if fenced and said:
            found.append(said[1])
        elif not fenced and not re.match(r"```|\s*<!-- |## when: ", line) and not re.fullmatch(r"[|:\s-]+", line):
            found.append(line)
    return found


@pytest.mark.parametrize("game", brelan.games())
def test_rulebooks_and_lessons(game):
    folder = brelan.game(game).folder
    for file in [folder / "rulebook.fr.md", *(folder / "lessons").glob("*.fr.md")]:
        for line in prose(file.read_text(encoding="utf-8")):
            assert faults(line) == [], f"{file.name}: {line}"


@pytest.mark.parametrize("game", brelan.games())
def test_covers(game):
    for text in re.findall(r">([^<>]+)<", covers.draw_cover(brelan.game(game), "fr")):
        assert faults(text) == [], text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Gaston : 12", "a plain space before : ; ! ? % or »"),
        ("57 % de chances", "a plain space before : ; ! ? % or »"),
        ("Gaston: 12", "no space before :"),
        ("Vraiment?", "no space before ; ! ? % or »"),
        ("« oui\u00a0»", "no no-break space after «"),
        ("l'attaque", "a straight apostrophe"),
        ('le "full"', "straight quotes"),
    ],
)
def test_a_fault_is_found(text, fault):
    assert fault in faults(text)


def test_good_french_passes():
    assert faults("L’attaque\u00a0: «\u00a0oui\u00a0», 57\u202f% de chances\u00a0! (Vraiment\u00a0?) `a: 'b'`") == []


def test_the_terminal_prints_french_as_it_is_set():
    said = "Gaston\u00a0: 57\u202f% de chances"
    assert harmless(said) == said and harmless("a\x1b[2J") == "a\N{REPLACEMENT CHARACTER}[2J"
