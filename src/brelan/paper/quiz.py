"""A sheet of problems, easy ones first, with the solutions upside down at its end."""

from ..model.errors import BrelanError
from ..model.words import N_, Say
from ..play.catalogue import Game
from ..play.state import State
from ..school import problems
from ..school.problems import GRADES, Problem, Step
from .formats import languages_named, paper_named
from .press import Document, must_print, quoted, written
from .rulebook import typeset

SIDE, GUTTER, TALLEST = 17.0, 8.0, 62.0  # millimetres: beside the text, between its columns; of a position
MOST = 60


def problem_sheet(game: Game, many: int = 12, languages: str = "fr", paper: str = "a4") -> bytes:
    """So many problems to solve with a pencil: those of the last days, today's not among them.

    Examples:
        >>> import brelan
        >>> from brelan.paper import problem_sheet
        >>> problem_sheet(brelan.game("dodeka"), 2, "en")[:5]
        b'%PDF-'
    """
    return problem_document(game, many, languages, paper).pdf()


def problem_document(game: Game, many: int, languages: str, paper: str) -> Document:
    must_print()
    langs, size = languages_named(languages), paper_named(paper)
    chosen = lately(game, many)
    document = Document(game.title, langs[0], size)
    for lang in langs:
        document.add(_sheet(game, chosen, lang, document))
    return document


def lately(game: Game, many: int) -> list[Problem]:
    """The problems of the last days, the easiest first."""
    every = problems.order(game)
    most = min(MOST, len(every) - 1)
    if not 1 <= many <= most:
        raise BrelanError(
            N_("{game} has 1 to {most} problems to print, not {many}."), game=game.title, most=most, many=many
        )
    today = every.index(problems.of_the_day(game, problems.today()).id)
    found = [problems.collection(game)[every[today - back]] for back in range(1, many + 1)]
    return sorted(found, key=lambda one: (one.grade, one.turns))


def _sheet(game: Game, chosen: list[Problem], lang: str, document: Document) -> str:
    say = game.say(lang)
    title = say("{game}: problems", game=game.title)
    cells, solutions = [], []
    for number, problem in enumerate(chosen, 1):
        state = problems.position(problem, game, lang)
        cells.append(f"[{_asked(number, problem, state, say, document)}]")
        solutions.append(
            f"#par(justify: false)[#strong[{written(f'{number}.')}] {written(_solved(problem, state, say))}]"
        )
    upside = say("Solutions")
    half = (len(solutions) + 1) // 2
    left, right = "\n".join(solutions[:half]), "\n".join(solutions[half:])
    return (
        f"#[#set text(lang: {quoted(lang)})\n#heading(level: 1)[{written(title)}]\n"
        f"#grid(columns: (1fr, 1fr), column-gutter: {GUTTER}mm, row-gutter: 7mm, {', '.join(cells)})\n"
        f"#v(1fr, weak: true)\n#block(breakable: false, width: 100%, rotate(180deg, reflow: true, block(width: 100%)["
        f"#heading(level: 2)[{written(upside)}]\n#set text(8.5pt)\n#set par(spacing: 0.5em)\n"
        f"#grid(columns: (1fr, 1fr), column-gutter: {GUTTER}mm)[{left}][{right}]]))\n"
        f"#pagebreak(weak: true)]"
    )


def _asked(number: int, problem: Problem, state: State, say: Say, document: Document) -> str:
    """One problem: its picture as the solver sees it, and what is asked."""
    view = state.view(problem.seat)
    game = state.game
    hint = game.table.hint(view, say)
    choice = problems.choice_words(problem, state, say)
    view["moves"] = []  # nothing can be pressed on paper
    column = (document.paper.width - 2 * SIDE - GUTTER) / 2
    picture = document.fitted(game.table.svg(view, say), column, TALLEST)
    grade = "●" * problem.grade + "○" * (len(GRADES) - problem.grade)
    asked = problems.question(problem, say)
    words = " ".join(filter(None, (hint, choice[:1].upper() + choice[1:])))
    return (
        f'#block(breakable: false, width: 100%)[#text(12pt, weight: "bold")[{written(f"{number}. {asked}")}]'
        f"#h(1fr)#text(8pt, fill: brass)[{written(grade)}]\\\n#v(-1mm)#align(center, {picture})\n"
        f"#v(-2mm)#text(8.5pt, fill: soft)[#par(justify: false)[{written(typeset(words, say.lang))}]]]"
    )


def _solved(problem: Problem, state: State, say: Say) -> str:
    """The solution in words: of a win to force, its main line; then the heart of the reason."""
    told, answers, now = [], problem.answers, state
    while answers:
        move, step = next(iter(answers.items()))
        told.append(now.tell(now.parse(move), problem.seat, say.lang))
        now = _after(now, move, step) if step.answers else now
        told += [f"({reply})" for reply in step.reply]
        answers = step.answers
    line = " → ".join(told)
    reason = problems.reason_words(problem, problem.best, say.lang).split(";")[0].strip()
    return typeset(f"{line[:1].upper()}{line[1:]}. {reason[:1].upper()}{reason[1:]}", say.lang).rstrip(".") + "."


def _after(state: State, move: str, step: Step) -> State:
    after = state.copy()
    for words in (move, *step.reply):
        after.play(words)
    return after
