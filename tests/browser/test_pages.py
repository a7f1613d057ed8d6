"""The pages themselves: access for everybody, both languages, many tabs, a house that dies and comes back."""

import re
from pathlib import Path

import pytest

from brelan.house.run import own_address
from brelan.house.testing import HouseProcess

from .access import check_access
from .gallery import resize
from .player import Player
from .test_play import bots, name_of, new_table, open_table

pytestmark = pytest.mark.browser
GAME = "dodeka"


def test_home_is_small_and_one_click_plays(visitor, shot, house):
    page = visitor("/", lang="fr")
    page.reload()
    assert page.locator(".game img").count() == 5
    for picture in page.locator("img").all():  # fetched only when they come into sight; a broken one cannot be decoded
        picture.scroll_into_view_if_needed()
        picture.evaluate("(image) => image.decode()")
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').reduce((sum, r) => sum + r.encodedBodySize, "
        "performance.getEntriesByType('navigation')[0].encodedBodySize)"
    )
    assert sizes < 100_000
    shot(page, "home-1280-fr", full_page=True)
    page.click(".game button.primary")
    page.wait_for_selector(".is-playing")
    assert "À vous" in page.inner_text(".whose") or "réfléchit" in page.inner_text(".whose")
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').reduce((sum, r) => sum + r.encodedBodySize, "
        "performance.getEntriesByType('navigation')[0].encodedBodySize)"
    )
    assert sizes < 250_000


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_every_page_fits_its_window(visitor, shot, width):
    page = visitor(new_table(GAME, {"who": "open"}), width=width, height=900)
    table = name_of(page)
    for path, name in (
        ("/", "home"),
        ("/tables", "tables"),
        (f"/open/{GAME}", "open"),
        (f"/rules/{GAME}", "rules"),
        (f"/t/{table}", "waiting"),
        ("/passport", "passport"),
        ("/api", "api"),
        ("/nowhere", "error"),
    ):
        page.goto(re.sub(r"(http://[^/]+).*", r"\1", page.url) + path)
        shot(page, f"{name}-{width}", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_axe_finds_no_serious_fault(visitor):
    for scheme in ("light", "dark"):
        page = visitor("/", color_scheme=scheme)
        check_access(page)
        open_table(page, GAME, *bots(GAME))
        page.wait_for_selector("[data-mine]")
        page.locator("[data-move]").first.click()
        page.wait_for_selector("[data-for]")
        check_access(page)
        if scheme == "light":
            table = page.url
            for path in (f"/rules/{GAME}", f"/open/{GAME}", "/passport"):
                page.goto(re.sub(r"(http://[^/]+).*", r"\1", table) + path)
                check_access(page)
            page.goto(table)
            page.wait_for_selector("[data-mine]")
            Player(page, 2).play()
            check_access(page)
            page.goto(table + "/replay")
            check_access(page)


def test_a_drawing_stands_upright_on_a_phone_and_lies_down_with_it(visitor, shot):
    page = visitor(new_table(GAME, *bots(GAME)), width=390, height=844)
    page.wait_for_selector("[data-mine]")
    page.locator("[data-move]").first.click()
    page.wait_for_selector("svg [data-for]")  # drawn anew since, and still upright
    box = "s => { const b = document.querySelector(s).getBoundingClientRect(); return [b.x, b.y, b.right, b.bottom]; }"
    tray, player = page.evaluate(box, "svg [data-for=keep-2]"), page.evaluate(box, "svg [data-key=seat-0]")
    assert player[1] > tray[3] and player[0] >= 0 and player[2] <= 390, "players lie below the dice"
    resize(page, 844, 390)
    tray, player = page.evaluate(box, "svg [data-for=keep-2]"), page.evaluate(box, "svg [data-key=seat-0]")
    assert player[2] < tray[0] and player[3] <= 390, "players lie beside the dice"
    shot(page, f"{GAME}-844-on-its-side")


def test_arrow_keys_go_about_the_drawing(visitor):
    page = visitor(new_table("spacepoker", *bots("spacepoker")), width=1366, height=768)
    page.wait_for_selector("[data-mine]")
    page.wait_for_selector("svg [data-for=ship-1]")
    page.focus("svg [data-for=ship-1]")
    at = "document.activeElement.dataset.for"
    for key, ship in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("ArrowUp", 2),
    ):  # nothing above can be pressed
        page.keyboard.press(key)
        assert page.evaluate(at) == f"ship-{ship}", key
    page.keyboard.press("Enter")
    assert page.get_attribute("svg [data-for=ship-2]", "aria-pressed") == "true"


def test_a_double_click_plays_once(visitor):
    page = visitor(new_table(GAME, {"who": "bot", "level": "novice"}))
    page.wait_for_selector("[data-mine]")
    page.locator("[data-move]").first.dblclick()
    page.wait_for_selector("[data-for]")  # dice to keep: they have been thrown
    page.wait_for_timeout(300)
    state = page.evaluate("fetch(location.pathname.replace('/t/', '/api/v1/tables/')).then(r => r.json())")
    assert state["view"]["throws"] == 1


def test_a_half_made_choice_and_the_focus_survive_news_that_change_nothing(visitor, house):
    katy = visitor(new_table(GAME, {"who": "open"}))
    leo = visitor("/t/" + name_of(katy))
    leo.click("[data-do=sit]")
    leo.click("dialog .primary")
    katy.wait_for_selector("[data-mine]")
    katy.click("[data-move]")
    katy.wait_for_selector("[data-for]")
    katy.locator("[data-for]").first.focus()
    katy.keyboard.press("Enter")
    assert katy.locator("[aria-pressed=true]").count() == 1
    seq = katy.get_attribute("#table", "data-seq")
    leo.evaluate("fetch(location.pathname.replace('/t/', '/api/v1/tables/') + '/nudge', {method: 'POST'})")
    katy.wait_for_function("s => document.getElementById('table').dataset.seq !== s", arg=seq)
    assert katy.locator("[aria-pressed=true]").count() == 1
    assert katy.evaluate("document.activeElement.dataset.for") == katy.locator("[data-for]").first.get_attribute(
        "data-for"
    )
    assert katy.locator("#notice").is_visible()  # the nudge


def test_more_tabs_than_connections_all_follow_the_game(visitor, house, many):
    """A browser gives a site six connections."""
    first = visitor(new_table(GAME, {"who": "bot", "level": "novice"}))
    table = name_of(first)
    first.wait_for_selector("[data-mine]")
    tabs = [first]
    for _ in range(many(6, 9)):
        tabs.append(first.context.new_page())
        tabs[-1].goto(f"{house.url}/t/{table}")
    for tab in tabs:
        tab.wait_for_function("() => document.documentElement.dataset.news", timeout=20000)
    tabs[-1].locator("[data-move]").first.click()
    turn = None
    tabs[-1].wait_for_selector("[data-for]")
    turn = tabs[-1].get_attribute("#table", "data-turn")
    for tab in tabs:
        tab.wait_for_function(
            "t => Number(document.getElementById('table').dataset.turn) >= t", arg=int(turn), timeout=20000
        )
    streaming = sum(tab.evaluate("document.documentElement.dataset.news") == "live" for tab in tabs)
    assert streaming <= 4
    first.context.new_page().goto(f"{house.url}/")  # and there is a connection left for another page


def test_at_the_local_address_where_a_browser_gives_no_secure_context(visitor, house):
    address = own_address()
    if address.startswith("127."):
        pytest.skip("this machine has no address but its own")
    page = visitor("/", url=f"http://{address}:{house.port}")
    assert page.evaluate("!isSecureContext && !crypto.randomUUID && !navigator.clipboard && !navigator.locks")
    table = open_table(page, GAME, {"who": "open"})
    page.wait_for_selector(".share input")
    assert f"/t/{table}" in page.input_value(".share input")
    page.click(".share button")
    page.wait_for_selector(".share svg")
    open_table(page, GAME, *bots(GAME))
    page.wait_for_selector(".is-playing")
    assert Player(page, 4).play() > 0


def test_reduced_motion_is_still(visitor):
    page = visitor(new_table(GAME, *bots(GAME)), reduced_motion="reduce")
    page.wait_for_selector("[data-mine]")
    page.locator("[data-move]").first.click()
    page.wait_for_selector("[data-for]")
    assert page.evaluate("document.getAnimations().length") == 0


def test_dice_tumble(visitor):
    page = visitor(new_table(GAME, *bots(GAME)), moving=True)
    page.wait_for_selector("[data-mine]")
    page.locator("[data-move]").first.click()
    page.wait_for_function("() => document.getAnimations().length >= 3")
    page.wait_for_function("() => document.getAnimations().length === 0", timeout=5000)


def test_leaving_and_coming_back_and_a_bot_that_plays_on(visitor, house):
    katy = visitor(new_table(GAME, {"who": "open"}))
    leo = visitor("/t/" + name_of(katy))
    leo.click("[data-do=sit]")
    leo.fill("dialog input", "Léo")
    leo.click("dialog .primary")
    katy.wait_for_selector(".is-playing")
    leo.goto(house.url)  # away, and back by the list of their own games
    leo.click(".rows a")
    leo.click("[data-do=people]")  # at a desk the drawing names everybody, and the list is asked for
    leo.wait_for_selector(".seat.is-you")
    assert "Léo" in leo.inner_text(".seat.is-you")
    katy.click("[data-do=autopilot]")
    katy.wait_for_selector("[data-do=autopilot].primary")
    leo.wait_for_selector("[data-mine]", timeout=30000)
    katy.click("[data-do=autopilot]")
    katy.wait_for_selector("[data-do=autopilot]:not(.primary)")


SCRIPTS = Path(__file__).parent


def lost_after_a_kill(visitor, folder, script):
    """Plays, kills the house as soon as a page shows a move, starts it again; whether what was shown is gone."""
    house = HouseProcess(folder, "--bot-pause", "0", "--workers", "1", script=SCRIPTS / script).start()
    try:
        page = visitor(new_table(GAME, {"who": "open"}), url=house.url)
        name = name_of(page)
        other = visitor(f"/t/{name}", url=house.url)
        other.click("[data-do=sit]")
        other.click("dialog .primary")
        page.wait_for_selector("[data-mine]")
        other.wait_for_selector(".is-playing")
        turn = other.get_attribute("#table", "data-turn")
        page.locator("[data-move]").first.click(no_wait_after=True)
        other.wait_for_function("t => document.getElementById('table').dataset.turn !== t", arg=turn, polling=5)
        house.kill()
        dice = [other.locator(f"[data-key=die-{die}]").get_attribute("data-face") for die in (1, 2, 3)]
        shown = int(other.get_attribute("#table", "data-turn"))
        house.start()
        state = other.evaluate("url => fetch(url).then(r => r.json())", f"{house.url}/api/v1/tables/{name}")
        lost = state["seq"] < shown or [str(face) for face in state["view"]["dice"]] != dice
        if not lost:
            # both have caught up: a page cut off before its own move came back would only be told to look again
            for one in (page, other):
                one.wait_for_function(
                    "t => Number(document.getElementById('table').dataset.turn) >= t"
                    " && document.documentElement.dataset.news === 'live'",
                    arg=shown,
                    timeout=60000,
                )
            Player(page, 1).act()  # the page goes on by itself
            other.wait_for_function(
                "t => Number(document.getElementById('table').dataset.turn) > t", arg=shown, timeout=30000
            )
        return lost
    finally:
        house.stop()


def test_a_killed_house_has_lost_nothing_that_anybody_saw(visitor, tmp_path):
    assert not lost_after_a_kill(visitor, tmp_path, "slow_house.py")


def test_the_same_test_catches_a_house_that_shows_before_it_stores(visitor, tmp_path):
    assert lost_after_a_kill(visitor, tmp_path, "hasty_house.py")
