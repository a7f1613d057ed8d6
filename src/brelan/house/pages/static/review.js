// A review: waiting for it, looking at any moment of the game, and bringing a record from elsewhere.

import { swap } from "./swap.js";
import { arrange, listenTurning } from "./tall.js";

const waiting = document.getElementById("waiting");
const root = document.getElementById("review");
const bring = document.getElementById("bring");

async function wait() {
  const answer = await fetch(waiting.dataset.address).then((a) => a.json()).catch(() => ({}));
  if (answer.status === "done") return location.reload();
  if (answer.total) Object.assign(document.getElementById("far"), { max: answer.total, value: answer.done });
  document.getElementById("said").textContent = answer.detail || answer.waits || "";
  setTimeout(wait, answer.detail ? 6000 : 700);
}

function look() {
  const slider = document.getElementById("at"), most = Number(root.dataset.moves);
  const again = document.getElementById("again");
  const graph = document.querySelector("#graph svg");
  const cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
  const [left, right, top, floor] = ["left", "right", "top", "floor"].map((side) => Number(graph.dataset[side]));
  cursor.setAttribute("class", "cursor");
  cursor.setAttribute("y1", top - 4);
  cursor.setAttribute("y2", floor + 4);
  graph.append(cursor);
  const seen = new Map(), reasons = new Map();
  let wanted = most;

  const get = (known, key, address) => {
    if (!known.has(key)) {
      const load = fetch(address).then((a) => (a.ok ? a.json() : Promise.reject(a)));
      known.set(key, load);
      load.catch(() => known.delete(key));
    }
    return known.get(key);
  };
  const position = (n) => get(seen, n, `${root.dataset.address}/review/${n}`);
  const why = (n) => get(reasons, n, `${root.dataset.address}/review/${n}/why`);

  async function show(n) {
    wanted = Math.max(0, Math.min(most, n));
    slider.value = wanted;
    document.getElementById("where").textContent = wanted;
    const x = left + ((right - left) * wanted) / Math.max(1, most);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    if (again) {
      again.action = `${root.dataset.again}/${wanted}`;
      again.querySelector("button").disabled = wanted >= most;
    }
    const found = await position(wanted).catch(() => null);
    if (!found || n !== wanted) return;
    swap(document.getElementById("felt"), `<div class="felt" id="felt">${found.html}</div>`, true);
    const choice = document.getElementById("choice");
    choice.hidden = !found.better;
    document.getElementById("choice-said").textContent = found.said;
    document.getElementById("better").innerHTML = found.better;
    document.getElementById("choice-why").textContent = "";
    arrange(root);
    if (found.better) {
      const told = await why(wanted).catch(() => ({ why: "" }));
      if (n === wanted) document.getElementById("choice-why").textContent = told.why;
    }
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  graph.addEventListener("click", (event) => {
    const mark = event.target.closest("[data-move]");
    if (mark) return show(Number(mark.dataset.move));
    const box = graph.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * graph.viewBox.baseVal.width;
    show(Math.round(((at - left) / (right - left)) * most));
  });
  for (const button of root.querySelectorAll("[data-step]")) button.addEventListener("click", () => show(wanted + Number(button.dataset.step)));
  for (const button of root.querySelectorAll("button[data-go]")) button.addEventListener("click", () => { show(Number(button.dataset.go)); document.getElementById("felt").scrollIntoView({ block: "nearest" }); });
  document.addEventListener("keydown", (event) => {
    if (event.target === slider || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: most }[event.key];
    if (step !== undefined) { event.preventDefault(); show(step); }
  });
  (async () => {  // the reasons, one after the other: the master has others to think for; a busy one is asked again
    for (const line of root.querySelectorAll("[data-why]")) {
      let told = null;
      for (let tries = 0; !told && tries < 10; tries++) {
        told = await why(Number(line.dataset.why)).catch(() => null);
        if (!told) await new Promise((later) => setTimeout(later, 3000));
      }
      line.querySelector(".why").textContent = told ? told.why : "";
    }
  })();
  arrange(root);
  listenTurning(() => root);
  show(most);
}

if (waiting) wait();
if (root) look();
bring?.addEventListener("change", async () => {
  const said = document.getElementById("said");
  if (!bring.files[0]) return;
  const answer = await fetch("/api/v1/reviews", { method: "POST", headers: { "content-type": "text/plain" }, body: await bring.files[0].text() }).then((a) => a.json()).catch(() => ({}));
  bring.value = "";
  if (answer.page) location.href = answer.page;
  else said.textContent = answer.detail || "…";
});
