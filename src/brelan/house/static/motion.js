// Movement: what has a key and lies elsewhere now slides there; dice tumble, cards turn. One kind of thing at a time.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 40; // beyond that the table was laid anew: nothing slides

function middle(svg, el) {
  const box = el.getBoundingClientRect();
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(svg.getScreenCTM().inverse());
}

export function capture(root) {
  const places = new Map();
  if (still.matches) return places;
  for (const svg of root.querySelectorAll("svg.table-drawing")) {
    if (!svg.getScreenCTM()) continue;
    for (const el of svg.querySelectorAll("[data-key]")) {
      places.set(el.dataset.key, { at: middle(svg, el), face: el.dataset.face });
    }
  }
  return places;
}

function scaleOf(svg, el) {
  const outer = svg.getScreenCTM(), inner = el.parentNode.getScreenCTM?.();
  return inner ? Math.hypot(inner.a, inner.b) / Math.hypot(outer.a, outer.b) : 1;
}

const add = (el, frames, options) => el.animate(frames, { composite: "add", easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards", ...options });

export function move(root, before) {
  if (still.matches || !before.size) return;
  const tumbles = [], tips = [], flips = [], slides = [];
  for (const svg of root.querySelectorAll("svg.table-drawing")) {
    if (!svg.getScreenCTM()) continue;
    for (const el of svg.querySelectorAll("[data-key]")) {
      const was = before.get(el.dataset.key);
      if (!was) continue;
      const now = middle(svg, el);
      const scale = scaleOf(svg, el);
      const x = (was.at.x - now.x) / scale, y = (was.at.y - now.y) / scale;
      const far = Math.hypot(x, y) > 3;
      const turned = was.face !== el.dataset.face;
      if (turned && el.hasAttribute("data-tumble")) tumbles.push({ el, x: far ? x : 0, y: far ? y : 0 });
      else if (turned && !far && el.hasAttribute("data-tip")) tips.push({ el, way: now.x > svg.viewBox.baseVal.width / 2 ? 1 : -1 });
      else if (turned && el.hasAttribute("data-flip")) flips.push({ el, x: far ? x : 0, y: far ? y : 0 });
      else if (far) slides.push({ el, x, y });
    }
  }
  let wait = 0;
  for (const { el, way } of tips) { // over its lower edge, an eighth of a turn and no more: it is not thrown
    el.animate([
      { transformOrigin: `${way > 0 ? 100 : 0}% 100%`, transform: `rotate(${-38 * way}deg)` },
      { transformOrigin: `${way > 0 ? 100 : 0}% 100%`, transform: "rotate(0deg)" },
    ], { duration: 520, easing: "cubic-bezier(.5,0,.6,1)", composite: "add" });
    wait = 300;
  }
  tumbles.slice(0, MOST).forEach(({ el, x, y }, i) => {
    const way = i % 2 ? -1 : 1;
    add(el, [
      { transform: `translate(${x}px, ${y}px) rotate(${way * -420}deg) scale(.82)` },
      { transform: `translate(${x * 0.3}px, ${y * 0.3 - 10}px) rotate(${way * -130}deg) scale(1.1)`, offset: 0.55 },
      { transform: "translate(0px, 0px) rotate(0deg) scale(1)" },
    ], { duration: 620, delay: i * 90 });
    wait = 380;
  });
  if (slides.length <= MOST) {
    slides.forEach(({ el, x, y }, i) => {
      if (slides.some((other) => other.el !== el && other.el.contains(el))) return; // its group carries it
      add(el, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0px, 0px)" }], { duration: 420, delay: wait + Math.min(i, 6) * 60 });
    });
    if (slides.length) wait += 260;
  }
  flips.slice(0, MOST).forEach(({ el, x, y }, i) => {
    add(el, [
      { transform: `translate(${x}px, ${y}px) scale(.02, 1)` },
      { transform: "translate(0px, 0px) scale(1, 1)" },
    ], { duration: 360, delay: wait + Math.min(i, 8) * 80 });
  });
}
