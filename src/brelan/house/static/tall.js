// A drawing may bring a second arrangement for narrow windows: `data-tall` is its viewBox there, and for a thing in it, its transform.

const narrow = matchMedia("(max-width: 44rem) and (min-height: 32rem), (max-width: 35rem)"); // where the stylesheet lays the page out for phones

// After each swap, which brings the wide one.
export function arrange(root) {
  for (const svg of root.querySelectorAll("svg[data-tall]")) {
    for (const el of [svg, ...svg.querySelectorAll("[data-tall]")]) {
      const name = el === svg ? "viewBox" : "transform";
      el.dataset.wide ??= el.getAttribute(name) || "";
      el.setAttribute(name, narrow.matches ? el.dataset.tall : el.dataset.wide);
    }
    for (const el of svg.querySelectorAll("[data-only]")) {
      el.setAttribute("display", el.dataset.only === (narrow.matches ? "tall" : "wide") ? "inline" : "none");
    }
    svg.classList.add("arranged");
  }
}

export function listenTurning(root) {
  narrow.addEventListener("change", () => arrange(root()));
}
