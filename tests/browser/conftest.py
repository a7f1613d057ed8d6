"""One house and one Chromium for all browser tests."""

import shutil
from pathlib import Path

import pytest

from brelan.house.testing import HouseProcess

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


@pytest.fixture
def visitor(chromium, house):
    """Makes visitors: each has a browser profile of their own. Whatever goes wrong on a page fails the test.

    They are in a hurry: they press as soon as they may, want no motion (drawing it is most of a browser's work) and
    look at no result for long. `calm` is how people find the page; `moving` and `pace` are parts of that.
    """
    contexts, problems = [], []

    def visit(path="/", width=1280, height=720, lang="en", url=None, calm=False, moving=False, pace="quick", **more):
        more.setdefault("service_workers", "block")  # else every visitor would keep all there is to read
        more.setdefault("reduced_motion", "no-preference" if calm or moving else "reduce")
        context = chromium.new_context(
            viewport={"width": width, "height": height}, locale="fr-FR" if lang == "fr" else "en-GB", **more
        )
        contexts.append(context)
        if not calm:
            wishes = f"localStorage['brelan-calm'] ??= 0; localStorage['brelan-pace'] ??= '{pace}'"
            context.add_init_script(f"try {{ {wishes} }} catch {{ /* no page yet */ }}")
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console",
            lambda message: (
                problems.append(message.text)
                if "Content Security Policy" in message.text or "TypeError" in message.text
                else None
            ),
        )
        page.goto((url or house.url) + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not problems


@pytest.fixture
def shot():
    """Keeps a screenshot in screenshots/."""
    SHOTS.mkdir(exist_ok=True)
    return lambda page, name, **more: page.screenshot(path=SHOTS / f"{name}.png", **more)
