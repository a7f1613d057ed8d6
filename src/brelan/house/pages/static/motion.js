// Movement: what has a key and lies elsewhere now slides there; dice tumble, cards turn. One kind of thing at a time,
// cause before effect: dice land, then what they knock out goes, then the gains travel and the numbers follow.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 40; // beyond that the table was laid anew: nothing slides

function middle(svg, el) {
  const box = el.getBoundingClientRect();
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(svg.getScreenCTM().inverse());
}

export function capture(root) {
  const places = new Map();
  places.turn = root.dataset.turn;
  if (still.matches) return places;
  for (const svg of root.querySelectorAll("svg.table-drawing")) {
    if (!svg.getScreenCTM()) continue;
    for (const el of svg.querySelectorAll("[data-key]")) {
      const die = el.hasAttribute("data-tumble") && el.cloneNode(true); // should it be knocked out
      places.set(el.dataset.key, { at: middle(svg, el), face: el.dataset.face, thrown: el.dataset.thrown, die });
    }
  }
  for (const el of root.querySelectorAll("[data-count]")) places.set(`count ${el.dataset.count}`, { text: el.textContent });
  return places;
}

function scaleOf(svg, el) {
  const outer = svg.getScreenCTM(), inner = el.parentNode.getScreenCTM?.();
  return inner ? Math.hypot(inner.a, inner.b) / Math.hypot(outer.a, outer.b) : 1;
}

const add = (el, frames, options) => el.animate(frames, { composite: "add", easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards", ...options });

// The faces of a die in the air are not seen until it lands.
function hideFace(el, delay, duration) {
  for (const mark of el.querySelectorAll("text, circle")) {
    mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.92 }, { opacity: 1 }], { duration, delay, fill: "backwards" });
  }
}

// What was knocked out lies there until the dice that hit it have landed.
function leave(el, old, delay) {
  el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 260, delay: delay + 120, fill: "backwards" });
  old.removeAttribute("data-key");
  for (const name of ["role", "tabindex", "data-for"]) old.removeAttribute(name);
  old.setAttribute("aria-hidden", "true");
  el.before(old);
  const going = old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 300, delay, fill: "both" });
  going.onfinish = going.oncancel = () => old.remove();
}

// Numbers follow once all has landed: from what they were to what they are. A hidden page draws no frames, and shows
// them as they are.
const counting = new WeakMap();
const worth = (text) => Number(text.replace("−", "-").replace(/[^\d-]/g, ""));
function count(el, from, to, wait) {
  const first = worth(from), last = worth(to), mark = {}, lang = document.documentElement.lang;
  if (from === to || !Number.isFinite(first) || !Number.isFinite(last) || !/^[−\d\s.,]+$/.test(to)) return;
  counting.set(el, mark);
  const began = performance.now() + wait;
  let shown = to;
  const step = (now) => {
    if (counting.get(el) !== mark || el.textContent !== shown || !el.isConnected) return; // newer news have come
    const part = Math.min(1, Math.max(0, (now - began) / 480));
    shown = part < 1 ? Math.round(first + (last - first) * part).toLocaleString(lang).replace("-", "−") : to;
    el.textContent = shown;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

// Where the list of seats is folded away, a gain stands beside its seat on the cloth.
export function showGains(root) {
  const felt = root.querySelector(".felt");
  for (const old of felt.querySelectorAll(":scope > .gain")) old.remove();
  for (const el of root.querySelectorAll(".seats .gain")) {
    const seat = el.closest(".seat").dataset.key, place = felt.querySelector(`svg [data-key="${CSS.escape(seat)}"]`);
    if (el.getClientRects().length || !place) continue;
    const copy = el.cloneNode(true), box = place.getBoundingClientRect(), edge = felt.getBoundingClientRect();
    copy.dataset.of = seat;
    felt.append(copy);
    copy.style.left = `${Math.min(box.right + 2, edge.right - copy.offsetWidth - 4) - edge.left}px`;
    copy.style.top = `${box.top + box.height / 2 - copy.offsetHeight / 2 - edge.top}px`;
  }
}

// What was gained or lost travels from the cloth to the purse.
function travel(root, wait) {
  const cloth = root.querySelector(".felt"), felt = cloth?.getBoundingClientRect();
  for (const listed of root.querySelectorAll(`.seats .gain[data-gain="${root.dataset.seq}"]`)) {
    if (listed.dataset.came) continue; // while a scene in between was shown
    listed.dataset.came = "yes";
    const el = listed.getClientRects().length ? listed : cloth.querySelector(`:scope > .gain[data-of="${listed.closest(".seat").dataset.key}"]`);
    if (!el) continue;
    const box = el.getBoundingClientRect();
    const x = felt.x + felt.width / 2 - box.x, y = Math.max(felt.y, 0) + Math.min(felt.height, innerHeight) / 2 - box.y;
    el.animate([
      { transform: `translate(${x}px, ${y}px) scale(1.8)`, opacity: 0 },
      { transform: `translate(${x}px, ${y}px) scale(1.8)`, opacity: 1, offset: 0.25 },
      { transform: "none", opacity: 1 },
    ], { duration: 760, delay: wait, fill: "backwards", easing: "ease-in-out" });
  }
}

// A thing drawn at every step of its way (a die that tips over its edge) goes through them; it is drawn at rest.
export function playFrames(root) {
  if (still.matches) return;
  const frames = [...root.querySelectorAll("[data-frame]")], last = Math.max(...frames.map((el) => Number(el.dataset.frame)));
  const show = (at) => {
    for (const el of frames) el.setAttribute("visibility", Number(el.dataset.frame) === at ? "visible" : "hidden");
    if (at < last && frames[0].isConnected) setTimeout(show, 55, at + 1);
  };
  if (frames.length) show(0);
}

// Answers after how many milliseconds all has landed.
export function move(root, before) {
  if (still.matches || !before.size) return 0;
  const told = before.turn === root.dataset.turn ? [] : (root.dataset.about || "").split(" "); // news, not the same again
  const tumbles = [], tips = [], flips = [], slides = [], gone = [];
  for (const svg of root.querySelectorAll("svg.table-drawing")) {
    if (!svg.getScreenCTM()) continue;
    for (const el of svg.querySelectorAll("[data-key]")) {
      const was = before.get(el.dataset.key);
      if (!was && el.hasAttribute("data-tumble") && el.dataset.face > 0) tumbles.push({ el, x: 0, y: -60 }); // a first throw
      if (!was) continue;
      const now = middle(svg, el);
      const scale = scaleOf(svg, el);
      const x = (was.at.x - now.x) / scale, y = (was.at.y - now.y) / scale;
      const far = Math.hypot(x, y) > 3;
      const again = el.dataset.thrown === "told" ? told.includes(el.dataset.key) // it may land as it lay
        : el.dataset.thrown && el.dataset.thrown !== was.thrown;
      const turned = again || was.face !== el.dataset.face;
      if (turned && was.die && el.hasAttribute("data-gone")) gone.push({ el, die: was.die });
      else if (turned && el.hasAttribute("data-tumble")) tumbles.push({ el, x: far ? x : 0, y: far ? y : 0 });
      else if (turned && !far && el.hasAttribute("data-tip") && !el.querySelector("[data-frame]")) tips.push({ el, way: now.x > svg.viewBox.baseVal.width / 2 ? 1 : -1 });
      else if (turned && el.hasAttribute("data-flip")) flips.push({ el, x: far ? x : 0, y: far ? y : 0 });
      else if (far) slides.push({ el, x, y });
    }
  }
  let wait = 0, landed = 0;
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
    hideFace(el, i * 90, 620);
    wait = 620 + i * 90;
  });
  landed = tumbles.length ? wait : 0;
  for (const { el, die } of gone) leave(el, die, wait);
  if (gone.length) wait += 300;
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
  if (flips.length) wait += 360 + Math.min(flips.length, 8) * 80;
  travel(root, wait);
  for (const el of root.querySelectorAll("[data-count]")) {
    const was = before.get(`count ${el.dataset.count}`);
    if (was) count(el, was.text, el.textContent, wait + 500);
  }
  return landed;
}
