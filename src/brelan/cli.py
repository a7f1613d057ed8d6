"""The command line. Only light imports at the top: `brelan --help` must not wait for a compiler."""

import io
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import __version__
from .model.errors import BrelanError
from .model.words import LANGUAGES, N_, Say, speaker, system_language
from .play import catalogue
from .terminal.arguments import parser_in

if TYPE_CHECKING:
    from .play.record import Record
    from .play.state import State
    from .school.review import Review


def _asked_language(arguments: list[str]) -> str:
    """The language of the help texts: they are made before the arguments are parsed."""
    for at, word in enumerate(arguments):
        given = arguments[at + 1] if word == "--lang" and at + 1 < len(arguments) else word.removeprefix("--lang=")
        if word.startswith("--lang") and given.split(",")[0] in LANGUAGES:
            return given.split(",")[0]
    return system_language()


say: Say = speaker(_asked_language(sys.argv))

app = typer.Typer(
    help=say("Five French tabletop games: play them, ask them anything, simulate them by the million."),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _language(value: str) -> str:
    if value not in LANGUAGES:
        raise typer.BadParameter(say("--lang takes fr or en, not {value}.", value=repr(value)))
    return value


def _log_kind(value: str) -> str:
    if value not in ("text", "json"):
        raise typer.BadParameter(say("--log takes text or json, not {value}.", value=repr(value)))
    return value


def _version(wanted: bool) -> None:
    if wanted:
        print(f"Brelan {__version__}")
        raise typer.Exit()


def _begun_names(beginning: str) -> list[str]:
    """Games whose names begin so: what the shell offers when Tab is pressed."""
    return [name for name in catalogue.games() if name.startswith(beginning)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help=say("the game's name: see brelan games"), autocompletion=_begun_names),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help=say("a record"))]
Json = Annotated[bool, typer.Option("--json", help=say("answer with data"))]
Language = Annotated[
    str, typer.Option("--lang", callback=_language, metavar="fr|en", help=say("the language, by default the system's"))
]
Seed = Annotated[int | None, typer.Option("--seed", help=say("a whole number: the same seed gives the same game"))]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="tcp://HOST:PORT|local:N",
        help=say("play on the workers of this Dask scheduler, or on N processes here; the result is the same"),
    ),
]
PresetName = Annotated[
    str,
    typer.Option("--preset", metavar="NAME", help=say("a way to play offered by name: see brelan games GAME")),
]
EXTRA = {"allow_extra_args": True, "ignore_unknown_options": True}
DEFAULT_LANGUAGE = say.lang


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


def _game_options(context: typer.Context) -> dict[str, str]:
    """A game's own options, given as --name value or --name=value."""
    words = list(context.args)
    options: dict[str, str] = {}
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            raise BrelanError(say("{word} is not understood here: options are given as --name value.", word=repr(word)))
        name, equals, value = word[2:].partition("=")
        if not equals:
            if not words:
                raise BrelanError(say("Option {word} needs a value.", word=word))
            value = words.pop(0)
        options[name.replace("-", "_")] = value
    return options


def _preset_options(game: catalogue.Game, preset: str, context: typer.Context) -> dict[str, Any]:
    """For who measures: the law's own options, unless a preset is named, and what is given beside it."""
    return {**(game.preset(preset) if preset else {}), **_game_options(context)}


@contextmanager
def _progress(what: str, shown: bool = True) -> Iterator[Callable[..., None]]:
    """A progress bar on the terminal, fed with (done, total) and sometimes a word."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    if not shown or not sys.stderr.isatty():
        yield lambda done, total, part="": None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def update(done: int, total: int, part: str = "") -> None:
            bar.update(task, completed=done, total=total, description=part or what)

        yield update


def _hurried(name: str) -> catalogue.Game:
    """A game for whoever asks for speed."""
    game = catalogue.game(name)
    with _progress(say("Getting {game} ready for this machine, once…", game=game.title)) as progress:
        game.hurry(progress)
    return game


@contextmanager
def _needs(extra: str, what: str) -> Iterator[None]:
    """Around the import of a part of Brelan that asks for more packages than the games do."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == __package__:
            raise
        raise BrelanError(
            say(
                "{what} needs more packages than are installed here ({missing} is missing): "
                "pip install 'brelan[{extra}]'",
                what=what,
                missing=error.name,
                extra=extra,
            )
        ) from None


@contextmanager
def _crew(where: str | None, name: str) -> Iterator[Any]:
    """The cluster that was asked for, whose workers compile for themselves; without one the game is compiled here."""
    if where is None:
        _hurried(name)
    with _workers(where) as crew:
        yield crew


@contextmanager
def _workers(where: str | None) -> Iterator[Any]:
    if where is None:
        yield None
        return
    with _needs("cluster", say("A cluster")):
        from .arena.cluster import opened

    def tell(wrong: BrelanError) -> None:
        print(wrong.said(DEFAULT_LANGUAGE), file=sys.stderr, flush=True)

    with opened(where, tell) as crew:
        yield crew


def _read_record(file: Path) -> "Record":
    from .play.record import Record

    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise BrelanError(say("{file} cannot be read: {why}.", file=str(file), why=error.strerror or "")) from None
    except UnicodeDecodeError:
        raise BrelanError(say("{file} is not a text file.", file=str(file))) from None
    return Record.parse(text)


@app.callback(invoke_without_command=True)
def house(
    context: typer.Context,
    lan: Annotated[
        bool, typer.Option("--lan", help=say("open the house to the local network, with a QR code for phones"))
    ] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help=say("the port the house listens on"))] = 8012,
    host: Annotated[
        str, typer.Option("--host", help=say("the address the house listens at, by default this machine's own alone"))
    ] = "",
    data: Annotated[
        str, typer.Option("--data", help=say("the folder games are kept in, or the URL of a database"))
    ] = "",  # text: a path would make postgresql:/ of postgresql://
    public_url: Annotated[
        str, typer.Option("--public-url", help=say("the address people use, when a web server stands in front"))
    ] = "",
    trust_proxy: Annotated[
        str,
        typer.Option(
            "--trust-proxy", help=say("the address of the web server in front, whose word on who asks is taken")
        ),
    ] = "",
    servers: Annotated[
        int, typer.Option("--servers", min=1, max=64, help=say("how many processes serve; they share a PostgreSQL"))
    ] = 1,
    keep_days: Annotated[
        float,
        typer.Option("--keep-days", min=0, help=say("delete unfinished tables nobody has touched for so many days")),
    ] = 0,
    log: Annotated[
        str,
        typer.Option("--log", metavar="text|json", callback=_log_kind, help=say("how the log is written, on stderr")),
    ] = "text",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help=say("open the browser"))] = True,
    lang: Language = DEFAULT_LANGUAGE,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=say("which Brelan this is"))
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        from .house.base.memory import collector_resting

        with _needs("house", say("The house")), collector_resting():
            from .house.run import serve

        serve(
            lan=lan,
            host=host,
            port=port,
            data=data,
            public_url=public_url,
            trust_proxy=trust_proxy,
            browser=browser,
            lang=lang,
            servers=servers,
            keep_days=keep_days,
            log=log,
        )


Data = Annotated[str, typer.Option("--data", help=say("the folder games are kept in, or the URL of a database"))]
keeper = typer.Typer(help=say("Look after a house."), no_args_is_help=True, rich_markup_mode=None)
app.add_typer(keeper, name="house")


@keeper.command(help=say("Which servers are open, and how many tables there are."))
def status(data: Data = "", as_json: Json = False, lang: Language = DEFAULT_LANGUAGE) -> None:
    with _needs("house", say("The house")):
        from .house.base.words import speak
        from .house.http.status import facts, sentences

    found = facts(data)
    if as_json:
        _print_json(found)
    else:
        print("\n".join(sentences(found, speak(lang))))


@keeper.command(help=say("Who is how strong at which game, by the finished games."))
def ratings(
    name: Annotated[
        str,
        typer.Argument(metavar="[GAME]", help=say("the game's name: see brelan games"), autocompletion=_begun_names),
    ] = "",
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help=say("read the logs of all finished games again first"))
    ] = False,
    data: Data = "",
    as_json: Json = False,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    with _needs("house", say("The house")):
        from .house.base.words import speak
        from .house.pages.standings import sentences, standings

    found = standings(data, name, rebuild)
    if as_json:
        _print_json(found)
    else:
        print("\n".join(sentences(found, speak(lang))))


BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help=say("the file of the backup"))]


@app.command(help=say("Copy all games into one file, while the house plays on."))
def backup(file: BackupFile, data: Data = "") -> None:
    with _needs("house", say("The house")):
        from .house.hall.keeping import backup as copy

    copy(data, file)
    print(say("Kept in {file}.", file=str(file)))


@app.command(help=say("Bring a backup back, into a place where there is nothing yet."))
def restore(file: BackupFile, data: Data = "") -> None:
    with _needs("house", say("The house")):
        from .house.hall.keeping import restore as bring

    bring(data, file)
    print(say("Restored from {file}.", file=str(file)))


def _aside(sentence: str) -> None:
    print(sentence, file=sys.stderr)


@app.command(help=say("Write every finished game as a record, a text anybody can read, into a folder."))
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=say("where the records go"))], data: Data = ""
) -> None:
    with _needs("house", say("The house")):
        from .house.hall.keeping import export as write

    many = write(data, folder, _aside, DEFAULT_LANGUAGE)
    print(say("Records written to {folder}: {n}.", n=many, folder=str(folder)))


@app.command("import", help=say("Read records into a house, where they can be replayed."))
def import_records(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help=say("records, or folders of them"))],
    data: Data = "",
) -> None:
    with _needs("house", say("The house")):
        from .house.hall.keeping import import_records as read

    many = read(data, files, _aside, DEFAULT_LANGUAGE)
    print(say("Games imported: {n}.", n=many))


@app.command(help=say("List the games, or one game's options."))
def games(
    name: Annotated[
        str,
        typer.Argument(metavar="[GAME]", help=say("the game's name: see brelan games"), autocompletion=_begun_names),
    ] = "",
    as_json: Json = False,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    from .terminal import show

    chosen = [catalogue.game(each) for each in ([name] if name else catalogue.games())]
    if as_json:
        _print_json([show.facts(game, lang) for game in chosen])
    elif name:
        show.describe_game(chosen[0], lang)
    else:
        show.list_games(chosen, lang)


@app.command(
    help=say("Play at the terminal, people and bots in any mix. A game's own options are given as --name value."),
    context_settings=EXTRA,
)
def play(
    context: typer.Context,
    name: GameName = "",
    people: Annotated[str, typer.Option("--people", help=say("names of the people, separated by commas"))] = "",
    bots: Annotated[str | None, typer.Option("--bots", help=say("levels of the bots, separated by commas"))] = None,
    seed: Seed = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", help=say("the seat of the first person, counted from 1; by default seats are drawn")),
    ] = None,
    begins: Annotated[str, typer.Option("--begins", help=say("who begins, by name"))] = "",
    load: Annotated[Path | None, typer.Option("--load", help=say("go on with a saved game"))] = None,
    preset: PresetName = "",
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    from .terminal import play as table

    options = _game_options(context)
    if load is not None:
        if name or options or preset or people or seed is not None or seat is not None or begins:
            raise BrelanError(say("A saved game brings its own game, seats and options: give --load and --bots alone."))
        state = _read_record(load).replay()
        levels = table.levels_of(state, None if bots is None else [b for b in bots.split(",") if b])
    else:
        if not name:
            raise BrelanError(say("Which game? There are {games}.", games=", ".join(catalogue.games())))
        game = catalogue.game(name)
        state, levels = table.seat_people(
            game,
            [n for n in people.split(",") if n],
            None if bots is None else [b for b in bots.split(",") if b],
            seed,
            {**game.preset(preset), **options},
            lang,
            seat,
            begins,
        )
    table.play(state, lang, lambda what: _progress(what), levels, seed)


@app.command(help=say("Learn a game by playing: its lessons, one after the other."))
def learn(
    name: GameName,
    number: Annotated[int | None, typer.Option("--lesson", help=say("this lesson alone"))] = None,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    from .terminal.learn import learn as teach

    teach(catalogue.game(name), number, lang)


@app.command(
    help=say("Play many games between bots. A game's own options are given as --name value."), context_settings=EXTRA
)
def simulate(
    context: typer.Context,
    name: GameName,
    players: Annotated[int | None, typer.Option("--players", help=say("how many play"))] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            help=say("levels of the bots, separated by commas; random plays at random; one level is for all seats"),
        ),
    ] = "",
    count: Annotated[int, typer.Option("--games", help=say("how many games"))] = 10_000,
    seed: Annotated[int, typer.Option("--seed", help=say("a whole number: the same seed gives the same game"))] = 0,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", min=1, help=say("how many work at once, by default all cores; the result is the same")
        ),
    ] = None,
    swap: Annotated[
        bool, typer.Option("--swap", help=say("the bots move round the table, on the same throws and deals"))
    ] = False,
    golden: Annotated[bool, typer.Option("--golden", help=say("print the record of one game instead"))] = False,
    preset: PresetName = "",
    cluster: ClusterAddress = None,
    as_json: Json = False,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    from .arena.simulate import simulate as run
    from .play.player import played_by_bots
    from .terminal import show

    game = catalogue.game(name)
    levels = [level for level in bots.split(",") if level] or [game.bots.LEVELS[0]]
    seats = players or (len(levels) if len(levels) > 1 else game.best_seats)
    if len(levels) == 1:
        levels *= seats
    if len(levels) != seats:
        raise BrelanError(say("{players} players need {players} bots, not {bots}.", players=seats, bots=len(levels)))
    options = _preset_options(game, preset, context)
    if golden:
        print(played_by_bots(game, levels, seed, options), end="")
        return
    unit = game.unit(game.complete_options(options))
    with _crew(cluster, name) as crew, _progress(game.title) as progress:
        result = run(game, levels, count, seed, options, swap, processes, progress, crew)
    if as_json:
        _print_json(show.simulation_data(game, result, unit))
    else:
        show.simulation(game, result, unit, lang)


@app.command(help=say("Let every bot meet every other, seats swapped, and rank them."), context_settings=EXTRA)
def tournament(
    context: typer.Context,
    name: GameName,
    levels: Annotated[str, typer.Option("--bots", help=say("the levels that take part, by default all"))] = "",
    players: Annotated[int | None, typer.Option("--players", help=say("how many play"))] = None,
    count: Annotated[int, typer.Option("--games", help=say("games in each meeting"))] = 2_000,
    seed: Annotated[int, typer.Option("--seed", help=say("a whole number: the same seed gives the same game"))] = 0,
    preset: PresetName = "",
    cluster: ClusterAddress = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume", metavar="FILE", help=say("a table of results (CSV): what it holds is not played again")
        ),
    ] = None,
    as_json: Json = False,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    from .arena.tournament import tournament as run
    from .terminal import show

    game = catalogue.game(name)
    chosen = [level for level in levels.split(",") if level] or list(game.bots.LEVELS)
    seats, options = players or game.seats[0], _preset_options(game, preset, context)
    with _crew(cluster, name) as crew, _progress(game.title) as progress:
        result = run(game, chosen, seats, count, seed, options, progress, crew, resume)
    if as_json:
        _print_json(result.data())
    else:
        show.tournament(game, result, lang)


@app.command(
    help=say("Answers about a game, exact unless marked: brelan solve GAME --help lists its questions."),
    context_settings={**EXTRA, "help_option_names": []},
    add_help_option=False,
)
def solve(context: typer.Context, name: GameName) -> None:
    game = catalogue.game(name)
    with parser_in(
        say, f"brelan solve {name}", say("Answers about {game}, exact unless marked.", game=game.title)
    ) as parser:
        parser.add_argument("--json", action="store_true", help=say("answer with data"))
        parser.add_argument(
            "--lang", choices=LANGUAGES, default=DEFAULT_LANGUAGE, help=say("the language, by default the system's")
        )
        parser.add_argument(
            "--cluster",
            metavar="tcp://HOST:PORT|local:N",
            help=say("what takes minutes is solved by the workers of this Dask scheduler, or by N processes here"),
        )
        game.solve.arguments(parser, game.say(DEFAULT_LANGUAGE))
        asked = parser.parse_args(context.args)
    from .engine.crew import called

    with _workers(asked.cluster) as crew, called(crew), _progress(game.title) as progress:
        answer = game.solve.answer(asked, progress)
    if asked.json:
        _print_json(answer)
    else:
        print(game.solve.report(answer, game.say(asked.lang)))


@app.command(help=say("Tell a recorded game move by move."))
def replay(
    file: RecordFile,
    step: Annotated[bool, typer.Option("--step", help=say("show the table and wait after each move"))] = False,
    as_json: Json = False,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    from .terminal import play as table
    from .terminal import show

    record = _read_record(file)
    if as_json:
        _print_json(show.record_data(record))
    else:
        table.replay(record, step, lang)


@app.command(help=say("Check that the throws, deals and draws of a record follow from its seed."))
def verify(file: RecordFile, as_json: Json = False, lang: Language = DEFAULT_LANGUAGE) -> None:
    verdict = _read_record(file).verify()
    if as_json:
        _print_json(verdict.data())
    else:
        print(verdict.said(lang))


def _looked_over(state: "State", shown: bool = True) -> "Review":
    """A finished game's review, with its progress on the terminal."""
    from .school.review import refuse_unless_whole, reviewed

    refuse_unless_whole(state)
    _hurried(state.game.name)
    with _progress(say("Looking the game over…"), shown=shown) as progress:
        return reviewed(state, progress)


@app.command(help=say("Review a finished game: what was luck and what was skill, and which moves were better."))
def review(
    file: RecordFile,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help=say("draw the graph of the game to a file"))
    ] = None,
    as_json: Json = False,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    from .school.graph import graph
    from .school.report import explain, lines

    state = _read_record(file).replay()
    found = _looked_over(state, shown=not as_json)
    explain(found, state, lang)
    spoken = state.game.say(lang)
    if svg is not None:
        try:
            svg.write_text(graph(found, spoken) + "\n", encoding="utf-8")
        except OSError as error:
            raise BrelanError(
                say("{file} cannot be written: {why}.", file=str(svg), why=error.strerror or "")
            ) from None
    if as_json:
        _print_json(found.data())
    else:
        print("\n".join(lines(found, spoken)))


@app.command(help=say("Measure speed, beside OpenSpiel where it is installed."))
def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help=say("the game's name: see brelan games"), autocompletion=_begun_names),
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help=say("how long each measure takes"))] = 2.0,
    envs: Annotated[
        bool, typer.Option("--envs", help=say("measure batches of games instead, beside pgx where it is installed"))
    ] = False,
    as_json: Json = False,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    from .arena.bench import bench
    from .terminal import show

    run = bench
    if envs:
        from .envs.bench import bench as run
    for name in names or catalogue.games():
        _hurried(name)
    with _progress(say("measuring")) as progress:
        rows = run(names or [], seconds, progress)
    if as_json:
        _print_json([row.__dict__ for row in rows])
    else:
        show.bench(rows, lang)


@app.command(help=say("A problem to solve: today's, or any other of the game's."))
def puzzle(
    name: GameName,
    which: Annotated[
        str, typer.Argument(metavar="[ID]", help=say("the problem's id, or next; by default today's problem"))
    ] = "",
    solution: Annotated[bool, typer.Option("--solution", help=say("tell the solution"))] = False,
    make: Annotated[
        int, typer.Option("--make", min=0, help=say("make so many problems anew, into the game's folder"))
    ] = 0,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help=say("how long that may take"))] = 3600.0,
    seed: Annotated[int, typer.Option("--seed", help=say("a whole number: the same seed gives the same game"))] = 0,
    check: Annotated[
        bool, typer.Option("--check", help=say("check every problem of the game again, and keep those that stand"))
    ] = False,
    cluster: ClusterAddress = None,
    as_json: Json = False,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    from .school import problems
    from .terminal import puzzle as desk

    game = catalogue.game(name)
    if cluster and not make:
        raise BrelanError(say("--cluster goes with --make: a cluster makes problems."))
    if make or check:
        from .engine.crew import called
        from .school import making

        with _crew(cluster, name) as crew, called(crew), _progress(game.title) as progress:
            if make:
                made = making.make(game, make, seed, seconds, progress)
                print(say("{file}: {n} problems.", file=str(making.keep(game, made)), n=len(made)))
                return
            wrong = making.check_all(game, progress, keeps=True)
        print("\n".join([*wrong, say("{n} problems stand.", n=len(problems.all_of(game)))]))
        if wrong:
            raise typer.Exit(1)
        return
    problem = desk.chosen(game, which)
    if as_json:
        state = problems.position(problem, game, lang)
        data = problems.solution_data(problem, game, lang) if solution else problems.data(problem, game, state, lang)
        _print_json(data)
    elif solution:
        desk.tell(problem, game, lang)
    else:
        desk.solve(problem, game, lang, lambda what: _progress(what))


@app.command("print", help=say("A game to print, cut, fold and play; or a finished game as a booklet: a PDF."))
def print_game(
    name: GameName,
    lang: Annotated[
        str,
        typer.Option("--lang", metavar="fr|en|fr,en", help=say("one language or both; the pieces are in the first")),
    ] = DEFAULT_LANGUAGE,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|letter", help=say("the size of the paper"))] = "a4",
    duplex: Annotated[
        str,
        typer.Option(
            "--duplex",
            metavar="long|short",
            help=say("print on both sides, turning the sheet over this edge; by default sheets are folded and glued"),
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help=say("where to write; by default here, by the game's name")),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help=say("print this finished game as a booklet instead"))
    ] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help=say("print the score sheet alone"))] = False,
    problems: Annotated[
        int | None,
        typer.Option("--problems", metavar="N", help=say("print so many problems, with their solutions upside down")),
    ] = None,
) -> None:
    from . import paper as workshop

    game = catalogue.game(name)
    if (record is not None) + sheet + (problems is not None) > 1:
        raise BrelanError(say("--record, --sheet and --problems ask for different things: give one of them."))
    if record is not None:
        played = _read_record(record)
        if played.game != game.name:
            raise BrelanError(
                say("{file} is a game of {other}, not of {game}.", file=str(record), other=played.game, game=game.name)
            )
        kind, pdf = "booklet", workshop.booklet(played, lang, paper, _looked_over)
    elif problems is not None:
        kind, pdf = "problems", workshop.problem_sheet(game, problems, lang, paper)
    elif sheet:
        kind, pdf = "sheet", workshop.score_sheet(game, lang, paper)
    else:
        kind, pdf = "kit", workshop.kit(game, lang, paper, duplex)
    file = out or Path(f"{game.name}-{kind}-{lang.replace(',', '-')}-{paper}.pdf")
    try:
        file.write_bytes(pdf)
    except OSError as error:
        raise BrelanError(say("{file} cannot be written: {why}.", file=str(file), why=error.strerror or "")) from None
    print(say("{file} is ready to print: {size} kB.", file=str(file), size=say.number(len(pdf) / 1000)))


# Typer's own words in a help text, as it writes them.
_HELP_WORDS = (
    N_("Usage: "),
    N_("Options:"),
    N_("Arguments:"),
    N_("Commands:"),
    N_("[default:"),
    N_("Show this message and exit."),
)


@contextmanager
def _helping() -> Iterator[None]:
    """What Typer has no translations for is put into the reader's language as it is printed."""
    if "--help" not in sys.argv:
        yield
        return
    told = io.StringIO()
    try:
        with redirect_stdout(told):
            yield
    finally:
        text = told.getvalue()
        for words in _HELP_WORDS:
            text = text.replace(words, say(words))
        print(text, end="")


_TYPERS_OWN = {
    "install_completion": say("let this shell complete commands and games when Tab is pressed"),
    "show_completion": say("print what --install-completion would add to the shell"),
}


def main() -> None:
    """Runs a command. Wrong input is one sentence on stderr and exit code 2, never a traceback."""
    command = typer.main.get_command(app)
    for option in command.params:  # Typer's own, in the reader's language
        if option.name in _TYPERS_OWN:
            option.help = _TYPERS_OWN[option.name]  # type: ignore[attr-defined]
    try:
        with _helping():
            code = command(prog_name="brelan", standalone_mode=False)
    except BrelanError as error:
        code = _complain(error.said(DEFAULT_LANGUAGE))
    except typer.TyperException as error:
        code = _complain(error.format_message())
    except (KeyboardInterrupt, EOFError, typer.Abort) as error:
        end = error.__cause__ if isinstance(error, typer.Abort) else error  # Typer takes every end for Ctrl+D
        if isinstance(end, EOFError) and not _was_typed(end):
            raise end from None
        print(file=sys.stderr)
        code = 130
    except BrokenPipeError:  # the reader, a pager or head, has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    threading.excepthook = lambda _: None  # what solves in the background is cut short here: no error of anybody's
    sys.exit(code if isinstance(code, int) else 0)


def _was_typed(end: EOFError) -> bool:
    """Whether that was Ctrl+D: a damaged file ends too early as well."""
    last = end.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return last is not None and last.tb_frame.f_globals["__name__"].startswith(f"{__package__}.terminal.")


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2
