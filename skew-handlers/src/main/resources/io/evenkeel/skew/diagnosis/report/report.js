// Printed pages show what is folded away on the screen.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(each => each.open = true));
