"""The command line, as a person types it."""

import argparse
import inspect
import json
import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest

import brelan
from brelan import cli
from brelan.model.words import speaker
from brelan.terminal import arguments

from .commands import run, run_script


def test_help_needs_no_compiler():
    script = """
import sys
sys.argv = ["brelan", "--help"]
from brelan.cli import main
try:
    main()
except SystemExit:
    print("numba" in sys.modules, "numpy" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip().endswith("False False")
    assert "simulate" in done.stdout


def test_help_in_french():
    told = run("--lang", "fr", "--help").stdout
    assert "Lister les jeux" in told
    assert told.startswith("Utilisation\u00a0: ") and "Commandes\u00a0:" in told and "Afficher cette aide" in told
    assert (
        "Lister les jeux"
        in run("--help", env={"LANG": "fr_FR.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""}).stdout
    )


def test_which_brelan_this_is():
    assert run("--version").stdout == f"Brelan {brelan.__version__}\n"
    done = subprocess.run([sys.executable, "-m", "brelan", "--version"], capture_output=True, text=True)
    assert done.stdout == f"Brelan {brelan.__version__}\n" and done.returncode == 0
    told = subprocess.run([sys.executable, "-m", "brelan", "dance"], capture_output=True, text=True)
    assert told.returncode == 2 and "Traceback" not in told.stderr


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("brelan sol", "solve"),
        ("brelan play d", "dalapapa\ndodeka"),
        ("brelan games 4", "4d"),
        ("brelan bench dodeka p", "pepetes"),
        ("brelan solve s", "spacepoker"),
    ],
)
def test_the_shell_completes_commands_and_games(typed, offered):
    words = typed.split(" ")
    asked = {"_BRELAN_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    assert run(env=asked).stdout.strip() == offered


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
def test_what_is_shown_completes_in_a_real_shell(tmp_path):
    (tmp_path / "brelan").write_text(f'#!/bin/sh\nexec {sys.executable} -m brelan "$@"\n')
    (tmp_path / "brelan").chmod(0o755)
    shown = run("--show-completion", "bash", env={"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}).stdout
    press_tab = 'COMP_WORDS=(brelan play p); COMP_CWORD=2; _brelan_completion brelan; echo "${COMPREPLY[@]}"'
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", f"{shown}\n{press_tab}"], capture_output=True, text=True, env=env)
    assert done.stdout == "pepetes\n", done.stderr


WRONG = [
    (["play", "chess"], "There is no game 'chess'"),
    (["play", "chess", "--lang", "fr"], "Il n’y a pas de jeu 'chess'"),
    (["play", "dodeka", "--players", "9"], "no option 'players'"),
    (
        ["simulate", "dodeka", "--target=701", "--lang=fr"],
        "L’option target attend un nombre entier de 100 à 5000, de 10 en 10 ; '701'",
    ),
    (["simulate", "dodeka", "--target", "701"], "target takes"),
    (["simulate", "dodeka", "--colour", "red"], "no option 'colour'"),
    (["simulate", "dodeka", "--bots", "genius"], "genius"),
    (["simulate", "dodeka", "--players", "3", "--bots", "novice,regular"], "3 players"),
    (["simulate", "dodeka", "--games", "0"], "At least one game"),
    (["simulate", "dodeka", "--games", "many"], "--games"),
    (["simulate", "dodeka", "--games", "9999999999999"], "cannot hold the results"),
    (["simulate", "dodeka", "--games", "9", "--seed", "99999999999999999999999"], "64 bits"),
    (["simulate", "dodeka", "--preset", "house"], "Dodéka has no presets."),
    (["tournament", "spacepoker", "--preset", "mine"], "no preset 'mine'; there are house, last-planet, text"),
    (["play", "spacepoker", "--win", "cards"], "not changed where they count by their number"),
    (["tournament", "dodeka", "--games", "0"], "At least one game"),
    (["tournament", "dodeka", "--games", "4", "--seed", "9223372036854775808"], "64 bits"),
    (["solve", "dodeka", "--dice", "3-3-13"], "three faces"),
    (["solve", "dodeka", "--worth", "1,2"], "nine numbers"),
    (["solve", "dodeka", "--players", "7"], "7"),
    (
        ["solve", "dodeka", "--players", "7", "--lang", "fr"],
        "n’est pas un choix possible (au choix",
    ),
    (["solve", "dodeka", "--target", "x"], "Argument --target: 'x' is not a whole number."),
    (["solve", "dodeka", "--target", "x", "--lang=fr"], "Argument --target\u00a0: 'x' n’est pas un nombre entier."),
    (["solve", "dodeka", "--colour", "--lang", "fr"], "Arguments inconnus\u00a0: --colour."),
    (["solve", "dodeka", "--lang", "fr", "--dice"], "Argument --dice\u00a0: il faut une valeur."),
    (["verify", "nowhere.record"], "cannot be read"),
    (["replay", "nowhere.record"], "cannot be read"),
    (["simulate", "dodeka", "--target"], "needs a value"),
    (["dance"], "dance"),
    (["games", "--lang", "de"], "fr or en"),
]


@pytest.mark.parametrize(("words", "says"), WRONG)
def test_wrong_input_is_one_sentence_and_exit_code_2(words, says):
    done = run(*words)
    told = done.stderr
    assert done.returncode == 2, told
    assert says in told and "Traceback" not in told
    assert len([line for line in told.splitlines() if not line.startswith("Brelan:")]) == 1


def test_what_can_be_asked_is_told_in_the_readers_language():
    french = run("solve", "dodeka", "--help", "--lang", "fr")
    assert french.returncode == 0 and french.stdout.startswith("utilisation\u00a0: brelan solve dodeka [-h]")
    assert "Des réponses sur Dodéka, exactes sauf mention." in french.stdout and "\noptions\u00a0:\n" in french.stdout
    assert "afficher cette aide" in french.stdout and "usage" not in french.stdout
    english = run("solve", "dodeka", "--help", "--lang=en", env={"LANG": "fr_FR.UTF-8"}).stdout
    assert english.startswith("usage: brelan solve dodeka [-h]") and "show this help" in english


def test_a_games_own_flags_are_told_in_its_own_words(monkeypatch):
    asked = []
    solve = SimpleNamespace(
        arguments=lambda parser, say: asked.append(say), answer=lambda args, progress: {}, report=lambda *_: ""
    )
    monkeypatch.setitem(vars(brelan.game("dodeka")), "solve", solve)
    monkeypatch.setattr(cli, "DEFAULT_LANGUAGE", "fr")
    cli.solve(SimpleNamespace(args=[]), "dodeka")
    assert asked == [brelan.game("dodeka").say("fr")]


def test_argparse_still_says_what_we_translate_and_is_given_back():
    source = inspect.getsource(argparse)
    assert [words for words in arguments.WORDS if repr(words) not in source] == []
    theirs = vars(argparse)["_"]
    with pytest.raises(brelan.BrelanError), arguments.parser_in(speaker("fr"), "brelan", "") as parser:
        parser.parse_args(["--nothing"])
    assert vars(argparse)["_"] is theirs


def test_games_as_data():
    found = json.loads(run("games", "--json").stdout)
    assert {one["name"] for one in found} == set(brelan.games())
    dodeka = next(one for one in found if one["name"] == "dodeka")
    assert {option["name"] for option in dodeka["options"]} == {"parties", "minutes", "target"}


def test_the_history_of_a_games_rules():
    told = run("games", "spacepoker", "--lang", "fr").stdout
    assert f"Règles : version {brelan.game('spacepoker').version}." in told
    assert "  1  Les règles telles qu’elles furent d’abord écrites." in told
    (data,) = json.loads(run("games", "spacepoker", "--json").stdout)
    assert data["rules"] == max(map(int, data["history"])) and data["history"]["1"] == "The rules as first written."


def test_ways_to_play_are_taken_by_name():
    """`simulate` and `tournament` play by the text, unless a preset is named; what is said beside it goes before it."""

    def options(*words):
        told = run("simulate", "spacepoker", "--golden", "--players", "2", "--hands", "1", *words).stdout
        return told.split("options: ")[1].splitlines()[0]

    assert "first=youngest" in options() and "ante=0 reach=open change=no rise=0" in options()
    assert "first=rotate" in options("--preset", "last-planet")
    assert "ante=2 reach=even change=yes rise=2" in options("--preset=last-planet", "--ante", "2")
    (data,) = json.loads(run("games", "spacepoker", "--json").stdout)
    assert [one["name"] for one in data["presets"]] == ["house", "last-planet", "text"]
    told = run("games", "spacepoker", "--lang", "fr").stdout
    assert all(f"--preset {one['name']}" in told for one in data["presets"]) and "Règle de la maison" in told


def test_simulate_as_data():
    words = [
        "simulate",
        "dodeka",
        "--players",
        "2",
        "--bots",
        "novice,random",
        "--games",
        "400",
        "--seed",
        "5",
        "--json",
        "--parties",
        "1",
    ]
    one, two = (json.loads(run(*words, "--processes", n).stdout) for n in ("1", "2"))
    assert one["games"] == 400 and len(one["seats"]) == 2
    assert one["bots"] == two["bots"] and one["length"] == two["length"]


def test_solve_as_data():
    found = json.loads(run("solve", "dodeka", "--json").stdout)
    assert list(found["line_counts"].values()) == [18, 12, 48, 60, 378, 30, 600, 552, 30]


def test_a_whole_game_at_the_terminal_saved_resumed_and_verified(tmp_path):
    """Throw, ask for advice, try nonsense, save, leave; then go on with the saved game to its end."""
    saved = tmp_path / "game.record"
    moves = ["throw 1 2 3", "?", "dance", "u", "throw 9", f"s {saved}", "q"]
    done = run(
        "play",
        "dodeka",
        "--people",
        "Katy",
        "--bots",
        "novice",
        "--parties",
        "1",
        "--target",
        "100",
        "--seed",
        "4",
        "--seat",
        "1",
        stdin="\n".join(moves) + "\n",
    )
    assert done.returncode == 0, done.stderr
    assert "no move of Dodéka" in done.stdout and "★" in done.stdout and "nothing to take back" in done.stdout
    assert "Saved" in done.stdout
    assert f"--load {saved} --bots novice" in done.stdout
    done = run("play", "--load", str(saved), "--bots", "novice", "--lang", "fr", stdin="arrête\n\nstop\n" * 40)
    assert "La partie est finie" in done.stdout, done.stdout[-500:]
    told = run("replay", str(saved), "--lang", "fr").stdout
    assert "Odette" in told and "bot" not in told and "die" not in told  # consequences, not every die
    assert "Fair" in run("verify", str(saved)).stdout


def test_undo_until_something_was_revealed():
    """Two people at one keyboard: a stop can be taken back as long as nobody has thrown since."""
    done = run(
        "play",
        "dodeka",
        "--people",
        "Katy,Kévin",
        "--bots",
        "",
        "--parties",
        "1",
        "--seed",
        "4",
        "--seat",
        "1",
        stdin="throw 1 2 3\nstop\nu\nstop\nthrow 1 2 3\nu\nq\n",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Katy> ") == 3 and "nothing to take back" in done.stdout


def test_a_closed_pipe_is_no_traceback():
    done = subprocess.run(
        f"{sys.executable} -c 'from brelan.cli import main; main()' games --json | head -c 5",
        shell=True,
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in done.stderr


def test_print_writes_a_kit_a_score_sheet_and_a_booklet(tmp_path):
    pytest.importorskip("typst")
    made = run("print", "4d", "--lang", "fr,en", "--paper", "letter", "--out", str(tmp_path / "kit.pdf"))
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith(f"{tmp_path / 'kit.pdf'} est prêt à imprimer")  # the first language is the reader's
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF")
    made = run("print", "dodeka", "--sheet", "--lang", "en", "--out", str(tmp_path / "sheet.pdf"))
    assert made.returncode == 0 and (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF"), made.stderr
    record = brelan.game("4d").folder / "golden.record"
    made = run("print", "4d", "--record", str(record), "--out", str(tmp_path / "booklet.pdf"), "--lang=en")
    assert made.returncode == 0 and (tmp_path / "booklet.pdf").read_bytes().startswith(b"%PDF"), made.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["print", "chess"], "There is no game 'chess'"),
        (["print", "4d", "--paper", "a3"], "The paper is a4 or letter, not 'a3'."),
        (["print", "4d", "--duplex", "top"], "long or its short edge, not 'top'"),
        (["print", "4d", "--lang", "de"], "A kit is in fr, in en or in fr,en, not in 'de'."),
        (["print", "4d", "--record", "nowhere.record"], "nowhere.record cannot be read"),
        (["print", "4d", "--sheet", "--record", "x"], "ask for different things: give one of them"),
        (["print", "4d", "--out", "/nowhere/at/all.pdf", "--sheet"], "/nowhere/at/all.pdf cannot be written"),
        (["print", "4d", "--lang", "fr", "--paper", "a3"], "Le papier est a4 ou letter, pas 'a3'."),
    ],
)
def test_print_says_what_is_wrong(words, says):
    done = run(*words)
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1


def test_print_knows_whose_record_it_is():
    record = brelan.game("dodeka").folder / "golden.record"
    done = run("print", "4d", "--record", str(record))
    assert done.returncode == 2 and "is a game of dodeka, not of 4d." in done.stderr


def test_commands_need_no_cache_folder(tmp_path):
    (tmp_path / "file").write_text("")
    nowhere = {"BRELAN_CACHE": str(tmp_path / "file" / "cache")}
    saved = tmp_path / "game.record"
    state = brelan.game("dodeka").new(seed=1, parties=1, target=100)
    while not state.over:
        state.apply(state.legal()[0])
    saved.write_text(str(state.record()))
    for words in (["verify", str(saved)], ["learn", "dodeka"], ["puzzle", "dodeka", "--solution"]):
        done = run(*words, env=nowhere)
        assert (done.returncode, done.stderr) == (0, ""), words
    done = run("play", "dodeka", "--people", "Ada", "--bots", "novice", stdin="q\n", env=nowhere)
    assert done.returncode == 0 and "Traceback" not in done.stderr


def test_only_the_end_of_what_is_typed_is_ctrl_d(tmp_path):
    """A file that ends too early raises the same error, and must not look like somebody leaving."""
    saved = tmp_path / "game.record"
    state = brelan.game("dodeka").new(seed=1)
    for _ in range(4):
        state.apply(state.legal()[0])
    saved.write_text(str(state.record()))
    done = run("replay", str(saved), "--step")
    assert done.returncode == 130 and "Traceback" not in done.stderr
    script = """
import pickle, sys
from brelan import cli
sys.argv = ["brelan", "games"]
cli.catalogue.games = lambda: pickle.loads(b"")
cli.main()
"""
    done = run_script(script)
    assert done.returncode == 1 and done.stderr.strip().endswith("EOFError: Ran out of input")
