// A problem: what the solver plays is sent, and answered; the solution is lit on the board when it is asked for.

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
const address = root().dataset.problem;
let busy = false;

function dress() {
  arrange(root());
  keepView(root(), words);
  refresh(root());
  if (root().dataset.point) { point(root(), root().dataset.point); refresh(root()); }
}

async function ask(path, moves) {
  if (busy) return;
  busy = true;
  try {
    const answer = await post(`${address}/${path}`, { moves });
    if (!answer.ok) { notice(answer.data.detail || words.failed); return; }
    const before = capture(root());
    swap(root(), answer.data.html, true);
    if (answer.data.standing) document.getElementById("standing").textContent = answer.data.standing;
    dress();
    move(root(), before);
    calm(root());
    const verdict = root().querySelector(".verdict");
    verdict?.scrollIntoView({ block: "nearest" });
    (root().querySelector(".actions .primary") || root().querySelector(".whose"))?.focus({ preventScroll: true });
  } catch {
    notice(words.failed);
  } finally {
    busy = false;
  }
}

const played = () => JSON.parse(root().dataset.played);

async function send(moves, question) {
  if (busy || !root().dataset.waits) return;
  if (question && !(await confirmed(question, words))) return;
  await ask("drawn", [...played(), ...moves]);
}

listen(root, send, (button) => { if (button.dataset.do === "solution") ask("shown", played()); });
listenView(root);
listenArrows();
listenDrag(root);
listenTurning(root);
dress();
