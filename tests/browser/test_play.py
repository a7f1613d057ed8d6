"""Every game played to its end through the page, by somebody who knows no game."""

import json
import re

import pytest

import brelan

from .access import check_access
from .player import Player

pytestmark = pytest.mark.browser
GAMES = brelan.games()
HIDDEN = [name for name in GAMES if not brelan.game(name).rules.OPEN]

LISTEN = """
self.received = [];
const Real = EventSource;
self.EventSource = class extends Real {
  constructor(address) { super(address); this.addEventListener('message', (event) => self.received.push(event.data)); }
};
"""


def wanted(name, *others, quick=True, draws_seats=False, **options):
    """What the form asks for: a table of the shortest game, at which the visitor sits down first."""
    one = brelan.game(name)
    return {
        "game": name,
        "seats": [{"who": "me"}, *others],
        "options": {**(one.quick if quick else {}), **options},
        "draws_seats": draws_seats,
    }


def open_table(page, name, *others, **more):
    """Opens a table and goes there."""
    post = (
        "body => fetch('/api/v1/tables', "
        "{method: 'POST', headers: {'content-type': 'application/json'}, body}).then(r => r.json())"
    )
    table = page.evaluate(post, json.dumps(wanted(name, *others, **more)))
    assert "id" in table, table
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + "/t/" + table["id"])
    return table["id"]


def new_table(name, *others, **more):
    """A path for a visitor: they open a table before they open a page, and first look at the table."""

    def open_first(request, url, lang):
        headers = {"accept-language": lang, "origin": url}
        request.get(url + "/passport", headers=headers)  # any page makes them a guest
        table = request.post(url + "/api/v1/tables", headers=headers, data=wanted(name, *others, **more)).json()
        assert "id" in table, table
        return "/t/" + table["id"]

    return open_first


def name_of(page):
    """Of the table at that page."""
    return page.url.rsplit("/", 1)[1]


def bots(name):
    return [{"who": "bot", "level": "novice"}] * (brelan.game(name).seats[0] - 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_touch_on_a_phone_in_french(visitor, name, shot):
    page = visitor(new_table(name, *bots(name)), width=390, height=844, lang="fr", has_touch=True)
    page.wait_for_selector(".is-playing")
    page.wait_for_function(
        "() => document.getElementById('table').dataset.mine || document.getElementById('table').dataset.status "
        "=== 'over'"
    )
    shot(page, f"{name}-390-fr")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert Player(page, seed=3).play() > 0
    assert page.locator(".result .places li").count() == brelan.game(name).seats[0]
    shot(page, f"{name}-over-390-fr", full_page=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_mouse_at_a_desk(visitor, name):
    page = visitor(new_table(name, *bots(name)), width=1440, height=900)
    page.wait_for_selector(".is-playing")
    assert Player(page, seed=6).play() > 0


def test_bets_are_laid_through_the_page(visitor, shot):
    """Pépètes with four: the visitor fights the first duel and bets on both rounds of the second, card and stake in one
    form.
    """
    page = visitor(
        new_table("pepetes", *[{"who": "bot", "level": "novice"}] * 3, duels=2), width=1366, height=768, lang="fr"
    )
    table = name_of(page)
    page.wait_for_selector(".is-playing")
    assert Player(page, seed=4).play() > 0
    shot(page, "pepetes-bets-1366-fr", full_page=True)
    moves = page.evaluate("id => fetch(`/api/v1/tables/${id}/record`).then((r) => r.text())", table)
    assert re.search(r"\. 0 card ", moves) and re.search(r"\. 0 stake ", moves)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_keyboard_alone(visitor, name, shot):
    page = visitor(new_table(name, *bots(name)), width=1366, height=768)
    page.wait_for_selector(".is-playing")
    page.wait_for_function(
        "() => document.getElementById('table').dataset.mine || document.getElementById('table').dataset.status "
        "=== 'over'"
    )
    shot(page, f"{name}-1366")
    check_access(page)
    player = Player(page, seed=5, keyboard=True)
    for _ in range(3):
        if player.status()[1]:
            reach = page.evaluate(
                "() => Math.max(...[...document.querySelectorAll('.control-box button')].map((b) => "
                "b.getBoundingClientRect().bottom), 0)"
            )
            assert reach <= 768, "a move on a laptop must need no scrolling"
            player.act()
        page.wait_for_timeout(50)
    check_access(page)
    player.play()
    page.goto(page.url + "/replay")
    page.wait_for_selector("#felt svg")
    check_access(page)
    before = page.inner_text("#where")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("w => document.getElementById('where').textContent !== w", arg=before)
    page.keyboard.press("Home")
    page.wait_for_function("() => document.getElementById('where').textContent === '0'")
    page.click("#verify")
    page.wait_for_selector("#proof code")
    assert page.inner_text("#proof").startswith("Fair")
    shot(page, f"{name}-replay-1366", full_page=True)


@pytest.mark.parametrize("name", HIDDEN)
def test_two_browsers_and_nothing_secret_in_either(visitor, name, house):
    katy = visitor(new_table(name, {"who": "open"}, quick=False), width=1440, height=900, script=LISTEN)
    table = name_of(katy)
    leo, spectator = visitor(f"/t/{table}", lang="fr", script=LISTEN), visitor(f"/t/{table}", script=LISTEN)
    pages = katy, leo, spectator
    leo.click("[data-do=sit]")
    leo.fill("dialog input", "Léo")
    leo.click("dialog .primary")
    players = Player(katy, 1), Player(leo, 2)
    for page in pages:
        page.wait_for_selector(".is-playing")
    for _ in range(8):
        states = [player.status() for player in players]
        if states[0][0] == "over":
            break
        for player, (_, mine, _turn) in zip(players, states, strict=True):
            if mine:
                player.act()
        katy.wait_for_timeout(60)
    ask = "url => fetch(url).then(r => r.text())"
    records = {page: brelan.Record.parse(page.evaluate(ask, f"/api/v1/tables/{table}/record")) for page in pages}
    if records[katy].payoff is not None:
        pytest.skip("the game was over too soon to hold secrets")
    for page, others in ((katy, (leo,)), (leo, (katy,)), (spectator, (katy, leo))):
        text = page.content() + page.evaluate(ask, f"/api/v1/tables/{table}") + page.evaluate(ask, f"/t/{table}/replay")
        text += page.evaluate(ask, f"/api/v1/tables/{table}/drawing") + str(records[page])
        stream = page.evaluate("received")
        assert stream
        text += "".join(stream)
        own = {move.words for move in records[page].moves}
        for other in others:
            hidden = {
                theirs.words
                for mine, theirs in zip(records[page].moves, records[other].moves, strict=False)
                if theirs.who == brelan.CHANCE and mine.words != theirs.words
            } - own
            for words in hidden:
                assert f'"{words}"' not in text, words
        assert "seed:" not in text
        assert '"seed"' not in text
        for other in others:
            cookie = next(
                c["value"] for c in other.context.cookies() if c["name"].startswith("brelan-") and len(c["value"]) == 43
            )
            assert cookie not in text
    assert spectator.locator("[data-move], [data-legal]").count() == 0
