// The rulebook in a drawer beside the table, open at the paragraph of the decision at hand.

export function listenRules(root, words) {
  const button = document.getElementById("rulesbutton"), drawer = document.getElementById("drawer");
  if (!button || !drawer) return;

  async function open() {
    if (!drawer.firstChild) {
      const text = await fetch(drawer.dataset.rules).then((answer) => (answer.ok ? answer.text() : Promise.reject()));
      const close = Object.assign(document.createElement("button"), { type: "button", className: "close", textContent: "×", ariaLabel: words.close });
      close.addEventListener("click", shut);
      const inside = document.createElement("div");
      inside.innerHTML = text;
      drawer.append(close, inside);
    }
    drawer.hidden = false;
    document.body.classList.add("reads");
    button.setAttribute("aria-expanded", "true");
    const place = root().dataset.rule && document.getElementById(`about-${root().dataset.rule}`);
    for (const el of drawer.querySelectorAll(".is-about")) el.classList.remove("is-about");
    const told = place ? [...drawer.querySelectorAll("p, li")].find((el) => place.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING) : null;
    told?.classList.add("is-about");
    drawer.scrollTop = told ? drawer.scrollTop + told.getBoundingClientRect().top - drawer.getBoundingClientRect().top - 104 : 0;
    drawer.focus({ preventScroll: true });
  }

  function shut() {
    drawer.hidden = true;
    document.body.classList.remove("reads");
    button.setAttribute("aria-expanded", "false");
    button.focus({ preventScroll: true });
  }

  button.addEventListener("click", () => (drawer.hidden ? open().catch(() => { location.href = drawer.dataset.rules.split("?")[0]; }) : shut()));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !drawer.hidden) { event.stopImmediatePropagation(); shut(); }
  }, true);
}
