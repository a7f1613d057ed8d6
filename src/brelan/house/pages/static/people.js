// Who is at the table and what they say: for how long somebody has been away, bubbles at the seats, and where the list
// of seats is folded away, both beside their places on the cloth.

const UNITS = [[2880, 1440], [60, 60], [1, 1], [0, 1]]; // from how many minutes, in units of how many

function awayFor(ms, words, how) {
  const minutes = Math.max(0, Math.floor(ms / 60000)), [least, size] = UNITS.find(([from]) => minutes >= from);
  return words[`${how}_${least}`].replace("{n}", Math.floor(minutes / size));
}

export function countAway(root, now, words) {
  for (const el of root.querySelectorAll(".since[data-since]")) {
    for (const [part, how] of [[".full", "away"], [".brief", "brief"]]) {
      const text = awayFor(now - Number(el.dataset.since), words, how), box = el.querySelector(part);
      if (box.textContent !== text) box.textContent = text;
    }
  }
}

// What somebody has just said stands at their seat for a while.
export function fadeBubbles(root, now) {
  for (const el of root.querySelectorAll(".bubble")) el.hidden = now - Number(el.dataset.at) > 7000;
}

// Saying something: a reaction, a ready phrase, or a text where the host allows it. Whoever wants to hear nothing does not.
export function listenTalk(root, say) {
  const menu = document.getElementById("talk"), mute = document.getElementById("mute");
  const hush = () => document.documentElement.toggleAttribute("data-mute", mute.checked);
  mute.checked = localStorage.getItem("brelan-mute") === "yes";
  mute.addEventListener("change", () => { localStorage.setItem("brelan-mute", mute.checked ? "yes" : ""); hush(); });
  hush();
  const speak = async (body) => { if (await say(body)) menu.removeAttribute("open"); };
  menu.addEventListener("click", (event) => {
    const button = event.target.closest("[data-say]");
    if (button) speak(JSON.parse(button.dataset.say));
  });
  menu.querySelector("form")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = event.target.querySelector("input"), text = field.value.trim();
    if (text && await say({ text })) { field.value = ""; menu.removeAttribute("open"); }
  });
}

// At a desk the drawing names everybody: there the signs stand on the corner of each one's place.
export function showSigns(root) {
  const felt = root.querySelector(".felt");
  for (const old of felt.querySelectorAll(":scope > :is(.sign, .bubble)")) old.remove();
  document.getElementById("talk").hidden = !root.dataset.speaks;
  for (const seat of root.querySelectorAll(".seats .seat:has(.dot)")) {
    const place = felt.querySelector(`svg :is([data-sign="${seat.dataset.key}"], [data-key="${seat.dataset.key}"])`);
    if (seat.getClientRects().length) withinTheWindow(seat.querySelector(".bubble"));
    if (seat.getClientRects().length || !place) continue;
    speakHere(seat, place, felt);
    if (seat.matches(".is-you")) continue;
    const sign = document.createElement("span"), since = seat.querySelector(".since");
    sign.className = `sign ${since ? "is-away" : "is-here"}`;
    sign.setAttribute("aria-hidden", "true"); // the list says it, and whose turn it is
    if (since) sign.append(since.cloneNode(true));
    felt.append(sign);
    const box = place.getBoundingClientRect(), edge = felt.getBoundingClientRect(), label = place.matches("[data-sign]");
    const left = !since ? box.left - 5 : label ? box.right + 6 : box.left + (box.width - sign.offsetWidth) / 2;
    sign.style.left = `${Math.max(2, left - edge.left)}px`;
    sign.style.top = `${Math.max(2, (label ? box.top + (box.height - sign.offsetHeight) / 2 : box.top - 5) - edge.top)}px`;
  }
}

function withinTheWindow(bubble) {
  const over = bubble ? bubble.getBoundingClientRect().right - innerWidth + 8 : 0;
  if (over > 0) bubble.style.left = `calc(45% - ${Math.ceil(over)}px)`;
}

function speakHere(seat, place, felt) {
  const said = seat.querySelector(".bubble");
  if (!said) return;
  const copy = said.cloneNode(true), box = place.getBoundingClientRect(), edge = felt.getBoundingClientRect();
  copy.removeAttribute("data-key");
  felt.append(copy);
  copy.style.left = `${Math.max(4, Math.min(box.left + box.width * 0.4, edge.right - copy.offsetWidth - 4) - edge.left)}px`;
  copy.style.top = `${Math.max(4, Math.min(box.bottom - 8, edge.bottom - copy.offsetHeight - 4) - edge.top)}px`;
}
