// Pan and zoom of a drawing that asks for it with data-view. What was chosen is kept when the drawing is replaced.

const at = { k: 1, x: 0, y: 0 };
const MOST = 6;
const pointers = new Map();
let moved = false;

const groupOf = (root) => root.querySelector("svg.table-drawing [data-view]");

function show(root) {
  const group = groupOf(root);
  if (!group) return;
  if (group.dataset.base === undefined) group.dataset.base = group.getAttribute("transform") || "";
  if (at.k === 1 && !at.x && !at.y) group.setAttribute("transform", group.dataset.base);
  else group.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${at.k}) ${group.dataset.base}`);
}

function point(svg, x, y) { return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse()); }

function zoom(root, factor, x, y) {
  const k = Math.min(MOST, Math.max(1, at.k * factor));
  const svg = root.querySelector("svg.table-drawing");
  const box = svg.getBoundingClientRect();
  const p = point(svg, x ?? box.x + box.width / 2, y ?? box.y + box.height / 2);
  at.x = p.x - (p.x - at.x) * (k / at.k);
  at.y = p.y - (p.y - at.y) * (k / at.k);
  at.k = k;
  if (k === 1) at.x = at.y = 0;
  show(root);
}

function buttons(root, words) {
  const felt = root.querySelector(".felt");
  if (felt.querySelector(".zoom")) return;
  const box = document.createElement("div");
  box.className = "zoom";
  box.setAttribute("data-keep", "");
  for (const [sign, label, act] of [["+", words.bigger, () => zoom(root, 1.4)], ["−", words.smaller, () => zoom(root, 1 / 1.4)],
    ["⤢", words.whole, () => { Object.assign(at, { k: 1, x: 0, y: 0 }); show(root); }]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    box.append(button);
  }
  felt.append(box);
}

// They stand on the right of what pans and zooms: of its ground, which is drawn before it.
export function placeZoom(root) {
  const box = root.querySelector(".zoom"), ground = groupOf(root)?.previousElementSibling?.getBoundingClientRect();
  if (!box || !ground?.width) return;
  const felt = box.parentNode.getBoundingClientRect();
  const part = (far, size) => `calc(${((100 * far) / size).toFixed(2)}% + 6px)`; // the felt may shrink, beside the rules
  box.style.right = part(felt.right - ground.right, felt.width);
  box.style.top = part(ground.top - felt.top, felt.height);
}

// After each swap.
export function keepView(root, words) {
  const group = groupOf(root);
  if (!group) { root.querySelector(".zoom")?.remove(); return; }
  group.dataset.base = group.getAttribute("transform") || "";
  buttons(root, words);
  placeZoom(root);
  show(root);
}

export function listenView(getRoot) {
  const inside = (event) => event.target.closest?.(".felt svg.table-drawing") && groupOf(getRoot());
  document.addEventListener("wheel", (event) => {
    if (!inside(event) || !(event.ctrlKey || at.k > 1 || event.shiftKey)) return; // a plain wheel scrolls the page until one has zoomed
    event.preventDefault();
    zoom(getRoot(), Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("pointerdown", (event) => {
    if (!inside(event)) return;
    pointers.set(event.pointerId, event);
    moved = false;
  });
  document.addEventListener("pointermove", (event) => {
    const was = pointers.get(event.pointerId);
    if (!was) return;
    const root = getRoot(), svg = root.querySelector("svg.table-drawing");
    if (pointers.size === 1 && at.k > 1 && (moved || Math.hypot(event.clientX - was.clientX, event.clientY - was.clientY) > 6)) {
      const a = point(svg, was.clientX, was.clientY), b = point(svg, event.clientX, event.clientY);
      at.x += b.x - a.x;
      at.y += b.y - a.y;
      moved = true;
      pointers.set(event.pointerId, event);
      show(root);
    } else if (pointers.size === 2) {
      const [other] = [...pointers.values()].filter((p) => p.pointerId !== event.pointerId);
      const before = Math.hypot(was.clientX - other.clientX, was.clientY - other.clientY);
      const now = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
      if (before > 10) zoom(root, now / before, (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
      moved = true;
      pointers.set(event.pointerId, event);
    }
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, (event) => pointers.delete(event.pointerId));
  document.addEventListener("click", (event) => { // the end of a drag is no press
    if (moved && inside(event)) { event.stopPropagation(); event.preventDefault(); moved = false; }
  }, { capture: true });
}
