/** From a line that says what is wrong to where it is mended, without a step in the way back, which forms with unsaved changes would guard. */
import type { MouseEvent } from "react";

/** For a link to `#id`: the field of that id, or the first one in the part of the page that bears it, takes the focus. */
export function goToField(event: MouseEvent<HTMLAnchorElement>): void {
  const place = document.getElementById(event.currentTarget.hash.slice(1));
  if (!place) return;
  event.preventDefault();
  place.scrollIntoView({ block: "center" });
  place.focus({ preventScroll: true });
  if (document.activeElement === place) return;
  const field = place.querySelector<HTMLElement>("input:not([type=hidden]):not([hidden]), select, textarea, button");
  field?.focus({ preventScroll: true });
}
