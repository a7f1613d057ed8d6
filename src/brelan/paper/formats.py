"""Papers and their measures, in millimetres."""

from dataclasses import dataclass

from ..model.errors import BrelanError
from ..model.words import LANGUAGES, N_


@dataclass(frozen=True)
class Format:
    name: str
    width: float
    height: float


PAPERS = {paper.name: paper for paper in (Format("a4", 210.0, 297.0), Format("letter", 215.9, 279.4))}
DUPLEX = ("long", "short")  # the edge the printer turns the sheet over
MARGIN = 5.0  # what no home printer reaches
BAND = 14.0  # from the edge of the paper to where pieces begin: title above, ruler below
GAP = 3.0  # from the fold to the pieces
RULER = 50.0


def paper_named(name: str) -> Format:
    if name not in PAPERS:
        raise BrelanError(N_("The paper is a4 or letter, not {name}."), name=repr(name)[:40])
    return PAPERS[name]


def duplex_named(name: str) -> str:
    if name and name not in DUPLEX:
        raise BrelanError(N_("A sheet is turned over its long or its short edge, not {name}."), name=repr(name)[:40])
    return name


def languages_named(names: str) -> tuple[str, ...]:
    """The languages of a kit, from "fr", "en", "fr,en" or "en,fr"."""
    found = tuple(dict.fromkeys(name.strip() for name in names.split(",")))
    if not found or any(name not in LANGUAGES for name in found):
        raise BrelanError(N_("A kit is in fr, in en or in fr,en, not in {names}."), names=repr(names)[:40])
    return found
