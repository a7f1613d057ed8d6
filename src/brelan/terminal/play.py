"""Playing at one terminal: people and bots in any mix."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

from ..catalogue import Game
from ..errors import BrelanError, MoveError
from ..kernel import TIME
from ..names import harmless
from ..player import Bot
from ..record import Record, record_of
from ..state import State
from ..words import N_, Say

console = Console(highlight=False)
MOVES_LISTED = 24  # more legal moves than this are not all listed before the question
Bars = Callable[[str], AbstractContextManager[Callable[..., None]]]


def seat_people(
    game: Game,
    people: Sequence[str],
    bots: Sequence[str] | None,
    seed: int | None,
    options: Mapping[str, Any],
    lang: str,
) -> State:
    """A new game: people first, then bots. Nobody named: one person against regular bots."""
    say = game.say(lang)
    people = list(people) or ([say("You")] if bots is None or len(bots) < game.seats[-1] else [])
    levels = (
        ["regular"] * max(game.seats[0] - len(people), game.best_seats - len(people), 0) if bots is None else list(bots)
    )
    for level in levels:
        game.bot(level)  # an unknown level is refused before anything starts
    names = people + [_bot_name(level, levels[:at].count(level)) for at, level in enumerate(levels)]
    checked: dict[str, Any] = game.complete_options(options)
    return game.new(players=len(names), seed=seed, names=names, **checked)


def _bot_name(level: str, before: int) -> str:
    return f"bot {level}" + (f" {before + 1}" if before else "")


def bot_of(state: State, seat: int) -> Bot | None:
    """The bot on a seat, told by its name (so a saved game knows its bots); None for a person."""
    match = re.fullmatch(r"bot (\w+)( \d+)?", state.names[seat])
    return state.game.bot(match[1]) if match and match[1] in state.game.bots.LEVELS else None


class Terminal:
    """A game being played at this terminal."""

    def __init__(self, state: State, lang: str, bars: Bars) -> None:
        self.state = state
        self.bars = bars
        self.lang = lang
        self.say: Say = state.game.say(lang)
        self.bots = [bot_of(state, seat) for seat in range(state.players)]
        self.people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        self.before: State | None = None  # where the last person's move can be taken back to
        self.told = len(state.log)  # moves already told to the person at the keyboard
        self.at_keyboard = self.people[0] if len(self.people) == 1 else -1

    def solve(self, levels: set[str]) -> None:
        """Works out what these levels need, with a progress bar, before one of them has to think."""
        game, players, options = self.state.game, self.state.players, self.state.options
        if not all(game.bots.ready(level, players, options) for level in levels):
            with self.bars(self.say("Solving {game}, once…", game=game.title)) as progress:
                game.bots.tables(tuple(levels), players, options, progress)

    def run(self) -> None:
        while not self.state.over:
            seat = self.state.mover
            bot = self.bots[seat]
            if bot:
                self.state.apply(bot.pick(self.state.view_state(seat)))
            elif not self.person(seat):
                return
        self.news(self.at_keyboard if self.at_keyboard >= 0 else -1)
        self.result()

    # --- one person's turn

    def person(self, seat: int) -> bool:
        """Asks until a move is played; False to leave."""
        if seat != self.at_keyboard:
            self.hand_over(seat)
        self.news(seat)
        self.table(seat)
        while True:
            try:
                words = self.ask(seat)
            except EOFError:
                words = "q"
            if words in ("q", "quit", "quitter"):
                return False
            if self.command(words, seat):
                if self.state.mover != seat:
                    return True
                continue
            if self.try_move(words, seat):
                return True

    def hand_over(self, seat: int) -> None:
        """With several people, a hidden hand must not be seen by the one before."""
        if not self.state.game.rules.OPEN and sys.stdin.isatty():
            console.clear()
            input(harmless(self.say("{name}, take the keyboard and press Enter. ", name=self.state.names[seat])))
        self.at_keyboard = seat

    def ask(self, seat: int) -> str:
        moves = self.state.moves()
        if len(moves) <= MOVES_LISTED:
            for number, move in enumerate(moves, 1):
                console.print(
                    f"  [dim]{number:>2}[/dim]  {move:<22} "
                    f"[dim]{escape(harmless(self.state.tell(self.state.legal()[number - 1], seat, self.lang)))}[/dim]"
                )
        else:
            shown = "  ".join(moves[:MOVES_LISTED])
            console.print(f"  {shown} … " + self.say("({n} moves; type l for all)", n=len(moves)))
        console.print(self.say("a number or words, ? advice, u take back, s FILE save, r rules, q leave"), style="dim")
        return input(harmless(f"{self.state.names[seat]}> ")).strip()

    def command(self, words: str, seat: int) -> bool:
        """Whether the words were a command and not a move."""
        verb, _, rest = words.partition(" ")
        if verb == "?":
            self.advice(seat)
        elif verb == "u" and not rest:
            self.take_back()
        elif verb == "l" and not rest:
            console.print("  ".join(self.state.moves()))
        elif verb == "r" and not rest:
            self.rules()
        elif verb == "s":
            self.save(rest)
        else:
            return False
        return True

    def try_move(self, words: str, seat: int) -> bool:
        legal = self.state.legal()
        if not words and len(legal) == 1:
            words = "1"
        before = self.state.copy()
        try:
            if words.isascii() and words.isdigit() and 1 <= int(words) <= len(legal):
                self.state.apply(legal[int(words) - 1])
            else:
                self.state.play(words, seat=seat)
        except MoveError as error:
            console.print(harmless(error.said(self.lang)), style="red", markup=False)
            return False
        self.before = before
        return True

    def advice(self, seat: int) -> None:
        view = self.state.view_state(seat)
        self.solve({"master"})
        for advice in self.state.game.bot("master").advise(view, self.lang)[:12]:
            mark = "[bold green]★[/bold green]" if advice.best else " "
            value = self.say.number(advice.value, 2, sign=True)
            console.print(f" {mark} {advice.move:<22} {value:>9}   [dim]{escape(harmless(advice.text))}[/dim]")

    def take_back(self) -> None:
        """The last move, if nothing was revealed and nobody moved since."""
        if self.before is not None and len(self.state.log) == len(self.before.log) + 1:
            self.state, self.before = self.before, None
            self.told = min(self.told, len(self.state.log))
            self.table(self.state.mover)
        else:
            console.print(
                self.say("There is nothing to take back: something was revealed or somebody has moved since.")
            )

    def rules(self) -> None:
        file = self.state.game.folder / f"rulebook.{self.lang}.md"
        if file.exists():
            with console.pager():
                console.print(Markdown(file.read_text(encoding="utf-8")))

    def save(self, name: str) -> None:
        file = Path(name or f"{self.state.game.name}.record")
        try:
            file.write_text(str(record_of(self.state, None, reveal=True)), encoding="utf-8")
        except OSError as error:
            console.print(self.say("{file} cannot be written: {why}.", file=str(file), why=error.strerror or ""))
            return
        console.print(self.say("Saved. Go on with: brelan play --load {file}", file=str(file)))

    # --- showing

    def table(self, seat: int) -> None:
        console.print()
        console.print(_lines(self.state.text(seat, self.lang)), markup=False)
        view = self.state.view(seat)
        console.print(_lines(self.state.game.table.hint(view, self.say)), style="dim", markup=False)

    def news(self, seat: int) -> None:
        """What happened since this person last looked, in words."""
        for line in told(self.state, seat, self.lang, self.told):
            console.print(line, markup=False)
        self.told = len(self.state.log)

    def result(self) -> None:
        outcome, payoff = self.state.outcome, self.state.payoff
        assert outcome is not None and payoff is not None
        console.print()
        console.print(_lines(self.state.text(None, self.lang)), markup=False)
        console.print(self.say("The game is over: {why}.", why=self.say(outcome.reason)))
        for place, seats in enumerate(outcome.ranking, 1):
            for seat in seats:
                line = harmless(f"  {place}. {self.state.names[seat]:<24} {self.say.number(payoff[seat])}")
                console.print(line, markup=False)


def _lines(text: str) -> str:
    """A text of several lines, with nothing in it a terminal would obey: names are other people's words."""
    return "\n".join(map(harmless, text.split("\n")))


def told(state: State, seat: int, lang: str, since: int = 0) -> list[str]:
    """The moves from number `since` on, as the seat saw them, one sentence a line."""
    lines = []
    for before, code in islice(state.history(), since, None):
        by_nobody = before.mover < 0 or code == TIME
        who = "  " if by_nobody else before.names[before.mover] + ("\u202f: " if lang == "fr" else ": ")
        lines.append(harmless(who + before.tell(code, seat, lang)))
    return lines


def play(state: State, lang: str, bars: Bars) -> None:
    """Plays a game at this terminal until it is over or left."""
    terminal = Terminal(state, lang, bars)
    if terminal.people and not sys.stdin.isatty() and sys.stdin.closed:
        raise BrelanError(N_("There is nobody at the keyboard."))
    terminal.solve({bot.level for bot in terminal.bots if bot})
    terminal.run()


def played_by_bots(game: Game, levels: Sequence[str], seed: int, options: Mapping[str, Any]) -> Record:
    """One whole game between bots, with a reproducible seed."""
    state = game.new(
        players=len(levels),
        seed=seed,
        names=[_bot_name(level, list(levels[:at]).count(level)) for at, level in enumerate(levels)],
        **options,
    )
    bots = [Bot(game, level, seed + seat) for seat, level in enumerate(levels)]
    while not state.over:
        state.apply(bots[state.mover].pick(state.view_state(state.mover)))
    return state.record()


def replay(record: Record, step: bool, lang: str) -> None:
    """Tells a recorded game; with `step`, shows the table and waits after each move."""
    if record.viewer is not None:
        for number, move in enumerate(record.moves, 1):
            console.print(harmless(f"{number:>4}. {move}"), markup=False)
        return
    state = record.replay()
    for number, line in enumerate(told(state, -1, lang), 1):
        console.print(f"{number:>4}. {line}", markup=False)
        if step:
            console.print(_lines(state.after(number).text(None, lang)), markup=False)
            input()
    if not step:
        console.print(_lines(state.text(None, lang)), markup=False)
    if record.payoff is not None:
        outcome = state.outcome
        assert outcome is not None
        say = state.game.say(lang)
        console.print(
            say("The game is over: {why}.", why=say(outcome.reason))
            + " "
            + harmless(", ".join(f"{n} {say.number(p)}" for n, p in zip(record.names, record.payoff, strict=True))),
            markup=False,
        )
