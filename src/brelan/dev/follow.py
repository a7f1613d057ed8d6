"""What must follow when the rules of a game change, told in sentences: `python -m brelan.dev.follow [GAME …]`.

How a game's rules play is kept in its folder twice: as a whole game people can read (`golden.record`), and as a digest
of many random games (`golden.digest`), with the version of the rules that played so. A second digest holds the game in
numbers (`spaces`): what has learnt to play by them must find them as they were, so the same version covers them.
`python -m brelan.dev.follow --golden GAME` (or `make golden GAME=…`) plays all of it anew, and draws the covers, which
show a moment of the golden record.
"""

import hashlib
import itertools
import random
import re
import sys
from pathlib import Path
from typing import Any

from ..engine.kernel import CHANCE, TIME
from ..model.errors import BrelanError
from ..model.words import LANGUAGES
from ..play import catalogue
from ..play.catalogue import Game
from ..play.conduct import kept
from ..play.player import played_by_bots
from ..play.record import Record
from ..play.state import State
from . import covers, messages
from .testing import check_golden, random_options

STATES = 4000  # how many states of random games are looked at
NUMBERED = 400  # in how many of them the numbers are
LONGEST = 400  # in one game
REPOSITORY = Path(__file__).parents[3]  # where the documents lie, in a checkout
SAID = {"en": "Version {} of the rules.", "fr": "Version {} des règles."}  # how a rulebook ends


# --- how the rules play


def observe(game: Game) -> tuple[str, set[str]]:
    """How the rules play: a hash of many random games (options, turns, legal moves and odds in words, scores, results),
    and the moves met there.

    How the struct lies in memory, the codes of moves and who sees what do not enter it.

    Examples:
        >>> import brelan
        >>> conduct, spoken = observe(brelan.game("dodeka"))
        >>> len(conduct), "stop" in spoken, "throw 1 3" in spoken
        (64, True, True)
    """
    rng = random.Random(f"conduct {game.name}")
    total, spoken = hashlib.sha256(), set[str]()
    for option in game.options:
        total.update(repr((option.name, option.choices, option.low, option.high, option.step, option.also)).encode())
    states = 0
    for turn in itertools.count():
        options = (game.quick, random_options(game, rng), {})[turn % 3]
        state = game.new(players=game.seats[turn % len(game.seats)], chance="manual", **options)
        for _ in range(LONGEST):
            facts = _facts(state)
            total.update(repr(facts).encode())
            spoken.update(words for words, _ in facts[0])
            states += 1
            if state.over or states == STATES:
                break
            state.apply(_any_move(state, rng))
        if states == STATES:
            break
    return total.hexdigest(), spoken


def _facts(state: State) -> tuple[Any, ...]:
    words = state.game.words
    possible = [(words(code), weight) for code, weight in state.odds()] or sorted((move, 1) for move in state.moves())
    ending = int(state.game.drivers.ending(state._buf)) if state.over else 0
    return possible, state.mover, state.scores, state.totals, state.payoff, ending, state.may_call_time


def _any_move(state: State, rng: random.Random) -> int:
    """A random move, chosen by what the moves are called and not by their codes."""
    if state.may_call_time and rng.random() < 0.01:
        return TIME
    if state.mover == CHANCE:
        outcomes = state.odds()
        return rng.choices([code for code, _ in outcomes], [weight for _, weight in outcomes])[0]
    return rng.choice(sorted(state.legal(), key=state.game.words))


def numbers(game: Game) -> str:
    """The game in numbers: a hash of how moves are numbered and what every seat observes, in random games.

    Examples:
        >>> import brelan
        >>> len(numbers(brelan.game("dodeka")))
        64
    """
    rng = random.Random(f"numbers {game.name}")
    spaces, total = game.spaces, hashlib.sha256()
    total.update(
        repr([(part.name, part.shape, part.low, part.high, part.by_seat) for part in spaces.OBSERVATION]).encode()
    )
    states = 0
    for turn in itertools.count():
        options = (game.quick, random_options(game, rng), {})[turn % 3]
        state = game.new(players=game.seats[turn % len(game.seats)], chance="manual", **options)
        total.update(b"%d" % spaces.n_actions(state.players, state.options))
        for _ in range(LONGEST):
            if state.mover >= 0:
                said = sorted((game.words(code), state.action(code)) for code in state.legal())
                total.update(repr(said).encode())
                for seat in range(state.players):
                    total.update(state.observation(seat).tobytes())
                states += 1
            if state.over or states == NUMBERED:
                break
            state.apply(_any_move(state, rng))
        if states == NUMBERED:
            return total.hexdigest()
    raise AssertionError("random games go on for ever")


def _played_on(game: Game) -> dict[int, str]:
    """Earlier versions whose games today's rules play on, move by move, as the golden records of their time showed:
    then and now as many moves, nothing told since.
    """
    last = kept(game)
    earlier = {version: conduct for version, conduct in last.played_on.items() if version in game.earlier}
    if last.version not in game.earlier:
        return earlier
    record = Record.parse((game.folder / "golden.record").read_text(encoding="utf-8"))
    as_it_was = record.version == last.version and len(record.replay().log) == len(record.moves)
    return ({last.version: last.conduct} if as_it_was else {}) | earlier


def play_golden(game: Game) -> Record:
    """A golden record played anew by novices, as the one that is there was: as many players, its options and seed."""
    file = game.folder / "golden.record"
    head = dict(re.findall(r"^([a-z0-9 ]+): (.*)$", file.read_text() if file.exists() else "", re.M))
    players = int(head.get("players", game.best_seats))
    known = {option.name for option in game.options}
    options = dict(pair.split("=") for pair in head.get("options", "").split())
    seed = re.fullmatch(r"reproducible (\d+)", head.get("chance", ""))
    return played_by_bots(
        game,
        [game.bots.LEVELS[0]] * players,
        int(seed[1]) if seed else 0,
        {name: value for name, value in options.items() if name in known},
    )


def write_golden(game: Game) -> None:
    """Keeps how the rules play now: the record (unless it plays as it stands), the digest, the covers."""
    earlier = "".join(f"played on: {version} {conduct}\n" for version, conduct in _played_on(game).items())
    if not _golden_plays(game, game.version):
        (game.folder / "golden.record").write_text(str(play_golden(game)), encoding="utf-8")
    (game.folder / "golden.digest").write_text(
        f"rules: {game.version}\nconduct: {observe(game)[0]}\nnumbers: {numbers(game)}\n{earlier}"
    )
    for lang in LANGUAGES:
        covers.cover_file(game, lang).write_text(covers.draw_cover(game, lang), encoding="utf-8")


# --- what must follow


def wanting(game: Game) -> list[str]:
    """All that is out of step with the rules of a game, a sentence each; none if everything has followed.

    Examples:
        >>> import brelan
        >>> wanting(brelan.game("dodeka"))
        []
    """
    version, kept_conduct, kept_numbers, _ = kept(game)
    now, spoken = observe(game)
    replays = now == kept_conduct
    changed = version > 0 and not (replays and (not kept_numbers or numbers(game) == kept_numbers))
    due = game.version + 1 if changed and game.version <= version else game.version
    facts = f"src/brelan/games/{game.folder.name}/__init__.py"
    told: list[str] = []
    if due > game.version:
        what = "records" if not replays else "the actions and observations"
        told.append(f"Raise VERSION in {facts} to {due}: {what} of version {game.version} would be read otherwise now.")
    if not game.history.get(due):
        told.append(f"Say in a sentence what changed: HISTORY in {facts} has no line for version {due}.")
    if changed or version != due or not kept_numbers or not _golden_plays(game, due):
        told.append(f"Play the golden record anew: make golden GAME={game.name} (once VERSION is {due}).")
    for lang in LANGUAGES:
        told += _about_the_rulebook(game, lang, due)
    told += _about_the_notation(game, spoken)
    lacking = messages.missing(game.folder)
    if lacking:
        told.append(f"Give these their French (make messages, then locale/fr.po in the game's folder): {lacking}")
    told += _about_the_changes(game, due)
    if due > game.version:
        told.append(
            "New sentences get their French (make messages, then locale/fr.po), moves with other words their line in "
            "docs/notation.md, and the tests that cite the rule's id (docs/rules.md) say what it is now."
        )
    return [_heading(game, changed, replays, due, version), *told] if told else []


def _heading(game: Game, changed: bool, replays: bool, due: int, version: int) -> str:
    if changed and replays and due > game.version:
        return (
            f"The moves of {game.title} are numbered, or its seats observe, otherwise than under version {version}: "
            "whatever learnt to play it by these numbers is lost. If that was meant, this must follow:"
        )
    if changed and due > game.version:
        return (
            f"The rules of {game.title} no longer play as their version {version} does. If that was not meant, "
            f"something broke: the tests in tests/games/{game.folder.name}/ say what. If it was, this must follow:"
        )
    return f"The rules of {game.title} are at version {game.version}; this has not followed yet:"


def _golden_plays(game: Game, due: int) -> bool:
    try:
        check_golden(game)
    except (BrelanError, AssertionError):
        return False
    return f"\nrules: {due}\n" in (game.folder / "golden.record").read_text()


def _about_the_rulebook(game: Game, lang: str, due: int) -> list[str]:
    file = game.folder / f"rulebook.{lang}.md"
    line = SAID[lang].format(due)
    if file.exists() and file.read_text(encoding="utf-8").rstrip().endswith(line):
        return []
    return [f"Tell players the rule as it is now in {file.name}, and let it end with “{line}”"]


def _about_the_notation(game: Game, spoken: set[str]) -> list[str]:
    """The words moves begin with stand in the notation."""
    page = REPOSITORY / "docs" / "notation.md"
    if not page.exists():
        return []
    section = re.search(
        rf"^## {re.escape(game.title)}\n(.*?)(?=^## |\Z)", page.read_text(encoding="utf-8"), re.M | re.S
    )
    known = {"time", "next"}  # the referee's, the same in every game
    known.update(re.findall(r"`([^` ]+)", section[1] if section else ""))
    strange = {words.split()[0]: words for words in sorted(spoken, reverse=True)}
    lacking = [words for first, words in sorted(strange.items()) if first not in known]
    return [f"Explain in docs/notation.md, under “{game.title}”: {'; '.join(lacking)}."] if lacking else []


def _about_the_changes(game: Game, due: int) -> list[str]:
    page = REPOSITORY / "CHANGELOG.md"
    line = f"- {game.title}, rules {due}: "
    if due == 1 or not page.exists() or f"\n{line}" in f"\n{page.read_text(encoding='utf-8')}":
        return []
    return [f"Say it to everybody in CHANGELOG.md, in a line that begins with “{line.rstrip()}”."]


def told(sentences: list[str]) -> str:
    """The sentences as a list to work through."""
    heading, *rest = sentences
    return "\n".join([heading, *(f"  {number}. {sentence}" for number, sentence in enumerate(rest, 1))])


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--golden"]:
        for name in arguments[1:]:
            write_golden(catalogue.game(name))
        return 0
    found = [wanting(catalogue.game(name)) for name in arguments or catalogue.games()]
    for sentences in filter(None, found):
        print(told(sentences) + "\n")
    return 1 if any(found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
