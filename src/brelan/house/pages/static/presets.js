// Whoever chooses a way to play sees at once what its fields hold. Without this the house reckons it all the same: what
// differs from what the form showed at first was changed.
const shown = document.getElementById("shown");
function fill(preset) {
  for (const [name, value] of Object.entries(JSON.parse(preset.dataset.fields))) {
    const field = document.getElementById(`o-${name}`);
    if (!field) continue;
    if (field.type === "checkbox") field.checked = value === "yes";
    else field.value = value;
  }
  shown.value = preset.value;
}
for (const preset of document.querySelectorAll("input[name=preset]")) preset.addEventListener("change", () => fill(preset));
