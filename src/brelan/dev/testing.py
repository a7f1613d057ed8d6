"""The conformance kit: what every game must obey, whoever wrote it.

    from brelan import game
    from brelan.dev import testing
    testing.conform(game("dodeka"), seed=1)

`conform` plays random games at every player count with default and random options and raises AssertionError, with the
game, the seed and the state, at the first thing that is not as it must be. `python -m brelan.dev.testing NAME` does the
same and says what it did.
"""

import hashlib
import pickle
import random
import string
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from ..engine.kernel import CHANCE, NEXT, OVER, SPECTATOR, TIME, below, stream, weighted
from ..model.contract import ASIDE, BEAT, END, RESULT, Advice, Table, default_of
from ..model.errors import GameOver, IllegalMove, MoveError, NotYourTurn, OptionError
from ..model.options import Value
from ..model.words import LANGUAGES
from ..play import story
from ..play.catalogue import Game, games
from ..play.catalogue import game as find_game
from ..play.fairness import draw
from ..play.player import pick
from ..play.record import Record
from ..play.state import State

TOLD = 0.1  # the share of moves whose story is checked, beside every result
SWAPPED = 0.1  # of the moves: plain functions take over from compiled ones there, or the other way round
CAP = 3000  # moves after which a random game counts as unfinished
SECONDS_TO_THINK = 0.005  # of a bot with a budget of time: any move must be legal
COMMANDS = (
    "time",
    "l",
    "q",
    "quit",
    "quitter",
    "r",
    "u",
)  # what `play` and the terminal read as something else than a move
TAKEN = {"players", "seed", "chance", "names", "salts"}  # by Game.new
TAKEN |= {
    "people",
    "bots",
    "seat",
    "load",
    "lang",
    "games",
    "processes",
    "swap",
    "golden",
    "json",
}  # by the command line


def check_options(game: Game) -> None:
    """The struct can hold every value of every option, and no option or field bears the name of something else."""
    fields = game.rules.STATE.names or ()
    hidden = [name for name in fields if hasattr(np.record, name)]
    assert not hidden, (
        f"a field of STATE cannot be called {', '.join(hidden)}: interpreted, NumPy's own s.{hidden[0]} stands there"
    )
    assert "players" in fields, "STATE has no field players"
    for option in game.options:
        assert option.name.isidentifier() and option.name not in TAKEN, f"an option cannot be called {option.name!r}"
        assert option.name in fields, f"STATE has no field for option {option.name}"
        room = np.iinfo(game.rules.STATE[option.name])
        for code in range(len(option.choices)) if option.choices else (option.low, option.high, *option.also):
            assert room.min <= code <= room.max, (
                f"the field of option {option.name} cannot hold {code}: it is an {room.dtype}"
            )


def random_options(game: Game, rng: random.Random) -> dict[str, Value]:
    """Valid options drawn at random; numbers lean to the low end, so that games end."""
    for _ in range(200):
        drawn: dict[str, Value] = {}
        for option in game.options:
            if option.choices:
                drawn[option.name] = option.read(rng.choice(option.choices))
            else:
                span = (option.high - option.low) // option.step
                numbers = [option.low + option.step * int(span * rng.random() ** 4), *option.also]
                drawn[option.name] = rng.choice(numbers)
        try:
            return game.complete_options(drawn)
        except OptionError:
            continue
    raise AssertionError(f"{game.name}: no valid options in 200 random draws")


def tables(game: Game, rng: random.Random, rounds: int = 1) -> Iterator[State]:
    """Laid tables: every player count, default options once and random options `rounds` times."""
    for players in game.seats:
        for turn in range(rounds + 1):
            options: dict[str, Any] = random_options(game, rng) if turn else {}
            yield game.new(players=players, chance="manual", **options)


def random_code(state: State, rng: random.Random) -> int:
    """A random move: of the mover, of chance by its weights, or, rarely, the referee's `time`."""
    if state.may_call_time and rng.random() < 0.01:
        return TIME
    if state.mover == CHANCE:
        outcomes = state.odds()
        return rng.choices([code for code, _ in outcomes], [weight for _, weight in outcomes])[0]
    return rng.choice(state.legal())


def play_through(state: State, rng: random.Random, cap: int = CAP) -> Iterator[State]:
    """The state before each move of a random game, then its end (or where the cap cut it)."""
    for _ in range(cap):
        yield state
        if state.over:
            return
        state.apply(random_code(state, rng))
    yield state


def check_state(state: State) -> None:
    """Legal moves are few enough, distinct and round-trip through words; the game's invariant holds; scores are by
    seat.
    """
    game = state.game
    assert game.drivers.sound(state._buf), f"the invariant of {game.name} is broken: {state!r}"
    assert len(state.scores) == state.players
    legal = state.legal()
    assert state.mover in (CHANCE, OVER, *range(state.players)), f"mover is {state.mover}"
    assert bool(legal) == (state.mover != OVER), f"{state!r}: {len(legal)} moves for mover {state.mover}"
    assert len(set(legal)) == len(legal), f"a move is listed twice: {legal}"
    name = "MAX_CHANCE" if state.mover == CHANCE else "MAX_MOVES"
    assert len(legal) <= getattr(game.rules, name), f"{len(legal)} moves, but {name} is {getattr(game.rules, name)}"
    assert all(weight > 0 for _, weight in state.odds())
    for code in legal:
        words = game.words(code)
        assert words and words == " ".join(words.lower().split()), f"code {code} is written {words!r}"
        assert game.code(words) == code, f"{words!r} does not read back as {code}"
        assert ";" not in words, "a semicolon separates the moves of a list"
        assert not words.isdigit() and words not in COMMANDS and words.split()[0] not in ("?", "s"), (
            f"{words!r} means something else at the terminal"
        )


def check_random_move(state: State, seed: int) -> None:
    """A game's own `random_move` is a shorter way to the very move the drivers would choose, and draws as many random
    numbers.
    """
    game, drivers = state.game, state.game.drivers
    shorter, plain = state._buf.copy(), state._buf.copy()
    luck, expected = stream(seed), stream(seed)
    size = max(game.rules.MAX_MOVES, game.rules.MAX_CHANCE, 8)
    out, weights = np.zeros(size, np.int64), np.zeros(size, np.int64)
    drivers.random_game(shorter, luck, out, weights, 1)
    if state.mover == CHANCE:
        move = out[weighted(expected, weights, drivers.chance(plain, out, weights))]
    else:
        move = out[below(expected, drivers.legal(plain, out))]
    drivers.apply(plain, int(move), out, weights)
    assert shorter.tobytes() == plain.tobytes() and luck.tolist() == expected.tolist(), (
        f"{state!r}: random_move is not the drivers' own"
    )


def check_refusals(state: State, rng: random.Random, tries: int = 60) -> None:
    """Illegal codes, malformed words and foreign seats are refused, and the state is untouched."""
    before, log = state._buf.tobytes(), state.log
    legal = set(state.legal())
    near = {code + step for code in list(legal)[:20] for step in (-1, 1)} | set(range(-6, 30))
    far = {rng.randrange(-(2**40), 2**40) for _ in range(10)}
    for code in (near | far) - legal - ({TIME} if state.may_call_time else set()):
        try:
            state.apply(code)
        except (IllegalMove, GameOver):
            continue
        raise AssertionError(f"illegal code {code} was played")
    for words in malformed(state, rng, tries):
        try:
            state.play(words)
        except MoveError as error:
            assert str(error).strip().endswith("."), f"not a sentence: {error}"
            continue
        raise AssertionError(f"{words!r} was played")
    for seat in range(state.players):
        if seat != state.mover and not state.over:
            try:
                state.play(state.moves()[0], seat=seat)
            except NotYourTurn:
                continue
            raise AssertionError(f"seat {seat} played on seat {state.mover}'s turn")
    assert state._buf.tobytes() == before and state.log == log, "a refused move changed the state"


def check_reasons(state: State, codes: Collection[int]) -> None:
    """Every refusal of a move that seats make has a reason in the game's terms, and no legal move has one."""
    why_not, legal = state.game.table.why_not, set(state.legal())
    if why_not is default_of(Table, "why_not"):
        return
    struct = state.view_state(state.mover).struct
    for code in codes:
        reason, words = why_not(struct, code, state.names), state.game.words(code)
        assert (reason is None) == (code in legal), f"{state!r}: {words!r} is refused because: {reason}"
        if reason is not None:
            told = [reason.said(state.game.say(lang)) for lang in LANGUAGES]
            assert all(text and "{" not in text for text in told), f"{words!r}: {told} are no finished sentences"


def malformed(state: State, rng: random.Random, tries: int) -> Iterator[str]:
    """Words that are no legal move now: noise, and legal moves with a letter changed, cut or doubled."""
    legal = set(state.legal())
    moves = state.moves()
    for _ in range(tries):
        if moves and rng.random() < 0.7:
            text = rng.choice(moves)
            at = rng.randrange(len(text) + 1)
            text = (
                text[:at]
                + rng.choice(["", " ", "x", "9", "-", "0", "é", "\u0663", text[at:] + text])
                + text[at + rng.randrange(2) :]
            )
        else:
            text = "".join(rng.choices(string.printable + "é½²\u0661\x00", k=rng.randrange(30)))
        try:
            code = state.parse(text)
        except MoveError:
            yield text
            continue
        if code not in legal and not (code == TIME and state.may_call_time):
            yield text


def check_copies(state: State, rng: random.Random) -> None:
    """A copy equals and hashes like its original, pickles, and goes its own way."""
    twin = state.copy()
    assert twin == state and hash(twin) == hash(state) and twin.log == state.log
    thawed = pickle.loads(pickle.dumps(state))
    assert thawed == state and thawed.log == state.log and thawed.mover == state.mover
    if not state.over:
        before = state._buf.tobytes()
        twin.apply(random_code(twin, rng))
        assert state._buf.tobytes() == before and len(twin.log) == len(state.log) + 1


def check_record(state: State) -> None:
    """The record reads back, replays to the identical state, and a changed one is refused."""
    text = str(state.record())
    record = Record.parse(text)
    again = record.replay()
    assert again == state and again.log == state.log and str(record) == text and str(again.record()) == text
    for seat in (SPECTATOR, *range(state.players)):
        seen = str(state.record(seat))
        assert str(Record.parse(seen)) == seen


def appearance(state: State, seat: int) -> tuple[Any, ...]:
    """Everything a seat can get hold of."""
    blank = state.view_state(seat)
    acting = seat >= 0 and state.mover == seat  # CHANCE and SPECTATOR are the same number
    legal = (tuple(state.legal()), tuple(blank.legal())) if acting else ()
    view, table = state.view(seat), state.game.table
    drawn = [table.svg(view, state.game.say(lang)) for lang in LANGUAGES]
    return blank._buf.tobytes(), repr(view), drawn, legal, state.mover, state.scores, state.may_call_time


def check_redeal(state: State, seat: int, rng: random.Random, seen: tuple[Any, ...]) -> bool:
    """What was hidden from the seat, filled in at random, looks the same to it (`seen`). Says whether anything
    differed.
    """
    drivers = state.game.drivers
    buffer = state.view_state(seat)._buf.copy()
    blank = buffer.tobytes()
    drivers.hide(buffer, seat)
    assert buffer.tobytes() == blank, f"hiding twice hides more: seat {seat}"
    drivers.redeal(buffer, seat, stream(rng.randrange(2**60)))
    other = State(state.game, buffer, [], state.names, None)
    assert drivers.sound(buffer), "a redealt state breaks the game's invariant"
    assert seen == appearance(other, seat), f"seat {seat} can tell a redealt state from the real one"
    for _ in play_through(other.copy(), rng, cap=60):
        pass  # the completed state must be a playable one
    return other != state


def swapped(state: State, seat: int, rng: random.Random, pasts: Sequence[tuple[State, int]]) -> State | None:
    """The same game with other hidden moves, as long as what the seat has seen stays the same; None if it cannot be
    kept up. `pasts`: the state before each move so far, and the move.
    """
    # now and then the whole game; mostly its last moves: what was hidden earlier may have been shown since
    since = 0 if rng.random() < 0.3 else len(state.log) - int(len(state.log) ** rng.random())
    twin = (pasts[since][0] if since < len(pasts) else state).copy()
    seen = state.game.drivers.seen  # `State.seen` would look at the seat each time
    for past, code in pasts[since:]:
        shown = past.seen(code, seat)
        if past.mover != twin.mover:
            return None
        if code == TIME:
            same = [code]
        else:
            buffer = twin._buf
            same = [o for o in twin.legal() if (o if o in (TIME, NEXT) else int(seen(buffer, o, seat))) == shown]
        if not same:
            return None
        own = seat >= 0 and twin.mover == seat  # a spectator has the number of chance, and no moves
        twin.apply(code if own else rng.choice(same))
    return twin


def check_secrets(state: State, rng: random.Random, pasts: Sequence[tuple[State, int]]) -> tuple[int, int]:
    """Two states that differ only in what is hidden from a seat look the same to it. `pasts`: the state before each
    move so far, and the move.

    Counts pairs that really differed: redealt, swapped.
    """
    redealt = swaps = 0
    for seat in (SPECTATOR, *range(state.players)):
        seen = appearance(state, seat)
        redealt += check_redeal(state, seat, rng, seen)
        twin = swapped(state, seat, rng, pasts)
        if twin is not None and twin.log != state.log:
            assert seen == appearance(twin, seat), f"seat {seat} can tell two games apart that it saw alike"
            assert str(state.record(seat)).splitlines()[:-1] == str(twin.record(seat)).splitlines()[:-1] or state.over
            swaps += twin != state
    return redealt, swaps


def check_actions(state: State) -> int:
    """Every numbered legal move has a number of its own, by which it is found again, and there is always one to play.

    Answers how many legal moves bear no number.
    """
    game, mask = state.game, state.mask()
    legal = state.legal() if state.mover >= 0 else []
    numbers = {code: state.action(code) for code in legal}
    numbered = {code: action for code, action in numbers.items() if action >= 0}
    where = f"{state!r} of {game.name}"
    assert len(set(numbered.values())) == len(numbered), f"two moves share a number: {where}"
    assert all(action < len(mask) for action in numbered.values()), f"an action beyond n_actions: {where}"
    for code, action in numbered.items():
        found = int(game.drivers.code_of(state._buf, action))
        assert found == code, f"{game.words(code)!r} is action {action}, which is {game.words(found)!r}: {where}"
    assert sorted(numbered.values()) == np.flatnonzero(mask).tolist(), f"the mask is not the numbered moves: {where}"
    assert bool(numbered) == (state.mover >= 0), f"no legal move bears a number: {where}"
    left_out = len(numbers) - len(numbered)
    assert not left_out or game.spaces.LEFT_OUT, f"moves bear no number, and spaces.LEFT_OUT says nothing: {where}"
    return left_out


def check_observation(state: State, seat: int, rng: random.Random) -> None:
    """What a seat observes lies within its bounds, and is the same whatever is hidden from it."""
    seen = state.observation(seat)
    at = 0
    for feature in state.game.spaces.OBSERVATION:
        part = seen[at : at + feature.size(state.players)]
        at += len(part)
        assert ((part >= feature.low) & (part <= feature.high)).all(), (
            f"{feature.name} lies outside {feature.low} … {feature.high}: {part} for seat {seat} in {state!r}"
        )
    assert at == len(seen) and np.isfinite(seen).all()
    if state.game.spaces.LOOKS_AWAY:
        raw = np.zeros_like(seen)
        state.game.drivers.observe(state._buf, seat, raw)
        assert (raw == seen).all(), f"spaces.LOOKS_AWAY, yet observe reads what is hidden from seat {seat}: {state!r}"
    blank = state.view_state(seat)
    other = blank.redealt(rng.randrange(2**60))
    assert (other.observation(seat) == seen).all(), f"seat {seat} observes what is hidden from it: {state!r}"


def check_view(state: State) -> None:
    """The view is plain data, the table can be drawn and told in both languages."""
    import json

    for seat in (SPECTATOR, *range(state.players)):
        view, table = state.view(seat), state.game.table
        assert json.loads(json.dumps(view)) == view, "the view is not plain data"
        for lang in ("fr", "en"):
            picture = table.svg(view, state.game.say(lang))
            assert picture.startswith("<svg") and "<title>" in picture and "<desc>" in picture
            assert " style=" not in picture and "<script" not in picture, (
                "the page's security policy forbids inline style and script"
            )
            assert table.text(view, state.game.say(lang)).strip()
            assert isinstance(table.controls(view, state.game.say(lang)), str)
            assert table.hint(view, state.game.say(lang)).strip() or state.over
            for code in state.legal()[:10]:
                assert state.tell(code, seat, lang).strip()


def check_story(before: State, code: int, after: State) -> None:
    """Every seat is told what the move brought: gains that are the change of scores and totals, results as results."""
    change = [now - then for then, now in zip(before.scores, after.scores, strict=True)]
    moved = [now - then for then, now in zip(before.totals or (), after.totals or (), strict=True)]
    for seat in (SPECTATOR, *range(after.players)):
        for lang in ("fr", "en"):
            told = story.scenes(before, code, after, seat, lang)
            where = f"{after.game.name}, {before.game.words(code)!r} for seat {seat} in {lang}: {told}"
            for scene in told:
                assert scene.text.strip() and "@" not in scene.text and "{" not in scene.text, (
                    f"a scene's text is a finished sentence, without @ or braces: {where}"
                )
                assert scene.weight in (ASIDE, BEAT, RESULT, END), f"a scene cannot weigh {scene.weight!r}: {where}"
            weights = [scene.weight for scene in told]
            if after.at_result and not (code == TIME and before.at_result):
                assert weights.count(RESULT) == 1, f"a result lies there until next, so one scene is a RESULT: {where}"
            else:
                assert weights.count(RESULT) <= after.over, f"a RESULT is told, yet nothing new lies there: {where}"
            if after.over:
                assert weights.count(END) == 1 and weights[-1] == END, (
                    f"the game is over, so the last scene, and no other, is the END: {where}"
                )
            else:
                assert END not in weights, f"the END is told, yet the game goes on: {where}"
            if code != NEXT:
                gains = [sum(s.gains.get(n, 0) for s in told) for n in range(after.players)]
                assert gains == change, f"the scores change by {change}, the scenes' gains are {gains}: {where}"
                paid = [sum(s.paid.get(n, 0) for s in told) for n in range(after.players)]
                if moved:
                    assert paid == moved, (
                        f"the totals change by {moved}, what the scenes say is paid is {paid}: {where}"
                    )
        drawn = after.svg(seat) if any(scene.about and not scene.view for scene in told) else ""
        for scene in told:
            shown = after.game.table.svg(scene.view, after.game.say(lang)) if scene.view else drawn
            missing = [key for key in scene.about if f'data-key="{key}"' not in shown]
            assert not missing, f"{where} is about {missing}, which is not drawn"


def check_swaps(state: State, rng: random.Random) -> int:
    """The same game played again, half by plain and half by compiled functions, swapped at random moves: the same bytes
    after every move, and the same answers. Counts the swaps.
    """
    game, log = state.game, state.log
    before = [_answers(past) for past, _ in state.history()]
    twin, fast, swaps = State.laid(game, state.options, state.names), True, 0
    try:
        for at, code in enumerate(log):
            if rng.random() < SWAPPED:
                fast, swaps = not fast, swaps + 1
                game.switch(fast)
            assert _answers(twin) == before[at], f"{twin!r}: plain and compiled functions do not agree"
            twin.apply(code)
    finally:
        game.switch(True)
    assert _answers(twin) == _answers(state), f"{state!r}: plain and compiled functions do not end alike"
    return swaps


def _answers(state: State) -> tuple[Any, ...]:
    """What both kinds of functions must agree on."""
    seen = [state.view_state(seat)._buf.tobytes() for seat in (SPECTATOR, state.mover if state.mover >= 0 else 0)]
    return state._buf.tobytes(), state.mover, state.legal(), state.odds(), state.scores, state.payoff, seen


def check_odds(state: State) -> None:
    """Chance outcomes drawn from a seed come as often as their weights say (a chi-square test far out in its tail)."""
    outcomes = state.odds()
    weights = [weight for _, weight in outcomes]
    drawn = Counter(draw(b"kit", index, weights) for index in range(2000))
    total = sum(weights)
    chi = sum((drawn[i] - 2000 * w / total) ** 2 / (2000 * w / total) for i, w in enumerate(weights))
    free = max(1, len(weights) - 1)
    assert chi < free + 8 * (2 * free) ** 0.5 + 20, f"odds are off: {outcomes} came {drawn}"


def check_golden(game: Game) -> None:
    """The game's golden record is there, is a whole game, and replays to the letter; AssertionError if not.

    Examples:
        >>> import brelan
        >>> from brelan.dev import testing
        >>> testing.check_golden(brelan.game("dodeka"))
    """
    file = game.folder / "golden.record"
    assert file.exists(), (
        f"{game.name} has no golden record: {file.name} is missing in its folder (make golden GAME={game.name})"
    )
    text = file.read_text()
    record = Record.parse(text)
    assert record.payoff is not None, "the golden record is of an unfinished game"
    assert record.source is not None and record.source.number is not None, "the golden record has a reproducible seed"
    assert str(record) == text
    assert str(record.verify()).startswith("Fair")


def check_bots(game: Game, rng: random.Random, cap: int = 400) -> None:
    """Every level plays legal moves from what its seat may know, at every player count, in the game's quickest form."""
    for players in game.seats:
        for level in game.bots.LEVELS:
            state = game.new(players=players, seed=rng.randrange(10**6), **game.quick)
            thought = stream(rng.randrange(10**6))
            for _ in range(cap if level != "master" else cap // 8):
                if state.over:
                    break
                view = state.view_state(state.mover)
                legal = view.legal()
                state.apply(legal[0] if len(legal) == 1 else pick(view, level, thought, SECONDS_TO_THINK))


def check_advice(state: State, picks: int = 3, close: float = 0.0) -> list[Advice]:
    """Advice on the decision at hand: one piece for each move it names, told in both languages, the starred first; and
    what is starred is what the master does. Answers it, in English.

    The master is asked `picks` times. Where it thinks by chance, what it did may be worth up to `close` less than what
    is starred; where it mixes on purpose, ask the game's own tests for its mix.
    """
    game, view, legal = state.game, state.view_state(state.mover), state.moves()
    told = {lang: game.bots.advise(view, game.say(lang)) for lang in ("en", "fr")}
    advice = told["en"]
    moves = [one.move for one in advice]
    assert moves and set(moves) <= set(legal) and len(set(moves)) == len(moves), f"{state!r}: advice on {moves}"
    assert all(one.text for lang in told for one in told[lang]), f"{state!r}: advice without words"
    again = {one.move for one in told["fr"]}  # a search by the clock may get to know some others
    assert again <= set(legal) if close else again == set(moves)
    starred = {one.move for one in advice if one.best}
    assert advice[0].best, f"{state!r}: the first advice is not the best"
    for seed in range(picks):
        chosen = game.words(pick(view, game.bots.LEVELS[-1], stream(seed)))
        worth = {one.move: one.value for one in advice}
        assert chosen in starred or (close and worth.get(chosen, -np.inf) >= advice[0].value - close), (
            f"{state!r}: the master plays {chosen!r}, starred is {sorted(starred)}"
        )
    return advice


def conform(game: Game, seed: int = 0, rounds: int = 1, every: int = 40) -> Counter[str]:
    """Runs the kit on one game; counts what was done. Costly looks are taken at about every `every`-th state.

    Examples:
        >>> import brelan
        >>> from brelan.dev import testing
        >>> done = testing.conform(brelan.game("dodeka"), seed=1, rounds=0, every=200)
        >>> done["states"] > 1000, done["finished"]
        (True, 5)
    """
    rng = random.Random(f"{game.name} {seed}")
    done: Counter[str] = Counter()
    codes: set[int] = set()  # moves that seats could make, at any table
    check_options(game)
    game.switch(True)
    for start in tables(game, rng, rounds):
        kept: list[tuple[State, bytes]] = []
        pasts: list[tuple[State, int]] = []
        before = start.copy()
        for state in play_through(start, rng):
            if state.log:
                pasts.append((before, state.log[-1]))
            check_state(state)
            done["moves without a number"] += check_actions(state)
            if state.log and (state.at_result or state.over or rng.random() < TOLD):
                check_story(before, state.log[-1], state)
                done["stories"] += 1
            before = state.copy()
            done["states"] += 1
            if game.rules.random_move is not None and not state.over:
                check_random_move(state, done["states"])
            if rng.random() < 1 / every or not state.log or state.over:
                check_refusals(state, rng)
                if state.mover >= 0:
                    codes.update(rng.sample(legal := state.legal(), min(len(legal), 20)))
                    check_reasons(state, rng.sample(sorted(codes), min(len(codes), 60)))
                check_copies(state, rng)
                check_view(state)
                for seat in range(state.players):
                    check_observation(state, seat, rng)
                redealt, swaps = check_secrets(state, rng, pasts)
                done["redealt pairs that differ"] += redealt
                done["swapped pairs that differ"] += swaps
                if state.mover == CHANCE and done["odds"] < 20:
                    check_odds(state)
                    done["odds"] += 1
                kept.append((state.copy(), state._buf.tobytes()))
        assert all(past._buf.tobytes() == data for past, data in kept), "a past state changed"
        check_record(start)
        done["swaps"] += check_swaps(start, rng)
        done["finished" if start.over else "unfinished"] += 1
        if start.over:
            assert start.payoff is not None and start.outcome is not None and start.outcome.reason
            check_refusals(start, rng)
            check_view(start)
    if game.rules.OPEN:
        assert not done["redealt pairs that differ"] and not done["swapped pairs that differ"], (
            "rules.OPEN, yet something is hidden"
        )
    else:
        assert done["redealt pairs that differ"], (
            "redeal never gave anything but what was there: either it does nothing, or rules.OPEN is meant"
        )
        assert done["swapped pairs that differ"], (
            "no move was ever hidden from anybody: either seen tells everything, or rules.OPEN is meant"
        )
    return done


def digest(game: Game, seed: int = 0, cap: int = 400) -> str:
    """A hash of random games, byte by byte: compiled and interpreted runs must agree on it.

    Examples:
        >>> import brelan
        >>> from brelan.dev import testing
        >>> len(testing.digest(brelan.game("dodeka"), cap=50))
        64
    """
    rng = random.Random(f"digest {game.name} {seed}")
    game.switch(True)
    total = hashlib.sha256()
    for start in tables(game, rng):
        for state in play_through(start, rng, cap):
            total.update(
                state._buf.tobytes()
                + repr((state.mover, state.legal(), state.odds(), state.scores, state.payoff)).encode()
            )
            if rng.random() < 0.1:
                total.update(state.mask().tobytes())
                for seat in range(-1, state.players):
                    if seat >= 0:
                        total.update(state.observation(seat).tobytes())
                    blank = state.view_state(seat)
                    total.update(blank._buf.tobytes())
                    game.drivers.redeal(blank._buf, seat, stream(len(state.log), seat + 1))
                    total.update(blank._buf.tobytes())
    return total.hexdigest()


def main(arguments: list[str]) -> None:
    """`python -m brelan.dev.testing [NAME …]`, or `digest CAP NAME …` (our tests compare that between compiled and
    interpreted runs).
    """
    if arguments[:1] == ["digest"]:
        np.seterr(all="raise")
        print(*(digest(find_game(name), cap=int(arguments[1])) for name in arguments[2:]), sep="\n")
        return
    for name in arguments or games():
        print(f"{name}: {', '.join(f'{n} {what}' for what, n in conform(find_game(name)).items())}")
        check_golden(find_game(name))


if __name__ == "__main__":
    main(sys.argv[1:])
