"""The installed page while the house is away: what can be read, and that no table is ever stale."""

import pytest

from brelan.house.testing import HouseProcess

from .access import check_access
from .player import Player
from .test_play import bots, open_table

pytestmark = pytest.mark.browser
GAME = "dodeka"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found;
}"""
OLD = """async () => {
  const [name] = await caches.keys();
  const page = new Response('<p id=old>old</p>', { headers: { 'content-type': 'text/html' } });
  await (await caches.open(name)).put('/rules/4d', page);
}"""


def until_kept(page, path):
    for _ in range(300):
        if path in page.evaluate(KEPT):
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"{path} is not kept")


def test_the_house_is_away(visitor, tmp_path, shot):
    house = HouseProcess(tmp_path, "--bot-pause", "0", "--workers", "1", "--rate", "500").start()
    try:
        page = visitor(url=house.url, service_workers="allow", lang="fr", width=390, height=844)
        manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((a) => a.json())")
        assert manifest["display"] == "standalone" and manifest["lang"] == "fr"
        for icon in manifest["icons"]:
            size = page.evaluate(
                "async (src) => { const image = new Image(); image.src = src; await image.decode();"
                " return `${image.naturalWidth}x${image.naturalHeight}`; }",
                icon["src"],
            )
            assert size == icon["sizes"]
        script = page.evaluate("fetch('/sw.js').then((answer) => answer.text())")
        stamp = page.get_attribute("link[rel=stylesheet]", "href").split("/")[2]
        assert script.startswith(f'const STAMP = "{stamp}"'), "it changes with the scripts"
        running = open_table(page, GAME, *bots(GAME))
        page.wait_for_selector("[data-mine]", timeout=30000)
        over = open_table(page, GAME, *bots(GAME))
        Player(page, 2).play()
        until_kept(page, f"/t/{over}/replay")
        until_kept(page, "/mine")  # the last of the list
        page.goto(f"{house.url}/mine")
        found = page.evaluate(KEPT)
        assert {f"/t/{over}/replay", "/mine", "/away", "/rules/4d", "/learn/pepetes/1/2"} <= set(found)
        own = [path for path in found if path.startswith(("/t/", "/api"))]
        assert [path for path in own if f"/t/{over}/replay" not in path] == [], "nothing of a table that is played"
        page.evaluate(OLD)
        page.goto(f"{house.url}/rules/4d")
        assert page.locator("#old").count() == 0, "what the house says comes first"

        house.stop()
        page.goto(f"{house.url}/rules/{GAME}")
        assert page.locator(".rulebook h2").count() > 2
        assert page.evaluate("getComputedStyle(document.querySelector('.top')).display") == "flex", "its style is kept"
        page.goto(f"{house.url}/learn/{GAME}/1")
        page.locator("#table .control-box [data-move]").first.click()  # the page knows the answer
        page.wait_for_selector("#table[data-step='2']", timeout=30000)
        page.goto(f"{house.url}/mine")
        page.click(f"a[href='/t/{over}/replay']:has-text('Revoir')")
        page.wait_for_selector("#replay .result .places li", timeout=30000)
        page.goto(f"{house.url}/t/{running}")
        assert page.locator("#table").count() == 0, "never a stale table"
        page.wait_for_selector(".away h1")
        check_access(page)
        shot(page, "away-390-fr")

        house.start()  # and it goes on by itself
        page.wait_for_selector("#table[data-mine]", timeout=30000)
    finally:
        house.stop()
