"""What is installed, with which Python, and what happens where a part is left out."""

import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import brelan

from .commands import run_script

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
NEEDED = [*PROJECT["dependencies"], *(need for needs in EXTRAS.values() for need in needs)]
PINS = dict(
    line.split("==")
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)


def test_what_is_needed_is_a_range_that_the_pinned_version_lies_in():
    pinned = {canonicalize_name(name): version for name, version in PINS.items()}
    for need in map(Requirement, NEEDED):
        if need.name in ("brelan", "torch"):  # torch is for one example; who runs it chooses which
            continue
        assert need.specifier and not any(part.operator in ("==", "===", "~=") for part in need.specifier), need
        assert need.specifier.contains(pinned[canonicalize_name(need.name)]), f"constraints.txt does not fit {need}"


def test_the_pins_name_packages_and_nothing_else():
    for name, version in PINS.items():
        assert re.fullmatch(r"[A-Za-z0-9_.-]+", name) and re.fullmatch(r"[0-9][0-9a-z.+]*", version), name


def test_the_licence_is_the_one_the_package_names():
    assert PROJECT["license"] == "MIT" and PROJECT["license-files"] == ["LICENSE"]
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")


def test_the_change_log_knows_this_version():
    assert f"\n## {brelan.__version__}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# --- without the house

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {left_out}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

assert not {left_out} & {{name.split(".")[0] for name in sys.modules}}
sys.meta_path.insert(0, Missing())
from brelan.cli import main
main()
"""
# Needed by the games too: Typer brings pydantic, Rich brings markdown-it.
SHARED = {"pydantic", "markdown-it-py"}
LEFT_OUT = {Requirement(need).name for need in EXTRAS["house"]} - SHARED


def games_alone(*words, stdin=""):
    return run_script(WITHOUT.format(left_out=LEFT_OUT), *words, stdin=stdin, env={"LC_ALL": "", "LANGUAGE": ""})


def test_a_worker_reads_the_command_by_its_path_and_opens_nothing():
    """As the processes do in which bots of a house think that was opened by `python -m brelan`."""
    runpy.run_path(str(Path(brelan.__file__).with_name("__main__.py")), run_name="__mp_main__")


def test_without_the_house_the_games_are_all_there(tmp_path):
    assert {"fastapi", "starlette", "sqlalchemy", "uvicorn", "jinja2"} <= LEFT_OUT
    assert "Dodéka" in games_alone("games").stdout
    saved = tmp_path / "game.record"
    words = ["play", "dodeka", "--people", "Katy", "--bots", "novice", "--seed", "4", "--seat", "1"]
    done = games_alone(*words, stdin=f"throw 1 2 3\nr\ns {saved}\nq\n")
    assert done.returncode == 0 and "pairtraiz" in done.stdout, done.stderr
    assert "Fair" in games_alone("verify", str(saved)).stdout
    assert games_alone("simulate", "dodeka", "--games", "20").returncode == 0
    assert "1,728" in games_alone("solve", "dodeka").stdout


@pytest.mark.parametrize(("lang", "says"), [("en", "The house needs more packages"), ("fr", "La maison demande plus")])
def test_without_the_house_the_command_says_what_to_install(lang, says):
    done = games_alone("--lang", lang)
    assert done.returncode == 2 and not done.stdout and "Traceback" not in done.stderr
    assert says in done.stderr and done.stderr.strip().endswith("pip install 'brelan[house]'")


# --- make


@pytest.fixture
def checkout(tmp_path):
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "bin").mkdir()
    return tmp_path


def make(checkout, *words, **env):
    path = f"{checkout / 'bin'}:/usr/bin:/bin"
    env = {"PATH": path, "HOME": str(checkout), **env}
    return subprocess.run(["make", "-C", str(checkout), *words], env=env, capture_output=True, text=True)


def a_python(checkout, name, version):
    """Something that says it is that Python, or (no version) a shim that stands for nothing."""
    file = checkout / "bin" / name
    fake = f"import sys, runpy; sys.version_info = {version}; exec(sys.argv[1])"
    file.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{fake}' \"$2\"\n" if version else "#!/bin/sh\nexit 127\n")
    file.chmod(0o755)


needs_make = pytest.mark.skipif(not shutil.which("make"), reason="there is no make here")


@needs_make
def test_make_takes_the_newest_python_that_works(checkout):
    a_python(checkout, "python3.14", None)
    a_python(checkout, "python3.13", (3, 13, 1))
    a_python(checkout, "python3.12", (3, 12, 1))
    assert "\npython3.13 -m venv .venv\n" in make(checkout, "-n", "play").stdout
    a_python(checkout, "python3.14", (3, 14, 0))
    assert "\npython3.14 -m venv .venv\n" in make(checkout, "-n", "play").stdout
    assert "\npython3.11 -m venv .venv\n" in make(checkout, "-n", "play", PYTHON="python3.11").stdout


@needs_make
def test_make_says_what_it_needs_where_no_python_will_do(checkout):
    for name in ("python3.14", "python3.13", "python3.12", "python3.11"):
        a_python(checkout, name, None)
    a_python(checkout, "python3", (3, 9, 2))
    done = make(checkout, "play")
    assert done.returncode and "Brelan needs Python 3.11 to 3.14" in done.stdout


@needs_make
def test_make_installs_the_house_to_play_and_the_tools_to_test(checkout):
    a_python(checkout, "python3.13", (3, 13, 1))
    for what, extras in (("play", "'.[house,print]'"), ("lint", "'.[dev]'"), ("docs", "'.[dev]'")):
        assert f"--constraint constraints.txt --editable {extras}" in make(checkout, "-n", what).stdout


@needs_make
def test_make_help_lists_what_make_can_do(checkout):
    told = make(checkout, "help").stdout
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)[1].split()
    for target in set(targets) - {"chromium"}:
        assert re.search(rf"^  {target} +\S", told, re.M), target
    assert make(checkout).stdout == told, "make alone says the same"
    assert "Which game? make golden GAME=dodeka" in make(checkout, "-o", ".venv/.dev", "golden").stdout


def test_ci_keeps_to_the_oldest_python_we_promise():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert f"export PYTHON=python{oldest}" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
