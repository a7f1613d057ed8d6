"""One house and one Chromium for all browser tests."""

import os
import shutil
from functools import partial
from pathlib import Path

import pytest

from brelan.house.testing import HouseProcess

from .gallery import Room

# What costs a browser more than our pages do: each visitor's window has an address line that is two pages itself, and a
# process in reserve. Only the last such switch counts, so what Playwright would have off is named as well.
FEATURES = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "PreloadTopChromeWebUI",
    "SpareRendererForSitePerProcess",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--in-process-gpu",
    "--js-flags=--no-opt --max-lazy",
    "--disable-features=" + ",".join(FEATURES),
]
# The same browser without a window around its pages costs a third less; it is used where it is installed.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SHOTS = Path(__file__).parents[2] / "screenshots"


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with HouseProcess(
        tmp_path_factory.mktemp("house"), "--bot-pause", "0", "--rate", "500", "--workers", "1", lan=True
    ) as process:
        yield process
        assert process.failed_bots() == []


def launch(kind):
    """A Chromium; `kind` is Playwright's."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("there is no Chromium here")
    return kind.launch(executable_path=path, args=FLAGS)


@pytest.fixture(scope="session")
def chromium():
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = launch(driver.chromium)
        yield browser
        browser.close()


SPARE = 6  # profiles that wait in memory for whoever comes next
# What a test does to a page or a profile for good: it is nobody else's then.
FOR_GOOD = ("add_init_script", "close", "emulate_media", "new_page", "on", "route", "set_extra_http_headers")


class Profile:
    """A browser profile with one page. A new one is much work, most of it the start of a process; one whose cookies and
    storage have been emptied is as good for whoever comes next.
    """

    def __init__(self, chromium, **more):
        self.context = chromium.new_context(**more)
        self.page = self.context.new_page()
        self.storage = self.context.new_cdp_session(self.page)
        self.origins, self.marked, self.problems = set(), False, []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._said)
        for thing in (self.page, self.context):
            for name in FOR_GOOD:
                if hasattr(thing, name):
                    setattr(thing, name, self._marking(getattr(thing, name)))

    def _said(self, message):
        if "Content Security Policy" in message.text or "TypeError" in message.text:
            self.problems.append(message.text)

    def _marking(self, real):
        def call(*arguments, **named):
            self.marked = True
            return real(*arguments, **named)

        return call

    def empty(self):
        """Of everything the one before has left."""
        self.context.clear_cookies()
        for origin in self.origins:
            self.storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self.origins.clear()
        self.problems.clear()

    def leave(self):
        """Whether somebody else may have it: nothing was done to it for good. Its page follows its table no more."""
        if self.marked:
            return False
        self.page.evaluate("dispatchEvent(new Event('pagehide'))")
        self.page.mouse.move(-1, -1)
        return True


@pytest.fixture(scope="session")
def profiles(chromium):
    """Those that are free, by what cannot be changed on them, those that have waited longest first."""
    free = []
    yield free
    for _, profile in free:
        profile.context.close()


@pytest.fixture
def visitor(chromium, house, profiles):
    """Makes visitors: each has a browser profile of their own. Whatever goes wrong on a page fails the test.

    They are in a hurry: they press as soon as they may, want no motion (drawing it is most of a browser's work) and
    look at no result. `calm` is how people find the page; `moving` and `pace` are parts of that. Their `path` may be
    that of a table they open first, by `new_table`; `script` runs on each of their pages before its own. `same_as`: at
    a second screen, the guest at that page.
    """
    used = []

    def visit(
        path="/",
        width=1280,
        height=720,
        lang="en",
        url=None,
        calm=False,
        moving=False,
        pace="none",
        reduced_motion=None,
        color_scheme="light",
        script="",
        same_as=None,
        **more,
    ):
        keeps = more.setdefault("service_workers", "block") == "allow"  # by all there is to read, for when it is away
        more |= {"locale": "fr-FR" if lang == "fr" else "en-GB"}
        wishes = "" if calm else f"localStorage['brelan-calm'] ??= 0; localStorage['brelan-pace'] ??= '{pace}'"
        kind = (sorted(more.items(), key=str), wishes, script)
        found = next((one for one in profiles if one[0] == kind), None)
        if found:
            profiles.remove(found)
            profile = found[1]
            profile.empty()
        else:
            profile = Profile(chromium, **more)
            profile.context.add_init_script(f"try {{ {wishes} }} catch {{ /* no page yet */ }} {script}")
        page = profile.page
        used.append((kind, profile))
        page.set_viewport_size({"width": width, "height": height})
        motion = reduced_motion or ("no-preference" if calm or moving else "reduce")
        page.emulate_media(reduced_motion=motion, color_scheme=color_scheme)
        url = url or house.url
        profile.origins |= {house.url, url}
        profile.marked = not more.keys() <= {"has_touch", "locale", "service_workers"} or keeps
        if same_as:
            profile.context.add_cookies(same_as.context.cookies())
        page.goto(url + (path(profile.context.request, url, lang) if callable(path) else path))
        return page

    yield visit
    problems = [problem for _, profile in used for problem in profile.problems]
    for kind, profile in used:
        if profile.leave():
            profiles.append((kind, profile))
        else:
            profile.context.close()
    while len(profiles) > SPARE:
        profiles.pop(0)[1].context.close()
    assert not problems


@pytest.fixture(scope="session")
def room():
    with Room() as room:
        yield room


@pytest.fixture
def gallery(visitor, room):
    """Makes visitors who are shown positions: their page, and what shows one on it."""

    def enter(**more):
        page = visitor("/", url=room.url, calm=True, **more)
        return page, partial(room.show, page)

    return enter


@pytest.fixture
def shot():
    """Keeps a screenshot in screenshots/ for people to look at, who say so: BRELAN_SHOTS=1. No test needs one."""
    if not os.environ.get("BRELAN_SHOTS"):
        return lambda page, name, **more: None
    SHOTS.mkdir(exist_ok=True)
    return lambda page, name, **more: page.screenshot(path=SHOTS / f"{name}.png", **more)
