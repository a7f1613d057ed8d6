"""Pages of one table with different servers of one house, behind a proxy: one server is killed, both pages go on."""

import time

import pytest

from ..house.postgres import running
from ..house.test_killed_servers import Separate
from .player import Player
from .test_people import sit
from .test_play import open_table

pytestmark = pytest.mark.browser


class Assigned(Separate):
    """Katy's connections go to the first server, Léo's to the second; to the other one where theirs is gone."""

    came = ()

    def order(self, head):
        self.came += (b"katy" in head,)
        return self.houses if b"katy" in head else self.houses[::-1]


def seq(page):
    return int(page.get_attribute("#table", "data-seq"))


def both_have(pages, least):
    for page in pages:
        page.wait_for_function(f"() => document.getElementById('table').dataset.seq >= {least}", timeout=30000)


def test_pages_with_different_servers_go_on_when_one_is_killed(visitor, tmp_path):
    with running() as postgres, Assigned(postgres.new_database(), tmp_path, 2) as servers:
        url = f"http://localhost:{servers.port}"
        katy = visitor(url=url, user_agent="katy")
        table = open_table(katy, "dodeka", {"who": "open"}, quick=False, target=5000)
        leo = visitor(f"/t/{table}", url=url, user_agent="leo", lang="fr")
        sit(leo, "Léo")
        pages = katy, leo

        def a_move():
            """By whoever is to move; the other page shows it, from the other server."""
            until = time.monotonic() + 30
            while not (mover := next((page for page in pages if page.locator("#table[data-mine=yes]").count()), None)):
                assert time.monotonic() < until, "nobody is to move"
                time.sleep(0.02)
            before = seq(mover)
            Player(mover).act()
            both_have(pages, before + 1)

        for page in pages:
            page.wait_for_selector(".is-playing", timeout=30000)
        both_have(pages, max(map(seq, pages)))
        a_move()
        a_move()
        before = len(servers.came)
        servers.houses[0].kill()
        servers.open.discard(servers.houses[0])
        servers.houses.pop(0)  # it is not started again
        until = time.monotonic() + 30
        while True not in servers.came[before:]:  # Katy's page has come back, to the server that is left
            assert time.monotonic() < until, "the page does not come back"
            katy.wait_for_timeout(50)
        for _ in range(3):
            a_move()
        assert leo.locator(".seats .seat").count() == 2
