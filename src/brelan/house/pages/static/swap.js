// Replaces what is shown by what has come, piece by piece: a thing of the same key stays the same element, so that it keeps
// its focus, its place and what has been typed or chosen in it.

const keyOf = (node) => node.nodeType === 1 ? node.getAttribute("data-key") || node.id || "" : "";
const same = (a, b) => a.nodeType === b.nodeType && (a.nodeType !== 1 || a.tagName === b.tagName);

function attributes(old, fresh) {
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) {
    if (fresh.hasAttribute(name) || (name === "open" && old.tagName === "DETAILS")) continue;
    old.removeAttribute(name);
  }
}

function control(old, fresh, reset) {
  if (!reset) return;
  if (old.type === "checkbox" || old.type === "radio") old.checked = fresh.hasAttribute("checked");
  else if (old.tagName === "SELECT") old.selectedIndex = Math.max(0, [...fresh.options].findIndex((o) => o.hasAttribute("selected")));
  else if (old.tagName === "INPUT") old.value = fresh.getAttribute("value") ?? "";
}

function children(old, fresh, reset) {
  const wanted = new Set([...fresh.childNodes].map(keyOf).filter(Boolean));
  const keyed = new Map();
  for (const node of [...old.childNodes]) {
    const key = keyOf(node);
    if (key && wanted.has(key)) keyed.set(key, node);
    else if (key && !node.hasAttribute("data-keep")) node.remove();
  }
  let cursor = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    while (cursor && cursor.nodeType === 1 && cursor.hasAttribute("data-keep") && !wanted.has(keyOf(cursor))) cursor = cursor.nextSibling;
    const key = keyOf(node);
    let match = key ? keyed.get(key) : cursor && !keyOf(cursor) && same(cursor, node) ? cursor : null;
    if (match && !same(match, node)) { match.remove(); match = null; }
    if (!match) { old.insertBefore(document.importNode(node, true), cursor); continue; }
    if (match === cursor) cursor = cursor.nextSibling;
    else old.insertBefore(match, cursor);
    piece(match, node, reset);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    if (!(cursor.nodeType === 1 && cursor.hasAttribute("data-keep"))) cursor.remove();
    cursor = next;
  }
}

function piece(old, fresh, reset) {
  if (old.nodeType !== 1) { if (old.data !== fresh.data) old.data = fresh.data; return; }
  if (old.hasAttribute("data-keep") && !reset) return;
  attributes(old, fresh);
  control(old, fresh, reset);
  children(old, fresh, reset);
}

// `reset`: the position has changed, so that half-made choices are of no use any more.
export function swap(old, html, reset) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.firstElementChild;
  const focused = document.activeElement;
  const mark = focused && old.contains(focused) ? focused.getAttribute("data-key") || focused.id : "";
  piece(old, fresh, reset);
  if (mark && !old.contains(document.activeElement)) {
    const again = [...old.querySelectorAll("[data-key], [id]")].find((el) => keyOf(el) === mark);
    (again || old.querySelector(".whose"))?.focus?.({ preventScroll: true });
  }
}
