// Who is at the table: for how long somebody has been away, and where the list of seats is folded away, a sign beside
// their place on the cloth.

const UNITS = [[2880, 1440], [60, 60], [1, 1], [0, 1]]; // from how many minutes, in units of how many

function awayFor(ms, words) {
  const minutes = Math.max(0, Math.floor(ms / 60000)), [least, size] = UNITS.find(([from]) => minutes >= from);
  return words[`away_${least}`].replace("{n}", Math.floor(minutes / size));
}

export function countAway(root, now, words) {
  for (const el of root.querySelectorAll(".since[data-since]")) {
    const text = awayFor(now - Number(el.dataset.since), words);
    if (el.textContent !== text) el.textContent = text;
  }
}

// At a desk the drawing names everybody: there the signs stand on the corner of each one's place.
export function showSigns(root) {
  const felt = root.querySelector(".felt");
  for (const old of felt.querySelectorAll(":scope > .sign")) old.remove();
  for (const seat of root.querySelectorAll(".seats .seat:has(.dot)")) {
    const place = felt.querySelector(`svg :is([data-sign="${seat.dataset.key}"], [data-key="${seat.dataset.key}"])`);
    if (seat.getClientRects().length || !place || seat.matches(".is-you")) continue;
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
