// This browser's share of the seed: a salt promised by its hash, shown once all hashes are in, and looked for again in the finished record.
// What is kept across reloads: the commitment, the seat, the salt, everybody's hashes when the salt was shown, and how many salts were shown in vain.

import { post, randomKey } from "./ask.js";
import { sha256 } from "./sha256.js";

const memory = new Map(); // where the browser keeps nothing
const place = (table) => `brelan-salt-${table}`;

function kept(table) {
  try {
    return JSON.parse(localStorage.getItem(place(table))) ?? memory.get(table);
  } catch {
    return memory.get(table);
  }
}

function keep(table, own) {
  memory.set(table, own);
  try { localStorage.setItem(place(table), JSON.stringify(own)); } catch { /* full, or forbidden */ }
}

const text = new TextEncoder();
const number = (n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];

export function saltHash(table, seat, salt) {
  const name = text.encode(table), data = text.encode(salt);
  return sha256(Uint8Array.from([...text.encode("brelan salt"), ...number(name.length), ...name, ...number(seat), ...number(data.length), ...data]));
}

// Sends the hash; where it was the last one, the salt follows at once. A salt that was shown is never promised again.
export async function promise(address, { table, commitment, seat }) {
  let own = kept(table);
  if (own?.commitment !== commitment || own.seat !== seat || own.hashes) {
    const wasted = (own?.wasted ?? 0) + (own?.taken ? 1 : 0); // salts the house took and started no game with: each is a void
    keep(table, own = { commitment, seat, salt: randomKey(), wasted });
  }
  const answer = await post(`${address}/ready`, { hash: saltHash(table, seat, own.salt) }, 6);
  return answer.ok && answer.data.hashes ? show(address, { table, commitment, seat, hashes: answer.data.hashes }) : answer;
}

// Shows the salt, for these hashes and for no others: who has seen it cannot choose theirs any more.
export async function show(address, { table, commitment, seat, hashes }) {
  const own = kept(table);
  const mine = own?.commitment === commitment && own.seat === seat && saltHash(table, seat, own.salt) === hashes[seat];
  if (!mine || (own.hashes && own.hashes.join() !== hashes.join())) return { ok: true, data: {} };
  keep(table, { ...own, hashes });
  const answer = await post(`${address}/ready`, { salt: own.salt }, 6);
  if (answer.ok) keep(table, { ...own, hashes, taken: true });
  return answer;
}

// What of all that does not stand in the finished record: "" if all does, null if this browser kept nothing.
export function missing(table, record) {
  const own = kept(table);
  if (!own?.hashes) return null;
  const lines = record.split("\n"), of = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
  if (of("table") !== table) return "table";
  if (of("chance") !== `committed ${own.commitment}`) return "commitment";
  if (sha256(Uint8Array.from(of("seed").match(/../g) ?? [], (byte) => parseInt(byte, 16))) !== own.commitment) return "seed";
  if (Number(of("voids") || 0) < own.wasted) return "voids";
  if (of(`salt ${own.seat}`) !== own.salt) return "salt";
  for (const [seat, hash] of own.hashes.entries()) {
    const salt = of(`salt ${seat}`);
    if ((salt ? saltHash(table, seat, salt) : "") !== hash) return `salt ${seat}`;
  }
  return "";
}

// The same in a sentence, asked of the house's own record.
export async function checked(address, table, words) {
  const answer = await fetch(`${address}/record`);
  if (!answer.ok) return { ok: null, said: "" };
  const wrong = missing(table, await answer.text());
  if (wrong === null) return { ok: null, said: words.saltless };
  return wrong ? { ok: false, said: words.salt_wrong.replace("{what}", wrong) } : { ok: true, said: words.salt_kept };
}
