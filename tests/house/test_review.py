"""A finished game is reviewed in the house: by the workers, stored, with a way back into it; a running one is not."""

import io
import time
import zipfile

import httpx
import pytest

import brelan
from brelan.house.base.ids import is_id
from brelan.school.review import reviewed as here_too
from tests.house.conftest import Guest


def finish(guest, **wanted):
    """A game against a novice, played to its end; answers the table."""
    options = wanted.pop("options", {"parties": 1, "target": 100})
    seats = [{"who": "me"}, {"who": "bot", "level": "novice"}]
    name = guest.post("/tables", json={"game": "dodeka", "seats": seats, "options": options, **wanted}).json()["id"]
    until = time.monotonic() + 60
    while time.monotonic() < until:
        table = guest.table(name)
        if table["status"] == "over":
            return name
        if table["moves"]:
            guest.play(name, table["moves"][0], seq=table["seq"])
        elif table["result"]:
            guest.post(f"/tables/{name}/continue")
        else:
            time.sleep(0.02)
    raise AssertionError("the game did not end")


def reviewed(guest, address):
    until = time.monotonic() + 120
    while time.monotonic() < until:
        answer = guest.get(address).json()
        if answer.get("status") == "done":
            return answer["review"]
        assert answer.get("status") == "running" or answer["error"] == "not-ready", answer
        time.sleep(0.1)
    raise AssertionError("the review did not come")


@pytest.fixture(scope="module")
def played(house):
    options = {"parties": 1, "target": 100}
    state = brelan.game("dodeka").new(players=2, seed=1, **options)
    while not state.over:
        state.apply(state.legal()[0])
    brelan.bot("dodeka").advise(state.after(4).view_state(0))
    here_too(state)  # compiled and solved: the house's workers need not wait for that
    guest = Guest(house.url)
    name = finish(guest)
    return guest, name, reviewed(guest, f"/tables/{name}/review")


def test_the_account_of_a_game_adds_up_and_is_kept(house, played):
    guest, name, review = played
    payoff = guest.table(name)["payoff"]
    for seat, result in zip(review["seats"], payoff, strict=True):
        parts = seat["start"] + seat["luck"] + seat["hidden"] - seat["loss"] + seat["others"] + seat["rest"]
        assert (
            parts == pytest.approx(seat["result"], abs=1e-9) and seat["result"] == result and abs(seat["rest"]) < 1e-9
        )
    assert guest.get(f"/tables/{name}/review").json()["status"] == "done"
    page = httpx.get(f"{house.url}/t/{name}/review", headers={"accept-language": "fr"}).text
    assert "<svg" in page and "D’où vient le résultat" in page and "Rejouer d’ici" in page
    drawn = httpx.get(f"{house.url}/t/{name}/review/4").json()
    assert drawn["html"].startswith("<svg")
    marked = [one for one in review["decisions"] if one["best"] != one["move"]]
    if marked:
        one = httpx.get(f"{house.url}/t/{name}/review/{marked[0]['number']}").json()
        assert one["better"].startswith("<svg") and one["better"] != one["html"]
        assert httpx.get(f"{house.url}/t/{name}/review/{marked[0]['number']}/why", timeout=60).json()["why"]


def test_a_running_game_is_not_reviewed_and_not_played_on_from(house):
    guest = Guest(house.url)
    seats = [{"who": "me"}, {"who": "bot", "level": "novice"}]
    name = guest.post("/tables", json={"game": "spacepoker", "seats": seats}).json()["id"]
    assert guest.get(f"/tables/{name}/review").json()["error"] == "not-over"
    assert httpx.get(f"{house.url}/t/{name}/review").status_code == 409
    assert httpx.get(f"{house.url}/t/{name}/review/3").status_code == 409
    answer = httpx.post(f"{house.url}/t/{name}/from/3", headers=dict(guest.headers))
    assert answer.status_code == 409
    seen = guest.get(f"/tables/{name}/record").text  # what one seat saw is no whole game either
    assert guest.post("/reviews", content=seen).status_code == 422


def test_one_plays_on_from_a_position_against_the_same_bots(house, played):
    guest, name, _ = played
    answer = httpx.post(f"{house.url}/t/{name}/from/5", headers=dict(guest.headers))
    assert answer.status_code == 303
    new = guest.table(answer.headers["location"].removeprefix("/t/"))
    old = guest.table(name)
    assert new["you"] == 0 and [seat["name"] for seat in new["seats"][1:]] == [
        seat["name"] for seat in old["seats"][1:]
    ]
    lines = guest.get(f"/tables/{new['id']}/record").text.splitlines()
    was = guest.get(f"/tables/{name}/record").text.splitlines()
    first = next(at for at, line in enumerate(was) if line.startswith("1. "))
    begun = next(at for at, line in enumerate(lines) if line.startswith("1. "))
    assert lines[begun : begun + 5] == was[first : first + 5]
    assert new["commitment"] != old["commitment"]


def test_my_games_are_listed_and_taken_away(house, played):
    guest, name, review = played
    # another game, played from a position of this one, may have ended meanwhile
    mine = [one for one in guest.get("/mine").json() if one["table"] == name]
    assert len(mine) == 1
    assert mine[0]["luck"] == review["seats"][mine[0]["seat"]]["luck"] and mine[0]["opponents"][0]["level"] == "novice"
    with httpx.Client(base_url=house.url, headers=dict(guest.headers) | {"accept-language": "fr"}) as browser:
        assert name in browser.get("/mine").text
        rows = browser.get("/mine.csv").text.splitlines()
        assert rows[0].lstrip("\ufeff").startswith("date,table,game") and sum(name in row for row in rows[1:]) == 1
        folder = zipfile.ZipFile(io.BytesIO(browser.get("/mine.zip").content))
        assert brelan.Record.parse(folder.read(folder.namelist()[0]).decode()).payoff is not None
    stranger = Guest(house.url)
    assert stranger.get("/mine").json() == []


def test_a_record_from_elsewhere_is_reviewed(house, played):
    guest = Guest(house.url)
    text = played[0].get(f"/tables/{played[1]}/record").text
    answer = guest.post("/reviews", content=text)
    assert answer.status_code == 201
    found = reviewed(guest, f"/reviews/{answer.json()['review']}")
    assert found["seats"] == played[2]["seats"]
    assert httpx.get(house.url + answer.json()["page"]).status_code == 200
    again = httpx.post(f"{house.url}{answer.json()['page']}/from/5", headers=dict(guest.headers))
    new = guest.table(again.headers["location"].removeprefix("/t/"))
    assert [seat.get("level") or "me" for seat in new["seats"]].count("me") == 1 and new["you"] >= 0
    assert guest.post("/reviews", content="nonsense").status_code == 422
    assert guest.get("/reviews/nosuchreview").status_code == 404
    assert not is_id("a\0b") and guest.get("/reviews/a%00b").status_code == 404  # PostgreSQL would take it for an error
