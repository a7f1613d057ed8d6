"""What the commands answer, as data and as tables for people."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from ..arena.bench import Row
from ..arena.simulate import RANDOM, Mean, Result
from ..arena.tournament import Tournament
from ..model.options import Option
from ..model.words import Say, speaker
from ..play.catalogue import Game
from ..play.record import Record

console = Console(highlight=False)


def _table(*headings: str, numbers: int = 0) -> Table:
    """A plain table whose last `numbers` columns are right-aligned."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for at, heading in enumerate(headings):
        table.add_column(heading, justify="right" if at >= len(headings) - numbers else "left")
    return table


# --- games


def facts(game: Game, lang: str) -> dict[str, Any]:
    """A game's facts and options as plain data."""
    say = game.say(lang)
    options = [
        {
            "name": option.name,
            "words": say(option.label),
            "takes": option.takes().said(say),
            "default": None if callable(option.default) else option.default,
        }
        for option in game.options
    ]
    return {
        "name": game.name,
        "title": game.title,
        "about": say(game.blurb),
        "players": [game.seats[0], game.seats[-1]],
        "age": game.age,
        "minutes": game.minutes,
        "rules": game.version,
        "history": {str(version): say(change) for version, change in game.history.items()},
        "bots": list(game.bots.LEVELS),
        "options": options,
        "presets": presets(game, say),
    }


def presets(game: Game, say: Say) -> list[dict[str, Any]]:
    """The ways to play a game that are offered by name, as plain data; the first is recommended."""
    return [
        {"name": each.name, "title": say(each.title), "about": say(each.told), "options": dict(each.options)}
        for each in game.presets.values()
    ]


def _players_words(game: Game) -> str:
    low, high = game.seats[0], game.seats[-1]
    return str(low) if low == high else f"{low}–{high}"


def list_games(games: Sequence[Game], lang: str) -> None:
    say = speaker(lang)
    table = _table(say("name"), say("game"), say("players"), say("age"), say("minutes"), say("what it is"))
    for game in games:
        table.add_row(
            game.name, game.title, _players_words(game), f"{game.age}+", str(game.minutes), game.say(lang)(game.blurb)
        )
    console.print(table)


def _takes(option: Option, say: Say) -> str:
    if option.is_flag:
        return say("yes or no")
    if option.choices:
        return (
            say.parts(f"{value} ({say(words)})" for value, words in zip(option.choices, option.words, strict=True))
            if option.words
            else ", ".join(option.choices)
        )
    span = f"{option.low}–{option.high}" + (say(", in steps of {step}", step=option.step) if option.step > 1 else "")
    return ", ".join([*map(str, option.also), span])


def _default(option: Option, say: Say) -> str:
    """What holds if nothing is said, as it can be typed in the reader's language."""
    if callable(option.default):
        return say("depends")
    value = option.write(option.read(option.default))
    return say(value) if option.is_flag else value


def describe_game(game: Game, lang: str) -> None:
    say = game.say(lang)
    console.print(f"[bold]{game.title}[/bold]  {say(game.blurb)}")
    console.print(
        say(
            "{players} players, from age {age}, about {minutes} minutes.",
            players=_players_words(game),
            age=game.age,
            minutes=game.minutes,
        )
    )
    console.print(say("Bots: {levels}.", levels=", ".join(game.bots.LEVELS)))
    table = _table(say("option"), say("what it is"), say("takes"), say("default"))
    for option in game.options:
        table.add_row(f"--{option.name}", say(option.label), _takes(option, say), _default(option, say))
    if game.options:
        console.print(table)
    for preset in game.presets.values():
        told = say.colon(say(preset.title), say(preset.told))
        console.print(f"  --preset {preset.name}  {told}", markup=False)
    console.print(say("Rules: version {version}.", version=game.version))
    for version, change in sorted(game.history.items(), reverse=True):
        console.print(f"  {version}  {say(change)}", markup=False)


# --- simulations and tournaments


def _mean(mean: Mean) -> dict[str, float]:
    return {"mean": mean.mean, "margin99": mean.margin, "deviation": mean.deviation}


def _distribution(result: Result) -> dict[str, float]:
    """Where the results of single games lie, all seats together."""
    values = result.payoffs.ravel()
    values.sort()
    return {
        name: float(values[int(share * (len(values) - 1))])
        for name, share in (("min", 0), ("p10", 0.1), ("median", 0.5), ("p90", 0.9), ("max", 1))
    }


def simulation_data(game: Game, result: Result, unit: str) -> dict[str, Any]:
    """A simulation as plain data."""
    bots = [
        {"bot": bot, "wins": wins, **_mean(mean)}
        for bot, mean, wins in zip(result.bots, result.by_bot(), result.wins(), strict=True)
    ]
    return {
        "game": game.name,
        "games": result.games,
        "unfinished": result.unfinished,
        "unit": unit,
        "bots": bots,
        "seats": [_mean(mean) for mean in result.by_seat()],
        "length": _mean(Mean.of(result.lengths))
        | {"shortest": int(result.lengths.min()), "longest": int(result.lengths.max())},
        "distribution": _distribution(result),
        "seconds": result.seconds,
        "games_per_second": result.games / result.seconds,
    }


def _interval(mean: Mean, say: Say) -> str:
    return f"{say.number(mean.mean, 2, sign=True)} ± {say.number(mean.margin, 2)}"


def _mean_heading(say: Say, unit: str) -> str:
    return say("mean result, {unit} a game (99%)", unit=say(unit))


def simulation(game: Game, result: Result, unit: str, lang: str) -> None:
    say = game.say(lang)
    table = _table(say("bot"), _mean_heading(say, unit), say("games won"), numbers=2)
    for bot, mean, wins in zip(result.bots, result.by_bot(), result.wins(), strict=True):
        table.add_row(say("at random") if bot == RANDOM else bot, _interval(mean, say), say.percent(wins))
    console.print(table)
    table = _table(say("seat"), _mean_heading(say, unit), numbers=1)
    for seat, mean in enumerate(result.by_seat()):
        table.add_row(str(seat), _interval(mean, say))
    console.print(table)
    spread = _distribution(result)
    console.print(
        say(
            "Results of single games: {low} to {high}, half of them up to {median}.",
            low=say.number(spread["min"]),
            high=say.number(spread["max"]),
            median=say.number(spread["median"]),
        )
    )
    length = Mean.of(result.lengths)
    console.print(
        say(
            "Length: {mean} moves on average, {low} to {high}.",
            mean=say.number(length.mean, 1),
            low=say.number(result.lengths.min()),
            high=say.number(result.lengths.max()),
        )
    )
    rate = result.games / result.seconds
    console.print(
        say(
            "{games} games in {seconds} s: {rate} a second.",
            games=say.number(result.games),
            seconds=say.number(result.seconds, 2),
            rate=say.number(rate),
        )
    )
    if result.unfinished:
        console.print(say("{n} more were still going when they were stopped.", n=say.number(result.unfinished)))


def tournament(game: Game, result: Tournament, lang: str) -> None:
    say = game.say(lang)
    heading = _mean_heading(say, result.unit)
    table = _table(say("bot"), say("against"), heading, say("games won"), say("games"), numbers=3)
    for meeting in result.meetings:
        table.add_row(
            meeting.one,
            meeting.other,
            _interval(meeting.points, say),
            say.percent(meeting.wins),
            say.number(meeting.games),
        )
    console.print(table)
    console.print(
        say(
            "Ranking: {ranking}.",
            ranking=", ".join(f"{bot} ({say.number(points, 1, sign=True)})" for bot, points in result.ranking),
        )
    )
    if result.ratings is None:
        console.print(say("Ratings need SciPy: pip install 'brelan[arena]'"), markup=False)
        return
    table = _table(say("bot"), say("Bradley–Terry rating (99%; 400 more: ten times as strong)"), numbers=1)
    for row in result.ratings:
        table.add_row(row.bot, f"{say.number(row.rating, sign=True)} ± {say.number(row.margin)}")
    console.print(table)


def bench(rows: Sequence[Row], lang: str) -> None:
    say = speaker(lang)
    table = _table(say("game"), say("measure"), say("value"), say("unit"), numbers=2)
    for row in rows:
        digits = 0 if row.value >= 1000 else 2
        table.add_row(row.game, row.what, say.number(row.value, digits) if row.unit else "", row.unit)
    console.print(table)


# --- records


def record_data(record: Record) -> dict[str, Any]:
    """A record as plain data."""
    moves = [{"who": move.who, "move": move.words} for move in record.moves]
    options: Mapping[str, str] = record.options
    return {
        "game": record.game,
        "rules": record.version,
        "options": dict(options),
        "names": list(record.names),
        "seen_by": record.viewer,
        "moves": moves,
        "payoff": list(record.payoff) if record.payoff is not None else None,
    }
