"""Playing at one terminal: what is typed, what is told, what stays secret."""

import contextlib
import io

import pytest

import brelan
from brelan.terminal import play as terminal
from brelan.terminal.play import CLEAR, LETTERS, Terminal, seat_people


class Keyboard(io.StringIO):
    """What a person types, with the screen it was typed on."""

    def __init__(self, screen, lines):
        self.screen, self.lines, self.prompts = screen, list(lines), []

    def isatty(self):
        return True

    def __call__(self, prompt=""):
        self.prompts.append(prompt)
        self.screen.write(f"{prompt}\n")
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


@pytest.fixture
def at_table(monkeypatch):
    """Plays what is typed at a new table; answers the terminal, the keyboard and all that was on the screen."""

    def sit(name, typed, people=("Katy", "Léo"), bots=(), seed=4, lang="en", change=None, **options):
        screen = io.StringIO()
        keyboard = Keyboard(screen, typed)
        monkeypatch.setattr(terminal.console, "file", screen)
        monkeypatch.setattr("sys.stdin", keyboard)
        monkeypatch.setattr("builtins.input", keyboard)
        game = brelan.game(name)
        state, levels = seat_people(game, people, list(bots), seed, options, lang, seat=1)
        one = Terminal(state, lang, lambda what: contextlib.nullcontext(lambda *_: None), levels, seed)
        if change:
            change(one)
        one.run()
        return one, keyboard, screen.getvalue()

    return sit


def test_a_bare_number_plays_nothing_and_a_letter_does(at_table):
    """“1” to rethrow die 1 must not stop the turn."""
    one, _, screen = at_table("dodeka", ["throw 1 2 3", "1", "3", "b"])
    assert "no move of Dodéka" in screen
    assert [one.state.game.words(code) for code in one.state.log if one.state.game.words(code)[:3] != "die"] == [
        "throw 1 2 3",
        "throw 1",
    ]
    assert not set(LETTERS) & set("lqrsu0123456789")


@pytest.mark.parametrize(
    ("name", "typed", "means"),
    [
        ("dodeka", "garde 1", "throw 2 3"),
        ("dodeka", "garde 3 1", "throw 2"),
        ("dodeka", "relance 1 et 3", "throw 1 3"),
        ("dodeka", "arrête", "stop"),
        ("pepetes", "passe", "pass"),
        ("pepetes", "lance tout", "throw all"),
        ("pepetes", "vise 5 6 avec 1 2", "aim 5 6 with 1 2"),
        ("pepetes", "carte suite 4", "card suite 4"),
        ("pepetes", "mise rien", "stake none"),
        ("spacepoker", "échange 1 3", "exchange 1 3"),
        ("spacepoker", "échange rien", "exchange none"),
        ("spacepoker", "mise 4", "stake 4"),
        ("spacepoker", "abandonne", "drop"),
        ("dalapapa", "poser 30b 2 en 3 -4", "place 30b 2 at 3 -4"),
        ("dalapapa", "passe", "pass"),
        ("dalapapa", "marquer 5", "mark 5"),
        ("4d", "gauche verrouille loin", "left lock-far"),
        ("4d", "proche-gauche verrou-droite", "near-left lock-right"),
    ],
)
def test_french_words_are_heard(name, typed, means):
    game = brelan.game(name)
    assert game.moves.heard(typed) == means
    assert game.code(means) is not None, "and mean a move"
    assert game.moves.heard(means) == means, "the notation stays what it is"


def test_the_beginning_of_several_moves_lists_them(at_table):
    one, _, screen = at_table("4d", ["lock", "verrouille-loin"], people=["Katy", "Léo"], lang="fr")
    assert [one.state.game.words(code) for code in one.state.log][-1] == "lock-far", screen[-900:]


def test_what_happened_is_told_in_consequences_and_results_wait_to_be_read(at_table):
    typed = ["", "exchange none", "", "exchange none", "", "stake 1", "", "drop", ""]
    _, keyboard, screen = at_table("spacepoker", typed, hands=3, lang="en")
    assert "Enter to go on. " in keyboard.prompts, screen[-1500:]
    before = screen[: screen.index("Enter to go on. ")]
    settled = before[before.rindex(CLEAR) if CLEAR in before else 0 :]
    assert "Katy" in settled and "Léo" in settled
    assert "deal" not in screen and "gets a ship" not in screen


def test_no_secret_stays_on_the_screen_for_the_next(at_table):
    """Nor after a take-back: whoever made the move gets the keyboard first."""
    _, keyboard, screen = at_table("spacepoker", ["", "exchange none", "", "u", "", "exchange none", ""], hands=3)
    for part in screen.split(CLEAR):
        assert not ("Katy> " in part and "Léo> " in part)
    handed = [prompt for prompt in keyboard.prompts if "take the keyboard" in prompt]
    assert [prompt.split(",")[0] for prompt in handed] == ["Katy", "Léo", "Katy", "Léo"]


def test_the_same_seed_gives_the_same_bots(at_table):
    typed, random = ["throw 1 2 3", "stop"] * 6, {"people": ["Katy"], "bots": ["novice"], "parties": 1}
    logs = [at_table("dodeka", typed, seed=seed, **random)[0].state.log for seed in (5, 5, 6)]
    assert logs[0] == logs[1] != logs[2] and len(logs[0]) > 40


def test_who_sits_where_and_who_begins():
    game = brelan.game("dodeka")
    state, levels = seat_people(game, ["Katy"], ["novice", "regular"], 1, {}, "en", seat=2)
    assert state.names == ("Odette", "Katy", "Marcel") and levels == {"Odette": "novice", "Marcel": "regular"}
    state, _ = seat_people(game, ["Katy", "Odette"], ["novice"], 1, {}, "en", first="Marcel")
    assert state.names == ("Marcel", "Katy", "Odette")
    seated = [seat_people(game, ["Katy"], ["novice", "regular"], seed, {}, "en")[0] for seed in range(60)]
    assert {state.names.index("Katy") for state in seated} == {0, 1, 2}  # unless chosen, it is drawn
    assert len({state.names for state in seated}) == 6
    again = seat_people(game, ["Katy"], ["novice", "regular"], 7, {}, "en")[0]
    assert again.names == seated[7].names  # … from the seed
    with pytest.raises(brelan.BrelanError, match="does not play"):
        seat_people(game, ["Katy"], ["novice"], 1, {}, "en", first="Zoé")
    with pytest.raises(brelan.BrelanError, match="seats 1 to 2"):
        seat_people(game, ["Katy"], ["novice"], 1, {}, "en", seat=3)


def test_the_clock_plays_time_and_the_header_names_what_is_not_as_usual(at_table):
    def an_hour_ago(one):
        one.began -= 3600

    one, _, screen = at_table("dodeka", ["throw 1 2 3"], change=an_hour_ago, parties=0, minutes=30, lang="fr")
    assert one.state.log[0] == brelan.TIME
    first = screen.splitlines()[0]
    assert first.startswith("Dodéka · Premier à 700") and "30" in first and first.count(" · ") == 3  # and no other


def test_a_record_whose_chance_is_played_by_hand_is_loaded_and_played_on(at_table, monkeypatch):
    """What was thrown is typed in, French or a letter too; what can only come one way comes by itself."""
    by_hand = brelan.game("pepetes").new(players=2, chance="manual", names=["Katy", "Léo"])
    by_hand.play("die 6")
    text = str(by_hand.record())
    screen = io.StringIO()
    monkeypatch.setattr(terminal.console, "file", screen)
    typed = ["die 9", "die 2", "", "throw all", "a", "blue 2", "blue 3", "blue 4", "black 5", "", "pass", "", "q"]
    keyboard = Keyboard(screen, typed)
    monkeypatch.setattr("sys.stdin", keyboard)
    monkeypatch.setattr("builtins.input", keyboard)
    state = brelan.Record.parse(text).replay()
    Terminal(state, "en", lambda what: contextlib.nullcontext(lambda *_: None)).run()
    words = [state.game.words(code) for code in state.log]
    assert words == ["die 6", "die 2", "throw all", "blue 1", "blue 2", "blue 3", "blue 4", "black 5", "pass"]
    assert "no move of Pépètes" in screen.getvalue() and keyboard.lines == []
    assert brelan.Record.parse(str(state.record())).replay() == state
