"""No request makes the house say 500, whatever is in it; nothing odd that people give is shown as it is."""

import asyncio
import io
import json

import numpy as np
import pytest
from rich.console import Console

import brelan
from brelan.dev.covers import BOT_NAMES
from brelan.house.http.guests import clean_name, new_token
from brelan.model.errors import BrelanError, MalformedMove, OptionError
from brelan.terminal import play as terminal

from .inside import laid, open_inside

BROWSER = (b"cookie", b"brelan-8012=" + b"x" * 43)
FORM = (b"content-type", b"application/x-www-form-urlencoded")
OWN = (b"origin", b"http://localhost")


def run(work):
    return asyncio.run(work)


def asked(tmp_path, *arguments, **more):
    async def work():
        async with open_inside(tmp_path) as inside:
            return await inside.ask(*arguments, **more)

    return run(work())


@pytest.mark.parametrize(
    "host", ["[", "[::1", "[]", "[::1]x", "localhost:x", "localhost/api/", "a@localhost", "é", " "]
)
def test_a_host_that_is_none(tmp_path, host):
    assert asked(tmp_path, "GET", "/", host=host.encode("latin-1")).status == 421


def test_two_hosts_are_none(tmp_path):
    assert asked(tmp_path, "GET", "/nothing", headers=[(b"host", b"localhost")], host=b"[").status == 421


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "[", "http://localhost@evil", "null", "ftp://localhost"])
def test_an_origin_that_is_none(tmp_path, origin):
    answer = asked(tmp_path, "POST", "/play/dodeka", headers=[BROWSER, (b"origin", origin.encode())])
    assert answer.status == 403


@pytest.mark.parametrize("given", ["²", "١", "9" * 5000, "-1", "1e3", ""])
def test_a_last_event_id_that_is_no_number(tmp_path, given):
    async def work():
        async with open_inside(tmp_path) as inside:
            name, one, _ = await laid(inside)
            headers = [
                (b"authorization", b"Bearer " + one.encode()),
                (b"last-event-id", given.encode("latin-1", "replace")),
            ]
            for kind in ("events", "drawings"):
                answer = await inside.ask("GET", f"/api/v1/tables/{name}/{kind}", headers=headers)
                assert (answer.status, answer.body[:6]) == (200, b"retry:")

    run(work())


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("players=²", 422),
        ("players=" + "9" * 5000, 422),
        ("players=2&pace=²", 303),
        ("players=2&seat-0=me&seat-1=bot-novice&option-target=" + "9" * 5000, 422),
        ("&".join(f"a{n}=1" for n in range(300)), 413),
    ],
)
def test_a_form_nobody_would_send(tmp_path, body, status):
    data = body.encode()
    headers = [BROWSER, OWN, FORM, (b"content-length", str(len(data)).encode())]
    assert asked(tmp_path, "POST", "/open/dodeka", headers=headers, body=data).status == status


def test_every_page_answers_head_without_a_body(tmp_path):
    async def work():
        async with open_inside(tmp_path) as inside:
            name, _, _ = await laid(inside)
            streams = [f"/api/v1/tables/{name}/{kind}" for kind in ("events", "drawings")]
            for path in ("/", "/tables", f"/t/{name}", f"/api/v1/tables/{name}", "/rules/dodeka", *streams):
                answer = await inside.ask("HEAD", path)
                assert (answer.status, answer.body) == (200, b""), path

    run(work())


def test_what_is_somebodys_own_is_kept_nowhere(tmp_path):
    async def work():
        async with open_inside(tmp_path) as inside:
            name, one, _ = await laid(inside)
            own = [(b"authorization", b"Bearer " + one.encode())]
            api = f"/api/v1/tables/{name}"
            for path in ("/", "/tables", f"/t/{name}", f"/t/{name}/replay", api, api + "/record", api + "/drawing"):
                answer = await inside.ask("GET", path, headers=own)
                assert (answer.status, answer.headers.get(b"cache-control")) == (200, b"no-store"), path
            files = await inside.ask("GET", "/picture/dodeka.fr.svg")
            assert b"max-age" in files.headers[b"cache-control"]

    run(work())


def test_numbers_of_5000_digits_are_no_options(tmp_path):
    for value in (10**5000, "9" * 5000, "-" + "9" * 5000):
        with pytest.raises(OptionError, match="takes a whole number"):
            brelan.game("dodeka").new(players=2, target=value)

    async def work():
        async with open_inside(tmp_path) as inside:
            for digits in (4000, 5000):
                body = b'{"game": "dodeka", "options": {"target": ' + b"9" * digits + b"}}"
                headers = [
                    (b"authorization", b"Bearer " + new_token().encode()),
                    (b"content-length", b"%d" % len(body)),
                    (b"content-type", b"application/json"),
                ]
                answer = await inside.ask("POST", "/api/v1/tables", headers=headers, body=body)
                assert answer.status in (400, 422)
                assert len(json.loads(answer.body)["detail"]) < 500

    run(work())


@pytest.mark.parametrize(
    "code",
    [1.0, 1.5, "1", None, 2**63, -(2**63) - 1, 10**5000, np.float64(3), float("nan"), b"1"],
    ids=lambda code: type(code).__name__,
)
def test_a_code_is_a_whole_number(code):
    state = brelan.game("dodeka").new(players=2, seed=1)
    before = state.copy()
    with pytest.raises(MalformedMove, match=r"whole number|words are for play"):
        state.apply(code)
    assert (state, state.log) == (before, before.log)


def test_a_whole_number_of_numpy_is_one():
    state = brelan.game("dodeka").new(players=2, seed=1)
    state.apply(np.int64(state.legal()[0]))
    assert type(state.log[0]) is int


INVISIBLE = ["\u3164", "\u3164\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u034f", "\ufe0f", "\u0301", "\u200b"]


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_nobody_can_see_is_none(tmp_path, name):
    assert clean_name(name) == ""
    if name.isprintable():
        assert brelan.game("dodeka").new(players=2, names=[name]).names[0] in BOT_NAMES

    async def work():
        async with open_inside(tmp_path) as inside:
            wanted = {"game": "dodeka", "seats": [{"who": "me"}, {"who": "open"}], "name": name}
            made = (await inside.json("POST", "/tables", new_token(), wanted)).json()
            assert made["seats"][0]["name"] == "Guest"

    run(work())


def test_seen_names_stay_as_they_are():
    for name in ("Katy", "Zoë", "Nguyễn", "محمد", "जय", "李", "42", "★", "🎲", "O’Neill"):
        assert clean_name(name) == name
    assert clean_name("Z" + "\u0301" * 30) == "Z\u0301\u0301"


def test_a_terminal_is_shown_names_and_obeys_none(monkeypatch):
    """A record may come from anybody: its names must not clear the screen, nor be read as colours."""
    shown = io.StringIO()
    monkeypatch.setattr(terminal, "console", Console(file=shown, highlight=False, width=200))
    state = brelan.game("dodeka").new(players=2, seed=3, parties=1, target=100)
    while not state.over:
        state.apply(state.legal()[-1])
    state.names = ("\x1b[2J\x1b]0;owned\x07", "[bold][/nothing]")
    record = state.record()
    try:
        terminal.replay(record, False, "en")
        terminal.Terminal(state, "fr", lambda _: None).result()
    except BrelanError:
        pass  # refused is as good
    assert "\x1b" not in shown.getvalue() and "\x07" not in shown.getvalue()
    assert "[bold][/nothing]" in shown.getvalue()
