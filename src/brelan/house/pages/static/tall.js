// A drawing may bring a second arrangement for narrow windows: `data-tall` is its viewBox there, and for a thing in it, its transform.

const narrow = matchMedia("(max-width: 44rem) and (min-height: 32rem), (max-width: 35rem)"); // where the stylesheet lays the page out for phones
const upright = matchMedia("(max-width: 60rem) and (min-width: 44.01rem) and (orientation: portrait)"); // and a game for tablets held upright
const PLAYED = ".is-playing, .is-over"; // not a lesson, a problem or a replay, whose words stand above it

// After each swap, which brings the wide one.
export function arrange(root) {
  const tall = narrow.matches || (upright.matches && root.matches(PLAYED));
  for (const svg of root.querySelectorAll("svg[data-tall]")) {
    for (const el of [svg, ...svg.querySelectorAll("[data-tall]")]) {
      const name = el === svg ? "viewBox" : "transform";
      el.dataset.wide ??= el.getAttribute(name) || "";
      const listed = el === svg && root.matches(PLAYED) && el.dataset.listed; // the players stand in the page's own list
      el.setAttribute(name, tall ? listed || el.dataset.tall : el.dataset.wide);
    }
    for (const el of svg.querySelectorAll("[data-only]")) {
      el.setAttribute("display", el.dataset.only === (tall ? "tall" : "wide") ? "inline" : "none");
    }
    svg.classList.add("arranged");
  }
}

export function listenTurning(root) {
  for (const windows of [narrow, upright]) windows.addEventListener("change", () => arrange(root()));
}
