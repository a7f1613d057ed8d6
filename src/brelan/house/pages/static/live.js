// News of the table: a stream of server-sent events where one may be had, else a question every few seconds.
// A browser gives a site six connections; at most four tabs stream, the latest looked at first, and hidden ones let go.

const ELSEWHERE = [3000, 12000, 60000], PATIENCE = 50; // a page nobody looks at asks at first, then 50 times, then for ever
const STREAMS = 4, POLL = 2500, SILENCE = 40000, PEER = 9000;
const me = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");

export function follow({ address, seq, stamp, pace, onNews, onState, elsewhere }) {
  const channel = "BroadcastChannel" in self ? new BroadcastChannel("brelan-streams") : null;
  const peers = new Map(); // tab -> { since, heard }
  let since = Date.now(), source = null, failures = 0, timer = 0, watchdog = 0, mode = "";

  const tell = (kind) => channel?.postMessage({ kind, id: me, since });

  function allowed() {
    const now = Date.now();
    for (const [id, peer] of peers) if (now - peer.heard > PEER) peers.delete(id);
    const before = [...peers].filter(([id, peer]) => peer.since > since || (peer.since === since && id > me)).length;
    return before < STREAMS;
  }

  function close() {
    source?.close();
    source = null;
    clearTimeout(timer);
    clearTimeout(watchdog);
    mode = "";
  }

  function alive() {
    failures = 0;
    onState("live");
    clearTimeout(watchdog);
    watchdog = setTimeout(() => again(true), SILENCE);
  }

  // An EventSource that has met an error may stay closed for ever: a new one is opened instead, ever more patiently.
  function again(now = false) {
    close();
    failures += 1;
    if (failures > 1) tellWhy();
    const pause = now ? 0 : Math.min(5000, 300 * 2 ** failures) * (0.7 + Math.random() * 0.6);
    timer = setTimeout(start, pause);
  }

  // A stream that is refused cannot say why, as when no server knows the rules of this table any more: a question can.
  async function tellWhy() {
    const said = await fetch(`${address}/drawing?after=${seq()}&stamp=${stamp()}`, { headers: { accept: "application/json" } })
      .then(async (answer) => (answer.ok ? "" : (await answer.json()).detail || ""), () => "").catch(() => "");
    if (failures > 1) onState(failures > 4 ? "offline" : "connecting", said);
  }

  function stream() {
    close();
    mode = "stream";
    source = new EventSource(`${address}/drawings?after=${seq()}&stamp=${stamp()}&pace=${pace()}`);
    source.onopen = alive;
    source.onmessage = ({ data, lastEventId }) => {  // the title on one line, then the table
      alive();
      const end = data.indexOf("\n");
      onNews({ seq: Number(lastEventId), title: data.slice(0, end), html: data.slice(end + 1) });
    };
    source.addEventListener("beat", alive);
    source.onerror = () => again();
    watchdog = setTimeout(() => again(true), SILENCE);
  }

  async function poll() {
    if (mode !== "poll") return;
    try {
      await once();
      failures = 0;
      onState("poll");
      timer = setTimeout(poll, POLL);
    } catch {
      failures += 1;
      if (failures > 1) onState("connecting");
      timer = setTimeout(poll, Math.min(15000, POLL * failures));
    }
  }

  async function once() {
    const answer = await fetch(`${address}/drawing?after=${seq()}&stamp=${stamp()}&pace=${pace()}`, { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const news = await answer.json();
    if (news) onNews(news);
  }

  function start() {
    if (document.hidden) { close(); return; }
    if (allowed()) { if (mode !== "stream") stream(); }
    else if (mode !== "poll") { close(); mode = "poll"; poll(); }
  }

  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data.kind === "bye") peers.delete(data.id);
      else {
        const known = peers.has(data.id);
        peers.set(data.id, { since: data.since, heard: Date.now() });
        if (!known && !document.hidden) tell("here");
      }
      if (mode && !document.hidden && (mode === "stream") !== allowed()) start();
    };
    setInterval(() => { if (!document.hidden) { tell("here"); if (mode && (mode === "stream") !== allowed()) start(); } }, PEER / 3);
  }
  async function glance(times) {
    if (!document.hidden || !(await elsewhere()) || !document.hidden) return;
    timer = setTimeout(glance, ELSEWHERE[times > PATIENCE ? 2 : 1], times + 1);
  }

  function seen() {
    if (document.hidden) { tell("bye"); close(); timer = setTimeout(glance, ELSEWHERE[0], 1); return; }
    since = Date.now();
    failures = 0;
    tell("here");
    close();
    timer = setTimeout(start, channel ? 60 : 0);
  }
  document.addEventListener("visibilitychange", seen);
  addEventListener("pageshow", (event) => { if (event.persisted) seen(); });
  addEventListener("online", seen);
  addEventListener("pagehide", () => { tell("bye"); close(); });
  seen();
  return { once, again: () => { close(); start(); } };
}
