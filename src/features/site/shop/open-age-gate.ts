/** Opens the age gate for who has not passed it. Sent as text with the page, so that it runs before anything is painted; knows nothing outside itself. */

/**
 * Shows the gate as a modal dialog, which makes the page behind it inert, and wires its two buttons: `data-age="adult"` is remembered in this
 * browser, `data-age="minor"` leaves for a web search and stores nothing. Opening it twice is harmless. Inside a frame it stays shut.
 *
 * Source: specification, sections 2 and 4.
 */
export function openAgeGate(gate: HTMLDialogElement | null): void {
  if (!gate || gate.open || window.top !== window.self) return;
  const flag = "age-verified";
  try {
    if (localStorage.getItem(flag) === "true") return;
  } catch {
    // A browser that keeps nothing is asked on every page.
  }
  gate.onclick = (event) => {
    const { age } = (event.target as Element).closest<HTMLElement>("[data-age]")?.dataset ?? {};
    if (age === "minor") window.location.replace("https://www.google.com/");
    if (age !== "adult") return;
    try {
      localStorage.setItem(flag, "true");
    } catch {
      // Then it holds for this page.
    }
    gate.close();
    // What stood behind the gate was not laid out, so nothing could be gone to.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  };
  gate.oncancel = (event) => event.preventDefault();
  gate.onkeydown = (event) => {
    // A second Escape would close it without asking `cancel`.
    if (event.key === "Escape") event.preventDefault();
    if (event.key !== "Tab") return;
    const [first, last] = [...gate.querySelectorAll<HTMLElement>("[data-age]")];
    const edge = event.shiftKey ? first : last;
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  };
  // The largest thing on the first screen, which waits for the styles no longer.
  for (const picture of gate.querySelectorAll("img")) {
    picture.fetchPriority = "high";
    picture.loading = "eager";
  }
  gate.showModal();
}
