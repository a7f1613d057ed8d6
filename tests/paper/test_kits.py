"""Whole kits, opened: pages and their sizes, texts that can be found, no raster image, every font inside."""

import functools
import io
import re
import subprocess
import sys

import pytest
from pypdf import PdfReader

import brelan
from brelan.model import contract
from brelan.model.errors import BrelanError
from brelan.paper import kit, score_sheet
from brelan.paper.formats import PAPERS
from brelan.paper.press import Document, quoted
from brelan.paper.rulebook import typeset
from brelan.school.blocks import FENCE
from brelan.school.rulebooks import ABOUT

from .reading import words_of

POINTS = 72 / 25.4  # to a millimetre
BOTH = ("fr,en", "letter", "long")  # whose texts are read: that is what takes time
KITS = [("fr", "a4", ""), BOTH, ("en", "a4", "short")]
EVERY = [(game, *how) for game in brelan.games() for how in KITS]


@functools.cache
def made(game, languages, paper, duplex):
    return kit(brelan.game(game), languages, paper, duplex)


@functools.cache
def opened(game, languages, paper, duplex):
    return PdfReader(io.BytesIO(made(game, languages, paper, duplex)))


@functools.cache
def texts(game):
    return [words_of(page) for page in opened(game, *BOTH).pages]


def squeezed(words):
    """Words without spaces and hyphens: where lines break is not their affair."""
    return re.sub(r"[\s\u00ad\u00a0\u202f-]+", "", words)


def objects(reader):
    """Every dictionary of a PDF."""
    return [found for number in range(1, reader.trailer["/Size"]) if isinstance(found := _object(reader, number), dict)]


def _object(reader, number):
    from pypdf.generic import IndirectObject

    try:
        return IndirectObject(number, 0, reader).get_object()
    except Exception:  # a number nobody uses
        return None


@pytest.mark.parametrize(("game", "languages", "paper", "duplex"), EVERY)
def test_pages_are_of_the_paper_and_the_file_is_small(game, languages, paper, duplex):
    size = PAPERS[paper]
    for page in opened(game, languages, paper, duplex).pages:
        assert float(page.mediabox.width) == pytest.approx(size.width * POINTS, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(size.height * POINTS, abs=0.1)
    assert len(made(game, languages, paper, duplex)) < 3_000_000


@pytest.mark.parametrize(("game", "languages", "paper", "duplex"), EVERY)
def test_everything_is_text_or_vector_and_every_font_is_inside(game, languages, paper, duplex):
    found = objects(opened(game, languages, paper, duplex))
    assert not [one for one in found if one.get("/Subtype") == "/Image"]
    described = [one for one in found if one.get("/Type") == "/FontDescriptor"]
    fonts = [one for one in found if one.get("/Type") == "/Font"]
    assert described and fonts
    for descriptor in described:
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor), descriptor["/FontName"]
        assert re.search("Libertinus|NewComputerModern|NewCM|DejaVu", str(descriptor["/FontName"]))
    for font in fonts:  # each has a description of its own or is a shell round one that has
        assert "/FontDescriptor" in font or "/DescendantFonts" in font, font


@pytest.mark.parametrize("game", brelan.games())
def test_the_rulebook_the_memo_and_the_contents_can_be_read(game):
    found, whole = brelan.game(game), squeezed(" ".join(texts(game)))
    for lang in ("fr", "en"):
        book = (found.folder / f"rulebook.{lang}.md").read_text(encoding="utf-8")
        for heading in re.findall(r"^## (.*)$", book, re.M):
            assert squeezed(typeset(heading, lang)) in whole, heading
        for words in re.findall(r"\*\*([^*]+)\*\*", book):
            for word in typeset(words, lang).split():  # a page may end between two
                assert squeezed(word) in whole, words
        say = found.say(lang)
        for note in found.paper.memo(say):
            assert whole.count(squeezed(typeset(note.title, lang))) >= found.seats[-1]
        for sheet in found.paper.sheets(say):
            assert squeezed(sheet.title) in whole
        assert squeezed(say("How to put it together")) in whole
        assert squeezed(typeset(say(found.blurb), lang)) in whole


@pytest.mark.parametrize("game", brelan.games())
def test_no_letter_is_missing(game):
    """What a font lacks comes out as nothing, or as a box: every letter of the rulebooks comes out as itself."""
    whole = "".join(texts(game))
    assert "\ufffd" not in whole and "\x00" not in whole
    wanted = set()
    for lang in ("fr", "en"):
        book = (brelan.game(game).folder / f"rulebook.{lang}.md").read_text(encoding="utf-8")
        wanted |= set(typeset(ABOUT.sub("", FENCE.sub("", book)), lang))  # positions are drawn
    markup = set("#*|`-\n\u00a0 \u202f")
    assert wanted - set(whole) - markup == set()


def test_contents_name_the_pages_things_lie_on():
    pages = opened("spacepoker", "fr", "a4", "").pages
    contents = next(text for page in pages[:5] if "Le contenu" in (text := words_of(page)))
    first, last = map(int, re.search(r"Les vaisseaux\s*35\s*(\d+)–(\d+)", contents).groups())
    assert last - first == 3
    for number in (first, last):
        assert "SpacePoker · Les vaisseaux" in words_of(pages[number - 1])
    assert "SpacePoker · Les vaisseaux" not in words_of(pages[last])
    opener = int(re.search(r"ouvreur\s*1\s*(\d+)", contents)[1])
    assert "bouton" in words_of(pages[opener - 1])


@pytest.mark.parametrize("game", brelan.games())
def test_on_both_sides_every_sheet_begins_with_its_front(game):
    """The third page of a sheet of two would be printed on the back of something else."""
    pages = texts(game)
    fronts = [number for number, text in enumerate(pages, 1) if "5 cm, si" in text]
    assert fronts and all(number % 2 == 1 for number in fronts)
    memos = [number for number, text in enumerate(pages, 1) if text.count("Mémo\n") or text.count("Memo\n")]
    sheets = [brelan.game(game).paper.score_sheet(brelan.game(game).say(lang)).title for lang in ("fr", "en")]
    scores = [number for number, text in enumerate(pages, 1) for title in sheets if f"· {title}" in text]
    assert len(scores) == 2 and memos
    assert all(number % 2 == 1 for number in memos + scores if number > fronts[-1])


@pytest.mark.parametrize("game", brelan.games())
def test_there_is_a_memo_for_every_player(game):
    found = brelan.game(game)
    for lang in ("fr", "en"):
        last = squeezed(typeset(found.paper.memo(found.say(lang))[-1].title, lang))
        count = [squeezed(text).count(last) for text in texts(game)[-2 * found.seats[-1] - 6 :]]
        assert sum(count) == found.seats[-1] and max(count) == 2  # two on a page, each whole


def test_the_same_kit_is_the_same_file():
    assert kit(brelan.game("4d"), *KITS[0]) == made("4d", *KITS[0])  # no date, no number of its own


def test_a_score_sheet_alone():
    reader = PdfReader(io.BytesIO(score_sheet(brelan.game("dodeka"), "fr,en", "letter")))
    assert len(reader.pages) == 2
    assert "La grille du match" in reader.pages[0].extract_text()
    assert "The match grid" in reader.pages[1].extract_text()


def test_a_game_without_paper_prints_its_rulebook(monkeypatch):
    """The whole part may be left out, and every name of it."""
    from types import ModuleType

    empty = contract.filled(contract.Paper, ModuleType("nothing"))
    assert empty.sheets(None) == [] and empty.memo(None) == [] and empty.figures(None) == {}
    assert empty.score_sheet(None) is None
    game = brelan.game("4d")
    monkeypatch.setitem(game.__dict__, "paper", empty)
    pages = [words_of(page) for page in PdfReader(io.BytesIO(kit(game, "en"))).pages]
    assert any("The rules of 4D" in text for text in pages) and not any("5 cm" in text for text in pages)
    with pytest.raises(BrelanError, match="no score sheet"):
        score_sheet(game, "en")


@pytest.mark.parametrize(
    ("how", "says"),
    [
        (("de", "a4", ""), "fr, in en or in fr,en"),
        (("", "a4", ""), "fr, in en or in fr,en"),
        (("fr", "a3", ""), "a4 or letter"),
        (("fr", "a4", "upside"), "long or its short edge"),
    ],
)
def test_what_cannot_be_printed_is_said(how, says):
    with pytest.raises(BrelanError, match=says):
        kit(brelan.game("4d"), *how)


def test_words_are_never_read_as_commands():
    rude = 'Ka"ty\\ #panic("x") $x$ [*] // \n\u0007 `y` </text>'
    document = Document("t", "en", PAPERS["a4"])
    document.add("#" + quoted(rude) + ";")
    text = PdfReader(io.BytesIO(document.pdf())).pages[0].extract_text()
    assert 'Ka"ty\\ #panic("x") $x$ [*] //' in text and "</text>" in text


def test_without_typst_one_sentence_says_what_to_install():
    script = (
        "import sys; sys.modules['typst'] = None\n"
        "from brelan.cli import main\n"
        "sys.argv = ['brelan', 'print', '4d', '--lang', 'en']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.strip().endswith("pip install 'brelan[print]'")
