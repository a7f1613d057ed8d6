// The service worker: what can be read when the house is away. Everything is asked of the house first; only what it marks
// as to be kept (rules, lessons, one's own finished games) is kept, so never a table that is played. STAMP, which the
// house writes above, changes with its scripts: pages name them by it, so that none is ever stale.

const CACHE = `brelan-${STAMP}`, LIST = "/offline.json", AWAY = "/away", MARK = "x-brelan-keep";
const PATIENCE = 4000; // milliseconds the house has to answer for a page that is kept
const KEPT = /^\/(rules|learn|picture)\/|^\/t\/[a-z0-9]+\/replay\/|^\/mine$/;

const gone = (answer) => answer.status >= 502 && answer.status <= 504; // a proxy stands there, and no house behind it
const cached = (url, loosely) => caches.match(url.pathname + (loosely ? "" : url.search), { ignoreSearch: loosely, ignoreVary: true });

async function keep(address, answer) {
  if (!answer.ok || answer.redirected || !answer.headers.has(MARK)) return false;
  await (await caches.open(CACHE)).put(address, answer);
  return true;
}

// Scripts, style and icons, under addresses that change with them.
async function fixed(request, url) {
  const known = await caches.match(url.pathname, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && url.pathname.startsWith(`/static/${STAMP}/`)) (await caches.open(CACHE)).put(url.pathname, answer.clone());
  return answer;
}

async function fresh(event, url) {
  const page = event.request.mode === "navigate";
  const known = async () => await cached(url, false) || (page && await cached(url, true)) || null;
  const asked = fetch(event.request).then((answer) => {
    if (!gone(answer)) event.waitUntil(keep(url.pathname + url.search, answer.clone()));
    return answer;
  });
  event.waitUntil(asked.catch(() => {}));
  const late = new Promise((done) => setTimeout(done, PATIENCE)).then(known);
  try {
    const answer = await Promise.race([asked, late.then((kept) => kept || asked)]);
    return gone(answer) ? await known() || answer : answer;
  } catch {
    return await known() || (page && await caches.match(AWAY, { ignoreVary: true })) || Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(fixed(event.request, url));
  else if (event.request.mode === "navigate" || KEPT.test(url.pathname)) event.respondWith(fresh(event, url));
});

// What the house lists is fetched one after the other, and what another version had kept is put away.
let filling = null, again = false; // a game that ends meanwhile is not forgotten
async function fillUp() {
  do {
    again = false;
    await fill().catch(() => {});
  } while (again);
  filling = null;
}

async function fill() {
  const answer = await fetch(LIST);
  if (!answer.ok) return;
  const list = await answer.clone().json(), cache = await caches.open(CACHE);
  const before = await cache.match(LIST).then((old) => old?.json()).catch(() => null);
  for (const address of list.static) if (!await cache.match(address)) await cache.add(address);
  for (const address of [AWAY, ...list.pages, ...list.own, "/mine"]) {
    const anew = address === AWAY || address === "/mine" || before?.lang !== list.lang;
    if (anew || !await cache.match(address, { ignoreVary: true })) await keep(address, await fetch(address));
  }
  await cache.put(LIST, answer);
  for (const name of await caches.keys()) if (name.startsWith("brelan-") && name !== CACHE) await caches.delete(name);
  for (const client of await self.clients.matchAll()) client.postMessage("kept");
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith("brelan-")) await caches.delete(name);
}

self.addEventListener("message", (event) => {
  if (event.data === "forget") event.waitUntil(forget()); // somebody else uses this browser now
  else if (event.data === "fill") { again = filling !== null; event.waitUntil(filling ??= fillUp()); }
});
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(AWAY).then((answer) => keep(AWAY, answer)));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((open) => {
    const there = open.find((client) => client.url === address);
    return there ? there.focus() : self.clients.openWindow(address);
  }));
});
