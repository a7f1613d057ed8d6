// SHA-256 (FIPS 180-4), because a phone on the local network has no secure context and so no crypto.subtle.

const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = primes.map((p) => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

// The digest of bytes, in hexadecimal.
export function sha256(bytes) {
  const size = bytes.length, padded = new Uint8Array((((size + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[size] = 0x80;
  const view = new DataView(padded.buffer), w = new Int32Array(64), hash = [...START];
  view.setUint32(padded.length - 4, size << 3);
  view.setUint32(padded.length - 8, Math.floor(size / 2 ** 29));
  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 64; t += 1) {
      if (t < 16) { w[t] = view.getInt32(block + 4 * t); continue; }
      const a = w[t - 15], b = w[t - 2];
      w[t] = w[t - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[t - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let t = 0; t < 64; t += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [n, x] of [a, b, c, d, e, f, g, h].entries()) hash[n] = (hash[n] + x) | 0;
  }
  return hash.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
