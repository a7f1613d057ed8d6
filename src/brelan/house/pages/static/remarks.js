// In somebody's first game a few remarks point at what is new when it first happens; read, they never come again.

import { post } from "./ask.js";

let since = null, over = false, asking = false;
const read = new Set();  // here, though the house may not have heard of it yet

export async function remark(house, root, words) {
  const box = document.getElementById("remark"), { table, status } = root().dataset;
  if (!house.remarks || over || asking || !box.hidden || status === "waiting" || document.getElementById("offer")) return;
  asking = true;
  try {
    const answer = await fetch(`/learn/${house.game}/remarks/${table}?since=${since ?? 1e6}`).then((reply) => reply.json());
    since = answer.moves ?? since;
    over = Boolean(answer.over);
    if (answer.number && !read.has(answer.number)) show(box, answer, house, words);
  } catch { /* a remark that does not come is none */ } finally {
    asking = false;
  }
}

function show(box, answer, house, words) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: words.understood });
  button.addEventListener("click", () => {
    box.hidden = true;
    read.add(answer.number);
    post(`/learn/${house.game}/remarks/${answer.number}`).catch(() => {});
  });
  box.innerHTML = answer.html;
  box.append(button);
  box.hidden = false;
}

// The lessons are offered to whoever opens a game for the first time, and not again to who declines.
export function listenOffer(house, root, words) {
  document.getElementById("declined")?.addEventListener("click", () => {
    document.getElementById("offer").remove();
    remark(house, root, words);
    post(`/learn/${house.game}/no-thanks`).catch(() => {});
  });
}
