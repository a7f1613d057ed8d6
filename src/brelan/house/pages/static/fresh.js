// A page that goes on by itself: what bears data-fresh is asked for again every few seconds and replaced where it has
// changed, but never under somebody's hands. When it names a new place to go (data-go), the page goes there.

const EVERY = 3000;
const box = document.querySelector("[data-fresh]");
let known = box?.dataset.go || ""; // where somebody has been, or can go by hand: nobody is taken there twice
let shown = box?.innerHTML;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-fresh]");
    if (!fresh) return;
    const go = fresh.dataset.go || "", news = go && known !== null && go !== known;
    known = go;
    if (news) { location.href = go; return; }
    const busy = box.contains(document.activeElement) && document.activeElement.matches("input:not([readonly]), select") || box.querySelector("details[open]");
    if (!busy && fresh.innerHTML !== shown) {
      const held = document.activeElement?.closest?.("a, button")?.textContent;
      box.innerHTML = fresh.innerHTML;
      shown = fresh.innerHTML;
      if (held && document.activeElement === document.body) [...box.querySelectorAll("a, button")].find((el) => el.textContent === held)?.focus({ preventScroll: true });
    }
  } catch { /* the house does not answer: the next look may find it again */ }
}

if (box) {
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", (event) => { if (event.persisted) known = null; }); // came back on purpose: what is laid by now is no news
}
document.addEventListener("focusin", (event) => { if (event.target.matches("input.link")) event.target.select(); });
