"""Nothing overlaps and nothing is cut, by measuring boxes: all games, as many long-named players as there may be, the
fullest position of every kind, both arrangements.
"""

import pytest

import brelan

from .gallery import LONG, positions, serve

DESK, PHONE = 970, 374  # how wide a drawing is in a window of 1440 and of 390
MEASURE = """([wide, tall]) => {
  const found = [];
  const seen = (el) => { // what only the script shows, or what nobody sees
    for (let up = el; up && up.tagName !== 'svg'; up = up.parentNode) {
      if (up.getAttribute('visibility') === 'hidden' || up.getAttribute('opacity') === '0') return false;
      if (up.tagName === 'defs' || up.tagName === 'symbol') return false;
    }
    return true;
  };
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  for (const svg of document.querySelectorAll('svg.table-drawing')) {
    const narrow = svg.parentNode.dataset.width == tall;
    for (const el of narrow ? [svg, ...svg.querySelectorAll('[data-tall]')] : []) {
      el.setAttribute(el === svg ? 'viewBox' : 'transform', el.dataset.tall);
    }
    for (const el of narrow ? svg.querySelectorAll('[data-only]') : []) {
      el.setAttribute('display', el.dataset.only === 'tall' ? 'inline' : 'none');
    }
    const edge = svg.getBoundingClientRect(), name = svg.parentNode.dataset.name;
    const texts = [...svg.querySelectorAll('text')].filter((el) => el.textContent.trim() && el.getClientRects().length && seen(el)).map((el) => {
      const box = el.getBoundingClientRect(), flat = Math.abs(el.getScreenCTM().b) < 0.01;
      const low = flat ? box.height * 0.24 : box.height * 0.3, thin = flat ? 1 : box.width * 0.3; // letters, not their line
      return {
        el, words: el.textContent, left: box.left + thin, right: box.right - thin, top: box.top + low, bottom: box.bottom - low,
        board: !!el.closest('[data-view]'),
      };
    });
    const cards = [...svg.querySelectorAll('rect, circle')].filter((el) => seen(el) && el.getAttribute('fill') !== 'none'
      && Math.abs(el.getScreenCTM().b) < 0.01 && !el.closest('[data-view]'))
      .map((el) => ({ el, box: el.getBoundingClientRect() })).reverse(); // the topmost first
    for (const [at, one] of texts.entries()) {
      if (one.board) continue;
      if (one.left < edge.left || one.right > edge.right || one.top < edge.top || one.bottom > edge.bottom) found.push(`${name}: “${one.words}” is cut`);
      const x = (one.left + one.right) / 2, y = (one.top + one.bottom) / 2;
      const under = cards.find(({ el, box }) => box.left < x && x < box.right && box.top < y && y < box.bottom
        && el.compareDocumentPosition(one.el) & Node.DOCUMENT_POSITION_FOLLOWING)?.box;
      if (under && (one.left < under.left - 1 || one.right > under.right + 1)) found.push(`${name}: “${one.words}” sticks out of its card`);
      for (const other of texts.slice(at + 1)) {
        if (!other.board && across(one, other) > 0 && down(one, other) > 0) found.push(`${name}: “${one.words}” lies on “${other.words}”`);
      }
    }
  }
  return found;
}"""


@pytest.mark.parametrize("name", brelan.games())
def test_nothing_overlaps_or_is_cut(chromium, name):
    seats = brelan.game(name).seats
    drawn = ""
    for position in positions(name, seats[-1], games=2, most=160):
        for lang in ("fr", "en"):
            svg = position.state.svg(position.seat, lang=lang)
            for width in (DESK, PHONE):
                title = f"{position.kind}, {lang}, {width}"
                drawn += f'<div data-name="{title}" data-width="{width}" style="width: {width}px">{svg}</div>'
    page = chromium.new_page()
    try:
        page.set_content("<!doctype html><meta charset=utf-8><body>" + drawn)
        found = page.evaluate(MEASURE, [DESK, PHONE])
    finally:
        page.close()
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
  .filter((el) => el.getClientRects().length && !el.closest('.unneeded') && el.getBoundingClientRect().top > innerHeight - 20)
  .map((el) => el.textContent)"""
TWICE = """() => [...document.querySelectorAll('.seats')].filter((el) => el.getClientRects().length).length"""


@pytest.mark.parametrize("name", brelan.games())
def test_every_kind_of_position_on_phone_tablet_and_desk(chromium, name):
    """No text below 11 px, no target below 44, nothing beside the window on a phone; controls above the fold on a
    tablet and at a desk, where names and scores stand once.
    """
    context = chromium.new_context(has_touch=True)
    page = context.new_page()
    show, found = serve(page), []
    for at, position in enumerate(positions(name, brelan.game(name).seats[-1], games=2, most=160)):
        page.set_viewport_size({"width": 390, "height": 844})
        show(position, ("fr", "en")[at % 2])
        for script in (SMALL_TEXT, SMALL_TARGETS, CUT):
            found += [(position.kind, 390, what) for what in page.evaluate(script)]
        for width, height in ((768, 1024), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            found += [(position.kind, width, what) for what in page.evaluate(BELOW)]
        assert page.evaluate(TWICE) == 0, "at a desk the drawing alone names the players"
    context.close()
    assert not found, "\n".join(map(str, found))
