// Asking the house, and asking people. Nothing here needs a secure context: a phone on the local network has none.

export const wordsOf = () => JSON.parse(document.getElementById("words").textContent);

export const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");

// Posts JSON. A request that carries a key is repeated until the house has answered: it is played once, however often it comes.
export async function post(address, body = {}, tries = 1) {
  for (let attempt = 1; ; attempt += 1) {
    let answer;
    try {
      answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    } catch (error) {
      if (attempt >= tries) throw error;
    }
    if (answer && !(answer.status === 503 && attempt < tries)) {
      const data = await answer.json().catch(() => ({}));
      return { ok: answer.ok, status: answer.status, data };
    }
    await new Promise((done) => setTimeout(done, Math.min(8000, 250 * 2 ** attempt)));
  }
}

export function notice(text, lasting = false) {
  const box = document.getElementById("notice");
  clearTimeout(notice.timer);
  box.textContent = text;
  box.hidden = !text;
  if (text && !lasting) notice.timer = setTimeout(() => { box.hidden = true; }, 5000);
}

function dialog(build) {
  return new Promise((answer) => {
    const box = document.createElement("dialog");
    const form = document.createElement("form");
    form.method = "dialog";
    build(form);
    box.append(form);
    document.body.append(box);
    box.addEventListener("close", () => { answer(box.returnValue === "yes" ? form : null); box.remove(); });
    box.showModal();
  });
}

function line(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}

function buttons(yes, no) {
  const row = line("div", "", { className: "buttons" });
  row.append(line("button", yes, { value: "yes", className: "primary" }), line("button", no, { value: "no", formNoValidate: true }));
  return row;
}

export const confirmed = async (question, words) => Boolean(await dialog((form) => form.append(line("p", question), buttons(words.yes, words.no))));

export async function askName(known, words) {
  const form = await dialog((box) => {
    const label = line("label", words.name, { htmlFor: "ask-name" });
    const input = Object.assign(document.createElement("input"), { id: "ask-name", name: "name", maxLength: 40, value: known, autocomplete: "nickname" });
    box.append(label, input, buttons(words.sit, words.close));
  });
  return form ? form.elements.name.value : null;
}

export async function copy(input) {
  try {
    await navigator.clipboard.writeText(input.value);
  } catch { // not on http://
    input.select();
    document.execCommand("copy");
  }
}
