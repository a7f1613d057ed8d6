// What the master would play: one sentence, lit on the board, with a button that plays it. The other moves on demand.

import { post } from "./ask.js";
import { point } from "./parts.js";

const AGAIN = 3000; // milliseconds until a master that is not ready is asked again
const make = (kind, more, ...inside) => {
  const el = Object.assign(document.createElement(kind), more);
  el.append(...inside);
  return el;
};
const within = (text) => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, ""); // a sentence inside another
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The worth of each move as a bar, from the worst to the best.
function others(rows, root, words) {
  const worths = rows.map((row) => row.value), least = Math.min(...worths), span = Math.max(...worths) - least || 1;
  const list = make("ol", { tabIndex: 0 });
  for (const row of rows) {
    const bar = make("span", { className: "bar", ariaHidden: "true" });
    bar.style.setProperty("--share", (row.value - least) / span);
    const item = make("li", { className: row.best ? "best" : "" }, make("b", { textContent: capital(row.words) }), make("span", { textContent: row.text }), bar);
    item.addEventListener("pointerenter", () => point(root(), row.move));
    list.append(item);
  }
  const box = make("details", {}, make("summary", { textContent: words.others }), list);
  list.addEventListener("pointerleave", () => point(root(), rows.find((row) => row.best)?.move));
  return box;
}

export async function advise(button, { address, root, words, send }) {
  const box = document.getElementById("advice");
  button.disabled = true;
  box.hidden = false;
  box.replaceChildren(make("p", { textContent: words.thinking, className: "legend" }));
  const asked = () => post(`${address}/advice`).catch(() => null);
  const gone = () => !box.isConnected || box.hidden;
  let answer = await asked();
  while (answer?.data.error === "not-ready" && !gone()) { // the master is still warming up: it is asked again
    box.firstChild.textContent = `${answer.data.detail} ${words.comes}`;
    await new Promise((done) => setTimeout(done, AGAIN));
    if (!gone()) answer = await asked();
  }
  button.disabled = false;
  if (gone()) return;
  if (!answer?.ok) { box.firstChild.textContent = answer?.data.detail || words.failed; return; }
  const rows = answer.data.advice, best = rows.find((row) => row.best) || rows[0];
  const told = make("p", { className: "advised", textContent: words.would.replace("{move}", best.words).replace("{why}", within(best.brief)) });
  const play = make("button", { type: "button", textContent: words.playit });
  play.addEventListener("click", () => send([best.move]));
  box.replaceChildren(told, play, ...(rows.length > 1 || best.text !== best.brief ? [others(rows, root, words)] : []));
  point(root(), best.move);
}
