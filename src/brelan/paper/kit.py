"""A game's kit: a cover, its rulebook, contents and assembly, its pieces, a memo for every player, a score sheet."""

from collections.abc import Sequence

from ..dev.covers import cover_file
from ..draw.cutouts import Board, Cell, Deck, Nets, Note, Sheet
from ..model.errors import BrelanError
from ..model.words import N_, Say
from ..play.catalogue import Game
from .formats import Format, duplex_named, languages_named, paper_named
from .layout import Page, lay
from .press import Document, millimetres, must_print, quoted, written
from .rulebook import rulebook, typeset
from .steps import steps


def kit(game: Game, languages: str = "fr", paper: str = "a4", duplex: str = "") -> bytes:
    """Everything a family needs to play the game on the kitchen table, as a PDF.

    `languages`: "fr", "en", or both: "fr,en", the pieces' own words being in the first. `duplex`: "" to fold and glue,
    "long" or "short" for a printer that prints both sides and turns the sheet over that edge.

    Examples:
        >>> import brelan
        >>> from brelan.paper import kit
        >>> kit(brelan.game("4d"), "fr,en", "letter", "long")[:5]
        b'%PDF-'
    """
    return kit_document(game, languages, paper, duplex).pdf()


def kit_document(game: Game, languages: str, paper: str, duplex: str) -> Document:
    must_print()
    langs, size, duplex = languages_named(languages), paper_named(paper), duplex_named(duplex)
    say = game.say(langs[0])
    document = Document(game.title, langs[0], size)
    sheets = game.paper.sheets(say)
    pages = lay(sheets, game.title, size, duplex, say)
    for lang in langs:
        document.add(_cover(game, lang, size, document))
        document.add(_rules(game, lang, document))
        document.add(_assembly(game, sheets, pages, duplex, lang, document))
    document.add("#set page(footer: none)")  # nor on the blank backs between sheets
    for page in pages:
        document.add(_sheet(page, size, duplex, document))
    for lang in langs:
        _memos(game, lang, size, duplex, document)
        _score_sheet(game, lang, duplex, document)
    return document


def score_sheet(game: Game, languages: str = "fr", paper: str = "a4") -> bytes:
    """A sheet to write the scores on, alone: a page for each language.

    Examples:
        >>> import brelan
        >>> from brelan.paper import score_sheet
        >>> score_sheet(brelan.game("dodeka"), "fr", "a4")[:5]
        b'%PDF-'
    """
    document = Document(game.title, languages_named(languages)[0], paper_named(paper))
    for lang in languages_named(languages):
        if not _score_sheet(game, lang, "", document):
            raise BrelanError(N_("{game} has no score sheet."), game=game.title)
    return document.pdf()


def _in(lang: str, content: str) -> str:
    """Content in a language: how it is hyphenated and quoted."""
    return f"#[#set text(lang: {quoted(lang)})\n{content}]"


def seats_told(game: Game, say: Say) -> str:
    low, high = game.seats[0], game.seats[-1]
    seats = say("{n} players", n=low) if low == high else say("{low} to {high} players", low=low, high=high)
    return " · ".join((seats, say("about {n} min", n=game.minutes), say("from {n} years", n=game.age)))


def _cover(game: Game, lang: str, paper: Format, document: Document) -> str:
    say = game.say(lang)
    svg = cover_file(game, lang).read_text(encoding="utf-8")
    picture = document.fitted(svg, paper.width - 50, paper.height * 0.46)
    blurb = typeset(say(game.blurb), lang)
    below = say("To print, cut, fold and play")
    words = ", ".join(quoted(part) for part in (game.title, seats_told(game, say), blurb))
    return _in(lang, f"#cover({words}, {picture}, {quoted(below)})")


def _rules(game: Game, lang: str, document: Document) -> str:
    say = game.say(lang)
    title = say("The rules of {game}", game=game.title)
    book = rulebook(game, lang, document)
    return _in(lang, f"#heading(level: 1)[{written(title)}]\n#columned[{book}]\n#pagebreak(weak: true)")


# --- contents and assembly


def _assembly(
    game: Game, sheets: Sequence[Sheet], pages: Sequence[Page], duplex: str, lang: str, document: Document
) -> str:
    if not sheets:
        return ""
    say, own = game.say(lang), game.paper.sheets(game.say(lang))
    rows = []
    for number, sheet in enumerate(own):
        many = "" if isinstance(sheet, Board) else say.number(len(_things(sheet)))
        if any(number in page.holds for page in pages):
            rows.append(f"{_cell(sheet.title)}, [{written(many)}], pages-of({_mark(number)}, {_mark(number)})")
    if game.paper.memo(say):
        memos = say("Memos, one for every player")
        rows.append(f"{_cell(memos)}, [{written(str(game.seats[-1]))}], page-of(<memo-{lang}>)")
    score = game.paper.score_sheet(say)
    if score is not None:
        rows.append(f"{_cell(score.title)}, [], page-of(<score-{lang}>)")
    head = ", ".join(f"[#strong[{written(word)}]]" for word in (say("What"), say("How many"), say("Pages")))
    table = f"#table(columns: (1fr, auto, auto), align: (left, right, right), {head}, {', '.join(rows)})"
    shown = steps(own, duplex, say)
    done = ", ".join(
        f"step({quoted(str(at))}, {document.drawing(step.drawing)}, {quoted(typeset(step.words, lang))})"
        for at, step in enumerate(shown, 1)
    )
    grid = f"#grid(columns: (1fr,) * 3, column-gutter: 8mm, row-gutter: 7mm, {done})"
    titles = [written(say("What is in this kit")), written(say("How to put it together"))]
    body = f"#heading(level: 1)[{titles[0]}]\n{table}\n#heading(level: 2)[{titles[1]}]\n{grid}"
    return _in(lang, f"#[#set text(10pt)\n#set par(justify: false)\n{body}]\n#pagebreak(weak: true)")


def _things(sheet: Deck | Nets) -> Sequence[object]:
    return sheet.pieces if isinstance(sheet, Deck) else sheet.nets


def _cell(words: str) -> str:
    return f"[{written(words)}]"


def _mark(number: int) -> str:
    return f"<sheet-{number}>"


def _sheet(page: Page, paper: Format, duplex: str, document: Document) -> str:
    """A page of pieces. With duplex every sheet of paper begins with its front."""
    first = '#pagebreak(to: "odd", weak: true)\n' if duplex and not page.back else ""
    marks = "".join(f"#metadata({number}){_mark(number)}" for number in page.holds)
    size = f"{millimetres(paper.width)}, {millimetres(paper.height)}"
    return f"{first}#sheet({quoted(document.svg(page.svg))}, {size}, [{marks}])"


# --- memos and scores


def _memos(game: Game, lang: str, paper: Format, duplex: str, document: Document) -> None:
    """Two memos on a page, as many as may play."""
    say = game.say(lang)
    notes = game.paper.memo(say)
    if not notes:
        return
    word = say("Memo")
    title = f'#text(15pt, weight: "bold")[{written(game.title)}] #h(1fr) #text(9pt, fill: soft)[{written(word)}]'
    inside = "".join(f"[{_note(note, lang, document)}], " for note in notes)
    memo = f"[{title}\n#v(0.2em)\n#evenly(8mm, ({inside}))]"
    seats = game.seats[-1]
    for at in range(0, seats, 2):
        odd = '#pagebreak(to: "odd", weak: true)\n' if duplex else ""
        second = memo if at + 1 < seats else "none"
        page = f"#memos({millimetres(paper.height)}, {'true' if second == memo else 'false'}, {memo}, {second})"
        mark = f"#metadata(0)<memo-{lang}>" if at == 0 else ""
        document.add(_in(lang, odd + (page.replace("[", f"[{mark}", 1) if mark else page)))


def _note(note: Note, lang: str, document: Document) -> str:
    inside = "".join(f"#par(justify: false)[{written(typeset(line, lang))}]" for line in note.lines)
    if note.rows:
        width = len(note.rows[0])
        cells = ", ".join(_memo_cell(cell, lang, document) for row in note.rows for cell in row)
        columns = ", ".join("1fr" if at == _widest(note.rows) else "auto" for at in range(width))
        inside += f"#table(columns: ({columns},), inset: (x: 3pt, y: 2.4pt), align: left + horizon, {cells})"
    return f"#note({quoted(typeset(note.title, lang))})[{inside}]"


def _widest(rows: Sequence[Sequence[Cell]]) -> int:
    """The column with the most words: it takes what room is left."""
    lengths = [max(len(cell) if isinstance(cell, str) else 0 for cell in column) for column in zip(*rows, strict=True)]
    return lengths.index(max(lengths))


def _memo_cell(cell: Cell, lang: str, document: Document) -> str:
    return f"[{written(typeset(cell, lang))}]" if isinstance(cell, str) else document.drawing(cell)


def _score_sheet(game: Game, lang: str, duplex: str, document: Document) -> bool:
    """A page to write on; False if the game has none."""
    sheet = game.paper.score_sheet(game.say(lang))
    if sheet is None:
        return False
    odd = '#pagebreak(to: "odd", weak: true)\n' if duplex else ""
    title = f"[{written(f'{game.title} · {sheet.title}')}#metadata(0)<score-{lang}>]"
    words = f"{quoted(typeset(sheet.note, lang))}, {quoted(sheet.row)}, {game.seats[-1]}, {sheet.rows}"
    summed = "true" if sheet.summed else "false"
    document.add(_in(lang, f"{odd}#score-sheet({title}, {words}, {summed})"))
    return True
