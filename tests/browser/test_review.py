"""The review in a browser: any moment is looked at by pressing the graph, and played on from."""

import re

from tests.house.conftest import Guest
from tests.house.test_review import finish, reviewed


def test_the_graph_is_pressed_and_the_game_played_on_from_there(visitor, house):
    guest = Guest(house.url)
    name = finish(guest)
    moves = reviewed(guest, f"/tables/{name}/review")["moves"]
    known = {"authorization": guest.headers["authorization"]}
    page = visitor(f"/t/{name}/review", width=390, height=844, lang="fr", extra_http_headers=known)
    where, felt = page.locator("#where"), page.locator("#felt")
    last = felt.inner_html()
    graph = page.locator("#graph svg").bounding_box()
    page.locator("#graph svg").click(position={"x": graph["width"] / 2, "y": graph["height"] / 3})
    page.wait_for_function("was => document.querySelector('#felt').innerHTML !== was", arg=last)
    assert abs(int(where.inner_text()) - moves / 2) <= 0.1 * moves + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    colours = page.eval_on_selector_all(".player-card", "cards => cards.map(c => getComputedStyle(c).borderTopColor)")
    assert len(set(colours)) == 2
    page.get_by_role("button", name="Rejouer d’ici").click()
    page.wait_for_url(re.compile(r"/t/(?!.*review)"))
    assert name not in page.url
    page.wait_for_selector(":is(.is-playing, .is-over)")  # a bot to move may end so short a game at once
    new = page.url.rsplit("/", 1)[1].split("?")[0]
    table = guest.table(new)
    assert table["you"] == 0 and guest.get(f"/tables/{new}/record").text.count("\n") > 5
    page.goto(house.url + "/mine")
    assert page.locator(f".mine table tbody tr a[href*='{name}']").count()  # the other may have ended meanwhile
