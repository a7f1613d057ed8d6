"""Nothing overlaps and nothing is cut, by measuring boxes: all games, as many long-named players as there may be, the
fullest position of every kind, both arrangements.
"""

from pathlib import Path

import pytest

import brelan

from .gallery import LONG, positions, resize

DESK, PHONE = 970, 374  # how wide a drawing is in a window of 1440 and of 390
MEASURE = (Path(__file__).parent / "boxes.js").read_text(encoding="utf-8").split("\n", 1)[1]


@pytest.mark.parametrize("name", brelan.games())
def test_nothing_overlaps_or_is_cut(gallery, name):
    seats = brelan.game(name).seats
    drawn = ""
    for position in positions(name, seats[-1], games=2, most=160):
        for lang in ("fr", "en"):
            svg = position.state.svg(position.seat, lang=lang)
            for width in (DESK, PHONE):
                title = f"{position.kind}, {lang}, {width}"
                drawn += f'<div data-name="{title}" data-width="{width}" style="width: {width}px">{svg}</div>'
    page, _ = gallery(has_touch=True, reduced_motion="reduce")
    page.set_content("<!doctype html><meta charset=utf-8><body>" + drawn)
    found = page.evaluate(MEASURE, [DESK, PHONE])
    assert not found, "\n".join(dict.fromkeys(found))
    assert LONG[0][:5] in drawn


SMALL_TEXT = """() => [...document.querySelectorAll('.felt svg text, main p, main li, main button, main label')]
  .filter((el) => el.getClientRects().length && !el.closest('[data-view], .sr, .unneeded, .for-drawing'))
  .map((el) => [parseFloat(getComputedStyle(el).fontSize) * (el.getScreenCTM?.().a || 1), el.textContent.trim()])
  .filter(([size, words]) => words && size < 10.95)"""
SMALL_TARGETS = """() => [...document.querySelectorAll(
    'main :is(button, select, input:not([type=radio], [type=checkbox]), a, summary),'
    + ' .top :is(a, summary), .felt :is([data-for], [data-move], [data-add], [data-next])')]
  .filter((el) => el.getClientRects().length && !el.closest('[data-view], .sr, .unneeded, .for-drawing, .skip'))
  .filter((el) => !el.closest('details:not([open]) > :not(summary)'))
  .map((el) => [el.getBoundingClientRect(), el.getAttribute('aria-label') || el.textContent.trim() || el.outerHTML])
  .filter(([box]) => box.width < 43.5 || box.height < 43.5)
  .map(([box, words]) => [Math.round(box.width), Math.round(box.height), words.slice(0, 60)])"""
CUT = """() => {
  const window_ = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll('main *')].filter((el) => el.getClientRects().length
    && !el.closest('[data-view], .sr, .for-drawing, .scroll') && el.getBoundingClientRect().right > window_ + 1);
  return wide.map((el) => el.outerHTML.slice(0, 100));
}"""
BELOW = """() => [...document.querySelectorAll('.control-box button, [data-do=continue]')]
  .filter((el) => el.getClientRects().length && !el.closest('.unneeded'))
  .filter((el) => el.getBoundingClientRect().top > innerHeight - 20)
  .map((el) => el.textContent)"""
# On a phone the memo and the goal are in sight, above the sheet with what can be pressed.
COVERED = """() => {
  const box = (what) => document.querySelector(what)?.getBoundingClientRect(), sheet = box('.turn').top;
  return [['memo', box('.felt .memo')], ['goal', box('.goal')]]
    .filter(([, box]) => !box?.height || box.top < 0 || box.bottom > sheet + 1)
    .map(([what, box]) => `the ${what} ends ${Math.round((box?.bottom ?? NaN) - sheet)} px under the sheet`);
}"""
TWICE = """() => [...document.querySelectorAll('.seats')].filter((el) => el.getClientRects().length).length"""


@pytest.mark.parametrize("name", brelan.games())
def test_every_kind_of_position_on_phone_tablet_and_desk(gallery, name, many):
    """No text below 11 px anywhere; on a phone no target below 44, nothing beside the window, the memo in sight.
    Controls above the fold on a tablet and at a desk (few: on either), where names and scores stand once.
    """
    larger = ((1440, 900), (768, 1024))
    (page, show), found = gallery(has_touch=True, reduced_motion="reduce"), []
    for at, position in enumerate(positions(name, brelan.game(name).seats[-1], games=2, most=160)):
        resize(page, 390, 844)
        show(position, ("fr", "en")[at % 2])
        for script in (SMALL_TEXT, SMALL_TARGETS, CUT):
            found += [(position.kind, 390, what) for what in page.evaluate(script)]
        if position.kind not in ("over", "result"):  # there is something to decide
            found += [(position.kind, 390, what) for what in page.evaluate(COVERED)]
        for width, height in many(larger[at // 2 % 2 :][:1], larger):
            resize(page, width, height)
            for script in (SMALL_TEXT, BELOW):
                found += [(position.kind, width, what) for what in page.evaluate(script)]
            seats, gains = page.evaluate(TWICE), page.locator(".felt > .gain").count()
            assert seats == (width < 1100), "at a desk the drawing alone names the players"
            beside = 0 if seats or name == "4d" else page.locator(".seats .gain").count()  # 4D draws them itself
            assert gains == beside, "a gain stands once: in the list where there is one, else beside its seat"
    assert not found, "\n".join(map(str, found))
