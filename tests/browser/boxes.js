// What overlaps, is cut or sticks out of its card in the drawings on the page: see test_boxes.py.
([wide, tall]) => {
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
}
