"""Whether everybody can use a page, by axe."""

import pytest


def check_access(page):
    """No serious accessibility fault on the page as it stands."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page).response["violations"]
    bad = [
        (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert not bad, (page.url, bad)
