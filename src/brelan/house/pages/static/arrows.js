// The arrow keys go from one thing of the drawing that can be pressed to the next one in that direction.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(el) {
  const box = el.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export function listenArrows() {
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key], from = event.target.closest?.("svg.table-drawing [role=button]");
    if (!way || !from || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault(); // or the page would scroll away under the reader
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const el of from.closest("svg").querySelectorAll("[role=button]")) {
      if (el === from || el.closest(".unneeded")) continue;
      const [toX, toY] = middle(el);
      const ahead = (toX - x) * way[0] + (toY - y) * way[1], aside = Math.abs((toX - x) * way[1] + (toY - y) * way[0]);
      if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [el, ahead + 2 * aside]; // straight ahead before nearer but aside
    }
    best?.focus();
  });
}
