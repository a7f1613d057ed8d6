"""An evening in Chromium: many people, each in a profile of their own, join by one link, play two rounds and see the
poster; and what the other pages of meeting offer.
"""

import re
from urllib.parse import urlsplit

import pytest

from brelan.house.testing import HouseProcess

from .access import check_access, check_phone
from .player import play_out

pytestmark = pytest.mark.browser
NAMES = ["Katy", "Léo", "Zoé", "Max", "Lou", "Théo", "Inès", "Hugo", "Jade", "Noé", "Rose", "Paul"]
WAIT = 60_000


@pytest.fixture
def people(chromium, house, many):
    """Twelve people with a profile each, or eight, at three tables: nobody need meet anybody twice."""
    pages = []
    for number in range(many(8, len(NAMES))):
        context = chromium.new_context(
            viewport={"width": 390, "height": 844} if number % 2 else {"width": 1280, "height": 800},
            locale="fr-FR" if number % 3 else "en-GB",
            reduced_motion="reduce",
            service_workers="block",
        )
        context.add_init_script("try { localStorage['brelan-pace'] ??= 'none' } catch { /* no page yet */ }")
        pages.append(context.new_page())
    yield pages
    for page in pages:
        page.context.close()


def test_many_people_play_an_evening_through(people, house, shot):
    host, count = people[0], len(people)
    host.goto(house.url + "/evening/dodeka")
    host.fill("#title", "Mardi <chez> Katy")
    host.fill("#name", NAMES[0])
    host.select_option("#pace", "0")
    host.fill("#o-parties", "1")
    host.fill("#o-target", "100")
    host.click("form.open-form button.primary")
    host.wait_for_selector("#evening .qr", timeout=WAIT)
    check_access(host)
    address = host.input_value("input.link")
    assert re.fullmatch(r"http://[\d.]+:\d+/e/\w+", address), "the link others can follow"
    here = host.url
    for page, name in zip(people[1:], NAMES[1:], strict=False):
        page.goto(here)
        page.fill("#name", name)
        page.click(".join button.primary")
        page.wait_for_selector("#evening >> text=" + name, timeout=WAIT)
    check_access(people[1])
    check_phone(people[1])
    for number in (1, 2):
        host.goto(here)
        everybody = "n => document.querySelectorAll('#evening .rows.still li, #evening tbody tr').length === n"
        host.wait_for_function(everybody, arg=count)
        host.click(".host button.primary")
        for page in people:  # they only wait: their pages go to their tables by themselves, the host's with the press
            page.wait_for_url("**/t/*", timeout=WAIT)
        host.wait_for_selector("#evening a.primary, #table", timeout=WAIT)  # a page may have gone there by itself
        host.goto(here)
        host.click("#evening a.primary")
        for page in people:
            page.wait_for_selector("#table:not(.is-waiting)", timeout=WAIT)
        play_out(people, house.url)
        for page in people:
            page.wait_for_selector("#table.is-over a.primary", timeout=WAIT)
        for page in people[1:]:
            page.click("#table.is-over a.primary")
            page.wait_for_selector("#evening", timeout=WAIT)
        host.goto(here)
        assert host.locator("#evening .rows .badge").all_inner_texts() == ["over"] * -(-count // 3), number
    data = host.evaluate("fetch('/api/v1' + location.pathname.replace('/e/', '/evenings/')).then((r) => r.json())")
    met = [frozenset((a, b)) for tables in data["rounds"] for one in tables for a in one["names"] for b in one["names"]]
    pairs = [pair for pair in met if len(pair) == 2]
    assert len(data["rounds"]) == 2 and len(pairs) == 2 * len(set(pairs)), "nobody has met anybody twice"
    assert all(row["games"] == 2 for row in data["standings"])
    assert sum(row["points"] for row in data["standings"]) == 2 * count * 30
    check_access(host)
    shot(host, "evening-host", full_page=True)
    host.set_viewport_size({"width": 390, "height": 844})  # the host has more to press than anybody
    check_phone(host)
    host.click(".host summary")
    host.click(".host details button")
    poster = host.wait_for_selector(".ended img", timeout=WAIT)
    assert poster.evaluate("(img) => img.decode().then(() => img.naturalWidth > 0)")
    shot(host, "evening-over", full_page=True)
    phone = people[1]
    phone.goto(here)
    check_phone(phone)
    check_access(phone)
    shot(phone, "evening-over-390", full_page=True)
    for path in ("/mine", "/tables", "/standings/dodeka", "/evening/dodeka"):  # with something to tell by now
        phone.goto(house.url + path)
        check_phone(phone)
        shot(phone, path.split("/")[1] + "-filled-390", full_page=True)
    assert host.request.get(here + "/poster.pdf").body().startswith(b"%PDF")
    placed = host.request.get(house.url + "/api/v1/standings/dodeka").json()
    assert sum(row["games"] for row in placed["new"]) >= 2 * count, "rated, every game once"


def test_standings_and_lobby_fit_and_everybody_can_use_them(visitor):
    for width, lang in ((390, "fr"), (1440, "en")):
        page = visitor("/standings/spacepoker", width=width, height=900, lang=lang)
        for path in ("/standings/spacepoker", "/tables", "/mine", "/away"):
            if path not in page.url:
                page.goto(page.url.replace(urlsplit(page.url).path, path))
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            check_access(page)
            if width == 390:
                check_phone(page)


def test_a_link_nobody_else_can_follow_says_so(chromium, visitor, tmp_path):
    with HouseProcess(tmp_path, "--workers", "1") as alone:
        page = visitor("/open/dodeka", url=alone.url)
        page.click("form.open-form button.primary")
        page.wait_for_selector(".share input", timeout=WAIT)
        assert "127.0.0.1" in page.input_value(".share input")
        assert "--lan" in page.inner_text(".share .hint")
        assert page.locator(".share .qr").count() == 0
