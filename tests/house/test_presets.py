"""Ways to play that are offered by name: on the page, at an evening, in the JSON interface."""

import re

import httpx
import pytest

from brelan import game
from brelan.house.base.words import speak
from brelan.house.pages.web import chosen_options, presets_offered

GAME = game("spacepoker")
HOUSE, TEXT = (GAME.complete_options(GAME.preset(name)) for name in ("house", "text"))


def sent(page):
    """What a browser sends of a form that nobody has touched."""
    fields = {}
    for tag in re.findall(r"<input [^>]*>", page):
        named, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if named and ("checked" in tag or not re.search(r'type="(checkbox|radio)"', tag)):
            fields[named[1]] = value[1] if value else ""
    for name, choices in re.findall(r'<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>', page, re.S):
        chosen = re.search(r'value="([^"]*)" selected', choices) or re.search(r'value="([^"]*)"', choices)
        fields[name] = chosen[1]
    return fields


@pytest.fixture
def browser(house):
    with httpx.Client(base_url=house.url, headers={"origin": house.url}, follow_redirects=True) as client:
        yield client


def opened(browser, form, **changes):
    page = browser.post("/open/spacepoker", data={name: value for name, value in (form | changes).items() if value})
    assert page.status_code == 200, page.text
    return browser.get(f"/api/v1/tables/{page.url.path.rsplit('/', 1)[1]}").json()["options"]


def test_the_form_offers_them_and_begins_with_the_one_that_is_recommended(browser):
    for lang, words in (("fr", "maison</strong> · conseill"), ("en", "Rules of the house</strong> · recommended")):
        page = browser.get("/open/spacepoker", headers={"accept-language": lang}).text
        assert words in page and page.count('name="preset"') == 3
    form = sent(page)
    assert (form["preset"], form["shown"], form["option-ante"], form["option-reach"]) == ("house", "house", "1", "even")
    assert opened(browser, form) == HOUSE
    assert opened(browser, form, preset="text") == TEXT, "with no script the fields still show the house's"
    changed = opened(browser, form, preset="last-planet", **{"option-hands": "3"})
    assert changed == GAME.complete_options({**GAME.preset("last-planet"), "hands": 3}), "what was touched is changed"
    unchanged = opened(browser, form, preset="text", shown="text", **{"option-change": ""})
    assert unchanged == GAME.complete_options({"reach": "even", "ante": 1, "rise": 1, "first": "rotate"})
    assert 'name="preset"' not in browser.get("/open/dodeka").text, "there is one way to play it"


def test_a_form_that_was_refused_comes_back_as_it_was(browser):
    form = sent(browser.get("/open/spacepoker").text) | {"preset": "last-planet", "option-win": "cards"}
    page = browser.post("/open/spacepoker?lang=en", data=form)
    assert page.status_code == 422 and "count by their number" in page.text
    assert sent(page.text)["preset"] == "last-planet" and sent(page.text)["option-win"] == "cards"
    assert browser.post("/open/spacepoker", data=form | {"preset": "nonsense"}).status_code == 422


def test_every_form_as_it_stands_gives_its_preset_and_every_change_alone():
    """Whatever the page showed, whatever was chosen."""
    for shown in GAME.presets:
        fields = {f"option-{name}": value for name, value in chosen_fields(shown).items()}
        for name in GAME.presets:
            form = fields | {"shown": shown, "preset": name}
            assert GAME.complete_options(chosen_options(GAME, form)) == GAME.complete_options(GAME.preset(name))
            form["option-closing"] = "called"
            expected = GAME.complete_options({**GAME.preset(name), "closing": "called"})
            assert GAME.complete_options(chosen_options(GAME, form)) == expected


def chosen_fields(preset):
    values = GAME.complete_options(GAME.preset(preset))
    return {option.name: option.write(values[option.name]) for option in GAME.options}


def test_each_has_a_sentence_in_both_languages():
    told = {lang: presets_offered(GAME, {}, speak(lang, GAME)) for lang in ("en", "fr")}
    for english, french in zip(told["en"], told["fr"], strict=True):
        assert english["told"].endswith(".") and french["told"].endswith(".") and english["told"] != french["told"]
        assert english["title"] != french["title"]


def test_an_evening_is_of_the_house_unless_somebody_chooses(browser):
    form = sent(browser.get("/evening/spacepoker?lang=en").text)
    assert (form["preset"], form["option-ante"], form["option-change"]) == ("house", "1", "yes")
    page = browser.post("/evening/spacepoker", data=form)
    assert page.status_code == 200 and "/e/" in str(page.url)


def test_json_takes_them_by_name(guest):
    katy = guest()
    offered = katy.get("/games/spacepoker").json()["presets"]
    assert [preset["name"] for preset in offered] == ["house", "last-planet", "text"]
    assert offered[0]["options"] == HOUSE and offered[0]["about"]

    def options(**wanted):
        return katy.post("/tables", json={"game": "spacepoker", **wanted})

    assert options().json()["options"] == TEXT, "a program gets the defaults, unless it says otherwise"
    assert options(preset="house").json()["options"] == HOUSE
    assert options(preset="house", options={"hands": 3}).json()["options"] == HOUSE | {"hands": 3}
    for wrong in ({"preset": "nonsense"}, {"preset": "house", "options": {"win": "cards"}}):
        answer = options(**wrong)
        assert answer.status_code == 422 and answer.json()["detail"], answer.text
    assert katy.get("/games/dodeka").json()["presets"] == []
    answer = katy.post("/tables", json={"game": "dodeka", "preset": "house"})
    assert answer.status_code == 422 and "no presets" in answer.text
