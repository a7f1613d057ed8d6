"""Whether everybody can use a page: by axe, and by measuring it on a phone."""

import pytest


def check_access(page):
    """No serious accessibility fault on the page as it stands."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    if page.evaluate("!self.axe"):  # it is long: once a page
        page.evaluate(axe.axe_script)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((all) => all.violations)")
    bad = [
        (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert not bad, (page.url, bad)


# Words below 11 px, words that lie on others, what is too small to press, what sticks out of the window or its table.
MEASURE = """() => {
  const found = [], words = [];
  const shown = (el) => el.checkVisibility() && !el.closest('.sr, .skip, .unseen, svg, template');
  const text = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (text.nextNode()) {
    const node = text.currentNode, el = node.parentElement, range = document.createRange();
    if (!node.data.trim() || !shown(el) || el.closest('script, select')) continue;
    if (parseFloat(getComputedStyle(el).fontSize) < 10.95) found.push(`small: ${node.data.trim()}`);
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) words.push([box, node]);
  }
  for (const [at, [a, one]] of words.entries()) for (const [b, other] of words.slice(at + 1)) {
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    if (one !== other && across > 1 && down > 0.5 * Math.min(a.height, b.height)) {
      found.push(`“${one.data.trim()}” lies on “${other.data.trim()}”`);
    }
  }
  const press = ':is(a, button, select, summary, label.button, input:not([type=radio], [type=checkbox]))';
  for (const el of document.querySelectorAll(`main ${press}, .top ${press}`)) {
    const { width, height } = el.getBoundingClientRect();
    if (shown(el) && width && (width < 43.5 || height < 43.5)) {
      found.push(`${Math.round(width)} by ${Math.round(height)} px to press: ${el.textContent.trim() || el.outerHTML}`);
    }
  }
  const edge = document.documentElement.clientWidth + 1;
  for (const el of document.querySelectorAll('body *')) {
    if (shown(el) && el.getBoundingClientRect().right > edge) found.push(`sticks out: ${el.outerHTML.slice(0, 90)}`);
    if (el.matches('.scroll') && el.scrollWidth > el.clientWidth + 1) found.push(`${el.innerText.slice(0, 60)} is cut`);
  }
  return found;
}"""


def check_phone(page):
    """Everything on the page as it stands can be read and pressed on a phone."""
    assert page.viewport_size["width"] == 390
    found = page.evaluate(MEASURE)
    assert not found, (page.url, found)
