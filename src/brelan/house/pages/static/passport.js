// A passport: the secret stands behind the # of the link, and is sent only when its holder says so.

import { copy, notice, post, wordsOf } from "./ask.js";
import { forget } from "./house.js";

const words = wordsOf();
const secret = location.hash.slice(1);
if (/^[\w-]{43}$/.test(secret)) {
  document.getElementById("home").hidden = true;
  document.getElementById("arrival").hidden = false;
}
document.getElementById("enter")?.addEventListener("click", async () => {
  const answer = await post("/passport/enter", { passport: secret }).catch(() => null);
  if (!answer?.ok) { notice(answer?.data.detail || words.failed, true); return; }
  await forget();
  location.replace("/tables"); // and the secret is no longer in the address bar
});
document.getElementById("copy")?.addEventListener("click", async (event) => {
  await copy(document.getElementById("link"));
  event.target.textContent = words.copied;
});
