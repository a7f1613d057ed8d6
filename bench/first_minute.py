"""The first minute on a fresh machine: python bench/first_minute.py

From an empty cache (a temporary folder): seconds until the library has laid a table, until `brelan play` asks for the
first move, and in Chromium until the home page stands, until the table of each game stands, until its first bot has
moved; and the longest time a move took, at a table of two programs, while everything was being compiled.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from chromium import FLAGS, chromium
from visitors import Gone, House

import brelan
from brelan.house.testing import HouseProcess

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.player import Player  # noqa: E402  (the house's own tests know how to press what a page offers)

LIBRARY = "import brelan; brelan.game({name!r}).new(seed=1).view(0)"
LONGEST = 600.0  # seconds after which nothing more is waited for


def library(name: str, cache: Path) -> float:
    """A process that lays a table and looks at it."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", LIBRARY.format(name=name)], env={**os.environ, "BRELAN_CACHE": str(cache)}, check=True
    )
    return time.perf_counter() - began


def terminal(name: str, cache: Path) -> float:
    """`brelan play`, until it asks for the first move."""
    env = {**os.environ, "BRELAN_CACHE": str(cache), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "brelan", "play", name, "--people", "Katy", "--lang", "en"]
    began = time.perf_counter()
    process = subprocess.Popen(
        command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None and process.stdin is not None
    said = b""
    while b"Katy> " not in said:
        more = os.read(process.stdout.fileno(), 65536)
        assert more, said.decode()
        said += more
    spent = time.perf_counter() - began
    process.stdin.write(b"q\n")
    process.stdin.close()
    process.stdout.close()
    process.wait()
    return spent


class TwoPrograms(threading.Thread):
    """A table of two programs at the house, one move after the other, each timed."""

    def __init__(self, port: int, name: str) -> None:
        super().__init__(daemon=True)
        self.house, self.name, self.took, self.ending = House(port), name, list[float](), False

    def run(self) -> None:
        asyncio.run(self.play())

    async def play(self) -> None:
        while not self.ending:
            try:
                await self.one_game()
            except Gone:
                await asyncio.sleep(0.2)

    async def one_game(self) -> None:
        ask = self.house.ask
        tokens = [(await ask("POST", "/guests"))[1]["token"] for _ in range(2)]
        wanted = {"game": self.name, "seats": [{"who": "me"}, {"who": "open"}]}
        _, table = await ask("POST", "/tables", tokens[0], wanted)
        await ask("POST", f"/tables/{table['id']}/sit", tokens[1], {"seat": 1})
        while not self.ending:
            states = [(await ask("GET", f"/tables/{table['id']}", token))[1] for token in tokens]
            if states[0]["status"] == "over":
                return
            seat = states[0]["mover"]
            if seat is None or not states[seat]["moves"]:
                await asyncio.sleep(0.02)
                continue
            body = {"seq": states[seat]["seq"], "moves": [states[seat]["moves"][0]]}
            began = time.perf_counter()
            await ask("POST", f"/tables/{table['id']}/moves", tokens[seat], body)
            self.took.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)


def first_bot(page: Any) -> float:
    """How long the first bot took; a visitor who presses at random may get stuck, and then another one goes on."""
    for seed in range(2, 6):
        try:
            return float(Player(page, seed).until_a_bot_has_moved(wait=120))
        except Exception as error:
            print(str(error).split("\n")[0][:80], file=sys.stderr)
    return float("nan")


def browser(cache: Path, folder: Path, names: list[str]) -> dict[str, Any]:
    """The house and Chromium; the house is started as `brelan` starts it."""
    from playwright.sync_api import sync_playwright

    path = chromium()
    if path is None:
        sys.exit("There is no Chromium here to measure with.")
    found: dict[str, Any] = {}
    with sync_playwright() as driver:
        shown = driver.chromium.launch(executable_path=path, args=FLAGS)
        page = shown.new_context(locale="fr-FR").new_page()
        page.add_init_script("localStorage['brelan-calm'] ??= 0")  # this visitor presses as soon as it can
        began = time.perf_counter()
        with HouseProcess(folder, "--rate", "500", warm=True, cache=cache) as house:
            page.goto(house.url)
            page.wait_for_selector("form[action^='/play/'] button")
            found["home"] = time.perf_counter() - began
            print(f"home page: {found['home']:.1f} s", file=sys.stderr, flush=True)
            programs = TwoPrograms(house.port, "dodeka")
            programs.start()
            for name in names:
                page.goto(house.url)
                began = time.perf_counter()
                page.click(f"form[action='/play/{name}'] button")
                page.wait_for_selector("#table[data-status=playing] .felt svg")
                stands = time.perf_counter() - began
                found[name] = {"table": stands, "bot": first_bot(page)}
                print(f"{name}: {found[name]}", file=sys.stderr, flush=True)
            compiled = cache / "compiled"
            until = began + LONGEST
            while len(list(compiled.glob("*/ready-bots"))) < len(brelan.games()) and time.perf_counter() < until:
                time.sleep(0.5)
            found["compiled"] = time.perf_counter() - began
            time.sleep(2)
            programs.ending = True
            programs.join(10)
            found["moves"], found["pause"] = len(programs.took), max(programs.took)
        shown.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="answer with data")
    parser.add_argument("names", nargs="*", help="the games, by default all")
    asked = parser.parse_args()
    names = asked.names or list(brelan.games())
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        found: dict[str, Any] = {"cores": os.cpu_count(), "load before": load}
        found["library"] = {name: library(name, place / "library") for name in names}
        print(found, file=sys.stderr, flush=True)
        found["terminal"] = {name: terminal(name, place / f"terminal-{name}") for name in names}
        print(found["terminal"], file=sys.stderr, flush=True)
        found["house"] = browser(place / "house", place / "data", names)
    found["load after"] = os.getloadavg()[0]
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    house = found["house"]
    print(f"{found['cores']} cores; load {found['load before']:.1f} before, {found['load after']:.1f} after")
    print(f"home page {house['home']:.1f} s; everything compiled {house['compiled']:.0f} s after the last table")
    print(f"{'':12}{'library':>9}{'terminal':>9}{'table':>9}{'bot':>9}")
    for name in names:
        row = found["library"][name], found["terminal"][name], house[name]["table"], house[name]["bot"]
        print(f"{name:12}" + "".join(f"{seconds:9.1f}" for seconds in row))
    print(f"the longest of {house['moves']} moves meanwhile: {house['pause']:.2f} s")


if __name__ == "__main__":
    main()
