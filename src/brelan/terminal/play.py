"""Playing at one terminal: people and bots in any mix."""

import math
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.text import Text

from ..engine.kernel import CHANCE, SPECTATOR, TIME
from ..model.contract import ASIDE
from ..model.errors import BrelanError, MoveError
from ..model.names import harmless
from ..model.words import N_, Say
from ..play import story
from ..play.catalogue import Game
from ..play.fairness import Source, drawn_seats, game_key
from ..play.player import Bot
from ..play.readiness import BOTS, compiler_beside
from ..play.record import Record, record_of
from ..play.state import BOT_NAMES, State, clean_names
from ..school.blocks import FENCE
from ..school.rulebooks import ABOUT, caption, rulebook

console = Console(highlight=False)
LETTERS = "abcdefghijkmnoptvwxyz"  # of the moves listed before the question; the others are commands
CLEAR = "\033[2J\033[3J\033[H"  # the screen, and what scrolled off it
Bars = Callable[[str], AbstractContextManager[Callable[..., None]]]


def seat_people(
    game: Game,
    people: Sequence[str],
    bots: Sequence[str] | None,
    seed: int | None,
    options: Mapping[str, Any],
    lang: str,
    seat: int | None = None,
    first: str = "",
) -> tuple[State, dict[str, str]]:
    """A new game, and the levels of its bots by name. Nobody named: one person against regular bots.

    Who sits where is drawn from the seed. With a seat, counted from 1, the first person sits there and the others
    follow as they were named, people before bots; `first` begins, and those after them follow in the same order.
    """
    say = game.say(lang)
    people = list(people) or ([say("You")] if bots is None or len(bots) < game.seats[-1] else [])
    levels = (
        ["regular"] * max(game.seats[0] - len(people), game.best_seats - len(people), 0) if bots is None else list(bots)
    )
    for level in levels:
        game.bot(level)  # an unknown level is refused before anything starts
    machines = dict(zip((name for name in BOT_NAMES if name not in people), levels, strict=False))
    if len(machines) < len(levels):
        game.check_players(len(people) + len(levels))
    names = [*people, *machines]
    if seat is not None and not 1 <= seat <= len(names):
        raise BrelanError(N_("There are seats 1 to {seats}, not {seat}."), seats=len(names), seat=seat)
    if first and first not in names:
        raise BrelanError(N_("{name} does not play; there are {names}."), name=first, names=", ".join(names))
    checked: dict[str, Any] = game.complete_options(options)
    game.check_players(len(names))
    source = Source.secret() if seed is None else Source.reproducible(seed)
    assert source.seed is not None
    if seat is not None:
        names.insert(seat - 1, names.pop(0))
    elif not first:
        names = [names[chair] for chair in drawn_seats(game_key(source.seed), len(names))]
    at = names.index(first) if first else 0
    return State.laid(game, checked, clean_names(names[at:] + names[:at], len(names)), source), machines


def levels_of(state: State, given: Sequence[str] | None) -> dict[str, str]:
    """The bots of a saved game, by the house's own names: their levels as given, else regular."""
    names = [name for name in state.names if name in BOT_NAMES]
    levels = list(given or ()) or ["regular"] * len(names)
    if len(levels) == 1:
        levels *= len(names)
    if len(levels) != len(names):
        raise BrelanError(N_("This game has {names} bots, not {levels}."), names=len(names), levels=len(levels))
    older = {name: match[1] for name in state.names if (match := re.fullmatch(r"bot (\w+)( \d+)?", name))}
    return dict(zip(names, levels, strict=True)) | older


def option_words(state: State, say: Say) -> list[str]:
    """How it is played, in words: the preset, and the options that are not as usual."""
    return state.game.told_options(state.options, say)


class Terminal:
    """A game being played at this terminal. Chance is played here, so that a result stays until it was read."""

    def __init__(
        self, state: State, lang: str, bars: Bars, levels: Mapping[str, str] | None = None, seed: int | None = None
    ) -> None:
        self.state = state
        state.plays_chance(False)
        self.bars = bars
        self.lang = lang
        self.say: Say = state.game.say(lang)
        self.levels = dict(levels or {})
        self.bots = [
            Bot(state.game, self.levels[name], None if seed is None else seed + seat) if name in self.levels else None
            for seat, name in enumerate(state.names)
        ]
        self.people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        self.before: State | None = None  # where the last person's move can be taken back to
        self.told = [len(state.log)] * (state.players + 1)  # moves already told: to each seat, and to who only watches
        self.at_keyboard = self.people[0] if len(self.people) == 1 else -1
        self.listed: dict[str, str] = {}  # the letters on the screen, and their moves
        self.warned = False  # that the bots are not all they will be
        self.began = time.monotonic()

    def warm_up(self) -> None:
        """For whoever asks for what plain functions are too slow for: waits, with a progress bar."""
        game = self.state.game
        if not game.is_loaded(BOTS):
            with self.bars(self.say("Getting {game} ready for this machine, once…", game=game.title)) as progress:
                game.hurry(progress)

    def bot_move(self, bot: Bot, seat: int) -> None:
        """A bot plays; while it is warming up, one of the levels below plays in its place, and that is said once."""
        level = self.state.game.stand_in(bot.level)
        if level == bot.level:
            self.solve({level})
        elif not self.warned:
            self.warned = True
            console.print(self.say("The bots are warming up: they play more simply for the first minute."), style="dim")
        self.state.apply(bot.pick(self.state.view_state(seat), level))

    def solve(self, levels: set[str]) -> None:
        """Works out what these levels need, with a progress bar, before one of them has to think."""
        game, players, options = self.state.game, self.state.players, self.state.options
        if not all(game.bots.ready(level, players, options) for level in levels):
            with self.bars(self.say("Solving {game}, once…", game=game.title)) as progress:
                game.bots.tables(tuple(levels), players, options, progress)

    def run(self) -> None:
        self.header()
        while self.chance() and not self.state.over:
            if self.time_is_up():
                self.state.apply(TIME)
                continue
            seat = self.state.mover
            bot = self.bots[seat]
            if bot:
                self.bot_move(bot, seat)
            elif not self.person(seat):
                return
        if not self.state.over:
            return
        self.news(self.at_keyboard)
        self.result()

    def chance(self) -> bool:
        """Plays what is thrown, dealt and drawn; stops at a result until it was read. False to leave."""
        while self.state.mover == CHANCE:
            if self.state.at_result:
                self.show_result()
            outcomes = self.state.odds()
            if self.state.source is not None:
                self.state.apply(self.state.draw_chance())
            elif len(outcomes) == 1:  # the referee's own moves: there is nothing to throw
                self.state.apply(outcomes[0][0])
            elif not self.by_hand():
                return False
        return True

    def by_hand(self) -> bool:
        """Chance is played by hand in this game: what came is typed in. False to leave."""
        self.news(SPECTATOR)
        moves = self.state.moves()
        console.print(self.say("Chance is played by hand: throw or draw, and type what came."))
        self.list_moves(moves, SPECTATOR)
        while self.state.mover == CHANCE:
            try:
                words = " ".join(input(self.say("What came? (q leaves, s FILE saves) ")).lower().split())
            except EOFError:
                return False
            if words in ("q", "quit", "quitter"):
                return False
            if words == "s" or words.startswith("s "):
                self.save(words[2:])
                continue
            words = self.listed.get(words, words)
            try:
                self.state.play(words if words in moves else self.state.game.moves.heard(words))
                break
            except MoveError as error:
                console.print(harmless(error.said(self.lang)), style="red", markup=False)
        return True

    def show_result(self) -> None:
        """What was settled, as the person at the keyboard may see it; with several, as everybody may."""
        eyes = self.at_keyboard if len(self.people) == 1 else SPECTATOR
        if not self.people:
            return
        if self.hides and sys.stdin.isatty():
            console.file.write(CLEAR)
        self.news(eyes)
        draw(self.state, eyes, self.lang)
        self.wait(self.say("Enter to go on. "))

    def wait(self, prompt: str) -> None:
        """Until Enter is pressed, if there is somebody to press it."""
        if sys.stdin.isatty():
            with suppress(EOFError):
                input(prompt)

    @property
    def hides(self) -> bool:
        """Whether one person's screen is not for the others."""
        return len(self.people) > 1 and not self.state.game.rules.OPEN

    def minutes_left(self) -> float | None:
        """Until the referee calls time, in games that end on time."""
        minutes = self.state.game.rules.time_limit(self.state.options)
        if not minutes or not self.state.may_call_time:
            return None
        return minutes - (time.monotonic() - self.began) / 60

    def time_is_up(self) -> bool:
        left = self.minutes_left()
        return left is not None and left <= 0

    # --- one person's turn

    def person(self, seat: int) -> bool:
        """Asks until a move is played; False to leave."""
        if seat != self.at_keyboard:
            self.hand_over(seat)
        self.news(seat)
        self.table(seat)
        self.list_moves(self.state.moves(), seat)
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
        """With several people, a hidden hand must not be seen by the one before, nor by scrolling back."""
        if self.hides and sys.stdin.isatty():
            console.file.write(CLEAR)
            console.file.flush()
            name = harmless(self.state.names[seat])
            self.wait(self.say("{name}, take the keyboard and press Enter. ", name=name))
        self.at_keyboard = seat

    def list_moves(self, moves: Sequence[str], seat: int) -> None:
        """Moves to choose from, each with a letter: a number could be a die or an amount."""
        if len(moves) > len(LETTERS):
            self.listed = {}
            shown = "  ".join(moves[: len(LETTERS)])
            console.print(f"  {shown} … " + self.say("({n} moves; type l for all)", n=len(moves)))
            return
        self.listed = dict(zip(LETTERS, moves, strict=False))
        for letter, move in self.listed.items():
            told = escape(harmless(self.state.tell(self.state.parse(move), seat, self.lang)))
            console.print(f"  [bold]{letter}[/bold]  {move:<22} [dim]{told}[/dim]")

    def ask(self, seat: int) -> str:
        console.print(self.say("a letter or words, ? advice, u take back, s FILE save, r rules, q leave"), style="dim")
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
        moves, words = self.state.moves(), " ".join(words.lower().split())
        if not words and len(moves) == 1:
            words = moves[0]
        words = self.listed.get(words, words)
        heard = words if words in moves else self.state.game.moves.heard(words)
        begun = [move for move in moves if heard and move.startswith(heard + " ")]
        if heard not in moves and len(begun) > 1:  # the beginning of several: which of them?
            self.list_moves(begun, seat)
            return False
        if len(begun) == 1 and heard not in moves:
            heard = begun[0]
        before = self.state.copy()
        try:
            self.state.play(heard, seat=seat)
        except MoveError as error:
            console.print(harmless(error.said(self.lang)), style="red", markup=False)
            return False
        self.before = before
        return True

    def advice(self, seat: int) -> None:
        view = self.state.view_state(seat)
        self.warm_up()
        self.solve({"master"})
        for advice in self.state.game.bot("master").advise(view, self.lang)[:12]:
            mark = "[bold green]★[/bold green]" if advice.best else " "
            console.print(f" {mark} {advice.move:<22} [dim]{escape(harmless(advice.text))}[/dim]")

    def take_back(self) -> None:
        """The last move, if nothing was revealed and nobody moved since; whoever made it gets the keyboard first."""
        if self.before is not None and len(self.state.log) == len(self.before.log) + 1:
            self.state, self.before = self.before, None
            self.told = [min(told, len(self.state.log)) for told in self.told]
            seat = self.state.mover
            if seat == self.at_keyboard:
                self.table(seat)
                self.list_moves(self.state.moves(), seat)
        else:
            console.print(
                self.say("There is nothing to take back: something was revealed or somebody has moved since.")
            )

    def rules(self) -> None:
        with console.pager():
            show_rules(self.state.game, self.lang)

    def save(self, name: str) -> None:
        file = Path(name or f"{self.state.game.name}.record")
        try:
            file.write_text(str(record_of(self.state, None, reveal=True)), encoding="utf-8")
        except OSError as error:
            console.print(self.say("{file} cannot be written: {why}.", file=str(file), why=error.strerror or ""))
            return
        levels = [self.levels[name] for name in self.state.names if name in self.levels]
        bots = f" --bots {','.join(levels)}" if levels else ""
        console.print(self.say("Saved. Go on with: brelan play --load {file}", file=str(file)) + bots, soft_wrap=True)

    # --- showing

    def header(self) -> None:
        """The game, and how it is played here."""
        goal = self.state.game.table.goal(self.state.view(None), self.say)
        lines = [f"[bold]{self.state.game.title}[/bold]", goal, *option_words(self.state, self.say)]
        console.print(" · ".join(filter(None, lines)), soft_wrap=True)
        if not self.state.log:
            names = ", ".join(map(harmless, self.state.names))
            console.print(self.say("In the order of the seats: {names}.", names=names), markup=False, style="dim")

    def table(self, seat: int) -> None:
        console.print()
        draw(self.state, seat, self.lang)
        view = self.state.view(seat)
        console.print(_lines(self.state.game.table.hint(view, self.say)), style="dim", markup=False)
        left = self.minutes_left()
        if left is not None:
            console.print(
                self.say.count("{n} minute is left.", "{n} minutes are left.", max(0, math.ceil(left))), style="dim"
            )

    def news(self, seat: int) -> None:
        """What happened since this person last looked, in words."""
        for move in story.told(self.state, seat, self.lang, self.told[seat]):
            for scene in move.scenes:
                if scene.weight != ASIDE:
                    console.print(harmless(scene.text), markup=False)
        self.told[seat] = len(self.state.log)
        if seat == SPECTATOR:  # all have read it
            self.told = [len(self.state.log)] * len(self.told)

    def result(self) -> None:
        console.print()
        draw(self.state, None, self.lang)
        for line in places(self.state, self.say):
            console.print(line, markup=False)


def draw(state: State, seat: int | None, lang: str) -> None:
    """The table, in colour where the game paints it and the terminal has colours."""
    coloured = state.game.table.coloured
    if coloured is None:
        console.print(_lines(state.text(seat, lang)), markup=False)
        return
    for row in coloured(state.view(seat), state.game.say(lang)):
        console.print(Text.assemble(*((harmless(words), style) for words, style in row)), soft_wrap=True)


def show_rules(game: Game, lang: str) -> None:
    """The rulebook, its positions drawn where they stand."""
    book = rulebook(game, lang)
    positions = iter(book.positions)
    for number, part in enumerate(FENCE.split(ABOUT.sub("", book.text))):
        if number % 3 == 0 and part.strip():  # between two parts stand the kind and the lines of a block
            console.print(Markdown(part))
        elif number % 3 == 2:
            position = next(positions)
            console.print()
            console.print(_lines(position.text(lang)), markup=False)
            console.print(harmless(caption(position, lang)), style="dim", markup=False)


def _lines(text: str) -> str:
    """A text of several lines, with nothing in it a terminal would obey: names are other people's words."""
    return "\n".join(map(harmless, text.split("\n")))


def places(state: State, say: Say) -> list[str]:
    """Who came where, with the points they made."""
    outcome = state.outcome
    assert outcome is not None
    points = state.totals or state.scores
    return [say("The game is over: {why}.", why=say(outcome.reason))] + [
        harmless(f"  {place}. {state.names[seat]:<24} {say.number(points[seat])}")
        for place, seats in enumerate(outcome.ranking, 1)
        for seat in seats
    ]


def play(state: State, lang: str, bars: Bars, levels: Mapping[str, str] | None = None, seed: int | None = None) -> None:
    """Plays a game at this terminal until it is over or left."""
    terminal = Terminal(state, lang, bars, levels, seed)
    if terminal.people and not sys.stdin.isatty() and sys.stdin.closed:
        raise BrelanError(N_("There is nobody at the keyboard."))
    if state.game.is_loaded(BOTS):
        terminal.solve({bot.level for bot in terminal.bots if bot})
        terminal.run()
    else:
        with compiler_beside(state.game.name):
            terminal.run()


def replay(record: Record, step: bool, lang: str) -> None:
    """Tells a recorded game; with `step`, shows the table and waits after each move that is told."""
    if record.viewer is not None:
        for number, move in enumerate(record.moves, 1):
            console.print(harmless(f"{number:>4}. {move}"), markup=False)
        return
    state = record.replay()
    for told in story.told(state, SPECTATOR, lang):
        texts = [scene.text for scene in told.scenes if scene.weight != ASIDE]
        for text in texts:
            console.print(harmless(f"{told.number:>4}. {text}"), markup=False)
        if step and texts:
            draw(state.after(told.number), None, lang)
            input()
    if not step:
        draw(state, None, lang)
    if state.over:
        for line in places(state, state.game.say(lang)):
            console.print(line, markup=False)
