// Moves made of parts. The page knows no game: the attributes of docs/page.md say what each thing does, and this follows them.

const parsed = new WeakMap();

function legalOf(button) {
  const text = button.dataset.legal;
  let known = parsed.get(button);
  if (!known || known.text !== text) parsed.set(button, known = { text, map: JSON.parse(text) });
  return known.map;
}

const isPart = (el) => el.name && !el.disabled && ["INPUT", "SELECT"].includes(el.tagName);
const isChosen = (el) => (el.type !== "checkbox" && el.type !== "radio") || el.checked;

function chosen(form) {
  return [...form.elements].filter((el) => isPart(el) && isChosen(el)).map((el) => `${el.name}=${el.value}`);
}

function valueOf(form, name) {
  const parts = [...form.elements].filter((el) => isPart(el) && el.name === name && isChosen(el));
  return parts.map((el) => el.value).join(" ");
}

// Brings everything that depends on the chosen parts up to date.
export function refresh(root) {
  const all = new Set();
  for (const form of root.querySelectorAll("form")) for (const part of chosen(form)) all.add(part);
  for (const el of root.querySelectorAll("[data-needs]")) {
    const ready = el.dataset.needs.split(/\s+/).filter(Boolean).every((need) => all.has(need));
    el.classList.toggle("unneeded", !ready);
  }
  for (const button of root.querySelectorAll("button[data-legal]")) {
    if (button.dataset.label === undefined) button.dataset.label = button.textContent;
    const found = legalOf(button)[chosen(button.form).join(" ")];
    button.disabled = !found;
    const label = found ? (Array.isArray(found) ? found[1] : found) : button.dataset.label;
    if (button.textContent !== label) button.textContent = label;
  }
  for (const thing of root.querySelectorAll("[data-for]")) {
    const able = controlsOf(thing).filter((control) => !control.disabled), isPressed = able.some((control) => control.checked);
    if (able.length) thing.setAttribute("aria-pressed", String(isPressed));
    thing.toggleAttribute("aria-disabled", false);
    if (!able.length) thing.setAttribute("aria-disabled", "true");
    mark(thing, isPressed);
  }
  const open = [...root.querySelectorAll(".controls [data-step]")].find((step) => !step.querySelector("input:checked"));
  for (const thing of root.querySelectorAll("svg [data-step]")) thing.classList.toggle("is-next", thing.dataset.step === open?.dataset.step);
}

// A drawn thing presses its control; if it names several, each press goes on to the next of them.
const controlsOf = (thing) => thing.dataset.for.split(" ").map((id) => document.getElementById(id)).filter(Boolean);
export function pressThing(thing) {
  const all = controlsOf(thing);
  press(all[(all.findIndex((control) => control.checked) + 1) % all.length]);
}

// A chosen thing bears a tick, so that its colour is not all that tells.
function mark(thing, isChosen) {
  const there = thing.querySelector(":scope > .chosen");
  if (!thing.getBBox || Boolean(there) === isChosen) return;
  if (there) { there.remove(); return; }
  const box = thing.getBBox(), size = Math.max(9, Math.min(16, box.width / 5));
  const tick = document.createElementNS("http://www.w3.org/2000/svg", "g");
  tick.setAttribute("class", "chosen");
  tick.setAttribute("aria-hidden", "true");
  tick.setAttribute("transform", `translate(${box.x + box.width - size * .6} ${box.y + size * .6}) scale(${size / 10})`);
  tick.innerHTML = '<circle r="10"/><path d="M-4.5 0 -1 4 5-4"/>';
  thing.append(tick);
}

// A primary button is calm for a moment once the position has changed under the finger: a double tap never plays twice.
const CALM = Number(localStorage.getItem("brelan-calm") ?? 600);
const calmUntil = new WeakMap();
const isCalm = (button) => (calmUntil.get(button) ?? 0) > performance.now();
export function calm(root) {
  for (const button of CALM ? root.querySelectorAll(".control-box button.primary") : []) {
    calmUntil.set(button, performance.now() + CALM);
    button.setAttribute("aria-disabled", "true");
    setTimeout(() => { if (!isCalm(button)) button.removeAttribute("aria-disabled"); }, CALM + 1);
  }
}

const sends = (found) => (Array.isArray(found) ? found[0] : found);
const tick = (root, need) => {
  const [name, value] = need.split("=");
  press([...root.querySelectorAll(`input[name="${CSS.escape(name)}"]`)].find((el) => el.value === value && !el.checked));
};

// Shows which move is meant: what plays it lights up, and so do its parts; what is hidden until something is chosen is chosen.
export function point(root, words) {
  for (const el of root.querySelectorAll(".is-advised")) el.classList.remove("is-advised");
  for (const el of words ? root.querySelectorAll("[data-move]") : []) {
    if (el.dataset.move === words) {
      for (const need of (el.dataset.needs || "").split(/\s+/).filter(Boolean)) tick(root, need);
      el.classList.add("is-advised");
    } else if (el.form && el.dataset.move.includes("{")) fill(el, words);
  }
  for (const button of words ? root.querySelectorAll("button[data-legal]") : []) {
    const parts = Object.entries(legalOf(button)).find(([, found]) => sends(found) === words)?.[0].split(" ");
    for (const el of parts ? button.form.elements : []) {
      if (!isPart(el) || !parts.includes(`${el.name}=${el.value}`)) continue;
      const things = [...root.querySelectorAll(`[data-for~="${CSS.escape(el.id)}"]`)];
      for (const need of things.flatMap((thing) => (thing.dataset.needs || "").split(" ")).filter(Boolean)) tick(root, need);
      if (things.some((thing) => thing.dataset.needs)) tick(root, `${el.name}=${el.value}`); // shown where it would lie
      for (const thing of [...things, ...(el.labels || [])]) thing.classList.add("is-advised");
    }
  }
}

// A button that sends "stake {amount}" has its parts filled so that it would send these words.
function fill(button, words) {
  const names = [...button.dataset.move.matchAll(/\{([\w-]+)\}/g)].map((found) => found[1]);
  const pattern = button.dataset.move.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[\w-]+\}/g, "(.*)");
  const found = words.match(new RegExp(`^${pattern}$`));
  if (!found) return;
  for (const [at, name] of names.entries()) {
    const part = button.form.elements[name];
    if (!part?.tagName || part.value === found[at + 1]) continue;
    part.value = found[at + 1];
    part.dispatchEvent(new Event("input", { bubbles: true }));
  }
  button.classList.add("is-advised");
}

function press(control) {
  if (!control || control.disabled) return;
  if (control.type === "radio" || control.type === "checkbox") {
    control.checked = control.type === "radio" ? true : !control.checked;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (control.tagName === "BUTTON") control.click();
  else control.focus();
}

// Pushes one more of a drawn thing (a coin) onto a number of a form, as often as there are of it: data-add="amount 6 3".
function add(root, thing) {
  const [name, worth, most] = thing.dataset.add.split(" ");
  const part = root.querySelector(`form [name="${CSS.escape(name)}"]`);
  if (!part || part.disabled) return;
  const pushed = JSON.parse(part.dataset.pushed || "{}");
  if (part.dataset.sum !== part.value) for (const one of Object.keys(pushed)) delete pushed[one]; // typed since: begin anew
  pushed[worth] = ((pushed[worth] || 0) % Number(most)) + 1; // after the last one, back to one
  const sum = Object.entries(pushed).reduce((total, [value, n]) => total + value * n, 0);
  Object.assign(part.dataset, { pushed: JSON.stringify(pushed), sum });
  part.value = sum;
  part.dispatchEvent(new Event("input", { bubbles: true }));
}

function next(root, name) {
  const group = [...root.querySelectorAll(`input[type=radio][name="${CSS.escape(name)}"]:not(:disabled)`)];
  if (group.length) press(group[(group.findIndex((el) => el.checked) + 1) % group.length]);
}

// The moves a button stands for now, or null if it does not work.
function movesOf(button) {
  const form = button.closest("form");
  let words = button.dataset.move;
  if (button.dataset.legal !== undefined) {
    const found = legalOf(button)[chosen(button.form).join(" ")];
    if (!found) return null;
    words = Array.isArray(found) ? found[0] : found;
  }
  if (words === undefined) return null;
  if (form && !form.reportValidity()) return null;
  words = words.replace(/\{([\w-]+)\}/g, (_, name) => (form ? valueOf(form, name) : ""));
  return words.split(";").map((one) => one.trim()).filter(Boolean);
}

// Listens once, for ever: the drawing may be replaced as often as it likes. `send(moves, confirm)` plays, `act(button)` does the rest.
export function listen(root, send, act) {
  const live = () => root();
  const onPress = (event) => {
    const el = event.target.closest?.("[data-move], [data-legal], [data-for], [data-next], [data-add], [data-do]");
    if (!el || !live().contains(el) || el.closest(".unneeded") || el.disabled) return false;
    event.preventDefault();
    if (isCalm(el)) return true;
    if (el.dataset.do) act(el);
    else if (el.dataset.for) pressThing(el);
    else if (el.dataset.next) next(live(), el.dataset.next);
    else if (el.dataset.add) add(live(), el);
    else {
      const moves = movesOf(el);
      if (moves?.length) send(moves, el.dataset.confirm);
    }
    return true;
  };
  document.addEventListener("click", onPress);
  document.addEventListener("submit", (event) => {
    if (!live().contains(event.target)) return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.key !== "Enter" && event.key !== " ") || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const el = event.target.closest?.("[role=button]");
    if (el && live().contains(el) && el.tagName !== "BUTTON") onPress(event);
    else if (event.key === "Enter" && event.target.tagName === "INPUT" && live().contains(event.target)) {
      const button = event.target.form?.querySelector("button[data-legal]:not(:disabled, .unneeded), button[data-move]:not(.unneeded)");
      if (button) { event.preventDefault(); button.click(); }
    }
  });
  for (const kind of ["change", "input"]) document.addEventListener(kind, (event) => live().contains(event.target) && refresh(live()));
}
