"""Every kind of table in pictures, for people to look at: each kind of position with every number of players, sizes,
languages, light and dark, long names. Written to screenshots/matrix; nothing may stick out of the window.
"""

import pytest

import brelan

from .conftest import SHOTS
from .gallery import positions, resize

SIZES = ((390, 844), (768, 1024), (1440, 900))
STICKS_OUT = """() => {
  const edge = document.documentElement.clientWidth, wide = document.documentElement.scrollWidth > edge;
  const out = [...document.querySelectorAll('body *')].filter((el) => el.getBoundingClientRect().right > edge + 1);
  return wide ? out.map((el) => el.outerHTML.slice(0, 90)).slice(0, 6) : [];
}"""
TABLES = [(name, players) for name in brelan.games() for players in brelan.game(name).seats]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pictures(gallery, name, players):
    folder = SHOTS / "matrix"
    folder.mkdir(parents=True, exist_ok=True)
    shown = positions(name, players, games=2, most=260)
    assert len(shown) >= 4, "moves, somebody else's turn, a result or an end"
    page, show = gallery()
    for position in shown:
        for lang in ("fr", "en"):
            show(position, lang)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                for width, height in SIZES:
                    resize(page, width, height)
                    assert page.evaluate(STICKS_OUT) == [], f"something sticks out at {width}: {position.kind}"
                    file = f"{name}-{players}-{position.kind}-{lang}-{scheme}-{width}.jpg"
                    page.screenshot(path=folder / file, full_page=True, type="jpeg", quality=70)
