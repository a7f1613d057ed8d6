// A lesson: its steps come one after the other; what the reader plays is sent, and answered.

import { listenArrows } from "./arrows.js";
import { confirmed, notice, post, wordsOf } from "./ask.js";
import { listenDrag } from "./drag.js";
import { capture, move } from "./motion.js";
import { calm, listen, point, refresh } from "./parts.js";
import { swap } from "./swap.js";
import { arrange, listenTurning } from "./tall.js";
import { keepView, listenView } from "./view.js";

const words = wordsOf();
const root = () => document.getElementById("table");
const step = () => Number(root().dataset.step);
const address = root().dataset.steps;
let played = [], busy = false;

function dress() {
  arrange(root());
  keepView(root(), words);
  refresh(root());
  for (const el of root().querySelectorAll(".is-lit")) el.classList.remove("is-lit");
  for (const key of (root().dataset.about || "").split(" ")) {
    if (key) for (const el of root().querySelectorAll(`[data-key="${CSS.escape(key)}"]`)) el.classList.add("is-lit");
  }
  if (root().dataset.last) keep();
}

// What is done is kept, so that the next visit goes on from there: also for who leaves at once.
function keep() {
  fetch(`${address}/done`, { method: "POST", keepalive: true }).then(() => { root().dataset.kept = "yes"; }).catch(() => {});
}

function show(html, anew) {
  const before = capture(root());
  swap(root(), html, true);
  dress();
  move(root(), before);
  calm(root());
  if (anew) { scrollTo({ top: 0 }); root().querySelector(".lesson-text")?.scrollTo?.(0, 0); }
  else answered();
  const focus = root().querySelector(".verdict ~ .actions .primary, [data-do=next], .actions a.primary");
  (focus || root().querySelector(".whose"))?.focus({ preventScroll: true });
}

// On a phone: neither what is said nor what has changed on the board is left out of sight.
function answered() {
  const felt = root().querySelector(".felt");
  if (!root().dataset.waits && felt.getBoundingClientRect().top > innerHeight * .6) felt.scrollIntoView();
  else root().querySelector(".verdict")?.scrollIntoView({ block: "nearest" });
}

async function go(to, push = true) {
  if (busy || to < 1) return;
  busy = true;
  try {
    const answer = await fetch(`${address}/${to}`).then((reply) => reply.json());
    played = [];
    show(answer.html, true);
    if (push) history.pushState(null, "", `${address}?step=${to}`);
  } catch {
    notice(words.failed);
  } finally {
    busy = false;
  }
}

async function send(moves, question) {
  if (busy || !root().dataset.waits) return;
  busy = true;
  try {
    if (question && !(await confirmed(question, words))) return;
    const answer = await post(`${address}/${step()}`, { moves: [...played, ...moves] });
    if (!answer.ok) { notice(answer.data.detail || words.failed); return; }
    played = answer.data.kind === "more" ? [...played, ...moves] : [];
    show(answer.data.html);
  } catch {
    await alone([...played, ...moves]);
  } finally {
    busy = false;
  }
}

// The house is away: the page knows one right answer, and goes on with it.
async function alone(moves) {
  const right = JSON.parse(root().dataset.solution || "[]");
  if (moves.some((move, at) => move !== right[at])) { notice(words.failed); return; }
  played = moves;
  if (moves.length < right.length) return;
  busy = false;
  await go(step() + 1);
}

function act(button) {
  const kind = button.dataset.do;
  if (kind === "next") go(step() + 1);
  else if (kind === "first") button.closest("form").submit(); // forms on a table send moves, and no others
  else if (kind === "back") go(step() - 1);
  else if (kind === "show") { point(root(), JSON.parse(root().dataset.solution)[played.length]); refresh(root()); }
}

listen(root, send, act);
listenView(root);
listenArrows();
listenDrag(root);
listenTurning(root);
addEventListener("popstate", () => go(Number(new URLSearchParams(location.search).get("step") || 1), false));
dress();
