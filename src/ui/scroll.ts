/** How a page moves: smoothly, and at once for a person who prefers less motion. */

export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}
