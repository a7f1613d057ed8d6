// What a table sounds like, made by Web Audio: dice, cards, coins, one's turn. Silent until somebody switches it on.

const KEY = "brelan-sound";
let context = null;

export const isOn = () => localStorage.getItem(KEY) === "yes";

// A browser lets a page sound only after a press: until then nothing is heard, and nothing is saved up.
function running() {
  const Context = self.AudioContext || self.webkitAudioContext;
  if (!isOn() || !Context) return null;
  context ??= new Context();
  if (context.state !== "running") context.resume();
  return context.state === "running" ? context : null;
}

function fade(audio, at, length, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio, pitch, wait, length, loud, kind = "sine") {
  const at = audio.currentTime + wait, source = audio.createOscillator();
  source.type = kind;
  source.frequency.setValueAtTime(pitch, at);
  source.connect(fade(audio, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

function rustle(audio, pitch, wait, length, loud) {
  const at = audio.currentTime + wait, source = audio.createBufferSource(), filter = audio.createBiquadFilter();
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate), data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n += 1) data[n] = Math.random() * 2 - 1;
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter);
  filter.connect(fade(audio, at, length, loud));
  source.start(at);
}

const SOUNDS = {
  dice: (audio, n) => { for (let i = 0; i < Math.min(n, 5) * 2 + 1; i += 1) rustle(audio, 1400 + 900 * Math.random(), 0.07 * i + 0.03 * Math.random(), 0.05, 0.5); },
  card: (audio, n) => { for (let i = 0; i < Math.min(n, 5); i += 1) rustle(audio, 3200, 0.08 * i, 0.09, 0.25); },
  coin: (audio) => { tone(audio, 1976, 0, 0.12, 0.12, "triangle"); tone(audio, 2637, 0.07, 0.3, 0.12, "triangle"); },
  turn: (audio) => { tone(audio, 523, 0, 0.3, 0.16); tone(audio, 784, 0.16, 0.5, 0.16); },
};

function play(sound, many = 1) {
  const audio = running();
  if (audio) SOUNDS[sound](audio, many);
}

// What lies on the table, to tell afterwards what has moved.
export function listenTo(root) {
  const lying = new Map();
  for (const el of root.querySelectorAll(".felt svg [data-key]")) lying.set(el.dataset.key, `${el.dataset.face} ${el.dataset.thrown}`);
  return { lying, mine: root.dataset.mine, turn: root.dataset.turn };
}

export function hear(root, before) {
  if (!isOn() || !before.lying.size) return;
  const told = before.turn === root.dataset.turn ? [] : (root.dataset.about || "").split(" ");
  let dice = 0, cards = 0;
  for (const el of root.querySelectorAll(".felt svg :is([data-tumble], [data-tip], [data-flip], [data-sound])[data-key]")) {
    const was = before.lying.get(el.dataset.key), now = `${el.dataset.face} ${el.dataset.thrown}`;
    const again = el.dataset.thrown === "told" && told.includes(el.dataset.key);
    if (was === now && !again || was === undefined && !el.dataset.sound && !(el.dataset.face > 0)) continue;
    if (el.matches("[data-flip], [data-sound=card]")) cards += 1;
    else dice += 1;
  }
  if (dice) play("dice", dice);
  if (cards) play("card", cards);
  if (root.querySelector(`.seats .gain[data-gain="${root.dataset.seq}"]`)) play("coin");
  if (root.dataset.mine && !before.mine) play("turn");
}

// Switched on by a press, which is also what the browser waits for; on later pages the first press wakes it.
export function listenSound() {
  const box = document.getElementById("sound");
  box.checked = isOn();
  box.addEventListener("change", () => {
    localStorage.setItem(KEY, box.checked ? "yes" : "");
    if (box.checked) play("turn");
  });
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { if (isOn()) running(); }, { once: true });
}
