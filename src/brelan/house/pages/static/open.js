// The form of a new table shows as many seats as there are players.
const players = document.getElementById("players");
function fit() {
  for (const field of document.querySelectorAll(".seat-field")) field.hidden = Number(field.dataset.seat) >= Number(players.value);
}
players.addEventListener("change", fit);
document.querySelector("form").addEventListener("change", (event) => { // one seat is yours
  if (event.target.name?.startsWith("seat-") && event.target.value === "me") {
    for (const other of document.querySelectorAll("select[name^=seat-]")) if (other !== event.target && other.value === "me") other.value = "open";
  }
});
fit();
