"""A finished game as a booklet: how it ended, its scores as a picture, its moves told, and the table drawn where it
mattered; with its review, what was luck and what was skill, and the decisions that could have been better.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ..draw.cutouts import Drawing
from ..draw.drawing import INK, INK_SOFT, PAPER_SHADE, shortened, tag
from ..draw.drawing import text as label
from ..model.contract import ASIDE, END, RESULT
from ..model.errors import BrelanError
from ..model.words import N_, Say
from ..play.catalogue import game as game_named
from ..play.record import Record
from ..play.state import State
from ..play.story import Told, told
from ..school.graph import MARK_WORDS, graph
from ..school.report import EXPLAINED, PARTS, decision_line, level_line, scale_words, told_move, why
from ..school.review import TINY, Decision, Review
from .formats import languages_named, paper_named
from .press import Document, must_print, quoted, written
from .rulebook import typeset

MOST_DRAWN, LINES_EACH = 12, 3  # positions, and how many lines there are for each at least
MISTAKES, LUCK = 4, 3  # of these, at most: the gravest decisions, the throws and deals that brought most
SIDE, GUTTER, TALLEST = 17.0, 8.0, 88.0  # millimetres: beside the text, between its columns; of a position
# One line a seat: apart by light, by dashes and by the name at its end, so that a grey print reads too.
INKS = ("#1d3f6b", "#a8322d", "#8a6a24", "#3d7a4f", "#7b4b94", "#26231f")
DASHES = (None, "6 3", "2 2.5", "9 3 2 3", "4 2 1 2 1 2", "1 3")
WIDE, TALL = 176.0, 70.0  # millimetres of the scores
GRAPH = 62.0  # of the review's graph, at most as tall: with its account it stands below the scores


def booklet(
    record: Record, languages: str = "fr", paper: str = "a4", look: Callable[[State], Review] | None = None
) -> bytes:
    """A finished game to read on paper, as somebody who only watched may know it.

    With two languages it is told twice. `look` looks the game over (`brelan.school.review.reviewed`): then its review
    is in the booklet too, and as in every review decisions and luck are seen through the eyes of their seat.

    Examples:
        >>> import brelan
        >>> from brelan.paper import booklet
        >>> state = brelan.game("4d").new(seed=1, target=10)
        >>> while state.payoff is None:
        ...     state.play(state.moves()[0])
        >>> booklet(state.record(), "en")[:5]
        b'%PDF-'
    """
    return booklet_document(record, languages, paper, look).pdf()


def booklet_document(
    record: Record, languages: str, paper: str, look: Callable[[State], Review] | None = None
) -> Document:
    must_print()
    langs, size = languages_named(languages), paper_named(paper)
    state = record.replay()
    if state.outcome is None:
        raise BrelanError(N_("This game is not over: a booklet tells a finished one."))
    document = Document(state.game.title, langs[0], size)
    review = look(state) if look else None
    for lang in langs:
        document.add(_booklet(state, lang, document, review))
    return document


@dataclass(frozen=True)
class _Shown:
    """A position worth a drawing: through whose eyes (None: who only watches), and what is said of it."""

    eyes: int | None
    caption: str


@dataclass(frozen=True)
class _Moment:
    """A move that is told, and its weight among those worth a drawing (0: none)."""

    told: Told
    lines: tuple[str, ...]
    weight: int


def _booklet(state: State, lang: str, document: Document, review: Review | None) -> str:
    game, say = state.game, state.game.say(lang)
    assert state.outcome is not None and state.payoff is not None
    moments = [_moment(move) for move in told(state, None, lang)]
    drawn = positions(moments, review, say)
    head = f"#heading(level: 1)[{written(game.title)}]"
    places = _places(state, say)
    reason = typeset(say(state.outcome.reason), lang)
    ended = reason[:1].upper() + reason[1:] + "."
    facts = f"#text(fill: soft)[{written(' · '.join(state.names))}]"
    scores = document.drawing(scores_drawn(state, say))
    source = [head, facts, _title(say("How it ended")), f"#par[{written(ended)}]", places]
    source += [_title(say("The scores")), f"#align(center, {scores})"]
    if review is not None:
        source += _account(review, say, document)
    source += ["#pagebreak(weak: true)", _title(say("How it went")), "#columned["]
    noted = {review.decisions[at].number: review.decisions[at] for at in review.marks[:EXPLAINED]} if review else {}
    if 0 in drawn:
        source.append(_position(state, 0, drawn[0], say, document))
    for moment in moments:
        number = moment.told.number
        source += [f"#par(justify: false)[{written(typeset(line, lang))}]" for line in moment.lines]
        if review is not None and number in noted:
            source.append(_remark(state, review, noted[number], number - 1 in drawn, say))
        if number in drawn:
            source.append(_position(state, number, drawn[number], say, document))
    source += ["]", "#pagebreak(weak: true)"]
    return f"#[#set text(lang: {quoted(lang)})\n#set par(spacing: 0.65em)\n" + "\n".join(source) + "]"


def _title(words: str) -> str:
    return f"#heading(level: 2)[{written(words)}]"


def _moment(move: Told) -> _Moment:
    lines = tuple(scene.text for scene in move.scenes if scene.weight != ASIDE)
    weight = max((abs(gain) for scene in move.scenes for gain in scene.gains.values()), default=0)
    if any(scene.weight == RESULT for scene in move.scenes):
        weight += 1_000_000
    if any(scene.weight == END for scene in move.scenes):
        weight += 1_000_000_000
    return _Moment(move, lines, weight)


def positions(moments: Sequence[_Moment], review: Review | None, say: Say) -> dict[int, _Shown]:
    """The positions that are drawn, by the number of moves they stand after: the end, what the review found gravest and
    luckiest, the weightiest results, then the largest gains.
    """
    most = min(MOST_DRAWN, 1 + sum(len(m.lines) for m in moments) // LINES_EACH)
    worth = sorted((m for m in moments if m.weight), key=lambda m: (-m.weight, -m.told.number))
    plain = {m.told.number: _Shown(None, say("After move {n}", n=m.told.number)) for m in worth}
    last = {number: plain[number] for number in list(plain)[:1]}
    found = {**last, **(_striking(review, say) if review is not None else {})}
    found.update(last)
    for number, shown in plain.items():
        if len(found) < most:
            found.setdefault(number, shown)
    return found


def _striking(review: Review, say: Say) -> Mapping[int, _Shown]:
    """The gravest decisions, as they stood before them, and the throws, deals and draws that changed most."""
    scale = game_named(review.game).bots.SCALE
    found: dict[int, _Shown] = {}
    lucky = sorted(review.chances, key=lambda one: -max(map(abs, one.luck)))
    for chance in lucky[:LUCK]:
        seat = max(range(len(chance.luck)), key=lambda seat: abs(chance.luck[seat]))
        if abs(chance.luck[seat]) > TINY:
            amount = scale.told(chance.luck[seat], say, sign=True)
            name, last = review.names[seat], chance.last
            words = say("After move {n}. Luck of {name}: {amount}", n=last, name=name, amount=amount)
            found[last] = _Shown(seat, words)
    for at in review.marks[:MISTAKES]:
        one = review.decisions[at]
        mark, name = say(MARK_WORDS[one.mark]), review.names[one.seat]
        words = say("Before move {n} ({mark} by {name})", n=one.number, mark=mark, name=name)
        found[one.number - 1] = _Shown(one.seat, words)
    return found


def _position(state: State, number: int, shown: _Shown, say: Say, document: Document) -> str:
    view = state.after(number).view(shown.eyes)
    view["moves"] = []  # nothing can be played in the past
    column = (document.paper.width - 2 * SIDE - GUTTER) / 2
    picture = document.fitted(state.game.table.svg(view, say), column, TALLEST)
    return (
        f"#block(breakable: false, width: 100%, above: 1em, below: 1.2em)[#align(center, {picture})"
        f"#v(-0.2em)#align(center, text(8.5pt, fill: soft)[{written(typeset(shown.caption, say.lang))}])]"
    )


# --- the review


def _account(review: Review, say: Say, document: Document) -> list[str]:
    """What was luck and what was skill: the graph, each seat's account, and how well each decided."""
    scale = game_named(review.game).bots.SCALE
    wide = document.paper.width - 2 * SIDE
    kind = say("exact") if review.exact else say("estimated")
    words = say("What the game was worth, move by move: {unit}", unit=scale.reckoned(say))
    table = [[scale_words(scale, kind, say), *review.names]]
    for part, word in PARTS:
        if part in ("hidden", "rest") and all(abs(getattr(seat, part)) <= TINY for seat in review.seats):
            continue
        sign = -1 if part == "loss" else 1
        numbers = [scale.number(sign * getattr(seat, part), say, sign=True) for seat in review.seats]
        table.append([say(word), *numbers])
    cells = ", ".join(f"[{written(typeset(cell, say.lang))}]" for row in table for cell in row)
    columns = f"{len(table[0])}, inset: (x: 4pt, y: 2.2pt)"
    return [
        _title(say("Luck and skill")),
        f"#block(breakable: false, width: 100%)[#par[{written(typeset(words + '.', say.lang))}]",
        f"#align(center, {document.fitted(graph(review, say), wide, GRAPH)})]",
        "#[#set text(9pt)",
        f"#table(columns: {columns}, align: (left, ..(right,) * {len(review.names)}), {cells})",
        *(f"#par[{written(typeset(level_line(review, seat, say, scale), say.lang))}]" for seat in review.seats),
        "]",
    ]


def _remark(state: State, review: Review, one: Decision, reasoned: bool, say: Say) -> str:
    """What could have been better, and of the gravest decisions why."""
    told = replace(one, move=told_move(state, one, one.move, say.lang), best=told_move(state, one, one.best, say.lang))
    line = decision_line(review, told, say, state.game.bots.SCALE)
    words = [line[:1].upper() + line[1:], why(one, state, say.lang) if reasoned else ""]
    inside = "".join(f"#par(justify: false)[{written(typeset(part, say.lang))}]" for part in words if part)
    return f"#remark[{inside}]"


def _places(state: State, say: Say) -> str:
    """Names and results, the first first; equals share a place."""
    assert state.payoff is not None
    payoff = state.payoff
    order = sorted(range(state.players), key=lambda seat: (-payoff[seat], seat))
    cells = ""
    for seat in order:
        place = 1 + sum(other > payoff[seat] for other in payoff)
        cells += f"[{written(f'{place}.')}], [{written(state.names[seat])}], [{written(say.number(payoff[seat]))}], "
    return f"#table(columns: (auto, auto, auto), align: (right, left, right), {cells})"


# --- the scores over the game


def courses(state: State) -> list[tuple[int, tuple[int, ...]]]:
    """Everybody's score, or total where the game adds scores up, at each move that changed one."""
    found: list[tuple[int, tuple[int, ...]]] = []
    for number, (past, _) in enumerate(state.history()):
        now = past.totals or past.scores
        if not found or found[-1][1] != now:
            found.append((number, now))
    last = state.totals or state.scores
    return [*found, (len(state.log), last)]


def scores_drawn(state: State, say: Say) -> Drawing:
    """A step line a seat."""
    course = courses(state)
    length = max(1, course[-1][0])
    values = [value for _, row in course for value in row]
    low, high = min(0, *values), max(1, *values)
    left, right, top, bottom = 14.0, 40.0, 4.0, 9.0

    def x(number: int) -> float:
        return left + (WIDE - left - right) * number / length

    def y(value: float) -> float:
        return top + (TALL - top - bottom) * (high - value) / (high - low)

    body = ""
    for value in ticks(low, high):
        body += tag("line", x1=left, x2=WIDE - right, y1=y(value), y2=y(value), stroke=PAPER_SHADE, stroke_width=0.3)
        body += label(left - 2, y(value) + 1.1, say.number(value), 3.2, "end", INK_SOFT, serif=True)
    body += label((left + WIDE - right) / 2, TALL - 1.5, say("moves"), 3.2, fill=INK_SOFT, serif=True)
    body += label(WIDE - right, TALL - 4.6, say.number(length), 3.0, "end", INK_SOFT, serif=True)
    ends = _apart([y(course[-1][1][seat]) for seat in range(state.players)], 4.4, top, TALL - bottom)
    for seat in range(state.players):
        path = f"M{x(0):.2f} {y(course[0][1][seat]):.2f}"
        for number, row in course[1:]:
            path += f"H{x(number):.2f}V{y(row[seat]):.2f}"
        ink = INKS[seat % len(INKS)]
        dashes = DASHES[seat % len(DASHES)]
        body += tag("path", d=path, fill="none", stroke=ink, stroke_width=0.8, stroke_dasharray=dashes and
                    " ".join(f"{float(n) / 2:g}" for n in dashes.split()))  # fmt: skip
        words = f"{shortened(state.names[seat], 14)} {say.number(course[-1][1][seat])}"
        body += label(WIDE - right + 2, ends[seat] + 1.2, words, 3.6, "start", ink, serif=True, font_weight="bold")
    axis = tag("path", d=f"M{left} {top}V{TALL - bottom}H{WIDE - right}", fill="none", stroke=INK, stroke_width=0.3)
    return Drawing(body + axis, WIDE, TALL)


def ticks(low: int, high: int) -> list[int]:
    """Round numbers between two, six or so."""
    step = next(s * 10**k for k in range(12) for s in (1, 2, 5) if (high - low) / (s * 10**k) <= 7)
    return list(range(-(-low // step) * step, high + 1, step))


def _apart(places: Sequence[float], least: float, top: float, bottom: float) -> list[float]:
    """Places moved as little as it takes for names not to cover each other."""
    order = sorted(range(len(places)), key=lambda k: places[k])
    found = list(places)
    for before, k in pairwise(order):
        found[k] = max(found[k], found[before] + least)
    over = max(0.0, found[order[-1]] - bottom)
    for at in range(len(order) - 1, -1, -1):
        k = order[at]
        limit = bottom if at == len(order) - 1 else found[order[at + 1]] - least
        found[k] = min(found[k], limit) if over else found[k]
    return [max(top, place) for place in found]
