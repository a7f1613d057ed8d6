"""Visitors of these tests: whoever takes over a profile finds nothing in it."""

import pytest

from .conftest import Profile

pytestmark = pytest.mark.browser
LEAVE = """async () => {
  localStorage.left = 1;
  await (await caches.open('left')).put('/left', new Response('left'));
}"""
LEFT = "async () => [localStorage.left, await caches.has('left')]"


def test_whoever_takes_over_a_profile_finds_nothing_in_it(chromium, house):
    profile = Profile(chromium, service_workers="block")
    page = profile.page
    page.goto(house.url + "/passport")
    page.evaluate(LEAVE)
    [guest] = page.context.cookies()
    profile.origins.add(house.url)
    assert page.evaluate(LEFT) == ["1", True] and profile.leave()
    profile.empty()
    page.goto(house.url + "/passport")
    assert page.evaluate(LEFT) == [None, False]
    assert page.context.cookies()[0]["value"] != guest["value"]
    page.add_init_script("self.left = 1")
    assert not profile.leave(), "what a test has changed for good is nobody else's"
    profile.context.close()
