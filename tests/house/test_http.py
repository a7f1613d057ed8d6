"""The house as programs and strangers meet it: the JSON interface, its limits, its secrets."""

import json
import re
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

import brelan


def to_act(client, name):
    """The table once somebody is to act: a result lies there until the house clears it."""
    while (state := client.table(name))["status"] == "playing" and state["mover"] is None:
        time.sleep(0.05)
    return state


def events(client, name, after=0, until=None):
    """The entries of a table's stream, until one satisfies `until`."""
    found = []
    with client.stream("GET", f"/tables/{name}/events", params={"after": after}) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: {"):
                found.append(json.loads(line[6:]))
                if until is None or until(found[-1]):
                    return found
    return found


def new_table(client, game="dodeka", seats=(("me", ""), ("open", "")), **more):
    body = {"game": game, "seats": [{"who": who, "level": level} for who, level in seats], **more}
    answer = client.post("/tables", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_two_programs_play_a_whole_game_and_see_every_entry(guest):
    katy, leo = guest(), guest()
    table = new_table(katy, options={"parties": 1, "target": 100}, name="Katy")
    name = table["id"]
    assert len(table["commitment"]) == 64
    assert leo.post(f"/tables/{name}/sit", json={"seat": 1, "name": "Léo"}).status_code == 200
    told = []
    thread = threading.Thread(target=lambda: told.extend(events(leo, name, until=lambda e: e["seq"] >= 12)))
    thread.start()
    players = (katy, leo)
    while (state := to_act(katy, name))["status"] == "playing":
        mover = players[state["mover"]]
        moves = mover.table(name)["moves"]
        assert players[1 - state["mover"]].table(name)["moves"] == []
        answer = mover.play(name, "stop" if "stop" in moves else moves[0], seq=state["seq"])
        assert answer.status_code == 200, answer.text
    thread.join(20)
    assert [e["seq"] for e in told] == list(range(1, len(told) + 1))
    assert sum(state["payoff"]) == 0
    record = brelan.Record.parse(katy.get(f"/tables/{name}/record").text)
    assert "Fair" in str(record.verify())
    proof = katy.get(f"/tables/{name}/verify").json()
    assert "Fair" in proof["said"]
    assert brelan.Source.revealed(bytes.fromhex(proof["seed"])).commitment == table["commitment"]


def test_a_stream_picks_up_where_it_left_off(guest):
    katy = guest()
    name = new_table(katy, seats=(("me", ""), ("open", "")))["id"]
    guest().post(f"/tables/{name}/sit", json={"seat": 1})
    katy.play(name, "throw 1 2 3")
    all_of_them = events(
        katy, name, until=lambda e: e.get("move", "").startswith("die") and e["seq"] == katy.table(name)["seq"]
    )
    later = events(katy, name, after=3, until=lambda e: e["seq"] == all_of_them[-1]["seq"])
    assert later == all_of_them[3:]


def test_bad_requests_get_a_sentence_an_id_and_the_right_status(guest, house):
    katy, stranger = guest(), guest()
    name = new_table(katy)["id"]
    guest().post(f"/tables/{name}/sit", json={"seat": 1})
    seq = katy.table(name)["seq"]
    cases = [
        (katy.play(name, "throw 9", seq=seq), 422, "malformed-move"),
        (katy.play(name, "stop", seq=seq), 422, "illegal-move"),
        (katy.play(name, "fly to the moon; drop table", seq=seq), 422, "malformed-move"),
        (katy.play(name, "throw 1 2 3", seq=seq - 1), 409, "stale"),
        (katy.play(name, "throw 1 2 3", seq=seq + 5), 409, "stale"),
        (stranger.play(name, "throw 1 2 3", seq=seq), 403, "watching"),
        (katy.post(f"/tables/{name}/moves", json={"seq": "x", "moves": []}), 422, "misunderstood"),
        (
            katy.post(f"/tables/{name}/moves", content=b"{not json", headers={"content-type": "application/json"}),
            422,
            "misunderstood",
        ),
        (katy.post(f"/tables/{name}/moves", content=b" " * 70_000), 413, "too-large"),
        (katy.get("/tables/nosuchtabl"), 404, "unknown-table"),
        (katy.get("/tables/..%2f..%2fetc"), 404, "not-found"),
        (katy.post("/tables", json={"game": "chess"}), 404, "unknown-game"),
        (katy.post("/tables", json={"game": "dodeka", "options": {"target": 1}}), 422, "wrong-option"),
        (katy.post("/tables", json={"game": "dodeka", "options": {"colour": "red"}}), 422, "wrong-option"),
        (katy.post("/tables", json={"game": "dodeka", "seats": [{"who": "me"}]}), 422, "wrong-players"),
        (
            katy.post("/tables", json={"game": "dodeka", "seats": [{"who": "me"}, {"who": "bot", "level": "wizard"}]}),
            422,
            "unknown-bot",
        ),
        (katy.post(f"/tables/{name}/sit", json={"seat": 0}), 409, "seated-already"),
        (stranger.post(f"/tables/{name}/fill", json={"seat": 0, "level": "novice"}), 403, "host-only"),
        (katy.get(f"/tables/{name}/verify"), 409, "not-over"),
        (
            httpx.post(house.url + "/api/v1/tables", json={"game": "dodeka"}, headers={"origin": house.url}),
            401,
            "no-token",
        ),
        (katy.delete(f"/tables/{name}"), 405, "wrong-method"),
    ]
    for answer, status, error in cases:
        assert answer.status_code == status, (answer.request.url, answer.status_code, answer.text)
        assert answer.json()["error"] == error, (answer.request.url, answer.text)
        sentence = answer.json()["detail"]
        assert sentence[0].isupper() or sentence[0] in "'“", sentence
        assert sentence.rstrip()[-1] in ".?)", sentence
        assert "Traceback" not in answer.text
    stale = katy.play(name, "throw 1 2 3", seq=seq - 1).json()
    assert stale["error"] == "stale" and stale["state"]["seq"] == katy.table(name)["seq"]


def test_strangers_pages_cannot_write_and_strange_names_are_not_answered(house):
    with httpx.Client(base_url=house.url) as browser:
        browser.get("/")
        cookie = next(iter(browser.cookies.jar))
        assert cookie.name.endswith(str(house.port))
        assert "HttpOnly" in cookie._rest
        own = browser.post("/play/dodeka", headers={"origin": house.url})
        assert own.status_code == 303
        for origin in ("", "https://evil.example", house.url + "1", "null", f"http://localhost:{house.port}"):
            answer = browser.post("/play/dodeka", headers={"origin": origin} if origin else {})
            assert answer.status_code == 403, origin
        for host, status in (
            ("evil.example", 421),
            ("127.0.0.1.evil.example", 421),
            (f"localhost:{house.port}", 200),
            ("[::1]:80", 200),
            ("", 421),
        ):
            assert browser.get("/", headers={"host": host}).status_code == status, host
        policy = browser.get("/").headers["content-security-policy"]
        assert "'unsafe-inline'" not in policy
        assert "script-src 'self'" in policy


def test_pages_keep_to_their_own_policy(house):
    with httpx.Client(base_url=house.url, headers={"origin": house.url}, follow_redirects=True) as browser:
        pages = [
            browser.get("/"),
            browser.get("/tables"),
            browser.get("/open/dodeka"),
            browser.get("/rules/dodeka"),
            browser.post("/play/dodeka"),
            browser.get("/api"),
        ]
        for page in pages:
            assert page.status_code == 200
            assert not re.search(r"\sstyle=|\son\w+=|javascript:", page.text), page.url
            assert "<script>" not in page.text


def test_play_now_draws_the_seats_and_the_form_lets_people_choose(guest, house):
    with httpx.Client(base_url=house.url, headers={"origin": house.url}, follow_redirects=True) as browser:

        def table_at(page):
            return browser.get(f"/api/v1/tables/{page.url.path.rsplit('/', 1)[1]}").json()

        drawn = table_at(browser.post("/play/4d"))
        assert drawn["draws_seats"] and drawn["status"] == "waiting" and drawn["drawn"] == []
        assert table_at(browser.post("/play/spacepoker"))["options"]["rise"] == 1  # recommended; the law's own is 0
        form = browser.get("/open/4d?lang=en").text
        assert re.search(r'id="draws_seats"[^>]* checked', form)
        for chosen in (True, False):
            more = {"draws_seats": "yes"} if chosen else {}
            page = browser.post("/open/4d", data={"players": "2", "seat-0": "me", "seat-1": "bot-novice", **more})
            assert table_at(page)["draws_seats"] is chosen
    katy = guest()
    begun = [katy.post("/tables", json={"game": "4d"}).json() for _ in range(16)]
    assert {table["you"] for table in begun} == {0, 1} and all(table["drawn"] for table in begun)
    chosen = [new_table(katy, "4d", seats=(("me", ""), ("bot", "novice"))) for _ in range(8)]
    assert {table["you"] for table in chosen} == {0} and not any(table["drawn"] for table in chosen)
    assert new_table(katy, "4d", seats=(("me", ""), ("bot", "novice")), draws_seats=True)["draws_seats"]


def test_too_much_at_once_is_refused(tmp_path):
    from brelan.house.base.config import Config
    from brelan.house.http.middleware import Guard

    guard = Guard(None, Config(rate=10, burst=5))
    assert [guard._has_credit("x") for _ in range(7)] == [True] * 5 + [False] * 2
    assert guard._has_credit("y")


def test_names_are_cleaned(guest):
    katy = guest()
    table = new_table(katy, name="  <b>Ka\u0000ty\u202e</b>\n" + "x" * 300)
    shown = table["seats"][0]["name"]
    assert len(shown) <= 40
    assert shown.isprintable()
    page = httpx.get(str(katy.base_url).replace("/api/v1/", f"/t/{table['id']}"))
    assert "<b>Ka" not in page.text


def test_a_frozen_client_slows_nobody(guest, house):
    """A stream that is never read: the table goes on, and the house holds no queue for it."""
    katy = guest()
    name = new_table(katy)["id"]
    leo = guest()
    leo.post(f"/tables/{name}/sit", json={"seat": 1})
    frozen = []
    for _ in range(3):
        frozen.append(socket.create_connection(("127.0.0.1", house.port)))
        frozen[-1].sendall(f"GET /api/v1/tables/{name}/drawings HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    players = katy, leo
    for _ in range(60):
        state = to_act(katy, name)
        if state["status"] != "playing":
            break
        mover = players[state["mover"]]
        moves = mover.table(name)["moves"]
        assert mover.play(name, moves[-1] if len(moves) == 1 else "stop", seq=state["seq"]).status_code == 200
    for one in frozen:
        one.close()


def test_no_answer_waits_for_an_acknowledgement(house):
    """With Nagle's delay left on, every second request of a connection would take 40 ms, however fast the house is."""
    with httpx.Client(base_url=house.url) as client:
        took = [client.get("/api/v1/games").elapsed.total_seconds() for _ in range(12)]
    assert min(took[1:]) < 0.03


def test_the_interface_is_documented(house):
    described = httpx.get(house.url + "/api/openapi.json").json()
    assert "/api/v1/tables/{name}/moves" in described["paths"]
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            assert call.get("description"), (method, path)


HIDDEN = [name for name in brelan.games() if not brelan.game(name).rules.OPEN]


@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_secret_is_told_before_the_game_is_over(guest, name, house):
    """What a spectator and each player receive is exactly what the rules' own `hide` and `seen` leave them."""
    one = brelan.game(name)
    clients = [guest() for _ in range(one.best_seats)]
    table = new_table(clients[0], name, [("me", "")] + [("open", "")] * (one.best_seats - 1))
    for seat, client in enumerate(clients[1:], 1):
        client.post(f"/tables/{table['id']}/sit", json={"seat": seat})
    spectator = guest()
    for step in range(14):
        state = to_act(clients[0], table["id"])
        mover = clients[state["mover"]]
        moves = mover.table(table["id"])["moves"]
        assert mover.play(table["id"], moves[step % len(moves)], seq=state["seq"]).status_code == 200
    state = to_act(spectator, table["id"])
    assert state["status"] == "playing", "the game was to last longer"
    for seat, client in [(-1, spectator), *enumerate(clients)]:
        told = events(client, table["id"], until=lambda e: e["seq"] == state["seq"])
        text = client.get(f"/tables/{table['id']}/record").text
        assert "seed:" not in text
        seen = brelan.Record.parse(text)
        assert seen.viewer == seat
        assert [e["move"] for e in told if e["kind"] == "move"] == [move.words for move in seen.moves]
        for body in (json.dumps(told), json.dumps(client.table(table["id"])), text):
            assert "guest" not in body or '"kind": "guest"' in body
            assert "authorization" not in body.lower()


def test_the_bot_of_the_docs_plays_a_real_game(house, tmp_path):
    text = (Path(__file__).parents[2] / "docs" / "house-api.md").read_text(encoding="utf-8")
    script = tmp_path / "robby.py"
    script.write_text(re.search(r"```python\n(.*?)```", text, re.S)[1], encoding="utf-8")
    assert len(script.read_text().splitlines()) <= 36
    done = subprocess.run(
        [sys.executable, str(script), house.url, "dodeka"], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.startswith("Result by seat: ["), done.stderr
