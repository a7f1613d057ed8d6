"""Collects the messages of the code into the catalogues: `python -m brelan.dev.messages` (or `make messages`).

The core's messages go to `brelan/locale/fr.po`, the web house's and each game's to `locale/fr.po` in its folder. French
that is there already is kept, what the code no longer says is dropped, and what has no French yet is named.
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from ..model.words import PACKAGE, rooms

KEYWORDS = {
    "say": None,
    "count": (1, 2),
    "N_": None,
    "number": (2,),
    "choice": (2,),
    "flag": (2,),
    "_": None,
    "Sentence": None,
}
METHODS = [("**.py", "python"), ("**.html", "jinja2")]


def collected(folder: Path) -> Catalog:
    """The messages of the code in a folder, with no translation."""
    catalog = Catalog(locale="fr", project="Brelan", charset="utf-8")
    own = (PACKAGE / "games", PACKAGE / "house")  # these have catalogues of their own
    for name, _line, message, _comments, _context in extract_from_dir(folder, METHODS, keywords=KEYWORDS):
        if folder == PACKAGE and any(other in (folder / name).parents for other in own):
            continue
        if any(letter.isalpha() for letter in str(message)):
            catalog.add(message)
    return catalog


def existing(folder: Path) -> Catalog:
    """The folder's catalogue as it stands on disk."""
    file = folder / "locale" / "fr.po"
    if not file.exists():
        return Catalog(locale="fr")
    with file.open("rb") as stream:
        return read_po(stream, locale="fr")


def missing(folder: Path) -> list[str]:
    """Messages of the folder that have no French."""
    french = existing(folder)
    lacking = []
    for message in collected(folder):
        if not message.id:
            continue
        known = french.get(message.id[0] if isinstance(message.id, tuple) else message.id)
        strings = (known.string if isinstance(known.string, tuple) else (known.string,)) if known else ()
        if not strings or not all(strings) or (known and known.fuzzy):
            lacking.append(str(message.id))
    return lacking


def update(folder: Path) -> None:
    """Brings the folder's catalogue up to date with the code."""
    catalog, french = collected(folder), existing(folder)
    for message in catalog:
        known = french.get(message.id[0] if isinstance(message.id, tuple) else message.id)
        if message.id and known and isinstance(known.string, tuple) == isinstance(message.id, tuple):
            message.string = known.string
    (folder / "locale").mkdir(exist_ok=True)
    with (folder / "locale" / "fr.po").open("wb") as stream:
        write_po(stream, catalog, sort_output=True, omit_header=True, width=150, no_location=True)


def main() -> None:
    for folder in rooms():
        update(folder)
        for message in missing(folder):
            print(f"{folder.name}: no French for {message}", file=sys.stderr)


if __name__ == "__main__":
    main()
