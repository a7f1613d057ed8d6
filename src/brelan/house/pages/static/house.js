// Every page's own: where the browser allows a service worker (localhost, https), the rules, the lessons and one's own
// finished games are kept for when the house is away. Elsewhere the page simply works.

const PAUSE = 600000, CALM = 3000; // milliseconds between two times, and until the page itself is done
const worker = () => isSecureContext && "serviceWorker" in navigator ? navigator.serviceWorker : null;

const tell = (there, what) => there?.active?.postMessage(what);

// What is there by now: asked for every ten minutes, and when a game has ended.
export function keep(now = false) {
  const last = Number(localStorage.getItem("brelan-kept") || 0), lang = document.documentElement.lang;
  if (!worker() || navigator.connection?.saveData) return;
  if (!now && Date.now() - last < PAUSE && localStorage.getItem("brelan-kept-lang") === lang) return;
  localStorage.setItem("brelan-kept", Date.now());
  localStorage.setItem("brelan-kept-lang", lang);
  worker().ready.then((there) => tell(there, "fill"));
}

// Another guest uses this browser: nothing of the one before is kept.
export async function forget() {
  localStorage.removeItem("brelan-kept");
  tell(await worker()?.getRegistration().catch(() => null), "forget");
}

worker()?.addEventListener("message", ({ data }) => { if (data === "kept") document.documentElement.dataset.kept = "yes"; });
addEventListener("load", () => {
  worker()?.register("/sw.js").then(() => setTimeout(keep, CALM)).catch(() => {});
});
