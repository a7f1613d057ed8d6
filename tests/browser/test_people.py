"""People who meet: two phones and a laptop at one table, who is there, what they say, what is heard."""

import pytest

from brelan.house.run import own_address

from .access import check_access
from .test_boxes import CUT, SMALL_TARGETS, SMALL_TEXT
from .test_play import name_of, new_table

pytestmark = pytest.mark.browser
GAME = "dodeka"
ROUGH = '<img src=x onerror="self.hurt=1"> & Zoé'  # as long as a name may be
STUBS = """
self.sounds = []; self.shaken = 0; self.badges = [];
class Part { connect() {} start() { self.sounds.push(this.kind); } stop() {} setValueAtTime() {}
  exponentialRampToValueAtTime() {} getChannelData() { return new Float32Array(2); } }
const made = (kind) => Object.assign(new Part(), { kind, gain: new Part(), frequency: new Part() });
self.AudioContext = class {
  state = 'running'; currentTime = 0; sampleRate = 8; destination = {};
  createGain() { return made('gain'); } createOscillator() { return made('tone'); }
  createBufferSource() { return made('noise'); } createBuffer() { return made('data'); }
  createBiquadFilter() { return made('filter'); } resume() {}
};
navigator.vibrate = () => { self.shaken += 1; return true; };
navigator.setAppBadge = async (n) => { self.badges.push(n); };
navigator.clearAppBadge = async () => { self.badges.push(0); };
self.Notification = class {
  static permission = 'granted'; static requestPermission = async () => 'granted';
  constructor(title) { self.notified = title; }
};
"""
HIDE = """() => {
  Object.defineProperty(document, 'hidden', { value: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def sit(page, name):
    """Takes a free seat of the table at that page."""
    page.locator("[data-do=sit]").first.click()
    page.fill("dialog input", name)
    page.click("dialog .primary")
    page.wait_for_selector("#table:not([data-seat='-1'])")


def test_two_phones_and_a_laptop(visitor, house, shot):
    """One comes in by the address of the local network, where a browser gives no secure context."""
    laptop = visitor(new_table(GAME, {"who": "open"}, {"who": "open"}), width=1440, height=900, lang="fr")
    table = name_of(laptop)
    address = own_address()
    nearby = house.url if address.startswith("127.") else f"http://{address}:{house.port}"
    phone = {"width": 390, "height": 844, "has_touch": True}
    tina = visitor(f"/t/{table}", lang="fr", url=nearby, color_scheme="dark", **phone)
    sit(tina, "Tina")
    leo = visitor(f"/t/{table}", script=STUBS, **phone)
    sit(leo, ROUGH)
    for page in (laptop, tina, leo):
        page.wait_for_selector(".is-playing", timeout=30000)
        page.wait_for_function("() => document.querySelectorAll('.seats .dot.is-here').length === 3", timeout=30000)
        if page.locator("#declined").count():
            page.click("#declined")
    assert "Me remplacer par un robot" in laptop.inner_text(".actions")

    # a phrase, in everybody's own language, at the seat and in the log; a reaction
    tina.click("#talk summary")
    for script in (SMALL_TEXT, SMALL_TARGETS, CUT):
        assert tina.evaluate(script) == []
    tina.click("[data-say*=played]")
    for page, where in (
        (leo, ".seat .bubble:has-text('Well played!')"),
        (laptop, ".felt > .bubble:has-text('Bien joué')"),
    ):
        page.wait_for_selector(where, state="attached", timeout=30000)  # it goes after seven seconds
    leo.wait_for_selector(".log li:has-text('Tina: “Well played!”')", timeout=30000)
    leo.click("#talk summary")
    assert leo.locator("#saying").count() == 0, "no free text unless the host allows it"
    leo.click("[data-say*=heart]")
    laptop.wait_for_selector(".felt > .bubble.is-reaction svg", state="attached", timeout=30000)
    tina.wait_for_selector(".log li:has-text('envoie un cœur')")
    # what people typed is shown as they typed it
    assert ROUGH in tina.inner_text(".log li:has-text('envoie un cœur')")
    assert all(page.evaluate("self.hurt") is None for page in (laptop, tina, leo))
    check_access(laptop)
    shot(laptop, "people-1440-fr")
    shot(tina, "people-390-fr-dark")
    # whoever wants to hear nothing does not
    tina.click("#talk summary")
    tina.check("#mute")
    assert tina.locator(".log li.talk:visible").count() == 0
    tina.reload()
    tina.wait_for_selector("#talk:not([hidden])")
    assert tina.locator(".log li.talk").count() == 2 and tina.locator(".log li.talk:visible").count() == 0

    # a friend is replaced by the host, and returns
    laptop.click("[data-do=people]")
    laptop.click(".seat:has-text('Tina') .menu summary")
    laptop.click(".seat:has-text('Tina') .menu button:has-text('Robot')")
    laptop.click("dialog .primary")
    tina.click("[data-do=autopilot].primary")
    tina.wait_for_selector("[data-do=autopilot]:not(.primary)")
    laptop.wait_for_selector(".log li:has-text('Tina reprend')", timeout=30000)

    # and leaves: everybody sees that, and for how long
    tina.close()
    leo.wait_for_selector(".seat:has-text('Tina') .since:has-text('away')", timeout=30000)
    laptop.wait_for_selector(".seat:has-text('Tina') .since .full:has-text('pas là')", timeout=30000)
    leo.evaluate("document.querySelector('.seat .since').dataset.since -= 300000")
    leo.wait_for_selector(".seat .since .brief:has-text('5 min'):visible", timeout=30000)  # in its narrow place
    assert leo.inner_text(".seat .since") == "5 min"
    assert laptop.locator(".seat:has-text('Tina') .dot.is-away").count() == 1
    shot(leo, "people-away-390")


PASS = """async () => {
  const address = location.pathname.replace('/t/', '/api/v1/tables/'), headers = { 'content-type': 'application/json' };
  for (;;) {
    const { seq, you, mover, moves } = await fetch(address).then((answer) => answer.json());
    if (you !== mover) return;
    await fetch(`${address}/moves`, { method: 'POST', headers, body: JSON.stringify({ seq, moves: [moves[0]] }) });
  }
}"""


def test_sounds_title_badge_and_a_phone_that_shakes(visitor, house):
    """With 4D, where nothing is thrown: whose turn it is never hangs on luck."""
    katy = visitor(new_table("4d", {"who": "open"}, quick=False), width=390, height=844, has_touch=True, script=STUBS)
    leo = visitor("/t/" + name_of(katy))
    sit(leo, "Léo")

    def turn_of(page, other):
        page.wait_for_selector("[data-mine]", timeout=30000)
        other.wait_for_selector("#table.is-playing:not([data-mine])", timeout=30000)
        page.wait_for_function("() => !document.documentElement.dataset.scene", timeout=30000)  # a press would skip it

    def go_round():
        """Both play; then it is Katy's turn again."""
        katy.evaluate(PASS)
        turn_of(leo, katy)
        katy.wait_for_function("() => !document.title.startsWith('●') && self.badges.at(-1) === 0", timeout=30000)
        leo.evaluate(PASS)

    turn_of(katy, leo)
    go_round()
    turn_of(katy, leo)
    katy.wait_for_function("() => self.shaken === 2 && self.badges.at(-1) === 1", timeout=30000)  # the start, and now
    assert katy.title().startswith("● Your turn")
    assert "icon-turn" in katy.get_attribute("link[rel=icon]", "href")
    assert katy.evaluate("self.sounds") == [], "silent until somebody switches it on"
    katy.click(".about-menu summary")
    katy.check("#sound")
    assert katy.evaluate("self.sounds.splice(0)") == ["tone", "tone"], "so it sounds"
    katy.check("#notify")
    katy.reload()  # both are remembered
    turn_of(katy, leo)
    katy.keyboard.press("Shift")  # a browser is silent until something is pressed
    go_round()
    turn_of(katy, leo)
    heard = katy.evaluate("self.sounds.splice(0)")
    assert heard.count("noise") >= 6 and heard.count("tone") >= 2, "dice, twice, and one's turn"
    # and while she looks elsewhere
    katy.evaluate(PASS)
    turn_of(leo, katy)
    katy.evaluate(HIDE)
    leo.evaluate(PASS)
    katy.wait_for_function("() => self.notified?.startsWith('● Your turn')", timeout=30000)
    assert katy.title() == katy.evaluate("self.notified") and katy.evaluate("self.badges.at(-1)") == 1


def test_free_text_where_the_host_allows_it(visitor, house):
    katy = visitor()
    katy.goto(f"{house.url}/open/{GAME}")
    katy.select_option("#players", "2")
    katy.check("#public")
    katy.check("#talk")
    katy.click("button.primary")
    assert "public" in katy.inner_text(".problem")
    katy.uncheck("#public")
    katy.click("button.primary")
    katy.wait_for_selector(".is-waiting")
    leo = visitor("/t/" + name_of(katy), width=390, height=844)
    sit(leo, "Léo")
    leo.wait_for_selector("#talk:not([hidden])", timeout=30000)
    leo.click("#talk summary")
    assert leo.get_attribute("#sentence", "maxlength") == "200"
    leo.fill("#sentence", ROUGH)
    leo.keyboard.press("Enter")
    katy.wait_for_selector(f".log li:has-text({ROUGH!r})", timeout=30000)
    assert katy.evaluate("self.hurt") is None
    leo.wait_for_selector(".seat .bubble", state="attached", timeout=30000)
    assert leo.evaluate(CUT) == []
