// Dragging: a thing with data-drag is chosen as soon as it moves, and pressed onto what it is dropped on.

import { pressThing } from "./parts.js";

const FAR = 8; // pixels that make a drag of a press

export function listenDrag(root) {
  document.addEventListener("pointerdown", (down) => {
    const thing = down.target.closest?.("[data-drag]");
    if (!thing || !root().contains(thing) || down.button > 0) return;
    const scale = thing.parentNode.getScreenCTM?.()?.a || 1;
    let dragging = false;
    const move = (event) => {
      const x = event.clientX - down.clientX, y = event.clientY - down.clientY;
      if (!dragging && Math.hypot(x, y) < FAR) return;
      if (!dragging && thing.getAttribute("aria-pressed") !== "true") pressThing(thing);
      dragging = true;
      thing.classList.add("is-dragged");
      thing.style.translate = `${x / scale}px ${y / scale}px`;
    };
    const end = (event) => {
      for (const [kind, listener] of listeners) removeEventListener(kind, listener, true);
      thing.classList.remove("is-dragged");
      thing.style.translate = "";
      if (!dragging) return;
      addEventListener("click", (click) => { click.stopImmediatePropagation(); click.preventDefault(); }, { capture: true, once: true });
      setTimeout(() => dispatchEvent(new Event("click")), 0); // if no click follows, nobody's is swallowed
      const target = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-for]");
      if (target && target !== thing && root().contains(target)) pressThing(target);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [kind, listener] of listeners) addEventListener(kind, listener, true);
  });
}
