"""The house prints kits: for anybody, off the loop, each made once."""

import asyncio
import io
import re
import threading

import httpx
import pytest
from pypdf import PdfReader

import brelan
from brelan.house.base.errors import TooFast
from brelan.house.services import printing
from brelan.house.services.printing import Workshop
from brelan.paper import can_print


def test_the_button_of_the_rules_page_gives_the_kit(house):
    with httpx.Client(base_url=house.url, timeout=60, headers={"accept-language": "fr"}) as browser:
        page = browser.get("/rules/4d").text
        assert "Imprimer ce jeu" in page and 'action="/print/4d.pdf"' in page
        fields = {name: re.findall(r'<option value="([^"]*)"', inside)
                  for name, inside in re.findall(r'<select name="(\w+)">(.*?)</select>', page, re.S)}  # fmt: skip
        assert fields == {
            "lang": ["fr", "en", "fr,en", "en,fr"],
            "paper": ["a4", "letter"],
            "sides": ["", "long", "short"],
        }
        answer = browser.get("/print/4d.pdf", params={"lang": "fr", "paper": "a4", "sides": ""})
        assert answer.status_code == 200 and answer.headers["content-type"] == "application/pdf"
        assert 'filename="4d-fr-a4.pdf"' in answer.headers["content-disposition"]
        assert "x-content-type-options" in answer.headers
        pages = PdfReader(io.BytesIO(answer.content)).pages
        assert "Les règles de 4D" in pages[1].extract_text()
        assert browser.get("/print/4d.pdf").content == answer.content  # the reader's language, the usual paper


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/print/chess.pdf", 404, "There is no game “chess”"),
        ("/print/4d.pdf?paper=a3", 422, "a4 or letter"),
        ("/print/4d.pdf?lang=de", 422, "fr,en"),
        ("/print/4d.pdf?lang=" + "fr," * 900, 422, "fr,en"),
        ("/print/4d.pdf?sides=top", 422, "long or its short edge"),
    ],
)
def test_what_cannot_be_printed_is_said_on_a_page(house, path, status, says):
    answer = httpx.get(house.url + path, headers={"accept-language": "en"}, timeout=30)
    assert answer.status_code == status and says in answer.text.replace("&#39;", "'")


def test_a_kit_is_made_once_off_the_loop_and_others_wait_for_it(monkeypatch):
    made, busy = [], []
    release = threading.Event()

    def slow(game, languages, paper, duplex):
        busy.append(1)
        assert len(busy) == 1, "one at a time"
        assert threading.current_thread() is not threading.main_thread()
        release.wait(20)
        made.append((game.name, languages, paper, duplex))
        busy.clear()
        return b"%PDF " + languages.encode()

    monkeypatch.setattr(printing, "kit", slow)
    game = brelan.game("4d")

    async def many():
        shop = Workshop()
        asked = [asyncio.create_task(shop.kit(game, lang, "a4", "")) for lang in ("fr", "fr", "en", "fr")]
        await asyncio.sleep(0.05)
        asked[0].cancel()  # who leaves does not take the kit from the others
        release.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(found[0], asyncio.CancelledError) and found[1:] == [b"%PDF fr", b"%PDF en", b"%PDF fr"]
        assert await shop.kit(game, "fr", "a4", "") == b"%PDF fr"
        assert sorted(made) == [("4d", "en", "a4", ""), ("4d", "fr", "a4", "")]

    asyncio.run(many())


def test_too_many_at_once_are_sent_away_and_a_failure_is_not_remembered(monkeypatch):
    release = threading.Event()
    failing = [True]

    def slow(game, languages, paper, duplex):
        release.wait(20)
        if failing[0]:
            raise RuntimeError("the press is broken")
        return b"%PDF"

    monkeypatch.setattr(printing, "kit", slow)
    game = brelan.game("4d")

    async def many():
        shop = Workshop()
        asked = [asyncio.create_task(shop.kit(game, f"{k}", "a4", "")) for k in range(printing.MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TooFast):
            await shop.kit(game, "one more", "a4", "")
        release.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(error, RuntimeError) for error in found)
        failing[0] = False
        assert await shop.kit(game, "0", "a4", "") == b"%PDF"
        for k in range(printing.REMEMBERED + 5):
            await shop.kit(game, f"{k}", "a4", "")
        assert len(shop._known) == printing.REMEMBERED

    asyncio.run(many())


def test_without_typst_there_is_no_button(monkeypatch):
    """The page asks; what it asks says whether the extra is installed."""
    from brelan.paper import press

    assert can_print()
    monkeypatch.setattr(press, "typst", None)
    assert not can_print()
