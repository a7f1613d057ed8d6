// The table's page: shows what comes, sends what is played.

import { advise } from "./advice.js";
import { listenArrows } from "./arrows.js";
import { askName, confirmed, copy, notice, post, randomKey, wordsOf } from "./ask.js";
import { attend, listenAttention } from "./attention.js";
import { listenDrag } from "./drag.js";
import { keep } from "./house.js";
import { follow } from "./live.js";
import { capture, move, playFrames, showGains } from "./motion.js";
import { calm, listen, refresh } from "./parts.js";
import { countAway, fadeBubbles, listenTalk, showSigns } from "./people.js";
import { listenRules } from "./rules.js";
import { checked, promise, show as showSalt } from "./salts.js";
import { remark, listenOffer } from "./remarks.js";
import { hear, listenSound, listenTo } from "./sound.js";
import { swap } from "./swap.js";
import { arrange, listenTurning } from "./tall.js";
import { keepView, listenView, placeZoom } from "./view.js";

const words = wordsOf();
const house = JSON.parse(document.getElementById("house").textContent);
const root = () => document.getElementById("table");
const seq = () => Number(root().dataset.seq);
const stamp = () => root().dataset.stamp || ""; // of what is shown beside the log: who is here, what was said
const address = `/api/v1/tables/${root().dataset.table}`;
const pace = () => localStorage.getItem("brelan-pace") || "normal"; // how long this reader wants to see results
let busy = false, salting = false, proved = false, said = 0, heard = -1, nudged = 0, live = null;

function sayNews() {
  const lines = [...root().querySelectorAll(".log li")].reverse(), muted = document.documentElement.hasAttribute("data-mute");
  const fresh = lines.filter((el) => el.dataset.n ? said && Number(el.dataset.n) > said : heard >= 0 && !muted && Number(el.dataset.said) > heard);
  if (fresh.length) document.getElementById("said").textContent = fresh.map((el) => el.textContent.trim().replace(/[^.!?…»]$/, "$&.")).join(" ");
  said = Math.max(0, ...lines.map((el) => Number(el.dataset.n || 0)));
  heard = Math.max(0, heard, ...lines.map((el) => Number(el.dataset.said || 0)));
}

function share() {
  const place = root().querySelector("[data-share]");
  if (!place || place.firstChild) return;
  const link = house.share || location.origin + place.dataset.share;
  const input = Object.assign(document.createElement("input"), { value: link, readOnly: true });
  input.setAttribute("aria-label", words.share);
  const button = Object.assign(document.createElement("button"), { type: "button", className: "primary", textContent: words.copy });
  button.addEventListener("click", async () => { await copy(input); button.textContent = words.copied; });
  place.append(input, button);
  if (house.hint) place.append(Object.assign(document.createElement("p"), { className: "hint", textContent: house.hint }));
  const qr = document.getElementById("qr");
  if (qr) place.append(qr.content.cloneNode(true));
  place.setAttribute("data-keep", "");
}

const loaded = performance.now();
const now = () => house.now + performance.now() - loaded; // by the house's clock, whatever this machine's says

function clock() {
  const box = root().querySelector(".clock"), deadline = Number(root().dataset.deadline || 0);
  if (box) {
    const left = Math.max(0, Math.round((deadline - now()) / 1000));
    const text = deadline ? words.left.replace("{n}", left) : "";
    if (box.textContent !== text) box.textContent = text;
  }
  countAway(root(), now(), words);
  fadeBubbles(root(), now());
  for (const late of root().querySelectorAll(".late")) late.hidden = now() < Number(late.dataset.after);
  const nudge = Number(root().dataset.nudge || 0);
  if (nudge > nudged) { nudged = nudge; notice(words.nudged); }
}

// This browser's share of the seed: promised once the commitment is on the page, shown once all have promised.
async function salt() {
  const { salt: wanted, table, commitment, seat, hashes, status } = root().dataset;
  for (const code of document.querySelectorAll(".about-menu code")) code.textContent = commitment;
  if (status === "over" && !proved) {
    proved = true;
    const proof = await checked(address, table, words).catch(() => ({}));
    if (proof.ok === false) notice(proof.said, true);
  }
  if (!wanted || salting) return;
  salting = true;
  const start = { table, commitment, seat: Number(seat), hashes: JSON.parse(hashes || "[]") };
  await (wanted === "show" ? showSalt : promise)(address, start).catch(() => null);
  salting = false;
  const now = root().dataset;
  if (now.salt && (now.salt !== wanted || now.commitment !== commitment)) salt(); // it has moved on in the meantime
}

// At a desk the list of seats, whose names and scores the drawing has, is there on demand.
function people() {
  for (const button of root().querySelectorAll('[data-do="people"]')) button.setAttribute("aria-expanded", document.documentElement.hasAttribute("data-people"));
  showGains(root());
  showSigns(root());
}

function dress() {
  arrange(root());
  people();
  share();
  keepView(root(), words);
  refresh(root());
  clock();
  salt();
}

// What the last moves were about is lit for a while, once the dice have landed; a result stays lit as long as it lies there.
let lighting = 0;
function light(wait = 0) {
  clearTimeout(lighting);
  for (const el of root().querySelectorAll(".is-lit")) el.classList.remove("is-lit");
  if (wait) { lighting = setTimeout(light, wait); return; }
  for (const key of new Set((root().dataset.about || "").split(" "))) {
    if (key) for (const el of root().querySelectorAll(`.felt [data-key="${CSS.escape(key)}"]`)) el.classList.add("is-lit");
  }
}

// A scene in between (4D: tipped, not yet turned) is drawn first, and holds for a moment; the newest drawing follows.
// A press, a hidden page or newer news skip it; what can be pressed is always for the newest position.
let leave = () => {};  // the scene that is being shown, if one is
function playBetween() {
  leave();
  const scene = root().querySelector(`template[data-scene="${seq()}"]`);
  const hold = { slow: 1600, normal: 900, quick: 450, none: 0 }[pace()];
  if (!scene || !hold || document.hidden) return false;
  const felt = root().querySelector(".felt"), newest = felt.innerHTML;
  const held = felt.contains(document.activeElement) && document.activeElement.closest("[data-key]")?.dataset.key;
  const here = seq(), skips = ["pointerdown", "keydown"];
  felt.innerHTML = scene.innerHTML;
  playFrames(felt);
  arrange(root());
  document.documentElement.dataset.scene = "playing";
  const finish = (event) => {
    if (event?.type === "keydown" && !["Enter", " ", "Escape"].includes(event.key)) return;
    leave();
    if (event) swallow(event);
    if (seq() !== here) return;
    const past = capture(root());
    felt.innerHTML = newest;
    dress();
    light(move(root(), past));
    if (held && document.activeElement === document.body) felt.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus?.({ preventScroll: true });
  };
  for (const kind of skips) addEventListener(kind, finish, true);
  const timer = setTimeout(finish, hold);
  leave = () => {
    clearTimeout(timer);
    for (const kind of skips) removeEventListener(kind, finish, true);
    delete document.documentElement.dataset.scene;
    leave = () => {};
  };
  return true;
}

// A press that skips a scene does nothing else: neither it nor the click that follows is anybody's.
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type !== "pointerdown") return;
  const stop = (click) => { click.preventDefault(); click.stopImmediatePropagation(); };
  addEventListener("click", stop, { capture: true, once: true });
  addEventListener("pointerup", () => setTimeout(() => removeEventListener("click", stop, true), 50), { capture: true, once: true });
}

// Focus never goes to nowhere: to the way on from a result, else to the first thing to press, else to whose turn it is.
function focusOnward(held = false) {
  const here = document.activeElement, lost = !here || here === document.body || here.matches("main");
  const onward = root().querySelector('[data-do="continue"]');
  if (onward && (lost || here.matches(".whose"))) onward.focus({ preventScroll: true });
  if (onward || !(lost && held || here.matches(".whose"))) return;
  const controls = root().querySelectorAll(".control-box :is(button, input:not([type=number]), select)");
  const first = [...controls].find((el) => !el.disabled && el.getClientRects().length);
  (first || root().querySelector(".turn .whose"))?.focus({ preventScroll: true });
}

// Somebody has come, gone or spoken: the same position, so that nothing moves and no choice is lost.
function showPeople(news) {
  if ((news.html.match(/data-stamp="([^"]*)"/)?.[1] || "") === stamp()) return;
  leave();
  swap(root(), news.html, false);
  occupy();
  dress();
  if (root().dataset.result || root().dataset.status === "over") light();
  sayNews();
}

async function say(body) {
  const answer = await post(`${address}/say`, body).catch(() => ({ data: {} }));
  if (!answer.ok) notice(answer.data.detail || words.failed);
  return answer.ok;
}

// While the house has not answered nothing else is sent, and the table says so, however often it is drawn meanwhile.
function occupy(now = busy) {
  busy = now;
  if (busy) root().setAttribute("aria-busy", "true");
  else root().removeAttribute("aria-busy");
}

function show(news) {
  if (news.seq === seq()) showPeople(news);
  if (news.seq <= seq()) return;
  const before = capture(root()), silence = listenTo(root());
  const held = root().contains(document.activeElement);
  const turn = root().dataset.turn;
  const fresh = news.html.match(/data-turn="(\d+)"/)?.[1];
  swap(root(), news.html, fresh !== turn);
  occupy();
  attend(Boolean(root().dataset.mine), news.title, Boolean(root().dataset.speaks));
  const played = playBetween();
  dress();
  const landed = move(root(), before);
  hear(root(), silence);
  if (!played) light(landed);
  if (fresh !== turn) calm(root());
  if (fresh !== turn && root().dataset.status === "over") keep(true);
  focusOnward(held);
  sayNews();
  remark(house, root, words);
}

// Somebody who has a seat and looks elsewhere asks now and then whether it is their turn, until it is.
async function elsewhere() {
  const { seat, status, mine } = root().dataset;
  if (Number(seat) < 0 || status !== "playing" || mine || document.title.startsWith("●")) return false;
  const news = await fetch(`${address}/turn`).then((answer) => answer.json()).catch(() => null);
  if (news?.title && document.hidden) attend(news.mine, news.title, true);
  return !news?.mine;
}

// Plays. Until the house has answered, nothing else is sent: a double click plays once.
async function send(moves, question) {
  if (busy) return;
  occupy(true);
  try {
    if (question && !(await confirmed(question, words))) return;
    const answer = await post(`${address}/moves`, { seq: seq(), moves, key: randomKey() }, 8);
    if (!answer.ok) notice(answer.data.detail || words.failed);
    if (!answer.ok || answer.data.seq > seq()) await settled(answer.ok ? answer.data.seq : Infinity);
  } catch {
    notice(words.failed);
  } finally {
    occupy(false);
  }
}

// The stream usually brings the news at once; where there is none, ask.
async function settled(wanted) {
  for (let wait = 0; wait < 10 && seq() < wanted && wanted !== Infinity; wait += 1) await new Promise((done) => setTimeout(done, 25));
  if (seq() < wanted) await live.once().catch(() => {});
}

async function act(button) {
  const kind = button.dataset.do, body = button.dataset.body ? JSON.parse(button.dataset.body) : {};
  if (kind === "people") { document.documentElement.toggleAttribute("data-people"); people(); return; }
  if (busy) return;
  if (kind === "advice") {
    if (!button.dataset.confirm || await confirmed(button.dataset.confirm, words)) advise(button, { address, root, words, send });
    return;
  }
  if (kind === "sit") {
    const name = await askName(house.name, words);
    if (name === null) return;
    body.name = name;
  }
  if (kind === "back") Object.assign(body, { seq: seq(), key: randomKey() });
  if (button.dataset.confirm && !(await confirmed(button.dataset.confirm, words))) return;
  occupy(true);
  try {
    button.closest("details")?.removeAttribute("open");
    const answer = await post(`${address}/${kind}`, body);
    if (!answer.ok) notice(answer.data.detail || words.failed);
    else if (kind === "rematch") location.href = `/t/${answer.data.table}`;
    else await settled(answer.data.seq);
    if (answer.ok && kind === "continue" && button.isConnected) button.textContent = button.dataset.pressed;
  } catch {
    notice(words.failed);
  } finally {
    occupy(false);
  }
}

function state(now, said = "") {
  const box = document.getElementById("notice");
  if (now === "live" || now === "poll") { if (box.dataset.state === "lost") { notice(""); box.dataset.state = ""; } }
  else { box.dataset.state = "lost"; notice(said || (now === "offline" ? words.offline : words.connecting), true); }
  document.documentElement.dataset.news = now;
}

listen(root, send, act);
listenView(root);
listenArrows();
listenDrag(root);
listenTurning(root);
addEventListener("resize", () => { showGains(root()); showSigns(root()); placeZoom(root()); }); // the list of seats comes and goes, and the drawing moves
// A result is read: Enter, Space, Escape or a tap on the cloth go on.
const onward = () => root().dataset.result && root().querySelector('[data-do="continue"]');
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, select, textarea, dialog") || document.querySelector("details.menu[open]");
  const pressing = event.target.closest?.("button, a, summary, [role=button]"); // Enter and Space are theirs
  if (onward() && !typing && (event.key === "Escape" || !pressing && ["Enter", " "].includes(event.key))) { event.preventDefault(); act(onward()); }
});
document.addEventListener("click", (event) => {
  if (onward() && event.target.closest(".felt")) { event.preventDefault(); event.stopPropagation(); onward().focus({ preventScroll: true }); act(onward()); }
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const menu of document.querySelectorAll("details.menu[open]")) menu.removeAttribute("open");
});
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.removeAttribute("open");
});
dress();
light();
focusOnward();
sayNews();
const chooser = document.getElementById("pace");
if (chooser) {
  chooser.value = pace();
  chooser.addEventListener("change", () => { localStorage.setItem("brelan-pace", chooser.value); live.again(); });
}
listenTalk(root, say);
listenSound();
listenAttention();
attend(Boolean(root().dataset.mine), document.title, false);
listenRules(root, words);
listenOffer(house, root, words);
remark(house, root, words);
live = follow({ address, seq, stamp, pace, onNews: show, onState: state, elsewhere });
setInterval(clock, 1000);
