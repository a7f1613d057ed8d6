// Whose turn it is, for somebody who looks elsewhere: the tab's title and icon, the badge of an installed page, a phone
// that shakes, a notification where the browser allows one.

let mine = null; // not known yet

const wish = (key, usual) => (localStorage.getItem(key) ?? usual) === "yes";
const mayNotify = () => "Notification" in self && isSecureContext;

function badge(on) {
  const icon = document.querySelector("link[rel=icon]");
  icon.dataset.usual ??= icon.getAttribute("href");
  const wanted = on ? icon.dataset.turn : icon.dataset.usual;
  if (wanted && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  if (on) navigator.setAppBadge?.(1)?.catch?.(() => {});
  else navigator.clearAppBadge?.()?.catch?.(() => {});
}

async function notify(title) {
  const about = { tag: location.pathname, icon: document.querySelector("link[rel=icon]").href, data: location.href };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => null);
  if (worker?.active) await worker.showNotification(title, about);
  else new Notification(title, about).onclick = (event) => { focus(); event.target.close(); };
}

// `several`: other people wait, too; against bots a phone need not shake every few seconds.
export function attend(now, title, several) {
  document.title = title;
  badge(now);
  const news = mine === false && now;
  mine = now;
  if (!news) return;
  if (several && !document.hidden && wish("brelan-buzz", "yes")) navigator.vibrate?.([90, 60, 90]);
  if (document.hidden && wish("brelan-notify", "") && mayNotify() && Notification.permission === "granted") notify(title).catch(() => {});
}

export function listenAttention() {
  const buzz = document.getElementById("buzz"), tell = document.getElementById("notify");
  buzz.parentElement.hidden = !navigator.vibrate || !matchMedia("(pointer: coarse)").matches;
  buzz.checked = wish("brelan-buzz", "yes");
  buzz.addEventListener("change", () => localStorage.setItem("brelan-buzz", buzz.checked ? "yes" : "no"));
  tell.parentElement.hidden = !mayNotify();
  tell.checked = mayNotify() && wish("brelan-notify", "") && Notification.permission === "granted";
  tell.addEventListener("change", async () => {
    if (tell.checked && await Notification.requestPermission() !== "granted") tell.checked = false;
    localStorage.setItem("brelan-notify", tell.checked ? "yes" : "");
  });
}
