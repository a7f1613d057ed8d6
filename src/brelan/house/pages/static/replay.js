// A finished game, move by move: the server draws each position, the page keeps those it has seen.

import { wordsOf } from "./ask.js";
import { capture, move } from "./motion.js";
import { checked } from "./salts.js";
import { swap } from "./swap.js";
import { arrange, listenTurning } from "./tall.js";

const words = wordsOf();
const root = document.getElementById("replay");
const slider = document.getElementById("at");
const most = Number(root.dataset.moves);
const lines = [...root.querySelectorAll(".log li")];
const seen = new Map();
let wanted = most, shown = most;

async function position(n) {
  if (!seen.has(n)) {
    const load = fetch(`/t/${root.dataset.table}/replay/${n}?seat=${root.dataset.seat}`).then((answer) => answer.json()).then((data) => data.html);
    seen.set(n, load);
    load.catch(() => seen.delete(n));
  }
  return seen.get(n);
}

async function show(n) {
  wanted = Math.max(0, Math.min(most, n));
  slider.value = wanted;
  document.getElementById("where").textContent = wanted;
  const html = await position(wanted).catch(() => null);
  if (!html || n !== wanted || shown === wanted) return;
  const felt = document.getElementById("felt");
  const before = capture(root);
  swap(felt, `<div class="felt" id="felt">${html}</div>`, true);
  arrange(root);
  if (Math.abs(shown - wanted) === 1) move(root, before);
  shown = wanted;
  const line = [...lines].reverse().find((el) => Number(el.dataset.n) <= wanted) ;
  for (const el of lines) el.classList.toggle("now", el === line);
  if (line) { const list = line.parentNode; list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2; }
  if (wanted < most) position(wanted + 1);
}

slider.addEventListener("input", () => show(Number(slider.value)));
for (const button of root.querySelectorAll("[data-step]")) button.addEventListener("click", () => show(wanted + Number(button.dataset.step)));
for (const el of lines) el.addEventListener("click", () => show(Math.floor(Number(el.dataset.n))));
document.addEventListener("keydown", (event) => {
  if (event.target === slider || event.target.closest?.("dialog") || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: most }[event.key];
  if (step !== undefined) { event.preventDefault(); show(step); }
});
document.getElementById("verify")?.addEventListener("click", async () => {
  const box = document.getElementById("proof");
  const answer = await fetch(`/api/v1/tables/${root.dataset.table}/verify`).then((a) => a.json()).catch(() => ({ detail: words.failed }));
  box.replaceChildren();
  const add = (text, code) => {
    const line = Object.assign(document.createElement("p"), { textContent: text, className: code === undefined ? "" : "legend" });
    if (code !== undefined) line.append(" ", Object.assign(document.createElement("code"), { textContent: code }));
    box.append(line);
  };
  for (const line of (answer.said || answer.detail).split("\n")) add(line);
  if (!answer.seed) return;
  add("seed", answer.seed);
  const own = await checked(`/api/v1/tables/${root.dataset.table}`, root.dataset.table, words).catch(() => ({}));
  if (own.said) add(own.said);
});

arrange(root);
listenTurning(() => root);
